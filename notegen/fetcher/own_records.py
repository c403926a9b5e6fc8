"""What a vault knows itself: its records of papers (`papers.jsonl`) and what a person pinned (`pins.toml`)."""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from notegen.fetcher.identify import find_ids, normal_id
from notegen.fetcher.matching.evidence import contradiction
from notegen.fetcher.matching.titles import title_key
from notegen.fetcher.pins import UNREADABLE
from notegen.obsidian import names
from notegen.records import Candidate, Match, Pair, Paper, Wanted

_T = TypeVar("_T")
_HALF = re.compile("[\ud800-\udfff]")
_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """A paper the vault knows, and the exact link texts that mean it."""

    links: tuple[str, ...]
    paper: Paper


@dataclass(frozen=True)
class OwnKnowledge:
    """Pins by link text (as `pins.read_pins` gives them), and records."""

    pins: Mapping[str, str] = field(default_factory=dict)
    records: tuple[OwnRecord, ...] = ()

    def match(self, wanted: Wanted) -> Match | None:
        """What the vault itself says of a wanted paper, without any service: muted, accepted, ambiguous, or None.

        A pin goes before everything; then an id on the line and the record's own links; then an equal title whose year
        is at most one apart. A record with another id than the one known is never taken.
        """
        pin = self._pin_of(wanted)
        if pin == "none":
            return Match("muted", "muted by a pin")
        if pin == UNREADABLE:
            return Match("ambiguous", "its line in .notegen/pins.toml cannot be read")
        wanted = self.pinned(wanted)
        by_id = [paper for key in _ids(wanted) for paper in self._by_id.get(key, ())]
        if pin:
            return _decided(by_id, f"pinned to {pin}")
        by_link = self._by_link.get(names.key(wanted.link), [])
        if by_id:
            match = _decided([*by_id, *by_link], "the id given with it is in the vault's own records")
            told = "the id given with it and the link of the vault's own records name different papers; a pin decides"
            return replace(match, reason=told) if match and match.decision == "ambiguous" else match
        if by_link := [paper for paper in by_link if not _contradicts(wanted, paper)]:
            return _decided(by_link, "its link is in the vault's own records")
        by_title = self._by_title.get(title_key(wanted.title), [])
        without_ids = replace(wanted, arxiv_id="", doi="")  # a record without an id may still be the one
        fitting = [
            paper
            for paper in by_title
            if not _contradicts(wanted, paper) and _year_fits(wanted, paper) and not contradiction(without_ids, paper)
        ]
        return _decided(fitting, "same title as in the vault's own records")

    def pinned(self, wanted: Wanted) -> Wanted:
        """The wanted paper with its ids replaced by those of its pin, if it has one."""
        kind, _, value = self._pin_of(wanted).partition(":")
        if not value:
            return wanted
        return replace(wanted, arxiv_id=value if kind == "arXiv" else "", doi=value if kind == "doi" else "")

    def is_pinned(self, wanted: Wanted) -> bool:
        """Whether a person has decided which paper a link means."""
        return bool(self._pin_of(wanted))

    def _pin_of(self, wanted: Wanted) -> str:
        return self._pins.get(names.key(wanted.link), "")

    @cached_property
    def _pins(self) -> dict[str, str]:
        return {names.key(link): pin for link, pin in self.pins.items()}

    @cached_property
    def _by_link(self) -> dict[str, list[Paper]]:
        return self._indexed(lambda record: (names.key(link) for link in record.links))

    @cached_property
    def _by_id(self) -> dict[str, list[Paper]]:
        return self._indexed(lambda record: _ids(record.paper))

    @cached_property
    def _by_title(self) -> dict[str, list[Paper]]:
        return self._indexed(lambda record: map(title_key, (record.paper.title, *record.paper.earlier_titles)))

    def _indexed(self, keys: Callable[[OwnRecord], Iterable[str]]) -> dict[str, list[Paper]]:
        index: dict[str, list[Paper]] = {}
        for record in self.records:
            for key in filter(None, keys(record)):
                index.setdefault(key, []).append(record.paper)
        return index


