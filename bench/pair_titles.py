"""Titles of real records, compared by rules of their own: what bench/pairs.py needs to know which answer is right.

None of this is notegen's matching: pairs that measure a matcher must not be built with it.
"""

from __future__ import annotations

import math
import random
import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

Record = Mapping[str, Any]
STOP = frozenset(("a", "an", "the", "of", "on", "in", "for", "and", "to", "with", "by", "from", "via", "at", "as"))
STOP |= {"is", "are", "its"}
ROMAN = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_TEX_STYLE = re.compile(r"\\(?:math[a-z]+|text[a-z]*|emph|rm|bf|it|cal|sf)\b|\\[\"'`^~=.]|\\[cvHuk](?![a-z])")
_WORD = re.compile(r"[^\W_]+")
_COMMON = 2500  # a word in more titles than this is no help in finding near ones


def plain(text: str) -> str:
    """Without TeX, accents and case; Greek letters by their names."""
    text = re.sub(r"[$\\{}]", "", _TEX_STYLE.sub("", text))
    text = "".join(
        unicodedata.name(char).split()[-1].lower() if "GREEK SMALL LETTER" in unicodedata.name(char, "") else char
        for char in text
    )
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).casefold()


def words(title: str) -> list[str]:
    """The words of a title, `&` as "and" and Roman numerals (from II, or after "part") as digits."""
    found = _WORD.findall(plain(title).replace("&", " and "))
    return [
        "1" if word in ("i", "one") and found[at - 1 : at] == ["part"] else ROMAN.get(word, word)
        for at, word in enumerate(found)
    ]


def key(title: str) -> str:
    """Two titles with the same key are the same title."""
    return "".join(words(title))


def surnames(record: Record) -> set[str]:
    return {key(name.split()[-1]) for name in record["authors"] if name.split()}


def year(record: Record) -> int:
    return int(record["published"][:4])


def same_work(one: Record, other: Record) -> bool:
    """Whether two records look like one paper posted twice: people in common and the same words, or one abstract."""
    abstracts = [set(words(record["abstract"] or "")) for record in (one, other)]
    alike = len(abstracts[0] & abstracts[1]) / max(1, len(abstracts[0] | abstracts[1]))
    told_apart = {word.rstrip("s") for word in set(words(one["title"])) ^ set(words(other["title"]))} - STOP
    nobody = not (one["authors"] and other["authors"])
    return alike > 0.7 or (bool(nobody or surnames(one) & surnames(other)) and (alike > 0.4 or len(told_apart) < 2))


@dataclass(frozen=True)
class Shelf:
    """Records by id, ids by the key of a title or earlier title, the keys in order, ids by telling word."""

    records: Mapping[str, Record]
    by_key: Mapping[str, frozenset[str]]
    keys: Sequence[str]
    by_word: Mapping[str, Sequence[str]]

    def holders(self, title: str) -> frozenset[str]:
        """The ids that have or had this title."""
        return self.by_key.get(key(title), frozenset())

    def beginning(self, text: str) -> frozenset[str]:
        """The ids whose title or earlier title begins like this."""
        start, found = key(text), set[str]()
        for known in self.keys[bisect_left(self.keys, start) :]:
            if not known.startswith(start):
                break
            found |= self.by_key[known]
        return frozenset(found)

    def weight(self, word: str) -> float:
        return math.log(1 + len(self.records) / max(1, len(self.by_word.get(word, ()))))

    def nearest(self, title: str, without: Iterable[str] = ()) -> list[tuple[float, str]]:
        """Up to five other records that share most of the title's words, the telling ones counting most; best first."""
        asked = sorted(set(words(title)) - STOP)
        shared: Counter[str] = Counter()
        for word in asked:
            if len(holders := self.by_word.get(word, ())) <= _COMMON:
                shared.update(holders)
        scored = []
        for one, _ in shared.most_common(60):
            other = sorted(set(words(self.records[one]["title"])) - STOP)
            alike = sum(self.weight(word) for word in asked if word in other)
            scored.append((alike / sum(self.weight(word) for word in sorted({*asked, *other})), one))
        return sorted(((score, one) for score, one in scored if one not in set(without)), reverse=True)[:5]

    def spread(self, rng: random.Random) -> Iterator[Record]:
        """All records, in turn from each span of four years as long as it has any."""
        spans: dict[int, list[Record]] = defaultdict(list)
        for record in self.records.values():
            spans[year(record) // 4].append(record)
        for span in spans.values():
            rng.shuffle(span)
        return (record for row in zip_longest(*spans.values()) for record in row if record)

    def plain_ones(self, rng: random.Random, least_words: int = 5) -> Iterator[Record]:
        """Records whose title is long enough, without TeX, and no other record's."""
        for record in self.spread(rng):
            title = record["title"]
            if re.search(r"[$\\{}^\[\]|#]", title) or not least_words <= len(title.split()) <= 20:
                continue
            if self.holders(title) == {record["id"]}:
                yield record

    def has_twin(self, record: Record) -> bool:
        """Whether another record seems to be the same paper."""
        near = self.nearest(record["title"], [record["id"]])
        return any(same_work(record, self.records[one]) for _, one in near)


def shelve(records: Sequence[Record]) -> Shelf:
    by_key: dict[str, set[str]] = defaultdict(set)
    by_word: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for title in (record["title"], *(record.get("previous_titles") or ())):
            by_key[key(title)].add(record["id"])
        for word in set(words(record["title"])) - STOP:
            by_word[word].append(record["id"])
    by_id = {record["id"]: record for record in records}
    return Shelf(by_id, {k: frozenset(ids) for k, ids in by_key.items()}, sorted(by_key), by_word)
