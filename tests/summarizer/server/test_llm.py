"""The door to model servers, against a server on loopback that behaves as badly as real ones."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from notegen.errors import AnswerUnusable, ModelBusy, ModelRefusal, ModelRejected, ModelUnreachable
from notegen.records import Question, Usage
from notegen.summarizer.server.llm import OpenAIModel

_GOOD = '{"word": "good"}'
_PATH = "/v1/chat/completions"


def _question(user: str = "Say good.") -> Question:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"word": {"type": "string"}},
        "required": ["word"],
        "additionalProperties": False,
    }
    return Question("greet", "You greet.", user, schema, 50)


def _completion(content: object = _GOOD, **changes: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, **changes.pop("message", {})}
    choice = {"index": 0, "message": message, "finish_reason": changes.pop("finish", "stop")}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [choice],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        **changes,
    }


def _refused(status: int, message: str, **more: str) -> tuple[int, dict[str, Any]]:
    return status, {"error": {"message": message, **more}}


class _Server:
    """Answers in the order of its script, the last for ever, and remembers what it was asked."""

    def __init__(self, http: HTTPServer, *script: Any, path: str = _PATH) -> None:
        self.script = list(script)
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        http.expect_request(path).respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.bodies.append(json.loads(request.get_data()))
        self.keys.append(request.headers.get("Authorization", ""))
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        answer = step(self.bodies[-1]) if callable(step) else step
        status, content, *headers = answer if isinstance(answer, tuple) else (200, answer)
        body = content if isinstance(content, str) else json.dumps(content)
        kind = "text/html" if body.startswith("<") else "application/json"
        return Response(body, status, headers[0] if headers else None, content_type=kind)


@pytest.fixture
def pauses() -> list[float]:
    """The pauses a model asked for; nobody really sleeps."""
    return []


@pytest.fixture
def model(httpserver: HTTPServer, pauses: list[float]) -> Callable[..., OpenAIModel]:
    """Makes a model on the loopback server."""

    def make(url: str = "", key: str = "", remember: Path | None = None, name: str = "m") -> OpenAIModel:
        return OpenAIModel(name, url or httpserver.url_for("/v1"), key, 5.0, pauses.append, remember)

    return make


def test_an_answer_with_its_usage(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A strict schema is asked for, only system and user speak, and the server's count of tokens is taken."""
    server = _Server(httpserver, _completion())

    answer = model().ask(_question())

    assert (answer.text, answer.usage) == (_GOOD, Usage(11, 7))
    asked = server.bodies[0]
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert asked["response_format"]["json_schema"]["strict"] is True
    assert (asked["max_tokens"], asked["temperature"], asked["model"]) == (50, 0, "m")
    assert server.keys == ["Bearer -"]


