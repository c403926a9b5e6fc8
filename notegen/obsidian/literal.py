"""Where a note is not read as Markdown (code, mathematics, comments, templates) and where its links lie.

Every construct is found in one pass from left to right: whichever begins first wins, so a link may hold a backtick in
its heading and a code span may hold a link. What has no nested parts is one regular expression; ends that lie further
on are looked up once and kept. Both are linear on any input.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Kind = Literal["fence", "code", "math", "comment", "template", "wikilink", "markdown-link"]


class Span(NamedTuple):
    """A stretch of text, `start` to `end` (exclusive), that is one construct."""

    kind: Kind
    start: int
    end: int


_ANGLED = r"[^<>\n]*+"
_BARE = r"(?:[^\s()<>\\]++|\\.|\([^\s()]*+\))*+"
_TITLE = r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?+[ \t]*+\)"
_LINK = (
    r"\[(?P<label>(?:[^\[\]\n\\]++|\\.|\[[^\[\]\n]*+\])*+)\]"
    rf"\([ \t]*+(?:<(?P<angled>{_ANGLED})>|(?P<bare>{_BARE})){_TITLE}"
)
_ADDRESS = rf"\([ \t]*+(?=[a-zA-Z][\w+.-]*:|[#/<]|www\.)(?:<{_ANGLED}>|{_BARE}){_TITLE}"
MARKDOWN_LINK = re.compile(_LINK)
# Every alternative begins with a plain character and ends with its name: so the search skips ordinary text at once.
_TOKEN = re.compile(
    r"\\."
    rf"|\[\[(?!\[)(?:[^\[\]\n]++|\[(?!\[)|\](?!\]))+\]\](?!{_ADDRESS})(?P<wikilink>)"
    rf"|{_LINK}(?P<markdown>)"
    r"|`[^`\n]++`(?!`)(?P<code>)|``*(?P<backticks>)|~~~~*(?P<tildes>)"
    r"|\$(?![\s$])(?:[^$\n\\]++|\\.)++(?<!\s)\$(?![\d$])(?P<math>)|\$\$(?P<displayed>)"
    r"|%%(?P<percent>)|<!--(?P<html>)|<%(?P<template>)"
)
_DIRECT: dict[str, Kind] = {"wikilink": "wikilink", "markdown": "markdown-link", "code": "code", "math": "math"}
_ENDS: dict[str, tuple[Kind, re.Pattern[str], int]] = {
    "displayed": ("math", re.compile(r"\$\$"), 2),
    "percent": ("comment", re.compile("%%"), 2),
    "html": ("comment", re.compile("-->"), 3),
    "template": ("template", re.compile("%>"), 2),
}
_FENCE = re.compile(r"```+|~~~+")
_LONGEST_LEAD = 200
_LEAD = re.compile(r"\ufeff?(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*+")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}|$)")
_LINE_END = re.compile(r"\n")
_BLOCK_END = re.compile(r"\n(?=[ \t>]*+(?:\r?\n|\Z|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|\||```|~~~))")
_QUOTES = re.compile(r"(?: {0,3}> ?)*+")
_ALONE = re.compile(r"#{1,6}(?:[ \t]|$)|(?:[-*_][ \t]*){3,}$")
_MAYBE_INDENTED = re.compile(r"\n(?: {4}|\t| {0,3}>[ >]*+(?:(?<= {4})|\t))[ \t]*+(?![-*+][ \t]|\d{1,9}[.)][ \t]|[>\s])")


def scan(text: str, start: int = 0) -> Iterator[Span]:
    """The literal parts and the links of `text` from `start` on, in order and without overlap.

    A wikilink followed by a web address in parentheses is a Markdown link whose text has brackets (CommonMark, Links).
    """
    scanner = _Scanner(text)
    at = max(start, text.startswith("\ufeff"))
    indented = deque(_indented_code(text, at))
    while at < len(text):
        for token in _TOKEN.finditer(text, at):
            kind = _DIRECT.get(token.lastgroup or "")
            if kind and not indented:  # nearly every token, at half the price
                yield Span(kind, token.start(), token.end())
                continue
            span = (indented and _around(token.start(), indented)) or scanner.construct(token)
            if span:
                yield span
                if span.end > token.end():
                    at = span.end
                    break
        else:
            return


def fences(text: str, start: int = 0) -> Iterator[Span]:
    """Fenced code blocks alone from `start` on, whatever else is around them."""
    scanner = _Scanner(text)
    at = start
    while mark := _FENCE.search(text, at):
        span = scanner.fence(mark.group(), mark.start())
        at = span.end if span else mark.end()
        if span:
            yield span


def within(spans: Sequence[Span], offset: int) -> bool:
    """Whether `offset` lies inside one of the ordered spans and not at its start."""
    before = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return before >= 0 and spans[before].start < offset < spans[before].end


class _Scanner:
    """Recognises the construct that a token begins; it is asked with growing offsets only."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ahead: dict[re.Pattern[str], int] = {}
        self._backticks: dict[int, list[int]] | None = None

    def construct(self, token: re.Match[str]) -> Span | None:
        """The construct that begins with the token, or None when that is ordinary text."""
        name = token.lastgroup
        if name is None:
            return None
        begin, end = token.span()
        if kind := _DIRECT.get(name):
            return Span(kind, begin, end)
        if name in ("backticks", "tildes") and (fence := self.fence(token.group(), begin)):
            return fence
        if name == "backticks":
            return self._code(end - begin, begin)
        return self._delimited(name, begin, end) if name in _ENDS else None

    def fence(self, token: str, begin: int) -> Span | None:
        """A fenced block, up to its closing line, the end of its quote or list item, or the end of the text."""
        text = self._text
        lead = self._lead(begin) if len(token) >= 3 else None
        if lead is None:
            return None
        after = self._next(_LINE_END, begin)
        if token[0] == "`" and text.find("`", begin + len(token), after) >= 0:
            return None
        outside = _outside(lead)
        limit = self._next(outside, after) if outside else len(text)
        closing = re.compile(rf"\n([ \t>]*+){token[0]}{{{len(token)},}}[ \t]*+(?=\r?\n|\r?\Z)")
        deepest = _columns(lead) + 3
        ends = (end.end() for end in closing.finditer(text, after, limit) if _columns(end[1]) <= deepest)
        return Span("fence", begin, next(ends, limit))

    def _code(self, length: int, begin: int) -> Span | None:
        if self._backticks is None:
            self._backticks = defaultdict(list)
            for run in re.finditer("`+", self._text):
                self._backticks[len(run.group())].append(run.start())
        runs = self._backticks.get(length, [])
        following = bisect_left(runs, begin + 1)
        if following == len(runs) or runs[following] > self._next(_BLOCK_END, begin):
            return None
        return Span("code", begin, runs[following] + length)

    def _delimited(self, name: str, begin: int, end: int) -> Span | None:
        """A comment that begins a line may span blocks, and hides the rest of the note when nothing closes it."""
        kind, ending, length = _ENDS[name]
        close = self._next(ending, end)
        real = close < len(self._text)
        if kind == "comment":
            begins_line = begin == 0 or self._text[begin - 1] in "\n\ufeff"
            closed = real and (close < self._next(_BLOCK_END, begin) or close < self._container_end(begin))
            real = begins_line or closed
        return Span(kind, begin, min(close + length, len(self._text))) if real else None

    def _container_end(self, begin: int) -> int:
        """Where the item or quote ends whose first words begin here, or `begin` when other words stand before it."""
        lead = self._lead(begin)
        if lead is None:
            return begin
        outside = _outside(lead)
        return self._next(outside, begin) if outside else len(self._text)

    def _lead(self, begin: int) -> str | None:
        """What stands before `begin` on its line, when that is nothing but blanks and marks of quotes and items."""
        line = self._text.rfind("\n", max(0, begin - _LONGEST_LEAD), begin) + 1
        if begin - line > _LONGEST_LEAD or not _LEAD.fullmatch(self._text, line, begin):
            return None
        return self._text[line:begin].removeprefix("\ufeff")

    def _next(self, pattern: re.Pattern[str], at: int) -> int:
        """Offset of the next match at or after `at`, the length of the text when there is none."""
        known = self._ahead.get(pattern, -1)
        if known < at:
            found = pattern.search(self._text, at)
            known = self._ahead[pattern] = found.start() if found else len(self._text)
        return known


