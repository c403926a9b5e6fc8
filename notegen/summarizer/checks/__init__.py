"""Checks between model and note: pure functions of (claim, its source sentences) to findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks import language, numbers, support
from notegen.summarizer.checks.register import Style


def judge(
    claim: Claim, text: Mapping[int, Sentence], title: str, languages: tuple[str, ...], style: Style = "plain"
) -> tuple[Finding, ...]:
    """All that stands against a claim of a draft in this style; `text` is the paper's sentences by number."""
    cited = [text[number] for number in claim.sentences if number in text]
    others = [sentence for number, sentence in text.items() if number not in claim.sentences]
    return (
        *support.check(claim, cited, title, others),
        *numbers.check(claim, cited, title),
        *language.check(claim, languages, cited, style),
    )


def judge_figure(
    figure: Claim, text: Mapping[int, Sentence], title: str, languages: tuple[str, ...]
) -> tuple[Finding, ...]:
    """All that stands against a line of the table of numbers: the value must be its sentence's, and so must its words.

    Bad Japanese is marked; anything else drops the line.
    """
    cited = [text[number] for number in figure.sentences if number in text]
    stated = replace(figure, en=f"{figure.en}: {figure.value}", ja="")
    found = [*support.check(stated, cited, title), *numbers.check(stated, cited, title)]
    if problem := language.english_problem(figure.en):
        found.append(Finding("language", figure.section, figure.sentences, f"the English {problem}", "dropped"))
    if "ja" in languages:
        bad = language.japanese_problem(figure.ja, figure.en)
        differing = (*([f"the Japanese {bad}"] if bad else []), *numbers.differences(figure.en, figure.ja))
        found += (Finding("language", figure.section, figure.sentences, each, "marked") for each in differing)
    return tuple(found)
