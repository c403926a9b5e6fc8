"""Running text put together piece by piece: where paragraphs end, what sticks together, what left no gap."""

from __future__ import annotations

import re
from collections.abc import Iterable

from notegen.fetcher.plain import visible

# Marks between pieces. No page can hold them: a parser of HTML turns controls into U+FFFD.
BREAK, END, JOIN, STICK, GONE = "\x01", "\x02", "\x03", "\x04", "\x05"

_BETWEEN = re.compile("(?<![ \x01-\x05])[ \x01-\x05]++")
_CLOSING = frozenset(",.;:!?)]}’”、。，．）」")
_DISPLAYED = re.compile(r"\$\$[^$]*\$\$")
_TWICE_ENCODED = re.compile("[\u00c2-\u00f4][\u0080-\u00bf]{1,3}")
_CONTROL = re.compile("[\u0080-\u009f]")
_THOUSANDS = re.compile("(?<=\\d)[\u2009\u202f](?=\\d{3}(?!\\d))")


def running(pieces: Iterable[str], between: str = "\n\n") -> str:
    """The text of the pieces, blanks collapsed, its paragraphs apart by `between`.

    BREAK ends a paragraph and so does END, unless a displayed formula between two JOINs carries it on; what follows
    STICK goes on in the line of the label before it. No blank stays before a stop where something was taken out (GONE)
    or set apart (JOIN). What holds displayed formulas and no word, or only a sign (∎), belongs to the paragraph before.
    """
    text = _BETWEEN.sub(_gap, " ".join(mended("".join(pieces)).split()))
    paragraphs: list[str] = []
    for paragraph in map(str.strip, text.split("\n")):
        if paragraphs and not _says_something(paragraph):
            paragraphs[-1] = f"{paragraphs[-1]} {paragraph}".rstrip()
        else:
            paragraphs.append(paragraph)
    whole = between.join(filter(None, paragraphs))
    return whole if whole.isascii() else visible(whole)


def _gap(match: re.Match[str]) -> str:
    """What stands between two words for the marks between them."""
    marks = match[0]
    if STICK in marks:
        return " "
    if BREAK in marks or (END in marks and JOIN not in marks):
        return "\n"
    if (GONE in marks or JOIN in marks) and match.string[match.end() : match.end() + 1] in _CLOSING:
        return ""
    return " " if " " in marks or JOIN in marks else ""


def _says_something(paragraph: str) -> bool:
    words = _DISPLAYED.sub("", paragraph) if paragraph.startswith("$$") else paragraph
    return any(map(str.isalnum, words))


def mended(text: str) -> str:
    """Text with bytes put right that were taken for Latin-1 (twice encoded), thin blanks in numbers as commas."""
    if _CONTROL.search(text):
        text = _TWICE_ENCODED.sub(_decoded, text)
    return _THOUSANDS.sub(",", text)


def escaped(text: str | None) -> str:
    r"""Plain text in which a dollar opens no formula."""
    return text.replace("$", r"\$") if text else ""


def _decoded(match: re.Match[str]) -> str:
    if not _CONTROL.search(match[0]):
        return match[0]
    try:
        return match[0].encode("latin-1").decode("utf-8")
    except UnicodeError:
        return match[0]
