"""Building the local catalogue: whole or not at all."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from notegen.errors import NotegenError, Stopped
from notegen.fetcher.catalogue.build import Built, build
from notegen.fetcher.catalogue.index import Catalogue

DAY_SECONDS = 86_400


def _lines(first: int, last: int, title: str = "Kites") -> bytes:
    lines = [
        {"id": f"2001.{n:05}", "title": f"{title} {n}", "update_date": "2020-02-01"} for n in range(first, last + 1)
    ]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def _build(dump: Path, index: Path, content: bytes) -> Built:
    dump.write_bytes(content)
    return build(dump, index, lambda records, share: None, lambda: False)


def _titles(index: Path, *ids: str) -> list[str]:
    catalogue = Catalogue.open(index)
    assert catalogue is not None
    return [paper.title for papers in catalogue.ask("id", ids).values() for paper in papers]


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    """Where the dump goes."""
    return tmp_path / "dump.json"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """An index built before, alone in its folder."""
    index = tmp_path / "data" / "catalogue"
    _build(tmp_path / "old.json", index, _lines(1, 1, "Old Kites"))
    return index


def _is_the_old_one_alone(index: Path) -> bool:
    return list(index.parent.iterdir()) == [index] and _titles(index, "2001.00001") == ["Old Kites 1"]


def test_lines_that_are_no_records_are_counted_and_passed_over(dump: Path, tmp_path: Path) -> None:
    """Torn, binary, foreign and endless lines cost only themselves, and blank ones are none."""
    endless = b'{"id": "2001.00009", "title": "' + b"kite " * 2_000_000 + b'"}\n'
    bad = (b"kites\n", b"\x00\xff\xfe\n", b"[1, 2]\n", endless, b'{"id": "2001.00009"}\n')
    content = b"\xef\xbb\xbf" + _lines(1, 1) + b"\n" + b"".join(bad) + _lines(2, 3) + b"  \r\n" + _lines(4, 4)[:-9]
    built = _build(dump, tmp_path / "index", content)
    assert (built.records, built.bad_lines) == (3, 6)
    assert _titles(tmp_path / "index", "2001.00001", "2001.00003", "2001.00009") == ["Kites 1", "Kites 3"]
    assert built.bytes_on_disk == (tmp_path / "index").stat().st_size


def test_a_compressed_dump_gives_the_same_catalogue(dump: Path, tmp_path: Path) -> None:
    """A .gz is read as what is in it, whatever its name."""
    built = _build(dump, tmp_path / "index", gzip.compress(_lines(1, 3_000)))
    assert built.records == 3_000
    assert _titles(tmp_path / "index", "2001.00001", "2001.03000") == ["Kites 1", "Kites 3000"]


def test_progress_is_told(dump: Path, tmp_path: Path) -> None:
    """The records so far and the share of the dump grow to all records and the whole."""
    dump.write_bytes(_lines(1, 9_000))
    told: list[tuple[int, float]] = []
    build(dump, tmp_path / "index", lambda records, share: told.append((records, share)), lambda: False)
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == (9_000, 1.0)


def test_a_stopped_build_leaves_the_old_index(dump: Path, index: Path) -> None:
    """Stopped at the beginning or on the way, a build ends with `Stopped`; the old index is as it was, nothing else."""
    dump.write_bytes(_lines(1, 9_000))
    for answers in ([True], [False, True], [False, False, False, True]):
        with pytest.raises(Stopped):
            build(dump, index, lambda records, share: None, partial(next, iter(answers), True))
        assert _is_the_old_one_alone(index)


def test_a_build_stopped_while_sorting_ends_soon(dump: Path, index: Path) -> None:
    """Between reading and the end `stopped` is looked at, too."""
    dump.write_bytes(_lines(1, 30_000))
    seen: list[float] = []
    with pytest.raises(Stopped):
        build(dump, index, lambda records, share: seen.append(share), lambda: bool(seen) and seen[-1] == 1.0)
    assert _is_the_old_one_alone(index)


def test_a_build_that_fails_midway_leaves_the_old_index(dump: Path, index: Path) -> None:
    """A compressed dump that was cut off or damaged is an error, not a small catalogue; the old index stays."""
    packed = gzip.compress(_lines(1, 9_000))
    for content in (packed[:-1_000], packed[:9_000] + b"kite" * 9_000):
        with pytest.raises(NotegenError, match="cannot read"):
            _build(dump, index, content)
        assert _is_the_old_one_alone(index)


def test_an_error_of_the_caller_leaves_the_old_index(dump: Path, index: Path) -> None:
    """Even Ctrl-C in the middle takes the half-built index away."""

    def interrupted(records: int, share: float) -> None:
        raise KeyboardInterrupt

    dump.write_bytes(_lines(1, 9_000))
    with pytest.raises(KeyboardInterrupt):
        build(dump, index, interrupted, lambda: False)
    assert _is_the_old_one_alone(index)


CHILD = """
import sys
from pathlib import Path
from notegen.fetcher.catalogue.build import build
def progress(records, share):
    print("building", flush=True)
    sys.stdin.read()
