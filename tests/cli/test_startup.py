"""Start-up: what `--help` and `--version` load."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "openai",
    "arxiv",
    "requests",
    "langchain_text_splitters",
    "jinja2",
    "rich",
    "pydantic",
    "lxml",
    "yaml",
    "sqlite3",
)


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["fill", "--help"], ["resolve", "--help"], ["catalogue", "build", "--help"]]
)
def test_help_and_version_load_no_heavy_package(words: list[str]) -> None:
    """`notegen --help` stays fast: no client, template or terminal library is imported for it."""
    code = (
        f"import sys; sys.argv = ['notegen', *{words!r}]; from notegen.cli import main\n"
        f"try: main()\nexcept SystemExit: pass\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )

    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)

    assert ended.stderr.strip() == ""
    assert "notegen" in ended.stdout
