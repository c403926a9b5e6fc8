"""Which English words may stand for one another, and how much a word tells of what a sentence is about.

Beside the trade's own synonyms stands general English, read from `wordnet.txt` when first asked for: a line of words
for each meaning, and before these, behind a number, the words that a general text has at least so often.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from notegen.summarizer.checks.synonyms import IRREGULAR, SYNONYMS
from notegen.summarizer.checks.words import stem

_BEGINNING = 5
_HALF = 20  # a word that WordNet's text has so often tells half as much as one that it does not have
_PREFIXES = ("re", "un")
_INFLECTIONS = ("s", "es", "ed", "ing", "ly", "ies", "ied")


def related(word: str, stems: frozenset[str]) -> bool:
    """Whether the stem, one of the same meaning, or one with the same beginning of five letters is among `stems`."""
    if word in stems or any(_alike(word, other) for other in stems):
        return True
    groups, _ = _lexicon()
    own = groups.get(word, frozenset())
    return bool(own) and any(not own.isdisjoint(groups.get(other, ())) for other in stems)


def weight(word: str) -> float:
    """1 for a word that only some texts have, near 0 for one that any text may have."""
    _, often = _lexicon()
    return 1 / (1 + max(often.get(form, 0) for form in _base_forms(word)) / _HALF)


def is_word(name: str) -> bool:
    """Whether the name is a word of general English, too."""
    groups, _ = _lexicon()
    return stem(name) in groups


def _base_forms(word: str) -> Iterator[str]:
    """What the word may be a form of, itself first; a compressor is no form of compress."""
    yield word
    yield IRREGULAR.get(word, word)
    for ending in _INFLECTIONS:
        if word.endswith(ending):
            base = word.removesuffix(ending)
            yield from (base, f"{base}e", f"{base}y", base[:-1])


def _alike(word: str, other: str) -> bool:
    if len(word) > _BEGINNING and word[:_BEGINNING] == other.removeprefix("un")[:_BEGINNING]:
        return True
    return any(word == prefix + other or other == prefix + word for prefix in _PREFIXES)


@lru_cache(maxsize=1)
def _lexicon() -> tuple[dict[str, frozenset[int]], dict[str, int]]:
    """The numbers of the groups that each stem is in, and how often the stems of common words occur."""
    groups: dict[str, set[int]] = {}
    often: dict[str, int] = {}
    text = (files(__package__) / "wordnet.txt").read_text(encoding="ascii")
    for number, line in enumerate((*SYNONYMS, *text.splitlines())):
        first, *rest = line.split()
        if first == "#":
            continue
        if first.isdigit():
            often |= dict.fromkeys(rest, int(first))
            continue
        for word in (first, *rest):
            groups.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in groups.items()}, often
