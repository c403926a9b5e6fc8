"""Plain text as it was laid out on pages (pdftotext, a printer's file): pages, columns, divided words, headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_MIDDLE = (0.3, 0.72)  # of the width of a page's lines, where a right column can begin
_LEAST_LINES = 8  # that a right column has
_NEAR = 2  # characters
_WORD = r"[^\W\d_]{1,40}(?:-[^\W\d_]{1,40}){0,4}"
_DIVIDED = re.compile(rf"(?<![\w-])({_WORD})-\n[^\S\n]*+({_WORD})(?![^\W\d_])(\S*)")
_PAGE_NUMBER = re.compile(r"\s*(?:[-–—]\s*)?(?:page\s*)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?(?:\s*[-–—])?\s*", re.I)
_NUMBERED = re.compile(
    r"\s*(\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5})[.．]?[^\S\n]+([A-Z\u3040-\u9fff][^\n]{2,70}[^\s.,;:。、])\s*"
)
_LETTERED = re.compile(r"\s*[A-H]\.?[^\S\n]{2,}([A-Z][^\n.,]{2,70}[^\s.,;:])\s*")
_REFERENCES = re.compile(r"\s*(?:references|bibliography|参考文献|引用文献)\s*", re.I)
_RULE = re.compile(r"\s*(?:-+|=+)\s*")
_LONE_NUMBER = re.compile(r"\n\n[^\S\n]*+(\d{1,2}(?:\.\d{1,2}){0,3})\n\n(?=[A-Z\u3040-\u9fff])")
_KNOWN = re.compile(
    r"\s*(abstract|summary|introduction|background|related work|methods?|experiments?|results|discussion|limitations"
    r"|conclusions?|概要|要旨|はじめに|関連研究|提案手法|実験|評価|考察|結論|おわりに|まとめ)\s*", re.I,
)  # fmt: skip


def as_markdown(text: str) -> str:
    """The text with its columns one after the other, without page numbers and running heads, headings behind "#".

    A heading is a line apart that has the next number, or that many papers have; other lines keep their order.
    """
    pages = [
        [line.rstrip() for line in page.expandtabs().split("\n")] for page in text.replace("\r\n", "\n").split("\f")
    ]
    pages = list(_without_edges(pages)) if len(pages) > 1 else pages
    # A paragraph may go on over the page: its lines then follow each other.
    whole = "\n".join("\n".join(_read_down(page)).strip("\n") for page in pages)
    return _with_headings(_undivided(re.sub(r"\n{3,}", "\n\n", whole)))


def _without_edges(pages: Sequence[list[str]]) -> Iterator[list[str]]:
    """The pages without the numbers and the repeated lines at their tops and feet."""
    edges = [[at for at, line in enumerate(page) if line.strip()] for page in pages]
    seen = Counter(_shape(page[at]) for page, held in zip(pages, edges, strict=True) for at in {*held[:1], *held[-1:]})
    for page, held in zip(pages, edges, strict=True):
        gone = {at for at in {*held[:1], *held[-1:]} if seen[_shape(page[at])] > 2 or _PAGE_NUMBER.fullmatch(page[at])}
        yield [line for at, line in enumerate(page) if at not in gone]


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(line.split()))


def _read_down(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a page; of two columns first those of the left one, between lines that lie across both."""
    start = _right_column(lines)
    if start is None:
        yield from lines
        return
    left: list[str] = []
    right: list[str] = []
    cuts = [_cut(line, start) for line in lines]
    for at, (line, cut) in enumerate(zip(lines, cuts, strict=True)):
        # Beside a line of both columns a single blank where the right one begins is the gap.
        beside = any(each and each < len(lines[near]) for near, each in list(enumerate(cuts))[max(at - 3, 0) : at + 4])
        if cut is None and beside and re.match(r"\S \S", line[start - 2 : start + 1]):
            cut = start
        if cut is None:
            yield from (*_behind(left, right), line)
            left, right = [], []
        else:
            left.append(line[:cut].rstrip())
            right.append(line[cut:].strip())
    yield from _behind(left, right)


