"""Before the corridor: how each wanted paper stands in the vault, which paper it is, and which ones go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from notegen.errors import NameNotAllowed
from notegen.fetcher.lookup import find
from notegen.fetcher.matching.one_paper import is_one
from notegen.fetcher.noted import Noted, read_noted
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.reading_list import adopt
from notegen.fetcher.text import text_of
from notegen.obsidian import names
from notegen.obsidian.index import Index
from notegen.obsidian.resolution import resolve
from notegen.records import Draft, Match, Outcome, Paper, PaperReport, PaperText, Wanted
from notegen.seams import PaperSource, Vault
from notegen.withdrawal import withdrawal
from notegen.writer import merge

Chooser = Callable[[Wanted, Match], Match]


@dataclass(frozen=True, slots=True)
class Known:
    """What the vault says of itself: its files, its own records and pins, all that its MOCs list.

    `name_pattern` names papers no MOC lists; `own_text` is the text of the paper where a file was given.
    """

    index: Index
    own: OwnKnowledge
    listed: tuple[Wanted, ...]
    name_pattern: str
    own_text: PaperText | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a wanted paper stands in the vault before anything is done."""

    wanted: Wanted
    outcome: Outcome
    path: str = ""
    content: bytes = b""

    @property
    def open(self) -> bool:
        return self.outcome in ("missing", "unfinished")


@dataclass(frozen=True, slots=True)
class Work:
    """A paper on its way; each step sets what it adds."""

    standing: Standing
    paper: Paper
    text: PaperText
    draft: Draft | None = None
    path: str = ""
    markdown: str = ""


def survey(wanted: Iterable[Wanted], index: Index, vault: Vault) -> tuple[Standing, ...]:
    """How each wanted paper stands: exists, unfinished, missing or not a paper. Reads the notes that exist."""
    return tuple(_stand(one, index, vault) for one in wanted)


def _stand(wanted: Wanted, index: Index, vault: Vault) -> Standing:
    path = (resolve(wanted.link, "", index) or index.holder(wanted.link)) if wanted.link else None
    if not wanted.is_paper:
        return Standing(wanted, "not-a-paper", path or "")
    return Standing(wanted, "missing") if path is None else _stand_at(path, wanted, index, vault)


def _stand_at(path: str, wanted: Wanted, index: Index, vault: Vault) -> Standing:
    if not path.lower().endswith(".md") or path in index.unread:  # a stand-in or a symbolic link: it exists, elsewhere
        return Standing(wanted, "exists", path)
    content = vault.read(path)
    try:
        unfinished = merge.is_unfinished(content.decode("utf-8"))
    except UnicodeDecodeError:  # saved by somebody in another encoding: theirs now
        unfinished = False
    return Standing(wanted, "unfinished" if unfinished else "exists", path, content)


def prepare(
    wanted: Sequence[Wanted],
    known: Known,
    vault: Vault,
    sources: Sequence[PaperSource],
    *,
    choose: Chooser | None = None,
    withdrawn: bool = False,
) -> list[Work | PaperReport]:
    """Every wanted paper with its text, or the report of why it goes no further. The papers are looked up together.

    `choose` may decide each paper that has candidates but none that is certain, unless its text was given. A withdrawn
    paper goes on without text, and so is not drafted, unless `withdrawn` ones are asked for.
    """
    standings = survey(wanted, known.index, vault)
    open_ = [standing.wanted for standing in standings if standing.open]
    if not open_:
        return [_as_it_stands(standing) for standing in standings]
    noted = read_noted(known.index, vault)
    standings = tuple(_begun(standing, noted, known.index, vault) for standing in standings)
    open_ = [standing.wanted for standing in standings if standing.open]
    elsewhere = {s.wanted.asked_as: report for s in standings if s.open and (report := _known_elsewhere(s, noted))}
    asked = {one.asked_as: one for one in open_ if one.asked_as not in elsewhere}
    matches = find([replace(one, link=name) for name, one in asked.items()], known.own, sources)  # pins know any name
    if choose and not known.own_text:
        matches = {name: choose(asked[name], match) if _is_open(match) else match for name, match in matches.items()}
    taken: dict[str, Paper] = {}
    return [
        _undrafted(
            elsewhere.get(standing.wanted.asked_as) or _prepare_one(standing, matches, noted, taken, vault, known),
            withdrawn,
        )
        for standing in standings
    ]


