"""Whether a claim turns what its source says around: more for less here, denial and the rest beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from notegen.summarizer.checks.changes import other_side, redirected
from notegen.summarizer.checks.clauses import clauses, denials_in, is_thing
from notegen.summarizer.checks.contests import misjudged
from notegen.summarizer.checks.contradictions import contradicted
from notegen.summarizer.checks.denial import denied_otherwise
from notegen.summarizer.checks.opposites import opposite, replaced
from notegen.summarizer.checks.sides import exchanged, ill_compared
from notegen.summarizer.checks.words import stem, word_set

_SIZE = re.compile(r"\d|half|one|two|three|four|five|six|seven|eight|nine|ten")
_WEIGHS = re.compile(r"exceed\w*")
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
_FASTER = re.compile(r"faster|quicker|accelerat\w*|speedups?")
_SLOWER = re.compile(r"slower|slows?|slowdowns?|decelerat\w*")
_COSTS = frozenset(
    map(stem, word_set("latency time memory cost error loss traffic overhead energy power consumption failure delay"))
)
_CHANGE = re.compile(r"decline|increase|decrease|reduction|drop|rise|growth|improvement")
_FIXED = (["bound"], ["bounds"], ["short"], ["behind"], ["limit"])
_NEAREST = 3
_SUBJECTS = word_set("they we which that it")
_OTHERWISE = word_set("as when while if because since than until once whereas")
_PREDICATE = word_set("than by at when as for from with on in under over to up down")


_ENDS_SUBJECT = _PREDICATE | word_set("is are was were be been has have had")


def turned_around(claim: str, source: str) -> str:
    """In words what the claim turns around, "" when nothing. Both are English; only shared words are compared.

    Where one of the two denies more than the other, a second turn may undo the first: then only the denial is judged.
    """
    each_way = [denied_otherwise, replaced, contradicted]
    if denials_in(claim, source) == denials_in(source, claim):
        each_way += [misjudged] if exchanged(claim, source) else [_moved, misjudged, opposite, redirected]
    return next((turned for check in each_way if (turned := check(claim, source))), "") or ill_compared(claim)


def _moved(claim: str, source: str) -> str:
    if other_side(claim, source):
        return ""
    said = set(_movements(source))
    for axis, thing, sign in _movements(claim):
        if (axis, thing, -sign) in said and (axis, thing, sign) not in said:
            return f"“{thing}” moves the other way in the source"
    return ""


def _movements(text: str) -> Iterator[tuple[str, str, int]]:
    """What goes up or down: (axis, stem of the thing, +1 or -1). An improved cost is one that goes down."""
    for clause in clauses(text):
        for place, word in enumerate(clause):
            axis, sign = _movement(word) if clause[place + 1 : place + 2] not in _FIXED else ("", 0)
            bound = (
                clause[place + 1 : place + 2] == ["than"]
                and clause[place + 2 : place + 3]
                and _SIZE.match(clause[place + 2])
            )
            if not sign or bound or _WEIGHS.fullmatch(word) or clause[max(0, place - 1)] == "or":
                continue
            after = clause[place + 1 :]
            predicate = not after or after[0] in _PREDICATE or after[0][0].isdigit()
            around = list(reversed(clause[:place])) if predicate else after
            if _CHANGE.fullmatch(word) and after[:1] in (["in"], ["of"]) and clause[place - 1] not in _SUBJECTS:
                around = list(takewhile(lambda each: each not in _ENDS_SUBJECT, after[1:]))
            around = list(takewhile(lambda each: each not in _OTHERWISE and not _movement(each)[1], around))
            things = [stem(each) for each in around if is_thing(each)]
            for thing in things[:_NEAREST]:
                yield ("amount", thing, -sign if thing in _COSTS else sign) if axis == "value" else (axis, thing, sign)


def _movement(word: str) -> tuple[str, int]:
    if word in _UP or word in _DOWN:
        return "amount", 1 if word in _UP else -1
    if _BETTER.fullmatch(word) or _WORSE.fullmatch(word):
        return "value", 1 if _BETTER.fullmatch(word) else -1
    if _FASTER.fullmatch(word) or _SLOWER.fullmatch(word):
        return "speed", 1 if _FASTER.fullmatch(word) else -1
    return "", 0
