"""A real reading list against 60,000 real records."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from notegen.fetcher.arxiv import ArxivSource
from notegen.fetcher.cache import CachedSource
from notegen.fetcher.lookup import find
from notegen.fetcher.moc import distinct, read_moc
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.pace import Pace

SHARED = Path(__file__).resolve().parents[3] / "shared"
MOC = SHARED / "moc" / "分散深層学習 - MOC.md"
REPLAY = SHARED / "arxiv_replay"


@pytest.fixture
def url() -> Iterator[str]:
    """The address of the local arXiv."""
    if not MOC.is_file():
        pytest.skip("the local arXiv is not here")
    command = [sys.executable, str(REPLAY / "serve.py"), "--port", "0", "--print-url"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
        server.terminate()


@pytest.mark.replay
def test_right_papers_in_few_requests(url: str, tmp_path: Path) -> None:
    """Of 35 papers on arXiv at least 32 are accepted, none wrongly, in 15 requests; the second run asks nothing."""
    with (REPLAY / "gold_moc.tsv").open(encoding="utf-8", newline="") as lines:
        gold = {
            row["link_target"]: row["arxiv_id"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        }
    wanted = [one for one in distinct(read_moc(MOC.stem, MOC.read_text(encoding="utf-8"))) if one.is_paper]
    pace = Pace(tmp_path / "pace", 0.05, time.time, time.sleep)
    source = CachedSource(ArxivSource(url, pace, sleep=time.sleep, say=print), tmp_path / "kept", time.time)
    first = find(wanted, OwnKnowledge(), source)
    with urllib.request.urlopen(f"{url}/_stats") as answer:
        stats = json.load(answer)
    papers = {link: match.paper.arxiv_id for link, match in first.items() if match.paper}

    assert papers == {link: gold[link] for link in papers}
    assert len(set(papers.values())) >= 32
    assert stats["requests"] <= 15
    assert stats["min_gap_seconds"] >= 0.045
    assert find(wanted, OwnKnowledge(), CachedSource(None, tmp_path / "kept", time.time)) == first
