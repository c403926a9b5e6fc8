from __future__ import annotations

import errno
import hashlib
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from notegen.errors import NameNotAllowed, NoteChanged, NoteExists, VaultError, WriteFailed
from notegen.obsidian.index import scan
from notegen.writer import disk
from notegen.writer.vault import FolderVault


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty vault."""
    folder = tmp_path / "保管庫"
    folder.mkdir()
    return folder


def _files(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def test_a_note_is_created_with_its_folders(root: Path) -> None:
    """The very bytes stand under the name, nothing else is left, and the file has an ordinary mode."""
    FolderVault(root).create("論文/2024/鏡.md", "本文\r\n".encode())
    assert (root / "論文/2024/鏡.md").read_bytes() == "本文\r\n".encode()
    assert _files(root) == ["論文/2024/鏡.md"]
    assert FolderVault(root).read("論文/2024/鏡.md") == "本文\r\n".encode()
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE((root / "論文/2024/鏡.md").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ("Mirror.md", "Mirror.md"),
        ("mirror.MD", "Mirror.md"),
        (unicodedata.normalize("NFD", "データ.md"), "データ.md"),
        ("データ.md", unicodedata.normalize("NFD", "データ.md")),
        (".Mirror.md.icloud", "Mirror.md"),
    ],
)
def test_a_name_that_is_taken_is_refused(root: Path, there: str, asked: str) -> None:
    """As Obsidian compares names: case, Unicode form and iCloud's stand-in do not make a second note."""
    (root / there).write_bytes(b"theirs")
    with pytest.raises(NoteExists):
        FolderVault(root).create(asked, b"ours")
    assert _files(root) == [there]
    assert (root / there).read_bytes() == b"theirs"


