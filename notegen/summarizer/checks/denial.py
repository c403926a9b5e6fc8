"""Whether a claim denies what its source affirms, or affirms what it denies."""

from __future__ import annotations

import re
from itertools import pairwise

from notegen.summarizer.checks.words import STOP_WORDS, stem, word_set

_CLAUSE = re.compile(r"[,;:.!?()—–]\s|\b(?:but|while|whereas|although|though|and)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’]t)?|\d[\d.,]*")
_NEGATORS = word_set(
    "not no without never neither nor none nothing nobody cannot rarely hardly seldom scarcely fail",
    "fails failed unable",
)
_GOVERNING = _NEGATORS - word_set("nothing none nobody")  # the others stand where a noun does
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
    "ceas",
    "exclud",
    "omit",
    "skip",
    "unless",
    "except",
)
# “keep A from doing”, and what is left out.
_KEPT_FROM = re.compile(r"(?:keep|kept|protect|stop|hinder|discourag)\w*")
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
_SPELT = re.compile(r"[\w-]+|[,.;:]")
_DENIAL = re.compile(r"(?: (\w+) not| without) (?!only |just |merely |necessarily )((?:[\w-]+ ){1}[\w,.;:-]+ )")
_NEEDING = re.compile(
    r"need(?:s|ed|ing)?|requir\w+|rel(?:y|ies|ied|ying)|depend(?:s|ed|ing)?|assum(?:e[sd]?|ing)|presuppos\w+"
)
_BOUND = re.compile(r"\b(?:more|less|fewer|longer|larger|higher|lower|greater) than\b|\bexceed")
_LIMITS = re.compile(
    r"exceed\w*|surpass\w*|outperform\w*|beats?|longer|more|larger|higher|faster|better|less|fewer|lower"
)
_ENDS_PHRASE = STOP_WORDS - _DENIABLE | word_set("beyond outside inside beside besides like unlike despite")


def denied_otherwise(claim: str, source: str) -> str:
    """In words what one of the two English texts denies and the other does not, "" when nothing.

    Where both deny as often, the denial may stand with another word: what was left out was not measured.
    """
    if dropped := _dropped_denial(claim, source) or _dropped_denial(source, claim):
        return f"“{dropped}” is denied in one and not in the other"
    here, there = _denials(claim), _denials(source)
    for word in sorted(_negated(claim)) if here > there else ():
        if (clauses_there := _clauses_with(word, source)) and not any(map(_has_negator, clauses_there)):
            return f"“{word}” is negated, but not in the source"
    for word in sorted(_negated(source)) if here < there else ():
        clauses_here = _clauses_with(word, claim)
        affirmed = clauses_here and not any(map(_has_negator, clauses_here))
        if affirmed and all(map(_has_negator, _clauses_with(word, source))):
            return f"“{word}” is negated in the source, but not here"
    return _needed(claim, source) or _needed(source, claim)


def _denials(text: str) -> int:
    return sum(map(_has_negator, clauses(text)))


def _dropped_denial(one: str, other: str) -> str:
    """Words that the first text has as the second, but for a “not” or “without” of the second, "" when none."""
    said, held = _spelt_out(one), _spelt_out(other)
    for match in _DENIAL.finditer(held):
        denied = f" {match[1] or 'with'} {match[2]}"
        if denied in said and denied not in held:
            return denied.strip()
    return ""


def _spelt_out(text: str) -> str:
    """The words of the text, each behind a blank, with cannot and n't as words of their own."""
    plain = text.casefold().replace("cannot", "can not").replace("n’t", " not").replace("n't", " not")
    return "".join(f" {word}" for word in _SPELT.findall(plain)) + " "


def _needed(one: str, other: str) -> str:
    """In words what the first text needs and the second does without, "" when nothing."""
    for clause in clauses(one):
        needs = [place for place, word in enumerate(clause) if _NEEDING.fullmatch(word)]
        if not needs or _has_negator(clause):
            continue
        objects = set(map(stem, filter(is_thing, clause[needs[-1] + 1 :])))
        for against in clauses(other):
            needless = [place for place, word in enumerate(against) if _NEEDING.fullmatch(word)]
            if not needless or not any(word in _GOVERNING or word.endswith("n't") for word in against[: needless[0]]):
                continue
            if shared := objects & set(map(stem, filter(is_thing, against[needless[0] + 1 :]))):
                return f"“{min(shared)}” is needed in one and not in the other"
    return ""


def clauses(text: str) -> list[list[str]]:
    """The words of each clause of an English text, case-folded."""
    return [[word.casefold() for word in _WORD.findall(clause)] for clause in _CLAUSE.split(text) if clause]


def _clauses_with(word: str, text: str) -> list[list[str]]:
    return [clause for clause in clauses(text) if any(_is_form(stem(other), word) for other in clause)]


def _is_form(other: str, word: str) -> bool:
    """Whether the stem is the word's or that of its noun: compare, comparison."""
    return other == word or (len(word) > 4 and other.startswith(word))


def _has_negator(clause: list[str]) -> bool:
    if any(word in _NEGATORS or word.endswith(("n't", "n’t")) or word.startswith(_AVOIDING) for word in clause):
        return True
    left_out = any(one.startswith(("left", "leav")) and other == "out" for one, other in pairwise(clause))
    return left_out or ("from" in clause and any(map(_KEPT_FROM.fullmatch, clause)))


def _negated(text: str) -> set[str]:
    """Stems that a negator governs: the verb after “not”, the last noun of the phrase after “no” and “without”."""
    found = set()
    for clause in clauses(text):
        for place, word in enumerate(clause):
            if not (word in _GOVERNING or word.endswith(("n't", "n’t"))) or clause[place + 1 : place + 2] == ["only"]:
                continue
            if word.startswith("fail") and clause[place + 1 : place + 2] != ["to"]:
                continue
            if _BOUND.search(" ".join(clause[place + 1 : place + 8])):
                continue
            if denied := _denied(word, clause[place + 1 : place + 7]):
                found.add(stem(denied))
    return found


def _denied(negator: str, following: list[str]) -> str:
    """The word that the negator governs; "" where it sets a limit (no pause exceeds …) or denies what another has."""
    while following and (following[0] in _HELPERS or following[0] in _ENDS_PHRASE):
        following = following[1:]
    phrase = following[:4]
    phrase = next((phrase[:end] for end, each in enumerate(phrase) if each in _ENDS_PHRASE), phrase)
    if not phrase or negator not in ("no", "without"):
        return phrase[0] if phrase else ""
    if "s" in phrase or any(each[0].isdigit() or _LIMITS.fullmatch(each) for each in phrase):
        return ""
    rest = following[len(phrase) :]
    if negator == "no" and rest and rest[0] in _SUBJECT_VERBS:
        return next((each for each in rest if each not in _ENDS_PHRASE), phrase[-1])
    return phrase[-1]


def is_thing(word: str) -> bool:
    """Whether the word may name what is spoken of: no number, no adverb, none of the words that any text has."""
    return word not in STOP_WORDS and not word[0].isdigit() and not word.endswith("ly")
