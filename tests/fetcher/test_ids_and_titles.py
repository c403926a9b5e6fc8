"""An id beside a title: each is weighed against the other, and what contradicts is offered, not written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.reading_list.naming import wanted_from_argument
from notegen.records import How, Match, Paper

ROPE = Paper("Rope Is All You Pull", ("Mio Tanabe",), "2101.00001", 1, published="2021-01-04", source="arXiv")
FAST = Paper(
    "FastRope: Pulling Without Looking",
    ("Rui Costa",),
    "2202.00002",
    1,
    published="2022-02-04",
    abstract="We pull without looking.",
    source="arXiv",
)
KNOT = Paper("KnotNet: Tying at Scale", ("Ida Berg",), "2303.00003", 1, published="2023-03-03", source="arXiv")


class Shelf:
    """A source that knows three papers by id, and by title those it is not blind to."""

    name = "arXiv"
    hows: frozenset[How] = frozenset({"id", "title", "words"})

    def __init__(self, *hidden: Paper) -> None:
        self.hidden = hidden

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        if how == "id":
            known = {paper.arxiv_id: (paper,) for paper in (ROPE, FAST, KNOT)}
            return {text: known[text] for text in asked if text in known}
        return dict.fromkeys(asked, tuple(paper for paper in (ROPE, FAST, KNOT) if paper not in self.hidden))


def decided(name: str, *hidden: Paper) -> Match:
    """What a name typed by a person is."""
    wanted = wanted_from_argument(name)
    return next(iter(find([replace(wanted, link="x")], OwnKnowledge(), [Shelf(*hidden)]).values()))


@pytest.mark.parametrize(
    "name",
    [
        "Rope Is All You Pull (2202.00002)",
        "2021__NeurIPS__Rope Is All You Pull (2202.00002)",
        "Tanabe et al. - 2021 - Rope Is All You Pull (2202.00002)",
        "Rope Is All You Pull. arXiv preprint arXiv:2202.00002",
        "Rope Is All You Pull arXiv:2202.00002",
        "2022__X__KnotNet arXiv:2202.00002",
        "KnotNet 2202.00002",
        "QFastRope 2202.00002",
        'Comment on "FastRope: Pulling Without Looking" [arXiv:2202.00002]',
    ],
)
def test_an_id_of_another_paper_is_not_taken(name: str) -> None:
    """Wherever the id stands and however short the title is: what the title says is another paper, so both are told."""
    match = decided(name)

    assert match.decision == "ambiguous"
    assert FAST in [candidate.paper for candidate in match.candidates]


@pytest.mark.parametrize("hidden", [(), (ROPE,)])
def test_with_a_year_a_title_of_another_paper_speaks_against_the_id(hidden: tuple[Paper, ...]) -> None:
    """Even when the title's own paper is not there."""
    assert decided("2021__X__Rope Is All You Pull arXiv:2202.00002", *hidden).decision == "ambiguous"


@pytest.mark.parametrize(
    "name",
    [
        "2202.00002",
        "FastRope (2202.00002)",
        "2022__X__FastRope 2202.00002",
        "notes on pulling arXiv:2202.00002",
        "縄を引く論文 arXiv:2202.00002",
    ],
)
def test_a_name_of_ones_own_says_nothing_against_its_id(name: str) -> None:
    """The paper's short name, words of its own or Japanese ones go with its id."""
    assert decided(name).paper == FAST


def test_an_unknown_id_beside_a_title_offers_what_the_title_finds() -> None:
    """One wrong digit is not the end: the paper of that title is offered, not written."""
    match = decided("Rope Is All You Pull arXiv:2101.99999")

    assert match.decision == "ambiguous"
    assert match.candidates[0].paper == ROPE
    assert "2101.99999" in match.reason


def test_one_link_with_two_ids_has_none() -> None:
    """Two names for one link and two ids: neither is taken for both."""
    from notegen.fetcher.reading_list.moc import distinct

    one, two = (replace(wanted_from_argument(f"GPT arXiv:{each.arxiv_id}"), link="GPT") for each in (ROPE, FAST))

    assert [each.arxiv_id for each in distinct([one, two])] == [""]
