"""Right paper or no paper: what is accepted, offered, refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.matching.likeness import coined_name, likeness
from notegen.fetcher.matching.match import judge, rank
from notegen.fetcher.matching.titles import title_key
from notegen.records import Paper, Wanted

HARBOR = Paper(
    "HarborNet: Loading Cranes with Graph Schedulers",
    authors=("Mio Tanabe", "Ola Brandt"),
    arxiv_id="2103.04567",
    published="2021-03-08",
    comment="Accepted at EuroSys 2022",
    abstract="We present HarborNet. Cranes wait less.",
)
TIDE = Paper("Tide: Moving Weights before They Are Needed", arxiv_id="2205.01234", published="2022-05-03")


def want(title: str, **hints: object) -> Wanted:
    """A wanted paper by title."""
    return replace(Wanted(link=title, title=title), **hints)  # type: ignore[arg-type]


def test_equal_title_is_accepted() -> None:
    """A title that is equal but for spelling is accepted, wherever the paper stands among the hits."""
    match = judge(want("HarborNet - Loading cranes with graph schedulers"), [TIDE, HARBOR])

    assert (match.decision, match.paper, match.reason) == ("accepted", HARBOR, "same title")


@pytest.mark.parametrize("year", [None, 2020, 2021, 2024])
def test_year_within_reach(year: int | None) -> None:
    """A venue's year may be one before or three after first publication."""
    assert judge(want(HARBOR.title, year=year), [HARBOR]).decision == "accepted"


@pytest.mark.parametrize("year", [2019, 2025])
def test_year_out_of_reach(year: int) -> None:
    """The right title with a year that cannot be is offered with the reason, not accepted."""
    match = judge(want(HARBOR.title, year=year), [HARBOR])

    assert (match.decision, match.paper) == ("ambiguous", None)
    assert "2021" in match.reason
    assert match.candidates[0].paper == HARBOR


def test_earlier_title_is_accepted_and_said() -> None:
    """A paper that was renamed is accepted by its earlier title, and the reason tells the present one."""
    renamed = replace(HARBOR, title="Scheduling Cranes at Scale", earlier_titles=(HARBOR.title,))
    match = judge(want(HARBOR.title), [TIDE, renamed])

    assert match.paper == renamed
    assert "Scheduling Cranes at Scale" in match.reason


@pytest.mark.parametrize(
    "title",
    [
        "HarborNet: Loading Cranes with Graph Schedulers, Part II",
        "HarborNet 2: Loading Cranes with Graph Schedulers",
        "HarborNet: Not Loading Cranes with Graph Schedulers",
        "Improved HarborNet: Loading Cranes with Graph Schedulers",
        "HarborNet: Unloading Cranes with Graph Schedulers",
        "harborn",
    ],
)
def test_near_is_never_accepted(title: str) -> None:
    """Another number, part, negation or word is another paper, whatever year and venue say."""
    match = judge(want(title, year=2021, venue="EuroSys"), [HARBOR])

    assert match.paper is None
    assert match.decision in ("ambiguous", "not-found")


@pytest.mark.parametrize("title", ["HarborNet", "Loading Cranes with Graph Schedulers"])
def test_a_part_of_a_title_takes_independent_evidence(title: str) -> None:
    """An acronym, a first part or a subtitle alone is offered; with the paper's own year and venue it is accepted."""
    assert judge(want(title, year=2021), [HARBOR]).decision == "ambiguous"
    assert judge(want(title, year=2021, venue="OSDI"), [HARBOR]).decision == "ambiguous"
    assert judge(want(title, year=2021, venue="EuroSys"), [TIDE, HARBOR]).paper == HARBOR


@pytest.mark.parametrize("title", ["HarborNet", "HarborNet - Loading Cr", "harborn"])
def test_shortened_title_is_ambiguous(title: str) -> None:
    """A beginning or an acronym of one title deserves a look."""
    match = judge(want(title), [TIDE, HARBOR])

    assert match.decision == "ambiguous"
    assert match.candidates[0].paper == HARBOR
    assert match.candidates[0].score >= 0.9


def test_nothing_near_is_not_found_with_the_nearest() -> None:
    """Without a near title the answer is not-found, naming the nearest with the words they share."""
    match = judge(want("Loading Ships with Graph Partitioners"), [TIDE, HARBOR])

    assert match.decision == "not-found"
    assert HARBOR.title in match.reason
    assert "loading, graph" in match.candidates[0].why
    assert judge(want("Loading Ships"), []).reason == "no record with this title"


def test_two_with_one_title_are_ambiguous() -> None:
    """Two papers with the same title are both offered when nothing in the list tells them apart."""
    twin = replace(HARBOR, arxiv_id="2110.00001", published="2021-10-01", comment="", authors=("Rui Costa",))
    match = judge(want(HARBOR.title, year=2021), [HARBOR, twin])

    assert match.decision == "ambiguous"
    assert {HARBOR, twin} == {candidate.paper for candidate in match.candidates}


@pytest.mark.parametrize(
    "hints",
    [{"venue": "EuroSys", "year": 2022}, {"label": "Tanabe"}, {"doi": "10.1000/HARBOR"}, {"arxiv_id": "2103.04567v2"}],
    ids=["venue", "label", "doi", "id"],
)
def test_evidence_decides_between_two(hints: dict[str, object]) -> None:
    """Venue, a label, or an id on the line decides between two papers with the same title."""
    right = replace(HARBOR, authors=("Tanabe",), doi="10.1000/harbor")
    twin = Paper(HARBOR.title, arxiv_id="2202.00001", published="2022-02-01")

    assert judge(want(HARBOR.title, **hints), [twin, right]).paper == right


