"""The headings of a note, and the return of line breaks to a note that lost them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from notegen.obsidian.frontmatter import split
from notegen.obsidian.literal import scan, within


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: `level` 1 to 6, `title` without its marks, `start` the character offset of its line."""

    level: int
    title: str
    start: int


_HEADING = re.compile(r"\n {0,3}(#{1,6})(?=[ \t\r\n]|\Z)([^\n]*)")
_UNDERLINE = re.compile(r"\n( {0,3})(=+|-+)[ \t]*(?=\r?\n|\r?\Z)")
_ENDS_PARAGRAPH = re.compile(r"\s*$| {0,3}(?:#{1,6}(?:[ \t]|$)|=+[ \t]*$|(?:[-*_][ \t]*){3,}$|```|~~~)")
_NO_PARAGRAPH = re.compile(
    r"[ \t]*(?:>|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|:?-+:?[ \t]*\|)"
    r"| {0,3}(?:\||</?[a-zA-Z]|<!--|%%|\$\$|\[[^\[\]]+\]:)"
)
_OVER_LINES = re.compile(r"```|~~~|%%|<!--|<%|\$\$")
_BREAK = re.compile(r" (?=#{1,6} |- |[*+] !?\[|\d{1,3}[.)] !?\[)")
_HEAD_BREAK = re.compile(r"(?<=[.!?。．！？\])]) (?=\w[\w ]{0,30}: ?!?\[)")
_HEADING_MARK = re.compile(r"#{1,6} ")
_LINK_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)]) (?:[^\[\]]{0,80}: ?)?!?\[")


def headings(text: str) -> tuple[Heading, ...]:
    """Headings in order, with "#" before or a line of "=" or "-" under them (CommonMark, ATX and setext headings).

    None from frontmatter, code, comments or mathematics; what a rule, list, quote, table or HTML ends with is none.
    """
    body = len(split(text)[0]) or int(text.startswith("\ufeff"))
    # With a line break put before the body, a match begins where the heading's own line does.
    lines = "\n" + text[body:]
    found = [(mark.start(), len(mark[1]), _title(mark[2])) for mark in _HEADING.finditer(lines)]
    if underlined := list(_underlined(lines)):
        found = sorted(found + underlined)
    literal = list(scan(text, body)) if found and _OVER_LINES.search(text, body) else []
    return tuple(
        Heading(level, title, body + start) for start, level, title in found if not within(literal, body + start)
    )


def _underlined(lines: str) -> Iterator[tuple[int, int, str]]:
    """Offset of the line break before each setext heading, its level and its text on one line."""
    for mark in _UNDERLINE.finditer(lines):
        words: list[str] = []
        start = mark.start()
        while start > 0:
            above = lines.rfind("\n", 0, start)
            line = lines[above + 1 : start].rstrip("\r")
            if _ENDS_PARAGRAPH.match(line):
                break
            if _NO_PARAGRAPH.match(line):
                words.clear()
                break
            words.append(line)
            start = above
        if words and len(words[-1]) - len(words[-1].lstrip(" \t")) <= len(mark[1]):
            yield start, 1 if mark[2][0] == "=" else 2, " ".join(word.strip() for word in reversed(words))


def section_at(headings: Sequence[Heading], offset: int) -> tuple[str, ...]:
    """Titles of the headings that `offset` lies under, from the outermost to the innermost."""
    last = bisect_right(headings, offset, key=lambda heading: heading.start)
    path: list[str] = []
    level = 7
    for heading in reversed(headings[:last]):
        if heading.level < level:
            path.append(heading.title)
            level = heading.level
    return tuple(reversed(path))


def unflatten(text: str) -> str:
    """`text` with line breaks again before headings and list items, when its body is one line holding several.

    Each line break takes the place of one blank, so character offsets stay. Links are never broken; a note that has
    its line breaks comes back unchanged.
    """
    head, body = split(text)
    if "\n" in body.strip():
        return text
    candidates = [at.start() for at in _BREAK.finditer(body)]
    spans = list(scan(body)) if candidates else []
    breaks = [at for at in candidates if not within(spans, at)]
    starts = [len(body) - len(body.lstrip()), *(at + 1 for at in breaks)]
    marks = [at for at in starts if _HEADING_MARK.match(body, at)]
    items = [at for at in starts if _LINK_ITEM.match(body, at)]
    if len(items) < 2 or not (marks or items[0] == starts[0]):
        return text
    first = min(marks + items)
    breaks += [at.start() for at in _HEAD_BREAK.finditer(body, 0, first) if not within(spans, at.start())]
    pieces = list(body)
    for at in breaks:
        pieces[at] = "\n"
    return head + "".join(pieces)


def _title(line: str) -> str:
    """A heading's text without a closing run of "#"."""
    title = line.strip()
    opened = title.rstrip("#")
    return opened.rstrip() if not opened or opened[-1] in " \t" else title
