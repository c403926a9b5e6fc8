"""OpenAlex as a source: many DOIs to a request, titles that cannot be filters, and works that become papers."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import yaml
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from notegen.errors import SourceRefused, SourceUnreachable
from notegen.fetcher.sources.openalex import OpenAlexSource
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.web import Web
from notegen.records import How, Paper

RECORDED = Path(__file__).resolve().parents[3] / "shared" / "recorded"
DOI = "10.1000/lantern.7"


def location(url: str, name: str, kind: str) -> dict[str, Any]:
    """A place where a work is found."""
    return {"landing_page_url": url, "pdf_url": None, "source": {"display_name": name, "type": kind}}


def work(**changes: Any) -> dict[str, Any]:
    """An invented record of the shape OpenAlex gives."""
    journal = location(f"https://doi.org/{DOI}", "Journal of Lamps", "journal")
    whole: dict[str, Any] = {
        "id": "https://openalex.org/W7",
        "doi": f"https://doi.org/{DOI}",
        "title": "Lantern:\n Tracing <i>Gradients</i> &amp; Sparks",
        "display_name": "Lantern",
        "publication_year": 2023,
        "publication_date": "2023-02-09",
        "ids": {"openalex": "https://openalex.org/W7", "doi": f"https://doi.org/{DOI}"},
        "primary_location": journal,
        "locations": [journal, location("https://arxiv.org/abs/2302.04567", "arXiv", "repository")],
        "type": "article",
        "authorships": [
            {"author": {"display_name": "Yū Kanda"}, "raw_author_name": "Kanda, Yū"},
            {"author": {"display_name": None}, "raw_author_name": "The Lamp Consortium"},
        ],
        "biblio": {"volume": "12", "issue": "3", "first_page": "45", "last_page": "67"},
        "is_retracted": False,
        "is_paratext": False,
        "abstract_inverted_index": {"We": [1, 4], "Abstract": [0], "glow.": [2], "Sparks": [3], "see.": [5]},
    }
    return whole | changes


class OpenAlex:
    """A stand-in that gives one answer to everything and keeps the questions."""

    def __init__(self, server: HTTPServer, folder: Path) -> None:
        self.answer: Any = {}
        self.status = 200
        self.headers: dict[str, str] = {}
        self.requests: list[Request] = []
        web = Web(server.url_for(""), Pace(folder, 0, time.time, lambda _: None), lambda _: None, lambda _: None)
        self.source = OpenAlexSource(web, "me@x.test")
        server.expect_request(re.compile("^/works")).respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        body = self.answer if isinstance(self.answer, bytes) else json.dumps(self.answer).encode()
        return Response(body, status=self.status, headers=self.headers, content_type="application/json")

    def ask(self, how: How, asked: str, works: Any) -> tuple[Paper, ...]:
        """The papers that such a list gives."""
        self.answer = {"meta": {"count": len(works), "per_page": 25}, "results": works}
        return self.source.ask(how, [asked])[asked]

    def paper(self, **changes: Any) -> Paper | None:
        """The paper that such a record gives."""
        return next(iter(self.ask("title", "Lantern", [work(**changes)])), None)

    def filters(self) -> list[str]:
        return [request.args.get("filter", "") for request in self.requests]


@pytest.fixture
def openalex(httpserver: HTTPServer, tmp_path: Path) -> OpenAlex:
    """The stand-in, and a source that asks it."""
    return OpenAlex(httpserver, tmp_path)


def test_a_work_becomes_a_paper(openalex: OpenAlex) -> None:
    """Everything OpenAlex says arrives as plain text, the abstract put together from its places."""
    assert openalex.paper() == Paper(
        "Lantern: Tracing Gradients & Sparks",
        authors=("Yū Kanda", "The Lamp Consortium"),
        arxiv_id="2302.04567",
        doi=DOI,
        url=f"https://doi.org/{DOI}",
        published="2023-02-09",
        venue="Journal of Lamps",
        journal_ref="Journal of Lamps 12(3), 45-67",
        abstract="We glow. Sparks We see.",
        source="OpenAlex",
    )


def test_dois_share_a_request(openalex: OpenAlex) -> None:
    """Fifty DOIs are one question; each gets its own work, in whatever order and case they come."""
    dois = [f"10.1000/LAMP.{n}" for n in range(120)]
    answered = [work(doi=f"https://doi.org/10.1000/lamp.{n}", title=f"Lamp {n}") for n in (7, 3, 999)]
    openalex.answer = {"meta": {"count": 3}, "results": answered}
    found = openalex.source.ask("doi", [*dois, dois[0]])

    assert list(found) == dois
    assert {doi: papers[0].title for doi, papers in found.items() if papers} == {dois[3]: "Lamp 3", dois[7]: "Lamp 7"}
    assert [len(each.split("|")) for each in openalex.filters()] == [50, 50, 20]
    assert openalex.filters()[2] == "doi:" + "|".join(dois[100:])
    assert openalex.requests[0].args["per-page"] == "100"
    assert openalex.requests[0].args["mailto"] == "me@x.test"


def test_long_dois_do_not_make_a_long_address(openalex: OpenAlex) -> None:
    """The address stays under the 4 KB that OpenAlex takes."""
    openalex.answer = {"meta": {"count": 0}, "results": []}
    openalex.source.ask("doi", [f"10.1000/{n:03}/{'lamp/' * 50}" for n in range(50)])

    assert all(len(request.query_string) < 4_000 for request in openalex.requests)
    assert sum(len(each.split("|")) for each in openalex.filters()) == 50


@pytest.mark.parametrize("doi", ["10.1000/a,b", "10.1000/a|10.1000/b", "10.1000/(sici)1:2<1::x>3.0;2-#?&"])
def test_a_doi_cannot_be_a_filter(openalex: OpenAlex, doi: str) -> None:
    """A DOI with a sign that would act in a filter is asked for by its address."""
    openalex.answer = work(doi=f"https://doi.org/{doi}")

    assert openalex.source.ask("doi", [doi])[doi][0].doi == doi
    assert [request.path for request in openalex.requests] == [f"/works/doi:{doi}"]
    assert openalex.filters() == [""]


def test_what_is_not_there_is_an_empty_answer(openalex: OpenAlex) -> None:
    """404 for a DOI and an empty list are answers; another work than the one asked for is none."""
    assert openalex.ask("doi", DOI, []) == ()
    assert openalex.ask("title", "Lantern", []) == ()
    assert openalex.ask("doi", DOI, [work(doi="https://doi.org/10.1000/other"), work(doi=None)]) == ()
    openalex.status, openalex.answer = 404, b"<!doctype html><title>404 Not Found</title>"
    assert openalex.source.ask("doi", ["10.1000/a,b"]) == {"10.1000/a,b": ()}


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Lantern: Tracing, “Gradients” | Sparks!", "lantern tracing gradients sparks"),
        ('x" OR title.search:y,is_oa:true', "x or"),
        ('x" OR title.search: y, is_oa: true', "x or y true"),
        ("Lamps AND NOT (Moths)", "lamps and not moths"),
        ("Pre-Training can’t wait: 3.5 of 10,000 C++", "pre training wait of c"),
        ("Two’s", "two s"),
        ("Größe e\u0301toile\u200b 灯の研究", "größe étoile 灯の研究"),
        ("Tracing Gradients in the Da…", "tracing gradients in the"),
        ("Lam...", "lam"),
        ("\ud800Lamp", "lamp"),
    ],
)
def test_a_title_cannot_be_filter_syntax(openalex: OpenAlex, title: str, words: str) -> None:
    """Only letters and digits go out, in small letters; a word the index keeps whole is not asked for in pieces."""
    openalex.ask("title", title, [])

    assert openalex.filters() == [f"title.search:{words}"]
    assert openalex.requests[0].args["per-page"] == "5"


@pytest.mark.parametrize("text", ["", " ", "…", "?!", "10.1000", "10.1/x", "10.1000/a b", "10.1000/\ud800"])
def test_what_cannot_be_asked_is_not_asked(openalex: OpenAlex, text: str) -> None:
    """What is no DOI is answered with nothing found, without a request; so is a title of signs alone."""
    assert openalex.source.ask("doi", [text]) == {text: ()}
    if not any(letter.isalnum() for letter in text):
        assert openalex.source.ask("title", [text]) == {text: ()}
    assert openalex.requests == []


@pytest.mark.parametrize("title", ["lantern " * 5_000, "灯の " * 5_000, "x" * 5_000 + " lamp"])
def test_an_endless_title_is_asked_in_short(openalex: OpenAlex, title: str) -> None:
    """A pasted page does not make an address no server takes."""
    openalex.ask("title", title, [])

    assert len(openalex.requests[0].query_string) < 4_000


def test_the_right_paper_is_not_the_first(openalex: OpenAlex) -> None:
    """The paper whose title is nearest comes first, whatever the service holds for best."""
    others = [work(doi=f"https://doi.org/10.1000/{n}", title=f"Lamp Number {n}", locations=[]) for n in range(4)]
    found = openalex.ask("title", "Tracing Moths", [*others, work(title="Tracing Moths")])

    assert found[0].title == "Tracing Moths"
    assert len(found) == 5


@pytest.mark.parametrize("how", ["id", "words", "abstract", "author"])
def test_other_questions_are_not_answered(openalex: OpenAlex, how: How) -> None:
    """A kind of question the source does not take leaves every text unanswered."""
    assert openalex.source.ask(how, ["Lantern"]) == {}
    assert openalex.requests == []


@pytest.mark.parametrize("answer", [{}, [], {"results": None}, {"results": {}}, {"meta": {"count": 7}, "results": []}])
def test_an_answer_of_another_shape_is_not_nothing(openalex: OpenAlex, answer: object) -> None:
    """An answer that holds no list, or announces works and sends none, never means "no such paper"."""
    openalex.answer = answer
    with pytest.raises(SourceUnreachable):
        openalex.source.ask("title", ["Lantern"])
    with pytest.raises(SourceUnreachable):
        openalex.source.ask("doi", ["10.1000/a,b"])


@pytest.mark.parametrize("changes", [{"doi": None}, {"doi": "lamp"}, {"id": None}, {"doi": {}}])
def test_an_answer_that_is_no_record_is_not_nothing(openalex: OpenAlex, changes: dict[str, Any]) -> None:
    """An answer for one DOI that is no work with a DOI never means "no such paper"."""
    openalex.answer = work(**changes)
    with pytest.raises(SourceUnreachable, match="no record"):
        openalex.source.ask("doi", ["10.1000/a,b"])


def test_a_budget_used_up_ends_the_asking(openalex: OpenAlex) -> None:
    """When the day's budget is gone, OpenAlex is asked nothing more, and nobody waits for tomorrow."""
    openalex.status, openalex.headers = 429, {"Retry-After": "54000"}
    for how, text in (("title", "Lantern"), ("doi", DOI)):
        with pytest.raises(SourceRefused, match="OpenAlex"):
            openalex.source.ask(how, [text])  # type: ignore[arg-type]

    assert len(openalex.requests) == 1


