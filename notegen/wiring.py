"""The only join: settings to real doors."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from notegen.errors import MocNotFound, ModelRejected
from notegen.fetcher import own_records
from notegen.fetcher.head import Head
from notegen.fetcher.heads import heads_file, read_heads
from notegen.fetcher.noted import Noted, noted_of, notes_called
from notegen.fetcher.pins import read_pins
from notegen.fetcher.reading_list import moc
from notegen.fetcher.reading_list.listing import Listed, list_all_mocs, list_mocs
from notegen.obsidian.app_settings import AppSettings, new_note_folder, read_app_settings
from notegen.obsidian.index import Index, scan
from notegen.obsidian.names import normal_path
from notegen.obsidian.resolution import link_text, write_link
from notegen.pipeline import Doors, Ways
from notegen.records import Pair, Section, Wanted
from notegen.seams import Model
from notegen.settings import Settings
from notegen.standing import Known, Upkeep
from notegen.terminal import Terminal
from notegen.writer.journal import Journal, runs
from notegen.writer.journalled import JournalledVault
from notegen.writer.undo import hashes
from notegen.writer.vault import FolderVault

if TYPE_CHECKING:
    from notegen.fetcher.own_file import OwnFile
    from notegen.summarizer.server.connection import Connection
    from notegen.summarizer.server.gguf import GgufConnection


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
    heads: Mapping[str, Head]

    def listed(self, named: Sequence[str]) -> Listed:
        """What the MOCs named list, or all MOCs of the vault when none is; those that cannot be read are told."""
        mocs = [path for path, head in self.heads.items() if head.moc]
        if named:
            names = [_from_root(name, self.settings.vault) for name in named]
            return list_mocs(names, mocs, self.index, self.vault, self.rules)
        listed = list_all_mocs(mocs, self.index, self.vault, self.rules)
        for error in listed.unreadable:
            self.screen.problem(str(error))
        return listed

    def some_listed(self, named: Sequence[str]) -> Listed:
        """As `listed`; `MocNotFound` or `MocUnreadable` when there is none that can be read."""
        listed = self.listed(named)
        if listed.mocs:
            return listed
        raise listed.unreadable[0] if listed.unreadable else MocNotFound("", ())


def open_house(settings: Settings) -> House:
    """The vault with its index, its settings and its own records; bad lines of these are told and passed over."""
    screen = Terminal()
    own = settings.vault / ".notegen"
    records, record_problems = own_records.read_records(_bytes(own / "papers.jsonl"))
    pins, pin_problems = read_pins(_bytes(own / "pins.toml"))
    for problem in (*record_problems, *pin_problems):
        screen.problem(problem)
    if settings.ignored:
        screen.problem(f"the .env in this vault: {', '.join(settings.ignored)} not taken from there; keep it elsewhere")
    vault, app, rules = FolderVault(settings.vault), read_app_settings(settings.vault), _rules(settings)
    now_seconds = time.time()
    index = scan(settings.vault)
    kept = heads_file(settings.cache_dir, settings.vault)
    heads = read_heads(index, vault, rules, app, kept, now_seconds, screen.problem)
    return House(settings, screen, vault, index, app, rules, own_records.OwnKnowledge(pins, records), heads)


def _from_root(name: str, root: Path) -> str:
    """What a person or a shell wrote for a MOC, as note name or path from the vault's root."""
    bare = name.strip().removeprefix("[[").removesuffix("]]")
    if not Path(bare).is_absolute() and not bare.startswith("."):
        return bare
    file = Path(bare).resolve()
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else bare


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


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that may write, while the vault is held: its id, its journal, and the vault it writes through."""

    id: str
    journal: Journal
    vault: JournalledVault


def open_run(settings: Settings, command: str, takes_back: str = "") -> OpenRun:
    """A new run for `command`, named by its time."""
    run = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{uuid4().hex[:6]}"
    journal = Journal(settings.state_dir, settings.vault, run, lambda: datetime.now(UTC), command, takes_back)
    return OpenRun(run, journal, JournalledVault(FolderVault(settings.vault), journal))


def sweep(settings: Settings, index: Index, screen: Terminal) -> None:
    """What killed runs left in the vault goes; what may hold a person's words is told of. The vault must be held."""
    if not index.leftovers:
        return
    ours = hashes(runs(settings.state_dir, settings.vault))
    for path in FolderVault(settings.vault).sweep(index.leftovers, ours):
        screen.problem(
            f"{path}: set aside while somebody saved a note. See whether you need what it holds, then delete it"
        )


