"""A real reading list against 60,000 real records."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.reading_list.moc import distinct, read_moc
from notegen.fetcher.sources.arxiv import ArxivSource
from notegen.fetcher.sources.cache import CachedSource
from notegen.fetcher.sources.pace import Pace

SHARED = Path(__file__).resolve().parents[3] / "shared"
MOC = SHARED / "moc" / "分散深層学習 - MOC.md"
REPLAY = SHARED / "arxiv_replay"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the local arXiv."""
    if not MOC.is_file():
        pytest.skip("the local arXiv is not here")
    command = [sys.executable, str(REPLAY / "serve.py"), "--port", "0", "--print-url"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
        server.terminate()


@pytest.fixture(scope="module")
def gold() -> dict[str, str]:
    """The arXiv id of each link of the list, "-" where it is no paper or not on arXiv."""
    with (REPLAY / "gold_moc.tsv").open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["link_target"]: row["arxiv_id"] for row in rows}


def _stats(url: str, reset: bool = False) -> dict[str, Any]:
    if reset:
        urllib.request.urlopen(f"{url}/_control", data=b'{"reset_stats": true}').close()
    with urllib.request.urlopen(f"{url}/_stats") as answer:
        return json.load(answer)  # type: ignore[no-any-return]


@pytest.mark.replay
def test_fill_writes_the_right_notes_and_no_other(
    url: str, gold: dict[str, str], tmp_path: Path, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole command on the real list: no note for a wrong paper, at least 30 right ones, at most 20 requests."""
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", url)
    monkeypatch.setenv("NOTEGEN_ARXIV_INTERVAL", "0.15")
    shutil.copy(MOC, tmp_path)
    _stats(url, reset=True)

    first = run("fill", "--json", "--vault", tmp_path)
    stats = _stats(url)
    second = run("fill", "--json", "--vault", tmp_path)

    papers = {paper["link"]: paper for paper in json.loads(first.stdout)["papers"]}
    notes = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.md") if path.name != MOC.name}
    assert len(notes) >= 30
    for link, note in notes.items():
        assert f'arxiv_id: "{gold[link]}"' in note
    not_there = [paper for link, paper in papers.items() if gold[link] == "-" and paper["outcome"] != "not-a-paper"]
    assert len(not_there) == 9
    assert all(paper["outcome"] == "not-found" and paper["candidates"] for paper in not_there)
    assert first.exit_code == second.exit_code == 1
    assert stats["requests"] <= 20
    assert stats["min_gap_seconds"] >= 0.12  # the server notes the end of an answer a moment after it was read
    assert _stats(url)["requests"] == stats["requests"]


@pytest.mark.replay
def test_right_papers_in_few_requests(url: str, gold: dict[str, str], tmp_path: Path) -> None:
    """Of 35 papers on arXiv at least 32 are accepted, none wrongly, in 15 requests; the second run asks nothing."""
    wanted = [one for one in distinct(read_moc(MOC.stem, MOC.read_text(encoding="utf-8"))) if one.is_paper]
    pace = Pace(tmp_path / "pace", 0.15, time.time, time.sleep)
    arxiv = ArxivSource(url, pace, sleep=time.sleep, say=print)
    source = CachedSource(arxiv, tmp_path / "kept", time.time)
    _stats(url, reset=True)
    first = find(wanted, OwnKnowledge(), [source])
    stats = _stats(url)
    papers = {link: match.paper.arxiv_id for link, match in first.items() if match.paper}

    assert papers == {link: gold[link] for link in papers}
    assert len(set(papers.values())) >= 32
    assert stats["requests"] <= 15
    assert stats["min_gap_seconds"] >= 0.12
    assert find(wanted, OwnKnowledge(), [CachedSource(arxiv, tmp_path / "kept", time.time, offline=True)]) == first
