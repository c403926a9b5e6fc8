"""Which name a paper asked for by id, title or URL gets: a MOC's own link, else one made from a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from notegen.fetcher.matching.match import judge
from notegen.fetcher.own_records import OwnKnowledge
from notegen.obsidian import names
from notegen.records import Paper, Wanted

_FEWEST_BYTES = 40


def by_name(asked: Wanted, listed: Sequence[Wanted]) -> Wanted | None:
    """The entry of a MOC that is exactly the note name asked for, with the MOC's hints; None when no MOC lists it.

    Who asks for a note by name means a paper, whatever the list makes of it.
    """
    keys = {names.key(name) for name in (asked.link, asked.title) if name}
    return next((replace(one, is_paper=True) for one in listed if names.key(one.link) in keys), None)


def by_paper(paper: Paper, listed: Sequence[Wanted], own: OwnKnowledge) -> Wanted | None:
    """The entry of a MOC that means this paper: by the vault's own records, by its hints, or by a certain match."""
    for one in listed:
        known = own.match(one)
        if known is not None and known.paper is not None:
            if _same(known.paper, paper):
                return one
        elif one.is_paper and judge(own.pinned(one), (paper,)).decision == "accepted":
            return one
    return None


def own_name(paper: Paper, pattern: str) -> str:
    """A file name for a paper no MOC names, from a pattern such as "{year}__{venue}__{title}".

    What is not known of the paper is left out with the underscores after it. Where it is long the title is cut, never
    the rest.
    """
    venue = paper.venue or ("arXiv" if paper.arxiv_id else "")
    for field, value in (("{year}", paper.year), ("{venue}", venue)):
        pattern = pattern if value else pattern.replace(f"{field}__", "").replace(field, "")
    known = {
        "year": paper.year,
        "venue": venue,
        "arxiv_id": paper.arxiv_id.replace("/", "_"),
        "first_author": paper.authors[0] if paper.authors else "unknown",
    }
    frame = names.file_name(pattern.format(**known, title=""))
    title = names.file_name(paper.title, max(_FEWEST_BYTES, names.CHOSEN_BYTES - len(frame.encode())))
    return names.file_name(pattern.format(**known, title=title))


def _same(one: Paper, other: Paper) -> bool:
    return bool((one.arxiv_id and one.arxiv_id == other.arxiv_id) or (one.doi and one.doi.lower() == other.doi.lower()))
