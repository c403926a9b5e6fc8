"""What a run does with notes and lists that exist: --refresh, --fill-empty, --moc, --wait, and undo (P2)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import good_answer, vault_with
from pytest_httpserver import HTTPServer

from notegen.obsidian.regions import find
from notegen.writer.lock import hold

Run = Callable[..., Result]
AMBER, BIRCH = "2025__X__Amber - A System", "2025__X__Birch - A System"


@pytest.fixture
def vault(run: Run, tmp_path: Path) -> Path:
    """A vault whose three notes were written without a model."""
    root = vault_with(tmp_path)
    assert run("fill", "--offline", "--vault", root).exit_code == 0
    return root


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _edit(note: Path, old: str, new: str) -> None:
    text = note.read_bytes().decode()
    assert old in text
    note.write_bytes(text.replace(old, new).encode())


def _papers(result: Result) -> dict[str, dict[str, object]]:
    return {paper["link"]: paper for paper in json.loads(result.stdout)["papers"]}


def test_refresh_renews_what_nobody_edited(run: Run, vault: Path) -> None:
    """In another language only the region changes; memo, own keys and their order stay; the edited region is kept and
    its fresh text shown; a third time changes nothing."""
    memo = "- 要約より先に図を読む\n"
    _edit(vault / f"{AMBER}.md", "## Memo\n- \n", f"## Memo\n{memo}")
    _edit(vault / f"{AMBER}.md", "tags:\n", "rating: 5 # mine\ntags:\n")
    _edit(vault / f"{BIRCH}.md", "%% notegen:end draft", "- my line\n%% notegen:end draft")
    before = _tree(vault)

    first = run("fill", "--refresh", "--lang", "en", "--offline", "--json", "--vault", vault)
    after = _tree(vault)
    outcomes = {link: paper["outcome"] for link, paper in _papers(first).items()}
    shown = run("fill", "--refresh", "--lang", "en", "--offline", "--vault", vault)

    assert first.exit_code == shown.exit_code == 0
    assert outcomes == {AMBER: "written", BIRCH: "exists", "2025__X__Cedar - A System": "written"}
    assert _tree(vault) == after
    assert after[f"{BIRCH}.md"] == before[f"{BIRCH}.md"]
    assert "draft, as edited" in shown.stdout
    assert "-- my line" in shown.stdout
    old, new = (tree[f"{AMBER}.md"].decode() for tree in (before, after))
    assert new.replace(find(new)["draft"].body, "").replace(find(new)["draft"].sha256, "") == old.replace(
        find(old)["draft"].body, ""
    ).replace(find(old)["draft"].sha256, "")


def test_notes_made_without_a_model_can_be_renewed_alone(
    run: Run, vault: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--no-model-only leaves the note alone that a model drafted, and completes the others."""
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(good_answer)
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "one")
    run("generate", AMBER, "--refresh", "--offline", "--vault", vault)
    monkeypatch.setenv("NOTEGEN_MODEL", "two")
    result = run("fill", "--refresh", "--no-model-only", "--offline", "--json", "--vault", vault)

    assert [paper["outcome"] for paper in _papers(result).values()] == ["exists", "written", "written"]
    assert 'notegen_model: "one"' in (vault / f"{AMBER}.md").read_text(encoding="utf-8")
    assert 'notegen_model: "two"' in (vault / f"{BIRCH}.md").read_text(encoding="utf-8")
    assert run("fill", "--no-model-only", "--vault", vault).exit_code == 2


def test_a_note_that_is_not_ours_is_never_renewed(run: Run, vault: Path) -> None:
    """Without our marks, with marks that somebody broke, or in another encoding it stays as it is (L1)."""
    for name, content in ((AMBER, b"# mine\n"), (BIRCH, "日本語のメモ".encode("cp932"))):
        (vault / f"{name}.md").write_bytes(content)
    _edit(vault / "2025__X__Cedar - A System.md", "%% notegen:end draft %%", "")
    before = _tree(vault)

    result = run("fill", "--refresh", "--fill-empty", "--lang", "ja", "--offline", "--vault", vault)

    assert (result.exit_code, _tree(vault)) == (0, before)


def test_a_note_of_another_paper_is_never_renewed(run: Run, vault: Path) -> None:
    """A note is about the paper its own properties say, whatever the list links it as (K1)."""
    _edit(vault / f"{AMBER}.md", "Amber: A System", "Someone Else's System")
    before = _tree(vault)

    run("generate", AMBER, "--refresh", "--lang", "ja", "--offline", "--vault", vault)

    assert _tree(vault) == before


