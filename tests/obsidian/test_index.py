from __future__ import annotations

import os
import unicodedata
from pathlib import Path

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


def test_links_between_folders(tmp_path: Path) -> None:
    """A linked folder is not entered, whether it leads out of the vault or back into it; a linked file is there."""
    vault = tmp_path / "vault"
    fill(tmp_path, "outside/Secret.md", "vault/a/A.md")
    try:
        (vault / "out").symlink_to(tmp_path / "outside", target_is_directory=True)
        (vault / "a" / "loop").symlink_to(vault, target_is_directory=True)
        (vault / "L.md").symlink_to(vault / "a" / "A.md")
    except OSError:
        pytest.skip("no symbolic links here")

    assert scan(vault).files == ("L.md", "a/A.md")


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
