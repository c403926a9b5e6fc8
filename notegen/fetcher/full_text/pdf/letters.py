"""The letters of a PDF's page in the order of the file, put together to words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from ctypes import c_double, c_int, c_uint, create_string_buffer
from typing import Any

from notegen.fetcher.full_text.pdf.bitmaps import spelled
from notegen.fetcher.full_text.pdf.page import Box, Word

_NO_BLANK_GAP = 0.22  # of the letters' size; TeX shrinks a blank to it at most
_BOLD = re.compile(r"bold|black|heavy|semib|demi|medi(?!um)|cmbx|cmssbx|sfbx|bx\d|[-,]b$|\bw[6-9]\b", re.I)
_ITALIC = re.compile(r"ital|obli|slant|cmti|cmsl|sfti|[-,]i$", re.I)
_EXTENSION = re.compile(r"cmex|lmmathext|mathextension|mtex|rmtmex", re.I)
# The font of large operators and brackets, whose places hold letters where it says nothing of itself (TeXbook, app. F).
_LARGE = {
    **dict(zip(map(ord, "PXQYRZS[T\\UVpqrstIHJ"), "∑∑∏∏∫∫∪∪∩∩⊎∧√√√√√∮∮⊙", strict=True)),
    **dict.fromkeys((0, 16, 18, 32, 48, 64), "("), **dict.fromkeys((1, 17, 19, 33, 49, 65), ")"),
    **dict.fromkeys((2, 20, 34, 50), "["), **dict.fromkeys((3, 21, 35, 51), "]"),
    **dict.fromkeys((8, 26, 40, 56), "{"), **dict.fromkeys((9, 27, 41, 57), "}"), 12: "|", 13: "∥",
}  # fmt: skip
_HANGING = frozenset(map(ord, "√∑∏∫∮"))  # TeX hangs them from the line
_BLANKS = frozenset((9, 10, 13, 32, 0xA0, 0x2000, 0x2001, 0x2002, 0x2003, 0x2009, 0x200A, 0x202F, 0x3000))
_HYPHENS = frozenset((2, 0xAD, 0xFFFE))  # how pdfium marks one at the end of a line, by version
_FORCE_BOLD = 1 << 18  # ISO 32000-1, table 123
UNPAINTED = (3, 7)  # modes: neither filled nor stroked, clipping (ISO 32000-1, table 106)
_LEAST_SIZE = 2.5  # points; smaller letters cannot be read by anybody
_WHITE = 250
_MOST_LETTERS = 60_000  # on a page


class Letters:
    """Reads the letters of a page in the order of the file and gives them word by word.

    `raw` is pypdfium2's interface to PDFium, `text` PDFium's page of text. Letters that are not painted are only read
    if `reads_unpainted`, as on a scan, where they stand behind its picture; white ones only on a `dark` ground.
    """

    def __init__(self, raw: Any, text: Any, reads_unpainted: bool, dark: Sequence[Box] = ()) -> None:
        self._raw = raw
        self._text = text
        self._count = min(raw.FPDFText_CountChars(text), _MOST_LETTERS)
        self._reads_all = reads_unpainted
        self._dark = dark
        self._x, self._y = c_double(), c_double()
        self._box, self._matrix = raw.FS_RECTF(), raw.FS_MATRIX()
        self._name, self._flags = create_string_buffer(128), c_int()
        self._colour = [c_uint() for _ in range(4)]
        self._is_large = False

    def words(self) -> Iterator[Word]:
        """The words that can be seen."""
        word: Word | None = None
        font_size, last_x, last_y, blank = 0.0, -1e9, -1e9, True
        unicode_of: Callable[[Any, int], int] = self._raw.FPDFText_GetUnicode
        codes = [unicode_of(self._text, place) for place in range(self._count)]
        meant = spelled(self._raw, self._text, codes)
        for place, code in enumerate(codes):
            is_blank = code in _BLANKS and not self._is_large and place not in meant
            if is_blank or self._raw.FPDFText_IsGenerated(self._text, place):
                blank = True
                continue
            self._raw.FPDFText_GetCharOrigin(self._text, place, self._x, self._y)
            self._raw.FPDFText_GetLooseCharBox(self._text, place, self._box)
            x, y, size = self._x.value, self._y.value, self._raw.FPDFText_GetFontSize(self._text, place)
            if word is not None and not blank and x == last_x and y == last_y:  # one more letter of a ligature
                word.text += meant.get(place) or _letter(code)
                continue
            if (
                word is None or blank or abs(size - font_size) > 0.01 or abs(y - last_y) > 0.1 * word.size
                or not -0.4 * word.size < x - word.x1 < _NO_BLANK_GAP * word.size
            ):  # fmt: skip
                if word is not None and self._is_seen(word):
                    yield _whole(word)
                word = self._begun(place, x, y, size, blank)
                font_size, blank = size, False
            letter = meant.get(place) or _letter(code)
            word.text += _LARGE.get(code, letter) if self._is_large else letter
            last_x, last_y = x, y
            word.x1, word.y_end = self._box.right, self._box.top
        if word is not None and self._is_seen(word):
            yield _whole(word)

    def _begun(self, place: int, x: float, y: float, size: float, blank: bool) -> Word:
        raw, matrix = self._raw, self._matrix
        raw.FPDFText_GetMatrix(self._text, place, matrix)
        raw.FPDFText_GetFontInfo(self._text, place, self._name, 128, self._flags)
        name = self._name.value.decode("utf-8", "replace").rpartition("+")[2]
        scale = (matrix.c**2 + matrix.d**2) ** 0.5 or 1.0
        turn = 0 if abs(matrix.b) < 0.1 * scale and matrix.a >= 0 else _turn(matrix.a, matrix.b)
        is_bold = bool(_BOLD.search(name)) or bool(self._flags.value & _FORCE_BOLD)
        self._is_large = bool(_EXTENSION.search(name))
        word = Word("", x, x, y, abs(size * scale), is_bold, blank, turn)
        word.is_italic = bool(_ITALIC.search(name))
        word.is_seen = not self._is_unseen(place, x, y)
        if self._is_large or raw.FPDFText_GetUnicode(self._text, place) in _HANGING:
            edges = [c_double() for _ in range(4)]
            raw.FPDFText_GetCharBox(self._text, place, *edges)
            word.y = (edges[2].value + edges[3].value) / 2 - 0.25 * word.size
        return word

    def _is_unseen(self, place: int, x: float, y: float) -> bool:
        self._raw.FPDFText_GetFillColor(self._text, place, *self._colour)
        red, green, blue, alpha = (each.value for each in self._colour)
        if alpha == 0 or (min(red, green, blue) >= _WHITE and not any(box.holds(x, y) for box in self._dark)):
            return True
        if self._reads_all:
            return False
        drawn = self._raw.FPDFText_GetTextObject(self._text, place)
        return self._raw.FPDFTextObj_GetTextRenderMode(drawn) in UNPAINTED

    def _is_seen(self, word: Word) -> bool:
        return word.is_seen and word.size >= _LEAST_SIZE and bool(word.text.strip())


def _whole(word: Word) -> Word:
    """The word with letters that came in two halves (UTF-16) as one; half a letter is U+FFFD."""
    if any("\ud800" <= char <= "\udfff" for char in word.text):
        word.text = word.text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return word


def _letter(code: int) -> str:
    if code in _HYPHENS:
        return "\u00ad" if code == 0xAD else "-"
    return chr(code) if code >= 32 else ("" if code else "\ufffd")


def _turn(a: float, b: float) -> int:
    """Quarter turns of the writing, to the left; 4 for a slant that is none of them."""
    if abs(b) > 10 * abs(a):
        return 1 if b > 0 else 3
    return 2 if abs(a) > 10 * abs(b) else 4
