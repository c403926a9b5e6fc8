"""Asking sources that may fail, so that a failure costs only what was not answered."""

from __future__ import annotations

from collections.abc import Sequence

from notegen.errors import NotAsked, SourceError
from notegen.records import How, Paper
from notegen.seams import PaperSource

Found = dict[str, tuple[Paper, ...]]


class Questions:
    """A source that may fail: answers are what could be had, `trouble` says in words why some are missing."""

    def __init__(self, source: PaperSource) -> None:
        self._source = source
        self.name = source.name
        self.trouble = ""
        self.failed = False

    def takes(self, how: How) -> bool:
        """Whether the source knows this kind of question."""
        return how in self._source.hows

    def ask(self, how: How, texts: Sequence[str]) -> Found:
        """The answers; after a failure one by one, since a source that is down still has its cache."""
        asked = [text for text in dict.fromkeys(texts) if text]
        if not asked or not self.takes(how):
            return {}
        try:
            return dict(self._source.ask(how, asked))
        except SourceError as error:
            self.trouble = str(error)
            self.failed = not isinstance(error, NotAsked)
        if len(asked) == 1:
            return {}
        answers: Found = {}
        for text in asked:
            answers |= self.ask(how, [text])
        return answers


def ask_in_turn(desks: Sequence[Questions], how: How, texts: Sequence[str]) -> Found:
    """The answers of the first source that finds something; texts that none answered at all are absent."""
    answers: Found = {}
    for desk in desks:
        answers |= desk.ask(how, [text for text in texts if not answers.get(text)])
    return answers
