"""Golden vaults: `before/` is copied, the command of `command.toml` is run, `after/` and `report.json` must come out.

A new case is a folder with before/ and command.toml; `NOTEGEN_UPDATE_GOLDEN=1 pytest tests/test_golden_vaults.py`
writes the rest, to be read before it is committed. `answers/*.json` are a model's recorded answers: `name` is the
question's, `holds` a piece of its text, `content` the answer. An answer nobody asked for fails the test.
"""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

SITUATIONS = sorted(path.parent for path in (Path(__file__).parent / "vaults").glob("*/command.toml"))
UPDATE = bool(os.environ.get("NOTEGEN_UPDATE_GOLDEN"))


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.name)
def test_vault_becomes_exactly_what_was_promised(
    situation: Path,
    tmp_path: Path,
    run: Callable[..., Result],
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every file of the vault, the JSON report and the exit status; and a second run changes nothing (P2, P3, P7)."""
    command = tomllib.loads((situation / "command.toml").read_text(encoding="utf-8"))
    vault = tmp_path / "vault"
    shutil.copytree(situation / "before", vault)
    unused = _serve_answers(situation / "answers", httpserver, monkeypatch)

    first = run(*command["words"], "--json", "--vault", vault)
    after, report = _tree(vault), _report(first.stdout, vault)
    run(*command["words"], "--json", "--vault", vault)

    if UPDATE:
        shutil.rmtree(situation / "after", ignore_errors=True)
        shutil.copytree(vault, situation / "after")
        (situation / "report.json").write_text(
            json.dumps(report, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )
    assert after == _tree(situation / "after")
    assert report == json.loads((situation / "report.json").read_text(encoding="utf-8"))
    assert first.exit_code == command["exit"], first.stderr
    assert _tree(vault) == after, "the second run changed something"
    assert unused == [], "recorded answers nobody asked for"


def _serve_answers(folder: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    answers = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    unused = list(answers)

    def answer(request: Request) -> Response:
        body = request.get_json()
        asked = body["messages"][-1]["content"]
        name = body["response_format"]["json_schema"]["name"]
        for file, recorded in answers.items():
            if recorded["name"] == name and recorded["holds"] in asked:
                if file in unused:
                    unused.remove(file)
                message = {"role": "assistant", "content": json.dumps(recorded["content"], ensure_ascii=False)}
                usage = {"prompt_tokens": 900, "completion_tokens": 700, "total_tokens": 1600}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "m"}
                return Response(json.dumps({**reply, "choices": [choice], "usage": usage}), mimetype="application/json")
        return Response(f"no recorded answer for {name}: {asked[:200]}", 418)

    if answers:
        httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
        monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
        monkeypatch.setenv("NOTEGEN_MODEL", "recorded")
    return unused


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def _report(stdout: str, vault: Path) -> dict[str, object]:
    report = json.loads(stdout)
    assert report["vault"] == str(vault.resolve())
    assert set(report) == {"run", "vault", "mocs", "papers", "totals"}
    for paper in report["papers"]:
        paper["markdown"] = bool(paper["markdown"])  # the very text is compared as a file
    return {**report, "run": bool(report["run"]), "vault": "VAULT"}
