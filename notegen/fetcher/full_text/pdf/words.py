"""A PDF's pages as words with their places: the only module that imports pypdfium2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from ctypes import byref, c_float, c_int, c_uint
from typing import Any

from notegen.errors import NotegenError
from notegen.fetcher.full_text.pdf.letters import UNPAINTED, Letters
from notegen.fetcher.full_text.pdf.page import Box, Page, Word

_TEXT, _PATH, _IMAGE, _FORM = 1, 2, 3, 5  # kinds of objects on a page
_MOST_OF_PAGE = 0.6
_MOST_OBJECTS = 20_000
_OPAQUE, _DARK = 200, 190  # of 255


def pages_of(data: bytes, most_pages: int) -> tuple[int, Iterator[Page]]:
    """How many pages there are, and the first of them one by one. Raises `NotegenError` for what is no readable PDF."""
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(data)
        count = len(document)
    except pdfium.PdfiumError as error:
        raise _refused(str(error).lower(), b"/Encrypt" in data) from error
    return count, _pages(document, min(count, most_pages))


def _refused(said: str, is_locked: bool) -> NotegenError:
    what = "the PDF cannot be read"
    if is_locked and ("password" in said or "security" in said):
        return NotegenError(what, "it is locked with a password", "Save it without one")
    why = "it has no pages" if "success" in said else "it is broken or no PDF"
    return NotegenError(what, why, "Fetch it again, or give the paper's text as .txt")


def _pages(document: Any, count: int) -> Iterator[Page]:
    import pypdfium2 as pdfium

    with closing(document):
        for index in range(count):
            try:
                with closing(document[index]) as page, closing(page.get_textpage()) as text:
                    yield _page(index, page, text)
            except pdfium.PdfiumError:
                yield Page(index, 0, 0, [], [], [], is_broken=True)


def _page(index: int, page: Any, text: Any) -> Page:
    import pypdfium2.raw as raw

    left, bottom, right, top = page.get_bbox()
    rules, pictures, dark, has_unseen = _drawn(page.raw, (right - left) * (top - bottom))
    is_scan = any(box.area > _MOST_OF_PAGE * (right - left) * (top - bottom) for box in pictures)
    letters = Letters(raw, text.raw, is_scan or not has_unseen, dark)
    words = [word for word in letters.words() if left - 1 <= word.x0 <= right + 1 and bottom - 1 <= word.y <= top + 1]
    turn = _direction(words)
    kept = [_turned(word, turn) for word in words if word.turn == turn]
    area = Box(left, bottom, right, top).turned(turn)
    pictures = [] if is_scan else [box.turned(turn) for box in pictures]
    return Page(index, area.x0, area.x1, kept, [box.turned(turn) for box in rules], pictures, area.y0, area.y1)


def _direction(words: list[Word]) -> int:
    counted: Counter[int] = Counter()
    for word in words:
        counted[word.turn] += len(word.text)
    return counted.most_common(1)[0][0] if counted else 0


def _turned(word: Word, turn: int) -> Word:
    if not turn:
        return word
    box = Box(min(word.x0, word.x1), word.y, max(word.x0, word.x1), word.y_end).turned(turn)
    word.x0, word.x1, word.y = box.x0, max(box.x1, box.x0), box.y0
    return word


def _drawn(page: Any, area: float) -> tuple[list[Box], list[Box], list[Box], bool]:
    """Thin level lines, pictures, dark grounds, and whether there is text that is not painted."""
    import pypdfium2.raw as raw

    rules, pictures, dark, has_unseen = [], [], [], False
    left, bottom, right, top = c_float(), c_float(), c_float(), c_float()
    for place in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        drawn = raw.FPDFPage_GetObject(page, place)
        kind = raw.FPDFPageObj_GetType(drawn)
        if kind == _TEXT:
            has_unseen = has_unseen or raw.FPDFTextObj_GetTextRenderMode(drawn) in UNPAINTED
        elif kind in (_PATH, _IMAGE, _FORM):
            if not raw.FPDFPageObj_GetBounds(drawn, byref(left), byref(bottom), byref(right), byref(top)):
                continue
            box = Box(left.value, bottom.value, right.value, top.value)
            if kind != _PATH:
                if kind == _IMAGE or box.area < _MOST_OF_PAGE * area:
                    pictures.append(box)
            elif box.y1 - box.y0 < 2.5 and box.x1 - box.x0 > 3:
                rules.append(box)
            elif _is_dark(drawn):
                dark.append(box)
    return rules, pictures, dark, has_unseen


def _is_dark(path: Any) -> bool:
    """Whether a path is filled with a colour on which white letters can be read."""
    import pypdfium2.raw as raw

    mode, stroked = c_int(), c_int()
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    if not raw.FPDFPath_GetDrawMode(path, byref(mode), byref(stroked)) or mode.value == raw.FPDF_FILLMODE_NONE:
        return False
    raw.FPDFPageObj_GetFillColor(path, byref(red), byref(green), byref(blue), byref(alpha))
    return alpha.value > _OPAQUE and 0.3 * red.value + 0.59 * green.value + 0.11 * blue.value < _DARK
