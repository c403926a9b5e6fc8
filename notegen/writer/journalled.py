"""A vault whose every write is in the journal before it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from notegen.errors import VaultError
from notegen.seams import Journal
from notegen.writer.vault import FolderVault


class JournalledVault:
    """Implements `seams.Vault` over the folder: announced first, then done. What cannot be announced is not done."""

    def __init__(self, folder: FolderVault, journal: Journal) -> None:
        self._folder = folder
        self._journal = journal

    def read(self, path: str) -> bytes:
        return self._folder.read(path)

    def find(self, path: str) -> bytes | None:
        """The file's bytes, None when there is no such file; else as `read`."""
        return self._folder.find(path)

    def create(self, path: str, content: bytes) -> None:
        path = self._folder.as_spelled(path)
        self._journal.before_write(path, None, content, self._folder.missing_folders(path))
        with self._told(path):
            self._folder.create(path, content)

    def replace(self, path: str, content: bytes, *, expected: bytes) -> None:
        self._journal.before_write(path, expected, content)
        with self._told(path):
            self._folder.replace(path, content, expected=expected)

    def remove(self, path: str, *, expected: bytes) -> None:
        self._journal.before_write(path, expected, None)
        with self._told(path):
            self._folder.remove(path, expected=expected)

    def remove_folders(self, folders: Iterable[str]) -> None:
        """Those of the folders that are empty go."""
        self._folder.remove_folders(folders)

    @contextmanager
    def _told(self, path: str) -> Iterator[None]:
        """What was announced and then given up is noted, so that nobody takes it for done."""
        try:
            yield
        except VaultError:
            self._journal.not_written(path)
            raise
