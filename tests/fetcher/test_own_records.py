"""What a vault knows itself: records and pins."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.own_records import OwnKnowledge, OwnRecord, read_records
from notegen.fetcher.pins import UNREADABLE, read_pins
from notegen.records import Match, Pair, Paper, Wanted

KITE = Paper("Kite: Fast Rings", arxiv_id="2209.00001", doi="10.5555/K.1", published="2022-09-01", source="vault")
TAKO = Paper(
    "Tako for Everyone", arxiv_id="1905.00002", published="2019-05-02", earlier_titles=("Tako",), source="vault"
)
TWIN = Paper("Tako for Everyone", arxiv_id="1808.00003", published="2018-08-03", source="vault")


def _knows(*records: OwnRecord, **pins: str) -> OwnKnowledge:
    return OwnKnowledge({link.replace("_", " "): pin for link, pin in pins.items()}, records)


def _wanted(link: str, title: str = "", **hints: Any) -> Wanted:
    return Wanted(link, title or link, **hints)


def _line(**entry: object) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode() + b"\n"


def _paper(match: Match | None) -> Paper | None:
    assert match is not None
    assert match.decision == "accepted"
    assert match.reason
    return match.paper


def test_a_record_is_read_whole() -> None:
    """Every field of a line arrives in the paper, ids in their normal form."""
    records, problems = read_records(
        _line(
            links=["2022__NSDI__Kite", "Kite"],
            title=" Kite:\n Fast Rings ",
            arxiv_id="arXiv:2209.00001v3",
            doi="https://doi.org/10.5555/K.1",
            earlier_titles=["Kites"],
            authors=["Aiko Mori", "B. Sato"],
            published="2022-09-01",
            venue="NSDI",
            categories=["cs.NI"],
            abstract="Kites fly.",
            synopsis=[{"en": "Kites fly.", "ja": "凧は飛ぶ。"}, {"en": "They land."}],
            rating=5,
        )
    )
    paper = Paper(
        title="Kite: Fast Rings",
        authors=("Aiko Mori", "B. Sato"),
        arxiv_id="2209.00001",
        version=3,
        doi="10.5555/K.1",
        url="https://arxiv.org/abs/2209.00001",
        published="2022-09-01",
        venue="NSDI",
        categories=("cs.NI",),
        abstract="Kites fly.",
        synopsis=(Pair("Kites fly.", "凧は飛ぶ。"), Pair("They land.", "")),
        earlier_titles=("Kites",),
        source="vault",
    )
    assert (records, problems) == ((OwnRecord(("2022__NSDI__Kite", "Kite"), paper),), ())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"title": "Ki', "not a whole line of JSON"),
        (b"[1]", "not a JSON object"),
        (_line(links=["A"]), "“title” is missing"),
        (_line(title=7), "“title” must be a text"),
        (_line(title="A", links="A"), "“links” must be a list of texts"),
        (_line(title="A", authors=["B", 1]), "“authors” must be a list of texts"),
        (_line(title="A", synopsis=["B"]), "“synopsis” must be a list"),
        (_line(title="A", synopsis=[{"en": 1}]), "“en” must be a text"),
        (_line(title="A", arxiv_id="9999.99999"), "“arxiv_id” is no arXiv id"),
        (_line(title="A", doi="doi"), "“doi” is no DOI"),
        (_line(title="A", published="last year"), "“published” must be a date"),
        (b'{"title": "\\ud83d"}', "half a character"),
        (b'{"title": "\xff"}', "not UTF-8"),
        (b"[" * 100_000, "not a whole line of JSON"),
    ],
)
def test_a_bad_line_costs_only_itself(line: bytes, words: str) -> None:
    """Whatever is wrong with a line, it is named with its number and the others are read."""
    records, problems = read_records(
        b"\xef\xbb\xbf" + _line(title="First") + b"\r\n" + line.strip() + b"\n" + _line(title="Z")
    )
    assert [record.paper.title for record in records] == ["First", "Z"]
    assert len(problems) == 1
    assert problems[0].startswith("papers.jsonl, line 3: ")
    assert words in problems[0]


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    """No file of records or pins, however broken, stops a run."""
    assert isinstance(read_records(data)[0], tuple)
    assert isinstance(read_pins(data)[0], dict)


def test_pins_are_read_line_by_line() -> None:
    """Pins take ids in any form and "none"; a bad line is named, and of two pins for a link the later counts."""
    text = """# pins