def test_an_empty_note_is_filled_when_asked_for(run: Run, vault: Path) -> None:
    """A file of no length, as Obsidian makes it on a click, counts as existing until --fill-empty."""
    note = vault / "sub" / f"{AMBER}.md"
    note.parent.mkdir()
    (vault / f"{AMBER}.md").unlink()
    note.write_bytes(b"")

    kept = run("fill", "--offline", "--json", "--vault", vault)
    assert note.read_bytes() == b""
    assert "--fill-empty" in str(_papers(kept)[AMBER]["reason"])
    assert run("fill", "--fill-empty", "--offline", "--vault", vault).exit_code == 0
    assert b"Amber: A System" in note.read_bytes()
    assert not (vault / f"{AMBER}.md").exists()


def test_a_line_in_a_moc(run: Run, vault: Path) -> None:
    """One line in the section named, in the list's own style; shown before; the MOC's other bytes stay (V5)."""
    other = vault / "深い" / "週次 MOC.md"
    other.parent.mkdir()
    other.write_bytes("# 週次\r\n\r\n## 今週\r\n* [[昔]]\r\n\r\n## 来週\r\n* [[先]]\r\n".encode())
    words = ("generate", AMBER, "--moc", "週次 MOC", "--section", "今週", "--offline", "--vault", vault)

    dry = run(*words, "--dry-run")
    untouched = other.read_bytes()
    first = run(*words)
    once = other.read_bytes()
    second = run(*words, "--json")

    assert f"深い/週次 MOC.md › 今週: would add [[{AMBER}]]" in dry.stderr
    assert "[[昔]]\r\n\r\n".encode() in untouched
    assert f"+ [[{AMBER}]]" in first.stderr
    assert once.decode() == untouched.decode().replace("* [[昔]]\r\n", f"* [[昔]]\r\n* [[{AMBER}]]\r\n")
    assert other.read_bytes() == once
    assert _papers(second)[AMBER]["listed"] == "深い/週次 MOC.md links to it already"


@pytest.mark.parametrize(
    "place", [("Nowhere", "Papers"), ("Reading MOC", "Nowhere"), ("Reading MOC", None), (None, "Papers")]
)
def test_a_place_that_is_not_there_costs_nothing(run: Run, vault: Path, place: tuple[str | None, str | None]) -> None:
    """Status 2 before anything is written."""
    before = _tree(vault)
    options = [
        word for name, value in zip(("--moc", "--section"), place, strict=True) if value for word in (name, value)
    ]

    result = run("generate", "New paper", *options, "--offline", "--vault", vault)

    assert (result.exit_code, _tree(vault)) == (2, before)


def test_undo_takes_the_last_run_back(run: Run, tmp_path: Path) -> None:
    """Every file is as before, byte for byte; then the run before is next, and then there is nothing left to undo."""
    vault = vault_with(tmp_path)
    (vault / f"{BIRCH}.md").write_bytes(b"")
    start = _tree(vault)
    run("fill", "--folder", "新しい/論文", "--offline", "--vault", vault)
    filled = _tree(vault)
    run("fill", "--refresh", "--fill-empty", "--lang", "en", "--offline", "--vault", vault)
    listed = json.loads(run("undo", "--list", "--json", "--vault", vault).stdout)["runs"]

    assert [one["command"] for one in listed] == ["fill --refresh --fill-empty", "fill"]
    assert run("undo", "--vault", vault).exit_code == 0
    assert _tree(vault) == filled
    assert run("undo", "--vault", vault).exit_code == 0
    assert _tree(vault) == start
    assert not (vault / "新しい").exists()
    assert run("undo", "--vault", vault).exit_code == 2


def test_undo_keeps_what_a_person_changed(run: Run, vault: Path) -> None:
    """The edited note stays and is named, status 1; the others go; an undone run can be brought back."""
    _edit(vault / f"{AMBER}.md", "## Memo\n", "## Memo\nmine\n")
    edited = _tree(vault)

    result = run("undo", "--json", "--vault", vault)
    report = json.loads(result.stdout)

    assert result.exit_code == 1
    assert {file["path"]: file["outcome"] for file in report["files"]} == {
        f"{AMBER}.md": "kept",
        f"{BIRCH}.md": "removed",
        "2025__X__Cedar - A System.md": "removed",
    }
    assert (vault / f"{AMBER}.md").read_bytes() == edited[f"{AMBER}.md"]
    assert not (vault / f"{BIRCH}.md").exists()
    assert run("undo", report["run"], "--vault", vault).exit_code == 0
    assert _tree(vault) == edited


