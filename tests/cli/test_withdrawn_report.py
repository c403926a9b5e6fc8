"""A withdrawn paper in the report of a run, and how its unfinished note is completed by a person's word."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import Arxiv
from pytest_httpserver import HTTPServer
from screens import on_terminal

Run = Callable[..., Result]
WORDS = "This paper has been withdrawn by the authors: Lemma 3 does not hold"
NAME = "2024__arXiv__Fern - A Lazy Scheduler"


@pytest.fixture
def vault(tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault without MOC, and a stand-in for arXiv that knows one withdrawn paper."""
    shelf = Arxiv(httpserver, {"2402.02222": "Fern: A Lazy Scheduler"}, {"2402.02222": WORDS})
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", shelf.url)
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
@pytest.mark.parametrize("command", [["generate", "2402.02222"], ["fill"]])
def test_a_run_tells_what_is_withdrawn(vault: Path, command: list[str]) -> None:
    """On a terminal the row says so, and a line below gives the words, and how a draft is had all the same."""
    (vault / "A MOC.md").write_text(f"## Papers\n- [[{NAME}]] arXiv:2402.02222\n", encoding="utf-8")

    unfinished = on_terminal([*command, "--vault", vault], 100)[1]
    drafted = on_terminal(["fill", "--withdrawn", "--vault", vault], 100)[1]

    assert "2402.02222, withdrawn" in unfinished
    assert f"{NAME}: withdrawn, so not drafted (--withdrawn drafts it): {WORDS}\n" in unfinished
    assert f"{NAME}: withdrawn: {WORDS}\n" in drafted


def test_the_report_for_programs_has_the_words(run: Run, vault: Path) -> None:
    """In `withdrawn` of the paper, as `resolve` has it."""
    result = run("generate", "2402.02222", "--json", "--vault", vault)

    assert json.loads(result.stdout)["papers"][0]["withdrawn"] == WORDS


@pytest.mark.parametrize("asked", [NAME, "Fern: A Lazy Scheduler"])
def test_the_note_is_completed_as_it_advises(run: Run, vault: Path, asked: str) -> None:
    """No MOC lists it: the command its text names, with its name or the title, fills it with a draft."""
    run("generate", "2402.02222", "--vault", vault)
    note = vault / f"{NAME}.md"
    advised = 'notegen generate "NOTE NAME" --withdrawn' in note.read_text(encoding="utf-8")

    result = run("generate", asked, "--withdrawn", "--json", "--vault", vault)

    assert advised
    assert json.loads(result.stdout)["totals"] == {"written": 1}
    assert "40% less data" in note.read_text(encoding="utf-8")
