"""What notes say of themselves, kept between runs and right after any change."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from notegen.fetcher.head import Head
from notegen.fetcher.heads import heads_file, read_heads
from notegen.fetcher.reading_list.moc import MocRules
from notegen.obsidian.app_settings import AppSettings
from notegen.obsidian.index import Index, scan
from notegen.writer.vault import FolderVault

LATER_SECONDS = 60.0
KITE = '---\narxiv_id: "2401.00001"\naliases: [Kite, 凧]\ntitle: "Kites in a Steady Wind"\n---\nwords\n'


class Watched(FolderVault):
    """A vault that notes what was read."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.read_paths: list[str] = []

    def read(self, path: str) -> bytes:
        """The file's bytes."""
        self.read_paths.append(path)
        return super().read(path)


class Shelf:
    """A vault with the place where its heads are kept; time has passed since everything was written."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        self.root.mkdir()
        self.cache = folder / "cache" / "heads.json"
        self.read_paths: list[str] = []
        self.problems: list[str] = []

    def write(self, path: str, text: str) -> Path:
        """A note."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def heads(
        self,
        rules: MocRules | None = None,
        app: AppSettings | None = None,
        later_seconds: float = LATER_SECONDS,
        index: Index | None = None,
    ) -> dict[str, Head]:
        """The heads of all notes; `read_paths` are the notes that had to be read for it."""
        vault, now = Watched(self.root), time.time() + later_seconds
        index = index or scan(self.root)
        found = read_heads(
            index, vault, rules or MocRules(), app or AppSettings(), self.cache, now, self.problems.append
        )
        self.read_paths = vault.read_paths
        return dict(found)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A vault of a MOC, a paper's note and an ordinary one."""
    shelf = Shelf(tmp_path)
    shelf.write("Kites - MOC.md", "## Papers\n- [[Kite]]\n")
    shelf.write("papers/Kite.md", KITE)
    shelf.write("日記.md", "words\n")
    return shelf


def fresh(shelf: Shelf) -> dict[str, Head]:
    """The heads as they are without anything kept."""
    kept, shelf.cache = shelf.cache, shelf.cache.with_name("no such file")
    found = shelf.heads()
    shelf.cache.unlink()
    shelf.cache = kept
    return found


def rewrite(file: Path, content: bytes) -> None:
    """Other bytes of the same size under the same time of change."""
    before = file.stat()
    file.write_bytes(content.ljust(before.st_size, b" ")[: before.st_size])
    while file.stat().st_ctime_ns == before.st_ctime_ns:  # until the clock of the disk has moved on
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_every_note_is_read_once(shelf: Shelf) -> None:
    """The first time all notes are read, then none, and the heads are the same."""
    first = shelf.heads()
    read_first = shelf.read_paths

    assert first == {
        "Kites - MOC.md": Head(moc=True),
        "papers/Kite.md": Head(False, ("arXiv:2401.00001",), ("Kite", "凧")),
        "日記.md": Head(),
    }
    assert read_first == list(first)
    assert shelf.heads() == first
    assert shelf.read_paths == []


@pytest.mark.parametrize(
    ("change", "read"),
    [
        (lambda root: (root / "日記.md").write_text("## Papers\n[[X]]\n", encoding="utf-8"), ["日記.md"]),
        (lambda root: (root / "papers/Kite.md").write_bytes(b""), ["papers/Kite.md"]),
        (lambda root: rewrite(root / "papers/Kite.md", b"---\ndoi: 10.5555/1\n---\n"), ["papers/Kite.md"]),
        (lambda root: os.utime(root / "日記.md"), ["日記.md"]),
        (lambda root: (root / "papers/Kite.md").rename(root / "papers/Tako - MOC.md"), ["papers/Tako - MOC.md"]),
        (lambda root: (root / "papers").rename(root / "論文"), ["論文/Kite.md"]),
        (lambda root: (root / "papers/Kite.md").replace(root / "日記.md"), ["日記.md"]),
        (lambda root: shutil.copy2(root / "papers/Kite.md", root / "Kite 2.md"), ["Kite 2.md"]),
        (lambda root: (root / "papers/Kite.md").unlink(), []),
        (lambda root: shutil.rmtree(root / "papers"), []),
    ],
    ids=["edited", "emptied", "same-size-and-time", "touched", "renamed", "folder", "replaced", "copied", "gone", "rm"],
)
def test_only_what_changed_is_read_again(shelf: Shelf, change: Callable[[Path], object], read: list[str]) -> None:
    """After any change the heads are those of the files as they are, and only files that changed were read."""
    shelf.heads()
    change(shelf.root)
    found = shelf.heads()

    assert shelf.read_paths == read
    assert found == fresh(shelf)
    shelf.heads()
    assert shelf.read_paths == []


