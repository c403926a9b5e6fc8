"""The outside world on one screen: what the rooms need from it, and nothing of how it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from notegen.records import Answer, Form, How, Paper, PaperReport, Question


class PaperSource(Protocol):
    """A service that knows papers, a local index, or a cache in front of either. `hows` are the questions it takes."""

    @property
    def name(self) -> str: ...

    @property
    def hows(self) -> frozenset[How]: ...

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """For each text asked, the papers found, nearest first; a text that was not answered is absent.

        "id": arXiv ids, perhaps with version. "doi": DOIs. "title": titles, held as a phrase. "abstract": beginnings of
        abstracts. "author": a surname and words of a title. "words": titles whose telling words are shared.
        Raises `SourceUnreachable` or `SourceRefused`. An empty answer only ever means "nothing found by this question",
        never "does not exist".
        """


class TextSource(Protocol):
    """Where the full texts of papers lie."""

    def fetch(self, form: Form, arxiv_id: str) -> bytes | None:
        """The paper as arXiv has it in this form; None where it says that it has none.

        `arxiv_id` may carry a version. Raises `SourceUnreachable` or `SourceRefused`.
        """


class Model(Protocol):
    """A language model behind any server. `name` goes into the note and into the key of kept answers.

    `window_tokens` is its window where it was found to be smaller than a question; `is_weak` tells that its last whole
    drafts did not pass.
    """

    @property
    def name(self) -> str: ...

    @property
    def window_tokens(self) -> int | None: ...

    @property
    def is_weak(self) -> bool: ...

    def ask(self, question: Question) -> Answer:
        """One answer, or a `ModelError`."""

    def passed(self, well: bool) -> None:
        """Told how a whole draft came through its checks."""


class Answers(Protocol):
    """Answers that arrived once and are kept for the next run, by model and question."""

    def get(self, model: str, question: Question) -> Answer | None: ...

    def keep(self, model: str, question: Question, answer: Answer) -> None: ...


class Vault(Protocol):
    """The files of a vault. Paths are relative to its root, with `/`."""

    def read(self, path: str) -> bytes:
        """The file's bytes; `VaultError` when it cannot be read."""

    def create(self, path: str, content: bytes) -> None:
        """A new file, whole or not at all; `NoteExists` when anything has that name already."""

    def replace(self, path: str, content: bytes, *, expected: bytes) -> None:
        """New content for a file that still holds `expected`; else `NoteChanged`."""

    def remove(self, path: str, *, expected: bytes) -> None:
        """A file that still holds `expected` goes; else `NoteChanged`."""


class Journal(Protocol):
    """What a run writes down outside the vault."""

    def before_write(self, path: str, before: bytes | None, after: bytes | None, folders: tuple[str, ...] = ()) -> None:
        """Noted, and safely on disk, before `path` is written, None for no file; `folders` are to be made for it."""

    def not_written(self, path: str) -> None:
        """The write announced last for `path` was given up."""

    def outcome(self, report: PaperReport) -> None:
        """What became of one paper."""


class Screen(Protocol):
    """Where a run is watched. Nothing here is a result; results go through the report."""

    def say(self, line: str) -> None:
        """One line of news."""

    def problem(self, line: str) -> None:
        """One line of what went wrong, why, and what to do next."""

    def begin(self, total: int) -> None:
        """A list of `total` papers starts."""

    def working(self, link: str) -> None:
        """This paper is being worked on now."""

    def done(self, report: PaperReport) -> None:
        """This paper is through."""

    def end(self) -> None:
        """The list is through, or was broken off."""
