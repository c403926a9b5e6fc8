"""The door to arXiv: few polite requests, and no answer taken for more than it is."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from notegen.errors import SettingsError, SourceRefused, SourceUnreachable
from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.sources.arxiv import ArxivSource
from notegen.fetcher.sources.cache import CachedSource
from notegen.fetcher.sources.pace import Pace
from notegen.records import How, Match, Paper, Wanted

ATOM = "http://www.w3.org/2005/Atom"
LANTERN = {"id": "2302.04567v3", "title": "Lantern: Tracing Gradients\n  at Night"}


def entry(id: str, title: str, *, dates: str = "2023-02-09T18:00:00Z") -> str:
    """One record of a feed."""
    return f"""<entry><id>http://arxiv.org/abs/{id}</id><title>{title}</title><updated>{dates}</updated>
    <published>{dates}</published><summary>  Gradients wander.
  We follow them.  </summary><author><name>Yū Kanda</name></author><author><name>Ida Berg</name></author>
    <arxiv:comment>Accepted at OSDI '23,
    14 pages</arxiv:comment><arxiv:doi>10.1000/lantern</arxiv:doi><category term="cs.DC" scheme="x"/>
    <category term="cs.LG" scheme="x"/><link title="pdf" href="https://arxiv.org/pdf/{id}" rel="related"/></entry>"""


def feed(*entries: str, total: int | None = None) -> bytes:
    """A whole answer of the API."""
    count = len(entries) if total is None else total
    return f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns="{ATOM}" xmlns:arxiv="http://arxiv.org/schemas/atom"
 xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><id>x</id><title>query</title>
<opensearch:totalResults>{count}</opensearch:totalResults>{"".join(entries)}</feed>""".encode()


class Arxiv:
    """A stand-in that gives the prepared answers in turn (the last one again and again) and keeps the questions."""

    def __init__(self, server: HTTPServer, folder: Path) -> None:
        self.url = server.url_for("").rstrip("/")
        self.answers: list[Response | bytes] = []
        self.requests: list[Request] = []
        self.slept: list[float] = []
        self.said: list[str] = []
        self._folder = folder
        server.expect_request("/api/query").respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer if isinstance(answer, Response) else Response(answer, content_type="application/atom+xml")

    def source(self, url: str = "") -> ArxivSource:
        pace = Pace(self._folder, 0, time.time, self.slept.append)
        return ArxivSource(
            url or self.url,
            pace,
            sleep=self.slept.append,
            say=self.said.append,
            contact="me@x.test",
            jitter=lambda: 0.0,
        )

    def asked(self, name: str) -> list[str]:
        return [parse_qs(request.query_string.decode()).get(name, [""])[0] for request in self.requests]


@pytest.fixture
def arxiv(httpserver: HTTPServer, tmp_path: Path) -> Arxiv:
    """The stand-in, and a source that asks it."""
    return Arxiv(httpserver, tmp_path)


def test_a_record_becomes_a_paper(arxiv: Arxiv) -> None:
    """Everything arXiv says arrives, white space tidied, the version apart from the id."""
    arxiv.answers = [feed(entry(**LANTERN))]

    assert arxiv.source().ask("id", ["2302.04567"]) == {
        "2302.04567": (
            Paper(
                "Lantern: Tracing Gradients at Night",
                authors=("Yū Kanda", "Ida Berg"),
                arxiv_id="2302.04567",
                version=3,
                doi="10.1000/lantern",
                url="https://arxiv.org/abs/2302.04567",
                pdf_url="https://arxiv.org/pdf/2302.04567v3",
                published="2023-02-09",
                updated="2023-02-09",
                venue="OSDI",
                categories=("cs.DC", "cs.LG"),
                comment="Accepted at OSDI '23, 14 pages",
                abstract="Gradients wander. We follow them.",
                source="arXiv",
            ),
        )
    }
    assert arxiv.requests[0].headers["User-Agent"].startswith("notegen/")
    assert "me@x.test" in arxiv.requests[0].headers["User-Agent"]


