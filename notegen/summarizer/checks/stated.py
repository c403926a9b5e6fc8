"""Which numbers of a text another one does not state, in whatever form it writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isclose

from notegen.summarizer.checks.lists import lists
from notegen.summarizer.checks.notation import SMALL
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import names_in, numbers_in
from notegen.summarizer.checks.quantity import Quantity
from notegen.summarizer.checks.rounded import follows
from notegen.summarizer.checks.shares import derived
from notegen.summarizer.checks.vague import unfounded

_ORDINALS = {
    "second": 2.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0,
    "seventh": 7.0, "eighth": 8.0, "ninth": 9.0, "tenth": 10.0,
}  # fmt: skip
_ORDINAL = re.compile(rf"\b(?:{'|'.join(_ORDINALS)}|\d{{1,4}}(?:st|nd|rd|th))\b", re.IGNORECASE)
# Numbers that a word without a number may stand for: value, kind, unit, word.
_IN_WORDS: tuple[tuple[float, str, str, re.Pattern[str]], ...] = tuple(
    (value, kind, unit, re.compile(form, re.IGNORECASE))
    for value, kind, unit, form in (
        (0.5, "fraction", "", r"過半|大半|半ば|\bmajority\b|\bmost\b"),
        (50.0, "plain", "percentile", r"中央値|\bmedian\b"),
        (
            2.0,
            "plain",
            "",
            r"\b(?:both|pair|dual|twin|second|another|twice|doubl\w+|bi(?:layer|part|nar|direct|later)\w*)\b|両|もう一|二重|双方",
        ),
        (0.0, "plain", "", r"\b(?:no|none|zero|never|without|not|nothing)\b|ない|ゼロ|なく"),
        (100.0, "percent", "", r"\b(?:all|every|each|entire|always|whole)\b|すべて|全"),
        *(
            (float(bits), "plain", "bit", rf"(?<![A-Za-z])(?:U?INT|BF|FP|float){bits}(?!\d)")
            for bits in (4, 8, 16, 32, 64)
        ),
    )
)

# Half of all lie beyond the median; “halved” says something else.
_HALF_OF = re.compile(r"half (?:of|the|all)\b|半数", re.IGNORECASE)
_MEDIAN = re.compile(r"中央値|\bmedian\b", re.IGNORECASE)


def unstated(text: str, source: str) -> Iterator[str]:
    """Numbers, amounts and names with digits of the text that the source does not hold."""
    for quantity in absent(text, source):
        listed = is_count(quantity) and lists(source, quantity.value)
        if (counts(quantity) or (quantity.loose and quantity.value not in (1, 2))) and not listed:
            yield quantity.text
    yield from unfounded(text, source)
    yield from (name for name in sorted(names_in(text)) if not _names_it(name, source))


def absent(text: str, source: str) -> Iterator[Quantity]:
    """The numbers of the text that the source holds in no form: alike, as a label, as a share, with a unit that stands
    once, rounded.
    """
    known = (*numbers_in(source), *derived(source))
    plain = normalised(text)
    borne_out = [each for each in derived(text) if agreeing(each, known) or follows(each, plain, known)]
    for quantity in numbers_in(text):
        inside = any(each.start <= quantity.start and quantity.end <= each.end for each in borne_out)
        if not (_is_stated(quantity, text, source) or inside):
            yield quantity


def _is_stated(quantity: Quantity, text: str, source: str) -> bool:
    known = (*numbers_in(source), *derived(source))
    if agreeing(quantity, known) or _is_label(quantity, source):
        return True
    if _spelled_out(quantity, numbers_in(text), known) or _spelled_out(quantity, known, known):
        return True
    if any(_is(quantity, value, kind, unit) and form.search(source) for value, kind, unit, form in _IN_WORDS):
        return True
    plain = normalised(text)
    if _HALF_OF.match(plain, quantity.start) and _MEDIAN.search(source):
        return True
    return follows(quantity, plain, known)


def _is(quantity: Quantity, value: float, kind: str, unit: str) -> bool:
    return (quantity.value, quantity.kind, quantity.unit) == (value, kind, unit)


def counts(quantity: Quantity) -> bool:
    """Whether the number says something that a list or an article could not."""
    return not quantity.loose and not (quantity.value == 1 and quantity.kind == "plain" and not quantity.unit)


def is_count(quantity: Quantity) -> bool:
    """Whether the number is a small one of things, which a text may list instead."""
    return quantity.kind == "plain" and not quantity.unit and quantity.value <= SMALL


def agreeing(quantity: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether one of the others says the same."""
    return any(quantity.agrees_with(other) for other in others)


def _spelled_out(quantity: Quantity, by: Sequence[Quantity], known: Sequence[Quantity]) -> bool:
    """Whether the number agrees once kind and unit that stand at another number hold for the bare one, too."""
    kinds = {(other.kind, other.unit) for other in by if other.kind != "plain" or other.unit}
    if _is_bare(quantity):
        return any(agreeing(replace(quantity, kind=kind, unit=unit), known) for kind, unit in kinds)
    if (quantity.kind, quantity.unit) not in kinds:
        return False
    return any(_is_bare(other) and isclose(quantity.value, other.value) for other in known)


def _is_bare(quantity: Quantity) -> bool:
    return quantity.bare and quantity.kind == "plain" and not quantity.unit


def _is_label(quantity: Quantity, text: str) -> bool:
    """Whether the number is that of a name or place in the text: ステージ3 for stage-3, 第2 for second."""
    if quantity.kind != "plain" or quantity.unit:
        return False
    ordinals = {_ORDINALS.get(word.casefold()) or float(word[:-2]) for word in _ORDINAL.findall(text)}
    names = names_in(text)
    if quantity.value in ordinals or any(re.fullmatch(rf"[A-Za-z]+-?{quantity.value:g}", name) for name in names):
        return True
    if f"^{quantity.value:g}" in normalised(text):
        return True
    return quantity.text[-1:] in "BMKT" and any(name.endswith(f"-{quantity.text}") for name in names)


def _names_it(name: str, source: str) -> bool:
    bits = re.fullmatch(r"(?:U?INT|BF|FP|float)(\d+)", name, re.IGNORECASE)
    if bits and any(_is(number, float(bits[1]), "plain", "bit") for number in numbers_in(source)):
        return True
    parts = re.findall(r"[A-Za-z]+|\d+(?:\.\d+)*", name.removesuffix("s"))
    form = r"[-\s.]?".join(map(re.escape, parts))
    return bool(re.search(rf"(?<![A-Za-z0-9]){form}(?!\d|\.\d)", normalised(source), re.IGNORECASE))
