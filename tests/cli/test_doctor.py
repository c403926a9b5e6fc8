"""`notegen doctor`: what the model can do, found out by asking it, each with the next step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from model_server import KEY, ModelServer, refusal
from pytest_httpserver import HTTPServer
from screens import on_terminal
from werkzeug import Response

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries do not wait in tests."""
    monkeypatch.setattr("notegen.doctoring.time.sleep", lambda seconds: None)


@pytest.fixture
def serving(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModelServer]:
    """Makes a server that behaves so, set as the one to ask."""

    def make(**how: Any) -> ModelServer:
        monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
        return ModelServer(httpserver, **how)

    return make


@pytest.fixture
def checks(run: Run, tmp_path: Path) -> Callable[[], tuple[int, dict[str, dict[str, str]]]]:
    """Runs `doctor --json`: the status, and the checks by name."""

    def look() -> tuple[int, dict[str, dict[str, str]]]:
        ended = run("doctor", "--json", "--vault", tmp_path)
        return ended.exit_code, {check["name"]: check for check in json.loads(ended.stdout)["checks"]}

    return look


def test_a_healthy_server(serving: Callable[..., ModelServer], run: Run, tmp_path: Path) -> None:
    """Of a server that is well every line says so, and the first tells how much is asked: six questions, no more."""
    server = serving()

    ended = run("doctor", "--vault", tmp_path)

    assert ended.exit_code == 0, ended.stdout
    assert ended.stderr.startswith("6 questions to http://")
    assert len(server.bodies) == 6
    lines = ended.stdout.splitlines()
    names = ["server", "model", "answer form", "streaming", "window", "Japanese", "speed", "road", "price"]
    assert [line[2:].partition(":")[0] for line in lines] == names
    assert all(line.startswith("✓ ") for line in lines)


def test_json_has_one_object(serving: Callable[..., ModelServer], run: Run, tmp_path: Path) -> None:
    """`--json` gives one object with the checks, each with the same four keys and one of three states."""
    serving(japanese="The new filter.")

    checks = json.loads(run("doctor", "--json", "--vault", tmp_path).stdout)

    assert checks.keys() == {"checks"}
    assert {tuple(check) for check in checks["checks"]} == {("name", "state", "found", "next_step")}
    assert {check["state"] for check in checks["checks"]} == {"ok", "problem"}