def test_ids_come_back_as_asked(arxiv: Arxiv) -> None:
    """Answers are told apart by id, in whatever order and however often they come; old and cased ids too."""
    arxiv.answers = [feed(entry("math/0309136v2", "B"), entry(**LANTERN), entry("math/0309136v2", "B"))]
    papers = arxiv.source().ask("id", ["2302.04567v3", "math.GT/0309136", "2302.99999"])

    assert {asked: [paper.version for paper in found] for asked, found in papers.items()} == {
        "2302.04567v3": [3],
        "math.GT/0309136": [2],
        "2302.99999": [],
    }
    assert arxiv.asked("id_list") == ["2302.04567v3,math/0309136,2302.99999"]


def test_another_version_is_no_answer(arxiv: Arxiv) -> None:
    """A version asked for and not given is answered with nothing."""
    arxiv.answers = [feed(entry(**LANTERN))]

    assert arxiv.source().ask("id", ["2302.04567v9"]) == {"2302.04567v9": ()}


def test_no_more_than_100_ids_a_request_and_no_malformed_one(arxiv: Arxiv) -> None:
    """250 ids go in three requests; what is no id would spoil its whole request and is left out."""
    arxiv.answers = [feed(entry(**LANTERN))]
    arxiv.source().ask("id", [*(f"2302.{n:05}" for n in range(250)), "23.1", "abs/x", "２３０２.00001", "2302.00001v0"])
    lists = [ids.split(",") for ids in arxiv.asked("id_list")]

    assert [len(ids) for ids in lists] == [100, 100, 50]
    assert all(ids[0].startswith("2302.") for ids in lists)


def test_two_versions_of_a_paper_go_apart(arxiv: Arxiv) -> None:
    """The answer to the latest version is never mixed up with that to another one."""
    arxiv.answers = [feed(entry(**LANTERN)), feed(entry("2302.04567v1", "Lamp"))]
    papers = arxiv.source().ask("id", ["2302.04567", "2302.04567v1"])

    assert {asked: paper.version for asked, (paper,) in papers.items()} == {"2302.04567": 3, "2302.04567v1": 1}


def test_titles_share_a_request(arxiv: Arxiv) -> None:
    """Ten titles are one question; each gets its own hits, the nearest first, and none gets another's."""
    arxiv.answers = [
        feed(entry("2101.00001v1", "Lantern Festivals"), entry(**LANTERN), entry("2101.00002v1", "Moth Nets"))
    ]
    titles = ["Lantern - Tracing Gradients at Night", "Moth Nets", *(f"Nothing Like It {n}" for n in range(8))]
    found = arxiv.source().ask("title", titles)

    assert found.keys() == set(titles)
    assert found[titles[0]][0].arxiv_id == "2302.04567"
    assert [paper.title for paper in found["Moth Nets"]] == ["Moth Nets"]
    assert len(arxiv.requests) == 1
    assert arxiv.asked("max_results") == ["100"]


def test_one_title_asks_for_few(arxiv: Arxiv) -> None:
    """A single title does not fetch a hundred records."""
    arxiv.answers = [feed(entry(**LANTERN))]
    arxiv.source().ask("title", ["Lantern"])

    assert arxiv.asked("max_results") == ["10"]


@pytest.mark.parametrize(
    ("title", "query"),
    [
        ("Lantern: Tracing “Gradients” AND Night", 'ti:"lantern tracing gradients and night"'),
        ('ti:x" OR all:"y (ANDNOT) \\', 'ti:"ti x or all y andnot"'),
        (
            "Pre-Training can’t wait: 3.5 of 10,000",
            'ti:"pre training can\'t wait 3.5 of 10,000" OR ti:"pretraining can\'t wait 3.5 of 10,000"',
        ),
        ("風の研究", 'ti:"風の研究"'),
    ],
)
def test_a_title_cannot_be_query_syntax(arxiv: Arxiv, title: str, query: str) -> None:
    """Quotes, colons, brackets, hyphens and operator words of a title go out as plain words of one phrase."""
    arxiv.answers = [feed(entry(**LANTERN))]
    arxiv.source().ask("title", [title])

    assert arxiv.asked("search_query") == [query]


