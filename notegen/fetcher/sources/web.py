"""DOOR to every other service, which answers with JSON: polite, bounded, and with no answer taken for more than it is.

One request at a time and a second between two lies within what the services grant to anybody (Crossref REST API, Access
and authentication; OpenAlex API, Authentication & Pricing).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlencode

from notegen.addresses import is_loopback
from notegen.errors import SettingsError, SourceError, SourceRefused, SourceUnreachable
from notegen.fetcher.sources.connection import Connection, Limits, user_agent
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.trying import tried

_LEAST_INTERVAL_SECONDS = 1.0
_LIMITS = Limits(silent_seconds=20.0, most_seconds=60.0)
_MOST_BYTES = 20_000_000
_HEADERS = {"User-Agent": user_agent("reading notes for Obsidian"), "Accept": "application/json"}

Answer = TypeVar("Answer")


class Web:
    """One service that answers with JSON.

    `base_url` starts with https:// unless it is this machine, and `pace` keeps a second between requests unless it is,
    else `SettingsError`. `say` gets one line before the first request and before each wait for another try, `jitter`
    gives 0..1. A server on this machine is never asked through a proxy and never leads away from it.
    """

    def __init__(
        self,
        base_url: str,
        pace: Pace,
        sleep: Callable[[float], None],
        say: Callable[[str], None],
        jitter: Callable[[], float] = random.random,
        limits: Limits = _LIMITS,
        most_bytes: int = _MOST_BYTES,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._local = is_loopback(base_url)
        if not self._may_ask(base_url):
            raise SettingsError([f"{base_url}: the address must start with https:// unless it is on this machine"])
        if pace.interval_seconds < _LEAST_INTERVAL_SECONDS and not self._local:
            raise SettingsError([f"{base_url} must be left alone for a second or more between requests"])
        self._interval_seconds, self._most_bytes = pace.interval_seconds, most_bytes
        self._sleep, self._say, self._jitter = sleep, say, jitter
        self._connection = Connection(pace, _HEADERS, limits, self._may_ask, local=self._local)
        self._down: SourceError | None = None

    def get(self, service: str, path: str, parameters: Mapping[str, str], read: Callable[[object], Answer]) -> Answer:
        """What `read` makes of the JSON at `path`, tried again as long as that is sensible.

        `path` follows the base and is sent as it is; `parameters` are quoted here. `read` raises `ValueError`, with
        the reason in words, when the JSON is no answer. Raises `SourceRefused` (401, 403, 429, 503) or
        `SourceUnreachable`. A failure of the question alone (404 and the other 4xx) is that of the question; after any
        other every further question raises it at once.
        """
        if self._down is not None:
            raise self._down
        if self._connection.is_new:
            self._say(f"asking {service}, one request in {self._interval_seconds:g} s")
        url = self._base_url + path + (f"?{urlencode(parameters)}" if parameters else "")
        try:
            ask = partial(self._read, service, url, read)
            return tried(ask, sleep=self._sleep, say=self._say, jitter=self._jitter)
        except SourceError as error:
            if isinstance(error, SourceRefused) or not 400 <= (error.status or 0) < 500:
                self._down = error
            raise

    def _read(self, service: str, url: str, read: Callable[[object], Answer]) -> Answer:
        body = self._connection.get(service, url, self._most_bytes)
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError) as error:
            what = "a web page" if body.lstrip()[:1] == b"<" else "no whole JSON"
            raise SourceUnreachable(service, f"its answer is {what}", status=200) from error
        try:
            return read(answer)
        except ValueError as error:
            raise SourceUnreachable(service, str(error), status=200) from error

    def _may_ask(self, url: str) -> bool:
        return is_loopback(url) if self._local else url.lower().startswith("https://")


def mailto(contact: str) -> dict[str, str]:
    """The parameter that tells a service whom to write to (Crossref REST API, Etiquette); none without an address."""
    return {"mailto": contact} if re.fullmatch(r"[^@\s]+@[^@\s]+", contact) else {}


def part(value: object, *path: str | int) -> Any:
    """What lies under these keys and places of parsed JSON; None where there is nothing, or nothing of that kind."""
    for step in path:
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def parts(value: object, *path: str | int) -> list[Any]:
    """The list that lies under these keys and places; an empty one where there is none."""
    found = part(value, *path)
    return found if isinstance(found, list) else []
