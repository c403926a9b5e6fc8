from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from notegen.errors import NameNotAllowed, NoteChanged, NoteExists, VaultError, WriteFailed
from notegen.writer import disk
from notegen.writer.journal import Journal, kept_content, runs, state_folder
from notegen.writer.journalled import JournalledVault
from notegen.writer.vault import FolderVault

_NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A vault with one note of a person."""
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "MOC.md").write_bytes(b"theirs\r\n")
    return folder


def _open(root: Path, run: str = "1") -> JournalledVault:
    return JournalledVault(FolderVault(root), Journal(root.parent / "state", root, run, lambda: _NOON, "fill"))


def _writes(root: Path) -> list[tuple[str, str]]:
    kinds = {(True, False): "create", (False, False): "replace", (False, True): "remove"}
    return [
        (kinds[write.before is None, write.after is None], write.path)
        for run in runs(root.parent / "state", root)
        for write in run.writes
    ]


def test_every_write_is_done_and_noted(root: Path) -> None:
    """What is created, replaced and removed is so on disk, stands in the journal in order, and can be read."""
    vault = _open(root)
    vault.create("a/b/x.md", b"x")
    vault.replace("a/b/x.md", b"y", expected=b"x")
    assert vault.read("a/b/x.md") == vault.find("a/b/x.md") == b"y"
    vault.replace("MOC.md", b"ours", expected=b"theirs\r\n")
    vault.remove("a/b/x.md", expected=b"y")
    assert vault.find("a/b/x.md") is None
    vault.remove_folders(["a", "a/b"])
    assert [path.name for path in root.iterdir()] == ["MOC.md"]
    assert (root / "MOC.md").read_bytes() == b"ours"
    assert _writes(root) == [
        ("create", "a/b/x.md"),
        ("replace", "a/b/x.md"),
        ("replace", "MOC.md"),
        ("remove", "a/b/x.md"),
    ]
    (run,) = runs(root.parent / "state", root)
    assert run.writes[0].folders == ("a", "a/b")
    assert all(
        kept_content(root.parent / "state", root, write.before) is not None for write in run.writes if write.before
    )


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda vault: vault.create("MOC.md", b"x"), NoteExists),
        (lambda vault: vault.create("moc.md", b"x"), NoteExists),
        (lambda vault: vault.create("new/a:b.md", b"x"), NameNotAllowed),
        (lambda vault: vault.create("../x.md", b"x"), NameNotAllowed),
        (lambda vault: vault.replace("MOC.md", b"x", expected=b"other"), NoteChanged),
        (lambda vault: vault.replace("gone.md", b"x", expected=b"other"), NoteChanged),
        (lambda vault: vault.remove("MOC.md", expected=b"other"), NoteChanged),
        (lambda vault: vault.create("MOC.md/x.md", b"x"), WriteFailed),
    ],
)
def test_a_write_that_was_refused_is_no_write(
    root: Path, act: Callable[[JournalledVault], None], error: type[VaultError]
) -> None:
    """The error comes through, the vault is as it was, and the run has not written."""
    with pytest.raises(error):
        act(_open(root))
    assert _writes(root) == []
    assert [path.name for path in root.rglob("*")] == ["MOC.md"]
    assert (root / "MOC.md").read_bytes() == b"theirs\r\n"


@pytest.mark.parametrize("step", ["journal", "kept"])
def test_what_cannot_be_noted_is_not_done(root: Path, step: str) -> None:
    """Without a journal nothing in the vault comes, changes or goes, and no folder is made."""
    folder = state_folder(root.parent / "state", root)
    folder.mkdir(parents=True)
    if step == "journal":
        (folder / "journal.jsonl").mkdir()
        with pytest.raises(WriteFailed):
            _open(root).create("new/x.md", b"x")
    else:
        (folder / "kept").write_bytes(b"a file")
    with pytest.raises(WriteFailed):
        _open(root).replace("MOC.md", b"x", expected=b"theirs\r\n")
    with pytest.raises(WriteFailed):
        _open(root).remove("MOC.md", expected=b"theirs\r\n")
    assert [path.name for path in root.rglob("*")] == ["MOC.md"]
    assert (root / "MOC.md").read_bytes() == b"theirs\r\n"


def test_a_write_that_succeeded_stays_noted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note that stands under its name is in the journal, though something beside it could not be tidied up."""

    def fail(self: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Path, "unlink", fail)
    for act in (
        lambda: _open(root).create("x.md", b"x"),
        lambda: _open(root).replace("MOC.md", b"ours", expected=b"theirs\r\n"),
    ):
        try:
            act()
        except WriteFailed:
            continue
    done = [("create", "x.md")] * (root / "x.md").exists()
    done += [("replace", "MOC.md")] * ((root / "MOC.md").read_bytes() == b"ours")
    assert _writes(root) == done


