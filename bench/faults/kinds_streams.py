"""Streams that are odd on their way: cut characters, other line ends, missing ends, errors inside.

A server that is not asked for a stream answers in one body; what concerns streams alone then does not show.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from odd_server import Asked, Reply, Script
from replies import chunk, chunks, data, events, good, say, usage_of
from right_model import right_answer
from rows import RECOVERED, Row, first, waiting

_OVERLOADED = {"error": {"message": "The engine is overloaded", "type": "server_error", "code": 503}}


def streamed(change: Callable[[Asked, list[dict[str, Any]]], Reply]) -> Script:
    """The right answer as a changed stream; in one body where no stream is asked for."""

    def answer(asked: Asked) -> Reply:
        if not asked.body.get("stream"):
            return good(asked)
        text = right_answer(asked.body)
        return change(asked, list(chunks(asked, text, usage=usage_of(asked, text))))

    return answer


def _by_bytes(size: int) -> Script:
    """The stream cut into network pieces of so many bytes, wherever characters end."""

    def cut(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
        raw = b"".join(map(data, sent)) + b"data: [DONE]\n\n"
        return Reply(200, "text/event-stream", (raw[at : at + size] for at in range(0, len(raw), size)))

    return streamed(cut)


def _by_letter(asked: Asked) -> Reply:
    """A chunk a character."""
    if not asked.body.get("stream"):
        return good(asked)
    text = right_answer(asked.body)
    return events([*(chunk({"content": letter}) for letter in text), chunk({}, "stop")])


def _around_the_letters(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    """Every event whole but those with 「論文🌍」, which come byte by byte."""
    parts: list[bytes] = []
    for event in sent:
        raw = data(event)
        odd = any(letter in json.dumps(event, ensure_ascii=False) for letter in "「論文🌍」")
        parts += [raw[at : at + 1] for at in range(len(raw))] if odd else [raw]
    return events(parts)


def _plain_lines(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    return events([data(event).rstrip(b"\n") + b"\n" for event in sent])


def _no_space(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    return events([data(event).replace(b"data: ", b"data:", 1) for event in sent])


def _comments(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    return events([part for event in sent for part in (b": OPENROUTER PROCESSING\n\n", data(event), b"\n")])


def _named_events(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    return events(
        [b"retry: 500\n\n", *(b"id: %d\nevent: message\n%b" % (n, data(event)) for n, event in enumerate(sent))]
    )


def _two_lines(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    """Data over two lines, which a reader joins by a line break (WHATWG, Server-sent events)."""
    return events([data(event).replace(b', "choices"', b',\ndata: "choices"', 1) for event in sent])


def _empty_choices(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    return events([chunk(None, prompt_filter_results=[{"prompt_index": 0}]), *sent, chunk(None)])


def _no_role_nulls(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    nulls = {"role": None, "refusal": None, "tool_calls": None, "function_call": None, "reasoning_content": None}
    for event in sent:
        for choice in event["choices"]:
            choice["delta"] = {**nulls, **choice["delta"]}
            choice["logprobs"] = None
    return events([*sent, {"choices": [{"index": 0, "delta": None, "finish_reason": None}]}])


def _message_for_delta(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    message = {"role": "assistant", "content": right_answer(asked.body)}
    return events([{"id": "c", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}])


def _broken(count: float, *after: dict[str, Any], end: str, done: bool = False) -> Script:
    """The stream up to a share of its chunks, then what comes `after`, then its end."""

    def cut(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
        return events([*sent[: int(len(sent) * count)], *after], done=done, end=end)

    return streamed(cut)


def _ending(finish: str | None) -> Script:
    """Another word, or none, for the end of an answer that is whole."""
    return lambda asked: say(asked, right_answer(asked.body), finish)


def _failing(asked: Asked, sent: list[dict[str, Any]]) -> Reply:
    """A provider that fails in the middle, told as the reason of the end."""
    return events(
        [
            *sent[: len(sent) // 2],
            chunk({"content": ""}, "error", error={"code": 502, "message": "Provider returned error"}),
        ]
    )


ROWS = (
    Row("every byte a piece of its own", _by_bytes(1), RECOVERED, 1, unseen=("\ufffd",)),
    Row("pieces of seven bytes", _by_bytes(7), RECOVERED, 1, unseen=("\ufffd",)),
    Row("「論文🌍」 cut at every byte", streamed(_around_the_letters), RECOVERED, 1, unseen=("\ufffd",)),
    Row("a chunk a character", _by_letter, RECOVERED, 1),
    Row(
        "CRLF line ends",
        streamed(lambda asked, sent: events([data(event, b"\r\n") for event in sent], eol=b"\r\n")),
        RECOVERED,
        1,
    ),
    Row("no blank line between events", streamed(_plain_lines), RECOVERED, 1),
    Row("no blank after data:", streamed(_no_space), RECOVERED, 1),
    Row("comments and blank lines between events", streamed(_comments), RECOVERED, 1),
    Row("events with names and ids", streamed(_named_events), RECOVERED, 1),
    Row("data over two lines", streamed(_two_lines), RECOVERED, 1),
    Row("empty choices first and last", streamed(_empty_choices), RECOVERED, 1),
    Row("null in every field, and a null delta", streamed(_no_role_nulls), RECOVERED, 1),
    Row("message where delta belongs", streamed(_message_for_delta), RECOVERED, 1),
    Row("no usage chunk", streamed(lambda asked, sent: events(sent[:-1])), RECOVERED, 1),
    Row("usage null", lambda asked: say(asked, right_answer(asked.body), usage=None), RECOVERED, 1),
    Row(
        "usage of nulls",
        lambda asked: say(asked, right_answer(asked.body), usage={"prompt_tokens": None, "completion_tokens": None}),
        RECOVERED,
        1,
    ),
    Row("no [DONE]", streamed(lambda asked, sent: events(sent, done=False)), RECOVERED, 1),
    Row("an error as the first event, once", first(lambda asked: events([_OVERLOADED])), RECOVERED, 3),
    Row(
        "an error as the first event, always",
        lambda asked: events([_OVERLOADED]),
        waiting("overloaded", exits=(1, 3)),
        6,
    ),
    Row("an error in the middle of a stream, once", first(_broken(0.5, _OVERLOADED, end="whole")), RECOVERED, 3),
    Row("the connection breaks in the middle, once", first(_broken(0.5, end="cut")), RECOVERED, 3),
    Row("the connection breaks before [DONE], always", _broken(1.0, end="cut"), RECOVERED, 1),
    Row("the stream ends in the middle without an end, once", first(_broken(0.5, end="whole")), RECOVERED, 12),
    Row("the stream ends in the middle, with [DONE], once", first(_broken(0.5, end="whole", done=True)), RECOVERED, 12),
    Row("a BOM before the stream", streamed(lambda asked, sent: events([b"\xef\xbb\xbf", *sent]))),
    Row("no reason of the end, but [DONE]", _ending(None)),
    Row("the end called eos", _ending("eos")),
    Row("the end called end_turn", _ending("end_turn")),
    Row("an end of an error in the middle, once", first(streamed(_failing)), RECOVERED, 12),
)
