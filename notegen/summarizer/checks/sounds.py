"""Katakana words beside the English ones they render: both come to the consonants that survive the rendering."""

from __future__ import annotations

import re
import unicodedata

_ROWS = {
    "k": "カキクケコ", "g": "ガギグゲゴ", "s": "サシスセソザジズゼゾチヂ",
    "t": "タツテト", "d": "ダヅデド", "n": "ナニヌネノン",
    "h": "ハヒヘホ", "f": "フ", "b": "バビブベボヴ", "p": "パピプペポ", "m": "マミムメモ", "r": "ラリルレロ",
}  # fmt: skip
_KANA = {kana: consonant for consonant, row in _ROWS.items() for kana in row}
_SPELLINGS = tuple(
    (re.compile(form), sound)
    for form, sound in (
        (r"tion|sion|ssion|cian", "sn"), (r"sch|sh|ch|th|j|z", "s"), (r"g(?=[eiy])", "s"), (r"c(?=[eiy])", "s"),
        (r"gh", ""), (r"ph", "f"), (r"ck|c|q", "k"), (r"x", "ks"), (r"v", "b"),
        (r"r(?![aeiouy])|(?<!^)h|[wy]", ""), (r"l", "r"),
        (r"[aeiou'’]", ""), (r"m(?=[bp])", "n"),
    )
)  # fmt: skip


def consonants(word: str) -> str:
    """The consonants that a katakana or English word sounds with, in classes that the rendering keeps apart."""
    if word[0].isascii():
        sounds = word.casefold()
        for form, sound in _SPELLINGS:
            sounds = form.sub(sound, sounds)
    else:
        sounds = "".join(_KANA.get(kana, "") for kana in unicodedata.normalize("NFC", word))
        sounds = re.sub("[mn](?=[bp])", "n", sounds)
    return re.sub(r"(.)\1", r"\1", sounds)
