"""What went wrong for users of programs that write into vaults, each case by its number, through the command line."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml
from click.testing import Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from invented import good_answer, reply, vault_with
from pytest_httpserver import HTTPServer
from ruamel.yaml import YAML
from werkzeug import Request, Response

from notegen.obsidian.regions import find

Run = Callable[..., Result]
AMBER, BIRCH, CEDAR = (f"2025__X__{name} - A System" for name in ("Amber", "Birch", "Cedar"))
X = "2031__KILN__"


def _vault(root: Path, files: Mapping[str, str | bytes], *records: Mapping[str, object]) -> Path:
    """A vault with these files, and records of papers of its own; a record needs a title."""
    vault = root / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    lines = "".join(json.dumps({"published": "2031", **record}, ensure_ascii=False) + "\n" for record in records)
    for path, content in {".notegen/papers.jsonl": lines, **files}.items():
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return vault


def _paper(name: str, number: int = 1, **more: object) -> dict[str, object]:
    """A record that the link `name` means, with an abstract."""
    abstract = "Kilns lose heat. We present a schedule that saves 30% of the gas."
    record = {"links": [name], "title": f"{name}: A Kiln", "arxiv_id": f"3101.{number:05}", "abstract": abstract}
    return {**record, **more}


def _moc(*links: str) -> str:
    return "# Kilns\n\n## Papers\n" + "".join(f"- [[{link}]]\n" for link in links)


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _fill(run: Run, vault: Path, *words: str) -> Result:
    return run("fill", "--offline", "--json", "--vault", vault, *words)


def _rows(result: Result) -> dict[str, dict[str, Any]]:
    return {paper["link"]: paper for paper in json.loads(result.stdout)["papers"]}


def _outcomes(result: Result) -> dict[str, str]:
    return {link: row["outcome"] for link, row in _rows(result).items()}


def _head(note: Path) -> dict[str, Any]:
    """The properties as a reader of YAML 1.1 has them, which must be those of one of YAML 1.2."""
    block = note.read_text(encoding="utf-8").removeprefix("\ufeff").split("---\n")[1]
    head: dict[str, Any] = yaml.safe_load(block)
    assert {**head} == YAML(typ="safe", pure=True).load(block)
    return head


@pytest.fixture
def model(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Request], Response]], None]:
    """`model(handler)`: drafts come from this handler."""

    def answers(handler: Callable[[Request], Response]) -> None:
        httpserver.expect_request("/v1/chat/completions").respond_with_handler(handler)
        monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
        monkeypatch.setenv("NOTEGEN_MODEL", "invented")

    return answers


@pytest.mark.parametrize("stored", ["NFD", "NFC"])
def test_j5_v22_a_name_in_another_unicode_form_is_the_same_note(
    run: Run, tmp_path: Path, stored: Literal["NFC", "NFD"]
) -> None:
    """The link in one form finds the file in the other; no second file, and the name on the disk stays."""
    name, linked = (
        unicodedata.normalize(form, f"{X}ガベージ") for form in (stored, "NFC" if stored == "NFD" else "NFD")
    )
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(linked), f"{name}.md": "mine"}, _paper(linked))
    before = _tree(vault)

    assert _outcomes(_fill(run, vault)) == {linked: "exists"}
    assert run("generate", "3101.00001", "--offline", "--vault", vault).exit_code == 0
    assert _tree(vault) == before


@pytest.mark.parametrize("japanese", ["トランスフォーマー", "Transformer"])
def test_j7_a_term_that_is_a_note_is_linked_in_japanese(
    run: Run, tmp_path: Path, model: Callable[..., None], japanese: str
) -> None:
    """「ではTransformerを」 becomes a link, once; “Transformers” does not; however the term is said in Japanese."""
    said = (
        ("Kilns that use Transformers waste heat.", "Transformersを使う窯は、多くの熱を無駄にしてしまう。"),
        ("The kiln of this work is built on the Transformer.", "本研究の窯ではTransformerを土台に用いて熱を配る。"),
    )
    claims = [{"section": "what", "en": en, "ja": ja, "cites": [n]} for n, (en, ja) in enumerate(said, 1)]
    draft = {"tldr": None, "claims": claims, "terms": [{"en": "Transformer", "ja": japanese}], "abstract": []}
    model(lambda request: reply(json.dumps(draft, ensure_ascii=False)))
    tagged = "---\ntags: [深層学習]\n---\n"
    record = _paper(f"{X}A", title="A Kiln", abstract=" ".join(en for en, _ in said))
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(f"{X}A"), "Transformer.md": tagged}, record)

    _fill(run, vault)

    note = (vault / f"{X}A.md").read_text(encoding="utf-8")
    assert "- Transformersを使う窯は" in note
    assert "窯では[[Transformer]]を土台に" in note
    assert note.count("[[Transformer]]") == 1
    assert (vault / "Transformer.md").read_text(encoding="utf-8") == tagged


def test_k1_papers_of_one_title_get_notes_of_their_own(run: Run, tmp_path: Path) -> None:
    """“Kiln: A”, “Kiln: B” and two papers “Kiln” have four files, the same in every order; a person's file is no note
    of ours because of its name."""
    titles = ("Kiln: A", "Kiln: B", "Kiln of Two Authors", "Kiln of Two Authors", "Kiln of a Person")
    records = (_paper("", number, links=[], title=title) for number, title in enumerate(titles, 1))
    mine = '---\narxiv_id: "3102.00001"\n---\n'
    vault = _vault(tmp_path, {"2031__arXiv__Kiln of a Person.md": mine}, *records)
    ids = [f"3101.{number:05}" for number in range(1, 6)]

    first = run("generate", *ids, "--offline", "--json", "--vault", vault)
    after = _tree(vault)
    again = run("generate", *reversed(ids), "--offline", "--json", "--vault", vault)

    paths = {row["arxiv_id"]: row["path"] for row in _rows(first).values()}
    assert len(set(paths.values())) == 5
    assert {_head(vault / path)["arxiv_id"]: path for path in paths.values()} == paths
    assert (vault / "2031__arXiv__Kiln of a Person.md").read_bytes() == mine.encode()
    assert again.exit_code == 0
    assert _tree(vault) == after


def test_k2_a_long_title_is_cut_a_long_link_is_not(run: Run, tmp_path: Path) -> None:
    """Two titles of 120 kanji that differ at their ends get two names of at most 240 bytes, cut between graphemes; the
    link of a MOC that is as long is refused with the reason."""
    kanji = ("深層学習通信省略手法調査" * 10)[:119]
    link = f"{X}{kanji}"
    records = [_paper("", number, links=[], title=f"{kanji}{end}") for number, end in ((1, "甲"), (2, "乙"))]
    vault = _vault(
        tmp_path, {"Kilns MOC.md": _moc(link, f"{X}Short")}, *records, _paper(f"{X}Short", 3), _paper(link, 4)
    )

    made = run("generate", "3101.00001", "3101.00002", "--offline", "--json", "--vault", vault)
    names = [path for path in _tree(vault) if "/" not in path and "MOC" not in path]
    filled = _fill(run, vault)

    assert [row["outcome"] for row in json.loads(made.stdout)["papers"]] == ["written", "written"]
    assert len(names) == 2
    assert all(len(name.encode()) <= 240 and name[13:60] == kanji[:47] for name in names)
    assert {_head(vault / name)["title"][-1] for name in names} == {"甲", "乙"}
    assert _outcomes(filled) == {link: "failed", f"{X}Short": "written"}
    assert "bytes" in _rows(filled)[link]["reason"]


def test_k3_links_lead_there_and_back(run: Run, tmp_path: Path) -> None:
    """A title with all signs that break links: the MOC's new line leads to the note, and the note's own to the MOC."""
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc("x")}, _paper("", links=[], title="C# | [MASK] ^2"))
    run("generate", "3101.00001", "--moc", "Kilns MOC", "--section", "Papers", "--offline", "--vault", vault)

    rows = json.loads(run("status", "--json", "--vault", vault).stdout)["papers"]
    (note,) = (row for row in rows if row["link"] != "x")
    assert (note["outcome"], (vault / note["path"]).is_file()) == ("exists", True)
    assert _head(vault / note["path"])["up"] == ["[[Kilns MOC]]"]


def test_l1_a_note_without_our_marks_is_never_touched(run: Run, tmp_path: Path) -> None:
    """By no command and no option, whatever it looks like."""
    mine = {
        f"{X}A.md": "# mine\n",
        f"{X}B.md": '---\nnotegen_read: "none"\n---\n',
        f"sub/{X}C.md": "%% notegen:end draft %%",
    }
    links = [path.removesuffix(".md") for path in mine]
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(*links), **mine}, *map(_paper, links, range(3)))
    before = _tree(vault)

    for words in (["fill"], ["fill", "--refresh", "--fill-empty"], ["generate", *links, "--refresh"]):
        result = run(*words, "--lang", "ja", "--offline", "--json", "--vault", vault)
        assert set(_outcomes(result).values()) == {"exists"}
    assert _tree(vault) == before


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(memo=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=40))
def test_l2_one_note_and_many_go_the_same_way(run: Run, memo: str) -> None:
    """`fill`, and `generate` for all and for one at a time, write and renew the same bytes, whatever a person wrote
    into a note between."""
    ways = [[["fill"]], [["generate", AMBER, BIRCH, CEDAR]], [["generate", name] for name in (AMBER, BIRCH, CEDAR)]]
    first, *others = (_made_and_renewed(run, way, f"## Memo\n{memo}\n") for way in ways)
    assert [tree == first for tree in others] == [True, True]
    assert f"## Memo\n{memo}\n" in first[f"{AMBER}.md"].decode()


def _made_and_renewed(run: Run, commands: list[list[str]], memo: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        vault = vault_with(Path(folder))
        for words in commands:
            run(*words, "--offline", "--vault", vault)
        note = vault / f"{AMBER}.md"
        note.write_bytes(note.read_bytes().replace(b"## Memo\n- \n", memo.encode()))
        for words in commands:
            run(*words, "--refresh", "--lang", "en", "--offline", "--vault", vault)
        return _tree(vault)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("\n", "\r\n"),
        (
            "## Memo\n- \n",
            "## Memo\n```\n%% notegen:begin draft sha256=0123456789abcdef %%\n%% notegen:end draft %%\n```\n",
        ),
        ("%% notegen:end draft %%\n\n## Abstract\n%%", "%% notegen:end draft %%\n%%"),
        ("## Memo\n- \n", "## Memo\n%% notegen:begin mine sha256=0123456789abcdef %%\n%% notegen:end mine %%\n"),
        ("BODY", ""),
        ("BODY", "one line"),
    ],
    ids=["as written", "CRLF", "marks in code", "marks that adjoin", "marks of another", "empty", "one line"],
)
def test_l3_refreshing_three_times_is_refreshing_once(run: Run, tmp_path: Path, old: str, new: str) -> None:
    """After the first time nothing changes any more, and what stands outside of our regions never does."""
    vault = vault_with(tmp_path, ["Amber"])
    run("fill", "--offline", "--vault", vault)
    note = vault / f"{AMBER}.md"
    text = note.read_bytes().decode()
    note.write_bytes(text.replace(find(text)["draft"].body if old == "BODY" else old, new).encode())
    edited = note.read_bytes().decode()

    seen = []
    for _ in range(3):
        assert _fill(run, vault, "--refresh", "--lang", "en").exit_code == 0
        seen.append(note.read_bytes().decode())

    assert seen[0] == seen[1] == seen[2]
    assert _outside(seen[0]) == _outside(edited)
    assert old != "BODY" or seen[0] == edited


def _outside(text: str) -> str:
    for region in sorted(find(text).values(), key=lambda each: -each.start):
        text = text[: region.start] + text[region.end :]
    return text


def test_l4_a_persons_properties_stay_as_they_are_written(run: Run, tmp_path: Path, model: Callable[..., None]) -> None:
    """Their lines, order, comments and quotes are the same bytes after a refresh that changes our own keys."""
    vault = vault_with(tmp_path, ["Amber"])
    run("fill", "--offline", "--vault", vault)
    note = vault / f"{AMBER}.md"
    own = "rating: 5  # 自分の点\n'read on': 2031-05-01\nhalf: [a, \"b\", 'c']\n\n# to do\nlong: >-\n  two\n  lines\n"
    note.write_bytes(note.read_bytes().replace(b"year: ", f"{own}year: ".encode()))
    before = note.read_bytes().decode()
    model(good_answer)

    assert _outcomes(_fill(run, vault, "--refresh")) == {AMBER: "written"}

    after = note.read_bytes().decode()
    old, new = (
        [line for line in text.split("---\n")[1].split("\n") if "notegen_" not in line] for text in (before, after)
    )
    assert old == new
    assert own in after
    assert 'notegen_model: "invented"' in after


def test_l7_who_saves_while_we_draft_keeps_their_file(run: Run, tmp_path: Path, model: Callable[..., None]) -> None:
    """The file is theirs, our text is in the report, and status 1 says so."""
    vault = vault_with(tmp_path, ["Amber"])
    run("fill", "--offline", "--vault", vault)
    note = vault / f"{AMBER}.md"

    def saving(request: Request) -> Response:
        note.write_text("saved meanwhile", encoding="utf-8")
        return good_answer(request)

    model(saving)
    result = _fill(run, vault, "--refresh")

    assert result.exit_code == 1
    assert note.read_text(encoding="utf-8") == "saved meanwhile"
    assert "[!abstract] TL;DR" in _rows(result)[AMBER]["markdown"]
    assert "somebody saved it" in result.stderr


HOSTILE = (
    "A: B",
    '"Q"',
    "it's",
    "#1",
    "[x]",
    "{x}",
    "@k",
    "%",
    "\\pi",
    "yes",
    "null",
    "2023",
    "1e5",
    "2024-01-01",
    "- x",
)


def test_m1_v16_any_title_comes_back_from_yaml(run: Run, tmp_path: Path) -> None:
    """Titles that YAML 1.1 or 1.2 takes for something else are strings in their notes; so are emoji and 300 letters."""
    titles = [*HOSTILE, "窯 🌍", "x" * 300, "a\nb"]
    records = [_paper("", number, links=[], title=title) for number, title in enumerate(titles)]
    vault = _vault(tmp_path, {}, *records)

    run("generate", *(str(record["arxiv_id"]) for record in records), "--offline", "--vault", vault)

    heads = {head["arxiv_id"]: head["title"] for head in map(_head, vault.glob("*.md"))}
    assert heads == {record["arxiv_id"]: " ".join(str(record["title"]).split()) for record in records}


def test_m3_v18_links_in_properties_are_quoted_wikilinks(run: Run, tmp_path: Path) -> None:
    """Ours are a list of quoted strings, with one MOC or two, and with Markdown links switched on; an unquoted one of a
    person stays as it is."""
    mine = f"---\nup: [[Kilns MOC]]\npeople: [[A]], [[B]]\n---\n[[{X}A]]\n"
    files = {"Kilns MOC.md": _moc(f"{X}A", f"{X}B"), "週 MOC.md": _moc(f"{X}B"), f"{X}Mine.md": mine}
    vault = _vault(
        tmp_path, {**files, ".obsidian/app.json": '{"useMarkdownLinks": true}'}, _paper(f"{X}A"), _paper(f"{X}B", 2)
    )

    assert _fill(run, vault).exit_code == 0

    assert _head(vault / f"{X}A.md")["up"] == ["[[Kilns MOC]]"]
    assert _head(vault / f"{X}B.md")["up"] == ["[[Kilns MOC]]", "[[週 MOC]]"]
    assert '\n  - "[[Kilns MOC]]"\n' in (vault / f"{X}B.md").read_text(encoding="utf-8")
    assert "Parent: [Kilns MOC](Kilns%20MOC.md)" in (vault / f"{X}A.md").read_text(encoding="utf-8")
    assert (vault / f"{X}Mine.md").read_text(encoding="utf-8") == mine


def test_m4_a_second_run_keeps_one_key_in_one_shape(run: Run, tmp_path: Path) -> None:
    """Completed and refreshed twice, each key stands once and `up` is the list it was."""
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(f"{X}A")}, _paper(f"{X}A", abstract=""))
    _fill(run, vault)
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(_paper(f"{X}A")), encoding="utf-8")
    for words in ((), ("--refresh", "--lang", "en"), ("--refresh",)):
        assert _fill(run, vault, *words).exit_code == 0

    block = (vault / f"{X}A.md").read_text(encoding="utf-8").split("---\n")[1]
    keys = [line.partition(":")[0] for line in block.split("\n") if line[:1].strip() and ":" in line]
    assert len(keys) == len(set(keys))
    assert 'up:\n  - "[[Kilns MOC]]"\n' in block


def test_m5_lines_and_strokes_of_an_abstract_survive(run: Run, tmp_path: Path) -> None:
    """Five line ends and LaTeX in an abstract: every word is in the note, and the head is whole."""
    abstract = "Kilns\nlose $\\alpha$ of\ntheir heat \\beta\nper firing.\nWe present\n\\emph{Ember}."
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(f"{X}A")}, _paper(f"{X}A", abstract=abstract))

    _fill(run, vault)

    assert _head(vault / f"{X}A.md")["title"] == f"{X}A: A Kiln"
    assert " ".join(abstract.split()) in (vault / f"{X}A.md").read_text(encoding="utf-8")


def test_v1_a_note_that_a_person_worked_in_exists(run: Run, tmp_path: Path) -> None:
    """A paragraph and a property added, the next run leaves every byte and says “exists”."""
    vault = vault_with(tmp_path, ["Amber"])
    run("generate", AMBER, "--offline", "--vault", vault)
    note = vault / f"{AMBER}.md"
    note.write_bytes(note.read_bytes().replace(b"year: ", b"rating: 5\nyear: ") + "\n自分の段落。".encode())
    before = _tree(vault)

    assert _outcomes(run("generate", AMBER, "--offline", "--json", "--vault", vault)) == {AMBER: "exists"}
    assert _outcomes(_fill(run, vault)) == {AMBER: "exists"}
    assert _tree(vault) == before


def test_v4_a_file_that_appears_before_we_write_is_kept(run: Run, tmp_path: Path, model: Callable[..., None]) -> None:
    """Its name is taken between planning and writing: the person's file stays, the others are written."""
    vault = vault_with(tmp_path, ["Amber", "Birch"])

    def meanwhile(request: Request) -> Response:
        (vault / f"{AMBER}.md").write_text("mine", encoding="utf-8")
        return good_answer(request)

    model(meanwhile)
    result = _fill(run, vault)

    assert (vault / f"{AMBER}.md").read_text(encoding="utf-8") == "mine"
    assert _outcomes(result) == {AMBER: "failed", BIRCH: "written"}
    assert "[!abstract] TL;DR" in _rows(result)[AMBER]["markdown"]
    assert result.exit_code == 1


