"""What beside the title speaks for a paper or against it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from notegen.fetcher.matching.evidence import by_author, contradiction, points
from notegen.fetcher.matching.match import judge
from notegen.records import Paper, Wanted

TERN = Paper(
    "Tern: Nests in Sand and Reeds",
    authors=("Mio Tanabe", "Jan van den Berg"),
    arxiv_id="2103.04567",
    doi="10.5555/Tern.1",
    published="2021-03-08",
    venue="EuroSys",
    comment="Accepted at EuroSys 2022, 14 pages",
    abstract="We present SandNet. It saves memory.",
)
TWIN = Paper(TERN.title, ("Rui Costa",), arxiv_id="1801.00001", published="2018-01-02")


def want(**hints: object) -> Wanted:
    """The wanted paper with these hints beside its title."""
    return replace(Wanted("a", TERN.title), **hints)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hints", "found"),
    [
        ({}, 0),
        ({"year": 2021}, 2),
        ({"year": 2022}, 1),
        ({"year": 2020}, 1),
        ({"year": 2024}, 0),
        ({"venue": "EuroSys"}, 3),
        ({"venue": "eurosys"}, 3),
        ({"venue": "arXiv"}, 0),
        ({"venue": "OSDI"}, 0),
        ({"label": "SandNet"}, 3),
        ({"label": "Tern"}, 0),
        ({"label": "NestFS"}, 0),
        ({"label": "…"}, 0),
        ({"authors": ("Tanabe",)}, 3),
        ({"authors": ("berg",)}, 3),
        ({"authors": ("Costa",)}, 0),
        ({"year": 2021, "venue": "EuroSys", "label": "SandNet", "authors": ("Tanabe",)}, 11),
    ],
)
def test_points(hints: dict[str, object], found: int) -> None:
    """Year, venue, a name of the paper that its title does not show, and its authors count, each by its own weight."""
    assert points(want(**hints), TERN) == found


@pytest.mark.parametrize("year", [2020, 2021, 2022, 2023, 2024, None])
def test_years_that_fit(year: int | None) -> None:
    """A reader's year may be one before the preprint or up to three behind it."""
    assert contradiction(want(year=year), TERN) == ""
    assert contradiction(want(year=year), replace(TERN, published="")) == ""


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"year": 2019}, "2021"),
        ({"year": 2025}, "2021"),
        ({"authors": ("Costa",)}, "Mio Tanabe et al."),
        ({"doi": "10.5555/other"}, "10.5555/Tern.1"),
        ({"arxiv_id": "2103.99999"}, "2103.04567"),
    ],
)
def test_what_speaks_against_a_paper_is_said(hints: dict[str, object], said: str) -> None:
    """Another year, author, DOI or id contradicts, in words; and with it the same title is offered, not accepted."""
    match = judge(want(**hints), [TERN])

    assert said in contradiction(want(**hints), TERN)
    assert match.decision == "ambiguous"
    assert match.candidates[0].paper == TERN


def test_what_is_unknown_contradicts_nothing() -> None:
    """A record without date, authors or DOI is not refused for that, and DOIs are compared without case."""
    bare = Paper(TERN.title, arxiv_id="2103.04567")

    assert contradiction(want(year=2019, authors=("Costa",), doi="10.5555/x"), bare) == ""
    assert contradiction(want(doi="10.5555/TERN.1"), TERN) == ""


@pytest.mark.parametrize(
    ("surname", "author"),
    [
        ("Tanabe", "Mio Tanabe"),
        ("tanabe", "TANABE Mio"),
        ("Muller", "Ida Müller"),
        ("O’Hara", "Kim O'Hara"),
        ("van den Berg", "Jan van den Berg"),
        ("Smith-Jones", "Ann Smith Jones"),
        ("田辺", "田辺 澪"),
    ],
)
def test_a_surname_in_any_spelling(surname: str, author: str) -> None:
    """Case, accents, apostrophes, particles and the order of the names do not hide an author."""
    assert by_author(want(authors=(surname,)), Paper("x", (author, "Rui Costa"))) == 3
    assert by_author(want(authors=(surname,)), Paper("x", ("Rui Costa", author))) == 3


@pytest.mark.parametrize(("surname", "author"), [("Tan", "Mio Tanabe"), ("", "Mio Tanabe"), ("Ng", "Ida Young")])
def test_half_a_name_is_no_author(surname: str, author: str) -> None:
    """A surname counts whole only."""
    assert by_author(want(authors=(surname,)), Paper("x", (author,))) == 0


@pytest.mark.parametrize(
    "hints",
    [{"year": 2022}, {"authors": ("Tanabe",)}, {"venue": "EuroSys"}, {"label": "SandNet"}, {"doi": "10.5555/tern.1"}],
    ids=["year", "author", "venue", "label", "doi"],
)
def test_one_hint_decides_between_twins(hints: dict[str, object]) -> None:
    """Of two papers with one title the one that the line speaks of is taken, in whatever order they come."""
    assert judge(want(**hints), [TWIN, TERN]).paper == TERN
    assert judge(want(**hints), [TERN, TWIN]).paper == TERN
    assert judge(want(), [TERN, TWIN]).decision == "ambiguous"


def test_the_same_title_by_other_people_is_not_the_paper() -> None:
    """Where the authors named wrote neither of two, both are offered and none is taken."""
    match = judge(want(authors=("Okafor",), year=2021), [TERN, TWIN])

    assert match.decision == "ambiguous"
    assert "Mio Tanabe" in match.reason or "Rui Costa" in match.reason
    assert {candidate.paper for candidate in match.candidates} == {TERN, TWIN}


@pytest.mark.parametrize(
    ("hints", "paper"),
    [
        ({"venue": "FAST", "year": 2021}, replace(TERN, venue="", comment="12 pages, with a fast implementation")),
        ({"label": "Memory", "year": 2021}, replace(TERN, venue="", comment="")),
        ({"authors": ("Mio",), "year": 2021}, TERN),
    ],
    ids=["venue", "label", "author"],
)
def test_an_ordinary_word_is_no_evidence(hints: dict[str, object], paper: Paper) -> None:
    """A coined name alone is not accepted because a word of the line is somewhere in the record by chance."""
    assert judge(replace(Wanted("a", "Tern"), **hints), [paper]).decision == "ambiguous"  # type: ignore[arg-type]
