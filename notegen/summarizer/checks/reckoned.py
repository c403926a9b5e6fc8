"""Numbers that follow from those of a source: rounded, a simple share just above or below, a difference, a ratio."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations
from math import floor, isclose, log10

from notegen.summarizer.checks.notation import SMALL
from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.units import in_base

_DIFFERS = re.compile(
    r"\b(?:by|sav\w+|gain\w*|costs?(?: just| only)?|adds?|another|los\w+|climbs?|difference of|gap of)\s(?:\w+ )?[$¥]?@"
    r"|@\s?(?:less|more|longer|shorter|faster|slower|higher|lower|fewer|better|worse|short|ahead|behind|above|below|apart|point|pp\b|difference|gap)"
    r"|@[^\s、。]{0,4}?(?:短|長|減|増|改善|向上|差|延|低|高|多|少|節約|遅|速|上が|下が)",
    re.IGNORECASE,
)
_OVER = re.compile(r"(?:\b(?:over|above|more than|exceed\w*)|超)\s?(?:a |an )?$", re.IGNORECASE)
_OVER_AFTER = re.compile(r"\S{0,3}?(?:超|を[超上]|余り|強|以上)")
_NEARLY = re.compile(
    r"(?:\b(?:nearly|almost|under|below|close to|less than|fewer than)|ほぼ)\s?(?:a |an )?$", re.IGNORECASE
)
_NEARLY_AFTER = re.compile(r"\S{0,3}?(?:近く|近い|弱|未満|にも?満た|に迫)")
_ABOUT_BEFORE = re.compile(
    r"(?:約|およそ|ほぼ|\babout|\baround|\broughly|\bapproximately|\bnearly|\balmost|\bsome)\s?$", re.I
)
_ABOUT_AFTER = re.compile(r"\S{0,3}?(?:前後|ほど|近く|程度|弱|強)")
_RATE = re.compile(r"\b(?:average|mean|averag\w+)\b|\bper\b|平均|あたり|当たり", re.IGNORECASE)
_CLOCK = ("min", "h", "day", "week", "month", "year")
_ROUNDED_BY = 0.12
_SHARE_ROUNDED_BY = 0.06


def follows(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number of the plain text follows from the known ones."""
    return any(
        follow(quantity, plain, known)
        for follow in (_is_rounded, is_bound, _is_left, _is_ratio, _is_rate, _is_sum, _is_difference)
    )


def _is_rounded(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number is said to be about what the source has: 約4割 for 41.5 %."""
    if not is_about(quantity, plain):
        return False
    if quantity.kind in ("fraction", "times"):
        base = 1 if quantity.kind == "times" else 0
        shares = (base + other.value / 100 for other in known if other.kind == "percent")
        if any(isclose(quantity.value, share, rel_tol=_SHARE_ROUNDED_BY) for share in shares):
            return True
    return any(
        quantity.could_be(other) and quantity.value and isclose(quantity.value, other.value, rel_tol=_ROUNDED_BY)
        and isclose(round(other.value, _figures(quantity.value) - 1 - floor(log10(quantity.value))), quantity.value)
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
    decimals = re.search(r"\.(\d+)", quantity.text)
    slack = min(0.05 * quantity.value, 0.5 / 10 ** (len(decimals[1]) if decimals else 0))
    return any(
        isclose(quantity.value, in_base(one.value, one.unit) / in_base(other.value, other.unit), abs_tol=slack)
        for one, other in permutations(known, 2)
        if _alike(one, other) and other.value
    )


def _alike(one: Quantity, other: Quantity) -> bool:
    return one.kind == other.kind and one.could_be(other)


def _is_rate(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number is said to be an average, and is a known count for each of a known time: 3 a day."""
    beside = plain[max(quantity.start - 24, 0) : quantity.end + 12]
    if quantity.kind != "plain" or not _RATE.search(beside):
        return False
    counts = [one.value for one in known if one.kind == "plain" and one.unit == quantity.unit]
    times = [other.value for other in known if other.kind == "plain" and other.unit in _CLOCK and other.value]
    return any(isclose(quantity.value, count / time, rel_tol=0.03) for count in counts for time in times)


def _is_sum(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number, no small one, is two known counts or percentages together, which the text leaves out."""
    if quantity.value <= SMALL or quantity.unit or quantity.kind not in ("plain", "percent"):
        return False
    said = {number.value for number in numbers_in(plain)}
    alike = [other.value for other in known if (other.kind, other.unit) == (quantity.kind, "")]
    return any(isclose(quantity.value, sum(pair)) and not said & set(pair) for pair in combinations(alike, 2))


def is_about(quantity: Quantity, plain: str) -> bool:
    """Whether the number is said to be rounded: about, 約, ほど."""
    return bool(_ABOUT_BEFORE.search(plain[: quantity.start]) or _ABOUT_AFTER.match(plain, quantity.end))


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
    """Whether a round number is said to be a bit more or less than what the source has: over a third for 34.5 %."""
    before, after = plain[: quantity.start], plain[quantity.end :]
    more, less = _OVER.search(before) or _OVER_AFTER.match(after), _NEARLY.search(before) or _NEARLY_AFTER.match(after)
    if not (more or less) or (quantity.kind != "fraction" and _figures(quantity.value) > 1):
        return False
    said = quantity.value / (100 if quantity.kind == "percent" else 1)
    others = [
        other.value for other in known if other.kind == quantity.kind != "percent" and other.unit == quantity.unit
    ]
    if quantity.kind in ("percent", "fraction"):
        others += [other.value / 100 for other in known if other.kind == "percent"]
    if quantity.kind in ("times", "fraction"):
        others += [
            one.value / other.value for one, other in permutations(known, 2) if other.value and _alike(one, other)
        ]
    return any((more and said < other <= 1.2 * said) or (less and 0.8 * said <= other < said) for other in others)


def _figures(value: float) -> int:
    """How many figures the number has but for the noughts around them: 2 for 1,500."""
    return len(f"{value:.6e}".partition("e")[0].replace(".", "").strip("0"))
