"""A vault of 10,000 notes: reading all links, and `fill` with nothing to do, beside what others take for the same.

    python bench/index.py [--notes 10000] [--links 10] [--runs 5] [--vault FOLDER] [--peers FOLDER]

Every figure is the best of the runs, each in a process of its own, all in turn, so that what else the machine does
falls on all alike; files are in the memory of the system from the first plain read on. Reading is timed within the
process, imports left out, and compared by CPU time; `fill` is timed as a whole. graphmark 0.11 and obsidiantools are
installed by pip into a venv of their own (in --peers, else a temporary one); what takes more than half a minute is run
once. Budgets: `fill` 1.0 s the first time, 0.3 s again, 150 MB; all links in 6 times a plain read, and faster than
graphmark.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from vault import make_vault

_SLOW_SECONDS = 30
_PEERS = ("graphmark==0.11.*", "obsidiantools")
_TIMED = """
import json, sys, time
{imports}
wall, cpu = time.perf_counter(), time.process_time()
{work}
print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu, notes, links]))
"""
_PLAIN = _TIMED.format(
    imports="import os",
    work="""
notes = links = 0
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".md"):
            with open(os.path.join(folder, name), "rb") as file:
                file.read()
            notes += 1
""",
)
_LINKS = """
index = scan(Path(sys.argv[1]))
notes, links = len(index.notes), 0
for path in index.notes:
    with open(f"{sys.argv[1]}/{path}", "rb") as file:
        found = read_links(file.read().decode("utf-8", "replace"))
    links += len(found)
"""
_IMPORTS = """
from pathlib import Path
from notegen.obsidian.index import scan
from notegen.obsidian.links import read_links
from notegen.obsidian.resolution import resolve
"""
_OURS = _TIMED.format(imports=_IMPORTS, work=_LINKS)
_RESOLVED = _TIMED.format(
    imports=_IMPORTS, work=f"{_LINKS}    for link in found:\n        resolve(link.target, path, index)\n"
)
_GRAPHMARK_READ = _TIMED.format(
    imports="from pathlib import Path\nfrom graphmark.parse import parse_document",
    work="""
root = Path(sys.argv[1])
documents = [parse_document(path, root) for path in sorted(root.rglob("*.md"))]
notes, links = len(documents), 0
""",
)
_GRAPHMARK = _TIMED.format(
    imports="import graphmark",
    work="told = graphmark.stats(graphmark.build(sys.argv[1]))\nnotes, links = told['notes'], told['edges']",
)
_OBSIDIANTOOLS = _TIMED.format(
    imports="from pathlib import Path\nfrom obsidiantools.api import Vault",
    work="""
vault = Vault(Path(sys.argv[1])).connect()
notes, links = len(vault.md_file_index), sum(map(len, vault.wikilinks_index.values()))
""",
)


class Used(NamedTuple):
    """What a run took: the whole process, or what it says of itself."""

    peak_mb: float
    wall_seconds: float
    cpu_seconds: float
    notes: int = 0
    links: int = 0


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("notes", 10_000), ("links", 10), ("runs", 5)):
        words.add_argument(f"--{name}", type=int, default=default)
    words.add_argument("--vault", type=Path, help="where the vault is made, or a vault that is there")
    words.add_argument("--peers", type=Path, help="where the venv of the peers is made, or was")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="notegen-bench-") as temporary:
        vault = asked.vault or Path(temporary) / "vault"
        if not vault.is_dir() or not any(vault.iterdir()):
            make_vault(vault, asked.notes, asked.links, seed=1)
        print(f"{vault}: best of {asked.runs} runs, Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
        reading(vault, asked.peers or Path(temporary) / "peers", asked.runs)
        filling(vault, Path(temporary) / "home", asked.runs)


def reading(vault: Path, peers: Path, runs: int) -> None:
    """All links of all notes, by us and by others, as a multiple of a plain read."""
    scripts = {"plain read": _PLAIN, "notegen: all links": _OURS, "notegen: all links, resolved": _RESOLVED}
    commands = {name: [sys.executable, "-c", script, str(vault)] for name, script in scripts.items()}
    for name, package, script in (
        ("graphmark 0.11: parse_document of each", _PEERS[0], _GRAPHMARK_READ),
        ("graphmark 0.11: build", _PEERS[0], _GRAPHMARK),
        ("obsidiantools: Vault.connect", _PEERS[1], _OBSIDIANTOOLS),
    ):
        try:
            commands[name] = [python_with(package, peers), "-W", "ignore", "-c", script, str(vault)]
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name}: not measured, pip could not install it: {error}")
    used = best(commands, runs)
    print(f"{'reading, imports left out':44} {'wall s':>8} {'CPU s':>8} {'x plain':>8} {'links':>8} {'peak MB':>8}")
    for name, one in used.items():
        times = one.cpu_seconds / used["plain read"].cpu_seconds
        links = f"{one.links:,}" if one.links else "-"
        figures = f"{one.wall_seconds:8.3f} {one.cpu_seconds:8.3f} {times:8.1f} {links:>8} {one.peak_mb:8.0f}"
        print(f"{name:44} {figures}")


def filling(vault: Path, home: Path, runs: int) -> None:
    """`fill` with nothing to do, with nothing kept and again."""
    fill = [sys.executable, "-m", "notegen", "fill", "--offline", "--vault", str(vault)]
    with settings(home):
        first = best({"fill, nothing to do, first (1.0 s, 150 MB)": fill}, runs, forget=home / "cache")
        again = best(
            {
                "fill, nothing to do, again (0.3 s, 150 MB)": fill,
                "python -c pass": [sys.executable, "-c", "pass"],
                "python -c 'import notegen.commands'": [sys.executable, "-c", "import notegen.commands"],
            },
            runs,
        )
    print(f"\n{'whole process':44} {'wall s':>8} {'CPU s':>8} {'peak MB':>8}")
    for name, one in (first | again).items():
        print(f"{name:44} {one.wall_seconds:8.3f} {one.cpu_seconds:8.3f} {one.peak_mb:8.0f}")


def best(commands: Mapping[str, list[str]], runs: int, forget: Path | None = None) -> dict[str, Used]:
    """The quickest run of each command, which take turns. `forget` is removed before each."""
    taken: dict[str, list[Used]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            if taken[name] and taken[name][0].wall_seconds > _SLOW_SECONDS:
                continue
            if forget:
                shutil.rmtree(forget, ignore_errors=True)
            taken[name].append(run(command))
    return {name: min(used, key=lambda one: one.cpu_seconds) for name, used in taken.items()}


def run(command: list[str]) -> Used:
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as child:
        assert child.stdout is not None
        said = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - started
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command[0])
    peak_mb = used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    last = said.rstrip().rpartition("\n")[2]
    whole = [wall, used.ru_utime + used.ru_stime]
    return Used(peak_mb, *(json.loads(last) if last.startswith("[") else whole))


def python_with(package: str, folder: Path) -> str:
    """The interpreter of a venv that has the package; `CalledProcessError` when pip cannot install it."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
    return str(python)


@contextmanager
def settings(home: Path) -> Iterator[None]:
    """Nobody's own settings, and cache and state in `home`."""
    before = dict(os.environ)
    for variable in [name for name in before if name.startswith(("NOTEGEN_", "OPENAI_"))]:
        del os.environ[variable]
    os.environ["NOTEGEN_CACHE_DIR"], os.environ["NOTEGEN_STATE_DIR"] = str(home / "cache"), str(home / "state")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


if __name__ == "__main__":
    main()
