"""The only join: settings to real doors."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from notegen.errors import NoteChanged, NoteExists, PinNotKept, VaultError
from notegen.fetcher import own_records
from notegen.fetcher.pins import read_pins, with_pin
from notegen.fetcher.reading_list import moc
from notegen.fetcher.reading_list.listing import Listed, list_all_mocs, list_mocs
from notegen.intake import Known
from notegen.obsidian.app_settings import AppSettings, new_note_folder, read_app_settings
from notegen.obsidian.index import Index, scan
from notegen.pipeline import Doors, Ways
from notegen.records import PaperText, Wanted
from notegen.seams import Model
from notegen.settings import Settings
from notegen.terminal import Terminal
from notegen.writer.journal import Journal
from notegen.writer.vault import FolderVault

_PIN_TRIES = 3


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
        """What the MOCs named list, or all MOCs of the vault when none is; those that cannot be read are told."""
        if named:
            names = [_from_root(name, self.settings.vault) for name in named]
            return list_mocs(names, self.index, self.vault, self.app, self.rules)
        listed = list_all_mocs(self.index, self.vault, self.app, self.rules)
        for error in listed.unreadable:
            self.screen.problem(str(error))
        return listed


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
    return House(
        settings,
        screen,
        FolderVault(settings.vault),
        scan(settings.vault),
        read_app_settings(settings.vault),
        _rules(settings),
        own_records.OwnKnowledge(pins, records),
    )


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


def keep_pin(root: Path, link: str, pin: str) -> None:
    """Write a pin into the pins.toml of the vault at `root`; every other byte of it stays. `PinNotKept` when it cannot.

    To be called while the vault is held. What somebody saves meanwhile is read again, not overwritten.
    """
    folder = root / ".notegen"
    why = "" if folder.resolve().is_relative_to(root.resolve()) else "its folder leads out of the vault"
    for _ in range(0 if why else _PIN_TRIES):
        try:
            return _write_pin(folder, link, pin)
        except (NoteChanged, NoteExists) as error:
            why = error.why
        except UnicodeDecodeError as error:
            raise PinNotKept(link, f"byte {error.start + 1} of it is not UTF-8") from error
        except UnicodeEncodeError as error:
            raise PinNotKept(link, "the name holds a broken character") from error
        except ValueError as error:
            raise PinNotKept(link, str(error)) from error
        except VaultError as error:
            raise PinNotKept(link, error.why) from error
    raise PinNotKept(link, why)


def _write_pin(folder: Path, link: str, pin: str) -> None:
    own, name = FolderVault(folder), "pins.toml"
    before = own.read(name) if (folder / name).is_file() else None
    after = with_pin((before or b"").decode("utf-8"), link, pin).encode("utf-8")
    if before is None:
        own.create(name, after)
    else:
        own.replace(name, after, expected=before)


def open_doors(house: House, run: str, log: Path | None) -> Doors:
    """The vault, the model if one is configured (written down in `log`), kept answers, journal of this run, screen."""
    from notegen.summarizer.answers import KeptAnswers
    from notegen.summarizer.transcript import Transcript

    settings = house.settings
    model = _model(settings)
    return Doors(
        house.vault,
        Transcript(model, log) if model and log else model,
        KeptAnswers(settings.cache_dir / "answers"),
        Journal(settings.state_dir, settings.vault, run, lambda: datetime.now(UTC)),
        house.screen,
    )


def _model(settings: Settings) -> Model | None:
    if not settings.has_model:
        return None
    from notegen.summarizer.llm import OpenAIModel

    return OpenAIModel(
        settings.model,
        settings.base_url,
        settings.api_key.reveal(),
        settings.timeout_seconds,
        time.sleep,
        settings.cache_dir / "servers.json",
    )


def known_of(house: House, listed: Listed, own_text: PaperText | None) -> Known:
    """What the vault knows itself, for finding out which papers are wanted."""
    return Known(house.index, house.own, listed.wanted, house.settings.name, own_text)


def ways_of(house: House, listed: Listed) -> Ways:
    """How notes are made: languages, window, templates, and the folder of a new note."""
    settings = house.settings
    paths = {PurePosixPath(path).stem: path for path in reversed(listed.mocs)}

    def folder_of(wanted: Wanted) -> str:
        moc_path = paths.get(wanted.mocs[0], "") if wanted.mocs else ""
        return settings.folder.strip("/") or new_note_folder(house.app, moc_path)

    templates = (settings.prompts,) if settings.prompts else ()
    return Ways(settings.languages, settings.context_tokens, templates, folder_of)
