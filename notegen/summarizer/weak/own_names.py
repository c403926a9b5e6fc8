"""Names of systems and models, which stay in Latin letters, put back where a model spelt them in its own way."""

from __future__ import annotations

import re

from notegen.summarizer.checks.sounds import consonants

_COINED = re.compile(r"(?<![\w$\\.-])[A-Za-z][\w-]*[A-Z][\w-]*(?![\w$])")
_KATAKANA = re.compile(r"[ァ-ヺー]{3,}")
_LEAST_SOUNDS = 3
_LEAST_LETTERS = 4
_MOST_TITLE_WORDS = 2


def own_names(sentence: str, title: str) -> tuple[str, ...]:
    """The coined names of a sentence: words with a capital inside, and what the title has before a colon."""
    lead, colon, _ = title.partition(":")
    called = lead.split() if colon and len(lead.split()) <= _MOST_TITLE_WORDS else []
    known = [word for word in called if word[:1].isupper() and re.search(rf"\b{re.escape(word)}\b", sentence)]
    coined = (re.sub(r"(?<=[A-Z])s$", "", name) for name in _COINED.findall(sentence))
    return tuple(dict.fromkeys((*coined, *known)))


def with_own_names(ja: str, names: tuple[str, ...]) -> str:
    """The Japanese with those of the names that it lacks in place of their other spellings: HIPHI, フレームネット."""
    for name in names:
        if name in ja or len(name) < _LEAST_LETTERS:
            continue
        other = re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", ja, re.IGNORECASE)
        if other is None:
            sounds = _sounds(name)
            alike = (run for run in _KATAKANA.finditer(ja) if _sounds(run[0]) == sounds)
            other = next(alike, None) if len(sounds) >= _LEAST_SOUNDS else None
        if other is not None:
            ja = ja.replace(other[0], name)
    return ja


def _sounds(word: str) -> str:
    """Its consonants; a last r is a long vowel in one spelling and a syllable in the other."""
    return consonants(word.replace("-", "")).rstrip("r")
