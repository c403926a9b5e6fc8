"""The way to a model server: addresses, keys, proxies, certificates, time, and what is said when there is none."""

from __future__ import annotations

import datetime
import json
import logging
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trustme
from hypothesis import given
from hypothesis import strategies as st

from notegen.errors import (
    ModelBusy,
    ModelError,
    ModelRejected,
    ModelUnreachable,
    QuestionTooLong,
    ReplyUnusable,
    SettingsError,
)
from notegen.network import is_direct, proxy_of, trusting_context
from notegen.records import Question
from notegen.summarizer.server.address import OPENAI_URL, base_addresses, likely_address, private_parts
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.failures import Failure
from notegen.summarizer.server.llm import OpenAIModel

_QUESTION = Question("greet", "You greet.", "Say good.", {}, 50)
_KEY = "sk-hidden-123456"
_CHOICE = {"index": 0, "message": {"role": "assistant", "content": "good"}, "finish_reason": "stop"}
_GOOD = json.dumps({"choices": [_CHOICE], "usage": {"prompt_tokens": 3, "completion_tokens": 1}}).encode()
_STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
_PIECE = b'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n'
_END = b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


def _reply(body: bytes | object = _GOOD, status: str = "200 OK", *head: str) -> bytes:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(content)}", "Connection: close", *head, "", ""]
    return "\r\n".join(lines).encode() + content


