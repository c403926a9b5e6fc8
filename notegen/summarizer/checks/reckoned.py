"""Numbers that follow from those of a source: rounded, a simple share just above or below, a difference, a ratio."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import floor, isclose, log10

from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.units import in_base

_DIFFERS = re.compile(
    r"\b(?:by|sav\w+|gain\w*|costs?(?: just| only)?|adds?|another|los\w+|climbs?|difference of|gap of)\s(?:\w+ )?[$¥]?@"
    r"|@\s?(?:less|more|longer|shorter|faster|slower|higher|lower|fewer|better|worse|point|pp\b|difference|gap)"
    r"|@[^\s、。]{0,4}?(?:短|長|減|増|改善|向上|差|延|低|高|多|少|節約|遅|速|上が|下が)",
    re.IGNORECASE,
)
_OVER = re.compile(r"(?:\b(?:over|above|more than|exceed\w*)|超)\s?(?:a |an )?$", re.IGNORECASE)
_OVER_AFTER = re.compile(r"\S{0,3}?(?:超|を[超上]|余り|強|以上)")
_NEARLY = re.compile(
    r"(?:\b(?:nearly|almost|under|below|close to|less than|fewer than)|ほぼ)\s?(?:a |an )?$", re.IGNORECASE
)
_NEARLY_AFTER = re.compile(r"\S{0,3}?(?:近く|近い|弱|未満|に満たない|に迫)")
_ABOUT_BEFORE = re.compile(
    r"(?:約|およそ|ほぼ|\babout|\baround|\broughly|\bapproximately|\bnearly|\balmost|\bsome)\s?$", re.I
)
_ABOUT_AFTER = re.compile(r"\S{0,3}?(?:前後|ほど|近く|程度|弱|強)")
_ROUNDED_BY = 0.12


def follows(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number of the plain text follows from the known ones."""
    return any(
        follow(quantity, plain, known) for follow in (_is_rounded, is_bound, _is_left, _is_ratio, _is_difference)
    )


def _is_rounded(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number is said to be about what the source has: 約4割 for 41.5 %."""
    if not (_ABOUT_BEFORE.search(plain[: quantity.start]) or _ABOUT_AFTER.match(plain, quantity.end)):
        return False
    return any(
        quantity.could_be(other) and quantity.value and isclose(quantity.value, other.value, rel_tol=_ROUNDED_BY)
        and isclose(round(other.value, -floor(log10(quantity.value))), quantity.value)
        for other in known
        if other.kind == quantity.kind and other.unit == quantity.unit
    )  # fmt: skip


def _is_left(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the share is what is left of the whole: 25 % beside three quarters."""
    whole = {"percent": 100.0, "fraction": 1.0}
    return quantity.kind in whole and any(
        isclose(1 - other.value / whole[other.kind], quantity.value / whole[quantity.kind])
        for other in known
        if other.kind in whole
    )


def _is_ratio(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the multiple or share is the ratio of two known numbers; its figure must not be there as well."""
    if quantity.kind not in ("times", "fraction") or _has_other_unit(quantity, known):
        return False
    figures = len(re.sub(r"\D", "", quantity.text.replace("0", ""))) or 1
    return any(
        isclose(
            quantity.value, in_base(one.value, one.unit) / in_base(other.value, other.unit), rel_tol=0.5 / 10**figures
        )
        for one, other in permutations(known, 2)
        if one.kind == other.kind and one.could_be(other) and other.value
    )


def _is_difference(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number is said to be the difference of two known ones of a unit: 7 ms longer."""
    beside = f"{plain[max(quantity.start - 16, 0) : quantity.start]}@{plain[quantity.end : quantity.end + 10]}"
    if not _DIFFERS.search(beside) or _has_other_unit(quantity, known):
        return False
    return any(
        quantity.agrees_with(replace(one, value=round(one.value - other.value, 6), also=()))
        for one, other in permutations(known, 2)
        if one.kind == other.kind and one.unit == other.unit and (one.unit or one.kind == "percent")
    )


def _has_other_unit(quantity: Quantity, known: Sequence[Quantity]) -> bool:
    """Whether the figure is there as a percentage or multiple of another kind: 4 % for four times."""
    return any(other.value == quantity.value and other.kind not in ("plain", quantity.kind) for other in known)


def is_bound(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether a simple share is said to be a bit more or less than what the source has: over a third for 34.5 %."""
    if quantity.kind == "percent" and quantity.value % 10 == 0:
        share = quantity.value / 100
    elif quantity.kind == "fraction":
        share = quantity.value
    else:
        return False
    before, after = plain[: quantity.start], plain[quantity.end :]
    more, less = _OVER.search(before) or _OVER_AFTER.match(after), _NEARLY.search(before) or _NEARLY_AFTER.match(after)
    shares = [other.value / 100 for other in known if other.kind == "percent"]
    shares += [other.value for other in known if other.kind == "fraction"]
    return any((more and share < other <= 1.2 * share) or (less and 0.8 * share <= other < share) for other in shares)
