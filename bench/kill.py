"""Kills notegen while it writes, and looks at what is left of the vault and at what one more run makes of it.

python bench/kill.py [--kills 200] [--seed 1]

Commands on a vault whose owner has edited notes: fill, fill into new folders, fill --refresh, generate --moc, undo and
resolve --pin, and fill on a disk without hard links. First each is stopped once before every single step that changes
the disk, then killed at random moments. A step is an event of Python's own audit hooks (open for writing, link, rename,
remove, mkdir, rmdir), an fsync or an exchange of two names.
After each kill: no file of the vault may hold anything but what stood there before or what was to be written, and there
may be no other file but notegen's hidden leftover. Every second time the killed run is undone: the vault must be as
before it. After one more run, which must end with the status of an undisturbed one, the vault must be that of one.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import edited_vault as vaults

from notegen import commands, undoing
from notegen.cli import cli
from notegen.writer import atomic, disk
from notegen.writer.journal import runs

_CHANGES = {"os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}
_ENTRY = "journal entry"


class Trial:
    """A folder with a vault and its state, as one command finds them, and as an undisturbed run leaves them."""

    def __init__(
        self, home: Path, name: str, words: list[str], begin: Callable[[Path], None], *, links: bool = True
    ) -> None:
        self.name, self.words, self.links, self._home = name, words, links, home / name.replace(" ", "_")
        self._start = self._home / "start"
        place = self._home / "now"  # a vault's state is known by the vault's path
        (place / "vault").mkdir(parents=True)
        begin(place)
        self.words += [run.id for run in runs(place / "state", place / "vault")[-1:] if words == ["undo"]]
        self.before = vaults.tree(place / "vault")
        place.rename(self._start)
        place = self.fresh()
        self.steps, self.status = _run(place, self.words, trace=place / "trace", links=links)
        self.labels = (place / "trace").read_text(encoding="utf-8").splitlines()
        self.after = vaults.tree(place / "vault")
        assert self.after != self.before, f"{name} changed nothing"

    def fresh(self) -> Path:
        place = self._home / "now"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self._start, place)
        return place

    def problems(self, place: Path) -> list[str]:
        """What is wrong in the vault right after a kill."""
        found = []
        for path, content in vaults.tree(place / "vault").items():
            if path.endswith("/") or Path(path).name.startswith(atomic.TEMPORARY):
                continue
            if content not in (self.before.get(path), self.after.get(path)):
                found.append(f"{path} is torn or foreign")
        gone = [path for path in self.before if path in self.after and path not in vaults.tree(place / "vault")]
        return found + [f"{path} is gone" for path in gone]


_LOADED = (commands, undoing)  # once, before the processes are forked


def _run(
    place: Path, words: list[str], *, trace: Path, stop_at: int = 0, delay_seconds: float = 0.0, links: bool = True
) -> tuple[int, int]:
    """Runs a command in a process of its own; SIGKILL before step `stop_at`, or so much later.

    Gives back the number of steps and the status; `links` False: no hard link can be made.
    """
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        steps = trace.read_text(encoding="utf-8").splitlines() if trace.exists() else []
        return len(steps), os.waitstatus_to_exitcode(status)
    status = 99
    try:
        if not links:
            os.link = _refuse
        status = _in_child(place, words, trace, stop_at, delay_seconds)
    finally:
        os._exit(status)


def _refuse(*_: object, **__: object) -> None:
    raise PermissionError(errno.EPERM, "no hard links here")


def _in_child(place: Path, words: list[str], trace: Path, stop_at: int, delay_seconds: float) -> int:
    os.environ.update(
        NOTEGEN_STATE_DIR=str(place / "state"),
        NOTEGEN_CACHE_DIR=str(place / "cache"),
        NOTEGEN_VAULT=str(place / "vault"),
        NOTEGEN_ARXIV_URL="http://127.0.0.1:9",
    )
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "NOTEGEN_MODEL", "NOTEGEN_PROMPTS"):
        os.environ.pop(name, None)
    log = os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    count = 0

    def step(label: str) -> None:
        nonlocal count
        count += 1
        os.write(log, f"{label}\n".encode())
        if count == stop_at and not delay_seconds:
            os.kill(os.getpid(), signal.SIGKILL)
        elif count == stop_at:
            threading.Thread(target=_kill_later, args=(delay_seconds,), daemon=True).start()

    _watch(str(place), step)
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), redirect_stderr(io.StringIO()):
        try:
            cli(words, prog_name="notegen")
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def _kill_later(seconds: float) -> None:
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGKILL)


def _watch(place: str, step: Callable[[str], None]) -> None:
    fsync, exchange = os.fsync, disk.exchange

    def on_event(event: str, args: tuple[object, ...]) -> None:
        path = args[0] if args else ""
        if not isinstance(path, str | bytes | os.PathLike) or not os.fsdecode(path).startswith(place):
            return
        where = Path(os.path.relpath(os.fsdecode(path), place)).parts[0]
        if event in _CHANGES:
            step(f"{where}: {event}")
        elif event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR):
            name = _ENTRY if os.fsdecode(path).endswith("journal.jsonl") else "open"
            step(f"{where}: {name}")

    def synced(handle: int) -> None:
        step("fsync")
        fsync(handle)

    def exchanged(one: Path, other: Path) -> bool:
        step("vault: exchange")
        return exchange(one, other)

    sys.addaudithook(on_event)
    os.fsync = synced
    disk.exchange = exchanged


def trials(home: Path) -> list[Trial]:
    def empty(place: Path) -> None:
        vaults.build(place / "vault")

    def edited(place: Path) -> None:
        empty(place)
        _run(place, ["fill", "--offline"], trace=place / "trace")
        vaults.edit(place / "vault")

    def renewed(place: Path) -> None:
        edited(place)
        _run(place, refresh, trace=place / "trace")

    refresh = ["fill", "--offline", "--refresh", "--lang", "en", "--fill-empty"]
    entry = ["generate", "--offline", vaults.EXTRA, "--moc", vaults.MOC, "--section", vaults.SECTION]
    into = ["fill", "--offline", "--folder", "新しい/論文"]
    return [
        Trial(home, "fill", ["fill", "--offline"], empty),
        Trial(home, "fill, new folders", into, empty),
        Trial(home, "fill, no hard links", ["fill", "--offline"], empty, links=False),
        Trial(home, "fill --refresh", refresh, edited),
        Trial(home, "generate --moc", entry, edited),
        Trial(home, "undo", ["undo"], renewed),
        Trial(home, "resolve --pin", ["resolve", "A paper", "--pin", "none"], edited),
    ]


def _killed(trial: Trial, stop_at: int, delay_seconds: float, failures: list[str]) -> str:
    """One kill, perhaps an undo, and one more run; gives back what the process had been doing."""
    place = trial.fresh()
    known = {run.id for run in runs(place / "state", place / "vault")}
    _run(place, trial.words, trace=place / "killed", stop_at=stop_at, delay_seconds=delay_seconds, links=trial.links)
    labels = (place / "killed").read_text(encoding="utf-8").splitlines()
    where = f"{trial.name}, step {len(labels)} ({labels[-1]})"
    failures += [f"{where}: {problem}" for problem in trial.problems(place)]
    begun = [run.id for run in runs(place / "state", place / "vault") if run.id not in known]
    if begun and stop_at % 2:
        _run(place, ["undo", begun[-1]], trace=place / "undone")
        failures += _differences(f"{where}, undone", place, trial.before)
    _, status = _run(place, trial.words, trace=place / "again", links=trial.links)
    failures += _differences(f"{where}, run again", place, trial.after)
    if status != trial.status:
        failures.append(f"{where}, run again: status {status}, not {trial.status}")
    return _phase(labels)


def _differences(where: str, place: Path, wanted: dict[str, bytes]) -> list[str]:
    left = vaults.tree(place / "vault")
    paths = sorted(left.keys() | wanted.keys())
    return [f"{where}: {path} is not as it should be" for path in paths if left.get(path) != wanted.get(path)]


def _phase(labels: list[str]) -> str:
    """Where a run was: before a write was announced, between announcement and last rename, or after it."""
    announced = max((at for at, label in enumerate(labels) if _ENTRY in label), default=-1)
    if announced < 0:
        return "before the first journal entry"
    since = [label for label in labels[announced + 1 :] if label.startswith("vault: ")]
    done = any(label.split(": ")[1] in ("os.link", "os.rename", "exchange", "os.remove") for label in since[:-1])
    if done and "os.remove" in since[-1]:
        return "between rename and clean-up"
    return "between journal entry and rename"


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--kills", type=int, default=200, help="random kills, over all four commands")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    chance = random.Random(asked.seed)
    failures: list[str] = []
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        every = trials(Path(folder))
        for trial in every:
            for stop_at in range(1, trial.steps + 1):
                _killed(trial, stop_at, 0.0, failures)
            print(f"{trial.name:20} stopped before each of {trial.steps} steps: {len(failures)} failures so far")
        phases: Counter[str] = Counter()
        for number in range(asked.kills):
            trial = every[number % len(every)]
            phases[_killed(trial, chance.randint(1, trial.steps), chance.uniform(0.0001, 0.003), failures)] += 1
    print(f"\n{asked.kills} kills at random moments, seed {asked.seed}, by what the run was doing:")
    for phase, count in phases.most_common():
        print(f"  {count:4}  {phase:34} {'#' * (count * 50 // asked.kills)}")
    print(f"\n{len(failures)} failures, {time.monotonic() - began:.0f} s")
    for failure in failures[:20]:
        print(f"  {failure}")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
