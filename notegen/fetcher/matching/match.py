"""Which paper is the wanted one: accepted only when certain, else the nearest are offered with reasons."""

from __future__ import annotations

from collections.abc import Sequence

from notegen.fetcher.identify import normal_id
from notegen.fetcher.matching.evidence import by_author, contradiction, points
from notegen.fetcher.matching.likeness import SHORTENED, coverages, likeness
from notegen.fetcher.matching.one_paper import distinct
from notegen.fetcher.matching.sameness import Sameness, sameness
from notegen.fetcher.matching.titles import normal_title, title_key
from notegen.records import Candidate, Match, Paper, Wanted

_LEAD = 2
_FEW_WORDS, _SHORT_KEY = 2, 16
_NO_YEAR_ALONE = 3
_OFFERED, _LEAST_SCORE, _BEHIND = 5, 0.45, 0.1


def judge(wanted: Wanted, papers: Sequence[Paper]) -> Match:
    """Decide which of `papers` is the wanted one.

    Accepted: the paper with the id or DOI given; or the one whose title is the same, now or earlier, with as much
    evidence beside it as that sameness needs, when year, authors, id and DOI do not contradict and no other fits as
    well. Else "ambiguous" when one deserves a look (same title, a shortened one, an acronym), or "not-found"; both with
    at most five candidates, nearest first.
    """
    papers = distinct(papers)
    if named := [paper for paper in papers if _same_id(wanted, paper)]:
        return Match("accepted", "it has the id given", named[0])
    titled = [(paper, same) for paper in papers if (same := sameness(wanted.title, paper))]
    fitting = [(paper, same) for paper, same in titled if not contradiction(wanted, paper)]
    chosen, reason = _choose(wanted, fitting)
    if chosen is not None:
        return Match("accepted", reason, chosen)
    near = _candidates(wanted, papers)
    if reason:
        return Match("ambiguous", reason, candidates=near)
    first_fits = bool(near) and near[0].score >= SHORTENED and not contradiction(wanted, near[0].paper)
    if not first_fits and titled and min(same.needs for _, same in titled) == 0:
        spoken = min(titled, key=lambda each: each[1].needs)[0]
        return Match("ambiguous", f"same title, but {contradiction(wanted, spoken)}", candidates=near)
    if near and near[0].score >= SHORTENED:
        return Match("ambiguous", f"perhaps “{near[0].paper.title}”: {near[0].why}", candidates=near)
    nearest = f"; nearest: “{near[0].paper.title}”, {near[0].why}" if near else ""
    return Match("not-found", f"no record with this title{nearest}", candidates=near)


def rank(title: str, papers: Sequence[Paper], limit: int) -> tuple[Paper, ...]:
    """The `limit` papers nearest to a title, each once, nearest first; equally near ones keep their order."""
    return tuple(sorted(distinct(papers), key=lambda paper: -likeness(title, paper)[0])[:limit])


def rank_renamed(title: str, papers: Sequence[Paper], limit: int) -> tuple[Paper, ...]:
    """The `limit` papers most likely to have had a title once, by title and by the words of their text."""
    found = distinct(papers)
    held = coverages(title, found)
    near = {paper: max(likeness(title, paper)[0], share) for paper, share in zip(found, held, strict=True)}
    return tuple(sorted(found, key=lambda paper: -near[paper])[:limit])


def _same_id(wanted: Wanted, paper: Paper) -> bool:
    if wanted.arxiv_id:
        return normal_id(wanted.arxiv_id)[0] == paper.arxiv_id
    return bool(wanted.doi) and wanted.doi.casefold() == paper.doi.casefold()


def _choose(wanted: Wanted, fitting: Sequence[tuple[Paper, Sameness]]) -> tuple[Paper | None, str]:
    """The one paper that is certain among those that fit, and what decided; or why nothing did ("" when none fits)."""
    if not fitting:
        return None, ""
    least, inexact = min((same.needs, not same.exact) for _, same in fitting)
    equal = sorted(
        (
            (points(wanted, paper), paper, same)
            for paper, same in fitting
            if (same.needs, not same.exact) == (least, inexact)
        ),
        key=lambda each: -each[0],
    )
    best, paper, same = equal[0]
    many = f"{len(equal)} papers have this title" if same.exact else f"{len(equal)} papers fit"
    if len(equal) > 1 and best - equal[1][0] < _LEAD:
        return None, f"{many}; year, authors, venue or an id would decide"
    decided = f"{same.why}; {many}, year, authors, venue or label decides" if len(equal) > 1 else same.why
    if least == 0 and (short := _too_short(wanted, best)):
        return None, short
    if best < least:
        return None, f"perhaps “{paper.title}”: {same.why}"
    return paper, decided


def _too_short(wanted: Wanted, best: int) -> str:
    """Why an equal title is too little, where it is so short that others may have it; "" where it is enough."""
    words = len(normal_title(wanted.title).split())
    if words == 1 and len(title_key(wanted.title)) < _SHORT_KEY and best < _LEAD:
        return "one word is too little to be certain"
    elsewhere = wanted.venue.casefold() not in ("", "arxiv")
    if words <= _FEW_WORDS and wanted.title.isascii() and elsewhere and best < _NO_YEAR_ALONE:
        return f"so short a title may be another's, and nothing of {wanted.venue} is known of this paper"
    return ""


def _nearness(wanted: Wanted, paper: Paper) -> tuple[float, str]:
    """How near a paper is; one by the author named whose title holds all words named deserves a look."""
    score, why = likeness(wanted.title, paper)
    words = set(normal_title(wanted.title).split())
    if score < SHORTENED and words and by_author(wanted, paper) and words <= set(normal_title(paper.title).split()):
        return SHORTENED, "by the author named, and its title holds the words"
    return score, why


def _candidates(wanted: Wanted, papers: Sequence[Paper]) -> tuple[Candidate, ...]:
    near = [Candidate(paper, *_nearness(wanted, paper)) for paper in papers]
    near = [candidate for candidate in near if candidate.score >= _LEAST_SCORE]
    return tuple(sorted(near, key=lambda one: _order(wanted, one))[:_OFFERED])


def _order(wanted: Wanted, candidate: Candidate) -> tuple[float, int]:
    """Nearest first; what is known to contradict goes behind what fits about as well."""
    against = _BEHIND if contradiction(wanted, candidate.paper) else 0.0
    return against - candidate.score, -points(wanted, candidate.paper)