def open_doors(house: House, run: OpenRun, log: Path | None) -> Doors:
    """The vault, the model if one is configured (written down in `log`), kept answers, journal of this run, screen."""
    from notegen.summarizer.answers import KeptAnswers
    from notegen.summarizer.transcript import Transcript, noting

    settings = house.settings
    model = _model(settings, noting(log))
    return Doors(
        run.vault,
        Transcript(model, log) if model and log else model,
        KeptAnswers(settings.cache_dir / "answers"),
        run.journal,
        house.screen,
    )


def _model(settings: Settings, note: Callable[[str], object]) -> Model | None:
    if not settings.has_model:
        return None
    from notegen.summarizer.server.gguf import ADDRESS
    from notegen.summarizer.server.llm import OpenAIModel

    remember = settings.cache_dir / "servers.json"
    if file := model_file(settings):
        return OpenAIModel(file.name, ADDRESS, file, remember, note)
    return OpenAIModel(settings.model, settings.base_url, connection_of(settings), remember, note)


def connection_of(settings: Settings) -> Connection:
    """The way to the model's server."""
    from notegen.summarizer.server.connection import Connection

    limits = settings.timeout_seconds, settings.deadline_seconds
    return Connection(settings.api_key.reveal(), *limits, time.sleep, settings.base_url)


def model_file(settings: Settings) -> GgufConnection | None:
    """The model file that is set, None where a server is. Raises `ModelRejected` for one that cannot be used."""
    from notegen.summarizer.server.connection import Connection
    from notegen.summarizer.server.gguf import GgufConnection

    given = settings.model_file
    if given is None:
        return None
    if not given:
        raise ModelRejected("no model file", "NOTEGEN_MODEL=gguf: names none", "Write its path behind gguf:")
    path = Path(given).expanduser()
    limits = settings.timeout_seconds, settings.deadline_seconds
    return GgufConnection(path, settings.context_tokens, lambda served: Connection(served.api_key, *limits, time.sleep))


def known_of(house: House, listed: Listed, own_file: OwnFile | None, moc: str, upkeep: Upkeep) -> Known:
    """What the vault knows itself, for finding out which papers are wanted."""

    def noted() -> Noted:
        return noted_of(house.heads)

    return Known(house.index, noted, house.own, listed.wanted, house.settings.name, own_file, moc, upkeep)


def ways_of(house: House, listed: Listed, entry: str = "") -> Ways:
    """How notes are made: languages, window, templates, the path of a new note, and its links.

    `entry` is the path of a note that is to list them, "" for none.
    """
    settings, index, app = house.settings, house.index, house.app
    paths = {link_text(path, index): path for path in (*listed.mocs, *filter(None, [entry]))}

    def path_of(wanted: Wanted) -> str:
        moc_path = paths.get(wanted.mocs[0], "") if wanted.mocs else ""
        folder = settings.folder.strip("/") or new_note_folder(app, moc_path)
        path = wanted.link if "/" in wanted.link else f"{folder}/{wanted.link}"
        return house.vault.as_spelled(f"{normal_path(path)}.md")

    def link_of(moc: str, note: str) -> str:
        return write_link(paths[moc], note, index, app) if moc in paths else f"[[{moc}]]"

    def notes_of(terms: Sequence[Pair], note: str) -> dict[str, str]:
        called = notes_called((text for pair in terms for text in (pair.en, pair.ja)), index, house.heads)
        paths = {text: called.get(text) or called.get(other) for pair in terms for text, other in _both_ways(pair)}
        return {text: link_text(path, index) for text, path in paths.items() if text and path and path != note}

    templates = (settings.prompts,) if settings.prompts else ()

    @cache
    def sections() -> tuple[Section, ...]:
        from notegen.templates import sections_of

        return sections_of(settings.template, templates)

    return Ways(
        settings.languages, settings.context_tokens, settings.road, templates, sections, path_of, link_of, notes_of
    )


def _both_ways(pair: Pair) -> tuple[tuple[str, str], tuple[str, str]]:
    return (pair.en, pair.ja), (pair.ja, pair.en)
