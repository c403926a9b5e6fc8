"""A model server on loopback that is well, or ill in the ways a test asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

KEY = "sk-invented-4711-secret"
GOOD_JAPANESE = "新しいフィルタは、古い録音の雑音を37%取り除く。"
_PROSE = "The library is in Kestrelton."


@dataclass
class ModelServer:
    """How the server behaves.

    `models` is its list, None for none; `forms` are the answer forms in which it says `json`, others get prose;
    `window` is how many tokens it reads: of a longer question it drops the beginning, or refuses it when it `refuses`;
    `finds` is whether it minds what it read at the beginning. `hook` may answer in its stead.
    """

    http: HTTPServer
    models: list[dict[str, Any]] | None = field(default_factory=lambda: [{"id": "invented"}])
    forms: tuple[str, ...] = ("json_schema", "json_object", "text")
    streams: bool = True
    counts: bool = True
    window: int | None = None
    refuses: bool = False
    finds: bool = True
    json: str = '{"place": "Kestrelton", "books": 4812}'
    japanese: str = GOOD_JAPANESE
    understood: str = "95"
    thought: str = ""
    hook: Callable[[dict[str, Any]], Response | None] = lambda body: None
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.http.expect_request("/v1/chat/completions").respond_with_handler(self._complete)
        if self.models is not None:
            self.http.expect_request("/v1/models").respond_with_handler(self._list)

    @property
    def asked(self) -> list[str]:
        """The last message of each question."""
        return [body["messages"][-1]["content"] for body in self.bodies]

    def _list(self, request: Request) -> Response:
        self.keys.append(request.headers.get("Authorization", ""))
        return _reply({"object": "list", "data": [{"object": "model", **one} for one in self.models or ()]})

    def _complete(self, request: Request) -> Response:
        body = json.loads(request.get_data())
        self.bodies.append(body)
        if instead := self.hook(body):
            return instead
        tokens = sum(len(message["content"]) for message in body["messages"]) // 4
        is_cut = self.window is not None and tokens > self.window
        if is_cut and self.refuses:
            return refusal(400, f"maximum context length is {self.window} tokens, you asked {tokens}")
        text = self._said(body, is_cut=is_cut)
        read = self.window if is_cut else tokens
        usage = {"prompt_tokens": read, "completion_tokens": len(text) // 4 + len(self.thought) // 4 + 1}
        counted = usage if self.counts else None
        if self.streams and body.get("stream"):
            return Response(_stream(text, self.thought, counted), content_type="text/event-stream")
        message = {"role": "assistant", "content": text, "reasoning_content": self.thought or None}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return _reply({"object": "chat.completion", "choices": [choice], "usage": counted})

    def _said(self, body: dict[str, Any], *, is_cut: bool) -> str:
        question = body["messages"][-1]["content"]
        if "Kestrelton" in question:
            return self.json if body.get("response_format", {}).get("type", "text") in self.forms else _PROSE
        if "code word" in question:
            return "unknown" if is_cut or not self.finds else "kestrel-4817"
        return self.understood if "図書館" in question else self.japanese


def refusal(status: int, message: str) -> Response:
    """An error as OpenAI's servers put it."""
    return _reply({"error": {"message": message}}, status)


def _reply(body: dict[str, Any], status: int = 200) -> Response:
    return Response(json.dumps(body), status, content_type="application/json")


def _stream(text: str, thought: str, usage: dict[str, int] | None) -> Iterator[bytes]:
    pieces = [{"reasoning_content": part} for part in _parts(thought)] + [{"content": part} for part in _parts(text)]
    for piece in pieces:
        yield _event({"choices": [{"index": 0, "delta": piece, "finish_reason": None}]})
    yield _event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    if usage:
        yield _event({"choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _parts(text: str) -> list[str]:
    return [text[start : start + 4] for start in range(0, len(text), 4)]


def _event(body: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(body)}\n\n".encode()