def _around(offset: int, spans: deque[Span]) -> Span | None:
    """The span that holds `offset`; those before it are forgotten."""
    while spans and spans[0].end <= offset:
        spans.popleft()
    return spans[0] if spans and spans[0].start <= offset else None


def _columns(lead: str) -> int:
    """How far a line is set in behind its last quote mark."""
    return len(lead.rpartition("> ")[2].rpartition(">")[2].expandtabs(4))


def _outside(lead: str) -> re.Pattern[str] | None:
    """What ends the quote or list item a fence began in; None when it stands on its own."""
    if ">" in lead:
        return re.compile(r"\n(?![ \t]*+>)")
    if lead.strip():
        return re.compile(rf"\n {{0,{len(lead.expandtabs(4)) - 1}}}(?=[^\s])")
    return None


def _indented_code(text: str, start: int) -> Iterator[Span]:
    """Lines of indented code: four columns deeper than the list item around them, no item, in no paragraph."""
    if not (text.startswith(("    ", "\t", ">"), start) or _MAYBE_INDENTED.search(text, max(0, start - 1))):
        return
    content = depth = 0
    blank = True
    for line in re.finditer(r"[^\n]+|(?<=\n)\n", text[start:]):
        inner = _QUOTES.sub("", line.group(), count=1)
        body = inner.lstrip(" \t")
        indent = len(inner[: -len(body) or None].expandtabs(4))
        marks = line.group().count(">", 0, len(line.group()) - len(inner))
        if marks > depth:
            content, blank = 0, True
        depth = marks
        if not body.strip():
            blank = True
        elif item := _ITEM.match(body):
            content, blank = indent + len(item.group()), False
        elif blank and indent >= content + 4:
            yield Span("code", start + line.start(), start + line.end())
        else:
            alone = _ALONE.match(body)
            if blank or alone:
                content = min(content, indent)
            blank = alone is not None