"2022__NSDI__Kite" = "arXiv:2209.00001"
"凧" = "https://arxiv.org/abs/2209.00001v2"
'A "quoted" one' = "doi:10.5555/K.1"
"Muted" = "None"
"Muted too" = "none"  # really
"Broken = "none"
"Number" = 7
"Word" = "perhaps"
bare.key = "none"
"凧" = "2209.00004"
"""
    pins, problems = read_pins(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() + b'"\xff" = "none"')
    assert pins == {
        "2022__NSDI__Kite": "arXiv:2209.00001",
        "凧": "arXiv:2209.00004",
        'A "quoted" one': "doi:10.5555/K.1",
        "Muted": "none",
        "Muted too": "none",
        "Number": UNREADABLE,
        "Word": UNREADABLE,
        "\ufffd": UNREADABLE,
    }
    assert [problem.split(":")[0] for problem in problems] == [f"pins.toml, line {n}" for n in (7, 8, 9, 10, 12)]


def test_a_record_is_known_by_its_link() -> None:
    """The exact link text, as Obsidian compares names, means its record, whatever the title says."""
    own = _knows(OwnRecord(("Ring-o", "ガ凧"), KITE))
    assert _paper(own.match(_wanted("ring-O", year=1999))) == KITE
    assert _paper(own.match(_wanted("カ\u3099凧"))) == KITE
    assert own.match(_wanted("Ring")) is None


def test_a_record_is_known_by_an_id() -> None:
    """An id on the line, in any form or version, means the record with that id."""
    own = _knows(OwnRecord((), KITE))
    assert _paper(own.match(_wanted("X", arxiv_id="2209.00001v2"))) == KITE
    assert _paper(own.match(_wanted("X", doi="10.5555/k.1"))) == KITE
    assert _paper(own.match(Wanted("", "", arxiv_id="2209.00001"))) == KITE


def test_a_record_is_known_by_its_title() -> None:
    """An equal title, or one the paper had earlier, is enough when the year is at most one apart."""
    own = _knows(OwnRecord((), KITE), OwnRecord((), TAKO))
    assert _paper(own.match(_wanted("2023__NSDI__Kite - fast rings", "Kite - fast rings", year=2023))) == KITE
    assert _paper(own.match(_wanted("2019__X__Tako", "Tako", year=2019))) == TAKO
    assert own.match(_wanted("2021__X__Tako", "Tako", year=2021)) is None
    assert own.match(_wanted("Kite - fast")) is None
    assert own.match(_wanted("", "")) is None


def test_two_records_are_not_chosen_between() -> None:
    """When two records fit as well, both are offered and none is taken; the year may decide."""
    own = _knows(OwnRecord(("T",), TAKO), OwnRecord(("T",), TWIN), OwnRecord(("T",), TWIN))
    for wanted in (_wanted("T"), _wanted("Y", "Tako for everyone")):
        match = own.match(wanted)
        assert match is not None
        assert (match.decision, match.paper) == ("ambiguous", None)
        assert [candidate.paper for candidate in match.candidates] == [TAKO, TWIN]
    assert _paper(own.match(_wanted("Y", "Tako for everyone", year=2017))) == TWIN


def test_ids_that_disagree_are_never_accepted() -> None:
    """A record with another id than the one on the line is not taken, and two that both claim it are shown."""
    own = _knows(OwnRecord(("Kite",), KITE), OwnRecord(("T",), TAKO))
    assert own.match(_wanted("Kite", arxiv_id="2209.09999")) is None
    assert own.match(_wanted("Y", "Tako for Everyone", arxiv_id="2209.09999")) is None
    match = own.match(_wanted("Kite", arxiv_id="1905.00002"))
    assert match is not None
    assert match.decision == "ambiguous"


def test_a_pin_goes_before_everything() -> None:
    """A pin mutes, or replaces the id on the line; without a record for it, the id is left to the callers."""
    own = _knows(
        OwnRecord(("Kite",), KITE), OwnRecord(("T",), TAKO), Quiet="none", T="arXiv:2209.00001", Kite="arXiv:2210.00009"
    )
    muted = own.match(_wanted("quiet", arxiv_id="2209.00001"))
    assert muted is not None
    assert muted.decision == "muted"
    assert _paper(own.match(_wanted("T", arxiv_id="1905.00002"))) == KITE
    assert own.match(_wanted("Kite", arxiv_id="2209.00001")) is None


def test_pinned_replaces_the_ids_of_the_line() -> None:
    """The wanted paper carries its pin's id and no other; without a pin it is unchanged."""
    own = _knows(A="arXiv:2209.00001v2", B="doi:10.5555/K.1", C="none")
    hints = {"arxiv_id": "1905.00002", "doi": "10.5555/other"}
    assert own.pinned(_wanted("a", **hints)) == _wanted("a", arxiv_id="2209.00001v2")
    assert own.pinned(_wanted("B", **hints)) == _wanted("B", doi="10.5555/K.1")
    assert own.pinned(_wanted("C", **hints)) == _wanted("C", **hints)
    assert own.pinned(Wanted("", "", arxiv_id="1905.00002")) == Wanted("", "", arxiv_id="1905.00002")


def test_an_own_record_without_an_id_is_taken_by_its_title_beside_one() -> None:
    """The vault's own synopsis counts even where only the line knows the arXiv id."""
    mine = Paper("Tying Kites to Rings of Silk", published="2022", source="vault")
    wanted = Wanted("a", mine.title, year=2022, arxiv_id="2209.00009")

    assert _paper(OwnKnowledge({}, (OwnRecord((), mine),)).match(wanted)) == mine
