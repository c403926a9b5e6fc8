"""Hard questions for the matching of titles: made from real records at run time, and written by hand (pairs.tsv).

    python bench/pairs.py [RECORDS]      counts and three examples of each kind

RECORDS is a gzip file of JSON lines, one record a line: id, title, previous_titles, authors, published,
primary_category, abstract. The columns of pairs.tsv are those of Pair:

name     what a reader wrote: the text of a link or a line of a list
right    the arXiv id that is right; "-": nothing in the source is; "?": several are, so none may be accepted and all
         are to be offered; "?ID": perhaps that one, so it may be offered but not accepted
trap     the ids of tempting wrong papers (of all to be offered where right is "?")
removed  ids the source must be blind to for this question: the paper is not there, its near neighbour is

Kinds: version (another number, year or size), part (of a series), negation (opposite words), acronym (same coined name,
other paper), acronym-alone (the coined name and nothing else: `right` is to be offered first and never accepted),
survey (survey, comment, note, revisited … of it), same-title (several papers of that very title; an author or a year
may decide), renamed (an earlier title), neighbour (few words differ), spelling (the same title written otherwise),
truncated (cut off), nonexistent (no such paper). Truth comes from the rules of pair_titles.py, not from a matcher.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pair_asks import Ask
from pair_kinds import KINDS
from pair_titles import Shelf, shelve

RECORDS = Path(__file__).resolve().parents[2] / "shared" / "arxiv_replay" / "data" / "records.jsonl.gz"
BY_HAND = Path(__file__).with_name("pairs.tsv")
COLUMNS = ["kind", "name", "right", "trap", "removed"]


@dataclass(frozen=True)
class Pair:
    """A question and its answer; the columns are told above."""

    kind: str
    name: str
    right: str
    trap: str
    removed: tuple[str, ...]


def generated(records: Sequence[dict[str, Any]], seed: int, per_kind: int) -> list[Pair]:
    """At most `per_kind` questions of each kind about the records; the same for the same seed."""
    shelf = shelve(records)
    pairs = []
    for kind, asks in KINDS.items():
        seen: set[str] = set()
        for ask in asks(shelf, random.Random(f"{seed} {kind}")):
            if len(seen) == per_kind:
                break
            about = " ".join(ask.removed) or (ask.name if ask.right[0] in "-?" else ask.right)
            if about not in seen and _sound(shelf, ask):
                seen.add(about)
                pairs.append(Pair(kind, ask.name, ask.right, " ".join(sorted(ask.trap)), tuple(ask.removed)))
    return pairs


def _sound(shelf: Shelf, ask: Ask) -> bool:
    """Whether no other record seems to be the paper asked for, posted twice."""
    asked = [*ask.removed, *(one for one in [ask.right] if one in shelf.records)]
    return not any(shelf.has_twin(shelf.records[one]) for one in asked)


def by_hand(path: Path) -> list[Pair]:
    """The questions of a tab-separated file. ValueError names the line that has not the five columns, or no answer."""
    pairs = []
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        if next(rows, None) != COLUMNS:
            raise ValueError(f"{path.name}: the first line must be {' '.join(COLUMNS)}, tab separated")
        for row in rows:
            if len(row) != len(COLUMNS) or row[0] not in KINDS or not row[1].strip() or not row[2]:
                raise ValueError(f"{path.name}, line {rows.line_num}: need {', '.join(COLUMNS)} with a known kind")
            kind, name, right, trap, removed = row
            pairs.append(Pair(kind, name, right, trap, tuple(removed.split())))
    return pairs


def unknown_ids(pairs: Sequence[Pair], records: Sequence[dict[str, Any]]) -> list[str]:
    """The ids that questions name and no record has."""
    known = {record["id"] for record in records}
    named = {one for pair in pairs for one in (pair.right.strip("?-"), *pair.trap.split(), *pair.removed)}
    return sorted(named - known - {""})


def main(path: Path) -> None:
    if not path.is_file():
        sys.exit(f"no records at {path}: name the file of records")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    for source, pairs in (("generated", generated(records, 1, 30)), ("by hand", by_hand(BY_HAND))):
        print(f"# {source}: {len(pairs)} pairs, ids not among the records: {unknown_ids(pairs, records) or 'none'}")
        for kind, count in Counter(pair.kind for pair in pairs).items():
            of_kind = [pair for pair in pairs if pair.kind == kind]
            answers = Counter("id" if pair.right[0] not in "-?" else pair.right[0] for pair in of_kind)
            print(f"{kind}: {count}, right: {dict(answers)}")
            for pair in of_kind[:3]:
                print(f"    {pair.name}  →  {pair.right}")
                print(f"        trap {pair.trap or '–'}, removed {' '.join(pair.removed) or '–'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else RECORDS)
