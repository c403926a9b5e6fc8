"""The letters of TeX's bitmap fonts (Type 3), which say nothing of what they mean: ligatures, quotes and dashes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from ctypes import c_void_p, cast
from itertools import groupby
from typing import Any

# Places of letters in TeX's encodings of text (OT1: TeXbook, app. F; T1: "Cork").
_OT1 = {11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl"}
_OT1_SIGNS = {34: "”", 92: "“", 123: "–", 124: "—"}
_T1 = {16: "“", 17: "”", 18: "„", 21: "–", 22: "—", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl"}
_LEAST_RUN = 4  # small letters in a row, which a font of maths does not have


def spelled(raw: Any, text: Any, codes: Sequence[int]) -> dict[int, str]:
    """What the letters at their places on a page mean, for those whose code is only a place in a font of TeX.

    `codes` are the page's letters as PDFium gives them; `raw` is its interface, `text` its page of text.
    """
    suspects = [
        place
        for place, code in enumerate(codes)
        if (code in _OT1 or code in _T1) and not raw.FPDFText_IsGenerated(text, place)
    ]
    if not suspects:
        return {}
    places: dict[int, list[int]] = defaultdict(list)
    for font, group in groupby(range(len(codes)), lambda place: _font(raw, text, place)):
        places[font] += group
    found: dict[int, str] = {}
    for font in {_font(raw, text, place) for place in suspects} - {0}:
        if raw.FPDFFont_GetBaseFontName(cast(font, raw.FPDF_FONT), None, 0) > 1 or not _is_text(codes, places[font]):
            continue
        used = {codes[place] for place in places[font]}
        meant = _OT1 | _OT1_SIGNS if not used.isdisjoint(_OT1) else _T1
        found |= {place: meant[codes[place]] for place in places[font] if codes[place] in meant}
    return found


def _font(raw: Any, text: Any, place: int) -> int:
    """The font of a letter, 0 for one that PDFium put in between."""
    drawn = raw.FPDFText_GetTextObject(text, place)
    return (cast(raw.FPDFTextObj_GetFont(drawn), c_void_p).value or 0) if drawn else 0


def _is_text(codes: Sequence[int], places: Sequence[int]) -> bool:
    run, last = 0, -2
    for place in places:
        run = (run + 1 if place == last + 1 else 1) if 97 <= codes[place] <= 122 else 0
        if run >= _LEAST_RUN:
            return True
        last = place
    return False
