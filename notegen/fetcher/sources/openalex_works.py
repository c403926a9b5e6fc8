"""Works of OpenAlex as papers (OpenAlex API, Work object)."""

from __future__ import annotations

import re
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

_OWN_ADDRESS = re.compile(r"https://openalex\.org/W\d{1,20}")
_PAPER_TYPES = "article book book-chapter conference-paper dissertation letter preprint report review"
_PAPERS = frozenset(_PAPER_TYPES.split())
_PRINTED_IN = frozenset({"journal", "conference", "book series"})


def paper_of(work: object) -> Paper | None:
    """A work as a paper; None when it is none, or cannot be told for one."""
    marked = plain_text(part(work, "title")) or plain_text(part(work, "display_name"))
    if plain_text(part(work, "type")) not in _PAPERS or part(work, "is_paratext") is True:
        return None
    if not 0 < len(marked) <= LONGEST_TITLE:
        return None
    title, retracted = without_mark(marked)
    doi = doi_in(part(work, "doi"))
    locations = [part(work, "primary_location"), *parts(work, "locations")]
    ids = part(work, "ids")
    places = [*(ids.values() if isinstance(ids, dict) else ()), *(part(each, "landing_page_url") for each in locations)]
    container = _container(locations)
    return Paper(
        title=title,
        authors=tuple(name for each in parts(work, "authorships") if (name := _name(each))),
        arxiv_id=the_arxiv_id([doi, *map(plain_text, places)]),
        doi=doi,
        url=doi_url(doi) if doi else _address(part(work, "id")),
        published=_published(work),
        venue=venue_of("", container) or container,
        comment="Retracted according to OpenAlex" if retracted or part(work, "is_retracted") is True else "",
        journal_ref=journal_reference(container, *_biblio(part(work, "biblio"))),
        abstract=_abstract(part(work, "abstract_inverted_index")),
        source="OpenAlex",
    )


def _name(authorship: object) -> str:
    return plain_text(part(authorship, "author", "display_name")) or plain_text(part(authorship, "raw_author_name"))


def _container(locations: Sequence[object]) -> str:
    """The journal or the like it is printed in; a repository or a database is none."""
    sources = (part(each, "source") for each in locations)
    printed = (source for source in sources if plain_text(part(source, "type")) in _PRINTED_IN)
    return next((name for source in printed if (name := plain_text(part(source, "display_name")))), "")


def _address(work_id: object) -> str:
    return work_id if isinstance(work_id, str) and _OWN_ADDRESS.fullmatch(work_id) else ""


def _biblio(biblio: object) -> tuple[str, str, str]:
    volume, issue, first, last = (
        plain_text(part(biblio, key)) for key in ("volume", "issue", "first_page", "last_page")
    )
    return volume, issue, f"{first}-{last}" if first and last and first != last else first


def _published(work: object) -> str:
    """The date; of 1 January only the year, because that also stands where no more is known."""
    said, year = part(work, "publication_date"), part(work, "publication_year")
    try:
        day = date.fromisoformat(said).isoformat()
    except (TypeError, ValueError):
        return str(year) if type(year) is int and 1000 <= year <= 2999 else ""
    return day[:4] if day.endswith("-01-01") else day


def _abstract(index: object) -> str:
    """The text behind "abstract_inverted_index", which holds for each word its places."""
    if not isinstance(index, dict):
        return ""
    placed = [(place, word) for word in index for place in parts(index, word) if type(place) is int]
    return abstract_text(" ".join(word for _, word in sorted(placed)))
