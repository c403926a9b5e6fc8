"""An unfinished note is completed by whatever its paper is asked for, under whatever name it lies."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import Arxiv
from pytest_httpserver import HTTPServer

Run = Callable[..., Result]
NAME = "2024__arXiv__Fern - A Lazy Scheduler"


@pytest.fixture
def vault(tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with the unfinished note of a withdrawn paper that no MOC lists, put into a folder by its owner."""
    comments = {"2402.02222": "This paper has been withdrawn by the authors: Lemma 3 does not hold"}
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", Arxiv(httpserver, {"2402.02222": "Fern: A Lazy Scheduler"}, comments).url)
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "later").mkdir()
    return tmp_path


@pytest.mark.parametrize("renamed", [NAME, "My own name"])
@pytest.mark.parametrize("asked", ["2402.02222", "https://arxiv.org/abs/2402.02222v1", "NAME"])
def test_an_id_completes_the_unfinished_note(run: Run, vault: Path, renamed: str, asked: str) -> None:
    """By id, address or its name, moved or renamed: the note there gets its draft, and no second one is made."""
    run("generate", "2402.02222", "--vault", vault)
    note = (vault / f"{NAME}.md").rename(vault / "later" / f"{renamed}.md")
    before = note.read_bytes()

    plain = run("generate", "2402.02222", "--json", "--vault", vault)
    between = note.read_bytes()
    asked = renamed if asked == "NAME" else asked
    pinned = ["--pin", "2402.02222"]
    run("resolve", renamed, *pinned, "--vault", vault)
    drafted = run("generate", asked, "--withdrawn", "--json", "--vault", vault)
    again = run("generate", asked, "--withdrawn", "--json", "--vault", vault)

    assert json.loads(plain.stdout)["totals"] == {"unfinished": 1}
    assert between == before
    assert json.loads(drafted.stdout)["totals"] == {"written": 1}
    assert b"40% less data" in note.read_bytes()
    assert json.loads(again.stdout)["totals"] == {"exists": 1}
    assert list(vault.rglob("*.md")) == [note]


def test_two_ids_of_one_paper_make_no_name_up(run: Run, vault: Path) -> None:
    """The second is reported by what was asked for, never by a name that nothing has."""
    record = {"arxiv_id": "2402.02222", "doi": "10.5555/fern.1", "title": "Fern: A Lazy Scheduler", "published": "2024"}
    (vault / ".notegen").mkdir()
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")

    result = run("generate", "2402.02222", "10.5555/fern.1", "--offline", "--json", "--vault", vault)

    papers = json.loads(result.stdout)["papers"]
    assert papers[1]["outcome"] == "exists"
    assert papers[1]["link"] == "10.5555/fern.1"
    assert f"“{NAME}”" in papers[1]["reason"]
