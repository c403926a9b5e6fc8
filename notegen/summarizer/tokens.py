"""How many tokens a text takes, and how a window is shared between frame, paper and answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil

from notegen.records import Question, Sentence

LONGEST_ANSWER_TOKENS = 8000


def estimate_tokens(text: str) -> int:
    """Tokens of `text`, rounded up: four ASCII characters a token, 1.03 tokens for any other character.

    Measured on o200k: Japanese prose takes 0.83 tokens a character, with its characters shuffled 1.01.
    """
    ascii_chars = len(text.encode("ascii", "ignore"))
    return ceil(ascii_chars / 4 + (len(text) - ascii_chars) * 1.03)


def numbered(sentence: Sentence) -> str:
    """The sentence as one line of a prompt: its number in brackets, then its text without line breaks."""
    return f"[{sentence.number}] {' '.join((sentence.text or sentence.ja).split())}"


def in_order(sentences: Iterable[Sentence]) -> list[Sentence]:
    """The sentences in the order of the paper."""
    return sorted(sentences, key=lambda sentence: sentence.number)


def heading(section: str) -> str:
    """The line a section of the paper begins with in a prompt; "" for none."""
    return f"# {' '.join(section.split())}" if section.strip() else ""


def lines(sentences: Iterable[Sentence]) -> Iterator[str]:
    """The sentences as they stand in a prompt, a line each, with a heading where another section begins."""
    section = ""
    for sentence in sentences:
        if sentence.section != section and heading(sentence.section):
            yield heading(sentence.section)
        section = sentence.section
        yield numbered(sentence)


def paper_tokens(sentences: Sequence[Sentence]) -> int:
    """Tokens of the sentences as they stand in a prompt."""
    return estimate_tokens("\n".join(lines(sentences)))


def question_tokens(question: Question) -> int:
    """Tokens of a question as it is sent, the schema of its answer included."""
    return sum(
        map(estimate_tokens, (question.system, question.user, json.dumps(question.schema, separators=(",", ":"))))
    )


def answer_reserve(context_tokens: int) -> int:
    """Tokens kept free for the answer in a window of `context_tokens`, whatever the paper's length."""
    return min(LONGEST_ANSWER_TOKENS, context_tokens // 3)


def paper_budget(context_tokens: int, frame_tokens: int) -> int:
    """Tokens left for the paper itself: window minus prompt frame, answer reserve and margin."""
    return max(0, context_tokens - frame_tokens - answer_reserve(context_tokens) - _margin(context_tokens))


def room(make: Callable[[Sequence[Sentence], int], Question], context_tokens: int) -> int:
    """Tokens of paper that fit into the question that `make` makes of sentences and longest answer."""
    return paper_budget(context_tokens, question_tokens(make((), 0)))


def answer_limit(context_tokens: int, used_tokens: int, frame_tokens: int) -> int:
    """The longest answer that fits beside `used_tokens` of paper, at least the reserve."""
    free = context_tokens - frame_tokens - used_tokens - _margin(context_tokens)
    return max(answer_reserve(context_tokens), min(LONGEST_ANSWER_TOKENS, free))


def fitted(
    make: Callable[[Sequence[Sentence], int], Question], sentences: Sequence[Sentence], context_tokens: int
) -> Question:
    """The question about these sentences, its longest answer such that both fit the window."""
    frame_tokens = question_tokens(make((), 0))
    return make(sentences, answer_limit(context_tokens, paper_tokens(sentences), frame_tokens))


def _margin(context_tokens: int) -> int:
    return context_tokens // 20
