"""From wanted papers to decided ones: what the vault knows first, then one paper source in few, grouped questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TypeVar

from notegen.errors import NotAsked, SourceError
from notegen.fetcher.identify import find_ids
from notegen.fetcher.likeness import likeness
from notegen.fetcher.match import judge, rank
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.titles import normal_title, title_key
from notegen.records import Candidate, Match, Paper, Wanted
from notegen.seams import PaperSource

_FIRST_VERSIONS, _NEAR_RECORDS = 6, 3
_TELLING_WORDS = 3
_ID_GIVEN = "the arXiv id given with it"
_ALIKE, _NEARLY_SAME, _SHORTENED = 0.3, 0.85, 0.95

Answer = TypeVar("Answer")
Found = dict[str, tuple[Paper, ...]]


def find(wanted: Sequence[Wanted], own: OwnKnowledge, source: PaperSource | None) -> dict[str, Match]:
    """What each wanted paper is, keyed by its link (else its arXiv id, DOI or title as typed), in the order given.

    The vault's own word counts first, then an arXiv id given with the link, then the title. A failing source is no
    verdict: what it left undecided is "waiting" with its words, as is everything unknown when `source` is None.
    """
    asked = {one.asked_as: one for one in wanted}
    decided = {name: match for name, one in asked.items() if (match := own.match(one)) is not None}
    left = {name: own.pinned(one) for name, one in asked.items() if name not in decided}
    questions = _Questions(source)
    with_id = {name: one for name, one in left.items() if one.arxiv_id}
    textless = {name: _versioned_id(match.paper) for name, match in decided.items() if match.paper}
    papers = questions.by_ids([*(one.arxiv_id for one in with_id.values()), *textless.values()])
    decided |= {
        name: _completed(decided[name], papers.get(asked), questions) for name, asked in textless.items() if asked
    }
    pinned = {name for name, one in with_id.items() if one is not asked[name]}
    unsure = {one.arxiv_id: one.title for name, one in with_id.items() if name not in pinned}
    papers |= _with_first_titles(unsure, papers, questions)
    for name, one in with_id.items():
        decided[name] = _by_id(one, papers.get(one.arxiv_id), questions.trouble, pinned=name in pinned)
    doubted = {
        name: with_id[name] for name, match in decided.items() if name in with_id and _is_doubtful(with_id[name], match)
    }
    titled = questions.by_phrase([one.title for one in doubted.values()])
    decided |= {name: _weighed(one, decided[name], titled.get(one.title, ())) for name, one in doubted.items()}
    for name, one in left.items():
        if name not in decided and not title_key(one.title):
            known = "only a DOI is known of it" if one.doi else "neither an arXiv id nor a title is in it"
            decided[name] = Match("not-found", f"{known}; arXiv is asked by id or title")
    decided |= _by_title({name: one for name, one in left.items() if name not in decided}, own, questions)
    return {name: _with_doi_told(decided[name], one) for name, one in asked.items()}


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


def _completed(match: Match, found: Paper | None, questions: _Questions) -> Match:
    """The match with what the vault's own record leaves open taken from the paper found; waiting if that failed."""
    if match.paper is None:
        return match
    if found is None:
        return Match("waiting", questions.trouble) if questions.failed else match
    own = {field.name: getattr(match.paper, field.name) for field in fields(match.paper)}
    return replace(match, paper=replace(found, **{name: value for name, value in own.items() if value}))


def _with_first_titles(
    titles: Mapping[str, str], papers: Mapping[str, Paper], questions: _Questions
) -> dict[str, Paper]:
    """The papers (by id as asked) whose title is not the one given, with the title of their first version added."""
    renamed = {
        asked: paper
        for asked, title in titles.items()
        if (paper := papers.get(asked)) and (paper.version or 1) > 1 and likeness(title, paper)[0] < 1
    }
    firsts = questions.by_ids([f"{paper.arxiv_id}v1" for paper in renamed.values()])
    return {
        asked: replace(paper, earlier_titles=(*paper.earlier_titles, first.title))
        for asked, paper in renamed.items()
        if (first := firsts.get(f"{paper.arxiv_id}v1")) and title_key(first.title) != title_key(paper.title)
    }