def test_year_decides_only_when_the_other_is_far() -> None:
    """Of two with one title the one of that year wins when the other is two years away, not when one."""
    near, far = (replace(HARBOR, arxiv_id=f"1{n}01.00001", published=f"20{n}-01-01", comment="") for n in (20, 19))

    assert judge(want(HARBOR.title, year=2021), [HARBOR, far]).paper == HARBOR
    assert judge(want(HARBOR.title, year=2021), [HARBOR, near]).decision == "ambiguous"


def test_another_id_contradicts() -> None:
    """The right title under another arXiv id or DOI than the one given is not the paper."""
    known = replace(HARBOR, doi="10.1000/harbor")

    assert judge(want(HARBOR.title, arxiv_id="2205.01234"), [known]).decision == "ambiguous"
    assert judge(want(HARBOR.title, doi="10.1000/tide"), [known]).decision == "ambiguous"


def test_one_word_needs_evidence() -> None:
    """A title of one short word is accepted only with its year or venue."""
    paper = Paper("Breakwater", arxiv_id="1901.00001", published="2019-01-01")

    assert judge(want("Breakwater"), [paper]).decision == "ambiguous"
    assert judge(want("Breakwater", year=2019), [paper]).paper == paper


def test_plural_is_accepted_only_in_a_long_title_and_alone() -> None:
    """A plural more or less is accepted in four words or more, unless another paper has the very title."""
    wanted = want("HarborNet: Loading Crane with Graph Scheduler")
    exact = replace(HARBOR, title=wanted.title, arxiv_id="2103.09999")

    assert judge(wanted, [HARBOR]).paper == HARBOR
    assert judge(wanted, [HARBOR, exact]).paper == exact
    assert judge(want("Fast Crane"), [replace(HARBOR, title="Fast Cranes")]).decision == "ambiguous"


def test_copies_of_a_paper_are_one() -> None:
    """The same paper from two answers is one, with the earlier titles of both."""
    renamed = replace(HARBOR, earlier_titles=("HarborNet: A First Look",))

    assert judge(want(HARBOR.title), [HARBOR, HARBOR]).decision == "accepted"
    assert judge(want("HarborNet: A First Look"), [HARBOR, renamed]).paper == renamed
    assert rank("x", [HARBOR, renamed], 5) == (renamed,)


def test_rank_puts_the_nearest_first() -> None:
    """Equal before shortened before similar; a coined name in the abstract brings a renamed paper forward."""
    renamed = replace(
        TIDE, arxiv_id="2301.00001", title="Weight Prefetching", abstract="Our system, KelpFS, waits less."
    )
    papers = [TIDE, renamed, HARBOR]

    assert rank(HARBOR.title, papers, 1) == (HARBOR,)
    assert rank("Harbornet", papers, 1) == (HARBOR,)
    assert rank("KelpFS: A Store for Checkpoints", papers, 3)[0] == renamed
    assert "KelpFS" in likeness("KelpFS: A Store for Checkpoints", renamed)[1]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("KelpFS: A Store", "KelpFS"),
        ("Tide - Moving Weights", "Tide"),
        ("OVERBOARD Losing Gradients", "OVERBOARD"),
        ("Moving Weights: A Survey", ""),
        ("Moving Weights", ""),
        ("", ""),
    ],
)
def test_coined_name(title: str, name: str) -> None:
    """A title's own name is the single word before its colon or dash, or a first word with odd letters."""
    assert coined_name(title) == name


@settings(max_examples=100)
@given(st.text(max_size=30), st.text(max_size=30))
def test_only_equal_keys_are_accepted_below_four_words(wanted: str, title: str) -> None:
    """For any two short titles: accepted means equal keys, and an empty key is never accepted."""
    match = judge(want(wanted), [Paper(title, arxiv_id="2001.00001")])

    if match.decision == "accepted" and len(wanted.split()) < 4:
        assert title_key(wanted) == title_key(title) != ""


LONG = "Asymptotically Tight Bounds for Loading Cranes in Very Cold Harbours"


def test_a_cut_title_and_two_that_begin_so() -> None:
    """Cut by dots, the title fits the paper that is called so and the one that goes on: both are offered."""
    short, longer = Paper(LONG, arxiv_id="2103.00001"), Paper(f"{LONG} and Ports", arxiv_id="2103.00002")
    match = judge(want(f"{LONG}…"), [longer, short])

    assert match.decision == "ambiguous"
    assert {candidate.paper for candidate in match.candidates} == {short, longer}
    assert judge(want(LONG), [longer, short]).paper == short
    assert judge(want(f"{LONG} and Po…"), [longer, short]).paper == longer


def test_a_short_title_that_fits_another_spelling_needs_evidence() -> None:
    """Two or three words in another spelling may be another's title: with the year accepted, else offered."""
    paper = Paper("Cold Cranes", arxiv_id="1901.00001", published="2019-01-01")

    assert judge(want("The Cold Crane"), [paper]).decision == "ambiguous"
    assert judge(want("The Cold Crane", year=2019), [paper]).paper == paper


def test_a_short_title_elsewhere_is_offered() -> None:
    """Two words at a venue of which the record says nothing are too little for certainty."""
    paper = Paper("Cold Cranes", arxiv_id="1901.00001", published="2019-01-01")

    assert judge(want("Cold Cranes", year=2019, venue="OSDI"), [paper]).decision == "ambiguous"
    assert judge(want("Cold Cranes", year=2019, venue="OSDI"), [replace(paper, venue="OSDI")]).paper is not None


def test_nothing_is_never_accepted() -> None:
    """From an empty list of papers, or for an empty title, nothing comes but not-found."""
    assert judge(want(LONG), []).decision == "not-found"
    assert judge(want("", year=2021), [HARBOR, TIDE]).decision == "not-found"
    assert judge(want("…"), [Paper("…", arxiv_id="2001.00001")]).paper is None
