"""One function per command: the vault opened, the corridor walked, the report shown; each returns the exit status."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from notegen import pipeline
from notegen.addresses import is_loopback, shown
from notegen.errors import NameUnusable, NotegenError, Stopped
from notegen.fetcher import identify
from notegen.fetcher.reading_list import moc, naming
from notegen.fetcher.reading_list.listing import Listed
from notegen.interrupt import ctrl_c
from notegen.records import PaperReport, Report, Wanted
from notegen.report import exit_status, to_json, totals
from notegen.settings import Settings
from notegen.standing import Known, Upkeep, Work, as_it_stands, survey
from notegen.terminal import Terminal
from notegen.wiring import House, OpenRun, known_of, open_doors, open_house, open_run, sweep, ways_of
from notegen.writer.lock import hold

if TYPE_CHECKING:
    from notegen.fetcher.own_file import OwnFile
    from notegen.moc_entry import MocEntry

_LONGEST_NAME = 4_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asked of `generate` and `fill` alike; `command` is how it was called."""

    command: str = ""
    dry_run: bool = False
    plan: bool = False
    offline: bool = False
    debug: bool = False
    as_json: bool = False
    withdrawn: bool = False
    wait_seconds: float = 0.0
    upkeep: Upkeep = Upkeep()

    @property
    def writes(self) -> bool:
        return not (self.dry_run or self.plan)


def fill(settings: Settings, mocs: Sequence[str], asked: Asked) -> int:
    """Notes for every missing paper of the MOCs named, or of every MOC of the vault."""
    with _opened(settings, asked) as house:
        listed = house.some_listed(mocs)
        return _run(house, listed, listed.wanted, asked) or int(bool(listed.unreadable))


def generate(
    settings: Settings, papers: Sequence[str], asked: Asked, text_file: Path | None, place: tuple[str, str] | None
) -> int:
    """Notes for the papers named, each under the name a MOC gives it, if one does.

    `place` names a MOC and a section of it that list them, too. On a terminal a person may choose where no paper is
    certain.
    """
    from notegen.fetcher.own_file import read_own_file
    from notegen.moc_entry import open_entry

    own_file = read_own_file(text_file) if text_file else None
    with _opened(settings, asked) as house:
        listed = house.listed(())
        wanted = moc.distinct(named(paper, listed) for paper in papers)
        entry = open_entry(house, *place) if place else None
        may_choose = house.screen.can_ask() and not asked.as_json
        return _run(house, listed, wanted, asked, own_file, entry, may_choose=may_choose)


@contextmanager
def _opened(settings: Settings, asked: Asked) -> Iterator[House]:
    """The vault, held before it is looked at where the command writes: nobody else writes into it meanwhile."""
    lock = hold(settings.vault, settings.state_dir, asked.wait_seconds) if asked.writes else nullcontext()
    with lock:
        house = open_house(settings)
        if asked.writes:
            sweep(settings, house.index, house.screen)
        yield house


