from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.errors import NoteExists, RunNotFound
from notegen.obsidian.index import scan
from notegen.writer import disk
from notegen.writer.journal import Journal, Run, kept_content, runs, state_folder
from notegen.writer.journalled import JournalledVault
from notegen.writer.undo import Undone, hashes, run_to_undo, undo
from notegen.writer.vault import FolderVault

_NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)
_HARD = [
    b"a\r\nb\r\n",
    b"\xef\xbb\xbf---\nx: 1\n---\n",
    b"no line end",
    b"",
    b"mixed\r\nends\n\r",
    b"\xff\xfe\x00bytes",
]


class _House:
    """A vault, its state folder, and runs in it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.state = folder / "vault", folder / "state"
        self.root.mkdir()
        self._ids = count(1)

    def run(self, takes_back: str = "") -> tuple[JournalledVault, Journal]:
        journal = Journal(self.state, self.root, f"run-{next(self._ids)}", lambda: _NOON, "fill", takes_back)
        return JournalledVault(FolderVault(self.root), journal), journal

    def runs(self) -> tuple[Run, ...]:
        return runs(self.state, self.root)

    def undo(self, name: str = "") -> dict[str, Undone]:
        FolderVault(self.root).sweep(scan(self.root).leftovers, hashes(self.runs()))
        run = run_to_undo(name, self.runs())
        vault, journal = self.run(takes_back=run.id)
        undone = undo(run, vault, lambda sha256: kept_content(self.state, self.root, sha256))
        journal.taken_back(run)
        return {one.path: one for one in undone}

    def write(self, path: str, content: bytes) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(content)

    def files(self) -> dict[str, bytes | None]:
        """Every file with its bytes, every folder with None."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes() if path.is_file() else None
            for path in self.root.rglob("*")
        }


@pytest.fixture
def house(tmp_path: Path) -> _House:
    """A vault without files, in which no run has been."""
    return _House(tmp_path)


def test_a_run_taken_back_leaves_the_vault_as_it_was(house: _House) -> None:
    """Notes made are gone with their folders, notes changed and removed are there again, byte for byte."""
    for number, content in enumerate(_HARD):
        house.write(f"theirs/{number}.md", content)
        house.write(f"theirs/gone {number}.md", content)
    (house.root / "empty").mkdir()
    before = house.files()
    vault, _ = house.run()
    for number, content in enumerate(_HARD):
        vault.create(f"論文/{number}/鏡.md", content + b"new")
        vault.replace(f"theirs/{number}.md", content + b"\nours", expected=content)
        vault.remove(f"theirs/gone {number}.md", expected=content)
    vault.create("empty/x.md", b"")
    undone = house.undo()
    assert house.files() == before
    assert {one.outcome for path, one in undone.items() if path.startswith("論文")} == {"removed"}
    assert {one.outcome for path, one in undone.items() if path.startswith("theirs")} == {"restored"}
    assert undone["empty/x.md"] == Undone("empty/x.md", "removed")


def test_the_mode_of_a_restored_note_is_kept(house: _House) -> None:
    """A note that its owner closed to others is closed afterwards."""
    house.write("theirs.md", b"old")
    (house.root / "theirs.md").chmod(0o600)
    house.run()[0].replace("theirs.md", b"new", expected=b"old")
    house.undo()
    assert (house.root / "theirs.md").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("since", [b"new and mine", b"", None])
def test_what_somebody_changed_since_stays(house: _House, since: bytes | None) -> None:
    """Changed, emptied or deleted after the run, a note stays so, and why is told; the rest is taken back."""
    house.write("moc.md", b"old")
    house.write("other.md", b"old")
    vault, _ = house.run()
    vault.create("papers/x.md", b"new")
    vault.replace("moc.md", b"new", expected=b"old")
    vault.replace("other.md", b"new", expected=b"old")
    for path in ("papers/x.md", "moc.md"):
        if since is None:
            (house.root / path).unlink()
        else:
            house.write(path, since)
    undone = house.undo()
    reason = "deleted since" if since is None else "changed since"
    assert undone["moc.md"] == Undone("moc.md", "kept", reason)
    assert undone["other.md"] == Undone("other.md", "restored")
    if since is None:
        assert undone["papers/x.md"].outcome == "as-before"
        assert house.files() == {"other.md": b"old"}
    else:
        assert undone["papers/x.md"] == Undone("papers/x.md", "kept", reason)
        assert house.files() == {"other.md": b"old", "moc.md": since, "papers": None, "papers/x.md": since}


