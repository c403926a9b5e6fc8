"""How well papers are found by the names readers give them, beside the plain ways of doing it.

    python bench/resolve.py [--replay FOLDER] [--per-kind N] [--seed N] [--show]

Through the local arXiv (serve.py in FOLDER) and through a catalogue built of the same records: the reading list checked
by hand (gold_moc.tsv beside moc/), twice, and the hard questions of pairs.py. Aim on the list: at least 32 of 35
accepted, the rest offered first, none wrong, at most 15 requests, then none; on the pairs none wrong, at least 90 % of
the right ones accepted unaided, 98 % accepted or offered first.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pairs as hard
import replay

from notegen.fetcher.catalogue.build import build
from notegen.fetcher.catalogue.index import Catalogue
from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.reading_list.moc import distinct, read_moc
from notegen.fetcher.reading_list.naming import wanted_from_argument
from notegen.fetcher.reading_list.searches import searches
from notegen.fetcher.sources.arxiv import ArxivSource
from notegen.fetcher.sources.cache import CachedSource
from notegen.fetcher.sources.pace import Pace
from notegen.records import Match, Paper, Wanted
from notegen.seams import PaperSource

MOC = "分散深層学習 - MOC"
TOKEN_SET_LEAST = 90
Way = Callable[[Mapping[str, tuple[Wanted, Sequence[str]]]], Mapping[str, Match]]


def arxiv(url: str, folder: Path) -> ArxivSource:
    """The local arXiv, without waiting."""
    return ArxivSource(url, Pace(folder / "pace", 0, time.time, time.sleep), sleep=time.sleep, say=lambda line: None)


def catalogue_of(records: Sequence[Mapping[str, object]], folder: Path) -> Catalogue:
    """A catalogue of the records, built as a person would from the public dump."""
    dump = folder / "dump.json"
    dump.write_text("".join(replay.dump_line(record) + "\n" for record in records), encoding="utf-8")
    build(dump, folder / "catalogue.sqlite", lambda count, share: None, lambda: False)
    catalogue = Catalogue.open(folder / "catalogue.sqlite")
    assert catalogue is not None
    return catalogue


def by_notegen(sources: Sequence[PaperSource]) -> Way:
    """notegen's own look-up, each question blind to the papers removed from it."""

    def way(asked: Mapping[str, tuple[Wanted, Sequence[str]]]) -> Mapping[str, Match]:
        removed = {text: ids for one, ids in asked.values() for text in searches(one).values()}
        blind = [replay.Blind(source, removed) for source in sources]
        found = find([one for one, _ in asked.values()], OwnKnowledge(), blind)
        return {name: found[one.asked_as] for name, (one, _) in asked.items()}

    return way


def by_first_hit(source: PaperSource, query: Callable[[str], str]) -> Way:
    """The first hit of a query, as most tools take it."""

    def way(asked: Mapping[str, tuple[Wanted, Sequence[str]]]) -> Mapping[str, Match]:
        found = {}
        for name, (one, removed) in asked.items():
            papers = source._papers(query(one.title), [], 5) if query(one.title) else ()
            left = [paper for paper in papers if paper.arxiv_id not in removed]
            found[name] = Match("accepted", "first hit", left[0]) if left else Match("not-found", "")
        return found

    return way


def by_token_set(papers: Sequence[Paper]) -> Way:
    """The title with the best token_set_ratio of all, from 90 on."""
    from rapidfuzz import fuzz, process, utils

    titles = [utils.default_process(paper.title) for paper in papers]

    def way(asked: Mapping[str, tuple[Wanted, Sequence[str]]]) -> Mapping[str, Match]:
        found = {}
        for name, (one, removed) in asked.items():
            hits = process.extract(
                utils.default_process(one.title), titles, scorer=fuzz.token_set_ratio, score_cutoff=TOKEN_SET_LEAST
            )
            left = [papers[place] for _, _, place in hits if papers[place].arxiv_id not in removed]
            found[name] = Match("accepted", "token_set", left[0]) if left else Match("not-found", "")
        return found

    return way


def verdict(pair: hard.Pair, match: Match) -> str:
    """What an answer is worth: see `hard.Pair` for what is right."""
    accepted = match.paper.arxiv_id if match.paper else ""
    offered = [candidate.paper.arxiv_id for candidate in match.candidates]
    if pair.right[0] in "-?" or pair.kind == "acronym-alone":
        if accepted:
            return "accepted WRONG"
        right = set(pair.trap.split() if pair.right == "?" else [pair.right.lstrip("?-")]) - {""}
        return "rightly not accepted" if right <= set(offered) else "rightly not accepted, right one not offered"
    if accepted:
        return "accepted right" if accepted == pair.right else "accepted WRONG"
    if offered[:1] == [pair.right]:
        return "offered first"
    return "offered later" if pair.right in offered else "lost"


