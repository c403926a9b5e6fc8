"""Numbers that follow from one of a source: rounded, or a round one just above or below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor, isclose, log10

from notegen.summarizer.checks.quantity import Quantity

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
_ROUNDED_BY = 0.12
_SHARE_ROUNDED_BY = 0.06


def follows(quantity: Quantity, plain: str, known: Sequence[Quantity]) -> bool:
    """Whether the number of the plain text is a known one rounded, and says so; what is computed of two is none."""
    return _is_rounded(quantity, plain, known) or is_bound(quantity, plain, known)


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


def is_about(quantity: Quantity, plain: str) -> bool:
    """Whether the number is said to be rounded: about, 約, ほど."""
    return bool(_ABOUT_BEFORE.search(plain[: quantity.start]) or _ABOUT_AFTER.match(plain, quantity.end))


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
    return any((more and said < other <= 1.2 * said) or (less and 0.8 * said <= other < said) for other in others)


def _figures(value: float) -> int:
    """How many figures the number has but for the noughts around them: 2 for 1,500."""
    return len(f"{value:.6e}".partition("e")[0].replace(".", "").strip("0"))
