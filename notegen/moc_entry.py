"""A line in a MOC for each note that a run made or found, where the command asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from notegen.errors import MocUnreadable, NoteChanged, SectionNotFound, VaultError
from notegen.fetcher.reading_list.listing import note_named
from notegen.obsidian.index import Index
from notegen.obsidian.links import read_links
from notegen.obsidian.resolution import link_text, resolve, write_link
from notegen.records import MocLine, PaperReport
from notegen.seams import Vault
from notegen.wiring import House
from notegen.writer.moc_line import with_item

_TRIES = 3
_LISTED = ("written", "would-write", "unfinished", "exists")


@dataclass(frozen=True, slots=True)
class MocEntry:
    """Where the lines go: the path of a note, its name in links, and a section of it."""

    path: str
    name: str
    section: str


def open_entry(house: House, moc: str, section: str) -> MocEntry:
    """The place named on the command line.

    Raises `MocNotFound`, `MocAmbiguous`, `MocUnreadable` or `SectionNotFound`.
    """
    path = note_named(moc, house.index, [path for path, head in house.heads.items() if head.moc])
    with_item(_text(house.vault, path), section, "[[x]]", path)
    return MocEntry(path, link_text(path, house.index), section)


def add_lines(papers: Sequence[PaperReport], entry: MocEntry, house: House, vault: Vault | None) -> list[PaperReport]:
    """Adds the line of each note that is there to the section, shown before it is written; `vault` None only shows it.

    A note that the MOC links to already gets none. What became of the line is told in the report.
    """
    return [
        _add_line(paper, entry, house, vault) if paper.outcome in _LISTED and paper.path else paper for paper in papers
    ]


def _add_line(paper: PaperReport, entry: MocEntry, house: House, vault: Vault | None) -> PaperReport:
    index = Index(tuple({*house.index.files, paper.path}))
    where = f"{entry.path} › {entry.section}"
    try:
        for _ in range(_TRIES):
            text = _text(house.vault, entry.path)
            if any(resolve(link.target, entry.path, index) == paper.path for link in read_links(text) if link.target):
                return replace(paper, listed=MocLine(f"{entry.path} links to it already"))
            link = write_link(paper.path, entry.path, index, house.app)
            changed = with_item(text, entry.section, link, entry.path)
            if vault is None:
                house.screen.say(f"{where}: would add {link}")
                return replace(paper, listed=MocLine(f"{link} would be added to {where}"))
            house.screen.say(f"{where}: + {link}")
            try:
                vault.replace(entry.path, changed.encode("utf-8"), expected=text.encode("utf-8"))
                return replace(paper, listed=MocLine(f"{link} added to {where}", added=True))
            except NoteChanged as error:
                last = error
        raise last
    except (VaultError, SectionNotFound, MocUnreadable) as error:
        house.screen.problem(str(error))
        return replace(paper, listed=MocLine(f"not added to {where}: {error.why}"), exit_status=1)


def _text(vault: Vault, path: str) -> str:
    try:
        return vault.read(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise MocUnreadable(path, f"byte {error.start + 1} is not UTF-8") from error
