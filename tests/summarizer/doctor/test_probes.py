"""What a model server is asked to learn what it can do, and what is made of its answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer, refusal
from pytest_httpserver import HTTPServer
from werkzeug import Response

from notegen.errors import ModelRejected, ModelUnreachable
from notegen.summarizer.doctor import probes
from notegen.summarizer.doctor.examined import Bench
from notegen.summarizer.doctor.named_window import Named, named_window
from notegen.summarizer.doctor.watched import Watched
from notegen.summarizer.doctor.window_probe import window_read
from notegen.summarizer.server.dialect import FORMS

Make = Callable[..., tuple[ModelServer, Bench]]


@pytest.fixture
def bench(httpserver: HTTPServer, tmp_path: Path) -> Make:
    """Makes a server that behaves so, and the bench it is asked on."""

    def make(timeout_seconds: float = 5.0, **how: Any) -> tuple[ModelServer, Bench]:
        connection = Watched("", timeout_seconds, 60.0, lambda seconds: None)
        kept = tmp_path / "servers.json"
        return ModelServer(httpserver, **how), Bench(connection, httpserver.url_for("/v1"), "invented", kept, 2000)

    return make


def _without(parameter: str) -> Callable[[dict[str, Any]], Response | None]:
    return lambda body: refusal(400, f"unsupported parameter: {parameter}") if parameter in body else None


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"owned_by": "vllm", "max_model_len": 4096}, Named(4096, 4096, "vLLM")),
        ({"context_length": 128000}, Named(128000, 128000)),
        ({"owned_by": "llamacpp", "meta": {"n_ctx": 4096, "n_ctx_train": 32768}}, Named(4096, 32768, "llama.cpp")),
        ({"owned_by": "llamacpp", "meta": {"n_ctx_train": 32768}}, Named(None, 32768, "llama.cpp")),
        ({"loaded_context_length": 4096, "max_context_length": 65536}, Named(4096, 65536, "LM Studio")),
        ({"owned_by": "library"}, Named(None, None, "ollama")),
        ({"max_model_len": "many", "meta": [], "n_ctx": -1}, Named()),
    ],
)
def test_windows_that_servers_name(entry: dict[str, Any], named: Named) -> None:
    """The window in a list of models is read as each server writes it, and nonsense is passed over."""
    other = {"id": "other", "max_model_len": 1}
    assert named_window([other, {"id": "invented:latest", **entry}], "invented") == named
    assert named_window([other, {"id": "someone"}], "invented") == Named()


def test_each_form_is_asked_for_once(bench: Make) -> None:
    """Three forms are three questions; the first that works is the one that is kept."""
    server, asked = bench()

    check = probes.forms(asked)

    assert check.state == "ok"
    assert [body.get("response_format", {}).get("type", "text") for body in server.bodies] == list(FORMS)
    assert asked.dialect.form == "json_schema"


@pytest.mark.parametrize("parameter", ["response_format", "temperature", "max_tokens", "stream_options"])
def test_a_parameter_that_is_refused(bench: Make, parameter: str) -> None:
    """What a server refuses is left out and remembered; the answer in the form that is left counts."""
    _, asked = bench(hook=_without(parameter))

    check = probes.forms(asked)

    assert check.state == "ok"
    assert asked.dialect.form == ("text" if parameter == "response_format" else "json_schema")
    assert asked.dialect.temperature is (parameter != "temperature")
    assert asked.dialect.stream_options is (parameter != "stream_options")
    assert asked.dialect.tokens_key == ("max_completion_tokens" if parameter == "max_tokens" else "max_tokens")


@pytest.mark.parametrize(
    "said",
    [
        '{"place": "Kestrelton", "books": "4812"}',
        '{"place": "Kestrelton", "books": 4812, "note": "x"}',
        '{"place": "", "books": 0}',
        '{"type": "object", "properties": {"place": {}, "books": {}}}',
        '{"place": "Kestrelton"',
    ],
)
def test_an_answer_that_is_not_what_the_schema_says(bench: Make, said: str) -> None:
    """A wrong type, a key more, nothing in it, an echo of the schema or half an object is no valid answer."""
    _, asked = bench(json=said)

    check = probes.forms(asked)

    assert (check.state, asked.dialect.form) == ("problem", "text")


def test_no_longer_answer_is_asked_for_than_the_window_leaves_room_for(bench: Make) -> None:
    """With a small window a question leaves no more room to think than notes do."""
    server, asked = bench()
    asked.answer_tokens = 682

    probes.forms(asked)
    window_read(asked, 2048, Named(), private=True)

    assert {body["max_tokens"] for body in server.bodies} == {682}
    assert len(server.asked[-1]) / 4 + 682 <= 2048


def test_pieces_and_thoughts_are_counted(bench: Make) -> None:
    """Events with words are counted as pieces, the others not; thoughts are counted apart."""
    _, asked = bench(thought="I think. " * 10)

    _, heard = asked.ask(probes.QUESTIONS[-1])

    assert heard.pieces == 1 + 23
    assert heard.thought_tokens == pytest.approx(23, abs=1)
    assert heard.counted is not None


def test_thoughts_in_the_answer_itself(bench: Make) -> None:
    """Thoughts between tags are no part of the Japanese, and are told."""
    _, asked = bench(
        japanese="<think>Hm, noise is 雑音. 412?</think>新しいフィルタは、古い録音の雑音を37%取り除く。",
        understood="<think>412 or 95</think>95",
    )

    check = probes.japanese(asked)

    assert check.state == "ok"
    assert "thinks first" in check.found


@pytest.mark.parametrize("refuses", [True, False])
def test_the_window_found_is_learnt(bench: Make, refuses: bool) -> None:
    """A question refused or cut shows the window; what is advised can be set, and is what was found."""
    server, asked = bench(window=4096, refuses=refuses)

    check = window_read(asked, 8192, Named(), private=True)

    assert (check.state, asked.dialect.window_tokens) == ("problem", 4096)
    assert len(server.bodies) == (2 if refuses else 1)
    assert ("are read whole" in check.found) is refuses
    for setting in ("OLLAMA_CONTEXT_LENGTH=8192", "-c 8192", "context length 8192", "--max-model-len 8192"):
        assert setting in check.next_step
    assert "NOTEGEN_CONTEXT=4096" in check.next_step


def test_a_window_the_server_does_not_name(bench: Make) -> None:
    """A refusal without a number is followed by smaller questions until one is read; that much is advised."""

    def refuses(body: dict[str, Any]) -> Response | None:
        long = len(body["messages"][-1]["content"]) > 4 * 3200
        return refusal(400, "prompt is too long: reduce the length of the prompt") if long else None

    server, asked = bench(hook=refuses)

    check = window_read(asked, 16_384, Named(), private=False)

    read = len(server.asked[-1]) / 4
    assert check.state == "problem"
    assert read <= 3200 < len(server.asked[-2]) / 4
    assert asked.dialect.window_tokens is not None
    assert read <= asked.dialect.window_tokens < len(server.asked[-2]) / 4
    assert f"NOTEGEN_CONTEXT={asked.dialect.window_tokens}" in check.next_step


def test_a_window_below_every_setting(bench: Make) -> None:
    """NOTEGEN_CONTEXT is never advised below what it may be."""
    _, asked = bench(window=1024)

    check = window_read(asked, 8192, Named(served=1024, most=1024), private=True)

    assert check.next_step == "Take a model with a larger window"


def test_a_server_elsewhere_is_not_asked_much(bench: Make) -> None:
    """Where tokens may cost money the question for the window stays below 8,192 tokens, and that is said."""
    server, asked = bench()

    check = window_read(asked, 200_000, Named(), private=False)

    assert check.state == "ok"
    assert len(server.asked[0]) / 4 < 8192
    assert "more was not tried" in check.found


def test_a_window_named_smaller_than_the_setting(bench: Make) -> None:
    """A window that the server names below NOTEGEN_CONTEXT is a problem although the question was read."""
    _, asked = bench()

    check = window_read(asked, 8192, Named(8000, 8000), private=False)

    assert (check.state, check.next_step) == ("problem", "Set NOTEGEN_CONTEXT=8000")
    assert asked.dialect.window_tokens == 8000


def test_all_is_read_but_not_minded(bench: Make) -> None:
    """A model that was given everything, yet does not find the first line, is not called cut."""
    _, asked = bench(finds=False)

    check = window_read(asked, 8192, Named(), private=True)

    assert check.state == "problem"
    assert "did not find" in check.found
    assert asked.dialect.window_tokens is None


def test_a_server_that_goes_away_ends_all(bench: Make) -> None:
    """A server that is gone, or refuses the key, is not asked again."""
    _, asked = bench(hook=lambda body: refusal(401, "no"))
    with pytest.raises(ModelRejected):
        probes.forms(asked)
    gone = Bench(asked.connection, "http://127.0.0.1:9/v1", "invented", Path("/nonexistent/x.json"), 2000)
    with pytest.raises(ModelUnreachable):
        probes.japanese(gone)


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_list_that_is_not_given_is_no_closed_door(httpserver: HTTPServer, status: int) -> None:
    """A server that shows its models to nobody is reached all the same; one that refuses the key is not."""
    httpserver.expect_request("/v1/models").respond_with_handler(lambda request: refusal(status, "no"))
    connection = Watched("", 5.0, 60.0, lambda seconds: None)

    check, address, offered = probes.reached(connection, httpserver.url_for("/v1"), "")

    assert (check.state, address, offered) == ("ok", httpserver.url_for("/v1"), None)
    assert str(status) in check.found


def test_an_address_with_a_path_that_lists_nothing_may_be_wrong(httpserver: HTTPServer) -> None:
    """Where neither the address nor its /v1 is known to the server, the likely one is named."""
    httpserver.expect_request("/api/models").respond_with_data("not found", 404)
    httpserver.expect_request("/api/v1/models").respond_with_data("not found", 404)
    connection = Watched("", 5.0, 60.0, lambda seconds: None)

    check, address, offered = probes.reached(connection, httpserver.url_for("/api"), "")

    assert (check.state, address, offered) == ("unknown", httpserver.url_for("/api"), None)
    assert httpserver.url_for("/v1") in check.next_step and "OPENAI_BASE_URL" in check.next_step


def test_the_address_that_lists_is_taken(httpserver: HTTPServer, bench: Make) -> None:
    """An address without /v1 is asked with it when it knows no models itself."""
    bench()
    httpserver.expect_request("/models").respond_with_data("not found", 404)
    connection = Watched("", 5.0, 60.0, lambda seconds: None)

    _, address, offered = probes.reached(connection, httpserver.url_for(""), "")

    assert (address, offered) == (httpserver.url_for("/v1"), ["invented"])
