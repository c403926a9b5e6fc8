"""Why a model server was not reached: the words of two HTTP libraries and of OpenSSL, as a `Failure`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from notegen.addresses import is_private
from notegen.network import PROXY_FORMS, SOCKS_HINT, proxy_of
from notegen.summarizer.server.failures import PROXY_LOGIN_HINT, TLS_HINT, Failure

_UNTRUSTED = re.compile(
    r"certificate verify failed:? ?(.*?)(?: \(_ssl|\.?$)|(certificate.{0,40}not trusted)", re.I | re.S
)
_NO_TLS = re.compile(r"WRONG_VERSION_NUMBER|RECORD_LAYER_FAILURE|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL")
_NO_NAME = re.compile(r"name or service|nodename|getaddrinfo|name resolution|no address associated|Errno 11001", re.I)
_REFUSED = re.compile(r"refused|Errno 111\b|Errno 61\b|10061|all connection attempts failed", re.I)
_CLOSED = re.compile(r"disconnected|closed connection|connection reset|Errno 104\b|10054|broken pipe|end of file", re.I)
_NO_HTTP = re.compile(r"illegal (?:status|request) line|illegal header|malformed", re.I)
_TLS_ALERT = re.compile(r"illegal request line|bytearray\(b['\"]\\x15")
_CORRECT = "Correct OPENAI_BASE_URL"


def unconnected(error: BaseException, base_url: str, connect_seconds: float) -> Failure:
    """The failure that an error of the connection to `base_url` is; `error` is what the HTTP library raised last."""
    causes = list(_causes(error))
    names = {type(cause).__name__ for cause in causes}
    said = " ".join(" ".join(dict.fromkeys(map(str, causes))).split())
    proxy = proxy_of(base_url)
    if untrusted := _UNTRUSTED.search(said):
        return _untrusted(untrusted[1] or untrusted[2] or "", proxy)
    if _NO_TLS.search(said):
        hint = f"Write http:// instead of https:// in OPENAI_BASE_URL{f', or see to {proxy}' if proxy else ''}"
        return Failure("barred", "it does not speak TLS", next_step=hint)
    if "SSL" in said or "SSLError" in names:
        return Failure("barred", f"no encrypted connection: {said[:160]}", next_step=_CORRECT)
    if "ProxyError" in names and "407" in said:
        return Failure("barred", f"the proxy {proxy} asks for user and password (407)", next_step=PROXY_LOGIN_HINT)
    if "ProxyError" in names:
        return Failure("barred", f"the proxy {proxy} said {said[:160]}", next_step=_proxy_hint(base_url))
    if "TooManyRedirects" in names:
        return Failure("barred", "it redirects in a circle", next_step=_CORRECT)
    if names & {"UnsupportedProtocol", "InvalidURL"}:
        return Failure("barred", "it redirects to what is no address of a server", next_step=_CORRECT)
    if _NO_HTTP.search(said):
        is_tls = _TLS_ALERT.search(said)
        return Failure("barred", "what it sends is not HTTP", next_step=TLS_HINT if is_tls else _CORRECT)
    if names & {"ConnectTimeout", "ConnectError"} or _REFUSED.search(said) or _NO_NAME.search(said):
        return _unreachable(names, said, base_url, proxy, connect_seconds)
    if _CLOSED.search(said) or names & {"ReadError", "WriteError", "RemoteProtocolError"}:
        hint = f"Look at what its log says. {TLS_HINT}" if base_url.startswith("http:") else ""
        return Failure("broken", "it closed the connection without an answer", next_step=hint)
    return Failure("unreachable", said[:200])


def unusable_way(error: Exception, base_url: str) -> Failure:
    """The failure when not even a request could be made ready: its proxy is none that can be used."""
    proxy = proxy_of(base_url) or "of the environment"
    if isinstance(error, ImportError):
        why = f"the proxy {proxy} needs a package that is not installed"
        return Failure("barred", why, next_step=f"It is a SOCKS proxy: {SOCKS_HINT}")
    hint = f"Give HTTP_PROXY, HTTPS_PROXY and ALL_PROXY as {PROXY_FORMS}, or unset them"
    return Failure("barred", f"the proxy {proxy} cannot be used", next_step=hint)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen = 0
    while error is not None and seen < 10:
        yield error
        seen += 1
        error = error.__cause__ or error.__context__


def _untrusted(why: str, proxy: str) -> Failure:
    why = why.strip(" .") or "not trusted"
    if "expired" in why or "not yet valid" in why:
        hint = "Have it renewed, or set the clock of this machine"
    elif "match" in why:
        hint = "Write the name that the certificate is for into OPENAI_BASE_URL"
    else:
        hint = "Set SSL_CERT_FILE to the file (PEM) of the authority that signed it"
    behind = f" (a proxy, {proxy}, stands between)" if proxy else ""
    return Failure("barred", f"its certificate is not trusted: {why}{behind}", next_step=hint)


def _unreachable(names: set[str], said: str, base_url: str, proxy: str, connect_seconds: float) -> Failure:
    if proxy:
        return Failure("unreachable", f"no connection through the proxy {proxy}", next_step=_proxy_hint(base_url))
    if _NO_NAME.search(said):
        hint = "Correct the host in OPENAI_BASE_URL, or see to the network"
        return Failure("unreachable", "no machine of that name is known", next_step=hint)
    if _REFUSED.search(said):
        without_port = is_private(base_url) and not urlsplit(base_url).port
        hint = "Add its port to OPENAI_BASE_URL (Ollama: 11434, llama.cpp: 8080)" if without_port else ""
        return Failure("unreachable", "nothing listens there", next_step=hint)
    if "ConnectTimeout" in names:
        hint = "Start it, or, if it does not speak TLS, write http:// in OPENAI_BASE_URL"
        hint = hint if base_url.startswith("https:") and is_private(base_url) else ""
        return Failure("unreachable", f"no connection within {connect_seconds:g} s", next_step=hint)
    return Failure("unreachable", said[:200])


def _proxy_hint(base_url: str) -> str:
    return f"Correct HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, or add {urlsplit(base_url).hostname} to NO_PROXY"
