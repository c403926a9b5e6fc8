"""The files of a vault, found in one walk: what Obsidian would know about."""

from __future__ import annotations

import os
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from notegen.errors import VaultNotFound
from notegen.obsidian.names import key

_LEFTOVER = re.compile(r"\.ng-[0-9a-f]{8}-[0-9a-f]{12}(?:\.part)?")
OWN_FOLDER = ".notegen"
_DATALESS = 0x40000000  # SF_DATALESS (macOS, sys/stat.h): the content is in the cloud, and reading would fetch it
_JUNCTION = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT (Microsoft, Reparse point tags)
_Kind = Literal["folder", "link", "file", "other", "leftover"]
_Found = tuple[str, _Kind, os.DirEntry[str]]


class Stamp(NamedTuple):
    """What the disk says of a file; all four are the same only when nobody wrote it."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True)
class Index:
    """The files of a vault by their real paths, relative to its root, with "/".

    A note that iCloud moved off the disk is there as its stand-in, `.Name.md.icloud`: it exists, but is not in `notes`.
    Neither are `unread` ones: symbolic links to files (Obsidian does not support them), what is no regular file, and
    notes whose content is not on this disk. `stamps` are those of the notes as they were found. `leftovers` are files
    that a killed run of notegen left behind, hidden from Obsidian.
    """

    files: tuple[str, ...]
    unread: frozenset[str] = frozenset()
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    leftovers: tuple[str, ...] = ()

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The Markdown files that can be read."""
        return tuple(path for path in self.files if path[-3:].lower() == ".md" and path not in self.unread)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Paths by comparison key of the file name, extension included."""
        found: dict[str, list[str]] = defaultdict(list)
        for path in self.files:
            found[key(_shown(path[path.rfind("/") + 1 :]))].append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    def holder(self, name: str) -> str | None:
        """Path of a note that has this name already, in whatever folder, case or Unicode form."""
        paths = self.by_name.get(key(name.rpartition("/")[2]) + ".md", ())
        return paths[0] if paths else None


def visible(path: str) -> str:
    """The path Obsidian would show: that of the note itself for an iCloud stand-in."""
    folder, slash, name = path.rpartition("/")
    return folder + slash + _shown(name)


def _shown(name: str) -> str:
    return name[1 : -len(".icloud")] if name[0] == "." and _is_stand_in(name) else name


def scan(root: Path) -> Index:
    """All files of the vault at `root`, sorted; `VaultNotFound` when there is no such folder.

    Hidden files and folders are left out. A folder that is a symbolic link or junction is entered when it leads out of
    the vault and neither holds nor lies in another one entered (Obsidian help, Symbolic links and junctions). A folder
    that cannot be read, or vanishes meanwhile, is passed over.
    """
    base = os.path.realpath(root)
    try:
        os.scandir(base).close()
    except OSError as error:
        raise VaultNotFound(str(root), error.strerror or "it cannot be read") from error
    files: list[str] = []
    unread: list[str] = []
    leftovers: list[str] = []
    stamps: dict[str, Stamp] = {}
    for path, kind, entry in _found(base):
        if kind == "leftover":
            leftovers.append(path)
            continue
        files.append(path)
        if kind == "other":
            unread.append(path)
        elif path[-3:].lower() == ".md":
            if stamp := _stamp(entry):
                stamps[path] = stamp
            else:
                unread.append(path)
    own = (entry.name for entry in _entries(f"{base}/{OWN_FOLDER}"))
    leftovers += [f"{OWN_FOLDER}/{name}" for name in own if _LEFTOVER.fullmatch(name)]
    return Index(tuple(sorted(files)), frozenset(unread), stamps, tuple(sorted(leftovers)))


def _found(base: str) -> Iterator[_Found]:
    """Every file of the vault, and what notegen left behind, by its path from the folder `base`."""
    links: deque[str] = deque()
    entered = [base]
    yield from _walk(base, "", links)
    while links:
        link = links.popleft()
        target = os.path.realpath(f"{base}/{link}")
        if not any(_overlap(target, other) for other in entered):
            entered.append(target)
            yield from _walk(base, f"{link}/", links)


def _walk(base: str, start: str, links: deque[str]) -> Iterator[_Found]:
    """The files under the folder `start` ("" or a path with "/" behind it); linked folders are added to `links`."""
    folders, linked = [start], []
    while folders:
        folder = folders.pop()
        for entry in _entries(f"{base}/{folder}"):
            name = entry.name
            if (name[0] == "." or not name.isascii()) and _is_hidden(name):
                if not start and _LEFTOVER.fullmatch(name):  # outside the vault nothing is ours
                    yield folder + name, "leftover", entry
            elif (kind := _kind(entry)) == "folder":
                folders.append(f"{folder}{name}/")
            elif kind == "link":
                linked.append(folder + name)
            else:
                yield folder + name, kind, entry
    links.extend(sorted(linked))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _kind(entry: os.DirEntry[str]) -> _Kind:
    """What an entry is; a "link" leads to a folder, one that leads to a file, round or nowhere is "other"."""
    try:
        if entry.is_symlink():
            return "link" if entry.is_dir() else "other"
        if entry.is_dir():
            return "link" if os.name == "nt" and _is_junction(entry) else "folder"
        return "file" if entry.is_file() else "other"
    except OSError:
        return "other"


def _is_junction(entry: os.DirEntry[str]) -> bool:
    return getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) == _JUNCTION


def _stamp(entry: os.DirEntry[str]) -> Stamp | None:
    """The stamp of a note, or None when it cannot be told (it has vanished just now) or the content is not here."""
    try:
        seen = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    if getattr(seen, "st_flags", 0) & _DATALESS:
        return None
    return Stamp(seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)


def _overlap(one: str, other: str) -> bool:
    """Whether one of two real folders is the other or lies in it."""
    one, other = os.path.join(one, ""), os.path.join(other, "")  # noqa: PTH118
    return one.startswith(other) or other.startswith(one)


def _is_hidden(name: str) -> bool:
    """Whether Obsidian does not see a file: its name begins with a dot, or is no text that a link could hold."""
    if name.startswith("."):
        return not _is_stand_in(name)
    return any("\ud800" <= character <= "\udfff" for character in name)


def _is_stand_in(name: str) -> bool:
    return name.startswith(".") and name.endswith(".icloud")