class _Server:
    """Sends the same bytes to everybody, or lets a function send them, and keeps the heads of what it was asked."""

    def __init__(
        self, answer: bytes | Callable[[socket.socket], object], tls: ssl.SSLContext | None = None, host: str = ""
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.socket(family)
        self._socket.bind((host or "127.0.0.1", 0))
        self._socket.listen()
        self.port: int = self._socket.getsockname()[1]
        self.heads: list[str] = []
        self.answer, self._tls = answer, tls
        threading.Thread(target=self._serve, daemon=True).start()

    def url(self, path: str = "/v1", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                asked, _ = self._socket.accept()
                threading.Thread(target=self._one, args=(asked,), daemon=True).start()

    def _one(self, asked: socket.socket) -> None:
        with suppress(OSError, ValueError), asked:
            asked.settimeout(5)
            with self._tls.wrap_socket(asked, server_side=True) if self._tls else asked as line:
                self._read(line)
                if callable(self.answer):
                    self.answer(line)
                else:
                    line.sendall(self.answer)

    def _read(self, line: socket.socket) -> None:
        got = b""
        while b"\r\n\r\n" not in got:
            piece = line.recv(65536)
            if not piece:
                return
            got += piece
        head, _, body = got.partition(b"\r\n\r\n")
        self.heads.append(head.decode("latin-1"))
        lengths = [
            value
            for name, _, value in (each.partition(b":") for each in head.split(b"\r\n"))
            if name.lower() == b"content-length"
        ]
        while lengths and len(body) < int(lengths[0]):
            body += line.recv(65536)


Serve = Callable[..., _Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers on loopback."""
    servers: list[_Server] = []

    def start(
        answer: bytes | Callable[[socket.socket], object] = b"", tls: ssl.SSLContext | None = None, host: str = ""
    ) -> _Server:
        servers.append(_Server(answer or _reply(), tls, host))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy and no authority of the machine at hand reaches a test."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "OPENAI_LOG"):
        monkeypatch.delenv(name, raising=False)


def _ask(
    url: str,
    key: str = "",
    silence: float = 5.0,
    deadline: float = 20.0,
    pauses: list[float] | None = None,
    question: Question = _QUESTION,
) -> str:
    kept = pauses if pauses is not None else []
    return OpenAIModel("m", url, Connection(key, silence, deadline, kept.append, url), None).ask(question).text


def _error(
    url: str, key: str = "", silence: float = 5.0, deadline: float = 20.0, pauses: list[float] | None = None
) -> ModelError:
    with pytest.raises(ModelError) as caught:
        _ask(url, key, silence, deadline, pauses)
    said = str(caught.value)
    assert "\n" not in said and "Traceback" not in said and "<" not in said
    assert _KEY not in said
    return caught.value


def _authorization(server: _Server) -> list[str]:
    lines = server.heads[-1].split("\r\n")
    return [line.partition(":")[2].strip() for line in lines if line.lower().startswith("authorization:")]


# Addresses


@pytest.mark.parametrize(
    ("given", "bases"),
    [
        ("", (OPENAI_URL,)),
        (" https://API.OpenAI.com/v1/ ", (OPENAI_URL,)),
        ("http://box:80", ("http://box:80", "http://box:80/v1")),
        ("HTTP://Box/V1", ("http://box/V1",)),
        ("http://box//v1//", ("http://box/v1",)),
        ("http://box/v1/chat/completions", ("http://box/v1",)),
        ("http://box/v1/models/", ("http://box/v1",)),
        ("http://box/v1/models?limit=5#x", ("http://box/v1",)),
        ("http://box/api", ("http://box/api", "http://box/api/v1")),
        ("http://ann:hidden@box:1/v1", ("http://box:1/v1",)),
        ("http://0.0.0.0:11434", ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1")),
        ("http://[::]:8080/v1", ("http://[::1]:8080/v1",)),
        ("http://[FD00::1]/v1", ("http://[fd00::1]/v1",)),
        ("http://box:/v1", ("http://box/v1",)),
    ],
)
def test_forms_of_an_address(given: str, bases: tuple[str, ...]) -> None:
    """Whatever part of an address is pasted, its base is found; secrets are no part of it."""
    assert base_addresses(given) == bases


@given(st.from_regex(r"https?://([a-z]{1,5}|\[::1\]|1\.2\.3\.4)(:[1-9][0-9]{0,3})?(/[a-zV1/]{0,12})?", fullmatch=True))
def test_a_base_address_is_its_own_base(given: str) -> None:
    """What was found once is found again, and is never the address of one question."""
    for base in base_addresses(given):
        assert base_addresses(base)[0] == base
        assert not base.endswith("/")


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "//v1", "/v1/chat/completions", "/v1/models", "/v1?a=b"])
def test_every_form_reaches_the_server(serve: Serve, path: str) -> None:
    """With or without /v1, slashes, or the rest of a pasted address, the server answers."""

    def answer(line: socket.socket) -> None:
        known = server.heads[-1].startswith("POST /v1/chat/completions")
        line.sendall(_reply() if known else _reply(b"404 page not found", "404 Not Found"))

    server = serve(answer)

    assert _ask(server.url(path)) == "good"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "0.0.0.0", "127.1"])
def test_this_machine_by_any_name(serve: Serve, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """Each spelling of this machine is asked directly, whatever proxies are set."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    assert _ask(serve().url(host=host)) == "good"


def test_this_machine_by_ipv6(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is ::1."""
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    try:
        server = serve(host="::1")
    except OSError:
        pytest.skip("no IPv6 here")

    assert _ask(server.url(host="[::1]")) == "good"


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api", "405 Method Not Allowed", ("/api/v1/chat/completions answered 405", "likely http://127.0.0.1:{}/v1")),
        ("/api/chat", "404 Not Found", ("/api/chat/v1/chat/completions answered 404", "likely http://127.0.0.1:{}/v1")),
        ("/v1", "404 Not Found", ("/v1/chat/completions answered 404", "OPENAI_BASE_URL", "NOTEGEN_MODEL")),
    ],
)
def test_a_wrong_path_is_told_with_the_likely_right_one(
    serve: Serve, path: str, status: str, words: tuple[str, ...]
) -> None:
    """H10, H13: the address that was tried is named, and the one that is likely meant."""
    server = serve(_reply(b"no", status))

    error = _error(server.url(path))

    assert isinstance(error, ModelRejected)
    for word in words:
        assert word.format(server.port) in str(error)


def test_the_likely_address_keeps_the_port() -> None:
    """A machine's model server is under its /v1."""
    assert likely_address("http://box:11434/api/generate") == "http://box:11434/v1"


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ({"object": "list", "data": [{"id": "lamp-7b"}, {"id": "oil-1b"}]}, ["lamp-7b", "oil-1b"]),
        ({"models": [{"name": "lamp-7b", "model": "lamp-7b"}]}, ["lamp-7b"]),
        ({"models": [{"name": "lamp-7b"}], "data": [{"id": "lamp-7b"}, {"id": "lamp-7b"}]}, ["lamp-7b"]),
        ([{"id": "lamp-7b"}], ["lamp-7b"]),
        (["lamp-7b"], ["lamp-7b"]),
        ({"data": [{"id": None}, {}, None, 7, {"id": "lamp-7b"}]}, ["lamp-7b"]),
        ({"data": [], "models": None}, []),
    ],
)
def test_the_models_a_server_lists(serve: Serve, listed: object, names: list[str]) -> None:
    """As OpenAI, Ollama and others list them, each once."""
    assert Connection("", 5.0, 20.0, print).offered(serve(_reply(listed)).url()) == names


@pytest.mark.parametrize("listed", [b"<html>", b"", b"7", b"null", b"{}", {"data": "lamp"}])
def test_no_list_of_models(serve: Serve, listed: object) -> None:
    """What is no list is not taken for an empty one."""
    with pytest.raises(Failure, match="it lists no models"):
        Connection("", 5.0, 20.0, print).offered(serve(_reply(listed)).url())


# User, password and query of an address; keys


def test_user_and_password_of_an_address(serve: Serve, tmp_path: Path) -> None:
    """They are sent instead of the key, decoded; the query goes with them; neither is written down or shown."""

    def answer(line: socket.socket) -> None:
        line.sendall(_reply() if "/v1/" in server.heads[-1] else _reply(b"", "404 Not Found"))

    server = serve(answer)
    url = server.url("?tenant=lamps-and-oil", host="ann%40x:hid%2Fden@127.0.0.1")
    remember = tmp_path / "servers.json"
    model = OpenAIModel("m", url, Connection(_KEY, 5.0, 20.0, print, url), remember)

    assert model.ask(_QUESTION).text == "good"
    assert private_parts(url)[0] == "ann@x:hid/den"
    assert _authorization(server) == ["Basic YW5uQHg6aGlkL2Rlbg=="]
    assert server.heads[-1].startswith("POST /v1/chat/completions?tenant=lamps-and-oil ")
    assert "hid" not in remember.read_text() and "lamps" not in remember.read_text()

    server.answer = _reply({"error": {"message": "no YW5uQHg6aGlkL2Rlbg== or hid/den or lamps-and-oil"}}, "400 Bad")
    said = str(_error(url, _KEY))
    assert "no … or … or …" in said and "hid" not in said and "ann" not in said


@pytest.mark.parametrize("key", ["sk-a\nb", "sk-a\r\nX-Evil: 1", "sk-鍵", "sk-“quoted”", "sk-\x00"])
def test_a_key_that_cannot_be_sent(serve: Serve, key: str) -> None:
    """A line break or a sign beyond ASCII in the key is told before anything is sent."""
    server = serve()

    error = _error(server.url(), key)

    assert isinstance(error, ModelRejected) and "OPENAI_API_KEY" in str(error)
    assert "sk-" not in str(error) and server.heads == []


def test_blanks_around_a_key_are_not_sent(serve: Serve) -> None:
    """A line break at the end of a key, as files have it, does no harm."""
    server = serve()

    assert _ask(server.url(), f" {_KEY}\n") == "good"
    assert _authorization(server) == [f"Bearer {_KEY}"]


@pytest.mark.parametrize("login", ["", "ann:hidden-word@"])
def test_a_redirect_elsewhere_does_not_carry_the_key(serve: Serve, login: str) -> None:
    """Another host never learns the key, nor the password of the address."""
    other = serve()
    server = serve(_reply(b"", "307 Temporary Redirect", f"Location: {other.url('/v1/chat/completions')}"))

    assert _ask(server.url(host=f"{login}127.0.0.1"), _KEY) == "good"
    assert _authorization(server) and not _authorization(other)
    assert "hidden" not in other.heads[-1]


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        ("401 Unauthorized", b"<html><body>Who are you?</body></html>", "401. Correct OPENAI_API_KEY"),
        ("403 Forbidden", {"error": {"message": f"no access with {_KEY}"}}, "403, no access with …"),
        ("403 Forbidden", b"<html><title>Access denied</title><body>x</body></html>", "403, Access denied"),
    ],
)
def test_a_refused_key(serve: Serve, status: str, body: object, words: str) -> None:
    """The setting is named; the key is not, though the server repeats it."""
    error = _error(serve(_reply(body, status)).url(), _KEY)

    assert isinstance(error, ModelRejected) and words in str(error)


