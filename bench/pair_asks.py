"""What a question of bench/pairs.py is made of, and the two ways to make one that tempts to a wrong paper."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from pair_spellings import dressed
from pair_titles import Shelf, year


class Ask(NamedTuple):
    """A name, the right id ("-": none, "?": several, "?id": that one, but unsure), tempting ids, ids to hide."""

    name: str
    right: str
    trap: Collection[str] = ()
    removed: Collection[str] = ()


Asks = Iterator[Ask]


def in_turn(*sources: Asks) -> Asks:
    """One of each as long as it has any."""
    return (ask for row in zip_longest(*sources) for ask in row if ask)


def rivals(shelf: Shelf, rng: random.Random, masks: Callable[[str], Iterable[str]], hide: tuple[bool, ...]) -> Asks:
    """Of records alike but for what a mask hides, one asked for: while all are there, or while it is not."""
    groups: dict[str, set[str]] = defaultdict(set)
    for record in shelf.records.values():
        for mask in masks(record["title"]):
            groups[mask].add(record["id"])
    for asked in shelf.spread(rng):
        alike = (groups[mask] - {asked["id"]} for mask in masks(asked["title"]))
        others = set[str]().union(*(group for group in alike if len(group) < 6))
        if others and shelf.holders(asked["title"]) == {asked["id"]} and "$" not in asked["title"]:
            hidden = rng.choice(hide)
            name = dressed(asked["title"], year(asked), rng)
            yield Ask(name, "-" if hidden else asked["id"], others, [asked["id"]] if hidden else ())


def altered(shelf: Shelf, rng: random.Random, alter: Callable[[str], str], right: str = "-") -> Asks:
    """A title that no record has, made from one that is there; `alter` gives "" where it cannot."""
    for record in shelf.plain_ones(rng):
        if (title := alter(record["title"])) and not shelf.holders(title):
            yield Ask(dressed(title, year(record), rng), right.format(id=record["id"]), [record["id"]])
