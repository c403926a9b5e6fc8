"""Running text: formulas, labels, raised and quoted words, paragraphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from notegen.fetcher.full_text.latexml.equations import MARKED, equation_row, tex_of
from notegen.fetcher.full_text.latexml.flow import BREAK, END, GONE, JOIN, STICK, running
from notegen.fetcher.full_text.latexml.tables import rows_of
from notegen.fetcher.full_text.latexml.tex import formula
from notegen.fetcher.full_text.latexml.walk import Place, Walk, role_of

_HIGH = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_SUFFIXES = frozenset({"st", "nd", "rd", "th", "e", "er", "ère", "ème", "TM", "SM"})
_LABEL_LETTERS = 4  # fewer are a number: "(a)", "12", "iv"


def inline(walk: Walk, node: Any, place: Place) -> None:
    """An element that means nothing by itself."""
    walk.into(node, place)


def gone(walk: Walk, node: Any, place: Place) -> None:
    """Something that is left out of a sentence."""
    place.out.append(GONE)


def line_break(walk: Walk, node: Any, place: Place) -> None:
    """A line ends, the sentence goes on."""
    place.out.append(" ")


def block(walk: Walk, node: Any, place: Place) -> None:
    """An element that stands apart from what is before and after."""
    place.out.append(BREAK)
    walk.into(node, place)
    place.out.append(BREAK)


def running_text(walk: Walk, node: Any, place: Place) -> None:
    """A paragraph, or a piece of one before or after a displayed formula."""
    mark = " " if place.is_running else END
    place.out.append(mark)
    walk.into(node, replace(place, is_running=True, is_drawing=False))
    place.out.append(mark)


def tag(walk: Walk, node: Any, place: Place) -> None:
    """A number or label; one of a list item or caption opens its text."""
    if place.labels is not None:
        place.labels.append(walk.text_of(node, place))
        return
    around = role_of(node.getparent())
    text = walk.text_of(node, place)
    if around == "item":
        is_word = len(text) >= _LABEL_LETTERS and text[-1].isalnum()
        place.out.extend((text, ":" if is_word else "", STICK) if any(map(str.isalnum, text)) else ())
    elif around == "caption":
        place.out.extend((text, ":" if text[-1:].isalnum() else "", " "))
    else:
        place.out.extend((text, " ") if around == "line" else (text,))


def math(walk: Walk, node: Any, place: Place) -> None:
    """A formula, once."""
    tex = tex_of(node)
    if place.is_bare:
        place.out.append(MARKED.format(tex))
    elif node.get("display") == "block":
        place.out.extend((JOIN, formula(tex, display=True), JOIN))
    else:
        place.out.append(formula(tex))


def equation(walk: Walk, node: Any, place: Place) -> None:
    """Each row as a displayed formula with its number; words between the rows as words."""
    place.out.append(JOIN)
    for row in rows_of(node) or [node]:
        out: list[str] = []
        labels: list[str] = []
        walk.into(row, replace(place, out=out, labels=labels, is_bare=True, is_running=True))
        place.out.extend((equation_row("".join(out), labels), " "))
    place.out.append(JOIN)


def raised(walk: Walk, node: Any, place: Place) -> None:
    """A power keeps its height: 10³ is not 103."""
    out: list[str] = []
    walk.into(node, replace(place, out=out, is_running=True))
    text = running(out, " ")
    high = text.translate(_HIGH)
    if all(sign in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ" for sign in high):
        place.out.append(high)
    else:
        place.out.append(text if text in _SUFFIXES or "$" in text or len(text) > 4 else f"^{text}")


def quoted(walk: Walk, node: Any, place: Place) -> None:
    """A quotation whose marks the browser sets."""
    place.out.append("“")
    walk.into(node, place)
    place.out.append("”")
