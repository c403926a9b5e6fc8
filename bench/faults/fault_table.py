"""The whole table of faults, by kind."""

from __future__ import annotations

import kinds_addresses
import kinds_answers
import kinds_bodies
import kinds_busy
import kinds_habits
import kinds_mixed
import kinds_objects
import kinds_overflows
import kinds_parameters
import kinds_runaway
import kinds_shapes
import kinds_slow
import kinds_streams
import kinds_thoughts
import kinds_told
import kinds_told_streams
import kinds_windows
from rows import Row

KINDS: dict[str, tuple[Row, ...]] = {
    "parameters": kinds_parameters.ROWS,
    "shapes of refusals": kinds_shapes.ROWS,
    "thoughts": kinds_thoughts.ROWS,
    "objects": kinds_objects.ROWS,
    "answers": kinds_answers.ROWS,
    "streams": kinds_streams.ROWS,
    "bodies": kinds_bodies.ROWS,
    "runaways": kinds_runaway.ROWS,
    "windows": kinds_windows.ROWS,
    "busy": kinds_busy.ROWS,
    "slow": kinds_slow.ROWS,
    "addresses": kinds_addresses.ROWS,
    "overflows by server": kinds_overflows.ROWS,
    "refusals by server": kinds_told.ROWS,
    "streams by server": kinds_told_streams.ROWS,
    "habits of models": kinds_habits.ROWS,
    "mixed": kinds_mixed.ROWS,
}
TABLE: tuple[Row, ...] = tuple(row for rows in KINDS.values() for row in rows)


def row_called(name: str) -> Row:
    """The row of that name; `KeyError` for none."""
    return {row.name: row for row in TABLE}[name]


def recoverable(row: Row) -> bool:
    """Whether a note is the row's right end."""
    return row.end.outcome in ("recovered", "picked", "part")
