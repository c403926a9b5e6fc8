"""Which paper an arXiv id or a DOI beside a link means: its own, unless the title beside it is another paper's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from notegen.fetcher.asking import Found, Questions, ask_in_turn
from notegen.fetcher.identify import find_ids
from notegen.fetcher.matching.likeness import SHORTENED, likeness, names_in
from notegen.fetcher.matching.match import judge
from notegen.fetcher.matching.one_paper import is_one
from notegen.fetcher.matching.titles import normal_title, title_key
from notegen.records import Candidate, How, Match, Paper, Wanted

_TELLING_WORDS = 3
_NEARLY_SAME = 0.85
_GIVEN: dict[How, str] = {"id": "the arXiv id given with it", "doi": "the DOI given with it"}


def decide_by_ids(
    wanted: Mapping[str, Wanted], pinned: Collection[str], desks: Sequence[Questions]
) -> dict[str, Match]:
    """The match of each wanted paper with an arXiv id, or with a DOI that a source knows; `pinned` names those pinned.

    Where a whole title beside an id is not its paper's, now or at first, the title is asked for as well: an id on the
    line may belong to something else the line speaks of. An arXiv id no source answers is not looked for by title.
    """
    with_id = {name: one for name, one in wanted.items() if one.arxiv_id}
    with_doi = {name: one for name, one in wanted.items() if one.doi and not one.arxiv_id}
    by_id = ask_in_turn(desks, "id", [one.arxiv_id for one in with_id.values()])
    by_doi = ask_in_turn(desks, "doi", [one.doi for one in with_doi.values()])
    papers = {name: found[0] for name, one in with_id.items() if (found := by_id.get(one.arxiv_id))}
    papers |= {name: found[0] for name, one in with_doi.items() if (found := by_doi.get(one.doi))}
    unsure = {name: wanted[name].title for name in papers if name not in pinned}
    papers |= _with_first_titles(unsure, papers, desks)
    decided = {name: _by_id(wanted[name], paper, pinned=name in pinned) for name, paper in papers.items()}
    decided |= {name: _unanswered(one, desks) for name, one in with_id.items() if name not in papers}
    doubted = {name: one for name, one in wanted.items() if name in decided and _is_doubtful(one, decided[name])}
    titled = ask_in_turn(desks, "title", [one.title for one in doubted.values()])
    return decided | {name: _weighed(one, decided[name], titled.get(one.title, ())) for name, one in doubted.items()}


def _with_first_titles(
    titles: Mapping[str, str], papers: Mapping[str, Paper], desks: Sequence[Questions]
) -> dict[str, Paper]:
    """The papers (by name) whose title is not the one given, with the title of their first version added."""
    renamed = {
        name: paper
        for name, title in titles.items()
        if (paper := papers[name]) and (paper.version or 1) > 1 and likeness(title, paper)[0] < 1
    }
    firsts: Found = ask_in_turn(desks, "id", [f"{paper.arxiv_id}v1" for paper in renamed.values()])
    return {
        name: replace(paper, earlier_titles=(*paper.earlier_titles, found[0].title))
        for name, paper in renamed.items()
        if (found := firsts.get(f"{paper.arxiv_id}v1")) and title_key(found[0].title) != title_key(paper.title)
    }


def _by_id(wanted: Wanted, paper: Paper, *, pinned: bool) -> Match:
    if not pinned:
        return Match("accepted", _GIVEN["id" if wanted.arxiv_id else "doi"], paper)
    return Match(
        "accepted", f"pinned to {f'arXiv:{wanted.arxiv_id}' if wanted.arxiv_id else f'doi:{wanted.doi}'}", paper
    )


def _unanswered(wanted: Wanted, desks: Sequence[Questions]) -> Match:
    trouble = next((desk.trouble for desk in desks if desk.takes("id") and desk.trouble), "")
    if trouble or not desks:
        return Match("waiting", trouble or "offline")
    return Match("not-found", f"arXiv knows no such id, or did not answer it: {wanted.arxiv_id}")


def _is_doubtful(wanted: Wanted, match: Match) -> bool:
    """Whether an id was taken whose paper has another title than the whole title that stands beside it."""
    if match.paper is None or match.reason not in _GIVEN.values() or find_ids(wanted.title).arxiv_id:
        return False
    words = normal_title(wanted.title).split()
    if len(words) < _TELLING_WORDS and names_in(wanted.title) & names_in(f"{match.paper.title} {match.paper.abstract}"):
        return False
    return likeness(wanted.title, match.paper)[0] < SHORTENED


def _weighed(wanted: Wanted, match: Match, titled: Sequence[Paper]) -> Match:
    """The match by id against what its title finds: an id may belong to something else the line speaks of."""
    if match.paper is None:
        return match
    by_title = judge(replace(wanted, arxiv_id="", doi=""), titled)
    found = by_title.paper
    if found and not is_one(found, match.paper):
        reason = f"{match.reason} is of “{match.paper.title}”, its title that of {_named(found)}"
        papers: tuple[Paper, ...] = (found, match.paper)
    elif found or wanted.year is None or likeness(wanted.title, match.paper)[0] >= _NEARLY_SAME:
        return match
    else:
        reason = f"{match.reason} is of “{match.paper.title}”"
        papers = (match.paper,)
    return Match("ambiguous", reason, candidates=tuple(Candidate(one, *likeness(wanted.title, one)) for one in papers))


def _named(paper: Paper) -> str:
    return f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else f"doi:{paper.doi}"
