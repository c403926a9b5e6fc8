"""Whoever asked for JSON gets one object on stdout, whatever went wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result
from invented import vault_with

Run = Callable[..., Result]
_MORE_THAN_A_PIPE_HOLDS = 2_000_000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["fill", "--no-such", "--json"], "--no-such"),
        (["--json", "fill"], "--json"),
        (["--no-such", "fill", "--json"], "--no-such"),
        (["nonsense", "--json"], "nonsense"),
        (["generate", "--json"], "PAPER"),
        (["generate", " ", "--json"], "name is empty"),
        (["generate", "A", "--plan", "--dry-run", "--json"], "take one"),
        (["resolve", "--json"], "NAME"),
        (["resolve", "", "--json"], "name is empty"),
        (["resolve", "A", "B", "--pin", "none", "--json"], "one NAME"),
        (["catalogue", "build", "FILE", "--json"], "--json"),
        (["catalogue", "info", "--json", "more"], "more"),
    ],
)
def test_wrong_usage_is_told_as_json_too(run: Run, words: list[str], why: str) -> None:
    """Status 2, the reason in the object, and the usage on stderr as without --json."""
    result = run(*words)

    report = json.loads(result.stdout)
    assert result.exit_code == 2
    assert report["papers"] == []
    assert why in report["error"]["why"]
    assert "Error: " in result.stderr


def test_a_name_that_looks_like_the_option_is_a_name(run: Run) -> None:
    """Behind "--" nothing is an option: wrong usage is told in words alone."""
    result = run("resolve", "--pin", "some title", "--", "--json")

    assert result.exit_code == 2
    assert result.stdout == ""


def test_help_stays_help(run: Run) -> None:
    """Beside --json as well: status 0 and no object."""
    result = run("fill", "--json", "--help")

    assert result.exit_code == 0
    assert result.stdout.startswith("Usage:")


def test_a_file_in_the_way_of_the_state_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the disk refuses is status 1 and an object with its reason."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NOTEGEN_STATE_DIR", str(tmp_path / "file" / "state"))

    result = run("fill", "--offline", "--json", "--vault", vault_with(tmp_path))

    assert result.exit_code == 1
    assert "file" in json.loads(result.stdout)["error"]["why"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_while_names_are_read(tmp_path: Path) -> None:
    """Status 130 and an object that says so, no traceback."""
    words = [sys.executable, "-m", "notegen", "resolve", "-", "--json", "--vault", str(vault_with(tmp_path))]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=dict(os.environ), stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        process.stdin.write(b"#" * _MORE_THAN_A_PIPE_HOLDS)
        process.stdin.flush()  # it is reading, and will not come to an end
        process.send_signal(signal.SIGINT)
        with suppress(BrokenPipeError):
            process.stdin.write(b"#")
            process.stdin.flush()
        assert process.stdout
        assert process.stderr
        stdout, stderr = process.stdout.read(), process.stderr.read()

    assert process.returncode == 130
    assert json.loads(stdout)["error"]["what"] == "stopped"
    assert b"Traceback" not in stderr


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors of POSIX")
@pytest.mark.parametrize("words", [["--json"], []])
def test_a_closed_stdout_is_no_fault(tmp_path: Path, words: list[str]) -> None:
    """`>&-`: nobody wants the result, and the status is the same."""
    name = "2025__X__Amber - A System"
    command = [sys.executable, "-m", "notegen", "resolve", name, *words, "--vault", str(vault_with(tmp_path))]

    ended = subprocess.run(command, preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE, check=False)

    assert ended.returncode == 0
    assert ended.stderr == b""
