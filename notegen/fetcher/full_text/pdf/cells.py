"""A row as text: blanks and cells, raised and lowered letters, fractions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from notegen.fetcher.full_text.pdf.page import Box, Line, Page, Word
from notegen.fetcher.full_text.pdf.rows import Row

RAISED, LOWERED = "\x0e", "\x0f"  # around what may be the mark of a footnote: RAISED mark LOWERED

_HIGH = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_SUFFIX = re.compile(r"(?:st|nd|rd|th|er|TM|SM|®|™|◦|°|′|″|∗|\*|†|‡|§|¶)+")
_MARK = re.compile(r"\d{1,3}|[∗*†‡§¶♯♠♣♦]{1,3}|[a-h]")
_ENDS_APART = re.compile(r"/\w+$|\^\(?\w+\)?$")  # a fraction, a raised letter: what follows is no part of it
_CELL_GAP = 1.15  # of the size, between the cells of a table
_BLANK_GAP = 0.17


def line_of(page: Page, row: Row, column: int, edges: tuple[float, float]) -> Line:
    """A row as a line of its column, with its text."""
    line = Line(page.number, column, row.words, *edges, y=row.y, size=row.size)
    everything = [*row.words, *(word for piece in row.pieces for word in piece.words)]
    line.x0, line.x1 = min(word.x0 for word in everything), max(word.x1 for word in everything)
    line.cells = tuple(_cells(row, page.rules))
    line.text = " ".join(line.cells)
    line.is_bold = sum(len(word.text) for word in row.words if word.is_bold) > 0.8 * sum(len(w.text) for w in row.words)
    line.is_italic = sum(len(w.text) for w in row.words if w.is_italic) > 0.6 * sum(len(w.text) for w in row.words)
    return line


def _cells(row: Row, rules: Sequence[Box]) -> Iterable[str]:
    """The text of a row, cut where the gap is wider than between words."""
    units: list[list[Word] | list[Row]] = [*([word] for word in row.words), *_stacks(row)]
    units.sort(key=lambda unit: _start(unit, row))
    text, end, before = "", -1e9, True
    for unit in units:
        start = min(each.x0 for each in unit)
        first = unit[0]
        piece = first.text if isinstance(first, Word) else _stacked(_rows(unit), row, rules, text)
        if text and start - end > _CELL_GAP * row.size:
            yield text
            text = ""
        elif text and (
            _has_blank(first, start - end, row.size, before)
            or (end - start > 3 and text[-1].isalpha())
            or (_ENDS_APART.search(text) and piece[:1].isalnum() and not before)
        ):
            text += " "
        text += piece
        end, before = max(end, max(each.x1 for each in unit)), isinstance(first, Word)
    yield text


def _start(unit: Sequence[Word | Row], row: Row) -> float:
    """Where a piece comes in its row: what stands under or over a sign of the row, behind it."""
    start = min(each.x0 for each in unit)
    if isinstance(unit[0], Word) or unit[0].size >= 0.86 * row.size:
        return start
    over = (word.x0 for word in row.words if word.x0 + 1 < unit[0].x1 and word.x1 - 1 > start)
    return max(start, min(over, default=start) + 0.01)


def _rows(unit: Sequence[Word | Row]) -> list[Row]:
    return [each for each in unit if isinstance(each, Row)]


def _has_blank(first: Word | Row, gap: float, size: float, is_after_word: bool) -> bool:
    if gap > 0.24 * size:
        return True
    if isinstance(first, Row):
        return first.words[0].is_after_blank and gap > _BLANK_GAP * size
    return first.is_after_blank and gap > (_BLANK_GAP - 0.07 * is_after_word) * size


def _stacks(row: Row) -> list[list[Row]]:
    """The pieces of a row, together those that stand over each other."""
    stacks: list[list[Row]] = []
    for piece in sorted(row.pieces, key=lambda piece: piece.x0):
        piece.words.sort(key=lambda word: word.x0)
        width = piece.x1 - piece.x0
        for stack in stacks[-2:]:
            shared = min(stack[0].x1, piece.x1) - max(stack[0].x0, piece.x0)
            if shared > 0.4 * min(width, stack[0].x1 - stack[0].x0):
                stack.append(piece)
                break
        else:
            stacks.append([piece])
    return stacks


def _stacked(stack: list[Row], row: Row, rules: Sequence[Box], before: str) -> str:
    """What stands over each other as text: a fraction with its bar as "/", lowered letters before raised ones."""
    high, low = max(stack, key=lambda piece: piece.y), min(stack, key=lambda piece: piece.y)
    left, right = max(high.x0, low.x0), min(high.x1, low.x1)
    if high is not low and any(low.y < bar.y0 < high.y + 1 and bar.x0 < right and bar.x1 > left for bar in rules):
        return "/".join(_bracketed(" ".join(_cells(piece, rules))) for piece in (high, low))
    if high is not low and high.size >= 0.86 * row.size:
        return " ".join(" ".join(_cells(piece, rules)) for piece in (high, low))
    ordered = sorted(stack, key=lambda piece: piece.y)
    return "".join(_shifted(piece, row, rules, before) for piece in ordered)


def _bracketed(text: str) -> str:
    return f"({text})" if re.search(r"[\s+−/-]", text) and not re.fullmatch(r"\w*\([^()]*\)", text) else text


def _shifted(piece: Row, row: Row, rules: Sequence[Box], before: str) -> str:
    """A raised or lowered piece: one that may mark a footnote between signs of its own."""
    text = " ".join(_cells(piece, rules))
    if piece.size >= 0.9 * row.size or piece.y < row.y + 0.12 * row.size:
        return text
    if _MARK.fullmatch(text):
        return f"{RAISED}{text}{LOWERED}"
    return raised(text)


def raised(text: str) -> str:
    """Raised letters in a line: figures by their own signs, suffixes plain, others behind "^"."""
    high = text.translate(_HIGH)
    if not re.search(r"[^⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ]", high):
        return high
    if _SUFFIX.fullmatch(text) or not any(map(str.isalnum, text)):
        return text
    return f"^{text}" if text.isalnum() else f"^({text})"
