"""DOOR: the files of a vault. A file comes, changes and goes whole, and nothing is ever overwritten unread."""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import re
import time
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path, PurePosixPath
from stat import S_ISLNK

from notegen.errors import NameNotAllowed, NoteChanged, NoteExists, VaultError, WriteFailed
from notegen.obsidian import names
from notegen.obsidian.index import OWN_FOLDER
from notegen.writer import atomic, disk

_LEFTOVER_AGE_SECONDS = 3600
_BROKEN = re.compile("[\0\ud800-\udfff]")
_UP = re.compile(r"(?:^|/)\.\.(?:/|$)")
_HIDDEN = re.compile(r"(?:^|/)\.(?!/|$)")
_OTHER_FOLDER = "Name another folder: --folder, or Obsidian's setting for new notes"
_NO_SUCH_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)


class FolderVault:
    """A vault as a folder on disk (seams.Vault). No path is written that leads out of it, or into a folder hidden from
    Obsidian but notegen's own.
    """

    def __init__(self, root: Path) -> None:
        self._root = Path(os.path.realpath(root))
        self._base = f"{self._root}{os.sep}"
        self._tag = hashlib.sha256(f"{platform.node()} {self._root}".encode(errors="replace")).hexdigest()[:8]

    def read(self, path: str) -> bytes:
        """The file's bytes; `VaultError` when it cannot be read, or is a link out of the vault.

        Behind a folder that is a link out of the vault files are read, as Obsidian does, though never written.
        """
        file = f"{self._base}{_allowed(path)}"
        try:
            with FileIO(self._existing(path) if S_ISLNK(os.lstat(file).st_mode) else file) as stream:
                return stream.readall()
        except OSError as error:
            raise VaultError(path, f"cannot read {path}", disk.why(error)) from error

    def find(self, path: str) -> bytes | None:
        """The file's bytes, None when there is no such file; else as `read`."""
        try:
            (self._root / path).lstat()
        except ValueError:  # no text that a disk takes for a name
            return None
        except OSError as error:
            if error.errno in _NO_SUCH_FILE:
                return None
            raise VaultError(path, f"cannot read {path}", disk.why(error)) from error
        return self.read(path)

    def missing_folders(self, path: str) -> tuple[str, ...]:
        """The folders that have yet to be made for a file at `path`, from the outermost to the innermost."""
        folders = reversed(PurePosixPath(path).parents[:-1])
        return tuple(str(folder) for folder in folders if not os.path.lexists(self._root / folder))

    def as_spelled(self, path: str) -> str:
        """The path with its folders as they are spelled on disk, where they differ in case or Unicode form only."""
        *folders, name = path.split("/")
        there = self._root
        for place, folder in enumerate(folders):
            if not os.path.lexists(there / folder):
                folders[place] = next(
                    (name for name in _names_in(there) if names.key(name) == names.key(folder)), folder
                )
            there /= folders[place]
        return "/".join([*folders, name])

    def create(self, path: str, content: bytes) -> None:
        """A new file with its folders, which replaces nothing.

        Raises `NoteExists` when the folder has a file of that name as Obsidian compares names, `NameNotAllowed` and
        `WriteFailed`.
        """
        name = path.removesuffix(".md")
        if not _is_own(path) and (problem := names.folder_problem(name.rpartition("/")[0])):
            raise NameNotAllowed(name, problem, _OTHER_FOLDER)
        if not _is_own(path) and (problem := names.problem(name)):
            raise NameNotAllowed(name, problem)
        path = self.as_spelled(path)
        folder = self._inside(path, (self._root / path).parent)
        made = self.missing_folders(path)
        file = folder / PurePosixPath(path).name
        try:
            with _as_vault_error(path):
                folder.mkdir(parents=True, exist_ok=True)
                if _is_taken(folder, file.name):
                    raise NoteExists(path)
                try:
                    atomic.create(file, content, self._tag)
                except FileExistsError as error:
                    raise NoteExists(path) from error
        except VaultError:
            self.remove_folders(made)
            raise

    def replace(self, path: str, content: bytes, *, expected: bytes) -> None:
        """New content for a file that still holds `expected`, its mode kept; else `NoteChanged`. Or `WriteFailed`."""
        with _as_vault_error(path):
            atomic.replace(self._existing(path), content, expected, self._tag)

    def remove(self, path: str, *, expected: bytes) -> None:
        """A file that still holds `expected` goes; else `NoteChanged`. Or `WriteFailed`."""
        with _as_vault_error(path):
            atomic.remove(self._existing(path), expected, self._tag)

    def remove_folders(self, folders: Iterable[str]) -> None:
        """Those of the folders that are empty go, the innermost first."""
        for folder in sorted(folders, key=len, reverse=True):
            with suppress(OSError, VaultError):
                if (there := self._existing(folder)) == self._root / folder:
                    there.rmdir()

    def sweep(
        self, leftovers: Iterable[str], ours: Container[str], now: Callable[[], float] = time.time
    ) -> tuple[str, ...]:
        """Removes what killed runs left behind; gives back the paths of files that were kept.

        To be called while the vault is held. Half-written files of this machine go at once, those of another after an
        hour by `now` (Unix time). One that may hold a person's words goes only when the SHA-256 of its text is among
        `ours`.
        """
        kept = []
        for path in leftovers:
            file = self._root / path
            with suppress(OSError):
                mine = file.name.startswith(f"{atomic.TEMPORARY}{self._tag}-")
                if not mine and now() - file.lstat().st_mtime < _LEFTOVER_AGE_SECONDS:
                    continue
                if file.name.endswith(atomic.PART) or hashlib.sha256(file.read_bytes()).hexdigest() in ours:
                    file.unlink()
                else:
                    kept.append(path)
        return tuple(kept)

    def _existing(self, path: str) -> Path:
        return self._inside(path, self._root / path)

    def _inside(self, path: str, file: Path) -> Path:
        _allowed(path)
        resolved = Path(os.path.realpath(file))
        if not resolved.is_relative_to(self._root):
            raise NameNotAllowed(path, "it leads out of the vault", _OTHER_FOLDER)
        _allowed(resolved.relative_to(self._root).as_posix())
        return resolved


def _names_in(folder: Path) -> list[str]:
    with suppress(OSError):
        return sorted(entry.name for entry in folder.iterdir())
    return []


def _allowed(path: str) -> str:
    """The path, if it names something in the vault that Obsidian sees, or in notegen's own folder."""
    if _BROKEN.search(path):
        raise NameNotAllowed(path, "it holds a control or broken character")
    if path.startswith("/") or _UP.search(path):
        raise NameNotAllowed(path, "it leads out of the vault")
    if _HIDDEN.search(path, len(OWN_FOLDER) if _is_own(path) else 0):
        raise NameNotAllowed(path, "a name that starts with a dot is hidden from Obsidian")
    return path


def _is_own(path: str) -> bool:
    return path == OWN_FOLDER or path.startswith(f"{OWN_FOLDER}/")


def _is_taken(folder: Path, name: str) -> bool:
    """Whether a file of this name is there as Obsidian compares names, or iCloud's stand-in for it (".X.md.icloud")."""
    wanted = {names.key(name), names.key(f".{name}.icloud")}
    with os.scandir(folder) as entries:
        return any(names.key(entry.name) in wanted for entry in entries)


@contextmanager
def _as_vault_error(path: str) -> Iterator[None]:
    try:
        yield
    except atomic.ContentChanged as error:
        raise NoteChanged(path) from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise NameNotAllowed(path.removesuffix(".md"), "the name is too long for this disk") from error
        raise WriteFailed(path, disk.why(error)) from error