def test_a_key_repeated_in_a_stream_is_masked(serve: Serve) -> None:
    """An error inside a reply that began well may repeat the key, too."""
    server = serve(_STREAM + f'data: {{"error": {{"message": "cannot bill {_KEY}"}}}}\n\n'.encode())

    assert "cannot bill …" in str(_error(server.url(), _KEY))


def test_no_secret_reaches_a_log(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    """Even where somebody has the libraries log everything, neither key nor password is written."""
    server = serve()
    with caplog.at_level(logging.DEBUG):
        _ask(server.url(), _KEY)
        _ask(server.url("/v1", host="ann:hidden-word@127.0.0.1"), _KEY)
    assert caplog.text
    assert "hidden" not in caplog.text and "YW5uOmhpZGRlbi13b3Jk" not in caplog.text


def test_no_secret_reaches_a_log_of_openai(serve: Serve) -> None:
    """OPENAI_LOG=debug, which the library reads on its own, shows none either."""
    url = serve().url(host="ann:hidden-word@127.0.0.1")
    script = (
        "import sys; from notegen.records import Question; from notegen.summarizer.server.llm import OpenAIModel;"
        "from notegen.summarizer.server.connection import Connection;"
        "url = sys.argv[1]; question = Question('q', 's', 'u', {}, 9);"
        f"print(OpenAIModel('m', url, Connection('{_KEY}', 5, 9, print, url), None).ask(question).text)"
    )
    run = [sys.executable, "-c", script, url]
    ended = subprocess.run(run, env={"OPENAI_LOG": "debug"}, capture_output=True, text=True, timeout=60, check=True)

    assert ended.stdout.strip() == "good" and "DEBUG" in ended.stderr
    assert "hidden" not in ended.stderr and "YW5uOmhpZGRlbi13b3Jk" not in ended.stderr


# Proxies


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
def test_another_machine_is_asked_through_the_proxy(serve: Serve, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """O1: each of the usual variables is kept to, in capitals or not; a private network is no exception."""
    proxy = serve()
    monkeypatch.setenv(name, proxy.url(""))

    assert _ask("http://10.254.254.9:1/v1") == "good"
    assert proxy.heads[0].startswith("POST http://10.254.254.9:1/v1/chat/completions")


@pytest.mark.parametrize(
    ("no_proxy", "url", "direct"),
    [
        ("", "http://10.1.2.3/v1", False),
        ("10.0.0.0/8", "http://10.1.2.3/v1", True),
        ("192.168.0.0/16", "http://10.1.2.3/v1", False),
        ("box.lan", "http://box.lan:8080/v1", True),
        (".lan", "http://box.lan/v1", True),
        ("*", "http://models.example.com/v1", True),
        ("example.com", "http://models.example.com/v1", True),
        ("example.com", "http://host.docker.internal/v1", False),
    ],
)
def test_no_proxy(monkeypatch: pytest.MonkeyPatch, no_proxy: str, url: str, direct: bool) -> None:
    """O1: NO_PROXY names hosts, domains, networks; a private address is asked directly only where it is named."""
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", no_proxy)

    assert is_direct(url) is direct
    assert proxy_of(url) == ("" if direct else "http://proxy.example:3128")


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        ("407 Proxy Authentication Required", ModelRejected, "asks for user and password (407)"),
        ("502 Bad Gateway", ModelError, "502"),
        ("403 Forbidden", ModelRejected, "403"),
    ],
)
def test_a_proxy_that_says_no(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, scheme: str, status: str, kind: type[ModelError], words: str
) -> None:
    """The message tells that a proxy stands between, and which; its password and its page are not shown."""
    proxy = serve(_reply(b"<html><head><title>Lamp proxy</title></head><body>page</body></html>", status))
    monkeypatch.setenv("ALL_PROXY", f"http://ann:hidden-word@127.0.0.1:{proxy.port}")

    error = _error(f"{scheme}://models.invalid/v1", _KEY)

    assert isinstance(error, kind) and words in str(error)
    assert f"the proxy http://…@127.0.0.1:{proxy.port}" in str(error) and "hidden" not in str(error)


