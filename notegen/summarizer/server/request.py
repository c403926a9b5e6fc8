"""The body of a request, as one server wants it."""

from __future__ import annotations

from typing import Any

from notegen.records import Question
from notegen.summarizer.server.dialect import Dialect


def body_of(name: str, question: Question, dialect: Dialect) -> dict[str, Any]:
    """Chat completions of OpenAI, API reference; only the roles system and user speak, or user alone."""
    both = [{"role": "system", "content": question.system}, {"role": "user", "content": question.user}]
    merged = [{"role": "user", "content": f"{question.system}\n\n{question.user}"}]
    schema = {"name": question.name, "strict": True, "schema": question.schema}
    forms: dict[str, dict[str, Any]] = {
        "json_schema": {"response_format": {"type": "json_schema", "json_schema": schema}},
        "json_object": {"response_format": {"type": "json_object"}},
        "text": {},
    }
    counted = {"stream_options": {"include_usage": True}} if dialect.stream_options else {}
    return {
        "model": name,
        "messages": both if dialect.system else merged,
        dialect.tokens_key: min(question.max_tokens, dialect.most_tokens or question.max_tokens),
        **({"temperature": question.temperature} if dialect.temperature else {}),
        **(forms[dialect.form] if question.schema else {}),
        **({"stream": True, **counted} if dialect.stream else {}),
    }
