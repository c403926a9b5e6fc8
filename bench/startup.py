"""CPU time of `notegen --help` and `--version` as a multiple of `python -c pass` (budget: 6 times).

python bench/startup.py [RUNS]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys


def cpu_seconds(words: list[str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    commands = {"python -c pass": ["-c", "pass"]}
    commands |= {f"notegen {word}": ["-m", "notegen", word] for word in ("--help", "--version")}
    for words in commands.values():
        cpu_seconds(words)
    taken = {name: [] for name in commands}  # type: dict[str, list[float]]
    for _ in range(runs):
        for name, words in commands.items():
            taken[name].append(cpu_seconds(words))
    base = statistics.mean(taken["python -c pass"])
    for name, seconds in taken.items():
        mean = statistics.mean(seconds)
        print(f"{name:20} {mean * 1000:6.1f} ms CPU, mean of {runs}   {mean / base:.1f} x")


if __name__ == "__main__":
    main()
