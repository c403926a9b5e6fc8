"""Bounds beside a number (at least, 以上, up to, 未満 …) and whether two texts turn one around."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import Quantity, numbers_in

_LEAST_BEFORE = re.compile(
    r"(?:\bno (?:less|fewer|lower) than|(?<!no )\b(?:more|greater|larger|higher|better) than|\bat least|\bover|\babove"
    r"|\bexceed(?:s|ed|ing)?|\bbeyond|\bminimum of|[>≥]=?|少なくとも|最低でも|最低)\s?(?:約|a |an )?\$?$",
    re.IGNORECASE,
)
_MOST_BEFORE = re.compile(
    r"(?:\b(?:no|not) (?:more|greater|larger|higher) than|(?<!no )\b(?:less|fewer|lower|smaller) than|\bat most|\bunder"
    r"|\bbelow|\bup to|\bas (?:much|many|high) as|\bwithin|\bmaximum of|[<≤]=?"
    r"|最大で?も?|高々|多くとも|せいぜい)\s?(?:約|a |an )?\$?$",
    re.IGNORECASE,
)
# “never more than four” is at most four; “not with fewer than three” says nothing sure of three.
_DENIED = re.compile(
    r"\b(?:never|not?|nor|n(?:one|either)(?:\sof)?|nothing|cannot|without|\w+n['’]t)\s(?P<between>(?:[\w-]+\s){0,5})$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(?:of|with|for|having|on)\s", re.IGNORECASE)
_NOUN = r"\s?[^\s、。,.\dでにがはを]{0,6}?"
_LEAST_AFTER = re.compile(rf"{_NOUN}(?:or (?:more|higher|greater|above)\b|以上|超|を(?:超|越|上回)|\+)", re.IGNORECASE)
_MOST_AFTER = re.compile(
    rf"{_NOUN}(?:or (?:less|fewer|lower|below)\b|以下|未満|以内|を(?:下回|切)|に満たない|まで)", re.IGNORECASE
)


def bounded(text: str, quantity: Quantity) -> bool:
    """Whether the text sets a bound by the number: at most four, 4つ以上."""
    return bool(_bound(text, quantity))


# What holds up to a bound ends beyond it: these two do not contradict each other.
_BEYOND = re.compile(r"(?:\bexceed(?:s|ed|ing)?|\bbeyond|\babove|\bpast)\s?(?:about |an? )?$", re.IGNORECASE)
_JAPANESE = re.compile("[ぁ-ん]")
_DENIED_AFTER = re.compile(r"[^。]*?(?:ない|なかった|ず[、に])")


def turned(text: str, source: str) -> list[str]:
    """Numbers the text bounds from the other side than the source does wherever it bounds them."""
    held = [(quantity, _bound(source, quantity)) for quantity in numbers_in(source)]
    return [quantity.text for quantity in numbers_in(text) if _turns(quantity, _bound(text, quantity), held)]


def _turns(quantity: Quantity, bound: int, held: Sequence[tuple[Quantity, int]]) -> bool:
    bounds = {other for number, other in held if number.kind == quantity.kind and quantity.agrees_with(number)}
    return bool(bound) and bounds == {-bound}


def _bound(text: str, quantity: Quantity) -> int:
    """1 for at least or more, -1 for at most or less, 0 for neither or both."""
    plain = normalised(text)
    before, after = plain[: quantity.start], plain[quantity.end :]
    least, most = _LEAST_BEFORE.search(before), _MOST_BEFORE.search(before)
    if _BEYOND.search(before) or (_JAPANESE.search(after) and _DENIED_AFTER.match(after)):
        return 0
    if (said := least or most) and (denied := _DENIED.search(before[: said.start()])):
        if said is most or _ASIDE.search(denied["between"]):
            return 0
        least, most = None, least
    return bool(least or _LEAST_AFTER.match(after)) - bool(most or _MOST_AFTER.match(after))
