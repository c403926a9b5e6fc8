"""The forms of a model server's address."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from notegen.addresses import shown

OPENAI_URL = "https://api.openai.com/v1"
_ANY_HOST = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}
_PASTED_WHOLE = re.compile(r"/(?:chat/completions|completions|responses|embeddings|models)$")


def base_addresses(given: str) -> tuple[str, ...]:
    """The base addresses to try, likeliest first: as given, then with `/v1`, since people leave that out.

    Of the address of one question or of the list of models its base is taken. What is secret of it (user name,
    password, query: see `private_parts`) is no part of them, and 0.0.0.0, where a server listens, is this machine.
    """
    if not given.strip():
        return (OPENAI_URL,)
    parts = urlsplit(given.strip())
    name, colon, port = _place(parts.netloc)
    path = _PASTED_WHOLE.sub("", re.sub(r"/+", "/", parts.path).rstrip("/")).rstrip("/")
    base = f"{parts.scheme}://{_ANY_HOST.get(name, name)}{colon}{port}{path}"
    return (base,) if base.casefold().endswith("/v1") else (base, f"{base}/v1")


def private_parts(given: str) -> tuple[str, dict[str, str]]:
    """What an address holds that is sent with each request and shown to nobody: `user:password`, and the query."""
    parts = urlsplit(given.strip())
    login = unquote(parts.netloc.rpartition("@")[0])
    return login, dict(parse_qsl(parts.query, keep_blank_values=True))


def likely_address(base_url: str) -> str:
    """Where the model server of that machine likely is: its `/v1`, which all of them have in common."""
    parts = urlsplit(base_url)
    return shown(f"{parts.scheme}://{parts.netloc}/v1")


def _place(netloc: str) -> tuple[str, str, str]:
    """Host and port; a host may be an IPv6 address in brackets."""
    place = netloc.rpartition("@")[2].casefold()
    name, colon, port = place.rpartition(":")
    return (name, colon, port) if port.isdecimal() and not name.endswith(":") else (place.rstrip(":"), "", "")
