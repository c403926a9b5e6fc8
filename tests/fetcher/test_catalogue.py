"""The local catalogue, asked."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.errors import CatalogueUnusable, NotegenError
from notegen.fetcher.catalogue.build import build
from notegen.fetcher.catalogue.index import Catalogue

ORDINARY = ("learning", "model", "graph", "deep", "fast", "large", "neural", "robust")
KITES = "Kites that fly over harbours lose their strings in storms; we tie them with silk and count how many land."


def _line(arxiv_id: str, title: str, authors: str = "Aiko Mori", **fields: object) -> dict[str, Any]:
    names = [name.split() for name in authors.split(", ")]
    parsed = [[" ".join(name[1:]), name[0], ""] for name in names]
    versions = [{"version": "v1", "created": "Fri, 2 May 2008 19:18:42 GMT"}]
    return {"id": arxiv_id, "title": title, "authors_parsed": parsed, "versions": versions, **fields}


LINES = [
    _line(
        "0805.0012",
        "Kite-Infinity: Silk Strings\n  for $\\pi_0$ Harbours",
        "Aiko Mori, Jan van den Berg",
        abstract=f"  {KITES}\n",
        doi="10.5555/Kite.1",
        versions=[{"version": f"v{n}", "created": "Sat, 3 May 2008 19:18:42 GMT"} for n in (1, 2, 3)],
        comments="accepted at NSDI 2008",
        categories="cs.NI",
        update_date="2009-01-31",
    ),
    _line("2401.00002", "Kites Revisited", "Jan van den Berg, Aiko Mori", abstract=f"{KITES} Later they sank."),
    _line("math/0309136", "On Knots of Sailors", "Zoë Lindqvist", update_date="2007-05-01"),
    _line("hep-th/9901001", "Knots", "Otto Vaswani"),
    _line("2001.00003", "Buoys for Everybody in Calm Water and Beyond the Reef", "Otto Vaswani, Aiko Mori"),
    _line("2001.00004", "Buoys for Everybody", "Aiko Mori, Otto Vaswani"),
    *(_line(f"2002.{n:05}", "Harbour Report", "Port Office") for n in range(1, 13)),
    *(
        _line(f"2101.{n:05}", f"{ORDINARY[n % 8]} {ORDINARY[n * 3 % 7]} {ORDINARY[n // 8 % 8]} learning {n:x}x")
        for n in range(1, 401)
    ),
    _line("2103.00001", "Learning Deep Graph Buoyancy", "Aiko Mori"),
    _line("2104.00001", "Quantum Codes for Kelp", "Amr El-Desouky"),
]


def _write(dump: Path, *lines: object) -> None:
    dump.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


def _build(dump: Path, index: Path, *lines: object) -> None:
    _write(dump, *lines)
    build(dump, index, lambda records, share: None, lambda: False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dump and the catalogue built from it."""
    folder = tmp_path_factory.mktemp("catalogue")
    _build(folder / "dump.json", folder / "index", *LINES)
    return folder


@pytest.fixture(scope="module")
def catalogue(folder: Path) -> Iterator[Catalogue]:
    """That catalogue, open."""
    catalogue = _opened(folder / "index")
    yield catalogue
    catalogue.close()


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """The index again, for a test to spoil."""
    return Path(shutil.copy(folder / "index", tmp_path))


def _opened(index: Path) -> Catalogue:
    catalogue = Catalogue.open(index)
    assert catalogue is not None
    return catalogue


def _ids(catalogue: Catalogue, how: Any, text: str) -> list[str]:
    return [paper.arxiv_id for paper in catalogue.ask(how, [text])[text]]


def test_found_by_id(catalogue: Catalogue) -> None:
    """Old and new ids find their paper; one with a version only when that is the latest."""
    for asked in ("0805.0012", "0805.0012v3", "arXiv:0805.0012", "math/0309136", "math.GT/0309136", "hep-th/9901001"):
        assert len(_ids(catalogue, "id", asked)) == 1, asked
    assert _ids(catalogue, "id", "0805.0012v2") == _ids(catalogue, "id", "0805.0013") == []


