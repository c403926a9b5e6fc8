"""The door to full texts at arXiv: polite, bounded, never led astray, and no answer taken for more than it is."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
import requests
from pytest_httpserver import HTTPServer
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse
from werkzeug import Request, Response

from notegen.errors import NotegenError, SettingsError, SourceError, SourceRefused, SourceUnreachable
from notegen.fetcher.sources.arxiv import ArxivSource
from notegen.fetcher.sources.arxiv_pages import ArxivPages, pages_url
from notegen.fetcher.sources.connection import Limits
from notegen.fetcher.sources.pace import Pace
from notegen.records import Form

LANTERN = "2302.04567v3"
HTML = b"<!DOCTYPE html><html><body><article class='ltx_document'>A lantern.</article></body></html>"
PDF = b"%PDF-1.7\n1 0 obj\n"
USUAL = Limits(silent_seconds=20, most_seconds=120)
SIZES: dict[Form, int] = {"html": 40_000_000, "pdf": 80_000_000}


class Pages:
    """A stand-in that gives the prepared answers in turn (the last one again and again) and keeps the questions."""

    def __init__(self, server: HTTPServer, folder: Path) -> None:
        self.url = server.url_for("").rstrip("/")
        self.answers: list[Response | bytes] = []
        self.requests: list[Request] = []
        self.slept: list[float] = []
        self.said: list[str] = []
        self.folder = folder
        for form in ("html", "pdf"):
            for name in (LANTERN, "2302.04568", "2302.04569", "hep-th/9901001v2", "math/0309136"):
                server.expect_request(f"/{form}/{name}").respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer if isinstance(answer, Response) else Response(answer, content_type="text/html")

    @property
    def asked(self) -> list[str]:
        return [request.path for request in self.requests]

    def source(
        self,
        url: str = "",
        interval_seconds: float = 0.0,
        waited: Callable[[float], None] | None = None,
        limits: Limits = USUAL,
        most_bytes: dict[Form, int] = SIZES,
    ) -> ArxivPages:
        pace = Pace(self.folder, interval_seconds, time.time, waited or self.slept.append)
        opened = partial(ArxivPages, url or self.url, pace, sleep=self.slept.append, say=self.said.append)
        return opened(contact="mailto:me@x.test", jitter=lambda: 0.0, limits=limits, most_bytes=most_bytes)


@pytest.fixture
def pages(httpserver: HTTPServer, tmp_path: Path) -> Pages:
    """The stand-in, and a door to it."""
    return Pages(httpserver, tmp_path)


def test_a_paper_in_both_forms(pages: Pages) -> None:
    """Either form comes as arXiv has it, asked for under our own name with a contact, told before."""
    pages.answers = [HTML, Response(PDF, content_type="application/pdf")]
    source = pages.source()

    assert source.fetch("html", LANTERN) == HTML
    assert source.fetch("pdf", LANTERN) == PDF
    assert pages.asked == [f"/html/{LANTERN}", f"/pdf/{LANTERN}"]
    assert all("notegen/" in agent and "me@x.test" in agent for agent in _agents(pages))
    assert pages.said == [
        "reading papers at arXiv, one request in 0 s",
        f"fetching the HTML of arXiv:{LANTERN}",
        f"fetching the PDF of arXiv:{LANTERN}",
    ]


def _agents(pages: Pages) -> list[str]:
    return [request.headers["User-Agent"] for request in pages.requests]


@pytest.mark.parametrize(
    ("asked", "sent"), [("hep-th/9901001v2", "hep-th/9901001v2"), ("math.GT/0309136", "math/0309136")]
)
def test_old_ids_keep_their_slash(pages: Pages, asked: str, sent: str) -> None:
    """An id of the old form is asked for as arXiv writes it."""
    pages.answers = [HTML]
    assert pages.source().fetch("html", asked) == HTML
    assert pages.asked == [f"/html/{sent}"]


@pytest.mark.parametrize(
    "name", ["", "..", "../../etc/passwd", "2302.04567v0", "x?y=1", "２３０２.04567", "a b", "9" * 9000]
)
def test_what_is_no_id_is_not_asked(pages: Pages, name: str) -> None:
    """No text becomes part of an address that is not an arXiv id."""
    assert pages.source().fetch("pdf", name) is None
    assert pages.requests == []


@pytest.mark.parametrize("status", [404, 410])
def test_e6_what_arxiv_has_not_is_none(pages: Pages, status: int) -> None:
    """E6: a paper without HTML is no error, is asked for once, and keeps nothing else from being asked."""
    pages.answers = [Response("No HTML for it", status=status), PDF]
    source = pages.source()

    assert source.fetch("html", LANTERN) is None
    assert source.fetch("pdf", LANTERN) == PDF
    assert (len(pages.requests), pages.slept) == (2, [])


def busy(status: int = 429, **headers: str) -> Response:
    """An answer that asks for patience."""
    return Response("Rate exceeded.", status=status, headers=headers, content_type="text/plain")


@pytest.mark.parametrize(
    ("answer", "waited", "said"),
    [
        (busy(), 3, "too many requests"),
        (busy(**{"Retry-After": "17"}), 17, "it asks to wait 17 s"),
        (busy(503), 3, "it is busy"),
        (busy(200), 3, "too many requests"),
        (Response("<html><h1>Rate exceeded</h1></html>", content_type="text/html"), 3, "too many requests"),
        (Response("oops", status=500), 3, "HTTP 500"),
        (Response(b" \n"), 3, "its answer is empty"),
        (Response(iter([HTML]), headers={"Content-Length": "5000"}), 3, "the connection broke off"),
        (Response(HTML, headers={"Content-Encoding": "gzip"}), 3, "the connection broke off"),
    ],
    ids=["429", "retry-after", "503", "rate-text", "rate-page", "500", "empty", "short", "no-gzip"],
)
def test_a_passing_trouble_is_waited_out(pages: Pages, answer: Response, waited: float, said: str) -> None:
    """What is no whole answer, a plain "Rate exceeded." too, is asked again, and not before arXiv allows."""
    pages.answers = [answer, HTML]

    assert pages.source().fetch("html", LANTERN) == HTML
    assert pages.slept == [waited]
    assert said in pages.said[2]


@pytest.mark.parametrize(("status", "tries"), [(429, 4), (503, 4), (403, 1)])
def test_a_lasting_refusal_stops_all_requests(pages: Pages, status: int, tries: int) -> None:
    """After a refusal that lasts nothing more is asked in this run, of whatever paper and form."""
    pages.answers = [busy(status)]
    source = pages.source()
    for form, name in (("html", LANTERN), ("pdf", LANTERN), ("html", "2302.04568")):
        with pytest.raises(SourceRefused) as refused:
            source.fetch(form, name)  # type: ignore[arg-type]

    assert (refused.value.status, refused.value.attempt) == (status, tries)
    assert len(pages.requests) == tries


def test_an_hour_is_not_waited(pages: Pages) -> None:
    """A Retry-After beyond two minutes ends the asking at once, and the error tells the time."""
    pages.answers = [busy(**{"Retry-After": "3600"})]
    with pytest.raises(SourceRefused) as refused:
        pages.source().fetch("html", LANTERN)

    assert refused.value.retry_after_seconds == 3600
    assert len(pages.requests) == 1


def test_the_trouble_of_one_paper_is_its_own(pages: Pages) -> None:
    """A page that fails time and again keeps no other paper waiting, its own PDF neither."""
    pages.answers = [*[Response("oops", status=500)] * 4, PDF, HTML]
    source = pages.source()
    with pytest.raises(SourceUnreachable, match="HTTP 500"):
        source.fetch("html", LANTERN)

    assert source.fetch("pdf", LANTERN) == PDF
    assert source.fetch("html", "2302.04568") == HTML


def test_the_trouble_of_three_papers_is_that_of_arxiv(pages: Pages) -> None:
    """Three papers running that fail, and the rest is not asked for."""
    pages.answers = [Response("oops", status=502)]
    source = pages.source()
    for name in (LANTERN, LANTERN, "2302.04568", "2302.04569", "hep-th/9901001v2", LANTERN):
        with pytest.raises(SourceUnreachable, match="HTTP 502"):
            source.fetch("html", name)

    assert len(pages.requests) == 4 * 4


@pytest.mark.parametrize("between", [HTML, Response("none", status=404)], ids=["page", "none"])
def test_an_answer_between_shows_that_arxiv_is_there(pages: Pages, between: Response | bytes) -> None:
    """Papers that fail, each with one between that is answered, are never taken for arXiv's own trouble."""
    failed = [Response("oops", status=500)] * 4
    pages.answers = [*failed, *failed, between, *failed, *failed, between, between]
    source = pages.source()
    for first, second in ((LANTERN, "2302.04568"), ("2302.04569", "math/0309136")):
        for name in (first, second):
            with pytest.raises(SourceUnreachable):
                source.fetch("html", name)
        source.fetch("html", "hep-th/9901001v2")

    assert len(pages.requests) == 18


