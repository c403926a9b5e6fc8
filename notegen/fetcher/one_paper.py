"""Records that are of one paper, from one service or from several, joined into one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from notegen.fetcher.titles import normal_title, title_key
from notegen.records import Paper

_MOST_YEARS_BETWEEN = 3
_ARXIV_DOI = "10.48550/arxiv"


def distinct(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Each paper once, in the order given, the earlier titles of its copies joined.

    Records are of one paper when an arXiv id or a DOI says so; and a preprint and a published version, each known to
    one service only, when title and first author are the same and at most three years lie between.
    """
    found: list[Paper] = []
    for paper in papers:
        place = next((place for place, kept in enumerate(found) if _is_one(kept, paper)), None)
        if place is None:
            found.append(paper)
        else:
            found[place] = _joined(found[place], paper)
    return tuple(found)


def _is_one(one: Paper, other: Paper) -> bool:
    if one.arxiv_id and other.arxiv_id:
        return one.arxiv_id == other.arxiv_id
    if one.doi and other.doi and one.doi.casefold() == other.doi.casefold():
        return True
    if all(each.doi and not each.doi.casefold().startswith(_ARXIV_DOI) for each in (one, other)):
        return False
    if one.source == other.source and (one.arxiv_id or one.doi or other.arxiv_id or other.doi):
        return False
    return (
        title_key(one.title) == title_key(other.title) and _same_first_author(one, other) and _near_in_time(one, other)
    )


def _same_first_author(one: Paper, other: Paper) -> bool:
    if not (one.authors and other.authors):
        return one.authors == other.authors
    return normal_title(one.authors[0]).split()[-1:] == normal_title(other.authors[0]).split()[-1:]


def _published(*dois: str) -> str:
    """The publisher's DOI before arXiv's own (10.48550/arXiv.…, arXiv help, arXiv DOIs)."""
    return next(
        (doi for doi in dois if doi and not doi.casefold().startswith(_ARXIV_DOI)), next(filter(None, dois), "")
    )


def _near_in_time(one: Paper, other: Paper) -> bool:
    return one.year is None or other.year is None or abs(one.year - other.year) <= _MOST_YEARS_BETWEEN


def _joined(one: Paper, other: Paper) -> Paper:
    """The record that has an arXiv id, with what only the other says; the earlier date of publication."""
    first, second = (other, one) if other.arxiv_id and not one.arxiv_id else (one, other)
    earlier = (*first.earlier_titles, *second.earlier_titles)
    joined = replace(first, earlier_titles=tuple(dict.fromkeys(earlier)))
    if first.source == second.source:
        return joined
    return replace(
        joined,
        doi=_published(first.doi, second.doi),
        arxiv_id=first.arxiv_id or second.arxiv_id,
        venue=first.venue or second.venue,
        journal_ref=first.journal_ref or second.journal_ref,
        comment=first.comment or second.comment,
        abstract=first.abstract or second.abstract,
    )
