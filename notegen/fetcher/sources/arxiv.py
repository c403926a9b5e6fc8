"""DOOR to arXiv's API: the only module that knows the `arxiv` package (arXiv API User's Manual; API Terms of Use)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from notegen import __version__
from notegen.addresses import is_loopback
from notegen.errors import SettingsError, SourceError, SourceUnreachable
from notegen.fetcher.identify import normal_id
from notegen.fetcher.sources.arxiv_answers import own_papers, paper_of
from notegen.fetcher.sources.arxiv_wire import Wire
from notegen.fetcher.sources.pace import Pace
from notegen.fetcher.sources.queries import id_batches, search_queries
from notegen.fetcher.sources.trying import tried
from notegen.records import How, Paper

_LEAST_INTERVAL_SECONDS = 3.0
_PER_TEXT, _PER_WORDS = 10, 100
_ALWAYS_ANSWERED = "ti:learning"


class ArxivSource:
    """arXiv as a `PaperSource`: grouped requests, one connection, own retries.

    `base_url` is arXiv's or that of a stand-in; a pace under 3 s is for a server on this machine only, else
    `SettingsError`. `contact` goes into the user agent, `say` gets one line before each wait for another try, `jitter`
    gives 0..1. After a failure that outlasted the tries every further question raises it at once.
    """

    name = "arXiv"
    hows: frozenset[How] = frozenset({"id", "doi", "title", "abstract", "author", "words"})

    def __init__(
        self,
        base_url: str,
        pace: Pace,
        *,
        sleep: Callable[[float], None],
        say: Callable[[str], None],
        contact: str = "reading notes for Obsidian",
        jitter: Callable[[], float] = random.random,
    ) -> None:
        local = is_loopback(base_url)
        if pace.interval_seconds < _LEAST_INTERVAL_SECONDS and not local:
            raise SettingsError(
                ["NOTEGEN_ARXIV_INTERVAL must be 3 seconds or more unless the server is on this machine"]
            )
        self._base_url = base_url.rstrip("/")
        self._interval_seconds = pace.interval_seconds
        self._local = local
        self._wire = Wire(pace, f"notegen/{__version__} ({contact})", secure=base_url.startswith("https:"))
        self._sleep, self._say, self._jitter = sleep, say, jitter
        self._client: Any = None
        self._down: SourceError | None = None
        self._unread = 0

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`; what is no arXiv id is not asked for and not answered.

        An id that an answer leaves out is answered with nothing, unless the answer held a record that cannot be read.
        """
        return self._by_ids(asked) if how == "id" else self._searched(how, asked)

    def _by_ids(self, arxiv_ids: Sequence[str]) -> dict[str, tuple[Paper, ...]]:
        found: dict[str, tuple[Paper, ...]] = {}
        for batch in id_batches(arxiv_ids):
            unread = self._unread
            papers = {paper.arxiv_id: paper for paper in self._papers("", list(batch.values()), len(batch))}
            if self._unread == unread:
                found |= dict.fromkeys(batch, ())
            for asked in batch:
                bare, version = normal_id(asked)
                paper = papers.get(bare)
                if paper is not None and version in (None, paper.version):
                    found[asked] = (paper,)
        return found

    def _searched(self, how: How, texts: Sequence[str]) -> dict[str, tuple[Paper, ...]]:
        """Ask in groups; each text gets those papers of its group's answer that belong to it."""
        found: dict[str, tuple[Paper, ...]] = dict.fromkeys(texts, ())
        for group, query in search_queries(how, texts):
            papers = self._papers(query, [], (_PER_WORDS if how == "words" else _PER_TEXT) * len(group))
            for text in group:
                found[text] = own_papers(how, text, papers, _PER_TEXT)
        return found

    def _papers(self, query: str, ids: Sequence[str], limit: int) -> tuple[Paper, ...]:
        """One request, tried again as long as that is sensible.

        arXiv at times answers with an empty feed what it knows well. Ids are then asked for once more, and a question
        that always has hits tells whether an empty answer is to be believed.
        """
        if self._down is not None:
            raise self._down
        try:
            found = self._tried(query, ids, limit)
            if not found and ids:
                found = self._tried(query, ids, limit)
            if not found and not self._tried(_ALWAYS_ANSWERED, [], 1):
                raise SourceUnreachable("arXiv", "it answers everything with an empty list")
            return found
        except SourceError as error:
            self._down = error
            raise

    def _tried(self, query: str, ids: Sequence[str], limit: int) -> tuple[Paper, ...]:
        ask = partial(self._request, query, ids, limit)
        return tried(ask, sleep=self._sleep, say=self._say, jitter=self._jitter)

    def _request(self, query: str, ids: Sequence[str], limit: int) -> tuple[Paper, ...]:
        import arxiv
        import requests

        client = self._connected()
        client.page_size = limit
        results = []
        sent = self._wire.sent
        try:
            for result in client.results(arxiv.Search(query=query, id_list=list(ids), max_results=None)):
                results.append(result)
                if len(results) >= self._wire.entries:
                    break
        except arxiv.UnexpectedEmptyPageError:
            pass  # an entry that could not be read made the package look for one more page
        except (arxiv.ArxivError, requests.RequestException, ValueError) as error:
            raise SourceUnreachable("arXiv", f"its answer cannot be read ({type(error).__name__})") from error
        self._unread += self._wire.sent - sent - len(results)
        if query and not results and self._wire.announced:
            raise SourceUnreachable("arXiv", f"it announced {self._wire.announced} results and sent none")
        return tuple(paper_of(result) for result in results)

    def _connected(self) -> Any:
        if self._client is None:
            import arxiv

            self._say(f"asking arXiv, one request in {self._interval_seconds:g} s")
            self._client = arxiv.Client(page_size=100, delay_seconds=0, num_retries=0)
            self._client.query_url_format = self._base_url + "/api/query?{}"
            session = self._client._session
            session.trust_env = not self._local
            session.max_redirects = 3
            session.mount("https://", self._wire)
            session.mount("http://", self._wire)
        return self._client
