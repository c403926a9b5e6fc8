"""Bad input ends in one clear line and the right exit status, and nothing is lost."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import vault_with

Run = Callable[..., Result]


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _one_line(result: Result) -> str:
    lines = [line for line in result.stderr.splitlines() if line.startswith("notegen:")]
    assert len(lines) == 1, result.stderr
    return lines[0]


@pytest.mark.parametrize("command", [["fill"], ["status"], ["generate", "2301.00001"]])
def test_no_such_vault(run: Run, tmp_path: Path, command: list[str]) -> None:
    """A vault that is not there: status 2, and how to name one."""
    result = run(*command, "--vault", tmp_path / "nowhere")

    assert result.exit_code == 2
    assert "no such folder" in _one_line(result)
    assert "--vault" in _one_line(result)


def test_moc_not_found_names_those_there_are(run: Run, tmp_path: Path) -> None:
    """A MOC that is not there: status 2, with the MOCs of the vault."""
    result = run("fill", "Nothing", "--vault", vault_with(tmp_path))

    assert result.exit_code == 2
    assert "no note named “Nothing”" in _one_line(result)
    assert "Reading MOC" in _one_line(result)


def test_ambiguous_moc_names_the_paths(run: Run, tmp_path: Path) -> None:
    """Two notes of one name: status 2, with both paths; a whole path decides."""
    vault = vault_with(tmp_path)
    (vault / "old").mkdir()
    (vault / "old" / "List.md").write_text("## Papers\n", encoding="utf-8")
    (vault / "new").mkdir()
    (vault / "new" / "List.md").write_text("## Papers\n", encoding="utf-8")

    result = run("status", "List", "--vault", vault)

    assert result.exit_code == 2
    assert "new/List.md, old/List.md" in _one_line(result)
    assert run("status", "old/List", "--vault", vault).exit_code == 0


def test_moc_that_is_not_utf8(run: Run, tmp_path: Path) -> None:
    """A MOC in another encoding is not guessed at: named, status 2; else it is told, and the others go on."""
    vault = vault_with(tmp_path)
    (vault / "Other MOC.md").write_bytes("## 論文\n- [[2024__X__表]]\n".encode("cp932"))
    before = _tree(vault)

    named = run("fill", "Other MOC", "--offline", "--vault", vault)
    unchanged = _tree(vault) == before
    every = run("fill", "--offline", "--vault", vault)

    assert named.exit_code == 2
    assert "UTF-8" in _one_line(named)
    assert unchanged
    assert every.exit_code == 1
    assert "Other MOC.md" in _one_line(every)
    assert len(list(vault.glob("2025*"))) == 3


@pytest.mark.parametrize("name", ["./Reading MOC.md", "[[Reading MOC]]", "Reading MOC.md", "reading moc", "ABSOLUTE"])
def test_a_moc_may_be_named_as_a_shell_completes_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A path from here, an absolute one, a bracketed link, any case."""
    vault = vault_with(tmp_path)
    monkeypatch.chdir(vault)

    result = run("status", str(vault / "Reading MOC.md") if name == "ABSOLUTE" else name)

    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("folder", ["../out", ".trash", "P:apers"])
def test_a_folder_no_note_can_be_put_into(run: Run, tmp_path: Path, folder: str) -> None:
    """Said once, of the folder, status 2."""
    result = run("fill", "--folder", folder, "--offline", "--vault", vault_with(tmp_path))

    assert result.exit_code == 2
    assert "NOTEGEN_FOLDER" in _one_line(result)


def test_json_is_json_for_errors_too(run: Run, tmp_path: Path) -> None:
    """Whoever reads the report always gets one object, with the error in it."""
    result = run("fill", "--json", "--vault", tmp_path / "nowhere")

    assert json.loads(result.stdout)["error"]["why"] == "no such folder"
    assert result.exit_code == 2


def test_links_to_files_and_pipes_in_a_vault_disturb_nobody(run: Run, tmp_path: Path) -> None:
    """Symbolic links (broken, to itself, out of the vault) and a pipe count as existing, and are never read."""
    vault = vault_with(tmp_path)
    (vault / "gone.md").symlink_to(tmp_path / "nonexistent")
    (vault / "self.md").symlink_to(vault / "self.md")
    (tmp_path / "outside.md").write_text("secret", encoding="utf-8")
    (vault / "2025__X__Birch - A System.md").symlink_to(tmp_path / "outside.md")
    os.mkfifo(vault / "pipe.md")

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "outside.md").read_text(encoding="utf-8") == "secret"
    assert sorted(path.name for path in vault.glob("2025*") if not path.is_symlink()) == [
        "2025__X__Amber - A System.md",
        "2025__X__Cedar - A System.md",
    ]


