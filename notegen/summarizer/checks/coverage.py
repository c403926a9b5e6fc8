"""How much of an English claim its source says: of the whole, of each clause, and beside the other sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from notegen.records import Sentence
from notegen.summarizer.checks.meaning import related, weight
from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import FREE_WORDS, content_stems, initials_stand, stem, tokens

_ENOUGH = 0.35
_FEW_MISSING = 4
_NEAR = 0.7  # a word that only the title or another sentence has: a claim may name what its sentence calls “it”
_STRANGE = 1.45  # so much more of a clause may be strange than known; a word no paper could do without is 1
_NEAR_IS_STRANGE = 0.5
_SURE = 0.8  # a claim carried so far belongs to its sentence, whatever another sentence repeats of it
_CLEARLY_BETTER = 0.3
_LIKELY_OTHERS = 3
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
_CLAUSE = re.compile(
    r"[,;:]\s|\s[—–]\s|\b(?:and|which|because|since|so that|while|whereas|but|thanks to|where|though|although"
    r"|yet|when|if)\b",
    re.IGNORECASE,
)


def uncarried(claim: str, source: str, title: str, others: Sequence[Sentence]) -> str:
    """In words what of the claim its source lacks: too much of the whole, or nearly all of one clause; else ""."""
    known = _known(claim, source, title, others)
    missing = [word for word, share in known.items() if share < 1]
    little = len(missing) > _FEW_MISSING and _share(known, claim, source) < _ENOUGH
    if little or not _shares_literally(known, claim, source):
        return f"too little of it is in the source, not {', '.join(map(stem, missing[:4]))}"
    for clause in _CLAUSE.split(claim):
        words = [word for word in _telling(clause) if word in known]
        strange = sum(map(_strange, words, (known[word] for word in words)))
        if strange - _numbers_there(clause, source) > _STRANGE:
            lacking = [word for word in words if known[word] < 1]
            return f"a part of it is not in the source: {', '.join(lacking[:4])}"
    return ""


def better_elsewhere(claim: str, source: str, title: str, others: Sequence[Sentence]) -> int:
    """The number of a sentence that carries the claim clearly better than its source does, 0 when none does."""
    share = _share(_known(claim, source, title), claim, source)
    if share >= _SURE:
        return 0
    said = frozenset(map(stem, _telling(claim)))
    likely = sorted(others, key=lambda other: -len(said & _stems(other.text)))[:_LIKELY_OTHERS]
    better = {other.number: _share(_known(claim, other.text, title), claim, other.text) for other in likely}
    best = max(better, key=lambda number: better[number], default=0)
    return best if best and better[best] >= share + _CLEARLY_BETTER else 0


def _known(claim: str, source: str, title: str, others: Sequence[Sentence] = ()) -> dict[str, float]:
    """For each content word of the claim 1 when the source says it, less when only title or paper do, 0 else."""
    said, near = _stems(source), _stems(title)
    known = {}
    for word in _telling(claim):
        form = stem(word)
        if related(form, said) or (word.upper() in claim and initials_stand(word, source)):
            known[word] = 1.0
        else:
            elsewhere = related(form, near) or any(form in _stems(other.text) for other in others)
            known[word] = _NEAR if elsewhere else 0.0
    return known


def _share(known: Mapping[str, float], claim: str, source: str) -> float:
    """The share of the claim that is known. A number that is not there is left to the check of the numbers."""
    numbers = _numbers_there(claim, source)
    total = len(known) + numbers
    return (sum(known.values()) + numbers) / total if total else 1.0


def _shares_literally(known: Mapping[str, float], claim: str, source: str) -> bool:
    """Whether any content word or number of the claim is its source's own: synonyms alone make no evidence."""
    words = _stems(source)
    return any(stem(word) in words for word in known) or _numbers_there(claim, source) > 0


def _numbers_there(text: str, source: str) -> int:
    there = numbers_in(source)
    return sum(any(number.agrees_with(other) for other in there) for number in numbers_in(text))


def _strange(word: str, known: float) -> float:
    """How strange a word makes its clause: less so when it is known, and hardly when it is a word of any text."""
    if known == 1:
        return -weight(word)
    return weight(word) * (_NEAR_IS_STRANGE if known else 1)


def _telling(text: str) -> list[str]:
    plain = " ".join(word for word in text.split() if not _is_measure(word.strip(",.;()")))
    return [word for word in dict.fromkeys(tokens(plain)) if word not in FREE_WORDS and len(word) > 2]


@lru_cache(maxsize=8192)
def _is_measure(word: str) -> bool:
    """Whether the word is a unit or a number, which the check of the numbers judges."""
    return is_unit(word) or bool(numbers_in(word))


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[str]:
    """The stems of the text's words, hyphenated ones in parts and as one: pre-processing is preprocessing."""
    return frozenset((*content_stems(text), *content_stems(_HYPHEN.sub("", text))))