def test_words_of_short_and_long_titles(arxiv: Arxiv) -> None:
    """A short title is asked for whole with its end open; of a long one any telling word and its coined name count."""
    arxiv.answers = [feed(entry(**LANTERN))]
    arxiv.source().ask("words", ["Lan-tern", "MothFS: Keeping Small Files out of the Bright Light AND Heat"])
    arxiv.source().ask("words", ["FogFS: Moths"])
    short, long, named = arxiv.asked("search_query")

    assert named == 'abs:"fogfs" OR (ti:fogfs AND (ti:moths OR ti:moths*))'
    assert short == "(ti:lan AND (ti:tern OR ti:tern*))"
    assert long.startswith('abs:"mothfs" OR ti:keeping OR ')
    assert "ti:and" not in long
    assert "abs:light" in long


def test_a_title_without_words_is_not_asked(arxiv: Arxiv) -> None:
    """Signs alone find nothing, without a request."""
    assert arxiv.source().ask("title", ["…", ""]) == {"…": (), "": ()}
    assert arxiv.source().ask("words", ["the"]) == {"the": ()}
    assert arxiv.requests == []


@pytest.mark.parametrize(
    ("asked", "query"),
    [
        ("el-desouky lanterns", '(au:"el desouky" AND ti:lanterns)'),
        ("desouky lanterns at night", "(au:desouky AND ti:lanterns AND ti:night)"),
    ],
)
def test_a_surname_with_a_hyphen(arxiv: Arxiv, asked: str, query: str) -> None:
    """A surname with a hyphen finds its paper, asked for whole or by its last part; another name does not."""
    named, other = (
        entry("2301.00001v1", "Lanterns").replace("Yū Kanda", name) for name in ("Amr El-Desouky", "El Amr")
    )
    arxiv.answers = [feed(named, other.replace("2301.00001", "2301.00002"))]

    assert [paper.arxiv_id for paper in arxiv.source().ask("author", [asked])[asked]] == ["2301.00001"]
    assert arxiv.asked("search_query") == [query]


@pytest.mark.parametrize("how", ["author", "words", "abstract"])
def test_endless_words_are_asked_in_short(arxiv: Arxiv, how: How) -> None:
    """Of a pasted page only the first words go out, whatever is asked."""
    arxiv.answers = [feed(entry(**LANTERN))]
    arxiv.source().ask(how, ["lantern " * 5_000])

    assert len(arxiv.requests[0].query_string) < 6_000


@pytest.mark.parametrize("title", ["lantern " * 5_000, "灯" * 5_000, "x" * 5_000])
def test_an_endless_title_is_asked_in_short(arxiv: Arxiv, title: str) -> None:
    """A pasted page neither makes an address no server takes, nor keeps the titles beside it from being asked."""
    arxiv.answers = [feed(entry(**LANTERN))]
    source = arxiv.source()
    titles = [*(title + str(n) for n in range(9)), "Lantern"]
    source.ask("words", titles)

    assert source.ask("title", titles)["Lantern"]
    assert all(len(request.query_string) < 6_000 for request in arxiv.requests)


def busy(status: int = 429, **headers: str) -> Response:
    """An answer that asks for patience."""
    return Response("Rate exceeded.", status=status, headers=headers, content_type="text/plain")


@pytest.mark.parametrize(
    ("answer", "waited"),
    [
        (busy(), 3),
        (busy(**{"Retry-After": "17"}), 17),
        (busy(503), 3),
        (busy(200), 3),
        (Response("<html>Maintenance</html>", content_type="text/html"), 3),
        (Response(b"", content_type="application/atom+xml"), 3),
        (Response(b"\x00\xfe\xff garbage"), 3),
        (Response(feed(entry(**LANTERN))[:-400]), 3),
        (Response(feed(total=7)), 3),
        (Response("oops", status=500), 3),
        (Response(feed(entry("../api/errors#oops", "Error"))), 3),
    ],
    ids=[
        "429",
        "retry-after",
        "503",
        "rate-text",
        "html",
        "empty",
        "garbage",
        "cut",
        "no-entries",
        "500",
        "error-entry",
    ],
)
def test_a_passing_trouble_is_waited_out(arxiv: Arxiv, answer: Response, waited: float) -> None:
    """Whatever is no feed is asked again, not before arXiv allows, and never means "no results"."""
    arxiv.answers = [answer, feed(entry(**LANTERN))]

    assert arxiv.source().ask("title", ["Lantern"])["Lantern"][0].arxiv_id == "2302.04567"
    assert arxiv.slept == [waited]
    assert f"trying again in {waited} s" in arxiv.said[1]


