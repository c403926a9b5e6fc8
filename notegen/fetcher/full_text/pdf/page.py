"""What is on a page of a PDF: words and lines with their places, in points from the lower left corner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a page."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def area(self) -> float:
        """Width by height."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is in it, or on its edge."""
        return self.x0 - 1 <= x <= self.x1 + 1 and self.y0 - 1 <= y <= self.y1 + 1

    def turned(self, turn: int) -> Box:
        """The same where writing turned by `turn` quarters runs from left to right."""
        if turn == 1:
            return Box(self.y0, -self.x1, self.y1, -self.x0)
        if turn == 2:
            return Box(-self.x1, -self.y1, -self.x0, -self.y0)
        if turn == 3:
            return Box(-self.y1, self.x0, -self.y0, self.x1)
        return self


@dataclass(slots=True, eq=False)
class Word:
    """Letters without a gap, of one size and on one height; `y` is the line they stand on.

    `is_after_blank` tells whether the file has a blank before it; `turn` counts quarter turns to the left.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    is_bold: bool = False
    is_after_blank: bool = True
    turn: int = 0
    y_end: float = 0.0
    is_seen: bool = True
    is_italic: bool = False


@dataclass(slots=True, eq=False)
class Page:
    """A page: its words, thin level lines and pictures. One that cannot be read `is_broken`."""

    number: int
    left: float
    right: float
    words: list[Word]
    rules: list[Box]
    pictures: list[Box]
    bottom: float = 0.0
    top: float = 0.0
    is_broken: bool = False


@dataclass(slots=True, eq=False)
class Line:
    """A line of a column (`column` 0 for the left or only one, 1 for the right, 2 over both), with the column's edges.

    `words` are those on the line itself; `text` has raised ones and those above and below it in their places, `cells`
    the same cut at wide gaps. `band` counts the runs of lines down one column.
    """

    page: int
    column: int
    words: list[Word]
    left: float
    right: float
    text: str = ""
    cells: tuple[str, ...] = ()
    x0: float = 0.0
    x1: float = 0.0
    y: float = 0.0
    size: float = 0.0
    is_bold: bool = False
    is_italic: bool = False
    band: int = 0
    is_second: bool = False  # of two columns on one side

    @property
    def indent(self) -> float:
        """How far it begins behind its column's edge, in its size."""
        return (self.x0 - self.left) / self.size

    @property
    def fill(self) -> float:
        """The share of the column that it takes."""
        return (self.x1 - self.x0) / max(self.right - self.left, 1)
