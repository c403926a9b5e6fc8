"""A PDF as the text of a paper, and none that is another paper's (P1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import vault_knowing

Run = Callable[..., Result]
PAPERS = Path(__file__).resolve().parents[1] / "fetcher" / "full_text" / "papers"
FOGHORNS = "Tidewise: Efficient Scheduling of Foghorns for Well-Known Harbours"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault that knows the papers of three of the files, and another one."""
    return vault_knowing(
        tmp_path,
        {
            "2609.99991": FOGHORNS,
            "2609.99992": "摘みたての茶葉の冷却が香りに与える影響",
            "2609.99993": "When Bees Rise: Light, Not Warmth",
        },
    )


def _generate(run: Run, vault: Path, name: str, file: Path) -> tuple[dict[str, str], int]:
    result = run("generate", name, "--text", file, "--offline", "--json", "--vault", vault)
    return json.loads(result.stdout)["papers"][0], result.exit_code


@pytest.mark.parametrize(
    ("arxiv_id", "name"), [("2609.99991", "two_columns"), ("2609.99992", "japanese"), ("2609.99993", "interleaved")]
)
def test_a_pdf_is_read_into_a_note(run: Run, vault: Path, arxiv_id: str, name: str) -> None:
    """The note says which file was read, and holds no running head, stamp or author of it."""
    paper, status = _generate(run, vault, arxiv_id, PAPERS / f"{name}.pdf")
    note = (vault / paper["path"]).read_text(encoding="utf-8")

    assert (paper["outcome"], status) == ("written", 0)
    assert f'notegen_read: "file {name}.pdf"' in note
    assert "arXiv:2609" not in note and "Bo Tern" not in note and "- 1 -" not in note


def test_an_ending_in_large_letters_is_a_pdf_too(run: Run, vault: Path) -> None:
    """PAPER.PDF is read as paper.pdf is."""
    file = vault / "PAPER.PDF"
    file.write_bytes((PAPERS / "two_columns.pdf").read_bytes())
    paper, _ = _generate(run, vault, "2609.99991", file)
    assert paper["outcome"] == "written"


def test_the_pdf_of_another_paper_is_refused(run: Run, vault: Path) -> None:
    """Nothing is written, and the title of what was given is named."""
    paper, status = _generate(run, vault, "2609.88888", PAPERS / "two_columns.pdf")

    assert (paper["outcome"], status) == ("failed", 1)
    assert "Tidewise: Efficient Scheduling" in paper["reason"]
    assert [path.name for path in vault.glob("*.md")] == []


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("paper.pdf", b"", "it is empty"),
        ("paper.pdf", b"Kites fly.", "it is no PDF"),
        ("paper.pdf", b"%PDF-1.7 ...", "it is broken or no PDF"),
        ("paper.pdf", b"\n <!DOCTYPE html><html><p>Sign in</p></html>", "it is a page of HTML under another ending"),
        ("paper.txt", b"%PDF-1.7 ...", "it is a PDF under another ending. Rename it to .pdf"),
        ("paper.md", b"%PDF-1.7 ...", "it is a PDF under another ending. Rename it to .pdf"),
        ("paper.html", b"%PDF-1.7 ...", "it is a PDF under another ending. Rename it to .pdf"),
        ("paper.djvu", b"AT&TFORM", "“.djvu” is none of .txt, .md, .html, .htm, .pdf"),
    ],
)
def test_what_is_no_pdf_is_a_clear_error(run: Run, vault: Path, name: str, content: bytes, why: str) -> None:
    """One line that names the file, why and what to do, status 2, before anything is asked or written."""
    file = vault / name
    file.write_bytes(content)
    result = run("generate", "2609.99991", "--text", file, "--offline", "--vault", vault)

    assert result.exit_code == 2
    assert f"cannot read {name}: " in result.stderr
    assert why in result.stderr
