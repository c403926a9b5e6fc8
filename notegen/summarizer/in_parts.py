"""A text longer than the window: sentences chosen part by part, claims of some sections at a time, then the rest.

What is chosen travels in the paper's own words, so the last question still shows source sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from typing import TypeVar

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Question, Section, Sentence
from notegen.summarizer.answer import RawDraft, read_choice, read_draft, read_whole_draft
from notegen.summarizer.desk import Desk
from notegen.summarizer.questions import Questions
from notegen.summarizer.split import split
from notegen.summarizer.tokens import answer_reserve, in_order, paper_tokens, room

MOST_PART_TOKENS = 8000  # in longer parts a model passes over what stands in the middle
MOST_CLAIMS = 6
_LEAST_CLAIMS = 2
_CLAIM_TOKENS = 130
_LEAST_READ = 0.5

_Read = TypeVar("_Read")
_Chosen = Mapping[str, Sequence[Sequence[Sentence]]]


def sections_at_once(context_tokens: int, sections: int) -> int:
    """How many sections of claims the answer reserve of a window holds."""
    return min(sections, max(1, answer_reserve(context_tokens) // (MOST_CLAIMS * _CLAIM_TOKENS)))


def part_room(questions: Questions, context_tokens: int) -> int:
    """Tokens of paper in one part."""
    return min(room(questions.choose, context_tokens), MOST_PART_TOKENS)


def draft_in_parts(desk: Desk, sentences: Sequence[Sentence], abstract: Sequence[Sentence]) -> tuple[RawDraft, int]:
    """The draft of a long text, and how many of its sentences the model was shown.

    An answer that cannot be read costs what it would have told; when that is half the text or more, `AnswerUnusable`.
    """
    chosen, shown = _chosen(desk, sentences)
    if shown <= _LEAST_READ * len(sentences):
        why = f"of its {len(sentences)} sentences the model read {shown}"
        raise AnswerUnusable("the text cannot be read", why, "Raise NOTEGEN_CONTEXT or take another model")
    drafts = list(_drafts(desk, chosen))
    claims = tuple(chain.from_iterable(draft.claims for draft in drafts))
    if not claims:
        raise AnswerUnusable("answer not usable", "it holds no claim")
    summary = _summary(desk, claims, sentences, abstract)
    return RawDraft(summary.tldr, claims, summary.numbers, summary.terms, summary.abstract), shown


def _chosen(desk: Desk, sentences: Sequence[Sentence]) -> tuple[_Chosen, int]:
    """The sentences chosen for each section from each part, those that tell most first; how many were looked at."""
    keys = [section.key for section in desk.questions.sections]
    chosen: dict[str, list[list[Sentence]]] = {key: [] for key in keys}
    shown = 0
    for part in split(sentences, part_room(desk.questions, desk.context_tokens)):
        choice = _asked(desk, desk.about(desk.questions.choose, part), partial(read_choice, sections=keys))
        if choice is None:
            continue
        shown += len(part)
        by_number = {sentence.number: sentence for sentence in part}
        for key, numbers in choice.items():
            chosen[key].append([by_number[number] for number in numbers if number in by_number])
    return chosen, shown


def _drafts(desk: Desk, chosen: _Chosen) -> Iterator[RawDraft]:
    """The claims of some sections at a time, from the sentences chosen for these."""
    sections = [section for section in desk.questions.sections if any(chosen[section.key])]
    at_once = sections_at_once(desk.context_tokens, len(desk.questions.sections))
    for start in range(0, len(sections), at_once):
        group = sections[start : start + at_once]
        by_part = zip_longest(*(chosen[section.key] for section in group), fillvalue=())
        picked = [list(dict.fromkeys(chain.from_iterable(part))) for part in by_part]
        ask = partial(desk.questions.claims, sections=group)
        portions = rounds(picked, desk.room(partial(ask, most=MOST_CLAIMS)))
        make = partial(ask, most=max(_LEAST_CLAIMS, MOST_CLAIMS // max(1, len(portions))))
        for shown in portions:
            if draft := _asked(desk, desk.about(make, shown), partial(read_draft, sections=_keys(group))):
                yield draft


def _keys(sections: Sequence[Section]) -> list[str]:
    return [section.key for section in sections]


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


def _summary(
    desk: Desk, claims: Sequence[Claim], sentences: Sequence[Sentence], abstract: Sequence[Sentence]
) -> RawDraft:
    """What a draft has beside its claims, from the abstract and the sentences that the claims cite."""
    by_number = {sentence.number: sentence for sentence in sentences}
    cited = zip_longest(*(claim.sentences for claim in claims))
    first = [by_number[number] for rank in cited for number in rank if number in by_number]
    translated = paper_tokens(abstract) <= desk.room(partial(desk.questions.summary, translate=True)) // 2
    make = partial(desk.questions.summary, translate=translated and bool(abstract))
    free_tokens = desk.room(make)
    shown: list[Sentence] = []
    for sentence in dict.fromkeys((*abstract, *first)):
        if paper_tokens(in_order([*shown, sentence])) <= free_tokens:
            shown.append(sentence)
    question = desk.about(make, in_order(shown))
    return _asked(desk, question, partial(read_whole_draft, sections=())) or RawDraft()


def _asked(desk: Desk, question: Question, read: Callable[[str], _Read]) -> _Read | None:
    """What the answer says; None for one that cannot be read, or a refusal."""
    try:
        return desk.ask(question, read)
    except (AnswerUnusable, ModelRefusal):
        return None
