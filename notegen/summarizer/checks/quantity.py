"""A number read from a text, and when two of them say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf, isclose

from notegen.summarizer.checks.notation import Kind
from notegen.summarizer.checks.units import same_amount


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its kind and its unit ("" when there is none).

    `loose` marks counts of things a text may list without a number (small words, 3つ, ordinals) and labels; `bare` a
    number that nothing follows which it could count; `occasions` a multiple that may also say how often; `also` holds
    values and units it may have as well: of 5 in “5 to 10 million”, of 4K (kelvin), of 64B (bytes).
    `text` is how it stands at `start` of the normalised text.
    """

    value: float
    kind: Kind
    unit: str
    text: str
    start: int
    loose: bool = False
    bare: bool = False
    occasions: bool = False
    also: tuple[tuple[float, str], ...] = ()

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def agrees_with(self, other: Quantity) -> bool:
        """Whether `other` says the same: value, kind and unit; a bare number may leave the unit out.

        Shares, percentages and multiples agree where one follows from the other: a tenth, 10 %, 90 % less, 10x less;
        25 % more, 1.25x. N orders of magnitude are 10^N times. Points agree with percent and with bare numbers.
        """
        return any(_alike(one, another) for one in _readings(self) for another in _readings(other))

    def could_be(self, other: Quantity) -> bool:
        """Whether the two are of one measure, so that one could stand in the other's place."""
        if self.kind == other.kind == "plain":
            return self.unit == other.unit or same_amount((1, self.unit), (1, other.unit), scale_matters=False)
        return "plain" not in (self.kind, other.kind)


def power(base: float, exponent: int) -> float:
    """base^exponent, infinite where that is no number."""
    try:
        return float(base**exponent)
    except (OverflowError, ZeroDivisionError):
        return inf


def _readings(quantity: Quantity) -> Iterator[Quantity]:
    yield quantity
    for value, unit in quantity.also:
        yield replace(quantity, value=value, unit=unit, also=())


def _alike(one: Quantity, other: Quantity) -> bool:
    kinds = {one.kind, other.kind}
    value = {one.kind: one.value, other.kind: other.value}
    if kinds == {"fraction", "percent"}:
        return _same_share(value["fraction"], value["percent"] / 100)
    if kinds == {"fraction", "times"}:
        return isclose(one.value, other.value) or isclose(one.value * other.value, 1, rel_tol=0.02)
    if kinds == {"percent", "times"}:
        return _same_change(value["percent"] / 100, value["times"])
    if kinds == {"fraction", "plain"}:
        return not (one.unit or other.unit) and one.value < 1 and isclose(one.value, other.value)
    if "orders" in kinds and len(kinds) == 2 and kinds & {"times", "plain"}:
        orders, number = (one, other) if one.kind == "orders" else (other, one)
        return not number.unit and number.value in (orders.value, power(10, int(min(orders.value, 99))))
    if {one.unit, other.unit} == {"degC", ""}:  # 85度
        return kinds == {"plain"} and isclose(one.value, other.value)
    if "pt" in (one.unit, other.unit):
        return kinds <= {"plain", "percent"} and isclose(one.value, other.value)
    if kinds == {"plain", "times"} and (one.occasions or other.occasions):
        return not (one.unit or other.unit) and isclose(one.value, other.value)
    if kinds == {"plain", "times"} and "fold" in one.text + other.text:  # replicated five-fold: five copies
        return not (one.unit or other.unit) and one.value == other.value
    if one.kind != other.kind:
        return False
    if one.unit == other.unit or one.bare:
        return isclose(one.value, other.value)
    return same_amount((one.value, one.unit), (other.value, other.unit))


def _same_share(fraction: float, share: float) -> bool:
    """Two thirds and 67 %; a third and 67 % less."""
    return isclose(share, fraction, rel_tol=0.02) or (share >= 0.5 and isclose(1 - share, fraction, rel_tol=0.02))


def _same_change(share: float, times: float) -> bool:
    """25 % more and 1.25x, 150 % and 1.5x, 20 % less and 0.8x, 75 % less and 4x less."""
    grown = times > 0 and any(isclose(times, other, rel_tol=0.001) for other in (1 + share, share, 1 - share))
    return grown or (0.5 <= share < 1 and isclose(times * (1 - share), 1, rel_tol=0.02))
