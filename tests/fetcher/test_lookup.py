"""From wanted papers to decided ones: order of knowledge, few questions, failures that are no verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from notegen.errors import SourceRefused
from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge, OwnRecord
from notegen.records import Pair, Paper, Wanted

REEF = Paper(
    "Reef: Checkpoints That Grow",
    arxiv_id="2301.01234",
    version=1,
    published="2023-01-04",
    abstract="Checkpoints grow.",
    comment="12 pages",
    categories=("cs.DC",),
    source="arXiv",
)
KELP = Paper("Kelp: Elastic Data Loaders", arxiv_id="2205.04321", version=3, published="2022-05-09", source="arXiv")
BUOY = Paper(
    "Floating Marks for Stragglers", arxiv_id="2404.00042", version=2, abstract="BuoySync marks them.", source="arXiv"
)
FIRST_BUOY = replace(BUOY, title="BuoySync: Marking Stragglers Early", version=1)


class Shelf:
    """A source that answers from dictionaries, writes down what it was asked, and fails where told."""

    def __init__(self, **answers: Mapping[str, object]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, list[str]]] = []
        self.down: set[str] = set()

    name = "arXiv"
    hows = frozenset({"id", "doi", "title", "abstract", "author", "words"})

    def ask(self, how: str, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        self.asked.append((how, list(asked)))
        if how in self.down or self.down.intersection(asked):
            raise SourceRefused("arXiv", "too many requests", status=429)
        known = self.answers.get(how, {})
        return {text: known.get(text, ()) for text in asked if how != "id" or text in known}


def want(link: str, title: str | None = None, **hints: object) -> Wanted:
    """A wanted paper whose title is its link unless given."""
    return replace(Wanted(link=link, title=link if title is None else title), **hints)  # type: ignore[arg-type]


def test_titles_in_one_question() -> None:
    """All titles go into one question, each once, and what is certain is not asked about again."""
    shelf = Shelf(title={REEF.title: (KELP, REEF), KELP.title: (KELP,)})
    matches = find([want("a", REEF.title), want("b", KELP.title), want("c", REEF.title)], OwnKnowledge(), [shelf])

    assert [match.paper for match in matches.values()] == [REEF, KELP, REEF]
    assert list(matches) == ["a", "b", "c"]
    assert shelf.asked == [("title", [REEF.title, KELP.title])]


def test_ids_are_asked_in_one_question() -> None:
    """An id is its paper, whatever short name the link has for it; the title is not searched for."""
    shelf = Shelf(id={"2301.01234v1": (REEF,), "2205.04321": (KELP,), "2205.04321v1": (KELP,)})
    wanted = [want("a", "Reef", arxiv_id="2301.01234v1"), want("", "", arxiv_id="2205.04321")]
    matches = find(wanted, OwnKnowledge(), [shelf])

    assert [match.paper for match in matches.values()] == [REEF, KELP]
    assert shelf.asked == [("id", ["2301.01234v1", "2205.04321"]), ("id", ["2205.04321v1"])]


def test_an_id_that_belongs_to_quite_another_title_is_not_taken() -> None:
    """A whole title beside the id of another paper is ambiguous, unless a person pinned it."""
    shelf = Shelf(id={"2301.01234": (REEF,)})
    one = want("a", "Whale Songs at Night", arxiv_id="2301.01234", year=2023)

    match = find([one], OwnKnowledge(), [shelf])["a"]
    pinned = find([one], OwnKnowledge({"a": "arXiv:2301.01234"}), [shelf])["a"]

    assert (match.decision, match.candidates[0].paper) == ("ambiguous", REEF)
    assert REEF.title in match.reason
    assert (pinned.decision, pinned.paper) == ("accepted", REEF)


def test_a_name_of_ones_own_beside_an_id_is_no_title() -> None:
    """A link without year and venue may be called anything; only another paper's exact title speaks against it."""
    notes, kelp = want("a", "my notes on growing files", arxiv_id="2301.01234"), want("b", KELP.title)
    shelf = Shelf(id={"2301.01234": (REEF,)}, title={KELP.title: (KELP,)})

    matches = find([notes, replace(kelp, arxiv_id="2301.01234")], OwnKnowledge(), [shelf])

    assert (matches["a"].decision, matches["a"].paper) == ("accepted", REEF)
    assert matches["b"].decision == "ambiguous"
    assert [candidate.paper for candidate in matches["b"].candidates] == [KELP, REEF]


