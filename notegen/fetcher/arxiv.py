"""DOOR to arXiv's API: the only module that knows the `arxiv` package (arXiv API User's Manual; API Terms of Use)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from notegen import __version__
from notegen.addresses import is_loopback
from notegen.errors import SettingsError, SourceError, SourceUnreachable
from notegen.fetcher.arxiv_wire import Wire, waits_seconds
from notegen.fetcher.identify import normal_id
from notegen.fetcher.likeness import likeness
from notegen.fetcher.match import rank
from notegen.fetcher.pace import Pace
from notegen.fetcher.queries import id_batches, phrase_queries, word_queries
from notegen.fetcher.titles import loose_key
from notegen.fetcher.venues import venue_of
from notegen.records import Paper

if TYPE_CHECKING:
    from tenacity import RetryCallState

_LEAST_INTERVAL_SECONDS = 3.0
_PER_REQUEST = 100
_PER_TITLE = 10
_LEAST_LIKENESS = 0.3
_ALWAYS_ANSWERED = "ti:learning"


class ArxivSource:
    """arXiv as a `PaperSource`: grouped requests, one connection, own retries.

    `base_url` is arXiv's or that of a stand-in; a pace under 3 s is for a server on this machine only, else
    `SettingsError`. `contact` goes into the user agent, `say` gets one line before each wait for another try, `jitter`
    gives 0..1. After a failure that outlasted the tries every further question raises it at once.
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

    def by_ids(self, arxiv_ids: Sequence[str]) -> Mapping[str, Paper]:
        """See `PaperSource.by_ids`; what is no arXiv id is not asked for."""
        found = {}
        for batch in id_batches(arxiv_ids):
            papers = {paper.arxiv_id: paper for paper in self._papers("", list(batch.values()), len(batch))}
            for asked in batch:
                bare, version = normal_id(asked)
                paper = papers.get(bare)
                if paper is not None and version in (None, paper.version):
                    found[asked] = paper
        return found

    def by_phrase(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.by_phrase`."""
        return self._shared_out(titles, phrase_queries(titles), _PER_TITLE, _holds)

    def by_words(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.by_words`."""
        return self._shared_out(titles, word_queries(titles), _PER_REQUEST, _is_like)

    def _shared_out(
        self,
        titles: Sequence[str],
        queries: Iterator[tuple[tuple[str, ...], str]],
        per_title: int,
        belongs: Callable[[str, Paper], bool],
    ) -> dict[str, tuple[Paper, ...]]:
        """Ask the queries; each title gets those papers of its group's answer that belong to it."""
        found: dict[str, tuple[Paper, ...]] = dict.fromkeys(titles, ())
        for group, query in queries:
            papers = self._papers(query, [], min(_PER_REQUEST, per_title * len(group)))
            for title in group:
                found[title] = rank(title, [paper for paper in papers if belongs(title, paper)], _PER_TITLE)
        return found

    def _papers(self, query: str, ids: Sequence[str], limit: int) -> tuple[Paper, ...]:
        """One request, tried again as long as that is sensible.

        arXiv at times answers with an empty feed what it knows well. Ids are then asked for once more, and a question
        that always has hits tells whether an empty answer is to be believed.
        """
        from tenacity import Retrying, retry_if_exception_type

        if self._down is not None:
            raise self._down
        tries = Retrying(
            retry=retry_if_exception_type(SourceError),
            stop=lambda state: state.attempt_number > len(waits_seconds(_error(state))),
            wait=self._wait_seconds,
            sleep=self._sleep,
            before_sleep=self._tell,
            reraise=True,
        )
        try:
            found = tries(self._request, query, ids, limit)
            if not found and ids:
                found = tries(self._request, query, ids, limit)
            if not found and not tries(self._request, _ALWAYS_ANSWERED, [], 1):
                raise SourceUnreachable("arXiv", "it answers everything with an empty list")
            return found
        except SourceError as error:
            error.attempt = tries.statistics["attempt_number"]
            self._down = error
            raise

    def _request(self, query: str, ids: Sequence[str], limit: int) -> tuple[Paper, ...]:
        import arxiv
        import requests

        client = self._connected()
        client.page_size = limit
        results = []
        try:
            for result in client.results(arxiv.Search(query=query, id_list=list(ids), max_results=None)):
                results.append(result)
                if len(results) >= self._wire.entries:
                    break
        except arxiv.UnexpectedEmptyPageError:
            pass  # an entry that could not be read made the package look for one more page
        except (arxiv.ArxivError, requests.RequestException, ValueError) as error:
            raise SourceUnreachable("arXiv", f"its answer cannot be read ({type(error).__name__})") from error
        if query and not results and self._wire.announced:
            raise SourceUnreachable("arXiv", f"it announced {self._wire.announced} results and sent none")
        return tuple(_paper(result) for result in results)

    def _connected(self) -> Any:
        if self._client is None:
            import arxiv

            self._say(f"asking arXiv, one request in {self._interval_seconds:g} s")
            self._client = arxiv.Client(page_size=_PER_REQUEST, delay_seconds=0, num_retries=0)
            self._client.query_url_format = self._base_url + "/api/query?{}"
            session = self._client._session
            session.trust_env = not self._local
            session.max_redirects = 3
            session.mount("https://", self._wire)
            session.mount("http://", self._wire)
        return self._client

    def _wait_seconds(self, state: RetryCallState) -> float:
        waits = waits_seconds(_error(state))[state.attempt_number - 1 :]
        return waits[0] * (1 + self._jitter() / 4) if waits else 0.0

    def _tell(self, state: RetryCallState) -> None:
        self._say(f"arXiv: {_error(state).why}; trying again in {state.upcoming_sleep:.0f} s")


def _error(state: RetryCallState) -> SourceError:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, SourceError), "only these are tried again"
    return error


def _holds(title: str, paper: Paper) -> bool:
    return loose_key(title) in loose_key(paper.title)


def _is_like(title: str, paper: Paper) -> bool:
    return likeness(title, paper)[0] >= _LEAST_LIKENESS


def _paper(result: Any) -> Paper:
    arxiv_id, version = normal_id(result.get_short_id())
    comment, journal_ref = (" ".join((text or "").split()) for text in (result.comment, result.journal_ref))
    return Paper(
        title=" ".join(result.title.split()),
        authors=tuple(author.name for author in result.authors),
        arxiv_id=arxiv_id,
        version=version,
        doi=result.doi or "",
        url=f"https://arxiv.org/abs/{arxiv_id}",
        pdf_url=result.pdf_url or "",
        published=result.published.date().isoformat(),
        updated=result.updated.date().isoformat(),
        venue=venue_of(comment, journal_ref),
        categories=tuple(result.categories),
        comment=comment,
        journal_ref=journal_ref,
        abstract=" ".join(result.summary.split()),
        source="arXiv",
    )
