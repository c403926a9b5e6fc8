"""From wanted papers to decided ones: what the vault knows first, then the sources in turn, few grouped questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from notegen.errors import NotAsked
from notegen.fetcher.asking import Found, Questions, ask_in_turn
from notegen.fetcher.by_id import decide_by_ids
from notegen.fetcher.completing import completed
from notegen.fetcher.matching.evidence import contradiction
from notegen.fetcher.matching.match import judge, rank, rank_renamed
from notegen.fetcher.matching.titles import title_key
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.reading_list.searches import is_japanese, searches
from notegen.records import How, Match, Paper, Wanted
from notegen.seams import PaperSource

_HOWS: tuple[How, ...] = ("abstract", "title", "author", "words")
_FIRST_VERSIONS, _NEAR_RECORDS = 10, 3


def find(wanted: Sequence[Wanted], own: OwnKnowledge, sources: Sequence[PaperSource]) -> dict[str, Match]:
    """What each wanted paper is, keyed by its link (else its arXiv id, DOI or title as typed), in the order given.

    The vault's own word counts first, then an arXiv id or DOI given with the link, then the title, each asked of the
    sources in their order. A failing source is no verdict: what it left undecided is "waiting" with its words, as is
    everything unknown when there is no source.
    """
    asked = {one.asked_as: one for one in wanted}
    decided = {name: match for name, one in asked.items() if (match := own.match(one)) is not None}
    left = {name: own.pinned(one) for name, one in asked.items() if name not in decided}
    desks = [Questions(source) for source in sources]
    pinned = {name for name, one in left.items() if one is not asked[name]}
    decided |= decide_by_ids(left, pinned, desks)
    decided |= {name: _unknown_doi(one, desks) for name, one in left.items() if name in pinned and name not in decided}
    decided |= {
        name: _unaskable(one, desks) for name, one in left.items() if name not in decided and not title_key(one.title)
    }
    decided |= _by_title({name: one for name, one in left.items() if name not in decided}, own, desks)
    decided = {name: _advised(decided[name], one) for name, one in asked.items()}
    return decided | completed(decided, desks)


def _unknown_doi(wanted: Wanted, desks: Sequence[Questions]) -> Match:
    """A DOI somebody pinned that no record has: their word counts, so the title is not asked instead."""
    trouble = _trouble(desks, "doi")
    if trouble:
        return Match("waiting", trouble)
    return Match("not-found", f"pinned to doi:{wanted.doi}, which no record asked has")


def _unaskable(wanted: Wanted, desks: Sequence[Questions]) -> Match:
    """What is known by nothing but a DOI that was not found, or by nothing that can be asked for."""
    if wanted.doi and (trouble := _trouble(desks, "doi")):
        return Match("waiting", trouble)
    if wanted.doi:
        return Match("not-found", "no record asked has its DOI, and nothing else is known of it")
    told = "only an author and a year are in it" if wanted.authors else "neither an id nor a title is in it"
    return Match("not-found", told)


def _trouble(desks: Sequence[Questions], how: How) -> str:
    """Why a kind of question may not have been answered by all sources; "" when it was."""
    return next((desk.trouble for desk in desks if desk.takes(how) and desk.trouble), "" if desks else str(NotAsked()))


def _advised(match: Match, wanted: Wanted) -> Match:
    """What was not found, with what else is known of why."""
    if match.decision != "not-found" or not title_key(wanted.title):
        return match
    if wanted.doi:
        return replace(match, reason=f"{match.reason}; no record asked has its DOI")
    if is_japanese(wanted.title):
        return replace(match, reason=f"{match.reason}; arXiv knows English titles only")
    return match


def _by_title(titled: Mapping[str, Wanted], own: OwnKnowledge, desks: Sequence[Questions]) -> dict[str, Match]:
    """Source by source, and of each the kinds of question in turn, always for what is still open.

    After the sources that know arXiv ids, the first titles of what is near are compared: papers are renamed.
    """
    records = [record.paper for record in own.records]
    pools: Found = {name: rank(one.title, records, _NEAR_RECORDS) for name, one in titled.items()}
    troubles: dict[str, str] = {} if desks else dict.fromkeys(titled, str(NotAsked()))
    decided = {name: judge(one, pools[name]) for name, one in titled.items()}
    arxiv = [desk for desk in desks if desk.takes("id")]
    for desk in (*arxiv, None, *(desk for desk in desks if desk not in arxiv)):
        for how in _HOWS if desk else ("id",):
            left = {name: one for name, one in titled.items() if decided[name].paper is None}
            found = _searched(left, how, desk, troubles) if desk else _first_titles(left, pools, arxiv, troubles)
            for name, papers in found.items():
                pools[name] += papers
                decided[name] = judge(titled[name], pools[name])
    return {name: _waiting(match, troubles.get(name, "")) for name, match in decided.items()}


def _waiting(match: Match, trouble: str) -> Match:
    if match.decision == "not-found" and trouble:
        return Match("waiting", trouble, candidates=match.candidates)
    return match


def _searched(left: Mapping[str, Wanted], how: How, desk: Questions, troubles: dict[str, str]) -> Found:
    texts = {name: text for name, one in left.items() if desk.takes(how) and (text := searches(one).get(how))}
    answers = desk.ask(how, list(texts.values()))
    troubles |= {name: desk.trouble for name, text in texts.items() if text not in answers}
    return {name: answers[text] for name, text in texts.items() if text in answers}


def _may_be_renamed(wanted: Wanted, paper: Paper) -> bool:
    return bool(paper.arxiv_id) and paper.version != 1 and not contradiction(wanted, paper)


def _first_titles(
    left: Mapping[str, Wanted], pools: Found, desks: Sequence[Questions], troubles: dict[str, str]
) -> Found:
    """The nearest papers again, with the title their first version had."""
    near = {
        name: rank_renamed(one.title, [paper for paper in pools[name] if _may_be_renamed(one, paper)], _FIRST_VERSIONS)
        for name, one in left.items()
    }
    firsts = {paper: f"{paper.arxiv_id}v1" for papers in near.values() for paper in papers}
    answers = {first: papers[0] for first, papers in ask_in_turn(desks, "id", list(firsts.values())).items() if papers}
    trouble = next((desk.trouble for desk in desks if desk.trouble), "")
    renamed = {
        paper: replace(paper, earlier_titles=(*paper.earlier_titles, answers[first].title))
        for paper, first in firsts.items()
        if first in answers and title_key(answers[first].title) != title_key(paper.title)
    }
    if trouble:
        unanswered = {paper for paper, first in firsts.items() if first not in answers}
        troubles |= {name: trouble for name, papers in near.items() if unanswered.intersection(papers)}
    return {name: tuple(renamed[paper] for paper in papers if paper in renamed) for name, papers in near.items()}
