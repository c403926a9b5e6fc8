"""The places of two numbers: from A to B, A against B; and whether two texts exchange them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from notegen.summarizer.checks.notation import RANGE
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import Quantity, main_numbers

_FROM = re.compile(r"\bfrom (?:(?:about|only|over|around|nearly|the|its|their) )?[$¥]?$", re.IGNORECASE)
_TO = re.compile(r"[^,;.]{0,40}?\bto (?:\w+ ){0,2}?[$¥]?", re.IGNORECASE)
_KARA = re.compile(r"[^\s、。]{0,12}?(?:から|ではなくて?)、?\S{0,8}?")
_INSTEAD = re.compile(
    r"[^,;.]{0,40}?,?(?: (?:instead of|rather than|as opposed to)|,? (?:down|up) from|, not) (?:\w+ ){0,2}?[$¥]?",
    re.IGNORECASE,
)
_AGAINST_BEFORE = re.compile(
    r"(?:\bthan|\bversus|\bvs\.?|\bagainst|\bcompared (?:to|with)|\bover|\bfrom|\bas opposed to|\binstead of"
    r"|\brather than|\brelative to"
    r"|従来(?:最高)?(?:の|は)|同)(?:\s(?:the|a|an|its|their|our|about|only|sota|state-of-the-art|baseline|previous|best"
    r"|accuracy|of)\b){0,6}[\s(「]*(?:約|の)?[$¥]?$",
    re.IGNORECASE,
)
_BOUND = re.compile(r"\b(?:less|more|fewer|greater) than\s$", re.IGNORECASE)
_LISTED = re.compile(
    r"(?:\s(?:for|with|by|of|on|in|under)\s[^,.;:。、]{1,40})?,?\s?(?:\b(?:and|or)\s|、)[^,.;:。、はが]{0,25}"
)
_AGAINST_AFTER = re.compile(
    r"[^\s、。,.\d]{0,6}?(?:より(?!も?(?:良|正確に))|に比べ|と比べ|に比して|に対し|を上回|を超え|を凌|を下回|からの)"
)

_JAPANESE = re.compile("[ぁ-ん]")
_CONTEST = re.compile(
    r"\b(?:(?<!rather )than|short of|unlike|whereas|behind|inferior|superior|outperform\w*)\b", re.IGNORECASE
)


class _Change(NamedTuple):
    """The old and the new number, and the words that say which is which ("" in Japanese)."""

    old: Quantity
    new: Quantity
    words: str


def exchanged(text: str, source: str) -> list[str]:
    """Pairs of numbers that change places between text and source: old for new, or what is compared for its measure."""
    held, alone = list(_changes(source)), not _CONTEST.search(text)
    found = [
        f"from {change.old.text} to {change.new.text}"
        for change in _changes(text)
        if _holds(held, change._replace(old=change.new, new=change.old), alone) and not _holds(held, change, alone)
    ]
    return found or [f"{one} against {other}" for one, other in _crossed(text, source)]


def _holds(changes: Sequence[_Change], said: _Change, alone: bool) -> bool:
    """Whether one of the changes is the same; “A rather than B” of two subjects is not “from B to A” of one."""
    return any(
        said.old.agrees_with(one.old) and said.new.agrees_with(one.new) and (alone or said.words in ("", one.words))
        for one in changes
    )


def _changes(text: str) -> Iterator[_Change]:
    """Old and new of one thing: from old to new, new instead of old, 旧から新に, 旧ではなく新."""
    plain, numbers = normalised(text), main_numbers(text)
    for one, other in zip(numbers, numbers[1:], strict=False):
        if not (one.kind == other.kind and one.could_be(other)):
            continue
        between, led = plain[one.end : other.start], _FROM.search(plain[: one.start])
        if led and _TO.fullmatch(between):
            yield _Change(one, other, "from")
        elif _KARA.fullmatch(between):
            yield _Change(one, other, "")
        elif _INSTEAD.fullmatch(between):
            yield _Change(other, one, "instead")


def _crossed(text: str, source: str) -> Iterator[tuple[str, str]]:
    measured, held = _measures(text), _measures(source)
    for measure in (quantity for quantity, is_measure in measured if is_measure):
        if _is_measure(measure, held) is not False:
            continue
        for other in (quantity for quantity, is_measure in measured if not is_measure):
            alike = other.kind == measure.kind and other.could_be(measure)
            words = _JAPANESE.search(text) or _beside(text, measure) in {
                _beside(source, held_by) for held_by, _ in held
            }
            if alike and words and _is_measure(other, held):
                yield other.text, measure.text


def _measures(text: str) -> list[tuple[Quantity, bool]]:
    """The numbers with whether each is what another is compared with."""
    plain, numbers = normalised(text), main_numbers(text)
    flags = [_compared(plain, quantity) for quantity in numbers]
    for place, (one, other) in enumerate(zip(numbers, numbers[1:], strict=False)):
        if RANGE.fullmatch(plain, one.end, other.start):
            flags[place] = flags[place + 1] = flags[place] or flags[place + 1]
    for place in range(len(flags) - 1):
        flags[place + 1] |= flags[place] and _joined(plain, numbers[place], numbers[place + 1])
    for place in reversed(range(len(flags) - 1)):
        behind = flags[place + 1] and bool(_AGAINST_AFTER.match(plain, numbers[place + 1].end))
        flags[place] |= behind and _joined(plain, numbers[place], numbers[place + 1])
    return list(zip(numbers, flags, strict=True))


def _beside(text: str, quantity: Quantity) -> str:
    """The first word of what says that the number is compared with, "" when nothing does."""
    against = _AGAINST_BEFORE.search(normalised(text)[: quantity.start])
    return against.group().split()[0].casefold() if against else ""


def _joined(plain: str, one: Quantity, other: Quantity) -> bool:
    """Whether two numbers of a kind are listed: compared with 10 s for A and 20 s for B, Aの10秒、Bの20秒."""
    alike = one.kind == other.kind and one.could_be(other)
    return alike and bool(_LISTED.fullmatch(plain, one.end, other.start))


def _compared(plain: str, quantity: Quantity) -> bool:
    before = plain[: quantity.start]
    against = _AGAINST_BEFORE.search(before) and not _BOUND.search(before)
    return bool(against or _AGAINST_AFTER.match(plain, quantity.end))


def _is_measure(quantity: Quantity, held: Sequence[tuple[Quantity, bool]]) -> bool | None:
    roles = {role for other, role in held if quantity.agrees_with(other)}
    return roles.pop() if len(roles) == 1 else None