def test_folders_that_hold_anything_stay(house: _House) -> None:
    """A folder made for a note stays when somebody put something there, a hidden file too, and folders around it."""
    vault, _ = house.run()
    vault.create("a/b/x.md", b"x")
    vault.create("c/d/x.md", b"x")
    vault.create("e/f/x.md", b"x")
    house.write("a/mine.md", b"mine")
    house.write("c/d/.mine", b"mine")
    house.undo()
    assert house.files() == {"a": None, "a/mine.md": b"mine", "c": None, "c/d": None, "c/d/.mine": b"mine"}


def test_a_folder_that_was_there_stays_though_empty(house: _House) -> None:
    """Only folders the run made go."""
    (house.root / "a/b").mkdir(parents=True)
    house.run()[0].create("a/b/x.md", b"x")
    house.undo()
    assert house.files() == {"a": None, "a/b": None}


def test_a_folder_moved_behind_a_link_hinders_nothing(house: _House) -> None:
    """Moved out of the vault since, with a link in its place: nothing out there is touched, the rest is undone."""
    house.write("moc.md", b"old")
    vault, _ = house.run()
    vault.create("papers/x.md", b"x")
    vault.replace("moc.md", b"new", expected=b"old")
    outside = house.root.parent / "outside"
    (house.root / "papers").rename(outside)
    (house.root / "papers").symlink_to(outside, target_is_directory=True)
    undone = house.undo()
    assert undone["papers/x.md"].outcome == "kept"
    assert (outside / "x.md").read_bytes() == b"x"
    assert (house.root / "moc.md").read_bytes() == b"old"
    assert house.runs()[0].taken_back


def test_several_writes_of_a_file_are_taken_back_as_one(house: _House) -> None:
    """Created and changed, changed twice, changed and removed: each is as before the run, whatever came in between."""
    house.write("moc.md", b"0")
    house.write("gone.md", b"0")
    vault, _ = house.run()
    vault.create("new.md", b"1")
    vault.replace("moc.md", b"1", expected=b"0")
    vault.replace("gone.md", b"1", expected=b"0")
    vault.replace("new.md", b"2", expected=b"1")
    vault.replace("moc.md", b"2", expected=b"1")
    vault.remove("gone.md", expected=b"1")
    undone = house.undo()
    assert house.files() == {"moc.md": b"0", "gone.md": b"0"}
    assert {path: one.outcome for path, one in undone.items()} == {
        "new.md": "removed",
        "moc.md": "restored",
        "gone.md": "restored",
    }


@pytest.mark.parametrize("made", [True, False])
def test_what_a_person_saved_between_two_writes_of_a_run_is_not_undone(house: _House, made: bool) -> None:
    """A line saved between two lines of ours is there after the undo, ours are not; a note made is not removed."""
    if not made:
        house.write("moc.md", b"- old\n")
    vault, _ = house.run()
    if made:
        vault.create("moc.md", b"- old\n- ours\n")
    else:
        vault.replace("moc.md", b"- old\n- ours\n", expected=b"- old\n")
    house.write("moc.md", b"- old\n- mine\n- ours\n")
    vault.replace("moc.md", b"- old\n- mine\n- ours\n- ours too\n", expected=b"- old\n- mine\n- ours\n")
    house.undo()
    assert house.files() == {"moc.md": b"- old\n- mine\n" + b"- ours\n" * made}


def test_a_note_written_again_after_its_owner_deleted_it_goes(house: _House) -> None:
    """Made, deleted by somebody and made again in one run, it is gone after the undo."""
    vault, _ = house.run()
    vault.create("x.md", b"1")
    (house.root / "x.md").unlink()
    vault.create("x.md", b"2")
    house.undo()
    assert house.files() == {}


