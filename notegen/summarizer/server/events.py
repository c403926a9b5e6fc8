"""The bytes of a server's reply, as the JSON objects they hold: one for a whole body, many for a stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from notegen.errors import ReplyUnusable
from notegen.summarizer.server.failures import Failure

ADDRESS_HINT = "Is OPENAI_BASE_URL the address of a model server?"
END: dict[str, Any] = {}  # stands behind the last object of a reply that came to its own end
_MOST_BYTES = 16_000_000


def events(body: Iterable[bytes], now: Callable[[], float], last_second: float) -> Iterator[dict[str, Any]]:
    """The objects of a reply, in whatever pieces its bytes come, and `END`; `now` may not pass `last_second`.

    Raises `Failure` for a reply that takes too long, `ReplyUnusable` for what holds no object.
    """
    return _objects(_in_time(body, now, last_second))


def _in_time(body: Iterable[bytes], now: Callable[[], float], last_second: float) -> Iterator[bytes]:
    size = 0
    for piece in body:
        size += len(piece)
        if size > _MOST_BYTES:
            raise ReplyUnusable("answer not usable", f"the server sent more than {_MOST_BYTES:,} bytes", ADDRESS_HINT)
        if now() > last_second:
            raise Failure("late")
        yield piece


def _objects(body: Iterator[bytes]) -> Iterator[dict[str, Any]]:
    """The JSON objects of a reply: one for a whole body, many for a stream (WHATWG HTML, Server-sent events)."""
    for first in body:
        if begin := first.lstrip(b"\xef\xbb\xbf \t\r\n"):
            break
    else:
        error = ReplyUnusable("answer not usable", "the server sent nothing")
        error.is_empty = True
        raise error
    if begin[:1] in (b"{", b"["):
        yield from _whole(b"".join((begin, *body)))
    elif begin[:1] == b"<":
        raise ReplyUnusable("answer not usable", "the server did not send JSON", ADDRESS_HINT)
    else:
        yield from _stream(chain((begin,), body))


def _whole(body: bytes) -> Iterator[dict[str, Any]]:
    read = json_of(body)
    each = [read] if read is not None else [json_of(line) for line in body.splitlines() if line.strip()]
    if not all(isinstance(one, dict) for one in each):
        raise ReplyUnusable("answer not usable", "the server did not send JSON", ADDRESS_HINT)
    yield from each
    yield END


def _stream(pieces: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The data of each event; an event may lie in several `data:` lines, and the line between two may be missing."""
    held = b""
    for line in _lines(pieces):
        if line.startswith(b"data:"):
            held += line.removeprefix(b"data:").strip()
        if held == b"[DONE]":
            yield END
            return
        read = json_of(held)
        if read is not None or not line:
            held = b""
        if isinstance(read, dict):
            yield read


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Whole lines, so that no character is ever cut."""
    held: list[bytes] = []
    for piece in pieces:
        *whole, rest = piece.split(b"\n")
        for line in whole:
            yield b"".join((*held, line)).removesuffix(b"\r")
            held = []
        held.append(rest)
    yield b"".join(held)


def json_of(text: bytes) -> Any:
    """What the JSON says; None for what is none."""
    try:
        return json.loads(text.decode("utf-8", "replace"), strict=False) if text else None
    except (ValueError, RecursionError):
        return None
