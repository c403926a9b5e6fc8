"""Names, formulas and addresses that a model lost, shown to it as X1, X2, … which it takes over as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from notegen.summarizer.checks.words import names_in

_WORD = r"(?:[A-Za-z][\w-]*[A-Z][\w-]*|[A-Z][\w-]*)"
_WHOLE = re.compile(rf"[\w-]*\$[^$]+\$[\w-]*|\\\(.*?\\\)|(?:https?://|www\.)[^\s()]*[\w/]|{_WORD}(?:\s+{_WORD})*")
_LETTERS = "XYZQ"


def masked(sentence: str, said: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The sentence with a mask for each name, formula and address that any Japanese `said` of it so far lacks.

    Also the masks with what they stand for; none where nothing is lacking.
    """
    letter = next((each for each in _LETTERS if not re.search(rf"{each}\d", sentence)), "")
    names = set(names_in(sentence))
    behind: dict[str, str] = {}

    def mask(found: re.Match[str]) -> str:
        first, _, rest = found[0].partition(" ")
        if found.start() == 0 and first not in names and first.isalpha() and not _is_spelt_out(found):
            return f"{first} {_WHOLE.sub(mask, rest)}" if rest else first
        if _begins_an_item(found) or all(_singular(found[0]) in ja for ja in said) or not letter:
            return found[0]
        known = next((key for key, name in behind.items() if name == _singular(found[0])), f"{letter}{len(behind) + 1}")
        behind[known] = _singular(found[0])
        return known

    return _WHOLE.sub(mask, sentence), behind


def _singular(name: str) -> str:
    """The name without the s of many: GPUs."""
    return re.sub(r"(?<=[A-Z])s$", "", name)


def _begins_an_item(found: re.Match[str]) -> bool:
    """Whether it is one ordinary word at the beginning of an item of a list: (1) Identifying …"""
    return bool(re.fullmatch("[A-Z][a-z]+", found[0])) and found.string[: found.start()].endswith(") ")


def _is_spelt_out(found: re.Match[str]) -> bool:
    """Whether the initials of the words follow them: Large Language Model (LLM)."""
    short = re.match(r"\s*\((\w+?)s?\)", found.string[found.end() :])
    return short is not None and short[1] == "".join(word[0] for word in found[0].split())


def unmasked(ja: str, behind: Mapping[str, str]) -> str:
    """The Japanese with the names in place of their masks."""
    for mask, name in behind.items():
        ja = name.join(re.split(rf"{mask[0]}\s?{mask[1:]}(?!\d)", ja))
    return ja
