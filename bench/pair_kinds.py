"""How each kind of question of bench/pairs.py is made from real records: a kind is a function that yields as many as there are."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

from pair_spellings import SPELLINGS, cited, dressed, linkable, respelled
from pair_titles import STOP, Record, Shelf, key, surnames, words, year


class Ask(NamedTuple):
    """A name, the right id ("-": none, "?": several, "?id": that one, but unsure), tempting ids, ids to hide."""

    name: str
    right: str
    trap: Collection[str] = ()
    removed: Collection[str] = ()


Asks = Iterator[Ask]
_OPPOSITES = """upper lower|static dynamic|supervised unsupervised|discrete continuous|implicit explicit|local global|classical
quantum|linear nonlinear|convex non-convex|convex nonconvex|with without|finite infinite|symmetric asymmetric|odd even|stability
instability|homogeneous inhomogeneous|homogeneous heterogeneous|directed undirected|online offline|synchronous asynchronous
|centralized decentralized|forward backward|positive negative|complete incomplete|weak strong|commutative noncommutative
|deterministic stochastic|bounded unbounded|stationary nonstationary|compressible incompressible|parametric nonparametric
|reversible irreversible|sparse dense|single-agent multi-agent|equilibrium nonequilibrium|constrained unconstrained|abelian
non-abelian|high low|large small|minimum maximum|short long|certain uncertain|perfect imperfect|structured unstructured
|left right|primal dual|inner outer|sequential parallel|direct inverse|is is_not|are are_not|can cannot|does does_not"""
OPPOSITE: dict[str, list[str]] = defaultdict(list)
for _one, _other in (pair.split() for pair in _OPPOSITES.split("|")):
    OPPOSITE[_one].append(_other.replace("_", " "))
    OPPOSITE[_other].append(_one)
_OTHER_WORKS = (
    'Comment on "{}"',
    'Reply to Comment on "{}"',
    "Erratum: {}",
    "Improved {}",
    "Rethinking {}",
    "{} Revisited",
)
_PERHAPS = ("On {}", "Towards {}", "A Note on {}", "A Survey on {}", "A Survey of {}", "{}: A Survey", "{}: A Review")
_PERHAPS += ("{}: A Case Study", "{}: A Benchmark", "{} (Extended Abstract)")
_HEAD = re.compile(r"(?P<head>(?=\S*[A-Z]\S*[A-Z0-9])[A-Za-z][\w+.-]{2,}): (?P<rest>.{20,})")
_NUMBER = re.compile(
    r"(?<![\d.:,/])(?<!COVID-)(?<!\d[-–])(?:[1-9]\d*(?:\.\d)?|\b(?:II|III|IV|VI|VII|VIII|IX)\b)(?!\d|[.,:/–-]\d|th\b|nd\b|rd\b|st\b)"
)
_PART = re.compile(
    r"(?P<before>.{12,}?)(?:\s*[.,:;(\[—–]\s*|\s+-+\s*|\s+)(?:(?:[Pp]art|PART)\s+(?P<n>[IVX]+|\d|[Oo]ne|[Tt]wo|[Tt]hree)\b"
    r"|(?<!\b\w\w )(?<!Type )(?P<m>I{1,3}|IV|V|VI{0,3})(?=[.:)\]]|\s*$))(?P<after>.*)"
)
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
_JOINT = re.compile(r"(.{15,}?) (for|in|of|via|with|using|from|under) (.{12,})")


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


def version(shelf: Shelf, rng: random.Random) -> Asks:
    """Another number than any record has; and one of several that differ in the number alone."""

    def numbers_masked(title: str) -> Iterable[str]:
        told = " ".join(words(title))
        if re.search(r"\d", told) and not re.search(r"\bpart \d", told) and len(told) > 20:
            yield re.sub(r"\d+", "#", told)

    def renumbered(title: str) -> str:
        numbers = list(_NUMBER.finditer(title))
        if not numbers or _PART.match(title):
            return ""
        found = rng.choice(numbers)
        return title[: found.start()] + _another(found[0], title[found.end() :], rng) + title[found.end() :]

    return in_turn(altered(shelf, rng, renumbered), rivals(shelf, rng, numbers_masked, (True, False)))


def _another(number: str, after: str, rng: random.Random) -> str:
    """The number before or after: the next year, the next release, ten times the size, the next Roman one."""
    if number.isalpha():
        return _ROMAN[_ROMAN.index(number) + rng.choice((-1, 1))]
    whole, point, tenth = number.partition(".")
    if re.match(r"[BMK]\b", after) and not point:
        return whole + "0"
    return str(int(whole) + (rng.choice((-1, 1)) if int(whole) > 2 else 1)) + point + tenth


def part(shelf: Shelf, rng: random.Random) -> Asks:
    """One of several parts, there or not; a further part; a part in the other numerals; the series without a number."""

    def series(title: str) -> Iterable[str]:
        if (found := _PART.fullmatch(title)) and _number(found):
            yield key(found["before"])

    def further() -> Asks:
        for record in shelf.spread(rng):
            found = _PART.fullmatch(record["title"])
            if not found or not _number(found) or "$" in record["title"]:
                continue
            before, number = found["before"], _number(found)
            parts = [shelf.records[one] for one in shelf.beginning(before)]
            numbers = {_number(of) if (of := _PART.fullmatch(other["title"])) else 0 for other in parts}
            if 0 in numbers or max(numbers) > 9:
                continue
            ids = [other["id"] for other in parts]
            yield Ask(f"{before}, Part {_ROMAN[max(numbers) + 1]}", "-", ids)
            if len(numbers) == len(ids) > 1:
                yield Ask(dressed(before, year(record), rng), "?", ids)
                roman = f"{before}, Part {number}{found['after']}"
                yield Ask(roman, record["id"], set(ids) - {record["id"]})

    return in_turn(rivals(shelf, rng, series, (True, False)), further())


def _number(found: re.Match[str]) -> int:
    """Which part a title says it is; 0 where it says nothing readable."""
    told = (found["n"] or found["m"]).upper()
    told = {"ONE": "I", "TWO": "II", "THREE": "III"}.get(told, told)
    return int(told) if told.isdecimal() else _ROMAN.index(told) if told in _ROMAN else 0


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
        if found := _HEAD.fullmatch(record["title"]):
            subtitles[record["primary_category"]].append(found["rest"])

    def heads(title: str) -> Iterable[str]:
        return (key(found["head"]) for found in [_HEAD.fullmatch(title)] if found)

    def with_other_subtitle(title: str) -> str:
        if not (found := _HEAD.fullmatch(title)):
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


def acronym_alone(shelf: Shelf, rng: random.Random) -> Asks:
    """The coined name alone, of the only record that begins with it."""
    for record in shelf.plain_ones(rng):
        found = _HEAD.fullmatch(record["title"])
        if found and shelf.beginning(found["head"]) == {record["id"]}:
            yield Ask(dressed(found["head"], year(record), rng), record["id"])


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


def same_title(shelf: Shelf, rng: random.Random) -> Asks:
    """Several papers of one title by different people: asked bare, by author, by year, by an author of none."""
    strangers = (key(name) and name for record in shelf.spread(rng) for name in record["authors"][:1])
    for first in shelf.spread(rng):
        ids = sorted(shelf.holders(first["title"]))
        group = [shelf.records[one] for one in ids]
        people = [surnames(record) for record in group]
        same_now = all(key(record["title"]) == key(first["title"]) for record in group)
        known = all(people) and not any(
            re.search(r"ollaboration|[\\\"]", " ".join(record["authors"])) for record in group
        )
        if (
            not 1 < len(ids) < 5
            or not same_now
            or not known
            or "$" in first["title"]
            or sum(map(len, people)) > len(set[str]().union(*people))
        ):
            continue
        one, title = rng.choice(group), linkable(first["title"])
        others = [other for other in ids if other != one["id"]]
        stranger = next(name.split()[-1] for name in strangers if key(name.split()[-1]) not in set().union(*people))
        asks = [
            Ask(title, "?", ids),
            Ask(f"{title} ({cited(one)}, {year(one)})", one["id"], others),
            Ask(f"{title} ({stranger} et al., {year(one)})", "-", ids),
            Ask(f"{cited(one)} - {year(one)} - {title}", "-", others, [one["id"]]),
        ]
        if all(abs(year(one) - year(shelf.records[other])) > 2 for other in others):
            asks.append(Ask(f"{year(one)}__arXiv__{title}", one["id"], others))
        yield from rng.sample(asks, 2)


def renamed(shelf: Shelf, rng: random.Random) -> Asks:
    """An earlier title of a record."""
    for record in shelf.spread(rng):
        for title in record.get("previous_titles") or ():
            if shelf.holders(title) == {record["id"]} and key(title) != key(record["title"]) and len(title.split()) > 3:
                yield Ask(dressed(title, year(record), rng), record["id"], [shelf.nearest(title, [record["id"]])[0][1]])


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


def spelling(shelf: Shelf, rng: random.Random) -> Asks:
    """A record's title in one of many spellings, each in turn."""
    records = [
        record
        for record in shelf.spread(rng)
        if shelf.holders(record["title"]) == {record["id"]} and 3 < len(record["title"].split()) < 20
    ]
    spellings = rng.sample(SPELLINGS, len(SPELLINGS))
    while True:
        for write in spellings:
            name, record = next((name, record) for record in records if (name := respelled(shelf, record, rng, write)))
            records.remove(record)
            yield Ask(name, record["id"])


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


KINDS: dict[str, Callable[[Shelf, random.Random], Asks]] = {
    "version": version, "part": part, "negation": negation, "acronym": acronym, "acronym-alone": acronym_alone,
    "survey": survey, "same-title": same_title, "renamed": renamed, "neighbour": neighbour, "spelling": spelling,
    "truncated": truncated, "nonexistent": nonexistent,
}  # fmt: skip
