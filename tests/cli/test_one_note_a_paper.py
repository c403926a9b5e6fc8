"""Which name a note gets, and that no paper ever gets two notes or another paper's (P1, P2)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import Result
from screens import on_terminal

Run = Callable[..., Result]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault that knows three invented papers; two of them have the same title."""
    (tmp_path / ".notegen").mkdir()
    records = (
        {"arxiv_id": "2401.00001", "title": "Twin Paper", "published": "2024", "abstract": "We present the first."},
        {"arxiv_id": "2401.00002", "title": "Twin Paper", "published": "2024", "abstract": "We present the second."},
        {"arxiv_id": "cs/0701188", "title": "Old: A / B", "published": "2007", "abstract": "We present the old."},
    )
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (tmp_path / ".notegen" / "papers.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def _notes(vault: Path) -> Sequence[str]:
    return sorted(path.relative_to(vault).as_posix() for path in vault.rglob("*.md"))


def test_two_papers_with_one_title_get_two_notes(run: Run, vault: Path) -> None:
    """The second is told apart by its id, in one run and over two."""
    run("generate", "2401.00001", "2401.00002", "--offline", "--vault", vault)
    again = run("generate", "2401.00002", "2401.00001", "--offline", "--vault", vault)

    assert _notes(vault) == ["2024__arXiv__Twin Paper (2401.00002).md", "2024__arXiv__Twin Paper.md"]
    assert again.exit_code == 0
    assert "first" in (vault / "2024__arXiv__Twin Paper.md").read_text(encoding="utf-8")


def test_one_paper_under_two_names_makes_one_note(run: Run, vault: Path) -> None:
    """The id and its URL are one paper; so are two links of a MOC, and the other is told what to write."""
    run("generate", "cs/0701188", "https://arxiv.org/abs/cs/0701188v2", "--offline", "--vault", vault)
    (vault / "A MOC.md").write_text(
        "## Papers\n- [[2024__X__One]] arXiv:2401.00001\n- [[2024__X__Two]] arXiv:2401.00001\n", encoding="utf-8"
    )
    result = run("fill", "--offline", "--json", "--vault", vault)

    assert _notes(vault) == ["2007__arXiv__Old - A - B.md", "2024__X__One.md", "A MOC.md"]
    assert "write [[2024__X__One|2024__X__Two]]" in result.stdout


@pytest.mark.parametrize(
    "head",
    [
        'arxiv_id: "2401.00001"',
        "arxiv: 2401.00001",
        "url: https://arxiv.org/abs/2401.00001v3",
        "aliases: [2024__X__Listed]",
    ],
)
def test_a_paper_that_has_a_note_elsewhere_gets_no_second_one(run: Run, vault: Path, head: str) -> None:
    """A note of another name with its id, or with the link as its alias: reported with the link to write."""
    (vault / "My own name.md").write_text(f"---\n{head}\n---\nmy words\n", encoding="utf-8")
    (vault / "A MOC.md").write_text("## Papers\n- [[2024__X__Listed]] arXiv:2401.00001\n", encoding="utf-8")

    result = run("fill", "--offline", "--json", "--vault", vault)

    assert result.exit_code == 0
    assert _notes(vault) == ["A MOC.md", "My own name.md"]
    assert "write [[My own name|2024__X__Listed]]" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_the_link_to_write_is_seen_whole(run: Run, vault: Path, columns: int) -> None:
    """On a terminal of any width and in a pipe, it can be copied as it stands: neither cut nor escaped."""
    link = "2024__X__Listed under a name that is far longer than a terminal is wide, as names of papers often are"
    (vault / "My own name.md").write_text('---\narxiv_id: "2401.00001"\n---\n', encoding="utf-8")
    (vault / "A MOC.md").write_text(f"## Papers\n- [[{link}]] arXiv:2401.00001\n", encoding="utf-8")

    status, shown = on_terminal(["fill", "--offline", "--vault", vault], columns)
    piped = run("fill", "--offline", "--vault", vault)

    assert status == piped.exit_code == 0
    assert f": write [[My own name|{link}]]\n" in shown
    assert f": write [[My own name|{link}]]\n" in piped.stdout


def test_a_plain_title_takes_the_name_of_the_moc_or_the_pattern(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title typed is no file name: the MOC's link to that paper is, else NOTEGEN_NAME."""
    monkeypatch.setenv("NOTEGEN_NAME", "{arxiv_id} {title}")
    run("generate", "Old: A / B", "--offline", "--vault", vault)
    (vault / "A MOC.md").write_text("## Papers\n- [[@twin]] https://arxiv.org/abs/2401.00002\n", encoding="utf-8")
    run("generate", "2401.00002", "--offline", "--vault", vault)

    assert _notes(vault) == ["@twin.md", "A MOC.md", "cs_0701188 Old - A - B.md"]


def test_no_file_of_a_person_is_taken_for_a_paper_without_note(run: Run, vault: Path) -> None:
    """A person's file under the very name is never overwritten, and counts as existing."""
    mine = vault / "2024__X__Mine.md"
    mine.write_text("", encoding="utf-8")
    (vault / "A MOC.md").write_text("## Papers\n- [[2024__X__Mine]] arXiv:2401.00001\n", encoding="utf-8")

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 0
    assert mine.read_bytes() == b""


def test_a_note_leads_back_to_every_moc_that_lists_it(run: Run, vault: Path) -> None:
    """Filling one MOC, the note's parents are all MOCs with the link; a MOC that cannot be read is none."""
    for name in ("First MOC", "Second MOC"):
        (vault / f"{name}.md").write_text("## Papers\n- [[2024__X__Shared]] arXiv:2401.00001\n", encoding="utf-8")
    (vault / "Broken MOC.md").write_bytes("## 論文\n- [[2024__X__Shared]]\n".encode("cp932"))

    result = run("fill", "Second MOC", "--offline", "--vault", vault)

    note = (vault / "2024__X__Shared.md").read_text(encoding="utf-8")
    assert result.exit_code == 0
    assert "Parent: [[Second MOC]], [[First MOC]]\n" in note
    assert 'up:\n  - "[[Second MOC]]"\n  - "[[First MOC]]"\n' in note
