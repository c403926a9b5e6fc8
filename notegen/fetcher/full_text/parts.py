"""What a read paper is: its parts in the order of the page, its references apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "abstract", "section", "appendix", "acknowledgements", "caption", "table", "footnote", "listing", "aside"
]

BODY: frozenset[Kind] = frozenset({"section", "appendix"})


@dataclass(frozen=True, slots=True)
class Part:
    r"""A piece of a paper that is read in one go.

    `text` has its paragraphs and list items apart by a blank line, formulas as TeX (`$…$`; displayed `$$…$$`, its
    number as `\tag{…}`), a dollar that is none of them as `\$`. The rows of a table and the lines of a listing are
    lines, the cells of a row are apart by " | ".

    `kind` says what it is: an "aside" is text in a frame or float that is no caption; a "listing" is an algorithm or
    program. `titles` are those of the sections it stands in, from the outermost, without their numbers; what stands in
    a section follows it. `number` is that of the innermost section ("3.2", "A"), or the mark of a footnote.
    """

    kind: Kind
    text: str
    titles: tuple[str, ...] = ()
    number: str = ""

    @property
    def level(self) -> int:
        """How deep its section lies: 1 for a section, 2 for a subsection, 0 before the first."""
        return len(self.titles)


@dataclass(frozen=True, slots=True)
class FullText:
    """What was read of a paper. Without parts there was no paper to read.

    `references` are the entries of its bibliography as text, in order, without their labels; the address of a DOI or of
    arXiv that is only linked stands at the end of its entry. `notices` say what the source itself admits, in words:
    "the conversion to HTML broke off".
    """

    title: str = ""
    parts: tuple[Part, ...] = ()
    references: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def body(self) -> tuple[Part, ...]:
        """The running text: sections and appendices."""
        return tuple(part for part in self.parts if part.kind in BODY)
