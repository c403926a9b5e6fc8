"""Before the corridor: which paper each open one is, and which ones go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from notegen.errors import NameNotAllowed, NotegenError
from notegen.fetcher.lookup import find
from notegen.fetcher.matching.one_paper import is_one
from notegen.fetcher.noted import Noted
from notegen.fetcher.reading_list import adopt
from notegen.obsidian import names
from notegen.records import Match, Outcome, Paper, PaperReport, PaperText, Reading, Wanted
from notegen.seams import PaperSource, Vault
from notegen.standing import Known, Standing, Work, as_it_stands, elsewhere, known_elsewhere, stand, stand_at
from notegen.withdrawal import withdrawal
from notegen.writer.clean import clean_property

if TYPE_CHECKING:
    from notegen.fetcher.own_file import OwnFile

Reader = Callable[[Paper], Reading]
_WHOLE = ("full text", "file ")
Chooser = Callable[[Wanted, Match], Match]


def prepare(
    standings: Sequence[Standing],
    known: Known,
    vault: Vault,
    sources: Sequence[PaperSource],
    *,
    read: Reader,
    choose: Chooser | None = None,
    withdrawn: bool = False,
) -> list[Work | PaperReport]:
    """Every paper that has a task with its text, or the report of why it goes no further; all are looked up together.

    `read` gives the text of a paper. `choose` may decide each paper that has candidates but none that is certain,
    unless its text was given. A withdrawn paper goes on without text, and so is not drafted, unless `withdrawn` ones
    are asked for.
    """
    noted = known.noted()
    standings = [_begun(standing, noted, known, vault) for standing in standings]
    told = {s.wanted.asked_as: report for s in standings if s.task and (report := known_elsewhere(s, noted))}
    asked = {s.wanted.asked_as: s for s in standings if s.task and s.wanted.asked_as not in told}
    matches = find([replace(s.asks, link=name) for name, s in asked.items()], known.own, sources)  # pins know any name
    if choose and not known.own_file:
        for name, standing in asked.items():
            if standing.task != "renew" and _is_open(matches[name]):
                matches[name] = choose(standing.wanted, matches[name])
    taken: dict[str, Paper] = {}
    prepared = (
        told.get(standing.wanted.asked_as) or _prepare_one(standing, matches, noted, taken, vault, known)
        for standing in standings
    )
    return [
        one if isinstance(one, PaperReport) else _with_text(one, known.own_file, read, withdrawn) for one in prepared
    ]


def _begun(standing: Standing, noted: Noted, known: Known, vault: Vault) -> Standing:
    """Who asks by id alone for a paper whose note lies there means that note, whatever its name, if it has a task."""
    wanted = standing.wanted
    path = None if wanted.link else noted.of(wanted)
    if not path:
        return standing
    there = stand_at(path, replace(wanted, link=PurePosixPath(path).stem), known.index, vault, known.upkeep)
    return there if there.task else standing


def _is_open(match: Match) -> bool:
    return match.decision in ("ambiguous", "not-found") and bool(match.candidates)


def _prepare_one(
    standing: Standing, matches: Mapping[str, Match], noted: Noted, taken: dict[str, Paper], vault: Vault, known: Known
) -> Work | PaperReport:
    asked = standing.wanted
    if not standing.task:
        return as_it_stands(standing)
    match = matches[asked.asked_as]
    if match.paper is None and known.own_file and asked.title and match.decision != "muted":
        match = Match("accepted", "named by the person who gave its text", _as_named(asked))
    paper = match.paper
    if paper is None:
        decision: Outcome = "failed" if match.decision == "accepted" else match.decision
        return PaperReport(asked.asked_as, decision, match.reason, standing.path, candidates=match.candidates)
    if standing.task == "renew":
        return _to_renew(standing, paper, known)
    if paper.source == "name":
        named = replace(asked, link=asked.link or names.file_name(asked.title))
        standing = stand(named, known.index, vault, known.upkeep)
    elif standing.outcome == "missing" and not asked.mocs and not asked.year:  # typed, no name of a note or link
        standing = stand(_named(asked, paper, noted, taken, known), known.index, vault, known.upkeep)
    if not standing.task:
        return replace(as_it_stands(standing), paper=paper)
    link = standing.wanted.link
    holder = noted.of(paper) or next((path for path, other in taken.items() if is_one(paper, other)), None)
    if holder and holder != standing.path:
        named = standing.wanted if standing.wanted.mocs else asked  # a name made up by us was never asked for
        return elsewhere(named, holder, "the same paper as", paper)
    namesake = noted.titled(paper)
    if namesake and namesake != standing.path and not known.own.is_pinned(asked):
        if namesake in noted.years:
            return elsewhere(asked, namesake, "the same title and year as", paper)
        return _perhaps(asked, namesake, paper)
    if problem := names.problem(link) if standing.task == "create" else "":
        error = NameNotAllowed(link, problem)
        return PaperReport(link, "failed", str(error), paper=paper, exit_status=error.exit_status)
    taken[standing.path or f"{link}.md"] = paper
    return Work(_listed_in(known.moc, standing), paper, PaperText())


def _to_renew(standing: Standing, paper: Paper, known: Known) -> Work | PaperReport:
    """A note of ours with the paper it says it is about; without an id its title must be that of the paper."""
    says = standing.asks
    if says.arxiv_id or says.doi or says.title == clean_property(paper.title):
        return Work(standing, paper, PaperText())
    return replace(as_it_stands(standing), reason="it says no id, and another title: not renewed")


def _with_text(work: Work, file: OwnFile | None, read: Reader, withdrawn: bool) -> Work | PaperReport:
    """The paper with the text of its file, or with what `read` gives; a withdrawn one without."""
    paper, standing = work.paper, work.standing
    if file is not None:
        if why := file.is_another(paper):
            reason = f"{file.text.read} is another paper's: {why}. Give the right one, or its text as .txt"
            return PaperReport(standing.wanted.asked_as, "failed", reason, standing.path, paper)
        return replace(work, text=file.text, doubt=file.doubt(paper))
    if not withdrawn and withdrawal(paper.title, paper.comment, paper.abstract):
        return work
    try:
        reading = read(paper)
    except NotegenError as error:
        outcome: Outcome = "waiting" if error.transient else "failed"
        asked = standing.wanted.asked_as
        return PaperReport(asked, outcome, str(error), standing.path, paper, exit_status=error.exit_status)
    if standing.read.startswith(_WHOLE) and not reading.text.read.startswith(_WHOLE):
        reason = f"its note was drafted from more ({standing.read}): --read full, or --text FILE, renews it"
        return replace(as_it_stands(standing), reason=reason)
    return replace(work, text=reading.text, told=reading.told)


def _listed_in(moc: str, standing: Standing) -> Standing:
    """The standing of a note that `moc` is to list, too; "" for none."""
    wanted = standing.wanted
    mocs = tuple(dict.fromkeys((*wanted.mocs, moc))) if moc else wanted.mocs
    return replace(standing, wanted=replace(wanted, mocs=mocs))


def _perhaps(asked: Wanted, path: str, paper: Paper) -> PaperReport:
    """A title alone cannot tell whether a note is this paper's: a person must."""
    name = PurePosixPath(path).stem
    reason = f"“{name}” has this title, no year and no id: if it is this paper, write [[{name}|{asked.asked_as}]]"
    reason += "; if it is another, pin this one"
    return PaperReport(asked.asked_as, "ambiguous", reason, path, paper)


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
