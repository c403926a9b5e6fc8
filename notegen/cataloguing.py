"""The commands `catalogue build` and `catalogue info`; neither needs a vault."""

from __future__ import annotations

import time
from pathlib import Path

from notegen.errors import CatalogueMissing, NotegenError
from notegen.interrupt import ctrl_c
from notegen.terminal import Terminal
from notegen.views import amount

_SQLITE = b"SQLite format 3\0"
_HEADER_BYTES, _ID_AT = 100, slice(68, 72)


def build(index: Path, dump: Path) -> int:
    """Build the catalogue at `index` from arXiv's metadata dump; the old one stays until the new one is whole."""
    from notegen.fetcher.catalogue import build as catalogue_build

    _check_place(index)
    screen, begun = Terminal(), time.monotonic()
    with ctrl_c(lambda: screen.say("stopping; Ctrl-C again ends at once")) as stop:
        stop.soft = True
        try:
            built = catalogue_build.build(dump, index, screen.read_so_far, lambda: stop.pressed)
        finally:
            screen.end()
    passed_over = f" ({amount(built.bad_lines, 'line')} could not be read)" if built.bad_lines else ""
    seconds, size = time.monotonic() - begun, _megabytes(built.bytes_on_disk)
    screen.show_lines([f"{amount(built.records, 'record')}{passed_over} in {seconds:.0f} s, {size}: {index}"])
    return 0


def info(index: Path, *, as_json: bool) -> int:
    """What is in the catalogue, how old and how large it is. `CatalogueMissing` when there is none."""
    from notegen.fetcher.catalogue.index import Catalogue

    catalogue = Catalogue.open(index)
    if catalogue is None:
        raise CatalogueMissing(index)
    about, screen = catalogue.info(), Terminal()
    if as_json:
        screen.show_json(
            {
                "catalogue": str(index),
                "records": about.records,
                "bad_lines": about.bad_lines,
                "newest": about.newest,
                "built_at": about.built_at,
                "dump": str(about.dump),
                "dump_usable": about.dump_usable,
                "bytes": about.bytes_on_disk,
            }
        )
        return 0
    abstracts = "read from the dump" if about.dump_usable else "not at hand: the dump was moved, changed or compressed"
    bad_lines = f" ({amount(about.bad_lines, 'line')} of the dump could not be read)" if about.bad_lines else ""
    screen.show_lines(
        [
            f"catalogue: {index}, {_megabytes(about.bytes_on_disk)}",
            f"records: {about.records:,}{bad_lines}",
            f"newest: {about.newest}",
            f"built: {about.built_at} from {about.dump}",
            f"abstracts: {abstracts}",
        ]
    )
    return 0


def _check_place(index: Path) -> None:
    """`NotegenError` when something lies there that is no catalogue, and would be lost.

    A catalogue is a SQLite file with our number in its header (SQLite, Database File Format, Application ID).
    """
    from notegen.fetcher.catalogue.rows import APPLICATION_ID

    if not index.exists() or index.is_dir():
        return
    try:
        header = _beginning(index) if index.is_file() else b"no file"
    except OSError:
        header = b"not ours to read"
    ours = header.startswith(_SQLITE) and header[_ID_AT] == APPLICATION_ID.to_bytes(4, "big")
    if header and not ours:
        why = "it is no catalogue, and would be lost"
        raise NotegenError(f"{index} is not written over", why, "Name another place with NOTEGEN_CATALOGUE")


def _beginning(index: Path) -> bytes:
    with index.open("rb") as file:
        return file.read(_HEADER_BYTES)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1_000_000:,.1f} MB"
