"""Words of the command line that are no text (bytes, PEP 383) or no name: one clear line, and JSON that stays JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import Arxiv, dump_line, vault_with
from pytest_httpserver import HTTPServer

Run = Callable[..., Result]
PROJECT = Path(__file__).resolve().parents[2]
BYTES = "\udcff\udcfe abc"


def _only_error(result: Result) -> dict[str, str]:
    """The error of a report that is one JSON object in UTF-8, told in one line on stderr as well."""
    told: dict[str, str] = json.loads(result.stdout_bytes.decode("utf-8"))["error"]
    assert len([line for line in result.stderr.splitlines() if line.startswith(("notegen:", "Error:"))]) == 1
    return told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["generate", BYTES], "not UTF-8"),
        (["generate", "2025__X__Amber - A System", BYTES], "not UTF-8"),
        (["generate", "a title " * 600], "longer than 4,000 characters"),
        (["generate", "x", "--text", BYTES], ".txt"),
        (["resolve", BYTES, "--pin", "none"], "not UTF-8"),
        (["resolve", "x", "--pin", BYTES], "neither an arXiv id"),
        (["resolve", "x", "--also", BYTES], "crossref"),
        (["fill", BYTES], "Reading MOC"),
        (["fill", "--folder", BYTES], "broken character"),
        (["fill", "--model", BYTES], "not UTF-8"),
        (["status", "--vault", BYTES], "no such folder"),
        (["status", f"--{BYTES}"], "No such option"),
    ],
)
def test_it_is_refused_in_one_line(run: Run, tmp_path: Path, words: list[str], why: str) -> None:
    """Status 2, and what is wrong, in words and in JSON; nothing is written."""
    vault = vault_with(tmp_path)
    before = sorted(vault.rglob("*"))

    result = run(*words, "--json", *(("--vault", vault) if "--vault" not in words else ()))

    error = _only_error(result)
    assert result.exit_code == 2
    assert why in error["why"] + error["next_step"]
    assert sorted(vault.rglob("*")) == before


def test_one_name_of_many_costs_no_other(run: Run, tmp_path: Path) -> None:
    """It is not found, with the reason; the names beside it are looked up."""
    vault = vault_with(tmp_path)

    result = run("resolve", BYTES, "2025__X__Amber - A System", "--offline", "--json", "--vault", vault)
    in_pipe = run("resolve", BYTES, "--offline", "--vault", vault)

    papers = json.loads(result.stdout)["papers"]
    assert [paper["outcome"] for paper in papers] == ["not-found", "accepted"]
    assert "not UTF-8" in papers[0]["reason"]
    assert result.exit_code == in_pipe.exit_code == 1
    assert "not UTF-8" in in_pipe.stdout


def test_folders_of_any_bytes_can_be_used(
    run: Run, tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vault, a cache and a catalogue may lie in a folder whose name is no text; JSON shows it as well as it can."""
    folder = tmp_path / BYTES
    folder.mkdir()
    vault = vault_with(folder)
    dump = folder / "dump.json"
    dump.write_text(dump_line("2402.01111", "Moss: Slow Clocks for Fast Rings") + "\n", encoding="utf-8")
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", Arxiv(httpserver, {"2402.02222": "Fern: A Lazy Scheduler"}).url)
    for name in ("CACHE_DIR", "STATE_DIR", "CATALOGUE"):
        monkeypatch.setenv(f"NOTEGEN_{name}", str(folder / name))

    built = run("catalogue", "build", dump)
    info = run("catalogue", "info", "--json")
    resolved = run("resolve", "2402.01111", "Fern: A Lazy Scheduler", "--json", "--vault", vault)
    filled = run("fill", "--offline", "--json", "--vault", vault)

    assert [one.exit_code for one in (built, info, resolved, filled)] == [0, 0, 0, 0]
    assert json.loads(info.stdout)["records"] == 1
    assert json.loads(resolved.stdout)["totals"] == {"accepted": 2}
    assert json.loads(filled.stdout)["vault"].endswith("?? abc/vault")


@pytest.mark.skipif(sys.platform == "win32", reason="file names are Unicode there")
def test_file_names_are_utf8_whatever_the_locale(tmp_path: Path, own_home: Path) -> None:
    """A vault's names are read and written as UTF-8 where the locale says otherwise; undo finds them again."""
    vault = vault_with(tmp_path, ["琥珀"])
    before = {os.fsencode(path) for path in vault.iterdir()}
    locale = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LANG": ""}

    def notegen(*words: str) -> int:
        command = [sys.executable, "-m", "notegen", *words, "--vault", str(vault)]
        return subprocess.run(command, env={**os.environ, **locale}, capture_output=True, check=False).returncode

    assert notegen("fill", "--offline") == 0
    assert {os.fsencode(path) for path in vault.iterdir()} - before == {f"{vault}/2025__X__琥珀 - A System.md".encode()}
    assert notegen("fill", "--offline") == 0
    assert notegen("undo") == 0
    assert {os.fsencode(path) for path in vault.iterdir()} == before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no second start there")
def test_nothing_that_lies_in_a_vault_is_run(tmp_path: Path, own_home: Path) -> None:
    """Modules in the current folder are not taken for ours, also where the program starts again for the locale."""
    vault = vault_with(tmp_path)
    for name in ("notegen/__init__.py", "notegen/__main__.py", "click.py"):
        (vault / name).parent.mkdir(exist_ok=True)
        (vault / name).write_text("print('taken over')\n", encoding="utf-8")
    start = "import sys; sys.path = [path for path in sys.path if path]; from notegen.cli import main; main()"
    locale = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-P", "-c", start, "status"]
    done = subprocess.run(command, env={**os.environ, **locale}, cwd=vault, capture_output=True, check=False)

    assert done.returncode == 0, done.stderr
    assert b"taken over" not in done.stdout