def test_a_paper_comes_whole(catalogue: Catalogue) -> None:
    """A paper found has all that its line of the dump tells, the abstract with it."""
    paper = catalogue.ask("id", ["0805.0012"])["0805.0012"][0]
    assert (paper.title, paper.authors) == (
        "Kite-Infinity: Silk Strings for $\\pi_0$ Harbours",
        ("Aiko Mori", "Jan van den Berg"),
    )
    assert (paper.version, paper.doi, paper.published, paper.updated) == (
        3,
        "10.5555/Kite.1",
        "2008-05-03",
        "2008-05-03",
    )
    assert (paper.venue, paper.categories, paper.abstract, paper.source) == ("NSDI", ("cs.NI",), KITES, "catalogue")


def test_found_by_doi(catalogue: Catalogue) -> None:
    """A DOI finds its paper in any case, arXiv's own DOI too; another DOI finds nothing."""
    assert _ids(catalogue, "doi", "10.5555/KITE.1") == ["0805.0012"]
    assert _ids(catalogue, "doi", "10.48550/arXiv.2401.00002") == ["2401.00002"]
    assert _ids(catalogue, "doi", "10.5555/kite.2") == []


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("kite infinity – silk strings for π 0 harbours", "0805.0012"),
        ("kite infi", "0805.0012"),
        ("Kite-Infinity: Silk Strings for $\\pi_0$ Harb", "0805.0012"),
        ("Knots", "hep-th/9901001"),
        ("Buoys for Everybody", "2001.00004"),
        ("Buoys for Every", "2001.00004"),
        ("Buoys for Everybody in Calm Water and Beyond the", "2001.00003"),
        ("Buoys for Everybody: A Tale", "2001.00004"),
        ("Buoys for Everybody in Calm Water and Beyond the Reef, Part Two", "2001.00003"),
    ],
)
def test_found_by_title(catalogue: Catalogue, asked: str, first: str) -> None:
    """A title finds its paper however it is spelled or cut, the same title first, and the title it begins with."""
    assert _ids(catalogue, "title", asked)[0] == first


def test_titles_too_short_or_other_find_nothing(catalogue: Catalogue) -> None:
    """Fewer than six letters find only the very same title; another title with the same words finds none."""
    assert _ids(catalogue, "title", "Buoy") == []
    assert _ids(catalogue, "title", "Knots of Sailors") == []
    assert _ids(catalogue, "title", "Knots and Crosses") == []


def test_every_paper_of_the_same_title_is_told(catalogue: Catalogue) -> None:
    """All twelve papers of one title are found, so that none is taken for the only one."""
    assert len(_ids(catalogue, "title", "Harbour Report")) == 12


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ("Silk strings in quiet harbours", "0805.0012"),
        ("Sailors and their knots", "math/0309136"),
        ("Deep graph learning of buoyancy", "2103.00001"),
    ],
)
def test_found_by_rare_words(catalogue: Catalogue, asked: str, right: str) -> None:
    """A title finds the paper that shares its rare words, whatever its common ones are."""
    assert right in _ids(catalogue, "words", asked)


def test_common_words_decide_together(catalogue: Catalogue) -> None:
    """Where every word is common, papers that share two of the rarest are found, nearest first, ten at most."""
    found = catalogue.ask("words", ["robust neural learning"])["robust neural learning"]
    assert len(found) == 10
    assert {"robust", "neural"} <= set(found[0].title.split())


def test_found_by_abstract(catalogue: Catalogue) -> None:
    """The beginning of an abstract finds the papers that have it, all of it, cut in a word or with “…” after it."""
    assert sorted(_ids(catalogue, "abstract", f"{KITES[:60]}…")) == ["0805.0012", "2401.00002"]
    assert _ids(catalogue, "abstract", f"{KITES} Later they sa") == ["2401.00002"]
    assert _ids(catalogue, "abstract", f"{KITES[:60]} but not so") == []
    assert _ids(catalogue, "abstract", KITES[:30]) == []


def test_found_by_author(catalogue: Catalogue) -> None:
    """A surname and words of a title find the paper, at any place among the authors, first authors first."""
    assert _ids(catalogue, "author", "vaswani buoys") == ["2001.00003", "2001.00004"]
    assert _ids(catalogue, "author", "Mori buoys") == ["2001.00004", "2001.00003"]
    assert _ids(catalogue, "author", "van den Berg revisited") == ["2401.00002"]
    assert _ids(catalogue, "author", "Lindqvist sailors knots") == ["math/0309136"]
    assert _ids(catalogue, "author", "vaswani kites") == _ids(catalogue, "author", "buoys vaswani") == []
    assert _ids(catalogue, "author", "vaswani") == []


