"""What beside the title speaks for a paper being the wanted one, in points, or against it, in words."""

from __future__ import annotations

from notegen.fetcher.likeness import names_in
from notegen.fetcher.titles import normal_title, title_key
from notegen.records import Paper, Wanted

_MOST_YEARS_LATER, _MOST_YEARS_EARLIER = 3, 1
_VENUE, _LABEL, _AUTHOR, _FIRST_AUTHOR = 3, 3, 3, 4


def points(wanted: Wanted, paper: Paper) -> int:
    """Evidence beside the title: year up to 2 points, venue 3, label 3, authors 4.

    Venues lag behind, so of two years one apart neither wins by itself.
    """
    found = 0
    if wanted.year is not None and paper.year is not None:
        found += max(0, 2 - abs(wanted.year - paper.year))
    venue, label = wanted.venue.casefold(), wanted.label.casefold()
    if venue and venue != "arxiv" and venue in names_in(f"{paper.venue} {paper.comment} {paper.journal_ref}"):
        found += _VENUE
    if title_key(label) and title_key(label) != title_key(wanted.title) and label in _names_of(wanted, paper):
        found += _LABEL
    return found + by_author(wanted, paper)


def contradiction(wanted: Wanted, paper: Paper) -> str:
    """What is known of the wanted paper and speaks against this one, in words; "" when nothing does."""
    if wanted.arxiv_id:
        return f"its arXiv id is “{paper.arxiv_id}”"
    if wanted.doi and paper.doi and wanted.doi.casefold() != paper.doi.casefold():
        return f"its DOI is {paper.doi}"
    if wanted.authors and paper.authors and not by_author(wanted, paper):
        return f"it is by {paper.authors[0]}{' et al.' if len(paper.authors) > 1 else ''}"
    if wanted.year is None or paper.year is None:
        return ""
    fits = -_MOST_YEARS_EARLIER <= wanted.year - paper.year <= _MOST_YEARS_LATER
    return "" if fits else f"it was first published in {paper.year}, not about {wanted.year}"


def _names_of(wanted: Wanted, paper: Paper) -> frozenset[str]:
    """The names a label may stand for: those in the paper that the wanted title does not show itself."""
    return names_in(f"{paper.title} {paper.abstract} {' '.join(paper.authors)}") - names_in(wanted.title)


def by_author(wanted: Wanted, paper: Paper) -> int:
    """Points for an author named who is one of the paper's; 0 when none is, or none is named."""
    surnames = [normal_title(author) for author in wanted.authors]
    for place, author in enumerate(paper.authors):
        if any(f" {normal_title(author)} ".find(f" {surname} ") >= 0 for surname in surnames if surname):
            return _FIRST_AUTHOR if place == 0 else _AUTHOR
    return 0
