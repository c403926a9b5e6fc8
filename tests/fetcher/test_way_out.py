"""The way to arXiv and the other services: authorities of one's own, and proxies that cannot be used."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
import trustme
from pytest_httpserver import HTTPServer

from notegen.errors import SettingsError, SourceUnreachable
from notegen.fetcher.sources import answer_limits
from notegen.fetcher.sources.answer_limits import TimedAdapter
from notegen.fetcher.sources.failures import unreachable


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """An authority that nobody trusts yet."""
    return trustme.CA()


@pytest.fixture
def service(authority: trustme.CA) -> Iterator[HTTPServer]:
    """A service with a certificate of that authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with HTTPServer("127.0.0.1", 0, ssl_context=context) as server:
        server.expect_request("/lamps").respond_with_data("oil")
        yield server


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No proxy and no authority of the machine at hand reaches a test."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    answer_limits._trusting.cache_clear()
    yield
    answer_limits._trusting.cache_clear()


def _got(url: str) -> str:
    with requests.Session() as session:
        session.mount("https://", TimedAdapter("Lamps", 20))
        session.mount("http://", TimedAdapter("Lamps", 20))
        try:
            return session.get(url, timeout=5).text
        except requests.RequestException as error:
            raise unreachable("Lamps", error, 5) from error


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
def test_an_authority_of_ones_own(
    service: HTTPServer, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """The same variable as for the model's server makes a service reachable; until then it is named."""
    with pytest.raises(SourceUnreachable, match="not trusted.*set SSL_CERT_FILE"):
        _got(service.url_for("/lamps"))

    authority.cert_pem.write_to_path(str(tmp_path / "own.pem"))
    monkeypatch.setenv(variable, str(tmp_path / "own.pem"))
    answer_limits._trusting.cache_clear()
    assert _got(service.url_for("/lamps")) == "oil"


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR"])
def test_an_authority_that_is_not_there(
    service: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """A file that is missing is told with its variable, and not taken for a silent service."""
    monkeypatch.setenv(variable, str(tmp_path / "own.pem"))

    with pytest.raises(SettingsError, match=variable):
        _got(service.url_for("/lamps"))


@pytest.mark.parametrize("proxy", ["socks://127.0.0.1:9", "ftp://ann:hidden@127.0.0.1:9", "socks5://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    """A proxy of a kind nobody speaks, or whose package is missing, is told as one."""
    monkeypatch.setenv("ALL_PROXY", proxy)
    monkeypatch.setattr("notegen.network.find_spec", lambda name: None)

    with pytest.raises(SettingsError, match=r"the proxy .*127\.0\.0\.1:9 (cannot be used|needs a package)") as caught:
        _got("https://lamps.invalid/lamps")
    assert "hidden" not in str(caught.value)
