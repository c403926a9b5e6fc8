"""What stands beside the running text: footnotes, captions, floats, tables, listings. Each becomes a part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from notegen.fetcher.full_text.latexml.flow import BREAK, GONE, running
from notegen.fetcher.full_text.latexml.inline import block
from notegen.fetcher.full_text.latexml.tables import rows_of, spread
from notegen.fetcher.full_text.latexml.walk import Place, Walk, role_of, with_class


def note(walk: Walk, node: Any, place: Place) -> None:
    """A footnote, without its marks."""
    place.out.append(GONE)
    marks = with_class(node, "ltx_note_mark")
    inner = walk.open("footnote", place, walk.text_of(marks[0], place) if marks else "")
    contents = with_class(node, "ltx_note_content")
    walk.into(contents[0] if contents else node, replace(inner, labels=[]))


def caption(walk: Walk, node: Any, place: Place) -> None:
    """The caption of a figure, table or algorithm."""
    place.out.append(GONE)
    walk.into(node, walk.open("caption", place, place.number))


def floating(walk: Walk, node: Any, place: Place) -> None:
    """A figure, table or frame: its text, if any, is an aside; of a drawing only paragraphs are text."""
    place.out.append(GONE)
    is_drawing = role_of(node) == "drawing"
    walk.into(node, replace(walk.open("aside", place, place.number), is_drawing=is_drawing))


def table(walk: Walk, node: Any, place: Place) -> None:
    """A table; one that only lays out text (a single column, a row in a sentence, one in a cell) is that text."""
    rows = rows_of(node)
    if not rows:
        block(walk, node, place)
        return
    is_layout = all(len(row) <= 1 for row in rows) or (len(rows) == 1 and place.is_running)
    if place.is_cell or is_layout:
        for row in rows:
            place.out.append(" " if place.is_cell or place.is_running else BREAK)
            walk.into(row, place)
        return
    place.out.append(GONE)
    inner = walk.open("table", place, place.number)
    opened = walk.opened[-1]
    opened.lines = spread(rows, lambda cell: walk.text_of(cell, inner, is_cell=True))


def listing(walk: Walk, node: Any, place: Place) -> None:
    """An algorithm or program, line by line, indented as it is."""
    lines = list(_lines_of(node))
    if not lines and node.tag != "pre":
        block(walk, node, place)
        return
    place.out.append(GONE)
    inner = walk.open("listing", place, place.number)
    opened = walk.opened[-1]
    opened.lines = "\n".join(_lines(walk, lines or [node], inner)).strip("\n")


def _lines_of(node: Any) -> Iterator[Any]:
    """The lines in a listing, not those within a line."""
    for child in node:
        if role_of(child) == "line":
            yield child
        else:
            yield from _lines_of(child)


def _lines(walk: Walk, lines: list[Any], place: Place) -> Iterator[str]:
    for line in lines:
        out: list[str] = []
        walk.into(line, replace(place, out=out, is_running=True))
        for text in "".join(out).strip("\n").split("\n"):
            indent = len(text) - len(text.lstrip(" \u00a0"))
            yield (" " * indent + running([text], " ")).rstrip()
