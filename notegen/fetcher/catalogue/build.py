"""DOOR: builds the local catalogue from arXiv's metadata dump, beside the old one, and swaps them in one step."""

from __future__ import annotations

import errno
import glob
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import Any

from notegen.errors import CatalogueUnwritable, Stopped
from notegen.fetcher.catalogue import dump_file, rows
from notegen.fetcher.catalogue.dump import Entry, read_entry

_BATCH = 2_000
_SUFFIX = ".building"
_MINUTE_SECONDS, _DAY_SECONDS = 60, 86_400
_NO_DATABASE = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_COMMON_RECORDS = 200
_SAMPLES = 100
_STEPS_BETWEEN_LOOKS = 100_000
_TUNING = """
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -32768;
    PRAGMA temp_store = FILE;
"""
_STAGED = """
    CREATE TEMP TABLE new_titles (beginning TEXT, row INTEGER);
    CREATE TEMP TABLE new_marks (mark INTEGER, row INTEGER);
    INSERT INTO words (words, rank) VALUES ('automerge', 0);
    INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
"""
_SORTED = (
    "INSERT INTO titles SELECT beginning, row FROM new_titles ORDER BY beginning, row",
    "INSERT OR IGNORE INTO marks SELECT mark, row FROM new_marks ORDER BY mark, row",
    "INSERT INTO words (words) VALUES ('optimize')",
    "CREATE VIRTUAL TABLE temp.counted USING fts5vocab('main', 'words', 'row')",
)
_TWICE = "SELECT mark FROM marks WHERE mark & 3 = ? GROUP BY mark HAVING count(*) > 1"
_OF_MARK = (
    "SELECT row, version, published, updated, packed FROM papers JOIN marks USING (row) WHERE mark = ? ORDER BY row"
)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made: papers in the index, lines of the dump passed over as unreadable, size of the index."""

    records: int
    bad_lines: int
    bytes_on_disk: int


def build(
    dump: Path,
    index: Path,
    progress: Callable[[int, float], None],
    stopped: Callable[[], bool],
    *,
    clock: Callable[[], float] = time.time,
) -> Built:
    """Build the catalogue at `index` from the dump (JSON lines, plain or .gz); of one id twice the later line counts.

    `progress` gets the records so far and the share 0..1 of the dump that is read; when `stopped` says so, `Stopped`
    is raised. The old index stays until the new one is whole and on disk; those who read it go on reading it. Raises
    `DumpUnreadable` when the dump cannot be read or holds no record, `CatalogueUnwritable` for the index.
    """
    with dump_file.opened(dump) as file, _written_whole(index, clock) as temporary:
        with closing(sqlite3.connect(temporary, isolation_level=None)) as db:
            db.executescript(_TUNING + rows.SCHEMA + _STAGED)
            db.set_progress_handler(lambda: int(stopped()), _STEPS_BETWEEN_LOOKS)
            db.execute("BEGIN")
            about = _about(dump, file) | _fill(db, dump, file, progress, stopped)
            about["records"] = _finish(db, about["dictionary"])
            about["built_at"] = datetime.fromtimestamp(clock(), UTC).isoformat(timespec="seconds")
            db.executemany("INSERT INTO info VALUES (?, ?)", about.items())
            db.execute(f"PRAGMA application_id = {rows.APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {rows.VERSION}")
            db.execute("COMMIT")
        return Built(about["records"], about["bad_lines"], temporary.stat().st_size)


def _fill(
    db: sqlite3.Connection,
    dump: Path,
    file: BufferedReader,
    progress: Callable[[int, float], None],
    stopped: Callable[[], bool],
) -> dict[str, Any]:
    """Every entry of the dump into the index, and what it has to remember of the dump's lines."""
    size = os.fstat(file.fileno()).st_size
    row = bad_lines = 0
    newest, dictionary = "", b""
    read = ((start, read_entry(line)) for start, line in dump_file.lines(dump, file))
    while batch := list(islice(read, _BATCH)):
        if stopped():
            raise Stopped
        entries = [(start, entry) for start, entry in batch if entry is not None]
        bad_lines += len(batch) - len(entries)
        if entries:
            dictionary = dictionary or _dictionary([entry for _, entry in entries])
            _insert(db, row, entries, rows.packer(dictionary))
            newest = max(newest, *(entry.update_date for _, entry in entries))
        row += len(entries)
        progress(row, min(1.0, file.tell() / size))
    if not row:
        raise dump_file.no_dump(dump, f"none of its {bad_lines} lines is a record" if bad_lines else "it is empty")
    return {"bad_lines": bad_lines, "newest": newest, "dictionary": dictionary}


