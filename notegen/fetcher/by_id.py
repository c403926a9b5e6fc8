"""Which paper an arXiv id beside a link means: its own, unless the title beside it is another paper's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from notegen.fetcher.asking import Questions
from notegen.fetcher.identify import find_ids
from notegen.fetcher.likeness import likeness
from notegen.fetcher.match import judge
from notegen.fetcher.titles import normal_title, title_key
from notegen.records import Candidate, Match, Paper, Wanted

_TELLING_WORDS = 3
_ID_GIVEN = "the arXiv id given with it"
_NEARLY_SAME, _SHORTENED = 0.85, 0.95


def decide_by_ids(
    wanted: Mapping[str, Wanted], pinned: Collection[str], papers: Mapping[str, Paper], questions: Questions
) -> dict[str, Match]:
    """The match of each wanted paper that has an id; `papers` are by id as asked for, `pinned` names a person's pins.

    Where a whole title beside an id is not its paper's, now or at first, the title is asked for as well: an id on the
    line may belong to something else the line speaks of.
    """
    unsure = {one.arxiv_id: one.title for name, one in wanted.items() if name not in pinned}
    papers = {**papers, **_with_first_titles(unsure, papers, questions)}
    decided = {
        name: _by_id(one, papers.get(one.arxiv_id), questions.trouble, pinned=name in pinned)
        for name, one in wanted.items()
    }
    doubted = {name: one for name, one in wanted.items() if _is_doubtful(one, decided[name])}
    titled = questions.by_phrase([one.title for one in doubted.values()])
    return decided | {name: _weighed(one, decided[name], titled.get(one.title, ())) for name, one in doubted.items()}


def _with_first_titles(
    titles: Mapping[str, str], papers: Mapping[str, Paper], questions: Questions
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
