"""Numbers as English and Japanese papers write them, brought to one form so that the two can be compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf, isclose

from notegen.summarizer.checks.notation import (
    BEFORE_LABEL,
    BEFORE_TIMES,
    COUNTER_FORM,
    ENGLISH_SCALE,
    FIXED_FORMS,
    JAPANESE_SCALE,
    NAME,
    NUMBER,
    ORDER,
    PERCENT,
    PLAIN_FORMS,
    POWER,
    RANGE,
    RATIO,
    SCALES,
    SMALL,
    TENTHS,
    TIMES,
    UNIT_FORMS,
    WORD,
    WORDS,
    Kind,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its kind and, for time, memory, rates, power and money, its unit ("" when there is none).

    `loose` marks numbers a paraphrase may add: small counts, words, ordinals. `text` is how it stands at `start` of
    the normalised text.
    """

    value: float
    kind: Kind
    unit: str
    text: str
    start: int
    loose: bool = False

    def agrees_with(self, other: Quantity) -> bool:
        """Whether `other` says the same: value, kind, and the unit where this one names one.

        A fraction also agrees with its percentage and with the multiple it inverts: a tenth, 10 %, 10x less. Points
        agree with percent and with bare numbers.
        """
        kinds = {self.kind, other.kind}
        if kinds == {"fraction", "percent"}:
            return isclose(self._share(), other._share(), rel_tol=0.02)
        if kinds == {"fraction", "times"}:
            return isclose(self.value, other.value) or isclose(self.value * other.value, 1, rel_tol=0.02)
        if "pt" in (self.unit, other.unit):
            return kinds <= {"plain", "percent"} and isclose(self.value, other.value)
        same_unit = self.unit == other.unit or not self.unit
        return self.kind == other.kind and same_unit and isclose(self.value, other.value)

    def _share(self) -> float:
        return self.value / 100 if self.kind == "percent" else self.value


def normalised(text: str) -> str:
    """The text with full-width characters, simple TeX and hyphen variants in their plain form."""
    text = unicodedata.normalize("NFKC", text)
    for form, plain in PLAIN_FORMS:
        text = re.sub(form, plain, text)
    return text


def numbers_in(text: str) -> tuple[Quantity, ...]:
    """Every number of an English or Japanese text, in order; digits that are part of a name are not among them."""
    rest = normalised(text)
    for name in _names(rest):
        rest = rest.replace(name, " " * len(name))
    found: list[Quantity] = []
    for reader in (_fixed, _ratios, _written):
        read = list(reader(rest))
        for quantity in read:
            end = quantity.start + len(quantity.text)
            rest = rest[: quantity.start] + " " * len(quantity.text) + rest[end:]
        found += read
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def names_in(text: str) -> frozenset[str]:
    """Names with digits in them, as written: A100, GPT-3, FP8, 1F1B."""
    return frozenset(_names(normalised(text)))


def _names(text: str) -> Iterator[str]:
    for match in NAME.finditer(text):
        after = text[match.start() :]
        number = NUMBER.match(after)
        if number is None or (_read_on(after, number, 0)[1] < len(match.group()) and not _glued_number(match.group())):
            yield match.group()


def _glued_number(token: str) -> bool:
    return bool(re.fullmatch(r"[\d.]+x|[\d.]+[kKMBbT]|\d+e[+-]?\d+", token))


def _fixed(text: str) -> Iterator[Quantity]:
    for form, value, kind in FIXED_FORMS:
        for match in form.finditer(text):
            yield Quantity(value, kind, "", match.group(), match.start())


def _ratios(text: str) -> Iterator[Quantity]:
    for match in RATIO.finditer(text):
        if int(match.group(2)):
            yield Quantity(int(match.group(1)) / int(match.group(2)), "fraction", "", match.group(), match.start())


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
        bare_word = word in WORDS and quantity.kind == "plain" and not quantity.unit
        if read and RANGE.fullmatch(between):
            read[-1] = _like(read[-1], quantity)
        read.append(replace(quantity, text=text[match.start() : end], loose=quantity.loose or bare_word))
    yield from read


def _like(first: Quantity, second: Quantity) -> Quantity:
    if first.kind != "plain" or first.unit:
        return first
    return replace(first, kind=second.kind, unit=second.unit)


def _read_on(text: str, number: re.Match[str], value: float) -> tuple[Quantity, int]:
    """The number with scale, kind and unit that stand behind it, and where they end."""
    value, end = _scaled(text, value, number.end())
    before, start = text[: number.start()], number.start()
    if percent := PERCENT.match(text, end):
        return Quantity(value, "percent", "", "", start), percent.end()
    if tenths := TENTHS.match(text, end):
        return Quantity(value * 10, "percent", "", "", start), tenths.end()
    times = TIMES.match(text, end)
    if times or BEFORE_TIMES.search(before):
        return Quantity(value, "times", "", "", start), times.end() if times else end
    if before.endswith(("$", "¥")):
        return Quantity(value, "plain", before[-1], "", start), end
    for form, unit in UNIT_FORMS:
        if behind := form.match(text, end):
            return Quantity(value, "plain", unit, "", start), behind.end()
    small = value <= SMALL and bool(COUNTER_FORM.match(text, end))
    return Quantity(value, "plain", "", "", start, loose=small or bool(BEFORE_LABEL.search(before))), end


def _scaled(text: str, value: float, end: int) -> tuple[float, int]:
    if power := POWER.match(text, end):
        value, end = _power(value, int(power.group(1))), power.end()
    while scale := ENGLISH_SCALE.match(text, end):
        value, end = value * SCALES[(scale.group(1) or scale.group(2)).casefold()], scale.end()
    while scale := JAPANESE_SCALE.match(text, end):
        value, end = value * SCALES[scale.group(1)], scale.end()
        more = NUMBER.match(text, end)
        if more and (lower := JAPANESE_SCALE.match(text, more.end())):
            value, end = value + float(more.group().replace(",", "")) * SCALES[lower.group(1)], lower.end()
    return value, end


def _power(base: float, exponent: int) -> float:
    try:
        return base**exponent
    except OverflowError:
        return inf
