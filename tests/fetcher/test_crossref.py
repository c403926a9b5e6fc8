"""Crossref as a source: its records become papers, and only those that are papers."""

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

from notegen.errors import SourceUnreachable
from notegen.fetcher.sources.crossref import CrossrefSource
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.web import Web
from notegen.records import How, Paper

RECORDED = Path(__file__).resolve().parents[3] / "shared" / "recorded"
DOI = "10.1000/Lantern.7"


def record(**changes: Any) -> dict[str, Any]:
    """An invented record of the shape Crossref gives; `changes` name keys with _ for -, None takes one away."""
    whole = {
        "DOI": DOI,
        "type": "journal-article",
        "title": ["Lantern:\n Tracing <i>Gradients</i> &amp; Sparks"],
        "subtitle": [],
        "author": [
            {"given": "Yū", "family": "Kanda", "sequence": "first", "affiliation": []},
            {"name": "The Lamp Consortium", "sequence": "additional", "affiliation": []},
            {"family": "Berg", "sequence": "additional", "affiliation": []},
        ],
        "container-title": ["Journal of Lamps &amp; Light"],
        "short-container-title": ["J Lamps"],
        "published-print": {"date-parts": [[2023, 4]]},
        "published-online": {"date-parts": [[2023, 2, 9]]},
        "issued": {"date-parts": [[2023]]},
        "volume": "12",
        "issue": "3",
        "page": "45-67",
        "abstract": "<jats:title>Abstract</jats:title><jats:p>Gradients wander.\n We follow them.</jats:p>",
        "relation": {},
    }
    whole |= {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: value for name, value in whole.items() if value is not None}


class Crossref:
    """A stand-in that gives one answer to everything and keeps the questions."""

    def __init__(self, server: HTTPServer, folder: Path) -> None:
        self.answer: Any = {}
        self.status = 200
        self.requests: list[Request] = []
        self.web = Web(server.url_for(""), Pace(folder, 0, time.time, lambda _: None), lambda _: None, lambda _: None)
        self.source = CrossrefSource(self.web, "me@x.test")
        server.expect_request(re.compile("^/works")).respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        body = self.answer if isinstance(self.answer, bytes) else json.dumps(self.answer).encode()
        return Response(body, status=self.status, content_type="application/json")

    def paper(self, **changes: Any) -> Paper | None:
        """The paper that such a record gives when its DOI is asked for."""
        self.answer = {"status": "ok", "message": record(**changes)}
        return next(iter(self.source.ask("doi", [DOI])[DOI]), None)

    def titled(self, title: str, items: Any, total: int | None = None) -> tuple[Paper, ...]:
        """The papers that such a list gives when a title is asked for."""
        self.answer = {"message": {"total-results": len(items) if total is None else total, "items": items}}
        return self.source.ask("title", [title])[title]


@pytest.fixture
def crossref(httpserver: HTTPServer, tmp_path: Path) -> Crossref:
    """The stand-in, and a source that asks it."""
    return Crossref(httpserver, tmp_path)


def test_a_record_becomes_a_paper(crossref: Crossref) -> None:
    """Everything Crossref says arrives as plain text, with the earliest date and the DOI as it was registered."""
    assert crossref.paper() == Paper(
        "Lantern: Tracing Gradients & Sparks",
        authors=("Yū Kanda", "The Lamp Consortium", "Berg"),
        doi=DOI,
        url="https://doi.org/10.1000/Lantern.7",
        published="2023-02-09",
        venue="J Lamps",
        journal_ref="Journal of Lamps & Light 12(3), 45-67",
        abstract="Gradients wander. We follow them.",
        source="Crossref",
    )


def test_what_a_question_for_a_doi_looks_like(crossref: Crossref) -> None:
    """A DOI is one quoted part of the path, and the contact goes with it."""
    doi = "10.1000/(sici)1099:2<1::aid-x>3.0.co;2-#?"
    crossref.answer = {"message": record(DOI=doi)}

    assert crossref.source.ask("doi", [doi, doi])[doi][0].doi == doi
    assert [request.path for request in crossref.requests] == [f"/works/{doi}"]
    assert "/works/10.1000%2F%28sici%29" in crossref.requests[0].environ["REQUEST_URI"]
    assert crossref.requests[0].args.to_dict() == {"mailto": "me@x.test"}


def test_nobody_is_named_who_did_not_ask_for_it(crossref: Crossref) -> None:
    """Without a contact no address goes out."""
    crossref.answer = {"message": record()}

    assert CrossrefSource(crossref.web, "").ask("doi", [DOI])[DOI]
    assert crossref.requests[0].environ["REQUEST_URI"] == "/works/10.1000%2FLantern.7"