def test_writes_that_were_given_up_are_not_undone(house: _House) -> None:
    """A note that somebody else made first stays, though it is, to the byte, what the run wanted to write."""
    house.write("x.md", b"same")
    house.write("moc.md", b"old")
    vault, _ = house.run()
    with pytest.raises(NoteExists):
        vault.create("x.md", b"same")
    vault.replace("moc.md", b"new", expected=b"old")
    assert set(house.undo()) == {"moc.md"}
    assert house.files() == {"x.md": b"same", "moc.md": b"old"}


def test_an_undo_can_be_undone(house: _House) -> None:
    """Taken back twice, the vault is as after the run, removed folders too; and it can be taken back once more."""
    house.write("moc.md", b"old\r\n")
    house.write("gone.md", b"gone")
    before = house.files()
    vault, _ = house.run()
    vault.create("papers/x.md", b"x")
    vault.replace("moc.md", b"new", expected=b"old\r\n")
    vault.remove("gone.md", expected=b"gone")
    after = house.files()
    house.undo("run-1")
    assert house.files() == before
    house.undo("run-2")
    assert house.files() == after
    house.undo("run-1")
    assert house.files() == before
    house.undo("run-4")
    assert house.files() == after


def test_without_a_name_runs_are_undone_from_the_last_on(house: _House) -> None:
    """Again and again it takes back the newest run that is still in force, never an undo; then there is none left."""
    states = [house.files()]
    for content in (b"1", b"2", b"3"):
        vault, _ = house.run()
        if content == b"1":
            vault.create("x.md", content)
        else:
            vault.replace("x.md", content, expected=bytes([content[0] - 1]))
        states.append(house.files())
    house.undo()
    assert house.files() == states[2]
    house.undo()
    assert house.files() == states[1]
    house.undo("run-5")
    assert house.files() == states[2]
    house.undo()
    assert house.files() == states[1]
    house.undo()
    assert house.files() == states[0]
    with pytest.raises(RunNotFound, match="nothing to undo"):
        house.undo()


def test_a_run_with_kept_files_is_not_tried_for_ever(house: _House) -> None:
    """A run of which all was kept counts as undone: the next undo takes the run before it."""
    vault, _ = house.run()
    vault.create("x.md", b"x")
    vault, _ = house.run()
    vault.create("y.md", b"y")
    house.write("y.md", b"mine")
    assert house.undo()["y.md"].outcome == "kept"
    assert house.undo()["x.md"].outcome == "removed"
    assert house.files() == {"y.md": b"mine"}


def test_an_older_run_below_a_newer_one_is_kept_until_that_is_undone(house: _House) -> None:
    """What a later run wrote on top is a change like any other; the later run taken back, the older one can be."""
    house.write("moc.md", b"0")
    house.run()[0].replace("moc.md", b"1", expected=b"0")
    house.run()[0].replace("moc.md", b"2", expected=b"1")
    assert house.undo("run-1")["moc.md"] == Undone("moc.md", "kept", "changed since")
    house.undo("run-2")
    assert house.files() == {"moc.md": b"1"}
    house.undo("run-1")
    assert house.files() == {"moc.md": b"0"}


@pytest.mark.parametrize("damage", [None, b"forged"])
def test_without_what_it_held_a_note_stays(house: _House, damage: bytes | None) -> None:
    """When the kept content is gone or was tampered with, the note stays as it is, and why is told."""
    house.write("moc.md", b"old")
    house.run()[0].replace("moc.md", b"new", expected=b"old")
    (kept,) = (state_folder(house.state, house.root) / "kept").glob(hashlib.sha256(b"old").hexdigest())
    if damage is None:
        kept.unlink()
    else:
        kept.write_bytes(damage)
    assert house.undo()["moc.md"] == Undone("moc.md", "kept", "what it held before is no longer kept")
    assert house.files() == {"moc.md": b"new"}


