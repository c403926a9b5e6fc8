"""A note by the naive way and by ours, and which of its fixed sentences ended as a passing claim in both languages."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from asked import CONTEXT_TOKENS, Nothing, TimedModel

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Paper, PaperText, Section, Sentence, Usage
from notegen.summarizer.checks import judge
from notegen.summarizer.desk import Desk
from notegen.summarizer.questions import Questions
from notegen.summarizer.reading.answer import read_whole_draft
from notegen.summarizer.weak.by_sentence import draft_by_sentence

WAYS = ("one JSON", "by sentence")
SENTENCES = 8
_BOTH = ("ja", "en")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one fixed sentence: its Japanese that passed ("" for none), else the objections."""

    paper: str
    sentence: Sentence
    ja: str
    objections: tuple[str, ...] = ()

    @property
    def figures(self) -> int:
        """How many figures the source sentence has."""
        return len(_FIGURE.findall(self.sentence.text))

    @property
    def figures_kept(self) -> int:
        """How many of them the Japanese has, counted apart from the checks."""
        said = Counter(_FIGURE.findall(unicodedata.normalize("NFKC", self.ja)))
        return sum((Counter(_FIGURE.findall(self.sentence.text)) & said).values())


@dataclass(frozen=True, slots=True)
class Measured:
    """One note by one way."""

    outcomes: tuple[Outcome, ...]
    seconds: float
    usage: Usage
    asked: Counter[str]


def measure(way: str, model: TimedModel, paper: Paper, text: PaperText, sections: tuple[Section, ...]) -> Measured:
    """The note by this way, and the outcome of each fixed sentence."""
    desk = Desk(Questions(paper, sections, True), model, Nothing(), CONTEXT_TOKENS)
    model.taken()
    claims = list((_naive if way == WAYS[0] else _ours)(desk, paper, text, sections))
    outcomes = tuple(_outcome(paper, text, sentence, claims) for sentence in text.sentences[:SENTENCES])
    return Measured(outcomes, *model.taken())


def _naive(desk: Desk, paper: Paper, text: PaperText, sections: tuple[Section, ...]) -> Iterator[Claim]:
    """All that one answer of JSON says: its claims, and its translation of the abstract."""
    question = desk.about(partial(desk.questions.draft, translate=True), text.sentences)
    with suppress(AnswerUnusable, ModelRefusal):
        raw = desk.ask_some(question, partial(read_whole_draft, sections=[section.key for section in sections]))
        if raw:
            known = {sentence.number: sentence.text for sentence in text.sentences}
            yield from _translations((number, known.get(number, ""), ja) for number, ja in raw.abstract.items())
            yield from raw.claims
            yield from [raw.tldr] if raw.tldr else []


def _ours(desk: Desk, paper: Paper, text: PaperText, sections: tuple[Section, ...]) -> Iterator[Claim]:
    with suppress(AnswerUnusable, ModelRefusal):
        made = draft_by_sentence(desk, paper, text, sections, _BOTH)
        yield from _translations(
            (sentence.number, pair.en, pair.ja) for sentence, pair in zip(text.abstract, made.abstract, strict=True)
        )
        yield from made.claims
        yield from [made.tldr] if made.tldr else []


def _translations(said: Iterable[tuple[int, str, str]]) -> Iterator[Claim]:
    for number, en, ja in said:
        yield Claim("abstract", en, ja, (number,))


def _outcome(paper: Paper, text: PaperText, sentence: Sentence, claims: list[Claim]) -> Outcome:
    """Passed when its translation, or else a claim that cites it, has both languages and nothing stands against it."""
    known = {each.number: each for each in text.sentences}
    objections: list[str] = []
    for claim in (claim for claim in claims if sentence.number in claim.sentences):
        if not claim.en or not claim.ja:
            objections.append("it has not both languages")
            continue
        found = judge(claim, known, paper.title, _BOTH)
        if not found:
            return Outcome(paper.arxiv_id, sentence, claim.ja)
        objections += [finding.message for finding in found]
    return Outcome(paper.arxiv_id, sentence, "", tuple(dict.fromkeys(objections)) or ("nothing says it",))
