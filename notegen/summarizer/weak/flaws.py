"""What makes a translation poor without making it wrong: words left in English, and names spelt otherwise."""

from __future__ import annotations

import re

_HELD = re.compile(r"\$[^$]*\$|(?:https?://|www\.)[^\s()（）]+")
_ENGLISH_WORD = re.compile(r"(?<![\w\\$.-])[a-z]{3,}(?![\w.-])", re.ASCII)
_HALF_A_WORD = re.compile(r"[ァ-ヺー][a-z]{2,}")


def flaws(ja: str, names: tuple[str, ...]) -> int:
    """How many English words, words half in katakana, and lost names of the source a translation has."""
    own = _HELD.sub("", ja)
    for name in names:
        own = own.replace(name, "")
    lost = sum(name not in ja for name in names if not name.isupper())  # an acronym may be said in full
    return len(_ENGLISH_WORD.findall(own)) + len(_HALF_A_WORD.findall(own)) + lost
