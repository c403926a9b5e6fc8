"""A checked draft of one paper: ask, read, check, ask once more for what failed, drop or mark the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import TypeVar

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Draft, Finding, Pair, Paper, PaperText, Question, Sentence, Usage
from notegen.seams import Answers, Model
from notegen.summarizer.answer import RawDraft, read_choice, read_claims, read_draft
from notegen.summarizer.checks import judge, language
from notegen.summarizer.cost import answer_limit, answer_reserve, paper_budget, paper_tokens
from notegen.summarizer.questions import choose_question, draft_question, recheck_question
from notegen.summarizer.split import split

_Read = TypeVar("_Read")
_Judged = tuple[Claim, tuple[Finding, ...]]
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
    first asked about part by part. Kept answers are used again and count no tokens; an answer is kept once it could be
    read. Raises `ModelError`s.
    """
    asking = _Asking(model, answers)
    japanese = "ja" in languages
    shown = _shown(paper, text.sentences, asking, prompt_folders, context_tokens)
    question = draft_question(
        paper,
        shown,
        japanese=japanese,
        translate=_is_abstract(text),
        folders=prompt_folders,
        max_tokens=answer_limit(context_tokens, paper_tokens(shown)),
    )
    raw = asking.ask(question, lambda answer: read_draft(answer, len(text.sentences)))
    known = {sentence.number: sentence for sentence in text.sentences}
    stated = [*([raw.tldr] if raw.tldr else []), *raw.claims]
    judged = [(claim, judge(claim, known, paper.title, languages)) for claim in stated]
    again = _rewritten(paper, shown, judged, japanese, asking, prompt_folders, context_tokens)
    for place, claim in again.items():
        anew = (claim, judge(claim, known, paper.title, languages))
        judged[place] = min(judged[place], anew, key=_severity)
    abstract, translation_findings = _abstract(text, raw, japanese)
    kept = [_settled(claim, findings, japanese) for claim, findings in judged if _severity((claim, findings)) < 2]
    return Draft(
        model.name,
        next((claim for claim in kept if claim.section == "tldr"), None),
        tuple(claim for claim in kept if claim.section != "tldr"),
        _terms(raw.terms, text.sentences) if japanese else (),
        abstract,
        (*chain.from_iterable(findings for _, findings in judged), *translation_findings),
        total=len(stated),
        supported=len(kept),
        usage=asking.usage,
    )


class _Asking:
    """A model with its kept answers, and what was spent on it so far."""

    def __init__(self, model: Model, answers: Answers) -> None:
        self._model = model
        self._answers = answers
        self.usage = Usage()

    def ask(self, question: Question, read: Callable[[str], _Read]) -> _Read:
        """What `read` makes of the kept answer, or else of a new one, which is then kept."""
        if kept := self._answers.get(self._model.name, question):
            try:
                return read(kept.text)
            except (AnswerUnusable, ModelRefusal):
                pass
        answer = self._model.ask(question)
        self.usage += answer.usage
        result = read(answer.text)
        self._answers.keep(self._model.name, question, answer)
        return result


def _shown(
    paper: Paper, sentences: Sequence[Sentence], asking: _Asking, folders: Sequence[Path], context_tokens: int
) -> Sequence[Sentence]:
    """The sentences that go into the draft question: all, or of a long text those chosen part by part."""
    budget = paper_budget(context_tokens)
    if paper_tokens(sentences) <= budget:
        return sentences
    chosen: list[list[Sentence]] = []
    for part in split(sentences, budget):
        question = choose_question(paper, part, folders=folders, max_tokens=answer_reserve(context_tokens))
        numbers = asking.ask(question, read_choice)
        by_number = {sentence.number: sentence for sentence in part}
        chosen.append([by_number[number] for number in numbers if number in by_number])
    ranked = [sentence for rank in zip_longest(*chosen) for sentence in rank if sentence] or sentences
    fitting: list[Sentence] = []
    for sentence in ranked:
        if paper_tokens([*fitting, sentence]) <= budget:
            fitting.append(sentence)
    return sorted(fitting, key=lambda sentence: sentence.number)


def _rewritten(
    paper: Paper,
    shown: Sequence[Sentence],
    judged: Sequence[_Judged],
    japanese: bool,
    asking: _Asking,
    folders: Sequence[Path],
    context_tokens: int,
) -> Mapping[int, Claim]:
    """The claims that failed, asked for once more, by place. An answer that cannot be read rewrites nothing."""
    stopped = {
        place: (claim, [finding.message for finding in findings])
        for place, (claim, findings) in enumerate(judged)
        if findings
    }
    if not stopped:
        return {}
    if paper_tokens(shown) > paper_budget(context_tokens) // 2:
        near = {number + step for claim, _ in stopped.values() for number in claim.sentences for step in (-1, 0, 1)}
        shown = [sentence for sentence in shown if sentence.number in near] or shown
    question = recheck_question(
        paper, shown, stopped, japanese=japanese, folders=folders, max_tokens=answer_reserve(context_tokens)
    )
    try:
        claims = asking.ask(question, lambda answer: read_claims(answer, max(s.number for s in shown)))
    except (AnswerUnusable, ModelRefusal):
        return {}
    return {
        place: replace(claims[place], section=claim.section) for place, (claim, _) in stopped.items() if place in claims
    }


def _severity(judged: _Judged) -> int:
    """0: nothing found, 1: to be marked, 2: to be dropped."""
    actions = {finding.action for finding in judged[1]}
    return 2 if "dropped" in actions else len(actions)


def _settled(claim: Claim, findings: Sequence[Finding], japanese: bool) -> Claim:
    if not japanese:
        return replace(claim, ja="")
    return replace(claim, ja="", unverified=True) if findings else claim


def _is_abstract(text: PaperText) -> bool:
    return text.read.startswith("abstract")


def _abstract(text: PaperText, raw: RawDraft, japanese: bool) -> tuple[tuple[Pair, ...], tuple[Finding, ...]]:
    """The abstract sentence by sentence; Japanese that fails a check is left out and named in a finding."""
    if not _is_abstract(text):
        return (), ()
    pairs, found = [], []
    for sentence in text.sentences:
        ja = raw.abstract.get(sentence.number, "") if japanese else ""
        claim = Claim("abstract", sentence.text, ja, (sentence.number,))
        problems = judge(claim, {sentence.number: sentence}, "", ("ja",)) if ja else ()
        found += [replace(problem, action="marked") for problem in problems]
        pairs.append(Pair(sentence.text, "" if problems else ja))
    return tuple(pairs), tuple(found)


def _terms(terms: Sequence[Pair], sentences: Sequence[Sentence]) -> tuple[Pair, ...]:
    """The terms that occur in the text and have a Japanese of their own."""
    text = " ".join(sentence.text for sentence in sentences).casefold().replace("-", " ")
    fitting = (
        term
        for term in terms
        if len(term.en) > 2
        and term.en.casefold().replace("-", " ").removesuffix("s") in text
        and not language.japanese_problem(term.ja, term.en)
    )
    return tuple({term.en.casefold(): term for term in fitting}.values())[:_MOST_TERMS]
