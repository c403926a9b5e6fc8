"""The bytes of a reply, in whatever pieces and shape they come, become one completion or a clear failure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.errors import ReplyUnusable
from notegen.summarizer.server.failures import Failure
from notegen.summarizer.server.stream import Completion, completion_of, reason_of

_SAID = "論文🌍 says 3.5 × é"


def _read(*pieces: bytes | str, now: Iterable[float] = (0.0,) * 100_000, last: float = 10.0) -> Completion:
    clock = iter(now)
    body = (piece.encode() if isinstance(piece, str) else piece for piece in pieces)
    return completion_of(body, lambda: next(clock), last, 8000)


def _event(text: object = None, **choice: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None, **choice}]}


def _sse(*events: object, end: str = "\n\n") -> str:
    return "".join(f"data: {each if isinstance(each, str) else json.dumps(each)}{end}" for each in events)


_STREAM = _sse(_event(_SAID[:2]), _event(_SAID[2:]), _event(finish_reason="stop"), "[DONE]").encode()
_RAW_STREAM = _STREAM.decode().replace(json.dumps(_SAID[:2])[1:-1], _SAID[:2]).encode()


@given(st.lists(st.integers(0, len(_RAW_STREAM)), max_size=12))
def test_a_stream_cut_at_any_byte_says_the_same(cuts: list[int]) -> None:
    """J3: characters split over pieces are never broken, wherever the pieces end."""
    edges = [0, *sorted(cuts), len(_RAW_STREAM)]
    pieces = [_RAW_STREAM[start:end] for start, end in zip(edges, edges[1:], strict=False)]

    assert _read(*pieces).text == _SAID
    assert _read(*(bytes([each]) for each in _RAW_STREAM)).finish == "stop"


@pytest.mark.parametrize(
    "body",
    [
        _sse(_event("good"), _event(finish_reason="stop"), "[DONE]", end="\r\n\r\n"),
        _sse(_event("good"), _event(finish_reason="stop"), end="\n"),
        ": ping\n\nevent: message\nid: 1\n" + _sse({"choices": []}, _event("good"), {"choices": [], "usage": None}),
        _sse(_event("go"), {"choices": [{"index": 1, "delta": {"content": "other"}}]}, _event("od")),
        _sse(_event(None, delta={"role": "assistant"}), _event([{"type": "text", "text": "good"}])),
        _sse(_event([{"type": "thinking", "text": "hm"}, {"type": "text", "text": "good"}])),
        'data: {"choices": [{"delta":\ndata: {"content": "good"}}]}\n\n',
        _sse(_event("good"), "[DONE]", _event(" and more")),
        "\n\n" + _sse(_event("good")),
        json.dumps({"choices": [{"message": {"content": "good"}, "finish_reason": "stop"}]}),
        "\ufeff " + json.dumps({"choices": [{"message": {"content": "good"}}]}, indent=1),
        json.dumps(_event("go")) + "\n" + json.dumps(_event("od")) + "\n",
    ],
)
def test_shapes_that_all_say_good(body: str) -> None:
    """A stream with CRLF, comments, empty choices or split data, and a whole body where a stream was asked for (H5)."""
    assert _read(body).text == "good"


def test_thought_refusal_and_usage_are_kept_apart() -> None:
    """What a model thinks is no part of what it says."""
    read = _read(
        _sse(
            _event(delta={"reasoning_content": "let me "}),
            _event(delta={"reasoning": "see"}),
            _event(delta={"refusal": "no"}),
            {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 3}},
        )
    )

    assert (read.text, read.reasoning, read.refusal, read.usage["prompt_tokens"]) == ("", "let me see", "no", 5)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "nothing"),
        (" \n ", "nothing"),
        ("data: [DONE]\n\n", "no choice"),
        ("<!doctype html><p>Welcome", "JSON"),
        ("{broken", "JSON"),
        ("[1, 2]", "JSON"),
        ("Internal error, please go away", "no choice"),
        ('{"choices": null}', "no choice"),
        (b"\xff\xfe\x00\x01", "no choice"),
    ],
)
def test_what_is_no_completion(body: str | bytes, why: str) -> None:
    """F5: an empty stream, a page or garbage is a failure with its own reason."""
    with pytest.raises(ReplyUnusable, match=why):
        _read(body)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ({"message": "overloaded", "code": 529}, 529),
        ({"message": "overloaded", "type": "overloaded_error"}, None),
        ("overloaded", None),
    ],
)
def test_an_error_in_the_middle_of_a_stream(error: object, status: int | None) -> None:
    """It ends the answer, in the server's words; what was said before is no answer."""
    with pytest.raises(Failure) as caught:
        _read(_sse(_event("half of"), {"error": error}))

    assert (caught.value.kind, caught.value.reason, caught.value.status) == ("refused", "overloaded", status)


@pytest.mark.parametrize("loop", ["the cache is warm, ", " ", "\n", '{"en": "x"}, ', "はい。", "ab" * 70])
def test_a_repetition_without_end_is_left(loop: str) -> None:
    """The model's words before it are kept; the stream is not read to an end it does not have."""
    read = _read(*(_sse(_event(text)) for text in ("Begun well. ", *(loop for _ in range(100_000)))))

    assert read.finish == "repetition"
    assert read.text.startswith("Begun well.")
    assert len(read.text) < 200
    assert read.repeated


def test_what_only_looks_like_a_repetition() -> None:
    """A table, a list of numbers and a rule of dashes are no loop."""
    said = (
        "".join(f"| {number} | {number * 7 % 13} |\n" for number in range(400))
        + "-" * 200
        + ", ".join(map(str, range(600)))
    )

    assert _read(*(_sse(_event(said[start : start + 50])) for start in range(0, len(said), 50))).text == said


def test_more_than_was_allowed_is_left() -> None:
    """A server that does not keep to the longest answer is not read for ever."""
    read = _read(*(_sse(_event(f"Then {number} of {number * number} came. ")) for number in range(50_000)))

    assert read.finish == "length"
    assert len(read.text) < 100_000


def test_a_break_behind_the_end_takes_nothing_away() -> None:
    """Once the server said that it stopped, a broken connection is no loss."""

    def body() -> Iterable[bytes]:
        yield _sse(_event("good"), _event(finish_reason="stop")).encode()
        raise Failure("broken", "reset")

    assert completion_of(body(), lambda: 0.0, 1.0, 50).text == "good"


def test_an_answer_that_takes_too_long_is_given_up() -> None:
    """Signs of life for ever end at the deadline, however many there are."""
    with pytest.raises(Failure) as caught:
        _read(*(": ping\n\n" for _ in range(1000)), now=map(float, count()), last=30.0)

    assert caught.value.kind == "late"


def test_a_reply_without_measure_is_not_held() -> None:
    """More than 16 MB is no answer."""
    with pytest.raises(ReplyUnusable, match="16,000,000"):
        _read(*(b"data: " + b"x" * 1_000_000 for _ in range(17)))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "bad\n thing", "param": "temperature"}}, "bad thing (temperature)"),
        ({"detail": [{"loc": ["body", "stream_options"], "msg": "extra"}]}, "extra (body stream_options)"),
        ({"message": "m"}, "m"),
        ({"error": "e"}, "e"),
        ("plain", "plain"),
        (None, ""),
    ],
)
def test_the_servers_own_words(body: object, said: str) -> None:
    """Every known shape of an error gives one line."""
    assert reason_of(body) == said
