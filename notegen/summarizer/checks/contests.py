"""Who wins a comparison: whether a claim exchanges winner and loser, or lets the winner lose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.words import STOP_WORDS, content_stems, names_in

_PHRASE = re.compile(
    r"\b(?P<value>(?:out(?:perform|run|pac|strip)\w*|surpass\w*|exceed\w*|beat(?:s|en|ing)?|underperform\w*)"
    r"(?P<passive> by)?"
    r"|(?:better|worse) than|(?:superior|inferior) to|improve\w* (?:up)?on|improvements? over"
    r"|falls? short of|wins? over|loses? to)\b"
    r"|\b(?P<rank>(?:ahead of|trail(?:s|ed|ing)?|(?:falls?|fell|lags?|lagged|stays?|trails?|is|are) (?:\w+ )?behind))\b"
    r"|\b(?P<speed>(?:faster|quicker|slower) than|(?:speed-?ups?|slowdowns?) over)\b"
    r"|\b(?P<names>compared (?:to|with)|relative to|(?<=x )over|(?<=% )over)\b"
    r"|\b(?P<amount>(?:higher|lower|larger|smaller|greater|fewer|more|less)(?: \w+)?(?: \w+)? than"
    r"|(?:above|below) (?:that|those) of)\b",
    re.IGNORECASE,
)
_LOSING = re.compile(
    r"underperform|worse|inferior|short|lose|slow|behind|trail|below|lower|smaller|fewer|less",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"(?<![\w-])[A-Z]\w*(?:[-+.]\w+)*")
_NEGATED = re.compile(r"\b(?:no|not|never|nowhere|cannot|neither|nor)\b|n['’]t\b", re.IGNORECASE)
_NUMBER = re.compile(r"\s(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|half)\b)")
_ASPECT = re.compile(r"(?<=\w)\s(?:in (?:terms of)?|by|on|across|when)\s")
_OURS = re.compile(r"\b(?:ours|(?:our|the|this|proposed) (?:approach|method|system|framework|model|algorithm))\b", re.I)
_HEAD = re.compile(r",\s|\b(?:and|which|that|whose|who|where)\b")
_NEAR = 8
_APART = re.compile(r"[.;]\s|\b(?:while|whereas|but|once|until|because)\b")


@dataclass(frozen=True, slots=True)
class Contest:
    """One comparison: its axis, 1 or -1 for what the left side does, the words of both sides, their names."""

    axis: str
    sign: int
    left: str
    right: str
    phrase: str
    negated: bool = False


def misjudged(claim: str, source: str) -> str:
    """In words which comparison of the claim the source holds the other way round, "" when none."""
    held = list(_contests(source))
    for said in _contests(claim):
        for other in held:
            if _same_axis(said, other) and _contradicts(said, other):
                return f"who is “{said.phrase}” is the other way round in the source"
    return ""


def _contests(text: str) -> Iterator[Contest]:
    for part in _APART.split(text):
        for match in _PHRASE.finditer(part):
            if match["amount"] and _NUMBER.match(part, match.end()):
                continue
            phrase = match.group()
            sign = -1 if _LOSING.search(phrase) else 1
            sign = -sign if match["passive"] else sign
            negated = bool(_NEGATED.search(_HEAD.split(part[: match.start()])[-1]))
            sign = -sign if negated else sign
            axis = next(axis for axis in ("value", "speed", "rank", "names", "amount") if match[axis])
            right = re.split(r",\s(?!and\b|such as\b)|[—–(]", part[match.end() :])[0]
            left = part[: match.start()]
            if axis != "names":
                right = _ASPECT.split(right)[0] if axis in ("value", "speed") else right
                left, right = _near(left, last=True), _near(right, last=False)
            yield Contest(axis, sign, left, right, phrase.casefold(), negated)


def _contradicts(said: Contest, other: Contest) -> bool:
    """Whether both hold the same sides with another outcome, or the same outcome with exchanged sides."""
    if said.axis == "names":
        winners, losers = _names(said.left) - _names(said.right), _names(said.right) - _names(said.left)
        return bool(winners & (_names(other.right) - _names(other.left)) and losers & _names(other.left))
    crossed = _shared(said.left, other.right), _shared(said.right, other.left)
    straight = _shared(said.left, other.left), _shared(said.right, other.right)
    if said.sign == other.sign:
        if said.negated or other.negated:
            return False
        return all(crossed) and sum(crossed) > sum(straight)
    if said.axis == "amount" and not _of_one_thing(said, other):
        return False
    same_loser = straight[1] and 2 * straight[1] >= len(_words(said.right)) and sum(straight) > sum(crossed)
    return bool(same_loser)


def _same_axis(one: Contest, other: Contest) -> bool:
    """Who is ahead is better or faster; “no faster than” denies every lead."""
    if one.axis == other.axis:
        return True
    axes = {one.axis, other.axis}
    leads = "rank" in axes or (one.negated or other.negated)
    return leads and axes <= {"rank", "value", "speed"}


def _of_one_thing(one: Contest, other: Contest) -> bool:
    """Whether both are said of one thing: “errors are larger than those of A”, “errors stay below those of A”."""
    numbers = [{number.value for number in numbers_in(each.left)} for each in (one, other)]
    if numbers[0] & numbers[1]:
        return True
    if not any("those" in each.phrase or "that" in each.phrase for each in (one, other)):
        return False
    subjects = [content_stems(each.left)[-3:] for each in (one, other)]
    return bool(set(subjects[0]) & set(subjects[1]))


def _near(text: str, *, last: bool) -> str:
    """The words of a side next to the comparison; what is far from it belongs to something else."""
    words = text.split()
    telling = [place for place, word in enumerate(words) if word.casefold() not in STOP_WORDS]
    if len(telling) <= _NEAR:
        return text
    return " ".join(words[telling[-_NEAR] :] if last else words[: telling[_NEAR]])


def _shared(one: str, other: str) -> int:
    """Words both sides hold; a name weighs as much as two."""
    return len(_words(one) & _words(other)) + len(_names(one) & _names(other))


def _names(text: str) -> set[str]:
    found = (*names_in(text), *_CAPITALISED.findall(text))
    return {name.casefold() for name in found if name.casefold() not in STOP_WORDS}


def _words(text: str) -> set[str]:
    """The stems of a side's content words; the paper's own approach, however called, is one of them."""
    ours = {"ours"} if _OURS.search(text) else set()
    return ours | {stem for stem in content_stems(text) if stem not in STOP_WORDS}