def test_a_note_that_appears_at_the_last_moment_wins(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file saved between the look and the write is kept; ours is given up and its temporary file removed."""

    def late(temporary: Path, final: Path) -> None:
        Path(final).write_bytes(b"theirs")
        raise FileExistsError(errno.EEXIST, "exists")

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(NoteExists):
        FolderVault(root).create("Mirror.md", b"ours")
    assert (root / "Mirror.md").read_bytes() == b"theirs"
    assert _files(root) == ["Mirror.md"]


def test_a_disk_without_hard_links_is_served_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where links are not supported the name is claimed first; a file that is there is still never replaced."""

    def unsupported(temporary: Path, final: Path) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", unsupported)
    FolderVault(root).create("Mirror.md", b"ours")
    assert (root / "Mirror.md").read_bytes() == b"ours"

    def late(temporary: Path, final: Path) -> None:
        Path(final).write_bytes(b"theirs")
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(NoteExists):
        FolderVault(root).create("Second.md", b"ours")
    assert (root / "Second.md").read_bytes() == b"theirs"
    assert _files(root) == ["Mirror.md", "Second.md"]


@pytest.mark.parametrize(
    "path",
    ["../out.md", "a/../../out.md", "/out.md", ".obsidian/x.md", "a/.b/x.md", ".x.md", "a:b.md", "x\n.md", ".md"],
)
def test_paths_that_no_note_may_have_are_refused(root: Path, path: str) -> None:
    """Out of the vault, into hidden folders or under a forbidden name nothing is written, not even a folder."""
    with pytest.raises(NameNotAllowed):
        FolderVault(root).create(path, b"x")
    assert list(root.rglob("*")) == []
    assert not (root.parent / "out.md").exists()


def test_nothing_is_written_behind_a_link_out_of_the_vault(root: Path, tmp_path: Path) -> None:
    """Behind a linked folder notes are read, as Obsidian does, and never written; linked files are not even read."""
    outside = tmp_path / "outside"
    (outside / "empty").mkdir(parents=True)
    (outside / "theirs.md").write_bytes(b"theirs")
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.md").write_bytes(b"x")
    (root / "door").symlink_to(outside, target_is_directory=True)
    (root / "theirs.md").symlink_to(outside / "theirs.md")
    (root / "hidden.md").symlink_to(root / ".obsidian/app.md")
    (root / "config").symlink_to(root / ".obsidian", target_is_directory=True)
    (root / "loop.md").symlink_to(root / "loop.md")
    vault = FolderVault(root)
    assert vault.read("door/theirs.md") == vault.find("door/theirs.md") == b"theirs"
    for path in ("door/new.md", "door/deep/new.md", "config/new.md"):
        with pytest.raises(NameNotAllowed):
            vault.create(path, b"x")
    for path in ("theirs.md", "hidden.md", "../outside/theirs.md", str(outside / "theirs.md")):
        with pytest.raises(NameNotAllowed):
            vault.read(path)
    for path in ("door/theirs.md", "theirs.md", "hidden.md", "config/app.md", "../outside/theirs.md"):
        with pytest.raises(NameNotAllowed):
            vault.replace(path, b"x", expected=b"theirs")
        with pytest.raises(NameNotAllowed):
            vault.remove(path, expected=b"theirs")
    with pytest.raises(VaultError):
        vault.read("loop.md")
    assert _files(outside) == ["theirs.md"]
    assert (outside / "theirs.md").read_bytes() == b"theirs"
    assert (root / ".obsidian/app.md").read_bytes() == b"x"
    assert _files(root / ".obsidian") == ["app.md"]


def test_of_hidden_folders_only_its_own_is_written(root: Path) -> None:
    """Pins are made, changed and removed in `.notegen/`, and nowhere that merely resembles it."""
    vault = FolderVault(root)
    vault.create(".notegen/pins.toml", b"a")
    vault.replace(".notegen/pins.toml", b"b", expected=b"a")
    assert vault.find(".notegen/pins.toml") == b"b"
    vault.remove(".notegen/pins.toml", expected=b"b")
    vault.remove_folders([".notegen"])
    assert list(root.iterdir()) == []
    for path in (".notegen2/x", ".notegen/.x", ".notegen/../.x", "a/.notegen/x", ".Notegen/x", ".git/config"):
        with pytest.raises(NameNotAllowed):
            vault.create(path, b"x")
    assert list(root.iterdir()) == []


@pytest.mark.parametrize("leads", ["out", "hidden"])
def test_its_own_folder_is_not_written_where_it_is_a_link(root: Path, tmp_path: Path, leads: str) -> None:
    """A `.notegen` that leads out of the vault, or into Obsidian's own folder, is refused and nothing is made there."""
    target = tmp_path / "outside" if leads == "out" else root / ".obsidian"
    target.mkdir()
    (root / ".notegen").symlink_to(target, target_is_directory=True)
    (target / "there").write_bytes(b"theirs")
    vault = FolderVault(root)
    with pytest.raises(NameNotAllowed):
        vault.create(".notegen/pins.toml", b"x")
    with pytest.raises(NameNotAllowed):
        vault.replace(".notegen/there", b"x", expected=b"theirs")
    with pytest.raises(NameNotAllowed):
        vault.remove(".notegen/there", expected=b"theirs")
    assert _files(target) == ["there"]


@pytest.mark.parametrize(
    "path", ["x\0.md", "a\0/x.md", "\ud800.md", "", "x" * 300 + ".md", ("x" * 200 + "/") * 30 + "x.md"]
)
def test_paths_that_no_disk_has_are_vault_errors(root: Path, path: str) -> None:
    """Whatever path is asked for, the answer is a file, its absence or one line, never a broken run."""
    vault = FolderVault(root)
    for act in (
        lambda: vault.read(path),
        lambda: vault.create(path, b"x"),
        lambda: vault.replace(path, b"x", expected=b"y"),
        lambda: vault.remove(path, expected=b"y"),
    ):
        with pytest.raises(VaultError) as caught:
            act()
        assert "\n" not in str(caught.value)
    assert path == "" or vault.find(path) is None
    assert list(root.iterdir()) == []


def test_what_is_found_or_missing_is_told_apart(root: Path) -> None:
    """No file is None, an empty file is empty, and a folder in a file's place is an error."""
    vault = FolderVault(root)
    (root / "empty.md").write_bytes(b"")
    (root / "folder.md").mkdir()
    assert vault.find("empty.md") == b""
    assert vault.find("gone.md") is vault.find("gone/gone.md") is vault.find("empty.md/gone.md") is None
    with pytest.raises(VaultError):
        vault.find("folder.md")


def test_missing_folders_are_told_from_the_outermost(root: Path) -> None:
    """Only those that are not there yet; none for a file at the root."""
    (root / "a").mkdir()
    vault = FolderVault(root)
    assert vault.missing_folders("a/b/c/x.md") == ("a/b", "a/b/c")
    assert vault.missing_folders("a/x.md") == vault.missing_folders("x.md") == ()


def test_folders_go_when_they_are_empty(root: Path) -> None:
    """The innermost first, those that hold anything stay with the folders around them, unknown ones do no harm."""
    for path in ("a/b/c", "d/e", "f"):
        (root / path).mkdir(parents=True)
    (root / "d/e/theirs.md").write_bytes(b"theirs")
    (root / "f/.hidden").write_bytes(b"theirs")
    FolderVault(root).remove_folders(["a", "a/b", "a/b/c", "d", "d/e", "f", "gone", "gone/too"])
    assert sorted(path.name for path in root.rglob("*")) == [".hidden", "d", "e", "f", "theirs.md"]


@pytest.mark.parametrize("leads", ["out", "in"])
def test_a_folder_that_became_a_link_is_not_removed(root: Path, tmp_path: Path, leads: str) -> None:
    """Neither what it leads to nor an error: the folder is not the one that was made."""
    target = tmp_path / "outside" if leads == "out" else root / "theirs"
    target.mkdir()
    (root / "papers").symlink_to(target, target_is_directory=True)
    (root / "made").mkdir()
    FolderVault(root).remove_folders(["papers", "made"])
    assert target.is_dir()
    assert (root / "papers").is_symlink()
    assert not (root / "made").exists()


@pytest.mark.parametrize("step", ["fsync", "link", "mkdir"])
def test_folders_go_again_when_the_note_cannot_be_written(
    root: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A failed write leaves the vault as it was, whichever folders were made by then; those of others stay."""
    (root / "theirs").mkdir()
    does = getattr(os, step)

    def fail(*words: Any, **more: Any) -> Any:
        if step == "mkdir" and not (root / "theirs/a").exists():
            return does(*words, **more)
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, step, fail)
    if step == "link":
        monkeypatch.setattr(Path, "replace", fail)
        monkeypatch.setattr(disk, "rename", lambda one, other, how: False)
    with pytest.raises(WriteFailed):
        FolderVault(root).create("theirs/a/b/x.md", b"x")
    monkeypatch.undo()
    assert [path.name for path in root.rglob("*")] == ["theirs"]


def test_folders_go_again_when_the_name_was_taken(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken at the last moment, the note of the other stands, and no folder that is not needed."""

    def late(temporary: Path, final: Path) -> None:
        Path(final).write_bytes(b"theirs")
        raise FileExistsError(errno.EEXIST, "exists")

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(NoteExists):
        FolderVault(root).create("a/b/x.md", b"ours")
    assert _files(root) == ["a/b/x.md"]


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ("Papers", "papers/x.md"),
        (unicodedata.normalize("NFD", "データ"), "データ/x.md"),
        ("データ", unicodedata.normalize("NFD", "データ") + "/x.md"),
    ],
)
def test_a_note_in_a_folder_of_the_same_name_is_refused(root: Path, there: str, asked: str) -> None:
    """Folders compare as names do: no second note is made in one that differs in case or Unicode form only."""
    (root / there).mkdir()
    (root / there / "x.md").write_bytes(b"theirs")
    with pytest.raises(NoteExists):
        FolderVault(root).create(asked, b"ours")
    assert [path.name for path in root.iterdir()] == [there]


