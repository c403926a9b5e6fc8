"""Questions of bench/pairs.py about a paper that is there, told in another way; and all kinds by their names."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import combinations, pairwise

import pair_numbers
import pair_rivals
from pair_asks import Ask, Asks, in_turn
from pair_spellings import SPELLINGS, cited, dressed, linkable, respelled
from pair_titles import Record, Shelf, key, same_work, words, year


def acronym_alone(shelf: Shelf, rng: random.Random) -> Asks:
    """The coined name alone, of the only record that begins with it."""
    for record in shelf.plain_ones(rng):
        found = pair_rivals.HEAD.fullmatch(record["title"])
        if found and shelf.beginning(found["head"]) == {record["id"]}:
            yield Ask(dressed(found["head"], year(record), rng), record["id"])


def same_title(shelf: Shelf, rng: random.Random) -> Asks:
    """Several papers of one title by different people: asked bare, by author, by year, by an author of none."""
    strangers = (name.split()[-1] for record in shelf.spread(rng) for name in record["authors"][:1] if name)
    for first in shelf.spread(rng):
        group = _namesakes(shelf, first["title"])
        if not 1 < len(group) < 5:
            continue
        one, title, ids = rng.choice(group), linkable(first["title"]), [record["id"] for record in group]
        others = [record for record in group if record is not one]
        near = [record["id"] for record in others]
        known = set[str]().union(*(_people(record) for record in group))
        stranger = next((name for name in strangers if name.isalpha() and key(name) not in known), "Nobody")
        asks = [
            Ask(title, "?", ids),
            Ask(f"{title} ({cited(one)}, {year(one)})", one["id"], near),
            Ask(f"{title} ({stranger} et al., {year(one)})", "-", ids),
            Ask(f"{cited(one)} - {year(one)} - {title}", "-", near, [one["id"]]),
        ]
        if all(abs(year(one) - year(record)) > 2 for record in others):
            asks.append(Ask(f"{year(one)}__arXiv__{title}", one["id"], near))
        yield from rng.sample(asks, 2)


def _namesakes(shelf: Shelf, title: str) -> list[Record]:
    """The records of that title, if they are surely different papers: their people known and nobody on two of them."""
    group = [shelf.records[one] for one in sorted(shelf.holders(title))]
    for record in group:
        names = " ".join(record["authors"])
        if not names or re.search(r"ollaboration|[\\\"]", names) or key(record["title"]) != key(title) or "$" in title:
            return []
    pairs = list(combinations(group, 2))
    alike = any(_people(one) & _people(other) or same_work(one, other) for one, other in pairs)
    return [] if alike else group


def _people(record: Record) -> set[str]:
    """Surnames and written-out first names."""
    told = {word for name in record["authors"] for word in words(name) if len(word) > 3}
    return told | {key(name.split()[-1]) for name in record["authors"] if name.split()}


def renamed(shelf: Shelf, rng: random.Random) -> Asks:
    """An earlier title of a record."""
    for record in shelf.spread(rng):
        for title in record.get("previous_titles") or ():
            if shelf.holders(title) == {record["id"]} and key(title) != key(record["title"]) and len(title.split()) > 3:
                yield Ask(
                    dressed(title, year(record), rng),
                    record["id"],
                    [one for _, one in shelf.nearest(title, [record["id"]])[:1]],
                )


def spelling(shelf: Shelf, rng: random.Random) -> Asks:
    """A record's title in one of many spellings, each in turn."""
    records = [
        record
        for record in shelf.spread(rng)
        if shelf.holders(record["title"]) == {record["id"]} and 3 < len(record["title"].split()) < 20
    ]
    spellings = rng.sample(SPELLINGS, len(SPELLINGS))
    while records:
        left = len(records)
        for write in spellings:
            named = ((respelled(shelf, record, rng, write), record) for record in records)
            for name, record in named:
                if name:
                    records.remove(record)
                    yield Ask(name, record["id"])
                    break
        if len(records) == left:
            return


def truncated(shelf: Shelf, rng: random.Random) -> Asks:
    """A name cut off: where one record begins so, and where several do."""

    def cut_one() -> Asks:
        for record in shelf.plain_ones(rng, 8):
            title = record["title"]
            spaces = [found.start() for found in re.finditer(" ", title)][4:]
            at = rng.choice(spaces)
            inside = at + 4 if re.match(r" [a-zA-Z]{7}", title[at:]) else 0
            name = rng.choice((title[:at] + "…", title[:at] + "...", title[:at] + " …", title[: inside or at] + "…"))
            name = title[:inside] if inside and rng.random() < 0.4 else name
            if shelf.beginning(name) == {record["id"]} and not shelf.holders(name):
                yield Ask(dressed(name, year(record), rng), record["id"])

    def cut_several() -> Asks:
        near = [(one, other) for one, other in pairwise(shelf.keys) if one[:28] == other[:28]]
        for one, _ in rng.sample(near, len(near)):
            record = shelf.records[min(shelf.by_key[one])]
            ends = [found.start() for found in re.finditer(" ", record["title"])][3:]
            cuts = (record["title"][:at] for at in reversed(ends))
            name = next((cut for cut in cuts if len(shelf.beginning(cut)) > 1), "")
            if key(record["title"]) == one and 1 < len(shelf.beginning(name)) < 6 and not shelf.holders(name):
                yield Ask(name.rstrip(",:;- ") + rng.choice(("…", "...")), "?", shelf.beginning(name))

    return in_turn(cut_one(), cut_several(), cut_one())


KINDS: dict[str, Callable[[Shelf, random.Random], Asks]] = {
    "version": pair_numbers.version, "part": pair_numbers.part, "negation": pair_rivals.negation,
    "acronym": pair_rivals.acronym, "acronym-alone": acronym_alone, "survey": pair_rivals.survey,
    "same-title": same_title, "renamed": renamed, "neighbour": pair_rivals.neighbour, "spelling": spelling,
    "truncated": truncated, "nonexistent": pair_rivals.nonexistent,
}  # fmt: skip
