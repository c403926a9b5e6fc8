"""How many sentences of real abstracts end as claims in both languages with a small model, naively and by our way.

    python bench/local.py MODEL.gguf... [--set measured|development] [--way WAY]... [--answers FOLDER] [--show]
                          [--blind FILE]

Of each abstract of bench/local/papers.tsv the first eight sentences count: a sentence passes when its translation, or a
claim that cites it, has both languages and no check of the product objects to it. The naive way asks for the whole note
as one JSON with a schema; ours is the weak road of the product. Figures are counted once more, apart from the checks.
Seconds and tokens are those of the calls, whose answers are kept in --answers so that a measurement can be read again.
The abstracts were drawn by lot before anything was asked, those of the other set served to develop on; they are read
from the local arXiv and never stored here. --blind writes the pairs that are to be read, model and way hidden; what a
reader found stands in bench/local/meaning.tsv. Needs notegen[local]; one model at a time, one thread.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from notegen.fetcher.text import text_of
from notegen.records import Paper
from notegen.templates import sections_of

sys.path.insert(0, str(Path(__file__).resolve().parent / "local"))
from asked import TimedModel
from ways import SENTENCES, WAYS, Measured, Outcome, measure

_HERE = Path(__file__).resolve().parent
_REPLAY = _HERE.parents[1] / "shared" / "arxiv_replay" / "data" / "records.jsonl.gz"
_ANSWERS = Path.home() / ".cache" / "notegen-bench" / "local"
_READ = 40


def papers(name: str) -> list[Paper]:
    """The papers of a set, in its order, from the local arXiv."""
    rows = csv.DictReader((_HERE / "local" / "papers.tsv").open(encoding="utf-8"), delimiter="\t")
    wanted = [row["id"] for row in rows if row["set"] == name]
    found: dict[str, Paper] = {}
    with gzip.open(_REPLAY, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["id"] in wanted and record.get("abstract"):
                found.setdefault(
                    record["id"],
                    Paper(record["title"], arxiv_id=record["id"], version=1, abstract=record["abstract"]),
                )
    return [found[each] for each in wanted]


def digest(ja: str) -> str:
    return hashlib.sha256(ja.encode()).hexdigest()[:12]


def told(model: str, way: str, notes: Sequence[Measured], show: bool) -> None:
    """The figures of one model and way."""
    outcomes = [outcome for note in notes for outcome in note.outcomes]
    passed = [outcome for outcome in outcomes if outcome.ja]
    kept, figures = sum(each.figures_kept for each in passed), sum(each.figures for each in passed)
    whole = sum(all(outcome.ja for outcome in note.outcomes) for note in notes)
    asked = sum((note.asked for note in notes), Counter[str]())
    count = len(notes)
    print(f"\n{model}, {way}")
    share = len(passed) / len(outcomes)
    print(f"  passed   {len(passed)} of {len(outcomes)} sentences ({share:.1%}); whole notes {whole}")
    print(f"  figures  {kept} of {figures} kept in what passed; in all sentences {sum(o.figures for o in outcomes)}")
    print(f"  a note   {sum(note.seconds for note in notes) / count:.0f} s, "
          f"{sum(note.usage.tokens_in for note in notes) / count:,.0f} tokens in, "
          f"{sum(note.usage.tokens_out for note in notes) / count:,.0f} out")  # fmt: skip
    print(f"  asked    {', '.join(f'{name} {number}' for name, number in sorted(asked.items()))}")
    for outcome in outcomes:
        if show and not outcome.ja:
            print(f"    {outcome.paper} [{outcome.sentence.number}] {'; '.join(outcome.objections)[:160]}")
        if outcome.ja and outcome.figures_kept < outcome.figures:
            print(f"    {outcome.paper} [{outcome.sentence.number}] figures of the source missing: {outcome.ja}")


def verdicts() -> dict[tuple[str, str, str], tuple[str, str]]:
    """What a reader found, by paper, sentence and digest of the Japanese."""
    file = _HERE / "local" / "meaning.tsv"
    if not file.exists():
        return {}
    rows = csv.DictReader(file.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {(row["id"], row["sentence"], row["ja"]): (row["verdict"], row["words"]) for row in rows}


def to_read(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The pairs that are read: drawn by the digest of their Japanese, which nobody chose."""
    return sorted((each for each in outcomes if each.ja), key=lambda each: digest(each.ja))[:_READ]


def meaning(model: str, way: str, outcomes: Sequence[Outcome]) -> None:
    known = verdicts()
    read = [(each, known.get((each.paper, str(each.sentence.number), digest(each.ja)))) for each in to_read(outcomes)]
    found = Counter(verdict[0] for _, verdict in read if verdict)
    print(f"  meaning  {found.total()} of {len(read)} read, {found['error']} with an error of meaning")
    for each, verdict in read:
        if verdict and verdict[0] == "error":
            print(f"    {each.paper} [{each.sentence.number}] {verdict[1]}")


def measured(path: Path, way: str, name: str, answers: Path) -> list[Measured]:
    model = TimedModel(path, answers)
    sections = sections_of("ochiai", ())
    return [measure(way, model, paper, text_of(paper), sections) for paper in papers(name)]


def one_model(path: Path, args: argparse.Namespace) -> Iterator[tuple[str, Outcome]]:
    """Measures and tells one model; yields what passed, for reading."""
    for way in args.way or WAYS:
        notes = measured(path, way, args.set, args.answers)
        told(path.stem, way, notes, args.show)
        outcomes = [outcome for note in notes for outcome in note.outcomes]
        meaning(path.stem, way, outcomes)
        sys.stdout.flush()
        yield from ((way, each) for each in to_read(outcomes))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--set", choices=("measured", "development"), default="measured")
    parser.add_argument("--way", action="append", choices=WAYS)
    parser.add_argument("--answers", type=Path, default=_ANSWERS)
    parser.add_argument("--show", action="store_true", help="tell what stood against each sentence that did not pass")
    parser.add_argument("--blind", type=Path)
    args = parser.parse_args()
    if len(args.models) > 1:  # each in a process of its own: what one model took of memory, the next one needs
        if args.blind:
            args.blind.unlink(missing_ok=True)
        rest = [word for word in sys.argv[1:] if Path(word) not in args.models]
        calls = [[sys.executable, __file__, str(each), *rest] for each in args.models]
        return max(subprocess.run(call, check=False).returncode for call in calls)
    print(f"{args.set}: {SENTENCES} sentences of each abstract")
    pairs = [each for _, each in one_model(args.models[0], args)]
    if args.blind:
        rows = [f"{e.paper}\t{e.sentence.number}\t{digest(e.ja)}\t{e.sentence.text}\t{e.ja}\n" for e in pairs]
        before = args.blind.read_text(encoding="utf-8").splitlines(keepends=True) if args.blind.exists() else []
        args.blind.write_text("".join(sorted({*before, *rows}, key=lambda row: row.split("\t")[2])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
