"""DOOR: files that come, change and go whole, whatever happens meanwhile: a kill, a full disk, an editor that saves.

While a file is written it lies beside its place as `.ng-TAG-….part`; one that is whole, and may for a moment hold what
stood there before, as `.ng-TAG-…`. TAG tells whose they are.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from notegen.writer import disk

TEMPORARY = ".ng-"
PART = ".part"


class ContentChanged(OSError):
    """The file no longer holds what was expected; it stays as it is."""


def create(file: Path, content: bytes, tag: str) -> None:
    """A new file, by a hard link, so that it can replace nothing. `FileExistsError` when the name is taken."""
    with _temporary(file.parent, content, tag) as part:
        _link(part, file)
    disk.sync_folder(file.parent)


def replace(file: Path, content: bytes, expected: bytes, tag: str) -> None:
    """New content for a file that holds `expected`, its mode kept; else `ContentChanged`.

    Where the system can exchange two names in one step, what somebody saves at the very last moment comes back, too.
    """
    _check(file, expected)
    with _temporary(file.parent, content, tag) as part:
        try:
            disk.give_the_same_rights(part, file)
        except FileNotFoundError as error:
            raise ContentChanged(file.name) from error
        whole = part.with_name(part.name.removesuffix(PART))
        disk.patiently(lambda: part.rename(whole))
    if disk.exchange(whole, file):
        _take_or_give_back(whole, file, content, expected)
    else:
        try:
            _check_settled(file, expected)
            disk.patiently(lambda: whole.replace(file))
        finally:
            _tidy(whole)
    disk.sync_folder(file.parent)


def remove(file: Path, expected: bytes, tag: str) -> None:
    """The file goes, if it holds `expected`; else `ContentChanged`."""
    _check(file, expected)
    aside = file.with_name(f"{TEMPORARY}{tag}-{secrets.token_hex(6)}")
    try:
        disk.patiently(lambda: file.rename(aside))
    except FileNotFoundError as error:
        raise ContentChanged(file.name) from error
    if disk.settled(aside) != expected:
        _put_back(aside, file)
        raise ContentChanged(file.name)
    _tidy(aside)
    disk.sync_folder(file.parent)


@contextmanager
def _temporary(folder: Path, content: bytes, tag: str) -> Iterator[Path]:
    part = folder / f"{TEMPORARY}{tag}-{secrets.token_hex(6)}{PART}"
    try:
        with part.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        yield part
    finally:
        _tidy(part)


def _link(part: Path, file: Path) -> None:
    """A new name for a file, which replaces nothing. `FileExistsError` when it is taken.

    On disks without hard links (FAT, some network drives) it is renamed; where a rename may replace something, the name
    is claimed with an empty file first.
    """
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):
        if not disk.rename(part, file, disk.NEW):
            _claim_and_fill(part, file)


def _claim_and_fill(part: Path, file: Path) -> None:
    file.open("xb").close()
    try:
        if not disk.exchange(part, file):
            disk.patiently(lambda: part.replace(file))
            return
    except OSError:
        file.unlink()
        raise
    if part.read_bytes():  # somebody saved into the claimed file
        disk.exchange(part, file)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))


def _check(file: Path, expected: bytes) -> None:
    """`ContentChanged` unless the file holds `expected`; `PermissionError` when it may not be written."""
    try:
        with file.open("r+b") as stream:
            if stream.read() != expected:
                raise ContentChanged(file.name)
    except FileNotFoundError as error:
        raise ContentChanged(file.name) from error


def _check_settled(file: Path, expected: bytes) -> None:
    """`ContentChanged` unless the file holds `expected`, and nobody is about to write into it."""
    try:
        if disk.settled(file) != expected:
            raise ContentChanged(file.name)
    except FileNotFoundError as error:
        raise ContentChanged(file.name) from error


def _take_or_give_back(aside: Path, file: Path, ours: bytes, expected: bytes) -> None:
    """What came out goes if it is what was expected. Else it goes back, until nothing comes out that we did not put in.

    If that cannot be done, what came out stays beside its place.
    """
    try:
        seen = disk.settled(aside)
        saved = aside.read_bytes()
    except OSError:  # it cannot be looked at, so it is not ours to take
        disk.exchange(aside, file)
        if aside.is_file() and aside.read_bytes() == ours:
            _tidy(aside)
        raise
    if seen == expected:
        _tidy(aside)
        return
    standing = ours
    while disk.exchange(aside, file):
        out = aside.read_bytes()
        if out == standing:
            _tidy(aside)
            break
        standing, saved = saved, out
    else:
        _put_back(aside, file)
    raise ContentChanged(file.name)


def _put_back(aside: Path, file: Path) -> None:
    """What was set aside takes its name again; where that was taken meanwhile, it stays beside it."""
    with suppress(FileExistsError):
        _link(aside, file)
        _tidy(aside)


def _tidy(file: Path) -> None:
    """A temporary file goes; one that cannot, now that all is done, is swept away by a later run."""
    with suppress(OSError):
        disk.patiently(lambda: file.unlink(missing_ok=True))
