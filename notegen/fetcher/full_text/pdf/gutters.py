"""Whether a page is set in two columns, and where the gap between them is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from notegen.fetcher.full_text.pdf.page import Page, Word

_MIDDLE = (0.3, 0.7)  # of the width of the text, where a gutter can be
LEAST_GUTTER = 5.0  # points
_LEAST_LINES = 5  # that stand beside each other
FULL = 0.6  # share of its column that a line of running text takes, on average
_LEAST_UNEVEN = 1.5  # two columns together as wide as the third
_SAME = 6.0  # points between gutters of two pages that are one
_BIN = 2.0  # points


def gutters(pages: Sequence[Page]) -> list[float | None]:
    """The middle of the gap between two columns on each page; None for a page in one column.

    A page with little text has the gutter of the other pages if nothing but a title or table lies across it.
    """
    found = [_gutter(page.words) for page in pages]
    known = Counter(round(each[0] / _SAME) for each in found if each and each[1] >= _LEAST_LINES)
    if not known:
        return [None] * len(pages)
    usual = known.most_common(1)[0][0] * _SAME
    at = [each[0] for each in found if each and abs(each[0] - usual) <= _SAME]
    middle = sorted(at)[len(at) // 2]
    return [
        each[0] if each and each[1] >= _LEAST_LINES else middle if _fits(page, middle) else None
        for page, each in zip(pages, found, strict=True)
    ]


def thirds(pages: Sequence[Page], middles: Sequence[float | None]) -> list[float | None]:
    """The other gap on each page of a paper in three columns; None everywhere in one of two.

    Half of the pages with two columns must have it, with next to nothing across it.
    """
    found = [_third(page, middle) if middle else None for page, middle in zip(pages, middles, strict=True)]
    known = sorted(filter(None, found))
    if len(known) < max(0.5 * sum(middle is not None for middle in middles), 1):
        return [None] * len(pages)
    return [(third or known[len(known) // 2]) if middle else None for third, middle in zip(found, middles, strict=True)]


def _third(page: Page, middle: float) -> float | None:
    left, right = edges_of(page.words)
    is_left = middle - left > right - middle
    words = [word for word in page.words if (word.x1 < middle if is_left else word.x0 > middle)]
    if max(middle - left, right - middle) < _LEAST_UNEVEN * min(middle - left, right - middle):
        return None
    found = _gutter(words)
    if found is None or found[1] < _LEAST_LINES:
        return None
    across = {round(word.y) for word in words if word.x0 < found[0] - 2 and word.x1 > found[0] + 2}
    return found[0] if len(across) <= 0.1 * len({round(word.y) for word in words}) else None


def _gutter(words: Sequence[Word]) -> tuple[float, float] | None:
    """Where few words lie across, and how many lines stand on both sides of it."""
    if len(words) < 20:
        return None
    left, right = edges_of(words)
    low, high = (left + share * (right - left) for share in _MIDDLE)
    covered = [0.0] * (int(high - low) + 2)
    for one, other in [(w.x0, w.x1) for w in words] + [(a.x1, b.x0) for a, b in pairwise(words) if _is_blank(a, b)]:
        if other <= low or one >= high:
            continue
        for place in range(max(int(one - low) + 1, 0), min(int(other - low) + 1, len(covered))):
            covered[place] += 1
    least = min(covered)
    best = max(_runs(covered, least + 0.03 * len(words) ** 0.5 + 1), key=lambda run: run[1] - run[0], default=None)
    if best is None or best[1] - best[0] < LEAST_GUTTER:
        return None
    gap = (low + best[0] + 1, low + best[1] - 1)
    return sum(gap) / 2, _beside(words, gap, left, right)


def _is_blank(one: Word, other: Word) -> bool:
    """Whether what is between two words is a blank of a line."""
    return one.y == other.y and 0 <= other.x0 - one.x1 < 0.62 * other.size


def _runs(covered: Sequence[float], most: float) -> Iterator[tuple[int, int]]:
    begin = None
    for place, count in enumerate([*covered, most + 1]):
        if count <= most and begin is None:
            begin = place
        elif count > most and begin is not None:
            yield begin, place
            begin = None


def _beside(words: Sequence[Word], gap: tuple[float, float], left: float, right: float) -> float:
    """The height of running text that has running text beside it across the gutter, in lines."""
    size = Counter(round(word.size) for word in words).most_common(1)[0][0] or 10
    filled: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    crossed: set[int] = set()
    middle = sum(gap) / 2
    for word in words:
        if word.size < 0.7 * size:
            continue
        bins = range(int(word.y / _BIN), int((word.y + 0.9 * word.size) / _BIN) + 1)
        if word.x0 < gap[1] and word.x1 > gap[0]:
            crossed.update(bins)
        else:
            for each in bins:
                filled[word.x0 > middle][each] += round(word.x1 - word.x0)
    both = [each for each in filled[0] if filled[1][each] and each not in crossed]
    if len(both) < 0.25 * len(crossed):
        return 0.0
    if not both:
        return 0.0
    shares = [sum(side[each] for each in both) / len(both) for side in filled]
    if shares[0] < FULL * (middle - left) * 0.9 or shares[1] < FULL * (right - middle) * 0.9:
        return 0.0
    return len(both) * _BIN / (1.2 * size)


def _fits(page: Page, middle: float) -> bool:
    """Whether few lines of a page lie across the gutter that other pages have."""
    across = {round(word.y) for word in page.words if word.x0 < middle - 2 and word.x1 > middle + 2}
    return len(across) <= 0.25 * len({round(word.y) for word in page.words})


def edges_of(words: Sequence[Word]) -> tuple[float, float]:
    """Where most lines of the words begin and end."""
    starts, ends = sorted(word.x0 for word in words), sorted(word.x1 for word in words)
    return starts[len(starts) // 200], ends[-1 - len(ends) // 200]