def test_v5_a_moc_keeps_every_line(run: Run, tmp_path: Path) -> None:
    """The line of a new note is added; all old ones are there, in their order, with their line ends."""
    moc = "---\ntags: [moc]\n---\r\n# Kilns\r\n\n## Papers\n- [[old]] a remark\n\n%% notes %%\n## Later\n* \n"
    vault = _vault(tmp_path, {"Kilns.md": moc}, _paper("", links=[], title="Glaze"))

    run("generate", "3101.00001", "--moc", "Kilns", "--section", "Papers", "--offline", "--vault", vault)

    after = (vault / "Kilns.md").read_bytes().decode()
    (added,) = (line for line in after.splitlines(keepends=True) if "Glaze" in line)
    assert after.replace(added, "", 1) == moc


def test_v6_each_note_holds_its_own_paper(run: Run, tmp_path: Path, model: Callable[..., None]) -> None:
    """Eight papers in one run: name, title, id, draft and abstract are of one paper in each note."""
    names = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath")
    abstract = "Caches waste memory. We present {}, a cache that keeps 40% less data."
    records = [
        _paper(f"{X}{name}", number, title=f"{name}: A System", abstract=abstract.format(name))
        for number, name in enumerate(names)
    ]
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(*(f"{X}{name}" for name in names))}, *records)
    model(good_answer)

    assert _fill(run, vault).exit_code == 0

    for number, name in enumerate(names):
        head, text = _head(vault / f"{X}{name}.md"), (vault / f"{X}{name}.md").read_text(encoding="utf-8")
        assert (head["title"], head["arxiv_id"]) == (f"{name}: A System", f"3101.{number:05}")
        assert f"{name}は、保持するデータを40%減らす" in text
        assert abstract.format(name).split(". ")[1] in text
        assert not any(other in text for other in names if other != name)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_v7_a_killed_run_leaves_whole_files_only(run: Run, tmp_path: Path) -> None:
    """Ten kills at random points of a run: no file that was there changed, no half note under its name; one more run
    makes the vault of an undisturbed one."""
    names = [f"Ember{number}" for number in range(20)]
    whole = vault_with(tmp_path / "whole", names)
    _fill(run, whole)
    promised, chance, reached = _tree(whole), random.Random(7), set()
    for number in range(10):
        home = tmp_path / str(number)
        vault = vault_with(home, names)
        before = _tree(vault)
        reached.add(_killed(vault, home / "state", chance.randint(0, 19), chance.randint(0, 40)))
        after = _tree(vault)
        assert {path: after.get(path) for path in before} == before
        assert {path for path in after if promised.get(path) != after[path] and "/.ng-" not in f"/{path}"} == set()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NOTEGEN_STATE_DIR", str(home / "state"))
            assert _fill(run, vault).exit_code == 0
        assert _tree(vault) == promised
    assert len(reached) > 3, "the kills did not fall within the run"