def _insert(
    db: sqlite3.Connection, last_row: int, entries: Sequence[tuple[int, Entry]], pack: Callable[[bytes], bytes]
) -> None:
    papers, titles, marks, words = [], [], [], []
    for row, (start, entry) in enumerate(entries, last_row + 1):
        days = rows.stored_day(entry.published), rows.stored_day(entry.updated)
        papers.append((row, start, entry.version, *days, pack(rows.plain_text(entry))))
        titles.append((rows.beginning(entry.title), row))
        marks.extend([(mark, row) for mark in rows.marks(entry)])
        words.append((row, rows.words(entry)))
    db.executemany("INSERT INTO papers VALUES (?, ?, ?, ?, ?, ?)", papers)
    db.executemany("INSERT INTO new_titles VALUES (?, ?)", titles)
    db.executemany("INSERT INTO new_marks VALUES (?, ?)", marks)
    db.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", words)


def _dictionary(entries: Sequence[Entry]) -> bytes:
    """Some texts of the dump, spread over its first entries, for the others to be compressed by."""
    texts = [rows.plain_text(entry) for entry in entries[:: max(1, len(entries) // _SAMPLES)]]
    return b"\n".join(texts)[-rows.DICTIONARY_BYTES :]


def _finish(db: sqlite3.Connection, dictionary: bytes) -> int:
    """Sort what was staged, count common words, take out what a later line replaced; the number of papers left."""
    for statement in _SORTED:
        db.execute(statement)
    db.execute("INSERT INTO common SELECT term, doc FROM temp.counted WHERE doc >= ?", (_COMMON_RECORDS,))
    for (mark,) in db.execute(_TWICE, (rows.ID,)).fetchall():
        last = {rows.unpacked(dictionary, kept).arxiv_id: row for row, *kept in db.execute(_OF_MARK, (mark,))}
        found = {row for (row,) in db.execute("SELECT row FROM marks WHERE mark = ?", (mark,))}
        db.executemany("DELETE FROM papers WHERE row = ?", [(row,) for row in found - set(last.values())])
    return int(db.execute("SELECT count(*) FROM papers").fetchone()[0])


def _about(dump: Path, file: BufferedReader) -> dict[str, Any]:
    """What the index remembers of how it was made; abstracts are read from the dump as long as that stays the same."""
    status = os.fstat(file.fileno())
    name = str(dump.resolve()).encode("utf-8", "surrogateescape")
    return {
        "spelling": rows.spelling(),
        "dump": name,
        "dump_bytes": status.st_size,
        "dump_mtime_ns": status.st_mtime_ns,
        "dump_seekable": not dump_file.is_compressed(file),
    }


@contextmanager
def _written_whole(index: Path, clock: Callable[[], float]) -> Iterator[Path]:
    """A new file beside `index` that takes its place when the block ends well, and goes away when not."""
    with _told(index):
        if index.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if index.exists() and not index.is_file():
            raise CatalogueUnwritable(index, "it is no file")
        index.parent.mkdir(parents=True, exist_ok=True)
        _sweep(index, clock)
        handle, name = tempfile.mkstemp(prefix=f".{index.name}.", suffix=_SUFFIX, dir=index.parent)
        os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with _told(index):
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            temporary.replace(index)
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            raise Stopped from None
        raise CatalogueUnwritable(index, str(error)) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _sweep(index: Path, clock: Callable[[], float]) -> None:
    """Remove what killed builds left behind: after a minute what nobody holds, after a day whatever is there."""
    for left in index.parent.glob(f".{glob.escape(index.name)}.*{_SUFFIX}"):
        with suppress(OSError):
            age_seconds = clock() - left.stat().st_mtime
            if age_seconds > _DAY_SECONDS or (age_seconds > _MINUTE_SECONDS and not _is_held(left)):
                left.unlink()


def _is_held(left: Path) -> bool:
    """Whether a build still works on this file: SQLite keeps it locked meanwhile (SQLite, PRAGMA locking_mode)."""
    try:
        with closing(sqlite3.connect(f"{left.resolve().as_uri()}?mode=rw", uri=True, timeout=0)) as db:
            db.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        return error.sqlite_errorcode not in _NO_DATABASE
    return False


@contextmanager
def _told(index: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CatalogueUnwritable(index, error.strerror or str(error)) from error