def test_retry_after_as_a_date(arxiv: Arxiv) -> None:
    """A date in Retry-After is waited for as well."""
    arxiv.answers = [busy(**{"Retry-After": formatdate(time.time() + 50, usegmt=True)}), feed(entry(**LANTERN))]
    arxiv.source().ask("id", ["2302.04567"])

    assert 45 < arxiv.slept[0] <= 51


def test_a_lasting_refusal_stops_all_requests(arxiv: Arxiv) -> None:
    """After four tries arXiv is left alone for the rest of the run, whatever is asked."""
    arxiv.answers = [busy()]
    source = arxiv.source()
    with pytest.raises(SourceRefused) as refused:
        source.ask("title", ["Lantern"])
    with pytest.raises(SourceRefused):
        source.ask("id", ["2302.04567"])

    assert (refused.value.attempt, refused.value.status) == (4, 429)
    assert arxiv.slept == [3, 10, 30]
    assert len(arxiv.requests) == 4


def test_an_hour_is_not_waited(arxiv: Arxiv) -> None:
    """A Retry-After beyond two minutes ends the asking at once, and the error tells the time."""
    arxiv.answers = [busy(**{"Retry-After": "3600"})]
    with pytest.raises(SourceRefused) as refused:
        arxiv.source().ask("id", ["2302.04567"])

    assert refused.value.retry_after_seconds == 3600
    assert len(arxiv.requests) == 1


def test_a_wrong_question_is_not_repeated(arxiv: Arxiv) -> None:
    """HTTP 400 and 404 do not get better by asking again."""
    arxiv.answers = [Response("no", status=400)]
    with pytest.raises(SourceUnreachable, match="HTTP 400"):
        arxiv.source().ask("title", ["Lantern"])

    assert len(arxiv.requests) == 1


def test_an_empty_answer_is_asked_once_more(arxiv: Arxiv) -> None:
    """An empty feed for ids is asked for again once; it is believed when a question that has hits is answered."""
    arxiv.answers = [feed(), feed(entry(**LANTERN))]
    assert "2302.04567" in arxiv.source().ask("id", ["2302.04567"])

    arxiv.answers = [feed(), feed(), feed(entry(**LANTERN))]
    assert arxiv.source().ask("id", ["2302.99999"]) == {"2302.99999": ()}
    assert len(arxiv.requests) == 5
    assert arxiv.slept == []


def test_an_unknown_id_is_asked_for_once_a_day(arxiv: Arxiv, tmp_path: Path) -> None:
    """A run soon after another asks nothing of an id that arXiv does not know, and says the same of it."""
    arxiv.answers = [feed(), feed(), feed(entry(**LANTERN))]
    wanted = Wanted("Moth", "Moth", arxiv_id="2302.99999")
    asked, runs = _two_runs(arxiv, wanted, tmp_path / "kept")

    assert arxiv.asked("id_list")[0] == "2302.99999"
    assert asked[0] == asked[1]
    assert runs[0] == runs[1]
    assert runs[0].decision == "not-found"


def test_an_unknown_first_version_is_asked_for_once_a_day(arxiv: Arxiv, tmp_path: Path) -> None:
    """A first version that arXiv does not give is no reason to wait, nor to ask again in a run soon after."""
    arxiv.answers = [feed(entry(**LANTERN))]
    wanted = Wanted("Torch", "Torch: Gradients Followed Through the Night")
    asked, runs = _two_runs(arxiv, wanted, tmp_path / "kept")

    assert "2302.04567v1" in arxiv.asked("id_list")
    assert asked[0] == asked[1]
    assert runs[0] == runs[1]
    assert runs[0].decision == "not-found"


