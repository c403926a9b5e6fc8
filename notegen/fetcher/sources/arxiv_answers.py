"""What arXiv's answers say: a record as a paper, and which of them answer whose question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from notegen.fetcher.identify import normal_id
from notegen.fetcher.matching.match import rank, rank_renamed
from notegen.fetcher.matching.spelling import loose_key
from notegen.fetcher.matching.titles import begins, normal_title
from notegen.fetcher.venues import venue_of
from notegen.records import How, Paper

_KEPT_RENAMED = 40


def paper_of(result: Any) -> Paper:
    """A result of the `arxiv` package as a paper, its white space tidied."""
    arxiv_id, version = normal_id(result.get_short_id())
    comment, journal_ref = (" ".join((text or "").split()) for text in (result.comment, result.journal_ref))
    if result.pdf_url is None:  # of a withdrawn version there is none (arXiv help, To withdraw an article)
        comment = f"Withdrawn (no PDF on arXiv). {comment}".rstrip()
    return Paper(
        title=" ".join(result.title.split()),
        authors=tuple(author.name for author in result.authors),
        arxiv_id=arxiv_id,
        version=version,
        doi=result.doi or "",
        url=f"https://arxiv.org/abs/{arxiv_id}",
        pdf_url=result.pdf_url or "",
        published=result.published.date().isoformat(),
        updated=result.updated.date().isoformat(),
        venue=venue_of(comment, journal_ref),
        categories=tuple(result.categories),
        comment=comment,
        journal_ref=journal_ref,
        abstract=" ".join(result.summary.split()),
        source="arXiv",
    )


def own_papers(how: How, text: str, papers: Sequence[Paper], limit: int) -> tuple[Paper, ...]:
    """Of the papers a group of questions found those that answer this one, nearest first.

    `limit` at most; for "words" also papers that may have had another title in an earlier version.
    """
    if how == "words":
        near = rank(text, papers, limit)
        renamed = rank_renamed(text, [paper for paper in papers if paper.version != 1], _KEPT_RENAMED)
        return tuple(dict.fromkeys((*near, *renamed)))
    return rank(text, [paper for paper in papers if _BELONGS[how](text, paper)], limit)


def _holds(title: str, paper: Paper) -> bool:
    key = loose_key(title)
    return bool(key) and (key in loose_key(paper.title) or begins(title, paper.title))


def _has_author(surname_and_words: str, paper: Paper) -> bool:
    surname = normal_title("".join(surname_and_words.split(maxsplit=1)[:1]))
    return any(f" {surname} " in f" {normal_title(name)} " for name in paper.authors)


_BELONGS: dict[How, Callable[[str, Paper], bool]] = {
    "title": _holds,
    "author": _has_author,
    "abstract": lambda beginning, paper: begins(beginning, paper.abstract),
    "doi": lambda doi, paper: doi.casefold() == paper.doi.casefold(),
}
