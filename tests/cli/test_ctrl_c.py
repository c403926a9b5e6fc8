"""Ctrl-C in a real process: the paper at hand is finished, the others wait, and the next run does the rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
from invented import good_answer, vault_with
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_finishes_the_paper_at_hand(tmp_path: Path, httpserver: HTTPServer) -> None:
    """Status 1; one note is whole, two papers are told to wait; a second run asks for these two only."""
    vault, asked, go_on = vault_with(tmp_path), Event(), Event()

    def answer(request: Request) -> Response:
        asked.set()
        go_on.wait(10)
        return good_answer(request)

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
    environ = {**os.environ, "OPENAI_BASE_URL": httpserver.url_for("/v1"), "NOTEGEN_MODEL": "invented"}
    words = [sys.executable, "-m", "notegen", "fill", "--offline", "--json", "--vault", str(vault)]

    with subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as first:
        assert asked.wait(10)
        first.send_signal(signal.SIGINT)
        assert first.stderr
        while b"stopping" not in first.stderr.readline():
            assert first.poll() is None
        go_on.set()
        report = json.loads(first.communicate()[0])
    calls = len(httpserver.log)
    second = subprocess.run(words, env=environ, capture_output=True, check=False)

    assert first.returncode == 1
    assert report["totals"] == {"written": 1, "waiting": 2}
    assert second.returncode == 0
    assert len(httpserver.log) - calls == 2
    assert len(list(vault.glob("2025*"))) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("words", [["--json"], ["--json", "--plan"]])
def test_ctrl_c_ends_the_fetching_of_pages(tmp_path: Path, httpserver: HTTPServer, words: list[str]) -> None:
    """It is no fault of the paper being fetched: no abstract is taken in its place, and no note is written."""
    vault, asked, go_on = vault_with(tmp_path, ["Amber"]), Event(), Event()
    records = vault / ".notegen" / "papers.jsonl"
    record = json.loads(records.read_text(encoding="utf-8")) | {"arxiv_id": "2609.88888"}
    records.write_text(json.dumps(record) + "\n", encoding="utf-8")

    def answer(request: Request) -> Response:
        asked.set()
        go_on.wait(10)
        return Response(status=404)

    httpserver.expect_request("/html/2609.88888").respond_with_handler(answer)
    environ = {**os.environ, "NOTEGEN_ARXIV_URL": httpserver.url_for("").rstrip("/"), "NOTEGEN_ARXIV_INTERVAL": "0"}
    command = [sys.executable, "-m", "notegen", "fill", "--read", "full", "--vault", str(vault), *words]

    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert asked.wait(10)
        run.send_signal(signal.SIGINT)
        report = json.loads(run.communicate()[0])
    go_on.set()

    assert (run.returncode, report["error"]["what"]) == (1, "stopped")
    assert list(vault.glob("2025*")) == []