@pytest.mark.skipif(sys.platform != "linux", reason="names of open files are read from /proc")
@pytest.mark.parametrize("act", ["create", "replace", "remove"])
def test_the_journal_is_on_disk_before_the_vault_changes(root: Path, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    """Kept content with its name, then the journal's line, are synced; only then does a name in the vault change."""
    happened: list[str] = []
    state = state_folder(root.parent / "state", root)

    def noting(what: Callable[..., str], step: Callable[..., object]) -> Callable[..., object]:
        def done(*words: object, **more: object) -> object:
            happened.append(what(*words))
            return step(*words, **more)

        return done

    def synced(handle: int) -> str:
        file = Path(f"/proc/self/fd/{handle}").readlink()
        if file == root or root in file.parents:
            return "vault synced"
        if file.name.endswith(".tmp"):
            return "kept content synced"
        return {"kept": "kept name synced", "journal.jsonl": "journal synced"}.get(file.name, "elsewhere synced")

    def moved(one: Path, other: Path) -> str:
        return "vault changed" if root in Path(other).parents else "kept content named"

    _open(root, "0").create("earlier.md", b"x")
    assert (state / "journal.jsonl").is_file()
    monkeypatch.setattr(os, "fsync", noting(synced, os.fsync))
    monkeypatch.setattr(os, "link", noting(moved, os.link))
    monkeypatch.setattr(disk, "exchange", noting(lambda one, other: "vault changed", disk.exchange))
    for name in ("rename", "replace"):
        step = noting(moved, getattr(Path, name))
        monkeypatch.setattr(Path, name, lambda self, target, step=step: step(self, target))
    vault = _open(root)
    if act == "create":
        vault.create("x.md", b"x")
    elif act == "replace":
        vault.replace("MOC.md", b"ours", expected=b"theirs\r\n")
    else:
        vault.remove("MOC.md", expected=b"theirs\r\n")
    before = happened[: happened.index("vault changed")]
    order = ["kept content synced", "kept content named", "kept name synced", "journal synced"]
    wanted = {"create": order[3:], "remove": order, "replace": order[:3] + order}[act]
    assert [step for step in before if step in order] == wanted
    assert happened[-1] == "vault synced"


def test_nothing_in_the_vault_is_touched_before_the_journal(root: Path) -> None:
    """Seen from the journal, at the moment of each announcement no folder is made and no file changed yet."""
    seen: list[list[str]] = []

    class _Watching(Journal):
        def before_write(self, *words: object, **more: object) -> None:
            super().before_write(*words, **more)  # type: ignore[arg-type]
            seen.append(sorted(f"{path.name} {path.is_file() and path.read_bytes()!r}" for path in root.rglob("*")))

    vault = JournalledVault(FolderVault(root), _Watching(root.parent / "state", root, "1", lambda: _NOON))
    vault.create("new/x.md", b"x")
    vault.replace("new/x.md", b"y", expected=b"x")
    vault.remove("new/x.md", expected=b"y")
    moc = "MOC.md b'theirs\\r\\n'"
    assert seen == [[moc], [moc, "new False", "x.md b'x'"], [moc, "new False", "x.md b'y'"]]
