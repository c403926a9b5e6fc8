"""A long English sentence cut into clauses that can stand alone, where that is safe."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONG_CHARS = 200
_LEAST_CHARS = 40
_LEAST_WORDS = 5
_PRONOUN = r"(?:we|it|they|this|these|there)"
_VERBS = (
    "achieve adapt allow apply attain build capture characterize combine contain contrast cover demonstrate depend"
    " differ employ enable establish estimate exceed exhibit explain extend give guarantee hold identify improve"
    " increase indicate integrate introduce keep lack lead learn leverage limit lower make match measure move need"
    " offer optimize outperform perform predict present preserve produce promise propose prove provide reach react"
    " reduce rely remain represent require reveal run show solve suggest support survive take test transfer treat"
    " use vary work yield"
)
_VERB = "is|are|was|were|has|have|had|can|cannot|could|may|might|will|would|should|must|does|do|did|" + "|".join(
    f"{verb}s?" for verb in _VERBS.split()
)
_FINITE = re.compile(rf"\b(?:{_VERB})\b|\b(?:we|it|they)\s+\w+", re.IGNORECASE)
_BE = r"(?:is|are|was|were|has|have|can|will|may)\s"
_SUBJECT = rf"(?:{_PRONOUN}\s|(?:our|its|their|the|each)\s+(?:[\w-]+\s+){{1,4}}{_BE})"
_ANY_SUBJECT = rf"(?:{_SUBJECT}|for (?:example|instance),|(?!that is\b)(?:[\w-]+\s+){{1,4}}{_BE})"
# What cuts, and what the rest begins with instead: the tie between both has to be said again.
_CUTS = (
    (re.compile(r";\s+(?:and\s+|or\s+)?"), ""),
    (re.compile(rf"[,;]\s+(?:but|yet)\s+(?!(?:not|also|often|still|rather|however|{_VERB})\b)"), "However, "),
    (re.compile(r"[,;]\s+(?:whereas|while)\s+(?!\w+ing\b|also\b|still\b)"), "In contrast, "),
    (re.compile(rf",\s+and\s+(?={_SUBJECT})", re.IGNORECASE), ""),
    (re.compile(rf",\s+so\s+(?={_SUBJECT})", re.IGNORECASE), "Therefore, "),
    (re.compile(r",\s+which\s+(?=(?:in turn\s+)?(?:is|was|has|does|\w+[^s\W]s)\s)"), "This "),
    (re.compile(r",\s+which\s+(?=(?:are|were|have|do)\s)"), "These "),
    (re.compile(rf",\s+where\s+(?={_SUBJECT}|[a-z-]+ [a-z-]+ (?:[a-z-]+ )?(?:is|are|was|were|[a-z]+ly)\s)"), "Here, "),
    (re.compile(rf":\s+(?={_ANY_SUBJECT})"), ""),
)  # fmt: skip
_TOGETHER = re.compile(r"\$[^$]*\$|\\\(.*?\\\)|\([^()]*\)|\[[^\[\]]*\]|“[^”]*”|\"[^\"]*\"|``.*?''")
_DEPENDENT = re.compile(
    r"^(?:although|though|while|whereas|if|when|whenever|since|because|as|unless|once|after|before|given|despite|unlike"
    r"|by|using|based|with|in order)\b",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:^|\s)\(?(?:i{1,3}|iv|v|[a-f]|[1-9])\)\s")
_SPLIT_PAIR = re.compile(r"\bnot (?:only|merely|just)\b|\b(?:either|neither|whether|both)\b", re.IGNORECASE)


def clauses(sentence: str) -> tuple[str, ...]:
    """The sentence, if it has more than `LONG_CHARS` characters, in clauses that are sentences themselves.

    Where no cut is sure it stays whole; numbers, maths, lists, brackets and quotes are never cut.
    """
    if len(sentence) <= LONG_CHARS or _ITEM.search(sentence):
        return (sentence,)
    halves = min(_halves(sentence), key=lambda each: abs(len(each[0]) - len(each[1])), default=None)
    return (sentence,) if halves is None else (*clauses(halves[0]), *clauses(halves[1]))


def _halves(sentence: str) -> Iterator[tuple[str, str]]:
    """Each way to cut the sentence in two that can stand alone."""
    closed = [range(*held.span()) for held in _TOGETHER.finditer(sentence)]
    for cut, instead in _CUTS:
        for found in cut.finditer(sentence):
            first, rest = sentence[: found.start()], sentence[found.end() :]
            inside = any(found.start() in held for held in closed)
            if not inside and _stands(first) and _stands(rest) and not _belong_together(first, found[0], rest):
                begun = instead + rest if instead else rest[0].upper() + rest[1:]
                yield f"{first}.", begun


def _stands(clause: str) -> bool:
    dependent = _DEPENDENT.match(clause) and "," not in clause
    return (
        len(clause) >= _LEAST_CHARS
        and len(clause.split()) >= _LEAST_WORDS
        and bool(_FINITE.search(clause))
        and not dependent
    )


def _belong_together(first: str, cut: str, rest: str) -> bool:
    """Whether a relative clause ends in the middle of the sentence, or the first half asks for the second."""
    relative = "which" in cut or "where " in f"{cut} "
    return (relative and ("," in rest or ":" in first)) or bool(_SPLIT_PAIR.search(first) and "," in cut)
