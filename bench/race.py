"""Four notegen processes and an editor at once on one vault, again and again; counts what each made and what was lost.

python bench/race.py [--rounds 20] [--seed 1]

Two runs of fill, one of fill --refresh and one of generate --moc start together, in half of the rounds waiting for each
other (--wait), in the others not (status 75). Meanwhile an editor saves its own lines into the MOC and into a note, as
Obsidian does: it reads the file, adds a line and writes it in place. In the end every line the editor saved must stand
where it saved it, each paper must have one note, the MOC one line for each, and nothing of notegen may be left over.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import edited_vault as vaults

from notegen.writer import atomic

_ENTRY = ["generate", "--offline", vaults.EXTRA, "--moc", vaults.MOC, "--section", vaults.SECTION]
_COMMANDS = (
    ["fill", "--offline"],
    ["fill", "--offline"],
    ["fill", "--offline", "--refresh", "--lang", "en", "--fill-empty"],
    _ENTRY,
)


def _start(place: Path, words: list[str]) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "NOTEGEN_STATE_DIR": str(place / "state"),
        "NOTEGEN_CACHE_DIR": str(place / "cache"),
        "NOTEGEN_VAULT": str(place / "vault"),
        "NOTEGEN_ARXIV_URL": "http://127.0.0.1:9",
    }
    for name in ("OPENAI_BASE_URL", "NOTEGEN_MODEL", "NOTEGEN_PROMPTS"):
        environment.pop(name, None)
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", "notegen", *words], env=environment, stdout=quiet, stderr=quiet)


def _edit_until_done(
    place: Path, processes: list[subprocess.Popen[bytes]], chance: random.Random
) -> dict[Path, list[str]]:
    """An editor's saves: which lines it put into which file."""
    files = [place / "vault" / f"{name}.md" for name in (vaults.MOC, vaults.NAMES[0])]
    saved: dict[Path, list[str]] = {file: [] for file in files}
    while any(process.poll() is None for process in processes):
        file = chance.choice(files)
        line = f"手で書いた行 {sum(map(len, saved.values()))} {chance.random()}"
        before = file.read_bytes()
        time.sleep(chance.uniform(0, 0.002))
        if file.read_bytes() == before:  # an editor reloads what changed on disk before it saves
            file.write_bytes(before.rstrip(b"\n") + f"\n{line}\n".encode())
            saved[file].append(line)
        time.sleep(chance.uniform(0, 0.01))
    return saved


def _lost(place: Path, saved: dict[Path, list[str]]) -> list[str]:
    found = []
    for file, lines in saved.items():
        text = file.read_text(encoding="utf-8")
        found += [f"{file.name} lost “{line}”" for line in lines if text.count(f"{line}\n") != 1]
    tree = vaults.tree(place / "vault")
    found += [f"left over: {path}" for path in tree if Path(path).name.startswith(atomic.TEMPORARY)]
    moc = (place / "vault" / f"{vaults.MOC}.md").read_text(encoding="utf-8")
    for name in (*vaults.NAMES, vaults.EXTRA):
        notes = [path for path in tree if name in path]
        if notes != [f"{name}.md"] or moc.count(f"[[{name}]]") != 1:
            found.append(f"{name}: {len(notes)} notes, {moc.count(f'[[{name}]]')} lines in the MOC")
    return found


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=20)
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    chance = random.Random(asked.seed)
    failures: list[str] = []
    statuses: Counter[int] = Counter()
    saves = 0
    for number in range(asked.rounds):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            vaults.build(place / "vault")
            _start(place, ["fill", "--offline"]).wait()
            vaults.edit(place / "vault")
            wait = ["--wait", "120"] if number % 2 else []
            processes = [_start(place, [*command, *wait]) for command in _COMMANDS]
            saved = _edit_until_done(place, processes, chance)
            statuses.update(process.wait() for process in processes)
            saves += sum(map(len, saved.values()))
            for command in _COMMANDS:  # those that found the vault in use, or a file just saved
                _start(place, command).wait()
            failures += [f"round {number + 1}: {problem}" for problem in _lost(place, saved)]
    print(f"{asked.rounds} rounds of four processes and an editor that saved {saves} times")
    print("exit statuses:", ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items())))
    print(f"{len(failures)} failures")
    for failure in failures[:20]:
        print(f"  {failure}")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