def test_a_pin_that_cannot_be_read_decides_nothing(run: Run, tmp_path: Path) -> None:
    """Somebody said something of this link: it is not written without them; the pin is named."""
    vault = vault_with(tmp_path, ("Amber",))
    (vault / ".notegen" / "pins.toml").write_text('"2025__X__Amber - A System" = none\n', encoding="utf-8")

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 1
    assert "pins.toml, line 1" in result.stderr
    assert list(vault.glob("2025*")) == []


def test_a_vault_without_moc(run: Run, tmp_path: Path) -> None:
    """Nothing to read from: status 2."""
    (tmp_path / "Note.md").write_text("hello", encoding="utf-8")

    result = run("fill", "--vault", tmp_path)

    assert result.exit_code == 2
    assert "no MOC in this vault" in _one_line(result)


@pytest.mark.parametrize("text", ["", "## Papers\n", "---\ntags: [moc]\n---\n", "## Papers\n- [[Existing]]\n"])
def test_nothing_to_do_is_no_error(run: Run, tmp_path: Path, text: str) -> None:
    """An empty MOC, and one without missing links: status 0, and it says so."""
    (tmp_path / "Existing.md").write_text("mine", encoding="utf-8")
    (tmp_path / "A MOC.md").write_text(text, encoding="utf-8")
    before = _tree(tmp_path)

    result = run("fill", "A MOC", "--vault", tmp_path)

    assert result.exit_code == 0
    assert "nothing to write: no file was changed" in result.stdout
    assert _tree(tmp_path) == before


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    """No note can be placed: each paper says why, status 3, nothing half-written."""
    vault = vault_with(tmp_path)
    (vault / "Papers").write_text("a file where the folder should be", encoding="utf-8")
    before = _tree(vault)

    result = run("fill", "--folder", "Papers", "--offline", "--vault", vault)

    assert result.exit_code == 3
    assert "cannot write Papers/" in result.stderr
    assert _tree(vault) == before


def test_a_name_that_cannot_be_a_file_costs_that_paper_only(run: Run, tmp_path: Path) -> None:
    """The link stays as it is, with the reason; the others are written."""
    vault = vault_with(tmp_path, ("Amber", "What is: this", "Cedar"))

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 1
    assert "cannot be a file name" in _one_line(result)
    assert sorted(path.name for path in vault.glob("2025*")) == [
        "2025__X__Amber - A System.md",
        "2025__X__Cedar - A System.md",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["fill", "--no-such"],
        ["generate"],
        ["generate", ""],
        ["nonsense"],
        ["generate", "A", "B", "--text", "f.txt"],
        ["fill", "--plan", "--dry-run"],
    ],
)
def test_wrong_usage(run: Run, words: list[str]) -> None:
    """Unknown options and commands, and missing arguments: status 2."""
    assert run(*words).exit_code == 2


def test_two_papers_in_one_argument_are_not_guessed_at(run: Run, tmp_path: Path) -> None:
    """Neither is taken silently; the same id twice is one paper."""
    vault = vault_with(tmp_path)

    two = run("generate", "2304.11277, 1910.02054", "--offline", "--vault", vault)
    one = run("generate", "2304.11277 https://arxiv.org/abs/2304.11277v2", "--offline", "--vault", vault)

    assert two.exit_code == 2
    assert "two papers in one argument" in _one_line(two)
    assert one.exit_code == 1


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("gone.txt", None, "gone.txt"),
        ("empty.txt", b"", "empty.txt"),
        ("binary.txt", bytes(range(256)) * 8, "binary.txt"),
        ("paper.docx", b"PK\x03\x04", "paper.docx"),
    ],
)
def test_a_text_that_cannot_be_read(run: Run, tmp_path: Path, name: str, content: bytes | None, why: str) -> None:
    """--text with a missing, empty, binary or foreign file: status 2, naming the file."""
    vault = vault_with(tmp_path)
    if content is not None:
        (tmp_path / name).write_bytes(content)
    before = _tree(vault)

    result = run("generate", "2025__X__Amber - A System", "--text", tmp_path / name, "--vault", vault)

    assert result.exit_code == 2
    assert why in _one_line(result)
    assert _tree(vault) == before


