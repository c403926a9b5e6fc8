"""Formulas: where LaTeXML keeps their TeX, and the rows of displayed ones."""

from __future__ import annotations

import re
from typing import Any

from notegen.fetcher.full_text.latexml.flow import running
from notegen.fetcher.full_text.latexml.tex import formula, tidied

MARKED = "\x06{}\x07"  # a formula's TeX among the words of a row
_FORMULA = re.compile("\x06([^\x06\x07]*)\x07")
_NO_TEXT = re.compile(r"[{}\\$]")
_TEX = "application/x-tex"


def tex_of(node: Any) -> str:
    """The tidied TeX of a formula: its `alttext`, else its annotation, else its glyphs one after the other.

    MathML 3, 5.1 (annotations); LaTeXML writes the same TeX into both.
    """
    tex = node.get("alttext") or node.get("alt") or ""
    if not tex:
        notes = [each for each in node.iter("annotation") if each.get("encoding") == _TEX]
        tex = notes[0].text or "" if notes else ""
    if not tex:
        glyphs = (each.text or "" for each in node.iter("mi", "mn", "mo", "mtext", "ms"))
        tex = "".join(each.strip("\u2061\u2062\u2063\u2064") for each in glyphs)
    return tidied(tex)


def equation_row(row: str, labels: list[str]) -> str:
    r"""A row of a displayed formula, its cells joined; words beside a formula as `\text{…}`, alone as they are."""
    pieces = _FORMULA.split(row)
    if len(pieces) == 1:
        return running(pieces)
    tex = ""
    for place, piece in enumerate(pieces):
        piece = piece if place % 2 else _as_text(piece, place > 0, place < len(pieces) - 1)
        needs_blank = tex[-1:].isalpha() and piece[:1].isalpha() and "\\" in tex
        tex += f" {piece}" if needs_blank else piece
    number = " ".join(filter(None, (label.strip(" ()[]") for label in labels)))
    return formula(tex, display=True, number=_NO_TEXT.sub("", number))


def _as_text(words: str, follows: bool, is_followed: bool) -> str:
    text = _NO_TEXT.sub("", running([words], " "))
    if not any(map(str.isalnum, text)):
        return text
    return rf"\text{{{' ' * follows}{text}{' ' * is_followed}}}"
