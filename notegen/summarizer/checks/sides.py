"""The two sides of a comparison: whether its numbers belie it, and whether two texts look at it from either side."""

from __future__ import annotations

import re

from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.units import in_base
from notegen.summarizer.checks.words import FREE_WORDS, STOP_WORDS, stem, tokens, word_set

_COMPARED = re.compile(
    r"\b(?:(?P<more>(?:more|higher|larger|greater|longer|bigger|heavier)(?:\s\w+){0,2}\sthan)"
    r"|(?P<less>(?:less|fewer|lower|smaller|shorter|lighter|cheaper)(?:\s\w+){0,2}\sthan)"
    r"|(?P<slower>slower than)|(?P<faster>faster than)|(?P<better>better than)|(?P<worse>worse than|not as good as))\b",
    re.IGNORECASE,
)
_UPWARDS = ("more", "slower", "better")
_DENIED = re.compile(r"(?:\bno|\bnot|n['’]t|\bnever(?:\s\w+)?)\s$", re.IGNORECASE)
_GOOD = re.compile(
    r"accura|precision|recall|throughput|score|success|\bf1\b|utili[sz]ation|hit rate|coverage|quality", re.IGNORECASE
)
_APART = re.compile(r"[.;]\s|\b(?:while|whereas|although|though|because|since)\b", re.IGNORECASE)
_THAN = re.compile(
    r"\b(?:than|over|compared (?:to|with)|relative to|against|versus|behind|ahead of"
    r"|out(?:perform|run)\w*|beats?|exceeds?)\b",
    re.IGNORECASE,
)
_END = re.compile(r"[,.;]\s|\b(?:while|whereas|although|though|but)\b")
_WHOLE = re.compile(r"\s(?:out\s)?of\s(?:(?:the|all|its|their|our|these|those)\s)?")  # 187 of the 214: 187 is compared
_TIMES = ("ns", "us", "ms", "s", "min", "h", "day")
_MEASURE = re.compile(r"\s(?:the|that|those|its|[A-Z][\w.+-]*|a|an|with|of|for|under|on|in)\b[^.;]{0,50}$")
_SIDES = word_set("before after early late earlier later most least more less only first last high low")


def ill_compared(claim: str) -> str:
    """In words which number of the claim is not more, or less, than the one it is compared with; "" when all are."""
    plain = normalised(claim)
    said = (number for number in numbers_in(claim) if number.kind != "times")
    numbers = [number for number in said if not plain[: number.start].rstrip().endswith("±")]
    measures: list[Quantity] = []
    for match in _COMPARED.finditer(plain):
        measure = next((number for number in numbers if number.start >= match.end()), None)
        before = [number for number in numbers if number.end <= match.start() and number not in measures]
        if len(before) > 1 and _WHOLE.fullmatch(plain[before[-2].end : before[-1].start]):
            before.pop()
        if not measure or not before or not _compares(plain, match, before[-1], measure):
            continue
        measures.append(measure)
        one, other = (in_base(number.value, number.unit) for number in (before[-1], measure))
        if one < other if match.lastgroup in _UPWARDS else one > other:
            return f"{before[-1].text.strip()} is not {match.lastgroup} than {measure.text.strip()}"
    return ""


def _compares(text: str, match: re.Match[str], subject: Quantity, measure: Quantity) -> bool:
    """Whether the phrase compares the two numbers: of one measure, the first no difference (5 % more), the second no

    bound (more than 5 %), and better or faster only where the unit or the thing measured tells what that is.
    """
    if match.lastgroup in ("better", "worse") and not _GOOD.search(text):
        return False
    if match.lastgroup in ("slower", "faster") and measure.unit not in _TIMES:
        return False
    between = text[subject.end : match.start()]
    apart = len(between) < 2 or bool(_APART.search(between)) or bool(_DENIED.search(text[: match.start()]))
    alike = subject.kind == measure.kind and subject.could_be(measure)
    return alike and not apart and bool(_MEASURE.fullmatch(text[match.end() : measure.start]))


def exchanged(claim: str, source: str) -> bool:
    """Whether claim and source compare the same two, each from the other's side: A less than B, B more than A."""
    return any(
        left & right_there and right & left_there and not right & right_there
        for left, right in _compared(claim)
        for left_there, right_there in _compared(source)
    )


def _compared(text: str) -> list[tuple[set[str], set[str]]]:
    """The stems on both sides of each comparison of the text."""
    parts = []
    for match in _THAN.finditer(text):
        left, right = _END.split(text[: match.start()])[-1], _END.split(text[match.end() :])[0]
        parts.append(tuple({stem(word) for word in tokens(side) if _tells(word)} for side in (left, right)))
    return [(left, right) for left, right in parts]


def _tells(word: str) -> bool:
    return word in _SIDES or (word not in STOP_WORDS and word not in FREE_WORDS and len(word) > 2)