def read_records(data: bytes) -> tuple[tuple[OwnRecord, ...], tuple[str, ...]]:
    """The records of `papers.jsonl` and, in words, the lines that could not be used (and were passed over)."""
    records, problems = read_lines(data, "papers.jsonl", "JSON", lambda line: _record(json.loads(line)))
    return tuple(records), problems


def read_lines(data: bytes, name: str, form: str, read: Callable[[str], _T]) -> tuple[list[_T], tuple[str, ...]]:
    """What `read` makes of each line of a file of the vault, and in words the lines it could not use."""
    values, problems = [], []
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        try:
            if line.strip():
                values.append(read(line.strip().decode("utf-8")))
        except UnicodeDecodeError:
            problems.append(f"{name}, line {number}: not UTF-8 text")
        except (json.JSONDecodeError, tomllib.TOMLDecodeError, RecursionError):
            problems.append(f"{name}, line {number}: not a whole line of {form}")
        except ValueError as error:
            problems.append(f"{name}, line {number}: {error}")
    return values, tuple(problems)


def _record(entry: object) -> OwnRecord:
    if not isinstance(entry, dict):
        raise ValueError("not a JSON object")
    title, published = " ".join(_text(entry, "title").split()), _text(entry, "published")
    if not title:
        raise ValueError("“title” is missing")
    if published and not _DATE.fullmatch(published):
        raise ValueError("“published” must be a date such as 2023-04-21")
    arxiv_id, version = normal_id(_text(entry, "arxiv_id"))
    if arxiv_id and find_ids(f"arXiv:{arxiv_id}").arxiv_id != arxiv_id:
        raise ValueError("“arxiv_id” is no arXiv id")
    doi = _text(entry, "doi")
    if doi and not (doi := find_ids(doi).doi):
        raise ValueError("“doi” is no DOI")
    paper = Paper(
        title=title,
        authors=_texts(entry, "authors"),
        arxiv_id=arxiv_id,
        version=version,
        doi=doi,
        url=f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else f"https://doi.org/{doi}" if doi else "",
        published=published,
        venue=_text(entry, "venue"),
        categories=_texts(entry, "categories"),
        abstract=_text(entry, "abstract"),
        synopsis=_pairs(entry),
        earlier_titles=_texts(entry, "earlier_titles"),
        source="vault",
    )
    return OwnRecord(_texts(entry, "links"), paper)


def _text(entry: Mapping[str, object], key: str) -> str:
    """A text of the record, "" when absent or null; ValueError for any other type."""
    value = entry.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"“{key}” must be a text")
    if _HALF.search(value or ""):
        raise ValueError(f"“{key}” holds half a character")
    return value or ""


def _texts(entry: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = entry.get(key) or []
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(_text({key: item}, key) for item in value)
    raise ValueError(f"“{key}” must be a list of texts")


def _pairs(entry: Mapping[str, object]) -> tuple[Pair, ...]:
    value = entry.get("synopsis")
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError('“synopsis” must be a list of {"en": …, "ja": …}')
    return tuple(Pair(_text(item, "en"), _text(item, "ja")) for item in value)


def _decided(papers: Sequence[Paper], reason: str) -> Match | None:
    """One paper is the answer, several are candidates, none leaves the question open."""
    papers = list({paper.arxiv_id or paper.doi.lower() or title_key(paper.title): paper for paper in papers}.values())
    if len(papers) < 2:
        return Match("accepted", reason, papers[0]) if papers else None
    candidates = tuple(Candidate(paper, 1.0, "in the vault's own records") for paper in papers)
    return Match("ambiguous", f"{len(papers)} of the vault's own records fit", candidates=candidates)


def _ids(paper: Wanted | Paper) -> tuple[str, str]:
    """arXiv id and DOI as they are compared; either may be ""."""
    return normal_id(paper.arxiv_id)[0], paper.doi.lower()


def _contradicts(wanted: Wanted, paper: Paper) -> bool:
    return any(one and other and one != other for one, other in zip(_ids(wanted), _ids(paper), strict=True))


def _year_fits(wanted: Wanted, paper: Paper) -> bool:
    return wanted.year is None or paper.year is None or abs(wanted.year - paper.year) <= 1