@pytest.mark.parametrize("status", [407, 408, 425])
def test_a_passing_status_is_no_lasting_answer(pages: Pages, status: int) -> None:
    """What may be otherwise in a later run makes the paper wait for it."""
    pages.answers = [Response("no", status=status)]
    with pytest.raises(SourceUnreachable, match=f"HTTP {status}"):
        pages.source().fetch("html", LANTERN)


@pytest.mark.parametrize("status", [400, 406, 451])
def test_a_lasting_answer_is_no_reason_to_wait(pages: Pages, status: int) -> None:
    """What will not be otherwise tomorrow is no passing failure: the paper need not wait for it."""
    pages.answers = [Response("no", status=status), HTML]
    source = pages.source()
    with pytest.raises(NotegenError, match=f"HTTP {status}") as useless:
        source.fetch("pdf", LANTERN)

    assert not isinstance(useless.value, SourceError)
    assert source.fetch("html", LANTERN) == HTML


def test_a_web_page_is_no_pdf(pages: Pages) -> None:
    """A login or maintenance page where a PDF was asked for is told, not handed on."""
    pages.answers = [b"<html>We are back soon.</html>"]
    with pytest.raises(NotegenError, match="what arXiv sends is no PDF") as useless:
        pages.source().fetch("pdf", LANTERN)

    assert not isinstance(useless.value, SourceError)
    assert len(pages.requests) == 1


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "bomb"])
@pytest.mark.parametrize("form", ["html", "pdf"])
def test_what_is_too_large_is_given_up_once(pages: Pages, form: Form, packed: bool) -> None:
    """A text beyond the size limit, also one that only unpacking makes so large, is asked for once and told."""
    large = (HTML if form == "html" else PDF) + b" " * 5_000_000
    bomb = Response(gzip.compress(large), headers={"Content-Encoding": "gzip"})
    pages.answers = [bomb if packed else large]
    with pytest.raises(NotegenError, match=r"it is larger than 0\.1 MB") as useless:
        pages.source(most_bytes={"html": 100_000, "pdf": 100_000}).fetch(form, LANTERN)

    assert not isinstance(useless.value, SourceError)
    assert len(pages.requests) == 1


