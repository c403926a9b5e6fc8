"""Faults that users of such tools met, by the number of their case: an arXiv that is busy, moved or wrong (B)."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from test_arxiv_door import Arxiv, busy, entry, feed
from test_cases import DUST, LANTERN, LISTED, Run, fill, stand_in
from werkzeug import Response

from notegen.errors import SourceRefused, SourceUnreachable
from notegen.fetcher.sources.arxiv_wire import Wire
from notegen.fetcher.sources.pace import Pace


@pytest.fixture
def arxiv(httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arxiv:
    """The stand-in for arXiv."""
    return stand_in(httpserver, tmp_path, monkeypatch)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """An empty vault."""
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


@pytest.mark.parametrize(("headers", "waits"), [({}, [3, 10, 30]), ({"Retry-After": "17"}, [17, 17, 30])])
def test_b1_three_refusals_are_waited_out(arxiv: Arxiv, headers: dict[str, str], waits: list[float]) -> None:
    """A whole batch of ids survives three times 429, with no wait shorter than the one arXiv asked for."""
    arxiv.answers = [busy(**headers), busy(**headers), busy(**headers), feed(LANTERN)]

    found = arxiv.source().ask("id", ["2302.04567", *(f"2302.1{n:04}" for n in range(19))])

    assert [asked for asked, papers in found.items() if papers] == ["2302.04567"]
    assert arxiv.slept[-3:] == waits


def test_b2_a_lasting_refusal_stops_asking_and_the_rest_goes_on(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """Four requests in all, then the host is left alone: what it alone knows waits, the vault's own is written."""
    own = {"links": ["2025__X__Amber"], "title": "Amber: A Cache", "published": "2025", "abstract": "We keep less."}
    (vault / ".notegen").mkdir()
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(own) + "\n", encoding="utf-8")
    arxiv.answers = [busy()]

    papers, status = fill(run, vault, LISTED, "[[2025__X__Amber]]", "[[2023__X__Moths]]", "[[M]] arXiv:2302.00001")

    assert [paper["outcome"] for paper in papers] == ["waiting", "written", "waiting", "waiting"]
    assert all("too many requests" in paper["reason"] for paper in papers if paper["outcome"] == "waiting")
    assert (len(arxiv.requests), status) == (4, 1)


def test_b3_an_empty_feed_for_an_id_is_never_a_verdict(run: Run, vault: Path, arxiv: Arxiv, own_home: Path) -> None:
    """An empty answer is asked again, at once and a day later; where all is answered with nothing the paper waits."""
    arxiv.answers = [feed()]
    waiting, status = fill(run, vault, "[[Night]] arXiv:2302.04567")
    arxiv.answers = [feed(), feed(), feed(DUST)]
    unsure, _ = fill(run, vault, "[[Night]] arXiv:2302.04567")
    for path in (own_home / "cache" / "arxiv").rglob("*.json"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(kept | {"at": kept["at"] - 86_400}), encoding="utf-8")
    arxiv.answers = [feed(LANTERN)]
    found, _ = fill(run, vault, "[[Night]] arXiv:2302.04567")

    assert (waiting[0]["outcome"], status) == ("waiting", 1)
    assert "or did not answer it" in unsure[0]["reason"]
    assert found[0]["outcome"] == "written"


def test_b5_a_plain_rate_exceeded_is_a_refusal(arxiv: Arxiv) -> None:
    """Status 200 with the words instead of a feed is treated as 429: waited for, and in the end refused."""
    arxiv.answers = [Response("Rate exceeded.", content_type="text/plain")]

    with pytest.raises(SourceRefused, match="too many requests"):
        arxiv.source().ask("title", ["Lantern"])
    assert arxiv.slept == [3, 10, 30]


@pytest.mark.parametrize(
    "answer",
    [Response("<html>Maintenance</html>", content_type="text/html"), Response(feed(entry("../api/errors#x", "Error")))],
    ids=["html", "error-entry"],
)
def test_b5_a_page_that_is_no_answer_is_no_verdict(arxiv: Arxiv, answer: Response) -> None:
    """A page of HTML, or a feed that holds an error instead of papers, with status 200 never means “no results”."""
    arxiv.answers = [answer]

    with pytest.raises(SourceUnreachable):
        arxiv.source().ask("title", ["Lantern"])


def test_b6_few_results_are_asked_for_and_ids_go_together(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """One title asks for ten records at most, and thirty ids are one request for thirty."""
    arxiv.answers = [feed(LANTERN)]
    arxiv.source().ask("title", ["Lantern: Tracing Gradients at Night"])
    arxiv.source().ask("id", [f"2302.{n:05}" for n in range(30)])

    assert arxiv.asked("max_results") == ["10", "30"]
    assert len(arxiv.asked("id_list")[1].split(",")) == 30


def test_b7_the_agent_is_named_and_two_processes_share_one_pace(arxiv: Arxiv, tmp_path: Path) -> None:
    """Every request names the program and a contact; a pause of three seconds holds between two that share a folder."""
    arxiv.answers = [feed(LANTERN)]
    arxiv.source().ask("id", ["2302.04567"])
    slept: list[float] = []
    for _ in range(2):
        with Pace(tmp_path / "shared", 3.0, lambda: 1_000.0 + sum(slept), slept.append).turn():
            pass

    agent = arxiv.requests[0].headers["User-Agent"]
    assert agent.startswith("notegen/")
    assert "me@x.test" in agent
    assert sum(slept) >= 3.0


def test_b8_redirects_are_followed_but_never_to_an_open_line(
    arxiv: Arxiv, httpserver: HTTPServer, tmp_path: Path
) -> None:
    """A moved address is followed; from https to http nothing is sent."""
    import requests

    httpserver.expect_request("/moved").respond_with_data(feed(LANTERN))
    arxiv.answers = [Response(status=301, headers={"Location": "/moved"})]
    followed = arxiv.source().ask("id", ["2302.04567"])
    before = len(httpserver.log)
    wire = Wire(Pace(tmp_path / "pace", 0, time.time, time.sleep), "x", secure=True)

    with pytest.raises(SourceUnreachable, match="without encryption"):
        wire.send(requests.Request("GET", httpserver.url_for("/moved")).prepare())
    assert "2302.04567" in followed
    assert len(httpserver.log) == before


def test_b11_answers_are_joined_by_id_not_by_place(arxiv: Arxiv) -> None:
    """Three ids, answered in another order, one of them not at all, one twice: each has its own paper."""
    old = entry("cs/0701188v2", "Old")
    arxiv.answers = [feed(DUST, old, LANTERN, old)]
    papers = arxiv.source().ask("id", ["2302.04567", "2302.99999", "cs/0701188", "2101.00001v1"])

    assert {asked: [paper.arxiv_id for paper in found] for asked, found in papers.items()} == {
        "2302.04567": ["2302.04567"],
        "2302.99999": [],
        "cs/0701188": ["cs/0701188"],
        "2101.00001v1": ["2101.00001"],
    }
