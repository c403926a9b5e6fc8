"""The door to every other service: polite, bounded, and no answer taken for more than it is."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Callable
from email.utils import formatdate
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
import requests
from pytest_httpserver import HTTPServer
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse
from werkzeug import Request, Response

from notegen.errors import SettingsError, SourceError, SourceRefused, SourceUnreachable
from notegen.fetcher.sources.connection import Limits
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.web import Web, mailto, part, parts

LAMPS = b'{"lamps": ["oil", "arc"]}'
USUAL = Limits(silent_seconds=20, most_seconds=60)


def lamps(answer: object) -> list[str]:
    """What the tests ask for."""
    found = part(answer, "lamps")
    if not isinstance(found, list):
        raise ValueError("it holds no lamps")
    return found


class Service:
    """A stand-in that gives the prepared answers in turn (the last one again and again) and keeps the questions."""

    def __init__(self, server: HTTPServer, folder: Path) -> None:
        self.url = server.url_for("").rstrip("/")
        self.answers: list[Response | bytes] = []
        self.requests: list[Request] = []
        self.slept: list[float] = []
        self.said: list[str] = []
        self._folder = folder
        server.expect_request("/lamps").respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer if isinstance(answer, Response) else Response(answer, content_type="application/json")

    def web(
        self,
        url: str = "",
        interval_seconds: float = 0.0,
        waited: Callable[[float], None] | None = None,
        limits: Limits = USUAL,
        most_bytes: int = 20_000_000,
    ) -> Web:
        pace = Pace(self._folder, interval_seconds, time.time, waited or self.slept.append)
        asked = partial(Web, url or self.url, pace, sleep=self.slept.append, say=self.said.append)
        return asked(jitter=lambda: 0.0, limits=limits, most_bytes=most_bytes)

    def ask(self, web: Web | None = None) -> list[str]:
        return (web or self.web()).get("Lampworks", "/lamps", {"of": "oil & arc"}, lamps)


@pytest.fixture
def service(httpserver: HTTPServer, tmp_path: Path) -> Service:
    """The stand-in, and a door to it."""
    return Service(httpserver, tmp_path)


def test_a_question_and_its_answer(service: Service) -> None:
    """A question goes out quoted, under our own name; what was asked for comes back, said in one line."""
    service.answers = [LAMPS]

    assert service.ask() == ["oil", "arc"]
    assert service.requests[0].args.to_dict() == {"of": "oil & arc"}
    assert service.requests[0].headers["User-Agent"].startswith("notegen/")
    assert service.said == ["asking Lampworks, one request in 0 s"]


def test_requests_lie_apart(service: Service) -> None:
    """Between the end of one request and the start of the next lies the pace, whoever asks."""
    service.answers = [LAMPS]
    waited: list[float] = []
    service.ask(service.web(interval_seconds=30, waited=waited.append))
    service.ask(service.web(interval_seconds=30, waited=waited.append))

    assert len(waited) == 1
    assert 29 < waited[0] < 31


def busy(status: int = 429, **headers: str) -> Response:
    """An answer that asks for patience."""
    return Response("Too many requests", status=status, headers=headers, content_type="text/plain")


@pytest.mark.parametrize(
    ("answer", "waited", "said"),
    [
        (busy(), 3, "too many requests"),
        (busy(**{"Retry-After": "17"}), 17, "it asks to wait 17 s"),
        (busy(503), 3, "it is busy"),
        (Response("oops", status=500), 3, "HTTP 500"),
        (Response("oops", status=502), 3, "HTTP 502"),
        (Response("<html>Maintenance</html>", content_type="text/html"), 3, "a web page"),
        (Response(b""), 3, "no whole JSON"),
        (Response(b"\x00\xfe\xff garbage"), 3, "no whole JSON"),
        (Response(LAMPS[:-4]), 3, "no whole JSON"),
        (Response(b"[" * 200_000), 3, "no whole JSON"),
        (Response(b'{"error": "daily limit"}'), 3, "it holds no lamps"),
        (Response(b"null"), 3, "it holds no lamps"),
        (Response(iter([LAMPS]), headers={"Content-Length": "5000"}), 3, "the connection broke off"),
        (Response(LAMPS, headers={"Content-Encoding": "gzip"}), 3, "the connection broke off"),
    ],
    ids=[
        "429",
        "retry-after",
        "503",
        "500",
        "502",
        "html",
        "empty",
        "garbage",
        "cut",
        "nested",
        "other-shape",
        "null",
        "short",
        "no-gzip",
    ],
)
def test_a_passing_trouble_is_waited_out(service: Service, answer: Response, waited: float, said: str) -> None:
    """Whatever is no answer is asked again, not before the service allows, and each kind is told by its name."""
    service.answers = [answer, LAMPS]

    assert service.ask() == ["oil", "arc"]
    assert service.slept == [waited]
    assert said in service.said[1]
    assert f"trying again in {waited} s" in service.said[1]


def test_retry_after_as_a_date(service: Service) -> None:
    """A date in Retry-After is waited for as well."""
    service.answers = [busy(**{"Retry-After": formatdate(time.time() + 50, usegmt=True)}), LAMPS]
    service.ask()

    assert 45 < service.slept[0] <= 51


def test_a_lasting_refusal_stops_all_requests(service: Service) -> None:
    """After four tries the service is left alone for the rest of the run, whatever is asked."""
    service.answers = [busy()]
    web = service.web()
    with pytest.raises(SourceRefused) as refused:
        service.ask(web)
    with pytest.raises(SourceRefused):
        web.get("Lampworks", "/other", {}, lamps)

    assert (refused.value.service, refused.value.attempt, refused.value.status) == ("Lampworks", 4, 429)
    assert service.slept == [3, 10, 30]
    assert len(service.requests) == 4


def test_a_day_is_not_waited(service: Service) -> None:
    """A budget that is used up until tomorrow ends the asking at once, and the error tells the time."""
    service.answers = [busy(**{"Retry-After": "54000"})]
    with pytest.raises(SourceRefused, match="it asks to wait 54000 s") as refused:
        service.ask()

    assert refused.value.retry_after_seconds == 54_000
    assert len(service.requests) == 1


@pytest.mark.parametrize("seconds", ["99999999999999991611392", "inf", "86401"])
def test_a_wait_beyond_a_day_is_told_in_words(service: Service, seconds: str) -> None:
    """However long a service asks to be left alone, the error says it as people do."""
    service.answers = [busy(**{"Retry-After": seconds})]
    with pytest.raises(SourceRefused, match="it asks to wait for more than a day"):
        service.ask()


@pytest.mark.parametrize("status", [401, 403])
def test_a_closed_door_is_not_knocked_at_again(service: Service, status: int) -> None:
    """A service that does not let us in is asked once and then nothing more."""
    service.answers = [Response("no", status=status)]
    web = service.web()
    for _ in range(2):
        with pytest.raises(SourceRefused, match=str(status)):
            service.ask(web)

    assert len(service.requests) == 1


@pytest.mark.parametrize("status", [400, 404, 414])
def test_a_wrong_question_costs_only_itself(service: Service, status: int) -> None:
    """A question the service cannot answer is not repeated, and the next one is asked all the same."""
    service.answers = [Response("no", status=status), LAMPS]
    web = service.web()
    with pytest.raises(SourceUnreachable, match=f"HTTP {status}") as wrong:
        service.ask(web)

    assert wrong.value.status == status
    assert service.ask(web) == ["oil", "arc"]
    assert service.slept == []


def test_an_endless_answer_is_cut(service: Service) -> None:
    """An answer beyond the size limit is given up, also when it only grows that large on unpacking."""
    packed = Response(gzip.compress(b" " * 5_000_000), headers={"Content-Encoding": "gzip"})
    service.answers = [Response(b" " * 200_000), packed, LAMPS]

    assert service.ask(service.web(most_bytes=100_000)) == ["oil", "arc"]
    assert [line for line in service.said if "longer than" in line] == service.said[1:]


def test_a_redirect_is_followed(service: Service, httpserver: HTTPServer) -> None:
    """A moved address is followed, in turn."""
    httpserver.expect_request("/moved").respond_with_data(LAMPS)
    service.answers = [Response(status=301, headers={"Location": "/moved"})]

    assert service.ask() == ["oil", "arc"]


@pytest.mark.parametrize("place", ["/lamps", "https://lamps.example.org/", "ftp://127.0.0.1/", "javascript:1"])
def test_a_redirect_that_leads_astray(service: Service, place: str) -> None:
    """Circles and addresses elsewhere are not followed; a stand-in never leads to a real service."""
    service.answers = [Response(status=302, headers={"Location": place})]
    with pytest.raises(SourceUnreachable, match="redirects"):
        service.ask()

    assert len(service.requests) == (4 if place == "/lamps" else 1)
    assert service.slept == []


@pytest.fixture
def silent_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_no_connection_is_told_at_once(service: Service, silent_port: int) -> None:
    """A refused connection is tried once more after a second, not for minutes."""
    with pytest.raises(SourceUnreachable, match="no connection"):
        service.ask(service.web(f"http://127.0.0.1:{silent_port}"))

    assert service.slept == [1.0]


def test_a_silent_server_does_not_hang_us(service: Service) -> None:
    """A server that takes the connection and says nothing is given up after a time limit."""
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(SourceUnreachable, match="nothing came"):
        service.ask(service.web(f"http://127.0.0.1:{silent.getsockname()[1]}", limits=Limits(0.05, 60)))

    assert service.slept == [3]


@pytest.mark.parametrize("where", ["head", "body", "chunk"])
def test_a_dripping_server_does_not_hang_us(service: Service, dripping: Callable[[str], str], where: str) -> None:
    """An answer that comes a byte at a time, in head or body, is given up when its whole time is over."""
    with pytest.raises(SourceUnreachable, match=r"not whole after 0\.2 s"):
        service.ask(service.web(dripping(where), limits=Limits(20, 0.2)))

    assert service.slept == [3]


def test_this_machine_is_not_asked_through_a_proxy(
    service: Service, silent_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy of the environment is for the world outside."""
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(variable, f"http://127.0.0.1:{silent_port}")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    service.answers = [LAMPS]

    assert service.ask() == ["oil", "arc"]


