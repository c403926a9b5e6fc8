"""Records of one paper are joined, those of two never; and one paper under two names makes one note (P1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import Result
from pytest_httpserver import HTTPServer
from test_arxiv_door import feed
from werkzeug import Response

from notegen.fetcher.matching.match import judge
from notegen.fetcher.matching.one_paper import distinct
from notegen.records import Paper, Wanted

Run = Callable[..., Result]
DOI = "10.5555/Kite.1"
PREPRINT = Paper(
    "Tying Kites to Rings",
    authors=("Mio Tanaka", "Ola Brandt"),
    arxiv_id="2209.13131",
    version=2,
    published="2022-09-27",
    abstract="We tie kites to rings.",
    source="arXiv",
)
PRINTED = Paper(
    "Tying kites to rings",
    authors=("M. Tanaka", "O. Brandt"),
    doi=DOI,
    published="2023",
    venue="Harbour Journal",
    source="Crossref",
)


@pytest.mark.parametrize("order", [(PREPRINT, PRINTED), (PRINTED, PREPRINT)])
def test_preprint_and_published_version_are_one(order: tuple[Paper, ...]) -> None:
    """Both ids, the preprint's abstract and date, the journal's name; whichever comes first."""
    assert distinct(order) == (replace(PREPRINT, doi=DOI, venue="Harbour Journal"),)
    match = judge(Wanted("a", PREPRINT.title), order)
    assert match.decision == "accepted"
    assert match.reason == "same title"


@pytest.mark.parametrize(
    "other",
    [
        replace(PRINTED, authors=("Rui Costa", "Mio Tanaka")),
        replace(PRINTED, authors=()),
        replace(PRINTED, published="2026"),
        replace(PRINTED, published="2018-12-31"),
        replace(PRINTED, title="Tying Kites to Rings II"),
        replace(PRINTED, title="Tying Kites to a Ring"),
        replace(PRINTED, source="arXiv"),
        replace(PREPRINT, arxiv_id="2209.13132", source="Crossref"),
        replace(PREPRINT, arxiv_id="2209.13132"),
        replace(PRINTED, authors=("Yui Tanaka", "Ida Berg")),
    ],
    ids=["author", "nobody", "later", "earlier", "part", "title", "service", "id", "same-service", "namesake"],
)
def test_two_papers_are_not_joined(other: Paper) -> None:
    """Another first author, a far year, another title, the same service or a second arXiv id keep records apart."""
    assert distinct((PREPRINT, other)) == (PREPRINT, other)
    assert distinct((other, PREPRINT)) == (other, PREPRINT)


def test_an_id_joins_whatever_the_titles_say() -> None:
    """The same arXiv id or DOI is the same paper, its earlier titles kept, each once."""
    renamed = replace(PREPRINT, title="Rings for Kites", earlier_titles=(PREPRINT.title, "Kites"))
    again = replace(PRINTED, doi=DOI.upper(), title="Rings", earlier_titles=("Kites",), source="OpenAlex")

    assert distinct((renamed, PREPRINT))[0].earlier_titles == (PREPRINT.title, "Kites")
    assert len(distinct((PRINTED, again))) == 1
    assert len(distinct((PREPRINT, PREPRINT))) == 1


def test_one_paper_known_to_three_services_is_one() -> None:
    """In every order of the answers: one record with all ids."""
    openalex = replace(PRINTED, arxiv_id=PREPRINT.arxiv_id, source="OpenAlex")

    for order in permutations((PREPRINT, PRINTED, openalex)):
        assert [(paper.arxiv_id, paper.doi) for paper in distinct(order)] == [(PREPRINT.arxiv_id, DOI)]


def test_which_of_two_preprints_was_published_is_not_left_to_the_order() -> None:
    """Two preprints of one title and author: the DOI belongs to the same one, or to none, in every order."""
    posted_again = replace(PREPRINT, arxiv_id="2303.00001", published="2023-03-01")
    orders = permutations((PREPRINT, posted_again, PRINTED))

    assert len({frozenset((paper.arxiv_id, paper.doi) for paper in distinct(order)) for order in orders}) == 1


@pytest.fixture
def vault(tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault, an arXiv that has the preprint and a Crossref that has the published version."""
    httpserver.expect_request("/api/query").respond_with_data(feed(_entry("")))
    httpserver.expect_request(f"/crossref/works/{DOI}").respond_with_handler(lambda _: _crossref())
    httpserver.expect_request("/crossref/works").respond_with_json({"message": {"items": [], "total-results": 0}})
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", httpserver.url_for("").rstrip("/"))
    monkeypatch.setenv("NOTEGEN_CROSSREF_URL", httpserver.url_for("/crossref"))
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(tmp_path / "none"))
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


def _entry(doi: str) -> str:
    return f"""<entry><id>http://arxiv.org/abs/2209.13131v1</id><title>Tying Kites to Rings</title>
    <updated>2022-09-27T18:00:00Z</updated><published>2022-09-27T18:00:00Z</published>
    <summary>We tie kites to rings. They hold in strong wind.</summary><author><name>Mio Tanaka</name></author>
    {f"<arxiv:doi>{doi}</arxiv:doi>" if doi else ""}<category term="cs.DC" scheme="x"/>
    <link title="pdf" href="https://arxiv.org/pdf/x" rel="related"/></entry>"""


def _crossref() -> Response:
    record = {
        "DOI": DOI,
        "type": "journal-article",
        "title": ["Tying Kites to Rings"],
        "author": [{"given": "Mio", "family": "Tanaka", "sequence": "first"}],
        "issued": {"date-parts": [[2023, 3, 1]]},
    }
    return Response(json.dumps({"status": "ok", "message": record}), mimetype="application/json")


def _fill(run: Run, vault: Path, *lines: str) -> list[dict[str, str]]:
    (vault / "A MOC.md").write_text("## Papers\n" + "".join(f"- {line}\n" for line in lines), encoding="utf-8")
    result = run("fill", "--also", "crossref", "--json", "--vault", vault)
    return json.loads(result.stdout)["papers"]  # type: ignore[no-any-return]


def test_two_titles_of_one_record_make_one_note(run: Run, vault: Path) -> None:
    """Two links that match one paper: the first gets the note, the other is told the link to write."""
    first, second = _fill(run, vault, "[[2022__X__Tying Kites to Rings]]", "[[Tanaka 2022 kites]] arXiv:2209.13131v1")

    assert (first["outcome"], second["outcome"]) == ("written", "exists")
    assert "write [[2022__X__Tying Kites to Rings|Tanaka 2022 kites]]" in second["reason"]
    assert len(list(vault.glob("*.md"))) == 2


@pytest.mark.parametrize(
    "doi",
    [
        DOI.lower(),
        "",
    ],
)
def test_a_preprint_by_id_and_its_published_version_by_doi_make_one_note(
    run: Run, vault: Path, httpserver: HTTPServer, doi: str
) -> None:
    """Whether or not arXiv knows the DOI: title and first author say that it is one paper."""
    httpserver.clear()
    httpserver.expect_request("/api/query").respond_with_data(feed(_entry(doi)))
    httpserver.expect_request(f"/crossref/works/{DOI}").respond_with_handler(lambda _: _crossref())
    httpserver.expect_request("/crossref/works").respond_with_json({"message": {"items": [], "total-results": 0}})

    outcomes = [paper["outcome"] for paper in _fill(run, vault, "[[Kites]] arXiv:2209.13131", f"[[Rings]] doi:{DOI}")]

    assert outcomes == ["written", "exists"]
    assert len(list(vault.glob("*.md"))) == 2