def test_a_packed_page_is_unpacked(pages: Pages) -> None:
    """Compression on the way is undone."""
    pages.answers = [Response(gzip.compress(HTML), headers={"Content-Encoding": "gzip"})]
    assert pages.source().fetch("html", LANTERN) == HTML


def test_a_redirect_is_followed_in_turn(pages: Pages, httpserver: HTTPServer) -> None:
    """A page that moved is found, each step a request that keeps the pace."""
    httpserver.expect_request("/html/2302.04567v4").respond_with_data(HTML)
    pages.answers = [Response(status=302, headers={"Location": "/html/2302.04567v4"})]
    waited: list[float] = []

    assert pages.source(interval_seconds=30, waited=waited.append).fetch("html", LANTERN) == HTML
    assert len(waited) == 1 and waited[0] > 29


@pytest.mark.parametrize(
    "place", [f"/html/{LANTERN}", "https://arxiv.org/", "http://x.test/", "ftp://127.0.0.1/", "file:///etc/hosts"]
)
def test_a_redirect_that_leads_astray(pages: Pages, place: str) -> None:
    """Circles and other places are not followed; a stand-in on this machine never leads to arXiv itself."""
    pages.answers = [Response(status=302, headers={"Location": place}), HTML]
    if place.endswith(LANTERN):
        pages.answers = pages.answers[:1]
    with pytest.raises(SourceUnreachable, match="redirects"):
        pages.source().fetch("html", LANTERN)

    assert len(pages.requests) == (4 if place.endswith(LANTERN) else 1)
    assert pages.slept == []