class Outside:
    """What would go out to the world, which redirects each request to `place`."""

    def __init__(self) -> None:
        self.place = "http://api.example.org/lamps"
        self.sent: list[requests.PreparedRequest] = []

    def send(self, adapter: HTTPAdapter, request: requests.PreparedRequest) -> requests.Response:
        self.sent.append(request)
        answer = HTTPResponse(BytesIO(), {"Location": self.place}, status=302, preload_content=False)
        return adapter.build_response(request, answer)


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Outside:
    """A world that nothing reaches."""
    world = Outside()
    monkeypatch.setattr(HTTPAdapter, "send", lambda adapter, request, **_: world.send(adapter, request))
    return world


@pytest.mark.parametrize("place", ["http://api.example.org/", "//[", "https://[", "file:///lamps", "http://127.0.0.1/"])
def test_a_way_into_the_clear_is_not_taken(service: Service, outside: Outside, place: str) -> None:
    """A service with encryption that redirects to an address without, or to none, is not followed nor asked again."""
    outside.place = place
    web = service.web("https://api.example.org/v1/", interval_seconds=1)
    with pytest.raises(SourceUnreachable, match="redirects"):
        service.ask(web)

    assert [request.url for request in outside.sent] == ["https://api.example.org/v1/lamps?of=oil+%26+arc"]
    assert service.slept == []


