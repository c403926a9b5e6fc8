"""Claims made worth keeping before they are checked: few sentences cited, nothing said twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from notegen.records import Claim, Sentence
from notegen.summarizer.checks.words import content_stems

_MOST_CITED = 4
_SAME = 90


def narrowed(claim: Claim, known: Mapping[int, Sentence]) -> Claim:
    """The claim citing only sentences that share words with it, at most four: to cite everything is no evidence.

    Where none shares a word all stay, for the support check to judge.
    """
    said = set(content_stems(claim.en))
    shared = {n: len(said.intersection(content_stems(known[n].text))) for n in claim.sentences if n in known}
    telling = sorted((n for n in shared if shared[n]), key=lambda n: -shared[n])[:_MOST_CITED]
    return replace(claim, sentences=tuple(sorted(telling))) if telling else claim


def distinct(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims without those that say again, in either language, what an earlier one said."""
    kept: list[Claim] = []
    for claim in claims:
        if not any(same(claim.en, other.en) or same(claim.ja, other.ja) for other in kept):
            kept.append(claim)
    return tuple(kept)


def same(one: str, other: str) -> bool:
    """Whether two statements are the same but for a few characters."""
    from rapidfuzz import fuzz

    return bool(one and other) and fuzz.ratio(one.casefold(), other.casefold(), score_cutoff=_SAME) > 0