class Outside:
    """What would go out to the world: a first request is redirected to `place`, a second answered with a page."""

    def __init__(self) -> None:
        self.place = ""
        self.sent: list[str] = []
        self.headers: list[dict[str, str]] = []

    def send(self, adapter: HTTPAdapter, request: requests.PreparedRequest) -> requests.Response:
        self.sent.append(str(request.url))
        self.headers.append(dict(request.headers))
        moved = len(self.sent) == 1
        body, status = (BytesIO(), 302) if moved else (BytesIO(HTML), 200)
        headers = {"Location": self.place} if moved else {}
        return adapter.build_response(request, HTTPResponse(body, headers, status=status, preload_content=False))


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Outside:
    """A world that nothing reaches."""
    world = Outside()
    monkeypatch.setattr(HTTPAdapter, "send", lambda adapter, request, **_: world.send(adapter, request))
    return world


@pytest.mark.parametrize(
    ("base", "place"),
    [
        ("https://arxiv.org", "https://export.arxiv.org/html/1"),
        ("https://arxiv.org", "https://arxiv.org/html/2302.04567v4"),
        ("https://mirror.test", "https://arxiv.org/html/1"),
        ("https://mirror.test", "https://mirror.test/other"),
    ],
)
def test_a_redirect_within_arxiv_is_followed(pages: Pages, outside: Outside, base: str, place: str) -> None:
    """Hosts of arXiv, and that of a mirror, may send us to each other."""
    outside.place = place
    assert pages.source(base, interval_seconds=3).fetch("html", LANTERN) == HTML
    assert outside.sent == [f"{base}/html/{LANTERN}", place]


@pytest.mark.parametrize(
    "place",
    [
        "http://arxiv.org/html/1",
        "https://arxiv.org.x.test/",
        "https://notarxiv.org/",
        "https://arxiv.org@x.test/",
        "https://x.test\\@arxiv.org/",
        "https://x.test\\.arxiv.org/",
        "https://x.test#.arxiv.org/",
        "https://ida:lamp@arxiv.org/",
        "https://127.0.0.1/",
        "//x.test/",
        "//[",
        "https://[",
        "file:///etc/hosts",
    ],
)
def test_no_other_host_is_asked(pages: Pages, outside: Outside, place: str) -> None:
    """Neither in the clear nor anywhere but at arXiv, however the address is dressed up."""
    outside.place = place
    with pytest.raises(SourceUnreachable, match="redirects"):
        pages.source("https://arxiv.org", interval_seconds=3).fetch("html", LANTERN)

    assert outside.sent == [f"https://arxiv.org/html/{LANTERN}"]


