"""Records that are of one paper, from one service or from several, joined into one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from notegen.fetcher.matching.titles import normal_title, title_key
from notegen.records import Paper

_MOST_YEARS_BETWEEN = 3
_ARXIV_DOI = "10.48550/arxiv"


def distinct(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Each paper once, in the order given, the earlier titles of its copies joined.

    Records are of one paper when an arXiv id or a DOI says so; and a preprint and a published version, each known to
    one service only, when title and first author are the same, at most three years lie between, and no second record
    fits as well.
    """
    found: list[Paper] = []
    for paper in papers:
        place = next((place for place, kept in enumerate(found) if _same_id(kept, paper)), None)
        if place is None:
            found.append(paper)
        else:
            found[place] = _joined(found[place], paper)
    for paper in tuple(found):
        twins = [other for other in found if other is not paper and is_one(paper, other)]
        if len(twins) == 1 and sum(is_one(twins[0], other) for other in found if other is not twins[0]) == 1:
            place = min(found.index(paper), found.index(twins[0]))
            joined = _joined(found[place], twins[0] if found[place] is paper else paper)
            found = [
                joined if at == place else each
                for at, each in enumerate(found)
                if each not in (paper, twins[0]) or at == place
            ]
    return tuple(found)


def is_one(one: Paper, other: Paper) -> bool:
    """Whether two records are of one paper, by their ids, else by title, first author and time."""
    if _same_id(one, other):
        return True
    if one.arxiv_id and other.arxiv_id:
        return False
    if all(each.doi and not each.doi.casefold().startswith(_ARXIV_DOI) for each in (one, other)):
        return False
    if one.source == other.source and (one.arxiv_id or one.doi or other.arxiv_id or other.doi):
        return False
    return (
        title_key(one.title) == title_key(other.title) and _same_first_author(one, other) and _near_in_time(one, other)
    )


def _same_id(one: Paper, other: Paper) -> bool:
    if one.arxiv_id and other.arxiv_id:
        return one.arxiv_id == other.arxiv_id
    return bool(one.doi) and one.doi.casefold() == other.doi.casefold()


def _same_first_author(one: Paper, other: Paper) -> bool:
    """By surname, and by the first letter of the given name where both tell it."""
    if not (one.authors and other.authors):
        return one.authors == other.authors
    ours, theirs = (normal_title(each.authors[0]).split() for each in (one, other))
    same_given = len(ours) < 2 or len(theirs) < 2 or ours[0][0] == theirs[0][0]
    return ours[-1:] == theirs[-1:] and same_given


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