def test_missing_usage_is_estimated(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A server that does not count gets an estimate, marked as one."""
    _Server(httpserver, _completion(usage=None))

    usage = model().ask(_question()).usage

    assert usage.estimated
    assert usage.tokens_in > 0


@pytest.mark.parametrize("form", ["/v1", "/v1/", "", "/"])
def test_the_four_forms_of_an_address(httpserver: HTTPServer, model: Callable[..., OpenAIModel], form: str) -> None:
    """With or without /v1, with or without a slash at its end, an address is understood."""
    server = _Server(httpserver, _completion())
    httpserver.expect_request("/chat/completions").respond_with_data("404 page not found", 404)

    assert model(httpserver.url_for("") + form).ask(_question()).text == _GOOD
    assert len(server.bodies) == 1


def test_the_ladder_is_stepped_down_once_and_remembered(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], tmp_path: Path
) -> None:
    """A server that refuses json_schema and json_object is asked in plain text, by the next run at once."""

    def no_forms(body: dict[str, Any]) -> Any:
        return _refused(400, "response_format is not supported") if "response_format" in body else _completion()

    server = _Server(httpserver, no_forms)
    remember = tmp_path / "cache" / "models.json"

    assert model(remember=remember).ask(_question()).text == _GOOD
    assert model(remember=remember).ask(_question()).text == _GOOD
    assert [body.get("response_format", {}).get("type") for body in server.bodies] == [
        "json_schema",
        "json_object",
        None,
        None,
    ]


@pytest.mark.parametrize("first", ["Sure, I will answer.", "", None, '{"type": "object", "properties": {"word": {}}}'])
def test_an_unusable_answer_is_asked_for_once_more(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], first: object
) -> None:
    """Prose, nothing, null or an echo of the schema gets one more question in the next form; both are paid for."""
    server = _Server(httpserver, _completion(first), _completion())

    answer = model().ask(_question())

    assert (answer.text, answer.usage) == (_GOOD, Usage(22, 14))
    assert server.bodies[1]["response_format"] == {"type": "json_object"}


def test_twice_unusable_is_an_error(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """After the second unusable answer the question is given up."""
    server = _Server(httpserver, _completion("no"))

    with pytest.raises(AnswerUnusable):
        model().ask(_question())
    assert len(server.bodies) == 2


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", {"max_completion_tokens": 50}),
        ("Unsupported value: 'temperature' does not support 0 with this model.", {"max_tokens": 50}),
    ],
)
def test_a_refused_parameter_is_changed_once(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], reason: str, changed: dict[str, int]
) -> None:
    """The parameter a 400 names is swapped or dropped, and nothing else."""
    server = _Server(httpserver, _refused(400, reason), _completion())

    assert model().ask(_question()).text == _GOOD
    assert changed.items() <= server.bodies[1].items()
    assert ("temperature" in server.bodies[1]) is ("temperature" not in reason)
    assert server.bodies[1]["response_format"] == server.bodies[0]["response_format"]


def test_a_model_with_short_answers_is_asked_for_shorter_ones(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel]
) -> None:
    """A limit named in a 400 is kept to, with the same parameter."""
    reason = "max_tokens is too large: 6580. This model supports at most 4096 completion tokens."
    server = _Server(httpserver, _refused(400, reason), _completion())

    model().ask(replace(_question(), max_tokens=6580))

    assert [body["max_tokens"] for body in server.bodies] == [6580, 4096]


def test_a_server_never_content_is_not_asked_for_ever(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel]
) -> None:
    """A 400 that names the same parameter again and again ends in its own words."""
    server = _Server(httpserver, _refused(400, "max_tokens and max_completion_tokens are bad"))

    with pytest.raises(ModelRefusal, match="are bad"):
        model().ask(_question())
    assert len(server.bodies) == 2


def test_a_system_role_a_template_refuses_is_merged(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A model without a system role gets its instructions in the user's turn."""
    server = _Server(httpserver, _refused(400, "System role not supported"), _completion())

    model().ask(_question())

    assert [message["role"] for message in server.bodies[1]["messages"]] == ["user"]
    assert server.bodies[1]["messages"][0]["content"].startswith("You greet.")


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_three_times(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], pauses: list[float], status: int
) -> None:
    """Busy twice, then an answer: two pauses, no error."""
    server = _Server(httpserver, _refused(status, "busy"), _refused(status, "busy"), _completion())

    assert model().ask(_question()).text == _GOOD
    assert len(server.bodies) == 3
    assert pauses == [1.0, 2.0]


def test_retry_after_is_honoured_up_to_a_minute(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], pauses: list[float]
) -> None:
    """The server's own pause is kept; one of more than 60 seconds is not waited for, and the server counts as busy."""
    busy = _refused(429, "slow down")
    _Server(httpserver, (*busy, {"Retry-After": "7"}), (*busy, {"Retry-After": "900"}))

    with pytest.raises(ModelBusy, match="slow down") as caught:
        model().ask(_question())

    assert pauses == [7.0]
    assert caught.value.retry_after_seconds == 900


def test_an_empty_purse_is_not_retried(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], pauses: list[float]
) -> None:
    """insufficient_quota is a 429 that no waiting helps."""
    _Server(httpserver, _refused(429, "You exceeded your current quota", code="insufficient_quota"))

    with pytest.raises(ModelRejected, match="quota"):
        model().ask(_question())
    assert pauses == []


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_named_and_never_shown(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], status: int
) -> None:
    """The setting is named, the key appears nowhere."""
    _Server(httpserver, _refused(status, "Incorrect API key provided: sk-secret-123"))

    with pytest.raises(ModelRejected, match="OPENAI_API_KEY") as caught:
        model(key="sk-secret-123").ask(_question())
    assert "secret" not in str(caught.value)


def test_a_key_echoed_by_the_server_is_masked(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A server that repeats the key in another error does not bring it into our message."""
    _Server(httpserver, _refused(400, "cannot bill sk-secret-123"))

    with pytest.raises(ModelRefusal) as caught:
        model(key="sk-secret-123").ask(_question())
    assert "secret" not in str(caught.value)


def test_an_unknown_model_is_named_with_the_address(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """404 names model, address and the server's own reason."""
    _Server(httpserver, _refused(404, "model 'nosuch' not found"))

    with pytest.raises(ModelRejected) as caught:
        model(name="nosuch").ask(_question())
    for fact in ("nosuch", httpserver.url_for("/v1"), "not found", "/v1"):
        assert fact in str(caught.value)


@pytest.mark.parametrize("status", [404, 405])
def test_an_address_that_is_no_model_server(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], status: int
) -> None:
    """A server that knows the path in no form is reported with the address tried."""
    httpserver.expect_request("/api/chat/completions").respond_with_data("no", status)
    httpserver.expect_request("/api/v1/chat/completions").respond_with_data("no", status)

    with pytest.raises(ModelRejected, match="/api"):
        model(httpserver.url_for("/api")).ask(_question())


