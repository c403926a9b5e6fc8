"""Which paper is the wanted one: accepted only when certain, else the nearest are offered with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from notegen.fetcher.identify import normal_id
from notegen.fetcher.likeness import SHORTENED, likeness, names_in, same_title
from notegen.fetcher.titles import loose_key, normal_title, title_key
from notegen.records import Candidate, Match, Paper, Wanted

__all__ = ["judge", "normal_title", "rank", "title_key"]

_MOST_YEARS_LATER, _MOST_YEARS_EARLIER = 3, 1
_FEW_WORDS, _VENUE_POINTS = 2, 3
_LEAD = 2
_LEAST_LOOSE_WORDS, _SHORT_KEY = 4, 16
_OFFERED, _LEAST_SCORE = 5, 0.45


def judge(wanted: Wanted, papers: Sequence[Paper]) -> Match:
    """Decide which of `papers` is the wanted one.

    Accepted: the paper with the id or DOI given; or the one with this title, now or earlier, when year, id and DOI do
    not contradict and no other fits as well. Else "ambiguous" when one deserves a look (same title, a shortened one, an
    acronym), or "not-found"; both with at most five candidates, nearest first.
    """
    papers = _distinct(papers)
    if named := [paper for paper in papers if _same_id(wanted, paper)]:
        return Match("accepted", "it has the id given", named[0])
    titled = _titled(wanted.title, papers)
    fitting = [paper for paper in titled if not _contradiction(wanted, paper)]
    chosen, how = _choose(wanted, fitting)
    if chosen is not None:
        title = same_title(wanted.title, chosen, title_key) or same_title(wanted.title, chosen, loose_key)
        return Match("accepted", f"{title}; {how}" if how else title, chosen)
    near = _candidates(wanted, papers)
    if titled:
        return Match("ambiguous", how or f"same title, but {_contradiction(wanted, titled[0])}", candidates=near)
    if near and near[0].score >= SHORTENED:
        return Match("ambiguous", f"perhaps “{near[0].paper.title}”: {near[0].why}", candidates=near)
    nearest = f"; nearest: “{near[0].paper.title}”, {near[0].why}" if near else ""
    return Match("not-found", f"no record with this title{nearest}", candidates=near)


def rank(title: str, papers: Sequence[Paper], limit: int) -> tuple[Paper, ...]:
    """The `limit` papers nearest to a title, each once, nearest first; equally near ones keep their order."""
    return tuple(sorted(_distinct(papers), key=lambda paper: -likeness(title, paper)[0])[:limit])


def _distinct(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Each paper once (by arXiv id, else DOI, else title), the earlier titles of its copies joined."""
    found: dict[str, Paper] = {}
    for paper in papers:
        identity = paper.arxiv_id or paper.doi.casefold() or title_key(paper.title)
        kept = found.setdefault(identity, paper)
        if kept is not paper:
            earlier = dict.fromkeys((*kept.earlier_titles, *paper.earlier_titles))
            found[identity] = replace(kept, earlier_titles=tuple(earlier))
    return tuple(found.values())


def _same_id(wanted: Wanted, paper: Paper) -> bool:
    if wanted.arxiv_id:
        return normal_id(wanted.arxiv_id)[0] == paper.arxiv_id
    return bool(wanted.doi) and wanted.doi.casefold() == paper.doi.casefold()


def _titled(title: str, papers: Sequence[Paper]) -> list[Paper]:
    """The papers with exactly this title; when there is none, those that differ in a plural or an umlaut (ö, oe) only.

    Among 60,000 arXiv records one pair of different papers differs so little; titles under four words are not risked.
    """
    if equal := [paper for paper in papers if same_title(title, paper, title_key)]:
        return equal
    if len(normal_title(title).split()) < _LEAST_LOOSE_WORDS:
        return []
    return [paper for paper in papers if same_title(title, paper, loose_key)]


def _contradiction(wanted: Wanted, paper: Paper) -> str:
    """What is known of the wanted paper and speaks against this one, in words; "" when nothing does."""
    if wanted.arxiv_id:
        return f"its arXiv id is “{paper.arxiv_id}”"
    if wanted.doi and paper.doi:
        return f"its DOI is {paper.doi}"
    if wanted.year is None or paper.year is None:
        return ""
    fits = -_MOST_YEARS_EARLIER <= wanted.year - paper.year <= _MOST_YEARS_LATER
    return "" if fits else f"it was first published in {paper.year}, not about {wanted.year}"


def _choose(wanted: Wanted, fitting: Sequence[Paper]) -> tuple[Paper | None, str]:
    """The one paper that is certain among those that fit, and what decided or why nothing did."""
    ordered = sorted(fitting, key=lambda paper: -_evidence(wanted, paper))
    if not ordered:
        return None, ""
    best = _evidence(wanted, ordered[0])
    if len(ordered) > 1:
        certain = best - _evidence(wanted, ordered[1]) >= _LEAD
        many = f"{len(ordered)} papers have this title"
        return (ordered[0], f"{many}, year, venue or label decides") if certain else (None, many)
    words = len(normal_title(wanted.title).split())
    if words == 1 and len(title_key(wanted.title)) < _SHORT_KEY and best < _LEAD:
        return None, "one word is too little to be certain"
    elsewhere = wanted.venue.casefold() not in ("", "arxiv")
    if words <= _FEW_WORDS and wanted.title.isascii() and elsewhere and best < _VENUE_POINTS:
        return None, f"so short a title may be another's, and nothing of {wanted.venue} is known of this paper"
    return ordered[0], ""


def _evidence(wanted: Wanted, paper: Paper) -> int:
    """Points beside the title; `_LEAD` of them decide. Venues lag behind, so of two years one apart neither wins."""
    points = 0
    if wanted.year is not None and paper.year is not None:
        points += max(0, 2 - abs(wanted.year - paper.year))
    venue, label = wanted.venue.casefold(), wanted.label.casefold()
    if venue and venue != "arxiv" and venue in names_in(f"{paper.venue} {paper.comment} {paper.journal_ref}"):
        points += _VENUE_POINTS
    if title_key(label) != title_key(wanted.title) and label in names_in(f"{paper.abstract} {' '.join(paper.authors)}"):
        points += _VENUE_POINTS
    return points


def _candidates(wanted: Wanted, papers: Sequence[Paper]) -> tuple[Candidate, ...]:
    near = [Candidate(paper, *likeness(wanted.title, paper)) for paper in papers]
    near = [candidate for candidate in near if candidate.score >= _LEAST_SCORE]
    return tuple(sorted(near, key=lambda candidate: -candidate.score)[:_OFFERED])