build(Path(sys.argv[1]), Path(sys.argv[2]), progress, lambda: False)
"""


def test_a_killed_build_is_swept_later_and_a_running_one_is_not(dump: Path, index: Path) -> None:
    """While it runs, a build's file stays whoever builds beside it; of a killed one it goes after a minute."""
    dump.write_bytes(_lines(1, 9_000))
    command = [sys.executable, "-c", CHILD, str(dump), str(index)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline().split() == [b"building"]
        (left,) = (path for path in index.parent.iterdir() if path != index)
        _build_later(dump, index, DAY_SECONDS / 2)
        assert left.exists()
        child.kill()
    for age_seconds, still_there in ((30, True), (90, False)):
        _build_later(dump, index, age_seconds)
        assert left.exists() == still_there
    assert _titles(index, "2001.09000") == ["Kites 9000"]


def test_what_a_killed_build_left_torn_is_swept(dump: Path, index: Path) -> None:
    """Half a page, or a page of another file: what is left of a build goes, whatever is in it."""
    dump.write_bytes(_lines(1, 3))
    left = [index.parent / f".{index.name}.{name}.building" for name in ("a", "b", "c")]
    for path, content in zip(left, (b"", b"kites" * 3_000, index.read_bytes()[:5_000]), strict=True):
        path.write_bytes(content)
    _build_later(dump, index, 90)
    assert list(index.parent.iterdir()) == [index]


def _build_later(dump: Path, index: Path, seconds: float) -> None:
    later = time.time() + seconds
    build(dump, index, lambda records, share: None, lambda: False, clock=partial(float, later))


@pytest.mark.skipif(sys.platform == "win32", reason="no such files on Windows")
def test_what_is_no_file_is_not_written_over(dump: Path, tmp_path: Path) -> None:
    """A pipe or a device in the index's place stays what it is."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to(os.devnull)
    for place in (tmp_path / "pipe", tmp_path / "device"):
        with pytest.raises(NotegenError, match="it is no file"):
            _build(dump, place, _lines(1, 3))
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "device").is_symlink()


def test_two_builds_at_once_do_not_mix(dump: Path, index: Path, tmp_path: Path) -> None:
    """A build that begins and ends while another runs leaves a whole index, and so does the other after it."""
    other = tmp_path / "other.json"
    inner: list[Built] = []

    def progress(records: int, share: float) -> None:
        if not inner:
            inner.append(_build(other, index, _lines(5, 6, "Other Kites")))
            assert _titles(index, "2001.00001", "2001.00006") == ["Other Kites 6"]

    dump.write_bytes(_lines(1, 9_000))
    assert build(dump, index, progress, lambda: False).records == 9_000
    assert inner[0].records == 2
    assert _titles(index, "2001.00006", "2001.09000") == ["Kites 6", "Kites 9000"]
    assert list(index.parent.iterdir()) == [index]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let an open file be replaced")
def test_a_reader_goes_on_while_the_index_is_replaced(dump: Path, index: Path) -> None:
    """One who has the old index open goes on reading it; who opens it after that has the new one."""
    reader = Catalogue.open(index)
    assert reader is not None
    _build(dump, index, _lines(1, 9_000))
    assert [paper.title for paper in reader.ask("title", ["Old Kites 1"])["Old Kites 1"]] == ["Old Kites 1"]
    assert _titles(index, "2001.00001") == ["Kites 1"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"\n \n", "it is empty"),
        (b"kites\n" * 3, "none of its 3 lines is a record"),
        (bytes(range(256)) * 40, "is a record"),
        (b"PK\x03\x04kites", "zip archive"),
    ],
)
def test_a_file_that_is_no_dump_is_refused(dump: Path, index: Path, content: bytes, why: str) -> None:
    """A file without one record is no dump; the error says so, and the old index stays."""
    with pytest.raises(NotegenError, match=why) as refused:
        _build(dump, index, content)
    assert str(dump) in str(refused.value)
    assert refused.value.next_step
    assert _is_the_old_one_alone(index)


def test_a_dump_that_is_not_there_is_told(tmp_path: Path, index: Path) -> None:
    """A missing file and a folder are named, with what to do."""
    for dump, why in ((tmp_path / "none.json", "No such file"), (tmp_path, "it is not a file")):
        with pytest.raises(NotegenError, match=why) as refused:
            build(dump, index, lambda records, share: None, lambda: False)
        assert str(dump) in str(refused.value)
        assert refused.value.next_step
    assert _is_the_old_one_alone(index)


def test_a_place_that_cannot_be_written_is_told(dump: Path, tmp_path: Path) -> None:
    """Where the index cannot be made, the error names it."""
    (tmp_path / "file").write_text("kites", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "file" / "index", tmp_path / "folder"):
        with pytest.raises(NotegenError, match="cannot write the catalogue") as refused:
            _build(dump, place, _lines(1, 3))
        assert str(place) in str(refused.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump.json", "file", "folder"]


def _limit_files() -> None:
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit on Windows")
def test_a_full_disk_is_told_and_the_old_index_stays(dump: Path, index: Path) -> None:
    """When no more can be written, one line says so, and of the new index nothing is left."""
    dump.write_bytes(_lines(1, 9_000))
    script = CHILD.replace("sys.stdin.read()", "")
    command = [sys.executable, "-c", script, str(dump), str(index)]
    child = subprocess.run(command, capture_output=True, text=True, preexec_fn=_limit_files, check=False)
    assert "CatalogueUnwritable: cannot write the catalogue" in child.stderr
    assert _is_the_old_one_alone(index)