def test_what_cannot_be_written_is_told_for_its_file_alone(house: _House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in a file's place, or a note by another spelling, is kept with the reason; the rest is undone."""
    house.write("a.md", b"a")
    house.write("b.md", b"b")
    house.write("c.md", b"c")
    vault, _ = house.run()
    vault.remove("a.md", expected=b"a")
    vault.remove("b.md", expected=b"b")
    vault.replace("c.md", b"new", expected=b"c")
    house.write("A.md", b"mine")
    (house.root / "b.md").mkdir()
    undone = house.undo()
    assert undone["a.md"].outcome == undone["b.md"].outcome == "kept"
    assert undone["a.md"].reason and undone["b.md"].reason
    assert undone["c.md"] == Undone("c.md", "restored")
    assert house.files() == {"A.md": b"mine", "b.md": None, "c.md": b"c"}


def _named(*ids: str) -> tuple[Run, ...]:
    return tuple(Run(id, "", "fill", ()) for id in ids)


def test_a_run_is_known_by_its_beginning() -> None:
    """A whole id wins over longer ones; a beginning of one run is enough; of several or none there is one line why."""
    known = _named("20250601-a", "20250601-ab", "20250602-c")
    assert run_to_undo("20250601-a", known).id == "20250601-a"
    assert run_to_undo("20250602", known).id == "20250602-c"
    with pytest.raises(RunNotFound, match="several runs begin so"):
        run_to_undo("20250601", known)
    for name in ("x", "a", "20250602-c-", " "):
        with pytest.raises(RunNotFound, match="no run of that name") as caught:
            run_to_undo(name, known)
        assert caught.value.name == name
    with pytest.raises(RunNotFound, match="nothing to undo"):
        run_to_undo("", ())


def test_no_journal_means_nothing_to_undo(house: _House) -> None:
    """A vault in which no run wrote is told in one line, and no file is made."""
    with pytest.raises(RunNotFound):
        house.undo()
    assert not house.state.exists()


def test_every_text_of_a_run_is_known(house: _House) -> None:
    """What runs wrote or replaced is known by its SHA-256, so that only a person's words are left lying."""
    house.write("moc.md", b"old")
    vault, _ = house.run()
    vault.replace("moc.md", b"new", expected=b"old")
    vault.create("x.md", b"x")
    vault.remove("x.md", expected=b"x")
    assert hashes(house.runs()) == {hashlib.sha256(content).hexdigest() for content in (b"old", b"new", b"x")}


# --- kills: a child process that ends, without tidying up, just before its n-th step on disk

_STEPS: list[tuple[object, str]] = [
    (os, "fsync"),
    (os, "link"),
    (os, "mkdir"),
    (os, "rmdir"),
    (Path, "chmod"),
    (Path, "rename"),
    (Path, "replace"),
    (Path, "unlink"),
    (disk, "exchange"),
]


def _killed_at(step: int, act: Callable[[], object]) -> bool:
    """Whether `act`, in a process of its own, was ended before it was done."""
    child = os.fork()
    if child == 0:
        left = count()

        def stopping(does: Callable[..., object]) -> Callable[..., object]:
            def do(*words: object, **more: object) -> object:
                if next(left) == step:
                    os._exit(9)
                return does(*words, **more)

            return do

        status = 1
        try:
            for owner, name in _STEPS:
                does = stopping((lambda handle: None) if name == "fsync" else getattr(owner, name))
                setattr(owner, name, (lambda d: lambda *w, **m: d(*w, **m))(does))
            act()
            status = 0
        finally:
            os._exit(status)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, 9)
    return ended == 9


def _prepare(folder: Path) -> tuple[_House, dict[str, bytes | None]]:
    folder.mkdir()
    house = _House(folder)
    house.write("moc.md", b"\xef\xbb\xbfold\r\n")
    house.write("gone.md", b"gone")
    return house, house.files()


def _write_all(house: _House) -> None:
    vault, _ = house.run()
    vault.create("papers/2024/x.md", b"x")
    vault.replace("moc.md", b"\xef\xbb\xbfold\r\n- x\r\n", expected=b"\xef\xbb\xbfold\r\n")
    vault.replace("papers/2024/x.md", b"x, y", expected=b"x")
    vault.remove("gone.md", expected=b"gone")
    vault.create("papers/z.md", b"z")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process of its own")