def test_no_password_goes_out(
    service: Service, outside: Outside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A password that ~/.netrc keeps for the host stays at home."""
    netrc = tmp_path / "netrc"
    netrc.write_text("default login ida password lamp\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    with pytest.raises(SourceUnreachable):
        service.ask(service.web("https://api.example.org", interval_seconds=1))

    assert "Authorization" not in outside.sent[0].headers


@pytest.mark.parametrize("url", ["http://api.example.org", "ftp://127.0.0.1.example.org", "nonsense", ""])
def test_an_address_in_the_clear_is_refused(tmp_path: Path, url: str) -> None:
    """Without encryption only this machine is asked."""
    with pytest.raises(SettingsError, match="https"):
        Web(url, Pace(tmp_path, 1, time.time, time.sleep), time.sleep, print)


def test_manners_are_no_setting(tmp_path: Path) -> None:
    """Under a second is for a server on this machine only."""
    Web("https://api.example.org", Pace(tmp_path, 1, time.time, time.sleep), time.sleep, print)
    with pytest.raises(SettingsError, match="a second"):
        Web("https://api.example.org", Pace(tmp_path, 0.9, time.time, time.sleep), time.sleep, print)


@pytest.mark.parametrize("contact", ["", "reading notes", "https://example.org", "a b@x.test", "@", "me@x.test\n"])
def test_only_an_address_is_sent_as_one(contact: str) -> None:
    """What is no e-mail address does not go out as one."""
    assert mailto(contact) == {}
    assert mailto("me@x.test") == {"mailto": "me@x.test"}


@pytest.mark.parametrize("value", [None, 7, "text", [], {}, {"a": 1}, {"a": [1]}, {"a": [{"b": []}]}])
def test_what_is_not_there_is_none(value: object) -> None:
    """JSON of any shape is looked into without an error."""
    assert part(value, "a", 0, "b", 0) is None
    assert parts(value, "x") == []


def test_every_failure_is_a_typed_error(service: Service) -> None:
    """Answers that no rule foresees end in the errors a caller knows."""
    for status in (204, 206, 300, 304, 418, 451, 507):
        service.answers = [Response(status=status)]
        with pytest.raises(SourceError):
            service.ask()
