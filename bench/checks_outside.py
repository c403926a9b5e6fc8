"""Labelled English claims of real abstracts, made anew at every run and never stored.

    python bench/checks_outside.py [--seed S] [--count N] [--replay FOLDER] [--show N]

The abstracts are those of the 60,000 real records in FOLDER (data/records.jsonl.gz). A clean claim is a sentence cited
by itself, trimmed, or reworded where the rewording is sure ("We show that …", 12,000 for 12000, 5% for 5 percent). A
fault is one change of such a claim: a number, a unit, a power of ten, a negation dropped, a direction turned, a name
taken for another of the same abstract, another sentence cited. Prints the counts and, with --show, examples of each.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from outside_faults import CLEAN, FAULTS, Changed

from notegen.fetcher.text import text_of
from notegen.records import Paper

REPLAY = Path(__file__).resolve().parents[2] / "shared" / "arxiv_replay"


def labelled(seed: int, count: int, replay: Path = REPLAY) -> list[dict[str, Any]]:
    """`count` labelled claims, a third clean and the faults evenly spread; the same for the same seed.

    Rows are those of bench/checks/claims.jsonl without Japanese, and hold the sentences of the abstract as `text`.
    """
    rng = random.Random(seed)
    wanted = Counter({label: count // 3 // len(CLEAN) for label in CLEAN})
    wanted.update({label: (count - wanted.total()) // len(FAULTS) for label in FAULTS})
    wanted[next(iter(CLEAN))] += count - wanted.total()
    rows: list[dict[str, Any]] = []
    for paper, sentences in _abstracts(rng, replay):
        labels = [label for label in wanted if wanted[label]]
        rng.shuffle(labels)
        for label in labels[:2]:
            if changed := (CLEAN | FAULTS)[label](rng, sentences):
                wanted[label] -= 1
                rows.append(_row(paper, sentences, label, len(rows), changed))
        if not +wanted:
            break
    return rows


def _row(paper: str, sentences: Sequence[str], label: str, number: int, changed: Changed) -> dict[str, Any]:
    english, cited, note = changed
    return {
        "paper": paper,
        "id": f"{paper}-{number}",
        "claim": {"section": "what", "en": english, "ja": "", "sentences": [cited]},
        "label": "clean" if label in CLEAN else label,
        "note": note,
        "text": list(sentences),
    }


def _abstracts(rng: random.Random, replay: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    with gzip.open(replay / "data" / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    rng.shuffle(records)
    for record in records:
        text = text_of(Paper(record["title"], abstract=record["abstract"] or ""))
        sentences = tuple(sentence.text for sentence in text.sentences)
        if len(sentences) >= 4 and all(sentence.isascii() for sentence in sentences):
            yield record["id"], sentences


def main() -> None:
    """Print how many claims of each kind a seed gives, and some of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--replay", type=Path, default=REPLAY)
    parser.add_argument("--show", type=int, default=0, help="how many claims of each kind to print")
    options = parser.parse_args()
    if not (options.replay / "data" / "records.jsonl.gz").is_file():
        raise SystemExit(f"no records in {options.replay}; name their folder with --replay")
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in labelled(options.seed, options.count, options.replay):
        kinds[row["label"]].append(row)
    for label, rows in sorted(kinds.items()):
        print(f"{label:16}{len(rows):6}")
        for row in rows[: options.show]:
            print(f"    {row['claim']['en']}\n      [{row['note']}; cites {row['claim']['sentences']}]")


if __name__ == "__main__":
    main()
