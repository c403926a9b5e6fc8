"""The only join: settings to real doors to the corridor. One function per command; each returns the exit status."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from types import FrameType
from uuid import uuid4

from notegen import pipeline
from notegen.errors import MocNotFound
from notegen.fetcher import adopt, identify, moc, own_records, text
from notegen.fetcher.listing import Listed, list_mocs
from notegen.obsidian.app_settings import AppSettings, new_note_folder, read_app_settings
from notegen.obsidian.index import Index, scan
from notegen.records import PaperReport, PaperText, Report, Wanted
from notegen.report import exit_status, to_json, totals
from notegen.seams import Model, PaperSource
from notegen.settings import OPENAI_URL, Settings, is_loopback
from notegen.terminal import Terminal
from notegen.writer.journal import Journal, last_outcomes
from notegen.writer.vault import FolderVault, hold


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asked of `generate` and `fill` alike."""

    dry_run: bool = False
    plan: bool = False
    offline: bool = False
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """A vault opened for one command."""

    settings: Settings
    screen: Terminal
    vault: FolderVault
    index: Index
    app: AppSettings
    rules: moc.MocRules
    own: own_records.OwnKnowledge

    def listed(self, named: Sequence[str]) -> Listed:
        return list_mocs(named, self.index, self.vault, self.app, self.rules)


def fill(settings: Settings, mocs: Sequence[str], asked: Asked) -> int:
    """Notes for every missing paper of the MOCs named, or of every MOC of the vault."""
    house = _open(settings)
    listed = house.listed(mocs)
    if not listed.mocs:
        raise MocNotFound("", ())
    return _run(house, listed, listed.wanted, asked, None)


def generate(settings: Settings, papers: Sequence[str], asked: Asked, text_file: Path | None) -> int:
    """Notes for the papers named, each under the name a MOC gives it, if one does."""
    house = _open(settings)
    own_text = text.text_of_file(text_file) if text_file else None
    listed = house.listed(())
    named = (identify.wanted_from_argument(paper) for paper in papers)
    wanted = moc.distinct(adopt.by_name(one, listed.wanted) or one for one in named)
    return _run(house, listed, wanted, asked, own_text)


def status(settings: Settings, mocs: Sequence[str], *, as_json: bool, everything: bool) -> int:
    """How each link of the MOCs stands; asks neither network nor model."""
    house = _open(settings)
    listed = house.listed(mocs)
    if not listed.mocs:
        raise MocNotFound("", ())
    known = last_outcomes(settings.state_dir, settings.vault)
    papers = []
    for standing in pipeline.survey(listed.wanted, house.index, house.vault):
        reason = standing.wanted.reason if standing.outcome == "not-a-paper" else ""
        if standing.open and (last := known.get(standing.wanted.link)):
            reason = f"{last.when[:10]}: {last.outcome}" + (f", {last.reason}" if last.reason else "")
        papers.append(PaperReport(standing.wanted.link, standing.outcome, reason, standing.path))
    report = Report("", str(settings.vault), listed.mocs, tuple(papers))
    if as_json:
        house.screen.show_json(to_json(report))
    else:
        places = [(one.mocs[0], " › ".join(one.section)) for one in listed.wanted]
        house.screen.show_status(report, places, totals(report), everything)
    return 0


def _open(settings: Settings) -> House:
    screen = Terminal()
    own = settings.vault / ".notegen"
    records, record_problems = own_records.read_records(_bytes(own / "papers.jsonl"))
    pins, pin_problems = own_records.read_pins(_bytes(own / "pins.toml"))
    for problem in (*record_problems, *pin_problems):
        screen.problem(problem)
    return House(
        settings,
        screen,
        FolderVault(settings.vault),
        scan(settings.vault),
        read_app_settings(settings.vault),
        _rules(settings),
        own_records.OwnKnowledge(pins, records),
    )


