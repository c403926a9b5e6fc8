"""A second run asks nothing; nothing wrong is ever kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from notegen.errors import SourceRefused, SourceUnreachable
from notegen.fetcher.sources.cache import CachedSource
from notegen.records import How, Pair, Paper

DAY_SECONDS = 86_400
GULL = Paper(
    "Gull: Routing Packets by Wind — 風で",
    authors=("Åsa Lind",),
    arxiv_id="2001.01234",
    version=2,
    published="2020-01-05",
    categories=("cs.NI",),
    synopsis=(Pair("Wind helps.", "風が助けになる。"),),
    earlier_titles=("Gull",),
    source="arXiv",
)
UNKNOWN = "2001.09999"


class Shelf:
    """A source with one paper, that writes down what it was asked and fails on command."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.fail_after: int | None = None

    def _answer(self, items: Sequence[str]) -> None:
        if self.fail_after is not None and len(self.asked) >= self.fail_after:
            raise SourceRefused("arXiv", "too many requests", status=429)
        self.asked.append(tuple(items))

    name = "arXiv"
    hows = frozenset({"id", "title", "words"})

    def ask(self, how: str, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        self._answer(asked)
        if how == "id":
            known = {GULL.arxiv_id: (GULL,), f"{GULL.arxiv_id}v1": (replace(GULL, version=1),), UNKNOWN: ()}
            return {text: known[text] for text in asked if text in known}
        return {text: (GULL,) if "Gull" in text else () for text in asked}


class Days:
    """A clock in days."""

    now = 100.0

    def __call__(self) -> float:
        return self.now * DAY_SECONDS


@pytest.fixture
def days() -> Days:
    """The clock of the test."""
    return Days()


@pytest.fixture
def shelf() -> Shelf:
    """The source behind the cache."""
    return Shelf()


@pytest.fixture
def cached(shelf: Shelf, tmp_path: Path, days: Days) -> Callable[[], CachedSource]:
    """A fresh source over the same folder, as a new run would make it."""
    return lambda: CachedSource(shelf, tmp_path, days)


def test_second_run_asks_nothing(cached: Callable[[], CachedSource], shelf: Shelf) -> None:
    """Papers come back from disk as they were, and only what is missing is asked."""
    first = cached().ask("title", ["Gull", "Tern"])
    again = cached().ask("title", ["Gull", "Tern", "Auk"])

    assert again == {**first, "Auk": ()} == {"Gull": (GULL,), "Tern": (), "Auk": ()}
    assert shelf.asked == [("Gull", "Tern"), ("Auk",)]


def test_kinds_of_question_are_apart(cached: Callable[[], CachedSource], shelf: Shelf) -> None:
    """An answer by phrase is no answer by words, and a title that looks like an id is no id."""
    cached().ask("title", ["2001.01234"])
    cached().ask("words", ["2001.01234"])

    assert cached().ask("id", ["2001.01234"]) == {"2001.01234": (GULL,)}
    assert len(shelf.asked) == 3


def test_ids_not_answered_are_asked_again(cached: Callable[[], CachedSource], shelf: Shelf) -> None:
    """An id the service did not answer is not kept as unknown; versions are kept apart."""
    ids = ["2001.01234", "2001.01234v1", "hep-th/9901001"]

    assert cached().ask("id", ids).keys() == {"2001.01234", "2001.01234v1"}
    assert cached().ask("id", ids).keys() == {"2001.01234", "2001.01234v1"}
    assert shelf.asked[1] == ("hep-th/9901001",)


@pytest.mark.parametrize(
    ("how", "asked", "kept_days"),
    [("id", "2001.01234", 30), ("id", UNKNOWN, 1), ("title", "Gull", 7), ("words", "Gull", 7), ("title", "Tern", 1)],
)
def test_answers_grow_old(
    cached: Callable[[], CachedSource], shelf: Shelf, days: Days, how: How, asked: str, kept_days: int
) -> None:
    """What an id names is kept 30 days, what a search found 7, an empty answer one."""
    cached().ask(how, [asked])
    days.now += kept_days - 0.1
    cached().ask(how, [asked])
    assert shelf.asked == [(asked,)]
    days.now += 0.2
    cached().ask(how, [asked])
    assert shelf.asked == [(asked,), (asked,)]


def test_a_failure_keeps_what_arrived_before(cached: Callable[[], CachedSource], shelf: Shelf) -> None:
    """When the second call of a long question fails, the first call's answers are kept and the failure is not."""
    titles = [f"Tern {n}" for n in range(20)]
    shelf.fail_after = 1
    with pytest.raises(SourceRefused):
        cached().ask("title", titles)
    shelf.fail_after = None
    cached().ask("title", titles)

    assert shelf.asked == [tuple(titles[:15]), tuple(titles[15:])]


def test_offline_serves_what_is_kept(cached: Callable[[], CachedSource], tmp_path: Path, days: Days) -> None:
    """Without a source the kept answers are served, and a missing one is a failure, never "nothing found"."""
    cached().ask("title", ["Gull"])
    offline = CachedSource(Shelf(), tmp_path, days, offline=True)

    assert offline.ask("title", ["Gull"]) == {"Gull": (GULL,)}
    with pytest.raises(SourceUnreachable, match="offline"):
        offline.ask("title", ["Tern"])
    with pytest.raises(SourceUnreachable, match="offline"):
        offline.ask("id", ["2001.01234"])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"kind": "title", "asked": "Gull"',
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": ["Gull"]}',
        b'{"kind": "title", "asked": "Tern", "at": 8640000, "papers": []}',
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": [{"title": "x"}]}',
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": [{"titel": 1, "synopsis": []}]}',
        b'{"kind": "title", "asked": "Gull", "at": "now", "papers": []}',
        b'{"kind": "title", "asked": "Gull", "at": null, "papers": []}',
        b'{"kind": "title", "asked": "Gull", "at": NaN, "papers": []}',
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": ""}',
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": {}}',
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": null}',
        b'{"kind": "title", "asked": "Gull", "at": 8640000, "papers": {"Gull": 1}}',
        b'{"kind": "title", "asked": "Gull", "at": 1' + b"0" * 400 + b', "papers": []}',
        b"[" * 100_000,
    ],
)
def test_torn_and_foreign_files_are_ignored(
    cached: Callable[[], CachedSource], shelf: Shelf, tmp_path: Path, content: bytes
) -> None:
    """A file that is not a whole answer to this question is as good as absent, and is replaced."""
    cached().ask("title", ["Gull"])
    (file,) = tmp_path.rglob("*.json")
    file.write_bytes(content)

    assert cached().ask("title", ["Gull"]) == {"Gull": (GULL,)}
    assert len(shelf.asked) == 2
    assert not list(tmp_path.rglob("*.part"))


