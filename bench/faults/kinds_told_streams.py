"""Streams as servers by name shape them: indices, ends, counts, thoughts in fields and parts, a message at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from kinds_streams import streamed
from odd_server import Asked, Reply, Script
from replies import chunk, events, good, pieces, say, usage_of
from right_model import right_answer, wants_json
from rows import PICKED, RECOVERED, Row, failed, first, unusable

Chunks = list[dict[str, Any]]
_SENTENCES = {"NOTEGEN_ROAD": "sentences"}
_picked = partial(Row, end=PICKED, requests=30, environment=_SENTENCES)


def _each(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Script:
    return streamed(lambda asked, sent: events([change(event) for event in sent]))


def _index_text(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "choices": [{**choice, "index": "0"} for choice in event["choices"]]}


def _second_choice_first(event: dict[str, Any]) -> dict[str, Any]:
    other = [{"index": 1, "delta": {"content": "DECOY"}, "finish_reason": None}]
    return {**event, "choices": [*other, *event["choices"]] if event["choices"] else []}


def _two_choices(asked: Asked, sent: Chunks) -> Reply:
    decoys = [{"choices": [{"index": 1, "delta": {"content": "DECOY"}, "finish_reason": None}]} for _ in sent]
    return events([each for both in zip(decoys, sent, strict=True) for each in both])


def _counted(*counts: object) -> Script:
    """A usage in each chunk, the last of these in the last."""

    def change(asked: Asked, sent: Chunks) -> Reply:
        last = len(sent) - 1
        return events([{**event, "usage": counts[0] if at < last else counts[-1]} for at, event in enumerate(sent)])

    return streamed(change)


def _growing(asked: Asked, sent: Chunks) -> Reply:
    right = usage_of(asked, right_answer(asked.body))
    return events([{**event, "usage": {**right, "completion_tokens": at}} for at, event in enumerate(sent, 1)])


def _final_message(asked: Asked, sent: Chunks) -> Reply:
    """MiniMax and older servers: the last event holds the whole message once more."""
    message = {"role": "assistant", "content": right_answer(asked.body)}
    return events(
        [*sent, {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}]
    )


def _halves(asked: Asked, sent: Chunks) -> Reply:
    """An emoji in two halves in two chunks, as servers do that cut at tokens and escape what they send."""
    text = right_answer(asked.body)
    at = text.find("🌍")
    if at < 0:
        return events(sent)
    high, low = b"\\ud83c", b"\\udf0d"
    raw = [json.dumps(chunk({"content": part})).encode() for part in (text[:at], text[at + 1 :])]
    half = [json.dumps(chunk({"content": "X"})).encode().replace(b"X", each) for each in (high, low)]
    return events([*(b"data: " + each + b"\n\n" for each in (raw[0], *half, raw[1])), chunk({}, "stop")])


def _thought_parts(asked: Asked) -> Reply:
    """Magistral: content as parts of thinking and text."""
    thought = {
        "type": "thinking",
        "thinking": [{"type": "text", "text": 'DECOY {"tldr": {"en": "DECOY"}} おとりである。'}],
    }
    text = right_answer(asked.body)
    if not asked.body.get("stream"):
        return say(asked, [thought, {"type": "text", "text": text}], usage=None)  # type: ignore[arg-type]
    deltas = [chunk({"content": [thought]}), *(chunk({"content": piece}) for piece in pieces(text))]
    return events([*deltas, chunk({}, "stop")])


def _details(asked: Asked) -> Reply:
    told = [{"type": "reasoning.text", "text": "DECOY おとりである。", "format": "unknown", "index": 0}]
    return say(asked, right_answer(asked.body), reasoning="DECOY おとりである。", reasoning_details=told)


def _tool_call(asked: Asked) -> Reply:
    """The answer filed as the arguments of a call of a tool that nobody offered."""
    call = {
        "index": 0,
        "id": "c1",
        "type": "function",
        "function": {"name": "draft", "arguments": right_answer(asked.body)},
    }
    return say(asked, None, "tool_calls", tool_calls=[call]) if wants_json(asked.body) else good(asked)


def _ending(finish: str, *, share: float = 1.0) -> Script:
    def answer(asked: Asked) -> Reply:
        text = right_answer(asked.body)
        return say(asked, text[: int(len(text) * share)], finish)

    return answer


def _declined(finish: str) -> Script:
    return lambda asked: say(asked, "", finish)


def _crash_event(asked: Asked, sent: Chunks) -> Reply:
    """LM Studio: an event of its own kind, in words that are no JSON."""
    return events([*sent[: len(sent) // 2], b"event: error\ndata: The model has crashed\n\n"], done=False)


def _error_text(words: str) -> Script:
    return streamed(lambda asked, sent: events([*sent[: len(sent) // 2], {"error": words}]))


def _choice_error(asked: Asked, sent: Chunks) -> Reply:
    failure = {"code": 502, "message": "Provider disconnected"}
    bad = {"choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error", "error": failure}]}
    return events([*sent[: len(sent) // 2], bad])


def _kept_alive(asked: Asked, sent: Chunks) -> Reply:
    """Groq, xAI: facts of their own in events without choices."""
    facts = {"x_groq": {"id": "req_1"}, "choices": []}
    return events([facts, {"type": "ping"}, b"event: ping\ndata: {}\n\n", *sent, b"data: \n\n"])


_SAME = {"form": "json_schema", "stream": True}
_CUT = r"cut|broke|missing|could not be used"

ROWS = (
    Row("an index that is text", _each(_index_text), RECOVERED, 1),
    Row("two choices in one event, the second first", _each(_second_choice_first), RECOVERED, 1, unseen=("DECOY",)),
    Row("two choices in turn", streamed(_two_choices), RECOVERED, 1, unseen=("DECOY",)),
    Row("usage in every chunk, growing", streamed(_growing), RECOVERED, 1),
    Row("usage negative", _counted({"prompt_tokens": -1, "completion_tokens": -1}), RECOVERED, 1),
    Row("completion tokens negative", _counted({"prompt_tokens": 900, "completion_tokens": -1}), RECOVERED, 1),
    Row("completion tokens nought", _counted({"prompt_tokens": 900, "completion_tokens": 0}), RECOVERED, 1),
    Row("usage of floats", _counted({"prompt_tokens": 900.0, "completion_tokens": 500.0}), RECOVERED, 1),
    Row("usage of texts", _counted({"prompt_tokens": "900", "completion_tokens": "500"}), RECOVERED, 1),
    Row("usage of truths", _counted({"prompt_tokens": True, "completion_tokens": True}), RECOVERED, 1),
    Row(
        "usage of noughts at the end",
        _counted({"prompt_tokens": 900, "completion_tokens": 5}, {"prompt_tokens": 0, "completion_tokens": 0}),
        RECOVERED,
        1,
    ),
    Row("usage that is a list", _counted([1, 2]), RECOVERED, 1),
    Row("the whole message once more at the end", streamed(_final_message), RECOVERED, 1),
    _picked("the whole message once more at the end, sentences", streamed(_final_message)),
    Row("an emoji in two chunks", streamed(_halves), RECOVERED, 1, unseen=("\ufffd",)),
    _picked("an emoji in two chunks, sentences", streamed(_halves)),
    Row("thoughts as parts of the content", _thought_parts, RECOVERED, 1, unseen=("DECOY", "おとり")),
    _picked("thoughts as parts of the content, sentences", _thought_parts, unseen=("DECOY", "おとり")),
    Row("reasoning_details beside the answer", _details, RECOVERED, 1, unseen=("DECOY", "おとり")),
    Row("the answer in a call of a tool", _tool_call, RECOVERED, 3),
    Row("the end called stop_sequence", _ending("stop_sequence")),
    Row("the end called EOS_TOKEN", _ending("EOS_TOKEN")),
    Row("the end called STOP", _ending("STOP")),
    *(
        Row(f"broken off, called {finish}, once", first(_ending(finish, share=0.5)), RECOVERED, 12)
        for finish in ("max_tokens", "MAX_TOKENS", "model_length", "max_output_tokens")
    ),
    *(
        Row(
            f"every sentence broken off, called {finish}",
            lambda asked, finish=finish: _ending(finish, share=1.0 if wants_json(asked.body) else 0.6)(asked),
            unusable(_CUT),
            12,
            environment=_SENTENCES,
        )
        for finish in ("length", "MAX_TOKENS", "model_context_window_exceeded")
    ),
    *(
        Row(f"declined, called {finish}", _declined(finish), failed("declin|filter|refus", exits=(1, 2, 3)), 2)
        for finish in (
            "SAFETY",
            "content_filter: PROHIBITED_CONTENT",
            "RECITATION",
            "refusal",
            "sensitive",
            "content-filter",
        )
    ),
    *(
        Row(f"an end of {finish} in the middle, once", first(_ending(finish, share=0.5)), RECOVERED, 3, learnt=_SAME)
        for finish in ("error", "abort", "insufficient_system_resource", "network_error")
    ),
    Row("a crash told in words, once", first(streamed(_crash_event)), RECOVERED, 12, learnt=_SAME),
    Row(
        "Ollama: the runner stopped, in the middle, once",
        first(_error_text("model runner has unexpectedly stopped, this may be due to resource limitations")),
        RECOVERED,
        3,
        learnt=_SAME,
    ),
    Row(
        "an error of the stream in the middle, three times",
        first(_error_text("upstream stream reset: json decoder closed"), 3),
        RECOVERED,
        6,
        learnt=_SAME,
    ),
    Row("a failure inside the choice of a stream, once", first(streamed(_choice_error)), RECOVERED, 3, learnt=_SAME),
    Row("pings and facts between events", streamed(_kept_alive), RECOVERED, 1),
)
