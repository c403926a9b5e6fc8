"""The table of odd and faulty servers is sound, and the program ends with some of them as is written there (P7)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench" / "faults"))

from fault_table import TABLE, recoverable, row_called
from trial import tried

_FAST = (
    "json_schema and json_object refused",
    "max_tokens refused, max_completion_tokens asked for",
    "roles must alternate",
    "think tags, closed",
    "LaTeX not escaped",
    "「論文🌍」 cut at every byte",
    "an empty stream, once",
    "HTML with 200, always",
    "a refusal in words",
    "429 with Retry-After in seconds, once",
    "401 that repeats the key",
    "503, then no json_schema, then fences and thoughts",
    "Anthropic: input and max_tokens exceed the context limit",
    "Gemini: input token count exceeds the maximum",
    "Groq: request larger than the tokens of a minute",
    "Bedrock: too many tokens, a rate, once",
    "OpenAI o1: role system refused",
    "Groq: max_tokens less than the context_window",
    "OpenRouter: the provider's refusal in metadata.raw",
    "Gemini: models/x is not found",
    "Gemini: API key not valid, as 400",
    "OpenRouter: 403 by moderation is the paper's",
    "Gemini: a minute's quota, once",
    "Groq: try again in 28m48s",
    "500 upstream stream closed, three times",
    "an error that colours a terminal",
    "MiniMax: 200 with base_resp",
    "an index that is text",
    "completion tokens negative",
    "an emoji in two chunks, sentences",
    "the whole message once more at the end, sentences",
    "the answer in a call of a tool",
    "every sentence broken off, called MAX_TOKENS",
    "declined, called SAFETY",
    "an end of abort in the middle, once",
    "thoughts of Magistral, sentences",
    "thoughts of Gemma 4, sentences",
    "the mark of an end of Qwen, sentences",
    "one object a key",
    "HTML entities for quotes",
    "the last bracket missing",
    "LaTeX turned into control characters",
    "formulas between \\( and \\)",
)


def test_the_table_is_sound() -> None:
    """Every row has a name of its own, a right end with its words and exit status, and a bound of requests."""
    assert len({row.name for row in TABLE}) == len(TABLE) >= 40
    assert sum(map(recoverable, TABLE)) >= 25
    for row in TABLE:
        assert row.end.exits, row.name
        assert row.requests <= 30, row.name
        assert recoverable(row) or row.end.words, row.name


@pytest.mark.parametrize("name", _FAST)
def test_a_server_ends_as_is_written(name: str) -> None:
    """The right note byte for byte or the right reason, within the requests and pauses of its row, and no key told."""
    assert tried(row_called(name)).wrong == []
