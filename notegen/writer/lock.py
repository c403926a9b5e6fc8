"""DOOR: one run at a time in a vault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from notegen.errors import VaultBusy, WriteFailed
from notegen.writer.disk import why
from notegen.writer.journal import state_folder


@contextmanager
def hold(root: Path, state_dir: Path, wait_seconds: float) -> Iterator[None]:
    """The vault for one run alone; `VaultBusy` when another still holds it after `wait_seconds`.

    The lock lies in `state_dir`, outside the vault, and ends with the process that holds it.
    """
    from filelock import FileLock, Timeout

    folder = state_folder(state_dir, root)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "lock")
        lock.acquire(timeout=wait_seconds)
    except Timeout as error:
        raise VaultBusy(str(root), wait_seconds) from error
    except OSError as error:
        raise WriteFailed(str(folder), why(error)) from error
    try:
        yield
    finally:
        lock.release()
