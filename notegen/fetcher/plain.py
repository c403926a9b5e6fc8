"""Plain text out of Markdown and HTML: what a reader sees stays, with its formulas; marks and unseen characters go."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from notegen.obsidian.literal import scan
from notegen.unseen import seen

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x1c-\x1f\x85]")

_HELD = re.compile("\ue000([0-9]+)\ue001")
_SCRIPT = re.compile(r"<(script|style|template)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>=]+))*\s*/?>"
_BLOCKS = (
    "p|div|h[1-6]|ul|ol|li|table|thead|tbody|tr|td|th|section|article|blockquote|pre|center|figure"
    "|figcaption|details|summary"
)
_INLINES = "a|abbr|b|cite|code|em|font|i|kbd|mark|s|small|span|strong|sub|sup|tt|u"
_BLOCK_TAG = re.compile(rf"</?(?:{_BLOCKS}|br|hr){_ATTRIBUTES}", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:{_INLINES}|img){_ATTRIBUTES}", re.IGNORECASE)
_ELEMENT = re.compile(rf"<(?P<end>/?)(?P<name>{_BLOCKS}|{_INLINES})\b(?P<rest>[^<>]{{0,2000}})>", re.IGNORECASE)
_ZERO = r"(?:0+(?:\.0*)?|\.0+)(?:px|pt|em|rem|%)?(?:[\s;\"'!]|$)"
_WHITE = r"(?:white|#f{3}[\da-f]?|#f{6}(?:[\da-f]{2})?|transparent|rgba?\(\s*255\s*,\s*255\s*,\s*255)\b"
_UNSEEN_STYLE = re.compile(
    r"^(?:\s+[\w:-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?)*?\s+hidden(?=[\s=/]|$)"
    r"|\sstyle\s*=.*?(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:left|top|text-indent)\s*:\s*-\d{3}"
    rf"|(?:opacity|font-size)\s*:\s*{_ZERO}|font-size\s*:\s*(?:1|0?\.\d+)(?:px|pt)|(?<![-\w])color\s*:\s*{_WHITE})"
    rf"|\scolor\s*=\s*[\"']?{_WHITE}",
    re.IGNORECASE | re.DOTALL,
)
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n|\Z")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_EMBED = re.compile(r"!\[\[[^\[\]\n]{1,300}\]\]|!\[[^\[\]\n]{0,300}\]\([^()\n]{0,600}\)")
_WIKILINK = re.compile(r"\[\[(?:[^\[\]|\n]{0,300}\|)?([^\[\]|\n]{1,300})\]\]")
_LINK = re.compile(r"\[([^\[\]\n]{1,600})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,600}\)")
_DEFINITION = re.compile(r"^[^\S\n]{0,3}\[[^\[\]\n]{1,100}\]:[^\n]*$", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,60}\]")
_STRONG = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*]{1,600}?)(?<=\S)\1(?![\w*])")
_SLANTED = re.compile(r"(?<!\w)_(?=[^\s_])([^_\n]{1,300})(?<=\S)_(?!\w)")
_MARKED = re.compile(r"(==|~~)(?=[^\s=~])([^=~\n]{1,300})\1")
_ESCAPE = re.compile(r"\\([*_#`|>~%&'\"!.+<@^-])")
_LINE_ESCAPE = re.compile(r"\\$", re.MULTILINE)
# Fenced divs and attributes (Pandoc User's Guide, "Divs and Spans", "Header identifiers"), Obsidian's block ids.
_DIV = re.compile(r"^\s{0,3}:{3,}(?:[^\S\n]*[\w{].*)?$", re.MULTILINE)
_ATTRIBUTE = re.compile(
    r"[^\S\n]?\{(?:-|[#.][^{}\n]{1,200})\}(?=\s|[.,;:)]|$)|[^\S\n]\^(?=[\w-]*[a-z])[\w-]{3,}$", re.MULTILINE
)
_RULE_OR_ROW = re.compile(r"\s*(?:\|.*|[-*_=]{3,}|(?:[-*_]\s){2,}[-*_])\s*")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+(?:\[![\w-]+\][+-]?)?")
_CALLOUT = re.compile(r"\s{0,3}(?:>\s?)+\[![\w-]+\]")
_BULLET = re.compile(r"\s*[-*+•]\s+(?:\[.\]\s+)?")
_NUMBER = re.compile(r"\s*\d{1,3}[.)]\s+")


def visible(text: str) -> str:
    """`text` without characters nobody sees (zero-width, direction, tags, controls), ligatures spelled out.

    Line ends of every kind become "\\n".
    """
    return seen(_LINE_END.sub("\n", text.translate(_LIGATURES)))


def plain(markdown: str) -> str:
    """The running text of a Markdown body, paragraphs and list items apart by a blank line.

    Code blocks, comments, tables, images, footnotes and what HTML hides (`hidden`; not displayed, white, transparent or
    tiny by its own style) are left out; formulas stay as they are written.
    """
    held: list[str] = []
    text = "".join(_without_literals(markdown.replace("\ue000", "").replace("\ue001", ""), held))
    text = "".join(_without_hidden(_SCRIPT.sub("", text)))
    text = _INLINE_TAG.sub("", _BLOCK_TAG.sub("\n\n", text))
    text = _FOOTNOTE.sub("", _DEFINITION.sub("", _EMBED.sub("", text)))
    text = _ATTRIBUTE.sub("", _DIV.sub("", text))
    text = _LINK.sub(r"\1", _WIKILINK.sub(r"\1", text))
    text = "\n".join(_lines(text))
    text = _MARKED.sub(r"\2", _SLANTED.sub(r"\1", _STRONG.sub(r"\2", text)))
    text = visible(_ENTITY.sub(lambda entity: html.unescape(entity[0]), _LINE_ESCAPE.sub("", _ESCAPE.sub(r"\1", text))))
    return _HELD.sub(lambda mark: held[int(mark[1])], text)


def _without_literals(text: str, held: list[str]) -> Iterator[str]:
    """The text with formulas put aside into `held`, code spans bare, and code blocks and comments left out."""
    at = 0
    for span in scan(text):
        inner = text[span.start : span.end]
        if span.kind in ("wikilink", "markdown-link"):
            continue
        yield text[at : span.start]
        at = span.end
        if span.kind == "math" or (span.kind == "code" and inner.startswith("`")):
            held.append(inner if span.kind == "math" else inner.strip("`").strip())
            yield f"\ue000{len(held) - 1}\ue001"
        else:
            yield "\n\n" if span.kind in ("fence", "code") else " "
    yield text[at:]


def _without_hidden(text: str) -> Iterator[str]:
    """The text without elements whose own tag hides them; one that is never closed hides its paragraph."""
    tags = list(_ELEMENT.finditer(text))
    last_end = {tag["name"].lower(): tag.end() for tag in tags if tag["end"]}
    at = 0
    for place, tag in enumerate(tags):
        if tag.start() < at or tag["end"] or not _UNSEEN_STYLE.search(tag["rest"]):
            continue
        yield text[at : tag.start()]
        name = tag["name"].lower()
        if last_end.get(name, 0) > tag.end():
            at = _end_of(tags, place, last_end[name])
        else:
            paragraph = _PARAGRAPH_END.search(text, tag.end())
            at = paragraph.start() if paragraph else len(text)
    yield text[at:]


def _end_of(tags: Sequence[re.Match[str]], place: int, last: int) -> int:
    """Where the element that begins with the tag at `place` ends; `last` where its tags do not balance."""
    name = tags[place]["name"].lower()
    depth = 0
    for at in range(place, len(tags)):
        if tags[at]["name"].lower() == name:
            depth += -1 if tags[at]["end"] else 1
            if depth == 0:
                return tags[at].end()
    return last


def _lines(text: str) -> Iterator[str]:
    """The lines without the marks of quotes and list items; each item begins a paragraph."""
    ended = True
    for line in text.split("\n"):
        is_callout = bool(_CALLOUT.match(line))
        line = _QUOTE.sub("", line, count=1) if line.lstrip().startswith(">") else line
        if _RULE_OR_ROW.fullmatch(line):
            line = ""
        bullet = _BULLET.match(line) or (_NUMBER.match(line) if ended else None)
        if bullet:
            yield ""
            line = line[bullet.end() :]
        yield f"{line}\n" if is_callout else line
        is_closed = line.rstrip().endswith((".", ":", ";", "。", "："))
        ended = is_callout or bullet is not None or not line.strip() or is_closed
