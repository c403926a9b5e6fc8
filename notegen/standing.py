"""How each wanted paper stands in the vault, and what is to be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from notegen.errors import VaultError
from notegen.fetcher.identify import find_ids
from notegen.fetcher.noted import Noted
from notegen.fetcher.own_records import OwnKnowledge
from notegen.obsidian import frontmatter, names
from notegen.obsidian.index import Index
from notegen.obsidian.resolution import resolve
from notegen.records import Draft, Kept, Outcome, Paper, PaperReport, PaperText, Wanted
from notegen.seams import Vault
from notegen.writer import merge

if TYPE_CHECKING:
    from notegen.fetcher.own_file import OwnFile

Task = Literal["", "create", "complete", "fill", "renew"]
_ELSEWHERE = "a note of this name lies in another folder, where the link does not lead"
_EMPTY = "it is empty: --fill-empty fills it"


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What a run does with notes that exist, beside completing unfinished ones.

    `refresh` renews the untouched regions of notes of ours, with `no_model_only` of those drafted without a model;
    `fill_empty` writes into files of no length.
    """

    refresh: bool = False
    no_model_only: bool = False
    fill_empty: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How a wanted paper stands in the vault before anything is done, and the task that follows, "" for none.

    `asks` is what the sources are asked: for a note to be renewed the paper it says it is about; `read` is what that
    note says was read.
    """

    wanted: Wanted
    outcome: Outcome
    path: str = ""
    content: bytes = b""
    task: Task = ""
    reason: str = ""
    note_of: Wanted | None = None
    read: str = ""

    @property
    def asks(self) -> Wanted:
        return self.note_of or self.wanted


@dataclass(frozen=True, slots=True)
class Known:
    """What the vault says of itself: its files, its own records and pins, all that its MOCs list.

    `noted` reads which papers have notes; `name_pattern` names papers no MOC lists; `own_file` is the text of the paper
    where a file was given; `moc` is the note that is to list new notes, too, "" for none; `upkeep` is what becomes of
    notes that exist.
    """

    index: Index
    noted: Callable[[], Noted]
    own: OwnKnowledge
    listed: tuple[Wanted, ...]
    name_pattern: str
    own_file: OwnFile | None = None
    moc: str = ""
    upkeep: Upkeep = Upkeep()


@dataclass(frozen=True, slots=True)
class Work:
    """A paper on its way; each step sets what it adds.

    `doubt` is what speaks against its text being this paper's, `told` why no better text was read.
    """

    standing: Standing
    paper: Paper
    text: PaperText
    doubt: str = ""
    told: str = ""
    draft: Draft | None = None
    path: str = ""
    markdown: str = ""
    kept: tuple[Kept, ...] = ()


def as_it_stands(standing: Standing) -> PaperReport:
    """The report of a paper that goes no further."""
    return PaperReport(standing.wanted.link, standing.outcome, standing.reason, standing.path)


def survey(wanted: Iterable[Wanted], index: Index, vault: Vault, upkeep: Upkeep) -> tuple[Standing, ...]:
    """How each wanted paper stands: exists, unfinished, missing or not a paper. Reads the notes that exist."""
    return tuple(stand(one, index, vault, upkeep) for one in wanted)


def stand(wanted: Wanted, index: Index, vault: Vault, upkeep: Upkeep) -> Standing:
    """How one paper stands under its link; a link nobody has named yet is missing."""
    source = (resolve(wanted.mocs[0], "", index) or "") if wanted.mocs else ""
    led = resolve(wanted.link, source, index) if wanted.link else None
    path = led or (index.holder(wanted.link) if wanted.link else None)
    if not wanted.is_paper:
        return Standing(wanted, "not-a-paper", path or "", reason=wanted.reason)
    if path is None:
        return Standing(wanted, "missing", task="create")
    standing = stand_at(path, wanted, index, vault, upkeep)
    if led or standing.task:
        return standing
    return replace(standing, reason=f"{_ELSEWHERE}: write [[{path.removesuffix('.md')}|{wanted.link}]]")


def stand_at(path: str, wanted: Wanted, index: Index, vault: Vault, upkeep: Upkeep) -> Standing:
    """How a paper stands whose note lies at `path`."""
    exists = Standing(wanted, "exists", path)
    if not path.lower().endswith(".md") or path in index.unread:  # a stand-in or a symbolic link: it exists, elsewhere
        return exists
    try:
        content = vault.read(path)
    except VaultError as error:
        return replace(exists, reason=str(error))
    if not content:
        return replace(exists, task="fill") if upkeep.fill_empty else replace(exists, reason=_EMPTY)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:  # saved by somebody in another encoding: theirs now
        return exists
    if merge.is_unfinished(text):
        return Standing(wanted, "unfinished", path, content, "complete")
    ours = upkeep.refresh and bool(_property(text, "notegen_read")) and merge.has_regions(text)
    if ours and (not upkeep.no_model_only or _without_model(text)):
        about, read = _paper_of(text, wanted, path), _property(text, "notegen_read")
        return Standing(wanted, "exists", path, content, "renew", note_of=about, read=read)
    return exists


def _without_model(text: str) -> bool:
    return _property(text, "notegen_model") == "none"


def _paper_of(text: str, wanted: Wanted, path: str) -> Wanted:
    """The paper a note of ours says it is about, by the ids and the title in its properties."""
    title, arxiv_id, doi = (_property(text, key) for key in ("title", "arxiv_id", "doi"))
    ids = find_ids(f"arXiv:{arxiv_id}" if arxiv_id else "")
    return Wanted(wanted.link or PurePosixPath(path).stem, title, arxiv_id=ids.arxiv_id, doi=find_ids(doi).doi)


def _property(text: str, key: str) -> str:
    value = frontmatter.properties(text).get(key, "")
    return value if isinstance(value, str) else ""


def known_elsewhere(standing: Standing, noted: Noted) -> PaperReport | None:
    """The report of a link whose id or name the vault has already, under the name of another note; None otherwise."""
    wanted = standing.wanted
    if standing.task == "renew":
        return None
    if (path := noted.of(wanted)) and path != standing.path:
        return elsewhere(wanted, path, "the same paper as", None)
    if wanted.link and (path := noted.aliases.get(names.key(wanted.link))) and path != standing.path:
        return elsewhere(wanted, path, "an alias of", None)
    return None


def elsewhere(wanted: Wanted, path: str, how: str, paper: Paper | None) -> PaperReport:
    """The report of a paper whose note lies at `path`, and `how` that is known; with the link a list should have."""
    name = PurePosixPath(path).stem
    advice = f": write [[{name}|{wanted.link}]]" if wanted.mocs else ""
    return PaperReport(wanted.asked_as, "exists", f"{how} “{name}”{advice}", path, paper)
