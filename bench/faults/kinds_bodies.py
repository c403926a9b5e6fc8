"""Replies that are no stream of chunks: bodies, pages, other encodings, nothing at all."""

from __future__ import annotations

import codecs
import gzip
import json
from collections.abc import Iterator
from dataclasses import replace

from kinds_streams import streamed
from odd_server import Asked, Reply, whole
from replies import chunks, completion, error, events, good, say, text_error, usage_of
from right_model import right_answer
from rows import RECOVERED, Row, first, unusable, waiting

_NO_REPLY = r"html|web page|json|not a (model|chat)|no completion|proxy|no reply"
_EMPTY = r"empty|nothing|no answer|no content|no text"
_HTML = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Network sign-in</h1></body></html>"


def _empty_stream(asked: Asked) -> Reply:
    return events([]) if asked.body.get("stream") else say(asked, "")


def _one_body(asked: Asked) -> Reply:
    text = right_answer(asked.body)
    return completion({"role": "assistant", "content": text}, "stop", usage_of(asked, text))


def _zipped(asked: Asked) -> Reply:
    reply = good(asked)
    body = gzip.compress(b"".join(piece for piece in reply.pieces if isinstance(piece, bytes)))
    length = None if reply.length is None else len(body)
    return replace(reply, pieces=tuple(_pieces(body)), headers={"Content-Encoding": "gzip"}, length=length)


def _pieces(body: bytes) -> Iterator[bytes]:
    yield from (body[at : at + 100] for at in range(0, len(body), 100))


def _cp932(asked: Asked) -> Reply:
    """The answer in the encoding of a Japanese Windows instead of UTF-8."""
    message = {"role": "assistant", "content": right_answer(asked.body)}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = json.dumps({"id": "c", "object": "chat.completion", "choices": [choice]}, ensure_ascii=False)
    return whole(body.encode("cp932", "replace"))


def _marked(asked: Asked) -> Reply:
    body = _one_body(asked).pieces
    return whole(codecs.BOM_UTF8 + b"".join(piece for piece in body if isinstance(piece, bytes)))


def _failed_choice(asked: Asked) -> Reply:
    """A router that tells of its provider's failure inside the choice."""
    failure = {"code": 502, "message": "Provider returned error"}
    choice = {"index": 0, "error": failure, "finish_reason": "error", "message": {"role": "assistant", "content": ""}}
    return whole(json.dumps({"id": "c", "choices": [choice]}).encode())


HTML = text_error(_HTML, 200, "text/html; charset=utf-8")
GATEWAY = text_error(_HTML.replace("Network sign-in", "502 Bad Gateway"), 502, "text/html")
EMPTY_STREAM = _empty_stream

ROWS = (
    Row("an empty stream, once", first(EMPTY_STREAM), RECOVERED, 3),
    Row("an empty stream, always", EMPTY_STREAM, unusable(_EMPTY), 12),
    Row("one body in answer to a stream", _one_body, RECOVERED, 1),
    Row("a stream called text/plain", streamed(lambda asked, sent: events(sent, kind="text/plain")), RECOVERED, 1),
    Row(
        "a stream called application/json",
        streamed(lambda asked, sent: events(sent, kind="application/json")),
        RECOVERED,
        1,
    ),
    Row(
        "a stream though none was asked for",
        lambda asked: events(chunks(asked, right_answer(asked.body))),
        RECOVERED,
        1,
    ),
    Row("HTML with 200, once", first(lambda asked: HTML), RECOVERED, 3, unseen=("sign-in",)),
    Row("HTML with 200, always", lambda asked: HTML, unusable(_NO_REPLY), 6, unseen=("<html", "<h1")),
    Row("HTML with 502, twice", first(lambda asked: GATEWAY, 2), RECOVERED, 3),
    Row("HTML with 502, always", lambda asked: GATEWAY, waiting("502"), 5, unseen=("<html", "<h1")),
    Row("a body that is not UTF-8, once", first(_cp932), RECOVERED, 3, unseen=("\ufffd",)),
    Row(
        "a body that is not UTF-8, always",
        _cp932,
        unusable(r"utf-8|encod|broken|character|read|json"),
        6,
        unseen=("\ufffd",),
    ),
    Row(
        "200 with an error for a body, always",
        lambda asked: replace(error("model runner has unexpectedly stopped"), status=200),
        waiting("unexpectedly stopped", exits=(1, 3)),
        6,
    ),
    Row("choices empty, once", first(lambda asked: whole(b'{"id": "c", "choices": []}')), RECOVERED, 3),
    Row("gzip", _zipped, RECOVERED, 1),
    Row(
        "200 with an error in a string, once",
        first(lambda asked: whole(b'{"error": "model runner stopped"}')),
        RECOVERED,
        3,
    ),
    Row("200 with no body, once", first(lambda asked: whole(b"")), RECOVERED, 3),
    Row("200 with null for a body, once", first(lambda asked: whole(b"null")), RECOVERED, 3),
    Row("200 with a list for a body, once", first(lambda asked: whole(b"[]")), RECOVERED, 3),
    Row("200 with a string for a body, always", lambda asked: whole(b'"busy"'), unusable(_NO_REPLY + "|choice"), 6),
    Row(
        "choices null, always", lambda asked: whole(b'{"id": "c", "choices": null}'), unusable(_NO_REPLY + "|choice"), 6
    ),
    Row("a failure inside the choice, once", first(_failed_choice), RECOVERED, 3),
    Row("a BOM before the body", _marked),
)
