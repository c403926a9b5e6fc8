"""The README is true: its note is the one the program writes, and it names every command and option."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from notegen.cli import cli

PROJECT = Path(__file__).resolve().parents[1]
README = PROJECT / "README.md"
FSDP = "2023__VLDB__PyTorch FSDP - Experiences on Scaling Fully Sharded Data Parallel"
BLOCK = re.compile(r"(<!-- note -->\n```markdown\n).*?(\n```\n<!-- /note -->)", re.DOTALL)


def test_the_note_shown_is_the_note_written(run: Callable[..., Result]) -> None:
    """The example is what a dry run prints for the sample vault (NOTEGEN_UPDATE_GOLDEN=1 renews it)."""
    readme = README.read_text(encoding="utf-8")
    ended = run("generate", FSDP, "--offline", "--dry-run", "--vault", PROJECT / "vault")
    expected = BLOCK.sub(lambda found: found[1] + ended.stdout.rstrip() + found[2], readme)

    if os.environ.get("NOTEGEN_UPDATE_GOLDEN"):
        README.write_text(expected, encoding="utf-8")

    assert README.read_text(encoding="utf-8") == expected
    assert ended.exit_code == 0
    assert FSDP in readme


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_command_and_option_is_named(command: str) -> None:
    """Nothing can be asked of the program that its README does not name."""
    readme = README.read_text(encoding="utf-8")
    options = {name for param in cli.commands[command].params if isinstance(param, click.Option) for name in param.opts}

    assert f"notegen {command}" in readme
    assert [option for option in sorted(options) if option not in readme] == []


def test_every_setting_is_reachable_from_the_readme() -> None:
    """The README leads to .env.example, which names them all."""
    assert "(.env.example)" in README.read_text(encoding="utf-8")
