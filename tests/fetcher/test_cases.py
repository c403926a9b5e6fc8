"""Faults that users of such tools met, by the number of their case: another paper than the wanted one (A).

Each proves the right behaviour at the door where the person stands: the command line, or arXiv's. The rows B are in
test_cases_arxiv.py, C and D in test_cases_names.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pytest_httpserver import HTTPServer
from test_arxiv_door import Arxiv, entry, feed

from notegen.fetcher.matching.match import judge
from notegen.records import Paper, Wanted

Run = Callable[..., Result]
LANTERN = entry("2302.04567v3", "Lantern: Tracing Gradients at Night")
DUST = entry("2101.00001v1", "Dust in Distant Galaxies")
LISTED = "[[2023__OSDI__Lantern - Tracing Gradients at Night]]"


def stand_in(server: HTTPServer, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Arxiv:
    """A loopback arXiv, asked by the command line as well; waiting takes no time."""
    service = Arxiv(server, folder / "pace")
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", service.url)
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(folder / "none"))
    monkeypatch.setattr("notegen.paper_sources.time.sleep", service.slept.append)
    return service


@pytest.fixture
def arxiv(httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arxiv:
    """The stand-in for arXiv."""
    return stand_in(httpserver, tmp_path, monkeypatch)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """An empty vault."""
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


def fill(run: Run, vault: Path, *lines: str) -> tuple[list[dict[str, Any]], int]:
    """The papers of the report, and the exit status, of filling a MOC of these lines."""
    (vault / "A MOC.md").write_text("## Papers\n" + "".join(f"- {line}\n" for line in lines), encoding="utf-8")
    result = run("fill", "--json", "--vault", vault)
    return json.loads(result.stdout)["papers"], result.exit_code


def notes(vault: Path) -> list[str]:
    """The names of all notes but the MOC."""
    return sorted(path.relative_to(vault).as_posix() for path in vault.rglob("*.md") if path.stem != "A MOC")


def test_a1_a_colon_is_no_field_and_the_first_hit_no_answer(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The title with its colon goes out as a quoted phrase of words; a hit with another title is refused."""
    arxiv.answers = [feed(DUST)]

    result = run("resolve", "Lantern: Tracing Gradients at Night", "--json", "--vault", vault)

    assert arxiv.asked("search_query")[0] == 'ti:"lantern tracing gradients at night"'
    assert json.loads(result.stdout)["papers"][0]["outcome"] == "not-found"
    assert result.exit_code == 1


