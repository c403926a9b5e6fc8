"""What a draft will cost, in calls and tokens, before any model is asked."""

from __future__ import annotations

from functools import partial
from math import ceil

from notegen.records import PaperText
from notegen.summarizer.in_parts import MOST_CLAIMS, part_room, sections_at_once
from notegen.summarizer.questions import Questions
from notegen.summarizer.split import split
from notegen.summarizer.tokens import answer_limit, paper_tokens, question_tokens, room

_CHOICE_TOKENS = 100
_CHOSEN_TOKENS = 600
_SECTION_TOKENS = 600
_CLAIMS_TOKENS = 1800


def plan_draft(questions: Questions, text: PaperText, context_tokens: int) -> tuple[int, int, int]:
    """Calls, tokens in and tokens out of a draft that passes its checks; a recheck adds at most one call like the last.

    A text that fits the window is one question; of a longer one sentences are first chosen part by part, then come the
    claims of some sections at a time, then the rest.
    """
    whole = partial(questions.draft, translate=bool(text.abstract))
    frame_tokens, paper = question_tokens(whole((), 0)), paper_tokens(text.sentences)
    if not text.sentences or room(whole, context_tokens) == 0:
        return 0, 0, 0
    if paper <= room(whole, context_tokens):
        limit = answer_limit(context_tokens, paper, frame_tokens)
        return 1, frame_tokens + paper, min(limit, _CLAIMS_TOKENS + 2 * paper)
    return _plan_in_parts(questions, text, context_tokens)


def _plan_in_parts(questions: Questions, text: PaperText, context_tokens: int) -> tuple[int, int, int]:
    sections = len(questions.sections)
    at_once = sections_at_once(context_tokens, sections)
    claims = partial(questions.claims, sections=questions.sections[:at_once], most=MOST_CLAIMS)
    parts = split(text.sentences, part_room(questions, context_tokens))
    chosen = len(parts) * _CHOSEN_TOKENS * at_once // sections
    portions = ceil(chosen / max(1, room(claims, context_tokens)))
    later = ceil(sections / at_once) * portions + 1
    frames = len(parts) * question_tokens(questions.choose((), 0)) + later * question_tokens(claims((), 0))
    tokens_in = sum(map(paper_tokens, parts)) + (later - 1) // portions * chosen + frames
    return len(parts) + later, tokens_in, len(parts) * _CHOICE_TOKENS + sections * _SECTION_TOKENS + _CLAIMS_TOKENS
