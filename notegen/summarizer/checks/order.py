"""The places of two numbers: from A to B, A against B; and whether two texts exchange them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from notegen.summarizer.checks.notation import RANGE
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import Quantity, numbers_in

_TO = re.compile(r"\s?(?:\w+\s)?to\s(?:\w+\s){0,2}?|[\w\s]{0,6}から(?:約|わずか|最大)?", re.IGNORECASE)
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


def exchanged(text: str, source: str) -> list[str]:
    """Pairs of numbers that change places between text and source: old for new, or what is compared for its measure."""
    pairs = {*_changes(source)}
    found = [f"from {old} to {new}" for old, new in _changes(text) if (new, old) in pairs and (old, new) not in pairs]
    return found or [f"{one} against {other}" for one, other in _crossed(text, source)]


def _changes(text: str) -> Iterator[tuple[str, str]]:
    plain, numbers = normalised(text), numbers_in(text)
    for old, new in zip(numbers, numbers[1:], strict=False):
        led = plain[: old.start].rstrip().casefold().endswith(("from", "from about", "from only", "from over"))
        if (led or "から" in plain[old.end : new.start]) and _TO.fullmatch(plain, old.end, new.start):
            yield f"{old.value:g}", f"{new.value:g}"


def _crossed(text: str, source: str) -> Iterator[tuple[str, str]]:
    measured, held = _measures(text), _measures(source)
    for measure in (quantity for quantity, is_measure in measured if is_measure):
        if _is_measure(measure, held) is not False:
            continue
        for other in (quantity for quantity, is_measure in measured if not is_measure):
            alike = (other.kind, other.unit) == (measure.kind, measure.unit)
            if alike and _is_measure(other, held):
                yield other.text, measure.text


def _measures(text: str) -> list[tuple[Quantity, bool]]:
    """The numbers with whether each is what another is compared with."""
    plain, numbers = normalised(text), numbers_in(text)
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


def _joined(plain: str, one: Quantity, other: Quantity) -> bool:
    """Whether two numbers of a kind are listed: compared with 10 s for A and 20 s for B, Aの10秒、Bの20秒."""
    alike = (one.kind, one.unit) == (other.kind, other.unit)
    return alike and bool(_LISTED.fullmatch(plain, one.end, other.start))


def _compared(plain: str, quantity: Quantity) -> bool:
    before = plain[: quantity.start]
    against = _AGAINST_BEFORE.search(before) and not _BOUND.search(before)
    return bool(against or _AGAINST_AFTER.match(plain, quantity.end))


def _is_measure(quantity: Quantity, held: Sequence[tuple[Quantity, bool]]) -> bool | None:
    roles = {role for other, role in held if quantity.agrees_with(other)}
    return roles.pop() if len(roles) == 1 else None
