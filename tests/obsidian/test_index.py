from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest

from notegen.errors import VaultNotFound
from notegen.obsidian.index import scan
from notegen.obsidian.resolution import resolve


def fill(root: Path, *paths: str) -> None:
    """Empty files in a vault."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"")


def test_scan(tmp_path: Path) -> None:
    """All visible files are there, sorted, with "/"; notes are the Markdown ones."""
    fill(tmp_path, "B.md", "a/b/C.md", "a/pic.png", ".obsidian/app.json", ".trash/T.md", "a/.hidden/X.md", "a/.tmp")
    index = scan(tmp_path)

    assert index.files == ("B.md", "a/b/C.md", "a/pic.png")
    assert index.notes == ("B.md", "a/b/C.md")


@pytest.mark.parametrize("name", ["Gpu Cluster", "gpu cluster", "GPU\u00a0CLUSTER", "papers/GPU Cluster"])
def test_holder(tmp_path: Path, name: str) -> None:
    """A note holds its name in whatever folder and case."""
    fill(tmp_path, "deep/down/Gpu Cluster.md", "other.md")

    assert scan(tmp_path).holder(name) == "deep/down/Gpu Cluster.md"


def test_unicode_forms(tmp_path: Path) -> None:
    """A file stored decomposed is the note of a composed link, the other way round too, and keeps its real path."""
    decomposed = unicodedata.normalize("NFD", "ガベージ.md")
    fill(tmp_path, decomposed, "ページ.md")
    index = scan(tmp_path)

    assert index.holder("ガベージ") == decomposed
    assert resolve("ガベージ", "ページ.md", index) == decomposed
    assert index.holder(unicodedata.normalize("NFD", "ページ")) == "ページ.md"


def test_icloud_stand_in_exists(tmp_path: Path) -> None:
    """A note that iCloud moved off the disk exists, though there is nothing to read."""
    fill(tmp_path, "papers/.Join Trees.md.icloud", "MOC.md")
    index = scan(tmp_path)

    assert index.holder("Join Trees") == "papers/.Join Trees.md.icloud"
    assert resolve("Join Trees", "MOC.md", index) is not None
    assert resolve("papers/Join Trees", "MOC.md", index) is not None
    assert index.notes == ("MOC.md",)


def link(place: Path, target: Path) -> None:
    """A symbolic link to a folder, or the test is skipped where there are none."""
    try:
        place.symlink_to(target, target_is_directory=True)
    except OSError:
        pytest.skip("no symbolic links here")


def test_linked_folders_out_of_the_vault_are_entered(tmp_path: Path) -> None:
    """Notes behind a linked folder are there under the link's path, links further out too; hidden ones are not."""
    vault = tmp_path / "vault"
    fill(tmp_path, "outside/Far.md", "outside/.hidden/X.md", "outside/.ng-1.part", "further/Deep.md", "vault/A.md")
    link(vault / "out", tmp_path / "outside")
    link(tmp_path / "outside" / "on", tmp_path / "further")
    index = scan(vault)

    assert index.notes == ("A.md", "out/Far.md", "out/on/Deep.md")
    assert index.holder("deep") == "out/on/Deep.md"
    assert resolve("Far", "A.md", index) == "out/Far.md"
    assert index.stamps["out/Far.md"].inode == (tmp_path / "outside" / "Far.md").stat().st_ino
    assert index.leftovers == ()


def test_no_folder_is_entered_twice(tmp_path: Path) -> None:
    """Links into the vault, to a folder above it, in a circle, and to a folder entered already are passed over."""
    vault = tmp_path / "above" / "vault"
    fill(tmp_path, "outside/in/Far.md", "above/vault/a/A.md", "above/vault-2/B.md")
    for name, target in {
        "into": vault / "a",
        "itself": vault,
        "up": tmp_path / "above",
        "beside": tmp_path / "above" / "vault-2",
        "out": tmp_path / "outside",
        "out again": tmp_path / "outside",
        "within": tmp_path / "outside" / "in",
        "nowhere": tmp_path / "nothing",
    }.items():
        link(vault / name, target)
    link(tmp_path / "outside" / "round", tmp_path / "outside")
    link(vault / "circle", vault / "circle")
    index = scan(vault)

    assert index.notes == ("a/A.md", "beside/B.md", "out/in/Far.md")
    assert index.unread == {"circle", "nowhere"}
    assert scan(vault) == index


def test_a_vault_reached_by_a_link_is_the_vault(tmp_path: Path) -> None:
    """Where the root itself is a linked folder, its files and the links into it are seen as ever."""
    fill(tmp_path, "real/A.md", "real/a/B.md")
    link(tmp_path / "vault", tmp_path / "real")
    link(tmp_path / "real" / "a" / "loop", tmp_path / "vault")

    assert scan(tmp_path / "vault").files == ("A.md", "a/B.md")


