"""Numbers as English and Japanese papers write them, brought to one form so that the two can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from notegen.summarizer.checks.notation import (
    BARE_END,
    BEFORE_LABEL,
    BEFORE_TIMES,
    COUNTER_FORM,
    ENGLISH_SCALE,
    FIXED_FORMS,
    FIXED_HINT,
    HARDWARE,
    JAPANESE_SCALE,
    NAME,
    NUMBER,
    OCCASIONS,
    ORDER,
    ORDERS,
    PER,
    PERCENT,
    POWER,
    QUALIFIED,
    RANGE,
    RATIO,
    SCALES,
    SINGLE,
    SMALL,
    SPREAD,
    TENTHS,
    TIMES,
    WORD,
    WORDS,
)
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantity import Quantity, power
from notegen.summarizer.checks.units import is_unit, unit_at

__all__ = ["Quantity", "names_in", "numbers_in", "main_numbers", "without_spreads"]

_ALSO = {"K": "", "B": "B", "T": ""}
_CALENDAR_YEARS = range(1800, 2101)
_CLOCK = ("s", "min", "h", "day", "week", "month", "year")  # one of these is as good as “a” or “per”


@lru_cache(maxsize=256)
def numbers_in(text: str) -> tuple[Quantity, ...]:
    """Every number of an English or Japanese text, in order; digits that are part of a name are not among them."""
    rest = normalised(text)
    for name in _names(rest):
        rest = rest.replace(name, " " * len(name))
    found: list[Quantity] = []
    for reader in (_fixed, _ratios, _written, _single):
        read = list(reader(rest))
        for quantity in read:
            rest = rest[: quantity.start] + " " * len(quantity.text) + rest[quantity.end :]
        found += read
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def without_spreads(text: str) -> tuple[Quantity, ...]:
    """The numbers of the text but for those that say how sure another is: 5.2 of 5.2 ± 0.3."""
    plain = normalised(text)
    return tuple(number for number in numbers_in(text) if not SPREAD.search(plain[: number.start]))


def main_numbers(text: str) -> tuple[Quantity, ...]:
    """The numbers that say an amount of their own: no spreads, no “per day”, no counts a list shows."""
    return tuple(number for number in without_spreads(text) if not number.loose)


def names_in(text: str) -> frozenset[str]:
    """Names with digits in them, as written: A100, GPT-3, FP8, 1F1B."""
    return frozenset(_names(normalised(text)))


def _names(text: str) -> Iterator[str]:
    for match in NAME.finditer(text):
        after = text[match.start() :]
        number = NUMBER.match(after)
        if is_unit(match.group()) or (number and _glued_number(match.group())):
            continue
        if number is None or _read_on(after, number, 0)[1] < len(match.group()):
            yield match.group()


def _glued_number(token: str) -> bool:
    return bool(re.fullmatch(r"[\d.]+x|[\d.]+[kKMBbT]|\d+e[+-]?\d+", token))


def _fixed(text: str) -> Iterator[Quantity]:
    for form, value, kind in FIXED_FORMS if FIXED_HINT.search(text) else ():
        for match in form.finditer(text):
            occasions = bool(OCCASIONS.fullmatch(match.group()) and OCCASIONS.match(text, match.start()))
            yield Quantity(value, kind, "", match.group(), match.start(), occasions=occasions)


def _single(text: str) -> Iterator[Quantity]:
    """A day, per second: one of a unit, which another text may say with a number (24 hours)."""
    for match in SINGLE.finditer(text):
        unit, _ = unit_at(text, match.start(1))
        yield Quantity(1.0, "plain", unit, match.group(), match.start(), loose=True)


def _ratios(text: str) -> Iterator[Quantity]:
    for match in RATIO.finditer(text):
        if float(match.group(2)):
            yield Quantity(int(match.group(1)) / float(match.group(2)), "fraction", "", match.group(), match.start())


def _written(text: str) -> Iterator[Quantity]:
    """Numbers in digits and in words; the first of a range takes kind and unit from the second."""
    read: list[Quantity] = []
    end = 0
    matches = sorted((*NUMBER.finditer(text), *WORD.finditer(text)), key=lambda match: match.start())
    for match in matches:
        if match.start() < end or ORDER.match(text, match.end()):
            continue
        between, word = text[end : match.start()], match.group().casefold()
        quantity, end = _read_on(text, match, WORDS[word] if word in WORDS else float(word.replace(",", "")))
        named = word in WORDS and quantity.kind == "plain" and not quantity.unit
        listed = named and quantity.value <= SMALL and not HARDWARE.match(text, end)
        if read and RANGE.fullmatch(between):
            read[-1] = _like(read[-1], quantity, text)
        read.append(replace(quantity, text=text[match.start() : end], loose=quantity.loose or listed))
    yield from read


def _like(first: Quantity, second: Quantity, text: str) -> Quantity:
    """The first number of a range with what stands once, behind the second: kind, unit, maybe its scale."""
    if (
        first.value in _CALENDAR_YEARS
        or second.unit == "月"
        or first.kind != "plain"
        or first.unit
        or not first.text[-1:].isalnum()
        or first.text[-1:] in "kKMBT"
    ):
        return first
    written = NUMBER.match(text, second.start)
    figure = float(written.group().replace(",", "")) if written else 0.0
    scaled = ((first.value * second.value / figure, second.unit),) if figure and second.value > figure else ()
    return replace(first, kind=second.kind, unit=second.unit, bare=second.bare, also=scaled)


def _read_on(text: str, number: re.Match[str], value: float) -> tuple[Quantity, int]:
    """The number with scale, kind and unit that stand behind it, and where they end."""
    value, end = _scaled(text, value, number.end())
    before, start = text[: number.start()], number.start()
    if percent := PERCENT.match(text, end):
        return Quantity(value, "percent", "", "", start), percent.end()
    if tenths := TENTHS.match(text, end):
        return Quantity(value * 10, "percent", "", "", start), tenths.end()
    if orders := ORDERS.match(text, end):
        return Quantity(value, "orders", "", "", start), orders.end()
    times = TIMES.match(text, end)
    if times or BEFORE_TIMES.search(before):
        occasions = bool(OCCASIONS.match(text, end))
        return Quantity(value, "times", "", "", start, occasions=occasions), times.end() if times else end
    if before.endswith(("$", "¥")):
        return Quantity(value, "plain", before[-1], "", start), end
    unit, unit_end = unit_at(text, end)
    if unit == "B" and text[unit_end - 1] == "B":  # 16 B: bytes, or billions
        return Quantity(value, "plain", unit, "", start, also=((value * 1e9, ""),)), unit_end
    if unit == "year" and value in _CALENDAR_YEARS:
        return Quantity(value, "plain", "", "", start), unit_end
    if unit:
        per_one = value == 1 and (unit in _CLOCK or bool(PER.match(text, unit_end)))
        return Quantity(value, "plain", unit, "", start, loose=per_one), unit_end
    if text[end - 1] in _ALSO:  # 4K, 64B, 1.5T: kelvin, bytes, tesla, or a scale
        also = ((float(number.group().replace(",", "")), _ALSO[text[end - 1]]),)
        return Quantity(value, "plain", "", "", start, also=also), end
    small = value <= SMALL and bool(COUNTER_FORM.match(text, end))
    loose, bare = small or bool(BEFORE_LABEL.search(before)), bool(BARE_END.match(text, end))
    aside = QUALIFIED.match(text, end)
    units = ((value, unit_at(text, aside.start(1))[0]),) if aside else ()
    return Quantity(value, "plain", "", "", start, loose=loose, bare=bare, also=units), end


def _scaled(text: str, value: float, end: int) -> tuple[float, int]:
    """The value with the scales behind it: 1.4 trillion, 1万2500, 3億4000万."""
    if raised := POWER.match(text, end):
        value, end = power(value, int(raised.group(1))), raised.end()
    while scale := ENGLISH_SCALE.match(text, end):
        value, end = value * SCALES[(scale.group(1) or scale.group(2)).casefold()], scale.end()
    while scale := JAPANESE_SCALE.match(text, end):
        size = SCALES[scale.group(1)]
        value, end = value * size, scale.end()
        while more := NUMBER.match(text, end):
            lower = JAPANESE_SCALE.match(text, more.end())
            part = float(more.group().replace(",", "")) * (SCALES[lower.group(1)] if lower else 1)
            if part >= size:
                break
            value, end = value + part, lower.end() if lower else more.end()
    return value, end
