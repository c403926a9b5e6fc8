"""Whether the numbers of a claim are those of its source, in both languages alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.bounds import bounded, turned
from notegen.summarizer.checks.compared import belied
from notegen.summarizer.checks.lists import lists
from notegen.summarizer.checks.order import exchanged
from notegen.summarizer.checks.owners import astray, exchanged_owners
from notegen.summarizer.checks.quantities import numbers_in
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.stated import absent, agreeing, counts, is_count, unstated
from notegen.summarizer.checks.vague import unfounded


def check(claim: Claim, cited: Sequence[Sentence], title: str = "") -> tuple[Finding, ...]:
    """Numbers and names with digits that no cited sentence (nor the title) holds, and numbers that changed places.

    Where only the two languages differ, the finding is about language: the English can stay.
    """
    if not cited:
        return ()
    source = " ; ".join([*(f"{sentence.text} {sentence.ja}" for sentence in cited), title])
    where = f"sentence{'s' if len(cited) > 1 else ''} {', '.join(str(sentence.number) for sentence in cited)}"
    strange = dict.fromkeys(text for said in (claim.en, claim.ja) for text in unstated(said, source))
    messages = [f"{text} is not in {where}" for text in strange]
    messages += (f"{each} ({where})" for each in _displaced(claim.en, source))
    messages += (f"{each} belongs to something else in {where}" for each in astray(claim.en, source))
    if messages or not claim.ja:
        return tuple(Finding("numbers", claim.section, claim.sentences, each, "dropped") for each in messages)
    differing = differences(claim.en, claim.ja, source) if claim.en else [*_displaced(claim.ja, source)]
    return tuple(Finding("language", claim.section, claim.sentences, each, "marked") for each in differing)


def differences(en: str, ja: str, source: str = "") -> list[str]:
    """In words, numbers that one of the two languages lacks, and those the Japanese puts elsewhere than its English.

    What the source says as the Japanese does is no difference, nor is a number of it that may go unsaid in English.
    """
    lost = [
        quantity.text
        for quantity in absent(en, ja)
        if (counts(quantity) or (quantity.value > 1 and bounded(en, quantity))) and not _says_twice(quantity, ja)
    ]
    known = numbers_in(source)
    added = [
        quantity.text
        for quantity in absent(ja, en)
        if counts(quantity)
        and not (is_count(quantity) and lists(en, quantity.value))
        and not (_goes_unsaid(quantity) and agreeing(quantity, known))
    ]
    return [
        *(f"the Japanese leaves out {text}" for text in lost),
        *(f"the Japanese adds {text}" for text in (*added, *unfounded(ja, en))),
        *(f"in the Japanese, {text}" for text in _displaced(ja, en, source)),
    ]


def _displaced(text: str, *sources: str) -> list[str]:
    """Numbers that stand on the other side of a bound, in each other's place, or against their own comparison."""
    source = " ; ".join(sources)
    return [
        *(f"{each} is bounded from the other side" for each in turned(text, source)),
        *(f"{each} is the other way round" for each in exchanged(text, source)),
        *(f"{each} are in each other's place" for each in exchanged_owners(text, *sources)),
        *(f"{each} is not so by the numbers" for each in belied(text)),
    ]


def _goes_unsaid(quantity: Quantity) -> bool:
    """Whether other words may stand for the number in a paraphrase: all teams, early that year, the tail."""
    return is_count(quantity) or quantity.unit in ("月", "percentile")


def _says_twice(quantity: Quantity, ja: str) -> bool:
    """Whether 二度, which also is part of “never again”, or 二重 stands for “twice”."""
    return quantity.kind == "times" and quantity.value == 2 and bool(re.search("二[度重]", ja))
