"""Connections that break, and servers that are slow, silent, or speak for ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from odd_server import Asked, Reply, Script
from replies import chunk, chunks, events, good, usage_of
from right_model import right_answer
from rows import RECOVERED, Row, first, waiting

_SLOW = {"NOTEGEN_TIMEOUT": "2", "NOTEGEN_DEADLINE": "30"}
_DEADLINE = {"NOTEGEN_TIMEOUT": "2", "NOTEGEN_DEADLINE": "3"}
_SILENT = r"silent|no answer|nothing|within|time"
_TOO_LONG = r"deadline|longer than|in all|took|within|seconds"
RESET = Reply(end="reset")


def _paced(start: float, before: float, count: int, *, comments: bool = False) -> Script:
    """A stream with a wait before its first chunks; in one body where no stream is asked for."""

    def answer(asked: Asked) -> Reply:
        if not asked.body.get("stream"):
            return good(asked)
        text = right_answer(asked.body)
        sent = list(chunks(asked, text, usage=usage_of(asked, text)))
        return events(_waits(sent, start, before, count, comments))

    return answer


def _waits(
    sent: list[dict[str, object]], start: float, before: float, count: int, comments: bool
) -> Iterator[Mapping[str, object] | bytes | float]:
    yield start
    if comments:
        for _ in range(count):
            yield b": keep-alive\n\n"
            yield before
        count = 0
    for place, event in enumerate(sent):
        yield event
        if place < count:
            yield before


def _silent(asked: Asked) -> Reply:
    return Reply(pieces=(20.0,), length=1000)


def _silent_later(asked: Asked) -> Reply:
    text = right_answer(asked.body)
    sent = [*chunks(asked, text)][:20]
    return events([*sent, 20.0])


def _for_ever(asked: Asked) -> Reply:
    """Ever new words, a chunk now and then: never silent, never the same, never at an end."""

    def sent() -> Iterator[Mapping[str, object] | bytes | float]:
        for number in range(1000):
            yield chunk({"content": f'{{"n{number}": "{number * number} of {number}", '})
            yield 0.1

    return events(sent()) if asked.body.get("stream") else Reply(pieces=(60.0,), length=1000)


def _comments_for_ever(asked: Asked) -> Reply:
    def sent() -> Iterator[Mapping[str, object] | bytes | float]:
        for _ in range(1000):
            yield b": keep-alive\n\n"
            yield 0.1

    return events(sent()) if asked.body.get("stream") else Reply(pieces=(60.0,), length=1000)


ROWS = (
    Row("connection reset, once", first(lambda asked: RESET), RECOVERED, 2),
    Row("connection reset, always", lambda asked: RESET, waiting("connect|reach|closed|reset"), 5),
    Row(
        "an answer cut off below its length, once",
        first(lambda asked: Reply(pieces=(b'{"id": "c", "cho',), length=5000, end="cut")),
        RECOVERED,
        3,
    ),
    Row("slow but alive", _paced(0.0, 0.5, 7), RECOVERED, 1, environment=_SLOW),
    Row("alive by comments alone, then an answer", _paced(0.0, 0.5, 7, comments=True), RECOVERED, 1, environment=_SLOW),
    Row("silent, once", first(_silent), RECOVERED, 3, environment=_SLOW),
    Row("silent, always", _silent, waiting(_SILENT), 4, environment=_SLOW),
    Row("silent, always, as a process", _silent, waiting(_SILENT), 4, environment=_SLOW, process=True),
    Row("silent in the middle, once", first(_silent_later), RECOVERED, 3, environment=_SLOW),
    Row("silent in the middle, always", _silent_later, waiting(_SILENT, exits=(1, 3)), 4, environment=_SLOW),
    Row("ever new words for ever", _for_ever, waiting(_TOO_LONG, exits=(1, 3)), 3, seconds=20.0, environment=_DEADLINE),
    Row(
        "comments for ever",
        _comments_for_ever,
        waiting(_TOO_LONG, exits=(1, 3)),
        3,
        seconds=20.0,
        environment=_DEADLINE,
    ),
)
