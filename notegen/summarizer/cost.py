"""What a draft will cost, in calls and tokens, before any model is asked."""

from __future__ import annotations

from notegen.records import PaperText
from notegen.summarizer.split import split
from notegen.summarizer.tokens import FRAME_TOKENS, answer_limit, paper_budget, paper_tokens

_CHOICE_TOKENS = 100
_CLAIMS_TOKENS = 1800


def plan_draft(text: PaperText, context_tokens: int) -> tuple[int, int, int]:
    """Calls, tokens in and tokens out of a draft that passes its checks; a recheck adds at most one call like the last.

    A text that fits the window is one question; a longer one is first asked about part by part.
    """
    budget = paper_budget(context_tokens)
    paper = paper_tokens(text.sentences)
    if not text.sentences or budget == 0:
        return 0, 0, 0
    if paper <= budget:
        return 1, FRAME_TOKENS + paper, min(answer_limit(context_tokens, paper), _CLAIMS_TOKENS + 2 * paper)
    parts = [paper_tokens(part) for part in split(text.sentences, budget)]
    tokens_in = sum(parts) + budget + FRAME_TOKENS * (len(parts) + 1)
    return len(parts) + 1, tokens_in, len(parts) * _CHOICE_TOKENS + _CLAIMS_TOKENS