def _killed(vault: Path, state: Path, notes: int, looks: int) -> int:
    """Starts `fill` in a process of its own and kills it when so many notes are there, or a few looks at them later;
    gives back how many there are."""
    words = [sys.executable, "-m", "notegen", "fill", "--offline", "--vault", str(vault)]
    environment = {**os.environ, "NOTEGEN_STATE_DIR": str(state)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, env=environment, stdout=quiet, stderr=quiet) as process:
        while process.poll() is None and (len(list(vault.glob("2025*.md"))) < notes or looks):
            looks -= len(list(vault.glob("2025*.md"))) >= notes
        process.send_signal(signal.SIGKILL)
    return len(list(vault.glob("2025*.md")))


def test_v10_windows_line_ends_stay(run: Run, tmp_path: Path) -> None:
    """A MOC and a note in CRLF: links are found once, the note is known, and what is added has CRLF on every line."""
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(f"{X}A", f"{X}B")}, _paper(f"{X}A"), _paper(f"{X}B", 2, abstract=""))
    _fill(run, vault)
    for file in vault.glob("*.md"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    (vault / ".notegen" / "papers.jsonl").write_text(
        "".join(
            json.dumps(record) + "\n"
            for record in (_paper(f"{X}A"), _paper(f"{X}B", 2), _paper("", 3, links=[], title="C"))
        ),
        encoding="utf-8",
    )

    assert _outcomes(_fill(run, vault)) == {f"{X}A": "exists", f"{X}B": "written"}
    run("generate", "3101.00003", "--moc", "Kilns MOC", "--section", "Papers", "--offline", "--vault", vault)
    assert _outcomes(_fill(run, vault, "--refresh", "--lang", "en"))[f"{X}A"] == "written"

    for name in ("Kilns MOC", f"{X}A", f"{X}B"):
        content = (vault / f"{name}.md").read_bytes()
        assert content.count(b"\n") == content.count(b"\r\n") > 3


def test_v12_a_byte_order_mark_hides_nothing(run: Run, tmp_path: Path) -> None:
    """A note that begins with one has its aliases, and begins with one after it was renewed."""
    mine = f"\ufeff---\naliases: [{X}A]\n---\nmine\n"
    vault = _vault(
        tmp_path, {"Kilns MOC.md": _moc(f"{X}A", f"{X}B"), "Mine.md": mine}, _paper(f"{X}A"), _paper(f"{X}B", 2)
    )
    first = _fill(run, vault)
    note = vault / f"{X}B.md"
    note.write_bytes(b"\xef\xbb\xbf" + note.read_bytes())

    assert _rows(first)[f"{X}A"]["path"] == "Mine.md"
    assert _outcomes(_fill(run, vault, "--refresh", "--lang", "en")) == {f"{X}A": "exists", f"{X}B": "written"}
    assert note.read_bytes()[:6] == b"\xef\xbb\xbf---"
    assert (vault / "Mine.md").read_bytes().decode() == mine


def test_v13_links_in_a_table_have_no_stroke(run: Run, tmp_path: Path) -> None:
    """The note of `[[name\\|label]]` is called by its name, and no file ends with a backslash."""
    table = f"## Papers\n| paper | |\n| --- | --- |\n| [[{X}A\\|T]] | ![[figure.png\\|200]] |\n"
    vault = _vault(tmp_path, {"Kilns MOC.md": table}, _paper(f"{X}A"))

    assert _outcomes(_fill(run, vault)) == {f"{X}A": "written"}
    assert sorted(path.name for path in vault.glob("*.md")) == [f"{X}A.md", "Kilns MOC.md"]


def test_v20_what_the_cloud_holds_exists(run: Run, tmp_path: Path) -> None:
    """A stand-in of iCloud and a file without blocks on the disk are notes: nothing is made beside them, or in them."""
    vault = _vault(
        tmp_path,
        {"Kilns MOC.md": _moc(f"{X}A", f"{X}B"), f".{X}A.md.icloud": b"bplist"},
        _paper(f"{X}A"),
        _paper(f"{X}B", 2),
    )
    with (vault / f"{X}B.md").open("wb") as sparse:
        sparse.truncate(4096)
    before = _tree(vault)

    for words in ((), ("--refresh", "--fill-empty")):
        assert _outcomes(_fill(run, vault, *words)) == {f"{X}A": "exists", f"{X}B": "exists"}
    run("generate", "3101.00001", "3101.00002", "--offline", "--vault", vault)
    assert _tree(vault) == before


@pytest.mark.parametrize("there", [(), ("sub/2031__kiln__Gpu Cluster.md",)])
def test_v21_two_spellings_are_one_note(run: Run, tmp_path: Path, there: tuple[str, ...]) -> None:
    """Links that differ in case make one note, and none where a third spelling exists."""
    links = ("2031__KILN__GPU Cluster", "2031__kiln__gpu cluster")
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(*links), **dict.fromkeys(there, "mine")}, _paper(links[0]))

    assert _outcomes(_fill(run, vault)) == {links[0]: "exists" if there else "written"}
    assert [path.name.lower() for path in vault.rglob("2031*.md")] == ["2031__kiln__gpu cluster.md"]


