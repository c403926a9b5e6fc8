from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from notegen.errors import WriteFailed
from notegen.records import PaperReport
from notegen.writer.journal import Journal, LastOutcome, Run, Write, kept_content, last_outcomes, runs, state_folder

_NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault beside the state folder `tmp_path / "state"`."""
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state folder that is not there yet."""
    return tmp_path / "state"


def _file(state: Path) -> Path:
    (file,) = state.glob("vaults/*/journal.jsonl")
    return file


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _run(state: Path, vault: Path, run: str = "1", takes_back: str = "") -> Journal:
    return Journal(state, vault, run, lambda: _NOON, "fill", takes_back)


def _add_lines(state: Path, *lines: str) -> None:
    with _file(state).open("ab") as file:
        file.writelines(line.encode("utf-8", "surrogateescape") + b"\n" for line in lines)


def test_a_write_is_on_disk_before_it_is_made(state: Path, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Command, path, fingerprints and folders stand in the journal, synced, when the call returns."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    journal = Journal(state, vault, "run-1", lambda: _NOON, "fill 鏡")
    journal.before_write("論文/鏡.md", None, b"aa", ("論文",))
    before = len(synced)
    assert before > 0
    journal.before_write("論文/鏡.md", b"aa", b"bb")
    assert len(synced) > before
    first, second = (json.loads(line) for line in _file(state).read_text(encoding="utf-8").splitlines())
    told = {"run": "run-1", "command": "fill 鏡", "when": _NOON.isoformat(), "event": "write", "path": "論文/鏡.md"}
    assert first == {**told, "before": None, "after": _sha256(b"aa"), "folders": ["論文"]}
    assert second == {**told, "before": _sha256(b"aa"), "after": _sha256(b"bb"), "folders": []}


def test_runs_are_told_oldest_first_with_their_writes(state: Path, vault: Path) -> None:
    """Each run with time, command and writes in order, a removal too; one that wrote nothing is no run that wrote."""
    one, two = _run(state, vault, "1"), _run(state, vault, "2", takes_back="1")
    one.before_write("a.md", None, b"a", ("x",))
    two.before_write("a.md", b"a", None)
    one.before_write("b.md", b"b", b"c")
    _run(state, vault, "3").outcome(PaperReport("鏡", "failed"))
    when = _NOON.isoformat()
    assert runs(state, vault) == (
        Run(
            "1",
            when,
            "fill",
            (Write("a.md", None, _sha256(b"a"), ("x",)), Write("b.md", _sha256(b"b"), _sha256(b"c"))),
        ),
        Run("2", when, "fill", (Write("a.md", _sha256(b"a"), None),), takes_back="1"),
    )


def test_what_was_taken_back_is_in_force_again_when_that_is_taken_back(state: Path, vault: Path) -> None:
    """A run undone to its end is known as undone, until its undoing is undone itself."""
    for run, takes_back, undone in (("1", "", []), ("2", "1", ["1"]), ("3", "2", ["2"]), ("4", "1", ["1", "2"])):
        journal = _run(state, vault, run, takes_back)
        journal.before_write("a.md", b"a", b"b")
        for earlier in runs(state, vault):
            if earlier.id == takes_back:
                journal.taken_back(earlier)
        assert [run.id for run in runs(state, vault) if run.taken_back] == undone


def test_a_write_that_was_given_up_is_no_write(state: Path, vault: Path) -> None:
    """Of several writes of a file the last announced is meant; a run with none left is not listed."""
    journal = _run(state, vault)
    journal.before_write("a.md", None, b"a")
    journal.before_write("b.md", None, b"b")
    journal.before_write("a.md", b"a", b"c")
    journal.not_written("a.md")
    assert [write.after for write in runs(state, vault)[0].writes] == [_sha256(b"a"), _sha256(b"b")]
    journal.not_written("a.md")
    _run(state, vault, "2").before_write("b.md", b"b", b"d")
    journal.not_written("b.md")
    assert [run.id for run in runs(state, vault)] == ["2"]


def test_what_a_file_held_is_kept_byte_for_byte_and_once(state: Path, vault: Path) -> None:
    """Any bytes come back by their SHA-256; the same content twice takes no more room; nothing lies in the vault."""
    content = b"\xef\xbb\xbf\r\n\x00\xff no line end"
    journal = _run(state, vault)
    journal.before_write("a.md", content, b"new")
    files = sorted(path for path in state.rglob("*") if path.is_file())
    journal.before_write("b.md", content, None)
    assert sorted(path for path in state.rglob("*") if path.is_file()) == files
    assert kept_content(state, vault, _sha256(content)) == content
    assert kept_content(state, vault, _sha256(b"new")) == b"new"
    assert kept_content(state, vault, _sha256(b"never")) is None
    assert list(vault.iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"something else", None])
