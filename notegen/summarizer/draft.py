"""A checked draft of one paper: ask, read, check, ask once more for what failed, drop or mark the rest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from notegen.errors import AnswerUnusable, ModelError, ModelRefusal, QuestionTooLong, ReplyUnusable
from notegen.records import Claim, Draft, Pair, Paper, PaperText, Road, Section, Sentence, Usage
from notegen.seams import Answers, Model
from notegen.summarizer.checks import judge_figure, language, numbers
from notegen.summarizer.desk import Desk
from notegen.summarizer.evidence import distinct, narrowed, same
from notegen.summarizer.in_parts import draft_by_section, draft_in_parts
from notegen.summarizer.questions import Questions
from notegen.summarizer.reading.answer import RawDraft, read_whole_draft
from notegen.summarizer.recheck import DROPPED, is_supported, judged, settled, severity
from notegen.summarizer.tokens import paper_tokens
from notegen.summarizer.translation import to_translate, translated
from notegen.summarizer.weak.by_sentence import draft_by_sentence

_LEAST_WINDOW_TOKENS = 1024
_LEAST_PASSED = 0.5
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
    road: Road = "",
) -> Draft:
    """The draft of a paper by a model, every claim checked against the sentences it cites.

    English is always asked for, since the support check reads it. A text longer than the window, of `context_tokens` or
    what the model is found to read, is asked about part by part. A model that cannot do that goes the weak `road`,
    sentence by sentence. No text, no question. Kept answers are used again and count no tokens; an answer is kept once
    it could be read. Raises `ModelError`s.
    """
    name = model.name
    if not text.sentences:
        return Draft(name, None, ())
    questions = Questions(paper, sections, "ja" in languages, prompt_folders)
    window_tokens, spent = min(context_tokens, model.window_tokens or context_tokens), Usage()
    while True:
        desk = Desk(questions, model, answers, window_tokens)
        try:
            made = _on_road(desk, text, languages, road)
            return replace(made, usage=spent + desk.usage)
        except ModelError as error:
            spent += desk.usage
            smaller = min(error.window_tokens, window_tokens * 3 // 4) if isinstance(error, QuestionTooLong) else 0
            if smaller < _LEAST_WINDOW_TOKENS:
                error.tokens_in, error.tokens_out, error.estimated = spent.tokens_in, spent.tokens_out, spent.estimated
                raise
            window_tokens = smaller


def _on_road(desk: Desk, text: PaperText, languages: tuple[str, ...], road: Road) -> Draft:
    """The draft by the road that is set, else by the one the model is up to."""
    by_sentence = partial(draft_by_sentence, desk, desk.questions.paper, text, desk.questions.sections, languages)
    if road == "sentences" or (not road and desk.model.is_weak):
        return by_sentence()
    made, share = None, 0.0
    failed = AnswerUnusable("answer not usable", "it holds no claim")
    try:
        made = _whole_draft(desk, text, languages)
        share = _share_passed(made, languages)
    except ReplyUnusable:
        raise
    except AnswerUnusable as error:
        failed = error
    is_news = desk.usage != Usage()  # a draft of kept answers was judged when they came
    if made is not None and (road == "whole" or share >= _LEAST_PASSED):
        if is_news and share >= _LEAST_PASSED:
            desk.model.passed(True)
        return made
    if road == "whole":
        raise failed
    with suppress(AnswerUnusable, ModelRefusal):
        simple = by_sentence()
        if _share_passed(simple, languages) > share:
            if is_news:
                desk.model.passed(False)
            return simple
    if made is None:
        raise failed
    return made


def _share_passed(made: Draft, languages: tuple[str, ...]) -> float:
    """Share of the claims, those dropped among them, that nothing was found against and that have their languages."""
    claims = (*([made.tldr] if made.tldr else []), *made.claims, *made.numbers)
    good = sum(not claim.unverified and bool(claim.ja or "ja" not in languages) for claim in claims)
    return good / max(1, made.total)


def _whole_draft(desk: Desk, text: PaperText, languages: tuple[str, ...]) -> Draft:
    """The draft a model wrote freely, checked."""
    paper, sections, japanese = desk.questions.paper, desk.questions.sections, desk.questions.japanese
    raw, shown = _raw_draft(desk, text)
    known = {sentence.number: sentence for sentence in text.sentences}
    said = (claim for claim in (*([raw.tldr] if raw.tldr else []), *raw.claims) if not same(claim.en, paper.title))
    stated = distinct(narrowed(claim, known) for claim in said)
    found = [
        *judged(desk, stated, known, languages),
        *((figure, judge_figure(figure, known, paper.title, languages)) for figure in _figures(raw.numbers)),
    ]
    abstract, abstract_findings = translated(paper.title, text, raw, japanese)
    kept = [settled(claim, findings, japanese) for claim, findings in found if severity(findings) < DROPPED]
    return Draft(
        desk.model.name,
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
        supported=sum(map(is_supported, found)),
        usage=desk.usage,
    )


def _raw_draft(desk: Desk, text: PaperText) -> tuple[RawDraft, int]:
    """The draft as the model wrote it, and how many sentences it was shown."""
    make = partial(desk.questions.draft, translate=to_translate(text.abstract))
    if paper_tokens(text.sentences) > desk.room(make):
        return draft_in_parts(desk, text.sentences, text.abstract)
    keys = [section.key for section in desk.questions.sections]
    try:
        raw = desk.ask(desk.about(make, text.sentences), partial(read_whole_draft, sections=keys))
    except ReplyUnusable:
        raise
    except AnswerUnusable:
        raw = draft_by_section(desk, text.sentences, text.abstract)
    return raw, len(text.sentences)


def _figures(figures: Sequence[Claim]) -> tuple[Claim, ...]:
    """The lines of the table of numbers, each value of each thing once."""
    return tuple({(figure.value, figure.en.casefold()): figure for figure in figures}.values())[:_MOST_NUMBERS]


def _unstated(raw: RawDraft, sections: Sequence[Section]) -> tuple[str, ...]:
    stated = {claim.section for claim in raw.claims} | set(raw.passed_over)
    return tuple(section.key for section in sections if section.key not in stated)


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
