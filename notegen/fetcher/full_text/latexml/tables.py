"""The cells of a table in rows and columns; what spans several stands in the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_GROUPS = ("thead", "tbody", "tfoot", "ltx_thead", "ltx_tbody", "ltx_tfoot")
_MOST_COLUMNS = 100  # that an empty cell is written for


def rows_of(table: Any) -> list[Any]:
    """The rows of a table or displayed formula itself, not those of a table within."""
    return list(_rows(table, 0))


def spread(rows: list[Any], text_of: Callable[[Any], str]) -> str:
    """The rows as lines, cells apart by " | "; a cell over several columns or rows leaves the others empty.

    Rows without any text are left out.
    """
    hanging: dict[int, int] = {}
    lines: list[str] = []
    for row in rows:
        cells = list(_cells(row, hanging, text_of))
        if any(cells):
            lines.append(" | ".join(cells).rstrip(" |") if not cells[-1] else " | ".join(cells))
    return "\n".join(lines)


def _cells(row: Any, hanging: dict[int, int], text_of: Callable[[Any], str]) -> Iterator[str]:
    """The cells of a row, empty where one of a row above hangs down; `hanging` counts these by column."""
    column = 0
    for cell in row:
        if not _is(cell, ("td", "th", "ltx_td", "ltx_th")):
            continue
        while hanging.get(column, 0):
            hanging[column] -= 1
            column += 1
            yield ""
        yield text_of(cell)
        end = max(column + 1, min(column + _span(cell, "colspan"), _MOST_COLUMNS))
        yield from [""] * (end - column - 1)
        if end <= _MOST_COLUMNS:
            hanging.update(dict.fromkeys(range(column, end), _span(cell, "rowspan") - 1))
        column = end
    for later in sorted(each for each in hanging if each >= column and hanging[each]):
        hanging[later] -= 1


def _rows(table: Any, depth: int) -> Iterator[Any]:
    for child in table:
        if _is(child, ("tr", "ltx_tr", "ltx_eqn_row")):
            yield child
        elif depth < 2 and _is(child, _GROUPS):
            yield from _rows(child, depth + 1)


def _is(node: Any, names: tuple[str, ...]) -> bool:
    return node.tag in names or not set(names).isdisjoint((node.get("class") or "").split())


def _span(cell: Any, name: str) -> int:
    """How many columns or rows a cell spans; LaTeXML writes it as a class where the table is made of spans."""
    by_class = (each for each in (cell.get("class") or "").split() if each.startswith(f"ltx_{name}_"))
    value = cell.get(name) or next(by_class, "1").rpartition("_")[2]
    return max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < 5 else 1
