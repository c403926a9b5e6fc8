"""Whether a claim turns what its source says around: negation and more for less here, the rest beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notegen.summarizer.checks.contests import misjudged
from notegen.summarizer.checks.opposites import opposite
from notegen.summarizer.checks.words import STOP_WORDS, stem, word_set

_CLAUSE = re.compile(r"[,;:.!?()—–]\s|\b(?:but|while|whereas|although|though|and)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’]t)?|\d[\d.,]*")
_NEGATORS = word_set("not no without never neither nor cannot rarely hardly seldom scarcely fail fails failed unable")
_AVOIDING = (
    "avoid",
    "eliminat",
    "remov",
    "lack",
    "rather",
    "instead",
    "prevent",
    "obviat",
    "unlike",
    "free",
    "unnecessar",
    "impossib",
    "infeasib",
    "poorly",
    "non",
)
_UP = word_set(
    "increase increases increased increasing raise raises raised grow grows grew growing rise rises rose",
    "boost boosts boosted higher larger greater more bigger longer lengthens lengthen lengthened",
)
_DOWN = word_set(
    "decrease decreases decreased decreasing reduce reduces reduced reducing reduction lower lowers lowered cut cuts",
    "cutting shrink shrinks drop drops dropped decline declines fall falls fell save saves saved",
    "smaller fewer less shorter shorten shortens shortened",
)
_BETTER = re.compile(r"better|improv\w*|outperform\w*|surpass\w*|exceeds?|superior|beats?|enhanc\w*")
_WORSE = re.compile(r"worse\w*|degrad\w*|underperform\w*|inferior|harms?|hurts?")
_FASTER = re.compile(r"faster|quicker|accelerat\w*|speedups?|speeds?")
_SLOWER = re.compile(r"slower|slows?|slowdowns?|decelerat\w*")
_COSTS = frozenset(
    map(stem, word_set("latency time memory cost error loss traffic overhead energy power consumption failure delay"))
)
_PREDICATE = word_set("than by at when as for from with on in under over to up down")


def turned_around(claim: str, source: str) -> str:
    """In words what the claim turns around, "" when nothing. Both are English; only shared words are compared."""
    return _negation(claim, source) or _moved(claim, source) or misjudged(claim, source) or opposite(claim, source)


def _negation(claim: str, source: str) -> str:
    for word in sorted(_negated(claim)):
        if (clauses := _clauses_with(word, source)) and not any(map(_has_negator, clauses)):
            return f"“{word}” is negated, but not in the source"
    for word in sorted(_negated(source)):
        clauses = _clauses_with(word, claim)
        if clauses and not any(map(_has_negator, clauses)) and all(map(_has_negator, _clauses_with(word, source))):
            return f"“{word}” is negated in the source, but not here"
    return ""


def _clauses(text: str) -> list[list[str]]:
    return [[word.casefold() for word in _WORD.findall(clause)] for clause in _CLAUSE.split(text) if clause]


def _clauses_with(word: str, text: str) -> list[list[str]]:
    return [clause for clause in _clauses(text) if any(stem(other) == word for other in clause)]


def _has_negator(clause: list[str]) -> bool:
    return any(word in _NEGATORS or word.endswith(("n't", "n’t")) or word.startswith(_AVOIDING) for word in clause)


def _negated(text: str) -> set[str]:
    """Stems that a negator governs: the verb after “not”, the last noun of the phrase after “no” and “without”."""
    found = set()
    for clause in _clauses(text):
        for place, word in enumerate(clause):
            if not (word in _NEGATORS or word.endswith(("n't", "n’t"))) or clause[place + 1 : place + 2] == ["only"]:
                continue
            if word.startswith("fail") and clause[place + 1 : place + 2] != ["to"]:
                continue
            following = clause[place + 1 : place + 5]
            while following and following[0] in STOP_WORDS:
                following = following[1:]
            phrase = next((following[:end] for end, each in enumerate(following) if each in STOP_WORDS), following)
            if phrase:
                found.add(stem(phrase[-1] if word in ("no", "without") else phrase[0]))
    return found


def _moved(claim: str, source: str) -> str:
    said = set(_movements(source))
    for axis, thing, sign in _movements(claim):
        if (axis, thing, -sign) in said and (axis, thing, sign) not in said:
            return f"“{thing}” moves the other way in the source"
    return ""


def _movements(text: str) -> Iterator[tuple[str, str, int]]:
    """What goes up or down: (axis, stem of the thing, +1 or -1). An improved cost is one that goes down."""
    for clause in _clauses(text):
        for place, word in enumerate(clause):
            axis, sign = _movement(word)
            if not sign:
                continue
            after = clause[place + 1 :]
            predicate = not after or after[0] in _PREDICATE or after[0][0].isdigit()
            around = list(reversed(clause[:place])) if predicate else after
            things = [stem(each) for each in around if _is_thing(each)]
            for thing in things[:2]:
                yield ("amount", thing, -sign if thing in _COSTS else sign) if axis == "value" else (axis, thing, sign)


def _is_thing(word: str) -> bool:
    return word not in STOP_WORDS and not word[0].isdigit() and not word.endswith("ly")


def _movement(word: str) -> tuple[str, int]:
    if word in _UP or word in _DOWN:
        return "amount", 1 if word in _UP else -1
    if _BETTER.fullmatch(word) or _WORSE.fullmatch(word):
        return "value", 1 if _BETTER.fullmatch(word) else -1
    if _FASTER.fullmatch(word) or _SLOWER.fullmatch(word):
        return "speed", 1 if _FASTER.fullmatch(word) else -1
    return "", 0