@pytest.mark.parametrize(
    ("proxy", "kind", "words"),
    [
        ("http://127.0.0.1:9", ModelUnreachable, "no connection through the proxy http://127.0.0.1:9"),
        ("127.0.0.1:9", ModelUnreachable, "models.invalid to NO_PROXY"),
        ("socks://127.0.0.1:9", ModelRejected, "socks://127.0.0.1:9 cannot be used"),
        ("ftp://ann:hidden@x", ModelRejected, "ftp://…@x cannot be used"),
    ],
)
def test_a_proxy_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, proxy: str, kind: type[ModelError], words: str
) -> None:
    """A proxy that is not there, or of a kind nobody speaks, is named with the variables to correct."""
    monkeypatch.setenv("ALL_PROXY", proxy)

    error = _error("http://models.invalid/v1", _KEY)

    assert isinstance(error, kind) and words in str(error) and "HTTP_PROXY" in str(error)


def test_a_socks_proxy_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """O1: it is told which package is missing, or what to unset."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "socksio", None)

    error = _error("http://models.invalid/v1", _KEY)

    assert isinstance(error, ModelRejected)
    assert "pip install socksio PySocks, or unset ALL_PROXY" in str(error)


# Certificates


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """An authority that nobody trusts yet."""
    return trustme.CA()


def _tls(authority: trustme.CA, *names: str, not_after: datetime.datetime | None = None) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*(names or ("127.0.0.1",)), not_after=not_after).configure_cert(context)
    return context


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
def test_an_authority_of_ones_own(
    serve: Serve, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """O1: not trusted at first, which is told with the variable to set; once it is set the server is reached."""
    server = serve(_reply(), _tls(authority))
    url = server.url(scheme="https")

    error = _error(url)

    assert isinstance(error, ModelRejected)
    assert "certificate is not trusted" in str(error) and "Set SSL_CERT_FILE" in str(error)
    assert "Start it" not in str(error)

    authority.cert_pem.write_to_path(str(tmp_path / "own.pem"))
    monkeypatch.setenv(variable, str(tmp_path / "own.pem"))
    assert _ask(url) == "good"


def test_authorities_in_a_folder(
    serve: Serve, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SSL_CERT_DIR names a folder, or several, of certificates named by their hash, as OpenSSL has it."""
    file = tmp_path / "own.pem"
    authority.cert_pem.write_to_path(str(file))
    command = ["openssl", "x509", "-noout", "-subject_hash", "-in", str(file)]
    try:
        hashed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()
    except OSError:
        pytest.skip("no openssl here")
    (tmp_path / "other").mkdir()
    file.rename(tmp_path / f"{hashed}.0")
    monkeypatch.setenv("SSL_CERT_DIR", f"{tmp_path / 'other'}:{tmp_path}")

    assert _ask(serve(_reply(), _tls(authority)).url(scheme="https")) == "good"


