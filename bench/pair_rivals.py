"""Questions of bench/pairs.py with a near paper beside the one asked for, told apart by words."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from pair_asks import Ask, Asks, altered, in_turn, rivals
from pair_spellings import dressed
from pair_titles import STOP, Shelf, key, words, year

_OPPOSITES = """
upper lower|static dynamic|supervised unsupervised|discrete continuous|implicit explicit|local global|classical quantum
|linear nonlinear|convex non-convex|convex nonconvex|with without|finite infinite|symmetric asymmetric|odd even
|stability instability|homogeneous inhomogeneous|homogeneous heterogeneous|directed undirected|online offline
|synchronous asynchronous|centralized decentralized|forward backward|positive negative|complete incomplete|weak strong
|commutative noncommutative|deterministic stochastic|bounded unbounded|stationary nonstationary|sparse dense|high low
|compressible incompressible|parametric nonparametric|reversible irreversible|single-agent multi-agent|large small
|equilibrium nonequilibrium|constrained unconstrained|abelian non-abelian|minimum maximum|short long|left right
|certain uncertain|perfect imperfect|structured unstructured|primal dual|inner outer|sequential parallel
|direct inverse|is is_not|are are_not|can cannot|does does_not"""
OPPOSITE: dict[str, list[str]] = defaultdict(list)
for _one, _other in (pair.split() for pair in _OPPOSITES.split("|")):
    OPPOSITE[_one].append(_other.replace("_", " "))
    OPPOSITE[_other].append(_one)
_OTHER_WORKS: tuple[str, ...] = (
    'Comment on "{}"',
    'Reply to Comment on "{}"',
    "Erratum: {}",
    "Improved {}",
    "Rethinking {}",
)
_OTHER_WORKS += ("{} Revisited",)
_PERHAPS: tuple[str, ...] = (
    "On {}",
    "Towards {}",
    "A Note on {}",
    "A Survey on {}",
    "A Survey of {}",
    "{}: A Survey",
    "{}: A Review",
)
_PERHAPS += ("{}: A Case Study", "{}: A Benchmark", "{} (Extended Abstract)")
HEAD = re.compile(r"(?P<head>(?=\S*[A-Z]\S*[A-Z0-9])[A-Za-z][\w+.-]{2,}): (?P<rest>.{20,})")
_JOINT = re.compile(r"(.{15,}?) (for|in|of|via|with|using|from|under) (.{12,})")


def negation(shelf: Shelf, rng: random.Random) -> Asks:
    """A title with one word turned into its opposite, which is another paper, there or not."""

    def opposites(title: str) -> list[str]:
        found = [(word, other) for word in re.finditer(r"[\w-]+", title) for other in OPPOSITE.get(word[0].lower(), ())]
        return [
            title[: word.start()] + (other.capitalize() if word[0].istitle() else other) + title[word.end() :]
            for word, other in found
            if f" {other} " not in f" {title} ".lower()
        ]

    def near() -> Asks:
        seen: set[str] = set()
        for record in shelf.plain_ones(rng):
            for turned in opposites(record["title"]):
                new = set(words(turned)) - set(words(record["title"]))
                close = [one for score, one in shelf.nearest(turned, [record["id"]]) if score > 0.4]
                close = [one for one in close if new and new <= set(words(shelf.records[one]["title"]))]
                if close and not seen & set(close):
                    seen |= set(close)
                    hidden = rng.random() < 0.4
                    name = dressed(record["title"], year(record), rng)
                    yield Ask(name, "-" if hidden else record["id"], close, [record["id"]] if hidden else ())

    return in_turn(altered(shelf, rng, lambda title: rng.choice(opposites(title) or [""])), near())


def acronym(shelf: Shelf, rng: random.Random) -> Asks:
    """A coined name with a subtitle of its own, where the records have another paper of that name."""
    subtitles: dict[str, list[str]] = defaultdict(list)
    for record in shelf.plain_ones(rng):
        if found := HEAD.fullmatch(record["title"]):
            subtitles[record["primary_category"]].append(found["rest"])

    def heads(title: str) -> Iterable[str]:
        return (key(found["head"]) for found in [HEAD.fullmatch(title)] if found)

    def with_other_subtitle(title: str) -> str:
        if not (found := HEAD.fullmatch(title)):
            return ""
        field = shelf.records[min(shelf.holders(title))]["primary_category"]
        return f"{found['head']}: {rng.choice(subtitles[field])}"

    def hidden() -> Asks:
        for ask in altered(shelf, rng, with_other_subtitle):
            ends = key(ask.name.split(" - " if "__" in ask.name else ": ", 1)[1])
            yield ask._replace(
                removed=[one for known in shelf.keys if known.endswith(ends) for one in shelf.by_key[known]]
            )

    return in_turn(rivals(shelf, rng, heads, (True, False)), hidden())


def survey(shelf: Shelf, rng: random.Random) -> Asks:
    """A survey, comment, note, improvement … of what a record is about, or the other way round."""
    patterns = {
        shape: re.compile(re.escape(shape).replace(r"\{\}", "(.{20,}?)"), re.IGNORECASE)
        for shape in _OTHER_WORKS + _PERHAPS
    }

    def without(shapes: Iterable[str]) -> Callable[[str], str]:
        return lambda title: next(
            (_large(found[1]) for shape in shapes if (found := patterns[shape].fullmatch(title))), ""
        )

    def masks(title: str) -> Iterable[str]:
        return (key(without(patterns)(title) or title),)

    def touched(title: str) -> str:
        return "" if without(patterns)(title) else rng.choice(_OTHER_WORKS + _PERHAPS[:-1]).format(title)

    return in_turn(
        altered(shelf, rng, touched),
        rivals(shelf, rng, masks, (True, False)),
        altered(shelf, rng, without(_PERHAPS), "?{id}"),
        altered(shelf, rng, without(_OTHER_WORKS)),
    )


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


def neighbour(shelf: Shelf, rng: random.Random) -> Asks:
    """A paper that is not there, though one is that differs in one word, or in few."""

    def one_word_less(title: str) -> Iterable[str]:
        told = words(title)
        if len(told) > 5:
            for at, word in enumerate(told):
                if word not in STOP:
                    yield " ".join((*told[:at], "_", *told[at + 1 :]))

    def near() -> Asks:
        for record in shelf.plain_ones(rng):
            close = [one for score, one in shelf.nearest(record["title"], [record["id"]]) if score > 0.45]
            if close:
                yield Ask(dressed(record["title"], year(record), rng), "-", close, [record["id"]])

    return in_turn(rivals(shelf, rng, one_word_less, (True,)), near())


def nonexistent(shelf: Shelf, rng: random.Random) -> Asks:
    """The beginning of one title with the end of another of its field, which nobody has written."""
    begun: dict[tuple[str, str], tuple[str, str]] = {}
    for record in shelf.plain_ones(rng, 7):
        found = _JOINT.fullmatch(record["title"])
        if not found or re.search(r"[:()]", record["title"]):
            continue
        before = begun.pop(where := (str(record["primary_category"]), found[2]), None)
        if not before:
            begun[where] = record["id"], found[1]
        elif not shelf.holders(title := f"{before[1]} {found[2]} {found[3]}"):
            yield Ask(dressed(title, year(record), rng), "-", [before[0], record["id"]])