@pytest.mark.parametrize(
    "asked", ["el-desouky quantum", "desouky quantum", "El-Desouky quantum codes kelp", "el desouky quantum"]
)
def test_found_by_a_surname_with_a_hyphen(catalogue: Catalogue, asked: str) -> None:
    """A surname with a hyphen is found whole and by its last part, whatever number of words comes after it."""
    assert _ids(catalogue, "author", asked) == ["2104.00001"]


def test_every_abstract_that_begins_alike_is_seen(tmp_path: Path) -> None:
    """Of three hundred abstracts with one beginning the two that go on as asked are both found, be they the first."""
    begun = "Boats with many sails are increasingly used in"
    others = (_line(f"2201.{n:05}", f"Boats {n}", abstract=f"{begun} port {n} and others.") for n in range(10, 310))
    twins = (_line(f"2201.{n:05}", f"Twin {n}", abstract=f"{begun} storms, which we count.") for n in (1, 2))
    _build(tmp_path / "dump.json", tmp_path / "index", *twins, *others)

    assert sorted(_ids(_opened(tmp_path / "index"), "abstract", f"{begun} storms…")) == ["2201.00001", "2201.00002"]


HOSTILE = (
    "",
    " ",
    "\x00",
    '"',
    '" OR "',
    "kite* OR NOT NEAR(knots) {word}: ^x -y",
    "'; DROP TABLE papers; --",
    "%_?",
    "\ud800 kite",
    "😀",
    "x" * 10_000,
    "kite " * 2_000,
    "\\" * 500,
    "au_mori",
    "٣",
)


@pytest.mark.parametrize("how", sorted(Catalogue.hows))
def test_hostile_texts_do_no_harm(catalogue: Catalogue, how: Any) -> None:
    """Quotes, operators, NUL, lone surrogates, endless texts are texts: each gets its answer, nothing raises."""
    answers = catalogue.ask(how, HOSTILE)
    assert list(answers) == list(HOSTILE)
    assert answers[""] == answers['" OR "'] == answers["'; DROP TABLE papers; --"] == answers["au_mori"] == ()


@settings(max_examples=50)
@given(st.text(st.characters(), max_size=60), st.sampled_from(sorted(Catalogue.hows)))
def test_any_text_can_be_asked(catalogue: Catalogue, text: str, how: Any) -> None:
    """No text whatever makes a question fail."""
    assert list(catalogue.ask(how, [text])) == [text]


def test_the_later_line_of_an_id_counts(tmp_path: Path) -> None:
    """Of two lines with one id the later one is the paper; the title of the earlier finds it no more."""
    _build(
        tmp_path / "dump.json",
        tmp_path / "index",
        _line("0805.0012", "Kites over Harbours"),
        _line("0805.0013", "Buoys"),
        _line("0805.0012", "Silk Strings"),
    )
    catalogue = _opened(tmp_path / "index")
    assert catalogue.ask("id", ["0805.0012"])["0805.0012"][0].title == "Silk Strings"
    assert _ids(catalogue, "title", "Kites over Harbours") == _ids(catalogue, "words", "harbours") == []
    assert _ids(catalogue, "title", "Silk Strings") == ["0805.0012"]
    assert catalogue.info().records == 2


@pytest.mark.parametrize("fate", ["gone", "changed", "grown", "compressed"])
def test_works_without_the_dump(tmp_path: Path, fate: str) -> None:
    """When the dump is gone, is another one by now, or was compressed, papers are found as before, without abstract."""
    dump, index = tmp_path / "dump.json", tmp_path / "index"
    authors = ", ".join(f"A. Kite{number}" for number in range(20))
    _write(dump, _line("0805.0012", "Kites", authors, abstract=KITES))
    if fate == "compressed":
        import gzip

        dump.write_bytes(gzip.compress(dump.read_bytes()))
    build(dump, index, lambda records, share: None, lambda: False)
    if fate == "gone":
        dump.unlink()
    elif fate == "changed":
        os.utime(dump, ns=(1, 1))
    elif fate == "grown":
        dump.write_bytes(dump.read_bytes() * 2)
    catalogue = _opened(index)
    paper = catalogue.ask("title", ["kites"])["kites"][0]
    assert (paper.abstract, len(paper.authors), paper.authors[-1]) == ("", 9, "A. Kite19")
    assert catalogue.ask("abstract", [KITES])[KITES] == (paper,)
    assert not catalogue.info().dump_usable


