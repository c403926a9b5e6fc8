"""What stands on a page beside the paper's text: running heads, page numbers, numbers of lines. It is taken away."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from notegen.fetcher.full_text.pdf.kinds import CAPTION
from notegen.fetcher.full_text.pdf.page import Page, Word

_ZONE = 0.13  # of the page's height, at its top and its foot
_WIDE_ZONE = 0.22
_NEAR = 4.0  # points between the heights of one running head on two pages
_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,6}|[A-Z]-?\d{1,3})(?:\s*(?:of|/|von)\s*\d{1,4})?\W*", re.I
)
_LEAST_NUMBERED = 6  # lines
_LEAST_EVERY_FIFTH = 3


def without_margins(pages: Sequence[Page]) -> None:
    """Takes running heads, page numbers and numbers of lines from the words of the pages."""
    numbered = [_line_numbers(page.words) for page in pages]
    if not any(numbered):  # only every fifth line has one
        few = [_line_numbers(page.words, _LEAST_EVERY_FIFTH) for page in pages]
        numbered = few if sum(map(len, few)) >= _LEAST_NUMBERED and sum(map(bool, few)) > 1 else numbered
    edges = {_edge(word) for numbers in numbered for word in numbers}
    for page, numbers in zip(pages, numbered, strict=True):
        gone = set(map(id, numbers or _few_numbers(page.words, edges)))
        page.words = [word for word in page.words if id(word) not in gone]
    heads = {id(word) for row in _running(pages) for word in row}
    for page in pages:
        page.words = [word for word in page.words if id(word) not in heads]


def _edge(word: Word) -> int:
    return round(word.x1 / 3)


def _few_numbers(words: Sequence[Word], edges: set[int]) -> list[Word]:
    """The numbers of lines on a page with few, by where they stand on the others."""
    numbers = [word for word in words if word.text.isdecimal() and {_edge(word) + step for step in (-1, 0, 1)} & edges]
    rest = [word for word in words if word not in numbers]
    high, low = min((word.x0 for word in rest), default=0.0), max((word.x1 for word in rest), default=0.0)
    return [word for word in numbers if word.x1 < high or word.x0 > low]


def _line_numbers(words: Sequence[Word], least: int = _LEAST_NUMBERED) -> list[Word]:
    """Numbers in steady steps down a margin, with no text on their outer side."""
    by_edge: dict[tuple[str, int], list[Word]] = defaultdict(list)
    for word in words:
        if word.text.isdecimal() and len(word.text) < 5:
            by_edge["right", round(word.x1 / 2)].append(word)
            by_edge["left", round(word.x0 / 2)].append(word)
    gone: list[Word] = []
    for numbers in by_edge.values():
        if len(numbers) < least:
            continue
        numbers.sort(key=lambda word: -word.y)
        steps = Counter(int(b.text) - int(a.text) for a, b in pairwise(numbers))
        step, times = steps.most_common(1)[0]
        low, high = min(word.x0 for word in numbers), max(word.x1 for word in numbers)
        inside = sum(word.x0 > high for word in words), sum(word.x1 < low for word in words)
        is_margin = max(inside) > 0.95 * (len(words) - len(numbers))
        if step in (1, 2, 5, 10) and times >= 0.8 * (len(numbers) - 1) and is_margin:
            gone += numbers
    return gone


def _running(pages: Sequence[Page]) -> Iterator[list[Word]]:
    """Rows at the top and the foot that come again on another page, with other figures, and page numbers."""
    rows = [(page, place, row) for page in pages for place, row in _outer_rows(page)]
    by_text: dict[str, list[tuple[Page, list[Word]]]] = defaultdict(list)
    offsets: Counter[int] = Counter()
    for page, _, row in rows:
        by_text[_text(row)].append((page, row))
        offsets.update({number - page.number for number in _numbers(row)})
    known = {offset for offset, times in offsets.items() if times > 1}
    is_outermost = True
    for page, place, row in rows:
        is_outermost = is_outermost or place == 0
        again = any(other is not page and abs(same[0].y - row[0].y) < _NEAR for other, same in by_text[_text(row)])
        is_head = place == 0 and len(row) < 20 and any(number - page.number in known for number in _numbers(row))
        is_running = again or (place == 0 and _is_bare(row)) or (is_head and _is_apart(page, row))
        is_outer = _is_in_zone(page, row[0].y, _ZONE) or (place == 0 and _is_apart(page, row))
        # What stands further in than a row that stays, stays.
        is_outermost = is_outermost and is_running and is_outer and not _is_of_text(page, row)
        if is_outermost:
            yield row


def _outer_rows(page: Page) -> Iterator[tuple[int, list[Word]]]:
    """The rows of the zones, with their place counted from the edge; raised or lowered letters make no rows."""
    by_height: dict[int, list[Word]] = defaultdict(list)
    for word in page.words:
        by_height[round(word.y)].append(word)
    levels = sorted(by_height)
    within = set()
    for below, above in pairwise(levels):
        if _is_within(by_height[below], by_height[above]):
            within.add(below)
        elif _is_within(by_height[above], by_height[below]):
            within.add(above)
    levels = [level for level in levels if level not in within]
    for order in (levels, levels[::-1]):
        for place, level in enumerate(order[:3]):
            if _is_in_zone(page, level, _WIDE_ZONE):
                yield place, sorted(by_height[level], key=lambda word: word.x0)


def _is_of_text(page: Page, row: Sequence[Word]) -> bool:
    """Whether a row is a caption, or a footnote behind its raised mark."""
    first = row[0]
    marks = (word for word in page.words if word.size < 0.9 * first.size and 0 < word.y - first.y < 0.6 * first.size)
    return bool(CAPTION.match(_joined(row))) or any(0 <= first.x0 - mark.x1 < 0.6 * first.size for mark in marks)


def _is_within(row: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether a row is nothing but raised or lowered letters of another one."""
    distance = abs(row[0].y - other[0].y)
    return 0 < distance < 0.7 * other[0].size and len(row) < len(other)


def _is_in_zone(page: Page, y: float, share: float) -> bool:
    height = page.top - page.bottom
    return not page.bottom + share * height < y < page.top - share * height


def _is_bare(row: Sequence[Word]) -> bool:
    """Whether a row is nothing but the number of a page."""
    return bool(_NUMBER.fullmatch(_joined(row)))


def _text(row: Sequence[Word]) -> str:
    return re.sub(r"\d+|\b[ivxl]+\b", "#", _joined(row))


def _joined(row: Sequence[Word]) -> str:
    return " ".join(word.text for word in row)


def _numbers(row: Sequence[Word]) -> list[int]:
    return [int(word.text) for word in (row[0], row[-1]) if word.text.isdecimal() and len(word.text) < 5]


def _is_apart(page: Page, row: Sequence[Word]) -> bool:
    """Whether there is more than the gap of two lines between a row and the rest of the page."""
    others = [abs(word.y - row[0].y) for word in page.words if abs(word.y - row[0].y) > 1]
    return not others or min(others) > 1.5 * row[0].size