def test_kept_content_that_was_tampered_with_is_not_used(state: Path, vault: Path, damage: bytes | None) -> None:
    """Emptied, changed or gone, it is as if nothing was kept; kept again, it is whole again."""
    journal = _run(state, vault)
    journal.before_write("a.md", b"old", b"new")
    (kept,) = (path for path in state.rglob("*") if path.is_file() and path.read_bytes() == b"old")
    if damage is None:
        kept.unlink()
    else:
        kept.write_bytes(damage)
    assert kept_content(state, vault, _sha256(b"old")) is None
    journal.before_write("a.md", b"old", b"newer")
    assert kept_content(state, vault, _sha256(b"old")) == b"old"


def test_the_last_outcome_of_each_paper_is_known(state: Path, vault: Path) -> None:
    """Of several runs the newest word counts, with its time; other vaults do not mix in."""
    Journal(state, vault, "1", lambda: _NOON).outcome(PaperReport("鏡", "waiting", "arXiv: 503"))
    Journal(state, vault, "1", lambda: _NOON).outcome(PaperReport("Echo", "failed", "refused"))
    Journal(state, vault, "2", lambda: _NOON + timedelta(days=1)).outcome(PaperReport("鏡", "written"))
    Journal(state, vault / "else", "3", lambda: _NOON).outcome(PaperReport("鏡", "failed"))
    assert last_outcomes(state, vault) == {
        "鏡": LastOutcome("written", "", "2025-06-02T12:00:00+00:00"),
        "Echo": LastOutcome("failed", "refused", "2025-06-01T12:00:00+00:00"),
    }


def test_a_vault_without_journal_has_no_outcomes_and_no_runs(state: Path, vault: Path) -> None:
    """Reading makes no file and knows nothing."""
    assert last_outcomes(state, vault) == {}
    assert runs(state, vault) == ()
    assert kept_content(state, vault, _sha256(b"old")) is None
    assert not state.exists()


@pytest.mark.parametrize(
    "torn", ['{"event": "outcome", "link": "鏡", "outc', '{"event": "write", "pa', "[1]", "\udce9"]
)
def test_a_torn_line_is_passed_over_and_closed(state: Path, vault: Path, torn: str) -> None:
    """A line cut off by a crash is ignored, and the next one does not grow onto it."""
    journal = _run(state, vault)
    journal.outcome(PaperReport("Echo", "written"))
    journal.before_write("a.md", None, b"a")
    with _file(state).open("ab") as file:
        file.write(torn.encode("utf-8", "surrogateescape"))
    assert set(last_outcomes(state, vault)) == {"Echo"}
    assert len(runs(state, vault)[0].writes) == 1
    journal.outcome(PaperReport("鏡", "written"))
    journal.before_write("b.md", None, b"b")
    assert set(last_outcomes(state, vault)) == {"Echo", "鏡"}
    assert [write.path for write in runs(state, vault)[0].writes] == ["a.md", "b.md"]


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "write"}',
        '{"event": "write", "run": "9"}',
        '{"event": "write", "run": "9", "when": "x", "path": "x.md", "before": null, "after": null, "folders": null}',
        '{"event": "write", "run": "9", "when": "x", "path": 5, "before": 6, "after": []}',
        '{"event": "not-written", "run": "9", "path": "x.md"}',
        '{"event": "not-written", "run": "1", "path": "other.md"}',
        '{"event": "not-written"}',
        '{"event": "taken-back"}',
        '{"event": "taken-back", "of": []}',
        '{"event": "outcome"}',
        '{"event": "outcome", "link": [], "outcome": "x", "reason": "", "when": ""}',
        '{"event": "pondered", "run": "1", "path": "a.md"}',
        '{"event": ["write"]}',
        "{}",
        "null",
        '"write"',
        "[" * 5000,
        "\x00" * 4096,
        "",
    ],
)
def test_a_line_of_another_kind_does_no_harm(state: Path, vault: Path, line: str) -> None:
    """Whatever a damaged disk or another version left between them, the good lines are read."""
    journal = _run(state, vault)
    journal.before_write("a.md", None, b"a")
    journal.outcome(PaperReport("Echo", "written"))
    _add_lines(state, line)
    journal.before_write("b.md", None, b"b")
    assert last_outcomes(state, vault)["Echo"].outcome == "written"
    written = {run.id: run.writes for run in runs(state, vault)}
    assert [write.path for write in written["1"]] == ["a.md", "b.md"]


