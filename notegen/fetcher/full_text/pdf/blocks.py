"""Lines as blocks: what is set together on a page, a paragraph or a part of one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.fetcher.full_text.pdf.kinds import CAPTION, NOTE_MARK, kind_of, notes_of, with_tables
from notegen.fetcher.full_text.pdf.page import Line
from notegen.fetcher.full_text.pdf.styles import ENDED, LABEL, Block, Style, is_item, is_row

REFERENCES = re.compile(
    r"(?:\d+\.?\s+|[IVX]+\.\s+)?"
    r"(?:references(?: and notes)?|bibliography|literature cited|参考文献|引用文献|文献)[.:]?",
    re.I,
)
_ENTRY = re.compile(r"\[[^\]\s]{1,12}\]\s*\S|\d{1,3}\.\s+\S")
_LEADERS = re.compile(r"(?:\. ?){6,}|…{3,}")  # of a table of contents


def blocks_of(lines: Sequence[Line], style: Style) -> list[Block]:
    """The lines in blocks, each with its kind but for headings."""
    notes = notes_of(lines, style)
    blocks: list[Block] = []
    in_references = False
    for line in (line for line in lines if not _LEADERS.search(line.text)):
        if REFERENCES.fullmatch(line.text):
            in_references = True
        elif (
            in_references
            and re.match(r"(?:[A-Z]\.?\s|appendi|supplement|付録)", line.text, re.I)
            and (line.size > 1.05 * style.size or line.is_bold)
        ):
            in_references = False
        is_note = id(line) in notes
        block = blocks[-1] if blocks else None
        if block is None or (block.kind == "footnote") != is_note or _begins(block, line, style, in_references):
            blocks.append(Block([line], "footnote" if is_note else "text"))
        else:
            block.lines.append(line)
    for block in blocks:
        if block.kind == "text":
            block.kind = kind_of(block, style)
    return with_tables(blocks)


def _begins(block: Block, line: Line, style: Style, in_references: bool) -> bool:
    """Whether a line begins a block of its own below `block`."""
    last = block.last
    gap = last.y - line.y
    size = line.size
    if (line.page, line.column, line.band) != (last.page, last.column, last.band) or gap < 0.3 * size:
        return True
    if abs(size - last.size) > 0.06 * last.size or gap > 1.3 * style.leading * size:
        return True
    # "as in / Figure 3. Then …" is no caption.
    if CAPTION.match(line.text) and (ENDED.search(last.text) or gap > 1.12 * style.leading * size):
        return True
    if is_row(line) != is_row(last) and (block.kind == "text" and CAPTION.match(block.first.text)):
        return True
    if line.is_bold != last.is_bold and not (block.lines[0] is not last and last.is_bold and gap < 1.1 * size):
        return True
    if (
        last is block.first
        and last.is_italic
        and not line.is_italic
        and last.fill < 0.8
        and not ENDED.search(last.text)
    ):
        return True
    if block.kind == "footnote":
        return bool(NOTE_MARK.match(line.text))
    if in_references:
        return _begins_entry(block, line)
    if is_item(line.text) and (not LABEL.match(line.text) or is_item(block.first.text) or ENDED.search(last.text)):
        return True
    first = block.first
    if is_item(first.text):
        return line.x0 < first.x0 - 0.3 * size or (line.x0 <= first.x0 + 0.3 * size and bool(ENDED.search(last.text)))
    is_hanging = last is first and CAPTION.match(first.text) and not ENDED.search(first.text)
    if line.x0 > last.x0 + 0.7 * size and last.x0 < last.left + 0.4 * size and not is_hanging:
        return True
    if len(block.lines) > 1 and line.x0 < last.x0 - 0.7 * size:
        return True
    is_short = last.x1 < last.right - 3 * size and bool(ENDED.search(last.text))
    return style.is_justified and is_short and line.x0 <= last.x0 + 0.3 * size


def _begins_entry(block: Block, line: Line) -> bool:
    """Whether an entry of the bibliography begins: at its label, else further left than the lines before."""
    if _ENTRY.match(block.first.text):
        return bool(_ENTRY.match(line.text)) and line.x0 < block.first.x0 + line.size
    return line.x0 < block.last.x0 - 0.5 * line.size or (
        len(block.lines) > 1 and line.x0 < block.first.x0 + 0.5 * line.size and block.lines[1].x0 > block.first.x0 + 3
    )
