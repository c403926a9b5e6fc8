"""Numbers with their units, read out of English and Japanese text: made for the labelled claims, used by them alone."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

Quantity = tuple[Fraction, str, Fraction]  # value in base units, unit, figure as written

KANJI = {glyph: value for value, glyph in enumerate("一二三四五六七八九十", 1)}
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
VALUES = {word: value for value, word in enumerate(WORDS, 1)} | {
    "twice": 2,
    "double": 2,
    "doubles": 2,
    "threefold": 3,
    "twenty": 20,
    "thousandfold": 1000,
}
SCALES = {"K": 3, "thousand": 3, "M": 6, "million": 6, "B": 9, "billion": 9, "T": 12, "trillion": 12}
SPELLED: dict[str, dict[str, float]] = {
    "s": {
        "ns": 1e-9,
        "ナノ秒": 1e-9,
        "μs": 1e-6,
        "マイクロ秒": 1e-6,
        "ms": 1e-3,
        "ミリ秒": 1e-3,
        "s": 1,
        "seconds": 1,
        "秒": 1,
        "minutes": 60,
        "分": 60,
        "hours": 3600,
        "時間": 3600,
        "days": 86400,
        "日": 86400,
        "weeks": 604800,
        "週間": 604800,
        "months": 2592000,
        "か月": 2592000,
        "years": 31536000,
        "年": 31536000,
    },
    "B": {"bytes": 1, "バイト": 1, "KB": 1e3, "キロバイト": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12},
    "b": {"bits": 1, "bit": 1, "ビット": 1},
    "B/s": {"MB/s": 1e6, "GB/s": 1e9},
    "b/s": {"Gb/s": 1e9, "Gbps": 1e9},
    "Hz": {"MHz": 1e6, "GHz": 1e9},
    "W": {"W": 1, "kW": 1e3},
    "J": {"J": 1, "kJ": 1e3},
    "%": {"%": 1, "percent": 1, "パーセント": 1},
    "points": {"points": 1, "ポイント": 1, "点": 1},
    "$": {"ドル": 1},
}
UNITS = {
    word: (Fraction(factor).limit_denominator(10**9), dimension)
    for dimension, table in SPELLED.items()
    for word, factor in table.items()
}

NAME = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]+[-@]?\d[0-9A-Za-z.]*(?:-[0-9A-Za-z]+)*")
DIGITS = r"\d+(?:\.\d+)?"
FIGURE = r"[\d一二三四五六七八九十]+"
SHARE = re.compile(
    rf"({FIGURE})分の({FIGURE})|\b(?:a|one) (third|quarter|fifth|ninth)\b|\b(?:half|halves)\b|半[分減]", re.IGNORECASE
)
UNIT = "|".join(
    re.escape(word) + ("(?![A-Za-z])" if word[-1].isascii() and word != "%" else "")
    for word in sorted(UNITS, key=len, reverse=True)
)
NUMBER = re.compile(
    rf"(?P<dollar>\$)?(?P<digits>(?:{DIGITS}[兆億万])+(?:{DIGITS})?|{DIGITS})"
    r"(?:(?P<scale>[KMBT](?![A-Za-z])|[ -](?:thousand|million|billion|trillion)\b))?"
    rf"(?:[ -]?(?:GPU ?)?(?P<unit>{UNIT}))?"
)
PARTS = re.compile(rf"({DIGITS})([兆億万]?)")
POWERS = {"兆": 12, "億": 8, "万": 4, "": 0}
ORDINAL = re.compile(r"\d+回目|\d+(?:st|nd|rd)\b")
COUNTED = re.compile(r"([一二三四五六七八九十])(?=つ|回|本|種|操|週|か月)")
WORD = re.compile(rf"\b(?:{'|'.join(VALUES)})\b", re.IGNORECASE)
RATES = {"per second": "毎秒", "per minute": "毎分", "毎秒": "毎秒", "毎分": "毎分"}
RATE = re.compile("|".join(RATES))


def quantities(text: str) -> set[Quantity]:
    """Every number of a text with its unit in base units; shares as their denominator; a lone 1 says nothing."""
    text = unicodedata.normalize("NFKC", text).replace("µ", "μ")
    text = ORDINAL.sub(" ", NAME.sub(" ", re.sub(r"(?<=\d),(?=\d{3})", "", text)))
    found = {_share(match) for match in SHARE.finditer(text)}
    found |= {(Fraction(0), RATES[match[0]], Fraction(0)) for match in RATE.finditer(text)}
    text = COUNTED.sub(lambda match: str(KANJI[match[1]]), SHARE.sub(" ", text))
    text = WORD.sub(lambda match: str(VALUES[match[0].lower()]), text)
    text = re.sub(r"\b(?:a|per) million\b", "1000000", text, flags=re.IGNORECASE)
    found |= {_quantity(match) for match in NUMBER.finditer(text)}
    return {quantity for quantity in found if quantity[2] != 1 or quantity[1] == "%"}


def _share(match: re.Match[str]) -> Quantity:
    if match[1]:
        value = Fraction(_figure(match[1]), _figure(match[2]))
    else:
        value = Fraction({"third": 3, "quarter": 4, "fifth": 5, "ninth": 9}.get((match[3] or "").lower(), 2))
    return value, "share", value


def _figure(text: str) -> int:
    return int(text) if text.isdecimal() else KANJI[text]


def _quantity(match: re.Match[str]) -> Quantity:
    value = sum((Fraction(part) * 10 ** POWERS[power] for part, power in PARTS.findall(match["digits"])), Fraction(0))
    value *= 10 ** SCALES.get((match["scale"] or "").strip(" -"), 0)
    factor, unit = UNITS[match["unit"]] if match["unit"] else (Fraction(1), "$" if match["dollar"] else "")
    return value * factor, unit, value


def unbacked(text: str, source: str) -> set[Quantity]:
    """The quantities of a text that another does not have: a bare number may have any unit there, a share be a %."""
    by = {quantity[:2] for quantity in quantities(source)}
    figures = {figure for _, _, figure in quantities(source)}
    return {quantity for quantity in quantities(text) if not _backed(quantity, by, figures)}


def _backed(quantity: Quantity, by: set[tuple[Fraction, str]], figures: set[Fraction]) -> bool:
    value, unit, _ = quantity
    if unit == "":
        return value in figures
    if unit == "share":
        return (value, "share") in by or (value, "") in by or (100 / value, "%") in by
    return (value, unit) in by or (unit == "%" and (100 / value, "share") in by)


def lacking(text: str, other: str) -> set[Quantity]:
    """The quantities of one language that the other does not have: a unit may stand apart from its number there."""
    bare = {figure for _, unit, figure in quantities(other) if unit == ""}
    return {quantity for quantity in unbacked(text, other) if quantity[2] not in bare}
