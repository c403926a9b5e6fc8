"""How near a paper is to a title, and why, in words; never a decision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from notegen.fetcher.matching.sameness import TOO_MUCH, differences, sameness
from notegen.fetcher.matching.titles import HEAD, normal_title, title_key
from notegen.records import Paper

SHORTENED = 0.95

_FITS = 0.97
_MOST, _SAME_NAME, _NAMED = 0.94, 0.8, 0.6
_FEW_WORDS = 2
_WORD = re.compile(r"[^\W_]+(?:[-.+’'][^\W_]+)*")
_ORDINARY_WORDS = """a an the of for and or in on at to with by from via using towards toward through as is are its new
    based under method methods approach approaches system systems model models learning study analysis"""
_ORDINARY = frozenset(_ORDINARY_WORDS.split())


def likeness(title: str, paper: Paper) -> tuple[float, str]:
    """Nearness 0..1 and why: 1.0 for an equal title, `SHORTENED` for one that fits otherwise, else less.

    A name that the title coins and the paper's text mentions counts, because papers are renamed.
    """
    if same := sameness(title, paper):
        return 1.0 if same.needs == 0 else _FITS if same.needs < TOO_MUCH else SHORTENED, same.why
    ratio = min(_MOST, max(_ratio(title, known) for known in (paper.title, *paper.earlier_titles)))
    name = coined_name(title)
    if name and title_key(name) == title_key(HEAD.split(paper.title, maxsplit=1)[0]):
        return max(ratio, _SAME_NAME), f"its title begins with the name “{name}”; the rest differs"
    if name and name.casefold() in names_in(f"{paper.title} {paper.abstract}"):
        return max(ratio, _NAMED), f"its text names “{name}”"
    return ratio, _how_it_differs(title, paper.title)


def coverages(title: str, papers: Sequence[Paper]) -> list[float]:
    """How much of a title's telling words the title and abstract of each paper hold, 0..1, rare words counting more.

    A renamed paper is near by these words though not by its title. How rare a word is, these papers tell.
    """
    words = {_stem(word) for word in _telling(title)}
    held = [words & {_stem(word) for word in normal_title(f"{each.title} {each.abstract}").split()} for each in papers]
    counts = Counter(word for each in held for word in each)
    weights = {word: log((len(papers) + 2) / (counts[word] + 1)) for word in words}
    whole = sum(weights.values())
    return [sum(weights[word] for word in each) / whole if whole else 0.0 for each in held]


def _stem(word: str) -> str:
    return re.sub(r"(?<=\w{4})(?:s|es|ed|ing|ings|ion|ions|ive|al|ly|e)$", "", word)


def _how_it_differs(title: str, other: str) -> str:
    """The words that tell two titles apart where they are few, else those they share."""
    blocks = list(differences(normal_title(title).split(), normal_title(other).split()))
    shared = [word for word in _telling(title) if word in _telling(other)]
    if len(shared) > 1 and sum(max(len(one), len(two)) for one, two in blocks) <= _FEW_WORDS:
        return "; ".join(_told(" ".join(one), " ".join(two)) for one, two in blocks)
    return f"shares the words {', '.join(shared)}" if len(shared) > 1 else "title differs"


def _told(ours: str, theirs: str) -> str:
    if not theirs:
        return f"its title lacks “{ours}”"
    return f"it has “{theirs}” for “{ours}”" if ours else f"its title has “{theirs}” beside"


def coined_name(title: str) -> str:
    """The name a title gives to its subject ("ZeRO" of "ZeRO: Memory …"); "" when it starts with ordinary words."""
    head, *rest = HEAD.split(title.strip(), maxsplit=1)
    if rest and len(head.split()) == 1:
        return head
    first = _WORD.match(head)
    if first is None or len(first[0]) < 3:
        return ""
    return first[0] if any(letter.isupper() or letter.isdigit() for letter in first[0][1:]) else ""


def names_in(text: str) -> frozenset[str]:
    """The words of a text, compounds whole ("fp8-lm"), in small letters."""
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _ratio(title: str, other: str) -> float:
    from rapidfuzz import fuzz

    return round(fuzz.ratio(normal_title(title), normal_title(other)) / 100, 3)


def _telling(title: str) -> dict[str, None]:
    return dict.fromkeys(word for word in normal_title(title).split() if len(word) > 2 and word not in _ORDINARY)
