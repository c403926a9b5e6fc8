"""DOOR to the full texts at arXiv, as HTML and as PDF (arXiv API Terms of Use; arXiv help, Bulk data access)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import urlsplit

from notegen.addresses import is_loopback
from notegen.errors import NotegenError, SettingsError, SourceError, SourceRefused, SourceUnreachable
from notegen.fetcher.sources.connection import Connection, Limits, user_agent
from notegen.fetcher.sources.failures import never_connected
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.queries import id_batches
from notegen.fetcher.sources.trying import tried
from notegen.records import Form

_LEAST_INTERVAL_SECONDS = 3.0
_LIMITS = Limits(silent_seconds=20.0, most_seconds=120.0)
_MOST_BYTES: Mapping[Form, int] = {"html": 40_000_000, "pdf": 80_000_000}
_OF_ARXIV = re.compile(r"(?:[a-z\d-]+\.)*arxiv\.org")
_HAS_NONE = frozenset({404, 410})
_PASSING = frozenset({407, 408, 425, 429})
_MOST_TROUBLED = 3  # papers
_SHORT = 2_000  # bytes
_PDF_HEAD = 1_024  # bytes in which the mark is looked for (PDF Reference 1.7, Appendix H, implementation note 13)


class ArxivPages:
    """arXiv as a `TextSource`: one request at a time, own retries, bounded in time and size.

    `base_url` starts with https:// unless it is this machine, and `pace` is that of arXiv's API, since all hosts of
    arXiv count as one; a pace under 3 s is for a server on this machine only; else `SettingsError`. Redirects are
    followed to hosts of arXiv and to that of `base_url`, and from this machine never away from it. `contact` goes into
    the user agent; `say` gets one line before the first request, before each page and each wait, `jitter` gives 0..1.
    """

    def __init__(
        self,
        base_url: str,
        pace: Pace,
        *,
        sleep: Callable[[float], None],
        say: Callable[[str], None],
        contact: str = "reading notes for Obsidian",
        jitter: Callable[[], float] = random.random,
        limits: Limits = _LIMITS,
        most_bytes: Mapping[Form, int] = _MOST_BYTES,
    ) -> None:
        self._base_url, self._local = base_url.rstrip("/"), is_loopback(base_url)
        if not (self._local or base_url.lower().startswith("https://")):
            raise SettingsError([f"{base_url}: the address must start with https:// unless it is on this machine"])
        if pace.interval_seconds < _LEAST_INTERVAL_SECONDS and not self._local:
            raise SettingsError([f"{base_url} must be left alone for 3 seconds or more between requests"])
        self._interval_seconds, self._most_bytes = pace.interval_seconds, most_bytes
        self._sleep, self._say, self._jitter = sleep, say, jitter
        headers = {"User-Agent": user_agent(contact)}
        self._connection = Connection(pace, headers, limits, self._may_lead_to, local=self._local)
        self._down: SourceError | None = None
        self._troubled: set[str] = set()

    def fetch(self, form: Form, arxiv_id: str) -> bytes | None:
        """See `TextSource.fetch`; of what is no arXiv id there is none.

        Raises `NotegenError` where an answer came that is of no use and will not be soon: too large, not of this form,
        a lasting status such as 451. A refusal, no connection or silence makes every further question fail at once,
        and so does any other trouble of three papers running; the trouble of one is its own.
        """
        if self._down is not None:
            raise self._down
        sent = next((batch[arxiv_id] for batch in id_batches([arxiv_id])), "")
        if not sent:
            return None
        if self._connection.is_new:
            self._say(f"reading papers at arXiv, one request in {self._interval_seconds:g} s")
        self._say(f"fetching the {form.upper()} of arXiv:{arxiv_id}")
        try:
            return tried(partial(self._asked, form, sent), sleep=self._sleep, say=self._say, jitter=self._jitter)
        except SourceError as error:
            self._troubled.add(sent)
            if _is_of_the_service(error) or len(self._troubled) >= _MOST_TROUBLED:
                self._down = error
            raise

    def _asked(self, form: Form, arxiv_id: str) -> bytes | None:
        most_bytes = self._most_bytes[form]
        try:
            content = self._connection.get("arXiv", f"{self._base_url}/{form}/{arxiv_id}", most_bytes)
        except SourceUnreachable as error:
            status = error.status or 0
            if status in _HAS_NONE:
                self._troubled.clear()
                return None
            if status == 200:
                raise _useless(form, arxiv_id, f"it is larger than {most_bytes / 1_000_000:g} MB") from error
            if 400 <= status < 500 and status not in _PASSING:
                raise _useless(form, arxiv_id, error.why) from error
            raise
        if not content.strip():
            raise SourceUnreachable("arXiv", "its answer is empty", status=200)
        if len(content) <= _SHORT and b"rate exceeded" in content.lower():
            raise SourceRefused("arXiv", "too many requests", status=200)
        self._troubled.clear()
        if form == "pdf" and b"%PDF-" not in content[:_PDF_HEAD]:
            raise _useless(form, arxiv_id, "what arXiv sends is no PDF")
        return content

    def _may_lead_to(self, url: str) -> bool:
        if self._local:
            return is_loopback(url)
        place = _place(url)
        known = _OF_ARXIV.fullmatch(place) or place == _place(self._base_url)
        return url.lower().startswith("https://") and bool(known)


def pages_url(arxiv_url: str) -> str:
    """Where the full texts lie that belong to an API at `arxiv_url`: a mirror or stand-in has all in one place."""
    return "https://arxiv.org" if _place(arxiv_url) == "export.arxiv.org" else arxiv_url


def _is_of_the_service(error: SourceError) -> bool:
    """Whether the trouble is not that of one paper: a refusal, no connection, no answer at all."""
    import requests

    cause = error.__cause__
    silent = isinstance(cause, requests.ReadTimeout)
    unconnected = isinstance(cause, requests.RequestException) and never_connected(cause)
    return isinstance(error, SourceRefused) or silent or unconnected


def _place(url: str) -> str:
    """The host, with what an address has around it: a port, or a name before an "@" that poses as a host."""
    try:
        return urlsplit(url).netloc.casefold()
    except ValueError:
        return ""


def _useless(form: Form, arxiv_id: str, why: str) -> NotegenError:
    return NotegenError(f"no {form.upper()} of {arxiv_id}", why, "Read its abstract: --read abstract")
