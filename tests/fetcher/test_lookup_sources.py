"""Several sources in turn: each is asked only for what is still open, and a silent one never makes a verdict."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from notegen.errors import SourceRefused
from notegen.fetcher.catalogue.build import build
from notegen.fetcher.catalogue.index import Catalogue
from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge, OwnRecord
from notegen.records import Match, Paper, Wanted

ALL = ("id", "doi", "title", "abstract", "author", "words")
REEF = Paper(
    "Reef: Checkpoints That Grow Slowly",
    ("Aiko Mori",),
    arxiv_id="2301.01234",
    version=1,
    published="2023-01-04",
    abstract="Checkpoints grow like corals. We count the rings of ten reefs and find that they keep less than before,"
    " in all seas that we saw.",
    source="arXiv",
)
ROW = replace(REEF, abstract="", source="catalogue")
KELP = Paper("Kelp: Elastic Data Loaders", ("Rui Costa",), doi="10.5555/kelp.1", published="2022", source="Crossref")
WHALE = Paper("Whale Songs at Night", ("Ida Berg",), doi="10.5555/whale.1", published="2022-01-01", source="Crossref")


class Source:
    """A service that answers from dictionaries by kind of question, writes down what it was asked, and may be down."""

    def __init__(self, name: str, hows: Sequence[str] = ALL, **answers: Mapping[str, Sequence[Paper]]) -> None:
        self.name = name
        self.hows = frozenset(hows)
        self.answers = answers
        self.asked: list[tuple[str, list[str]]] = []
        self.down = False

    def ask(self, how: str, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        self.asked.append((how, list(asked)))
        if self.down:
            raise SourceRefused(self.name, "too many requests", status=429)
        known = self.answers.get(how, {})
        return {text: tuple(known.get(text, ())) for text in asked if how != "id" or text in known}


def crossref(**answers: Mapping[str, Sequence[Paper]]) -> Source:
    """A source that takes DOIs and titles only."""
    return Source("Crossref", ("doi", "title"), **answers)


def one(wanted: Wanted, *sources: Source | Catalogue, own: OwnKnowledge | None = None) -> Match:
    """What one wanted paper is, by these sources in this order."""
    return find([wanted], own or OwnKnowledge(), sources)[wanted.asked_as]


def want(title: str, **hints: object) -> Wanted:
    """A wanted paper."""
    return replace(Wanted(title, title), **hints)  # type: ignore[arg-type]


def test_what_the_first_source_knows_is_asked_nowhere_else() -> None:
    """A paper with its text in the catalogue costs no request; only what is open goes on to the next source."""
    catalogue = Source("catalogue", title={REEF.title: [replace(REEF, source="catalogue")]})
    arxiv, further = Source("arXiv"), crossref(title={KELP.title: [KELP]})

    matches = find([want(REEF.title), want(KELP.title)], OwnKnowledge(), [catalogue, arxiv, further])

    assert [match.decision for match in matches.values()] == ["accepted", "accepted"]
    assert all(REEF.title not in texts for _, texts in (*arxiv.asked, *further.asked))
    assert further.asked == [("title", [KELP.title])]


def test_an_open_paper_is_asked_of_every_source_in_turn() -> None:
    """What the catalogue finds near does not stop the search, and all that was found is judged together."""
    longer = replace(ROW, title=f"{REEF.title} and Fall", arxiv_id="2001.00001")
    catalogue, arxiv = Source("catalogue", title={REEF.title: [longer]}), Source("arXiv", title={REEF.title: [REEF]})

    match = one(want(REEF.title), catalogue, arxiv)

    assert match.paper == REEF
    assert ("words", [REEF.title]) in catalogue.asked


def test_twins_in_two_sources_are_ambiguous() -> None:
    """Two papers with one title, each known to another source, are both offered."""
    short = replace(REEF, title="Kelp", authors=("Rui Costa",), arxiv_id="2001.00001")
    catalogue, arxiv = Source("catalogue", title={"Kelp": [replace(short, source="catalogue")]}), Source("arXiv")
    arxiv.answers = {"title": {"Kelp": [replace(short, arxiv_id="2001.00002", authors=("Ida Berg",))]}}

    match = one(want("Kelp"), catalogue, arxiv)

    assert match.decision == "ambiguous"
    assert {candidate.paper.arxiv_id for candidate in match.candidates} == {"2001.00001", "2001.00002"}


def test_text_the_catalogue_lacks_is_fetched_in_one_question() -> None:
    """All accepted records without abstract are asked for together, by id; what the catalogue says stays."""
    other = replace(ROW, title="Sponges That Sink", arxiv_id="2301.09999")
    catalogue = Source("catalogue", title={REEF.title: [ROW], other.title: [other]})
    arxiv = Source("arXiv", id={"2301.01234v1": [REEF], "2301.09999v1": [replace(REEF, arxiv_id="2301.09999")]})

    matches = find([want(REEF.title), want(other.title)], OwnKnowledge(), [catalogue, arxiv])

    assert arxiv.asked == [("id", ["2301.01234v1", "2301.09999v1"])]
    assert [match.paper and match.paper.abstract for match in matches.values()] == [REEF.abstract, REEF.abstract]
    assert matches[REEF.title].paper == replace(REEF, source="catalogue")


@pytest.mark.parametrize("hints", [{}, {"arxiv_id": "2301.01234"}], ids=["title", "id"])
def test_a_real_catalogue_without_its_dump_leaves_the_text_to_arxiv(tmp_path: Path, hints: dict[str, str]) -> None:
    """The dump was deleted after the building: the paper is the catalogue's, its abstract is asked of arXiv."""
    versions = [{"version": "v1", "created": "Wed, 4 Jan 2023 18:00:00 GMT"}]
    line = {"id": REEF.arxiv_id, "title": REEF.title, "authors_parsed": [["Mori", "Aiko", ""]], "versions": versions}
    (tmp_path / "dump.json").write_text(json.dumps({**line, "abstract": REEF.abstract}) + "\n", encoding="utf-8")
    build(tmp_path / "dump.json", tmp_path / "catalogue.db", lambda *_: None, lambda: False)
    (tmp_path / "dump.json").unlink()
    catalogue = Catalogue.open(tmp_path / "catalogue.db")
    assert catalogue is not None
    arxiv = Source("arXiv", id={"2301.01234v1": [REEF], "2301.01234": [REEF]})

    match = one(want(REEF.title, **hints), catalogue, arxiv)
    catalogue.close()

    assert match.paper is not None
    assert match.paper.abstract == REEF.abstract


