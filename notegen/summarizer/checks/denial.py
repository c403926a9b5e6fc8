"""Whether a claim denies what its source affirms, or affirms what it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from notegen.summarizer.checks.clauses import (
    GOVERNING,
    OF_A_NOUN,
    clauses,
    content,
    denials_in,
    is_thing,
    negates,
    overlap,
)
from notegen.summarizer.checks.doubts import doubtful
from notegen.summarizer.checks.words import STOP_WORDS, stem, word_set

_PARTLY = word_set("always necessarily every all fully entirely completely only just simply merely quite")
_HELPERS = word_set(
    "a an the any be been being have has had do does did yet always necessarily ever fully even also all each every to",
    "its their our this that these those",
)
_SUBJECT_VERBS = word_set("is are was were has have had can could may might will would must should does do did")
# Verbs of papers that carry no topic, yet can be denied.
_DENIABLE = word_set(
    "study studied report reported show shown demonstrate demonstrated provide provided allow allowed enable enabled",
    "describe described find found offer offered achieve achieved",
)
_BOUND = re.compile(r"\b(?:more|less|fewer|longer|larger|higher|lower|greater) than\b|^\w+er\b.* than\b|\bexceed")
_LIMITS = re.compile(
    r"exceed\w*|surpass\w*|outperform\w*|beats?|longer|more|larger|higher|faster|better|less|fewer|lower"
)
_ENDS_PHRASE = STOP_WORDS - _DENIABLE | word_set("beyond outside inside beside besides like unlike despite")
_CLOSE, _NEAR = 0.8, 0.5


def denied_otherwise(claim: str, source: str) -> str:
    """In words what one of the two English texts denies and the other does not, "" when nothing.

    Only one denial more tells: where both deny as often, it may stand with another word (what was left out was not
    measured), and two undo each other.
    """
    if word := _denied_alone(claim, source, _CLOSE):
        return f"“{word}” is negated, but not in the source"
    if word := _denied_alone(source, claim, _NEAR):
        return f"“{word}” is negated in the source, but not here"
    return ""


def _denied_alone(one: str, other: str, least: float) -> str:
    """The stem of a word that the first text denies, while the other says it in a clause without any denial; or "".

    That clause has at least the share `least` of the words; who denies more than the source mostly paraphrases it.
    """
    there = clauses(other)
    if denials_in(one, other) != denials_in(other, one) + 1:
        return ""
    for clause in clauses(one):
        said = content(clause)
        for negator, word in _denied_words(clause):
            close = [against for against in there if overlap(said, against) >= least * len(said)]
            near = [against for against in close if any(_is_form(stem(each), word) for each in against)]
            if near and not any(doubtful(against, said, word, negator) for against in near):
                return word
    return ""


def _denied_words(clause: list[str]) -> Iterator[tuple[str, str]]:
    """Negators with the stem they govern: the verb after “not”, the last noun of the phrase after “no” and “without”.

    What is denied in part (not always) is “not all”; what is denied only of the thing that something is compared with,
    twice (cannot do it without), as the other of two (A, not B) or as a condition (without A, B), is left out.
    """
    for place, word in enumerate(clause):
        rest = clause[place + 1 :]
        if word == "free" and place and is_thing(clause[place - 1]):
            yield "without", stem(clause[place - 1])
        if not (word in GOVERNING or word.endswith(("n't", "n’t"))) or not rest:
            continue
        if (word.startswith("fail") and rest[0] != "to") or _BOUND.search(" ".join(rest[:7])):
            continue
        if any(one == "as" and other in ("in", "with", "for", "on") for one, other in pairwise(rest)):
            continue
        if (word == "without" and any(map(negates, clause[:place]))) or (word in ("not", "without") and not place):
            continue
        if denied := _denied(word, rest[:6]):
            yield "not all" if rest[0] in _PARTLY else word, stem(denied)


def _denied(negator: str, following: list[str]) -> str:
    """The word that the negator governs; "" where it sets a limit (no pause exceeds …) or denies what another has."""
    if negator in OF_A_NOUN and "need" in following[:2]:
        following = following[following.index("need") + 1 :]
    while following and (following[0] in _HELPERS or following[0] in _ENDS_PHRASE):
        following = following[1:]
    phrase = following[:4]
    phrase = next((phrase[:end] for end, each in enumerate(phrase) if each in _ENDS_PHRASE), phrase)
    if not phrase or negator not in OF_A_NOUN:
        return phrase[0] if phrase else ""
    if "s" in phrase or any(each[0].isdigit() or _LIMITS.fullmatch(each) for each in phrase):
        return ""
    rest = following[len(phrase) :]
    if negator == "no" and rest and rest[0] in _SUBJECT_VERBS:
        return next((each for each in rest if each not in _ENDS_PHRASE), phrase[-1])
    return phrase[-1]


def _is_form(other: str, word: str) -> bool:
    """Whether the stem is the word's or that of its noun: compare, comparison."""
    return other == word or (len(word) > 4 and other.startswith(word))