def _two_runs(arxiv: Arxiv, wanted: Wanted, folder: Path) -> tuple[list[int], list[Match]]:
    """What two runs over one cache find, and how many requests there were after each."""
    asked, found = [], []
    for _ in range(2):
        found += find([wanted], OwnKnowledge(), [CachedSource(arxiv.source(), folder, time.time)]).values()
        asked.append(len(arxiv.requests))
    return asked, found


def test_a_service_that_answers_everything_with_nothing_is_not_believed(arxiv: Arxiv) -> None:
    """When even a question that always has hits gets an empty feed, an empty answer says nothing of a paper."""
    arxiv.answers = [feed()]

    with pytest.raises(SourceUnreachable, match="empty list"):
        arxiv.source().ask("id", ["2302.04567"])
    with pytest.raises(SourceUnreachable, match="empty list"):
        arxiv.source().ask("title", ["A Lantern for Every Rack"])


def test_bytes_that_are_no_utf8(arxiv: Arxiv) -> None:
    """A Latin-1 byte in the feed costs neither the other records nor the letter."""
    arxiv.answers = [feed(entry("2302.00001v1", "Vague Théorie"), entry(**LANTERN)).replace("é".encode(), b"\xe9")]
    papers = arxiv.source().ask("id", ["2302.00001", "2302.04567"])

    assert papers["2302.00001"][0].title == "Vague Théorie"
    assert papers["2302.04567"][0].authors[0] == "Yū Kanda"


def test_an_entry_that_cannot_be_read(arxiv: Arxiv) -> None:
    """An impossible date is trouble with the answer, not a crash."""
    arxiv.answers = [feed(entry(**LANTERN, dates="soon"))]
    with pytest.raises(SourceUnreachable, match="cannot be read"):
        arxiv.source().ask("id", ["2302.04567"])


def test_an_entry_that_is_skipped(arxiv: Arxiv) -> None:
    """A record without a date of update costs itself, not the others that came with it."""
    torn = entry("2302.00001v1", "Torn").replace("<updated>", "<x>").replace("</updated>", "</x>")
    arxiv.answers = [feed(torn, entry(**LANTERN)), feed(total=2)]

    assert list(arxiv.source().ask("id", ["2302.00001", "2302.04567"])) == ["2302.04567"]


def test_an_id_whose_only_record_is_skipped_is_not_answered(arxiv: Arxiv) -> None:
    """A record that cannot be read is not "nothing there", also when it is all that came."""
    torn = entry("2302.00001v1", "Torn").replace("<published>", "<x>").replace("</published>", "</x>")
    arxiv.answers = [feed(torn), feed(torn), feed(entry(**LANTERN))]

    assert arxiv.source().ask("id", ["2302.00001"]) == {}


def test_what_is_no_id_is_not_answered(arxiv: Arxiv) -> None:
    """A text that is no arXiv id is neither asked for nor said to be nothing."""
    assert arxiv.source().ask("id", ["abs/x"]) == {}
    assert arxiv.requests == []


def test_a_redirect_is_followed(arxiv: Arxiv, httpserver: HTTPServer) -> None:
    """A moved address is followed, in turn."""
    httpserver.expect_request("/moved").respond_with_data(feed(entry(**LANTERN)))
    arxiv.answers = [Response(status=301, headers={"Location": "/moved"})]

    assert "2302.04567" in arxiv.source().ask("id", ["2302.04567"])


def test_a_redirect_that_goes_round_is_given_up(arxiv: Arxiv) -> None:
    """An address that leads back to itself is trouble with the answer after a few steps, not an endless walk."""
    arxiv.answers = [Response(status=302, headers={"Location": "/api/query?again"})]
    with pytest.raises(SourceUnreachable, match="cannot be read"):
        arxiv.source().ask("id", ["2302.04567"])

    assert len(arxiv.requests) <= 16


def test_troubles_of_several_kinds_are_waited_out_in_turn(arxiv: Arxiv) -> None:
    """A refusal, then a page of HTML, then half a feed: each waits longer than the last, then the answer counts."""
    page, half = Response("<html>", content_type="text/html"), Response(feed(entry(**LANTERN))[:-300])
    arxiv.answers = [busy(), page, half, feed(entry(**LANTERN))]

    assert "2302.04567" in arxiv.source().ask("id", ["2302.04567"])
    assert arxiv.slept == [3, 10, 30]


