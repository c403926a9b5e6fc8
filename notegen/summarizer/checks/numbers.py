"""Whether the numbers of a claim are those of its source, in both languages alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.bounds import bounded, turned
from notegen.summarizer.checks.counted import exchanged_counts
from notegen.summarizer.checks.lists import lists
from notegen.summarizer.checks.order import exchanged
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import Quantity, names_in, numbers_in
from notegen.summarizer.checks.vague import unfounded
from notegen.summarizer.checks.words import content_stems

_CLAUSE = re.compile(r"[,;:]\s|\b(?:and|while|whereas|but|versus|vs|compared)\b", re.IGNORECASE)

_ORDINALS = {
    "second": 2.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0,
    "seventh": 7.0, "eighth": 8.0, "ninth": 9.0, "tenth": 10.0,
}  # fmt: skip
_ORDINAL = re.compile(rf"\b(?:{'|'.join(_ORDINALS)}|\d{{1,4}}(?:st|nd|rd|th))\b", re.IGNORECASE)


def check(claim: Claim, cited: Sequence[Sentence], title: str = "") -> tuple[Finding, ...]:
    """Numbers and names with digits that no cited sentence (nor the title) holds, and numbers that changed places.

    Where only the two languages differ, the finding is about language: the English can stay.
    """
    if not cited:
        return ()
    source = " ; ".join([*(f"{sentence.text} {sentence.ja}" for sentence in cited), title])
    where = f"sentence{'s' if len(cited) > 1 else ''} {', '.join(str(sentence.number) for sentence in cited)}"
    strange = dict.fromkeys(text for said in (claim.en, claim.ja) for text in _strange(said, source))
    messages = [f"{text} is not in {where}" for text in strange]
    messages += (f"{text} belongs to something else in {where}" for text in _swapped(claim.en, cited))
    messages += _displaced(claim.en, source, where)
    if messages or not claim.ja:
        return tuple(Finding("numbers", claim.section, claim.sentences, each, "dropped") for each in messages)
    differing = [f"in the Japanese, {each}" for each in _displaced(claim.ja, source, where)]
    differing += differences(claim.en, claim.ja) if claim.en else []
    return tuple(Finding("language", claim.section, claim.sentences, each, "marked") for each in differing)


def _displaced(text: str, source: str, where: str) -> list[str]:
    """Numbers that stand on the other side of a bound, in each other's place, or count another thing."""
    return [
        *(f"{each} is bounded from the other side in {where}" for each in turned(text, source)),
        *(f"{each} is the other way round in {where}" for each in exchanged(text, source)),
        *(f"{each} counts something else in {where}" for each in exchanged_counts(text, source)),
    ]


def differences(en: str, ja: str) -> list[str]:
    """In words, numbers that one of the two languages lacks, and those they put in each other's place."""
    english, japanese = numbers_in(en), numbers_in(ja)
    telling = (q for q in english if _counts(q) or (q.value > 1 and bounded(en, q)))
    lost = (q.text for q in telling if not (_agreeing(q, japanese) or _is_label(q, ja) or _says_twice(q, ja)))
    added = [q.text for q in japanese if _counts(q) and not _agreeing(q, english) and not _is_label(q, en)]
    return [
        *(f"the Japanese leaves out {text}" for text in lost),
        *(f"the Japanese adds {text}" for text in (*added, *unfounded(ja, en))),
        *(
            f"the two languages differ in {text}"
            for text in (*turned(ja, en), *exchanged(ja, en), *exchanged_counts(ja, en))
        ),
    ]


def _counts(quantity: Quantity) -> bool:
    return not quantity.loose and not (quantity.value == 1 and quantity.kind == "plain" and not quantity.unit)


def _says_twice(quantity: Quantity, ja: str) -> bool:
    """Whether 二度, which also is part of “never again”, stands for “twice”."""
    return quantity.occasions and quantity.value == 2 and "二度" in ja


def _agreeing(quantity: Quantity, others: Sequence[Quantity]) -> bool:
    return any(quantity.agrees_with(other) for other in others)


def _strange(text: str, source: str) -> Iterator[str]:
    known = numbers_in(source)
    for quantity in numbers_in(text):
        if quantity.value == 1 and quantity.loose or _agreeing(quantity, known) or _is_label(quantity, source):
            continue
        if _counts(quantity) or (quantity.loose and not lists(source, quantity.value)):
            yield quantity.text
    yield from unfounded(text, source)
    for name in sorted(names_in(text)):
        if not _names_it(name, source):
            yield name


def _is_label(quantity: Quantity, text: str) -> bool:
    """Whether the number is that of a name or place in the text: ステージ3 for stage-3, 第2 for second."""
    if quantity.kind != "plain" or quantity.unit:
        return False
    ordinals = {_ORDINALS.get(word.casefold()) or float(word[:-2]) for word in _ORDINAL.findall(text)}
    named = any(re.fullmatch(rf"[A-Za-z]+-?{quantity.value:g}", name) for name in names_in(text))
    return named or quantity.value in ordinals


def _names_it(name: str, source: str) -> bool:
    parts = re.findall(r"[A-Za-z]+|\d+(?:\.\d+)*", name.removesuffix("s"))
    form = r"[-\s.]?".join(map(re.escape, parts))
    return bool(re.search(rf"(?<![A-Za-z0-9]){form}(?!\d|\.\d)", normalised(source), re.IGNORECASE))


def _swapped(en: str, cited: Sequence[Sentence]) -> Iterator[str]:
    """Numbers of the claim that stand beside words their source puts beside another."""
    claimed = [q for q in numbers_in(en) if _counts(q) and q.unit != "月"]
    for sentence in cited:
        held = [q for q in numbers_in(sentence.text) if _counts(q)]
        if "respectively" in f"{sentence.text} {en}".casefold():
            continue
        for quantity in claimed:
            own = [q for q in held if quantity.agrees_with(q)]
            others = [q for q in held if _comparable(q, quantity) and not quantity.agrees_with(q)]
            if len(own) == 1 and any(_nearer(en, quantity, sentence.text, own[0], other) for other in others):
                yield quantity.text


def _comparable(one: Quantity, other: Quantity) -> bool:
    return one.kind == other.kind or "plain" not in (one.kind, other.kind)


def _nearer(claim: str, quantity: Quantity, source: str, own: Quantity, other: Quantity) -> bool:
    said = _beside(claim, quantity)
    beside_own, beside_other = _beside(source, own), _beside(source, other)
    return bool(said & (beside_other - beside_own)) and not said & (beside_own - beside_other)


def _beside(text: str, quantity: Quantity) -> set[str]:
    """Stems of the clause the number stands in."""
    plain = normalised(text)
    cuts = [0, *(match.start() for match in _CLAUSE.finditer(plain)), len(plain)]
    start = max(cut for cut in cuts if cut <= quantity.start)
    end = min(cut for cut in cuts if cut > quantity.start)
    return set(content_stems(plain[start:end]))