def test_what_a_question_for_a_title_looks_like(crossref: Crossref) -> None:
    """A title asks for five records, never for the first alone, and only for the fields that are read."""
    crossref.titled("Can’t  Lanterns & Sparks: “Glow”?\ud800\u200b", [])
    asked = crossref.requests[0].args.to_dict()

    assert asked["query.title"] == "Can't Lanterns & Sparks: “Glow”?"
    assert asked["rows"] == "5"
    assert {"DOI", "title", "author", "abstract", "updated-by"} <= set(asked["select"].split(","))
    assert asked["mailto"] == "me@x.test"


def test_the_right_paper_is_not_the_first(crossref: Crossref) -> None:
    """The paper whose title is nearest comes first, whatever the service holds for best."""
    items = [record(DOI=f"10.1000/{n}", title=[f"Lamp Number {n}"]) for n in range(4)]
    found = crossref.titled("Tracing Moths", [*items, record(DOI="10.1000/moth", title=["Tracing Moths"])])

    assert found[0].doi == "10.1000/moth"
    assert len(found) == 5


def test_what_is_not_there_is_an_empty_answer(crossref: Crossref) -> None:
    """404 for a DOI and an empty list for a title are answers, and no reason to ask less."""
    crossref.status = 404
    crossref.answer = b"Resource not found."
    assert crossref.source.ask("doi", [DOI, "10.1000/2"]) == {DOI: (), "10.1000/2": ()}

    crossref.status = 200
    assert crossref.titled("Lantern", []) == ()


def test_another_record_than_asked_for_is_no_answer(crossref: Crossref) -> None:
    """A record with another DOI than the one asked for is not taken for it; the case of letters does not matter."""
    assert crossref.paper(DOI="10.1000/lamp") is None
    assert crossref.paper(DOI=DOI.lower()) is not None


@pytest.mark.parametrize(
    "text", ["", " ", "…", "?!", "10.1000", "https://x.test", "10.1/x", "10.1000/a b", "10.1000/\ud800"]
)
def test_what_cannot_be_asked_is_not_asked(crossref: Crossref, text: str) -> None:
    """What is no DOI is answered with nothing found, without a request; so is a title of signs alone."""
    assert crossref.source.ask("doi", [text]) == {text: ()}
    if not any(letter.isalnum() for letter in text):
        assert crossref.source.ask("title", [text]) == {text: ()}
    assert crossref.requests == []


def test_an_endless_title_is_asked_in_short(crossref: Crossref) -> None:
    """A pasted page does not make an address no server takes."""
    crossref.titled("灯" * 5_000, [])

    assert len(crossref.requests[0].query_string) < 4_000


@pytest.mark.parametrize("message", [{}, [], None, {"items": None}, {"DOI": None}, {"DOI": "lamp"}, {"DOI": [DOI]}])
def test_an_answer_that_is_no_record_is_not_nothing(crossref: Crossref, message: object) -> None:
    """An answer for a DOI that holds no record of any DOI never means "no such paper"."""
    crossref.answer = {"message": message}
    with pytest.raises(SourceUnreachable, match="no record"):
        crossref.source.ask("doi", [DOI])


@pytest.mark.parametrize("how", ["id", "words", "abstract", "author"])
def test_other_questions_are_not_answered(crossref: Crossref, how: How) -> None:
    """A kind of question the source does not take leaves every text unanswered."""
    assert crossref.source.ask(how, ["Lantern"]) == {}
    assert crossref.requests == []


@pytest.mark.parametrize(
    "answer",
    [{}, [], {"message": None}, {"message": {"items": {}}}, {"message": {"items": [], "total-results": 7}}],
)
def test_an_answer_of_another_shape_is_not_nothing(crossref: Crossref, answer: object) -> None:
    """An answer that holds no list, or announces records and sends none, never means "no such paper"."""
    crossref.answer = answer
    with pytest.raises(SourceUnreachable):
        crossref.source.ask("title", ["Lantern"])
    with pytest.raises(SourceUnreachable):
        crossref.source.ask("doi", [DOI])


@pytest.mark.parametrize(
    "kind", ["component", "dataset", "peer-review", "grant", "journal", "journal-issue", "", None, 7]
)
def test_what_is_no_paper_is_left_out(crossref: Crossref, kind: object) -> None:
    """Figures, data, reviews and journals have DOIs too; so may a record that does not say what it is."""
    assert crossref.paper(type=kind) is None


@pytest.mark.parametrize("kind", ["proceedings-article", "posted-content", "book-chapter", "dissertation", "report"])
def test_what_is_a_paper_is_kept(crossref: Crossref, kind: str) -> None:
    """Papers are not only printed in journals."""
    assert crossref.paper(type=kind) is not None