@pytest.mark.parametrize(
    "changes",
    [
        *(
            {"type": kind}
            for kind in ("dataset", "peer-review", "grant", "paratext", "retraction", "erratum", "", None)
        ),
        {"is_paratext": True},
        {"title": None, "display_name": " "},
        {"title": "x" * 5_000},
    ],
)
def test_what_is_no_paper_is_left_out(openalex: OpenAlex, changes: dict[str, Any]) -> None:
    """Data, reviews, notices and covers are works too; so may a work that does not say what it is."""
    assert openalex.paper(**changes) is None


@pytest.mark.parametrize(
    ("changes", "published"),
    [
        ({"publication_date": "2023-01-01"}, "2023"),
        ({"publication_date": None}, "2023"),
        ({"publication_date": "soon", "publication_year": "2023"}, ""),
        ({"publication_date": "2023-02-31", "publication_year": True}, ""),
    ],
)
def test_dates_say_no_more_than_is_known(openalex: OpenAlex, changes: dict[str, Any], published: str) -> None:
    """1 January also stands for an unknown day, so only its year is believed; no day is invented."""
    paper = openalex.paper(**changes)

    assert paper is not None
    assert paper.published == published


def test_a_repository_is_no_venue(openalex: OpenAlex) -> None:
    """A preprint has no venue for lying on arXiv; printed elsewhere as well, it has that venue, by its known name."""
    arxiv = location("https://arxiv.org/abs/2302.04567", "arXiv (Cornell University)", "repository")
    neurips = location("https://lamps.test", "Advances in Lamps (NeurIPS 2023)", "conference")
    preprint = openalex.paper(primary_location=arxiv, locations=[arxiv])
    printed = openalex.paper(primary_location=arxiv, locations=[arxiv, neurips])

    assert preprint is not None
    assert printed is not None
    assert (preprint.venue, preprint.journal_ref) == ("", "")
    assert printed.venue == "NeurIPS"


