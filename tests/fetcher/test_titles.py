"""Titles made comparable."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.matching.titles import normal_title, title_key

TITLES = st.text(max_size=40)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tide: Moving Weights Early", "tide - moving weights early"),
        ("Multi-Source Loading", "Multi Source loading"),
        ("Don't Wait for Stragglers", "Don’t wait for stragglers"),
        ("Don′t Wait for Stragglers", "Donʼt Wait for Stragglers"),
        (r"$\pi_0$ at Sea", "π₀ at sea"),
        (r"A $\mathcal{O}(n)$ Router", "A O(n) router"),
        (r"Schr{\"o}dinger Bridges", "Schrödinger bridges"),
        (r"\'Etale Covers and \L ojasiewicz", "Étale covers and Łojasiewicz"),
        (r"$\varepsilon$-Greedy Paging", "ε-greedy paging"),
        ("Lock & Key", "Lock and Key"),
        ("Beyond 10,000 Sensors", "Beyond 10000 Sensors"),
        ("Ｄｅｅｐ Ｗｅｌｌ", "Deep Well"),
        ("ｶﾞﾗｽの学習", "ガラスの学習"),
        ("Zero\u200bWidth", "ZeroWidth"),
        (r"$C^*$-Algebras of Queues", "C*-algebras of queues"),
    ],
)
def test_spelling_is_folded(one: str, other: str) -> None:
    """Titles that differ in spelling only have one key."""
    assert title_key(one) == title_key(other)


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
    ],
)
def test_meaning_is_kept(one: str, other: str) -> None:
    """Numbers, versions, negation and telling signs are never folded away."""
    assert title_key(one) != title_key(other)


@pytest.mark.parametrize("title", ["", " - ", "…", "'’`", "{}$$"])
def test_nothing_to_compare(title: str) -> None:
    """A title without letter or digit has an empty key."""
    assert title_key(title) == ""


@settings(max_examples=100)
@given(TITLES)
def test_normal_title_is_settled(title: str) -> None:
    """A normal title is single-spaced words, and case and outer blanks of the original do not matter."""
    normal = normal_title(title)

    assert normal == " ".join(normal.split())
    assert title_key(f"  {title} ") == title_key(title)
    assert all(letter.isalnum() or letter == "." for letter in title_key(title))