def test_a_note_is_replaced_when_it_is_as_expected(root: Path) -> None:
    """New bytes, the old mode, no file left over; a symlink within the vault stays one."""
    (root / "deep").mkdir()
    note = root / "deep/note.md"
    note.write_bytes(b"old")
    note.chmod(0o640)
    (root / "alias.md").symlink_to(note)
    FolderVault(root).replace("alias.md", b"new", expected=b"old")
    assert note.read_bytes() == b"new"
    assert (root / "alias.md").is_symlink()
    assert os.name != "posix" or stat.S_IMODE(note.stat().st_mode) == 0o640
    assert _files(root) == ["alias.md", "deep/note.md"]


@pytest.mark.parametrize("now", [b"saved meanwhile", None])
def test_a_note_saved_meanwhile_is_kept(root: Path, now: bytes | None) -> None:
    """When the file no longer holds what was read, or is gone, nothing is written."""
    if now is not None:
        (root / "note.md").write_bytes(now)
    with pytest.raises(NoteChanged) as caught:
        FolderVault(root).replace("note.md", b"new", expected=b"old")
    assert caught.value.transient
    assert [(root / name).read_bytes() for name in _files(root)] == ([now] if now is not None else [])


def test_a_file_where_a_folder_is_needed_is_told_in_one_line(root: Path) -> None:
    """A folder that cannot be made ends in WriteFailed with a reason, not in a stray file."""
    (root / "papers").write_bytes(b"a file")
    with pytest.raises(WriteFailed, match="a file stands where a folder is needed"):
        FolderVault(root).create("papers/x/note.md", b"x")
    with pytest.raises(WriteFailed, match="a file stands where a folder is needed"):
        FolderVault(root).create("papers/note.md", b"x")
    assert _files(root) == ["papers"]


