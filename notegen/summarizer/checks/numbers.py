"""Whether the numbers of a claim are those of its source, in both languages alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.quantities import Quantity, names_in, normalised, numbers_in
from notegen.summarizer.checks.words import content_stems

_CLAUSE = re.compile(r"[,;:]\s|\b(?:and|while|whereas|but|versus|vs|compared)\b", re.IGNORECASE)
_SMALL = range(2, 13)


def check(claim: Claim, cited: Sequence[Sentence], title: str = "") -> tuple[Finding, ...]:
    """Numbers and names with digits that no cited sentence (nor the title) holds, and numbers that changed places.

    Where only the two languages differ, the finding is about language: the English can stay.
    """
    if not cited:
        return ()
    source = " ; ".join([*(f"{sentence.text} {sentence.ja}" for sentence in cited), title])
    where = f"sentence{'s' if len(cited) > 1 else ''} {', '.join(str(sentence.number) for sentence in cited)}"
    strange = list(dict.fromkeys((*_strange(claim.en, source), *_strange(claim.ja, source))))
    messages = [f"{text} is not in {where}" for text in strange]
    messages += (f"{text} belongs to something else in {where}" for text in _swapped(claim.en, cited))
    if messages or not claim.ja or not claim.en:
        return tuple(Finding("numbers", claim.section, claim.sentences, each, "dropped") for each in messages)
    differing = differences(claim.en, claim.ja)
    return tuple(Finding("language", claim.section, claim.sentences, each, "marked") for each in differing)


def differences(en: str, ja: str) -> list[str]:
    """Numbers one of the two languages has and the other has not, in words."""
    english, japanese = numbers_in(en), numbers_in(ja)
    lost = (q.text for q in english if _counts(q) and not _agreeing(q, japanese))
    added = (q.text for q in japanese if _counts(q) and not _agreeing(q, english) and not _is_label(q, en))
    return [*(f"the Japanese leaves out {text}" for text in lost), *(f"the Japanese adds {text}" for text in added)]


def _counts(quantity: Quantity) -> bool:
    return not quantity.loose and not (quantity.value == 1 and quantity.kind == "plain" and not quantity.unit)


def _agreeing(quantity: Quantity, others: Sequence[Quantity]) -> bool:
    return any(quantity.agrees_with(other) for other in others)


def _strange(text: str, source: str) -> Iterator[str]:
    known = numbers_in(source)
    small = {q.value for q in known if q.kind == "plain" and q.value in _SMALL}
    for quantity in numbers_in(text):
        if _agreeing(quantity, known) or _is_label(quantity, source):
            continue
        if _counts(quantity) or (quantity.loose and quantity.value > 1 and (small or quantity.value not in _SMALL)):
            yield quantity.text
    for name in sorted(names_in(text)):
        if not _names_it(name, source):
            yield name


def _is_label(quantity: Quantity, text: str) -> bool:
    """Whether the number is that of a name in the text: ステージ3 for stage-3."""
    if quantity.kind != "plain" or quantity.unit:
        return False
    return any(re.fullmatch(rf"[A-Za-z]+-?{quantity.value:g}", name) for name in names_in(text))


def _names_it(name: str, source: str) -> bool:
    parts = re.findall(r"[A-Za-z]+|\d+(?:\.\d+)*", name.removesuffix("s"))
    form = r"[-\s.]?".join(map(re.escape, parts))
    return bool(re.search(rf"(?<![A-Za-z0-9]){form}(?!\d|\.\d)", normalised(source), re.IGNORECASE))


def _swapped(en: str, cited: Sequence[Sentence]) -> Iterator[str]:
    """Numbers of the claim that stand beside words their source puts beside another."""
    claimed = [q for q in numbers_in(en) if _counts(q)]
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
