"""Replies in the shapes of OpenAI-compatible servers, right ones and odd ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import Any

from odd_server import Asked, Reply, whole
from right_model import right_answer, said

MODEL = "invented-model"
_SIZE = 24  # characters a chunk


def prompt_tokens(body: Mapping[str, Any]) -> int:
    """Tokens of a request as a server would count them, about."""
    text = said(body)
    plain = len(text.encode("ascii", "ignore"))
    return ceil(plain / 4 + (len(text) - plain))


def longest_answer(body: Mapping[str, Any]) -> int:
    return int(body.get("max_tokens") or body.get("max_completion_tokens") or 0)


def usage_of(asked: Asked, text: str) -> dict[str, int]:
    tokens_in, tokens_out = prompt_tokens(asked.body), max(1, len(text) // 3)
    return {"prompt_tokens": tokens_in, "completion_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}


def say(
    asked: Asked,
    text: str | None,
    finish: str | None = "stop",
    *,
    usage: object = ...,
    **fields: object,
) -> Reply:
    """The text as an answer in the form asked for, a stream or one body; `fields` are further ones of the message."""
    counted = usage_of(asked, text or "") if usage is ... else usage
    if asked.body.get("stream"):
        return events(chunks(asked, text, finish, usage=counted, **fields))
    message = {"role": "assistant", "content": text, **fields}
    return completion(message, finish, counted)


def completion(message: Mapping[str, object], finish: str | None = "stop", usage: object = None) -> Reply:
    """One body, as servers answer that were not asked for a stream."""
    choice = {"index": 0, "message": message, "finish_reason": finish}
    reply = {"id": "c-1", "object": "chat.completion", "created": 1, "model": MODEL, "choices": [choice]}
    return whole(json.dumps({**reply, "usage": usage}, ensure_ascii=False).encode())


def chunk(delta: Mapping[str, object] | None, finish: str | None = None, **more: object) -> dict[str, Any]:
    """One chunk of a stream; without a delta, one with empty choices."""
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": choices, **more}


def chunks(
    asked: Asked, text: str | None, finish: str | None = "stop", *, usage: object = None, **fields: object
) -> Iterator[dict[str, Any]]:
    """An answer as chunks: the role, the text in pieces, the end, and the usage where it was asked for."""
    yield chunk({"role": "assistant", "content": None if text is None else ""})
    for name, value in fields.items():
        parts = pieces(value) if isinstance(value, str) else [value]
        yield from (chunk({name: part}) for part in parts)
    yield from (chunk({"content": piece}) for piece in pieces(text or ""))
    if finish:
        yield chunk({}, finish)
    if usage and (asked.body.get("stream_options") or {}).get("include_usage"):
        yield chunk(None, usage=usage)


def pieces(text: str, size: int = _SIZE) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def events(
    sent: Iterable[Mapping[str, object] | bytes | float],
    *,
    eol: bytes = b"\n",
    done: bool = True,
    kind: str = "text/event-stream; charset=utf-8",
    end: Any = "whole",
) -> Reply:
    """A stream of server-sent events; bytes go out as they are, floats are seconds without anything."""
    return Reply(200, kind, _lines(sent, eol, done), end=end)


def _lines(sent: Iterable[Mapping[str, object] | bytes | float], eol: bytes, done: bool) -> Iterator[bytes | float]:
    for event in sent:
        yield event if isinstance(event, bytes | float) else data(event, eol)
    if done:
        yield b"data: [DONE]" + 2 * eol


def data(event: Mapping[str, object], eol: bytes = b"\n") -> bytes:
    return b"data: " + json.dumps(event, ensure_ascii=False).encode() + 2 * eol


def error(message: str, status: int = 400, **facts: object) -> Reply:
    """An error in OpenAI's own shape."""
    return body_error({"error": {"message": message, "type": "invalid_request_error", "param": None, **facts}}, status)


def body_error(body: object, status: int = 400, **headers: str) -> Reply:
    return whole(json.dumps(body, ensure_ascii=False).encode(), status, **headers)


def text_error(text: str, status: int = 400, kind: str = "text/plain; charset=utf-8", **headers: str) -> Reply:
    return whole(text.encode(), status, kind, **headers)


def good(asked: Asked) -> Reply:
    """What a faultless server answers."""
    return say(asked, right_answer(asked.body))
