"""From wanted papers to decided ones: what the vault knows first, then one paper source in few, grouped questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from notegen.fetcher.asking import Found, Questions
from notegen.fetcher.by_id import decide_by_ids
from notegen.fetcher.likeness import likeness
from notegen.fetcher.match import judge, rank
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.titles import title_key
from notegen.records import Match, Paper, Wanted
from notegen.seams import PaperSource

_FIRST_VERSIONS, _NEAR_RECORDS = 6, 3
_ALIKE = 0.3


def find(wanted: Sequence[Wanted], own: OwnKnowledge, source: PaperSource | None) -> dict[str, Match]:
    """What each wanted paper is, keyed by its link (else its arXiv id, DOI or title as typed), in the order given.

    The vault's own word counts first, then an arXiv id given with the link, then the title. A failing source is no
    verdict: what it left undecided is "waiting" with its words, as is everything unknown when `source` is None.
    """
    asked = {one.asked_as: one for one in wanted}
    decided = {name: match for name, one in asked.items() if (match := own.match(one)) is not None}
    left = {name: own.pinned(one) for name, one in asked.items() if name not in decided}
    questions = Questions(source)
    with_id = {name: one for name, one in left.items() if one.arxiv_id}
    textless = {name: _versioned_id(match.paper) for name, match in decided.items() if match.paper}
    papers = questions.by_ids([*(one.arxiv_id for one in with_id.values()), *textless.values()])
    for name, arxiv_id in textless.items():
        if arxiv_id:
            decided[name] = _completed(decided[name], papers.get(arxiv_id), questions)
    pinned = {name for name, one in with_id.items() if one is not asked[name]}
    decided |= decide_by_ids(with_id, pinned, papers, questions)
    decided |= {name: _unaskable(one) for name, one in left.items() if name not in decided and not title_key(one.title)}
    decided |= _by_title({name: one for name, one in left.items() if name not in decided}, own, questions)
    return {name: _with_doi_told(decided[name], one) for name, one in asked.items()}


def _unaskable(wanted: Wanted) -> Match:
    known = "only a DOI is known of it" if wanted.doi else "neither an arXiv id nor a title is in it"
    return Match("not-found", f"{known}; arXiv is asked by id or title")


def _with_doi_told(match: Match, wanted: Wanted) -> Match:
    """Not found by title says that the DOI beside it was no help: arXiv is not asked for those."""
    if match.decision != "not-found" or not (wanted.doi and title_key(wanted.title)):
        return match
    return replace(match, reason=f"{match.reason}; its DOI is not on record here, and only arXiv is asked")


def _versioned_id(own: Paper) -> str:
    """The id to ask for when a record of the vault has no text; "" when it has some, or no id."""
    if own.abstract or own.synopsis or not own.arxiv_id:
        return ""
    return own.arxiv_id if own.version is None else f"{own.arxiv_id}v{own.version}"


def _completed(match: Match, found: Paper | None, questions: Questions) -> Match:
    """The match with what the vault's own record leaves open taken from the paper found; waiting if that failed."""
    if match.paper is None:
        return match
    if found is None:
        return Match("waiting", questions.trouble) if questions.failed else match
    own = {field.name: getattr(match.paper, field.name) for field in fields(match.paper)}
    return replace(match, paper=replace(found, **{name: value for name, value in own.items() if value}))


def _by_title(titled: Mapping[str, Wanted], own: OwnKnowledge, questions: Questions) -> dict[str, Match]:
    """Three rounds, each for what the one before left open: phrases, words, first titles of what is near."""
    pools: Found = dict.fromkeys(titled, ())
    records = [record.paper for record in own.records]
    near = {name: rank(one.title, records, _NEAR_RECORDS) for name, one in titled.items()}
    decided: dict[str, Match] = {}
    for ask in (_phrases, _words, _first_titles):
        left = {name: one for name, one in titled.items() if name not in decided or _is_open(decided[name])}
        found = ask(left, pools, questions)
        for name, one in left.items():
            pools[name] += found.get(name, ())
            match = judge(one, (*pools[name], *near[name]))
            if name not in found and match.decision == "not-found":
                match = Match("waiting", questions.trouble, candidates=match.candidates)
            decided[name] = match
    return decided


def _is_open(match: Match) -> bool:
    return match.decision in ("ambiguous", "not-found")


def _phrases(left: Mapping[str, Wanted], pools: Found, questions: Questions) -> Found:
    papers = questions.by_phrase([one.title for one in left.values()])
    return {name: papers[one.title] for name, one in left.items() if one.title in papers}


def _words(left: Mapping[str, Wanted], pools: Found, questions: Questions) -> Found:
    papers = questions.by_words([one.title for one in left.values()])
    return {name: papers[one.title] for name, one in left.items() if one.title in papers}


def _first_titles(left: Mapping[str, Wanted], pools: Found, questions: Questions) -> Found:
    """The nearest papers again, with the title their first version had (papers are renamed)."""
    near = {name: rank(one.title, pools[name], _FIRST_VERSIONS) for name, one in left.items()}
    firsts = {
        paper: f"{paper.arxiv_id}v1"
        for name, papers in near.items()
        for paper in papers
        if paper.arxiv_id and paper.version != 1 and likeness(left[name].title, paper)[0] >= _ALIKE
    }
    answers = questions.by_ids(list(firsts.values()))
    unanswered = {paper for paper, first in firsts.items() if first not in answers} if questions.trouble else set()
    renamed = {
        paper: replace(paper, earlier_titles=(*paper.earlier_titles, answers[first].title))
        for paper, first in firsts.items()
        if first in answers and title_key(answers[first].title) != title_key(paper.title)
    }
    return {
        name: tuple(renamed[paper] for paper in papers if paper in renamed)
        for name, papers in near.items()
        if not unanswered.intersection(papers)
    }
