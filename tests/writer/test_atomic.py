from __future__ import annotations

import errno
import functools
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from notegen.writer import atomic, disk
from notegen.writer.atomic import ContentChanged, create, remove, replace
from notegen.writer.disk import patiently

_OLD, _NEW, _THEIRS, _LATER = b"old\n", b"new\n", b"old\nand mine\n", b"old\nand mine\nand more\n"
_EXCHANGE, _RENAME, _UNLINK, _READ = disk.exchange, Path.rename, Path.unlink, Path.read_bytes
_REPLACE, _PATIENTLY = Path.replace, disk.patiently
Save = Callable[[Path, bytes], object]


@pytest.fixture
def note(tmp_path: Path) -> Path:
    """A note of a vault that holds nothing else."""
    folder = tmp_path / "vault"
    folder.mkdir()
    file = folder / "鏡.md"
    file.write_bytes(_OLD)
    return file


def _by_rename(file: Path, content: bytes) -> None:
    beside = file.parent.parent / "editor"
    beside.write_bytes(content)
    _REPLACE(beside, file)


_SAVES = pytest.mark.parametrize("save", [_by_rename, Path.write_bytes])


def _names(file: Path) -> list[str]:
    return sorted(entry.name for entry in file.parent.iterdir())


def _everything(file: Path) -> set[bytes]:
    return {entry.read_bytes() for entry in file.parent.iterdir()}


class _Steps:
    """Acts before and after the numbered calls of a step function, which it then does."""

    def __init__(self, step: Callable[..., object]) -> None:
        self._step = step
        self.before: dict[int, Callable[[], object]] = {}
        self.after: dict[int, Callable[[], object]] = {}
        self.calls = 0

    def __call__(self, *words: object, **more: object) -> object:
        at = self.calls
        self.calls += 1
        self.before.get(at, lambda: None)()
        done = self._step(*words, **more)
        self.after.get(at, lambda: None)()
        return done


def _exchanges(monkeypatch: pytest.MonkeyPatch, note: Path) -> _Steps:
    """The exchanges from now on; skipped on a disk that has none."""
    beside = note.with_name("probe")
    beside.write_bytes(b"")
    able = _EXCHANGE(beside, note) and _EXCHANGE(beside, note)
    beside.unlink()
    if not able:
        pytest.skip("two names cannot be exchanged here")
    steps = _Steps(_EXCHANGE)
    monkeypatch.setattr(disk, "exchange", steps)
    return steps


def _without_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "exchange", lambda one, other: False)


def _method(monkeypatch: pytest.MonkeyPatch, name: str, step: Callable[..., object]) -> _Steps:
    steps = _Steps(step)
    monkeypatch.setattr(Path, name, lambda *words, **more: steps(*words, **more))
    return steps


def _failing(error: OSError) -> Callable[..., None]:
    def fail(*words: object, **more: object) -> None:
        raise error

    return fail


# --- create


def test_a_new_file_holds_the_very_bytes(note: Path) -> None:
    """Bytes go to disk untouched, a file of no length too, and nothing is left beside them."""
    create(note.with_name("b.md"), b"\xef\xbb\xbfa\r\n\x00\xff", "t")
    create(note.with_name("c.md"), b"", "t")
    assert note.with_name("b.md").read_bytes() == b"\xef\xbb\xbfa\r\n\x00\xff"
    assert note.with_name("c.md").read_bytes() == b""
    assert _names(note) == ["b.md", "c.md", "鏡.md"]


@pytest.mark.parametrize("kind", ["file", "folder", "link", "link to nowhere"])
def test_a_new_file_replaces_nothing(note: Path, kind: str) -> None:
    """Whatever has the name, a link to nowhere too, stays as it is."""
    taken = note.with_name("taken.md")
    if kind == "folder":
        taken.mkdir()
    elif kind == "file":
        taken.write_bytes(_THEIRS)
    else:
        taken.symlink_to(note if kind == "link" else note.with_name("nowhere"))
    with pytest.raises(FileExistsError):
        create(taken, _NEW, "t")
    assert _names(note) == ["taken.md", "鏡.md"]
    assert note.read_bytes() == _OLD
    assert taken.is_symlink() == kind.startswith("link")


