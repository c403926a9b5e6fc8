"""Units of time, data, rates, power, length and money in English and Japanese, each with one name."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import isclose

_PREFIXES = {"k": ("[kK]", "kilo", "キロ"), "M": ("M", "mega", "メガ"), "G": ("G", "giga", "ギガ"),
             "T": ("T", "tera", "テラ"), "P": ("P", "peta", "ペタ"), "E": ("E", "exa", "エクサ"),
             "Z": ("Z", "zetta", "ゼタ"),
             "": ("", "", "")}  # fmt: skip
_SMALL_PREFIXES = {"m": ("m", "milli", "ミリ"), "u": ("[uμµ]", "micro", "マイクロ"), "n": ("n", "nano", "ナノ"),
                   "p": ("p", "pico", "ピコ")}  # fmt: skip
_SECOND = r"(?:\s?(?:/|per\s|毎)|\sa\s)\s?(?:s(?:ec(?:ond)?)?(?![A-Za-z])|秒)"
_DATA = rf"(?:(?P<rate>{_SECOND}|ps(?![A-Za-z])|E(?![A-Za-z])))?"
# Of each measure: symbols behind a prefix symbol, words behind a prefix word. Case tells bits (Gb) from bytes (GB).
_COMPUTING = {
    "FLOPS": (rf"(?i:flop(?:s(?!/)|s?{_SECOND})?)", rf"(?i:[- ]?flop(?:s(?!/)|s?{_SECOND})?)|フロップス?"),
    "Hz": ("(?i:hz)", "(?i:hertz)|ヘルツ"),
}
_PHYSICAL = {
    "Wh": ("Wh|W時", "(?i:watt-?hours?)|ワット時"),
    "W": ("[Ww]", "(?i:watts?)|ワット"),
    "J": ("J", "(?i:joules?)|ジュール"),
    "V": ("V", "(?i:volts?)|ボルト"),
    "eV": ("eV", "(?i:electron-?volts?)|電子ボルト"),
    "A": ("A", "(?i:amp(?:ere)?s?)|アンペア"),
}
_SIMPLE = {
    "ns": "ns|nanoseconds?|ナノ秒", "us": "us|[μµ]s|microseconds?|マイクロ秒", "ms": "ms|msecs?|milliseconds?|ミリ秒",
    "ps": "picoseconds?|ピコ秒",
    "s": "s|secs?|seconds?|秒間?",
    "min": "mins?|minutes?|分(?:間|(?![割布散岐類子野解]|の[0-9一二三四五六七八九十百千]))",
    "h": "h|hrs?|hours?|時間",
    "day": "days?|日間?(?!本)", "week": "weeks?|週間?", "month": "months?|[かヶカケヵ箇]月",
    "year": "years?|年間?(?!代)", "月": "月(?![間額次面])", "$": "usd|dollars?|米?ドル",
    "¥": "yen|円(?!滑)", "€": "eur|euros?|ユーロ", "pt": "points?|pts?|ポイント",
    "percentile": "percentiles?|パーセンタイル|%タイル|%点",
    "km": "km|kilomet(?:er|re)s?|キロ(?:メートル)?(?![ァ-ヺー])", "m": "(?-i:m)|met(?:er|re)s?|メートル",
    "cm": "cm|centimet(?:er|re)s?|センチ(?:メートル)?", "mm": "mm|millimet(?:er|re)s?|ミリメートル",
    "um": "[uμµ]m|micromet(?:er|re)s?|microns?|マイクロメートル", "nm": "nm|nanomet(?:er|re)s?|ナノメートル",
    "kg": "kg|kilograms?|キログラム", "g": "(?-i:g)|grams?|グラム", "mg": "mg|milligrams?|ミリグラム",
    "dB": "dbm?|decibels?|デシベル", "degC": "°\\s?c|degrees?\\scelsius|度[cC]|摂氏度",
}  # fmt: skip
# What the simple units measure, and how much of it.
_AMOUNTS = {
    "ps": ("time", 1e-12), "ns": ("time", 1e-9), "us": ("time", 1e-6), "ms": ("time", 1e-3), "s": ("time", 1.0),
    "min": ("time", 60.0), "h": ("time", 3600.0), "day": ("time", 86400.0), "week": ("time", 604800.0),
    "month": ("months", 1.0), "year": ("months", 12.0),
    "km": ("length", 1e3), "m": ("length", 1.0), "cm": ("length", 1e-2), "mm": ("length", 1e-3),
    "um": ("length", 1e-6), "nm": ("length", 1e-9),
    "kg": ("mass", 1e3), "g": ("mass", 1.0), "mg": ("mass", 1e-3),
}  # fmt: skip
_POWERS = {"p": -4, "n": -3, "u": -2, "m": -1, "": 0, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6, "Z": 7}
_END = r"(?![A-Za-z]|\s?/s\b|\s?/\s?秒)"


def unit_at(text: str, place: int) -> tuple[str, int]:
    """The unit that stands at `place`, maybe behind a blank or hyphen, and its end; ("", place) when there is none."""
    for form, unit in _forms():
        if behind := form.match(text, place):
            rate = "/s" if "rate" in form.groupindex and behind["rate"] else ""
            return unit + rate, behind.end()
    return "", place


@lru_cache(maxsize=8192)
def is_unit(word: str) -> bool:
    """Whether the word is the symbol of a measure, as PFLOPS, petaFLOP/s or GB, and no name."""
    unit, end = unit_at(word, 0)
    return len(unit) > 1 and end == len(word)


def same_amount(one: tuple[float, str], other: tuple[float, str], scale_matters: bool = True) -> bool:
    """Whether two numbers with unequal units of one measure say the same: 0.95 ms and 950 us, 2 TB and 2000 GB.

    Data may be counted by 1000 or by 1024. Where the scale does not matter, one measure is enough.
    """
    (value, unit), (other_value, other_unit) = one, other
    if unit in _AMOUNTS and other_unit in _AMOUNTS:
        (measure, amount), (other_measure, other_amount) = _AMOUNTS[unit], _AMOUNTS[other_unit]
        alike = not scale_matters or isclose(value * amount, other_value * other_amount)
        return measure == other_measure and alike
    (power, measure), (other_power, other_measure) = _scaled(unit), _scaled(other_unit)
    if not measure or measure != other_measure:
        return False
    bases = (1000, 1024) if measure.startswith(("B", "bit")) else (1000,)
    return not scale_matters or any(
        isclose(value * base**power, other_value * base**other_power) for base in map(float, bases)
    )


def in_base(value: float, unit: str) -> float:
    """The number in the base unit of its measure."""
    if unit in _AMOUNTS:
        return value * _AMOUNTS[unit][1]
    return float(value * 1000.0 ** _scaled(unit)[0])


def _scaled(unit: str) -> tuple[int, str]:
    """The power of a unit's prefix and its measure, "" when it has none that takes a prefix."""
    for measure in (*_COMPUTING, *_PHYSICAL, "B", "bit"):
        prefix, found, rate = unit.partition(measure)
        if found and prefix in _POWERS and rate in ("", "/s"):
            return _POWERS[prefix], measure + rate
    return 0, ""


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    forms = []
    for prefix, (symbol, *words) in _PREFIXES.items():
        spelt = "|".join(filter(None, words))
        forms += _measured(prefix, f"(?i:{symbol})", spelt, _COMPUTING)
        forms += _measured(prefix, symbol, spelt, _PHYSICAL)
        small = symbol.lower() if prefix != "k" else "k"
        bits = rf"{symbol}i?(?:b|[Bb]its?)|(?:{spelt})(?:[- ]?(?i:bits?)|ビット)" if prefix else "(?i:bits?)|ビット"
        whole = (
            rf"{symbol}i?B|{small}i?b|(?:{spelt})(?:[- ]?(?i:bytes?)|バイト)"
            if prefix
            else "(?i:bytes?)|バイト|(?<=\\s)B"
        )
        forms.append((rf"(?:{whole}){_DATA}", f"{prefix}B"))
        forms.append((rf"(?:{bits}){_DATA}", f"{prefix}bit"))
    for prefix, (symbol, *words) in _SMALL_PREFIXES.items():
        forms += _measured(prefix, symbol, "|".join(words), _PHYSICAL)
    forms += [(f"(?i:{form})", unit) for unit, form in _SIMPLE.items()]
    return tuple((re.compile(rf"[-\s]?(?:{form}){_END}"), unit) for form, unit in forms)


def _measured(prefix: str, symbol: str, spelt: str, measures: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    return [
        (rf"(?:{symbol})(?:{short})|(?i:{spelt})(?:{long}|{short})", prefix + measure)
        for measure, (short, long) in measures.items()
    ]
