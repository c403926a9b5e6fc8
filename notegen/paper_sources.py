"""The join of the paper sources: settings to the catalogue, arXiv and the services asked for, in order of asking."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from notegen.addresses import is_loopback
from notegen.errors import CatalogueMissing, CatalogueUnusable
from notegen.records import How, Paper
from notegen.seams import PaperSource, Screen
from notegen.settings import Settings, default_catalogue

if TYPE_CHECKING:
    from notegen.fetcher.sources.pace import Pace

_INTERVAL_SECONDS = 1.0


def open_sources(settings: Settings, screen: Screen, *, offline: bool) -> tuple[PaperSource, ...]:
    """The local catalogue if there is one, then arXiv and the further services, each behind its cache.

    `offline` leaves of these the caches alone. A catalogue that cannot be used is told of and passed over.
    """
    from notegen.fetcher.sources.cache import CachedSource

    cache = settings.cache_dir
    arxiv = CachedSource(_arxiv(settings, screen), cache / "arxiv", time.time, offline=offline)
    further = (
        CachedSource(_further(name, settings, screen), cache / name, time.time, offline=offline, texts_per_call=1)
        for name in settings.also
    )
    return (*_catalogue(settings.catalogue, screen.problem), arxiv, *further)


def _arxiv(settings: Settings, screen: Screen) -> PaperSource:
    from notegen.fetcher.sources.arxiv import ArxivSource

    open_source = partial(ArxivSource, settings.arxiv_url, arxiv_pace(settings), sleep=time.sleep, say=screen.say)
    return open_source(contact=f"mailto:{settings.contact}") if settings.contact else open_source()


def arxiv_pace(settings: Settings) -> Pace:
    """The pace that all hosts of arXiv are asked at, together."""
    from notegen.fetcher.sources.pace import Pace

    folder = _shared_folder(settings, settings.arxiv_url)
    return Pace(folder, settings.arxiv_interval_seconds, time.time, time.sleep)


def _further(name: str, settings: Settings, screen: Screen) -> PaperSource:
    from notegen.fetcher.sources.crossref import CrossrefSource
    from notegen.fetcher.sources.openalex import OpenAlexSource
    from notegen.fetcher.sources.pace import Pace
    from notegen.fetcher.sources.web import Web

    source = CrossrefSource if name == "crossref" else OpenAlexSource
    url = settings.crossref_url if name == "crossref" else settings.openalex_url
    interval_seconds = 0.0 if is_loopback(url) else _INTERVAL_SECONDS
    pace = Pace(_shared_folder(settings, url) / name, interval_seconds, time.time, time.sleep, source.name)
    return source(Web(url, pace, time.sleep, screen.say), settings.contact)


def _shared_folder(settings: Settings, url: str) -> Path:
    """Where all processes of this machine keep their pace; a server on it has no need of that."""
    import platformdirs

    return settings.cache_dir if is_loopback(url) else platformdirs.user_cache_path("notegen", False)


def _catalogue(index: Path, tell: Callable[[str], None]) -> Sequence[PaperSource]:
    if not index.exists():
        if index != default_catalogue():
            tell(str(CatalogueMissing(index)))
        return ()
    from notegen.fetcher.catalogue.index import Catalogue

    try:
        catalogue = Catalogue.open(index)
    except CatalogueUnusable as error:
        tell(f"{error} (going on without it)")
        return ()
    return (_UntilDamaged(catalogue, tell),) if catalogue else ()


class _UntilDamaged:
    """A catalogue that is asked until damage shows: then that is told once, and what it answers is nothing."""

    def __init__(self, catalogue: PaperSource, tell: Callable[[str], None]) -> None:
        self._catalogue: PaperSource | None = catalogue
        self._tell = tell
        self.name = catalogue.name
        self.hows: frozenset[How] = catalogue.hows

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`; never raises for a damaged file."""
        try:
            return self._catalogue.ask(how, asked) if self._catalogue else {}
        except CatalogueUnusable as error:
            self._tell(f"{error} (going on without it)")
            self._catalogue = None
            return {}
