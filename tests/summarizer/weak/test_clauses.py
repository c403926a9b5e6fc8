"""Long sentences cut into clauses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.summarizer.weak.clauses import LONG_CHARS, clauses

_LONG = (
    "the runtime moves optimizer state between the racks of a cluster during the backward pass of each training step"
)
_REST = "the links between the racks are slow and the next step of the training job is delayed by all of them"


@pytest.mark.parametrize(
    ("tie", "begins"),
    [
        ("; ", "The links"),
        ("; and ", "The links"),
        (", and ", "The links"),
        (", but ", "However, the links"),
        ("; yet ", "However, the links"),
        (", while ", "In contrast, the links"),
        (", whereas ", "In contrast, the links"),
        (", so ", "Therefore, the links"),
        (": ", "The links"),
    ],
)
def test_a_long_sentence_is_cut_where_a_clause_begins(tie: str, begins: str) -> None:
    """Both halves are sentences, and what tied them is said by the second one."""
    first, second = clauses(f"In our system {_LONG}{tie}{_REST}.")

    assert first == f"In our system {_LONG}."
    assert second == begins + _REST.removeprefix("the links") + "."


def test_a_relative_clause_at_the_end_becomes_a_sentence() -> None:
    """“…, which is …” at the end of a sentence says “This is …”."""
    sentence = f"In our own system {_LONG} of the whole job, which is hidden behind the computation of all gradients."

    assert clauses(sentence)[1:] == ("This is hidden behind the computation of all gradients.",)


@pytest.mark.parametrize(
    "whole",
    [
        f"{_LONG}; {_REST}."[:LONG_CHARS],
        f"In our system {_LONG}, which is slow, and which nobody has measured on any cluster, takes two racks.",
        f"It takes two steps: {_LONG} and {_LONG}, in this order, for the sake of the links between both of the racks.",
        f"The method has two parts: (1) {_LONG}; (2) {_REST}.",
        f"Although {_LONG} and the step is short; nobody knows what {_LONG} costs in the end.",
        f"With the bound $T \\le a; b is c$ of a step {_LONG} and {_LONG} of the very same kind.",
        f"We note (in passing; this is well known and it is not what we are after here) that {_LONG} and {_LONG}.",
        f"It is not only so that {_LONG}, but the links between the racks are slow as well in all of them.",
        f"Compared with 1,000,000.5 tokens {_LONG} while keeping all of the state in the memory of its racks.",
    ],
)
def test_a_sentence_without_a_safe_cut_stays_whole(whole: str) -> None:
    """Short sentences, relative clauses in the middle, lists, maths and brackets are never cut."""
    assert clauses(whole) == (whole,)


@given(
    st.lists(st.sampled_from([_LONG, _REST, "; ", ", but ", ", which is ", ": ", " 3.5% ", " $x; y$ ", "(1)"])).map(
        "".join
    )
)
def test_no_word_is_lost(sentence: str) -> None:
    """However a sentence is cut, its clauses hold its figures and words in their order, but for what tied them."""
    ties = {"and", "or", "but", "yet", "while", "whereas", "so", "which", "where"}
    added = {"however", "in", "contrast", "therefore", "this", "these", "here"}
    asked = [word for word in re.findall(r"[\w.$%]+", sentence.casefold().replace(".", "")) if word not in ties | added]
    said = " ".join(clauses(sentence)).casefold().replace(".", "")

    assert [word for word in re.findall(r"[\w.$%]+", said) if word not in ties | added] == asked
