"""How often the checks find a fault in a claim, and how often they object to a sound one, by kind.

python bench/checks.py [--set NAME] [--split dev|held-out|all] [--outside COUNT] [--seed 1] [--show KIND]

The sets are in bench/checks (invented papers, in both languages); --outside adds English claims made of real abstracts,
where these are at hand. A claim is found when a check marks or drops it, or when the draft as a whole would not keep it
(said twice). Rows of 26 are few: each stands for about 4 %.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from notegen.records import Claim, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.evidence import distinct, narrowed

_HERE = Path(__file__).resolve().parent
_SETS = _HERE / "checks"
NAMES = ("first", "sound", "faults", "further")
_BOTH, _ENGLISH = ("ja", "en"), ("en",)


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _claim(told: dict[str, Any]) -> Claim:
    return Claim(told["section"], told["en"], told["ja"], tuple(told["sentences"]))


def is_found(row: dict[str, Any], paper: dict[str, Any], beside: Iterable[Claim], languages: tuple[str, ...]) -> bool:
    """Whether the claim would be marked, dropped or left out as it stands among the claims `beside` it."""
    text = {number: Sentence(number, sentence) for number, sentence in enumerate(paper["sentences"], 1)}
    claim = _claim(row["claim"])
    stated = narrowed(claim, text)
    if claim.section and stated not in tuple(distinct([*(narrowed(one, text) for one in beside), stated])):
        return True
    return bool(judge(stated, text, paper["title"], languages))


def inside(name: str, split: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Each labelled claim of a set, and whether it is found."""
    papers = {paper["id"]: paper for paper in _rows(_SETS / name / "papers.jsonl")}
    claims = _rows(_SETS / name / "claims.jsonl")
    known = {row["id"]: row for row in claims}
    for row in claims:
        if split in ("all", row["split"]):
            beside = [_claim(known[name]["claim"]) for name in row.get("with", ())]
            yield row, is_found(row, papers[row["paper"]], beside, _BOTH)


def outside(seed: int, count: int) -> Iterator[tuple[dict[str, Any], bool]]:
    """English claims of real abstracts."""
    from checks_outside import labelled

    for row in labelled(seed, count):
        yield row, is_found(row, {"title": "", "sentences": row["text"]}, (), _ENGLISH)


def _table(judged: Iterable[tuple[dict[str, Any], bool]], show: str) -> None:
    counted: dict[str, Counter[bool]] = defaultdict(Counter)
    for row, found in judged:
        counted[row["label"]][found] += 1
        if show == row["label"] and found == (show == "clean"):
            claim = row["claim"]
            print(f"  {row['id']} {claim['sentences']}: {claim['en']} / {claim['ja']} ({row['note']})")
    clean = counted.pop("clean", Counter())
    for kind, count in sorted(counted.items(), key=lambda pair: pair[1][True] / pair[1].total()):
        print(f"{kind:18} {count[True]:4} of {count.total():4} found  {count[True] / count.total():7.1%}")
    total = sum(counted.values(), Counter[bool]())
    for name, count, of in (("all faults", total, "found"), ("false alarms", clean, "clean")):
        if count:
            print(f"{name:18} {count[True]:4} of {count.total():4} {of}  {count[True] / count.total():7.1%}")


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--split", choices=("dev", "held-out", "all"), default="dev")
    words.add_argument("--set", choices=(*NAMES, "all"), default="all")
    words.add_argument("--outside", type=int, default=0, metavar="COUNT")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument(
        "--show", default="", metavar="KIND", help="print the claims of this kind that are judged wrongly"
    )
    asked = words.parse_args()
    names = NAMES if asked.set == "all" else (asked.set,)
    print(f"invented papers, {' + '.join(names)}, {asked.split}")
    _table(chain.from_iterable(inside(name, asked.split) for name in names), asked.show)
    if asked.outside:
        print(f"\nreal abstracts, English, seed {asked.seed}")
        _table(outside(asked.seed, asked.outside), asked.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