@pytest.mark.parametrize("linkable", [True, False])
def test_a_file_that_appears_at_the_last_moment_is_not_replaced(
    note: Path, monkeypatch: pytest.MonkeyPatch, linkable: bool
) -> None:
    """Saved under the same name just before ours gets it, the person's file stands, with hard links and without."""
    taken = note.with_name("taken.md")
    link = _Steps(os.link if linkable else _failing(OSError(errno.EPERM, "no hard links")))
    link.before[0] = lambda: taken.write_bytes(_THEIRS)
    monkeypatch.setattr(os, "link", link)
    with pytest.raises(FileExistsError):
        create(taken, _NEW, "t")
    assert taken.read_bytes() == _THEIRS
    assert _names(note) == ["taken.md", "鏡.md"]


def test_without_hard_links_what_is_saved_into_the_claimed_name_is_kept(
    note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The empty file that claims a name is seen by others; what one of them writes into it is not replaced."""
    taken = note.with_name("taken.md")
    monkeypatch.setattr(os, "link", _failing(OSError(errno.EPERM, "no hard links")))
    rename = disk.rename
    monkeypatch.setattr(disk, "rename", lambda one, other, how: how != disk.NEW and rename(one, other, how))
    save = functools.partial(taken.write_bytes, _THEIRS)
    for name, step in (("replace", _REPLACE), ("rename", _RENAME)):
        _method(monkeypatch, name, step).before[0] = save
    _exchanges(monkeypatch, note).before[0] = save
    with pytest.raises(OSError):
        create(taken, _NEW, "t")
    assert _THEIRS in _everything(note)


def test_a_claimed_name_is_given_up_when_it_cannot_be_filled(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file of no length stays behind where the name was claimed and the disk then failed."""
    monkeypatch.setattr(os, "link", _failing(OSError(errno.EPERM, "no hard links")))
    monkeypatch.setattr(Path, "replace", _failing(OSError(errno.EIO, "broken")))
    monkeypatch.setattr(disk, "rename", lambda one, other, how: False)
    with pytest.raises(OSError, match="broken"):
        create(note.with_name("new.md"), _NEW, "t")
    assert _names(note) == ["鏡.md"]


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="a rename that replaces nothing is not known there")
def test_without_hard_links_a_new_name_is_whole_at_once(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk without hard links no empty file ever stands under the name, and one that is there is kept."""
    monkeypatch.setattr(os, "link", _failing(OSError(errno.EPERM, "no hard links")))
    monkeypatch.setattr(atomic, "_claim_and_fill", _failing(AssertionError("claimed")))
    create(note.with_name("new.md"), _NEW, "t")
    with pytest.raises(FileExistsError):
        create(note, _NEW, "t")

    assert (note.with_name("new.md").read_bytes(), note.read_bytes()) == (_NEW, _OLD)
    assert _names(note) == ["new.md", "鏡.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="only there one can tell who has a file open")
def test_who_opened_a_file_before_it_was_replaced_is_waited_for(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that opened the note and writes a moment later loses nothing: its text stays, ours is given up."""
    note.write_bytes(b"")
    editor = note.open("wb")
    monkeypatch.setattr(disk.time, "sleep", lambda seconds: (editor.write(_THEIRS), editor.close()))
    with pytest.raises(ContentChanged):
        replace(note, _NEW, b"", "t")

    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="only there one can tell who has a file open")
@pytest.mark.parametrize("exchange", [True, False])
def test_a_file_that_stays_open_for_writing_is_left(
    note: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool
) -> None:
    """Who keeps a note open and writes long after finds it under its name; one who only reads hinders nothing."""
    monkeypatch.setattr(disk.time, "sleep", lambda seconds: None)
    if not exchange:
        _without_exchange(monkeypatch)
    with note.open("ab") as editor, pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    with note.open("ab") as editor:
        with pytest.raises(ContentChanged):
            remove(note, _OLD, "t")
        editor.write(_THEIRS)

    assert note.read_bytes() == _OLD + _THEIRS
    with note.open("rb"):
        replace(note, _NEW, _OLD + _THEIRS, "t")
    assert _names(note) == ["鏡.md"]


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="this system knows no such attributes")
def test_attributes_of_a_file_stay(note: Path) -> None:
    """What else the system keeps with a file is there afterwards, and it counts as just written."""
    try:
        os.setxattr(note, "user.label", b"red")
    except OSError:
        pytest.skip("this disk keeps none")
    os.utime(note, (1, 1))
    replace(note, _NEW, _OLD, "t")

    assert os.getxattr(note, "user.label") == b"red"
    assert note.stat().st_mtime > 1


