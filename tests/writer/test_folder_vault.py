from __future__ import annotations

import errno
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

from notegen.errors import NameNotAllowed, NoteChanged, NoteExists, VaultBusy, VaultError, WriteFailed
from notegen.writer.vault import FolderVault, hold


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


def test_links_out_of_the_vault_are_not_followed(root: Path, tmp_path: Path) -> None:
    """A symlinked folder or file that leads outside is neither read nor written, a hidden target neither."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_bytes(b"secret")
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.md").write_bytes(b"x")
    (root / "door").symlink_to(outside, target_is_directory=True)
    (root / "secret.md").symlink_to(outside / "secret.md")
    (root / "hidden.md").symlink_to(root / ".obsidian/app.md")
    (root / "loop.md").symlink_to(root / "loop.md")
    vault = FolderVault(root)
    with pytest.raises(NameNotAllowed):
        vault.create("door/new.md", b"x")
    for path in ("door/secret.md", "secret.md", "hidden.md", "../outside/secret.md"):
        with pytest.raises(NameNotAllowed):
            vault.read(path)
        with pytest.raises(NameNotAllowed):
            vault.replace(path, b"x", expected=b"secret")
    with pytest.raises(VaultError):
        vault.read("loop.md")
    assert _files(outside) == ["secret.md"]
    assert (outside / "secret.md").read_bytes() == b"secret"


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
    FolderVault(root).sweep(lambda: 4e9)
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


def test_only_old_leftovers_are_swept(root: Path) -> None:
    """A temporary file of a killed run goes after an hour, one in use and anything else stays."""
    (root / "a").mkdir()
    (root / ".git").mkdir()
    for name in ("a/.ng-old", "a/.ng-new", ".git/.ng-old", "a/ng-old.md"):
        (root / name).write_bytes(b"")
        os.utime(root / name, (10_000, 10_000) if "old" in name else (13_000, 13_000))
    FolderVault(root).sweep(lambda: 13_700)
    assert _files(root) == [".git/.ng-old", "a/.ng-new", "a/ng-old.md"]


def test_a_vault_is_held_by_one_run(root: Path, tmp_path: Path) -> None:
    """A second run is turned away while the first holds the vault, another vault is not, and nothing lies inside it."""
    state, other = tmp_path / "state", tmp_path / "other"
    other.mkdir()
    with hold(root, state, 0.0):
        with pytest.raises(VaultBusy) as caught, hold(root, state, 0.0):
            pass
        with hold(other, state, 0.0):
            pass
    with hold(root, state, 0.0):
        pass
    assert caught.value.exit_status == 75
    assert _files(root) == []


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_run_frees_the_vault(root: Path, tmp_path: Path) -> None:
    """The lock ends with its process."""
    script = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom notegen.writer.vault import hold\n"
        "with hold(Path(sys.argv[1]), Path(sys.argv[2]), 0.0): os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(root), str(tmp_path / "state")], check=False)
    with hold(root, tmp_path / "state", 0.0):
        pass


def test_an_unreadable_note_is_a_vault_error(root: Path) -> None:
    """A missing file and a folder are told in one line with the path."""
    (root / "folder.md").mkdir()
    for path in ("gone.md", "folder.md"):
        with pytest.raises(VaultError, match=path):
            FolderVault(root).read(path)
