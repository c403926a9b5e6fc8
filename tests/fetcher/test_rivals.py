"""Papers that look like the wanted one and are not; and what holds of any decision, whatever the papers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.matching.evidence import contradiction, points
from notegen.fetcher.matching.match import judge
from notegen.fetcher.matching.sameness import compare
from notegen.fetcher.matching.spelling import loose_key
from notegen.fetcher.matching.titles import title_key
from notegen.records import Paper, Wanted

LONG = "Asymptotically Tight Bounds for Loading Cranes in Very Cold Harbours"
FAR = Paper("Whale Songs Heard at Night", ("Ida Berg",), arxiv_id="1201.00001", published="2021-05-05", abstract="Ooo.")


_LETTERS = "“I” and “II: …” pass for an initialism"
_BEYOND_TEN = "a Roman number above ten passes for a word cut short"
_WHOLE_WORD = "a whole last word passes for half of a longer one"
_SLIP = "two words pass for a slip of the keyboard"
_KIND = "the word is not in the list of those that tell papers apart"


@pytest.mark.parametrize(
    ("title", "other"),
    [
        (f"{LONG}, Part III", f"{LONG}, Part II: Inclusions"),
        (f"{LONG}, Part 1", f"{LONG}, Part 2: More"),
        (f"{LONG} v1", f"{LONG} v2"),
        (LONG, f"{LONG}, Part 2"),
        (LONG, f"{LONG}: A Survey"),
        (LONG, f"Comment: {LONG}"),
        (LONG, f"Towards {LONG}"),
        (LONG, LONG.replace("Very", "Not Very")),
        (LONG, LONG.replace("Tight", "Loose")),
        ("Loading Cranes for Large Language Models", "Loading Cranes for Small Language Models"),
        (f"{LONG}, Part I", f"{LONG}, Part II: Inclusions"),
        (f"{LONG}, Part II", f"{LONG}, Part I: Introduction"),
        (f"{LONG} XI", f"{LONG} XII"),
        (f"{LONG}, Part XI", f"{LONG}, Part XIV: Ice"),
        (LONG, f"{LONG} XI"),
        ("Mean Field Limits of Many Cranes on a Random Graph", "Mean Field Limits of Many Cranes on a Random Graphon"),
        (
            "Predicting Mortality from the Free Text of Harbour Logs",
            "Predicting Morality from the Free Text of Harbour Logs",
        ),
        (
            "Compliant Handling with Learned Policies in Very Cold Harbours",
            "Complaint Handling with Learned Policies in Very Cold Harbours",
        ),
        ("Filing Systems for Large Harbours", "Filling Systems for Large Harbours"),
        ("P = NP for Cranes in All Harbours", "P ≠ NP for Cranes in All Harbours"),
        ("Cranes at -1 Degree in Harbours", "Cranes at 1 Degree in Harbours"),
        *(
            (LONG, f"{head}: {LONG}")
            for head in ("Retraction", "Rejoinder", "Commentary", "Errata", "Re", "Replication")
        ),
        *(
            (LONG, f"{LONG}: {tail}")
            for tail in ("Supplemental Material", "A Critique", "A Retrospective", "Further Results")
        ),
        ("Cranes in Very Cold Harbours (Theory)", "Cranes in Very Cold Harbours (Experiments)"),
    ],
)
def test_another_paper_is_not_accepted_whatever_speaks_for_it(title: str, other: str) -> None:
    """Year, venue and author are those of the paper found, but its title is another one's: both ways round, never."""
    for wanted, found in ((title, other), (other, title)):
        paper = Paper(found, ("Mio Tanabe",), arxiv_id="2103.09999", published="2021-03-08", venue="EuroSys")

        assert judge(Wanted("a", wanted, year=2021, venue="EuroSys", authors=("Tanabe",)), [paper]).paper is None


def test_an_earlier_paper_is_not_taken_for_the_one_that_builds_on_it() -> None:
    """The same people, year and venue, but the wanted title says more than the record's: not accepted."""
    earlier = Paper("Loading Cranes in Cold Harbours", ("Mio Tanabe",), arxiv_id="2103.09999", published="2021-03-08")
    wanted = Wanted("a", f"{earlier.title} with Deadlines", year=2021, authors=("Tanabe",))

    assert judge(wanted, [earlier]).decision == "ambiguous"


