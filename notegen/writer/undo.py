"""A run taken back: each file as it was before, unless somebody changed it since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from notegen.errors import RunNotFound, VaultError
from notegen.writer.journal import Run, Write, sha256_of
from notegen.writer.journalled import JournalledVault
from notegen.writer.taking_back import without_change


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of a file of the run: as before it again, or in part or not at all, for a reason in words."""

    path: str
    outcome: Literal["removed", "restored", "as-before", "in-part", "kept"]
    reason: str = ""

    @property
    def whole(self) -> bool:
        return self.outcome not in ("in-part", "kept")


def run_to_undo(name: str, runs: Sequence[Run]) -> Run:
    """The run called `name`, or the only one whose id begins so; "" means the last one not undone to its end.

    Raises `RunNotFound`.
    """
    if not name:
        for run in reversed(runs):
            if not run.takes_back and not run.taken_back:
                return run
        raise RunNotFound("", "no run is known of the vault at this path that was not undone")
    found = [run for run in runs if run.id == name] or [run for run in runs if run.id.startswith(name)]
    if len(found) != 1:
        raise RunNotFound(
            name, "several runs begin so" if found else "no run of that name is known of the vault at this path"
        )
    return found[0]


def undo(run: Run, vault: JournalledVault, kept_content: Callable[[str], bytes | None]) -> tuple[Undone, ...]:
    """Every file of the run as it was before, around what somebody changed since; where that cannot be, why is told.

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
    try:
        there = vault.find(path)
        content, reason = there, ""
        for place in reversed(range(len(writes))):
            write, now = writes[place], sha256_of(content)
            if now != write.after and now in _states([*writes[:place], replace(write, after=write.before)]):
                continue  # it never happened, or is undone already
            before, after = (kept_content(sha256) if sha256 else None for sha256 in (write.before, write.after))
            if write.before and before is None:
                return Undone(path, "kept", "what it held before is no longer kept")
            if now != write.after:
                before = without_change(content, before, after) if content and before and after else None
                if before is None:
                    told = "deleted since" if there is None else "changed since"
                    part = _put(path, there, content, vault)
                    return Undone(path, "kept" if part.outcome == "as-before" else "in-part", told)
                reason = "what was changed since stays"
            content = before
        return replace(_put(path, there, content, vault), reason=reason)
    except VaultError as error:
        return Undone(path, "kept", error.why or str(error))


def _states(writes: Iterable[Write]) -> set[str | None]:
    """What a file held at some time during these writes."""
    return {each for write in writes for each in (write.before, write.after)}


def _put(path: str, there: bytes | None, content: bytes | None, vault: JournalledVault) -> Undone:
    if there == content:
        return Undone(path, "as-before")
    if there is None:
        vault.create(path, content or b"")
    elif content is None:
        vault.remove(path, expected=there)
    else:
        vault.replace(path, content, expected=there)
    return Undone(path, "removed" if content is None else "restored")


def hashes(runs: Iterable[Run]) -> frozenset[str]:
    """SHA-256 of every text a run wrote or replaced."""
    return frozenset(
        each for run in runs for write in run.writes for each in (write.before, write.after) if each is not None
    )