def test_bad_lines_in_the_vaults_own_records_are_named_and_passed_over(run: Run, tmp_path: Path) -> None:
    """papers.jsonl with a broken line: the line is named, the other papers are written."""
    vault = vault_with(tmp_path)
    with (vault / ".notegen" / "papers.jsonl").open("a", encoding="utf-8") as records:
        records.write('{"links": ["x"], "title"')

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 0
    assert "papers.jsonl, line 4" in _one_line(result)
    assert len(list(vault.glob("2025*"))) == 3


def test_an_unfinished_note_saved_in_another_encoding_is_left_alone(run: Run, tmp_path: Path) -> None:
    """Somebody's editor saved it as cp932: it is theirs now; the other unfinished notes are completed."""
    vault = vault_with(tmp_path, ("Amber", "Birch"))
    records = vault / ".notegen" / "papers.jsonl"
    with_text = records.read_text(encoding="utf-8")
    records.write_text(re.sub(r', "abstract": "[^"]*"', "", with_text), encoding="utf-8")
    run("fill", "--offline", "--vault", vault)
    amber, birch = sorted(vault.glob("2025*"))
    amber.write_bytes(amber.read_bytes().replace(b"## Memo\n- ", b"## Memo\n- " + "表示".encode("cp932")))
    before = amber.read_bytes()
    records.write_text(with_text, encoding="utf-8")

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 0, result.stderr
    assert amber.read_bytes() == before
    assert "We present Birch" in birch.read_text(encoding="utf-8")


def test_a_link_that_can_be_written_is_not_held_back_by_one_that_cannot(run: Run, tmp_path: Path) -> None:
    """Two links to one paper, the first no file name: the second gets the note."""
    vault = vault_with(tmp_path, ("Amber",))
    record = json.loads((vault / ".notegen" / "papers.jsonl").read_text(encoding="utf-8"))
    record["links"].insert(0, "2025__X__Amber: A System")
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    moc = "## Papers\n- [[2025__X__Amber: A System]]\n- [[2025__X__Amber - A System]]\n"
    (vault / "Reading MOC.md").write_text(moc, encoding="utf-8")

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 1
    assert "cannot be a file name" in _one_line(result)
    assert [path.name for path in vault.glob("2025*")] == ["2025__X__Amber - A System.md"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("NOTEGEN_NAME", "{title.foo}"),
        ("NOTEGEN_NAME", "{title[0]} {"),
        ("OPENAI_BASE_URL", "http://local\thost:1/v1"),
        ("OPENAI_BASE_URL", "http://ＬＯ:1/v1"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    """Status 2 and the variable's name, never a traceback."""
    monkeypatch.setenv(variable, value)

    result = run("status", "--vault", vault_with(tmp_path))

    assert result.exit_code == 2
    assert variable in _one_line(result)


def test_a_template_that_never_ends_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's note.md.j2 that extends itself: one line with the file, nothing written."""
    vault = vault_with(tmp_path, ("Amber",))
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "note.md.j2").write_text('{% extends "note.md.j2" %}', encoding="utf-8")
    monkeypatch.setenv("NOTEGEN_PROMPTS", str(tmp_path / "prompts"))

    result = run("fill", "--offline", "--vault", vault)

    assert result.exit_code == 2
    assert "note.md.j2" in _one_line(result)
    assert list(vault.glob("2025*")) == []


def test_a_text_without_an_end_is_cut_into_pieces(run: Run, tmp_path: Path) -> None:
    """A transcript of 20,000 words without a full stop makes no note of one endless sentence."""
    (tmp_path / "talk.txt").write_text("We present Amber and " + "then it goes on and on " * 4000, encoding="utf-8")
    vault = vault_with(tmp_path, ("Amber",))

    result = run("generate", "2025__X__Amber - A System", "--text", tmp_path / "talk.txt", "--vault", vault)

    assert result.exit_code == 0, result.stderr
    assert max(map(len, next(vault.glob("2025*")).read_text(encoding="utf-8").splitlines())) < 2000
