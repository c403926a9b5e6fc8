"""Blocks as the parts of a paper: abstract, sections with what stands in them, references."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from notegen.fetcher.full_text.parts import Kind, Part
from notegen.fetcher.full_text.pdf.cells import LOWERED, RAISED
from notegen.fetcher.full_text.pdf.front import NO_TEXT, RUN_IN, front_of, is_prose
from notegen.fetcher.full_text.pdf.headings import Heading, Headings
from notegen.fetcher.full_text.pdf.joining import Words, clean, joined
from notegen.fetcher.full_text.pdf.styles import ENDED, Block, Style, is_item, without_bullet

_LABEL = re.compile(r"(?:\[[^\]\s]{1,12}\]|\d{1,3}\.)\s*(?=\S)")
_NOTE = re.compile(rf"(?:{RAISED}([^{LOWERED}]*){LOWERED}|([∗*†‡§¶]+))\s*")
_STOP_AND_NUMBER = re.compile(r"\s?([.,;:])\s+(\(\s?[A-Z]?\.?\d+(?:\.\d+)*[a-z]?\s?\))$")


@dataclass(slots=True)
class _Section:
    kind: Kind
    titles: tuple[str, ...]
    number: str
    paragraphs: list[list[Block]] = field(default_factory=list)
    beside: list[Part] = field(default_factory=list)
    is_skipped: bool = False


def read_blocks(blocks: Sequence[Block], style: Style) -> tuple[str, tuple[Part, ...], tuple[str, ...]]:
    """Title, parts and references."""
    words = Words.of(line.text for block in blocks for line in block.lines)
    title, rest = front_of(blocks, style, words)
    reader = _Reader(style, words, _marks(blocks), blocks[0].first.page)
    for block in rest:
        reader.read(block)
    reader.end()
    return title, tuple(reader.parts()), tuple(reader.references())


def _marks(blocks: Iterable[Block]) -> dict[int, frozenset[str]]:
    """The marks of the footnotes on each page."""
    marks: dict[int, set[str]] = defaultdict(set)
    for block in blocks:
        found = _NOTE.match(block.text) if block.kind == "footnote" else None
        if found:
            marks[block.first.page].add(found[1] or found[2])
    return {page: frozenset(found) for page, found in marks.items()}


def _numbered(block: Block, text: str) -> str:
    """A formula set apart with its number before its stop, as part of its sentence."""
    return _STOP_AND_NUMBER.sub(r" \2\1", text) if block.kind == "display" else text


class _Reader:
    """Takes blocks one by one into sections."""

    def __init__(self, style: Style, words: Words, marks: dict[int, frozenset[str]], first_page: int) -> None:
        self._headings = Headings(style)
        self._words = words
        self._marks = marks
        self._sections = [_Section("section", (), "")]
        self._entries: list[list[Block]] = []
        self._in_references = False
        self._is_front = True
        self._front: list[Block] = []
        self._first_page = first_page

    def read(self, block: Block) -> None:
        """Puts a block where it belongs."""
        text = self._text([block])
        if block.kind in ("text", "item", "table", "display"):
            heading = self._headings.of(block, text)
            if heading and not (self._is_front and not heading.is_certain):
                self._open(heading)
                return
        if block.kind == "drawing":
            return
        if self._is_front and block.kind not in ("caption", "footnote") and self._is_of_front(block, text):
            self._front.append(block)
            return
        if block.kind in ("caption", "table", "footnote", "listing"):
            self._beside(block, text)
        elif self._in_references:
            self._entry(block)
        elif not NO_TEXT.match(text):
            self._running(block)

    def end(self) -> None:
        """A paper without headings and running text has no front: everything is its text."""
        if self._is_front:
            self._is_front = False
            for block in self._front:
                self.read(block)

    def _open(self, heading: Heading) -> None:
        self._is_front = False
        self._in_references = heading.is_references
        if heading.is_references:
            return
        above = next((s.titles for s in reversed(self._sections) if s.titles and not s.is_skipped), ())
        kept = above[: heading.level - 1] if heading.kind != "abstract" else ()
        section = _Section(heading.kind, (*kept, heading.title), heading.number, is_skipped=heading.is_skipped)
        self._sections.append(section)

    def _is_of_front(self, block: Block, text: str) -> bool:
        """Before the first heading: an abstract is opened, authors and addresses are passed over."""
        label = RUN_IN.match(text)
        if label:
            self._sections.append(_Section("abstract", ("Abstract",), ""))
        self._is_front = not (label or is_prose(block))
        return self._is_front

    def _running(self, block: Block) -> None:
        section = self._sections[-1]
        before = section.paragraphs[-1][-1] if section.paragraphs else None
        if before is not None and self._goes_on(before, block):
            section.paragraphs[-1].append(block)
        else:
            section.paragraphs.append([block])

    def _goes_on(self, before: Block, block: Block) -> bool:
        """Whether a block carries on the paragraph before it, across a column, a page, a float or a formula."""
        text = block.text
        if block.kind == "item" or is_item(text):
            return False
        if block.kind == "display":
            return True
        is_broken = (before.last.page, before.last.band) != (block.first.page, block.first.band)
        ends = bool(ENDED.search(before.text))
        if before.kind == "display":
            return text[:1].islower() or block.first.indent < 0.7 and not ends
        if not ends and (text[:1].islower() or is_broken) and before.kind != "item":
            return True
        if not ends and text[:1].islower():
            return True
        is_full = before.last.x1 > before.last.right - 1.5 * before.last.size
        return is_broken and is_full and block.first.indent < 0.5 and before.kind == "text" and len(before.lines) > 1

    def _entry(self, block: Block) -> None:
        labelled = bool(_LABEL.match(block.text))
        is_first = not self._entries
        has_labels = not is_first and bool(_LABEL.match(self._entries[0][0].text))
        goes_on = has_labels and not labelled
        if not is_first and not has_labels:
            goes_on = block.first.indent > 0.5 or not ENDED.search(self._entries[-1][-1].text)
        if goes_on:
            self._entries[-1].append(block)
        else:
            self._entries.append([block])

    def _beside(self, block: Block, text: str) -> None:
        section = self._sections[-1]
        number = section.number
        if block.kind == "footnote":
            mark = _NOTE.match(block.text)
            number = (mark[1] or mark[2]) if mark else ""
            if block.first.page == self._first_page and number and not number.isalnum():
                return  # the authors' thanks and addresses
            lines = [line.text for line in block.lines]
            text = clean(joined([lines[0][mark.end() :] if mark else lines[0], *lines[1:]], self._words))
            if NO_TEXT.match(text):
                return
        if block.kind == "listing":
            text = "\n".join(clean(line.text) for line in block.lines)
        if block.kind == "table":
            rows = (" | ".join(clean(cell) for cell in line.cells) for line in block.lines)
            text = "\n".join(rows)
        kinds: dict[str, Kind] = {"caption": "caption", "table": "table", "listing": "listing"}
        section.beside.append(Part(kinds.get(block.kind, "footnote"), text, section.titles, number))

    def _text(self, blocks: Sequence[Block]) -> str:
        marks = frozenset().union(*(self._marks.get(block.first.page, frozenset()) for block in blocks))
        texts = [_numbered(block, line.text) for block in blocks for line in block.lines]
        return clean(joined(texts, self._words), marks)

    def parts(self) -> Iterable[Part]:
        """The parts in the order of the paper."""
        for section in self._sections:
            paragraphs = [without_bullet(self._text(blocks)) for blocks in section.paragraphs]
            if section.kind == "abstract" and paragraphs:
                found = RUN_IN.match(paragraphs[0])
                paragraphs[0] = paragraphs[0][found.end() :] if found else paragraphs[0]
            text = "\n\n".join(each for each in paragraphs if each)
            if text and not section.is_skipped:
                yield Part(section.kind, text, section.titles, section.number)
            yield from (part for part in section.beside if part.text)

    def references(self) -> Iterable[str]:
        """The entries of the bibliography without their labels."""
        texts = (self._text(entry) for entry in self._entries)
        return (text[label.end() :] if (label := _LABEL.match(text)) else text for text in texts)
