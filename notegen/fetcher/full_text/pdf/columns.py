"""The words of a page as lines in the order in which they are read: one column or two, with what lies across them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from notegen.fetcher.full_text.pdf.cells import line_of
from notegen.fetcher.full_text.pdf.gutters import FULL, LEAST_GUTTER, edges_of
from notegen.fetcher.full_text.pdf.page import Box, Line, Page, Word
from notegen.fetcher.full_text.pdf.rows import rows_of

_STEP = 12.0  # points between heights that are looked at together


def lines_of(page: Page, middle: float | None) -> list[Line]:
    """The lines of a page in reading order: between two lines across both columns the left column, then the right.

    Lines that lie in a picture are left out.
    """
    lines = _all_lines(page, middle) if page.words else []
    return [line for line in lines if not any(_is_in(line, box) for box in page.pictures)]


def _is_in(line: Line, box: Box) -> bool:
    return box.holds(line.x0, line.y) and box.holds(line.x1, line.y + 0.6 * line.size)


def _all_lines(page: Page, middle: float | None) -> list[Line]:
    if middle is None:
        whole = edges_of(page.words)
        return [line_of(page, row, 0, whole) for row in rows_of(page.words)]
    across = _across(page, middle)
    sides: tuple[list[Word], ...] = [], [], []
    for word in page.words:
        sides[2 if id(word) in across else int((word.x0 + word.x1) / 2 > middle)].append(word)
    left, right = edges_of(page.words)
    left_end = edges_of(sides[0])[1] if sides[0] else middle
    right_start = edges_of(sides[1])[0] if sides[1] else middle
    edges = ((left, left_end), (right_start, right), (left, right))
    lines = [line_of(page, row, side, edges[side]) for side in (0, 1, 2) for row in rows_of(sides[side])]
    _spread(lines, (left, right))
    return _ordered(lines)


def _spread(lines: list[Line], edges: tuple[float, float]) -> None:
    """The last lines of what lies across both columns are short: they lie across, too."""
    lines.sort(key=lambda line: -line.y)
    for above, line in ((a, b) for a in lines if a.column == 2 for b in lines):
        is_below = 0 < above.y - line.y < 1.4 * above.size and abs(line.size - above.size) < 0.3
        beside = any(other.column == 1 and abs(other.y - line.y) < line.size for other in lines)
        if line.column == 0 and is_below and not beside and abs(line.x0 - above.x0) < 1 and above.fill > 0.8:
            line.column, (line.left, line.right) = 2, edges


def _ordered(lines: list[Line]) -> list[Line]:
    """Bands from top to bottom; in each the left column before the right one."""
    ordered: list[Line] = []
    band = 0
    full = sorted((line for line in lines if line.column == 2), key=lambda line: -line.y)
    above = [1e9, *(line.y for line in full)]
    below = [*(line.y for line in full), -1e9]
    for place, (top, bottom) in enumerate(zip(above, below, strict=True)):
        if place:
            ordered.append(full[place - 1])
            full[place - 1].band = band
        for side in (0, 1):
            inside = [line for line in lines if line.column == side and bottom <= line.y < top]
            if inside:
                band += 1
                for line in inside:
                    line.band = band
                ordered += sorted(inside, key=lambda line: -line.y)
        if place < len(full) and any(line.column != 2 and bottom <= line.y < top for line in lines):
            band += 1
    return ordered


def _across(page: Page, middle: float) -> set[int]:
    """The words of lines that lie across both columns: titles, wide captions, the rows of wide tables."""
    rows: dict[int, list[Word]] = {}
    for word in page.words:
        rows.setdefault(round(word.y), []).append(word)
    across: set[int] = set()
    wide = _wide_tables(page, middle)
    gap = _usual_gap(rows.values(), middle)
    for row in rows.values():
        row.sort(key=lambda word: word.x0)
        crosses = any(word.x0 < middle - 2 and word.x1 > middle + 2 for word in row)
        pair = next(((a, b) for a, b in pairwise(row) if a.x1 <= middle + 2 and b.x0 >= middle - 2), None)
        is_near = pair is not None and pair[1].x0 - pair[0].x1 < max(0.7 * gap, 0.45 * pair[1].size)
        if crosses or is_near or any(box.holds(row[0].x0, row[0].y) for box in wide):
            across.update(map(id, row))
    # Raised and lowered letters of such lines, and small words beside them.
    near: dict[int, list[Word]] = {}
    for word in page.words:
        if id(word) in across:
            for height in (-1, 0, 1):
                near.setdefault(int(word.y / _STEP) + height, []).append(word)
    across.update(
        id(word) for word in page.words if any(_is_at(word, other) for other in near.get(int(word.y / _STEP), ()))
    )
    return across


def _is_at(word: Word, other: Word) -> bool:
    """Whether a word is raised or lowered right beside another one."""
    is_small = word.size < 0.95 * other.size and abs(word.y - other.y) < 0.5 * other.size
    return is_small and min(abs(word.x0 - other.x1), abs(other.x0 - word.x1)) < 2


def _usual_gap(rows: Iterable[Sequence[Word]], middle: float) -> float:
    """How wide the gap between the columns is, by where most lines of the left one end and of the right one begin."""
    ends, starts = [], []
    for row in rows:
        ends += [max((word.x1 for word in row if word.x1 <= middle + 2), default=0.0)]
        starts += [min((word.x0 for word in row if word.x0 >= middle - 2), default=0.0)]
    ends, starts = sorted(filter(None, ends)), sorted(filter(None, starts))
    if not ends or not starts:
        return 2 * LEAST_GUTTER
    return max(starts[len(starts) // 10] - ends[-1 - len(ends) // 30], LEAST_GUTTER)


def _wide_tables(page: Page, middle: float) -> list[Box]:
    """The parts of a page between two level lines that lie across both columns."""
    wide = sorted((rule for rule in page.rules if rule.x0 < middle - 30 and rule.x1 > middle + 30), key=lambda r: r.y0)
    return [
        Box(low.x0, low.y0, low.x1, high.y0)
        for low, high in pairwise(wide)
        if high.y0 - low.y0 < 300 and abs(low.x0 - high.x0) < 3 and abs(low.x1 - high.x1) < 3
        and _is_sparse(page, low, high)
    ]  # fmt: skip


def _is_sparse(page: Page, low: Box, high: Box) -> bool:
    """Whether the words between two level lines fill less of it than running text in two columns does."""
    inside = [word for word in page.words if low.y0 < word.y < high.y0 and low.x0 - 2 <= word.x0 <= low.x1]
    heights = {round(word.y) for word in inside}
    width = sum(word.x1 - word.x0 for word in inside)
    return bool(heights) and width / len(heights) < FULL * (low.x1 - low.x0)
