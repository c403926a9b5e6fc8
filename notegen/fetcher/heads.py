"""DOOR: what the notes of a vault say of themselves, kept in one file of the cache; only changed notes are read."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from notegen import __version__
from notegen.errors import VaultError
from notegen.fetcher.head import Head, read_head
from notegen.fetcher.reading_list.moc import MocRules
from notegen.obsidian.app_settings import AppSettings, is_ignored
from notegen.obsidian.index import Index, Stamp
from notegen.seams import Vault
from notegen.whole_file import write_bytes_whole

_FORM = 6  # to be raised whenever `read_head` finds something else in the same note
_RACY_SECONDS = 2
_MOST_BYTES = 100_000_000
_NOT_OURS = (OSError, ValueError, LookupError, TypeError, RecursionError, MemoryError)
_PLAIN = Head()

_Kept = dict[str, tuple[Stamp, Head]]


def heads_file(cache_dir: Path, root: Path) -> Path:
    """Where the heads of the vault at `root` are kept."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()
    return cache_dir / "heads" / f"{name[:24]}.json"


def read_heads(
    index: Index,
    vault: Vault,
    rules: MocRules,
    app: AppSettings,
    cache_file: Path,
    now_seconds: float,
    problem: Callable[[str], None],
) -> Mapping[str, Head]:
    """The head of every note by path, in the index's order; a note that is ignored or a template is no MOC.

    A note is read once, and again when its size, either of its times or its inode is another. One that was written
    less than 2 s before `now_seconds` (the time in seconds since the epoch, before this call) is read again the next
    time, since a disk may give two writes one time (Git, racy-git). A cache that is lost, torn, of other rules or not
    to be written costs time alone. A note that cannot be read says nothing; that is told through `problem`.
    """
    made_by = _made_by(rules)
    kept = _load(cache_file, made_by)
    settled_ns = int((now_seconds - _RACY_SECONDS) * 1e9)
    heads: dict[str, Head] = {}
    keep: _Kept = {}
    for path in index.notes:
        stamp, known = index.stamps.get(path), kept.get(path)
        if known and known[0] == stamp:
            heads[path], keep[path] = known[1], known
            continue
        try:
            head = heads[path] = read_head(path, vault.read(path), rules)
        except VaultError as error:
            problem(f"{error}: passed over")
            heads[path] = _PLAIN
            continue
        if stamp and stamp.mtime_ns < settled_ns and stamp.ctime_ns < settled_ns:
            keep[path] = (stamp, head)
    if keep != kept:
        _save(cache_file, made_by, keep)
    ignored = {path: head for path, head in heads.items() if head.moc and is_ignored(app, path)}
    return heads | {path: head._replace(moc=False) for path, head in ignored.items()}


def _made_by(rules: MocRules) -> str:
    """All that a head depends on beside the bytes and the path of the note."""
    digest = hashlib.sha256(repr(rules).encode("utf-8", "replace")).hexdigest()
    return f"notegen {__version__}, heads {_FORM}, rules {digest}"


def _load(file: Path, made_by: str) -> _Kept:
    """What is kept; nothing when that is not wholly ours, or made by other rules."""
    try:
        with file.open("rb") as stream:
            if stream.readline(200).decode() != f"{made_by}\n" or os.fstat(stream.fileno()).st_size > _MOST_BYTES:
                return {}
            paths, stamps, telling = json.loads(stream.read())
        columns = [_all(int, column) for column in stamps]
        found = [_PLAIN] * len(paths)
        for number, moc, *texts, year in telling:
            papers, aliases, titles = (tuple(_all(str, each)) for each in texts)
            found[_one(int, number)] = Head(_one(bool, moc), papers, aliases, titles, _one(int, year))
        rows = zip(_all(str, paths), map(Stamp._make, zip(*columns, strict=True)), found, strict=True)
        return {path: (stamp, head) for path, stamp, head in rows}
    except _NOT_OURS:
        return {}


def _save(file: Path, made_by: str, kept: _Kept) -> None:
    """Keep the heads; a full disk or a lost right to write costs time at the next run, not this one."""
    columns = list(zip(*(stamp for stamp, _ in kept.values()), strict=True)) or [()] * len(Stamp._fields)
    telling = [[number, *head] for number, (_, head) in enumerate(kept.values()) if head != _PLAIN]
    content = json.dumps([list(kept), columns, telling], ensure_ascii=False, separators=(",", ":"))
    with suppress(OSError):
        write_bytes_whole(file, f"{made_by}\n{content}".encode("utf-8", "surrogatepass"))  # as json.loads reads it


def _all(kind: type, values: Any) -> list[Any]:
    if type(values) is not list or not set(map(type, values)) <= {kind}:
        raise TypeError(f"no list of {kind.__name__}")
    return values


def _one(kind: type, value: Any) -> Any:
    return _all(kind, [value])[0]
