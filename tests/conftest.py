"""Shared fixtures: a home that is not the user's, and the command line run in process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

settings.register_profile("quick", deadline=None)
settings.register_profile("fuzz", max_examples=10_000, deadline=None)
settings.load_profile("quick")

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, cache and state of the developer never reach a test, and arXiv's real address is never asked."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "NOTEGEN_MODEL", "NOTEGEN_VAULT", "NOTEGEN_PROMPTS"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("LANG", "FOLDER", "NAME", "CONTEXT", "TIMEOUT", "DEADLINE", "ROAD", "READ", "TEMPLATE"):
        monkeypatch.delenv(f"NOTEGEN_{variable}", raising=False)
    monkeypatch.setenv("NOTEGEN_CACHE_DIR", str(home / "cache"))
    monkeypatch.setenv("NOTEGEN_STATE_DIR", str(home / "state"))
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("NOTEGEN_ARXIV_INTERVAL", "0")
    return home


@pytest.fixture
def run() -> Run:
    """`run("fill", "--vault", path)`: the command in process, with stdout and stderr apart."""
    from notegen.cli import cli

    def invoke(*words: str | Path, **options: object) -> Result:
        return CliRunner().invoke(cli, [str(word) for word in words], catch_exceptions=False, **options)  # type: ignore[arg-type]

    return invoke
