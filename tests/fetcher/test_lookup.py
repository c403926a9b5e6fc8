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

    def _ask(self, kind: str, items: Sequence[str]) -> dict[str, object]:
        self.asked.append((kind, list(items)))
        if kind in self.down or self.down.intersection(items):
            raise SourceRefused("arXiv", "too many requests", status=429)
        return {item: self.answers.get(kind, {})[item] for item in items if item in self.answers.get(kind, {})}

    def by_ids(self, arxiv_ids: Sequence[str]) -> Mapping[str, Paper]:
        return self._ask("ids", arxiv_ids)  # type: ignore[return-value]

    def by_phrase(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        return dict.fromkeys(titles, ()) | self._ask("phrase", titles)  # type: ignore[operator]

    def by_words(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        return dict.fromkeys(titles, ()) | self._ask("words", titles)  # type: ignore[operator]


def want(link: str, title: str | None = None, **hints: object) -> Wanted:
    """A wanted paper whose title is its link unless given."""
    return replace(Wanted(link=link, title=link if title is None else title), **hints)  # type: ignore[arg-type]


def test_titles_in_one_question() -> None:
    """All titles go into one question, each once, and what is certain is not asked about again."""
    shelf = Shelf(phrase={REEF.title: (KELP, REEF), KELP.title: (KELP,)})
    matches = find([want("a", REEF.title), want("b", KELP.title), want("c", REEF.title)], OwnKnowledge(), shelf)

    assert [match.paper for match in matches.values()] == [REEF, KELP, REEF]
    assert list(matches) == ["a", "b", "c"]
    assert shelf.asked == [("phrase", [REEF.title, KELP.title])]


def test_an_id_goes_before_the_title() -> None:
    """Ids are asked in one question; a title that is quite another is said in the reason, not searched for."""
    shelf = Shelf(ids={"2301.01234v1": REEF, "2205.04321": KELP})
    wanted = [want("a", "Whale Songs at Night", arxiv_id="2301.01234v1"), want("", "", arxiv_id="2205.04321")]
    matches = find(wanted, OwnKnowledge(), shelf)

    assert [match.paper for match in matches.values()] == [REEF, KELP]
    assert REEF.title in matches["a"].reason
    assert KELP.title not in matches["2205.04321"].reason
    assert shelf.asked == [("ids", ["2301.01234v1", "2205.04321"])]


def test_an_unknown_id_is_not_found_in_careful_words() -> None:
    """An id without answer is never "does not exist", and its title is not taken instead."""
    match = find([want("a", REEF.title, arxiv_id="2301.99999")], OwnKnowledge(), Shelf())["a"]

    assert match.decision == "not-found"
    assert "or did not answer" in match.reason


def test_a_doi_alone() -> None:
    """A DOI without title is not found, with the reason."""
    shelf = Shelf()
    match = find([want("", "", doi="10.1000/reef")], OwnKnowledge(), shelf)["10.1000/reef"]

    assert match.decision == "not-found"
    assert "DOI" in match.reason
    assert shelf.asked == []


def test_the_vault_itself_is_asked_first() -> None:
    """Pins and own records decide before any source; a pinned id is asked instead of what the line says."""
    own = OwnKnowledge(
        {"mute": "none", "pinned": "arXiv:2205.04321"}, (OwnRecord(("mine",), replace(REEF, source="vault")),)
    )
    shelf = Shelf(ids={"2205.04321": KELP})
    wanted = [want("mute"), want("mine"), want("pinned", "Kelp", arxiv_id="2301.01234")]
    matches = find(wanted, own, shelf)

    assert [match.decision for match in matches.values()] == ["muted", "accepted", "accepted"]
    assert matches["pinned"].paper == KELP
    assert "pinned" in matches["pinned"].reason
    assert shelf.asked == [("ids", ["2205.04321"])]


def test_an_own_record_without_text_is_completed() -> None:
    """What the record leaves open comes from arXiv, what it says stays, and it is still the vault's record."""
    mine = Paper("Reef (my spelling)", arxiv_id="2301.01234", venue="FAST", source="vault")
    shelf = Shelf(ids={"2301.01234": REEF})
    paper = find([want("mine")], OwnKnowledge({}, (OwnRecord(("mine",), mine),)), shelf)["mine"].paper

    assert paper == replace(REEF, title="Reef (my spelling)", venue="FAST", source="vault")


@pytest.mark.parametrize("source", [None, Shelf()], ids=["offline", "without answer"])
def test_an_own_record_stays_accepted_without_text(source: Shelf | None) -> None:
    """A record whose text cannot be had is still the right paper."""
    mine = Paper("Reef", arxiv_id="2301.01234", source="vault")
    if source:
        source.down = {"ids"}
    match = find([want("mine")], OwnKnowledge({}, (OwnRecord(("mine",), mine),)), source)["mine"]

    assert ("accepted", mine) == (match.decision, match.paper)


def test_a_record_with_synopsis_asks_nothing() -> None:
    """A record that has a text of its own is complete."""
    mine = Paper("Reef", arxiv_id="2301.01234", synopsis=(Pair("It grows.", "育つ。"),), source="vault")
    shelf = Shelf()
    find([want("mine")], OwnKnowledge({}, (OwnRecord(("mine",), mine),)), shelf)

    assert shelf.asked == []


def test_a_renamed_paper_is_found_by_its_first_title() -> None:
    """Words bring it near, its first version proves it: three questions, and the reason tells its present title."""
    shelf = Shelf(words={FIRST_BUOY.title: (KELP, BUOY)}, ids={"2404.00042v1": FIRST_BUOY})
    match = find([want("b", FIRST_BUOY.title)], OwnKnowledge(), shelf)["b"]

    assert match.paper == replace(BUOY, earlier_titles=(FIRST_BUOY.title,))
    assert BUOY.title in match.reason
    assert [kind for kind, _ in shelf.asked] == ["phrase", "words", "ids"]


def test_first_versions_are_asked_for_few() -> None:
    """Only near papers with more than one version are asked for their first, at most six a title, in one question."""
    near = tuple(replace(KELP, title=f"Kelp Elastic Data Loading {n}", arxiv_id=f"2205.1000{n}") for n in range(9))
    shelf = Shelf(words={KELP.title: (*near, REEF)})
    match = find([want("k", KELP.title)], OwnKnowledge(), shelf)["k"]

    assert match.decision == "not-found"
    assert len(match.candidates) == 5
    assert len(shelf.asked[-1][1]) == 6
    assert all(arxiv_id.startswith("2205.1000") for arxiv_id in shelf.asked[-1][1])


def test_offline_is_waiting() -> None:
    """Without a source the unknown waits, with words, whether by id or by title."""
    matches = find([want("a", REEF.title), want("b", arxiv_id="2205.04321")], OwnKnowledge(), None)

    assert {match.decision for match in matches.values()} == {"waiting"}
    assert all("offline" in match.reason for match in matches.values())


@pytest.mark.parametrize("down", ["ids", "phrase", "words"])
def test_a_failing_source_is_no_verdict(down: str) -> None:
    """Whichever question fails, what is undecided waits with the source's words, and what was certain stays."""
    shelf = Shelf(phrase={REEF.title: (REEF,)}, words={FIRST_BUOY.title: (BUOY,)})
    shelf.down = {down}
    wanted = [want("sure", REEF.title), want("open", FIRST_BUOY.title)]
    matches = find(wanted, OwnKnowledge(), shelf)

    assert matches["open"].decision == "waiting"
    assert "too many requests" in matches["open"].reason
    assert (matches["sure"].decision == "accepted") == (down != "phrase")


def test_waiting_by_id() -> None:
    """An id whose question failed waits."""
    shelf = Shelf()
    shelf.down = {"ids"}

    assert find([want("a", arxiv_id="2301.01234")], OwnKnowledge(), shelf)["a"].decision == "waiting"


def test_a_failure_costs_only_what_is_missing() -> None:
    """After a failure the rest is asked one by one, so that what a cache knows is still had."""
    shelf = Shelf(phrase={REEF.title: (REEF,)})
    shelf.down = {KELP.title}
    matches = find([want("a", REEF.title), want("b", KELP.title)], OwnKnowledge(), shelf)

    assert (matches["a"].decision, matches["b"].decision) == ("accepted", "waiting")


def test_other_errors_are_not_hidden() -> None:
    """Only a source's own failure is caught."""

    class Broken(Shelf):
        def by_phrase(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        find([want("a", REEF.title)], OwnKnowledge(), Broken())


def test_nothing_wanted() -> None:
    """An empty list asks nothing."""
    assert find([], OwnKnowledge(), Shelf()) == {}