def _rules(settings: Settings) -> moc.MocRules:
    """The built-in rules with the vault's own words added; its own pattern of names replaces the built-in one."""
    own, built_in = settings.moc, moc.MocRules()
    return moc.MocRules(
        (*built_in.paper_sections, *own.get("paper_sections", ())),
        (*built_in.other_sections, *own.get("other_sections", ())),
        own.get("paper_names", built_in.paper_names),
    )


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _run(house: House, listed: Listed, wanted: Sequence[Wanted], asked: Asked, own_text: PaperText | None) -> int:
    settings, screen = house.settings, house.screen
    writes = not (asked.dry_run or asked.plan)
    run = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{uuid4().hex[:6]}" if writes else ""
    with hold(settings.vault, settings.state_dir, 0.0) if writes else nullcontext(), _soft_stop(screen) as stops:
        doors = _doors(house, run, offline=asked.offline)
        ways = _ways(house, listed, own_text)
        work = pipeline.prepare(wanted, doors, ways)
        planned = [pipeline.plan(one, doors.model, ways) for one in work]
        due = sum(report.outcome == "would-write" for report, _ in planned)
        costs = _costs(settings, planned)
        if asked.plan:
            papers = [report for report, _ in planned]
        else:
            if due:
                screen.say(costs)
                house.vault.sweep()
            made = pipeline.produce(work, doors, ways, pipeline.place if writes else None)
            papers = list(_watched(made, len(work), doors, stops))
    answered = sum(report.usage.tokens_out > 0 for report in papers) if not asked.plan else due
    report = Report(run, str(settings.vault), listed.mocs, tuple(papers), due, answered)
    _show(screen, report, asked, costs)
    return exit_status(report, stopped=bool(stops))


def _doors(house: House, run: str, *, offline: bool) -> pipeline.Doors:
    from notegen.fetcher.cache import CachedSource
    from notegen.summarizer.answers import KeptAnswers

    settings = house.settings
    return pipeline.Doors(
        house.vault,
        CachedSource(None if offline else _arxiv(house), settings.cache_dir / "arxiv", time.time),
        _model(settings),
        KeptAnswers(settings.cache_dir / "answers"),
        Journal(settings.state_dir, settings.vault, run, lambda: datetime.now(UTC)),
        house.screen,
    )


def _arxiv(house: House) -> PaperSource:
    from notegen.fetcher.arxiv import ArxivSource
    from notegen.fetcher.pace import Pace

    settings = house.settings
    pace = Pace(settings.cache_dir, settings.arxiv_interval_seconds, time.time, time.sleep)
    return ArxivSource(settings.arxiv_url, pace, sleep=time.sleep, say=house.screen.say)


def _model(settings: Settings) -> Model | None:
    if not settings.has_model:
        return None
    from notegen.summarizer.llm import OpenAIModel

    return OpenAIModel(
        settings.model,
        settings.base_url or OPENAI_URL,
        settings.api_key.reveal(),
        settings.timeout_seconds,
        time.sleep,
        settings.cache_dir / "servers.json",
    )


def _ways(house: House, listed: Listed, own_text: PaperText | None) -> pipeline.Ways:
    settings = house.settings
    paths = {PurePosixPath(path).stem: path for path in reversed(listed.mocs)}

    def folder_of(wanted: Wanted) -> str:
        moc_path = paths.get(wanted.mocs[0], "") if wanted.mocs else ""
        return settings.folder.strip("/") or new_note_folder(house.app, moc_path)

    return pipeline.Ways(
        house.index,
        house.own,
        listed.wanted,
        settings.languages,
        settings.context_tokens,
        (settings.prompts,) if settings.prompts else (),
        settings.name,
        folder_of,
        own_text,
    )


def _costs(settings: Settings, planned: Sequence[tuple[PaperReport, int]]) -> str:
    calls = sum(count for _, count in planned)
    due = sum(report.outcome == "would-write" for report, _ in planned)
    notes = f"{due} note{'' if due == 1 else 's'}"
    if not settings.has_model:
        return f"{notes} to write; no model configured: source sentences chosen by rule, no cost"
    if not calls:
        return f"{notes} to write; no call of the model, no cost"
    tokens_in = sum(report.usage.tokens_in for report, _ in planned)
    tokens_out = sum(report.usage.tokens_out for report, _ in planned)
    local = is_loopback(settings.base_url)
    price = "no price: the server is this machine" if local else "price unknown: no price is set for this model"
    asked = f"at most {calls} call{'' if calls == 1 else 's'} of {settings.model or settings.base_url}"
    return f"{notes} to write; {asked}, ~{tokens_in:,} tokens in, ~{tokens_out:,} out; {price}"


def _watched(
    made: Iterator[PaperReport], total: int, doors: pipeline.Doors, stops: Sequence[int]
) -> Iterator[PaperReport]:
    doors.screen.begin(total)
    try:
        for report in made:
            doors.screen.done(report)
            if report.outcome not in ("exists", "not-a-paper", "would-write"):
                doors.journal.outcome(report)
            yield report
            if stops:
                break
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


@contextmanager
def _soft_stop(screen: Terminal) -> Iterator[list[int]]:
    """Ctrl-C once: the paper at hand is finished and the run ends; twice: it ends at once (exit status 130)."""
    stops: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if stops:
            raise KeyboardInterrupt
        stops.append(number)
        screen.say("stopping after this paper; Ctrl-C again ends at once")

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stops
    finally:
        signal.signal(signal.SIGINT, before)