def test_nobody_at_the_address(pauses: list[float]) -> None:
    """A refused connection is tried once more, quickly, and then named."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(ModelUnreachable, match=url):
        OpenAIModel("m", url, "", 5.0, pauses.append, None).ask(_question())

    assert len(pauses) == 1


def test_no_key_for_a_server_elsewhere() -> None:
    """Without a key nothing is sent to a public address, not even a dummy."""
    with pytest.raises(ModelRejected, match="OPENAI_API_KEY"):
        OpenAIModel("m", "https://models.example.com/v1", "", 5.0, print, None).ask(_question())
    with pytest.raises(ModelRejected, match="OPENAI_API_KEY"):
        OpenAIModel("m", "", "", 5.0, print, None).ask(_question())


def test_a_proxy_never_sees_loopback(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """HTTP_PROXY is set to nowhere, and a server on this machine is reached all the same."""
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    _Server(httpserver, _completion())

    assert model().ask(_question()).text == _GOOD


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (_completion(choices=None), "no choice"),
        (_completion(choices=[]), "no choice"),
        ({"error": {"message": "the backend is asleep"}}, "asleep"),
        ("<html>Welcome to the proxy</html>", "JSON"),
        ("{broken", "JSON"),
        (_completion('{"word": "go', finish="length"), "cut off"),
        (_completion(None, finish="length"), "cut off"),
    ],
)
def test_replies_that_are_no_answers(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], reply: object, reason: str
) -> None:
    """Each kind of hollow 200 has its own reason and costs one request."""
    server = _Server(httpserver, reply)

    with pytest.raises(AnswerUnusable, match=reason):
        model().ask(_question())
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    "reply",
    [
        _completion("…", finish="content_filter"),
        _completion(None, message={"refusal": "I will not."}),
        _completion("I'm sorry, but I can't help with that."),
        _refused(400, "The prompt was filtered", code="content_filter"),
    ],
)
def test_refusals(httpserver: HTTPServer, model: Callable[..., OpenAIModel], reply: object) -> None:
    """A filter, a refusal field or a refusal in words is a refusal, not garbage."""
    _Server(httpserver, reply)

    with pytest.raises(ModelRefusal):
        model().ask(_question())


def test_a_question_too_long_for_the_window(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A server that says so is not asked in simpler forms; the setting to change is named."""
    server = _Server(httpserver, _refused(400, "This model's maximum context length is 4096 tokens; reduce max_tokens"))

    with pytest.raises(AnswerUnusable, match="NOTEGEN_CONTEXT"):
        model().ask(_question())
    assert len(server.bodies) == 1


def test_a_question_cut_in_silence_is_noticed(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A server that read exactly its window of a longer question has not read the paper."""
    _Server(httpserver, _completion(usage={"prompt_tokens": 4096, "completion_tokens": 7, "total_tokens": 4103}))

    with pytest.raises(AnswerUnusable, match="4,096"):
        model().ask(_question("paper " * 6000))
    assert model().ask(_question("paper " * 2500)).text == _GOOD


@pytest.mark.parametrize("content", ["{not json", "[]", '{"x m": {"base_url": 1}}', '{"x m": {"form": "dance"}}'])
def test_a_broken_memory_is_no_obstacle(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], tmp_path: Path, content: str
) -> None:
    """What a server understands is learnt anew when the file is damaged."""
    remember = tmp_path / "models.json"
    remember.write_text(content, encoding="utf-8")
    _Server(httpserver, _completion())

    assert model(remember=remember).ask(_question()).text == _GOOD


@pytest.mark.parametrize(("most", "advice"), [(400, "Raise NOTEGEN_CONTEXT, or take"), (8000, r"\. Take a model")])
def test_a_cut_answer_is_told_with_a_remedy_that_helps(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], most: int, advice: str
) -> None:
    """A larger window means a longer answer only up to the longest that is ever asked for."""
    _Server(httpserver, _completion('{"word": "go', finish="length"))

    with pytest.raises(AnswerUnusable, match=advice):
        model().ask(replace(_question(), max_tokens=most))