def test_a_linked_note_exists_and_is_not_read(tmp_path: Path) -> None:
    """A symbolic link to a file holds its name, but is no note to read, and neither is a broken one."""
    fill(tmp_path, "outside/Secret.md", "vault/A.md")
    link(tmp_path / "vault" / "L.md", tmp_path / "outside" / "Secret.md")
    link(tmp_path / "vault" / "Gone.md", tmp_path / "nothing.md")
    index = scan(tmp_path / "vault")

    assert (index.notes, index.unread) == (("A.md",), {"Gone.md", "L.md"})
    assert index.holder("l") == "L.md"


def test_stamps_tell_what_the_disk_says_of_notes(tmp_path: Path) -> None:
    """Every note that can be read has size, times and inode; pictures and stand-ins have none."""
    fill(tmp_path, "a/A.MD", "pic.png", ".B.md.icloud")
    (tmp_path / "a" / "A.MD").write_bytes(b"four")
    seen = (tmp_path / "a" / "A.MD").stat()

    assert scan(tmp_path).stamps == {"a/A.MD": (4, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)}


def test_leftovers_are_told(tmp_path: Path) -> None:
    """What a killed run left behind is named, in notegen's own folder, too; what only looks like it is not."""
    left = (".ng-00000000-0123456789ab", ".notegen/.ng-ffffffff-0123456789ab.part", "a/.ng-ffffffff-0123456789ab.part")
    fill(tmp_path, "A.md", *left, ".trash/.ng-00000000-0123456789ab", ".ng-mine", "a/.ng-notes.part")
    index = scan(tmp_path)

    assert index.files == ("A.md",)
    assert set(index.leftovers) == set(left)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="no folder is closed to this user")
def test_a_closed_folder_is_passed_over(tmp_path: Path) -> None:
    """A folder that may not be listed hides its notes and no others; one that may not be entered shows names alone."""
    fill(tmp_path, "A.md", "closed/B.md", "names/C.md", "z/D.md")
    (tmp_path / "closed").chmod(0o300)
    (tmp_path / "names").chmod(0o400)
    try:
        index = scan(tmp_path)
    finally:
        (tmp_path / "closed").chmod(0o700)
        (tmp_path / "names").chmod(0o700)

    assert index.files == ("A.md", "names/C.md", "z/D.md")
    assert index.notes == ("A.md", "z/D.md")


def test_folders_that_vanish_meanwhile_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder and a note that go between being seen and being looked at leave the rest of the vault readable."""
    fill(tmp_path, "A.md", "a/B.md", "z/C.md")
    real = os.scandir

    def vanishing(folder: str) -> object:
        entries = real(folder)
        if folder.rstrip("/") == str(tmp_path):
            (tmp_path / "a" / "B.md").unlink(missing_ok=True)
            if (tmp_path / "a").exists():
                (tmp_path / "a").rmdir()
        return entries

    monkeypatch.setattr("os.scandir", vanishing)
    index = scan(tmp_path)

    assert index.notes == ("A.md", "z/C.md")


def test_notes_in_the_cloud_exist_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note of macOS whose content is in the cloud alone holds its name, and reading it would fetch it."""
    fill(tmp_path, "Here.md", "There.md")

    class Entry:
        """An entry as macOS would tell it; other systems have no flags."""

        def __init__(self, entry: os.DirEntry[str]) -> None:
            self._entry = entry

        def __getattr__(self, name: str) -> object:
            return getattr(self._entry, name)

        def stat(self, *, follow_symlinks: bool = True) -> SimpleNamespace:
            seen = self._entry.stat(follow_symlinks=follow_symlinks)
            flags = 0x40000040 if self._entry.name == "There.md" else 0x40
            fields = ("st_size", "st_mtime_ns", "st_ctime_ns", "st_ino")
            return SimpleNamespace(st_flags=flags, **{name: getattr(seen, name) for name in fields})

    class Entries(list[Entry]):
        """What os.scandir gives back."""

        def __enter__(self) -> Entries:
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

        def close(self) -> None:
            self.clear()

    real = os.scandir
    monkeypatch.setattr("os.scandir", lambda folder: Entries(map(Entry, real(folder))))
    index = scan(tmp_path)

    assert (index.files, index.notes) == (("Here.md", "There.md"), ("Here.md",))
    assert index.holder("there") == "There.md"
    assert list(index.stamps) == ["Here.md"]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    """A file whose name is no Unicode is passed over."""
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_bytes(b"")
    except OSError:
        pytest.skip("this disk wants Unicode")

    assert scan(tmp_path).files == ()


@pytest.mark.parametrize("name", ["missing", "file.md"])
def test_no_vault(tmp_path: Path, name: str) -> None:
    """A path that is no folder is said to be no vault."""
    fill(tmp_path, "file.md")

    with pytest.raises(VaultNotFound):
        scan(tmp_path / name)
