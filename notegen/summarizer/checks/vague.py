"""Amounts said by their size only (数千基, tens of thousands, several orders of magnitude) and what bears them out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import numbers_in

_SIZES = {"": 0, "十": 1, "百": 2, "千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "億": 8, "十億": 9, "百億": 10,
          "千億": 11, "兆": 12, "十兆": 13, "百兆": 14}  # fmt: skip
_WORDS = {"ten": 1, "dozen": 1, "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SIZE = "|".join(_WORDS)
_COUNTER = (
    r"[基台個つ件名人社枚回年月週日時分秒種層段本点組倍桁割行]|[ヶカか](?=[月所国年条])"
    r"|ノード|サーバ|GPU|テラ|ペタ|ギガ|メガ|パーセント|%"
)
_JAPANESE = re.compile(
    rf"(?<![複多少変整定関係個回件実人小分点指偶奇素次級総画年月日時A-Zァ-ヶー])数"
    rf"({'|'.join(sorted(_SIZES, key=len, reverse=True))})"
    rf"(?={_COUNTER}|(?<=[十百千万億兆])[A-Za-zァ-ヶ\u4e00-\u9fffのもか])"
)
_ENGLISH = re.compile(
    rf"\b(?:(tens|dozens|hundreds)\s+of\s+)?((?:{_SIZE})s)\b(?!\s+of\s+(?:{_SIZE})s)"
    rf"|\b(?:several|few|some|many)\s+((?:{_SIZE})s?)\b(?!\s+of)(?:\s+(thousand|million|billion))?",
    re.IGNORECASE,
)
_ORDERS = re.compile(r"(?<!one )(?<!an )\borders[- ]of[- ]magnitude", re.IGNORECASE)
_FEW = re.compile(
    r"\b(?:several|few|multiple|various|some|couple|handful|many|more than one)\b|数|複数|いくつか", re.IGNORECASE
)
_FEW_TIMES = re.compile(
    r"\b(?:several|few|many|multiple)[- ](?:times|folds?)\b|\bseveral(?:-fold|x)\b|数倍", re.IGNORECASE
)
_TIME = {
    "年": "years?|decades?", "月": "months?", "週": "weeks?", "日": "days?",
    "時": "hours?", "分": "minutes?", "秒": "seconds?",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of the size 10^size: plain, a multiple ("times") or a number of orders of magnitude ("orders")."""

    size: int
    kind: str
    text: str
    after: str = ""


def amounts_in(text: str) -> tuple[Amount, ...]:
    """The vague amounts of English or Japanese text; plain several, few and 複数 are none."""
    plain = normalised(text)
    return (*_japanese(plain), *_english(plain))


def unfounded(text: str, source: str) -> list[str]:
    """The vague amounts of `text` that nothing in `source` bears out: no amount of that size, no number in it."""
    known = amounts_in(source)
    return [amount.text for amount in amounts_in(text) if not _borne_out(amount, source, known)]


def _japanese(text: str) -> Iterator[Amount]:
    for match in _JAPANESE.finditer(text):
        after = text[match.end() : match.end() + 3].lstrip("かヶカ")
        kind = "times" if after.startswith(("倍", "分の")) else "orders" if after.startswith("桁") else "plain"
        yield Amount(_SIZES[match.group(1)], kind, match.group() + after[:1], after)


def _english(text: str) -> Iterator[Amount]:
    for match in _ENGLISH.finditer(text):
        lead, plural, single, more = (group.casefold() if group else "" for group in match.groups())
        size = _WORDS[(plural or single).removesuffix("s")]
        size += _WORDS[lead.removesuffix("s")] if lead else _WORDS.get(more, 0)
        behind = text[match.end() :]
        times = re.match(r"\s(?:of\s)?(?:times|folds?)\b|x\b|-fold", behind, re.IGNORECASE)
        yield Amount(size, "times" if times else "plain", match.group())
    if re.search(r"\bdecades\b", text, re.IGNORECASE):
        yield Amount(1, "plain", "decades")
    for match in _ORDERS.finditer(text):
        before = text[: match.start()].rstrip().casefold()
        if before.endswith(("several", "many", "few", "multiple", "by", "some")) or not re.search(
            r"(?:\d|two|three|four|five|six|seven|eight|nine|ten)$", before
        ):
            yield Amount(0, "orders", match.group())


def _borne_out(amount: Amount, source: str, known: tuple[Amount, ...]) -> bool:
    unit = next((word for kanji, word in _TIME.items() if amount.after.startswith(kanji)), "")
    if unit and not re.search(rf"\b(?:{unit})\b|{amount.text}", source):
        return False
    if any(amount.size == other.size and amount.kind == other.kind for other in known):
        return True
    numbers = numbers_in(source)
    low, high = 10.0**amount.size, 10.0 ** (amount.size + 1)
    if amount.kind == "orders":
        exact = any((q.kind == "orders" and q.value > 1) or (q.kind == "times" and q.value >= 100) for q in numbers)
        return exact or any(other.kind == "times" and other.size > 1 for other in known)
    if amount.kind == "times":
        fitting = any(q.kind == "times" and max(low, 2) <= q.value < high for q in numbers)
        powers = any(q.kind == "orders" and q.value == amount.size for q in numbers)
        return fitting or powers or (amount.size == 0 and bool(_FEW_TIMES.search(source)))
    if any(q.kind == "plain" and max(low, 2) <= q.value < high for q in numbers):
        return True
    return amount.size == 0 and bool(unit or _FEW.search(source))
