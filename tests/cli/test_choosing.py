"""A person chooses on a real terminal where no paper is certain; nobody is asked where nobody sits."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from invented import Arxiv
from pytest_httpserver import HTTPServer

from notegen.choosing import understood
from notegen.fetcher.noted import Noted
from notegen.fetcher.own_file import OwnFile
from notegen.fetcher.own_records import OwnKnowledge, OwnRecord
from notegen.fetcher.pins import read_pins
from notegen.fetcher.text import text_of
from notegen.intake import prepare
from notegen.obsidian.index import scan
from notegen.records import Candidate, Match, Paper, PaperReport, PaperText, Reading, Wanted
from notegen.standing import Known, Upkeep, survey
from notegen.writer.vault import FolderVault

Run = Callable[..., Result]
PAPERS = {
    "2402.02222": "Fern: A Lazy Scheduler",
    "2402.03333": "Fern: A Lazy Compiler",
    "2402.01111": "Moss: Clocks",
    "2402.05555": "Reed: Quick Looms",
    "2402.06666": "Reed: Quick Kilns",
}
WITHDRAWN = "This paper has been withdrawn by the authors: Lemma 3 does not hold"
QUESTION = "Enter = leave it: "
_PATIENCE_SECONDS = 20.0
_COLOUR = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")

pty = pytest.importorskip("pty", reason="a terminal of POSIX")


@pytest.fixture
def vault(tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty vault, and a stand-in for arXiv that knows two papers of each of two short names."""
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", Arxiv(httpserver, PAPERS, {"2402.03333": WITHDRAWN}).url)
    monkeypatch.delenv("CI", raising=False)
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


class Desk:
    """notegen on a terminal of its own for stdin and stderr; stdout is a second one, or a pipe."""

    def __init__(self, words: Sequence[str | Path], piped: bool, **environ: str) -> None:
        self._screen, other = pty.openpty()
        self._results, results = os.pipe() if piped else pty.openpty()
        self._open = [self._screen, self._results]
        self._seen = self._told = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "notegen", *map(str, words)],
            stdin=other,
            stdout=results,
            stderr=other,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environ},
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(other)
        os.close(results)

    def wait_for(self, text: str) -> str:
        """What was shown up to and with `text`."""
        while text.encode() not in self._seen:
            assert self._screen in self._open, self._seen.decode(errors="replace")
            self._read()
        seen, _, self._seen = self._seen.partition(text.encode())
        return seen.decode() + text

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._screen, keys.encode())

    def end(self) -> tuple[int, str, str]:
        """Status, what stdout got and the rest of the screen, both without colour, once it has ended."""
        while self._open:
            self._read()
        status = self._process.wait(_PATIENCE_SECONDS)
        return status, _COLOUR.sub("", self._told.decode()), _COLOUR.sub("", self._seen.decode())

    def _read(self) -> None:
        ready = select.select(self._open, [], [], _PATIENCE_SECONDS)[0]
        assert ready, self._seen.decode(errors="replace")
        for each in ready:
            try:
                read = os.read(each, 65_536)
            except OSError:  # the terminal is gone with its last user
                read = b""
            if each == self._screen:
                self._seen += read
            else:
                self._told += read
            if not read:
                self._open.remove(each)
                os.close(each)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def desk() -> Iterator[Callable[..., Desk]]:
    """`desk("generate", …)`: the command on a terminal."""
    yield lambda *words, piped=False, **environ: Desk(words, piped, **environ)


def _pins(vault: Path) -> dict[str, str]:
    file = vault / ".notegen" / "pins.toml"
    return read_pins(file.read_bytes())[0] if file.exists() else {}


def _notes(vault: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in vault.glob("*.md")}


def test_a_number_chooses_and_is_remembered(desk: Callable[..., Desk], vault: Path, run: Run) -> None:
    """Each candidate is shown with title, author, year, id and why; the choice is written, pinned, and asked once."""
    shown = desk("generate", "Fern", "--vault", vault)
    screen = shown.wait_for(QUESTION)
    place = 1 if screen.index("2402.02222") < screen.index("2402.03333") else 2
    shown.type(f"{place}\n")
    status, stdout, _ = shown.end()
    again = run("generate", "Fern", "--json", "--vault", vault)

    for told in ("Fern: A Lazy Scheduler", "Aiko Mori et al.", "2024", "arXiv:2402.02222", "1-2", "n = none"):
        assert told in screen
    assert "Which one?" not in stdout
    assert status == 0
    assert 'arxiv_id: "2402.02222"' in next(iter(_notes(vault).values()))
    assert _pins(vault) == {"Fern": "arXiv:2402.02222"}
    assert json.loads(again.stdout)["totals"] == {"exists": 1}


