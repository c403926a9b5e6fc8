"""Answers of a paper source kept on disk, so that a second run asks nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from notegen.errors import NotAsked
from notegen.records import Pair, Paper
from notegen.seams import PaperSource
from notegen.whole_file import write_whole

_DAY_SECONDS = 86_400
_FOUND_DAYS, _EMPTY_DAYS = 30, 1
_IDS_PER_CALL, _TITLES_PER_CALL = 100, 10


class CachedSource:
    """A `PaperSource` that answers from `folder` and asks `source` only for what is missing.

    Ids and found titles are kept 30 days, empty answers to a title one day, failures never. Answers are kept call by
    call, so what arrived before a failure is not asked again. With `source` None (offline) a missing answer raises
    `NotAsked`. `clock` tells the time in seconds since the epoch.
    """

    def __init__(self, source: PaperSource | None, folder: Path, clock: Callable[[], float]) -> None:
        self._source = source
        self._folder = folder
        self._clock = clock

    def by_ids(self, arxiv_ids: Sequence[str]) -> Mapping[str, Paper]:
        """See `PaperSource.by_ids`; ids that were not answered are asked again the next time."""
        known = {}
        missing = []
        for arxiv_id in dict.fromkeys(arxiv_ids):
            kept = self._get("id", arxiv_id)
            if kept:
                known[arxiv_id] = kept[0]
            else:
                missing.append(arxiv_id)
        for batch in _batches(missing, _IDS_PER_CALL):
            answer = self._inner().by_ids(batch)
            for arxiv_id, paper in answer.items():
                self._keep("id", arxiv_id, (paper,))
            known.update(answer)
        return known

    def by_phrase(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.by_phrase`."""
        return self._titles("phrase", titles, lambda batch: self._inner().by_phrase(batch))

    def by_words(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.by_words`."""
        return self._titles("words", titles, lambda batch: self._inner().by_words(batch))

    def _titles(
        self, kind: str, titles: Sequence[str], ask: Callable[[Sequence[str]], Mapping[str, tuple[Paper, ...]]]
    ) -> dict[str, tuple[Paper, ...]]:
        kept = {title: self._get(kind, title) for title in titles}
        known = {title: papers for title, papers in kept.items() if papers is not None}
        for batch in _batches([title for title in kept if title not in known], _TITLES_PER_CALL):
            answer = ask(batch)
            for title, papers in answer.items():
                self._keep(kind, title, papers)
            known.update(answer)
        return known

    def _inner(self) -> PaperSource:
        if self._source is None:
            raise NotAsked
        return self._source

    def _path(self, kind: str, asked: str) -> Path:
        digest = hashlib.sha256(f"{kind}\n{asked}".encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"

    def _get(self, kind: str, asked: str) -> tuple[Paper, ...] | None:
        """The kept papers, or None when there are none, they are too old, or the file is torn or not ours."""
        try:
            kept = json.loads(self._path(kind, asked).read_bytes())
            if (kept["kind"], kept["asked"]) != (kind, asked):
                return None
            papers = tuple(_paper(each) for each in kept["papers"])
            age_seconds = self._clock() - kept["at"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        days = _FOUND_DAYS if papers else _EMPTY_DAYS
        return papers if 0 <= age_seconds < days * _DAY_SECONDS else None

    def _keep(self, kind: str, asked: str, papers: Sequence[Paper]) -> None:
        """Keep an answer; a full disk or a lost right to write costs the answer, not the run."""
        path = self._path(kind, asked)
        content = {"kind": kind, "asked": asked, "at": self._clock(), "papers": [asdict(paper) for paper in papers]}
        with suppress(OSError):
            write_whole(path, json.dumps(content, ensure_ascii=False))


def _batches(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _paper(kept: Any) -> Paper:
    """A paper as it was kept; `TypeError` or `KeyError` when it is none."""
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    values["synopsis"] = tuple(Pair(**pair) for pair in kept["synopsis"])
    return Paper(**values)
