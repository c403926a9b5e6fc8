"""DOOR: files that come, change and go whole, whatever happens meanwhile: a kill, a full disk, an editor that saves.

While a file is written it lies beside its place as `.ng-TAG-….part`; one that is whole, and may for a moment hold what
stood there before, as `.ng-TAG-…`. TAG tells whose they are.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

TEMPORARY = ".ng-"
PART = ".part"
_PATIENCE_SECONDS, _STEP_SECONDS = 2.0, 0.1
_HELD_OPEN = (5, 32, 33)  # Windows: access denied, sharing violation, lock violation
_CWD = -100
_EXCHANGE, _NEW = {"linux": (2, 1), "darwin": (2, 4)}.get(sys.platform, (0, 0))
_WHY = {
    errno.ENOSPC: "no space left on the disk",
    errno.EDQUOT: "the disk quota is used up",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOTDIR: "a file stands where a folder is needed",
    errno.EEXIST: "a file stands where a folder is needed",
}


class ContentChanged(OSError):
    """The file no longer holds what was expected; it stays as it is."""


def why(error: OSError) -> str:
    """The reason in words for a person."""
    return _WHY.get(error.errno or 0, error.strerror or str(error))


def create(file: Path, content: bytes, tag: str) -> None:
    """A new file, by a hard link, so that it can replace nothing. `FileExistsError` when the name is taken."""
    with _temporary(file.parent, content, tag) as part:
        _link(part, file)
    sync_folder(file.parent)


def replace(file: Path, content: bytes, expected: bytes, tag: str) -> None:
    """New content for a file that holds `expected`, its mode kept; else `ContentChanged`.

    Where the system can exchange two names in one step, what somebody saves at the very last moment comes back, too.
    """
    _check(file, expected)
    with _temporary(file.parent, content, tag) as part:
        _give_the_same_rights(part, file)
        whole = part.with_name(part.name.removesuffix(PART))
        patiently(lambda: part.rename(whole))
    if _exchange(whole, file):
        _take_or_give_back(whole, file, content, expected)
    else:
        try:
            _check(file, expected)
            patiently(lambda: whole.replace(file))
        finally:
            _tidy(whole)
    sync_folder(file.parent)


def remove(file: Path, expected: bytes, tag: str) -> None:
    """The file goes, if it holds `expected`; else `ContentChanged`."""
    _check(file, expected)
    aside = file.with_name(f"{TEMPORARY}{tag}-{secrets.token_hex(6)}")
    try:
        patiently(lambda: file.rename(aside))
    except FileNotFoundError as error:
        raise ContentChanged(file.name) from error
    if _settled(aside) != expected:
        _put_back(aside, file)
        raise ContentChanged(file.name)
    _tidy(aside)
    sync_folder(file.parent)


def patiently(act: Callable[[], object], sleep: Callable[[float], None] = time.sleep) -> None:
    """`act`, tried again for two seconds while another program holds the file open (Windows)."""
    for _ in range(int(_PATIENCE_SECONDS / _STEP_SECONDS)):
        try:
            act()
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD_OPEN:
                raise
            sleep(_STEP_SECONDS)
    act()


@contextmanager
def _temporary(folder: Path, content: bytes, tag: str) -> Iterator[Path]:
    part = folder / f"{TEMPORARY}{tag}-{secrets.token_hex(6)}{PART}"
    try:
        with part.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        yield part
    finally:
        _tidy(part)


def _link(part: Path, file: Path) -> None:
    """A new name for a file, which replaces nothing. `FileExistsError` when it is taken.

    On disks without hard links (FAT, some network drives) it is renamed; where a rename may replace something, the name
    is claimed with an empty file first.
    """
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):
        if not _rename(part, file, _NEW):
            _claim_and_fill(part, file)


def _claim_and_fill(part: Path, file: Path) -> None:
    file.open("xb").close()
    try:
        if not _exchange(part, file):
            patiently(lambda: part.replace(file))
            return
    except OSError:
        file.unlink()
        raise
    if part.read_bytes():  # somebody saved into the claimed file
        _exchange(part, file)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))


def _check(file: Path, expected: bytes) -> None:
    """`ContentChanged` unless the file holds `expected`; `PermissionError` when it may not be written."""
    try:
        with file.open("r+b") as stream:
            if stream.read() != expected:
                raise ContentChanged(file.name)
    except FileNotFoundError as error:
        raise ContentChanged(file.name) from error


def _give_the_same_rights(part: Path, file: Path) -> None:
    """Owner, group, mode and attributes of the file to be replaced; `PermissionError` where its owner would lose it."""
    import shutil

    try:
        there, here = file.stat(), part.stat()
    except FileNotFoundError as error:
        raise ContentChanged(file.name) from error
    if (there.st_uid, there.st_gid) != (here.st_uid, here.st_gid):
        os.chown(part, there.st_uid, there.st_gid)
    shutil.copystat(file, part)
    os.utime(part)


def _settled(file: Path) -> bytes:
    """What a file holds once no other program has it open, waited for two seconds at most.

    Linux alone tells (fcntl, Leases): who opened a file before its name was taken may still write into it.
    """
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError), file.open("rb") as stream:
            for _ in range(int(_PATIENCE_SECONDS / _STEP_SECONDS)):
                try:
                    fcntl.fcntl(stream, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                    break
                except BlockingIOError:
                    time.sleep(_STEP_SECONDS)
    return file.read_bytes()


def _take_or_give_back(aside: Path, file: Path, ours: bytes, expected: bytes) -> None:
    """What came out goes if it is what was expected. Else it goes back, until nothing comes out that we did not put in.

    If that cannot be done, what came out stays beside its place.
    """
    try:
        saved = _settled(aside)
    except OSError:  # it cannot be looked at, so it is not ours to take
        _exchange(aside, file)
        if aside.is_file() and aside.read_bytes() == ours:
            _tidy(aside)
        raise
    if saved == expected:
        _tidy(aside)
        return
    standing = ours
    while _exchange(aside, file):
        out = aside.read_bytes()
        if out == standing:
            _tidy(aside)
            break
        standing, saved = saved, out
    else:
        _put_back(aside, file)
    raise ContentChanged(file.name)


def _put_back(aside: Path, file: Path) -> None:
    """What was set aside takes its name again; where that was taken meanwhile, it stays beside it."""
    with suppress(FileExistsError):
        _link(aside, file)
        _tidy(aside)


def _tidy(file: Path) -> None:
    """A temporary file goes; one that cannot, now that all is done, is swept away by a later run."""
    with suppress(OSError):
        patiently(lambda: file.unlink(missing_ok=True))


def _exchange(one: Path, other: Path) -> bool:
    """Both names exchanged in one step; False where this cannot be done."""
    return _rename(one, other, _EXCHANGE)


def _rename(one: Path, other: Path, how: int) -> bool:
    """A rename of a certain kind; False where this cannot be done, `FileExistsError` where it would replace something.

    Linux: renameat2 (RENAME_EXCHANGE, RENAME_NOREPLACE); macOS: renamex_np (RENAME_SWAP, RENAME_EXCL).
    """
    import ctypes

    names = os.fsencode(one), os.fsencode(other)
    try:
        system = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            done = system.renamex_np(*names, how)
        else:
            done = system.renameat2(_CWD, names[0], _CWD, names[1], how)
    except (OSError, AttributeError, TypeError):
        return False
    if done != 0 and how == _NEW and ctypes.get_errno() == errno.EEXIST:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(other))
    return bool(done == 0)


def sync_folder(folder: Path) -> None:
    """Make a new name last through a power cut, where folders can be synced (not on Windows)."""
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
