"""What an address says: whether it is this machine or a network of one's own, and what of it may be shown."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

_LOCAL_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


def is_loopback(url: str) -> bool:
    """Whether the address is this very machine; so is 0.0.0.0, which a server listens at and people copy."""
    host = _host(url)
    ip = _ip(host)
    if ip is not None:
        return ip.is_loopback or ip.is_unspecified
    return host == "localhost" or host.endswith(".localhost")


def is_private(url: str) -> bool:
    """Whether the address is this machine or a network of one's own, where servers rarely ask for a key."""
    host = _host(url)
    ip = _ip(host)
    if ip is not None:
        return ip.is_private or ip.is_unspecified
    return "." not in host or host.endswith(_LOCAL_ENDINGS)


def shown(url: str) -> str:
    """The address as it may be shown: without user name, password and query, whatever is wrong with it otherwise."""
    return re.sub(r"^(\w+:/+)?.*@", r"\1…@", url.strip(), flags=re.DOTALL).partition("?")[0].partition("#")[0]


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").casefold().rstrip(".")
    except ValueError:
        return ""


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    """The number a host is written as, in any way the system takes for one: 127.0.0.1, 127.1, ::ffff:127.0.0.1."""
    with suppress(ValueError):
        ip = ip_address(host)
        return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip
    if re.fullmatch(r"[0-9a-fx.]*[0-9][0-9a-fx.]*", host) and host[0].isdigit():
        with suppress(OSError):
            return IPv4Address(socket.inet_aton(host))
    return None