def test_a_link_that_is_an_id_is_its_paper() -> None:
    """`[[2301.01234]]` says nothing but the id."""
    assert (
        find([want("2301.01234", arxiv_id="2301.01234")], OwnKnowledge(), [Shelf(id={"2301.01234": (REEF,)})])[
            "2301.01234"
        ].paper
        == REEF
    )


def test_an_id_with_the_title_its_paper_had_at_first_is_taken() -> None:
    """A renamed paper under its old title and its id is that paper, and carries the old title."""
    shelf = Shelf(id={"2404.00042": (replace(BUOY, abstract=""),), "2404.00042v1": (FIRST_BUOY,)})

    match = find([want("a", FIRST_BUOY.title, arxiv_id="2404.00042")], OwnKnowledge(), [shelf])["a"]

    assert match.decision == "accepted"
    assert match.paper is not None
    assert match.paper.earlier_titles == (FIRST_BUOY.title,)


def test_near_records_of_the_vault_are_offered_even_offline() -> None:
    """An acronym that two own records answer to is ambiguous, with both; no network is needed to say so."""
    first, second = Paper("Tern: Nests in Sand", source="vault"), Paper("Tern: Nests in Reeds", source="vault")
    own = OwnKnowledge({}, (OwnRecord((), first), OwnRecord((), second)))

    match = find([want("Tern")], own, [])["Tern"]

    assert match.decision == "ambiguous"
    assert {candidate.paper.title for candidate in match.candidates} == {first.title, second.title}


def test_an_unknown_id_is_not_found_in_careful_words() -> None:
    """An id without answer is never "does not exist", and its title is not taken instead."""
    match = find([want("a", REEF.title, arxiv_id="2301.99999")], OwnKnowledge(), [Shelf()])["a"]

    assert match.decision == "not-found"
    assert "or did not answer" in match.reason


def test_a_doi_alone() -> None:
    """A DOI is asked for; one that no record has, without a title, is not found, with the reason."""
    shelf = Shelf()
    match = find([want("", "", doi="10.1000/reef")], OwnKnowledge(), [shelf])["10.1000/reef"]

    assert match.decision == "not-found"
    assert "DOI" in match.reason
    assert shelf.asked == [("doi", ["10.1000/reef"])]


def test_the_vault_itself_is_asked_first() -> None:
    """Pins and own records decide before any source; a pinned id is asked instead of what the line says."""
    own = OwnKnowledge(
        {"mute": "none", "pinned": "arXiv:2205.04321"}, (OwnRecord(("mine",), replace(REEF, source="vault")),)
    )
    shelf = Shelf(id={"2205.04321": (KELP,)})
    wanted = [want("mute"), want("mine"), want("pinned", "Kelp", arxiv_id="2301.01234")]
    matches = find(wanted, own, [shelf])

    assert [match.decision for match in matches.values()] == ["muted", "accepted", "accepted"]
    assert matches["pinned"].paper == KELP
    assert "pinned" in matches["pinned"].reason
    assert shelf.asked == [("id", ["2205.04321"])]


def test_an_own_record_without_text_is_completed() -> None:
    """What the record leaves open comes from arXiv, what it says stays, and it is still the vault's record."""
    mine = Paper("Reef (my spelling)", arxiv_id="2301.01234", venue="FAST", source="vault")
    shelf = Shelf(id={"2301.01234": (REEF,)})
    paper = find([want("mine")], OwnKnowledge({}, (OwnRecord(("mine",), mine),)), [shelf])["mine"].paper

    assert paper == replace(REEF, title="Reef (my spelling)", venue="FAST", source="vault")