def test_a_subtitle_belongs_to_the_title(crossref: Crossref) -> None:
    """The title is told with its subtitle, the bare one is known as well; one that is there already is not repeated."""
    paper = crossref.paper(title=["", "Lantern"], subtitle=["Tracing Gradients"])
    assert paper is not None
    assert (paper.title, paper.earlier_titles) == ("Lantern: Tracing Gradients", ("Lantern",))

    paper = crossref.paper(title=["Lantern: Tracing Gradients"], subtitle=["Tracing gradients"])
    assert paper is not None
    assert (paper.title, paper.earlier_titles) == ("Lantern: Tracing Gradients", ())


@pytest.mark.parametrize(
    ("dates", "published"),
    [
        ({"issued": [[2023]]}, "2023"),
        ({"issued": [[2023, 4]], "published_print": [[2023, 4, 30]]}, "2023-04-30"),
        ({"issued": [[2023, 12]], "published_online": [[2023, 2, 1]]}, "2023-02-01"),
        ({"issued": [[None]], "published_print": [[2022, 13]]}, "2022"),
        ({"issued": [[2023, 2, 31]]}, "2023-02"),
        ({"issued": [[True, 1]]}, ""),
        ({"issued": [[20_230]]}, ""),
        ({"issued": ["2023"]}, ""),
        ({"issued": []}, ""),
    ],
)
def test_dates_say_no_more_than_is_known(crossref: Crossref, dates: dict[str, object], published: str) -> None:
    """The earliest date counts, cut to what is known of it; no day is invented."""
    none: dict[str, object] = dict.fromkeys(("issued", "published_print", "published_online"))
    paper = crossref.paper(**none | {name: {"date-parts": value} for name, value in dates.items()})

    assert paper is not None
    assert paper.published == published


@pytest.mark.parametrize(
    ("changes", "venue"),
    [
        ({"container_title": ["Advances in Lamps (NeurIPS)"]}, "NeurIPS"),
        ({"container_title": ["Proceedings of the 9th Lamp Days"], "event": {"acronym": "SOSP '23"}}, "SOSP"),
        ({"short_container_title": []}, "Journal of Lamps & Light"),
        ({"short_container_title": None, "container_title": None}, ""),
    ],
)
def test_the_venue_is_named_as_people_name_it(crossref: Crossref, changes: dict[str, Any], venue: str) -> None:
    """A conference goes by its known name, a journal by its short title, else by its title."""
    paper = crossref.paper(**{"short_container_title": None, **changes})

    assert paper is not None
    assert paper.venue == venue


@pytest.mark.parametrize(
    ("changes", "arxiv_id"),
    [
        ({"relation": {"has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2302.04567"}]}}, "2302.04567"),
        ({"relation": {"has-preprint": [{"id-type": "arxiv", "id": "2302.04567v2"}]}}, "2302.04567"),
        (
            {"relation": {"is-preprint-of": [{"id-type": "uri", "id": "https://arxiv.org/abs/math/0309136"}]}},
            "math/0309136",
        ),
        ({"relation": {"has-preprint": [{"id-type": "doi", "id": "10.1101/2024.04.01.587366"}]}}, ""),
        ({"relation": {"has-preprint": [{"id-type": "arxiv", "id": f"2302.0456{n}"} for n in (7, 8)]}}, ""),
        ({"relation": {"references": [{"id-type": "arxiv", "id": "2302.04567"}]}}, ""),
        ({"relation": []}, ""),
    ],
)
def test_the_arxiv_id_is_what_the_record_says(crossref: Crossref, changes: dict[str, Any], arxiv_id: str) -> None:
    """A preprint on arXiv is known by the record's own word; two of them, or a mere reference, are not guessed at."""
    paper = crossref.paper(**changes)

    assert paper is not None
    assert paper.arxiv_id == arxiv_id


def update(kind: str, doi: str) -> list[dict[str, Any]]:
    """An update as Crossmark has it."""
    return [{"DOI": doi, "type": kind, "label": kind.title(), "updated": {"date-parts": [[2024, 1, 1]]}}]


@pytest.mark.parametrize(
    "changes",
    [
        {"updated_by": update("retraction", "10.1000/notice")},
        {"updated_by": update("withdrawal", "10.1000/notice")},
        {"update_to": update("retraction", DOI.lower())},
        {"title": ["RETRACTED ARTICLE: Lantern"]},
        {"title": ["[Withdrawn] Lantern"]},
    ],
)
def test_a_retracted_paper_is_marked(crossref: Crossref, changes: dict[str, Any]) -> None:
    """A paper that a notice retracts, or whose title says so, carries the mark; the title is what people call it."""
    paper = crossref.paper(**{"title": ["Lantern"], **changes})

    assert paper is not None
    assert paper.comment == "Retracted according to Crossref"
    assert paper.title == "Lantern"


