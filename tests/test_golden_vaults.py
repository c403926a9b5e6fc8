"""Golden vaults: `before/` is copied, the steps of `command.toml` are taken, `after/` and `report.json` must come out.

A new case is a folder with before/ and command.toml; `NOTEGEN_UPDATE_GOLDEN=1 pytest tests/test_golden_vaults.py`
(with `-k NAME` for one) writes the rest, to be read before it is committed. command.toml is one command, or a list of
`[[steps]]`, run in this folder:

    words, exit     a command and its exit status
    changes         the files of the vault that it changes or removes; all others must stay as they are, byte for byte
    edit, old, new  a person's edit between two commands: everywhere in this file the one text gives way to the other
    decomposed      (once, at the top) files whose names the disk holds in Unicode form NFD: not every git can keep it

`answers/*.json` are a model's recorded answers: `name` is the question's, `holds` a piece of its text, `content` the
answer. An answer nobody asked for fails the test. A paper's row of report.json leaves out what is as in `NOTHING`.
"""

from __future__ import annotations

import json
import os
import shutil
import tomllib
import unicodedata
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

SITUATIONS = sorted(path.parent for path in (Path(__file__).parent / "vaults").glob("*/command.toml"))
UPDATE = bool(os.environ.get("NOTEGEN_UPDATE_GOLDEN"))
NOTHING: dict[str, Any] = {
    "link": "",
    "outcome": "",
    "reason": "",
    "path": None,
    "arxiv_id": None,
    "doi": None,
    "title": None,
    "read": None,
    "claims": {"total": 0, "supported": 0},
    "findings": [],
    "kept": [],
    "listed": None,
    "withdrawn": None,
    "candidates": [],
    "tokens": {"in": 0, "out": 0},
    "price": 0,
    "markdown": False,
}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.name)
def test_vault_becomes_exactly_what_was_promised(
    situation: Path,
    tmp_path: Path,
    run: Callable[..., Result],
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every file of the vault, the JSON reports and exit statuses; no file but those named changes; a second run
    changes nothing (P2, P3, P7)."""
    command = tomllib.loads((situation / "command.toml").read_text(encoding="utf-8"))
    steps, decomposed = command.get("steps", [command]), command.get("decomposed", [])
    vault = tmp_path / "vault"
    shutil.copytree(situation / "before", vault)
    for path in decomposed:
        (vault / path).rename(vault / _nfd(path))
    unused, unknown = _serve_answers(situation / "answers", httpserver, monkeypatch)
    monkeypatch.chdir(situation)

    reports = [report for step in steps if (report := _take(step, vault, run))]
    after = _tree(vault)
    run(*steps[-1]["words"], "--json", "--vault", vault)

    if UPDATE:
        _write(situation, after, reports, decomposed)
    promised = {_nfd(path) if path in decomposed else path: held for path, held in _tree(situation / "after").items()}
    _same(promised, after, "not as promised")
    _same({"report.json": _promised(situation)}, {"report.json": _written(reports)}, "not as promised")
    _same(after, _tree(vault), "the second run changed something")
    assert unused == [], "recorded answers nobody asked for"
    assert unknown == [], "questions without a recorded answer"


def _take(step: dict[str, Any], vault: Path, run: Callable[..., Result]) -> dict[str, Any] | None:
    """One step; the report of a command."""
    if "edit" in step:
        file = vault / step["edit"]
        text = file.read_bytes().decode("utf-8")
        assert step["old"] in text
        file.write_bytes(text.replace(step["old"], step["new"]).encode("utf-8"))
        return None

    before = _tree(vault)
    result = run(*step["words"], "--json", "--vault", vault)
    after = _tree(vault)
    assert result.exit_code == step["exit"], "\n".join([str(step["words"]), *_outcomes(result.stdout), result.stderr])
    changed = {path for path, content in before.items() if after.get(path) != content}
    told = {_nfd(path) if _nfd(path) in before else path for path in step.get("changes", [])}
    if changed != told:
        pytest.fail(f"{step['words']}: changed {changed}, named {told}\n{_differences(before, after)}", pytrace=False)
    return _report(result.stdout, vault)


def _serve_answers(
    folder: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[str]]:
    """Recorded answers that were not asked for yet, and questions that have none."""
    answers = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    unused, unknown = list(answers), []

    def answer(request: Request) -> Response:
        body = request.get_json()
        asked = "\n".join(message["content"] for message in body["messages"])
        name = body["response_format"]["json_schema"]["name"]
        for file, recorded in answers.items():
            if recorded["name"] == name and recorded["holds"] in asked:
                if file in unused:
                    unused.remove(file)
                message = {"role": "assistant", "content": json.dumps(recorded["content"], ensure_ascii=False)}
                usage = {"prompt_tokens": max(900, len(asked) // 4), "completion_tokens": 700, "total_tokens": 0}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "m"}
                return Response(json.dumps({**reply, "choices": [choice], "usage": usage}), mimetype="application/json")
        unknown.append(f"{name}: {asked[:2000]}")
        return Response("no recorded answer", 418)

    if answers:
        httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
        monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
        monkeypatch.setenv("NOTEGEN_MODEL", "recorded")
    return unused, unknown


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def _nfd(path: str) -> str:
    return unicodedata.normalize("NFD", path)


def _report(stdout: str, vault: Path) -> dict[str, Any]:
    report = json.loads(stdout)
    assert report["vault"] == str(vault.resolve())
    if "undone" in report:
        return {**report, "run": bool(report["run"]), "vault": "VAULT", "undone": bool(report["undone"])}
    assert set(report) == {"run", "vault", "mocs", "papers", "totals"}
    for paper in report["papers"]:
        assert set(paper) == set(NOTHING)
        paper["markdown"] = bool(paper["markdown"])  # the very text is compared as a file
    return {**report, "run": bool(report["run"]), "vault": "VAULT"}


def _outcomes(stdout: str) -> list[str]:
    rows = json.loads(stdout).get("papers") or json.loads(stdout).get("files", [])
    return [f"{row['outcome']}: {row.get('link') or row.get('path')}: {row['reason']}" for row in rows]


def _write(situation: Path, after: dict[str, bytes], reports: list[dict[str, Any]], decomposed: list[str]) -> None:
    shutil.rmtree(situation / "after", ignore_errors=True)
    composed = {_nfd(path): path for path in decomposed}
    for path, content in after.items():
        file = situation / "after" / composed.get(path, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (situation / "report.json").write_bytes(_written(reports))


def _written(reports: list[dict[str, Any]]) -> bytes:
    """The report of one command, or those of several as a list; rows without what is as in `NOTHING`."""
    short = [
        {key: list(map(_telling, value)) if key == "papers" else value for key, value in report.items()}
        for report in reports
    ]
    text = json.dumps(short if len(short) > 1 else short[0], ensure_ascii=False, indent=2)
    return f"{text}\n".encode()


def _telling(paper: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in paper.items() if key not in NOTHING or value != NOTHING[key]}


def _promised(situation: Path) -> bytes:
    loaded = json.loads((situation / "report.json").read_text(encoding="utf-8"))
    return _written(loaded if isinstance(loaded, list) else [loaded])


def _same(promised: dict[str, bytes], got: dict[str, bytes], what: str) -> None:
    if promised != got:
        pytest.fail(f"{what}\n{_differences(promised, got)}", pytrace=False)


def _differences(promised: dict[str, bytes], got: dict[str, bytes]) -> str:
    """What two trees do not have in common, as one diff, with signs that are easily overlooked made visible."""
    lines: list[str] = []
    for path in sorted(promised.keys() | got.keys()):
        if promised.get(path) != got.get(path):
            texts = _visible(promised.get(path)), _visible(got.get(path))
            lines += unified_diff(*texts, f"{path} (expected)", f"{path} (got)", lineterm="")
    return "\n".join(lines)


def _visible(content: bytes | None) -> list[str]:
    if content is None:
        return ["⟨no such file⟩"]
    text = content.decode("utf-8", "backslashreplace")
    return text.replace("\ufeff", "⟨BOM⟩").replace("\r", "⟨CR⟩").split("\n")