def test_v24_a_slash_in_a_title_makes_no_folder(run: Run, tmp_path: Path) -> None:
    """The link is refused with the reason; the name we give the paper ourselves has no slash, and the MOC's new line
    leads to it."""
    link = "2024__X__TCP/IP: a study"
    vault = _vault(
        tmp_path,
        {"Kilns MOC.md": _moc(link)},
        _paper(link, title="Wires"),
        _paper("", 2, links=[], title="TCP/IP: Bits"),
    )

    refused = _fill(run, vault)
    run("generate", "3101.00002", "--moc", "Kilns MOC", "--section", "Papers", "--offline", "--vault", vault)
    after = _outcomes(run("status", "--json", "--vault", vault))

    assert _outcomes(refused) == {link: "failed"}
    assert "would make a folder" in _rows(refused)[link]["reason"]
    assert {path.name for path in vault.iterdir() if path.is_dir()} == {".obsidian", ".notegen"}
    assert after == {link: "missing", "2031__arXiv__TCP-IP - Bits": "exists"}


def test_v27_the_longest_japanese_name(run: Run, tmp_path: Path) -> None:
    """83 characters are a note, through its temporary file and its kept answers; 84 are refused; the rest goes on."""
    links = ("窯" * 84, "火" * 83, f"{X}A")
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(*links)}, *map(_paper, links, range(3)))

    result = _fill(run, vault)

    assert list(_outcomes(result).values()) == ["failed", "written", "written"]
    assert "252 bytes" in _rows(result)[links[0]]["reason"]
    assert (vault / f"{'火' * 83}.md").is_file()
    assert run("undo", "--vault", vault).exit_code == 0


@pytest.mark.parametrize(
    "sample",
    ["```\n{}\n```", "~~~\n{}\n~~~", "````\n```\n{}\n```\n{}\n````", "- a\n  ```\n  {}\n  ```", "`{}`", "``{} ` ``"]
    + ["${}$", "$$\n{}\n$$", "x\n\n    {}", "<!-- {} -->", "%%\n{}\n%%", "> ```\n> {}\n> ```", "<div>\n{}\n</div>"],
)
def test_v28_samples_are_not_generated(run: Run, tmp_path: Path, sample: str) -> None:
    """A paper that the vault knows, linked in code, mathematics or a comment only, gets no note."""
    text = f"# MOC\n\n## Papers\n{sample.replace('{}', f'[[{X}A]]')}\n\n- [[{X}B]]\n"
    vault = _vault(tmp_path, {"MOC.md": text}, _paper(f"{X}A"), _paper(f"{X}B", 2))

    assert _outcomes(_fill(run, vault)) == {f"{X}B": "written"}
    assert not (vault / f"{X}A.md").exists()


def test_v30_only_what_is_missing_is_called_so(run: Run, tmp_path: Path) -> None:
    """Deep folders, ends of paths and other spellings exist; an alias is told where to lead; two links are missing."""
    links = (f"{X}Deep", f"papers/{X}Part", f"{X}deep part#Results", f"{X}Alias", f"{X}Gone", f"wrong/{X}Gone too")
    there = [f"a/b/c/d/{X}Deep.md", f"a/papers/{X}Part.md", f"z/{X}Deep part.md"]
    alias = f"---\naliases:\n  - {X}Alias\n---\n"
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(*links), **dict.fromkeys(there, "x"), "Named.md": alias})

    status = _outcomes(run("status", "--json", "--vault", vault))
    filled = _outcomes(_fill(run, vault))

    assert [link for link, outcome in status.items() if outcome == "missing"] == [f"{X}Gone", f"wrong/{X}Gone too"]
    assert [link for link, outcome in filled.items() if outcome != "exists"] == [f"{X}Gone", f"wrong/{X}Gone too"]


def test_v31_a_name_that_another_folder_has_is_refused(run: Run, tmp_path: Path) -> None:
    """Asked for `notes/X` where `papers/X.md` is: nothing is made, by a list or by name, and the report says which."""
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(f"notes/{X}A"), f"papers/{X}a.md": "mine"}, _paper(f"notes/{X}A"))
    before = _tree(vault)

    filled = _fill(run, vault)
    run("generate", f"notes/{X}A", "--offline", "--vault", vault)
    run("generate", f"{X}A", "--folder", "notes", "--offline", "--vault", vault)

    assert _rows(filled)[f"notes/{X}A"]["path"] == f"papers/{X}a.md"
    assert "another folder" in _rows(filled)[f"notes/{X}A"]["reason"]
    assert _tree(vault) == before


def test_an_unfinished_note_whose_head_is_json_stays(run: Run, tmp_path: Path) -> None:
    """Properties in JSON are Obsidian's, too (help, Properties), but cannot be changed in place: the note stays, nobody
    is told that somebody saved it, and it is not tried again and again."""
    vault = _vault(tmp_path, {"Kilns MOC.md": _moc(f"{X}A")}, _paper(f"{X}A", abstract=""))
    _fill(run, vault)
    note = vault / f"{X}A.md"
    body = note.read_text(encoding="utf-8").split("---\n", 2)[2]
    note.write_text('---\n{"title": "A", "notegen_read": "none"}\n---\n' + body, encoding="utf-8")
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(_paper(f"{X}A")), encoding="utf-8")
    before = _tree(vault)

    result = _fill(run, vault)

    assert _tree(vault) == before
    assert "somebody saved it" not in result.stderr
    assert result.exit_code == 0
