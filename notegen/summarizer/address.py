"""Where a model server lives: the forms of its address, and whether it is this machine or this network."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

OPENAI_URL = "https://api.openai.com/v1"
_LOCAL_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


def base_addresses(given: str) -> tuple[str, ...]:
    """The base addresses to try, likeliest first: as given, then with `/v1`, since people leave that out."""
    base = given.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/") or OPENAI_URL
    return (base,) if base.endswith("/v1") else (base, f"{base}/v1")


def is_loopback(url: str) -> bool:
    """Whether the address is this very machine."""
    host = _host(url)
    return host == "localhost" or host.endswith(".localhost") or _ip_is(host, "is_loopback")


def is_private(url: str) -> bool:
    """Whether the address is this machine or a network of one's own, where servers rarely ask for a key."""
    host = _host(url)
    return (
        is_loopback(url)
        or "." not in host.strip("[]")
        and ":" not in host
        or host.endswith(_LOCAL_ENDINGS)
        or (_ip_is(host, "is_private"))
    )


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").casefold()
    except ValueError:
        return ""


def _ip_is(host: str, what: str) -> bool:
    try:
        return bool(getattr(ip_address(host), what))
    except ValueError:
        return False
