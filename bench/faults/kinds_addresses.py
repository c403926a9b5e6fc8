"""Addresses, redirects, keys and models' names."""

from __future__ import annotations

from odd_server import Asked, Reply
from replies import MODEL, body_error, error, good, text_error
from rows import RECOVERED, Row, failed, rejected

_NO_SUCH_MODEL = error("The model `invented-model` does not exist", 404, code="model_not_found")
_OFFERED = body_error({"object": "list", "data": [{"id": "other-model-7b"}, {"id": "other-model-70b"}]}, 200)
_FORBIDDEN = text_error("<html><body><h1>Access denied</h1></body></html>", 403, "text/html")


def _moved(code: int, where: str) -> Reply:
    return text_error("moved", code, Location=where)


def _other_host(asked: Asked) -> Reply:
    """A server that sends on to another name of this machine, where a key must not come along."""
    name, _, port = asked.headers.get("Host", "").partition(":")
    if name == "127.0.0.1":
        return _moved(307, f"http://localhost:{port}/v1/chat/completions")
    return error("the key came along", 401) if "Authorization" in asked.headers else good(asked)


_NAMES = {"NOTEGEN_MODEL": None}
_OLLAMA = body_error({"models": [{"name": MODEL, "model": MODEL, "size": 1}]}, 200)
_BARE = body_error([{"id": MODEL, "type": "chat"}], 200)
_BOTH = body_error({"models": [{"name": MODEL}], "object": "list", "data": [{"id": MODEL, "meta": None}]}, 200)

ROWS = (
    Row(
        "401",
        lambda asked: error("Incorrect API key provided: sk-fa****6789.", 401, code="invalid_api_key"),
        rejected("key"),
        1,
    ),
    Row(
        "401 that repeats the key",
        lambda asked: body_error({"detail": f"bad token {asked.headers.get('Authorization')}"}, 401),
        rejected("key"),
        1,
    ),
    Row("403", lambda asked: error("Project does not have access to model", 403), rejected("403|access|key"), 1),
    Row(
        "404, the model is not there, others are",
        lambda asked: _NO_SUCH_MODEL,
        rejected("other-model-7b", "invented-model"),
        2,
        listing=_OFFERED,
    ),
    Row(
        "404 of Ollama, the model is not pulled",
        lambda asked: body_error(
            {"error": {"message": 'model "invented-model" not found, try pulling it first', "type": "api_error"}}, 404
        ),
        rejected("not found", "invented-model"),
        2,
    ),
    Row("address without /v1", good, RECOVERED, 2, base="", again=1),
    Row("address with a slash at its end", good, RECOVERED, 1, base="/v1/"),
    Row("address without /v1 with a slash", good, RECOVERED, 2, base="/"),
    Row("address of the whole chat path", good, RECOVERED, 3, base="/v1/chat/completions"),
    Row(
        "405 on another path",
        good,
        rejected("405|not found|chat", "/v1"),
        3,
        base="/api/generate",
        elsewhere=text_error("405 method not allowed", 405),
    ),
    Row("404 on every path", lambda asked: text_error("404 page not found", 404), rejected("404|not found", "/v1"), 3),
    Row(
        "307 to where the server is", good, RECOVERED, 2, base="/old/v1", elsewhere=_moved(307, "/v1/chat/completions")
    ),
    Row(
        "308 to where the server is", good, RECOVERED, 2, base="/old/v1", elsewhere=_moved(308, "/v1/chat/completions")
    ),
    Row("307 to another host, without the key", _other_host, RECOVERED, 2),
    Row("redirected in a circle", lambda asked: _moved(307, asked.path), failed("redirect", exits=(1, 2, 3)), 25),
    Row("no key for a local server", good, RECOVERED, 1, environment={"OPENAI_API_KEY": None}),
    Row(
        "a proxy is set, and a local server",
        good,
        RECOVERED,
        1,
        environment={
            "HTTP_PROXY": "http://127.0.0.1:9",
            "http_proxy": "http://127.0.0.1:9",
            "ALL_PROXY": "http://127.0.0.1:9",
        },
    ),
    Row("no model named, one offered", good, RECOVERED, 1, environment=_NAMES),
    Row("no model named, one offered, as Ollama lists it", good, RECOVERED, 1, environment=_NAMES, listing=_OLLAMA),
    Row("no model named, one offered, as a bare list", good, RECOVERED, 1, environment=_NAMES, listing=_BARE),
    Row("no model named, one offered, listed twice over", good, RECOVERED, 1, environment=_NAMES, listing=_BOTH),
    Row(
        "no model named, two offered",
        good,
        rejected("other-model-7b", "other-model-70b|NOTEGEN_MODEL"),
        0,
        environment=_NAMES,
        listing=_OFFERED,
    ),
    Row(
        "no model named, none offered",
        good,
        rejected("NOTEGEN_MODEL|no model|offers none"),
        0,
        environment=_NAMES,
        listing=body_error({"object": "list", "data": []}, 200),
    ),
    Row("403 in HTML", lambda asked: _FORBIDDEN, rejected("403|key|denied"), 1),
)
