"""Whether a clause without the negator of another may deny the same in its own way."""

from __future__ import annotations

import re
from itertools import pairwise

from notegen.summarizer.checks.clauses import denials
from notegen.summarizer.checks.meaning import related
from notegen.summarizer.checks.words import stem, word_set

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
_AT_TIMES = word_set("may might can could sometimes often usually mostly typically some")


def doubtful(clause: list[str], said: frozenset[str], word: str, negator: str) -> bool:
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
