"""Which papers have a note already, whatever its name: by arXiv id and DOI, by alias, and perhaps by title."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from notegen.fetcher.head import ENOUGH, Head
from notegen.fetcher.identify import normal_id
from notegen.fetcher.matching.evidence import contradiction
from notegen.fetcher.matching.titles import joined, normal_title
from notegen.fetcher.reading_list.naming import parse_name
from notegen.obsidian import names
from notegen.obsidian.index import Index
from notegen.records import Paper, Wanted

_COPY_MARK = re.compile(r" \(|\.sync-conflict-")


@dataclass(frozen=True, slots=True)
class Noted:
    """Paths of notes by "arXiv:ID" and "doi:DOI" (`papers`), by alias as Obsidian compares names, and by title.

    Aliases do not resolve links (Obsidian help, Aliases), so a link to one looks missing. `titles` are those of notes
    without an id, as `matching.titles` compares them, where they say enough; `years` are those that notes tell.
    """

    papers: Mapping[str, str]
    aliases: Mapping[str, str]
    titles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    years: Mapping[str, int] = field(default_factory=dict)

    def of(self, paper: Paper | Wanted) -> str | None:
        """The path of the note that has this arXiv id or DOI, if there is one."""
        arxiv_id = normal_id(paper.arxiv_id)[0]
        return self.papers.get(f"arXiv:{arxiv_id}") or self.papers.get(f"doi:{paper.doi.casefold()}")

    def titled(self, paper: Paper) -> str | None:
        """The path of a note without any id that has a title of this paper, and no other year or id against it."""
        keys = (_title_key(title) for title in (paper.title, *paper.earlier_titles))
        found = (path for key in keys for path in self.titles.get(key, ()))
        return next((path for path in found if not self._speaks_against(path, paper)), None)

    def _speaks_against(self, path: str, paper: Paper) -> bool:
        return bool(contradiction(Wanted("", "", year=self.years.get(path)), paper))


def noted_of(heads: Mapping[str, Head]) -> Noted:
    """What the heads of a vault's notes, by path, tell of papers. The first path has it, a conflict copy only alone."""
    papers: dict[str, str] = {}
    aliases: dict[str, str] = {}
    titles: dict[str, list[str]] = defaultdict(list)
    copies = {path for path in heads if names.is_conflict_copy(PurePosixPath(path).stem)}
    alone = [path for path in copies if not _has_original(path, heads)]
    for path in (*(path for path in heads if path not in copies), *sorted(alone)):
        head = heads[path]
        for paper in head.papers if not head.moc else ():
            papers.setdefault(paper, path)
        for alias in head.aliases:
            aliases.setdefault(names.key(alias), path)
        if not head.papers and not head.moc:
            for title in (*head.titles, *head.aliases, *_named(PurePosixPath(path).stem)):
                titles[_title_key(title)].append(path)
    years = {path: head.year for path, head in heads.items() if head.year}
    return Noted(papers, aliases, {key: paths for key, paths in titles.items() if key}, years)


def _has_original(path: str, heads: Mapping[str, Head]) -> bool:
    """Whether the note that a conflict copy was made of lies beside it."""
    return any(f"{path[: mark.start()]}.md" in heads for mark in _COPY_MARK.finditer(path))


def _named(name: str) -> tuple[str, ...]:
    """The title in a note's name, where the name is long enough to hold one that counts."""
    return (parse_name(name).title,) if ENOUGH.search(name) else ()


def notes_called(terms: Iterable[str], index: Index, heads: Mapping[str, Head]) -> dict[str, str]:
    """The path of the note that has each term as its name, else as an alias; a term that two notes have is left out."""
    wanted = {names.key(term): term for term in terms if term.strip()}
    named = {key: index.by_name.get(f"{key}.md", ()) for key in wanted}
    also: dict[str, set[str]] = {key: set() for key, paths in named.items() if not paths}
    for path, head in heads.items() if also else ():
        for alias in head.aliases:
            if (key := names.key(alias)) in also:
                also[key].add(path)
    found = {key: tuple(paths) for key, paths in (*named.items(), *also.items()) if len(paths) == 1}
    return {wanted[key]: paths[0] for key, paths in found.items()}


def _title_key(title: str) -> str:
    """What equal titles have in common; "" for one of less than three words, or ten Chinese or Japanese characters."""
    normal = normal_title(title)
    return joined(normal) if ENOUGH.search(normal) else ""
