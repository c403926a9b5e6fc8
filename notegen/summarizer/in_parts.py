"""A text longer than the window: sentences chosen part by part, claims of some sections at a time, then the rest.

What is chosen travels in the paper's own words, so the last question still shows source sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, zip_longest

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Question, Section, Sentence
from notegen.summarizer.desk import Desk
from notegen.summarizer.questions import Questions
from notegen.summarizer.reading.answer import RawDraft, read_choice, read_draft, read_whole_draft
from notegen.summarizer.split import split
from notegen.summarizer.tokens import answer_reserve, fitted, in_order, paper_tokens, room
from notegen.summarizer.translation import to_translate

MOST_PART_TOKENS = 8000  # in longer parts a model passes over what stands in the middle
MOST_CLAIMS = 6
_LEAST_CLAIMS = 2
_CLAIM_TOKENS = 130
_LEAST_READ = 0.5
_MOST_LOST = 3  # answers from the beginning; a server that gives none of use is asked no further

Chosen = Mapping[str, Sequence[Sequence[Sentence]]]


@dataclass(frozen=True, slots=True)
class ClaimsAsked:
    """One question for claims: at most `most` for each of `sections`, from the sentences `shown`."""

    sections: Sequence[Section]
    most: int
    shown: Sequence[Sentence]
    make: Callable[[Sequence[Sentence], int], Question]


def sections_at_once(context_tokens: int, sections: int) -> int:
    """How many sections of claims the answer reserve of a window holds."""
    return min(sections, max(1, answer_reserve(context_tokens) // (MOST_CLAIMS * _CLAIM_TOKENS)))


def part_room(questions: Questions, context_tokens: int) -> int:
    """Tokens of paper in one part."""
    return min(room(questions.choose, context_tokens), MOST_PART_TOKENS)


def draft_in_parts(desk: Desk, sentences: Sequence[Sentence], abstract: Sequence[Sentence]) -> tuple[RawDraft, int]:
    """The draft of a long text, and how many of its sentences the model was shown.

    An answer that cannot be read costs what it would have told; when that is half the text or more, `AnswerUnusable`,
    or `ModelRefusal` for a refusal.
    """
    chosen, shown = _chosen(desk, sentences)
    if shown <= _LEAST_READ * len(sentences):
        why = f"of its {len(sentences)} sentences the model read {shown}"
        raise _without(desk, "the text cannot be read", why, "Raise NOTEGEN_CONTEXT or take another model")
    at_once = sections_at_once(desk.context_tokens, len(desk.questions.sections))
    asked = list(claims_asked(desk.questions, desk.context_tokens, chosen, at_once))
    return replace(_assembled(desk, asked, sentences, abstract), passed_over=_passed_over(chosen, asked)), shown


def draft_by_section(desk: Desk, sentences: Sequence[Sentence], abstract: Sequence[Sentence]) -> RawDraft:
    """The draft of a text that fits the window, one question a section: for a model that cannot write it at once.

    Raises as `draft_in_parts` does.
    """
    chosen = {section.key: [sentences] for section in desk.questions.sections}
    return _assembled(desk, claims_asked(desk.questions, desk.context_tokens, chosen, 1), sentences, abstract)


def _assembled(
    desk: Desk, asked: Iterable[ClaimsAsked], sentences: Sequence[Sentence], abstract: Sequence[Sentence]
) -> RawDraft:
    drafts = list(_drafts(desk, asked))
    claims = tuple(chain.from_iterable(draft.claims for draft in drafts))
    if not claims:
        raise _without(desk, "answers not usable", "they hold no claim", "Take another model")
    by_number = {sentence.number: sentence for sentence in sentences}
    cited = zip_longest(*(claim.sentences for claim in claims))
    first = [by_number[number] for rank in cited for number in rank if number in by_number]
    question = summary_asked(desk.questions, desk.context_tokens, first, abstract)
    summary = desk.ask_some(question, partial(read_whole_draft, sections=())) or RawDraft()
    unplaced = sum(draft.unplaced for draft in drafts)
    return RawDraft(summary.tldr, claims, summary.numbers, summary.terms, summary.abstract, unplaced)


def _passed_over(chosen: Chosen, asked: Sequence[ClaimsAsked]) -> tuple[str, ...]:
    """The sections for which a sentence was chosen that no question for their claims had room for."""
    shown = {(section.key, sentence) for asks in asked for section in asks.sections for sentence in asks.shown}
    return tuple(
        key for key, parts in chosen.items() if any((key, sentence) not in shown for part in parts for sentence in part)
    )


def _chosen(desk: Desk, sentences: Sequence[Sentence]) -> tuple[Chosen, int]:
    """The sentences chosen for each section from each part, those that tell most first; how many were looked at."""
    keys = [section.key for section in desk.questions.sections]
    chosen: dict[str, list[list[Sentence]]] = {key: [] for key in keys}
    shown = 0
    for part in split(sentences, part_room(desk.questions, desk.context_tokens)):
        choice = desk.ask_some(desk.about(desk.questions.choose, part), partial(read_choice, sections=keys))
        if choice is None:
            if not shown and len(desk.lost) >= _MOST_LOST:
                break
            continue
        shown += len(part)
        by_number = {sentence.number: sentence for sentence in part}
        for key, numbers in choice.items():
            chosen[key].append([by_number[number] for number in numbers if number in by_number])
    return chosen, shown


def _drafts(desk: Desk, asked: Iterable[ClaimsAsked]) -> Iterator[RawDraft]:
    """The claims of some sections at a time; a server of which the first answers are of no use is asked no further."""
    read = partial(read_draft, sections=[section.key for section in desk.questions.sections])
    before, answered = len(desk.lost), False
    for asks in asked:
        if not answered and len(desk.lost) - before >= _MOST_LOST:
            return
        if draft := desk.ask_some(desk.about(asks.make, asks.shown), read):
            answered = True
            yield draft


def claims_asked(questions: Questions, context_tokens: int, chosen: Chosen, at_once: int) -> Iterator[ClaimsAsked]:
    """What is asked for claims: some sections at a time, by as many questions as their chosen sentences take."""
    sections = [section for section in questions.sections if any(chosen[section.key])]
    for start in range(0, len(sections), at_once):
        group = sections[start : start + at_once]
        by_part = zip_longest(*(chosen[section.key] for section in group), fillvalue=())
        picked = [list(dict.fromkeys(chain.from_iterable(part))) for part in by_part]
        ask = partial(questions.claims, sections=group)
        portions = rounds(picked, room(partial(ask, most=MOST_CLAIMS), context_tokens))
        most = max(_LEAST_CLAIMS, MOST_CLAIMS // max(1, len(portions)))
        for shown in portions:
            yield ClaimsAsked(group, most, shown, partial(ask, most=most))


def rounds(picked: Sequence[Sequence[Sentence]], portion_tokens: int) -> list[list[Sentence]]:
    """The sentences picked from each part in portions of at most `portion_tokens`, each in the order of the paper.

    Of every section in every part the sentence picked first has its place, for which there are as many portions as it
    takes; the others fill the last one.
    """
    by_place: dict[tuple[int, str], list[Sentence]] = {}
    for place, part in enumerate(picked):
        for sentence in part:
            by_place.setdefault((place, sentence.section), []).append(sentence)
    portions: list[list[Sentence]] = []
    for rank, row in enumerate(zip_longest(*by_place.values())):
        for sentence in filter(None, row):
            if portions and paper_tokens(in_order([*portions[-1], sentence])) <= portion_tokens:
                portions[-1].append(sentence)
            elif rank == 0 and paper_tokens([sentence]) <= portion_tokens:
                portions.append([sentence])
    return [in_order(portion) for portion in portions]


def summary_asked(
    questions: Questions, context_tokens: int, cited: Sequence[Sentence], abstract: Sequence[Sentence]
) -> Question:
    """What is asked for beside the claims, from the abstract and the sentences that the claims cite."""
    translated = paper_tokens(abstract) <= room(partial(questions.summary, translate=True), context_tokens) // 2
    make = partial(questions.summary, translate=translated and to_translate(abstract))
    free_tokens = room(make, context_tokens)
    shown: list[Sentence] = []
    for sentence in dict.fromkeys((*abstract, *cited)):
        if paper_tokens(in_order([*shown, sentence])) <= free_tokens:
            shown.append(sentence)
    return fitted(make, in_order(shown), context_tokens)


def _without(desk: Desk, what: str, why: str, next_step: str) -> AnswerUnusable | ModelRefusal:
    """The error of a text without a draft; where an answer was lost, with what was wrong with the last of these."""
    if not desk.lost:
        return AnswerUnusable(what, why, next_step)
    last = desk.lost[-1]
    return type(last)(what, f"{why}; {last.what}, {last.why}", last.next_step)
