"""Units of time, data, rates, power and money in English and Japanese, each with one name."""

from __future__ import annotations

import re
from functools import cache
from math import isclose

_PREFIXES = {"k": ("[kK]", "kilo", "キロ"), "M": ("M", "mega", "メガ"), "G": ("G", "giga", "ギガ"),
             "T": ("T", "tera", "テラ"), "P": ("P", "peta", "ペタ"), "E": ("E", "exa", "エクサ"),
             "": ("", "", "")}  # fmt: skip
_SECOND = r"\s?(?:/|per\s|毎)\s?(?:s(?:ec(?:ond)?)?(?![A-Za-z])|秒)"
_DATA = rf"(?:(?P<rate>{_SECOND}|ps(?![A-Za-z])))?"
# Of each measure: symbols behind a prefix symbol, words behind a prefix word. Case tells bits (Gb) from bytes (GB).
_MEASURES = {
    "FLOPS": (rf"(?i:flop(?:s(?!/)|s?{_SECOND})?)", rf"(?i:[- ]?flop(?:s(?!/)|s?{_SECOND})?)|フロップス?"),
    "Hz": ("(?i:hz)", "(?i:hertz)|ヘルツ"),
    "Wh": ("(?i:wh)|W時", "(?i:watt-?hours?)|ワット時"),
    "W": ("[Ww]", "(?i:watts?)|ワット"),
}
_TIMES = {
    "ns": "ns|nanoseconds?|ナノ秒", "us": "us|[μµ]s|microseconds?|マイクロ秒", "ms": "ms|msecs?|milliseconds?|ミリ秒",
    "s": "s|secs?|seconds?|秒間?",
    "min": "mins?|minutes?|分(?:間|(?![割布散岐類子野解]|の[0-9一二三四五六七八九十百千]))",
    "h": "h|hrs?|hours?|時間",
    "day": "days?|日間?(?!本)", "week": "weeks?|週間?", "month": "months?|[かヶカケヵ箇]月",
    "year": "years?|年間?(?!代)", "月": "月(?![間額次面])", "$": "usd|dollars?|ドル",
    "¥": "yen|円(?!滑)", "pt": "points?|pts?|ポイント",
    "km": "km|kilomet(?:er|re)s?|キロメートル", "m": "(?-i:m)|met(?:er|re)s?|メートル", "cm": "cm|センチメートル",
    "mm": "mm|ミリメートル", "um": "[μµ]m|マイクロメートル", "nm": "nm|ナノメートル",
}  # fmt: skip
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "day": 86400.0, "week": 604800.0}
_POWERS = {"": 0, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_END = r"(?![A-Za-z]|\s?/s\b|\s?/\s?秒)"


def unit_at(text: str, place: int) -> tuple[str, int]:
    """The unit that stands at `place`, maybe behind a blank or hyphen, and its end; ("", place) when there is none."""
    for form, unit in _forms():
        if behind := form.match(text, place):
            rate = "/s" if "rate" in form.groupindex and behind["rate"] else ""
            return unit + rate, behind.end()
    return "", place


def is_unit(word: str) -> bool:
    """Whether the word is the symbol of a measure, as PFLOPS, petaFLOP/s or GB, and no name."""
    unit, end = unit_at(word, 0)
    return len(unit) > 1 and end == len(word)


def same_amount(one: tuple[float, str], other: tuple[float, str]) -> bool:
    """Whether two numbers with unequal units of one measure say the same: 0.95 ms and 950 us, 2 TB and 2000 GB.

    Data may be counted by 1000 or by 1024.
    """
    (value, unit), (other_value, other_unit) = one, other
    if unit in _SECONDS and other_unit in _SECONDS:
        return isclose(value * _SECONDS[unit], other_value * _SECONDS[other_unit])
    (power, measure), (other_power, other_measure) = _scaled(unit), _scaled(other_unit)
    if not measure or measure != other_measure:
        return False
    bases = (1000, 1024) if measure.startswith(("B", "bit")) else (1000,)
    return any(isclose(value * base**power, other_value * base**other_power) for base in bases)


def _scaled(unit: str) -> tuple[int, str]:
    """The power of a unit's prefix and its measure, "" when it has none that takes a prefix."""
    for measure in (*_MEASURES, "B", "bit"):
        prefix, found, rate = unit.partition(measure)
        if found and prefix in _POWERS and rate in ("", "/s"):
            return _POWERS[prefix], measure + rate
    return 0, ""


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    forms = []
    for prefix, (symbol, *words) in _PREFIXES.items():
        spelt = "|".join(filter(None, words))
        for measure, (short, long) in _MEASURES.items():
            shorts = rf"(?:{symbol if measure == 'W' else f'(?i:{symbol})'})(?:{short})"
            longs = rf"(?i:{spelt})(?:{long}|{short})"
            forms.append((rf"(?:{shorts}|{longs})", prefix + measure))
        small = symbol.lower() if prefix != "k" else "k"
        bits = rf"{symbol}i?(?:b|[Bb]its?)|(?:{spelt})(?:[- ]?(?i:bits?)|ビット)" if prefix else "(?i:bits?)|ビット"
        whole = rf"{symbol}i?B|{small}i?b|(?:{spelt})(?:[- ]?(?i:bytes?)|バイト)" if prefix else "(?i:bytes?)|バイト"
        forms.append((rf"(?:{whole}){_DATA}", f"{prefix}B"))
        forms.append((rf"(?:{bits}){_DATA}", f"{prefix}bit"))
    forms += [(f"(?i:{form})", unit) for unit, form in _TIMES.items()]
    return tuple((re.compile(rf"[-\s]?{form}{_END}"), unit) for form, unit in forms)
