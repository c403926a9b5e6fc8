"""The direction beside a number (5 % lower, loses 5 %, 2x faster) and what a multiple is a multiple of."""

from __future__ import annotations

import re

from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import Quantity, numbers_in
from notegen.summarizer.checks.words import content_stems

# Each axis: words behind a number, words before it; first those that go up, then those that go down.
_UP_BEHIND = (
    r"higher|more(?!\s\S+ly\b|\s\S*efficient)|larger|greater|longer|bigger|heavier|increases?|gains?|growth|rise|above"
    "|up|as (?:high|large|long|many|much|big|great)"
)
_DOWN_BEHIND = (
    "lower|less|fewer|smaller|shorter|cheaper|lighter|reductions?|decreases?|drops?(?! out)|loss(?:es)?|declines?"
    "|savings?|below|down|as (?:low|small|short|few|little)"
)
_UP_BEFORE = (
    "ris(?:es?|ing)|rose|grow(?:s|n|ing)?|grew|increas(?:e[sd]?|ing)|gain(?:s|ed|ing)?|climb(?:s|ed|ing)?"
    "|rais(?:e[sd]?|ing)|add(?:s|ed|ing)?"
)
_DOWN_BEFORE = (
    "fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|los(?:es?|t|ing)|decreas(?:e[sd]?|ing)|declin(?:e[sd]?|ing)"
    "|reduc(?:e[sd]?|ing)|cut(?:s|ting)?|shr[aiu]n?k(?:s|ing)?|lower(?:s|ed|ing)?|sav(?:e[sd]?|ings?)|discounts?"
    "|reductions?|down"
)
_WORSENS = "worsen(?:s|ed|ing)?|degrad(?:e[sd]?|ing)"
_AXES = {
    "speed": (
        "faster|quicker|sooner|more (?:quickly|rapidly)|speed-?ups?",
        "slower|more slowly|slowdowns?",
        "speeds? up|sped up",
        "slows? down|slowed down",
    ),
    "value": ("better|improvements?", "worse|degradations?", "improv(?:e[sd]?|ing)", _WORSENS),
    "amount": (_UP_BEHIND, _DOWN_BEHIND, _UP_BEFORE, _DOWN_BEFORE),
}
_POINTS = r"\s?(?:(?:percentage )?points?\s|pp\s|times\s)?"
_BEHIND = {
    axis: [re.compile(rf"{_POINTS}(?:{words})\b", re.IGNORECASE) for words in (up, down)]
    for axis, (up, down, _, _) in _AXES.items()
}
_LEADING = {
    axis: [
        re.compile(
            rf"\b(?:{words})\s(?:(?!than\b)[A-Za-z-]+\s){{0,3}}?(?:(?:by|from|to|of|only|just|about|around|some|nearly)\s){{0,3}}[$¥]?$",
            re.IGNORECASE,
        )
        for words in (up, down)
    ]
    for axis, (_, _, up, down) in _AXES.items()
}  # fmt: skip
_NAME = r"[A-Z][\w.+-]*\w"
_THAN = re.compile(rf"[^.;,]*?\b(?:than|below|above)\s(?:(?:with|for|in|on|under|by|that of|those of|the)\s)*({_NAME})")
_BESIDE = re.compile(
    rf"[^.;,]*?\b(?:than|compared (?:to|with)|against|relative to)\s(?:(?:with|for|the|that of|those of)\s)*({_NAME})"
)
_COMPARED = re.compile(
    r"\b(?:than|over|relative to|compared (?:to|with)|against|versus)\s"
    r"(?:(?:with|for|under|in|on|that of|those of|the)\s)*([A-Z]\w+)"
)
_MULTIPLE_OF = re.compile(
    rf"\s?(?:times\s)?(?:(?:the|that|those|as|its)\b[^.,;]{{0,40}}?\b(?:of|as)|\w+er\sthan)\s(?:(?:with|for|in|on|under|the)\s)?({_NAME})"
)
_LASTING = re.compile(r"\b(?:times?|latency|duration|takes?|took|lasts?|lasted)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;,:]\s|\b(?:and|while|whereas|but)\b")
_DECREASED = re.compile(r"as [a-z]+", re.IGNORECASE)


