"""How much of an English claim its source says: of the whole, of each clause, and beside the other sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from notegen.records import Sentence
from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import FREE_WORDS, content_stems, related, stem, tokens

_ENOUGH = 0.55
_ENOUGH_WITHOUT_TITLE = 0.4
_ENOUGH_OF_CLAUSE = 0.4
_STRANGE_WORDS = 2
_SURE = 0.8  # a claim carried so far belongs to its sentence, whatever another sentence repeats of it
_CLEARLY_BETTER = 0.2
_LIKELY_OTHERS = 3
_CLAUSE = re.compile(
    r"[,;:]\s|\s[—–]\s|\b(?:and|which|because|since|so that|while|whereas|but|thanks to|where|though|although"
    r"|yet|when|if)\b",
    re.IGNORECASE,
)


def uncarried(claim: str, source: str, title: str) -> str:
    """In words what of the claim its source lacks: too much of the whole, or nearly all of one clause; else ""."""
    share, missing = carried(claim, source, title)
    own_share, elsewhere = carried(claim, source)
    if share < _ENOUGH or own_share < _ENOUGH_WITHOUT_TITLE:
        return f"too little of it is in the source, not {', '.join(map(stem, (missing or elsewhere)[:4]))}"
    for clause in _CLAUSE.split(claim):
        share, missing = carried(clause, source, title)
        if len(missing) >= _STRANGE_WORDS and share <= _ENOUGH_OF_CLAUSE:
            return f"a part of it is not in the source: {', '.join(missing[:4])}"
    return ""


def carried(claim: str, source: str, title: str = "") -> tuple[float, list[str]]:
    """The share of the claim's content words and numbers that source or title hold, and the words they lack.

    A number counts when it is there; the check of the numbers reports one that is not.
    """
    words = _telling(claim)
    if not words:
        return 1.0, []
    stems = _stems(source) | _stems(title)
    missing = [word for word in words if not related(stem(word), stems)]
    known = numbers_in(source)
    numbers = sum(any(number.agrees_with(other) for other in known) for number in numbers_in(claim))
    total = len(words) + numbers
    return (total - len(missing)) / total, missing


def better_elsewhere(claim: str, source: str, title: str, others: Sequence[Sentence]) -> int:
    """The number of a sentence that carries the claim clearly better than its source does, 0 when none does."""
    share, _ = carried(claim, source, title)
    if share >= _SURE:
        return 0
    said = frozenset(map(stem, _telling(claim)))
    likely = sorted(others, key=lambda other: -len(said & _stems(other.text)))[:_LIKELY_OTHERS]
    better = {other.number: carried(claim, other.text, title)[0] for other in likely}
    best = max(better, key=lambda number: better[number], default=0)
    return best if best and better[best] >= share + _CLEARLY_BETTER else 0


def _telling(text: str) -> list[str]:
    plain = " ".join(word for word in text.split() if not is_unit(word.strip(",.;()")))
    return [word for word in dict.fromkeys(tokens(plain)) if word not in FREE_WORDS and len(word) > 2]


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))
