"""Lines of arXiv's metadata dump as entries and papers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.fetcher.catalogue.dump import Entry, paper_of, read_entry
from notegen.fetcher.catalogue.rows import packer, plain_text, stored_day, told_day, unpacked
from notegen.records import Paper

KITE: dict[str, Any] = {
    "id": "0805.0012",
    "submitter": "Aiko Mori",
    "authors": "Aiko Mori and \\'Etienne d'Arc (Lab of Winds), Jr.",
    "title": "Kites in a Storm:\n  Strings of $\\pi_0$ Kind",
    "comments": "12 pages,\n accepted at NSDI 2008",
    "journal-ref": None,
    "doi": "10.5555/Kite.1, 10.5555/Kite.2",
    "report-no": None,
    "categories": "cs.NI math.OC",
    "license": None,
    "abstract": "  We fly kites.\nThey land.\n",
    "versions": [
        {"version": "v1", "created": "Fri, 2 May 2008 19:18:42 GMT"},
        {"version": "v2", "created": "Tue, 31 Mar 2009 00:00:01 GMT"},
    ],
    "update_date": "2009-11-13",
    "authors_parsed": [["Mori", "Aiko", ""], ["d'Arc", "\\'Etienne", "Jr"]],
}


def _entry(**changes: object) -> Entry | None:
    return read_entry(json.dumps(KITE | changes).encode() + b"\n")


def _paper(**changes: object) -> Paper:
    entry = _entry(**changes)
    assert entry is not None
    return paper_of(entry)


def test_a_line_is_read_whole() -> None:
    """Every field of a line that a paper has arrives in it."""
    assert _paper() == Paper(
        title="Kites in a Storm: Strings of $\\pi_0$ Kind",
        authors=("Aiko Mori", "Étienne d'Arc Jr"),
        arxiv_id="0805.0012",
        version=2,
        doi="10.5555/Kite.1",
        url="https://arxiv.org/abs/0805.0012",
        pdf_url="https://arxiv.org/pdf/0805.0012v2",
        published="2008-05-02",
        updated="2009-03-31",
        venue="NSDI",
        categories=("cs.NI", "math.OC"),
        comment="12 pages, accepted at NSDI 2008",
        abstract="We fly kites. They land.",
        source="catalogue",
    )


def test_only_id_and_title_are_needed() -> None:
    """A line with nothing but id and title is a record, dated by the month in its id."""
    for arxiv_id, published in (("0805.0012", "2008-05"), ("hep-th/9912001", "1999-12"), ("math/0309136", "2003-09")):
        entry = read_entry(json.dumps({"id": arxiv_id, "title": "Kites", "new key": {}}).encode())
        assert entry is not None
        paper = paper_of(entry)
        assert (paper.arxiv_id, paper.title, paper.published) == (arxiv_id, "Kites", published)
        assert paper == Paper(
            "Kites", arxiv_id=arxiv_id, published=published, source="catalogue", url=paper.url, pdf_url=paper.pdf_url
        )


def test_names_without_a_list_come_from_the_one_text() -> None:
    """Without the authors taken apart, their one text is: commas, “and”, affiliations, suffixes, accents."""
    paper = _paper(authors_parsed=None)
    assert paper.authors == ("Aiko Mori", "Étienne d'Arc")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"17",
        b"\xff\xfe\x00binary\x00",
        b"[" * 100_000,
        json.dumps({"title": "Kites"}).encode(),
        json.dumps({"id": "0805.0012"}).encode(),
        json.dumps({"id": "0805.0012", "title": " \n"}).encode(),
        json.dumps({"id": "0805.0012", "title": ["Kites"]}).encode(),
        json.dumps({"id": 805.0012, "title": "Kites"}).encode(),
        json.dumps({"id": "kite", "title": "Kites"}).encode(),
        json.dumps(KITE).encode()[:-40],
    ],
)
def test_what_is_no_record_is_none(line: bytes) -> None:
    """Torn, binary, endlessly nested and foreign lines, and those without id or title, are passed over."""
    assert read_entry(line) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([key for key in KITE if key != "id"]), json_values))
def test_values_of_any_type_do_no_harm(changes: dict[str, object]) -> None:
    """Whatever stands in a field, lone surrogates too, a line is a record or none, and goes into the index and back."""
    entry = _entry(**changes)
    if entry is None:
        return
    days = stored_day(entry.published), stored_day(entry.updated)
    row = (entry.version, *days, packer(b"kite")(plain_text(entry)))
    there_and_back = unpacked(b"kite", row)
    assert there_and_back.title == entry.title
    assert (there_and_back.published, there_and_back.updated) == (entry.published, entry.updated)


@given(st.dates())
def test_days_are_kept(day: Any) -> None:
    """A date is stored in few bytes and comes back the same."""
    assert told_day(stored_day(day.isoformat())) == day.isoformat()


def test_dates_that_are_none_are_left_out() -> None:
    """A stamp of another form or a day that does not exist is no date; the month of the id stands in."""
    for stamp in ("2008-05-02", "Fri, 31 Feb 2008 00:00:00 GMT", "Fri, 2 Kit 2008", "", "2 May 99999"):
        assert _paper(versions=[{"version": "v1", "created": stamp}]).published == "2008-05"
    for day in ("soon", "2008-13-45", "20\u0668\u0668-01-01"):
        assert _paper(versions=[{"version": "final"}], update_date=day).updated == ""


def test_many_authors_are_cut_in_the_index_only() -> None:
    """Of twenty authors the index keeps the first eight and the last; the line itself gives them all."""
    entry = _entry(authors_parsed=[[f"Kite{number}", "A.", ""] for number in range(20)])
    assert entry is not None
    assert len(paper_of(entry).authors) == 20
    kept = unpacked(b"", (None, "", "", packer(b"")(plain_text(entry)))).authors
    assert kept == (*(f"A. Kite{number}" for number in range(8)), "A. Kite19")