def test_a_run_killed_at_any_step_can_be_taken_back(tmp_path: Path) -> None:
    """Wherever it ended, the vault is as before after the undo, folders and hidden files too, with nothing kept."""
    for step in range(200):
        house, before = _prepare(tmp_path / str(step))
        killed = _killed_at(step, lambda: _write_all(house))  # noqa: B023
        next(house._ids)
        if house.runs():
            undone = house.undo()
            assert {one.outcome for one in undone.values()} <= {"removed", "restored", "as-before"}, step
        else:
            FolderVault(house.root).sweep(scan(house.root).leftovers, ())
        assert house.files() == before, step
        if not killed:
            break
    assert 20 < step < 199


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process of its own")
def test_an_undo_killed_at_any_step_does_what_is_left(tmp_path: Path) -> None:
    """Wherever it ended, done again the vault is as before the run, with nothing kept and nothing left over."""
    for step in range(200):
        house, before = _prepare(tmp_path / str(step))
        _write_all(house)
        killed = _killed_at(step, lambda: house.undo("run-1"))  # noqa: B023
        next(house._ids)
        undone = house.undo("run-1")
        assert {one.outcome for one in undone.values()} <= {"removed", "restored", "as-before"}, step
        assert house.files() == before, step
        if not killed:
            break
    assert 15 < step < 199


# --- any history

_PATHS, _CONTENTS = ("moc.md", "papers/x.md"), (b"A", b"B\r\n", b"C", b"D")
_EVENTS = st.lists(
    st.tuples(st.sampled_from(["run", "person", "next"]), st.sampled_from(_PATHS), st.sampled_from([*_CONTENTS, None])),
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(_PATHS), st.sampled_from(_CONTENTS)), _EVENTS, st.data())
def test_after_any_history_a_file_is_as_before_or_as_its_owner_left_it(
    start: dict[str, bytes], events: list[tuple[str, str, bytes | None]], data: st.DataObject
) -> None:
    """Of the last run and of an older one: what a person saved since it began is never undone, all else is."""
    with TemporaryDirectory() as folder, patch.object(os, "fsync"):  # no power is cut here
        house = _House(Path(folder))
        for path, content in start.items():
            house.write(path, content)
        vault, _ = house.run()
        histories: list[dict[str, list[tuple[str, bytes | None]]]] = [{}]
        for who, path, content in events:
            there = house.files().get(path)
            if who == "next":
                vault, _ = house.run()
                histories.append({})
            elif there == content:
                continue
            elif who == "person":
                for history in histories:
                    if path in history:
                        history[path].append(("person", content))
                if content is None:
                    (house.root / path).unlink()
                else:
                    house.write(path, content)
            else:
                histories[-1].setdefault(path, [("before", there)]).append(("run", content))
                for history in histories[:-1]:
                    if path in history:
                        history[path].append(("later", content))
                if there is None and content is not None:
                    vault.create(path, content)
                elif content is None:
                    vault.remove(path, expected=there or b"")
                else:
                    vault.replace(path, content, expected=there or b"")
        known = house.runs()
        if not known:
            return
        run = data.draw(st.sampled_from(known))
        now = house.files()
        undone = house.undo(run.id)
        history = histories[int(run.id.removeprefix("run-")) - 1]
        for path in _PATHS:
            _check(history.get(path), now.get(path), house.files().get(path), undone.get(path))


def _check(
    history: list[tuple[str, bytes | None]] | None, now: bytes | None, after: bytes | None, told: Undone | None
) -> None:
    if history is None:
        assert (after, told) == (now, None)
        return
    assert told is not None
    assert told.outcome in ("kept", "as-before") or after != now
    assert told.outcome not in ("kept", "as-before") or after == now
    before = history[0][1]
    persons = [content for who, content in history if who == "person"]
    others = [content for who, content in history if who != "person"]
    if any(who == "later" for who, _ in history):
        assert after in [before, now, *persons]
    elif persons and persons[-1] not in others:
        assert after == persons[-1]
    else:
        assert after in [before, *persons]
