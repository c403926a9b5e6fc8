"""DOOR: the journal of a vault's runs, kept outside the vault: what was about to be written, what became of whom."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class LastOutcome:
    """What became of a paper when it was last tried. `when` is ISO 8601, as the run's clock gave it."""

    outcome: str
    reason: str
    when: str


def state_folder(state_dir: Path, vault_root: Path) -> Path:
    """The folder in `state_dir` that belongs to this vault, however its path was spelled. It may not exist yet."""
    return state_dir / "vaults" / hashlib.sha256(os.fsencode(vault_root.resolve())).hexdigest()[:16]


class Journal:
    """Append-only JSON lines of one run, each on disk before the call returns.

    `now` gives the time of each line. A line that cannot be kept raises `WriteFailed`: nothing may be written unnoted.
    """

    def __init__(self, state_dir: Path, vault_root: Path, run: str, now: Callable[[], datetime]) -> None:
        self._file = _file(state_dir, vault_root)
        self._run = run
        self._now = now

    def before_write(self, path: str, sha256_after: str, sha256_before: str | None) -> None:
        """Note that `path` is about to be written; `sha256_before` is None for a new file."""
        self._append({"event": "write", "path": path, "after": sha256_after, "before": sha256_before})

    def outcome(self, report: PaperReport) -> None:
        """Note what became of a paper."""
        self._append(
            {
                "event": "outcome",
                "link": report.link,
                "outcome": report.outcome,
                "reason": report.reason,
                "path": report.path,
            }
        )

    def _append(self, event: dict[str, Any]) -> None:
        entry = {"run": self._run, "when": self._now().isoformat(), **event}
        line = json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a+b", buffering=0) as journal:
                journal.write(b"\n" + line if _is_torn(journal) else line)
                os.fsync(journal.fileno())
        except OSError as error:
            raise WriteFailed(str(self._file), error.strerror or str(error)) from error


def last_outcomes(state_dir: Path, vault_root: Path) -> dict[str, LastOutcome]:
    """The newest known outcome of each link; {} without a readable journal. A line torn by a crash is passed over."""
    return {
        entry["link"]: LastOutcome(entry["outcome"], entry["reason"], entry["when"])
        for entry in _entries(_file(state_dir, vault_root))
        if entry.get("event") == "outcome"
    }


def _file(state_dir: Path, vault_root: Path) -> Path:
    return state_folder(state_dir, vault_root) / "journal.jsonl"


def _is_torn(journal: Any) -> bool:
    if journal.seek(0, os.SEEK_END) == 0:
        return False
    journal.seek(-1, os.SEEK_END)
    return bool(journal.read(1) != b"\n")


def _entries(file: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError:
        return
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict):
            yield entry