def test_a2_the_third_hit_may_be_the_right_one_and_none_is_a_match(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The right paper is taken from rank three; where it is absent nothing is written and the status tells."""
    arxiv.answers = [feed(DUST, entry("2101.00002v1", "Lantern Fish at Night"), LANTERN)]
    found, status = fill(run, vault, LISTED)
    arxiv.answers = [feed(DUST)]
    absent, status_absent = fill(run, vault, "[[2023__X__Moths Near Racks]]")

    assert (found[0]["outcome"], found[0]["arxiv_id"], status) == ("written", "2302.04567", 0)
    assert (absent[0]["outcome"], status_absent) == ("not-found", 1)
    assert notes(vault) == ["2023__OSDI__Lantern - Tracing Gradients at Night.md"]


@pytest.mark.parametrize("hint", [" (Costa et al., 2023)", " https://arxiv.org/abs/2310.00009v1"])
def test_a3_one_title_of_two_papers_is_ambiguous(run: Run, vault: Path, arxiv: Arxiv, hint: str) -> None:
    """Both are listed and nothing is written, until an author or an id on the line decides."""
    twin = entry("2310.00009v1", "Lantern: Tracing Gradients at Night").replace("Yū Kanda", "Rui Costa")
    arxiv.answers = [feed(LANTERN, twin)]
    link = LISTED.replace("2023__OSDI__", "2023__")

    papers, status = fill(run, vault, link)
    before = notes(vault)
    decided, _ = fill(run, vault, link + hint)

    assert (papers[0]["outcome"], status, before) == ("ambiguous", 1, [])
    assert {each["arxiv_id"] for each in papers[0]["candidates"]} == {"2302.04567", "2310.00009"}
    assert (decided[0]["outcome"], decided[0]["arxiv_id"]) == ("written", "2310.00009")


def test_a4_a_corrected_match_does_not_come_back_from_the_cache(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The answer that led to the wrong paper is kept on disk, but a pin goes before it, online and off."""
    arxiv.answers = [feed(LANTERN)]
    (vault / "A MOC.md").write_text(f"## Papers\n- {LISTED}\n", encoding="utf-8")
    wrong = run("resolve", LISTED, "--json", "--vault", vault)
    arxiv.answers = [feed(entry("2305.00001v1", "Lantern, Tracing Gradients at Night"))]
    run("resolve", LISTED, "--pin", "2305.00001", "--vault", vault)
    run("resolve", LISTED, "--vault", vault)

    again = run("resolve", LISTED, "--offline", "--json", "--vault", vault)

    assert json.loads(wrong.stdout)["papers"][0]["arxiv_id"] == "2302.04567"
    assert json.loads(again.stdout)["papers"][0]["arxiv_id"] == "2305.00001"


@pytest.mark.parametrize(
    ("ours", "other"),
    [
        ("{}, Part I", "{}, Part II"),
        ("{} 1", "{} 2"),
        ("{}", "{}, Part 2"),
        ("{}, Part III", "{}, Part II: Ice"),
        ("{}", "Improved {}"),
        ("{}", "Not {}"),
        ("{}, Part I", "{}, Part II: Ice"),
    ],
)
def test_a6_parts_are_not_merged(ours: str, other: str) -> None:
    """Titles that differ in a part, a numeral, “not” or a leading “Improved” are two papers', whatever else fits."""
    title = "Tracing Very Small Gradients at Night in Cold Harbours"
    for wanted, found in ((ours, other), (other, ours)):
        paper = Paper(found.format(title), ("Yū Kanda",), arxiv_id="2101.00001", published="2021", venue="OSDI")
        line = Wanted("a", wanted.format(title), year=2021, venue="OSDI", authors=("Kanda",))
        assert judge(line, [paper]).decision != "accepted"


def test_a7_a_doi_beside_another_title_is_flagged(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The DOI on the line is of another paper than the title: nothing is written, both sides are told."""
    arxiv.answers = [feed(LANTERN)]

    papers, status = fill(run, vault, "[[2023__OSDI__Moths That Eat Cables in Racks]] doi:10.1000/lantern")

    assert (papers[0]["outcome"], status, notes(vault)) == ("ambiguous", 1, [])
    assert "DOI" in papers[0]["reason"]
    assert papers[0]["candidates"][0]["arxiv_id"] == "2302.04567"


def test_a9_a_phrase_goes_first_then_all_words_and_the_winner_is_told(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The quoted phrase is asked before the words joined by AND, and the reason says how the paper was found."""
    arxiv.answers = [feed(DUST), feed(DUST), feed(LANTERN)]
    result = run("resolve", "Lantern Gradients", "--json", "--vault", vault)
    sure = run("resolve", "Lantern: Tracing Gradients at Night", "--json", "--vault", vault)

    phrase, words = arxiv.asked("search_query")[:2]
    assert phrase == 'ti:"lantern gradients"'
    assert words == "(ti:lantern AND (ti:gradients OR ti:gradients*))"
    assert json.loads(result.stdout)["papers"][0]["outcome"] != "accepted"
    assert json.loads(sure.stdout)["papers"][0]["reason"] == "same title"


@pytest.mark.parametrize(
    "beside", ["arXiv:2302.04567", "https://arxiv.org/pdf/2302.04567v3.pdf", "doi:10.1000/lantern"]
)
def test_a10_an_id_on_the_line_wins_where_the_title_finds_nothing(
    run: Run, vault: Path, arxiv: Arxiv, beside: str
) -> None:
    """An own name of which no record has the title, with an id, an address or a DOI, is that paper."""
    arxiv.answers = [feed(LANTERN)]

    papers, status = fill(run, vault, f"[[night notes]] {beside}")

    assert (papers[0]["outcome"], papers[0]["arxiv_id"], status) == ("written", "2302.04567", 0)


def test_a12_a_withdrawn_paper_is_marked_and_not_drafted(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """What its comment says stands in the note; there is no draft."""
    said = "This paper has been withdrawn by the authors"
    arxiv.answers = [feed(LANTERN.replace("Accepted at OSDI '23,\n    14 pages", said))]

    papers, _ = fill(run, vault, LISTED)

    assert (papers[0]["outcome"], papers[0]["read"]) == ("unfinished", "none")
    assert said in (vault / notes(vault)[0]).read_text(encoding="utf-8")


def test_a12_a_last_version_without_pdf_is_marked(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """arXiv offers no PDF of a withdrawn version: that alone is enough for the mark."""
    arxiv.answers = [feed(LANTERN.replace('title="pdf"', 'title="gone"').replace("/pdf/", "/gone/"))]

    papers, _ = fill(run, vault, LISTED)

    assert papers[0]["read"] == "none"
