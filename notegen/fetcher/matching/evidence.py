"""What beside the title speaks for a paper being the wanted one, in points, or against it, in words."""

from __future__ import annotations

import re
from dataclasses import replace

from notegen.fetcher.matching.likeness import names_in
from notegen.fetcher.matching.sameness import is_coined
from notegen.fetcher.matching.titles import HEAD, normal_title, title_key
from notegen.fetcher.venues import spelled
from notegen.records import Paper, Wanted

_MOST_YEARS_LATER, _MOST_YEARS_EARLIER = 3, 1
_VENUE, _LABEL, _AUTHOR = 3, 3, 3
_TOPIC = re.compile(r"[A-Z]{2,4}s?")  # as in "LLM: [[…]]": a heading as often as a name
_HAN = re.compile("[\u3400-\u9fff]")
_EDITION = re.compile(r"[\s'’-]*(?:(?:19|20)?\d\d)$")  # "SC21", "NSDI '22"


def points(wanted: Wanted, paper: Paper) -> int:
    """Evidence beside the title: year up to 2 points, venue 3, label 3, authors 3.

    Venues lag behind, so of two years one apart neither wins by itself.
    """
    found = by_author(wanted, paper)
    if wanted.year is not None and paper.year is not None:
        found += max(0, 2 - abs(wanted.year - paper.year))
    if _at_venue(wanted.venue, paper):
        found += _VENUE
    return found + (_LABEL if _has_label(wanted, paper) else 0)


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


def _at_venue(venue: str, paper: Paper) -> bool:
    """Whether the record names the venue, in its own letters: "a fast algorithm" is not at FAST."""
    name = _EDITION.sub("", venue.strip())
    if not name or name.casefold() == "arxiv":
        return False
    if spelled(name) and spelled(name) == spelled(paper.venue):
        return True
    named = rf"(?<![\w-]){re.escape(spelled(name) or name)}(?![^\W\d_]|-[^\W\d])"
    return bool(re.search(named, f"{paper.comment} {paper.journal_ref} {paper.venue}"))


def _has_label(wanted: Wanted, paper: Paper) -> bool:
    """Whether the label is a name in the paper's text, or an author's, that the wanted title does not show itself."""
    label = wanted.label.strip()
    if not title_key(label) or label.casefold() in names_in(wanted.title):
        return False
    if title_key(label) == title_key(HEAD.split(paper.title, maxsplit=1)[0]):
        return True
    if is_coined(label) and not _TOPIC.fullmatch(label):
        return label.casefold() in names_in(f"{paper.title} {paper.abstract}")
    return by_author(replace(wanted, authors=(label,)), paper) > 0


def by_author(wanted: Wanted, paper: Paper) -> int:
    """Points for an author named who is one of the paper's by surname; 0 when none is, or none is named."""
    named = [normal_title(author) for author in wanted.authors]
    for author in paper.authors:
        if any(each and f" {each} " in f" {_surname(author)} " for each in named):
            return _AUTHOR
    return 0


def _surname(author: str) -> str:
    """All of a name but the given name in front; in Chinese characters, or in capitals, the surname is in front."""
    first, *rest = author.split() or [""]
    if not rest or _HAN.search(first):
        return normal_title(author)
    in_front = first.isupper() and len(first) > 2 and not rest[-1].isupper()
    return normal_title(first if in_front else " ".join(rest))
