"""Works of Crossref as papers (Crossref REST API, Metadata schema).

Records of retracted papers and of the notices about them look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from notegen.fetcher.sources.deposits import (
    LONGEST_TITLE,
    doi_in,
    doi_url,
    journal_reference,
    the_arxiv_id,
    without_mark,
)
from notegen.fetcher.sources.markup import abstract_text, plain_text
from notegen.fetcher.sources.web import part, parts
from notegen.fetcher.venues import venue_of
from notegen.records import Paper

_FIELDS = """DOI type title subtitle author container-title short-container-title event published-print published-online
    issued volume issue page article-number abstract relation update-to updated-by"""
FIELDS = tuple(_FIELDS.split())  # what `paper_of` reads

_PAPER_TYPES = """journal-article proceedings-article posted-content book-chapter book-section book-part book monograph
    dissertation report"""
_PAPERS = frozenset(_PAPER_TYPES.split())
_RETRACTIONS = frozenset({"retraction", "withdrawal", "removal"})
_NOTICES = _RETRACTIONS | {"addendum", "clarification", "correction", "corrigendum", "erratum", "expression_of_concern"}


def paper_of(record: object) -> Paper | None:
    """A record as a paper; None when it is none, or cannot be told for one."""
    doi, (bare, marked) = doi_in(part(record, "DOI")), without_mark(_first(record, "title"))
    subtitle = _first(record, "subtitle")
    title = f"{bare}: {subtitle}" if subtitle.casefold() not in bare.casefold() else bare
    if _text(record, "type") not in _PAPERS or not doi or not bare or len(title) > LONGEST_TITLE:
        return None
    if _updates(record, "update-to", _NOTICES) - {doi.casefold()}:
        return None  # a notice about another paper
    retracted = marked or _updates(record, "updated-by", _RETRACTIONS) or _updates(record, "update-to", _RETRACTIONS)
    container, event = _first(record, "container-title"), _text(record, "event", "acronym")
    return Paper(
        title=title,
        authors=tuple(name for author in parts(record, "author") if (name := _name(author))),
        arxiv_id=the_arxiv_id([doi, *_preprints(record)]),
        doi=doi,
        url=doi_url(doi),
        published=_published(record),
        venue=venue_of(event, container) or _first(record, "short-container-title") or container,
        comment="Retracted according to Crossref" if retracted else "",
        journal_ref=journal_reference(
            container,
            _text(record, "volume"),
            _text(record, "issue"),
            _text(record, "page") or _text(record, "article-number"),
        ),
        abstract=abstract_text(part(record, "abstract")),
        earlier_titles=(bare,) if title != bare else (),
        source="Crossref",
    )


def _text(record: object, *path: str) -> str:
    return plain_text(part(record, *path))


def _first(record: object, key: str) -> str:
    return next((text for each in parts(record, key) if (text := plain_text(each))), "")


def _name(author: object) -> str:
    person = " ".join(name for name in (_text(author, "given"), _text(author, "family")) if name)
    return person or _text(author, "name")


def _updates(record: object, direction: str, kinds: frozenset[str]) -> set[str]:
    """The DOIs this record updates ("update-to") or that update it ("updated-by"), in one of these kinds."""
    updates = (each for each in parts(record, direction) if _text(each, "type").casefold() in kinds)
    return {doi_in(part(update, "DOI")).casefold() for update in updates}


def _preprints(record: object) -> list[str]:
    related = [each for kind in ("has-preprint", "is-preprint-of") for each in parts(record, "relation", kind)]
    marks = {"arxiv": "arXiv:"}
    return [marks.get(_text(each, "id-type").casefold(), "") + _text(each, "id") for each in related]


def _published(record: object) -> str:
    """The earliest date, as far as it is known; of two that may be the same day, the one that says more."""
    keys = ("published-print", "published-online", "issued")
    known = [day for key in keys if (day := _day(parts(record, key, "date-parts", 0)))]
    earliest = min(known, key=lambda day: day + (13, 32)[len(day) - 1 :], default=())
    return "-".join(f"{number:02}" for number in earliest)


def _day(numbers: Sequence[object]) -> tuple[int, ...]:
    day: tuple[int, ...] = ()
    for number, (least, most) in zip(numbers, ((1000, 2999), (1, 12), (1, 31)), strict=False):
        if type(number) is not int or not least <= number <= most:
            break
        day += (number,)
    try:
        return day if len(day) < 3 or date(*day) else ()
    except ValueError:
        return day[:2]
