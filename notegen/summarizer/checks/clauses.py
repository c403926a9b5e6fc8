"""The clauses of an English text, what they speak of, and how often they deny something."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from notegen.summarizer.checks.meaning import related
from notegen.summarizer.checks.words import FREE_WORDS, STOP_WORDS, stem, word_set

_CLAUSE = re.compile(r"[,;:.!?()—–]\s|\b(?:but|while|whereas|although|though|and)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’]t)?|\d[\d.,]*")
_NO_LONGER = re.compile(r"\b(?:no longer|not any (?:more|longer))\b", re.IGNORECASE)
_NON = re.compile(r"\bnon-(?=[a-z])", re.IGNORECASE)
_NEITHER = re.compile(r"\b(neither\b[^.;:]*?)\bnor\b", re.IGNORECASE)
_EITHER_WAY = re.compile(r"\bwith (?:and|or) without\b", re.IGNORECASE)
GOVERNING = word_set(
    "not no without never neither nor cannot rarely hardly barely seldom scarcely fail fails failed unable",
    "lack lacks lacked lacking avoid avoids avoiding eliminates eliminating absence",
    "ignore ignores ignoring neglect neglects overlook overlooks omit omits exclude excludes",
)
_OF_A_VERB = word_set("not never neither nor cannot rarely hardly barely seldom scarcely fail fails failed unable")
OF_A_NOUN = GOVERNING - _OF_A_VERB
_NEGATORS = GOVERNING | word_set("none nothing nobody")  # these stand where a noun does
_AVOIDING = re.compile(
    r"(?:avoid|eliminat|remov|lack|rather|instead|prevent|obviat|unlike|free|unnecessar|impossib|infeasib|poorly|ceas"
    r"|neglect|overlook|ignor|exclud|omit|skip|unless|except|absen|disabl)\w*"
)
_KEPT_FROM = re.compile(r"(?:keep|kept|protect|stop|hinder|discourag|spar[ei])\w*")  # “keep A from doing”


@lru_cache(maxsize=256)
def clauses(text: str) -> list[list[str]]:
    """The words of each clause of an English text, case-folded."""
    plain = _NEITHER.sub(r"\1or", _NON.sub("non", _EITHER_WAY.sub("with", _NO_LONGER.sub("not", text))))
    return [[word.casefold() for word in _WORD.findall(clause)] for clause in _CLAUSE.split(plain) if clause]


def denials_in(text: str, beside: str) -> int:
    """How often the English text denies, excepts or limits something that the text beside it speaks of, too."""
    words = [word for clause in clauses(beside) for word in clause]
    told = [(clause, content(clause)) for clause in clauses(text)]
    common = (clause for clause, said in told if overlap(said, words) >= min(2, (len(said) + 1) // 2))
    return sum(denials(clause) + (("only", "if") in pairwise(clause)) for clause in common)


def is_thing(word: str) -> bool:
    """Whether the word may name what is spoken of: no number, no adverb, none of the words that any text has."""
    return word not in STOP_WORDS and not word[0].isdigit() and not word.endswith("ly")


def denials(clause: list[str]) -> int:
    """How often the clause denies: by a negator, a word of avoiding, what is left out or kept from happening."""
    count = sum(negates(word) for word in clause)
    left_out = any(one.startswith(("left", "leav")) and other == "out" for one, other in pairwise(clause))
    return count + left_out + ("from" in clause and any(map(_KEPT_FROM.fullmatch, clause)))


def negates(word: str) -> bool:
    """Whether the word denies, avoids or excepts."""
    return word in _NEGATORS or word.endswith(("n't", "n’t")) or bool(_AVOIDING.fullmatch(word))


def content(clause: list[str]) -> frozenset[str]:
    """The stems of what the clause speaks of."""
    telling = (
        word for word in clause if is_thing(word) and word not in FREE_WORDS and word != "left" and not negates(word)
    )
    return frozenset(stem(word) for word in telling if len(word) > 2)


def overlap(said: frozenset[str], clause: list[str]) -> int:
    """How many of the stems the clause has, or has in other words."""
    words = content(clause)
    return sum(related(each, words) for each in said)
