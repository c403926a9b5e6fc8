"""One claim of a real sentence, clean or with one fault: each maker takes the sentences of an abstract.

A maker gives the claim, the number of the sentence that it cites and what was done, or None where no sentence offers
itself. Sentences with formulas are left alone where a word or a figure is changed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

Changed = tuple[str, int, str]
Maker = Callable[[random.Random, Sequence[str]], Changed | None]

NUMBER = re.compile(r"(?<![\w.,^/$({[-])\d+(?:,\d{3})*(?:\.\d+)?(?=%|[ ,;]|\.\s|\.$)")
UNIT = re.compile(r"(?<=\d)( ?)(%|percent|ms|seconds|minutes|hours|days|years|[KMGT]B|[MG]bps|km|[kMG]Hz|watts)(?!\w)")
POWER = re.compile(r"(?<=\d)( )(thousand|million|billion|trillion)(?!\w)")
OTHER = {
    "%": " times",
    "percent": "times",
    "ms": "s",
    "seconds": "milliseconds",
    "minutes": "hours",
    "hours": "minutes",
    "days": "hours",
    "years": "months",
    "KB": "MB",
    "MB": "GB",
    "GB": "MB",
    "TB": "GB",
    "Mbps": "Gbps",
    "Gbps": "Mbps",
    "km": "m",
    "kHz": "MHz",
    "MHz": "GHz",
    "GHz": "MHz",
    "watts": "kilowatts",
    "thousand": "million",
    "million": "billion",
    "billion": "million",
    "trillion": "billion",
}
NEGATION = re.compile(
    r"\b(?:(do|does|did|is|are|was|were|has|have|can|could|will|would|should|may|need) not|(can)not|(with)out)\b", re.I
)
ANY_NEGATION = re.compile(r"\b(?:not|cannot|without|no|never|nor|neither|none|nothing|hardly)\b|n't\b", re.I)
TURNS = (
    *[("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"), ("increasing", "decreasing")],
    *[("higher", "lower"), ("larger", "smaller"), ("faster", "slower"), ("better", "worse"), ("stronger", "weaker")],
    *[("more than", "less than"), ("reduces", "increases"), ("reduce", "increase"), ("reduced", "increased")],
    *[("improves", "worsens"), ("improve", "worsen"), ("outperforms", "falls behind"), ("outperform", "fall behind")],
    *[("at most", "at least"), ("higher than", "lower than"), ("longer", "shorter"), ("greater", "smaller")],
)
TURNED = {**{two: one for one, two in TURNS}, **dict(TURNS)}
TURN = re.compile(rf"\b(?:{'|'.join(sorted(TURNED, key=len, reverse=True))})\b")
NAME = re.compile(r"(?<![\w./(-])(?=\w*[A-Z]\w*[A-Z0-9])[A-Z][A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\w)/-])")
LEAD = re.compile(
    r"(?:However|Moreover|Furthermore|In addition|Additionally|Finally|Therefore|Thus|Hence|Specifically), "
)
SAID = re.compile(r"(?:In this (?:paper|work|article), )?[Ww]e (?:also )?(?:show|find|prove|demonstrate|observe) that ")
OWN = re.compile(r"(?:In this (?:paper|work|article), )?[Ww]e (propose|present|introduce|study|describe|develop)\b")


def _own_sentence(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence cited by itself, without the word that joins it to the one before."""
    number = rng.randrange(len(sentences))
    sentence = sentences[number]
    if not 40 <= len(sentence) <= 400:
        return None
    if lead := LEAD.match(sentence):
        return _capital(sentence[lead.end() :]), number + 1, f"without {lead[0].strip()}"
    return sentence, number + 1, "the sentence itself"


