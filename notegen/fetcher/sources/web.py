"""DOOR for every HTTP request that is not arXiv's API: polite, bounded, and with no answer taken for more than it is.

One request at a time and a second between two lies within what the services grant to anybody (Crossref REST API, Access
and authentication; OpenAlex API, Authentication & Pricing).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from notegen import __version__
from notegen.addresses import is_loopback
from notegen.errors import SettingsError, SourceError, SourceRefused, SourceUnreachable
from notegen.fetcher.sources.failures import check_status, unreachable
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.trying import tried

if TYPE_CHECKING:
    import requests

_LEAST_INTERVAL_SECONDS = 1.0
_TIMEOUT_SECONDS = (5.0, 20.0)
_MOST_REDIRECTS = 3
_MOST_SECONDS, _MOST_BYTES = 60.0, 20_000_000
_HEADERS = {"User-Agent": f"notegen/{__version__} (reading notes for Obsidian)", "Accept": "application/json"}
_NOT_LET_IN = frozenset({401, 403})

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
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._local = is_loopback(base_url)
        if not self._may_ask(base_url):
            raise SettingsError([f"{base_url}: the address must start with https:// unless it is on this machine"])
        if pace.interval_seconds < _LEAST_INTERVAL_SECONDS and not self._local:
            raise SettingsError([f"{base_url} must be left alone for a second or more between requests"])
        self._pace, self._sleep, self._say, self._jitter = pace, sleep, say, jitter
        self._session: requests.Session | None = None
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
        url = self._base_url + path + (f"?{urlencode(parameters)}" if parameters else "")
        try:
            ask = partial(self._read, service, url, read)
            return tried(ask, sleep=self._sleep, say=self._say, jitter=self._jitter)
        except SourceError as error:
            if isinstance(error, SourceRefused) or not 400 <= (error.status or 0) < 500:
                self._down = error
            raise

    def _read(self, service: str, url: str, read: Callable[[object], Answer]) -> Answer:
        body = self._body(service, url)
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError) as error:
            what = "a web page" if body.lstrip()[:1] == b"<" else "no whole JSON"
            raise SourceUnreachable(service, f"its answer is {what}", status=200) from error
        try:
            return read(answer)
        except ValueError as error:
            raise SourceUnreachable(service, str(error), status=200) from error

    def _body(self, service: str, url: str) -> bytes:
        """The answer at `url`, or where that redirects to."""
        import requests

        from notegen.fetcher.sources.answer_limits import body

        for _ in range(_MOST_REDIRECTS + 1):
            try:
                with self._pace.turn(), self._sent(service, url) as response:
                    if not response.is_redirect:
                        self._check(service, response)
                        return body(service, response, _MOST_BYTES)
            except ValueError as error:
                raise SourceUnreachable(
                    service, "its address, or where it redirects to, is none", status=301
                ) from error
            except requests.RequestException as error:
                raise unreachable(service, error, _TIMEOUT_SECONDS[1]) from error
            url = str(response.next.url) if response.next else ""
            if not self._may_ask(url):
                raise SourceUnreachable(service, "it redirects to an address that is not safe", status=301)
        raise SourceUnreachable(service, f"it redirects more than {_MOST_REDIRECTS} times", status=301)

    def _sent(self, service: str, url: str) -> requests.Response:
        import requests

        from notegen.fetcher.sources.answer_limits import TimedAdapter

        if self._session is None:
            self._say(f"asking {service}, one request in {self._pace.interval_seconds:g} s")
            self._session = requests.Session()
            self._session.trust_env = not self._local
            for scheme in ("https://", "http://"):
                self._session.mount(scheme, TimedAdapter(service, _MOST_SECONDS))
            self._session.auth = lambda request: request  # or a password of ~/.netrc would go out
        return self._session.get(url, headers=_HEADERS, timeout=_TIMEOUT_SECONDS, allow_redirects=False, stream=True)

    def _check(self, service: str, response: requests.Response) -> None:
        status = response.status_code
        if status in _NOT_LET_IN:
            raise SourceRefused(service, f"it does not let us in (HTTP {status})", status=status)
        check_status(service, response, self._pace.clock())

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