_BASE = "Loading Cranes in Cold Harbours"
_SHAPES = [
    "{}",
    "{} II",
    "{}, Part 2",
    "{} 2",
    "Towards {}",
    "Tide: {}",
    "{} with Ice",
    "Tide - {}: Ice",
    "Improved {}",
]
_TITLES = st.sampled_from(
    [
        *(shape.format(_BASE) for shape in _SHAPES),
        *("Loading a Crane in Cold Harbours", "The Loading Crane in a Cold Harbor", f"{_BASE[:25]}…", "Loading Cranes"),
        *("Tide", "Tides", "Loading CICH", "Unloading Cranes in Cold Harbours", "凧の積み込み", "…"),
    ]
)
_PAPERS = st.lists(
    st.builds(
        Paper,
        _TITLES,
        authors=st.sampled_from(((), ("Mio Tanabe",), ("Rui Costa", "Mio Tanabe"))),
        arxiv_id=st.integers(10000, 99999).map(lambda number: f"2101.{number}"),
        published=st.sampled_from(("", "2019-01-01", "2021-03-08")),
        venue=st.sampled_from(("", "OSDI")),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda paper: paper.arxiv_id,
)
_WANTED = st.builds(
    Wanted,
    st.just("a"),
    _TITLES,
    label=st.sampled_from(("", "Tide")),
    year=st.sampled_from((None, 2019, 2021)),
    venue=st.sampled_from(("", "OSDI")),
    authors=st.sampled_from(((), ("Tanabe",))),
)


@settings(max_examples=300, deadline=None)
@given(_WANTED, _PAPERS, st.randoms())
def test_the_order_of_the_papers_decides_nothing(wanted: Wanted, papers: list[Paper], random: Random) -> None:
    """In whatever order a service answers, the decision and the paper are the same, and all nearest are offered."""
    shuffled = random.sample(papers, len(papers))
    one, other = judge(wanted, papers), judge(wanted, shuffled)

    assert (one.decision, one.paper) == (other.decision, other.paper)
    assert sorted(each.score for each in one.candidates) == sorted(each.score for each in other.candidates)


@settings(max_examples=300, deadline=None)
@given(_WANTED, _PAPERS)
def test_accepted_has_the_title_or_evidence(wanted: Wanted, papers: list[Paper]) -> None:
    """Accepted: the title's key, or its loose key, or as much evidence beside it as it needs; never against."""
    paper = judge(wanted, papers).paper

    if paper is not None:
        equal = title_key(wanted.title) == title_key(paper.title) or loose_key(wanted.title) == loose_key(paper.title)
        same = compare(wanted.title, paper.title)
        assert equal or (same is not None and 0 < same.needs <= points(wanted, paper))
        assert not contradiction(wanted, paper)


@settings(max_examples=300, deadline=None)
@given(_WANTED, _PAPERS)
def test_an_unrelated_paper_changes_nothing(wanted: Wanted, papers: list[Paper]) -> None:
    """A paper that shares no word with the title neither makes a match of none nor takes one away."""
    before, after = judge(wanted, papers), judge(wanted, [FAR, *papers])

    assert (after.decision, after.paper) == (before.decision, before.paper)


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("CAT(0) fillings of cold harbours", "CAT(-1) fillings of cold harbours"),
        ("Loading cranes for c<1 in harbours", "Loading cranes for c>1 in harbours"),
        ("The η-invariant of cold harbours", "The η'-invariant of cold harbours"),
        ("Cranes on gl(11) in cold harbours", "Cranes on gl(1|1) in cold harbours"),
        ("Counting SAT and P in cold harbours", "Counting #SAT and #P in cold harbours"),
        ("Homomorphic Loading of Cranes in Harbours", "Homeomorphic Loading of Cranes in Harbours"),
        ("The News of Cranes in Cold Harbours", "The New of Cranes in Cold Harbours"),
        ("SAE Loading of Cranes in Harbours", "SA Loading of Cranes in Harbours"),
        ("Polling Cranes in All Cold Harbours", "Poling Cranes in All Cold Harbours"),
        ("Loading Cranes in Cold Harbours", "Loading Cranes in Cold Harbours for Videos"),
        (
            "CraneNet: Loading in Cold Harbours and Warm Seas with CraneMap",
            "CraneNet: Loading in Cold Harbours and Warm Seas with CraneMap3",
        ),
        ("Asymptotically Tight Bounds for Cranes, Part…", "Asymptotically Tight Bounds for Cranes, Part II"),
        ("Cranes in Very Cold Harbours（続編）", "Cranes in Very Cold Harbours"),
        ("Cranes in Very Cold Harbours (Retraction)", "Cranes in Very Cold Harbours"),
        ("flashcrane", "FlashCrane: Loading at Night"),
    ],
)
def test_signs_series_and_follow_ups_are_other_papers(title: str, other: str) -> None:
    """Nor do a lost sign, a slip that is a word, a later part or a follow-up pass with the year and author beside."""
    paper = Paper(other, ("Mio Tanabe",), arxiv_id="2103.09999", published="2022-03-08")

    assert judge(Wanted("a", title, year=2023, authors=("Tanabe",)), [paper]).paper is None


@pytest.mark.parametrize("label", ["LLM", "training", "GPU", "Cranes"])
def test_a_topic_is_no_name(label: str) -> None:
    """What stands before a link as a heading does is no evidence for a title that was cut."""
    paper = Paper(
        "Loading Cranes in Cold Harbours: LLM training on a GPU", arxiv_id="2103.09999", published="2022-03-08"
    )
    wanted = Wanted("a", "Loading Cranes in Cold Harbours", label=label, year=2022)

    assert judge(wanted, [paper]).decision == "ambiguous"