def test_no_model_set(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a model nothing is wrong: it says how notes are drafted then, and how to set one; a key chooses none."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    ended = run("doctor", "--vault", tmp_path)

    assert ended.exit_code == 0
    assert "drafted without one" in ended.stdout
    assert "NOTEGEN_MODEL" in ended.stdout
    assert "a key alone chooses none" in ended.stdout


def test_no_vault_is_needed(
    serving: Callable[..., ModelServer], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder without a vault the model is looked at all the same; a vault that is named must be there."""
    serving()
    monkeypatch.chdir(tmp_path)

    assert run("doctor").exit_code == 0
    assert run("doctor", "--vault", tmp_path / "none").exit_code == 2


def test_a_schema_that_is_ignored(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], own_home: Path
) -> None:
    """A schema taken and not kept to does not count; the first form that works is named, and used from then on."""
    serving(forms=("json_object", "text"))

    status, found = checks()

    assert status == 0
    assert "json_schema does not" in found["answer form"]["found"]
    assert found["answer form"]["found"].endswith("asked for as json_object")
    (kept,) = json.loads((own_home / "cache" / "servers.json").read_text(encoding="utf-8")).values()
    assert kept["form"] == "json_object"


def test_no_form_works(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """A model that keeps to no form is told, with what to do; the other questions are asked all the same."""
    serving(forms=())

    status, found = checks()

    assert (status, found["answer form"]["state"], found["Japanese"]["state"]) == (1, "problem", "ok")
    assert "NOTEGEN_ROAD=sentences" in found["answer form"]["next_step"]
    assert found["road"]["found"].startswith("sentences")


def test_an_upgraded_server_gets_a_new_chance(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], own_home: Path
) -> None:
    """What was remembered is not believed but found out anew, and replaced; how drafts came through is kept."""
    server = serving(forms=("text",), window=2048)
    checks()
    file = own_home / "cache" / "servers.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"failed_drafts": 0', '"failed_drafts": 2'), "utf-8")
    server.forms, server.window = ("json_schema",), None

    status, found = checks()

    (kept,) = json.loads(file.read_text(encoding="utf-8")).values()
    assert (status, kept["form"], kept["window_tokens"], kept["failed_drafts"]) == (0, "json_schema", None, 2)
    assert found["road"]["found"].startswith("sentences")
    assert "NOTEGEN_ROAD=whole" in found["road"]["next_step"]


def test_a_window_that_cuts_in_silence(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], own_home: Path
) -> None:
    """A prompt cut without a word is noticed; the window is told and remembered, and where it is set (F2, F3)."""
    serving(window=4096, models=[{"id": "invented", "owned_by": "library"}])

    status, found = checks()

    assert (status, found["window"]["state"]) == (1, "problem")
    assert "4,096 were read" in found["window"]["found"]
    assert "OLLAMA_CONTEXT_LENGTH=8192" in found["window"]["next_step"]
    assert "NOTEGEN_CONTEXT=4096" in found["window"]["next_step"]
    (kept,) = json.loads((own_home / "cache" / "servers.json").read_text(encoding="utf-8")).values()
    assert kept["window_tokens"] == 4096


def test_advice_never_exceeds_what_the_server_names(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No larger window is advised than the model was trained for (F6)."""
    monkeypatch.setenv("NOTEGEN_CONTEXT", "65536")
    meta = {"n_ctx": 4096, "n_ctx_train": 32768}
    serving(window=4096, refuses=True, models=[{"id": "invented", "owned_by": "llamacpp", "meta": meta}])

    _, found = checks()

    assert (
        found["window"]["next_step"] == "Raise the server's window (llama.cpp: -c 32768), or set NOTEGEN_CONTEXT=4096"
    )


def test_a_larger_window_is_told(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """Where the server names more than NOTEGEN_CONTEXT, it says that this could be raised."""
    serving(models=[{"id": "invented", "max_model_len": 131072}])

    status, found = checks()

    assert status == 0
    assert "131,072: NOTEGEN_CONTEXT could be raised" in found["window"]["found"]


def test_no_usage(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """A server that counts no tokens is no trouble; that they are estimated is said."""
    serving(counts=False)

    status, found = checks()

    assert status == 0
    assert "not counted" in found["streaming"]["found"]


def test_a_cut_nobody_counts(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """Without a count the window is found by asking less, until the first line comes back."""
    server = serving(counts=False, window=4096)

    status, found = checks()

    assert (status, found["window"]["state"]) == (1, "problem")
    assert "the beginning was lost" in found["window"]["found"]
    assert sum("code word" in question for question in server.asked) == 2
    assert "NOTEGEN_CONTEXT=35" in found["window"]["next_step"]


def test_not_streaming(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """An answer in one piece is told with what it means for NOTEGEN_TIMEOUT."""
    serving(streams=False)

    status, found = checks()

    assert status == 0
    assert "one piece" in found["streaming"]["found"]
    assert "NOTEGEN_TIMEOUT (600 s)" in found["streaming"]["found"]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"japanese": "The new filter removes 37 percent of the noise in old recordings."}, "is not Japanese"),
        ({"japanese": "新しいフィルタは、古い録音の雑音を3割取り除く。"}, "a number is lost"),
        ({"understood": "412"}, "is not understood"),
    ],
)
def test_weak_japanese(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], how: dict[str, Any], told: str
) -> None:
    """English that comes back, a number that is lost, or Japanese that is not understood, is a problem."""
    serving(**how)

    status, found = checks()

    assert (status, found["Japanese"]["state"]) == (1, "problem")
    assert told in found["Japanese"]["found"]
    assert "NOTEGEN_LANG=en" in found["Japanese"]["next_step"]


def test_notes_in_english_need_no_japanese(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where notes are in English alone, no question is asked about Japanese."""
    server = serving()
    monkeypatch.setenv("NOTEGEN_LANG", "en")

    status, found = checks()

    assert (status, found["Japanese"]["state"], len(server.bodies)) == (0, "unknown", 4)


@pytest.mark.parametrize("streams", [True, False])
def test_a_thinking_model(serving: Callable[..., ModelServer], checks: Callable[[], Any], streams: bool) -> None:
    """That a model thinks before it answers is told, with how much."""
    serving(thought="Let me see: the sentence speaks of a filter, of noise and of recordings. " * 4, streams=streams)

    status, found = checks()

    assert status == 0
    assert "thinks first (up to 7" in found["Japanese"]["found"]


@pytest.mark.parametrize(
    ("streams", "limit", "hint"),
    [(True, "NOTEGEN_DEADLINE", "NOTEGEN_DEADLINE (300 s)"), (False, "NOTEGEN_TIMEOUT", "NOTEGEN_TIMEOUT (300 s)")],
)
def test_a_slow_model(
    serving: Callable[..., ModelServer],
    checks: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
    streams: bool,
    limit: str,
    hint: str,
) -> None:
    """A model too slow for a note within the time set is told before it costs an hour."""
    clock = iter(range(0, 1_000_000, 7))
    monkeypatch.setattr("notegen.summarizer.doctor.watched.monotonic", lambda: float(next(clock)))
    monkeypatch.setenv(limit, "300")
    serving(streams=streams)

    status, found = checks()

    assert (status, found["speed"]["state"]) == (1, "problem")
    assert hint in found["speed"]["next_step"]


def test_a_wrong_key(run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that is refused ends with status 2, the rest is not asked, and the key is shown nowhere."""
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    httpserver.expect_request("/v1/models").respond_with_handler(lambda request: refusal(401, f"bad key {KEY}"))

    for words in (("doctor",), ("doctor", "--json")):
        ended = run(*words, "--vault", tmp_path)

        assert ended.exit_code == 2
        assert "Correct OPENAI_API_KEY" in ended.stdout
        assert "price" in ended.stdout
        assert KEY not in ended.output


def test_the_key_is_never_shown(
    serving: Callable[..., ModelServer], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    """Key, user and password are sent, and shown nowhere, even where the server or the model says them."""
    server = serving(japanese=f"鍵は{KEY}である。", models=[{"id": f"invented {KEY}"}])
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    ended = run("doctor", "--vault", tmp_path)
    address = os.environ["OPENAI_BASE_URL"].replace("://", "://me:hidden-word@")
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    named = run("doctor", "--vault", tmp_path)

    assert server.keys[0] == f"Bearer {KEY}"
    assert server.keys[-1].startswith("Basic ")
    kept = (own_home / "cache" / "servers.json").read_text(encoding="utf-8")
    assert "a key is set" in ended.stdout
    assert KEY not in ended.output
    assert "hidden-word" not in named.output + kept


def test_a_model_that_is_not_there(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model the server has not is told with those it has; nothing else is asked."""
    monkeypatch.setenv("NOTEGEN_MODEL", "other")
    server = serving(hook=lambda body: refusal(404, "model “other” not found, try pulling it first"))

    status, found = checks()

    assert (status, found["model"]["state"]) == (2, "problem")
    assert found["model"]["next_step"] == "Set NOTEGEN_MODEL to one it has: invented"
    assert {found[name]["found"] for name in ("answer form", "window", "Japanese", "price")} == {"not asked"}
    assert len(server.bodies) == 1


def test_another_model_answers(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that takes any name answers, but the name is not believed."""
    monkeypatch.setenv("NOTEGEN_MODEL", "other")
    serving()

    status, found = checks()

    assert (status, found["model"]["state"]) == (0, "unknown")
    assert "perhaps by one of those" in found["model"]["found"]


def test_several_models_and_none_named(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """Where several are offered one must be named; none is asked."""
    server = serving(models=[{"id": "one"}, {"id": "two"}])

    status, found = checks()

    assert (status, found["model"]["state"], server.bodies) == (2, "problem", [])
    assert "one, two" in found["model"]["found"]


def test_a_server_without_a_list(
    serving: Callable[..., ModelServer], checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that lists no models is asked all the same."""
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")
    serving(models=None)

    status, found = checks()

    assert (status, found["model"]["state"]) == (0, "ok")
    assert "it lists no models" in found["server"]["found"]


def test_a_model_file_without_a_name(checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing behind gguf: is told as just that, not as the current folder."""
    monkeypatch.setenv("NOTEGEN_MODEL", "gguf: ")

    status, found = checks()

    assert (status, found["model"]["next_step"]) == (2, "Write its path behind gguf:")
    assert "names none" in found["model"]["found"]


def test_nobody_there(checks: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is not there ends with status 3 and says what to do."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")

    status, found = checks()

    assert (status, found["server"]["state"]) == (3, "problem")
    assert found["server"]["next_step"] == "Start it or correct OPENAI_BASE_URL"
    assert all(check["found"] == "not asked" for name, check in found.items() if name != "server")


def test_a_step_that_fails_ends_itself_alone(serving: Callable[..., ModelServer], checks: Callable[[], Any]) -> None:
    """Where the server breaks at one question, the others are asked."""

    def breaks(body: dict[str, Any]) -> Response | None:
        return refusal(500, "out of memory") if "code word" in body["messages"][-1]["content"] else None

    serving(hook=breaks)

    status, found = checks()

    assert (status, found["window"]["state"], found["Japanese"]["state"]) == (1, "problem", "ok")
    assert "out of memory" in found["window"]["found"]


@pytest.mark.parametrize("encoding", ["cp932", "utf-8"])
def test_plain_words_where_no_mark_can_be_drawn(
    serving: Callable[..., ModelServer], tmp_path: Path, encoding: str
) -> None:
    """A console in cp932 gets words for the marks, and its Japanese whole."""
    serving()
    environ = {**os.environ, "PYTHONIOENCODING": encoding}

    command = [sys.executable, "-m", "notegen", "doctor", "--vault", str(tmp_path)]
    ended = subprocess.run(command, env=environ, capture_output=True, check=True)

    lines = ended.stdout.decode(encoding).splitlines()
    assert all(line.startswith("✓ " if encoding == "utf-8" else "ok: ") for line in lines)
    assert "雑音を37%取り除く" in ended.stdout.decode(encoding)


@pytest.mark.parametrize(("term", "begins"), [("xterm", "✓  "), ("dumb", "ok         ")])
@pytest.mark.parametrize("columns", [80, 120])
def test_on_a_terminal(
    serving: Callable[..., ModelServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    term: str,
    begins: str,
    columns: int,
) -> None:
    """On a terminal no line is wider than it, and a dumb one gets words for the marks."""
    serving()
    real = subprocess.Popen

    def as_term(command: list[str], *, env: dict[str, str], **more: Any) -> Any:
        return real(command, env={**env, "TERM": term}, **more)

    monkeypatch.setattr("screens.subprocess.Popen", as_term)

    status, shown = on_terminal(["doctor", "--vault", tmp_path], columns)

    lines = shown.splitlines()
    assert status == 0
    assert lines[0].startswith(begins)
    assert max(map(len, lines)) <= columns
