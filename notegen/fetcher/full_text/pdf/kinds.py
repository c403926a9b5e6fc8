"""What a block of lines is: text, a list item, a formula, a table, a caption, a drawing, a footnote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from notegen.fetcher.full_text.pdf.cells import LOWERED, RAISED
from notegen.fetcher.full_text.pdf.page import Line
from notegen.fetcher.full_text.pdf.styles import ENDED, Block, BlockKind, Style, is_item, is_row

CAPTION = re.compile(
    r"(?:(?:figure|fig\.|table|tab\.|algorithm|listing|scheme|box|supplementary (?:figure|table))\s*"
    r"(?:[A-Z]?\.?\d+(?:[.-]\d+)*[a-z]?|[IVX]+)\s*(?:[.:|–—]|$|\([a-z]\))|(?:図|表)\s*\d+(?:[.-]\d+)*\s*[：:.．\s\u3000]?(?!に|は|の|を|で|と|が|か|も))",
    re.I,
)  # fmt: skip
NOTE_MARK = re.compile(rf"{RAISED}[^{LOWERED}]{{1,3}}{LOWERED}|[∗*†‡§¶]+\s?(?=\w)")
_RELATION = re.compile(r"[=<>≤≥≈∼∝∈⊂→↦≡≠+−∑∏∫√]|:=|\bargm(?:in|ax)\b")
_EQUATION_NUMBER = re.compile(r"\(\s?[A-Z]?\.?\d+(?:\.\d+)*[a-z]?\s?\)$")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NOTE_SIZE = 0.93
_STEP = re.compile(r"\d{1,3}:(?:\s|$)|(?:input|output|require|ensure|data|result)s?:\s", re.I)


def notes_of(lines: Sequence[Line], style: Style) -> set[int]:
    """The footnotes: small lines at the foot of a column, from the first that begins with a mark."""
    notes: set[int] = set()
    for _, group in groupby(lines, key=lambda line: (line.page, line.column)):
        column = list(group)
        below: list[Line] = []
        for line in reversed(column):
            if line.size > _NOTE_SIZE * style.size or CAPTION.match(line.text):
                break
            below.insert(0, line)
        marked = next((place for place, line in enumerate(below) if NOTE_MARK.match(line.text)), None)
        if marked is None and 0 < len(below) < len(column):
            # Without a mark what breaks into a sentence is a note, too: a notice of the publisher's, say.
            above = column[-len(below) - 1]
            is_cut = above.fill > 0.9 and not ENDED.search(above.text) and not CAPTION.match(above.text)
            marked = 0 if is_cut and below[0].text[:1].isupper() and len(below) < 12 else None
        if marked is not None and len(below) < len(column):
            notes.update(id(line) for line in below[marked:])
    return notes


def kind_of(block: Block, style: Style) -> BlockKind:
    """What a block is by itself."""
    text = block.text
    if CAPTION.match(text):
        return "caption"
    if is_display(block):
        return "display"
    if len(block.lines) > 1 and sum(bool(_STEP.match(line.text)) for line in block.lines) > 0.5 * len(block.lines):
        return "listing"
    rows = [line for line in block.lines if is_row(line)]
    if len(rows) >= 0.6 * len(block.lines) and not ENDED.search(text):
        return "table"
    if is_item(text):
        return "item"
    return "text"


def is_display(block: Block) -> bool:
    """Whether a block is a formula set apart: signs, few words, in the middle of its column or numbered."""
    line = block.first
    text = block.text
    words = [word for word in _WORD.findall(text) if word.islower()]
    is_set_off = line.indent > 1.2 or bool(_EQUATION_NUMBER.search(text))
    return is_set_off and bool(_RELATION.search(text)) and len(words) <= 2 + len(text) / 25 and not is_item(text)


def with_tables(blocks: list[Block]) -> list[Block]:
    """Tables in one piece, what stands alone in cells and belongs to no table or figure as text again, drawings."""
    merged: list[Block] = []
    for block in blocks:
        before = merged[-1] if merged else None
        if before and before.kind == block.kind == "table" and _is_near(before, block):
            before.lines += block.lines
        else:
            merged.append(block)
    for place, block in enumerate(merged):
        beside = [other.kind for other in merged[max(place - 1, 0) : place + 2]]
        if block.kind == "table" and len(block.lines) < 2 and "caption" not in beside:
            block.kind = "text"
        if block.kind == "caption" and re.match(r"fig|図|scheme", block.text, re.I):
            _mark_drawing(merged, block)
    return merged


def _is_near(above: Block, below: Block) -> bool:
    return above.last.page == below.first.page and 0 < above.last.y - below.first.y < 3.2 * below.first.size


def _mark_drawing(blocks: Sequence[Block], caption: Block) -> None:
    """The words of a drawing above its caption: what is short and has no stop, up to the first running text."""
    top, column = caption.first, caption.first.column
    for side in {0, 1, 2} if column == 2 else {column, 2}:
        above = [
            block for block in blocks
            if block.first.page == top.page and block.last.y > top.y and block.first.column == side
        ]  # fmt: skip
        for block in sorted(above, key=lambda block: block.last.y):
            if block.kind not in ("text", "table", "display") or _is_running(block, top.size):
                break
            block.kind = "drawing"


def _is_running(block: Block, size: float) -> bool:
    """Whether a block can be no part of a drawing."""
    words = len(_WORD.findall(block.text))
    is_large = block.first.is_bold or block.first.size > 1.05 * size
    return words > 6 * len(block.lines) or bool(ENDED.search(block.text)) or (is_large and words > 0)