def test_an_id_may_be_typed_and_is_looked_up(desk: Callable[..., Desk], vault: Path) -> None:
    """Bad input asks again, an id nobody knows as well; the title of the one that is known is shown."""
    shown = desk("generate", "Fern", "--vault", vault)
    shown.wait_for(QUESTION)
    shown.type("7\n")
    assert "“7” is neither" in shown.wait_for(QUESTION)
    shown.type("2402.04444\n")
    assert "no such id" in shown.wait_for(QUESTION)
    shown.type("https://arxiv.org/abs/2402.01111\n")
    status, _, screen = shown.end()

    assert status == 0
    assert "Moss: Clocks" in screen
    assert _pins(vault) == {"Fern": "arXiv:2402.01111"}


def test_none_of_these_mutes(desk: Callable[..., Desk], vault: Path) -> None:
    """No note, no problem, and no question the next time."""
    shown = desk("generate", "Fern", "--vault", vault)
    shown.wait_for(QUESTION)
    shown.type("n\n")
    first = shown.end()
    second = desk("generate", "Fern", "--vault", vault).end()

    assert first[0] == second[0] == 0
    assert "Which one?" not in second[2]
    assert _pins(vault) == {"Fern": "none"}
    assert _notes(vault) == {}


@pytest.mark.parametrize("keys", ["\n", "\x04", "?\n?\n?\n?\n"])
def test_what_is_left_open_stays_open_and_the_rest_goes_on(desk: Callable[..., Desk], vault: Path, keys: str) -> None:
    """Enter, Ctrl-D, or four answers that are none: this paper is ambiguous, the other one is written."""
    shown = desk("generate", "Fern", "2402.01111", "--vault", vault)
    shown.wait_for(QUESTION)
    shown.type(keys)
    status, _, screen = shown.end()

    assert status == 1
    assert "ambiguous" in screen
    assert [*_notes(vault)] == ["2024__arXiv__Moss - Clocks.md"]
    assert _pins(vault) == {}


def test_ctrl_c_at_a_question_stops_the_run(desk: Callable[..., Desk], vault: Path) -> None:
    """No further question, and no note even of the paper that is certain; status 1."""
    shown = desk("generate", "Fern", "Reed", "2402.01111", "--vault", vault)
    shown.wait_for(QUESTION)
    shown.type("\x03")
    status, stdout, screen = shown.end()

    assert status == 1
    assert "notegen: stopped: nothing was written" in screen
    assert "Reed" not in screen + stdout
    assert _notes(vault) == _pins(vault) == {}


def test_ctrl_c_at_a_later_question_tells_of_the_pins_before(desk: Callable[..., Desk], vault: Path) -> None:
    """What was chosen before stays pinned, and the last line says so; no note is written."""
    shown = desk("generate", "Fern", "Reed", "--vault", vault)
    shown.wait_for(QUESTION)
    shown.type("2402.02222\n")
    shown.wait_for(QUESTION)
    shown.type("\x03")
    status, _, screen = shown.end()

    assert status == 1
    assert "stopped: no note was written; pinned before and kept: “Fern” is arXiv:2402.02222" in screen
    assert _pins(vault) == {"Fern": "arXiv:2402.02222"}
    assert _notes(vault) == {}


def test_a_withdrawn_candidate_is_shown_as_such(desk: Callable[..., Desk], vault: Path) -> None:
    """Who chooses sees it before, with the words of its record; the other one has no such line."""
    shown = desk("generate", "Fern", "--vault", vault)
    screen = " ".join(_COLOUR.sub("", shown.wait_for(QUESTION)).split())
    shown.type("\n")
    shown.end()

    assert screen.count("withdrawn: ") == 1
    assert f"withdrawn: {WITHDRAWN}" in screen


