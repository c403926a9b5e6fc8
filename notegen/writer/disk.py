"""DOOR: what the operating system can do with a file beyond reading and writing it."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_PATIENCE_SECONDS, _STEP_SECONDS = 2.0, 0.1
_HELD_OPEN = (5, 32, 33)  # Windows: access denied, sharing violation, lock violation
_NOT_KEPT_HERE = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP)  # as on FAT and some network drives
_CWD = -100
_EXCHANGE, NEW = {"linux": (2, 1), "darwin": (2, 4)}.get(sys.platform, (0, 0))
_WHY = {
    errno.ENOSPC: "no space left on the disk",
    errno.EDQUOT: "the disk quota is used up",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOTDIR: "a file stands where a folder is needed",
    errno.EEXIST: "a file stands where a folder is needed",
}


def why(error: OSError) -> str:
    """The reason in words for a person."""
    return _WHY.get(error.errno or 0, error.strerror or str(error))


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


def settled(file: Path) -> bytes | None:
    """What a file holds once no other program has it open for writing, waited for two seconds; None when it still has.

    Linux alone tells (fcntl, Leases): who opened a file before its name was taken may still write into it.
    """
    if sys.platform == "linux":
        import fcntl
        import signal

        with suppress(OSError), file.open("rb") as stream:
            for _ in range(int(_PATIENCE_SECONDS / _STEP_SECONDS)):
                try:
                    # Whoever opens the file meanwhile sends us a signal: one that nobody minds.
                    fcntl.fcntl(stream, fcntl.F_SETSIG, signal.SIGURG)
                    fcntl.fcntl(stream, fcntl.F_SETLEASE, fcntl.F_RDLCK)
                    fcntl.fcntl(stream, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                    break
                except BlockingIOError:
                    time.sleep(_STEP_SECONDS)
            else:
                return None
    return file.read_bytes()


def give_the_same_rights(part: Path, file: Path) -> None:
    """Owner, group, mode and attributes of the file to be replaced; `PermissionError` where its owner would lose it."""
    import shutil

    there, here = file.stat(), part.stat()
    if (there.st_uid, there.st_gid) != (here.st_uid, here.st_gid):
        os.chown(part, there.st_uid, there.st_gid)
    try:
        shutil.copystat(file, part)
        os.utime(part)
    except OSError as error:
        if error.errno not in _NOT_KEPT_HERE:
            raise


def exchange(one: Path, other: Path) -> bool:
    """Both names exchanged in one step; False where this cannot be done."""
    return rename(one, other, _EXCHANGE)


def rename(one: Path, other: Path, how: int) -> bool:
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
    if done != 0 and how == NEW and ctypes.get_errno() == errno.EEXIST:
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
