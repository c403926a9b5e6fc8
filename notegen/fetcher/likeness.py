"""How near a paper is to a title, and why, in words; never a decision."""

from __future__ import annotations

import re
from collections.abc import Callable

from notegen.fetcher.titles import loose_key, normal_title, title_key
from notegen.records import Paper

SHORTENED = 0.95

_MOST, _NAMED = 0.94, 0.6
_LEAST_CUT, _LEAST_WHOLE = 6, 16
_WORD = re.compile(r"[^\W_]+(?:[-.+’'][^\W_]+)*")
_HEAD = re.compile(r":\s|\s[-–—]\s")
_ORDINARY_WORDS = """a an the of for and or in on at to with by from via using towards toward through as is are its new
    based under method methods approach approaches system systems model models learning study analysis"""
_ORDINARY = frozenset(_ORDINARY_WORDS.split())


def likeness(title: str, paper: Paper) -> tuple[float, str]:
    """Nearness 0..1 and why: 1.0 for an equal title, `SHORTENED` for the beginning of one or its acronym, else less.

    A name that the title coins and the paper's text mentions counts, because papers are renamed.
    """
    if how := same_title(title, paper, title_key):
        return 1.0, how
    if how := same_title(title, paper, loose_key) or _shortened(title, paper):
        return SHORTENED, how
    ratio = min(_MOST, max(_ratio(title, known) for known in (paper.title, *paper.earlier_titles)))
    name = coined_name(title)
    if name and name.casefold() in names_in(f"{paper.title} {paper.abstract}"):
        return max(ratio, _NAMED), f"its text names “{name}”"
    theirs = _telling(paper.title)
    shared = [word for word in _telling(title) if word in theirs]
    return ratio, f"shares the words {', '.join(shared)}" if len(shared) > 1 else "title differs"


def same_title(title: str, paper: Paper, key: Callable[[str], str]) -> str:
    """How `title` is the paper's own title, present or earlier, by a key of titles, in words; "" when it is not."""
    wanted = key(title)
    if wanted and wanted == key(paper.title):
        return "same title" if key is title_key else "same title but for spelling, singular or plural"
    if wanted and any(wanted == key(earlier) for earlier in paper.earlier_titles):
        return f"the title it had earlier; now “{paper.title}”"
    return ""


def coined_name(title: str) -> str:
    """The name a title gives to its subject ("ZeRO" of "ZeRO: Memory …"); "" when it starts with ordinary words."""
    head, *rest = _HEAD.split(title.strip(), maxsplit=1)
    if rest and len(head.split()) == 1:
        return head
    first = _WORD.match(head)
    if first is None or len(first[0]) < 3:
        return ""
    return first[0] if any(letter.isupper() or letter.isdigit() for letter in first[0][1:]) else ""


def names_in(text: str) -> frozenset[str]:
    """The words of a text, compounds whole ("fp8-lm"), in small letters."""
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _shortened(title: str, paper: Paper) -> str:
    key, whole = title_key(title), title_key(paper.title)
    if not key or not whole:
        return ""
    if key == title_key(_HEAD.split(paper.title, maxsplit=1)[0]):
        return "the wanted title is only the first part of its title"
    if len(key) >= _LEAST_CUT and whole.startswith(key):
        return "its title begins like the wanted one, but goes on"
    if len(whole) >= _LEAST_WHOLE and key.startswith(whole):
        return "the wanted title begins like its title, but goes on"
    return ""


def _ratio(title: str, other: str) -> float:
    from rapidfuzz import fuzz

    return round(fuzz.ratio(normal_title(title), normal_title(other)) / 100, 3)


def _telling(title: str) -> dict[str, None]:
    return dict.fromkeys(word for word in normal_title(title).split() if len(word) > 2 and word not in _ORDINARY)
