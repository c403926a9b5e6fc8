"""The abstract sentence by sentence in Japanese, as far as it can be trusted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from notegen.records import Claim, Finding, Pair, PaperText, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.evidence import same
from notegen.summarizer.reading.answer import RawDraft

_MOST_FAILURES = 0.25
_KANA = re.compile(r"[\u3041-\u30ff]")


def to_translate(abstract: Sequence[Sentence]) -> bool:
    """Whether an abstract has sentences that are not Japanese already."""
    return any(not _KANA.search(sentence.text) for sentence in abstract)


def translated(
    title: str, text: PaperText, raw: RawDraft, japanese: bool
) -> tuple[tuple[Pair, ...], tuple[Finding, ...]]:
    """Each sentence of the abstract with its Japanese; what fails a check is left out and named in a finding.

    A model that fails at a quarter of the sentences or more is not believed for the others, which no check may have
    caught: then all Japanese is left out. What is Japanese already stays as it is. () for a text without an abstract.
    """
    pairs: list[Pair] = []
    found: list[Finding] = []
    for sentence in text.abstract:
        if _KANA.search(sentence.text):
            pairs.append(Pair("", sentence.text))
            continue
        ja = raw.abstract.get(sentence.number, "") if japanese else ""
        problems = list(_problems(title, sentence, ja, raw)) if ja else []
        found += problems
        pairs.append(Pair(sentence.text, "" if problems else ja))
    failed = len({finding.sentences for finding in found})
    if failed > 1 and failed >= _MOST_FAILURES * sum(number > 0 for number in raw.abstract):
        told = f"{failed} of {len(raw.abstract)} translations failed a check, so none is kept"
        found.append(Finding("language", "abstract", (), told, "marked"))
        pairs = [Pair(pair.en, "") for pair in pairs]
    return tuple(pairs), tuple(found)


def _problems(title: str, sentence: Sentence, ja: str, raw: RawDraft) -> Iterator[Finding]:
    claim = Claim("abstract", sentence.text, ja, (sentence.number,))
    for problem in judge(claim, {sentence.number: sentence}, title, ("ja",)):
        yield replace(problem, action="marked")
    if _stands_elsewhere(sentence, ja, raw):
        yield Finding(
            "language", "abstract", (sentence.number,), "its Japanese stands for something else, too", "marked"
        )


def _stands_elsewhere(sentence: Sentence, ja: str, raw: RawDraft) -> bool:
    """Whether the same Japanese translates another sentence, or a claim that says something else."""
    if any(same(ja, other) for number, other in raw.abstract.items() if number != sentence.number):
        return True
    claims = (*([raw.tldr] if raw.tldr else []), *raw.claims)
    cited = [claim for claim in claims if same(ja, claim.ja)]
    return any(not same(claim.en, sentence.text) and claim.sentences != (sentence.number,) for claim in cited)
