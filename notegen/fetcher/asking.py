"""Asking a source that may fail, so that a failure costs only what was not answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from notegen.errors import NotAsked, SourceError
from notegen.records import Paper
from notegen.seams import PaperSource

Answer = TypeVar("Answer")
Found = dict[str, tuple[Paper, ...]]


class Questions:
    """A source that may fail: answers are what could be had, `trouble` says in words why some are missing."""

    def __init__(self, source: PaperSource | None) -> None:
        self._source = source
        self.trouble = "" if source else str(NotAsked())
        self.failed = False

    def by_ids(self, arxiv_ids: Sequence[str]) -> dict[str, Paper]:
        return self._ask(lambda source, ids: source.by_ids(ids), arxiv_ids)

    def by_phrase(self, titles: Sequence[str]) -> Found:
        return self._ask(lambda source, some: source.by_phrase(some), titles)

    def by_words(self, titles: Sequence[str]) -> Found:
        return self._ask(lambda source, some: source.by_words(some), titles)

    def _ask(
        self, question: Callable[[PaperSource, Sequence[str]], Mapping[str, Answer]], items: Sequence[str]
    ) -> dict[str, Answer]:
        """The answers to a question; after a failure one by one, since a source that is down still knows its cache."""
        asked = [item for item in dict.fromkeys(items) if item]
        if self._source is None or not asked:
            return {}
        try:
            return dict(question(self._source, asked))
        except SourceError as error:
            self.trouble = str(error)
            self.failed = not isinstance(error, NotAsked)
        if len(asked) == 1:
            return {}
        answers: dict[str, Answer] = {}
        for item in asked:
            answers |= self._ask(question, [item])
        return answers
