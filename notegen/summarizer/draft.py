"""A checked draft of one paper: ask, read, check, ask once more for what failed, drop or mark the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from notegen.records import Claim, Draft, Finding, Pair, Paper, PaperText, Section, Sentence
from notegen.seams import Answers, Model
from notegen.summarizer.checks import judge_figure, language, numbers
from notegen.summarizer.desk import Desk
from notegen.summarizer.evidence import distinct, narrowed, same
from notegen.summarizer.in_parts import draft_in_parts
from notegen.summarizer.questions import Questions
from notegen.summarizer.reading.answer import RawDraft, read_whole_draft
from notegen.summarizer.recheck import DROPPED, Judged, judged, severity
from notegen.summarizer.tokens import paper_tokens
from notegen.summarizer.translation import to_translate, translated

_MOST_TERMS = 8
_MOST_NUMBERS = 10


def draft(
    paper: Paper,
    text: PaperText,
    model: Model,
    answers: Answers,
    sections: tuple[Section, ...],
    languages: tuple[str, ...] = ("ja", "en"),
    prompt_folders: tuple[Path, ...] = (),
    context_tokens: int = 8192,
) -> Draft:
    """The draft of a paper by a model, every claim checked against the sentences it cites.

    English is always asked for, since the support check reads it. A text longer than the window of `context_tokens` is
    asked about part by part. No text, no question. Kept answers are used again and count no tokens; an answer is
    kept once it could be read. Raises `ModelError`s.
    """
    if not text.sentences:
        return Draft(model.name, None, ())
    japanese = "ja" in languages
    desk = Desk(Questions(paper, sections, japanese, prompt_folders), model, answers, context_tokens)
    raw, shown = _raw_draft(desk, text)
    known = {sentence.number: sentence for sentence in text.sentences}
    said = (claim for claim in (*([raw.tldr] if raw.tldr else []), *raw.claims) if not same(claim.en, paper.title))
    stated = distinct(narrowed(claim, known) for claim in said)
    found = [
        *judged(desk, stated, known, languages),
        *((figure, judge_figure(figure, known, paper.title, languages)) for figure in _figures(raw.numbers)),
    ]
    abstract, abstract_findings = translated(paper.title, text, raw, japanese)
    kept = [_settled(claim, findings, japanese) for claim, findings in found if severity(findings) < DROPPED]
    return Draft(
        model.name,
        next((claim for claim in kept if claim.section == "tldr"), None),
        tuple(claim for claim in kept if claim.section != "tldr" and not claim.value),
        tuple(claim for claim in kept if claim.value),
        () if desk.lost or raw.unplaced else _unstated(raw, sections),
        _terms(raw.terms, text.sentences) if japanese else (),
        abstract,
        (*chain.from_iterable(findings for _, findings in found), *abstract_findings),
        unshown=len(text.sentences) - shown,
        unplaced=raw.unplaced,
        lost=len(desk.lost),
        total=len(found) + raw.unplaced,
        supported=sum(map(_is_supported, found)),
        usage=desk.usage,
    )


def _raw_draft(desk: Desk, text: PaperText) -> tuple[RawDraft, int]:
    """The draft as the model wrote it, and how many sentences it was shown."""
    make = partial(desk.questions.draft, translate=to_translate(text.abstract))
    if paper_tokens(text.sentences) > desk.room(make):
        return draft_in_parts(desk, text.sentences, text.abstract)
    keys = [section.key for section in desk.questions.sections]
    raw = desk.ask(desk.about(make, text.sentences), partial(read_whole_draft, sections=keys))
    return raw, len(text.sentences)


def _figures(figures: Sequence[Claim]) -> tuple[Claim, ...]:
    """The lines of the table of numbers, each value of each thing once."""
    return tuple({(figure.value, figure.en.casefold()): figure for figure in figures}.values())[:_MOST_NUMBERS]


def _unstated(raw: RawDraft, sections: Sequence[Section]) -> tuple[str, ...]:
    stated = {claim.section for claim in raw.claims}
    return tuple(section.key for section in sections if section.key not in stated)


def _is_supported(one: Judged) -> bool:
    return all(finding.check == "language" and finding.action == "marked" for finding in one[1])


def _settled(claim: Claim, findings: Sequence[Finding], japanese: bool) -> Claim:
    """The claim as it goes into the note: bad Japanese is left out, what is marked says so."""
    bad = any(finding.check == "language" for finding in findings)
    kept = replace(claim, ja="") if bad or not japanese else claim
    return replace(kept, unverified=True) if findings else kept


def _terms(terms: Sequence[Pair], sentences: Sequence[Sentence]) -> tuple[Pair, ...]:
    """The terms that occur in the text, with the same numbers in their Japanese; that is "" where it is the English."""
    text = " ".join(sentence.text for sentence in sentences).casefold().replace("-", " ")
    fitting = (
        term
        for term in (replace(term, ja="") if term.ja.casefold() == term.en.casefold() else term for term in terms)
        if len(term.en) > 2
        and term.en.casefold().replace("-", " ").removesuffix("s") in text
        and not (term.ja and (language.japanese_problem(term.ja, term.en) or numbers.differences(term.en, term.ja)))
    )
    return tuple({term.en.casefold(): term for term in fitting}.values())[:_MOST_TERMS]
