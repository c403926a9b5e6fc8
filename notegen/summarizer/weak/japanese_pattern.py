"""A pattern that holds a model to Japanese: kana, common kanji, and of Latin letters only the source's own."""

from __future__ import annotations

import re
from functools import cache

# What stays as it is: maths, addresses, figures, and words with a digit or a capital inside.
_NAME = re.compile(
    r"\$[^$]*\$|https?://[^\s),]+|(?<![\w.])[A-Za-z]?\d+(?:[.,:]\d+)*[A-Za-z]*"
    r"|[A-Za-z][\w+/.-]*[A-Z0-9][\w+/-]*|(?<!^)\b[A-Z][\w+/-]*|\b[A-Z]\b"
)
_SPECIAL = re.compile(r"[\^$.\[\](){}|*+?\\]")
_MARKS = "、。・（）「」：／〜～％＋－—"
_LEVEL_1 = range(16, 48)  # JIS X 0208, rows of the kanji in common use
_COLUMNS = range(1, 95)
_FIGURES = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}


def japanese_pattern(en: str) -> str:
    """A regular expression (JSON Schema, pattern) for the Japanese of `en`, one sentence or more.

    Servers hold the JSON to it, not the text in the JSON: a backslash of the source stands there as two.
    """
    kept = [re.sub(r"[.,/-]+$|(?<=[A-Z])s$", "", name) for name in _NAME.findall(en)]
    kept += [figure for word, figure in _FIGURES.items() if re.search(rf"\b{word}\b", en, re.IGNORECASE)]
    if "%" in en:
        kept.append("%")
    longest_first = sorted({name for name in kept if name and '"' not in name}, key=lambda name: (-len(name), name))
    names = (_SPECIAL.sub(r"\\\g<0>", name.replace("\\", "\\\\")) for name in longest_first)
    return f"^(?:[{_characters()} ]|{'|'.join((*names, '[(]', '[)]'))})+。$"


@cache
def _characters() -> str:
    """Kana, marks and kanji of level 1."""
    codes = (bytes((row + 0xA0, column + 0xA0)) for row in _LEVEL_1 for column in _COLUMNS)
    kanji = (code.decode("euc_jp", "ignore") for code in codes)
    return f"ぁ-ゖァ-ヺー々{_MARKS}" + "".join(sorted(kanji))