def test_a_dry_run_remembers_nothing_and_says_so(desk: Callable[..., Desk], vault: Path) -> None:
    """The choice counts for the notes shown; nothing of the vault is written."""
    shown = desk("generate", "Fern", "--dry-run", "--vault", vault)
    shown.wait_for(QUESTION)
    shown.type("1\n")
    status, stdout, screen = shown.end()

    assert status == 0
    assert "title: " in stdout
    assert "a dry run writes no pin" in screen
    assert sorted(path.name for path in vault.rglob("*")) == [".obsidian"]


@pytest.mark.parametrize("words", [("--json",), ("--plan",)])
def test_a_report_for_programs_asks_nobody(desk: Callable[..., Desk], vault: Path, words: tuple[str, ...]) -> None:
    """With --json and --plan the open paper is reported as such."""
    status, stdout, screen = desk("generate", "Fern", *words, "--vault", vault).end()

    assert status == 1
    assert "Which one?" not in stdout + screen


def test_nobody_is_asked_by_fill_in_ci_or_in_a_pipe(desk: Callable[..., Desk], vault: Path, run: Run) -> None:
    """fill never asks; generate does not under CI, nor without a terminal, nor with a pipe as stdout alone."""
    (vault / "A MOC.md").write_text("## Papers\n- [[Fern]]\n", encoding="utf-8")

    filled = desk("fill", "--vault", vault).end()
    in_ci = desk("generate", "Fern", "--vault", vault, CI="true").end()
    piped = desk("generate", "Fern", "--vault", vault, piped=True).end()
    alone = run("generate", "Fern", "--vault", vault)

    assert filled[0] == in_ci[0] == piped[0] == alone.exit_code == 1
    assert "Which one?" not in filled[2] + in_ci[2] + piped[2] + alone.output


@pytest.mark.parametrize(
    ("answer", "pin", "title"),
    [
        ("1", "arXiv:2402.02222", "Fern"),
        (" ２ ", "doi:10.5555/fern", "Fern II"),
        ("3", "", "Fern III"),
        ("4", "", None),
        ("0", "", None),
        ("N", "none", None),
        ("ｎ", "none", None),
        ("doi:10.5555/x", "doi:10.5555/x", None),
        ("2402.01111v2", "arXiv:2402.01111v2", None),
        ("yes", "", None),
    ],
)
def test_what_an_answer_means(answer: str, pin: str, title: str | None) -> None:
    """Numbers of candidates, ids and n, in full width as well; anything else is no answer."""
    papers = (Paper("Fern", arxiv_id="2402.02222"), Paper("Fern II", doi="10.5555/fern"), Paper("Fern III"))
    understood_pin, paper = understood(answer, [Candidate(one, 0.9, "near") for one in papers])

    assert (understood_pin, paper and paper.title) == (pin, title)


def _of_record(paper: Paper) -> Reading:
    return Reading(text_of(paper))


def test_only_what_is_open_and_has_candidates_is_asked_for(tmp_path: Path) -> None:
    """Not what is certain, nor what is found nowhere, nor a paper whose text was given."""
    twins = (Paper("Twin", arxiv_id="2401.00001"), Paper("Twin", arxiv_id="2401.00002"))
    own = OwnKnowledge({}, tuple(OwnRecord((), paper) for paper in (*twins, Paper("Sure", arxiv_id="2401.00003"))))
    asked: list[str] = []

    def choose(wanted: Wanted, match: Match) -> Match:
        asked.append(wanted.link)
        return Match("accepted", "chosen", match.candidates[0].paper)

    wanted = [Wanted(name, name) for name in ("Twin", "Sure", "Nowhere")]
    vault, index = FolderVault(tmp_path), scan(tmp_path)
    standings = survey(wanted, index, vault, Upkeep())
    known = Known(index, lambda: Noted({}, {}), own, (), "")
    work = prepare(standings, known, vault, (), read=_of_record, choose=choose)
    prepare(
        standings, replace(known, own_file=OwnFile(PaperText("file t.txt"))), vault, (), read=_of_record, choose=choose
    )

    assert asked == ["Twin"]
    assert [type(one) is PaperReport for one in work] == [False, False, True]
