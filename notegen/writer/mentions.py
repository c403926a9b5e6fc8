"""Terms that are notes of the vault become links, each once, in Japanese text as in English. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from notegen.obsidian import names
from notegen.obsidian.literal import scan

_SCRIPTS = ("A-Za-z0-9À-ɏ_-", "㐀-鿿々", "゠-ヿ")  # Latin words, kanji, katakana


def link_first_mentions(lines: Sequence[str], notes: Mapping[str, str]) -> list[str]:
    """The lines of a text with the first mention of each note linked; `notes` gives the link target of each term.

    Of terms that begin at one place the longer goes first. A term counts where no word goes on at its edges: Latin
    letters beside Latin letters, kanji beside kanji, katakana beside katakana. Code, mathematics and links stay as they
    are.
    """
    text = "\n".join(lines)
    spans = [(span.start, span.end) for span in scan(text)]
    mentions = sorted((m.start(), -m.end(), term) for term in notes for m in _mention(term).finditer(text))
    linked: dict[str, tuple[int, int]] = {}
    for start, end, term in mentions:
        if notes[term] not in linked and not _overlaps((start, -end), (*spans, *linked.values())):
            linked[notes[term]] = (start, -end)
    for target, (start, end) in sorted(linked.items(), key=lambda link: link[1], reverse=True):
        shown = text[start:end]
        link = f"[[{shown}]]" if names.key(target) == names.key(shown) else f"[[{target}|{shown}]]"
        text = text[:start] + link + text[end:]
    return text.split("\n")


def _mention(term: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![{_going_on(term[0])}]){re.escape(term)}(?![{_going_on(term[-1])}])")


def _going_on(edge: str) -> str:
    """The characters with which a word that has this one at its edge would go on; a backslash escapes what follows."""
    return next((script for script in _SCRIPTS if re.match(f"[{script}]", edge)), r"\\")


def _overlaps(span: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)
