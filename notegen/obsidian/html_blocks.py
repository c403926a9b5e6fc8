"""Blocks of HTML in a note, in which Obsidian renders no Markdown (Obsidian help, HTML content)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from notegen.obsidian.literal import Span, within

_RAW = "(?:pre|script|style|textarea)"
_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    "|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu"
    "|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr"
    "|track|ul"
)
# CommonMark, HTML blocks, start conditions 1 and 6: up to the closing tag, and up to a blank line.
_BLOCK = re.compile(
    rf"^\ufeff? {{0,3}}<(?:{_RAW}(?=[\s>])(?:[^<]++|<(?!/{_RAW}>))*+[^\n]*+"
    rf"|/?(?:{_TAGS})(?=[\s>]|/>)[^\n]*+(?:\n(?![ \t\r]*+(?:\n|\Z))[^\n]*+)*+)",
    re.MULTILINE | re.IGNORECASE,
)


def outside_html(text: str, start: int, spans: Sequence[Span]) -> Iterator[Span]:
    """Those of the ordered spans of `text` that do not begin in a block of HTML; what is in a span begins none.

    Whether Obsidian's link cache reads links there is not documented: what cannot be clicked is not taken for a link.
    """
    blocks = (block.span() for block in _BLOCK.finditer(text, start) if not within(spans, block.start()))
    begin, end = next(blocks, (len(text), len(text)))
    for span in spans:
        while end <= span.start < len(text):
            begin, end = next(blocks, (len(text), len(text)))
        if span.start < begin:
            yield span
