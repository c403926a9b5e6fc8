"""DOOR to arXiv's API: the only module that knows the `arxiv` package (arXiv API User's Manual; API Terms of Use)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from notegen import __version__
from notegen.addresses import is_loopback
from notegen.errors import SettingsError, SourceError, SourceUnreachable
from notegen.fetcher.arxiv_wire import Wire, waits_seconds
from notegen.fetcher.identify import normal_id
from notegen.fetcher.match import rank, rank_renamed
from notegen.fetcher.pace import Pace
from notegen.fetcher.queries import id_batches, search_queries
from notegen.fetcher.spelling import loose_key
from notegen.fetcher.titles import begins, normal_title
from notegen.fetcher.venues import venue_of
from notegen.records import How, Paper

if TYPE_CHECKING:
    from tenacity import RetryCallState

_LEAST_INTERVAL_SECONDS = 3.0
_PER_TEXT, _PER_WORDS, _KEPT_RENAMED = 10, 100, 40
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

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`; what is no arXiv id is not asked for."""
        return self._by_ids(asked) if how == "id" else self._searched(how, asked)

    def _by_ids(self, arxiv_ids: Sequence[str]) -> dict[str, tuple[Paper, ...]]:
        found: dict[str, tuple[Paper, ...]] = {}
        for batch in id_batches(arxiv_ids):
            papers = {paper.arxiv_id: paper for paper in self._papers("", list(batch.values()), len(batch))}
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
                found[text] = _own(how, text, papers)
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
            self._client = arxiv.Client(page_size=100, delay_seconds=0, num_retries=0)
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


def _own(how: How, text: str, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Of the papers a group of questions found those that answer this one, nearest first."""
    if how == "words":
        near = rank(text, papers, _PER_TEXT)
        renamed = rank_renamed(text, [paper for paper in papers if paper.version != 1], _KEPT_RENAMED)
        return tuple(dict.fromkeys((*near, *renamed)))
    return rank(text, [paper for paper in papers if _BELONGS[how](text, paper)], _PER_TEXT)


def _holds(title: str, paper: Paper) -> bool:
    key = loose_key(title)
    return bool(key) and (key in loose_key(paper.title) or begins(title, paper.title))


def _has_author(surname_and_words: str, paper: Paper) -> bool:
    surname = normal_title(surname_and_words).partition(" ")[0]
    return any(surname in normal_title(name).split() for name in paper.authors)


_BELONGS: dict[How, Callable[[str, Paper], bool]] = {
    "title": _holds,
    "author": _has_author,
    "abstract": lambda beginning, paper: begins(beginning, paper.abstract),
    "doi": lambda doi, paper: doi.casefold() == paper.doi.casefold(),
}


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
