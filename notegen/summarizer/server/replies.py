"""What a server's reply means: the answer with its usage, or the reason why there is none."""

from __future__ import annotations

import re
from typing import Any

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Answer, Question, Usage
from notegen.summarizer.tokens import LONGEST_ANSWER_TOKENS, estimate_tokens

_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|size|window)|prompt is too long|exceeds? .{0,40}context", re.IGNORECASE
)
_WINDOW_STEP = 1024
ADDRESS_HINT = "Is OPENAI_BASE_URL the address of a model server?"


def answer_of(completion: Any, question: Question) -> Answer:
    """The text of a chat completion and what it cost; the text may be empty.

    Raises `ModelRefusal` when the model or a filter declined, `AnswerUnusable` when the reply is no completion, was
    cut off, or was given to a cut question. Every field may be missing: servers differ.
    """
    if isinstance(completion, str):
        raise AnswerUnusable("answer not usable", "the server did not send JSON", ADDRESS_HINT)
    choices = getattr(completion, "choices", None)
    if not choices or choices[0].message is None:
        fault = getattr(completion, "error", None)
        raise AnswerUnusable("answer not usable", reason_of(fault) if fault else "the server sent no choice")
    message, finish = choices[0].message, choices[0].finish_reason
    if getattr(message, "refusal", None):
        raise ModelRefusal("the model declined", str(message.refusal)[:120], "Try another model for this paper")
    if finish == "content_filter":
        raise ModelRefusal("the model declined", "the server's content filter", "Try another model for this paper")
    text = message.content if isinstance(message.content, str) else ""
    usage = _usage(completion, question, text)
    _check_whole_question(usage, question)
    if finish == "length":
        why = f"cut off at {usage.tokens_out:,} tokens" if text else "cut off before the answer began"
        longer = "Raise NOTEGEN_CONTEXT, or take" if question.max_tokens < LONGEST_ANSWER_TOKENS else "Take"
        raise AnswerUnusable("answer not usable", why, f"{longer} a model that thinks less")
    return Answer(text, usage)


def reason_of(body: object) -> str:
    """The server's own words out of an error body, in one line: `{"error": {"message": …}}` and its relatives."""
    if isinstance(body, dict):
        inner = body.get("error") or body.get("message") or body.get("detail") or ""
        said = reason_of(inner)
        named = body.get("param")
        return f"{said} ({named})" if isinstance(named, str) and named and named not in said else said
    return " ".join(str(body or "").split())[:300]


def is_too_long(reason: str) -> bool:
    """Whether a refusal means that the question does not fit the model's window."""
    return bool(_TOO_LONG.search(reason))


def _usage(completion: Any, question: Question, text: str) -> Usage:
    counted = getattr(completion, "usage", None)
    tokens_in = getattr(counted, "prompt_tokens", None)
    tokens_out = getattr(counted, "completion_tokens", None)
    if isinstance(tokens_in, int) and isinstance(tokens_out, int) and tokens_in > 0:
        return Usage(tokens_in, tokens_out)
    return Usage(estimate_tokens(question.system) + estimate_tokens(question.user), estimate_tokens(text), True)


def _check_whole_question(usage: Usage, question: Question) -> None:
    """Some servers cut a long prompt to their window without a word; the count of tokens read is then that window."""
    asked = estimate_tokens(question.system) + estimate_tokens(question.user)
    at_window = usage.tokens_in >= _WINDOW_STEP and -usage.tokens_in % _WINDOW_STEP <= 1
    if not usage.estimated and at_window and asked > usage.tokens_in * 1.25:
        raise AnswerUnusable(
            "the server cut the question",
            f"it read {usage.tokens_in:,} of about {asked:,} tokens",
            f"Raise the server's window (Ollama: OLLAMA_CONTEXT_LENGTH) or set NOTEGEN_CONTEXT={usage.tokens_in}",
        )
