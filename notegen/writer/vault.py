"""DOOR: the files of a vault. A file comes into being whole or not at all, and nothing is ever overwritten unread."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from notegen.errors import NameNotAllowed, NoteChanged, NoteExists, VaultBusy, VaultError, WriteFailed
from notegen.obsidian import names
from notegen.writer.journal import state_folder

_TEMPORARY = ".ng-"
_LEFTOVER_AGE_SECONDS = 3600
_WHY = {
    errno.ENOSPC: "no space left on the disk",
    errno.EDQUOT: "the disk quota is used up",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOTDIR: "a file stands where a folder is needed",
    errno.EEXIST: "a file stands where a folder is needed",
}


class FolderVault:
    """A vault as a folder on disk (seams.Vault). No path leads out of it, or into a folder hidden from Obsidian."""

    def __init__(self, root: Path) -> None:
        self._root = Path(os.path.realpath(root))

    def read(self, path: str) -> bytes:
        """The file's bytes; `VaultError` when it cannot be read or lies outside the vault."""
        file = self._existing(path)
        try:
            return file.read_bytes()
        except OSError as error:
            raise VaultError(path, f"cannot read {path}", _why(error)) from error

    def create(self, path: str, content: bytes) -> None:
        """A new file with its folders, by a hard link from a temporary file, so that it can replace nothing.

        Raises `NoteExists` when the folder has a file of that name as Obsidian compares names, `NameNotAllowed` and
        `WriteFailed`.
        """
        name = path.removesuffix(".md")
        if problem := names.problem(name):
            raise NameNotAllowed(name, problem)
        with _as_vault_error(path):
            folder = self._inside(path, (self._root / path).parent)
            folder.mkdir(parents=True, exist_ok=True)
            final = folder / PurePosixPath(path).name
            if _is_taken(folder, final.name):
                raise NoteExists(path)
            with _temporary(folder, content) as temporary:
                _link(temporary, final, path)
            _sync_folder(folder)

    def replace(self, path: str, content: bytes, *, expected: bytes) -> None:
        """New content for a file that still holds `expected`, its mode kept; else `NoteChanged`. Or `WriteFailed`."""
        file = self._existing(path)
        with _as_vault_error(path), _temporary(file.parent, content) as temporary:
            temporary.chmod(_mode_of_unchanged(file, expected, path))
            temporary.replace(file)
        _sync_folder(file.parent)

    def sweep(self, now: Callable[[], float] = time.time) -> None:
        """Remove temporary files that killed runs left behind, when older than an hour by `now` (Unix time)."""
        for folder, subfolders, files in os.walk(self._root):
            subfolders[:] = [name for name in subfolders if not name.startswith(".")]
            for leftover in (Path(folder, name) for name in files if name.startswith(_TEMPORARY)):
                with suppress(OSError):
                    if now() - leftover.lstat().st_mtime > _LEFTOVER_AGE_SECONDS:
                        leftover.unlink()

    def _existing(self, path: str) -> Path:
        return self._inside(path, self._root / path)

    def _inside(self, path: str, file: Path) -> Path:
        resolved = Path(os.path.realpath(file))
        asked = PurePosixPath(path)
        if asked.is_absolute() or ".." in asked.parts or not resolved.is_relative_to(self._root):
            raise NameNotAllowed(path, "it leads out of the vault")
        if any(part.startswith(".") for part in (*asked.parts, *resolved.relative_to(self._root).parts)):
            raise NameNotAllowed(path, "a name that starts with a dot is hidden from Obsidian")
        return resolved


@contextmanager
def hold(root: Path, state_dir: Path, wait_seconds: float) -> Iterator[None]:
    """The vault for one run alone; `VaultBusy` when another still holds it after `wait_seconds`.

    The lock lies in `state_dir`, outside the vault, and ends with the process that holds it.
    """
    from filelock import FileLock, Timeout

    folder = state_folder(state_dir, root)
    with _as_vault_error(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "lock")
        try:
            lock.acquire(timeout=wait_seconds)
        except Timeout as error:
            raise VaultBusy(str(root)) from error
    try:
        yield
    finally:
        lock.release()


def _is_taken(folder: Path, name: str) -> bool:
    """Whether a file of this name is there as Obsidian compares names, or iCloud's stand-in for it (".X.md.icloud")."""
    wanted = {names.key(name), names.key(f".{name}.icloud")}
    with os.scandir(folder) as entries:
        return any(names.key(entry.name) in wanted for entry in entries)


def _mode_of_unchanged(file: Path, expected: bytes, path: str) -> int:
    try:
        with file.open("r+b") as stream:
            if stream.read() != expected:
                raise NoteChanged(path)
            return stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
    except FileNotFoundError as error:
        raise NoteChanged(path) from error


@contextmanager
def _temporary(folder: Path, content: bytes) -> Iterator[Path]:
    file = folder / f"{_TEMPORARY}{secrets.token_hex(8)}"
    try:
        with file.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        yield file
    finally:
        file.unlink(missing_ok=True)


def _link(temporary: Path, final: Path, path: str) -> None:
    try:
        os.link(temporary, final)
    except FileExistsError as error:
        raise NoteExists(path) from error
    except (OSError, AttributeError, NotImplementedError):
        _reserve_and_replace(temporary, final, path)


def _reserve_and_replace(temporary: Path, final: Path, path: str) -> None:
    """For disks without hard links (FAT, some network drives): claim the name with an empty file, then fill it."""
    try:
        final.open("xb").close()
    except FileExistsError as error:
        raise NoteExists(path) from error
    try:
        temporary.replace(final)
    except OSError:
        final.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Make a new name last through a power cut, where folders can be synced (not on Windows)."""
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _as_vault_error(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise NameNotAllowed(path.removesuffix(".md"), "the name is too long for this disk") from error
        raise WriteFailed(path, _why(error)) from error


def _why(error: OSError) -> str:
    return _WHY.get(error.errno or 0, error.strerror or str(error))
