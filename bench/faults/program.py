"""The program under test: its own command line, called here or as a process of its own, its pauses counted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

_PROJECT = Path(__file__).resolve().parents[2]
_PROCESS_SECONDS = 60.0
_POLL_SECONDS = 0.25  # a shorter sleep is no pause between requests
Environment = Mapping[str, str | None]


@dataclass(frozen=True)
class Ended:
    """What a command left: its exit status and what it said; a crash stands at the end of stderr."""

    exit_code: int
    stdout: str
    stderr: str


def in_process(words: list[str], environment: Environment) -> Ended:
    """The command in this process; a variable that is None is not set."""
    from click.testing import CliRunner

    from notegen.cli import cli

    result = CliRunner().invoke(cli, words, env=dict(environment))
    crash = "" if isinstance(result.exception, SystemExit | None) else repr(result.exception)
    return Ended(result.exit_code, result.stdout, result.stderr + crash)


def as_process(words: list[str], environment: Environment) -> Ended:
    """The command in a process of its own, which has to end by itself."""
    environ = {**os.environ, "PYTHONPATH": str(_PROJECT), "PYTHONIOENCODING": "utf-8", **environment}
    result = subprocess.run(
        [sys.executable, "-m", "notegen", *words],
        env={name: value for name, value in environ.items() if value is not None},
        capture_output=True,
        encoding="utf-8",
        timeout=_PROCESS_SECONDS,
        check=False,
    )
    return Ended(result.returncode, result.stdout, result.stderr)


@contextmanager
def counted_pauses() -> Iterator[list[float]]:
    """Pauses of the program are counted, not waited for."""
    pauses: list[float] = []
    sleep = time.sleep

    def counted(seconds: float) -> None:
        if seconds <= _POLL_SECONDS:
            sleep(seconds)
        else:
            pauses.append(seconds)

    with mock.patch("time.sleep", counted):
        yield pauses
