"""`notegen catalogue`, and a catalogue in use: asked before the network, and never in the way when it is damaged."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import Result
from invented import Arxiv, dump_line, vault_with
from pytest_httpserver import HTTPServer

from notegen.cli import cli

PROJECT = Path(__file__).resolve().parents[2]
Run = Callable[..., Result]
PAPERS = {"2402.01111": "Moss: Slow Clocks for Fast Rings", "2402.02222": "Fern: A Lazy Scheduler"}


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    """A small dump of arXiv's metadata, with one line that is none."""
    file = tmp_path / "arxiv-metadata.json"
    lines = [dump_line(arxiv_id, title) for arxiv_id, title in PAPERS.items()]
    file.write_text("\n".join([*lines, "not a record"]) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def vault(tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault whose MOC lists one paper of the dump."""
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", Arxiv(httpserver, PAPERS).url)
    vault = vault_with(tmp_path, ())
    (vault / "Reading MOC.md").write_text("## Papers\n- [[2024__X__Moss - Slow Clocks for Fast Rings]]\n", "utf-8")
    return vault


def test_build_and_info_need_no_vault(
    run: Run, tmp_path: Path, dump: Path, own_services: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was built is told: records, unreadable lines, size, place; and info tells the same, as JSON as well."""
    monkeypatch.chdir(tmp_path)
    built = run("catalogue", "build", dump)
    told = run("catalogue", "info")
    as_json = json.loads(run("catalogue", "info", "--json").stdout)

    index = own_services / "catalogue.sqlite"
    assert built.exit_code == told.exit_code == 0
    assert re.search(rf"^2 records \(1 line .*\) in \d+ s, [\d.]+ MB: {re.escape(str(index))}$", built.stdout)
    assert "records: 2" in told.stdout
    assert "newest: 2024-02-09" in told.stdout
    assert "read from the dump" in told.stdout
    assert as_json["records"], as_json["bad_lines"] == (2, 1)
    assert as_json["catalogue"] == str(index)
    assert as_json["bytes"] == index.stat().st_size


def test_no_catalogue_and_no_dump_say_what_to_do(run: Run, tmp_path: Path) -> None:
    """info without an index is status 1 and names the command; a dump that is not there is status 2 and named."""
    missing = run("catalogue", "info")
    as_json = run("catalogue", "info", "--json")
    no_dump = run("catalogue", "build", tmp_path / "gone.json")

    assert missing.exit_code == as_json.exit_code == 1
    assert "notegen catalogue build FILE" in missing.stderr
    assert "none was built" in json.loads(as_json.stdout)["error"]["why"]
    assert no_dump.exit_code == 2
    assert "gone.json" in no_dump.stderr


def test_a_file_that_is_no_catalogue_is_not_written_over(
    run: Run, tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting that names the dump itself, or a note, costs neither."""
    before = dump.read_bytes()
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(dump))

    result = run("catalogue", "build", dump)

    assert result.exit_code == 2
    assert "would be lost" in result.stderr
    assert dump.read_bytes() == before


def test_another_programs_database_is_not_written_over(
    run: Run, tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A SQLite file that is no catalogue stays byte for byte; an empty file, or a catalogue, is no loss."""
    index = tmp_path / "history.sqlite"
    with closing(sqlite3.connect(index)) as db:
        db.execute("CREATE TABLE visits (page)")
    before = index.read_bytes()
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(index))

    refused = run("catalogue", "build", dump)
    after = index.read_bytes()
    index.write_bytes(b"")
    built = [run("catalogue", "build", dump).exit_code for _ in range(2)]

    assert refused.exit_code == 2
    assert "would be lost" in refused.stderr
    assert after == before
    assert built == [0, 0]


def test_one_is_one(run: Run, tmp_path: Path, dump: Path) -> None:
    """A single record is "1 record", while reading and at the end."""
    dump.write_text(dump_line("2402.01111", "Moss: Slow Clocks for Fast Rings") + "\n", encoding="utf-8")

    built = run("catalogue", "build", dump)

    assert built.stdout.startswith("1 record in ")
    assert built.stderr == "100% read, 1 record\n"


def test_a_dotenv_in_a_vault_cannot_say_where_the_catalogue_lies(
    run: Run, vault: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vault that came from somebody else has no file of this person written."""
    (vault / ".env").write_text(f"NOTEGEN_CATALOGUE={vault}/out.sqlite\n", encoding="utf-8")
    monkeypatch.chdir(vault)

    result = run("catalogue", "build", dump)

    assert result.exit_code == 0
    assert not (vault / "out.sqlite").exists()


def test_a_catalogue_is_asked_before_the_network(run: Run, vault: Path, dump: Path, httpserver: HTTPServer) -> None:
    """What it knows is written without a single request, offline as well, with the abstract from the dump."""
    run("catalogue", "build", dump)
    online = run("resolve", "Fern: A Lazy Scheduler", "--json", "--vault", vault)
    offline = run("fill", "--offline", "--json", "--vault", vault)

    assert json.loads(online.stdout)["papers"][0]["source"] == "catalogue"
    assert json.loads(offline.stdout)["totals"] == {"written": 1}
    assert "40% less data than before" in next(vault.glob("2024*")).read_text(encoding="utf-8")
    assert httpserver.log == []


@pytest.mark.parametrize("damage", ["cut", "overwritten", "another's"])
def test_a_damaged_catalogue_is_told_of_and_passed_over(
    run: Run, vault: Path, dump: Path, own_services: Path, damage: str
) -> None:
    """One line says so, and the papers are looked up as if it were not there."""
    run("catalogue", "build", dump)
    index = own_services / "catalogue.sqlite"
    whole = index.read_bytes()
    middle = bytes(len(whole) - 8192)
    index.write_bytes({"cut": whole[:9000], "overwritten": whole[:8192] + middle, "another's": b"hello"}[damage])

    result = run("fill", "--json", "--vault", vault)

    told = [line for line in result.stderr.splitlines() if line.startswith("notegen:")]
    assert len(told) == 1
    assert "going on without it" in told[0]
    assert json.loads(result.stdout)["totals"] == {"written": 1}
    assert result.exit_code == 0


def test_a_catalogue_that_was_named_and_is_not_there_is_told(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A slip in NOTEGEN_CATALOGUE does not pass in silence; nobody is told of one they never asked for."""
    silent = run("resolve", "Fern: A Lazy Scheduler", "--vault", vault)
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(tmp_path / "slip.sqlite"))
    told = run("resolve", "Fern: A Lazy Scheduler", "--vault", vault)

    assert "catalogue" not in silent.stderr
    assert "slip.sqlite" in told.stderr
    assert silent.exit_code == told.exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_leaves_the_old_index_whole(
    run: Run, tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a pipe a line tells each tenth; Ctrl-C ends with status 1, nothing half-built is left, the old one works."""
    index = tmp_path / "index" / "catalogue.sqlite"
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(index))
    run("catalogue", "build", dump)
    before = index.read_bytes()
    large = tmp_path / "large.json"
    lines = (dump_line(f"2403.{n:05}", f"Paper {n} of a long list: word{n} and word{n % 97}") for n in range(1, 40_001))
    large.write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = [sys.executable, "-m", "notegen", "catalogue", "build", str(large)]

    with subprocess.Popen(words, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as building:
        assert building.stderr
        first = building.stderr.readline().decode()
        building.send_signal(signal.SIGINT)
        stdout, stderr = building.communicate()

    assert re.fullmatch(r"\d0% read, [\d,]+ records\n", first)
    assert building.returncode == 1
    assert b"stopped" in stderr
    assert stdout == b""
    assert [path.name for path in index.parent.iterdir()] == ["catalogue.sqlite"]
    assert index.read_bytes() == before


def test_every_command_of_the_group_is_in_the_readme() -> None:
    """The README names `notegen catalogue build` and `info`, and their options."""
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    group = cli.commands["catalogue"]

    assert isinstance(group, click.Group)
    for name, command in group.commands.items():
        assert f"notegen catalogue {name}" in readme
        options = [option for param in command.params if isinstance(param, click.Option) for option in param.opts]
        assert [option for option in options if option not in readme] == []