@pytest.mark.parametrize(
    ("number", "kind", "why"),
    [
        (errno.ENOSPC, WriteFailed, "no space left"),
        (errno.EROFS, WriteFailed, "read-only"),
        (errno.EACCES, WriteFailed, "permission denied"),
        (errno.ENAMETOOLONG, NameNotAllowed, "too long"),
        (errno.EIO, WriteFailed, "Input/output"),
    ],
)
def test_a_full_or_closed_disk_leaves_nothing_behind(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[VaultError], why: str
) -> None:
    """When the bytes do not reach the disk there is one clear line, no half note and no temporary file."""
    (root / "note.md").write_bytes(b"old")

    def fail(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(kind, match=why) as caught:
        FolderVault(root).create("new.md", b"x")
    with pytest.raises(VaultError, match=why):
        FolderVault(root).replace("note.md", b"new", expected=b"old")
    assert "\n" not in str(caught.value)
    assert _files(root) == ["note.md"]
    assert (root / "note.md").read_bytes() == b"old"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="modes do not stop this user")
def test_a_closed_folder_and_a_protected_note_are_respected(root: Path) -> None:
    """Permission denied is told as such; a note its owner made read-only is not replaced."""
    (root / "note.md").write_bytes(b"old")
    (root / "note.md").chmod(0o400)
    with pytest.raises(WriteFailed, match="permission denied"):
        FolderVault(root).replace("note.md", b"new", expected=b"old")
    root.chmod(0o500)
    with pytest.raises(WriteFailed, match="permission denied"):
        FolderVault(root).create("new.md", b"x")
    root.chmod(0o700)


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
@pytest.mark.parametrize("point", ["fsync", "link", "unlink"])
def test_a_kill_in_the_middle_leaves_no_half_note(root: Path, point: str) -> None:
    """Killed before the link there is no note, after it the whole one; the rest is a hidden temporary file."""
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from notegen.writer.vault import FolderVault\n"
        f"os.{point} = lambda *a, **k: os.kill(os.getpid(), signal.SIGKILL)\n"
        "FolderVault(Path(sys.argv[1])).create('note.md', b'whole' * 1000)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(root)], check=False)
    assert ended.returncode == -signal.SIGKILL
    names = _files(root)
    assert all(name == "note.md" or name.startswith(".ng-") for name in names)
    assert ("note.md" in names) == (point == "unlink")
    if point == "unlink":
        assert (root / "note.md").read_bytes() == b"whole" * 1000
    FolderVault(root).sweep(scan(root).leftovers, ())
    assert _files(root) == (["note.md"] if point == "unlink" else [])


