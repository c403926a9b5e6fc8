from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from notegen.errors import WriteFailed
from notegen.records import PaperReport
from notegen.writer.journal import Journal, LastOutcome, last_outcomes

_NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


def _file(state: Path) -> Path:
    (file,) = state.glob("vaults/*/journal.jsonl")
    return file


def test_a_write_is_on_disk_before_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Path and fingerprints stand in the journal, synced, when the call returns; a new file has none before."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    journal = Journal(tmp_path, tmp_path / "vault", "run-1", lambda: _NOON)
    journal.before_write("論文/鏡.md", "aa", None)
    journal.before_write("論文/鏡.md", "bb", "aa")
    lines = [json.loads(line) for line in _file(tmp_path).read_text(encoding="utf-8").splitlines()]
    assert lines == [
        {
            "run": "run-1",
            "when": _NOON.isoformat(),
            "event": "write",
            "path": "論文/鏡.md",
            "after": after,
            "before": before,
        }
        for after, before in (("aa", None), ("bb", "aa"))
    ]
    assert len(synced) == 2


def test_the_last_outcome_of_each_paper_is_known(tmp_path: Path) -> None:
    """Of several runs the newest word counts, with its time; other vaults do not mix in."""
    vault = tmp_path / "vault"
    Journal(tmp_path, vault, "1", lambda: _NOON).outcome(PaperReport("鏡", "waiting", "arXiv: 503"))
    Journal(tmp_path, vault, "1", lambda: _NOON).outcome(PaperReport("Echo", "failed", "refused"))
    Journal(tmp_path, vault, "2", lambda: _NOON + timedelta(days=1)).outcome(PaperReport("鏡", "written"))
    Journal(tmp_path, tmp_path / "else", "3", lambda: _NOON).outcome(PaperReport("鏡", "failed"))
    assert last_outcomes(tmp_path, vault) == {
        "鏡": LastOutcome("written", "", "2025-06-02T12:00:00+00:00"),
        "Echo": LastOutcome("failed", "refused", "2025-06-01T12:00:00+00:00"),
    }


def test_a_vault_without_journal_has_no_outcomes(tmp_path: Path) -> None:
    """Reading makes no file and knows nothing."""
    assert last_outcomes(tmp_path, tmp_path / "vault") == {}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("torn", ['{"event": "outcome", "link": "鏡", "outc', "[1]", "\udce9"])
def test_a_torn_line_is_passed_over_and_closed(tmp_path: Path, torn: str) -> None:
    """A line cut off by a crash is ignored, and the next one does not grow onto it."""
    vault = tmp_path / "vault"
    journal = Journal(tmp_path, vault, "1", lambda: _NOON)
    journal.outcome(PaperReport("Echo", "written"))
    with _file(tmp_path).open("ab") as file:
        file.write(torn.encode("utf-8", "surrogateescape"))
    assert set(last_outcomes(tmp_path, vault)) == {"Echo"}
    journal.outcome(PaperReport("鏡", "written"))
    assert set(last_outcomes(tmp_path, vault)) == {"Echo", "鏡"}


def test_a_vault_is_known_however_its_path_is_spelled(tmp_path: Path) -> None:
    """Through a symlink or a relative part it is the same vault."""
    (tmp_path / "vault").mkdir()
    (tmp_path / "alias").symlink_to(tmp_path / "vault", target_is_directory=True)
    Journal(tmp_path / "s", tmp_path / "alias", "1", lambda: _NOON).outcome(PaperReport("鏡", "written"))
    assert set(last_outcomes(tmp_path / "s", tmp_path / "alias" / ".." / "vault")) == {"鏡"}


def test_what_cannot_be_noted_stops_the_write(tmp_path: Path) -> None:
    """A state folder that cannot be used is an error before anything is written."""
    (tmp_path / "state").write_bytes(b"a file")
    with pytest.raises(WriteFailed, match=r"journal\.jsonl"):
        Journal(tmp_path / "state", tmp_path, "1", lambda: _NOON).before_write("x.md", "aa", None)
