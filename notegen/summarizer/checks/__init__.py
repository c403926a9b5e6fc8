"""Checks between model and note: pure functions of (claim, its source sentences) to findings."""

from __future__ import annotations

from collections.abc import Mapping

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks import language, numbers, support


def judge(claim: Claim, text: Mapping[int, Sentence], title: str, languages: tuple[str, ...]) -> tuple[Finding, ...]:
    """All that stands against a claim; `text` is the paper's sentences by number."""
    cited = [text[number] for number in claim.sentences if number in text]
    others = [sentence for number, sentence in text.items() if number not in claim.sentences]
    return (
        *support.check(claim, cited, title, others),
        *numbers.check(claim, cited, title),
        *language.check(claim, languages),
    )
