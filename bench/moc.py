"""How well the papers of a reading list are found: against a list checked by hand, and against 60,000 real records.

    python bench/moc.py [--replay FOLDER] [--sample N]

FOLDER holds the local arXiv (serve.py, gold_moc.tsv) and beside it moc/, the reading list. Aim: at least 32 of the
35 papers that are on arXiv accepted, none wrong, at most 15 requests, none in the second run. Without its paper a title
may only be accepted for another record of the very same title, which a title alone cannot tell.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from notegen.fetcher.arxiv import ArxivSource
from notegen.fetcher.cache import CachedSource
from notegen.fetcher.lookup import find
from notegen.fetcher.moc import distinct, read_moc
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.pace import Pace
from notegen.fetcher.titles import title_key
from notegen.records import Match, Paper, Wanted
from notegen.seams import PaperSource

MOC = "分散深層学習 - MOC"
NEARLY = ("{} Revisited", "Improved {}", "{}, Part II", "{} 2", "Not {}")


class Without:
    """A source that does not know the paper that truly has the title asked for."""

    def __init__(self, source: PaperSource, removed: Mapping[str, str]) -> None:
        self._source = source
        self._removed = removed

    def by_ids(self, arxiv_ids: Sequence[str]) -> Mapping[str, Paper]:
        return self._source.by_ids(arxiv_ids)

    def by_phrase(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        return self._rest(self._source.by_phrase(titles))

    def by_words(self, titles: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        return self._rest(self._source.by_words(titles))

    def _rest(self, found: Mapping[str, tuple[Paper, ...]]) -> dict[str, tuple[Paper, ...]]:
        return {
            title: tuple(paper for paper in papers if paper.arxiv_id != self._removed[title])
            for title, papers in found.items()
        }


@contextmanager
def arxiv_at(folder: Path) -> Iterator[str]:
    """The address of a local arXiv that runs as long as the block."""
    command = [sys.executable, str(folder / "serve.py"), "--port", "0", "--print-url"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        try:
            yield str(server.stdout and server.stdout.readline()).split()[-1]
        finally:
            server.terminate()


def stats(url: str) -> dict[str, object]:
    """What the local arXiv has counted."""
    with urllib.request.urlopen(f"{url}/_stats") as answer:
        return dict(json.load(answer))


def measure_list(url: str, replay: Path, cache: Path) -> None:
    """The reading list twice, the second time from the cache."""
    text = (replay.parent / "moc" / f"{MOC}.md").read_text(encoding="utf-8")
    wanted = [one for one in distinct(read_moc(MOC, text)) if one.is_paper]
    with (replay / "gold_moc.tsv").open(encoding="utf-8", newline="") as lines:
        gold = {
            row["link_target"]: row["arxiv_id"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        }
    for run in ("first run", "from cache"):
        before = int(str(stats(url)["requests"]))
        pace = Pace(cache / "pace", 0.05, time.time, time.sleep)
        source = ArxivSource(url, pace, sleep=time.sleep, say=print)
        matches = find(wanted, OwnKnowledge(), [CachedSource(source, cache / "answers", time.time)])
        told = Counter(outcome(match, gold[link]) for link, match in matches.items())
        after = stats(url)
        requests = int(str(after["requests"])) - before
        print(
            f"{run}: {dict(sorted(told.items()))}, {requests} requests, smallest gap {after['min_gap_seconds']:.3f} s"
        )
    on_arxiv = {gold[one.link] for one in wanted} - {"-"}
    print(f"  {len(wanted)} papers listed, {len(on_arxiv)} on arXiv")
    for link, match in matches.items():
        if match.decision != "accepted" and gold[link] != "-":
            offered = gold[link] in [candidate.paper.arxiv_id for candidate in match.candidates]
            print(f"  missed: {link}: {match.decision}, {'offered' if offered else 'not offered'}")


def outcome(match: Match, right: str) -> str:
    """Accepted right or wrong, else the decision."""
    if match.paper is None:
        return match.decision
    return "accepted right" if match.paper.arxiv_id == right else "accepted WRONG"


def measure_sample(url: str, replay: Path, cache: Path, size: int) -> None:
    """Real titles: with their paper, with their paper removed, and altered so that no paper has them."""
    with gzip.open(replay / "data" / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    named = Counter(title_key(record["title"]) for record in records)
    sample = random.Random(5).sample(records, size)
    source = ArxivSource(url, Pace(cache / "fast", 0, time.time, time.sleep), sleep=time.sleep, say=print)
    kept = CachedSource(source, cache / "sample", time.time)
    removed = Without(kept, {record["title"]: record["id"] for record in sample})
    year = {record["title"]: int(record["published"][:4]) for record in sample}
    right = {record["title"]: record["id"] for record in sample}
    wanted = [Wanted(link=title, title=title, year=year[title]) for title in right]
    altered = {
        shape.format(title): title for shape, title in zip(NEARLY * (size // len(NEARLY) + 1), right, strict=False)
    }
    report("paper there", find(wanted, OwnKnowledge(), [kept]), right, named)
    report("paper removed", find(wanted, OwnKnowledge(), [removed]), {}, named)
    nearly = [Wanted(link=title, title=title, year=year[true]) for title, true in altered.items()]
    report("title altered", find(nearly, OwnKnowledge(), [kept]), {}, named)
    renamed = [record for record in records if title_key(first_title(record)) not in named]
    renamed = random.Random(5).sample(renamed, size // 5)
    wanted = [Wanted(link=first_title(record), title=first_title(record)) for record in renamed]
    report(
        "first title", find(wanted, OwnKnowledge(), [kept]), {first_title(each): each["id"] for each in renamed}, named
    )


def first_title(record: Mapping[str, Any]) -> str:
    """The title of a record's first version."""
    return str((record.get("previous_titles") or [record["title"]])[0])


def report(name: str, matches: Mapping[str, Match], right: Mapping[str, str], named: Counter[str]) -> None:
    """A line of counts; a record accepted for the very title of another one is counted apart."""
    told: Counter[str] = Counter()
    for title, match in matches.items():
        kind = outcome(match, right.get(title, "-"))
        if kind == "accepted WRONG" and match.paper and title_key(match.paper.title) == title_key(title):
            kind = f"accepted another record of this title (of {named[title_key(title)]})"
        elif kind == "accepted WRONG" and match.paper:
            print(f"  {title} -> {match.paper.arxiv_id} {match.paper.title}")
        told[kind] += 1
    print(f"{name}: {dict(sorted(told.items()))}")


def main() -> None:
    """Measure the list, then the sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = Path(__file__).resolve().parents[2] / "shared"
    parser.add_argument("--replay", type=Path, default=shared / "arxiv_replay")
    parser.add_argument("--sample", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, arxiv_at(options.replay) as url:
        measure_list(url, options.replay, Path(folder))
        measure_sample(url, options.replay, Path(folder), options.sample)


if __name__ == "__main__":
    main()
