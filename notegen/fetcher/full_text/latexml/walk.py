"""The walk through a page: every element is read once, by what its class says it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from notegen.fetcher.full_text.latexml.flow import escaped, running
from notegen.fetcher.full_text.latexml.roles import Role, is_unseen, role, shades
from notegen.fetcher.full_text.parts import Kind, Part

_ASIDE_WORDS = 4  # fewer are a label in a drawing


@dataclass(frozen=True, slots=True)
class Place:
    """Where the walk is: the section around it, the text that is being written, how things are to be taken.

    Labels (numbers of sections, formulas, references) go into `labels` where it is a list, else into the text.
    """

    kind: Kind
    titles: tuple[str, ...]
    number: str
    out: list[str]
    labels: list[str] | None = None
    is_bare: bool = False  # within a displayed formula
    is_cell: bool = False
    is_running: bool = False  # within a sentence
    is_drawing: bool = False  # only its paragraphs are text
    is_shaded: bool = False  # on a ground of its own


@dataclass(slots=True)
class Opened:
    """A part that is being written; `lines` is its text where that is no running text."""

    kind: Kind
    titles: tuple[str, ...]
    number: str
    out: list[str] = field(default_factory=list)
    lines: str = ""

    def closed(self) -> Part:
        """The part as it was written."""
        text = self.lines or running(self.out)
        if self.kind == "aside":
            text = "\n\n".join(each for each in text.split("\n\n") if len(each.split()) >= _ASIDE_WORDS)
        return Part(self.kind, text, self.titles, self.number)


Handler = Callable[["Walk", Any, Place], None]


class Walk:
    """Carries what was read from element to element; `handlers` say what to do with each role.

    The walk is at most as deep as the parser lets a page be, 256 elements.
    """

    def __init__(self, handlers: Mapping[Role, Handler]) -> None:
        self.opened: list[Opened] = []
        self.references: list[str] = []
        self.title = ""
        self._handlers = handlers

    def into(self, node: Any, place: Place) -> None:
        """Reads what is in an element, text that nobody sees left out."""
        style = node.get("style")
        if style and not place.is_shaded and shades(style):
            place = replace(place, is_shaded=True)
        out = place.out
        if node.text and not place.is_drawing:
            out.append(escaped(node.text))
        for child in node:
            given = child.get
            style = given("style")
            found = role(child.tag, given("class") or "")
            if found != "unread" and given("hidden") is None and not (style and is_unseen(style, place.is_shaded)):
                self._handlers[found](self, child, place)
            if child.tail and not place.is_drawing:
                out.append(escaped(child.tail))

    def open(self, kind: Kind, place: Place, number: str = "") -> Place:
        """Begins a part of its own in the section of `place`; the place to write it."""
        opened = Opened(kind, place.titles, number)
        self.opened.append(opened)
        return Place(place.kind, place.titles, place.number, opened.out, is_shaded=place.is_shaded)

    def text_of(self, node: Any, place: Place, labels: list[str] | None = None, is_cell: bool = False) -> str:
        """The text of an element for itself, in one line; its notes become parts."""
        out: list[str] = []
        self.into(node, replace(place, out=out, labels=labels, is_running=True, is_drawing=False, is_cell=is_cell))
        return running(out, " ")


def role_of(node: Any) -> Role:
    """The role of an element."""
    return role(node.tag, node.get("class") or "")


def with_class(node: Any, name: str) -> list[Any]:
    """The elements of a class within an element, in order."""
    found: list[Any] = node.xpath(f".//*[contains(concat(' ', @class, ' '), ' {name} ')]")
    return found