def _create(root: Path, content: bytes, barrier: Any, results: Any) -> None:
    barrier.wait()
    try:
        FolderVault(root).create("race.md", content)
        results.put(content)
    except NoteExists:
        results.put(None)


def test_of_two_processes_one_writes_the_note(root: Path) -> None:
    """Two runs that create the same note at once: one wins with its whole content, the other learns it exists."""
    context: Any = multiprocessing.get_context("fork" if os.name == "posix" else "spawn")
    barrier, results = context.Barrier(2), context.Queue()
    contents = (b"a" * 50_000, b"b" * 50_000)
    processes = [context.Process(target=_create, args=(root, content, barrier, results)) for content in contents]
    for process in processes:
        process.start()
    outcomes = [results.get(timeout=10) for _ in processes]
    for process in processes:
        process.join(timeout=10)
    (winner,) = (outcome for outcome in outcomes if outcome is not None)
    assert (root / "race.md").read_bytes() == winner
    assert _files(root) == ["race.md"]


_SHA256_OF_OURS = hashlib.sha256(b"ours").hexdigest()


def _own_prefix(root: Path) -> str:
    """How the temporary files of this machine begin, seen from a run that is killed while it writes."""
    script = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom notegen.writer.vault import FolderVault\n"
        "os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)\n"
        "FolderVault(Path(sys.argv[1])).create('note.md', b'half')\n"
    )
    subprocess.run([sys.executable, "-c", script, str(root)], check=False)
    (left,) = scan(root).leftovers
    (root / left).unlink()
    return left.rpartition("-")[0] + "-"


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_what_killed_runs_left_is_swept(root: Path) -> None:
    """Halves of this machine go at once, of another after an hour; wholes only when known; nothing else is touched."""
    ours = _own_prefix(root)
    other = ".ng-ffffffff-"
    assert not ours.startswith(other)
    (root / "a").mkdir()
    now = 1_000_000.0
    files = {
        f"a/{ours}{1:012}.part": (b"half", 1, False),
        f"a/{ours}{2:012}": (b"ours", 1, False),
        f"a/{ours}{3:012}": (b"a person's", 1, True),
        f"a/{other}{1:012}.part": (b"half", 3599, True),
        f"a/{other}{2:012}.part": (b"half", 3601, False),
        f"a/{other}{3:012}": (b"ours", 3599, True),
        f"a/{other}{4:012}": (b"ours", 3601, False),
        f"a/{other}{5:012}": (b"a person's", 3601, True),
        "a/.ng-mine.part": (b"a person's", 9999, True),
        "a/note.md": (b"ours", 9999, True),
    }
    for path, (content, age_seconds, _) in files.items():
        (root / path).write_bytes(content)
        os.utime(root / path, (now - age_seconds, now - age_seconds))
    kept = FolderVault(root).sweep(scan(root).leftovers, {_SHA256_OF_OURS}, lambda: now)
    assert _files(root) == sorted(path for path, (_, _, stays) in files.items() if stays)
    assert sorted(kept) == sorted([f"a/{ours}{3:012}", f"a/{other}{5:012}"])
    again = FolderVault(root).sweep(scan(root).leftovers, {_SHA256_OF_OURS}, lambda: now)
    assert again == kept


def test_a_leftover_that_cannot_be_swept_is_passed_over(root: Path) -> None:
    """One that is gone meanwhile, or is a folder, hinders nothing."""
    (root / ".ng-x-folder").mkdir()
    (root / ".ng-x-old.part").write_bytes(b"half")
    os.utime(root / ".ng-x-old.part", (1, 1))
    leftovers = (".ng-x-gone", ".ng-x-folder", ".ng-x-old.part")
    FolderVault(root).sweep(leftovers, (), lambda: 1e12)
    assert [path.name for path in root.iterdir()] == [".ng-x-folder"]


def test_an_unreadable_note_is_a_vault_error(root: Path) -> None:
    """A missing file and a folder are told in one line with the path."""
    (root / "folder.md").mkdir()
    for path in ("gone.md", "folder.md"):
        with pytest.raises(VaultError, match=path):
            FolderVault(root).read(path)
