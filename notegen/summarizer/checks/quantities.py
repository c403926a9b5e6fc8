"""Numbers as English and Japanese papers write them, brought to one form so that the two can be compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isclose
from typing import Literal

Kind = Literal["plain", "percent", "times", "fraction"]


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
        """Whether `other` says the same: value, kind, and the unit where this one names one."""
        same_unit = self.unit == other.unit or not self.unit
        if {self.kind, other.kind} == {"fraction", "percent"}:
            one, two = (q.value * (100 if q.kind == "fraction" else 1) for q in (self, other))
            return isclose(one, two, rel_tol=0.02)
        same_kind = self.kind == other.kind or {self.kind, other.kind} == {"fraction", "times"}
        return same_kind and same_unit and isclose(self.value, other.value, rel_tol=1e-9)


_SCALES = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12,
    "百": 1e2, "千": 1e3, "万": 1e4, "億": 1e8, "兆": 1e12,
    "十万": 1e5, "百万": 1e6, "千万": 1e7, "十億": 1e9, "百億": 1e10, "千億": 1e11, "十兆": 1e13, "百兆": 1e14,
}  # fmt: skip
_UNITS = {
    "ms": "ms|milliseconds?|ミリ秒", "us": "us|μs|microseconds?|マイクロ秒", "ns": "ns|nanoseconds?|ナノ秒",
    "s": "s|secs?|seconds?|秒間?", "min": "min|minutes?|分間?", "h": "h|hrs?|hours?|時間", "day": "days?|日間?",
    "week": "weeks?|週間?", "month": "months?|[かヶカケ]月", "KB": "ki?b", "MB": "mi?b", "GB": "gi?b", "TB": "ti?b",
    "PB": "pi?b", "GB/s": "gb/(?:s|秒)", "TB/s": "tb/(?:s|秒)", "Gbps": "gbps|gb?it/s", "Mbps": "mbps|mb?it/s",
    "TFLOPS": "tflop/?s", "PFLOPS": "pflop/?s", "EFLOPS": "eflop/?s", "GFLOPS": "gflop/?s", "GHz": "ghz", "MHz": "mhz",
    "W": "w|watts?|ワット", "kW": "kw", "MW": "mw", "kWh": "kwh", "MWh": "mwh", "$": "usd|dollars?|ドル", "¥": "yen|円",
}  # fmt: skip
_FIXED: tuple[tuple[str, float, Kind], ...] = (
    (r"\b(?:twice|two-?fold|doubl(?:e[sd]?|ing))\b|倍増|二倍", 2, "times"),
    (r"\b(?:three-?fold|tripl(?:e[sd]?|ing))\b|三倍", 3, "times"),
    (r"\b(?:four-?fold|quadrupl(?:e[sd]?|ing))\b|四倍", 4, "times"),
    (r"\bten-?fold\b|\border of magnitude\b|(?:1|一)桁|十倍", 10, "times"),
    (r"\bhalv(?:e[sd]?|ing)\b|\bhalf(?= (?:of|the|as|that|its)\b)|\b(?:by|in) half\b|半[分減数]", 0.5, "fraction"),
    (r"\btwo[- ]thirds\b|\b2/3\b|(?:3分の2|三分の二)", 2 / 3, "fraction"),
    (r"\b(?:one|a)[- ]third\b|\b1/3\b|(?:3分の1|三分の一)", 1 / 3, "fraction"),
    (r"\bthree[- ](?:quarter|fourth)s\b|\b3/4\b|(?:4分の3|四分の三)", 0.75, "fraction"),
    (r"\b(?:one|a)[- ](?:quarter|fourth)\b|\b1/4\b|(?:4分の1|四分の一)", 0.25, "fraction"),
)  # fmt: skip
_FIXED_FORMS = [(re.compile(form, re.IGNORECASE), value, kind) for form, value, kind in _FIXED]
_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1e3,
    "million": 1e6, "billion": 1e9, "trillion": 1e12, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9, "十": 10, "億": 1e8, "兆": 1e12,
}  # fmt: skip
_COUNTER = r"\s?(?:つ|個|種|種類|段階|者|点|本|通り|ステップ|フェーズ|[カか]所|層|次元|件|台|倍|社|名|人|回|年)"
_COUNTER_FORM = re.compile(_COUNTER)
_WORD = re.compile(
    rf"\b(?:{'|'.join(word for word in _WORDS if word.isascii())})\b"
    rf"|[二三四五六七八九十](?={_COUNTER})|(?<![数何千百十\d])[億兆](?!倍)",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]+\d[A-Za-z0-9]*(?:\.\d+)*|[A-Za-z]+-\d+(?:\.\d+)*[A-Za-z]?(?![A-Za-z0-9])|\d+x\d+|\d+[A-Za-z][A-Za-z0-9]*)"
)
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.^])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\d])", re.IGNORECASE
)
_POWER = re.compile(r"\^(\d{1,2})")
_ENGLISH_SCALE = re.compile(r"[-\s]?(thousand|million|billion|trillion)\b|([kKMBbT])(?![A-Za-z0-9])", re.IGNORECASE)
_JAPANESE_SCALE = re.compile(r"\s?([十百千]?[万億兆]|[百千])")
_PERCENT = re.compile(r"\s?(?:%|percentage points?|percent|per cent|パーセント|points?\b|ポイント|pp\b)", re.IGNORECASE)
_TENTHS = re.compile(r"割(?![りあ当合込])")
_TIMES = re.compile(r"\s?x(?!\s?[A-Za-z0-9])|\s?x(?=\s[A-Za-z])|[-\s]?folds?\b|\s?times\b|\s?倍", re.IGNORECASE)
_UNIT_FORMS = [(re.compile(rf"[-\s]?(?:{form})(?![A-Za-z/])", re.IGNORECASE), unit) for unit, form in _UNITS.items()]
_BEFORE_TIMES = re.compile(r"(?:\bfactors? of|\bspeed-?ups? of)\s?(?:up to |about |over |nearly )?$", re.IGNORECASE)
_BEFORE_LABEL = re.compile(r"(?:第|[ァ-ヶー]{2,}\s?)$")
_RANGE = re.compile(r"\s?(?:-|–|—|~|〜|～|to|から|and|または|or)\s?(?:約|さらに)?$", re.IGNORECASE)
_PLAIN_FORMS = (
    (r"\$([^$\s](?:[^$]*[^$\s])?)\$(?!\d)", r"\1"),
    (r"\\times\b\s?|×", "x"),
    (r"\\%|％", "%"),
    (r"\\[,;! ]|[{}]", ""),
    (r"[‐‑−]", "-"),
    (r"\s?x\s?10\^", "e"),
    (r"\b((?:1[89]|20)\d\d)s\b", r"\1"),
)


def normalised(text: str) -> str:
    """The text with full-width characters, simple TeX and hyphen variants in their plain form."""
    text = unicodedata.normalize("NFKC", text)
    for form, plain in _PLAIN_FORMS:
        text = re.sub(form, plain, text)
    return text


def numbers_in(text: str) -> tuple[Quantity, ...]:
    """Every number of an English or Japanese text, in order; digits that are part of a name are not among them."""
    rest = normalised(text)
    for name in _names(rest):
        rest = rest.replace(name, " " * len(name))
    found: list[Quantity] = []
    for form, value, kind in _FIXED_FORMS:
        found += (Quantity(value, kind, "", match.group(), match.start()) for match in form.finditer(rest))
        rest = form.sub(lambda match: " " * len(match.group()), rest)
    digits = list(_in_digits(rest))
    for quantity in digits:
        end = quantity.start + len(quantity.text)
        rest = rest[: quantity.start] + " " * len(quantity.text) + rest[end:]
    found += digits
    found += (
        Quantity(_WORDS[match.group().casefold()], "plain", "", match.group(), match.start(), loose=True)
        for match in _WORD.finditer(rest)
    )
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def names_in(text: str) -> frozenset[str]:
    """Names with digits in them, as written: A100, GPT-3, FP8, 1F1B."""
    return frozenset(_names(normalised(text)))


def _names(text: str) -> Iterator[str]:
    for match in _NAME.finditer(text):
        after = text[match.start() :]
        number = _NUMBER.match(after)
        if number is None or (_read_on(after, number, 0)[1] < len(match.group()) and not _glued_number(match.group())):
            yield match.group()


def _glued_number(token: str) -> bool:
    return bool(re.fullmatch(r"[\d.]+x|[\d.]+[kKMBbT]|\d+e[+-]?\d+", token))


def _in_digits(text: str) -> Iterator[Quantity]:
    pending: list[Quantity] = []
    for number in _NUMBER.finditer(text):
        if pending and number.start() < pending[-1].start + len(pending[-1].text):
            continue
        quantity, end = _read_on(text, number, number.start())
        quantity = replace(quantity, text=text[number.start() : end])
        if pending and _RANGE.fullmatch(text[pending[-1].start + len(pending[-1].text) : number.start()]):
            pending[-1] = _like(pending[-1], quantity)
        pending.append(quantity)
    yield from pending


def _like(first: Quantity, second: Quantity) -> Quantity:
    """The first number of a range, which takes kind and unit from the second: 5-20 %."""
    if first.kind != "plain" or first.unit:
        return first
    return replace(first, kind=second.kind, unit=second.unit)


def _read_on(text: str, number: re.Match[str], start: int) -> tuple[Quantity, int]:
    """The number with scale, kind and unit that stand behind it, and where they end."""
    value, end = float(number.group().replace(",", "")), number.end()
    if power := _POWER.match(text, end):
        value, end = value ** int(power.group(1)), power.end()
    if scale := _ENGLISH_SCALE.match(text, end):
        value, end = value * _SCALES[(scale.group(1) or scale.group(2)).casefold()], scale.end()
    while scale := _JAPANESE_SCALE.match(text, end):
        value, end = value * _SCALES[scale.group(1)], scale.end()
        more = _NUMBER.match(text, end)
        if more and (lower := _JAPANESE_SCALE.match(text, more.end())):
            value, end = value + float(more.group().replace(",", "")) * _SCALES[lower.group(1)], lower.end()
    before = text[: number.start()]
    if percent := _PERCENT.match(text, end):
        return Quantity(value, "percent", "", "", start), percent.end()
    if tenths := _TENTHS.match(text, end):
        return Quantity(value * 10, "percent", "", "", start), tenths.end()
    times = _TIMES.match(text, end)
    if times or _BEFORE_TIMES.search(before):
        return Quantity(value, "times", "", "", start), times.end() if times else end
    if before.endswith(("$", "¥")):
        return Quantity(value, "plain", before[-1], "", start), end
    for form, unit in _UNIT_FORMS:
        if behind := form.match(text, end):
            return Quantity(value, "plain", unit, "", start), behind.end()
    small = value <= 12 and bool(_COUNTER_FORM.match(text, end))
    return Quantity(value, "plain", "", "", start, loose=small or bool(_BEFORE_LABEL.search(before))), end