def _behind(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """The lines of both columns, without the blank ones between them: a sentence may go on in the right one."""
    above, below = ([*side] for side in (left, right))
    while above and not above[-1]:
        above.pop()
    while below and not below[0]:
        below.pop(0)
    is_cut = above and below and not above[-1].endswith((".", "!", "?", ":", "。"))
    return [*above, *below] if is_cut else [*above, "", *below]


def _right_column(lines: Sequence[str]) -> int | None:
    """The place at which the lines of a right column begin, None for a page in one column."""
    width = max(map(len, lines), default=0)
    begun = Counter(gap.end() for line in lines for gap in _GAP.finditer(line))
    begun.update(len(line) - len(line.lstrip()) for line in lines if line.strip())
    inside = {at: times for at, times in begun.items() if _MIDDLE[0] * width < at < _MIDDLE[1] * width}
    if not inside:
        return None
    start = max(inside, key=lambda at: inside[at])
    full = [line for line in lines if line.strip()]
    split = sum(_cut(line, start) is not None and len(line) > start for line in full)
    words = sum(len(line[start:].split()) for line in full if _cut(line, start) is not None)
    is_text = words > 3 * split  # and no table
    return start if split >= max(_LEAST_LINES, 0.4 * len(full)) and is_text else None


def _cut(line: str, start: int) -> int | None:
    """Where a line is cut into its columns, None for one that lies across both."""
    if len(line.rstrip()) <= start - 1:
        return len(line)
    at = len(line) - len(line.lstrip())
    if at >= start - _NEAR:
        return at
    ends = [gap.end() for gap in _GAP.finditer(line) if gap.start() <= start <= gap.end() + 2 * _NEAR]
    return min(ends, key=lambda end: abs(end - start), default=None)


def _undivided(text: str) -> str:
    """Words that were divided at the end of a line as one, as far as the text does not write their hyphen."""
    if not _DIVIDED.search(text):
        return text
    from notegen.fetcher.full_text.pdf.joining import Words

    words = Words.of(text.split("\n"))
    return _DIVIDED.sub(lambda found: f"{words.joined(found[1], found[2])}{found[3]}\n", text)


def _with_headings(text: str) -> str:
    """The text with "#" before its headings and a blank line after them."""
    lines = _without_rules(_LONE_NUMBER.sub(r"\n\n\1 ", f"\n\n{text}").split("\n"))
    last: list[int] = []
    is_behind = False  # the references, where only an appendix is text
    for at, (above, line) in enumerate(pairwise(lines), 1):
        found = _NUMBERED.fullmatch(line) if not above.strip() and len(line.split()) < 10 else None
        number = [int(each) for each in found[1].split(".")] if found and found[1][0].isdigit() else []
        if found and (_follows(number, last) if number else _KNOWN.fullmatch(found[2])):
            last = number or last
            lines[at] = f"{'#' * max(len(number), 1)} {line.strip()}\n"
        elif not above.strip() and _KNOWN.fullmatch(line):
            lines[at] = f"# {line.strip()}\n"
        elif is_behind and not above.strip() and (lettered := _LETTERED.fullmatch(line)):
            lines[at] = f"# {lettered[1]}\n"
        is_behind = is_behind or bool(_REFERENCES.fullmatch(line))
    return "\n".join(lines).strip("\n")


def _without_rules(lines: Sequence[str]) -> list[str]:
    """The lines without those of "-" or "=" alone, as formulas leave them: they would make a title of what is above."""
    return [
        line
        for at, line in enumerate(lines)
        if not _RULE.fullmatch(line) or (len(line.strip()) > 2 and at > 1 and not lines[at - 2].strip())
    ]


def _follows(number: Sequence[int], last: Sequence[int]) -> bool:
    """Whether a number comes behind the last one, and not far behind: one heading may have been missed."""
    return list(number) > list(last) and number[0] <= (last[0] if last else 0) + 2
