"""What each number of a text stands with: names, what it counts, and the other things of its clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from notegen.summarizer.checks.concepts import concepts
from notegen.summarizer.checks.notation import RANGE
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import main_numbers
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.stated import counts
from notegen.summarizer.checks.units import in_base
from notegen.summarizer.checks.words import STOP_WORDS

_CUT = re.compile(
    r"[,;:)]\s|[、。；）]|\s[—–]\s|\b(?:and|or|while|whereas|but|versus|vs|where|although|though|unlike)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]*[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
_ADJOINING = re.compile(
    rf"{_NAME.pattern}(?:'s)?(?:(?: [\w(]+){{0,2}} ?[(]?"
    rf"|[^\s、。\w]?[^\s、。A-Za-z]{{0,2}}(?:約|最大|平均|わずか)?)[$¥]?$"
)
_OPENING = re.compile(r"(?:^|(?<=[.!?;] ))[A-Z](?=[a-z' ])")
_VERSION = re.compile(rf"{_NAME.pattern} (\d[\d.]*[BMK]?)(?![\d.])(?= ?[(\d]|[はがのをでとも、])")
_HEAD = re.compile(
    r"(?:\sof(?:\s(?:the|all|its|their|these|our))?)?(?:[-\s](?!(?:of|in|on|with|for|by|to|at|from|and|or|per|under|than"
    r"|as|is|are|was|were)\b)[A-Za-z][\w'-]*){1,2}"
    r"|\s?(?:[^\s\d、。]{0,3}の\s?)?(?:[\u4e00-\u9fff々]+|[ァ-ヺー]+|[A-Za-z][A-Za-z0-9-]*)+"
)
_NAMES = re.compile(rf"{_NAME.pattern}(?:(?:, and |, | and |と|、|・|および){_NAME.pattern})+")
_JOINED_NAMES = re.compile(rf"{_NAME.pattern}(?:(?:, |、){_NAME.pattern})*(?:,? and |と|および){_NAME.pattern}")
_AND = re.compile(r",? (?:and|or) |, |と|、|・|および")
_RESPECTIVELY = re.compile(r"\brespectively\b|それぞれ|順に", re.IGNORECASE)
_FROM = re.compile(r"\bfrom (?:about |only |over |around )?[$¥]?$", re.IGNORECASE)
_TO = re.compile(r"^[^,;.]{0,40}\bto (?:\w+ ){0,2}[$¥]?$", re.IGNORECASE)
_EMPTY = re.compile(r"[\s,;:)、。；）]*(?:(?:namely|at|with|to|by|of|in|about|only|just) ?)*[$¥約]?", re.IGNORECASE)
_PART = re.compile(
    r"[\d,]+ (?:out of|of)(?: [\w'’-]+){0,2} [\d,]+"
    r"|[\d,]+[^\s\d、。]{0,2}(?:の[^\s\d、。]{1,8})?(?:中|のうち)の?、?[\d,]+"
)
_SPAN = re.compile(
    r"^[^,;。、]{0,20}\b(?:instead of|rather than|down from|up from|, not) (?:\w+ ){0,2}[$¥]?$"
    r"|^,? (?:down|up) from (?:\w+ ){0,2}[$¥]?$"
    r"|^,? not (?:\w+ ){0,2}[$¥]?$|^\S{0,10}?(?:から|ではなく|ではなくて)\S{0,6}$|^ ?(?:±|\+/-)",
    re.IGNORECASE,
)


class Placed(NamedTuple):
    """A number, the names and counted things that surely are its own, and all that stands with it."""

    number: Quantity
    sure: frozenset[str]
    all: frozenset[str]
    subject: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def placed_numbers(text: str) -> tuple[Placed, ...]:
    """The numbers of the text, each with what stands with it; years, months and versions are none."""
    plain = normalised(text)
    versions = {match.start(1) for match in _VERSION.finditer(plain)}
    numbers = [number for number in main_numbers(text) if counts(number) and not _is_label(number, versions)]
    listed = _in_turn(plain, numbers)
    placed = []
    for number, (before, after) in zip(numbers, _pieces(plain, numbers), strict=True):
        sure, every = _things(number, before, after)
        is_count = number.kind == "plain" and not number.unit
        if not _ADJOINING.search(before) or (is_count and number is numbers[0]):  # the subject of all, not its own
            sure -= _names(before)
        subject = frozenset[str]()
        if not any(other.start < number.start and comparable(number, other) for other in numbers):
            subject = _names(before) | {_figure(other) for other in numbers if other.start < number.start}
        every |= {_figure(other) for other in _beside(plain, number, numbers)}
        placed.append(listed.get(number.start) or Placed(number, sure, every, subject))
    for place, (one, other) in enumerate(zip(placed, placed[1:], strict=False)):
        if one.number.start not in listed and _is_linked(plain, one.number, other.number):
            both = one.sure | other.sure, one.all | other.all
            placed[place], placed[place + 1] = Placed(one.number, *both), Placed(other.number, *both)
    return tuple(placed)


def _beside(plain: str, number: Quantity, numbers: Sequence[Quantity]) -> Iterator[Quantity]:
    """The numbers of another measure in the same clause."""
    for other in numbers:
        first, second = (number, other) if number.start < other.start else (other, number)
        if not (comparable(number, other) or _CUT.search(plain, first.end, second.start)):
            yield other


def _figure(number: Quantity) -> str:
    return f"@{in_base(number.value, number.unit):g}"


def _is_label(number: Quantity, versions: Set[int]) -> bool:
    year = number.kind == "plain" and not number.unit and 1900 <= number.value <= 2100
    return year or number.start in versions or number.unit == "月"


def _things(number: Quantity, before: str, after: str) -> tuple[frozenset[str], frozenset[str]]:
    """What surely is the number's own (names, what it counts), and what else stands with it."""
    piece = f"{before} {after}"
    names = _names(piece)
    head = _HEAD.match(after) if number.kind == "plain" and not number.unit else None
    counted = concepts(head.group()) if head else frozenset()
    return names | counted, names | counted | concepts(_NAME.sub(" ", _OPENING.sub(_lowered, piece.strip())))


