"""Answers of a paper source kept on disk, so that a second run asks nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from notegen.errors import NotAsked
from notegen.fetcher.identify import normal_id
from notegen.records import How, Pair, Paper
from notegen.seams import PaperSource
from notegen.whole_file import write_whole

_DAY_SECONDS = 86_400
_KNOWN_DAYS, _SEARCHED_DAYS, _EMPTY_DAYS = 30, 7, 1
_IDS_PER_CALL = 100
_NOT_OURS = (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


class CachedSource:
    """A `PaperSource` that answers from `folder` and asks `source` only for what is missing.

    What an id or DOI names is kept 30 days, what a search found 7, an empty answer one day, a failure never. Answers
    are kept call by call, so what arrived before a failure is not asked again. Offline, a missing answer raises
    `NotAsked`. `clock` tells the time in seconds since the epoch; `texts_per_call` is how many the source asks at once.
    """

    def __init__(
        self,
        source: PaperSource,
        folder: Path,
        clock: Callable[[], float],
        *,
        offline: bool = False,
        texts_per_call: int = 15,
    ) -> None:
        self._source = source
        self._folder = folder
        self._clock = clock
        self._offline = offline
        self._texts_per_call = texts_per_call
        self.name = source.name
        self.hows = source.hows

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`; ids that were not answered are asked again the next time."""
        kept = {text: self._get(how, text) for text in asked}
        known = {text: papers for text, papers in kept.items() if papers is not None}
        missing = [text for text in kept if text not in known]
        if missing and self._offline:
            raise NotAsked
        for batch in _batches(missing, _IDS_PER_CALL if how == "id" else self._texts_per_call):
            answer = self._source.ask(how, batch)
            for text, papers in answer.items():
                self._keep(how, text, papers)
            known.update(answer)
        return known

    def _path(self, kind: str, asked: str) -> Path:
        digest = hashlib.sha256(f"{kind}\n{asked}".encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"

    def _get(self, kind: str, asked: str) -> tuple[Paper, ...] | None:
        """The kept papers, or None when there are none, they are too old, or the file is torn or not ours."""
        try:
            kept = json.loads(self._path(kind, asked).read_bytes())
            if (kept["kind"], kept["asked"]) != (kind, asked):
                return None
            papers = tuple(_paper(each) for each in _list(kept["papers"]))
            age_seconds = self._clock() - kept["at"]
        except _NOT_OURS:
            return None
        if not all(_answers(kind, asked, paper) for paper in papers):
            return None
        days = (_KNOWN_DAYS if kind in ("id", "doi") else _SEARCHED_DAYS) if papers else _EMPTY_DAYS
        return papers if 0 <= age_seconds < days * _DAY_SECONDS else None

    def _keep(self, kind: str, asked: str, papers: Sequence[Paper]) -> None:
        """Keep an answer; a full disk or a lost right to write costs the answer, not the run."""
        content = {"kind": kind, "asked": asked, "at": self._clock(), "papers": [asdict(paper) for paper in papers]}
        with suppress(OSError, UnicodeEncodeError):
            write_whole(self._path(kind, asked), json.dumps(content, ensure_ascii=False))


def _batches(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _paper(kept: Any) -> Paper:
    """A paper as it was kept; `TypeError`, `AttributeError` or `LookupError` when it is none of today's form."""
    if kept.keys() != _FIELDS.keys():
        raise TypeError("a paper of another form")
    values = {name: _FIELDS[name](value) for name, value in kept.items()}
    return Paper(**values)


def _answers(kind: str, asked: str, paper: Paper) -> bool:
    """Whether a paper is the one that an id or a DOI names; what a search found is any."""
    if kind == "id":
        bare, version = normal_id(asked)
        return paper.arxiv_id == bare and version in (None, paper.version)
    return kind != "doi" or paper.doi.casefold() == asked.casefold()


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _number(value: Any) -> int | None:
    if value is not None and type(value) is not int:
        raise TypeError("no number")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, _list(value)))


def _pairs(value: Any) -> tuple[Pair, ...]:
    return tuple(Pair(**{name: _text(text) for name, text in each.items()}) for each in _list(value))


_READERS: dict[str, Callable[[Any], Any]] = {
    "str": _text,
    "int | None": _number,
    "tuple[str, ...]": _texts,
    "tuple[Pair, ...]": _pairs,
}
_FIELDS = {field.name: _READERS[str(field.type)] for field in fields(Paper)}