def test_two_notes_that_change_places_are_told_apart(shelf: Shelf) -> None:
    """Of two notes of one size and one time, each under the other's name, both are read."""
    one, other = (
        shelf.write("A.md", "---\narxiv: 2401.00001\n---\n"),
        shelf.write("B.md", "---\narxiv: 2401.00002\n---\n"),
    )
    for file in (one, other):
        os.utime(file, ns=(10**18, 10**18))
    before = shelf.heads()
    one.rename(shelf.root / "C.md")
    other.rename(one)
    (shelf.root / "C.md").rename(other)
    after = shelf.heads()

    assert (after["A.md"], after["B.md"]) == (before["B.md"], before["A.md"]) != (before["A.md"], before["B.md"])


def test_heads_are_right_whatever_is_done_in_any_order(shelf: Shelf) -> None:
    """Through a long row of changes of every kind, heads from the cache are those of a fresh reading."""
    chance = random.Random(4)
    heads = ("", "---\ndoi: 10.5555/{0}\n---\n", "---\naliases: [a{0}]\n---\n", "## Papers\n- [[X{0}]]\n", "#moc\n")
    for step in range(60):
        notes = sorted(shelf.root.rglob("*.md"))
        one, other = chance.choice(notes), chance.choice(notes)
        kind = chance.randrange(5) if len(notes) > 3 else 0
        if kind == 0:
            shelf.write(f"{chance.choice('abc')}/n{step}.md", chance.choice(heads).format(step))
        elif kind == 1:
            one.write_text(chance.choice(heads).format(step) + "x" * step, encoding="utf-8")
        elif kind == 2:
            one.rename(one.with_name(f"{chance.choice(('', 'MOC '))}r{step}.md"))
        elif kind == 3:
            one.unlink()
        else:
            one.replace(other)
        assert shelf.heads() == fresh(shelf), step


@pytest.mark.parametrize("seconds_old", [1.9, 0.0, -1.9, -(10**9)])
def test_what_was_written_just_now_is_not_kept(shelf: Shelf, seconds_old: float) -> None:
    """A note written less than 2 s before it was read, or by its time after that, is read again; others are not."""
    written = time.time() + LATER_SECONDS - seconds_old
    os.utime(shelf.root / "日記.md", (written, written))
    shelf.heads()
    shelf.heads()

    assert shelf.read_paths == ["日記.md"]


def test_a_note_given_an_old_time_just_now_is_not_kept(shelf: Shelf) -> None:
    """Copied or restored with its old time of change, a note is known as new by the time of its inode."""
    for file in shelf.root.rglob("*.md"):
        os.utime(file, (10**9, 10**9))
    shelf.heads(later_seconds=1.5)
    shelf.heads()

    assert len(shelf.read_paths) == 3


def test_a_note_edited_between_two_reads_of_one_instant(shelf: Shelf) -> None:
    """Same size, same times, same inode: the disk cannot tell the edit, and yet it is not missed."""
    note = shelf.write("papers/Kite.md", "---\narxiv: 2401.00001\n---\n")
    index = scan(shelf.root)
    shelf.heads(later_seconds=0.0, index=index)
    note.write_text("---\narxiv: 2401.00002\n---\n", encoding="utf-8")

    found = shelf.heads(later_seconds=0.0, index=index)

    assert found["papers/Kite.md"].papers == ("arXiv:2401.00002",)


