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
    denials,
    denials_in,
    is_thing,
    negates,
    overlap,
)
from notegen.summarizer.checks.meaning import related
from notegen.summarizer.checks.words import STOP_WORDS, stem, word_set

# What a sentence may deny with, or narrow down, though it has no negator.
_DOUBTING = re.compile(
    r"away|rid|outside|beyond|few|fewer|little|less|rare|scarce|limited|insufficient|false|wrong|bad|useless|invalid"
    r"|contrary|contrast|hard|alone|under|automatic\w*"
    r"|(?:independent|constant|static|poor|difficult|different|struggl|suffer|obscur|hid|conceal|mask|replac|rul[ei]|undo"
    r"|interrupt|stop|halt|los[et]|losing|loss|miss|forg[eo]t|refus|reject|den[yi]|forb[ia]d|prohibit|defer"
    r"|postpon|delay|dispens|forgo)\w*|differs?|[a-z]{3,}less|un[a-z]{4,}(?:ed|t|n|en|able)"
)
_LIMITED = re.compile(r"remains? to|at (?:most|least)|only (?:if|when|with|for)")
_PRIVATIVE = re.compile(r"(?:un|in|im|ir|dis|non)(\w{4,})")
_ESSENTIAL = re.compile(r"(?:essential|crucial|critical|vital|indispensabl|necessar|important|key)\w*")
_STAYING = re.compile(r"(?:stay|keep|maintain|preserv|remain|leav|retain|fix)\w*|kept|left|same|still|as")
_CHANGES = frozenset(
    map(stem, word_set("alter change modify modification touch affect move lose loss drop leave vary harm hurt degrade "
    "stop pause interrupt discard evict remove"))
)  # fmt: skip
_PARTLY = word_set("always necessarily every all fully entirely completely only just simply merely quite")
_AT_TIMES = word_set("may might can could sometimes often usually mostly typically some")
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
_BOUND = re.compile(r"\b(?:more|less|fewer|longer|larger|higher|lower|greater) than\b|\bexceed")
_LIMITS = re.compile(
    r"exceed\w*|surpass\w*|outperform\w*|beats?|longer|more|larger|higher|faster|better|less|fewer|lower"
)
_ENDS_PHRASE = STOP_WORDS - _DENIABLE | word_set("beyond outside inside beside besides like unlike despite")
_SHORT_CLAUSE = 3


def denied_otherwise(claim: str, source: str) -> str:
    """In words what one of the two English texts denies and the other does not, "" when nothing.

    Only one denial more tells: where both deny as often, it may stand with another word (what was left out was not
    measured), and two undo each other.
    """
    both_ways = ((claim, source), (source, claim))
    if dropped := next(filter(None, (_dropped_denial(*texts) for texts in both_ways)), ""):
        return f"“{dropped}” is denied in one and not in the other"
    if word := _denied_alone(claim, source):
        return f"“{word}” is negated, but not in the source"
    if word := _denied_alone(source, claim):
        return f"“{word}” is negated in the source, but not here"
    return ""


def _denied_alone(one: str, other: str) -> str:
    """The stem of a word that the first text denies, while the other says it in a clause without any denial; or ""."""
    here, there = clauses(one), clauses(other)
    if denials_in(one, other) != denials_in(other, one) + 1:
        return ""
    for clause in here:
        said = content(clause)
        for negator, word in _denied_words(clause):
            near = [against for against in there if _speaks_of(word, said, against)]
            near = [against for against in near if not _affirmed(word, here, against, overlap(said, against))]
            if near and not any(_doubtful(against, said, word, negator) for against in near):
                return word
    return ""


def _affirmed(word: str, clauses_here: list[list[str]], against: list[str], least: int) -> bool:
    """Whether the text that denies the word also affirms it, in a clause that fits the other text's as well."""
    affirming = (clause for clause in clauses_here if not denials(clause) and word in map(stem, clause))
    return any(overlap(content(clause), against) >= least for clause in affirming)


def _speaks_of(word: str, said: frozenset[str], clause: list[str]) -> bool:
    """Whether the clause has the word, and with it another word of the clause that denies it."""
    shared = overlap(said - {word}, clause)
    return any(_is_form(stem(each), word) for each in clause) and (shared > 0 or len(said) <= _SHORT_CLAUSE)


def _doubtful(clause: list[str], said: frozenset[str], word: str, negator: str) -> bool:
    """Whether the clause may deny the word in its own way: by a negator, another word, a prefix, or by what stays."""
    if denials(clause) or "future" in clause or any(_LIMITED.fullmatch(" ".join(pair)) for pair in pairwise(clause)):
        return True
    for each in clause:
        if _DOUBTING.fullmatch(each) and stem(each) not in said and not related(stem(each), frozenset({word})):
            return True
        without = _PRIVATIVE.fullmatch(each)
        if without and stem(without[1])[:5] == word[:5]:
            return True
        if negator == "not all" and each in _AT_TIMES:
            return True
        if _ESSENTIAL.fullmatch(each) if negator == "without" else each == "only":
            return True
        if word in _CHANGES and _STAYING.fullmatch(each):
            return True
    return False


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