def _begun(standing: Standing, noted: Noted, index: Index, vault: Vault) -> Standing:
    """Who asks by id alone for a paper whose unfinished note lies there means that note, whatever its name."""
    wanted = standing.wanted
    path = None if wanted.link else noted.of(wanted)
    there = _stand_at(path, replace(wanted, link=PurePosixPath(path).stem), index, vault) if path else standing
    return there if there.outcome == "unfinished" else standing


def _is_open(match: Match) -> bool:
    return match.decision in ("ambiguous", "not-found") and bool(match.candidates)


def _undrafted(work: Work | PaperReport, withdrawn: bool) -> Work | PaperReport:
    if withdrawn or isinstance(work, PaperReport) or work.text.read.startswith("file "):
        return work
    paper = work.paper
    return replace(work, text=PaperText()) if withdrawal(paper.title, paper.comment, paper.abstract) else work


def _known_elsewhere(standing: Standing, noted: Noted) -> PaperReport | None:
    """What is said of a link whose id or name the vault has already, under the name of another note."""
    wanted = standing.wanted
    if (path := noted.of(wanted)) and path != standing.path:
        return _elsewhere(wanted, path, "the same paper as", None)
    if wanted.link and (path := noted.aliases.get(names.key(wanted.link))) and path != standing.path:
        return _elsewhere(wanted, path, "an alias of", None)
    return None


def _prepare_one(
    standing: Standing, matches: Mapping[str, Match], noted: Noted, taken: dict[str, Paper], vault: Vault, known: Known
) -> Work | PaperReport:
    asked = standing.wanted
    if not standing.open:
        return _as_it_stands(standing)
    match = matches[asked.asked_as]
    if match.paper is None and known.own_text and asked.title and match.decision != "muted":
        match = Match("accepted", "named by the person who gave its text", _as_named(asked))
    if match.paper is None:
        decision: Outcome = "failed" if match.decision == "accepted" else match.decision
        return PaperReport(asked.asked_as, decision, match.reason, standing.path, candidates=match.candidates)
    if match.paper.source == "name":
        standing = _stand(replace(asked, link=asked.link or names.file_name(asked.title)), known.index, vault)
    elif standing.outcome == "missing" and not asked.mocs and not asked.year:  # typed, no name of a note or link
        standing = _stand(_named(asked, match.paper, noted, taken, known), known.index, vault)
    link = standing.wanted.link
    if not standing.open:
        return PaperReport(link, standing.outcome, "", standing.path, match.paper)
    paper = match.paper
    holder = noted.of(paper) or next((path for path, other in taken.items() if is_one(paper, other)), None)
    if holder and holder != standing.path:
        named = standing.wanted if standing.wanted.mocs else asked  # a name made up by us was never asked for
        return _elsewhere(named, holder, "the same paper as", match.paper)
    if problem := names.problem(link) if standing.outcome == "missing" else "":
        error = NameNotAllowed(link, problem)
        return PaperReport(link, "failed", str(error), paper=match.paper, exit_status=error.exit_status)
    taken[f"{link}.md"] = paper
    return Work(standing, match.paper, known.own_text or text_of(match.paper))


def _as_it_stands(standing: Standing) -> PaperReport:
    wanted = standing.wanted
    return PaperReport(wanted.link, standing.outcome, "" if wanted.is_paper else wanted.reason, standing.path)


def _elsewhere(wanted: Wanted, path: str, how: str, paper: Paper | None) -> PaperReport:
    name = PurePosixPath(path).stem
    advice = f": write [[{name}|{wanted.link}]]" if wanted.mocs else ""
    return PaperReport(wanted.asked_as, "exists", f"{how} “{name}”{advice}", path, paper)


def _as_named(asked: Wanted) -> Paper:
    published = str(asked.year) if asked.year else ""
    return Paper(asked.title, published=published, venue=asked.venue, source="name")


def _named(asked: Wanted, paper: Paper, noted: Noted, taken: Mapping[str, Paper], known: Known) -> Wanted:
    """The MOC entry that means this paper, else a name of our own that no other paper's note has."""
    if listed := adopt.by_paper(paper, known.listed, known.own):
        return listed
    name = adopt.own_name(paper, known.name_pattern)
    if noted.of(paper) is None and (known.index.holder(name) or f"{name}.md" in taken):
        name = adopt.own_name(paper, f"{known.name_pattern} ({paper.arxiv_id or paper.doi})")
    return replace(asked, link=name)
