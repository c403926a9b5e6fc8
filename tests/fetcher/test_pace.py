"""Good manners: one request at a time, and a pause between two, over all processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from notegen.errors import SettingsError
from notegen.fetcher.sources.pace import Pace

ONE_TURN = """
import sys, time
from pathlib import Path
from notegen.fetcher.sources.pace import Pace
pace = Pace(Path(sys.argv[1]), 0.05, time.time, time.sleep)
for _ in range(3):
    with pace.turn():
        start = time.time()
    print(start, time.time())
"""


class Clock:
    """A clock that only sleeping and the test move."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def pace_of(folder: Path, clock: Clock) -> Pace:
    """Three seconds between requests."""
    return Pace(folder, 3.0, clock, clock.sleep)


def test_waits_from_the_end_of_the_last_request(tmp_path: Path) -> None:
    """The pause, and a little more, counts from the end of the last request; the first waits for nobody."""
    clock = Clock()
    with pace_of(tmp_path / "new", clock).turn():
        clock.now += 10
    clock.now += 1
    with pace_of(tmp_path / "new", clock).turn():
        pass

    assert clock.slept == pytest.approx([2.06])


def test_a_failed_request_counts(tmp_path: Path) -> None:
    """A request that raised was a request: the next waits as well."""
    clock = Clock()
    pace = pace_of(tmp_path, clock)
    with pytest.raises(ValueError, match="torn"), pace.turn():
        raise ValueError("torn")
    with pace.turn():
        pass

    assert clock.slept == pytest.approx([3.06])


def test_long_ago_is_no_wait(tmp_path: Path) -> None:
    """After the interval nobody waits."""
    clock = Clock()
    pace = pace_of(tmp_path, clock)
    with pace.turn():
        pass
    clock.now += 3.1
    with pace.turn():
        pass

    assert clock.slept == []


@pytest.mark.parametrize("content", ["", "yesterday", "1e99", "nan"])
def test_a_stamp_that_says_nothing_costs_one_interval(tmp_path: Path, content: str) -> None:
    """A torn stamp, or one from the future after the clock was set back, makes us wait once, not for ever."""
    clock = Clock()
    (tmp_path / "last-request").write_text(content, encoding="utf-8")
    with pace_of(tmp_path, clock).turn():
        pass

    assert clock.slept == pytest.approx([3.06])


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    """A cache folder that is a file is a wrong setting, in one line."""
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(SettingsError, match="cache folder"), pace_of(tmp_path / "file", Clock()).turn():
        pass


def test_processes_take_turns(tmp_path: Path) -> None:
    """Requests of two processes never overlap and keep the interval between them."""
    command = [sys.executable, "-c", ONE_TURN, str(tmp_path)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") for _ in range(2)]
    lines = [line for process in processes for line in process.communicate()[0].splitlines()]
    turns = sorted(tuple(map(float, line.split())) for line in lines)

    assert len(turns) == 6
    assert all(later[0] - earlier[0] >= 0.049 for earlier, later in zip(turns, turns[1:], strict=False))
