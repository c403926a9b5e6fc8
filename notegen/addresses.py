"""Whether an address is this machine or a network of one's own."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

_LOCAL_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


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