def measure_pairs(name: str, way: Way, pairs: Sequence[hard.Pair], show: bool) -> None:
    """Counts over all pairs and by kind; with `show` every answer that is not the best."""
    matches: dict[hard.Pair, Match] = {}
    for group in _without_namesakes(pairs):
        asked = {str(place): (_wanted(pair, place), pair.removed) for place, pair in enumerate(group)}
        found = way(asked)
        matches |= {pair: found[str(place)] for place, pair in enumerate(group)}
    verdicts = {pair: verdict(pair, match) for pair, match in matches.items()}
    sure = [told for pair, told in verdicts.items() if pair.right[0] not in "-?" and pair.kind != "acronym-alone"]
    accepted, offered = sure.count("accepted right"), sure.count("offered first")
    wrong = list(verdicts.values()).count("accepted WRONG")
    print(
        f"{name}: {len(pairs)} pairs, {len(sure)} with a right answer: accepted {accepted / len(sure):.1%}, or offered"
    )
    print(f"  first {(accepted + offered) / len(sure):.1%}; accepted wrong: {wrong}")
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for pair, told in verdicts.items():
        by_kind[pair.kind][told] += 1
    for kind, told_of in by_kind.items():
        print(f"    {kind}: " + ", ".join(f"{told} {count}" for told, count in sorted(told_of.items())))
    for pair, told in verdicts.items():
        if show and told not in ("accepted right", "rightly not accepted"):
            paper = matches[pair].paper
            seen = f"{paper.arxiv_id} {paper.title}" if paper else matches[pair].decision
            print(f"  {told} [{pair.kind}] {pair.name} (right {pair.right}) -> {seen}: {matches[pair].reason}")


def _wanted(pair: hard.Pair, place: int) -> Wanted:
    """The name as the command line reads it, under a link of its own so that no two are one."""
    from dataclasses import replace

    return replace(wanted_from_argument(pair.name), link=f"{place}")


def _without_namesakes(pairs: Sequence[hard.Pair]) -> list[list[hard.Pair]]:
    """The pairs in groups in which every text is asked once, since what is removed goes by the text."""
    groups: list[tuple[set[str], list[hard.Pair]]] = []
    for pair in pairs:
        texts = set(searches(wanted_from_argument(pair.name)).values())
        texts = {text.casefold() for text in texts}
        group = next((group for group in groups if not group[0] & texts), None)
        if group is None:
            groups.append(group := (set(), []))
        group[0].update(texts)
        group[1].append(pair)
    return [group for _, group in groups]


def measure_list(name: str, sources: Sequence[PaperSource], folder: Path, requests: Callable[[], int]) -> None:
    """The reading list against the answers checked by hand, and again."""
    text = (folder.parent / "moc" / f"{MOC}.md").read_text(encoding="utf-8")
    wanted = [one for one in distinct(read_moc(MOC, text)) if one.is_paper]
    with (folder / "gold_moc.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    gold = {row["link_target"]: row["arxiv_id"] for row in rows}
    for run in ("first run", "again"):
        before = requests()
        matches = find(wanted, OwnKnowledge(), sources)
        told = Counter(_on_list(match, gold[link]) for link, match in matches.items())
        print(f"{name}, {run}: {dict(sorted(told.items()))}; {requests() - before} requests")
    for link, match in matches.items():
        if match.decision != "accepted" and gold[link] != "-":
            print(f"  missed: {link}: {match.reason}")
    as_papers = [wanted_from_argument(row["link_target"]) for row in rows if row["arxiv_id"] == "-"]
    others = find(as_papers, OwnKnowledge(), sources)
    accepted = [link for link, match in others.items() if match.paper]
    print(f"{name}, the {len(as_papers)} other rows asked for as papers: {len(accepted)} accepted {accepted or ''}")


def _on_list(match: Match, right: str) -> str:
    offered = [candidate.paper.arxiv_id for candidate in match.candidates]
    if match.paper is None:
        return (
            "offered first"
            if offered[:1] == [right]
            else f"{match.decision}, {'on' if right != '-' else 'not on'} arXiv"
        )
    return "accepted right" if match.paper.arxiv_id == right else "accepted WRONG"


def main() -> None:
    """Measure the list, then the pairs, each through both sources; then the plain ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replay", type=Path, default=replay.FOLDER)
    parser.add_argument("--per-kind", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="every pair that was not answered best")
    parser.add_argument("--plain", action=argparse.BooleanOptionalAction, default=True, help="the plain ways too")
    options = parser.parse_args()
    records = replay.read_records(options.replay)
    pairs = hard.generated(records, options.seed, options.per_kind) + hard.by_hand(hard.BY_HAND)
    with tempfile.TemporaryDirectory() as name, replay.arxiv_at(options.replay) as url:
        folder = Path(name)
        online, local = arxiv(url, folder), catalogue_of(records, folder)
        kept = CachedSource(online, folder / "kept", time.time)

        def requests() -> int:
            return int(replay.stats(url)["requests"])

        measure_list("arXiv", [kept], options.replay, requests)
        measure_list("catalogue alone", [local], options.replay, requests)
        kept = CachedSource(online, folder / "kept beside the catalogue", time.time)
        measure_list("catalogue and arXiv", [local, kept], options.replay, requests)
        before = requests()
        measure_pairs("notegen through arXiv", by_notegen([online]), pairs, options.show)
        print(f"  {requests() - before} requests")
        measure_pairs("notegen through the catalogue alone", by_notegen([local]), pairs, options.show)
        measure_pairs("notegen through both", by_notegen([local, online]), pairs, options.show)
        if options.plain:
            from notegen.fetcher.matching.titles import normal_title

            papers = [Paper(record["title"], arxiv_id=record["id"]) for record in records]
            ways = {
                'first hit of ti:"…"': by_first_hit(online, lambda title: f'ti:"{normal_title(title)}"'),
                "first hit of the words": by_first_hit(online, normal_title),
                "rapidfuzz token_set >= 90": by_token_set(papers),
            }
            for way_name, way in ways.items():
                measure_pairs(way_name, way, pairs, False)


if __name__ == "__main__":
    main()
