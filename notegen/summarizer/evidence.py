"""Claims made worth keeping before they are checked: few sentences cited, nothing said twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from notegen.records import Claim, Sentence
from notegen.summarizer.checks.words import content_stems

_MOST_CITED = 4
_SAME = 90
_SAME_IN_BOTH = 80  # of 26 near-duplicates the least alike had 82; of different claims of one paper the most alike 60
_DIGITS = re.compile(r"\d+")


def narrowed(claim: Claim, known: Mapping[int, Sentence]) -> Claim:
    """The claim citing only sentences that share words or figures with it, at most four: to cite all is no evidence.

    Where none shares any all stay, for the support check to judge; numbers of no sentence stay for it, too.
    """
    said = _telling(claim.en)
    shared = {n: len(said & _telling(known[n].text)) for n in claim.sentences if n in known}
    telling = sorted((n for n in shared if shared[n]), key=lambda n: -shared[n])[:_MOST_CITED]
    unknown = [number for number in claim.sentences if number not in known]
    return replace(claim, sentences=tuple(sorted([*telling, *unknown]))) if telling else claim


def _telling(text: str) -> set[str]:
    return {*content_stems(text), *_DIGITS.findall(text)}


def distinct(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims without those that say again, in either language, what an earlier one said."""
    kept: list[Claim] = []
    for claim in claims:
        if not any(_says_again(claim, other) for other in kept):
            kept.append(claim)
    return tuple(kept)


def _says_again(claim: Claim, other: Claim) -> bool:
    """Whether two claims are nearly the same in one language, or alike in both and with the same numbers."""
    if same(claim.en, other.en) or same(claim.ja, other.ja):
        return True
    alike = same(claim.en, other.en, _SAME_IN_BOTH) and same(claim.ja, other.ja, _SAME_IN_BOTH)
    return alike and sorted(_DIGITS.findall(claim.en)) == sorted(_DIGITS.findall(other.en))


def same(one: str, other: str, least: int = _SAME) -> bool:
    """Whether two statements are the same but for a few characters; `least` of 100 must be equal."""
    from rapidfuzz import fuzz

    return bool(one and other) and fuzz.ratio(one.casefold(), other.casefold(), score_cutoff=least) > 0