@pytest.fixture
def silent_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_no_connection_is_told_at_once(arxiv: Arxiv, silent_port: int) -> None:
    """A refused connection is tried once more after a second, not for minutes."""
    with pytest.raises(SourceUnreachable, match="no connection"):
        arxiv.source(f"http://127.0.0.1:{silent_port}").ask("id", ["2302.04567"])

    assert arxiv.slept == [1.0]


def test_a_silent_server_does_not_hang_us(arxiv: Arxiv, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that takes the connection and says nothing is given up after a time limit and some tries."""
    monkeypatch.setattr("notegen.fetcher.sources.arxiv_wire._TIMEOUT_SECONDS", (1.0, 0.05))
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(SourceUnreachable, match="nothing came"):
        arxiv.source(f"http://127.0.0.1:{silent.getsockname()[1]}").ask("id", ["2302.04567"])

    assert arxiv.slept == [3]


@pytest.mark.parametrize("where", ["head", "body", "chunk"])
def test_a_dripping_server_does_not_hang_us(
    arxiv: Arxiv, monkeypatch: pytest.MonkeyPatch, dripping: Callable[[str], str], where: str
) -> None:
    """An answer that comes a byte at a time, in head or body, is given up when its whole time is over."""
    monkeypatch.setattr("notegen.fetcher.sources.arxiv_wire._MOST_SECONDS", 0.2)
    with pytest.raises(SourceUnreachable, match=r"not whole after 0\.2 s"):
        arxiv.source(dripping(where)).ask("id", ["2302.04567"])

    assert arxiv.slept == [3]


@pytest.mark.parametrize("status", [200, 302, 429])
def test_an_endless_answer_is_cut(arxiv: Arxiv, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """An answer beyond the size limit is given up, whatever its status, also when it only grows on unpacking."""
    monkeypatch.setattr("notegen.fetcher.sources.arxiv_wire._MOST_BYTES", 100_000)
    place = {"Location": "/api/query"}
    packed = Response(gzip.compress(b" " * 5_000_000), status, {**place, "Content-Encoding": "gzip"})
    arxiv.answers = [Response(b" " * 200_000, status, place), packed, feed(entry(**LANTERN))]

    assert "2302.04567" in arxiv.source().ask("id", ["2302.04567"])
    assert [line for line in arxiv.said if "longer than" in line] == arxiv.said[1:]


def test_a_connection_that_breaks(arxiv: Arxiv, httpserver: HTTPServer) -> None:
    """A body shorter than announced is waited out like a busy server."""
    cut = Response(feed(entry(**LANTERN))[:200], headers={"Content-Length": "5000"})
    arxiv.answers = [cut, feed(entry(**LANTERN))]

    assert "2302.04567" in arxiv.source().ask("id", ["2302.04567"])
    assert arxiv.slept == [3.0]


@pytest.mark.parametrize(
    "url", ["https://export.arxiv.org", "http://127.0.0.1.example.org", "http://10.0.0.1", "nonsense"]
)
def test_manners_are_no_setting(tmp_path: Path, url: str) -> None:
    """Under three seconds is for a server on this machine only."""
    make: Callable[[float], ArxivSource] = lambda interval: ArxivSource(  # noqa: E731
        url, Pace(tmp_path, interval, time.time, time.sleep), sleep=time.sleep, say=print
    )
    make(3.0)
    with pytest.raises(SettingsError, match="NOTEGEN_ARXIV_INTERVAL"):
        make(2.9)


@pytest.mark.parametrize("url", ["http://127.0.0.1:80", "http://localhost", "http://[::1]:99/"])
def test_a_server_on_this_machine_may_be_asked_fast(tmp_path: Path, url: str) -> None:
    """A stand-in on this machine needs no pause."""
    ArxivSource(url, Pace(tmp_path, 0, time.time, time.sleep), sleep=time.sleep, say=print)
