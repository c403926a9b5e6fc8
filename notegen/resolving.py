"""The command `resolve`: which paper is it, for names given; nothing is written but a pin asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import BufferedIOBase

from notegen.choosing import look_up
from notegen.commands import named
from notegen.errors import NamesUnreadable, NameUnusable, NotegenError, Stopped
from notegen.fetcher.lookup import find
from notegen.fetcher.reading_list.listing import Listed
from notegen.obsidian.index import scan
from notegen.paper_sources import open_sources
from notegen.pinning import keep_pin
from notegen.records import Decision, Match, Wanted
from notegen.report import resolved_to_json, resolved_totals
from notegen.settings import Settings
from notegen.views import Resolved, nearest
from notegen.wiring import House, open_house, open_run, sweep
from notegen.writer.lock import hold

_MOST_BYTES, _PIECE_BYTES = 4_000_000, 65_536
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


def names_of(stream: BufferedIOBase | None) -> list[str]:
    """The names on standard input, one a line; blank lines and those that begin with # are passed over.

    Raises `NamesUnreadable` for what is no UTF-8 text, or beyond all measure.
    """
    if stream is None:
        raise NamesUnreadable("it is closed")
    data = b""
    while len(data) <= _MOST_BYTES and (piece := stream.read1(_PIECE_BYTES)):  # between pieces Ctrl-C is heard
        data += piece
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
    unclear: dict[str, Match] = {}
    for name in dict.fromkeys(names):
        try:
            one = _wanted(name, listed)
            taken = any(one.link == other.link for other in wanted.values())
            wanted[name] = replace(one, link=name) if taken else one  # the same words beside two ids are two papers
        except NotegenError as error:
            decision: Decision = "not-found" if isinstance(error, NameUnusable) else "ambiguous"
            unclear[name] = Match(decision, f"{error.why}. {error.next_step}")
    sources = open_sources(house.settings, house.screen, offline=asked.offline)
    try:
        matches = find(list(wanted.values()), house.own, sources)
    except KeyboardInterrupt:
        raise Stopped from None
    return [
        Resolved(name, wanted[name].link, _shown(matches[wanted[name].link]))
        if name in wanted
        else Resolved(name, name, unclear[name])
        for name in dict.fromkeys(names)
    ]


def _shown(match: Match) -> Match:
    return replace(match, candidates=nearest(match.candidates))


def _wanted(name: str, listed: Listed) -> Wanted:
    wanted = named(name, listed)
    return replace(wanted, link=wanted.asked_as)  # by which it may be pinned


def _pinned(house: House, listed: Listed, name: str, asked: Asked) -> list[Resolved]:
    settings, link = house.settings, _wanted(name, listed).link
    with hold(settings.vault, settings.state_dir, 0.0):
        sweep(settings, scan(settings.vault), house.screen)
        keep_pin(open_run(settings, f"resolve --pin {asked.pin}").vault, link, asked.pin)
    house.screen.say(f"pinned in .notegen/pins.toml: “{link}” is {asked.pin}")
    if asked.pin == "none":
        return [Resolved(name, link, Match("muted", "muted by a pin"))]
    sources = open_sources(settings, house.screen, offline=asked.offline)
    try:
        match = look_up(link, asked.pin, house.own, sources)
    except KeyboardInterrupt:
        match = Match("waiting", "stopped before it was looked up")
    if match.decision == "not-found":
        match = replace(match, reason=_unknown(asked.pin, settings.also))
        house.screen.problem(f"“{link}”: {match.reason}")
    return [Resolved(name, link, match)]


def _unknown(pin: str, also: Sequence[str]) -> str:
    """What is said of a pin that nobody asked knows: who else may is advised as long as they were not asked."""
    more = "" if pin.startswith("arXiv:") or "crossref" in also else ", or ask more with --also crossref"
    return f"pinned, but no record asked has {pin}: see whether it is a typo{more}"