def _kept(change: Callable[[list[object]], object]) -> Callable[[bytes], bytes]:
    """A cache of the right form with one thing changed in it."""

    def spoilt(content: bytes) -> bytes:
        first, _, rest = content.partition(b"\n")
        values = json.loads(rest)
        made = change(values)
        return first + b"\n" + json.dumps(values if made is None else made).encode()

    return spoilt


def _put(*place: int, value: object) -> Callable[[list[object]], None]:
    def change(values: list[object]) -> None:
        at: object = values
        for step in place[:-1]:
            at = at[step]  # type: ignore[index]
        at[place[-1]] = value  # type: ignore[index]

    return change


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1],
        lambda content: content[:-1] + b"\xff",
        lambda content: random.Random(1).randbytes(5000),
        lambda content: content.replace(b"heads ", b"heads 9"),
        lambda content: b"x" * 1_000_000,
        lambda content: content.partition(b"\n")[0] + b"\n" + b"[" * 200_000,
        lambda content: content.partition(b"\n")[0] + b"\n" + b'[["A.md"],[[' + b"9" * 5000 + b"],[1],[1],[1]],[]]",
        _kept(lambda values: {}),
        _kept(lambda values: values[:2]),
        _kept(_put(0, value=3)),
        _kept(_put(0, value={"Kites - MOC.md": 1, "papers/Kite.md": 1, "日記.md": 1})),
        _kept(_put(0, 0, value=None)),
        _kept(_put(0, value=["日記.md"])),
        _kept(_put(1, value=[])),
        _kept(_put(1, 0, 0, value="5")),
        _kept(_put(1, 3, 0, value=True)),
        _kept(_put(1, 3, value=[])),
        _kept(_put(2, 0, value=[])),
        _kept(_put(2, 0, 0, value=99)),
        _kept(_put(2, 0, 0, value="0")),
        _kept(_put(2, 0, 1, value="yes")),
        _kept(_put(2, 1, 2, value="arXiv:2401.00009")),
        _kept(_put(2, 1, 2, value=[["arXiv:2401.00009"]])),
        _kept(_put(2, 1, 3, value={"Tako": 1})),
        _kept(_put(2, 1, 4, value=None)),
    ],
)
def test_a_cache_that_is_not_ours_is_no_cache(shelf: Shelf, spoil: Callable[[bytes], bytes]) -> None:
    """Torn, foreign or hostile content is neither believed nor fatal: all notes are read, and kept anew."""
    right = shelf.heads()
    shelf.cache.write_bytes(spoil(shelf.cache.read_bytes()))

    assert shelf.heads() == right
    assert shelf.read_paths == list(right)
    assert shelf.heads() == right
    assert shelf.read_paths == []


def test_a_cache_that_cannot_be_written_costs_time_alone(shelf: Shelf) -> None:
    """Where no folder can be made, every note is read each time and the heads are right."""
    shelf.cache.parent.write_text("a file in the way", encoding="utf-8")

    assert shelf.heads() == shelf.heads()
    assert len(shelf.read_paths) == 3
    assert shelf.cache.parent.read_text(encoding="utf-8") == "a file in the way"


def test_nothing_is_written_when_nothing_changed(shelf: Shelf) -> None:
    """The file of heads stays as it is while the notes do."""
    shelf.heads()
    before = shelf.cache.stat()
    shelf.heads()

    after = shelf.cache.stat()  # reading it may well set its time of access
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_other_rules_make_other_mocs(shelf: Shelf) -> None:
    """When the rules for MOCs change, what was kept under the old ones is not believed."""
    shelf.write("Essays.md", "## Essays\n- [[X]]\n")
    before, after = shelf.heads(), shelf.heads(MocRules(paper_sections=("Essays",)))

    assert [path for path, head in before.items() if head.moc] == ["Kites - MOC.md"]
    assert [path for path, head in after.items() if head.moc] == ["Essays.md", "Kites - MOC.md"]


