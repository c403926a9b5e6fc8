"""What the MOCs of a vault list."""

from __future__ import annotations

from pathlib import Path

import pytest

from notegen.errors import MocAmbiguous, MocNotFound, MocUnreadable
from notegen.fetcher.reading_list.listing import list_all_mocs, list_mocs
from notegen.fetcher.reading_list.moc import MocRules
from notegen.obsidian.index import scan
from notegen.writer.vault import FolderVault

MOCS = ("Kites MOC.md", "a/Wind MOC.md", "broken MOC.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A vault of three MOCs, one of them no UTF-8, and two ordinary notes of one name."""
    texts = {
        "Kites MOC.md": b"## Papers\n- [[2024__X__Kite]]\n- [[2024__X__Tako]]\n",
        "a/Wind MOC.md": b"\xef\xbb\xbf## Papers\n- [[2024__X__Kite]]\n- [[2024__X__Wind]]\n",
        "broken MOC.md": "## 論文\n- [[2024__X__凧]]\n".encode("cp932"),
        "a/Plain.md": b"[[2024__X__Rope]]\n",
        "b/Plain.md": b"",
    }
    for path, content in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    return tmp_path


def test_all_mocs_are_listed_and_no_other_note_is_read(root: Path) -> None:
    """Every link once, with all MOCs that have it; one that is no UTF-8 is named; other notes need not be there."""
    (root / "a" / "Plain.md").unlink()
    listed = list_all_mocs(MOCS, scan(root), FolderVault(root), MocRules())

    assert {one.link: one.mocs for one in listed.wanted} == {
        "2024__X__Kite": ("Kites MOC", "Wind MOC"),
        "2024__X__Tako": ("Kites MOC",),
        "2024__X__Wind": ("Wind MOC",),
    }
    assert listed.mocs == ("Kites MOC.md", "a/Wind MOC.md")
    assert [error.path for error in listed.unreadable] == ["broken MOC.md"]


@pytest.mark.parametrize("name", ["Wind MOC", "wind moc.md", "a/Wind MOC", "a\\Wind MOC.md", "/a/Wind MOC"])
def test_a_moc_is_named_by_name_or_path(root: Path, name: str) -> None:
    """In any case, with or without folder and ".md"; what other MOCs list as well names those behind it."""
    listed = list_mocs([name], MOCS, scan(root), FolderVault(root), MocRules())

    assert listed.mocs == ("a/Wind MOC.md",)
    assert [(one.link, one.mocs) for one in listed.wanted] == [
        ("2024__X__Kite", ("Wind MOC", "Kites MOC")),
        ("2024__X__Wind", ("Wind MOC",)),
    ]


def test_any_note_may_be_named(root: Path) -> None:
    """A note that is no MOC by the rules is read as one when a person names it."""
    listed = list_mocs(["a/Plain"], MOCS, scan(root), FolderVault(root), MocRules())

    assert [one.link for one in listed.wanted] == ["2024__X__Rope"]


@pytest.mark.parametrize(
    ("name", "error"),
    [("Nothing MOC", MocNotFound), ("Plain", MocAmbiguous), ("broken MOC", MocUnreadable), ("", MocNotFound)],
)
def test_a_moc_that_cannot_be_taken_is_an_error(root: Path, name: str, error: type[Exception]) -> None:
    """No such note, two of that name, or one that is not UTF-8: each has its own error."""
    with pytest.raises(error):
        list_mocs([name], MOCS, scan(root), FolderVault(root), MocRules())