def test_an_own_record_without_text_waits_for_a_service_that_is_down() -> None:
    """Offline, a record whose text cannot be had is still the right paper; a failure may pass, so that one waits."""
    mine = Paper("Reef", arxiv_id="2301.01234", source="vault")
    own, down = OwnKnowledge({}, (OwnRecord(("mine",), mine),)), Shelf()
    down.down = {"id"}

    offline = find([want("mine")], own, [])["mine"]

    assert ("accepted", mine) == (offline.decision, offline.paper)
    assert find([want("mine")], own, [down])["mine"].decision == "waiting"


def test_a_record_with_synopsis_asks_nothing() -> None:
    """A record that has a text of its own is complete."""
    mine = Paper("Reef", arxiv_id="2301.01234", synopsis=(Pair("It grows.", "育つ。"),), source="vault")
    shelf = Shelf()
    find([want("mine")], OwnKnowledge({}, (OwnRecord(("mine",), mine),)), [shelf])

    assert shelf.asked == []


def test_a_renamed_paper_is_found_by_its_first_title() -> None:
    """Words bring it near, its first version proves it: three questions, and the reason tells its present title."""
    shelf = Shelf(words={FIRST_BUOY.title: (KELP, BUOY)}, id={"2404.00042v1": (FIRST_BUOY,)})
    match = find([want("b", FIRST_BUOY.title)], OwnKnowledge(), [shelf])["b"]

    assert match.paper == replace(BUOY, earlier_titles=(FIRST_BUOY.title,))
    assert BUOY.title in match.reason
    assert [kind for kind, _ in shelf.asked] == ["title", "words", "id"]


def test_first_versions_are_asked_for_few() -> None:
    """Only near papers with more than one version are asked for their first, at most ten a title, in one question."""
    near = tuple(replace(KELP, title=f"Kelp Elastic Data Loading {n}", arxiv_id=f"2205.100{n}0") for n in range(10, 25))
    shelf = Shelf(words={KELP.title: (*near, REEF)})
    match = find([want("k", KELP.title)], OwnKnowledge(), [shelf])["k"]

    assert match.decision == "not-found"
    assert len(match.candidates) == 5
    assert len(shelf.asked[-1][1]) == 10
    assert all(arxiv_id.startswith("2205.100") for arxiv_id in shelf.asked[-1][1])


def test_offline_is_waiting() -> None:
    """Without a source the unknown waits, with words, whether by id or by title."""
    matches = find([want("a", REEF.title), want("b", arxiv_id="2205.04321")], OwnKnowledge(), [])

    assert {match.decision for match in matches.values()} == {"waiting"}
    assert all("offline" in match.reason for match in matches.values())


@pytest.mark.parametrize("down", ["id", "title", "words"])
def test_a_failing_source_is_no_verdict(down: str) -> None:
    """Whichever question fails, what is undecided waits with the source's words, and what was certain stays."""
    shelf = Shelf(title={REEF.title: (REEF,)}, words={FIRST_BUOY.title: (BUOY,)})
    shelf.down = {down}
    wanted = [want("sure", REEF.title), want("open", FIRST_BUOY.title)]
    matches = find(wanted, OwnKnowledge(), [shelf])

    assert matches["open"].decision == "waiting"
    assert "too many requests" in matches["open"].reason
    assert (matches["sure"].decision == "accepted") == (down != "title")


def test_waiting_by_id() -> None:
    """An id whose question failed waits."""
    shelf = Shelf()
    shelf.down = {"id"}

    assert find([want("a", arxiv_id="2301.01234")], OwnKnowledge(), [shelf])["a"].decision == "waiting"


def test_a_failure_costs_only_what_is_missing() -> None:
    """After a failure the rest is asked one by one, so that what a cache knows is still had."""
    shelf = Shelf(title={REEF.title: (REEF,)})
    shelf.down = {KELP.title}
    matches = find([want("a", REEF.title), want("b", KELP.title)], OwnKnowledge(), [shelf])

    assert (matches["a"].decision, matches["b"].decision) == ("accepted", "waiting")


def test_other_errors_are_not_hidden() -> None:
    """Only a source's own failure is caught."""

    class Broken(Shelf):
        def ask(self, how: str, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        find([want("a", REEF.title)], OwnKnowledge(), [Broken()])


def test_nothing_wanted() -> None:
    """An empty list asks nothing."""
    assert find([], OwnKnowledge(), [Shelf()]) == {}
