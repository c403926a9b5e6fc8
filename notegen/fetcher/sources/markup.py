"""Plain text out of what publishers deposit: JATS (NISO Z39.96), MathML and HTML mixed, often escaped twice."""

from __future__ import annotations

import html
import re

from notegen.fetcher.plain import visible

_LONGEST_TEXT = 200_000
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});", re.IGNORECASE)
_PREFIX = r"(?:\w{1,9}:)?"
_END = rf"(?:</{_PREFIX}\1\s*>|\Z)"
_UNSEEN = re.compile(rf"<{_PREFIX}(script|style|annotation(?:-xml)?)\b[^<>]*>.*?{_END}|<!--.*?(?:-->|\Z)", re.S | re.I)
_CHOICE = re.compile(rf"<{_PREFIX}(alternatives)\b[^<>]*>(.*?){_END}", re.S | re.I)
_TEX = re.compile(rf"<{_PREFIX}(tex-math)\b[^<>]*>(.*?){_END}", re.S | re.I)
_TEX_FRAME = re.compile(r"\\documentclass.*?(?:\\begin\{document\}|\Z)|\\end\{document\}", re.S)
_DISPLAYED = re.compile(r"\$\$([^$]{1,2000})\$\$")
_HEADING = re.compile(rf"<{_PREFIX}title\b[^<>]*>([^<>]*)</{_PREFIX}title\s*>", re.I)
_TOKEN = rf"<{_PREFIX}m[nio]\b[^<>]*>([^<>]*)</{_PREFIX}m[nio]\s*>\s*"
_POWER = re.compile(
    rf"<{_PREFIX}msup\b[^<>]*>\s*{_TOKEN}((?:[^<>]|</?{_PREFIX}m(?:[nio]|row)\b[^<>]*>)*)</{_PREFIX}msup\s*>"
)
_RAISED = re.compile(rf"<{_PREFIX}sup\b[^<>]*>([^<>]{{1,40}})</{_PREFIX}sup\s*>", re.I)
_HIGH = str.maketrans("0123456789+-\u2212=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_TAG = re.compile(
    r"</?(?:(\w{1,9}):)?([a-z][\w.-]{0,30})(?:\s+[\w:.-]{1,60}\s*=\s*(?:\"[^\"<>]{0,600}\"|'[^'<>]{0,600}'))*\s*/?>",
    re.I,
)
_BLOCK_TAGS = "p sec title list list-item disp-formula break br div li ul ol label h1 h2 h3 h4 td tr table"
_INLINE_TAGS = """a alternatives b bold em ext-link font i inline-formula italic math mfrac mi mn mo monospace mrow msub
    msup mtext named-content sc scp small span strong styled-content sub sup tex-math tt u underline xref"""
_BLOCKS, _INLINE = frozenset(_BLOCK_TAGS.split()), frozenset(_INLINE_TAGS.split())
_SAYS_ABSTRACT = frozenset({"abstract", "summary", "要旨", "抄録", "概要"})
_LEADING = re.compile(
    rf"(?i:{'|'.join(sorted(_SAYS_ABSTRACT))})\s*[:：.—–-]+\s*|(?:Abstract|ABSTRACT)\s+(?=(?:We|The|This|These|In|A|An"
    r"|Background|Objectives?|Purpose|Introduction|Motivation|Recent|Although|Despite|Our|To|For|With|As|While)\b)"
)


def plain_text(markup: object) -> str:
    """The text of a string with JATS, MathML or HTML in it, in one line; "" for anything else or for a whole book.

    A formula given twice stays as TeX, an exponent stays raised; a sign < that opens no tag is a sign.
    """
    if not isinstance(markup, str) or len(markup) > _LONGEST_TEXT:
        return ""
    text = markup
    if "&" in text:  # twice, because deposits are often escaped twice
        text = _unescaped(_unescaped(text))
    if "<" in text:
        text = _UNSEEN.sub(" ", text)
        text = _CHOICE.sub(lambda choice: found[0] if (found := _TEX.search(choice[2])) else choice[2], text)
        text = _HEADING.sub(lambda heading: _as_opening(heading[1]), text)
        text = _POWER.sub(lambda power: power[1].strip() + _raised(_TAG.sub("", power[2]), "^"), text)
        text = _RAISED.sub(lambda raised: _raised(raised[1], "" if raised[1].strip().isalpha() else "^"), text)
        text = _TAG.sub(_untagged, text)
    text = _DISPLAYED.sub(r"$\1$", _TEX_FRAME.sub("", text)) if "\\" in text or "$$" in text else text
    return " ".join(visible(text).split())


def abstract_text(markup: object) -> str:
    """An abstract as plain text, without a heading that only says what it is."""
    text = plain_text(markup)
    heading = _LEADING.match(text)
    return text[heading.end() :] if heading else text


def _unescaped(text: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def _as_opening(heading: str) -> str:
    words = heading.strip()
    if words.rstrip(".:").casefold() in _SAYS_ABSTRACT:
        return " "
    return f" {words} " if not words or words[-1] in ".:?!。：" else f" {words}: "


def _raised(text: str, mark: str) -> str:
    high = "".join(text.split()).translate(_HIGH)
    return high if all(sign in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ" for sign in high) else mark + text.strip()


def _untagged(tag: re.Match[str]) -> str:
    name = tag[2].casefold()
    if name in _BLOCKS:
        return " "
    return "" if tag[1] or name in _INLINE else tag[0]