@pytest.mark.parametrize(
    ("changes", "arxiv_id"),
    [
        ({"doi": "https://doi.org/10.48550/arxiv.2302.04567", "locations": []}, "2302.04567"),
        ({"locations": [location("http://arxiv.org/pdf/math/0309136v2", "arXiv", "repository")]}, "math/0309136"),
        ({"ids": {"arxiv": "https://arxiv.org/abs/2302.04567"}, "locations": None}, "2302.04567"),
        ({"locations": [location(f"https://arxiv.org/abs/2302.0456{n}", "arXiv", "repository") for n in (7, 8)]}, ""),
        ({"locations": [location("https://lamps.test/arXiv:2302.04567", "Lamps", "journal")]}, ""),
    ],
)
def test_the_arxiv_id_is_what_the_record_says(openalex: OpenAlex, changes: dict[str, Any], arxiv_id: str) -> None:
    """A work on arXiv is known by its DOI or by where it lies; two ids, or an address elsewhere, are not guessed at."""
    paper = openalex.paper(**changes)

    assert paper is not None
    assert paper.arxiv_id == arxiv_id


def test_a_work_without_a_doi_has_an_address(openalex: OpenAlex) -> None:
    """A work that has no DOI is found at OpenAlex itself; an address that is not OpenAlex's is none."""
    plain, odd = openalex.paper(doi=None), openalex.paper(doi="lamp", id="javascript:alert(1)")

    assert plain is not None
    assert odd is not None
    assert (plain.doi, plain.url) == ("", "https://openalex.org/W7")
    assert (odd.doi, odd.url) == ("", "")


