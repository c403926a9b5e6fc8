"""One row tried: the program through its own command line, in a vault of its own, against the row's server."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from audit import KEY, differences
from odd_server import Asked, Log, Reply, Script, serving
from program import as_process, counted_pauses, in_process
from replies import MODEL
from right_model import PAPER, long_text
from rows import Row

_UNSET = tuple(f"NOTEGEN_{name}" for name in ("PROMPTS", "LANG", "NAME", "FOLDER", "TEMPLATE", "VAULT", "ROAD"))
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy")
_TOLD = 300


@dataclass
class Seen:
    """What a row ended in. `outcome` is "stopped" where an error ended the command before any paper."""

    outcome: str = ""
    reason: str = ""
    exit_status: int = 0
    requests: int = 0
    again: int = 0
    seconds: float = 0.0
    pauses: list[float] = field(default_factory=list)
    read_bytes: int = 0
    note: str = ""
    output: str = ""
    wrong: list[str] = field(default_factory=list)
    tokens: tuple[int, int] = (0, 0)
    learnt: dict[str, Any] = field(default_factory=dict)


def tried(row: Row) -> Seen:
    """The row, tried once, with all that is not as its right end says in `wrong`."""
    right = reference(row.long, row.window, row.right)
    with tempfile.TemporaryDirectory(prefix="notegen-fault-") as folder, serving(_routed(row)) as (url, log):
        home = Path(folder)
        seen = _run(home, row, url, log)
        if row.again is not None and seen.note:
            seen.again = _again(home, row, url, log)
        leaked = [file.name for file in home.rglob("*") if file.is_file() and KEY.encode() in file.read_bytes()]
    seen.wrong = differences(row, seen, right, leaked)
    return seen


@cache
def reference(long: bool, window: int, script: Script) -> str:
    """The note a faultless server gives, which answers in the form asked for and refuses nothing."""
    environment = {"NOTEGEN_CONTEXT": str(window)} if window else {}
    row = Row("reference", script, environment=environment, long=long)
    with tempfile.TemporaryDirectory(prefix="notegen-fault-") as folder, serving(_routed(row)) as (url, log):
        seen = _run(Path(folder), row, url, log)
    if seen.outcome != "written":
        raise RuntimeError(f"a faultless server gives no note: {seen.outcome}, {seen.reason or seen.output}")
    return seen.note


def _routed(row: Row) -> Script:
    """The row's script under /v1/chat/completions, its list of models, and what it says elsewhere."""

    def answer(asked: Asked) -> Reply:
        path = asked.path.split("?")[0]
        if path == "/v1/chat/completions" and asked.method == "POST":
            return row.script(asked)
        if path in ("/v1/models", "/v1/models/"):
            return row.listing
        return row.elsewhere(asked) if callable(row.elsewhere) else row.elsewhere

    return answer


def _run(home: Path, row: Row, url: str, log: Log) -> Seen:
    vault = _vault(home)
    words = ["generate", PAPER["links"][0], "--offline", "--json", "--debug", "--vault", str(vault)]
    if row.long:
        (home / "long.md").write_text(long_text(), encoding="utf-8")
        words += ["--text", str(home / "long.md")]
    before, started = log.posts, time.monotonic()
    invoke = as_process if row.process else in_process
    with counted_pauses() as pauses:
        result = invoke(words, _environment(home, row, url))
    seen = Seen(exit_status=result.exit_code, requests=log.posts - before, pauses=pauses, read_bytes=log.longest)
    seen.seconds = time.monotonic() - started
    seen.output = f"{result.stdout}\n{result.stderr}"
    report = _report(result.stdout)
    told = " ".join(map(str, report.get("error", {}).values())) or seen.output[-_TOLD:]
    papers = report.get("papers") or [{"outcome": "stopped" if report else "crashed", "reason": told}]
    seen.outcome, seen.reason = papers[0]["outcome"], papers[0]["reason"]
    tokens = papers[0].get("tokens") or {"in": 0, "out": 0}
    seen.tokens = tokens["in"], tokens["out"]
    seen.learnt = next(iter(_report(_kept(home / "cache" / "servers.json")).values()), {})
    notes = list(vault.rglob("*.md"))
    seen.note = notes[0].read_bytes().decode("utf-8") if notes else ""
    return seen


def _again(home: Path, row: Row, url: str, log: Log) -> int:
    """How many requests the same draft takes once more, with what was learnt of the server but no kept answer."""
    shutil.rmtree(home / "cache" / "answers", ignore_errors=True)
    shutil.rmtree(home / "vault")
    return _run(home, replace(row, again=None), url, log).requests


def _vault(home: Path) -> Path:
    vault = home / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".notegen").mkdir()
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(PAPER, ensure_ascii=False) + "\n", encoding="utf-8")
    return vault


def _environment(home: Path, row: Row, url: str) -> dict[str, str | None]:
    return {
        **dict.fromkeys((*_UNSET, *_PROXIES)),
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": url + row.base,
        "NOTEGEN_MODEL": MODEL,
        "NOTEGEN_READ": None if row.long else "abstract",
        "NOTEGEN_CONTEXT": "8192",
        "NOTEGEN_TIMEOUT": "10",
        "NOTEGEN_DEADLINE": "60",
        "NOTEGEN_CACHE_DIR": str(home / "cache"),
        "NOTEGEN_STATE_DIR": str(home / "state"),
        "NOTEGEN_CATALOGUE": str(home / "catalogue.sqlite"),
        "NOTEGEN_ARXIV_URL": "http://127.0.0.1:9",
        "NOTEGEN_ARXIV_INTERVAL": "0",
        **row.environment,
    }


def _kept(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _report(stdout: str) -> dict[str, Any]:
    try:
        report = json.loads(stdout)
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}
