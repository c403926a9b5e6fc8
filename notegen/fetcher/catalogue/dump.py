"""One line of arXiv's public metadata dump as an entry, and an entry as a paper. Pure.

The dump ("arxiv-metadata-oai-snapshot.json" of the arXiv Dataset, Kaggle, Cornell-University/arxiv) holds one JSON
object a line, with the fields of arXiv's OAI-PMH format arXivRaw and the authors taken apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from notegen.fetcher.identify import normal_id
from notegen.fetcher.venues import venue_of
from notegen.obsidian.latex import to_unicode
from notegen.records import Paper

_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7}", re.ASCII)
_YEAR_MONTH = re.compile(r"(?:.*/)?(\d\d)(0[1-9]|1[0-2])")
_FIRST_YEAR = 91
_VERSION = re.compile(r"v([1-9]\d{0,3})")
_STAMP = re.compile(r"(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\b")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS_CACHED = 20_000
_AFFILIATION = re.compile(r"\([^()]*\)")
_SUFFIX = re.compile(r",?\s+(?:Jr|Sr)\b\.?")
_BETWEEN_NAMES = re.compile(r",?\s+and\s+|[,;]\s*")


class Entry(NamedTuple):
    """What is used of a line: texts with single blanks, but for the abstract, which stays as it is; dates in ISO form.

    `surnames` are those of `authors`, one by one.
    """

    arxiv_id: str
    title: str
    authors: tuple[str, ...]
    surnames: tuple[str, ...]
    categories: str
    comment: str
    journal_ref: str
    doi: str
    version: int | None
    published: str
    updated: str
    abstract: str
    update_date: str


def read_entry(line: bytes) -> Entry | None:
    """The entry of one line; None when it is no JSON object with an arXiv id and a title.

    What else is missing or of another type is left empty. Of several DOIs the first is taken, the main one (arXiv help,
    Automated DOI and journal reference updates). Without a list of versions the paper is dated by the month in its id
    (arXiv help, Understanding the arXiv identifier).
    """
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    arxiv_id, title, abstract = fields.get("id"), _text(fields.get("title")), fields.get("abstract")
    if not isinstance(arxiv_id, str) or not _ID.fullmatch(arxiv_id) or not title:
        return None
    names = tuple(_names(fields))
    version, published, updated = _versions(fields.get("versions"))
    update_date = _iso_day(_text(fields.get("update_date")))
    return Entry(
        arxiv_id=normal_id(arxiv_id)[0] if "/" in arxiv_id else arxiv_id,
        title=title,
        authors=tuple(name for name, _ in names),
        surnames=tuple(surname for _, surname in names),
        categories=_text(fields.get("categories")),
        comment=_text(fields.get("comments")),
        journal_ref=_text(fields.get("journal-ref")),
        doi=next(iter(_text(fields.get("doi")).split()), "").rstrip(",;"),
        version=version,
        published=published or _month_of(arxiv_id),
        updated=updated or update_date,
        abstract=abstract if isinstance(abstract, str) else "",
        update_date=update_date,
    )


def paper_of(entry: Entry) -> Paper:
    """The paper an entry tells of."""
    return Paper(
        title=entry.title,
        authors=entry.authors,
        arxiv_id=entry.arxiv_id,
        version=entry.version,
        doi=entry.doi,
        url=f"https://arxiv.org/abs/{entry.arxiv_id}",
        pdf_url=f"https://arxiv.org/pdf/{entry.arxiv_id}" + (f"v{entry.version}" if entry.version else ""),
        published=entry.published,
        updated=entry.updated,
        venue=venue_of(entry.comment, entry.journal_ref),
        categories=tuple(entry.categories.split()),
        comment=entry.comment,
        journal_ref=entry.journal_ref,
        abstract=_text(entry.abstract),
        source="catalogue",
    )


def _text(value: object) -> str:
    """With single blanks and without lone surrogates; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    text = " ".join(value.split())
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _names(fields: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Each author's name and surname, from the list taken apart, else from the one text of all names."""
    parsed = fields.get("authors_parsed")
    if isinstance(parsed, list) and parsed:
        for parts in parsed:
            if isinstance(parts, list) and parts:
                surname, *others = [part if isinstance(part, str) else "" for part in parts[:3]]
                if name := _name(" ".join((*others[:1], surname, *others[1:]))):
                    yield name, surname
        return
    for name in _BETWEEN_NAMES.split(_SUFFIX.sub("", _AFFILIATION.sub(" ", _name(fields.get("authors"))))):
        if words := name.split():
            yield " ".join(words), words[-1]


def _name(value: object) -> str:
    text = _text(value)
    return to_unicode(text) if "\\" in text else text


def _versions(versions: object) -> tuple[int | None, str, str]:
    """Number of the last version, day of the first, day of the last; None and "" for what is not told."""
    if not isinstance(versions, list) or not versions:
        return None, "", ""
    (_, published), (number, updated) = _version(versions[0]), _version(versions[-1])
    return number, published, updated


def _version(version: object) -> tuple[int | None, str]:
    if not isinstance(version, dict):
        return None, ""
    name, created = version.get("version"), version.get("created")
    number = _VERSION.fullmatch(name) if isinstance(name, str) else None
    return int(number[1]) if number else None, _day(created[:16]) if isinstance(created, str) else ""


@lru_cache(maxsize=_DAYS_CACHED)
def _day(stamp: str) -> str:
    """The day of "Mon, 2 Apr 2007 19:18:42 GMT" as "2007-04-02"; "" when it is no day."""
    found = _STAMP.match(stamp)
    if not found or found[2] not in _MONTHS:
        return ""
    try:
        return date(int(found[3]), _MONTHS.index(found[2]) + 1, int(found[1])).isoformat()
    except ValueError:
        return ""


@lru_cache(maxsize=_DAYS_CACHED)
def _iso_day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""


def _month_of(arxiv_id: str) -> str:
    found = _YEAR_MONTH.match(arxiv_id)
    if not found:
        return ""
    year = int(found[1])
    return f"{1900 + year if year >= _FIRST_YEAR else 2000 + year}-{found[2]}"
