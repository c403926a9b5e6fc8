"""Shares and periods said by two numbers: 13 of the 60, one in ten, 60個中13個; twice an hour for every 30 minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from notegen.summarizer.checks.notation import WORDS
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.units import in_base, unit_at

_WORDS = WORDS | {"one": 1}
_FIGURE = rf"\d+(?:,\d{{3}})*(?:\.\d+)?|{'|'.join(word for word in _WORDS if word.isascii())}"
_WHOLE = "1[0,]*0|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|million"
_PORTIONS = (
    re.compile(
        rf"\b(?P<part>{_FIGURE})(?: [a-z]+){{0,2}} (?:of|out of|in(?= (?:every |a )?(?:{_WHOLE})\b))"
        rf"(?: [\w'’-]+){{0,2}} (?P<whole>{_FIGURE})\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<part>one|1)(?: [a-z]+)? in (?:every )?(?P<whole>{_FIGURE})\b", re.IGNORECASE),
    re.compile(r"(?P<whole>\d[\d,.]*)[^\s\d、。]{0,8}?(?:中|のうち|に)(?:の|、)?(?P<part>\d[\d,.]*)"),
)
_CLOCK = ("h", "min", "s", "day")
_TOGETHER = re.compile(r" ?(?:and |と)?")
_PERIOD = re.compile(r" (?:an?|per|each|every) (second|minute|hour|day|week)\b", re.IGNORECASE)


@lru_cache(maxsize=256)
def derived(text: str) -> tuple[Quantity, ...]:
    """The shares and periods that two numbers of the text say together."""
    return (*_portions(text), *_periods(text), *_sums(text))


def _periods(text: str) -> Iterator[Quantity]:
    """The time between two of what happens so often: 30 minutes for twice an hour."""
    plain = normalised(text)
    for number in numbers_in(text):
        if number.kind == "times" and (period := _PERIOD.match(plain, number.end)):
            seconds = in_base(1, unit_at(plain, period.start(1))[0]) / (number.value or 1)
            yield Quantity(seconds, "plain", "s", plain[number.start : period.end()], number.start)


def _sums(text: str) -> Iterator[Quantity]:
    """Times said in two units: 2 min 30 s, 1時間20分."""
    plain = normalised(text)
    for one, other in pairwise(numbers_in(text)):
        in_two = one.unit != other.unit and one.could_be(other) and one.unit in _CLOCK and other.unit in _CLOCK
        if in_two and _TOGETHER.fullmatch(plain, one.end, other.start):
            seconds = in_base(one.value, one.unit) + in_base(other.value, other.unit)
            yield Quantity(seconds, "plain", "s", plain[one.start : other.end], one.start)


def _portions(text: str) -> Iterator[Quantity]:
    """Shares said by two numbers: 9 out of 10, 60個中13個."""
    plain = normalised(text)
    for form in _PORTIONS:
        for match in form.finditer(plain):
            part, whole = (_WORDS.get(match[name].casefold()) or _figure(match[name]) for name in ("part", "whole"))
            if 0 < part < whole:
                yield Quantity(part / whole, "fraction", "", match.group(), match.start())


def _figure(text: str) -> float:
    try:
        return float(text.replace(",", "").rstrip("."))
    except ValueError:
        return 0.0