def test_a_line_that_is_no_longer_the_papers_is_not_used(folder: Path, tmp_path: Path) -> None:
    """A dump written over unnoticed lends no paper the abstract of another."""
    dump, index = tmp_path / "dump.json", tmp_path / "index"
    _build(dump, index, _line("0805.0012", "Kites", abstract=KITES))
    status, size = dump.stat(), dump.stat().st_size
    _write(dump, _line("0805.0099", "Kites", abstract=KITES))
    os.utime(dump, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert dump.stat().st_size == size
    assert _opened(index).ask("title", ["Kites"])["Kites"][0].abstract == ""


def test_info_tells_what_is_there(folder: Path, catalogue: Catalogue) -> None:
    """The catalogue knows its papers, its dump, its age and its size."""
    info = catalogue.info()
    assert (info.records, info.bad_lines, info.newest) == (len(LINES), 0, "2009-01-31")
    assert (info.dump, info.dump_usable) == ((folder / "dump.json").resolve(), True)
    assert info.bytes_on_disk == (folder / "index").stat().st_size
    assert info.built_at.endswith("+00:00")


def test_no_catalogue_is_none(tmp_path: Path) -> None:
    """Where no catalogue was built there is none, and that is no error."""
    assert Catalogue.open(tmp_path / "index") is None


def _foreign(index: Path) -> None:
    index.unlink()
    with sqlite3.connect(index) as db:
        db.execute("CREATE TABLE papers (row)")
    db.close()


def _of_another_form(index: Path) -> None:
    db = sqlite3.connect(index)
    db.execute("PRAGMA user_version = 999")
    db.close()


def _of_other_rules(index: Path) -> None:
    db = sqlite3.connect(index)
    db.execute("UPDATE info SET value = 'kites' WHERE name = 'spelling'")
    db.commit()
    db.close()


SPOILT = {
    "text": lambda index: index.write_text("kites " * 9_000, encoding="utf-8"),
    "empty": lambda index: index.write_bytes(b""),
    "cut off": lambda index: os.truncate(index, index.stat().st_size // 2),
    "another database": _foreign,
    "another form": _of_another_form,
    "other rules for titles": _of_other_rules,
    "a folder": lambda index: (index.unlink(), index.mkdir()),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_file_that_is_no_whole_catalogue_is_refused(copy: Path, spoil: Any) -> None:
    """A damaged, foreign or outdated file is named in one line that says to build it again."""
    spoil(copy)
    with pytest.raises(NotegenError) as refused:
        Catalogue.open(copy)
    assert str(copy) in str(refused.value)
    assert "catalogue build" in refused.value.next_step


@pytest.mark.skipif(os.name == "nt", reason="no such files on Windows")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to(os.devnull)], ids=["pipe", "device"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, make: Any) -> None:
    """A pipe or a device in the catalogue's place is told in one line; nobody waits for what it may say."""
    make(tmp_path / "index")
    with pytest.raises(CatalogueUnusable, match="it is no file"):
        Catalogue.open(tmp_path / "index")


@pytest.mark.parametrize("filler", [b"\x00", b"\xff", b"kite"])
def test_damage_inside_is_told_when_it_shows(copy: Path, filler: bytes) -> None:
    """Whatever was written over the inside of the index, opening or asking ends in the one error, never in another."""
    content = copy.read_bytes()
    begin = len(content) // 8
    copy.write_bytes(content[:begin] + filler * ((len(content) - begin) // len(filler)))
    with pytest.raises(NotegenError, match="catalogue build"):
        for how in sorted(Catalogue.hows):
            _opened(copy).ask(how, ["0805.0012", "Harbour Report", "mori buoys", KITES])
