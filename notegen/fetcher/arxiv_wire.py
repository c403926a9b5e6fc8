"""What lies between the `arxiv` package and the network: manners, time limits, and answers that are no answers.

The package sends without time limit, ignores Retry-After and takes any page with status 200 for "no results"; here
each request (a redirect too) waits for its turn, and only a whole Atom feed gets through.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from notegen.errors import SourceError, SourceRefused, SourceUnreachable
from notegen.retry_after import retry_after_seconds

if TYPE_CHECKING:
    import requests

    from notegen.fetcher.pace import Pace

_TIMEOUT_SECONDS = (5.0, 20.0)
_WAITS_SECONDS = (3.0, 10.0, 30.0)
_WAITS_AFTER_SILENCE_SECONDS = (3.0,)
_LONGEST_WAIT_SECONDS = 120.0
_PASSING = frozenset({None, 200, 429, 500, 502, 503, 504})
_FEED = re.compile(r"\A\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<feed[\s>].*</feed>\s*\Z", re.DOTALL)
_ERROR_ENTRY = re.compile(r"<id>[^<]*/api/errors")
_TOTAL = re.compile(r"totalResults[^>]*>\s*(\d+)")


class Wire:
    """A transport for a requests session.

    Of the last feed `entries` tells how many papers it held, `announced` how many the service said there are.
    """

    def __init__(self, pace: Pace, user_agent: str, *, secure: bool) -> None:
        self.entries = 0
        self.announced = 0
        self._pace = pace
        self._user_agent = user_agent
        self._secure = secure
        self._inner: requests.adapters.HTTPAdapter | None = None

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        """Send in turn and read the whole answer: a feed or a redirect, else `SourceRefused` or `SourceUnreachable`."""
        import requests

        if self._secure and not (request.url or "").startswith("https:"):
            raise SourceUnreachable("arXiv", "it redirects to an address without encryption", status=301)
        if self._inner is None:
            self._inner = requests.adapters.HTTPAdapter(pool_connections=1, pool_maxsize=1)
        request.headers["User-Agent"] = self._user_agent
        try:
            with self._pace.turn():
                response = self._inner.send(request, **{**options, "timeout": _TIMEOUT_SECONDS})
                body = response.content
        except requests.RequestException as error:
            raise SourceUnreachable("arXiv", _why(error)) from error
        if response.is_redirect:
            return response
        text = _text(body)
        self._check(response, text)
        self.entries = text.count("<published>")
        total = _TOTAL.search(text)
        self.announced = int(total[1]) if total else 0
        response._content = text.encode()
        return response

    def close(self) -> None:
        """Close the connection."""
        if self._inner is not None:
            self._inner.close()

    def _check(self, response: requests.Response, text: str) -> None:
        status, feed = response.status_code, _FEED.match(text)
        if status in (429, 503) or (not feed and "rate exceeded" in text[:1000].lower()):
            after_seconds = retry_after_seconds(response.headers.get("Retry-After", ""), self._pace.clock())
            later = f"; it asks to wait {after_seconds:.0f} s" if after_seconds else ""
            raise SourceRefused(
                "arXiv",
                f"{'it is busy' if status == 503 else 'too many requests'}{later}",
                status=status,
                retry_after_seconds=after_seconds,
            )
        if status != 200:
            raise SourceUnreachable("arXiv", f"HTTP {status}", status=status)
        if not feed:
            raise SourceUnreachable("arXiv", "its answer is no whole Atom feed", status=status)
        if _ERROR_ENTRY.search(text):
            raise SourceUnreachable("arXiv", "its answer reports an error", status=status)


def waits_seconds(error: SourceError) -> tuple[float, ...]:
    """How long to wait before each further try; () when another try is pointless."""
    import requests

    if error.status not in _PASSING:
        return ()
    if isinstance(error.__cause__, requests.RequestException) and _never_connected(error.__cause__):
        return (1.0,)
    if isinstance(error.__cause__, requests.Timeout):
        return _WAITS_AFTER_SILENCE_SECONDS
    after_seconds = (error.retry_after_seconds if isinstance(error, SourceRefused) else None) or 0.0
    if after_seconds > _LONGEST_WAIT_SECONDS:
        return ()
    return tuple(max(wait, after_seconds) for wait in _WAITS_SECONDS)


def _never_connected(error: requests.RequestException) -> bool:
    import requests
    from urllib3.exceptions import NewConnectionError

    if isinstance(error, requests.ConnectTimeout | requests.exceptions.SSLError | requests.exceptions.ProxyError):
        return True
    return bool(error.args) and isinstance(getattr(error.args[0], "reason", None), NewConnectionError)


def _why(error: requests.RequestException) -> str:
    import requests

    if isinstance(error, requests.exceptions.SSLError):
        return "no encrypted connection could be made (certificate?)"
    if _never_connected(error):
        return "no connection to it could be made"
    if isinstance(error, requests.Timeout):
        return f"nothing came for {_TIMEOUT_SECONDS[1]:.0f} s"
    return "the connection broke off"


def _text(body: bytes) -> str:
    """The body as text; a byte that is no UTF-8 is taken for Latin-1, else the package would lose the whole feed."""
    text = body.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda byte: chr(ord(byte[0]) - 0xDC00), text)
