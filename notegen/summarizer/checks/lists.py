"""How many things a text lists, so that a paraphrase may count them: "A, B and C" are three."""

from __future__ import annotations

import re

_OXFORD = re.compile(r"((?:(?:[^,;.:()]|\.\d)+,\s)+)(?:and|or)\s", re.IGNORECASE)
_PLAIN = re.compile(r"((?:(?:[^,;.:()]|\.\d)+,\s)+)(?:[^,;.:()]|\.\d)+?\s(?:and|or)\s", re.IGNORECASE)
_JAPANESE = re.compile(r"[^、。・]+(?:[、・][^、。・]+)+")
_NUMBERED = re.compile(r"\((?:\d|[ivx]{1,4}|[a-h])\)", re.IGNORECASE)
_TWO = re.compile(r"\b(?:and|or|both|pair|dual|versus|vs|than|against)\b|[とや]|および|または|両", re.IGNORECASE)


def lists(text: str, count: float) -> bool:
    """Whether the text lists so many things."""
    if count == 2:
        return bool(_TWO.search(text))
    lengths = {len(_NUMBERED.findall(text))}
    for match in _OXFORD.finditer(text):
        lengths |= set(range(3, match.group(1).count(", ") + 2))
    for match in _PLAIN.finditer(text):
        lengths |= set(range(3, match.group(1).count(", ") + 3))
    for match in _JAPANESE.finditer(text):
        lengths |= set(range(3, 2 + len(re.findall("[、・]", match.group()))))
    return count in lengths
