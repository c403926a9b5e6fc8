"""The window of a model: told, shown by a count, or proved by a word in the first line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from notegen.records import Question, Usage
from notegen.summarizer.server import window

_QUESTION = Question("q", "", "paper " * 4000, {}, 2000)  # 6,000 tokens


@pytest.mark.parametrize(
    ("reason", "window_tokens"),
    [
        ("maximum context length is 4096 tokens. You requested 8000 (6000 in the messages, 2000 to complete)", 4096),
        ("request (6017 tokens) exceeds the available context size (4096 tokens), try increasing it", 4096),
        ("prompt is too long: 6000 tokens > 5120 maximum", 5120),
        ("Requested tokens (6000) exceed context window of 2048", 2048),
        ("the input (6,000 tokens) is longer than the model's context length of 4,096", 4096),
        ("Trying to keep 6000 tokens when context overflows, but it is loaded with context length 4096", 4096),
        ("prompt too large for the context window", 4000),
    ],
)  # fmt: skip
def test_a_window_in_the_servers_words(reason: str, window_tokens: int) -> None:
    """The number named is taken; where none is, half of what was asked."""
    assert window.is_too_long(reason)

    error = window.too_long(reason, _QUESTION)

    assert error.window_tokens == window_tokens
    assert f"NOTEGEN_CONTEXT={window_tokens}" in error.next_step


@pytest.mark.parametrize("reason", ["model not found", "max_tokens is too large", "invalid response_format", "busy"])
def test_other_refusals_say_nothing_of_the_window(reason: str) -> None:
    """A refused parameter is no overflow."""
    assert not window.is_too_long(reason)


@pytest.mark.parametrize(
    ("tokens_in", "cut"), [(4096, True), (4095, True), (2048, True), (4097, False), (5900, False), (6144, False)]
)
def test_a_count_that_is_the_window(tokens_in: int, cut: bool) -> None:
    """F2: exactly a window of a longer question was read, so it was cut."""
    error = window.cut_in_silence(Usage(tokens_in, 5), _QUESTION)

    assert (error is not None) == cut
    assert error is None or error.window_tokens == tokens_in


@pytest.mark.parametrize(
    ("usage", "read_tokens", "doubtful"),
    [
        (Usage(5000, 5), 0, False),
        (Usage(3000, 5), 0, True),
        (Usage(6000, 5, True), 0, True),
        (Usage(6000, 5, True), 6000, False),
    ],
)
def test_what_is_to_be_proved(usage: Usage, read_tokens: int, doubtful: bool) -> None:
    """A count far below the estimate, or none, leaves a doubt until a question as long was proved to be read."""
    assert window.is_doubtful(usage, _QUESTION, read_tokens) is doubtful
    assert not window.is_doubtful(usage, replace(_QUESTION, user="short"), 0)


@pytest.mark.parametrize("tokens", [3000, 6000, 30_000])
def test_the_canary_is_as_long_as_the_question_it_stands_for(tokens: int) -> None:
    """F3: its word stands in its first line only, and nowhere else."""
    question, word = window.canary(tokens)

    assert tokens - 60 <= window.sent_tokens(question) <= tokens
    assert word in question.user.splitlines()[0]
    assert question.user.count(word.partition("-")[2]) == 1
    assert window.is_seen(f"It is **{word}**.", word)
    assert not window.is_seen("It is shelf 3.", word)