def test_an_own_authority_is_trusted_besides_the_usual_ones(
    authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server of one's own and the public services are reached in one run."""
    assert trusting_context() is None
    authority.cert_pem.write_to_path(str(tmp_path / "own.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))

    context = trusting_context()

    assert context is not None and len(context.get_ca_certs()) > 20
    assert context.verify_mode is ssl.CERT_REQUIRED and context.check_hostname


@pytest.mark.parametrize(
    ("variable", "content", "words"),
    [
        ("SSL_CERT_FILE", None, "is not there"),
        ("SSL_CERT_FILE", "", "holds no certificate"),
        ("SSL_CERT_FILE", "nonsense", "holds no certificate"),
        ("REQUESTS_CA_BUNDLE", None, "is not there"),
        ("SSL_CERT_DIR", None, "is not a folder"),
    ],
)
def test_authorities_that_cannot_be_read(
    serve: Serve, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str,
    content: str | None, words: str,
) -> None:  # fmt: skip
    """A file that is missing or holds no certificate is told with its variable, by every door."""
    if content is not None:
        (tmp_path / "own.pem").write_text(content)
    monkeypatch.setenv(variable, str(tmp_path / "own.pem"))

    error = _error(serve(_reply(), _tls(authority)).url(scheme="https"))

    assert isinstance(error, ModelRejected) and variable in str(error) and words in str(error)
    monkeypatch.setenv(variable, str(tmp_path / "own.pem"))
    with pytest.raises(SettingsError) as told:
        trusting_context()
    assert words in told.value.problems[0]
    with pytest.raises(SettingsError, match=variable):
        trusting_context()


def test_no_authority_is_looked_for_where_nothing_is_encrypted(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable that names a file long gone does not stand between us and a plain server, nor a plain proxy."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "gone.pem"))
    assert _ask(serve().url()) == "good"
    monkeypatch.setenv("HTTP_PROXY", serve().url(""))
    assert _ask("http://10.254.254.9:1/v1") == "good"


def test_certificates_that_trust_does_not_help(
    serve: Serve, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One for another name, and one that is over, each get their own next step."""
    authority.cert_pem.write_to_path(str(tmp_path / "own.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))
    other = serve(_reply(), _tls(authority, "other.example"))
    over = serve(_reply(), _tls(authority, not_after=datetime.datetime(2020, 1, 1)))

    assert "Write the name that the certificate is for" in str(_error(other.url(scheme="https")))
    assert "has expired. Have it renewed" in str(_error(over.url(scheme="https")))


@pytest.mark.parametrize("alert", [b"\x15\x03\x01\x00\x02\x02\x46", b"\x15\x03\x03\x00\x02\x01\x00"])
def test_http_to_a_tls_port(serve: Serve, authority: trustme.CA, alert: bytes) -> None:
    """However a TLS server takes plain HTTP (closing, an alert, a 400), https:// is proposed."""
    page = b"<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>"
    go = b"Client sent an HTTP request to an HTTPS server.\n"
    closing = serve(_reply(), _tls(authority))
    for server in (closing, serve(alert), serve(_reply(page, "400 Bad Request")), serve(_reply(go, "400 Bad"))):
        assert "write https:// in OPENAI_BASE_URL" in str(_error(server.url()))


def test_tls_to_a_plain_port(serve: Serve) -> None:
    """A server that answers a TLS greeting in plain HTTP gets http:// proposed."""

    def answer(line: socket.socket) -> None:
        line.sendall(_reply(b"", "400 Bad Request"))

    server = serve(answer)
    server._read = lambda line: line.recv(65536)  # type: ignore[method-assign,assignment,return-value]

    error = _error(server.url(scheme="https"))

    assert isinstance(error, ModelRejected)
    assert "does not speak TLS. Write http:// instead of https://" in str(error)


# Nobody there, or somebody else


def test_nobody_there(pauses: list[float]) -> None:
    """A port where nothing listens, a host without port, a name nobody knows: each with its own next step."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    for url, words in (
        (closed, f"no model server at {closed}: nothing listens there. Start it"),
        ("http://nosuch.invalid/v1", "no machine of that name is known. Correct the host"),
    ):
        error = _error(url, _KEY)
        assert isinstance(error, ModelUnreachable) and words in str(error)


@pytest.fixture
def pauses() -> list[float]:
    """The pauses between tries; nobody really sleeps."""
    return []


def test_a_connection_closed_without_a_word(serve: Serve, pauses: list[float]) -> None:
    """A server that hangs up is asked three times: it is there, so nobody is told to start it."""
    server = serve(lambda line: None)

    error = _error(server.url(), pauses=pauses)

    assert isinstance(error, ModelBusy) and "closed the connection without an answer" in str(error)
    assert pauses == [1.0, 2.0]


def test_a_server_of_another_kind(serve: Serve) -> None:
    """A server of mail, one of pages, one that redirects in a circle or to nowhere: the address is to be corrected."""
    circle = serve()
    circle.answer = _reply(b"", "307 Temporary Redirect", "Location: /again")
    ftp = serve(_reply(b"", "307 Temporary Redirect", "Location: ftp://x/"))
    for server, words in (
        (serve(b"220 mail ready\r\n\r\n"), "is not HTTP"),
        (circle, "in a circle"),
        (ftp, "no address of a server"),
    ):
        error = _error(server.url())
        assert isinstance(error, ModelRejected) and words in str(error) and "OPENAI_BASE_URL" in str(error)
    assert len(circle.heads) < 30
    assert isinstance(_error(serve(_reply(b"<html>Welcome</html>")).url()), ReplyUnusable)


# Purses, limits, pages


@pytest.mark.parametrize(
    ("status", "body"),
    [
        ("429 Too Many Requests", {"error": {"message": "You exceeded it", "code": "insufficient_quota"}}),
        ("429 Too Many Requests", {"error": {"message": "You exceeded your current quota, please check your plan"}}),
        ("402 Payment Required", {"error": {"message": "Insufficient credits. Add more", "code": 402}}),
        ("402 Payment Required", {"error": {"message": "This request requires more credits, or fewer max_tokens."}}),
        ("400 Bad Request", {"type": "error", "error": {"message": "Your credit balance is too low to access it"}}),
        ("403 Forbidden", {"error": {"message": "Insufficient balance"}}),
    ],
)
def test_an_empty_purse(serve: Serve, pauses: list[float], status: str, body: object) -> None:
    """Whatever status it comes with, it is not waited for, and the account is named."""
    error = _error(serve(_reply(body, status)).url(), _KEY, pauses=pauses)

    assert isinstance(error, ModelRejected) and "quota used up" in str(error) and "billing" in str(error)
    assert pauses == []


@pytest.mark.parametrize(
    ("status", "message", "pause"),
    [
        ("429 Too Many Requests", "You exceeded your current quota, see billing. Please retry in 12.5s.", 12.5),
        ("429 Too Many Requests", "exceeded token rate limit. Please retry after 40 seconds.", 40.0),
        ("429 Too Many Requests", "Resource has been exhausted (e.g. check quota).", 1.0),
        ("529 Overloaded", "Overloaded", 1.0),
    ],
)
def test_a_limit_that_passes(serve: Serve, pauses: list[float], status: str, message: str, pause: float) -> None:
    """A limit of the minute is waited for as long as the server's words ask."""
    error = _error(serve(_reply([{"error": {"message": message, "code": 429}}], status)).url(), pauses=pauses)

    assert isinstance(error, ModelBusy) and message.rstrip(".") in str(error)
    assert pauses[0] == pause and len(pauses) == 2


@pytest.mark.parametrize(
    ("head", "first", "words"),
    [
        ("Retry-After: 1.5", 1.5, "wait"),
        ("Retry-After: 0", 1.0, "busy"),
        ("Retry-After: -3", 1.0, "busy"),
        ("Retry-After: soon", 1.0, "busy"),
        ("Retry-After: nan", 1.0, "busy"),
        ("Retry-After: inf", 1.0, "busy"),
        ("Retry-After: Wed, 01 Jan 2020 00:00:00 GMT", 1.0, "busy"),
        ("Retry-After: 99999999999999", None, "for more than a day"),
        ("Retry-After: Fri, 31 Dec 9999 23:59:59 GMT", None, "for more than a day"),
        ("Retry-After: 90", None, "90 s"),
        ("retry-after-ms: 1500", 1.5, "wait"),
    ],
)
def test_the_pause_a_server_asks_for(
    serve: Serve, pauses: list[float], head: str, first: float | None, words: str
) -> None:
    """Seconds, dates and milliseconds are kept to up to a minute; nonsense counts as nothing said."""
    error = _error(serve(_reply({"error": {"message": "slow"}}, "429 Too Many", head)).url(), pauses=pauses)

    assert isinstance(error, ModelBusy) and words in str(error)
    assert (pauses or [None])[0] == first


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<!DOCTYPE html><html><body>" + b"x" * 5000, "failed: 500, Internal Server Error. Run"),
        (b"<html><head><title>Lamp &amp;\n oil</title></head><body>x</body></html>", "failed: 500, Lamp & oil. Run"),
        (b"<center><h1>500 Broken</h1></center>", "failed: 500 Broken. Run"),
        (b"", "failed: 500, Internal Server Error. Run"),
        (b"plain words", "failed: 500, plain words. Run"),
    ],
)
def test_a_page_instead_of_words(serve: Serve, body: bytes, words: str) -> None:
    """Of a page its title is shown, or what its status means, but never its source."""
    assert words in str(_error(serve(_reply(body, "500 Internal Server Error")).url()))


def test_a_proxy_that_takes_no_long_question(serve: Serve) -> None:
    """413 means a question too long, whoever says it."""
    server = serve(_reply(b"<html><title>413 Request Entity Too Large</title></html>", "413 Too Large"))

    assert isinstance(_error(server.url()), QuestionTooLong)


# Time


def test_slow_but_alive_is_never_killed(serve: Serve) -> None:
    """H12: silence counts from piece to piece; an answer that takes longer than the longest silence comes through."""

    def answer(line: socket.socket) -> None:
        line.sendall(_STREAM)
        for _ in range(6):
            time.sleep(0.15)
            line.sendall(_PIECE)
        line.sendall(_END)

    assert _ask(serve(answer).url(), silence=0.5) == "xxxxxx"


@pytest.mark.parametrize("begin", [b"", _STREAM, _STREAM + _PIECE])
def test_silence(serve: Serve, pauses: list[float], begin: bytes) -> None:
    """Before the first byte, after the head, or in the middle: too long a silence is told with NOTEGEN_TIMEOUT."""
    done = threading.Event()

    def answer(line: socket.socket) -> None:
        line.sendall(begin)
        done.wait(5)

    error = _error(serve(answer).url(), silence=0.15, pauses=pauses)
    done.set()

    assert isinstance(error, ModelBusy) and "sent nothing for 0.15 s. Raise NOTEGEN_TIMEOUT" in str(error)
    assert pauses == [1.0, 2.0]


def test_signs_of_life_without_end(serve: Serve, pauses: list[float]) -> None:
    """A server that says it is alive for ever is left at the deadline, and not asked again."""

    def answer(line: socket.socket) -> None:
        line.sendall(_STREAM)
        for _ in range(50):
            time.sleep(0.02)
            line.sendall(b": keep-alive\n\n")

    error = _error(serve(answer).url(), silence=0.3, deadline=0.4, pauses=pauses)

    assert isinstance(error, ModelBusy) and "longer than 0.4 s in all. Raise NOTEGEN_DEADLINE" in str(error)
    assert pauses == []


def test_a_deadline_shorter_than_the_longest_silence(serve: Serve) -> None:
    """The deadline ends a silence as well, and is what is told."""
    done = threading.Event()

    error = _error(serve(lambda line: done.wait(5)).url(), silence=60, deadline=0.3)
    done.set()

    assert "Raise NOTEGEN_DEADLINE" in str(error)


def test_a_body_that_breaks_off(serve: Serve, pauses: list[float]) -> None:
    """Less than was announced is no answer; it is asked for again."""
    error = _error(serve(_reply().replace(b"Content-Length: ", b"Content-Length: 9")).url(), pauses=pauses)

    assert isinstance(error, ModelBusy) and "ended in the middle" in str(error)
    assert pauses == [1.0, 2.0]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_in_a_silent_wait(serve: Serve) -> None:
    """Ctrl-C ends at once what waits for a server that says nothing; while a paper is under way, the second does."""
    done, asked = threading.Event(), threading.Event()

    def answer(line: socket.socket) -> None:
        asked.set()
        done.wait(10)

    script = (
        "import sys; from notegen.interrupt import ctrl_c; from notegen.records import Question;"
        "from notegen.summarizer.server.connection import Connection;"
        "from notegen.summarizer.server.llm import OpenAIModel\n"
        "with ctrl_c(lambda: print('soft', flush=True)) as state:\n"
        "    state.soft = sys.argv[2] == '2'\n"
        "    model = OpenAIModel('m', sys.argv[1], Connection('', 60, 60, print), None)\n"
        "    model.ask(Question('q', 's', 'u', {}, 9))\n"
    )
    url = serve(answer).url()
    for presses in (1, 2):
        asked.clear()
        run = [sys.executable, "-c", script, url, str(presses)]
        with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
            assert asked.wait(30)
            time.sleep(0.1)
            began = time.monotonic()
            waiting.send_signal(signal.SIGINT)
            if presses == 2:
                assert waiting.stdout is not None and waiting.stdout.readline() == "soft\n"
                assert waiting.poll() is None
                waiting.send_signal(signal.SIGINT)
            _, said = waiting.communicate(timeout=30)
        assert time.monotonic() - began < 5
        assert ("Stopped" if presses == 1 else "KeyboardInterrupt") in said
    done.set()