def test_no_password_goes_out(pages: Pages, outside: Outside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A password that ~/.netrc keeps for the host stays at home."""
    netrc = tmp_path / "netrc"
    netrc.write_text("default login ida password lamp\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    outside.place = "https://export.arxiv.org/html/1"
    pages.source("https://arxiv.org", interval_seconds=3).fetch("html", LANTERN)

    assert all("Authorization" not in headers for headers in outside.headers)


@pytest.fixture
def silent_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_no_connection_is_told_at_once(pages: Pages, silent_port: int) -> None:
    """A refused connection is tried once more after a second, and then nothing more is asked."""
    source = pages.source(f"http://127.0.0.1:{silent_port}")
    for form in ("html", "pdf"):
        with pytest.raises(SourceUnreachable, match="no connection"):
            source.fetch(form, LANTERN)  # type: ignore[arg-type]

    assert pages.slept == [1.0]


def test_a_silent_server_does_not_hang_us(pages: Pages) -> None:
    """A server that takes the connection and says nothing is given up, and then nothing more is asked or announced."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        source = pages.source(f"http://127.0.0.1:{silent.getsockname()[1]}", limits=Limits(0.05, 120))
        for name in (LANTERN, "2302.04568"):
            with pytest.raises(SourceUnreachable, match="nothing came"):
                source.fetch("html", name)

    assert pages.slept == [3]
    assert [line for line in pages.said if "fetching" in line] == [f"fetching the HTML of arXiv:{LANTERN}"]


@pytest.mark.parametrize("where", ["head", "body", "chunk"])
def test_a_dripping_server_does_not_hang_us(pages: Pages, dripping: Callable[[str], str], where: str) -> None:
    """A page that comes a byte at a time, in head or body, is given up when its whole time is over."""
    with pytest.raises(SourceUnreachable, match=r"not whole after 0\.1 s"):
        pages.source(dripping(where), limits=Limits(20, 0.1)).fetch("html", LANTERN)

    assert pages.slept == [3]


def test_this_machine_is_not_asked_through_a_proxy(
    pages: Pages, silent_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy of the environment is for the world outside."""
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(variable, f"http://127.0.0.1:{silent_port}")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    pages.answers = [HTML]

    assert pages.source().fetch("html", LANTERN) == HTML


def test_the_pace_is_that_of_the_api(pages: Pages, httpserver: HTTPServer) -> None:
    """After a request to the API a page waits its turn, and the other way round."""
    httpserver.expect_request("/api/query").respond_with_data("no", status=400)
    pages.answers = [HTML]
    waited: list[float] = []
    pace = Pace(pages.folder, 30, time.time, waited.append)
    api = ArxivSource(pages.url, pace, sleep=pages.slept.append, say=pages.said.append)
    source = pages.source(interval_seconds=30, waited=waited.append)
    for _ in range(2):
        with pytest.raises(SourceUnreachable):
            api.ask("id", ["2302.04567"])
        source.fetch("html", LANTERN)

    assert len(waited) == 2  # the API, down, is asked once
    assert all(29 < seconds < 31 for seconds in waited)


@pytest.mark.parametrize("url", ["http://arxiv.org", "ftp://127.0.0.1.x.test", "nonsense", ""])
def test_an_address_in_the_clear_is_refused(tmp_path: Path, url: str) -> None:
    """Without encryption only this machine is asked."""
    with pytest.raises(SettingsError, match="https"):
        ArxivPages(url, Pace(tmp_path, 3, time.time, time.sleep), sleep=time.sleep, say=print)


def test_manners_are_no_setting(tmp_path: Path) -> None:
    """Under three seconds is for a server on this machine only."""
    ArxivPages("https://arxiv.org", Pace(tmp_path, 3, time.time, time.sleep), sleep=time.sleep, say=print)
    with pytest.raises(SettingsError, match="3 seconds"):
        ArxivPages("https://arxiv.org", Pace(tmp_path, 2.9, time.time, time.sleep), sleep=time.sleep, say=print)


@pytest.mark.parametrize(
    ("api", "pages"),
    [
        ("https://export.arxiv.org", "https://arxiv.org"),
        ("http://export.arxiv.org", "https://arxiv.org"),
        ("https://mirror.test/arxiv", "https://mirror.test/arxiv"),
        ("http://127.0.0.1:8099", "http://127.0.0.1:8099"),
    ],
)
def test_where_the_pages_of_an_api_lie(api: str, pages: str) -> None:
    """arXiv has its pages at its main host, a mirror or stand-in all in one place."""
    assert pages_url(api) == pages
