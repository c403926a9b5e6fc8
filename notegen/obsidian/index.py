"""The files of a vault, read once: what Obsidian would know about."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from notegen.errors import VaultNotFound
from notegen.obsidian.names import key


@dataclass(frozen=True)
class Index:
    """The files of a vault by their real paths, relative to its root, with "/".

    A note that iCloud moved off the disk is there as its stand-in, `.Name.md.icloud`: it exists, but is not in `notes`.
    Neither are `unread` ones: symbolic links to files (Obsidian does not support them) and what is no regular file.
    """

    files: tuple[str, ...]
    unread: frozenset[str] = frozenset()

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The Markdown files that can be read."""
        return tuple(path for path in self.files if path.lower().endswith(".md") and path not in self.unread)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Paths by comparison key of the file name, extension included."""
        found: dict[str, list[str]] = defaultdict(list)
        for path in self.files:
            found[key(visible(path).rpartition("/")[2])].append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    def holder(self, name: str) -> str | None:
        """Path of a note that has this name already, in whatever folder, case or Unicode form."""
        paths = self.by_name.get(key(name.rpartition("/")[2]) + ".md", ())
        return paths[0] if paths else None


def visible(path: str) -> str:
    """The path Obsidian would show: that of the note itself for an iCloud stand-in."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name[1 : -len('.icloud')]}" if _is_stand_in(name) else path


def scan(root: Path) -> Index:
    """All files of the vault at `root`, sorted; `VaultNotFound` when there is no such folder.

    Hidden files and folders are left out, and so are folders that are symbolic links (Obsidian help, Symbolic links).
    """
    files: list[str] = []
    unread: set[str] = set()
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            entries = os.scandir(root / folder)
        except OSError as error:
            if not folder:
                raise VaultNotFound(str(root), error.strerror or "it cannot be read") from error
            continue
        with entries:
            for entry in entries:
                if _is_hidden(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{folder}{entry.name}/")
                elif not _leads_to_folder(entry):
                    files.append(folder + entry.name)
                    if not entry.is_file(follow_symlinks=False):
                        unread.add(folder + entry.name)
    return Index(tuple(sorted(files)), frozenset(unread))


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return False


def _is_hidden(name: str) -> bool:
    """Whether Obsidian does not see a file: its name begins with a dot, or is no text that a link could hold."""
    if name.startswith("."):
        return not _is_stand_in(name)
    return not name.isascii() and any("\ud800" <= character <= "\udfff" for character in name)


def _is_stand_in(name: str) -> bool:
    return name.startswith(".") and name.endswith(".icloud")