def test_lines_of_an_older_version_are_understood(state: Path, vault: Path) -> None:
    """Without command, folders or what is taken back, a write is a write."""
    _run(state, vault).outcome(PaperReport("Echo", "written"))
    _add_lines(state, '{"run": "0", "when": "w", "event": "write", "path": "a.md", "after": "aa", "before": null}')
    assert runs(state, vault) == (Run("0", "w", "", (Write("a.md", None, "aa"),)),)


def test_a_vault_is_known_however_its_path_is_spelled(tmp_path: Path, state: Path, vault: Path) -> None:
    """Through a symlink or a relative part it is the same vault."""
    (tmp_path / "alias").symlink_to(vault, target_is_directory=True)
    _run(state, tmp_path / "alias").outcome(PaperReport("鏡", "written"))
    assert set(last_outcomes(state, tmp_path / "alias" / ".." / "vault")) == {"鏡"}


@pytest.mark.parametrize("broken", ["state", "journal", "kept"])
def test_what_cannot_be_noted_stops_the_write(state: Path, vault: Path, broken: str) -> None:
    """A state folder that cannot be used, wholly or in part, is an error before anything is written."""
    folder = state_folder(state, vault)
    if broken == "state":
        state.write_bytes(b"a file")
    else:
        folder.mkdir(parents=True)
        if broken == "journal":
            (folder / "journal.jsonl").mkdir()
        else:
            (folder / "kept").write_bytes(b"a file")
    with pytest.raises(WriteFailed) as caught:
        _run(state, vault).before_write("x.md", b"old", b"new")
    assert str(state) in str(caught.value)
    assert runs(state, vault) == ()


_LIMITED = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from notegen.errors import WriteFailed
from notegen.writer.journal import Journal
state, vault, bytes_left = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
journal = Journal(state, vault, "1", lambda: datetime(2025, 6, 1, 12, tzinfo=UTC), "fill")
journal.before_write("a.md", None, b"a")
(file,) = state.glob("vaults/*/journal.jsonl")
resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + bytes_left, resource.RLIM_INFINITY))
try:
    journal.before_write("b.md", None, b"b")
except WriteFailed:
    sys.exit(3)
"""


@pytest.mark.skipif(os.name != "posix", reason="a limit of file sizes")
@pytest.mark.parametrize("bytes_left", [0, 1, 60])
def test_a_line_that_fits_only_in_part_stops_the_write(state: Path, vault: Path, bytes_left: int) -> None:
    """A disk that fills in the middle of a line has not noted the write, and the write is not made."""
    words = [sys.executable, "-c", _LIMITED, str(state), str(vault), str(bytes_left)]
    assert subprocess.run(words, check=False, capture_output=True).returncode == 3
    assert [write.path for write in runs(state, vault)[0].writes] == ["a.md"]