# --- replace


def test_new_content_keeps_the_mode_and_leaves_nothing(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new bytes stand under the name, with the mode of the old file, with an exchange and without one."""
    note.chmod(0o640)
    replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _NEW
    _without_exchange(monkeypatch)
    replace(note, _OLD, _NEW, "t")
    assert note.read_bytes() == _OLD
    assert os.name != "posix" or stat.S_IMODE(note.stat().st_mode) == 0o640
    assert _names(note) == ["鏡.md"]


@pytest.mark.parametrize("exchangeable", [True, False])
def test_other_content_than_expected_stays(note: Path, monkeypatch: pytest.MonkeyPatch, exchangeable: bool) -> None:
    """A byte more, a byte less, another line end: nothing is written; the same for a file that is gone."""
    if not exchangeable:
        _without_exchange(monkeypatch)
    for expected in (_OLD + b"\n", _OLD[:-1], b"old\r\n", b""):
        with pytest.raises(ContentChanged):
            replace(note, _NEW, expected, "t")
        with pytest.raises(ContentChanged):
            remove(note, expected, "t")
    assert _everything(note) == {_OLD}
    note.unlink()
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    with pytest.raises(ContentChanged):
        remove(note, _OLD, "t")
    assert _names(note) == []


@_SAVES
def test_a_save_between_check_and_exchange_comes_back(note: Path, monkeypatch: pytest.MonkeyPatch, save: Save) -> None:
    """Saved after the last look, by rename or in place, the person's file stands under its name again."""
    _exchanges(monkeypatch, note).before[0] = lambda: save(note, _THEIRS)
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


@_SAVES
def test_a_save_after_the_exchange_stands(note: Path, monkeypatch: pytest.MonkeyPatch, save: Save) -> None:
    """Saved over ours at once, the later file stands: ours was written and then replaced by its owner."""
    _exchanges(monkeypatch, note).after[0] = lambda: save(note, _LATER)
    replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _LATER
    assert _names(note) == ["鏡.md"]


@_SAVES
@pytest.mark.parametrize("again", [_by_rename, Path.write_bytes])
@pytest.mark.parametrize("moment", ["after 0", "before 1"])
def test_two_saves_in_a_row_end_with_the_last(
    note: Path, monkeypatch: pytest.MonkeyPatch, save: Save, again: Save, moment: str
) -> None:
    """Saved before the exchange and once more before it is taken back, the newest file stands in the end."""
    steps = _exchanges(monkeypatch, note)
    when, at = moment.split()
    steps.before[0] = lambda: save(note, _THEIRS)
    getattr(steps, when)[int(at)] = lambda: again(note, _LATER)
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _LATER
    assert _names(note) == ["鏡.md"]


@_SAVES
@pytest.mark.parametrize("saves", [3, 4, 7])
def test_an_editor_that_never_rests_keeps_its_last_save(
    note: Path, monkeypatch: pytest.MonkeyPatch, save: Save, saves: int
) -> None:
    """Saved before each of many exchanges, the last one stands, whichever way round the names are then."""
    steps = _exchanges(monkeypatch, note)
    for at in range(saves):
        steps.before[at] = functools.partial(save, note, b"old\n" + b"mine\n" * (at + 1))
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == b"old\n" + b"mine\n" * saves
    assert _names(note) == ["鏡.md"]


def test_a_slow_save_in_place_is_waited_out(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that emptied the file before the exchange and writes after it still has its text under the name."""
    monkeypatch.setattr(disk.time, "sleep", lambda seconds: None)
    steps = _exchanges(monkeypatch, note)
    opened: list[int] = []
    steps.before[0] = lambda: opened.append(os.open(note, os.O_WRONLY | os.O_TRUNC))
    steps.after[1] = lambda: os.write(opened[0], _THEIRS)
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    os.close(opened[0])
    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


@pytest.mark.parametrize("exchangeable", [True, False])
def test_a_file_deleted_before_the_exchange_stays_deleted(
    note: Path, monkeypatch: pytest.MonkeyPatch, exchangeable: bool
) -> None:
    """Deleted after the last look, the file is not made anew."""
    if exchangeable:
        _exchanges(monkeypatch, note).before[0] = note.unlink
    else:
        steps = _Steps(lambda one, other: False)
        steps.before[0] = note.unlink
        monkeypatch.setattr(disk, "exchange", steps)
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert _names(note) == []


@_SAVES
def test_a_file_saved_and_then_deleted_loses_nothing(note: Path, monkeypatch: pytest.MonkeyPatch, save: Save) -> None:
    """Saved before the exchange and deleted after it, what was saved is still there, and ours is not."""
    steps = _exchanges(monkeypatch, note)
    steps.before[0] = lambda: save(note, _THEIRS)
    steps.after[0] = note.unlink
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


@pytest.mark.parametrize("became", ["folder", "link"])
def test_a_name_that_became_something_else_gets_it_back(
    note: Path, monkeypatch: pytest.MonkeyPatch, became: str
) -> None:
    """Turned into a folder, or a link to another file, at the last moment, that stands under the name again."""
    other = note.parent.parent / "other"
    other.write_bytes(b"elsewhere")

    def turn() -> None:
        note.unlink()
        if became == "folder":
            note.mkdir()
            (note / "in it.md").write_bytes(_THEIRS)
        else:
            note.symlink_to(other)

    _exchanges(monkeypatch, note).before[0] = turn
    with pytest.raises(OSError):
        replace(note, _NEW, _OLD, "t")
    assert _names(note) == ["鏡.md"]
    assert (note / "in it.md").read_bytes() == _THEIRS if became == "folder" else note.is_symlink()


def test_what_came_out_and_cannot_be_read_goes_back(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk does not give back what the exchange brought out, the old file stands under its name."""
    steps = _exchanges(monkeypatch, note)

    def broken() -> None:
        def read(self: Path) -> bytes:
            if self.name.startswith(atomic.TEMPORARY):
                raise OSError(errno.EIO, "broken")
            return _READ(self)

        monkeypatch.setattr(Path, "read_bytes", read)

    steps.after[0] = broken
    with pytest.raises(OSError):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _OLD


@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES])
def test_what_is_written_is_not_told_to_have_failed(note: Path, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    """A file that stands whole under its name was written, though what lies beside it cannot be tidied up just now.

    Who hears of a failure notes that nothing was written, and no undo would take the file back.
    """
    new = note.with_name("new.md")
    monkeypatch.setattr(Path, "unlink", _failing(OSError(error, os.strerror(error))))
    create(new, _NEW, "t")
    replace(note, _NEW, _OLD, "t")
    assert new.read_bytes() == note.read_bytes() == _NEW


@_SAVES
def test_without_an_exchange_what_can_be_seen_is_kept(note: Path, monkeypatch: pytest.MonkeyPatch, save: Save) -> None:
    """Saved at any moment before the last look, the person's file stands, where names cannot be exchanged."""
    steps = _Steps(lambda one, other: False)
    steps.before[0] = lambda: save(note, _THEIRS)
    monkeypatch.setattr(disk, "exchange", steps)
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


@_SAVES
def test_a_save_while_the_new_text_is_written_is_kept(note: Path, monkeypatch: pytest.MonkeyPatch, save: Save) -> None:
    """Writing takes its time; what is saved until then is seen before anything happens."""
    fsync = _Steps(os.fsync)
    fsync.after[0] = lambda: save(note, _THEIRS)
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(ContentChanged):
        replace(note, _NEW, _OLD, "t")
    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


# --- remove


def test_a_file_that_is_as_expected_goes(note: Path) -> None:
    """Nothing stays, under no name."""
    remove(note, _OLD, "t")
    assert _names(note) == []


@_SAVES
@pytest.mark.parametrize("linkable", [True, False])
def test_a_save_before_the_removal_is_put_back(
    note: Path, monkeypatch: pytest.MonkeyPatch, save: Save, linkable: bool
) -> None:
    """Saved after the last look, the person's file stands under its name, also on a disk without hard links."""
    _method(monkeypatch, "rename", _RENAME).before[0] = lambda: save(note, _THEIRS)
    if not linkable:
        monkeypatch.setattr(os, "link", _failing(OSError(errno.EPERM, "no hard links")))
    with pytest.raises(ContentChanged):
        remove(note, _OLD, "t")
    assert note.read_bytes() == _THEIRS
    assert _names(note) == ["鏡.md"]


@_SAVES
def test_saves_before_and_after_the_removal_are_both_kept(
    note: Path, monkeypatch: pytest.MonkeyPatch, save: Save
) -> None:
    """When the name is taken again before the first file can be put back, the later stands and the first lies by."""
    steps = _method(monkeypatch, "rename", _RENAME)
    steps.before[0] = lambda: save(note, _THEIRS)
    steps.after[0] = lambda: save(note, _LATER)
    with pytest.raises(ContentChanged):
        remove(note, _OLD, "t")
    assert note.read_bytes() == _LATER
    assert _everything(note) == {_LATER, _THEIRS}


def test_a_file_deleted_before_the_removal_has_changed(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleted by somebody after the last look is a change like any other, not a failure of the disk."""
    _method(monkeypatch, "rename", _RENAME).before[0] = note.unlink
    with pytest.raises(ContentChanged):
        remove(note, _OLD, "t")
    assert _names(note) == []


def test_a_folder_deleted_meanwhile_has_changed(note: Path) -> None:
    """A file that is gone with its folder has changed, like one that is gone alone."""
    gone = note.parent / "gone" / "x.md"
    with pytest.raises(ContentChanged):
        replace(gone, _NEW, _OLD, "t")
    with pytest.raises(ContentChanged):
        remove(gone, _OLD, "t")


# --- failing disks and programs that hold a file


@pytest.mark.parametrize("step", ["write", "fsync", "utime", "rename"])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_full_disk_changes_nothing(note: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: int) -> None:
    """Failing at whatever step, the old file stands alone, and the reason comes through."""
    fail = _failing(OSError(error, os.strerror(error)))
    if step == "write":
        monkeypatch.setattr(Path, "open", _with_full_stream(fail))
    else:
        monkeypatch.setattr(Path if step == "rename" else os, step, fail)
    with pytest.raises(OSError) as caught:
        replace(note, _NEW, _OLD, "t")
    assert caught.value.errno == error
    if step in ("write", "fsync"):
        with pytest.raises(OSError):
            create(note.with_name("new.md"), _NEW, "t")
    monkeypatch.undo()
    assert _names(note) == ["鏡.md"]
    assert note.read_bytes() == _OLD


def _with_full_stream(fail: Callable[..., None]) -> Callable[..., object]:
    opened = Path.open

    class _Full:
        def __init__(self, stream: object) -> None:
            self._stream = stream
            self.write = fail

        def __getattr__(self, name: str) -> object:
            return getattr(self._stream, name)

        def __enter__(self) -> _Full:
            return self

        def __exit__(self, *error: object) -> None:
            self._stream.close()  # type: ignore[attr-defined]

    def open_full(self: Path, mode: str = "r", *words: object, **more: object) -> object:
        stream = opened(self, mode, *words, **more)  # type: ignore[call-overload]
        return _Full(stream) if "x" in mode else stream

    return open_full


def _held(winerror: int) -> PermissionError:
    error = PermissionError(errno.EACCES, "in use")
    error.winerror = winerror  # type: ignore[attr-defined, unused-ignore]
    return error


@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_file_held_open_is_tried_again_for_two_seconds(winerror: int) -> None:
    """Free again after some tries it is done once; never free, it is told after two seconds; other errors at once."""
    slept: list[float] = []
    tries: list[int] = []

    def act() -> None:
        tries.append(1)
        if len(tries) < 4:
            raise _held(winerror)

    patiently(act, slept.append)
    assert (len(tries), len(slept)) == (4, 3)

    slept.clear()
    with pytest.raises(PermissionError):
        patiently(_failing(_held(winerror)), slept.append)
    assert sum(slept) == pytest.approx(2.0)

    slept.clear()
    with pytest.raises(PermissionError):
        patiently(_failing(PermissionError(errno.EACCES, "not yours")), slept.append)
    with pytest.raises(FileNotFoundError):
        patiently(_failing(FileNotFoundError(errno.ENOENT, "gone")), slept.append)
    assert slept == []


@pytest.mark.parametrize("act", ["create", "replace", "remove"])
@pytest.mark.parametrize("step", ["rename", "replace", "unlink"])
def test_a_sharing_violation_at_any_step_passes(
    note: Path, monkeypatch: pytest.MonkeyPatch, act: str, step: str
) -> None:
    """A virus scanner or sync client that holds any of the files for a moment (Windows) is waited for."""
    monkeypatch.setattr(disk, "patiently", lambda act: _PATIENTLY(act, lambda seconds: None))
    _without_exchange(monkeypatch)
    monkeypatch.setattr(os, "link", _failing(OSError(errno.EPERM, "no hard links")))
    done = getattr(Path, step)
    tries: list[Path] = []

    def held(self: Path, *words: object, **more: object) -> object:
        tries.append(self)
        if len(tries) <= 3:
            raise _held(32)
        return done(self, *words, **more)

    monkeypatch.setattr(Path, step, held)
    if act == "create":
        create(note.with_name("new.md"), _NEW, "t")
        assert note.with_name("new.md").read_bytes() == _NEW
    elif act == "replace":
        replace(note, _NEW, _OLD, "t")
        assert note.read_bytes() == _NEW
    else:
        remove(note, _OLD, "t")
        assert not note.exists()


@pytest.mark.parametrize("step", ["rename", "replace"])
def test_a_file_that_stays_held_open_is_told_and_kept(note: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Never let go, the old file stands alone and the error comes through."""
    monkeypatch.setattr(disk, "patiently", lambda act: _PATIENTLY(act, lambda seconds: None))
    _without_exchange(monkeypatch)
    monkeypatch.setattr(Path, step, _failing(_held(32)))
    with pytest.raises(PermissionError):
        replace(note, _NEW, _OLD, "t")
    assert _names(note) == ["鏡.md"]
    assert note.read_bytes() == _OLD


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="modes do not stop this user")
def test_a_read_only_folder_changes_nothing(note: Path) -> None:
    """No file comes, changes or goes where its owner closed the folder."""
    note.parent.chmod(0o500)
    try:
        for act in (
            lambda: create(note.with_name("new.md"), _NEW, "t"),
            lambda: replace(note, _NEW, _OLD, "t"),
            lambda: remove(note, _OLD, "t"),
        ):
            with pytest.raises(PermissionError):
                act()
    finally:
        note.parent.chmod(0o700)
    assert _everything(note) == {_OLD}


# --- a real editor

_EDITOR = """
import os, sys, time
from pathlib import Path

note, log, way, seconds = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])
beside, saved, number = log.with_name("editor"), [], 0
end = time.monotonic() + seconds
print("ready", flush=True)
while time.monotonic() < end:
    try:
        text = note.read_bytes()
    except FileNotFoundError:
        continue
    if not all(line in text for line in saved):
        continue  # somebody else's older text, for a moment: it never saves over its own lines
    line = b"editor %06d\\n" % number
    number += 1
    text += line
    if way == "rename" or (way == "both" and number % 2):
        beside.write_bytes(text)
        os.replace(beside, note)
    else:
        note.write_bytes(text)
    saved = [*saved[-40:], line]
    with log.open("ab") as stream:
        stream.write(line)
"""


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="two names cannot be exchanged here")
@pytest.mark.parametrize("way", ["rename", "in place", "both"])
def test_an_editor_that_saves_as_fast_as_it_can_loses_no_line(
    note: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Against a real process that appends a line again and again while ours is replaced, every saved line is there."""
    _exchanges(monkeypatch, note)
    monkeypatch.setattr(disk, "exchange", _EXCHANGE)
    log = tmp_path / "log"
    log.write_bytes(b"")
    editor = subprocess.Popen(
        [sys.executable, "-c", _EDITOR, str(note), str(log), way, "0.7"], stdout=subprocess.PIPE, text=True
    )
    assert editor.stdout is not None and editor.stdout.readline() == "ready\n"
    written = given_up = 0
    deadline = time.monotonic() + 20
    while editor.poll() is None and time.monotonic() < deadline:
        seen = note.read_bytes()
        if not seen.startswith(_OLD) or not seen.endswith(b"\n"):
            continue  # caught in the middle of a save in place
        try:
            replace(note, seen + b"ours %d\n" % written, seen, "t")
            written += 1
        except ContentChanged:
            given_up += 1
    editor.kill()
    editor.wait()
    editor.stdout.close()
    saved = log.read_bytes().splitlines()
    found = set(b"\n".join(entry.read_bytes() for entry in note.parent.iterdir()).splitlines())
    assert [line for line in saved if line not in found] == []
    assert saved and written + given_up > 0
    assert _names(note) == ["鏡.md"]