@pytest.mark.parametrize("kind", ["retraction", "correction", "erratum", "expression_of_concern"])
def test_a_notice_is_no_paper(crossref: Crossref, kind: str) -> None:
    """The notice about another paper bears that paper's title, and is not it."""
    assert crossref.paper(update_to=update(kind, "10.1000/other")) is None


def test_a_new_version_or_a_correction_is_no_retraction(crossref: Crossref) -> None:
    """A preprint that replaces its first version is a paper, and a corrected paper is not retracted."""
    replaced, corrected = (
        crossref.paper(update_to=update("new_version", "10.1000/v1")),
        crossref.paper(updated_by=update("correction", "10.1000/notice")),
    )

    assert replaced is not None
    assert corrected is not None
    assert replaced.comment == corrected.comment == ""


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
def test_a_bad_record_costs_only_itself(crossref: Crossref, value: Any) -> None:
    """Any key of a record may be missing or hold anything: what can be read is, and the record beside it is found."""
    bad = [{**record(DOI="10.1000/bad"), key: value} for key in record(event={}, update_to=[], updated_by=[])]
    good = record(title=["Moths"])
    for item in [value, *bad]:
        assert crossref.titled("Moths", [item, good])[0].doi == DOI


def test_ten_thousand_authors(crossref: Crossref) -> None:
    """A collaboration's paper keeps its authors in order."""
    paper = crossref.paper(author=[{"given": "A.", "family": f"Lamp{n}"} for n in range(10_000)])

    assert paper is not None
    assert len(paper.authors) == 10_000
    assert paper.authors[0] == "A. Lamp0"


def recorded() -> Iterator[tuple[str, int, bytes]]:
    """Address, status and body of Crossref's recorded answers."""
    if not RECORDED.is_dir():
        pytest.skip("the recorded answers are not here")
    for path in sorted(RECORDED.glob("*.yaml")):
        for each in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]:
            body = each["response"]["body"]["string"]
            body = body.encode() if isinstance(body, str) else body
            body = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
            address = each["request"]["uri"]
            if urlsplit(address).hostname == "api.crossref.org":
                yield address, each["response"]["status"]["code"], body


def is_read_right(paper: Paper, raw: dict[str, Any]) -> bool:
    """Whether a paper says what its record says."""
    titles = [title for key in ("title", "subtitle") for title in raw.get(key) or []]
    venues = [*(raw.get("container-title") or []), *(raw.get("short-container-title") or []), ""]
    words = re.sub("<[^>]*>", " ", raw.get("abstract", "")).split()
    assert (paper.doi, paper.title) == (raw["DOI"], ": ".join(titles))
    assert paper.authors == tuple(f"{each['given']} {each['family']}" for each in raw.get("author", []))
    assert paper.year == raw["issued"]["date-parts"][0][0]
    assert paper.venue in venues[-2:]
    assert paper.abstract.split()[-9:] == words[-9:]
    assert not re.search("</|<[a-z]+:", paper.abstract)
    assert not paper.abstract.casefold().startswith("abstract")
    return True


@pytest.mark.replay
def test_recorded_titles(crossref: Crossref) -> None:
    """What Crossref really answered to titles is read right, and our questions are of the recorded shape."""
    read = 0
    for uri, crossref.status, crossref.answer in recorded():
        address, parameters = urlsplit(uri), parse_qs(urlsplit(uri).query)
        if "query.title" not in parameters:
            continue
        wanted = parameters["query.title"][0]
        papers = crossref.source.ask("title", [wanted])[wanted]
        raw = [item for item in json.loads(crossref.answer)["message"]["items"] if "type" in item]
        read += sum(is_read_right(paper, item) for paper, item in zip(papers, raw, strict=True))
        request = crossref.requests[-1]
        assert request.path == address.path
        assert set(request.args) == {*parameters, "select"} - {"query.author"}
        assert request.args["query.title"] == wanted
    assert read >= 8


@pytest.mark.replay
def test_recorded_dois(crossref: Crossref) -> None:
    """What Crossref really answered to DOIs is read right, 404 too, and our questions are of the recorded shape."""
    statuses = []
    for uri, crossref.status, crossref.answer in recorded():
        address = urlsplit(uri)
        doi = unquote(address.path).removeprefix("/works/").removesuffix("/transform/application/x-bibtex")
        if not doi.startswith("10.") or (crossref.status == 200 and "transform" in address.path):
            continue
        papers = crossref.source.ask("doi", [doi.upper()])[doi.upper()]
        statuses.append(crossref.status)
        if crossref.status == 404:
            assert papers == ()
        else:
            assert is_read_right(papers[0], json.loads(crossref.answer)["message"])
            assert crossref.requests[-1].path.lower() == unquote(address.path)
            assert set(crossref.requests[-1].args) == set(parse_qs(address.query))
    assert set(statuses) == {200, 404}
