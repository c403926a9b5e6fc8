"""What a draft will cost, in calls and tokens, before any model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from notegen.records import PaperText, Sentence
from notegen.summarizer.extractive import extract
from notegen.summarizer.in_parts import claims_asked, part_room, sections_at_once, summary_asked
from notegen.summarizer.questions import MOST_CLAIMS, Questions
from notegen.summarizer.split import split
from notegen.summarizer.tokens import estimate_tokens, fitted, paper_tokens, question_tokens, room
from notegen.summarizer.translation import to_translate
from notegen.summarizer.weak.by_sentence import to_put_into_japanese
from notegen.summarizer.weak.clauses import clauses

# Of six whole answers of a strong model a claim took 88 tokens, and 12 of the 21 asked for were made; the summary,
# figures and terms took 480, the abstract twice its English. English alone is less than half of that.
_CLAIM_TOKENS = 60  # for each claim asked for
_BESIDE_TOKENS = 500
_ENGLISH_SHARE = 0.45
_CHOSEN = 4  # sentences for each section from each part
_CHOICE_TOKENS = 100
_TRIES_A_SENTENCE = 1.8  # of a 1.5B model: bench/local.py
_TOKENS_A_TOKEN = 1.5  # of Japanese for one of English


def plan_draft(questions: Questions, text: PaperText, context_tokens: int) -> tuple[int, int, int]:
    """Calls, tokens in and tokens out of a draft that passes its checks; a recheck adds at most one call like the last.

    A text that fits the window is one question; of a longer one sentences are first chosen part by part, then come the
    claims of some sections at a time, then the rest.
    """
    whole = partial(questions.draft, translate=to_translate(text.abstract))
    if not text.sentences or room(whole, context_tokens) == 0:
        return 0, 0, 0
    if paper_tokens(text.sentences) > room(whole, context_tokens):
        return _plan_in_parts(questions, text, context_tokens)
    asked = fitted(whole, text.sentences, context_tokens)
    written = _written(questions, text, MOST_CLAIMS * len(questions.sections))
    return 1, question_tokens(asked), min(asked.max_tokens, written)


def plan_by_sentence(questions: Questions, text: PaperText) -> tuple[int, int, int]:
    """As `plan_draft`, for a model that puts one sentence at a time into Japanese and stumbles as often as measured."""
    picked = extract(questions.paper, text, questions.sections)
    claims = (*([picked.tldr] if picked.tldr else []), *picked.claims)
    sentences = to_put_into_japanese(text, claims) if questions.japanese else []
    parts = [part for sentence in sentences for part in clauses(sentence.text)]
    tokens_in = sum(question_tokens(questions.translation(part, 0, 1)) for part in parts)
    tokens_out = sum(estimate_tokens(part) for part in parts) * _TOKENS_A_TOKEN
    return tuple(round(each * _TRIES_A_SENTENCE) for each in (len(parts), tokens_in, tokens_out))  # type: ignore[return-value]


def _plan_in_parts(questions: Questions, text: PaperText, context_tokens: int) -> tuple[int, int, int]:
    """The very questions that would be asked if a model chose some sentences for each section from each part."""
    parts = split(text.sentences, part_room(questions, context_tokens))
    sections = questions.sections
    chosen = {one.key: [_spread(part, place, len(sections)) for part in parts] for place, one in enumerate(sections)}
    at_once = sections_at_once(context_tokens, len(sections))
    claims = list(claims_asked(questions, context_tokens, chosen, at_once))
    made = [len(each.sections) * each.most for each in claims]
    cited = [sentence for each, count in zip(claims, made, strict=True) for sentence in each.shown[:count]]
    asked = [
        *(fitted(questions.choose, part, context_tokens) for part in parts),
        *(fitted(each.make, each.shown, context_tokens) for each in claims),
        summary_asked(questions, context_tokens, cited, text.abstract),
    ]
    tokens_out = len(parts) * _CHOICE_TOKENS + _written(questions, text, sum(made))
    return len(asked), sum(map(question_tokens, asked)), tokens_out


def _written(questions: Questions, text: PaperText, claims: int) -> int:
    """Tokens of a draft for which so many claims are asked."""
    tokens = (
        claims * _CLAIM_TOKENS
        + _BESIDE_TOKENS
        + 2 * paper_tokens([each for each in text.abstract if to_translate([each])])
    )
    return tokens if questions.japanese else int(tokens * _ENGLISH_SHARE)


def _spread(part: Sequence[Sentence], place: int, sections: int) -> list[Sentence]:
    """Some sentences of a part, from its beginning to its end, others for each of the sections."""
    step = max(1, len(part) // (_CHOSEN * sections))
    return list(part[place * step :: sections * step][:_CHOSEN])