def _by_id(wanted: Wanted, paper: Paper | None, trouble: str, *, pinned: bool) -> Match:
    if paper is None and trouble:
        return Match("waiting", trouble)
    if paper is None:
        return Match("not-found", f"arXiv knows no such id, or did not answer it: {wanted.arxiv_id}")
    by = f"pinned to arXiv:{wanted.arxiv_id}" if pinned else _ID_GIVEN
    return Match("accepted", by, paper)


def _is_doubtful(wanted: Wanted, match: Match) -> bool:
    """Whether an id was taken whose paper has another title than the whole title that stands beside it."""
    if match.paper is None or match.reason != _ID_GIVEN or find_ids(wanted.title).arxiv_id:
        return False
    if len(normal_title(wanted.title).split()) < _TELLING_WORDS:
        return False
    return likeness(wanted.title, match.paper)[0] < _SHORTENED


def _weighed(wanted: Wanted, match: Match, titled: Sequence[Paper]) -> Match:
    """The match by id against what its title finds: an id may belong to something else the line speaks of."""
    if match.paper is None:
        return match
    by_title = judge(replace(wanted, arxiv_id=""), titled)
    found = by_title.paper
    if found and found.arxiv_id != match.paper.arxiv_id:
        reason = f"the id beside it is of “{match.paper.title}”, its title that of arXiv:{found.arxiv_id}"
        papers: tuple[Paper, ...] = (found, match.paper)
    elif found or wanted.year is None or likeness(wanted.title, match.paper)[0] >= _NEARLY_SAME:
        return match
    else:
        reason = f"the arXiv id given with it is of “{match.paper.title}”"
        papers = (match.paper,)
    return Match("ambiguous", reason, candidates=tuple(Candidate(one, *likeness(wanted.title, one)) for one in papers))


def _by_title(titled: Mapping[str, Wanted], own: OwnKnowledge, questions: _Questions) -> dict[str, Match]:
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


def _phrases(left: Mapping[str, Wanted], pools: Found, questions: _Questions) -> Found:
    papers = questions.by_phrase([one.title for one in left.values()])
    return {name: papers[one.title] for name, one in left.items() if one.title in papers}


def _words(left: Mapping[str, Wanted], pools: Found, questions: _Questions) -> Found:
    papers = questions.by_words([one.title for one in left.values()])
    return {name: papers[one.title] for name, one in left.items() if one.title in papers}


def _first_titles(left: Mapping[str, Wanted], pools: Found, questions: _Questions) -> Found:
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


class _Questions:
    """A source that may fail: answers are what could be had, `trouble` says in words why some are missing."""

    def __init__(self, source: PaperSource | None) -> None:
        self._source = source
        self.trouble = "" if source else str(NotAsked())
        self.failed = False

    def by_ids(self, arxiv_ids: Sequence[str]) -> dict[str, Paper]:
        return self._ask(lambda source, ids: source.by_ids(ids), arxiv_ids)

    def by_phrase(self, titles: Sequence[str]) -> Found:
        return self._ask(lambda source, some: source.by_phrase(some), titles)

    def by_words(self, titles: Sequence[str]) -> Found:
        return self._ask(lambda source, some: source.by_words(some), titles)

    def _ask(
        self, question: Callable[[PaperSource, Sequence[str]], Mapping[str, Answer]], items: Sequence[str]
    ) -> dict[str, Answer]:
        """The answers to a question; after a failure one by one, since a source that is down still knows its cache."""
        asked = [item for item in dict.fromkeys(items) if item]
        if self._source is None or not asked:
            return {}
        try:
            return dict(question(self._source, asked))
        except SourceError as error:
            self.trouble = str(error)
            self.failed = not isinstance(error, NotAsked)
        if len(asked) == 1:
            return {}
        answers: dict[str, Answer] = {}
        for item in asked:
            answers |= self._ask(question, [item])
        return answers
