"""DOOR: the journal of a vault's runs, kept outside the vault: what was about to be written, what became of whom."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from notegen.errors import WriteFailed
from notegen.records import PaperReport
from notegen.whole_file import write_bytes_whole
from notegen.writer.disk import sync_folder, why

_NEEDED = {
    "write": ("run", "when", "path"),
    "not-written": ("run", "path"),
    "outcome": ("link", "outcome", "reason", "when"),
    "taken-back": ("of",),
}


@dataclass(frozen=True, slots=True)
class LastOutcome:
    """What became of a paper when it was last tried. `when` is ISO 8601, as the run's clock gave it."""

    outcome: str
    reason: str
    when: str


@dataclass(frozen=True, slots=True)
class Write:
    """A write as it was announced: SHA-256 of the file before and after, None for no file; folders to be made."""

    path: str
    before: str | None
    after: str | None
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A run that wrote: when it began (ISO 8601), its command in words, its writes in order.

    `takes_back` is the run it was to undo, "" for any other; `taken_back` says that it was itself undone to its end.
    """

    id: str
    when: str
    command: str
    writes: tuple[Write, ...]
    takes_back: str = ""
    taken_back: bool = False


def state_folder(state_dir: Path, vault_root: Path) -> Path:
    """The folder in `state_dir` that belongs to this vault, however its path was spelled. It may not exist yet."""
    return state_dir / "vaults" / hashlib.sha256(os.fsencode(vault_root.resolve())).hexdigest()[:16]


class Journal:
    """Append-only JSON lines of one run, each on disk before the call returns; what files held is kept beside them.

    `now` gives the time of each line. What cannot be kept raises `WriteFailed`: nothing may be written unnoted.
    """

    def __init__(
        self,
        state_dir: Path,
        vault_root: Path,
        run: str,
        now: Callable[[], datetime],
        command: str = "",
        takes_back: str = "",
    ) -> None:
        self._folder = state_folder(state_dir, vault_root)
        self._run = {"run": run, "command": command} | ({"takes_back": takes_back} if takes_back else {})
        self._now = now

    def before_write(self, path: str, before: bytes | None, after: bytes | None, folders: tuple[str, ...] = ()) -> None:
        """Note that `path` is about to be written, None for no file; `folders` are those to be made for it."""
        for content in (before, after) if before is not None else ():
            if content is not None:
                self._keep(content)
        write = {"path": path, "before": sha256_of(before), "after": sha256_of(after), "folders": list(folders)}
        self._append({**self._run, "event": "write", **write})

    def not_written(self, path: str) -> None:
        """Note that the write announced last for `path` was given up."""
        self._append({"run": self._run["run"], "event": "not-written", "path": path})

    def outcome(self, report: PaperReport) -> None:
        """Note what became of a paper."""
        told = {"link": report.link, "outcome": report.outcome, "reason": report.reason, "path": report.path}
        self._append({"run": self._run["run"], "event": "outcome", **told})

    def taken_back(self, run: Run) -> None:
        """Note that `run` was undone to its end. What it had taken back itself is in force again."""
        self._append({"run": self._run["run"], "event": "taken-back", "of": run.id, "again": run.takes_back})

    def _keep(self, content: bytes) -> None:
        file = _kept(self._folder, hashlib.sha256(content).hexdigest())
        try:
            if not file.exists() or file.read_bytes() != content:
                write_bytes_whole(file, content)
                sync_folder(file.parent)
        except OSError as error:
            raise WriteFailed(str(file), why(error)) from error

    def _append(self, event: dict[str, Any]) -> None:
        file = self._folder / "journal.jsonl"
        entry = {"when": self._now().isoformat(), **event}
        line = json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a+b", buffering=0) as journal:
                line = b"\n" + line if _is_torn(journal) else line
                if journal.write(line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(journal.fileno())
        except OSError as error:
            raise WriteFailed(str(file), why(error)) from error


def last_outcomes(state_dir: Path, vault_root: Path) -> dict[str, LastOutcome]:
    """The newest known outcome of each link; {} without a readable journal. A line torn by a crash is passed over."""
    return {
        entry["link"]: LastOutcome(entry["outcome"], entry["reason"], entry["when"])
        for entry in _entries(state_folder(state_dir, vault_root))
        if entry.get("event") == "outcome"
    }


def runs(state_dir: Path, vault_root: Path) -> tuple[Run, ...]:
    """The runs that wrote into this vault, oldest first."""
    writes: dict[str, list[dict[str, Any]]] = {}
    undone: dict[str, bool] = {}
    for entry in _entries(state_folder(state_dir, vault_root)):
        event, run = entry.get("event"), entry.get("run", "")
        if event == "write":
            writes.setdefault(run, []).append(entry)
        elif event == "not-written":
            given_up = [at for at, write in enumerate(writes.get(run, ())) if write["path"] == entry["path"]]
            if given_up:
                del writes[run][given_up[-1]]
        elif event == "taken-back":
            undone[entry["of"]] = True
            undone[entry.get("again") or ""] = False
    return tuple(
        Run(
            run,
            first["when"],
            first.get("command") or "",
            tuple(
                Write(e["path"], e.get("before"), e.get("after"), tuple(e.get("folders", ()))) for e in (first, *others)
            ),
            first.get("takes_back") or "",
            undone.get(run, False),
        )
        for run, (first, *others) in ((run, entries) for run, entries in writes.items() if entries)
    )


def kept_content(state_dir: Path, vault_root: Path, sha256: str) -> bytes | None:
    """What a file held before or after a run changed it; None when it is not kept, or no longer as it was."""
    try:
        content = _kept(state_folder(state_dir, vault_root), sha256).read_bytes()
    except OSError:
        return None
    return content if sha256_of(content) == sha256 else None


def _kept(folder: Path, sha256: str) -> Path:
    return folder / "kept" / sha256


def sha256_of(content: bytes | None) -> str | None:
    """The SHA-256 of a content in hex digits, None for no file."""
    return None if content is None else hashlib.sha256(content).hexdigest()


def _is_torn(journal: Any) -> bool:
    if journal.seek(0, os.SEEK_END) == 0:
        return False
    journal.seek(-1, os.SEEK_END)
    return bool(journal.read(1) != b"\n")


def _entries(folder: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = (folder / "journal.jsonl").read_bytes().split(b"\n")
    except OSError:
        return
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict) and _is_whole(entry):
            yield entry


def _is_whole(entry: dict[str, Any]) -> bool:
    """Whether a line has what its event needs, in the right types; any other is passed over."""
    needed = _NEEDED.get(entry.get("event", "")) if isinstance(entry.get("event"), str) else None
    if needed is None or not all(isinstance(entry.get(key), str) for key in needed):
        return False
    words = (entry.get(key) for key in ("before", "after", "command", "takes_back", "again"))
    folders = entry.get("folders", [])
    sound = isinstance(folders, list) and all(isinstance(folder, str) for folder in folders)
    return sound and all(isinstance(word, str | None) for word in words)
