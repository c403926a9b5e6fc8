"""Reads the marked passages of this folder and compares a splitter with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HALVES = ("tuned", "held_out")
Splitter = Callable[[str], Iterable[str]]
_STOP = re.compile(r"[.!?。．！？…]++[\"'”’)\]}」』）】$]*|\n")
_EMPTY_LINE = re.compile(r"\n\s*\n\s*$")


@dataclass(frozen=True)
class Passage:
    """A passage without its marks, and the boundaries as counts of visible characters before them.

    Those at an empty line are given apart, too, since any splitter finds them.
    """

    language: str
    kind: str
    text: str
    boundaries: frozenset[int]
    at_empty_lines: frozenset[int]


def passages(half: str) -> Iterator[Passage]:
    """The passages of `half`, one of HALVES."""
    for path in sorted(Path(__file__).with_name(half).glob("*.txt")):
        for marked in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            kind, _, body = marked.partition("\n")
            yield _passage(path.stem.partition("_")[0], kind, body.replace("␌", "\f").strip())


def _passage(language: str, kind: str, body: str) -> Passage:
    position, boundaries, at_empty_lines = 0, set(), set()
    pieces = body.split("⏐")
    for piece in pieces[:-1]:
        position += len(visible(piece))
        boundaries.add(position)
        if _EMPTY_LINE.search(piece):
            at_empty_lines.add(position)
    return Passage(language, kind, "".join(pieces), frozenset(boundaries), frozenset(at_empty_lines))


def visible(text: str) -> str:
    """The text without blanks."""
    return "".join(text.split())


def found_boundaries(passage: Passage, split: Splitter) -> frozenset[int]:
    """Where `split` cuts the passage; raises ValueError where its pieces are another text."""
    pieces = [visible(piece) for piece in split(passage.text)]
    if "".join(pieces) != visible(passage.text):
        raise ValueError(f"{passage.kind}: the pieces are another text than the passage")
    ends = [0]
    for piece in pieces:
        ends.append(ends[-1] + len(piece))
    return frozenset(ends[1:-1])


def traps(passage: Passage) -> int:
    """How often a stop or a line end is no boundary."""
    ends = {len(visible(passage.text[: stop.end()])) for stop in _STOP.finditer(passage.text)}
    return len(ends - passage.boundaries - {0, len(visible(passage.text))})


def failures(passage: Passage, found: frozenset[int]) -> list[str]:
    """A line for each boundary that was missed or is wrong, with what stands around it."""
    text = visible(passage.text)
    return [
        f"{passage.language} {passage.kind}: {'missed' if position in passage.boundaries else 'wrong'} "
        f"{text[max(0, position - 40) : position]} ⏐ {text[position : position + 30]}"
        for position in sorted(passage.boundaries ^ found)
    ]
