"""A model's server that answers badly costs the one paper; the next run asks only what is missing (P5, P7)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import good_answer, paper_in, reply, vault_with
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries do not wait in tests."""
    monkeypatch.setattr("notegen.wiring.time.sleep", lambda seconds: None)


FAULTS: dict[str, Callable[[], Response]] = {
    "500": lambda: Response("oops", 500),
    "429": lambda: Response('{"error": {"message": "slow down"}}', 429, mimetype="application/json"),
    "garbage": lambda: reply("The cache is nice, and so is the weather."),
    "html": lambda: Response("<html>proxy</html>", mimetype="text/html"),
    "empty": lambda: reply(""),
    "null": lambda: reply(None),
    "cut off": lambda: reply('{"tldr": {"en": "Birch is', "length"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_answer_costs_one_paper_and_the_next_run_completes_it(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """Birch waits with one line of reason; the second run writes it and asks for nothing else."""
    vault, asked, healed = vault_with(tmp_path), Counter[str](), False

    def answer(request: Request) -> Response:
        asked[paper_in(request)] += 1
        return FAULTS[fault]() if paper_in(request) == "Birch" and not healed else good_answer(request)

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")

    first = run("fill", "--offline", "--vault", vault)
    after_first = Counter(asked)
    healed = True
    second = run("fill", "--offline", "--vault", vault)

    assert first.exit_code == 1
    problems = [line for line in first.stderr.splitlines() if line.startswith("notegen:")]
    assert len(problems) == 1
    assert "Birch" in problems[0]
    assert "waiting" in problems[0]
    assert second.exit_code == 0
    assert asked - after_first == Counter({"Birch": 1})
    assert len(list(vault.glob("2025*"))) == 3


def test_dry_run_writes_nothing_and_the_real_run_asks_nothing(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a dry run prints in a pipe is byte for byte what the run after it writes, for no further call."""
    vault = vault_with(tmp_path, ("Amber",))
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(good_answer)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")

    shown = run("fill", "--dry-run", "--offline", "--vault", vault)
    nothing_yet = list(vault.glob("2025*"))
    calls = len(httpserver.log)
    run("fill", "--offline", "--vault", vault)

    assert nothing_yet == []
    assert shown.stdout_bytes == (vault / "2025__X__Amber - A System.md").read_bytes()
    assert len(httpserver.log) == calls


def test_plan_asks_no_model(run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """--plan names papers, calls and tokens without a single request."""
    vault = vault_with(tmp_path)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")

    result = run("fill", "--plan", "--offline", "--vault", vault)

    assert result.exit_code == 0
    assert "3 calls" in result.stdout
    assert "Amber" in result.stdout
    assert httpserver.log == []
    assert list(vault.glob("2025*")) == []


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_ends_the_asking(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Status 2, OPENAI_API_KEY is named, the key itself never shown, and no second paper is asked for."""
    vault = vault_with(tmp_path)
    httpserver.expect_request("/v1/chat/completions").respond_with_json(
        {"error": {"message": "Incorrect API key provided: sk-very-secret", "type": "invalid_request_error"}}, status
    )
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")

    result = run("fill", "--offline", "--vault", vault, "--model", "invented")

    assert result.exit_code == 2
    assert "OPENAI_API_KEY" in result.stderr
    assert "sk-very-secret" not in result.output
    assert len(httpserver.log) == 1
    assert list(vault.glob("2025*")) == []


def test_an_unreachable_server_is_noticed_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 3, one line that names the address, nothing written, and no silent fall-back to no model."""
    vault = vault_with(tmp_path)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 3
    lines = [line for line in result.stderr.splitlines() if line.startswith("notegen:")]
    assert len(lines) == 1
    assert "http://127.0.0.1:9/v1" in lines[0]
    assert "2 more" in result.stderr
    assert list(vault.glob("2025*")) == []


def test_a_model_without_key_or_server_is_an_error_but_can_be_planned(run: Run, tmp_path: Path) -> None:
    """Set but unusable never falls back silently; what a run would ask can be known without a key."""
    vault = vault_with(tmp_path)

    planned = run("fill", "--plan", "--offline", "--vault", vault, "--model", "invented")
    filled = run("fill", "--offline", "--vault", vault, "--model", "invented")

    assert planned.exit_code == 0
    assert "3 calls" in planned.stdout
    assert filled.exit_code == 2
    assert "OPENAI_API_KEY is not set" in filled.stderr
    assert list(vault.glob("2025*")) == []


@pytest.mark.parametrize(("offered", "status"), [(["only-one"], 0), (["one", "two"], 2), ([], 2)])
def test_a_server_alone_chooses_its_only_model(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, offered: list[str], status: int
) -> None:
    """With an address and no model name the only model offered is taken; several are named instead of guessed at."""
    vault = vault_with(tmp_path, ("Amber",))
    models = {"object": "list", "data": [{"id": name, "object": "model", "created": 0} for name in offered]}
    httpserver.expect_request("/v1/models").respond_with_json(models)
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(good_answer)
    httpserver.expect_request("/models").respond_with_data("no such path", status=404)
    httpserver.expect_request("/chat/completions").respond_with_data("no such path", status=404)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/"))

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == status, result.stderr
    if status == 0:
        assert 'notegen_model: "only-one"' in next(vault.glob("2025*")).read_text(encoding="utf-8")
    else:
        assert "NOTEGEN_MODEL" in result.stderr


def test_debug_keeps_the_questions_and_answers_without_the_key(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    """The log lies outside the vault and holds the exact texts, never the key."""
    vault = vault_with(tmp_path, ("Amber",))
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(good_answer)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")

    run("fill", "--offline", "--vault", vault, "--model", "invented", "--debug")

    log = next((own_home / "state" / "logs").glob("*.log")).read_text(encoding="utf-8")
    assert "[2] We present Amber, a cache that keeps 40% less data." in log
    assert "40%減らすキャッシュ" in log
    assert "sk-very-secret" not in log


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_question_refused_for_one_paper_costs_that_paper_only(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """A prompt the server flags says nothing of the others: they are asked for and written."""
    vault = vault_with(tmp_path)
    flagged = Response('{"error": {"message": "Invalid prompt: flagged"}}', status, mimetype="application/json")
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(
        lambda request: flagged if paper_in(request) == "Amber" else good_answer(request)
    )
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))

    result = run("fill", "--offline", "--vault", vault, "--model", "invented")

    assert result.exit_code == 1
    assert len(list(vault.glob("2025*"))) == 2


def test_a_server_that_stays_busy_is_asked_for_two_papers_only(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list is not burnt on a server that is down: after two papers the rest wait unasked."""
    vault, asked = vault_with(tmp_path, ("Amber", "Birch", "Cedar", "Dahlia")), Counter[str]()

    def answer(request: Request) -> Response:
        asked[paper_in(request)] += 1
        return Response("oops", 503)

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))

    result = run("fill", "--offline", "--json", "--vault", vault, "--model", "invented")

    assert set(asked) == {"Amber", "Birch"}
    assert json.loads(result.stdout)["totals"] == {"waiting": 4}
    assert result.exit_code == 3


def test_an_unreadable_second_answer_is_not_asked_for_again(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim fails, the model answers the second question with prose: a dry run and the run after it ask once."""
    vault = vault_with(tmp_path, ("Amber",))

    def answer(request: Request) -> Response:
        if "recheck" in request.get_data(as_text=True):
            return reply("Sure, all fine.")
        return reply(good_answer(request).get_json()["choices"][0]["message"]["content"].replace("40%", "90%", 1))

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))

    shown = run("fill", "--dry-run", "--offline", "--vault", vault, "--model", "invented")
    calls = len(httpserver.log)
    run("fill", "--offline", "--vault", vault, "--model", "invented")

    assert len(httpserver.log) == calls
    assert shown.stdout_bytes == next(vault.glob("2025*")).read_bytes()