def redirected(claim: str, source: str) -> str:
    """In words which number of the claim goes the other way than in its source, or is a multiple of the other side."""
    held = numbers_in(source)
    for number in numbers_in(claim):
        same = [other for other in held if number.agrees_with(other)]
        axis, sign = _direction(claim, number)
        against = [_direction(source, other) for other in same]
        if (
            sign
            and against
            and set(against) == {(axis, -sign)}
            and not (_exchanged_sides(claim, number, source, same) or other_side(claim, source))
            and not _other_subject(claim, number, source, same)
        ):
            return f"{number.text} goes the other way in the source"
        if sign and (axis, sign) in against and any(_said_of_measure(claim, number, source, other) for other in same):
            return f"{number.text} is said of the other side in the source"
        if any(_turned_multiple(claim, number, source, other) for other in same):
            return f"{number.text} is a multiple of the other side in the source"
    return ""


def other_side(claim: str, source: str) -> bool:
    """Whether the claim is said of the one that the source compares with: B is higher, for A is lower than B."""
    for name in _COMPARED.findall(source):
        as_measure = (
            rf"\b(?:than|with|against|to|over|for|of|under|on|in|above|below|behind)\s(?:the\s)?{re.escape(name)}\b"
        )
        if re.search(rf"\b{re.escape(name)}\b", claim) and not re.search(as_measure, claim):
            return True
    return False


def _direction(text: str, number: Quantity) -> tuple[str, int]:
    """The axis and 1 for up, -1 for down, ("", 0) where the words beside the number say none or both."""
    plain = normalised(text)
    found = set()
    for axis in _AXES:
        for sign, behind, leading in zip((1, -1), _BEHIND[axis], _LEADING[axis], strict=True):
            if match := behind.match(plain, number.end):
                part = number.kind == "fraction" and _DECREASED.search(match.group())
                found.add((axis, -sign if part else sign))
            if leading.search(plain[: number.start]):
                found.add((axis, sign))
    axis, sign = found.pop() if len(found) == 1 else ("", 0)
    lasting = axis == "amount" and _LASTING.search(_SENTENCE.split(plain[: number.start])[-1])
    return ("speed", -sign) if lasting else (axis, sign)


def _said_of_measure(claim: str, number: Quantity, source: str, other: Quantity) -> bool:
    """Whether the claim says of B, beside A, what the source says of A beside B."""
    plain = normalised(claim)
    said, held = _BESIDE.match(plain, number.end), _BESIDE.match(normalised(source), other.end)
    if not (said and held) or said[1] == held[1]:
        return False
    return bool(re.search(rf"\b{re.escape(held[1])}\b", re.split(r"[.;,]\s", plain[: number.start])[-1]))


def _exchanged_sides(claim: str, number: Quantity, source: str, same: list[Quantity]) -> bool:
    """Whether the claim compares with another name than the source: A 2x lower than B is B 2x higher than A."""
    said = _THAN.match(normalised(claim), number.end)
    others = [_THAN.match(normalised(source), other.end) for other in same]
    return bool(said and any(other and other[1] != said[1] for other in others))


def _other_subject(claim: str, number: Quantity, source: str, same: list[Quantity]) -> bool:
    """Whether claim and source compare the same two the other way about: A slower than B, B faster than A."""
    left, right = _sides(claim, number)
    others = [_sides(source, other) for other in same]
    return any(left & there and right & here and not left & here for here, there in others)


def _sides(text: str, number: Quantity) -> tuple[set[str], set[str]]:
    """The stems before a number, and those behind the “than” or “over” that follows it."""
    plain = normalised(text)
    behind = re.split(r"\b(?:than|over|below|above|as)\b", re.split(r"[.;,]\s", plain[number.end :])[0])
    return set(content_stems(plain[: number.start])), set(content_stems(" ".join(behind[1:])))


def _turned_multiple(claim: str, number: Quantity, source: str, other: Quantity) -> bool:
    if number.kind != "times" or other.kind != number.kind:
        return False
    plain = normalised(claim)
    said, held = _MULTIPLE_OF.match(plain, number.end), _MULTIPLE_OF.match(normalised(source), other.end)
    if not (said and held) or said[1] == held[1]:
        return False
    subject = re.split(r"[.;]\s", plain[: number.start])[-1]
    return bool(re.search(rf"\b{re.escape(held[1])}\b", subject))
