"""Odd and faulty model servers: how the program ends with each, against what was written down beforehand.

    python bench/faults.py [--kind KIND] [--row NAME]... [--jobs N] [--wrong]

The table lies in bench/faults: single faults, the same fault some times in a row, and one kind after another. A row
that can be recovered has to end in the very note a faultless server gives, byte for byte. The exit status is 1 when
anything is not as written.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "faults"))

from fault_table import KINDS, TABLE, recoverable, row_called
from rows import Row
from trial import Seen, tried

_NAME = 62


def main(words: Sequence[str] | None = None) -> int:
    asked = _arguments(words)
    rows = [row for row in TABLE if row.name in asked.row] if asked.row else list(KINDS.get(asked.kind, TABLE))
    started = time.monotonic()
    slow_first = sorted(rows, key=lambda row: "NOTEGEN_TIMEOUT" not in row.environment)
    with ProcessPoolExecutor(asked.jobs) as pool:
        ended = dict(
            zip((row.name for row in slow_first), pool.map(_tried, (row.name for row in slow_first)), strict=True)
        )
    for kind, some in KINDS.items():
        shown = [row for row in some if row.name in ended and not (asked.wrong and not ended[row.name].wrong)]
        if shown:
            print(f"\n{kind}")
        for row in shown:
            _show(row, ended[row.name])
    return _totals(rows, ended, time.monotonic() - started)


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Odd and faulty model servers against their right ends.")
    parser.add_argument("--kind", choices=tuple(KINDS), default="")
    parser.add_argument("--row", action="append", default=[], metavar="NAME")
    parser.add_argument("--jobs", type=int, default=4 * (os.cpu_count() or 1), metavar="N")
    parser.add_argument("--wrong", action="store_true", help="show only rows that are not as written")
    return parser.parse_args(words)


def _tried(name: str) -> Seen:
    return tried(row_called(name))


def _show(row: Row, seen: Seen) -> None:
    pauses = f" {sum(seen.pauses):3.0f} s paused" if seen.pauses else ""
    mark = "  " if not seen.wrong else "✗ "
    ended = seen.outcome if seen.outcome != "written" else row.end.outcome if not seen.wrong else "written"
    print(
        f"{mark}{row.name:<{_NAME}.{_NAME}} {row.end.outcome:<9} {ended:<9} exit {seen.exit_status}"
        f" {seen.requests:>3}/{row.requests} requests {seen.seconds:5.1f} s{pauses}"
    )
    for wrong in seen.wrong:
        print(f"      {wrong[:300]}")


def _totals(rows: Sequence[Row], ended: dict[str, Seen], seconds: float) -> int:
    mendable = [row for row in rows if recoverable(row)]
    others = [row for row in rows if not recoverable(row)]
    right = {name for name, seen in ended.items() if not seen.wrong}
    told = [line for seen in ended.values() for line in seen.wrong]
    latex = sum(line.startswith("LaTeX") for line in told)
    foreign = sum(line.startswith(("not of the paper", "“")) for line in told)
    print(f"\n{len(rows)} rows in {seconds:.0f} s")
    print(f"recoverable: {len(mendable)}, recovered as written: {sum(row.name in right for row in mendable)}")
    print(f"others: {len(others)}, ended as written: {sum(row.name in right for row in others)}")
    print(f"corrupted LaTeX: {latex}; text that looks like content but is not: {foreign}")
    return int(len(right) < len(rows))


if __name__ == "__main__":
    sys.exit(main())