def test_ignored_notes_and_templates_are_no_mocs(shelf: Shelf) -> None:
    """Obsidian's settings are obeyed as they are now, without a note being read again; ids and aliases stay."""
    shelf.write("templates/Paper MOC.md", "---\naliases: [T]\n---\n")
    mocs = {}
    for name, app in {
        "none": AppSettings(),
        "template": AppSettings(templates_folder="templates"),
        "ignored": AppSettings(ignored=("Kites",)),
    }.items():
        found = shelf.heads(app=app)
        mocs[name] = [path for path, head in found.items() if head.moc]
        assert found["templates/Paper MOC.md"].aliases == ("T",)

    assert shelf.read_paths == []
    assert mocs == {
        "none": ["Kites - MOC.md", "templates/Paper MOC.md"],
        "template": ["Kites - MOC.md"],
        "ignored": ["templates/Paper MOC.md"],
    }


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"\x00" * 100, "表\n".encode("cp932"), b"---\n: [\n---\n"])
def test_odd_notes_have_a_plain_head(shelf: Shelf, content: bytes) -> None:
    """Empty, binary, wrongly encoded notes and those with a broken head say nothing, and are kept like others."""
    (shelf.root / "odd.md").write_bytes(content)

    assert shelf.heads()["odd.md"] == Head()
    assert shelf.heads()["odd.md"] == Head()
    assert shelf.read_paths == []


def test_half_a_character_is_kept_like_any_other(shelf: Shelf) -> None:
    r"""An alias written "\ud800" in JSON is half a surrogate pair, which UTF-8 does not know."""
    shelf.write("half.md", '---\n{"aliases": ["\\ud800"], "doi": "10.5555/1"}\n---\n')
    first = shelf.heads()

    assert first["half.md"] == Head(False, ("doi:10.5555/1",), ("\ud800",))
    assert shelf.heads() == first
    assert shelf.read_paths == []


def test_a_note_that_cannot_be_read_is_told_and_passed_over(shelf: Shelf) -> None:
    """A note that went away after it was found says nothing; it is named, and asked again the next time."""
    index = scan(shelf.root)
    (shelf.root / "日記.md").unlink()

    assert shelf.heads(index=index)["日記.md"] == Head()
    assert [problem for problem in shelf.problems if "日記.md" in problem]
    shelf.write("日記.md", "---\naliases: [Diary]\n---\n")
    assert shelf.heads()["日記.md"].aliases == ("Diary",)


def test_every_vault_has_its_own_file(tmp_path: Path) -> None:
    """Two vaults keep their heads apart; one vault reached by two paths does not."""
    (tmp_path / "a").mkdir()

    assert heads_file(tmp_path, tmp_path / "a") != heads_file(tmp_path, tmp_path / "b")
    assert heads_file(tmp_path, tmp_path / "a") == heads_file(tmp_path, tmp_path / "b" / ".." / "a")


def test_a_command_keeps_heads_in_the_cache_and_nothing_in_the_vault(
    shelf: Shelf, run: Callable[..., Result], own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`status` leaves every file of the vault alone and its heads in the cache folder; a note added later is seen."""
    later = time.time() + LATER_SECONDS
    monkeypatch.setattr("time.time", lambda: later)
    before = {path: path.stat().st_ctime_ns for path in sorted(shelf.root.rglob("*"))}
    first = run("status", "--json", "--vault", shelf.root)

    assert {path: path.stat().st_ctime_ns for path in sorted(shelf.root.rglob("*"))} == before
    assert heads_file(own_home / "cache", shelf.root).is_file()
    shelf.write("More.md", "## Papers\n- [[Tako]]\n")
    second = run("status", "--json", "--vault", shelf.root)
    assert json.loads(first.stdout)["mocs"] == ["Kites - MOC.md"]
    assert json.loads(second.stdout)["mocs"] == ["Kites - MOC.md", "More.md"]