def _names(piece: str) -> frozenset[str]:
    return frozenset(name.casefold() for name in _NAME.findall(piece) if len(name) > 1) - STOP_WORDS


def _lowered(match: re.Match[str]) -> str:
    return match.group().casefold()


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether one number could stand in the place of the other."""
    return one.kind == other.kind and one.could_be(other)


def _pieces(plain: str, numbers: Sequence[Quantity]) -> Iterator[tuple[str, str]]:
    """What of its clause stands before and behind each number; of words between two numbers the first has its noun."""
    cuts = [0, *(match.start() for match in _CUT.finditer(plain)), len(plain)]
    taken = 0
    cuts.sort()
    for place, number in enumerate(numbers):
        behind = [cut for cut in cuts if cut <= number.start]
        while len(behind) > 1 and _EMPTY.fullmatch(plain, behind[-1], number.start):
            behind.pop()
        start = max(taken, behind[-1])
        end = min(cut for cut in cuts if cut >= number.end)
        if place + 1 < len(numbers) and numbers[place + 1].start < end:
            following = numbers[place + 1].start
            head = _HEAD.match(plain, number.end, following)
            end = head.end() if head else number.end
        taken = end
        yield plain[start : number.start], plain[number.end : end]


def _is_linked(plain: str, one: Quantity, other: Quantity) -> bool:
    """Whether the two numbers are ends of a range or old and new of one thing, so that both stand with it."""
    between = plain[one.end : other.start]
    changes = _FROM.search(plain[: one.start]) and _TO.search(between)
    part = _PART.fullmatch(plain, one.start, other.end)
    return bool(part or RANGE.fullmatch(between) or _SPAN.search(between) or changes)


def is_one_clause(text: str) -> bool:
    """Whether the text is one plain statement, without lists, asides or contrasts."""
    return not _CUT.search(text.rstrip(". "))


def _in_turn(plain: str, numbers: Sequence[Quantity]) -> dict[int, Placed]:
    """The numbers listed for a list of names, each with its name; beside “respectively” all others have nothing."""
    respectively = bool(_RESPECTIVELY.search(plain))
    found = {number.start: Placed(number, frozenset(), frozenset()) for number in numbers if respectively}
    for run in _runs(plain, numbers):
        lists = [
            names
            for names in map(_NAME.findall, (_NAMES if respectively else _JOINED_NAMES).findall(plain))
            if len(names) == len(run) > 1
        ]
        if len(lists) == 1:
            for number, name in zip(run, lists[0], strict=True):
                found[number.start] = Placed(number, *[frozenset({name.casefold()})] * 2)
    return found


def _runs(plain: str, numbers: Sequence[Quantity]) -> Iterator[list[Quantity]]:
    run: list[Quantity] = []
    for number in numbers:
        if run and not _AND.fullmatch(plain, run[-1].end, number.start):
            yield run
            run = []
        run.append(number)
    yield run