def _spoil(folder: Path, **changes: Any) -> None:
    """The one kept answer again, with other values in its paper."""
    (file,) = folder.rglob("*.json")
    kept = json.loads(file.read_bytes())
    kept["papers"][0] |= changes
    file.write_text(json.dumps(kept), encoding="utf-8")


@pytest.mark.parametrize(
    "changes",
    [
        {"title": 5},
        {"published": None},
        {"comment": 5},
        {"version": "2"},
        {"version": True},
        {"authors": "Åsa Lind"},
        {"authors": [None]},
        {"categories": {"cs.NI": 1}},
        {"synopsis": [{"en": "Wind helps.", "ja": 5}]},
        {"synopsis": [{"en": "Wind helps."}]},
        {"licence": "CC BY"},
    ],
    ids=str,
)
def test_a_paper_of_another_form_is_not_kept(
    cached: Callable[[], CachedSource], shelf: Shelf, tmp_path: Path, changes: dict[str, Any]
) -> None:
    """A kept paper with values of other types, or with more values than today's, is asked again and replaced."""
    cached().ask("title", ["Gull"])
    _spoil(tmp_path, **changes)

    assert cached().ask("title", ["Gull"]) == cached().ask("title", ["Gull"]) == {"Gull": (GULL,)}
    assert len(shelf.asked) == 2


def test_a_paper_with_a_value_less_is_not_kept(
    cached: Callable[[], CachedSource], shelf: Shelf, tmp_path: Path
) -> None:
    """An answer from before a value was added is asked again."""
    cached().ask("title", ["Gull"])
    (file,) = tmp_path.rglob("*.json")
    file.write_bytes(file.read_bytes().replace(b'"doi": "", ', b""))

    assert cached().ask("title", ["Gull"]) == {"Gull": (GULL,)}
    assert len(shelf.asked) == 2


@pytest.mark.parametrize("changes", [{"arxiv_id": "2001.09999"}, {"version": 3}, {"version": None}], ids=str)
def test_under_an_id_only_its_own_paper_is_kept(
    cached: Callable[[], CachedSource], shelf: Shelf, tmp_path: Path, changes: dict[str, Any]
) -> None:
    """An answer kept under an id that holds another paper, or another version, is asked again."""
    cached().ask("id", ["2001.01234v1"])
    _spoil(tmp_path, **changes)

    assert cached().ask("id", ["2001.01234v1"])["2001.01234v1"][0].version == 1
    assert len(shelf.asked) == 2


def test_under_a_doi_only_its_own_paper_is_kept(tmp_path: Path, days: Days) -> None:
    """An answer kept under a DOI that holds another paper is asked again; the case of letters does not matter."""
    lamps = Lamps()
    for _ in range(2):
        assert CachedSource(lamps, tmp_path, days).ask("doi", ["10.1000/LAMP"])
    _spoil(tmp_path, doi="10.1000/moth")
    CachedSource(lamps, tmp_path, days).ask("doi", ["10.1000/LAMP"])

    assert lamps.asked == 2


class Lamps:
    """A source with one DOI."""

    name = "Lampworks"
    hows: frozenset[How] = frozenset({"doi"})
    asked = 0

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        self.asked += 1
        return dict.fromkeys(asked, (replace(GULL, doi="10.1000/lamp"),))


def test_a_text_no_file_can_hold_costs_only_the_cache(cached: Callable[[], CachedSource], shelf: Shelf) -> None:
    """A title with half a letter in it (from a name that is no UTF-8) is answered, though it cannot be kept."""
    for _ in range(2):
        assert cached().ask("title", ["Gull \udcff"]) == {"Gull \udcff": (GULL,)}

    assert len(shelf.asked) == 2


def test_a_folder_that_cannot_be_written_costs_only_the_cache(shelf: Shelf, tmp_path: Path, days: Days) -> None:
    """Answers are given though they cannot be kept."""
    (tmp_path / "file").write_bytes(b"")

    assert CachedSource(shelf, tmp_path / "file", days).ask("title", ["Gull"]) == {"Gull": (GULL,)}


def test_old_ids_make_safe_names(cached: Callable[[], CachedSource], tmp_path: Path) -> None:
    """No part of an id or title becomes a path."""
    cached().ask("title", ["../../Gull", "math.GT/0309136"])

    assert all(len(path.stem) == 64 for path in tmp_path.rglob("*.json"))
