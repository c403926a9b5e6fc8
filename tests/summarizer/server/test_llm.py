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

from notegen.errors import (
    AnswerUnusable,
    ModelBusy,
    ModelRefusal,
    ModelRejected,
    ModelUnreachable,
    QuestionTooLong,
    ReplyUnusable,
)
from notegen.records import Question, Usage
from notegen.summarizer.server.connection import Connection
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
        connection = Connection(key, 5.0, 60.0, pauses.append)
        return OpenAIModel(name, url or httpserver.url_for("/v1"), connection, remember)

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


def test_unusable_in_every_form_is_an_error(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """After an unusable answer in each form the question is given up, with what it cost."""
    server = _Server(httpserver, _completion("no"))

    with pytest.raises(AnswerUnusable) as caught:
        model().ask(_question())
    assert len(server.bodies) == 3
    assert (caught.value.tokens_in, caught.value.tokens_out) == (33, 21)


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
        OpenAIModel("m", url, Connection("", 5.0, 60.0, pauses.append), None).ask(_question())

    assert len(pauses) == 1


def test_no_key_for_a_server_elsewhere() -> None:
    """Without a key nothing is sent to a public address, not even a dummy."""
    with pytest.raises(ModelRejected, match="OPENAI_API_KEY"):
        OpenAIModel("m", "https://models.example.com/v1", Connection("", 5.0, 60.0, print), None).ask(_question())
    with pytest.raises(ModelRejected, match="OPENAI_API_KEY"):
        OpenAIModel("m", "", Connection("", 5.0, 60.0, print), None).ask(_question())


def test_a_proxy_never_sees_loopback(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O2: HTTP_PROXY is set to nowhere, and a server on this machine is reached all the same."""
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
        ("<html>Welcome to the proxy</html>", "JSON"),
        ("{broken", "JSON"),
        ("", "nothing"),
    ],
)
def test_replies_that_are_no_completions(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], reply: object, reason: str
) -> None:
    """Each kind of hollow 200 has its own reason; it is asked again, at last without a stream."""
    server = _Server(httpserver, reply)

    with pytest.raises(ReplyUnusable, match=reason):
        model().ask(_question())
    assert [body.get("stream", False) for body in server.bodies] == [True, True, False, False]


@pytest.mark.parametrize("content", ['{"word": "go', None])
def test_an_answer_cut_off_is_not_paid_for_again(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], content: str | None
) -> None:
    """Where nothing of it is whole, another form would be cut off as well."""
    server = _Server(httpserver, _completion(content, finish="length"))

    with pytest.raises(AnswerUnusable, match="cut off"):
        model().ask(_question())
    assert len(server.bodies) == 1


def test_an_error_inside_a_good_status(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """It may pass, so it is asked again, and then told in the server's words."""
    server = _Server(httpserver, {"error": {"message": "the backend is asleep"}})

    with pytest.raises(ModelBusy, match="asleep"):
        model().ask(_question())
    assert len(server.bodies) == 3


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

    with pytest.raises(QuestionTooLong, match="NOTEGEN_CONTEXT=4096") as caught:
        model().ask(replace(_question(), max_tokens=5000))
    assert (len(server.bodies), caught.value.window_tokens) == (1, 4096)


def test_a_question_cut_in_silence_is_noticed(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A server that read exactly its window of a longer question has not read the paper."""
    _Server(httpserver, _completion(usage={"prompt_tokens": 4096, "completion_tokens": 7, "total_tokens": 4103}))

    with pytest.raises(QuestionTooLong, match="4,096"):
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


_LONG = "paper " * 2500


def test_a_long_question_nobody_counted_is_proved_to_be_read(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], tmp_path: Path
) -> None:
    """H6, F3: without a count a word in the first line of a question as long proves it, once for this server."""
    answers = lambda body: _completion("kestrel-4817" if "code word" in str(body) else _GOOD, usage=None)  # noqa: E731
    server, remember = _Server(httpserver, answers), tmp_path / "servers.json"

    first = model(remember=remember).ask(_question(_LONG))
    second = model(remember=remember).ask(_question(_LONG[:-6]))

    assert (first.text, second.text) == (_GOOD, _GOOD)
    assert ["code word" in str(body) for body in server.bodies] == [False, True, False]
    assert first.usage.tokens_in > 2 * second.usage.tokens_in - 100


def test_a_server_that_does_not_see_the_first_line_has_not_read_the_paper(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], tmp_path: Path
) -> None:
    """F2: its answer is not taken, and its window counts as half the question from then on."""
    _Server(httpserver, _completion(_GOOD, usage=None))

    with pytest.raises(QuestionTooLong, match="cut the question"):
        model(remember=tmp_path / "servers.json").ask(_question(_LONG))
    assert model(remember=tmp_path / "servers.json").window_tokens == pytest.approx(1875, abs=10)


def test_one_stumble_does_not_lower_the_ladder(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A simpler form is kept only when it was needed twice."""
    asked = model()
    server = _Server(httpserver, _completion("no"), _completion(), _completion(), _completion("no"), _completion())

    for _ in range(4):
        asked.ask(_question())

    forms = [body.get("response_format", {}).get("type") for body in server.bodies]
    assert forms == ["json_schema", "json_object", "json_schema", "json_schema", "json_object", "json_object"]


def test_a_stream_that_breaks_is_asked_for_again(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], pauses: list[float]
) -> None:
    """Half an answer is none; the same form is asked for once more."""
    half = 'data: {"choices": [{"delta": {"content": "{\\"word\\": \\"go"}}]}\n\n'
    server = _Server(httpserver, half, _completion())

    assert model().ask(_question()).text == _GOOD
    assert [body["response_format"]["type"] for body in server.bodies] == ["json_schema", "json_schema"]
    assert pauses == [1.0]


def test_a_whole_stream_without_an_end_mark_is_an_answer(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel]
) -> None:
    """A server that never says why it stopped is believed when its answer is whole."""
    whole = f"data: {json.dumps({'choices': [{'delta': {'content': _GOOD}}]})}\n\n"
    server = _Server(httpserver, whole)

    assert model().ask(_question()).text == _GOOD
    assert len(server.bodies) == 1


def test_a_thought_that_is_the_whole_answer(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """G9: JSON a server filed as a thought, since none was thought, is the answer; a thought in words is not."""
    _Server(httpserver, _completion(None, message={"reasoning_content": _GOOD}))
    assert model().ask(_question()).text == _GOOD

    httpserver.clear()
    _Server(httpserver, _completion(None, message={"reasoning_content": f"I could say {_GOOD} but"}))
    with pytest.raises(ReplyUnusable, match="empty"):
        model().ask(_question())


def test_plain_text_is_asked_for_without_a_form(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """A question without a schema gets no response_format, and its warmth as asked."""
    server = _Server(httpserver, _completion("はい。"))

    assert model().ask(replace(_question(), schema={}, temperature=0.5)).text == "はい。"
    assert "response_format" not in server.bodies[0]
    assert server.bodies[0]["temperature"] == 0.5


def test_of_a_cut_answer_what_is_whole_is_handed_on(httpserver: HTTPServer, model: Callable[..., OpenAIModel]) -> None:
    """It is marked as cut, and holds no half sentence."""
    question = replace(_question(), schema={"type": "object", "properties": {"claims": {"type": "array"}}})
    said = '{"claims": [{"en": "One."}, {"en": "Two."}, {"en": "Thr'
    _Server(httpserver, _completion(said, finish="length"))

    answer = model().ask(question)

    assert json.loads(answer.text) == {"claims": [{"en": "One."}, {"en": "Two."}]}
    assert answer.cut == "length"


_UNFIT = "The model produced output that does not match the expected peg-native format"


def _broken_by_the_server(said: str) -> str:
    """A stream that the server ends with its own error, since it cannot read what the model wrote (llama.cpp)."""
    pieces = [{"choices": [{"index": 0, "delta": {"content": each}, "finish_reason": None}]} for each in said]
    error = {"error": {"code": 500, "message": _UNFIT, "type": "server_error"}}
    return "".join(f"data: {json.dumps(each)}\n\n" for each in (*pieces, error))


def test_what_the_server_cannot_read_is_read_here(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], pauses: list[float]
) -> None:
    """An answer with raw LaTeX, whole but for a server's error behind it, is taken at once."""
    said = r'{"word": "$\mathcal{O}(n)$"}'
    server = _Server(httpserver, _broken_by_the_server(said))

    assert model().ask(_question()).text == said
    assert (len(server.bodies), pauses) == (1, [])


@pytest.mark.parametrize("first", [_broken_by_the_server('{"word": "$'), _refused(500, _UNFIT)])
def test_an_answer_the_server_cannot_read_is_asked_for_in_a_simpler_form(
    httpserver: HTTPServer, model: Callable[..., OpenAIModel], pauses: list[float], first: object
) -> None:
    """Of an answer that the server lost on reading it nothing is taken; the same form is not asked for again."""
    server = _Server(httpserver, first, _completion())

    assert model().ask(_question()).text == _GOOD
    forms = [body["response_format"]["type"] for body in server.bodies]
    assert (forms, pauses) == (["json_schema", "json_object"], [])
