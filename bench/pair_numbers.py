"""Questions of bench/pairs.py that hang on a number: another version, another part."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from pair_asks import Ask, Asks, altered, in_turn, rivals
from pair_spellings import dressed
from pair_titles import Shelf, key, words, year

_NUMBER = re.compile(
    r"(?<![\d.:,/])(?<!COVID-)(?<!\d[-–])(?:[1-9]\d*(?:\.\d)?|\b(?:II|III|IV|VI|VII|VIII|IX)\b)"
    r"(?!\d|[.,:/–-]\d|th\b|nd\b|rd\b|st\b)"
)
_PART = re.compile(
    r"(?P<before>.{12,}?)(?:\s*[.,:;(\[—–]\s*|\s+-+\s*|\s+)"
    r"(?:(?:[Pp]art|PART)\s+(?P<n>[IVX]+|\d|[Oo]ne|[Tt]wo|[Tt]hree)\b"
    r"|(?<!\b\w\w )(?<!Type )(?P<m>I{1,3}|IV|V|VI{0,3})(?=[.:)\]]|\s*$))(?P<after>.*)"
)
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")


def version(shelf: Shelf, rng: random.Random) -> Asks:
    """Another number than any record has; and one of several that differ in the number alone."""

    def numbers_masked(title: str) -> Iterable[str]:
        told = " ".join(words(title))
        if re.search(r"\d", told) and not re.search(r"\bpart \d", told) and len(told) > 20:
            yield re.sub(r"\d+", "#", told)

    def renumbered(title: str) -> str:
        numbers = list(_NUMBER.finditer(title))
        if not numbers or _PART.match(title):
            return ""
        found = rng.choice(numbers)
        return title[: found.start()] + _another(found[0], title[found.end() :], rng) + title[found.end() :]

    return in_turn(altered(shelf, rng, renumbered), rivals(shelf, rng, numbers_masked, (True, False)))


def _another(number: str, after: str, rng: random.Random) -> str:
    """The number before or after: the next year, the next release, ten times the size, the next Roman one."""
    if number.isalpha():
        return _ROMAN[_ROMAN.index(number) + rng.choice((-1, 1))]
    whole, point, tenth = number.partition(".")
    if re.match(r"[BMK]\b", after) and not point:
        return whole + "0"
    return str(int(whole) + (rng.choice((-1, 1)) if int(whole) > 2 else 1)) + point + tenth


def part(shelf: Shelf, rng: random.Random) -> Asks:
    """One of several parts, there or not; a further part; a part in the other numerals; the series without a number."""

    def series(title: str) -> Iterable[str]:
        if (found := _PART.fullmatch(title)) and _number(found):
            yield key(found["before"])

    def further() -> Asks:
        for record in shelf.spread(rng):
            found = _PART.fullmatch(record["title"])
            if not found or not _number(found) or "$" in record["title"]:
                continue
            before, number = found["before"], _number(found)
            parts = [shelf.records[one] for one in shelf.beginning(before)]
            numbers = {_number(of) if (of := _PART.fullmatch(other["title"])) else 0 for other in parts}
            if 0 in numbers or max(numbers) > 9:
                continue
            ids = [other["id"] for other in parts]
            yield Ask(f"{before}, Part {_ROMAN[max(numbers) + 1]}", "-", ids)
            if len(numbers) == len(ids) > 1:
                yield Ask(dressed(before, year(record), rng), "?", ids)
                roman = f"{before}, Part {number}{found['after']}"
                yield Ask(roman, record["id"], set(ids) - {record["id"]})

    return in_turn(rivals(shelf, rng, series, (True, False)), further())


def _number(found: re.Match[str]) -> int:
    """Which part a title says it is; 0 where it says nothing readable."""
    told = (found["n"] or found["m"]).upper()
    told = {"ONE": "I", "TWO": "II", "THREE": "III"}.get(told, told)
    return int(told) if told.isdecimal() else _ROMAN.index(told) if told in _ROMAN else 0
