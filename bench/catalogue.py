"""The local catalogue at full size: how long it is built, how large it is, how fast it answers.

    python bench/catalogue.py [--records N] [--replay FOLDER] [--keep FOLDER]

The dump is made of the 60,000 real records in FOLDER (records.jsonl.gz): each is told again under new ids and dates,
with words of other titles and beginnings of other abstracts, so that keys differ and words stay as frequent as they
are. Where those records lack DOIs, comments and journal references, as many are put in as arXiv's own dump has (DOIs
in half, comments in three quarters, journal references in a third). Budget for 2.5 million records: built in 5
minutes, 1 GB, 20 ms for 95 of 100 look-ups.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from notegen.fetcher.catalogue.index import Catalogue
from notegen.records import How

FULL = 2_500_000
QUESTIONS = 1_000
BUILD = """
import json, resource, sys, time
from pathlib import Path
from notegen.fetcher.catalogue.build import build
started = time.perf_counter()
built = build(Path(sys.argv[1]), Path(sys.argv[2]), lambda records, share: None, lambda: False)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({
    "wall": time.perf_counter() - started, "cpu": time.process_time(), "peak_kb": used.ru_maxrss,
    "records": built.records, "bad_lines": built.bad_lines, "bytes": built.bytes_on_disk,
}))
"""
COMMENTS = (
    "{n} pages, {k} figures",
    "{n} pages, {k} figures, accepted for publication in Phys. Rev. D",
    "{n} pages, {k} figures, {k} tables, to appear in the proceedings of the workshop",
    "Accepted at ICML 20{y:02}; {n} pages",
    "{n} pages, LaTeX; minor corrections, references added",
)
JOURNALS = (
    "Phys.Rev.D{k}:{n}{k}{y:02},20{y:02}",
    "J. High Energy Phys. {k:02} (20{y:02}) {n}{k}",
    "Mon. Not. R. Astron. Soc. {n}, {n}{k} (20{y:02})",
)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NAMES = ("Anders", "Bakker", "Castillo", "Dubois", "Eriksen", "Fontana", "Gupta", "Hoffmann", "Ivanov", "Jansen")


def main() -> None:
    """Make a dump, build, ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--replay", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "arxiv_replay")
    parser.add_argument("--keep", type=Path, help="where dump and index stay; a dump already there is used again")
    options = parser.parse_args()
    with gzip.open(options.replay / "data" / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    folder = options.keep or Path(tempfile.mkdtemp(prefix="catalogue-"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        dump, index = folder / f"dump-{options.records}.json", folder / f"catalogue-{options.records}.sqlite"
        if not dump.exists():
            write_dump(dump, records, options.records)
        measure_build(dump, index)
        measure_questions(index, dump)
    finally:
        if options.keep is None:
            shutil.rmtree(folder)


def write_dump(dump: Path, records: Sequence[dict[str, Any]], size: int) -> None:
    """A dump of `size` lines; the same each time."""
    chance = random.Random(7)
    order = list(records)
    ids = new_ids(size)
    with dump.open("w", encoding="utf-8") as file:
        for number in range(size):
            if number % len(order) == 0:
                chance.shuffle(order)
            line = told_anew(order[number % len(order)], chance.choice(records), number, next(ids), chance)
            file.write(json.dumps(line) + "\n")


def new_ids(size: int) -> Iterator[str]:
    """Ids from April 2007 to December 2024, twice as many a month once they have five digits."""
    share = size // (93 + 2 * 120) + 1
    for month in range(3, 18 * 12):
        year, digits = 7 + month // 12, 4 if month < 8 * 12 else 5
        for number in range(share * (digits - 3)):
            yield f"{year:02}{month % 12 + 1:02}.{number + 1:0{digits}}"


def told_anew(
    record: dict[str, Any], other: dict[str, Any], number: int, arxiv_id: str, chance: random.Random
) -> dict[str, Any]:
    """A line in the form of the dump, of one record with a third of the title's words from another one."""
    year, month, day = int(arxiv_id[:2]), int(arxiv_id[2:4]), number % 28 + 1
    stamp = f"Mon, {day} {MONTHS[month - 1]} 20{year:02} 19:18:42 GMT"
    title = swapped(record["title"].split(), other["title"].split(), chance)
    facts = {"n": number % 60 + 4, "k": number % 12 + 1, "y": year}
    names = [name.split() for name in record["authors"]] or [["Nobody"]]
    return {
        "id": arxiv_id,
        "submitter": " ".join(names[0]),
        "authors": ", ".join(record["authors"]),
        "title": f"{title[:60]}\n  {title[60:]}" if len(title) > 60 and title[60] == " " else title,
        "comments": record["comment"] or (chance.choice(COMMENTS).format(**facts) if chance.random() < 0.55 else None),
        "journal-ref": chance.choice(JOURNALS).format(**facts) if chance.random() < 0.33 else None,
        "doi": f"10.{1000 + number % 50}/{chance.choice(NAMES)}.{number}" if chance.random() < 0.5 else None,
        "report-no": None,
        "categories": " ".join(record["categories"]),
        "license": "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        "abstract": f"  {' '.join(title.split()[:4])}: {record['abstract'] or other['abstract'] or title}\n",
        "versions": [{"version": f"v{each + 1}", "created": stamp} for each in range(number % 3 + 1)],
        "update_date": f"20{year:02}-{month:02}-{day:02}",
        "authors_parsed": [[name[-1], " ".join(name[:-1]), ""] for name in names],
    }


def swapped(words: list[str], others: Sequence[str], chance: random.Random) -> str:
    """The words with a third of them replaced by words of another title."""
    return " ".join(chance.choice(others) if chance.random() < 1 / 3 else word for word in words)


def measure_build(dump: Path, index: Path) -> None:
    """Seconds, bytes and memory of one build, and what that means for the whole of arXiv."""
    command = [sys.executable, "-c", BUILD, str(dump), str(index)]
    told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    records, wall, size = told["records"], told["wall"], told["bytes"]
    times = FULL / records
    print(f"dump: {dump.stat().st_size / 1e6:,.0f} MB, {records:,} papers, {told['bad_lines']} bad lines")
    print(f"build: {wall:.1f} s wall, {told['cpu']:.1f} s CPU; peak {told['peak_kb'] / 1024:.0f} MB")
    print(f"index: {size / 1e6:,.1f} MB, {size / records:.0f} bytes a record")
    print(f"at {FULL:,}: {wall * times:.0f} s (budget 300), {size * times / 1e6:,.0f} MB (budget 1,000)")


def measure_questions(index: Path, dump: Path) -> None:
    """Milliseconds of single look-ups, and how many were answered with the paper they were made from first."""
    chance = random.Random(11)
    sample = sampled(dump, chance)
    vocabulary = [word for line in sample for word in line["title"].split()]
    catalogue = Catalogue.open(index)
    assert catalogue is not None
    for kind, (how, question) in KINDS.items():
        asked = [(question(line, chance, vocabulary), line["id"]) for line in sample]
        took, first, there = [], 0, 0
        for text, right in asked:
            started = time.perf_counter()
            papers = catalogue.ask(how, [text])[text]
            took.append((time.perf_counter() - started) * 1e3)
            first += bool(papers) and papers[0].arxiv_id == right
            there += right in [paper.arxiv_id for paper in papers]
        took.sort()
        p50, p95 = statistics.median(took), took[len(took) * 95 // 100]
        print(f"{kind:18} p50 {p50:7.2f}  p95 {p95:7.2f}  max {took[-1]:7.2f} ms; first {first}, there {there}")


def sampled(dump: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Lines from all over the dump."""
    lines = []
    with dump.open("rb") as file:
        for _ in range(QUESTIONS):
            file.seek(chance.randrange(dump.stat().st_size - 100_000))
            file.readline()
            lines.append(json.loads(file.readline()))
    return lines


def _altered(line: dict[str, Any], chance: random.Random, vocabulary: Sequence[str]) -> str:
    words = line["title"].split()
    words[chance.randrange(len(words))] = chance.choice(vocabulary)
    return " ".join(words)


def _author(line: dict[str, Any], chance: random.Random, vocabulary: Sequence[str]) -> str:
    return f"{line['authors_parsed'][0][0]} {max(line['title'].split(), key=len)}"


KINDS: dict[str, tuple[How, Callable[[dict[str, Any], random.Random, Sequence[str]], str]]] = {
    "id": ("id", lambda line, chance, words: line["id"]),
    "doi": ("doi", lambda line, chance, words: line["doi"] or "10.1/none"),
    "title": ("title", lambda line, chance, words: line["title"]),
    "title, truncated": ("title", lambda line, chance, words: line["title"][: len(line["title"]) * 6 // 10]),
    "title, 8 letters": ("title", lambda line, chance, words: line["title"][:8]),
    "title, invented": ("title", lambda line, chance, words: " ".join(chance.choices(words, k=9))),
    "words, same title": ("words", lambda line, chance, words: line["title"]),
    "words, one altered": ("words", _altered),
    "words, truncated": ("words", lambda line, chance, words: line["title"][: len(line["title"]) * 6 // 10]),
    "words, invented": ("words", lambda line, chance, words: " ".join(chance.choices(words, k=9))),
    "abstract": ("abstract", lambda line, chance, words: f"{line['abstract'][:150]}…"),
    "author": ("author", _author),
}


if __name__ == "__main__":
    main()
