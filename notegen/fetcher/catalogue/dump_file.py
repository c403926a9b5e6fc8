"""DOOR to the file of arXiv's metadata dump: its lines, one after another or one alone."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from notegen.errors import DumpUnreadable
from notegen.fetcher.catalogue.dump import Entry, read_entry

_LONGEST_LINE_BYTES = 2 << 20
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"


def opened(dump: Path) -> BufferedReader:
    """The dump, open; `DumpUnreadable` for what cannot be one by its kind or cannot be read."""
    try:
        if dump.exists() and not dump.is_file():
            raise no_dump(dump, "it is not a file")
        file = dump.open("rb")
    except (OSError, ValueError) as error:
        raise _unread(dump, error) from error
    try:
        if file.peek(len(_ZIP)).startswith(_ZIP):
            raise DumpUnreadable(dump, "it is a zip archive", "Unpack it and name the file inside")
    except BaseException:
        file.close()
        raise
    return file


def is_compressed(file: BufferedReader) -> bool:
    """Whether a dump just opened is a .gz, whatever its name."""
    return file.peek(len(_GZIP)).startswith(_GZIP)


def lines(dump: Path, file: BufferedReader) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with the place it starts at; of one beyond all measure only its first part.

    Raises `DumpUnreadable` when the file cannot be read on, as a .gz that was cut off.
    """
    start = 0
    try:
        text = gzip.GzipFile(fileobj=file) if is_compressed(file) else file
        while line := text.readline(_LONGEST_LINE_BYTES):
            if not line.isspace():
                yield start, line
            start += len(line)
            while len(line) == _LONGEST_LINE_BYTES and not line.endswith(b"\n"):
                line = text.readline(_LONGEST_LINE_BYTES)
                start += len(line)
    except (OSError, EOFError, zlib.error) as error:
        raise _unread(dump, error) from error


def entry_at(file: BufferedReader, start: int) -> Entry | None:
    """The entry of the line that starts there, None when it cannot be read."""
    try:
        file.seek(start)
        return read_entry(file.readline(_LONGEST_LINE_BYTES))
    except OSError:
        return None


def no_dump(dump: Path, why: str) -> DumpUnreadable:
    return DumpUnreadable(dump, why, "Name arXiv's metadata dump, arxiv-metadata-oai-snapshot.json")


def _unread(dump: Path, error: Exception) -> DumpUnreadable:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return DumpUnreadable(dump, why, "See that it is there and whole, then build the catalogue again")