def test_a_pin_is_taken_back_too(run: Run, vault: Path) -> None:
    """What `resolve --pin` wrote into the vault is a run like any other."""
    before = _tree(vault)
    run("resolve", "Something", "--pin", "none", "--vault", vault)
    assert (vault / ".notegen" / "pins.toml").exists()
    assert run("undo", "--vault", vault).exit_code == 0
    assert _tree(vault) == before


def test_a_second_run_waits_as_long_as_it_is_told(run: Run, vault: Path, own_home: Path) -> None:
    """Status 75 when the vault is still held; nothing is written."""
    before = _tree(vault)
    with hold(vault, own_home / "state", 0):
        for words in (("fill",), ("undo",), ("generate", AMBER)):
            result = run(*words, "--wait", "0.05", "--vault", vault)
            assert result.exit_code == 75
            assert "0.05 s waited" in result.stderr
    assert _tree(vault) == before


def test_a_killed_runs_leftovers_go(run: Run, vault: Path) -> None:
    """Half-written files of this machine are swept away; one that may hold a person's words is kept and told."""
    mine = next(iter(_parts_of_a_write(vault)))
    for name, content in ((f"{mine}.part", "half"), (mine, "saved by somebody")):
        (vault / name).write_text(content, encoding="utf-8")

    result = run("fill", "--offline", "--vault", vault)

    assert not (vault / f"{mine}.part").exists()
    assert (vault / mine).read_text(encoding="utf-8") == "saved by somebody"
    assert mine in result.stderr


def _parts_of_a_write(vault: Path) -> set[str]:
    """The name a write of this machine uses for its temporary file."""
    from notegen.writer import atomic
    from notegen.writer.vault import FolderVault

    seen: set[str] = set()
    link = atomic.os.link
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atomic.os, "link", lambda part, file: (seen.add(Path(part).stem), link(part, file)))
        FolderVault(vault).create("probe.md", b"")
    (vault / "probe.md").unlink()
    return seen


def test_a_chosen_name_is_no_template(run: Run, vault: Path) -> None:
    """A title with braces or code gives a name that a link holds, so its line is added to a MOC once only."""
    record = {"arxiv_id": "2403.00001", "title": "Rendering {{title}} and `$= x()` fields", "abstract": "We render it."}
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    words = ("generate", "2403.00001", "--moc", "Reading MOC", "--section", "Papers", "--offline", "--vault", vault)
    first, moc = run(*words), (vault / "Reading MOC.md").read_text(encoding="utf-8")
    second = run(*words)

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "{{" not in moc
    assert "`" not in moc
    assert (vault / "Reading MOC.md").read_text(encoding="utf-8") == moc


def test_a_line_added_for_a_note_that_exists_is_no_unchanged_file(run: Run, vault: Path) -> None:
    """The report does not say that nothing was changed when the MOC was."""
    (vault / "Other.md").write_text("# Other\n\n## Papers\n- [ ] [[x]]\n", encoding="utf-8")
    result = run("generate", AMBER, "--moc", "Other", "--section", "Papers", "--offline", "--vault", vault)

    assert "no file was changed" not in result.stdout
    assert (vault / "Other.md").read_text(encoding="utf-8").endswith(f"- [ ] [[x]]\n- [ ] [[{AMBER}]]\n")


def test_refresh_with_nothing_new_is_no_failure(run: Run, vault: Path) -> None:
    """A link that was not found is status 1, also beside notes that were asked for and had nothing new."""
    moc = vault / "Reading MOC.md"
    moc.write_text(moc.read_text(encoding="utf-8") + "- [[2025__X__Nowhere to Be Found at All]]\n", encoding="utf-8")
    plain = run("fill", "--offline", "--vault", vault)
    renewed = run("fill", "--refresh", "--offline", "--vault", vault)

    assert (plain.exit_code, renewed.exit_code) == (1, 1)


def test_names_on_disk_are_in_normal_form(run: Run, tmp_path: Path) -> None:
    """A link in decomposed letters or with a hard blank gives a file as Obsidian names it, and leads there (J5)."""
    vault = vault_with(tmp_path, ["ゴム", "A\u00a0B"])
    run("fill", "--offline", "--vault", vault)
    names = {path.name for path in vault.glob("2025*.md")}
    again = run("fill", "--offline", "--json", "--vault", vault)

    assert names == {"2025__X__ゴム - A System.md", "2025__X__A B - A System.md"}
    assert {paper["outcome"] for paper in _papers(again).values()} == {"exists"}