@pytest.mark.parametrize("changes", [{"is_retracted": True}, {"title": "RETRACTED: Lantern"}])
def test_a_retracted_paper_is_marked(openalex: OpenAlex, changes: dict[str, Any]) -> None:
    """A work that is retracted, or whose title says so, carries the mark; the title is what people call it."""
    paper = openalex.paper(**{"title": "Lantern", **changes})

    assert paper is not None
    assert (paper.comment, paper.title) == ("Retracted according to OpenAlex", "Lantern")


@pytest.mark.parametrize(
    ("index", "abstract"),
    [
        (None, ""),
        ({}, ""),
        ([["We", 0]], ""),
        ({"glow.": [10**30], "We": [-1]}, "We glow."),
        ({"glow.": 1, "We": ["0", None, True, 0.5, 3]}, "We"),
        ({"<jats:p>We": [0], "glow.</jats:p>": [1], "\ud800": [2]}, "We glow."),
    ],
)
def test_an_abstract_of_any_shape(openalex: OpenAlex, index: object, abstract: str) -> None:
    """Places far out, of another kind or missing cost only their word."""
    paper = openalex.paper(abstract_inverted_index=index)

    assert paper is not None
    assert paper.abstract == abstract


HOSTILE: list[Any] = [
    None,
    True,
    -1,
    1e400,
    "",
    "\ud800",
    [],
    [[]],
    [None],
    {},
    {"x": {"y": []}},
    [{"x": None}],
    "<" * 9999,
]


