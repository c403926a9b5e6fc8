"""A checked draft of one paper: ask, read, check, ask once more for what failed, drop or mark the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import TypeVar

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Answer, Claim, Draft, Finding, Pair, Paper, PaperText, Question, Sentence, Usage
from notegen.seams import Answers, Model
from notegen.summarizer.answer import RawDraft, read_choice, read_claims, read_draft
from notegen.summarizer.checks import judge, language, numbers
from notegen.summarizer.evidence import distinct, narrowed
from notegen.summarizer.questions import choose_question, draft_question, recheck_question
from notegen.summarizer.split import split
from notegen.summarizer.tokens import answer_limit, answer_reserve, paper_budget, paper_tokens
from notegen.summarizer.translation import is_abstract, translated

_Read = TypeVar("_Read")
_Judged = tuple[Claim, tuple[Finding, ...]]
_DROPPED = 2
_NOTHING_REWRITTEN = '{"claims": []}'
_MOST_TERMS = 8


def draft(
    paper: Paper,
    text: PaperText,
    model: Model,
    answers: Answers,
    languages: tuple[str, ...] = ("ja", "en"),
    prompt_folders: tuple[Path, ...] = (),
    context_tokens: int = 8192,
) -> Draft:
    """The draft of a paper by a model, every claim checked against the sentences it cites.

    English is always asked for, since the support check reads it. A text longer than the window of `context_tokens` is
    first asked about part by part. No text, no question. Kept answers are used again and count no tokens; an answer is
    kept once it could be read. Raises `ModelError`s.
    """
    if not text.sentences:
        return Draft(model.name, None, ())
    desk = _Desk(paper, model, answers, languages, prompt_folders, context_tokens)
    shown = _shown(desk, text.sentences)
    raw = _raw_draft(desk, text, shown)
    judged = _judged(desk, text, shown, raw)
    abstract, abstract_findings = translated(text, raw, desk.japanese)
    kept = [_settled(claim, findings, desk.japanese) for claim, findings in judged if _severity(findings) < _DROPPED]
    return Draft(
        model.name,
        next((claim for claim in kept if claim.section == "tldr"), None),
        tuple(claim for claim in kept if claim.section != "tldr"),
        _terms(raw.terms, text.sentences) if desk.japanese else (),
        abstract,
        (*chain.from_iterable(findings for _, findings in judged), *abstract_findings),
        total=len(judged),
        supported=len(kept),
        usage=desk.usage,
    )


class _Desk:
    """What every question about one paper needs, and what was spent on it so far."""

    def __init__(
        self,
        paper: Paper,
        model: Model,
        answers: Answers,
        languages: tuple[str, ...],
        folders: Sequence[Path],
        context_tokens: int,
    ) -> None:
        self.paper = paper
        self.languages = languages
        self.japanese = "ja" in languages
        self.folders = folders
        self.context_tokens = context_tokens
        self.usage = Usage()
        self._model = model
        self._answers = answers

    def keep(self, question: Question, answer: Answer) -> None:
        """Keep an answer, so that the question is not asked again."""
        self._answers.keep(self._model.name, question, answer)

    def ask(self, question: Question, read: Callable[[str], _Read]) -> _Read:
        """What `read` makes of the kept answer, or else of a new one, which is then kept."""
        if kept := self._answers.get(self._model.name, question):
            with suppress(AnswerUnusable, ModelRefusal):
                return read(kept.text)
        answer = self._model.ask(question)
        self.usage += answer.usage
        result = read(answer.text)
        self.keep(question, answer)
        return result


def _shown(desk: _Desk, sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentences that go into the draft question: all, or of a long text those chosen part by part."""
    budget = paper_budget(desk.context_tokens)
    if paper_tokens(sentences) <= budget:
        return sentences
    chosen: list[list[Sentence]] = []
    for part in split(sentences, budget):
        limit = answer_reserve(desk.context_tokens)
        numbers = desk.ask(choose_question(desk.paper, part, folders=desk.folders, max_tokens=limit), read_choice)
        by_number = {sentence.number: sentence for sentence in part}
        chosen.append([by_number[number] for number in numbers if number in by_number])
    ranked = [sentence for rank in zip_longest(*chosen) for sentence in rank if sentence] or sentences
    fitting: list[Sentence] = []
    free = budget
    for sentence in ranked:
        size = paper_tokens([sentence]) + 1
        if size <= free:
            fitting.append(sentence)
            free -= size
    if not fitting:
        why = f"no sentence of it fits the window of {desk.context_tokens} tokens"
        raise AnswerUnusable("the text cannot be read", why, "Raise NOTEGEN_CONTEXT")
    return sorted(fitting, key=lambda sentence: sentence.number)


def _raw_draft(desk: _Desk, text: PaperText, shown: Sequence[Sentence]) -> RawDraft:
    question = draft_question(
        desk.paper,
        shown,
        japanese=desk.japanese,
        translate=is_abstract(text),
        folders=desk.folders,
        max_tokens=answer_limit(desk.context_tokens, paper_tokens(shown)),
    )
    return desk.ask(question, lambda answer: read_draft(answer, len(text.sentences)))


def _judged(desk: _Desk, text: PaperText, shown: Sequence[Sentence], raw: RawDraft) -> list[_Judged]:
    """Every claim with what is found against it, after those that failed were asked for once more."""
    known = {sentence.number: sentence for sentence in text.sentences}
    stated = distinct(narrowed(claim, known) for claim in (*([raw.tldr] if raw.tldr else []), *raw.claims))
    judged = [(claim, judge(claim, known, desk.paper.title, desk.languages)) for claim in stated]
    for place, claim in _rewritten(desk, shown, judged).items():
        findings = judge(claim, known, desk.paper.title, desk.languages)
        if _severity(findings) < _severity(judged[place][1]):
            judged[place] = claim, findings
    return judged


def _rewritten(desk: _Desk, shown: Sequence[Sentence], judged: Sequence[_Judged]) -> Mapping[int, Claim]:
    """The claims that failed, asked for once more, by place. An answer that cannot be read rewrites nothing."""
    stopped = {
        place: (claim, [finding.message for finding in findings])
        for place, (claim, findings) in enumerate(judged)
        if findings
    }
    if not stopped:
        return {}
    if paper_tokens(shown) > paper_budget(desk.context_tokens) // 2:
        near = {number + step for claim, _ in stopped.values() for number in claim.sentences for step in (-1, 0, 1)}
        shown = [sentence for sentence in shown if sentence.number in near] or shown
    limit = answer_reserve(desk.context_tokens)
    question = recheck_question(
        desk.paper, shown, stopped, japanese=desk.japanese, folders=desk.folders, max_tokens=limit
    )
    try:
        claims = desk.ask(question, lambda answer: read_claims(answer, max(each.number for each in shown)))
    except (AnswerUnusable, ModelRefusal):
        desk.keep(question, Answer(_NOTHING_REWRITTEN))
        return {}
    return {place: replace(claims[place], section=judged[place][0].section) for place in stopped if place in claims}


def _severity(findings: Sequence[Finding]) -> int:
    """0: nothing found, 1: to be marked, 2: to be dropped."""
    return max(({"marked": 1, "dropped": _DROPPED}[finding.action] for finding in findings), default=0)


def _settled(claim: Claim, findings: Sequence[Finding], japanese: bool) -> Claim:
    if not japanese:
        return replace(claim, ja="")
    return replace(claim, ja="", unverified=True) if findings else claim


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
