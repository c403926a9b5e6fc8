"""Asking sources that may fail, so that a failure costs only what was not answered."""

from __future__ import annotations

from collections.abc import Sequence

from notegen.errors import NotAsked, SourceError
from notegen.records import How, Paper
from notegen.seams import PaperSource

Found = dict[str, tuple[Paper, ...]]


class Questions:
    """A source that may fail: answers are what could be had, `trouble` says in words why some are missing.

    What was answered once is not asked again.
    """

    def __init__(self, source: PaperSource) -> None:
        self._source = source
        self.name = source.name
        self.trouble = ""
        self.failed = False
        self._answered: dict[tuple[How, str], tuple[Paper, ...]] = {}

    def takes(self, how: How) -> bool:
        """Whether the source knows this kind of question."""
        return how in self._source.hows

    def ask(self, how: How, texts: Sequence[str]) -> Found:
        """The answers; after a failure one by one, since a source that is down still has its cache."""
        if not self.takes(how):
            return {}
        asked = [text for text in dict.fromkeys(texts) if text and (how, text) not in self._answered]
        self._answered |= {(how, text): papers for text, papers in self._asked(how, asked).items()}
        return {text: self._answered[how, text] for text in texts if (how, text) in self._answered}

    def _asked(self, how: How, asked: Sequence[str]) -> Found:
        if not asked:
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
            answers |= self._asked(how, [text])
        return answers


def ask_in_turn(desks: Sequence[Questions], how: How, texts: Sequence[str]) -> Found:
    """The answers of the first source that finds something; texts that none answered at all are absent."""
    answers: Found = {}
    for desk in desks:
        answers |= desk.ask(how, [text for text in texts if not answers.get(text)])
    return answers
