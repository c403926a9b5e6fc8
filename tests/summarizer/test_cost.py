"""Tokens estimated before anything is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.records import PaperText, Sentence
from notegen.summarizer.cost import plan_draft
from notegen.summarizer.split import split
from notegen.summarizer.tokens import (
    FRAME_TOKENS,
    answer_limit,
    answer_reserve,
    estimate_tokens,
    paper_budget,
    paper_tokens,
)

_SENTENCE = "分散学習では、各ノードが求めた勾配を集団通信によって平均する。"


def test_japanese_is_not_undercounted() -> None:
    """Japanese prose counts a token a character, never below a tokenizer's truth and a quarter above at most."""
    text = (_SENTENCE * 500)[:10_000]

    assert 10_000 <= estimate_tokens(text) <= 10_400


@given(st.text(max_size=80), st.text(max_size=80))
def test_more_text_is_never_fewer_tokens(one: str, other: str) -> None:
    """Estimates grow with the text, and the whole is never above its parts."""
    assert estimate_tokens(one) <= estimate_tokens(one + other) <= estimate_tokens(one) + estimate_tokens(other)


@pytest.mark.parametrize("context_tokens", [4096, 8192, 32768])
def test_frame_paper_and_answer_fit_the_window(context_tokens: int) -> None:
    """The budget leaves room for the prompt, the longest answer and a margin, however long the paper is."""
    budget = paper_budget(context_tokens)

    assert budget > context_tokens / 4
    for used in (0, budget // 2, budget):
        total = FRAME_TOKENS + used + answer_limit(context_tokens, used)
        assert total <= context_tokens * 0.96
        assert answer_limit(context_tokens, used) >= answer_reserve(context_tokens)


def test_an_abstract_is_one_call() -> None:
    """Short texts are one question; no text is none."""
    text = PaperText("abstract", tuple(Sentence(number, "It is fast.") for number in range(1, 9)))
    calls, tokens_in, tokens_out = plan_draft(text, 8192)

    assert (calls, tokens_in) == (1, FRAME_TOKENS + paper_tokens(text.sentences))
    assert 0 < tokens_out <= answer_limit(8192, paper_tokens(text.sentences))
    assert plan_draft(PaperText(), 8192) == (0, 0, 0)


@given(
    st.lists(st.tuples(st.text(alphabet="ab c\n[]12。", min_size=1, max_size=400), st.sampled_from("AB")), min_size=1),
    st.integers(min_value=60, max_value=400),
)
def test_no_sentence_is_cut_or_lost(texts: list[tuple[str, str]], part_tokens: int) -> None:
    """Parts hold whole sentences in their order, each once, none larger than allowed; only a giant is left out."""
    sentences = [Sentence(number, text, section) for number, (text, section) in enumerate(texts, 1)]

    parts = split(sentences, part_tokens)

    told = [sentence for part in parts for sentence in part]
    assert told == [each for each in sentences if each.text.strip() and paper_tokens([each]) < part_tokens]
    assert all(paper_tokens(part) <= part_tokens + len(part) for part in parts)


def test_sections_stay_together_where_they_fit() -> None:
    """A part ends with its section when the next one would not fit."""
    sentences = [Sentence(number, "word " * 20, section=str(number // 5)) for number in range(20)]

    parts = split(sentences, 180)

    assert [sentence.section for sentence in parts[0]] == ["0"] * 5
