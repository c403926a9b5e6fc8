"""The command `resolve`: which paper is it, for names given; nothing is written but a pin asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from notegen.choosing import look_up
from notegen.commands import named
from notegen.errors import NamesUnreadable, NotegenError, Stopped
from notegen.fetcher.lookup import find
from notegen.fetcher.reading_list.listing import Listed
from notegen.paper_sources import open_sources
from notegen.records import Match, Wanted
from notegen.report import resolved_to_json, resolved_totals
from notegen.settings import Settings
from notegen.views import Resolved
from notegen.wiring import House, keep_pin, open_house
from notegen.writer.vault import hold

_MOST_BYTES = 4_000_000
_LONGEST_NAME = 4_000
_FINE = ("accepted", "muted")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asked of `resolve`. `pin` is "", or as `pins.pin_of` gives it."""

    pin: str = ""
    offline: bool = False
    as_json: bool = False


def resolve(settings: Settings, names: Sequence[str], asked: Asked) -> int:
    """What each name is, all looked up together; with `asked.pin` the one name is pinned first.

    Status 0 when every name is a paper or muted.
    """
    house = open_house(settings)
    listed = house.listed(())
    resolved = _pinned(house, listed, names[0], asked) if asked.pin else _found(house, listed, names, asked)
    if asked.as_json:
        house.screen.show_json(resolved_to_json(str(settings.vault), listed.mocs, resolved))
    else:
        house.screen.show_resolved(resolved, resolved_totals(resolved), can_be_pinned=not asked.pin)
    return int(any(one.match.decision not in _FINE for one in resolved) and not (asked.pin and asked.offline))


def names_of(stream: BinaryIO | None) -> list[str]:
    """The names on standard input, one a line; blank lines and those that begin with # are passed over.

    Raises `NamesUnreadable` for what is no UTF-8 text, or beyond all measure.
    """
    if stream is None:
        raise NamesUnreadable("it is closed")
    data = stream.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise NamesUnreadable(f"there are more than {_MOST_BYTES // 1_000_000} MB of them", "Give them in parts")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NamesUnreadable(f"line {line} is not UTF-8 text") from error
    lines = [line.strip() for line in text.split("\n")]
    return [line for line in lines if line and not line.startswith("#")]


def _found(house: House, listed: Listed, names: Iterable[str], asked: Asked) -> list[Resolved]:
    wanted: dict[str, Wanted] = {}
    unclear: dict[str, str] = {}
    for name in dict.fromkeys(names):
        try:
            wanted[name] = _wanted(name, listed)
        except NotegenError as error:
            unclear[name] = f"{error.why}. {error.next_step}"
    sources = open_sources(house.settings, house.screen, offline=asked.offline)
    try:
        matches = find(list(wanted.values()), house.own, sources)
    except KeyboardInterrupt:
        raise Stopped from None
    return [
        Resolved(name, wanted[name].link, matches[wanted[name].link])
        if name in wanted
        else Resolved(name, name, Match("ambiguous", unclear[name]))
        for name in dict.fromkeys(names)
    ]


def _wanted(name: str, listed: Listed) -> Wanted:
    if len(name) > _LONGEST_NAME:
        raise NotegenError("name", f"it is longer than {_LONGEST_NAME} characters", "Give a title or an id")
    wanted = named(name, listed)
    return replace(wanted, link=wanted.asked_as)  # by which it may be pinned


def _pinned(house: House, listed: Listed, name: str, asked: Asked) -> list[Resolved]:
    settings, link = house.settings, _wanted(name, listed).link
    with hold(settings.vault, settings.state_dir, 0.0):
        keep_pin(settings.vault, link, asked.pin)
    house.screen.say(f"pinned in .notegen/pins.toml: “{link}” is {asked.pin}")
    if asked.pin == "none":
        return [Resolved(name, link, Match("muted", "muted by a pin"))]
    sources = open_sources(settings, house.screen, offline=asked.offline)
    try:
        match = look_up(link, asked.pin, house.own, sources)
    except KeyboardInterrupt:
        match = Match("waiting", "stopped before it was looked up")
    if match.decision == "not-found":
        house.screen.problem(f"{asked.pin}: {match.reason}. It is pinned all the same: see whether it is a typo")
    return [Resolved(name, link, match)]
