"""The demo shows the real program on a copy of the sample vault, and a second run of it changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


def test_the_demo_writes_every_note_and_then_changes_nothing(tmp_path: Path) -> None:
    """27 notes with text and 17 unfinished, none for what is no paper; the planted fault is caught; again: the same."""
    first, second = _demo(tmp_path), _demo(tmp_path)

    notes = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "vault" / "Papers").glob("*.md")}
    listed = {name: note for name, note in notes.items() if "up:" in note}
    assert len(listed) == 44
    assert sum('notegen_read: "none"' in note for note in listed.values()) == 17
    assert "dropped (evaluation): 8.4x is not in sentence 5" in first
    assert not any("8.4" in note for note in notes.values())
    assert "byte for byte as it was: True" in first
    assert "nothing was changed" in second


def test_the_sample_vault_itself_is_never_written_to(tmp_path: Path) -> None:
    """The demo works on a copy."""
    before = {path: path.stat().st_mtime_ns for path in (PROJECT / "vault").rglob("*")}

    _demo(tmp_path)

    assert {path: path.stat().st_mtime_ns for path in (PROJECT / "vault").rglob("*")} == before


def _demo(folder: Path) -> str:
    words = [sys.executable, str(PROJECT / "bench" / "demo.py"), str(folder)]
    environ = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ended = subprocess.run(
        words, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout
