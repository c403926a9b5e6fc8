"""`notegen resolve`: which paper a name is, and the pins it writes; no note, and no request for what is known."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from click.testing import Result
from filelock import FileLock
from invented import Arxiv, vault_with
from pytest_httpserver import HTTPServer
from screens import on_terminal
from werkzeug import Request, Response

from notegen.fetcher.pins import with_pin
from notegen.records import Candidate, Paper
from notegen.views import nearest
from notegen.writer.journal import state_folder

Run = Callable[..., Result]
PAPERS = {
    "2402.01111": "Moss: Slow Clocks for Fast Rings",
    "2402.02222": "Fern: A Lazy Scheduler",
    "2402.03333": "Fern: A Lazy Compiler",
}


@pytest.fixture
def arxiv(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Arxiv:
    """The stand-in for arXiv, set up as the one to ask."""
    shelf = Arxiv(httpserver, PAPERS)
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", shelf.url)
    return shelf


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault whose MOC lists three papers its own records know, and one they do not."""
    vault = vault_with(tmp_path)
    with (vault / "Reading MOC.md").open("a", encoding="utf-8") as moc:
        moc.write("- [[2024__X__Fern]] arXiv:2402.02222\n")
    return vault


def _pins(vault: Path) -> Path:
    return vault / ".notegen" / "pins.toml"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_names_of_every_kind_are_looked_up_together(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """Note name, brackets, title, id, URL: each is its paper; unknown ones are open; few requests, nothing written."""
    before = sorted(path for path in vault.rglob("*"))
    names = ["[[2025__X__Amber - A System]]", "Moss: Slow Clocks for Fast Rings", "https://arxiv.org/abs/2402.03333v1"]

    result = run("resolve", *names, "2024__X__Fern", "Fern", "--json", "--vault", vault)

    report = json.loads(result.stdout)
    assert [(paper["link"], paper["outcome"], paper["arxiv_id"]) for paper in report["papers"]] == [
        ("2025__X__Amber - A System", "accepted", None),
        ("Moss: Slow Clocks for Fast Rings", "accepted", "2402.01111"),
        ("2402.03333v1", "accepted", "2402.03333"),
        ("2024__X__Fern", "accepted", "2402.02222"),
        ("Fern", "ambiguous", None),
    ]
    assert report["papers"][0]["name"] == names[0]
    assert report["papers"][1]["authors"] == ["Aiko Mori", "Ida Berg"]
    assert {each["arxiv_id"] for each in report["papers"][4]["candidates"]} == {"2402.02222", "2402.03333"}
    assert report["totals"] == {"accepted": 4, "ambiguous": 1}
    assert result.exit_code == 1
    assert len(arxiv.requests) <= 5
    assert sorted(path for path in vault.rglob("*")) == before


def test_a_pipe_gets_a_line_for_each_name_and_candidate(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """Plain lines of one form: the outcome first, the name, the id, and at the end why."""
    result = run("resolve", "Fern", "Moss: Slow Clocks for Fast Rings", "--vault", vault)

    lines = [_cells(line) for line in result.stdout.splitlines() if line.startswith("|")]
    assert [cells[:3] for cells in lines[2:]] == [
        ["ambiguous", "Fern", ""],
        ["candidate", "Fern", "arXiv:2402.02222"],
        ["candidate", "Fern", "arXiv:2402.03333"],
        ["accepted", "Moss: Slow Clocks for Fast Rings", "arXiv:2402.01111"],
    ]
    assert all(len(cells) == 9 and cells[8] for cells in lines)
    assert lines[-1][4:8] == ["2024", "Aiko Mori et al.", "arXiv", "Moss: Slow Clocks for Fast Rings"]
    assert result.stdout.splitlines()[-1] == "1 accepted, 1 ambiguous"
    assert "notegen resolve NAME --pin ID" in result.stderr


def test_the_same_words_beside_two_ids_are_two_papers(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """Each name answers for its own id, though a note would have one name for both."""
    result = run("resolve", "Fern 2402.02222", "Fern 2402.03333", "--json", "--vault", vault)

    assert [paper["arxiv_id"] for paper in json.loads(result.stdout)["papers"]] == ["2402.02222", "2402.03333"]


def test_names_from_standard_input(run: Run, vault: Path) -> None:
    """One a line, in any line end, after a BOM; blank lines and remarks are passed over; NAMEs keep their order."""
    lines = "\ufeff# mine\r\n\r\n  2025__X__Birch - A System\r\n- [[2025__X__Cedar - A System]]"
    words = ("resolve", "2025__X__Amber - A System", "-", "--offline", "--json", "--vault", vault)

    result = run(*words, input=lines.encode())

    assert [paper["link"][9:14] for paper in json.loads(result.stdout)["papers"]] == ["Amber", "Birch", "Cedar"]
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ("論文\n".encode() + "論文\n".encode("cp932"), "line 2 is not UTF-8"),
        (b"\0" * 5_000_000, "more than 4 MB"),
        (b"# remark\n" * 500_000, "more than 4 MB"),
    ],
)
def test_standard_input_that_cannot_be_names(run: Run, vault: Path, data: bytes, why: str) -> None:
    """Another encoding or a flood: status 2 and one line that says why."""
    result = run("resolve", "-", "--vault", vault, input=data)

    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stdout == ""


def test_no_names_are_nothing_to_do(run: Run, vault: Path) -> None:
    """An empty list is no error, and in JSON an empty report."""
    result = run("resolve", "-", "--json", "--vault", vault, input=b"\n# none today\n")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["papers"] == []


def test_a_name_that_cannot_be_one_paper_costs_that_name_only(run: Run, vault: Path) -> None:
    """Two ids in one line, or a line as long as a book, are told of; the others are looked up."""
    names = ["2402.01111 2402.02222", "x" * 5_000, "2025__X__Amber - A System"]

    result = run("resolve", "-", "--offline", "--json", "--vault", vault, input="\n".join(names).encode())

    papers = json.loads(result.stdout)["papers"]
    assert [paper["outcome"] for paper in papers] == ["ambiguous", "not-found", "accepted"]
    assert "two papers" in papers[0]["reason"]
    assert "longer than" in papers[1]["reason"]


@pytest.mark.parametrize(
    "words",
    [
        ["resolve"],
        ["resolve", ""],
        ["resolve", "[[]]"],
        ["resolve", "A", "B", "--pin", "none"],
        ["resolve", "-", "--pin", "none"],
        ["resolve", "A", "--pin", "some title"],
        ["resolve", "A", "--pin", "2402.01111 2402.02222"],
        ["resolve", "A", "--pin", ""],
    ],
)
def test_wrong_usage(run: Run, words: list[str]) -> None:
    """A name missing or empty, a pin that is none or for several names: status 2, before anything is read."""
    assert run(*words).exit_code == 2


def test_a_pin_is_written_shown_and_counts_from_then_on(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The key is the MOC's link text; the title of the id is shown; a person's file keeps all it had."""
    mine = '# mine\r\n\'2024__x__fern\' = "none"  # until May\r\n"Else" = none\r\n'
    _pins(vault).write_bytes(mine.encode())

    pinned = run("resolve", "[[2024__x__fern]]", "--pin", "https://arxiv.org/abs/2402.03333", "--vault", vault)
    filled = run("fill", "--vault", vault)

    assert pinned.exit_code == 0
    assert "Fern: A Lazy Compiler" in pinned.stdout
    assert "pins.toml" in pinned.stderr
    assert _pins(vault).read_bytes() == mine.replace('"none"', '"arXiv:2402.03333"').encode()
    assert filled.exit_code == 0
    assert 'arxiv_id: "2402.03333"' in (vault / "2024__X__Fern.md").read_text(encoding="utf-8")


def test_a_name_no_moc_lists_is_pinned_as_typed(run: Run, tmp_path: Path, arxiv: Arxiv) -> None:
    """A title that cannot be a file name keeps its pin: for resolve, and for generate."""
    (tmp_path / ".obsidian").mkdir()

    run("resolve", "Fern: the one", "--pin", "2402.02222", "--vault", tmp_path)
    resolved = run("resolve", "Fern: the one", "--json", "--vault", tmp_path)
    generated = run("generate", "Fern: the one", "--vault", tmp_path)
    run("resolve", "Fern: the one", "--pin", "none", "--vault", tmp_path)
    muted = run("generate", "Fern: the one", "--json", "--vault", tmp_path)

    assert json.loads(resolved.stdout)["papers"][0]["arxiv_id"] == "2402.02222"
    assert generated.exit_code == 0
    assert [path.name for path in tmp_path.glob("*.md")] == ["2024__arXiv__Fern - A Lazy Scheduler.md"]
    assert json.loads(muted.stdout)["totals"] == {"muted": 1}
    assert muted.exit_code == 0


def test_a_muted_paper_costs_no_request_and_no_status(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """Pinned to none: fill passes it over, status shows it as muted, and neither asks anybody."""
    pinned = run("resolve", "2024__X__Fern", "--pin", "none", "--vault", vault)
    filled = run("fill", "--json", "--vault", vault)
    status = run("status", "--vault", vault)

    assert pinned.exit_code == filled.exit_code == 0
    assert json.loads(filled.stdout)["totals"] == {"written": 3, "muted": 1}
    assert "muted (1)\n  - 2024__X__Fern" in status.stdout
    assert "3 exists, 1 muted" in status.stdout
    assert arxiv.requests == []


def test_a_pin_to_an_id_nobody_knows_is_kept_with_a_warning(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """A person may know better, but may have mistyped: status 1. Offline nothing is looked up: status 0."""
    online = run("resolve", "2024__X__Fern", "--pin", "2402.04444", "--vault", vault)
    requests = len(arxiv.requests)
    offline = run("resolve", "2024__X__Fern", "--pin", "10.5555/fern.1", "--offline", "--vault", vault)

    assert online.exit_code == 1
    assert "arXiv:2402.04444" in online.stderr
    assert "typo" in online.stderr
    assert offline.exit_code == 0
    assert len(arxiv.requests) == requests > 0
    assert _pins(vault).read_text(encoding="utf-8") == '"2024__X__Fern" = "doi:10.5555/fern.1"\n'


@pytest.mark.parametrize("spoil", ["encoding", "link out", "folder out", "folder"])
def test_a_pins_file_that_cannot_be_kept_is_left_as_it_is(run: Run, vault: Path, tmp_path: Path, spoil: str) -> None:
    """Not UTF-8, or a link that leads out of the vault: status 1, one line, and not a byte changed anywhere."""
    (tmp_path / "outside").mkdir()
    outside = tmp_path / "outside" / "pins.toml"
    outside.write_bytes("“表” = 'none'".encode("cp932", "replace"))
    if spoil == "encoding":
        _pins(vault).write_bytes(outside.read_bytes())
    elif spoil == "link out":
        _pins(vault).symlink_to(outside)
    elif spoil == "folder":
        _pins(vault).mkdir()
    else:
        (vault / ".notegen").rename(vault / "own")
        (vault / ".notegen").symlink_to(outside.parent)
    before = outside.read_bytes()

    result = run("resolve", "2024__X__Fern", "--pin", "none", "--vault", vault)

    assert result.exit_code == 1
    assert "cannot be pinned" in result.stderr
    assert outside.read_bytes() == before
    assert spoil != "encoding" or _pins(vault).read_bytes() == before


def test_what_somebody_saves_meanwhile_is_kept(run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that saves pins.toml between our reading and writing loses nothing, and the pin is there as well."""
    _pins(vault).write_text("# mine\n", encoding="utf-8")
    calls: list[str] = []

    def slow(text: str, link: str, pin: str) -> str:
        if not calls:
            _pins(vault).write_text('# mine\n"Saved meanwhile" = "none"\n', encoding="utf-8")
        calls.append(text)
        return with_pin(text, link, pin)

    monkeypatch.setattr("notegen.pinning.with_pin", slow)
    result = run("resolve", "2024__X__Fern", "--pin", "none", "--vault", vault)

    assert result.exit_code == 0
    assert _pins(vault).read_text(encoding="utf-8") == (
        '# mine\n"Saved meanwhile" = "none"\n"2024__X__Fern" = "none"\n'
    )


def test_another_run_that_holds_the_vault_keeps_its_pins(run: Run, vault: Path, own_home: Path) -> None:
    """Status 75 and no pin, while another process writes."""
    folder = state_folder(own_home / "state", vault)
    folder.mkdir(parents=True)
    with FileLock(folder / "lock"):
        result = run("resolve", "2024__X__Fern", "--pin", "none", "--vault", vault)

    assert result.exit_code == 75
    assert not _pins(vault).exists()


@pytest.mark.parametrize(("also", "advised"), [((), True), (("--also", "crossref"), False)])
def test_a_pinned_doi_nobody_knows_is_told_by_its_name(
    run: Run,
    vault: Path,
    arxiv: Arxiv,
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
    also: tuple[str, ...],
    advised: bool,
) -> None:
    """The line begins with the name, and advises to ask Crossref only where it was not asked."""
    monkeypatch.setenv("NOTEGEN_CROSSREF_URL", httpserver.url_for("/crossref"))
    httpserver.expect_request("/crossref/works/10.5555/fern.1").respond_with_data("", status=404)
    httpserver.expect_request("/crossref/works").respond_with_json({"status": "ok", "message": {"items": []}})

    result = run("resolve", "2024__X__Fern", "--pin", "10.5555/fern.1", *also, "--json", "--vault", vault)

    line = next(line for line in result.stderr.splitlines() if line.startswith("notegen:"))
    paper = json.loads(result.stdout)["papers"][0]
    assert line.startswith("notegen: “2024__X__Fern”: pinned, but no record asked has doi:10.5555/fern.1")
    assert ("--also crossref" in line + paper["reason"]) is advised
    assert paper["outcome"] == "not-found"


def test_a_withdrawn_paper_is_shown_as_such(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """On a terminal, in a pipe and in JSON, as the paper and as a candidate; a paper that stands has null."""
    words = "This paper has been withdrawn by the authors: Lemma 3 does not hold"
    arxiv.comments = {"2402.02222": words}

    names = ("2402.02222", "Fern", "2402.01111")
    papers = json.loads(run("resolve", *names, "--json", "--vault", vault).stdout)["papers"]
    piped = run("resolve", *names, "--vault", vault).stdout
    shown = on_terminal(["resolve", *names, "--vault", vault], 100)[1]

    assert [paper["withdrawn"] for paper in papers] == [words, None, None]
    assert {one["arxiv_id"]: one["withdrawn"] for one in papers[1]["candidates"]} == {
        "2402.02222": words,
        "2402.03333": None,
    }
    assert piped.count(f"; withdrawn: {words}") == 2
    assert " ".join(shown.split()).count(f"withdrawn: {words}") == 2


def test_what_is_far_is_shown_only_where_nothing_is_nearer() -> None:
    """A candidate whose title merely differs goes when there is another; alone it is better than nothing."""
    far, near = Candidate(Paper("A"), 0.49, "title differs"), Candidate(Paper("B"), 0.46, "shares the words b, c")
    close = Candidate(Paper("C"), 0.5, "title differs")

    assert nearest([near, far, close]) == (near, close)
    assert nearest([far]) == (far,)


def test_a_service_that_is_down_is_no_verdict(run: Run, vault: Path) -> None:
    """No answer: the name waits, status 1; what the vault knows is told all the same."""
    result = run("resolve", "2025__X__Amber - A System", "Moss", "--json", "--vault", vault)

    assert json.loads(result.stdout)["totals"] == {"accepted": 1, "waiting": 1}
    assert result.exit_code == 1


@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
def test_any_console_can_show_it(vault: Path, encoding: str) -> None:
    """A console that lacks the letters gets what it can draw, never a traceback; and nothing a terminal would obey."""
    words = [sys.executable, "-m", "notegen", "resolve", "Zoë 𠮷 \x1b[2J", "--offline", "--vault", str(vault)]
    environ = {**os.environ, "PYTHONIOENCODING": encoding}

    ended = subprocess.run(words, env=environ, capture_output=True, check=False)

    assert ended.returncode == 1
    assert b"waiting" in ended.stdout
    assert b"\x1b" not in ended.stdout
    assert b"Traceback" not in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminal_gets_what_fits_its_width(vault: Path, arxiv: Arxiv, columns: int) -> None:
    """Long titles are wrapped, not cut: no line is wider than the terminal, and nothing of a title is lost."""
    title = "Sphagnum: " + " and ".join(
        f"the {word} bog" for word in ("eldest", "deepest", "widest", "quietest", "last")
    )
    arxiv.papers = {"2402.05555": title}
    status, shown = on_terminal(["resolve", title, "Sphagnum", "--vault", vault], columns)

    lines = shown.split("\n")
    assert status == 1
    assert max(map(len, lines)) <= columns
    assert " ".join(" ".join(lines).split()).count(title) >= 3  # as name, as title, as candidate of the short one


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_the_looking_up(vault: Path, httpserver: HTTPServer) -> None:
    """Status 1 and one line, not a traceback."""
    asked, go_on = Event(), Event()

    def answer(request: Request) -> Response:
        asked.set()
        go_on.wait(10)
        return Response("", 503)

    httpserver.expect_request("/api/query").respond_with_handler(answer)
    words = [sys.executable, "-m", "notegen", "resolve", "Fern", "--vault", str(vault)]
    environ = {**os.environ, "NOTEGEN_ARXIV_URL": httpserver.url_for("").rstrip("/")}
    with subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert asked.wait(10)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=20)
        go_on.set()

    assert process.returncode == 1
    assert stdout == b""
    assert b"notegen: stopped" in stderr
    assert b"Traceback" not in stderr