def test_the_catalogue_alone_is_enough_to_accept() -> None:
    """Offline, a record without text is the right paper all the same."""
    match = one(want(REEF.title), Source("catalogue", title={REEF.title: [ROW]}))

    assert (match.decision, match.paper) == ("accepted", ROW)


def test_a_record_without_text_waits_while_arxiv_is_down() -> None:
    """A failure may pass, so the paper is not called one without text."""
    arxiv = Source("arXiv")
    arxiv.down = True

    match = one(want(REEF.title), Source("catalogue", title={REEF.title: [ROW]}), arxiv)

    assert match.decision == "waiting"
    assert "too many requests" in match.reason


@pytest.mark.parametrize("down", ["arXiv", "Crossref"])
def test_a_failing_source_leaves_what_it_alone_could_know(down: str) -> None:
    """The paper another source knows is accepted; the unknown one waits with the words of the one that failed."""
    sources = [Source("arXiv", title={REEF.title: [REEF]}), crossref(title={REEF.title: [REEF]})]
    for source in sources:
        source.down = source.name == down

    matches = find([want(REEF.title), want("Plankton in Winter Seas")], OwnKnowledge(), sources)

    assert [match.decision for match in matches.values()] == ["accepted", "waiting"]
    assert f"{down} gave no answer: too many requests" in matches["Plankton in Winter Seas"].reason


def test_a_doi_is_asked_of_each_source_until_one_knows_it() -> None:
    """arXiv first, then the registry; with the id at hand no title is asked."""
    arxiv, further = Source("arXiv"), crossref(doi={KELP.doi: [KELP]})

    assert one(want(KELP.title, doi=KELP.doi), arxiv, further).paper == KELP
    assert (arxiv.asked, further.asked) == ([("doi", [KELP.doi])], [("doi", [KELP.doi])])


def test_a_pinned_doi_that_nobody_knows_is_not_replaced_by_a_title() -> None:
    """A person's pin counts: not found, its DOI named, and the title is not asked. With a source down it waits."""
    own = OwnKnowledge({REEF.title: "doi:10.5555/none"})
    arxiv, further = Source("arXiv", title={REEF.title: [REEF]}), crossref()
    match = one(want(REEF.title), arxiv, further, own=own)

    assert match.decision == "not-found"
    assert "10.5555/none" in match.reason
    assert {how for how, _ in arxiv.asked + further.asked} == {"doi"}
    further.down = True
    assert one(want(REEF.title), arxiv, further, own=own).decision == "waiting"


@pytest.mark.parametrize(
    "titled",
    [
        REEF,
        KELP,
    ],
    ids=["on arXiv", "with a DOI only"],
)
def test_a_doi_beside_the_title_of_another_paper_is_not_trusted(titled: Paper) -> None:
    """The line says one title and another paper's DOI: both are offered, none is taken."""
    arxiv = Source("arXiv", title={REEF.title: [REEF]})
    further = crossref(doi={WHALE.doi: [WHALE]}, title={KELP.title: [KELP]})

    match = one(want(titled.title, doi=WHALE.doi, year=2022), arxiv, further)

    assert match.decision == "ambiguous"
    assert [candidate.paper for candidate in match.candidates] == [titled, WHALE]


def test_the_beginning_of_an_abstract_is_its_paper() -> None:
    """A link that holds the first sentences of an abstract is found by them; two papers with one abstract are not."""
    passage = " ".join(REEF.abstract.split()[:21]) + "…"
    twin = replace(REEF, title="Corals", arxiv_id="2302.00001", authors=("Ida Berg",))

    alone = one(want(passage), Source("arXiv", abstract={passage: [REEF]}))
    both = one(want(passage), Source("arXiv", abstract={passage: [REEF, twin]}))

    assert alone.paper == REEF
    assert "abstract" in alone.reason
    assert both.decision == "ambiguous"
    assert {candidate.paper for candidate in both.candidates} == {REEF, twin}


def test_a_bibtex_key_is_asked_by_author_and_offered() -> None:
    """Author and words go out as one question; what fits is offered first."""
    arxiv = Source("arXiv", author={"mori checkpoints": [WHALE, replace(REEF, title="Checkpoints That Grow")]})
    match = one(Wanted("mori2023checkpoints", "checkpoints", year=2023, authors=("mori",)), arxiv)

    assert arxiv.asked[0] == ("author", ["mori checkpoints"])
    assert match.decision == "ambiguous"
    assert match.candidates[0].paper.arxiv_id == REEF.arxiv_id


def test_a_record_of_the_vault_by_other_people_is_not_taken() -> None:
    """The line names an author who did not write the vault's record of that title and year."""
    own = OwnKnowledge({}, (OwnRecord((), replace(REEF, source="vault")),))

    assert one(want(REEF.title, authors=("Costa",), year=2023), own=own).decision != "accepted"
