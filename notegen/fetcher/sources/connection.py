"""Requests to one service over one connection: in turn, bounded in time and size, and never led astray."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notegen import __version__
from notegen.errors import SourceRefused, SourceUnreachable
from notegen.fetcher.sources.failures import check_status, unreachable
from notegen.fetcher.sources.pace import Pace

if TYPE_CHECKING:
    import requests

_CONNECT_SECONDS = 5.0
_MOST_REDIRECTS = 3
_NOT_LET_IN = frozenset({401, 403})


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an answer may take: seconds without a byte, and seconds for the whole of it."""

    silent_seconds: float
    most_seconds: float


class Connection:
    """A connection that is opened with the first request.

    `may_ask` tells which addresses are safe to be led to. A service on this machine (`local`) is not asked through the
    proxies of the environment.
    """

    def __init__(
        self, pace: Pace, headers: Mapping[str, str], limits: Limits, may_ask: Callable[[str], bool], *, local: bool
    ) -> None:
        self._pace, self._headers, self._limits = pace, headers, limits
        self._may_ask, self._local = may_ask, local
        self._session: requests.Session | None = None

    @property
    def is_new(self) -> bool:
        """Whether nothing was asked yet."""
        return self._session is None

    def get(self, service: str, url: str, most_bytes: int) -> bytes:
        """The answer with status 200 at `url`, or where that redirects to, unpacked.

        Raises `SourceRefused` (401, 403, 429, 503) or `SourceUnreachable`: its status is 301 for a redirect that is not
        followed, 200 for an answer that is too large, None where no whole answer came.
        """
        import requests

        from notegen.fetcher.sources.answer_limits import body

        for _ in range(_MOST_REDIRECTS + 1):
            try:
                with self._pace.turn(), self._sent(service, url) as response:
                    if not response.is_redirect:
                        self._check(service, response)
                        return body(service, response, most_bytes)
            except ValueError as error:
                raise SourceUnreachable(
                    service, "its address, or where it redirects to, is none", status=301
                ) from error
            except requests.RequestException as error:
                raise unreachable(service, error, self._limits.silent_seconds) from error
            url = str(response.next.url) if response.next else ""
            if not self._may_ask(url):
                raise SourceUnreachable(service, "it redirects to an address that is not safe", status=301)
        raise SourceUnreachable(service, f"it redirects more than {_MOST_REDIRECTS} times", status=301)

    def _sent(self, service: str, url: str) -> requests.Response:
        import requests

        from notegen.fetcher.sources.answer_limits import TimedAdapter

        if self._session is None:
            self._session = requests.Session()
            self._session.trust_env = not self._local
            for scheme in ("https://", "http://"):
                adapter = TimedAdapter(service, self._limits.most_seconds, pool_connections=1, pool_maxsize=1)
                self._session.mount(scheme, adapter)
            self._session.auth = lambda request: request  # or a password of ~/.netrc would go out
        timeout = (_CONNECT_SECONDS, self._limits.silent_seconds)
        return self._session.get(url, headers=self._headers, timeout=timeout, allow_redirects=False, stream=True)

    def _check(self, service: str, response: requests.Response) -> None:
        status = response.status_code
        if status in _NOT_LET_IN:
            raise SourceRefused(service, f"it does not let us in (HTTP {status})", status=status)
        check_status(service, response, self._pace.clock())


def user_agent(contact: str) -> str:
    """Who asks, and how to reach them."""
    return f"notegen/{__version__} ({contact})"
