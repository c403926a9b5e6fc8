"""What lies between the `arxiv` package and the network: manners, limits, and answers that are no answers.

The package sends without time limit, ignores Retry-After and takes any page with status 200 for "no results"; here
each request (a redirect too) waits for its turn, and only a whole Atom feed gets through.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from notegen.errors import SourceUnreachable
from notegen.fetcher.sources.failures import busy, check_status, unreachable

if TYPE_CHECKING:
    import requests

    from notegen.fetcher.sources.pace import Pace

_TIMEOUT_SECONDS = (5.0, 20.0)
_MOST_SECONDS, _MOST_BYTES = 120.0, 50_000_000
_FEED = re.compile(r"\A\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<feed[\s>].*</feed>\s*\Z", re.DOTALL)
_ENTRY = re.compile(r"<entry[\s>]")
_ERROR_ENTRY = re.compile(r"<id>[^<]*/api/errors")
_TOTAL = re.compile(r"totalResults[^>]*>\s*(\d+)")


class Wire:
    """A transport for a requests session.

    Of the last feed `entries` tells how many papers it held, `announced` how many the service said there are;
    `sent` counts the entries of all feeds, whole or not.
    """

    def __init__(self, pace: Pace, user_agent: str, *, secure: bool) -> None:
        self.entries = 0
        self.sent = 0
        self.announced = 0
        self._pace = pace
        self._user_agent = user_agent
        self._secure = secure
        self._inner: requests.adapters.HTTPAdapter | None = None

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        """Send in turn and read the whole answer: a feed or a redirect, else `SourceRefused` or `SourceUnreachable`."""
        import requests

        from notegen.fetcher.sources.answer_limits import TimedAdapter, body

        if self._secure and not (request.url or "").startswith("https:"):
            raise SourceUnreachable("arXiv", "it redirects to an address without encryption", status=301)
        if self._inner is None:
            self._inner = TimedAdapter("arXiv", _MOST_SECONDS, pool_connections=1, pool_maxsize=1)
        request.headers["User-Agent"] = self._user_agent
        try:
            with self._pace.turn():
                response = self._inner.send(request, **{**options, "timeout": _TIMEOUT_SECONDS, "stream": True})
                content = body("arXiv", response, _MOST_BYTES)
        except requests.RequestException as error:
            raise unreachable("arXiv", error, _TIMEOUT_SECONDS[1]) from error
        response._content = b""
        if response.is_redirect:
            return response
        text = _text(content)
        self._check(response, text)
        self.entries = text.count("<published>")
        self.sent += len(_ENTRY.findall(text))
        total = _TOTAL.search(text)
        self.announced = int(total[1]) if total else 0
        response._content = text.encode()
        return response

    def close(self) -> None:
        """Close the connection."""
        if self._inner is not None:
            self._inner.close()

    def _check(self, response: requests.Response, text: str) -> None:
        feed = _FEED.match(text)
        if not feed and "rate exceeded" in text[:1000].lower():
            raise busy("arXiv", response, self._pace.clock())
        check_status("arXiv", response, self._pace.clock())
        if not feed:
            raise SourceUnreachable("arXiv", "its answer is no whole Atom feed", status=200)
        if _ERROR_ENTRY.search(text):
            raise SourceUnreachable("arXiv", "its answer reports an error", status=200)


def _text(body: bytes) -> str:
    """The body as text; a byte that is no UTF-8 is taken for Latin-1, else the package would lose the whole feed."""
    text = body.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda byte: chr(ord(byte[0]) - 0xDC00), text)
