"""A saved page of arXiv's HTML as the text of a paper, and none that is another paper's (P1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import vault_knowing

Run = Callable[..., Result]
PAGES = Path(__file__).resolve().parents[1] / "fetcher" / "full_text" / "pages"
LANTERNS = "Lanterns in Fog: Signals for Slow Ferries"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault that knows the paper of the page, and another one."""
    return vault_knowing(tmp_path, {"2609.99999": LANTERNS})


def _generate(run: Run, vault: Path, name: str, file: Path) -> tuple[dict[str, str], int]:
    result = run("generate", name, "--text", file, "--offline", "--json", "--vault", vault)
    return json.loads(result.stdout)["papers"][0], result.exit_code


def test_a_page_is_read_by_its_sections(run: Run, vault: Path) -> None:
    """Its sentences are in the note, nothing of the page's own furniture is, and what was read is said."""
    paper, status = _generate(run, vault, "2609.99999", PAGES / "new_engine.html")
    note = (vault / paper["path"]).read_text(encoding="utf-8")

    assert (paper["outcome"], status) == ("written", 0)
    assert 'notegen_read: "file new_engine.html"' in note
    assert "LEAK" not in note


def test_the_page_of_another_paper_is_refused(run: Run, vault: Path) -> None:
    """Nothing is written, and the title of what was given is named."""
    paper, status = _generate(run, vault, "2609.88888", PAGES / "new_engine.html")

    assert (paper["outcome"], status) == ("failed", 1)
    assert "Lanterns in Fog" in paper["reason"]
    assert [path.name for path in vault.glob("*.md")] == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"<html><body><p>Some page.</p></body></html>", "no paper on the page"),
        (b"", "empty"),
        (b"%PDF-1.7 ...", "it is a PDF under another ending"),
        (b"<div>" * 1000, "nested too deep"),
        (b"\0\1\2", "no paper"),
    ],
)
def test_a_page_without_a_paper_is_a_clear_error(run: Run, vault: Path, content: bytes, why: str) -> None:
    """One line that names the file and why, status 2, before anything is asked or written."""
    page = vault / "page.html"
    page.write_bytes(content)
    result = run("generate", "2609.99999", "--text", page, "--offline", "--vault", vault)

    assert result.exit_code == 2
    assert "cannot read page.html: " in result.stderr
    assert why in result.stderr
