"""Tokens estimated before anything is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted import OCHIAI

from notegen.records import Paper, PaperText, Sentence
from notegen.summarizer.cost import plan_draft
from notegen.summarizer.questions import Questions
from notegen.summarizer.split import split
from notegen.summarizer.tokens import (
    answer_limit,
    answer_reserve,
    estimate_tokens,
    paper_budget,
    paper_tokens,
    question_tokens,
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
    for frame in (400, 900):
        budget = paper_budget(context_tokens, frame)
        assert budget > context_tokens / 4
        for used in (0, budget // 2, budget):
            total = frame + used + answer_limit(context_tokens, used, frame)
            assert total <= context_tokens * 0.96
            assert answer_limit(context_tokens, used, frame) >= answer_reserve(context_tokens)


def test_an_abstract_is_one_call() -> None:
    """Short texts are one question; no text is none."""
    text = PaperText("abstract", tuple(Sentence(number, "It is fast.") for number in range(1, 9)))
    questions = Questions(Paper("It"), OCHIAI, True)
    calls, tokens_in, tokens_out = plan_draft(questions, text, 8192)

    assert calls == 1
    assert 0 <= tokens_in - question_tokens(questions.draft(text.sentences, 9, translate=True)) <= 3
    assert 0 < tokens_out <= answer_limit(8192, paper_tokens(text.sentences), 0)
    assert plan_draft(questions, PaperText(), 8192) == (0, 0, 0)


def test_an_answer_is_as_long_as_what_is_asked_for() -> None:
    """Not as the paper: of a full text only the abstract is translated; English alone is less than half."""
    sentences = tuple(Sentence(number, "It is fast and cheap.", "Design") for number in range(1, 900))
    text, questions = PaperText("full text", sentences), Questions(Paper("It"), OCHIAI, True)
    tokens_out = plan_draft(questions, text, 32768)[2]

    assert plan_draft(questions, PaperText("full text", sentences[:90]), 32768)[2] == tokens_out < 2000
    assert plan_draft(Questions(Paper("It"), OCHIAI, False), text, 32768)[2] < tokens_out / 2


@given(
    st.lists(st.tuples(st.text(alphabet="ab c\n[]12。", min_size=1, max_size=400), st.sampled_from("AB")), min_size=1),
    st.integers(min_value=60, max_value=400),
)
def test_no_sentence_is_cut_or_lost(texts: list[tuple[str, str]], part_tokens: int) -> None:
    """Parts hold whole sentences in their order, each once, none larger than allowed; only a giant is left out."""
    sentences = [Sentence(number, text, section) for number, (text, section) in enumerate(texts, 1)]

    parts = split(sentences, part_tokens)

    told = [sentence for part in parts for sentence in part]
    assert told == [each for each in sentences if each in told]
    assert all(each in told for each in sentences if each.text.strip() and paper_tokens([each]) + 2 < part_tokens)
    assert all(paper_tokens(part) <= part_tokens + len(part) for part in parts)


def test_sections_stay_together_where_they_fit() -> None:
    """A part ends with its section when the next one would not fit."""
    sentences = [Sentence(number, "word " * 20, section=str(number // 5)) for number in range(20)]

    parts = split(sentences, 180)

    assert [sentence.section for sentence in parts[0]] == ["0"] * 5
