"""Blocks of lines and their marks: what a paper is set in, list items, rows of tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from notegen.fetcher.full_text.pdf.page import Line

BlockKind = Literal["text", "item", "display", "table", "caption", "footnote", "drawing", "heading", "listing"]
ENDED = re.compile(r"[.!?:;。．！？：…][\"'”’)\]」』]*$")
_BULLET = re.compile(r"[•◦▪‣·∙●○■□–—*-]\s+\S|[•◦▪‣●■]")
LABEL = re.compile(r"(?:\(?(?:\d{1,2}|[a-hivx]{1,4})\)|\d{1,2}[.)])\s+\S")


@dataclass(slots=True, eq=False)
class Block:
    """Lines that belong together."""

    lines: list[Line]
    kind: BlockKind = "text"

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def last(self) -> Line:
        """Its last line."""
        return self.lines[-1]

    @property
    def text(self) -> str:
        """Its lines as they stand."""
        return " ".join(line.text for line in self.lines)


def is_row(line: Line) -> bool:
    """Whether a line is a row of a table: it has cells, and is no line of text that is set wide."""
    is_wide = line.fill > 0.97 and not any(" " in cell for cell in line.cells[1:])
    return len(line.cells) > 1 and not (is_wide and not any(map(str.isdecimal, line.text)))


def is_item(text: str) -> bool:
    """Whether a line begins with the mark of a list."""
    return bool(_BULLET.match(text) or LABEL.match(text))


def without_bullet(text: str) -> str:
    """An item without its bullet; a number or letter stays."""
    return text[1:].lstrip() if _BULLET.match(text) else text


@dataclass(frozen=True, slots=True)
class Style:
    """What most of a paper is set in: the size of its letters, the distance of its lines as a multiple of it."""

    size: float
    leading: float
    is_justified: bool


def style_of(lines: Sequence[Line]) -> Style:
    """The style of the running text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    size = sizes.most_common(1)[0][0]
    body = [line for line in lines if abs(line.size - size) < 0.4]
    gaps: Counter[float] = Counter()
    for above, line in zip(body, body[1:], strict=False):
        if (above.page, above.band) == (line.page, line.band) and 0.8 * size < above.y - line.y < 3 * size:
            gaps[round((above.y - line.y) * 2) / 2] += 1
    leading = gaps.most_common(1)[0][0] if gaps else 1.2 * size
    long = [line for line in body if line.fill > 0.85]
    even = sum(abs(line.right - line.x1) < 0.3 * size for line in long)
    return Style(size, leading / size, even > 0.7 * len(long))