@pytest.mark.parametrize("value", HOSTILE)
def test_a_bad_work_costs_only_itself(openalex: OpenAlex, value: Any) -> None:
    """Any key of a work may hold anything: what can be read is, and the work beside it is found."""
    good = work(title="Moths")
    bad = work(doi="https://doi.org/10.1000/bad", locations=[])
    for item in [value, *({**bad, key: value} for key in bad)]:
        assert openalex.ask("title", "Moths", [item, good])[0].title == "Moths"


def test_ten_thousand_authors(openalex: OpenAlex) -> None:
    """A collaboration's paper keeps its authors in order."""
    paper = openalex.paper(authorships=[{"author": {"display_name": f"A. Lamp{n}"}} for n in range(10_000)])

    assert paper is not None
    assert len(paper.authors) == 10_000
    assert paper.authors[-1] == "A. Lamp9999"


def recorded() -> Iterator[tuple[str, int, bytes]]:
    """Address, status and body of OpenAlex's recorded answers."""
    if not RECORDED.is_dir():
        pytest.skip("the recorded answers are not here")
    for path in sorted(RECORDED.glob("*.yaml")):
        for each in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]:
            body = each["response"]["body"]["string"]
            body = body.encode() if isinstance(body, str) else body
            body = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
            if urlsplit(each["request"]["uri"]).hostname == "api.openalex.org":
                yield each["request"]["uri"], each["response"]["status"]["code"], body


def is_read_right(paper: Paper, raw: dict[str, Any]) -> bool:
    """Whether a paper says what its record says."""
    source = raw["primary_location"]["source"]
    index = raw["abstract_inverted_index"] or {}
    last = max((place for places in index.values() for place in places), default=0)
    assert f"https://doi.org/{paper.doi}" == raw["doi"]
    assert paper.title == raw["title"]
    assert paper.authors == tuple(each["author"]["display_name"] for each in raw["authorships"])
    assert paper.year == raw["publication_year"]
    assert paper.venue == (source["display_name"] if source["type"] == "journal" else "")
    assert bool(paper.arxiv_id) == ("arxiv.org" in raw["primary_location"]["landing_page_url"])
    assert paper.abstract.split()[-1:] == [word for word, places in index.items() if last in places]
    assert len(paper.abstract.split()) == sum(map(len, index.values()))
    return True


@pytest.mark.replay
def test_recorded_titles(openalex: OpenAlex) -> None:
    """What OpenAlex really answered to titles is read right, and our questions are of the recorded shape."""
    read = 0
    for uri, openalex.status, openalex.answer in recorded():
        address, parameters = urlsplit(uri), parse_qs(urlsplit(uri).query)
        if "filter" not in parameters:
            continue
        field, _, wanted = parameters["filter"][0].partition(":")
        papers = openalex.source.ask("title", [wanted])[wanted]
        read += sum(map(is_read_right, papers, json.loads(openalex.answer)["results"]))
        request = openalex.requests[-1]
        assert request.path == address.path
        assert set(request.args) == {*parameters, "per-page", "mailto"}
        assert request.args["filter"] == f"{field}:{' '.join(re.findall('[a-z]+', wanted.lower()))}"
    assert read >= 2


@pytest.mark.replay
def test_recorded_dois(openalex: OpenAlex) -> None:
    """What OpenAlex really answered to DOIs is read right, alone and in a list; its 404 is nothing found."""
    statuses = []
    for uri, openalex.status, body in recorded():
        doi = unquote(urlsplit(uri).path).removeprefix("/works/https://doi.org/")
        if not doi.startswith("10."):
            continue
        openalex.answer = body
        if openalex.status == 404:
            assert openalex.source.ask("doi", [f"{doi},"]) == {f"{doi},": ()}
        elif "title" in (raw := json.loads(body)):
            openalex.answer = {"meta": {"count": 1}, "results": [raw]}
            assert is_read_right(openalex.source.ask("doi", [doi])[doi][0], raw)
        statuses.append(openalex.status)
    assert set(statuses) == {200, 404}
