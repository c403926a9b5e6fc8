"""When two titles are of one paper, how much else must speak for it, and what tells papers apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.matching.sameness import compare, differences, sameness, without_remark
from notegen.fetcher.matching.spelling import loose_key
from notegen.fetcher.matching.titles import normal_title, title_key
from notegen.records import Paper

LONG = "Tying Kites to Rings of Silk over Cold Harbours in Strong Northern Winds"
WORDS = ("tying", "kites", "to", "rings", "of", "silk", "over", "cold", "harbours", "with", "deep", "nets", "memory")
NUMBERS = ("2", "3", "10", "2019", "1.5", "v2", "3d", "l2", "100k", "1st")


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("kite - tying rings of silk", "Kite: Tying Rings of Silk"),
        ("Kite_ Tying Rings of Silk", "Kite: Tying Rings of Silk"),
        ("Kite Tying Rings of Silk", "Kite: Tying Rings of Silk"),
        ("Tying Co - Designed Kites", "Tying Co-Designed Kites"),
        ("Non-linear Kites in the Wind", "Nonlinear Kites in the Wind"),
        ("Behaviour of Kites in Coloured Harbours", "Behavior of Kites in Colored Harbors"),
        ("Optimising the Kite in the Wind", "Optimizing Kites in Wind"),
        ("The Schroedinger Kites in Wind", "Schrödinger Kites in Wind"),
        ("Kites in Cold Harbours, Part II", "Kites in Cold Harbours 2"),
        ("Kites in Cold Harbours Part 2", "Kites in Cold Harbours: Part Two"),
        ("Kites in Cold Harbours Ⅱ", "Kites in Cold Harbours II"),
        (f"{LONG} – A St…", f"{LONG} – A Study of Knots"),
        (f"Silk: {LONG[:50]}…", f"Silk: {LONG}"),
        (f"{LONG[:70]}...", LONG),
        (f"{LONG}…", LONG),
        (f"Silk: {LONG[:56]}", f"Silk: {LONG}"),
        ("凧を絹で結ぶ手法：港の場合", "凧を絹で結ぶ手法 港の場合"),
    ],
)
def test_another_spelling_is_the_same_title(title: str, other: str) -> None:
    """Marks, hyphens, British letters, plurals, part numbers, and a clear cut need no more."""
    same = compare(title, other)

    assert same is not None
    assert same.needs == 0


@pytest.mark.parametrize(
    ("title", "other", "needs", "why"),
    [
        ("Cold Kites", "The Cold Kite", 2, "spelling"),
        ("Kites II", "Kites, Part 2", 2, "spelling"),
        (LONG[:54], LONG, 99, "goes on"),
        (f"{LONG[:54]}…", LONG, 1, "cut short"),
        (f"{LONG[:30]}…", LONG, 4, "goes on"),
        ("Kite", "Kite: Tying Rings of Silk", 99, "first part"),
        ("KiteNet", "KiteNet: Tying Rings of Silk", 5, "first part"),
        ("Harbour", "Harbour Kites for Rings of Silk", 99, "goes on"),
        ("Tying Kites to Rings", "Tying Kites to Rings of Silk", 99, "goes on"),
        ("Tying Kites to Rings", "Tying Kites to Rings: Silk over Harbours", 4, "first part"),
        ("Tying Rings of Silk", "KiteNet: Tying Rings of Silk", 4, "name in front"),
        ("Kites Interconected by Silk over Harbours", "Kites Interconnected by Silk over Harbours", 99, "slip"),
        ("Tying LKMs to Rings of Silk", "Tying Large Kite Models to Rings of Silk", 4, "LKMs"),
    ],
)
def test_what_is_less_than_the_title_needs_evidence(title: str, other: str, needs: int, why: str) -> None:
    """Short titles, cuts, first parts, acronyms, missing names and initialisms need evidence, in points."""
    same = compare(title, other)

    assert same is not None
    assert (same.needs, same.exact) == (needs, False)
    assert why.casefold() in same.why.casefold()


@pytest.mark.parametrize(
    ("title", "other"),
    [
        (f"{LONG}, Part I", f"{LONG}, Part II"),
        (f"{LONG} II", f"{LONG} III"),
        (f"{LONG} 1", f"{LONG} 2"),
        (f"{LONG} ①", f"{LONG} ②"),
        (f"{LONG}（その1）", f"{LONG}（その2）"),
        (LONG, f"{LONG} II"),
        (LONG, f"{LONG} (1)"),
        (LONG, f"{LONG}, Part 2"),
        (f"{LONG}, Part III", f"{LONG}, Part II: Inclusions"),
        (f"{LONG}: First Part", f"{LONG}: Second Part"),
        (f"{LONG} v2", f"{LONG} v3"),
        (f"{LONG} v2", f"{LONG} 2"),
        (f"{LONG} 2.0", f"{LONG} 20"),
        ("Kites of 3D Silk in Strong Wind", "Kites of 2D Silk in Strong Wind"),
        ("Kites at 10^{-5} Knots of Wind", "Kites at 10^{5} Knots of Wind"),
        (f"Improved {LONG}", LONG),
        (f"{LONG}, Improved", LONG),
        (f"Towards {LONG}", LONG),
        (f"Rethinking {LONG}", LONG),
        (f"Beyond {LONG}", LONG),
        (f"{LONG} Revisited", LONG),
        (f"Comment on “{LONG}”", LONG),
        (f"Reply to “{LONG}”", LONG),
        (f"Erratum: {LONG}", LONG),
        (f"Erratum to “{LONG}”", LONG),
        (f"{LONG}: A Survey", LONG),
        (f"A Survey of {LONG}", LONG),
        (f"Not {LONG}", LONG),
        ("Kites Are Stable in Strong Wind", "Kites Are Not Stable in Strong Wind"),
        ("Linear Kites in Strong Wind", "Nonlinear Kites in Strong Wind"),
        ("Stable Kites in Strong Wind", "Unstable Kites in Strong Wind"),
        ("Supervised Kites in Strong Wind", "Unsupervised Kites in Strong Wind"),
        ("Centralized Kites in Strong and Weak Wind", "Decentralized Kites in Strong and Weak Wind"),
        ("Symmetric Kites in Strong and Weak Wind", "Asymmetric Kites in Strong and Weak Wind"),
        ("Homogeneous Kites in Strong and Weak Wind", "Inhomogeneous Kites in Strong and Weak Wind"),
        ("Maximization of Kites in Strong Wind", "Minimization of Kites in Strong Wind"),
        ("Upper Bounds for Kites in Strong Wind", "Lower Bounds for Kites in Strong Wind"),
        ("Intensive Care of Kites in Strong Wind", "Extensive Care of Kites in Strong Wind"),
        ("Conservation of Kites in Strong Wind", "Conversation of Kites in Strong Wind"),
        ("Quantitative Kites in Strong and Weak Wind", "Qualitative Kites in Strong and Weak Wind"),
        ("Types for C in Strong Wind", "Types for C++ in Strong Wind"),
        ("Hepatitis A Virus in Kites", "Hepatitis B Virus in Kites"),
        ("凧を絹で結ぶ手法", "凧を糸で結ぶ手法"),
        ("凧を絹で結ぶ手法 第1報", "凧を絹で結ぶ手法 第2報"),
    ],
)
def test_two_papers_are_never_one(title: str, other: str) -> None:
    """Numbers, parts, versions, negations, opposites and words like “Improved” tell titles apart both ways round."""
    assert compare(title, other) is None
    assert compare(other, title) is None


@pytest.mark.parametrize("title", ["", " - ", "…", "！？", "（）"])
def test_a_title_without_letters_is_nobodys(title: str) -> None:
    """What has no letter or digit is the same as nothing, not even as itself."""
    assert compare(title, title) is None
    assert sameness(title, Paper(LONG)) is None
    assert sameness(LONG, Paper(title)) is None


@pytest.mark.parametrize("remark", ["（輪読）", " (must read)", " [reading group]", "【要約】", " (TODO)"])
def test_a_readers_remark_does_not_count(remark: str) -> None:
    """A remark in brackets behind the title is passed over, but the very title goes first."""
    same = sameness(f"{LONG}{remark}", Paper(LONG))

    assert without_remark(f"{LONG}{remark}") == LONG
    assert same is not None
    assert (same.needs, same.exact) == (0, False)
    assert sameness(f"{LONG}{remark}", Paper(f"{LONG}{remark}")).exact  # type: ignore[union-attr]


@pytest.mark.parametrize("remark", [" (Part II)", " (2)", " (Survey)", " (Extended Abstract)", "（第2版）", " (v2)"])
def test_a_bracket_that_tells_papers_apart_stays(remark: str) -> None:
    """A number or a word for another kind of paper in the brackets is no remark."""
    assert without_remark(f"{LONG}{remark}") == f"{LONG}{remark}"
    assert sameness(f"{LONG}{remark}", Paper(LONG)) is None


def test_earlier_titles_and_abstracts_are_compared_too() -> None:
    """The title before a renaming is as good as the one now, and said; twenty words of the abstract are enough."""
    paper = Paper("Silk", earlier_titles=(LONG,), abstract=f"We study {LONG}. It holds in all seas that we have seen.")
    renamed, passage = sameness(LONG, paper), sameness(paper.abstract, paper)

    assert renamed is not None
    assert passage is not None
    assert (renamed.needs, passage.needs) == (0, 0)
    assert "Silk" in renamed.why
    assert "abstract" in passage.why
    assert sameness("We study Tying Kites", paper) is None
    assert sameness(f"We study {LONG}", paper).needs > 4  # type: ignore[union-attr]


@st.composite
def titles(draw: st.DrawFn) -> tuple[str, str]:
    """Two titles of one vocabulary, the second made of the first by a change of some words."""
    one = draw(st.lists(st.sampled_from(WORDS + NUMBERS), min_size=1, max_size=14))
    two = list(one)
    for _ in range(draw(st.integers(0, 3))):
        place, word = draw(st.integers(0, len(two))), draw(st.sampled_from(WORDS + NUMBERS))
        two[place : place + draw(st.integers(0, 1))] = draw(st.sampled_from(([], [word])))
    joint = draw(st.sampled_from((" ", ": ", " - ")))
    return " ".join(one), joint.join((" ".join(two[:3]), " ".join(two[3:])))


def _numbers(title: str) -> list[str]:
    return [word for word in normal_title(title).split() if not word.isalpha()]


@settings(max_examples=400, deadline=None)
@given(titles())
def test_another_number_is_another_paper(pair: tuple[str, str]) -> None:
    """Whatever else is alike: where a token with a digit differs, the titles are not the same without evidence."""
    same = compare(*pair)

    if _numbers(pair[0]) != _numbers(pair[1]):
        assert same is None or same.needs > 0
    elif same is not None and same.needs == 0 and len(title_key(pair[0])) < 40:
        assert loose_key(pair[0]) == loose_key(pair[1])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(WORDS)), st.lists(st.sampled_from(WORDS)))
def test_differences_rebuild_both_sides(ours: list[str], theirs: list[str]) -> None:
    """The stretches that differ are all that must be taken out for two lists of words to be equal."""
    blocks = list(differences(ours, theirs))

    assert (blocks == []) == (ours == theirs)
    assert len(ours) - sum(len(one) for one, _ in blocks) == len(theirs) - sum(len(two) for _, two in blocks)