def _reworded(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence in other words that say the same."""
    for number in _shuffled(rng, sentences):
        sentence = sentences[number]
        new = SAID.sub("", sentence, count=1) if SAID.match(sentence) else sentence
        new = OWN.sub(lambda match: f"The authors {match[1]}", new, count=1) if OWN.match(new) else new
        new = re.sub(r"(?<=\d) percent\b", "%", new)
        new = re.sub(r"(?<![\w.,/-])[1-9]\d{4,}(?![\w,/-])", lambda match: f"{int(match[0]):,}", new)
        if new != sentence and 40 <= len(new) <= 400:
            return _capital(new), number + 1, "the same in other words"
    return None


def _number_changed(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence with one number that is not in it."""
    for number, sentence, match in _matches(rng, sentences, NUMBER):
        new = _other_number(rng, match[0])
        if new not in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", sentence):
            return _replaced(sentence, match, new), number, f"{match[0]} became {new}"
    return None


def _other_number(rng: random.Random, figure: str) -> str:
    """The figure with two neighbouring digits exchanged or, where that changes nothing, with another first digit."""
    places = [at for at in range(len(figure) - 1) if figure[at : at + 2].isdecimal() and figure[at] != figure[at + 1]]
    places = [at for at in places if at > 0 or figure[1] != "0"]
    if places:
        at = rng.choice(places)
        return figure[:at] + figure[at + 1] + figure[at] + figure[at + 2 :]
    return rng.choice([digit for digit in "23456789" if digit != figure[0]]) + figure[1:]


def _unit_changed(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence with another unit at one of its numbers; percentages, which are everywhere, only now and then."""
    return _other(rng, sentences, UNIT, "%" if rng.random() < 0.8 else "")


def _power_changed(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence with another power of ten at one of its numbers."""
    return _other(rng, sentences, POWER, "")


def _other(rng: random.Random, sentences: Sequence[str], pattern: re.Pattern[str], spared: str) -> Changed | None:
    for number, sentence, match in _matches(rng, sentences, pattern):
        if match[2] != spared:
            new = match[1] + OTHER[match[2]]
            return _replaced(sentence, match, new), number, f"{match[2]} became {new.strip()}"
    return None


def _negation_dropped(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence without its only negation."""
    for number, sentence, match in _matches(rng, sentences, NEGATION):
        rest = sentence[match.end() :]
        joined = re.match(r" (?:only|just|necessarily|merely|always|yet)\b", rest) or re.search(
            r"(?:\b(?:or|if|whether|and) |/)$", sentence[: match.start()]
        )
        if len(ANY_NEGATION.findall(sentence)) == 1 and not joined:
            new = match[1] or match[2] or match[3]
            return _replaced(sentence, match, new), number, f"{match[0]} became {new}"
    return None


def _direction_turned(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence that says more for less, or less for more."""
    for number, sentence, match in _matches(rng, sentences, TURN):
        new = TURNED[match[0]]
        if len(TURN.findall(sentence)) == 1 and not re.match(r" and\b| or\b|-", sentence[match.end() :]):
            return _replaced(sentence, match, new), number, f"{match[0]} became {new}"
    return None


def _name_swapped(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence with a name of the same abstract that is not its own."""
    for number, sentence, match in _matches(rng, sentences, NAME):
        others = {name for other in sentences for name in NAME.findall(other)}
        others = {name for name in others if not _alike(name, match[0]) and name.lower() not in sentence.lower()}
        if others and len(re.findall(rf"\b{re.escape(match[0])}\b", sentence)) == 1:
            new = rng.choice(sorted(others))
            return _replaced(sentence, match, new), number, f"{match[0]} became {new}"
    return None


def _alike(one: str, other: str) -> bool:
    one, other = one.lower().rstrip("s"), other.lower().rstrip("s")
    return one in other or other in one


def _wrong_sentence(rng: random.Random, sentences: Sequence[str]) -> Changed | None:
    """A sentence that cites the most similar other one, unless the two say much the same."""
    number = rng.randrange(len(sentences))
    words = [set(re.findall(r"[a-z]{4,}", sentence.lower())) for sentence in sentences]
    near = max(
        (other for other in range(len(sentences)) if other != number), key=lambda o: len(words[o] & words[number])
    )
    if len(words[number]) < 6 or len(words[near] & words[number]) > len(words[number]) / 2:
        return None
    return sentences[number], near + 1, f"sentence {number + 1} says it"


def _matches(
    rng: random.Random, sentences: Sequence[str], pattern: re.Pattern[str]
) -> Iterator[tuple[int, str, re.Match[str]]]:
    """The places of a pattern in random order, with number and text of the sentence; formulas are left alone."""
    for number in _shuffled(rng, sentences):
        sentence = sentences[number]
        if not re.search(r"[$\\^{}]", sentence) and 40 <= len(sentence) <= 400:
            found = list(pattern.finditer(sentence))
            for match in rng.sample(found, len(found)):
                yield number + 1, sentence, match


def _shuffled(rng: random.Random, sentences: Sequence[str]) -> list[int]:
    return rng.sample(range(len(sentences)), len(sentences))


def _replaced(sentence: str, match: re.Match[str], new: str) -> str:
    return sentence[: match.start()] + new + sentence[match.end() :]


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


CLEAN: dict[str, Maker] = {"own-sentence": _own_sentence, "reworded": _reworded}
FAULTS: dict[str, Maker] = {
    "number-changed": _number_changed,
    "unit-changed": _unit_changed,
    "magnitude": _power_changed,
    "negation": _negation_dropped,
    "direction": _direction_turned,
    "name-altered": _name_swapped,
    "wrong-sentence": _wrong_sentence,
}
