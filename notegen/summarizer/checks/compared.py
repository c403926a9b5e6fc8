"""Japanese comparisons that their own numbers belie (2から5に減る), and shares larger than their whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import main_numbers
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.units import in_base

_MORE_JAPANESE = "高[いくまかめ]|多[いく]|長[いくびか]|大き[いく]|上回|超え|増[えや加大]|上が|伸び|延び|上昇|膨ら"
_LESS_JAPANESE = (
    "低[いくまか下減]|少な[いくか]|短[いくかま縮]|小さ[いくか]|下回|減[るらっ少り]|下が|下げ|削減|縮[まむめん小]"
)
_KARA = re.compile(r"[^\s、。]{0,12}?から、?\S{0,8}?")
_THEN = re.compile(
    rf"(?:±[\d.]+)?[^\s、。\d]{{0,4}}?(?:に|へと?|まで)?(?:まで|と)?[^、。\d]{{0,8}}?"
    rf"(?:(?P<up>{_MORE_JAPANESE})|(?P<down>{_LESS_JAPANESE}))"
)
_IS = re.compile(r"(?!の)[^\s、。\d]{0,4}?(?:で|であり|と|に達し|となり|になり|だが|であるが)、?[^\s、。\d]{0,24}?")
_YORI = re.compile(
    rf"[^\s、。\d]{{0,6}}?(?:(?:より|に比べて?|と比べて?)[^、。\d]{{0,8}}?(?:(?P<up>{_MORE_JAPANESE})|(?P<down>{_LESS_JAPANESE}))"
    r"|を[^\s、。\d]{0,4}?(?:(?P<over>上回|超え)|(?P<under>下回))(?![^。]{0,6}(?:な|せ|ず)))"
)
_TAISHI = re.compile(r"[^\s、。\d]{0,4}?(?:に対して?|に比べて?|と比べて?)、?[^\s、。\d]{0,16}?")
_SUCH = re.compile(rf"[^\s、。\d]{{0,4}}?(?:と|に|で)?(?:(?P<up>{_MORE_JAPANESE})|(?P<down>{_LESS_JAPANESE}))")

_PORTIONS = (
    re.compile(
        r"(?<![\d.])(?P<part>\d[\d,]*) (?:out of|of)(?: (?:the|its|their|all)){0,2}"
        r" (?P<whole>\d[\d,]*)(?![\d.,]*[-\w%])"
    ),
    re.compile(
        r"(?<![\d.万億])(?P<whole>\d[\d,]*)(?P<unit>[個件人台種回本社問名])(?:の[^\s\d、。]{1,8})?(?:中|のうち)の?、?"
        r"(?P<part>\d[\d,]*)(?P=unit)"
    ),
)


def _figure(text: str) -> int:
    return int(text.replace(",", ""))


def belied(text: str) -> list[str]:
    """Comparisons of the Japanese text, and shares in either language, that their numbers contradict."""
    plain = normalised(text)
    numbers = main_numbers(text)
    found = [
        match.group()
        for form in _PORTIONS
        for match in form.finditer(plain)
        if _figure(match["part"]) > _figure(match["whole"])
    ]
    for one, other in _compared(plain, numbers):
        if one.kind == other.kind and one.unit != "月" and one.could_be(other):
            values = in_base(one.value, one.unit), in_base(other.value, other.unit)
            found += [
                f"{one.text} beside {other.text}"
                for rises in _said(plain, one, other)
                if values[0] != values[1] and rises != (values[1] > values[0])
            ]
    return found


def _compared(plain: str, numbers: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """Neighbours, and the first of a row with all that it is compared with: Aで、Bより長いが、Cより短い."""
    subject: Quantity | None = None
    for one, other in zip(numbers, numbers[1:], strict=False):
        yield one, other
        if subject and _YORI.match(plain, one.end):
            yield subject, other
        elif _IS.fullmatch(plain[one.end : other.start]) and _YORI.match(plain, other.end):
            subject = one
        else:
            subject = None


def _said(plain: str, one: Quantity, other: Quantity) -> Iterator[bool]:
    """Whether the text says that the second number is more than the first, once for each way it says so."""
    between = plain[one.end : other.start]
    if _KARA.fullmatch(between) and (then := _THEN.match(plain, other.end)):
        yield bool(then["up"])
    if (_IS.fullmatch(between) or _YORI.search(between)) and (yori := _YORI.match(plain, other.end)):
        yield not (yori["up"] or yori["over"])
    if _TAISHI.fullmatch(between) and (such := _SUCH.match(plain, other.end)):
        yield bool(such["up"])
