"""A run taken back: each file as it was before, unless somebody changed it since."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from notegen.errors import RunNotFound, VaultError
from notegen.writer.journal import Run, Write
from notegen.writer.journalled import JournalledVault
from notegen.writer.taking_back import without_change


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of a file of the run: as before the run again, or kept for a reason in words."""

    path: str
    outcome: Literal["removed", "restored", "as-before", "kept"]
    reason: str = ""


def run_to_undo(name: str, runs: Sequence[Run]) -> Run:
    """The run called `name`, or the only one whose id begins so; "" means the last one not undone yet.

    Raises `RunNotFound`.
    """
    if not name:
        for run in reversed(runs):
            if not run.takes_back and not run.taken_back:
                return run
        raise RunNotFound("", "no run has written into this vault that was not undone")
    found = [run for run in runs if run.id == name] or [run for run in runs if run.id.startswith(name)]
    if len(found) != 1:
        raise RunNotFound(name, "several runs begin so" if found else "no run of that name has written into this vault")
    return found[0]


def undo(run: Run, vault: JournalledVault, kept_content: Callable[[str], bytes | None]) -> tuple[Undone, ...]:
    """Every file of the run as it was before; one that somebody changed since stays as it is, and why is told.

    `kept_content` gives what a file held by its SHA-256. Done again after a kill, it does what is left.
    """
    writes: dict[str, list[Write]] = {}
    for write in run.writes:
        writes.setdefault(write.path, []).append(write)
    undone = tuple(_undo_file(path, writes[path], vault, kept_content) for path in reversed(writes))
    vault.remove_folders({folder for write in run.writes for folder in write.folders})
    return undone


def _undo_file(
    path: str, writes: Sequence[Write], vault: JournalledVault, kept_content: Callable[[str], bytes | None]
) -> Undone:
    before, ours = _span(writes)
    try:
        there = vault.find(path)
        now = None if there is None else hashlib.sha256(there).hexdigest()
        if now == before:
            return Undone(path, "as-before")
        content = kept_content(before) if before else None
        if before and content is None:
            return Undone(path, "kept", "what it held before is no longer kept")
        if now not in ours:
            return _around(path, there, content, kept_content(writes[-1].after or ""), vault)
        return _put(path, there, content, vault)
    except VaultError as error:
        return Undone(path, "kept", error.why or str(error))


def _around(
    path: str, there: bytes | None, before: bytes | None, after: bytes | None, vault: JournalledVault
) -> Undone:
    """A file that somebody changed since: the run's own lines go where they still stand, else it is kept."""
    if there is None:
        return Undone(path, "kept", "deleted since")
    content = without_change(there, before, after) if before is not None and after is not None else None
    if content is None or content == there:
        return Undone(path, "kept", "changed since")
    vault.replace(path, content, expected=there)
    return Undone(path, "restored", "what was changed since stays")


def _span(writes: Sequence[Write]) -> tuple[str | None, set[str | None]]:
    """What the file held before the run's writes, and what it held after each of them.

    What somebody saved between two writes counts as what was there before: it is never taken back.
    """
    before, ours = writes[0].before, set[str | None]()
    for write in writes:
        if write.before != before and write.before not in ours:
            before, ours = write.before, set()
        ours.add(write.after)
    return before, ours


def _put(path: str, there: bytes | None, content: bytes | None, vault: JournalledVault) -> Undone:
    if there is not None and content is not None:
        vault.replace(path, content, expected=there)
    elif content is not None:
        vault.create(path, content)
    elif there is not None:
        vault.remove(path, expected=there)
    return Undone(path, "removed" if content is None else "restored")


def hashes(runs: Iterable[Run]) -> frozenset[str]:
    """SHA-256 of every text a run wrote or replaced."""
    return frozenset(
        each for run in runs for write in run.writes for each in (write.before, write.after) if each is not None
    )