def named(paper: str, listed: Listed) -> Wanted:
    """The paper a person named, with the hints of the MOC that lists it.

    Raises `NameUnusable`, or `NotegenError` for two papers in one name.
    """
    if len(paper) > _LONGEST_NAME:
        raise NameUnusable(paper, f"it is longer than {_LONGEST_NAME:,} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in paper):  # what Python makes of other bytes (PEP 383)
        raise NameUnusable(paper, "it is not UTF-8 text")
    from notegen.fetcher.reading_list import adopt

    wanted = naming.wanted_from_argument(paper)
    second = identify.find_ids(paper.replace(wanted.arxiv_id, " ")).arxiv_id if wanted.arxiv_id else ""
    if second and identify.normal_id(second)[0] != identify.normal_id(wanted.arxiv_id)[0]:
        raise NotegenError(f"“{paper}”", "two papers in one argument", "Give each its own argument")
    wanted = wanted if wanted.asked_as else replace(wanted, title=paper.strip())
    return adopt.by_name(wanted, listed.wanted) or wanted


def _run(
    house: House,
    listed: Listed,
    wanted: Sequence[Wanted],
    asked: Asked,
    own_file: OwnFile | None = None,
    entry: MocEntry | None = None,
    *,
    may_choose: bool = False,
) -> int:
    settings, screen = house.settings, house.screen
    log = settings.state_dir / "logs" / f"{datetime.now():%Y%m%d-%H%M%S}.log" if asked.debug else None
    run = open_run(settings, asked.command)
    with ctrl_c(_stopping(screen)) as stop:
        doors, ways = open_doors(house, run, log), ways_of(house, listed, entry.path if entry else "")
        known = known_of(house, listed, own_file, entry.name if entry else "", asked.upkeep)
        work = _prepared(house, run, wanted, known, asked, ways, may_choose=may_choose)
        planned = [pipeline.plan(one, doors.model, ways) for one in work]
        due = sum(report.outcome == "would-write" for report, _ in planned)
        costs = _costs(settings, planned, asked.upkeep)
        if asked.plan:
            papers = [report for report, _ in planned]
        else:
            if due:
                screen.say(costs)
            stop.soft = True
            put = pipeline.place if asked.writes else None
            papers = list(_watched(pipeline.produce(work, doors, ways, put, lambda: stop.pressed), len(work), doors))
        if entry:
            from notegen.moc_entry import add_lines

            papers = add_lines(papers, entry, house, run.vault if asked.writes else None)
    window_tokens = doors.model.window_tokens if doors.model else None
    if due and window_tokens and window_tokens < settings.context_tokens:
        screen.problem(_small_window(window_tokens, settings.context_tokens))
    if log and log.exists():
        screen.say(f"questions and answers of the model: {log}")
    due -= sum(
        one.outcome == "exists"
        for one, (before, _) in zip(papers, planned, strict=True)
        if before.outcome == "would-write"
    )
    answered = sum(one.usage.tokens_out > 0 and one.claims_total > 0 for one in papers) if not asked.plan else due
    name = run.id if asked.writes else ""
    report = Report(name, str(settings.vault), listed.mocs, tuple(papers), due, answered)
    _show(screen, report, asked, costs)
    return exit_status(report, stopped=stop.pressed)


def _prepared(
    house: House,
    run: OpenRun,
    wanted: Sequence[Wanted],
    known: Known,
    asked: Asked,
    ways: pipeline.Ways,
    *,
    may_choose: bool,
) -> Sequence[Work | PaperReport]:
    """The papers looked up, and chosen where a person may; `Stopped` by Ctrl-C tells what was pinned before."""
    standings = survey(wanted, known.index, house.vault, known.upkeep)
    if not any(standing.task for standing in standings):
        return [as_it_stands(standing) for standing in standings]
    from notegen.choosing import chooser
    from notegen.intake import prepare
    from notegen.paper_sources import open_sources
    from notegen.paper_texts import open_texts

    read = open_texts(house.settings, ways.sections(), house.screen, offline=asked.offline)
    sources = open_sources(house.settings, house.screen, offline=asked.offline)
    pins: list[str] = []
    kept = None if asked.dry_run else pins
    choose = chooser(house, run.vault, sources, kept) if may_choose and not asked.plan else None
    try:
        return prepare(standings, known, house.vault, sources, read=read, choose=choose, withdrawn=asked.withdrawn)
    except (KeyboardInterrupt, Stopped):
        raise Stopped(pins) from None


def _stopping(screen: Terminal) -> Callable[[], None]:
    return lambda: screen.say("stopping after this paper; Ctrl-C again ends at once")


def _small_window(window_tokens: int, context_tokens: int) -> str:
    return (
        f"the model's server reads {window_tokens:,} tokens, not the {context_tokens:,} of NOTEGEN_CONTEXT: what is"
        " longer is read in parts. Raise the server's window (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: -c), then run "
        f"notegen doctor; or set NOTEGEN_CONTEXT={window_tokens}"
    )


def _costs(settings: Settings, planned: Sequence[tuple[PaperReport, int]], upkeep: Upkeep) -> str:
    calls = sum(count for _, count in planned)
    due = sum(report.outcome == "would-write" for report, _ in planned)
    notes = f"{due} note{'' if due == 1 else 's'} to write{' or renew' if upkeep.refresh else ''}"
    if not settings.has_model:
        return f"{notes}; no model configured: source sentences chosen by rule, no cost"
    if not calls:
        return f"{notes}; no call of the model, no cost"
    tokens_in = sum(report.usage.tokens_in for report, _ in planned)
    tokens_out = sum(report.usage.tokens_out for report, _ in planned)
    local = settings.model_file is not None or is_loopback(settings.base_url)
    price = "no price: the server is this machine" if local else "price unknown: no price is set for this model"
    asked = f"{calls} call{'' if calls == 1 else 's'} of {settings.model or shown(settings.base_url)}"
    again = "more where claims fail a check, none where an answer is kept"
    return f"{notes}; {asked} ({again}), ~{tokens_in:,} tokens in, ~{tokens_out:,} out; {price}"


def _watched(made: Iterator[PaperReport], total: int, doors: pipeline.Doors) -> Iterator[PaperReport]:
    doors.screen.begin(total)
    try:
        for report in made:
            doors.screen.done(report)
            if report.outcome not in ("exists", "not-a-paper", "would-write"):
                doors.journal.outcome(report)
            yield report
    finally:
        doors.screen.end()


def _show(screen: Terminal, report: Report, asked: Asked, costs: str) -> None:
    if asked.as_json:
        screen.show_json(to_json(report))
    elif asked.plan:
        screen.show_plan(report, costs)
    elif asked.dry_run:
        screen.show_notes(report.papers)
    else:
        screen.show_report(report, totals(report))
