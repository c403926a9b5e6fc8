"""The words of a page as lines in the order in which they are read: one column or two, with what lies across them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from notegen.fetcher.full_text.pdf.cells import line_of
from notegen.fetcher.full_text.pdf.gutters import FULL, LEAST_GUTTER, edges_of
from notegen.fetcher.full_text.pdf.kinds import CAPTION
from notegen.fetcher.full_text.pdf.page import Box, Line, Page, Word
from notegen.fetcher.full_text.pdf.rows import rows_of

_STEP = 12.0  # points between heights that are looked at together
_OPENING = re.compile(
    r"(?:a ?b ?s ?t ?r ?a ?c ?t|summary|(?:\d[.．]?\s*|I\.\s*)?(?:introduction|はじめに|緒言|序論)|概\s?要|要\s?旨|要約"
    r"|あらまし|抄録)\b", re.I,
)  # fmt: skip


def lines_of(page: Page, middle: float | None, third: float | None = None) -> list[Line]:
    """The lines of a page in reading order: between two lines across both columns the left column, then the right.

    `middle` is the middle of the gap between the columns, `third` that of another one within one of the two.

    Lines that lie in a picture are left out.
    """
    lines = _all_lines(page, middle, third) if page.words else []
    return [line for line in lines if not any(_is_in(line, box) for box in page.pictures)]


def _is_in(line: Line, box: Box) -> bool:
    return box.holds(line.x0, line.y) and box.holds(line.x1, line.y + 0.6 * line.size)


def _all_lines(page: Page, middle: float | None, third: float | None) -> list[Line]:
    if middle is None:
        whole = edges_of(page.words)
        return [line_of(page, row, 0, whole) for row in rows_of(page.words)]
    across = _across(page, middle, third is None)
    sides: tuple[list[Word], ...] = [], [], []
    for word in page.words:
        sides[2 if id(word) in across else int((word.x0 + word.x1) / 2 > middle)].append(word)
    left, right = edges_of(page.words)
    left_end = edges_of(sides[0])[1] if sides[0] else middle
    right_start = edges_of(sides[1])[0] if sides[1] else middle
    edges = ((left, left_end), (right_start, right), (left, right))
    lines = [
        line
        for side in (0, 1, 2)
        for line in (
            _halves(page, sides[side], side, third)
            if third is not None and side != 2 and (third > middle) == side
            else [line_of(page, row, side, edges[side]) for row in rows_of(sides[side])]
        )
    ]
    _spread(lines, (left, right))
    return _ordered(lines)


def _halves(page: Page, words: Sequence[Word], side: int, third: float) -> list[Line]:
    """The lines of a side that holds two columns."""
    lines: list[Line] = []
    for is_second in (False, True):
        half = [word for word in words if ((word.x0 + word.x1) / 2 > third) == is_second]
        for line in [line_of(page, row, side, edges_of(half)) for row in rows_of(half)]:
            line.is_second = is_second
            lines.append(line)
    return lines


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
        for side, is_second in ((0, False), (0, True), (1, False), (1, True)):
            inside = [
                line for line in lines
                if line.column == side and line.is_second == is_second and bottom <= line.y < top
            ]  # fmt: skip
            if inside:
                band += 1
                for line in inside:
                    line.band = band
                ordered += sorted(inside, key=lambda line: -line.y)
        if place < len(full) and any(line.column != 2 and bottom <= line.y < top for line in lines):
            band += 1
    return ordered


def _across(page: Page, middle: float, has_head: bool) -> set[int]:
    """The words of lines that lie across both columns: titles, wide captions, the rows of wide tables."""
    rows: dict[int, list[Word]] = {}
    for word in page.words:
        rows.setdefault(round(word.y), []).append(word)
    wide = _wide_tables(page, middle)
    gap = _usual_gap(rows.values(), middle)
    for row in rows.values():
        row.sort(key=lambda word: word.x0)
    across = set(map(id, _head(page, rows, middle, gap))) if has_head else set()
    for row in rows.values():
        if _crosses(row, middle, gap) or any(box.holds(row[0].x0, row[0].y) for box in wide):
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


def _crosses(row: Sequence[Word], middle: float, gap: float) -> bool:
    """Whether a row lies across the gap between the columns, with a word or with no more than a blank."""
    pair = next(((a, b) for a, b in pairwise(row) if a.x1 <= middle + 2 and b.x0 >= middle - 2), None)
    # A Japanese stop may hang out of its column (JLREQ, 3.8).
    hanging = pair[0].size if pair and pair[0].text[-1] in "、。，．" else 0.0
    is_near = pair is not None and pair[1].x0 - pair[0].x1 + hanging < max(0.7 * gap, 0.45 * pair[1].size)
    return is_near or any(word.x0 < middle - 2 and word.x1 > middle + 2 for word in row)


def _head(page: Page, rows: dict[int, list[Word]], middle: float, gap: float) -> list[Word]:
    """What stands below the title of the first page and above its text: authors beside each other, their addresses."""
    if page.number:
        return []
    left, right = edges_of(page.words)
    heights = sorted(rows, reverse=True)
    sides = (
        [[word for word in rows[y] if (word.x0 + word.x1) / 2 <= middle] for y in heights],
        [[word for word in rows[y] if (word.x0 + word.x1) / 2 > middle] for y in heights],
    )
    crossing = [_crosses(rows[y], middle, gap) for y in heights]
    widths = (middle - left, right - middle)
    begun = (_text_begins(side, crossing, heights, width) for side, width in zip(sides, widths, strict=True))
    ends = [place for place in begun if place is not None]
    end = min(ends, default=0)
    title = next((place for place, crosses in enumerate(crossing) if crosses), end)
    if not ends or heights[end] < (page.top + page.bottom) / 2:
        return []
    return [word for y in heights[title:end] for word in rows[y]]


def _text_begins(
    side: Sequence[Sequence[Word]], crossing: Sequence[bool], heights: Sequence[int], width: float
) -> int | None:
    """The row at which text begins in a column: at its edge, what opens it, or three full or flush lines."""
    places = [place for place, row in enumerate(side) if row and not crossing[place]]
    edge = Counter(round(side[place][0].x0) for place in places).most_common(1)[0][0] if places else 0
    for at, place in enumerate(places):
        text = " ".join(word.text for word in side[place])
        if abs(side[place][0].x0 - edge) < 1.5 or _OPENING.match(text) or CAPTION.match(text):
            return place
        lines = [side[each] for each in places[at : at + 3]]
        is_flush = max(line[0].x0 for line in lines) - min(line[0].x0 for line in lines) < 1
        if len(lines) == 3 and (is_flush or all(sum(w.x1 - w.x0 for w in line) > FULL * width for line in lines)):
            above = places[at - 1] if at else place
            return above if heights[above] - heights[place] < 3 * lines[0][0].size else place
    return None


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
