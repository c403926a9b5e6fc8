"""Which paper an arXiv id or a DOI beside a link means: its own, unless the title beside it is another paper's."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from notegen.fetcher.asking import Found, Questions, ask_in_turn
from notegen.fetcher.identify import find_ids
from notegen.fetcher.matching.likeness import SHORTENED, likeness
from notegen.fetcher.matching.match import judge
from notegen.fetcher.matching.one_paper import distinct, is_one
from notegen.fetcher.matching.sameness import is_coined
from notegen.fetcher.matching.titles import normal_title, title_key
from notegen.fetcher.reading_list.searches import is_japanese, searches
from notegen.records import Candidate, How, Match, Paper, Wanted

_NEARLY_SAME, _MOSTLY = 0.85, 0.6
_ABOUT_ANOTHER = frozenset({"comment", "comments", "reply", "response", "rebuttal", "erratum", "errata", "critique"})
_GIVEN: dict[How, str] = {"id": "the arXiv id given with it", "doi": "the DOI given with it"}


def decide_by_ids(
    wanted: Mapping[str, Wanted], pinned: Collection[str], desks: Sequence[Questions]
) -> dict[str, Match]:
    """The match of each wanted paper with an arXiv id, or with a DOI that a source knows; `pinned` names those pinned.

    Where a title beside an id is not its paper's, now or at first, the title is asked for as well: an id on the line
    may belong to something else the line speaks of, or hold a slip. An arXiv id that no source answers is never
    accepted by its title, but what that finds is offered.
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
    titled = _by_title(doubted, desks)
    return decided | {name: _weighed(one, decided[name], titled[name]) for name, one in doubted.items()}


def _by_title(doubted: Mapping[str, Wanted], desks: Sequence[Questions]) -> dict[str, Match]:
    """What the titles alone would find, asked of all sources."""
    papers: dict[str, tuple[Paper, ...]] = dict.fromkeys(doubted, ())
    for desk in desks:
        texts = {name: text for name, one in doubted.items() if (text := searches(one).get("title"))}
        answers = desk.ask("title", list(texts.values()))
        papers |= {name: papers[name] + answers.get(text, ()) for name, text in texts.items()}
    return {name: judge(replace(one, arxiv_id="", doi=""), papers[name]) for name, one in doubted.items()}


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
    """Whether an id is unknown, or its paper has another title than the one that stands beside it."""
    if not title_key(wanted.title) or find_ids(wanted.title).arxiv_id:
        return False
    if match.paper is None:
        return match.decision == "not-found"
    return match.reason in _GIVEN.values() and likeness(wanted.title, match.paper)[0] < SHORTENED


def _weighed(wanted: Wanted, match: Match, by_title: Match) -> Match:
    """The match by id against what its title finds: an id may belong to something else the line speaks of."""
    found = by_title.paper
    if match.paper is None:
        near = (Candidate(found, *likeness(wanted.title, found)),) if found else by_title.candidates
        told = f"; its title is that of {_named(found)}" if found else ""
        return replace(
            match, decision="ambiguous" if found else "not-found", reason=match.reason + told, candidates=near
        )
    own = likeness(wanted.title, match.paper)[0]
    like = [found] if found else [near.paper for near in by_title.candidates if near.score >= max(SHORTENED, own)]
    others = [paper for paper in like if not is_one(paper, match.paper)]
    if found and others:
        reason = f"{match.reason} is of “{match.paper.title}”, its title that of {_named(found)}"
    elif found or (not others and _is_of(wanted.title, match.paper)):
        return match
    elif not others and wanted.year is None and not _is_about_another(wanted.title, match.paper):
        return match  # a name of one's own, which says nothing against the id
    else:
        reason = f"{match.reason} is of “{match.paper.title}”"
    papers = distinct([*others, match.paper])
    return Match("ambiguous", reason, candidates=tuple(Candidate(one, *likeness(wanted.title, one)) for one in papers))


def _is_of(title: str, paper: Paper) -> bool:
    """Whether a title that is not the paper's may be a reader's own for it: nearly the same, or of words it uses."""
    if _is_about_another(title, paper):
        return False
    return likeness(title, paper)[0] >= _NEARLY_SAME or _shared(title, paper) >= _MOSTLY or is_japanese(title)


def _shared(title: str, paper: Paper) -> float:
    """How much of a title, by letters, are words that the paper uses."""
    words = [word for word in normal_title(title).split() if len(word) > 1]
    used, key = set(normal_title(f"{paper.title} {paper.abstract}").split()), title_key(paper.title)
    return sum(len(word) for word in words if word in used or word in key) / (sum(map(len, words)) or 1)


def _is_about_another(title: str, paper: Paper) -> bool:
    """Whether the title says that it is a comment or the like, which the paper is not, or has a name it never uses."""
    words, own = (set(normal_title(each).split()) for each in (title, paper.title))
    used = title_key(f"{paper.title} {paper.abstract}")
    names = [word for word in title.split() if is_coined(word.strip(":,()")) and re.search(r"[^\W\d_]", word)]
    strange = [word for word in names if title_key(word) not in used]
    return bool(words & _ABOUT_ANOTHER - own) or (bool(strange) and bool(paper.abstract))


def _named(paper: Paper) -> str:
    return f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else f"doi:{paper.doi}"
