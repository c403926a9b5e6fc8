"""The loose key: what is one word in two spellings, and what is another word."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.matching.spelling import american, loose_key, respelled
from notegen.fetcher.matching.titles import title_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Roesti Graphs and Queue", "Rösti graph and queues"),
        ("The Schroedinger colours", "Schrödinger color"),
        ("Modelling the behaviour", "Modeling behavior"),
        ("A centre for catalogues", "Center for catalogs"),
        ("An analysed fibre", "Analyzed fibers"),
        ("Generalised metre", "Generalized meter"),
        ("Signalling travellers", "Signaling travelers"),
        ("Harbour, Part II", "Harbor 2"),
        ("Harbour Part Two", "Harbor, part 2"),
        ("The Third Harbour", "3rd harbor"),
        ("Seven Harbours", "7 harbors"),
        ("Harbour Ⅳ", "Harbor 4"),
    ],
)
def test_one_word_in_two_spellings(one: str, other: str) -> None:
    """British and American, singular and plural, ö and oe, articles, part numbers in all notations are one."""
    assert loose_key(one) == loose_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Harbour Scheduling, Part I", "Harbour Scheduling, Part II"),
        ("Harbour 2: Scheduling", "Harbour: Scheduling"),
        ("Harbour-1.5 Report", "Harbour-15 Report"),
        ("Caches Are Useful", "Caches Are Not Useful"),
        ("Improved Bounds for Paging", "Bounds for Paging"),
        ("Types for C", "Types for C++"),
        ("Types for C", "Types for C#"),
        ("A Search", "A* Search"),
        ("Errors below 10^{-5}", "Errors below 10^{5}"),
        ("カ行の認識", "ガ行の認識"),
        ("Class", "Clas"),
        ("Hepatitis A Virus", "Hepatitis Virus"),
        ("Four Harbours", "For Harbours"),
        ("Flour Mills", "Floor Mills"),
        ("Theses", "Thesis"),
        ("Part XI", "Part XII"),
        ("Filing Systems for Harbours", "Filling Systems for Harbours"),
        ("Tiling of Cold Harbours", "Tilling of Cold Harbours"),
        ("Baer Sums of Modules", "Bar Sums of Modules"),
        ("Sequencing of Chromosome X", "Sequencing of Chromosome 10"),
    ],
)
def test_another_word_stays_another(one: str, other: str) -> None:
    """Numbers, versions, negation, telling signs and words of another meaning are never folded away."""
    assert loose_key(one) != loose_key(other)


@pytest.mark.parametrize(
    ("british", "word"),
    [
        ("behaviour", "behavior"),
        ("organisation", "organization"),
        ("analysed", "analyzed"),
        ("labelled", "labeled"),
        ("dialogue", "dialog"),
        ("theatre", "theater"),
        ("four", "four"),
        ("rise", "rise"),
        ("wise", "wise"),
        ("precis", "precis"),
        ("kites", "kites"),
    ],
)
def test_american(british: str, word: str) -> None:
    """British endings become American, short words and others stay."""
    assert american(british) == word


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["pre", "training"], ["pretraining"]),
        (["pretraining"], ["pre", "training"]),
        (["non", "linear", "colour"], ["nonlinear", "color"]),
        (["co", "op"], ["co", "op"]),
        (["union"], ["union"]),
        ([], []),
    ],
)
def test_prefixes_are_joined_where_apart_and_apart_where_joined(words: list[str], found: list[str]) -> None:
    """The other spelling of a title, for a service that takes words as they are; a short rest is no word."""
    assert respelled(words) == found


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_what_has_one_key_has_one_loose_key(title: str) -> None:
    """A change of case or outer blanks does not matter, and a title that has words keeps some."""
    assert loose_key(f" {title} ") == loose_key(title)
    assert not loose_key(title) or title_key(title)


@settings(max_examples=200)
@given(st.lists(st.from_regex(r"[0-9]{1,4}", fullmatch=True), min_size=1, max_size=3))
def test_digits_are_never_folded(numbers: list[str]) -> None:
    """Every digit of a title is in its loose key."""
    title = " kites ".join(numbers)

    assert [letter for letter in loose_key(title) if letter.isdigit()] == list("".join(numbers))
