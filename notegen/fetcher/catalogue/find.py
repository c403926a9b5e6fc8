"""Which rows of the catalogue could answer a question; whether they do is seen from their papers."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from itertools import combinations

from notegen.fetcher.catalogue import rows
from notegen.fetcher.matching.titles import normal_title

LEAST_CUT, LEAST_WHOLE = 6, 16

_LAST = "\U0010ffff"
_MOST_MARKED, _MOST_ALIKE, _MOST_BEGUN, _MOST_BY_AUTHOR = 500, 2_000, 150, 100
_MOST_WORDS, _MOST_AUTHOR_WORDS, _MOST_NAME_WORDS = 40, 8, 6
_UNCOUNTED = 50
_RARE, _MOST_RARE_ROWS = 1_500, 3_000  # rows of one word, of all rare words together: about 2 ms
_COMMON_WORDS = 6
_PAIRED_WORDS, _MOST_PAIR_READ, _MOST_PAIR_ROWS = 4, 60_000, 1_000
_NEAREST = 20


def by_mark(db: sqlite3.Connection, mark: int) -> list[int]:
    """Rows with this number, the latest first."""
    return _column(db.execute("SELECT row FROM marks WHERE mark = ? ORDER BY row DESC LIMIT ?", (mark, _MOST_MARKED)))


def by_title(db: sqlite3.Connection, key: str) -> list[int]:
    """Rows whose title's key is `key`, may begin with it, or may be a beginning of it."""
    beginning = key[: rows.BEGINNING_LETTERS]
    same = "SELECT row FROM titles WHERE beginning = ? LIMIT ?"
    found = _column(db.execute(same, (beginning, _MOST_ALIKE)))
    if LEAST_CUT <= len(key) < rows.BEGINNING_LETTERS:
        longer = "SELECT row FROM titles WHERE beginning > ? AND beginning < ? LIMIT ?"
        found += _column(db.execute(longer, (key, key + _LAST, _MOST_BEGUN)))
    for letters in range(LEAST_WHOLE, len(beginning)):
        found += _column(db.execute(same, (key[:letters], _MOST_BEGUN)))
    return found


def by_words(db: sqlite3.Connection, title: str, records: int) -> list[int]:
    """The rows that share most with a title, rare words weighing more, nearest first; `records` are all there are.

    Taken are the rows of rare words, and those that hold two of the rarest common ones; words whose rows are too many
    to read count only beside others.
    """
    words = list(dict.fromkeys(normal_title(title).split()))[:_MOST_WORDS]
    counts = dict.fromkeys(words, _UNCOUNTED) | _counts(db, words)
    words.sort(key=counts.__getitem__)
    weight = {word: math.log(1 + records / counts[word]) for word in words}
    rare = _rare(words, counts)
    common = words[len(rare) : len(rare) + _COMMON_WORDS]
    shared: dict[int, float] = {}
    for word in rare:
        _weigh(shared, _matching(db, _quoted(word), _RARE), weight[word])
    if shared:
        any_rare = f"({' OR '.join(map(_quoted, rare))})"
        for word in common:
            _weigh(shared, _matching(db, f"{any_rare} AND {_quoted(word)}", _MOST_RARE_ROWS), weight[word])
    weighed = set(shared)
    for one, other in combinations(common[:_PAIRED_WORDS], 2):
        if counts[one] + counts[other] <= _MOST_PAIR_READ:
            pairs = _matching(db, f"{_quoted(one)} AND {_quoted(other)}", _MOST_PAIR_ROWS)
            _weigh(shared, [row for row in pairs if row not in weighed], weight[one] + weight[other])
    return sorted(shared, key=shared.__getitem__, reverse=True)[:_NEAREST]


def by_author(db: sqlite3.Connection, text: str) -> tuple[list[int], str]:
    """Rows with an author whose surname is the first of the words asked and a title that holds the rest; the surname.

    Where there are none, all that stands before the first blank is taken for the surname ("el-desouky quantum codes"),
    or all words but the last ("van den berg attention").
    """
    asked = normal_title(text).split()[:_MOST_AUTHOR_WORDS]
    hyphenated = len(normal_title("".join(text.split(maxsplit=1)[:1])).split())
    for names in dict.fromkeys((1, hyphenated, len(asked) - 1)):
        surname = " ".join(asked[:names])
        words = (*rows.author_words(surname).split(), *asked[names : names + _MOST_NAME_WORDS])
        if 0 < names < len(asked) and (found := _matching(db, " AND ".join(map(_quoted, words)), _MOST_BY_AUTHOR)):
            return found, surname
    return [], ""


def _counts(db: sqlite3.Connection, words: Sequence[str]) -> dict[str, int]:
    """In how many records the words are, as far as they are common."""
    places = ",".join("?" * len(words))
    return dict(db.execute(f"SELECT word, records FROM common WHERE word IN ({places})", words).fetchall())


def _rare(words: Sequence[str], counts: dict[str, int]) -> list[str]:
    """The rarest words, as many as can be read at once."""
    rare: list[str] = []
    left = _MOST_RARE_ROWS
    for word in words:
        left -= counts[word]
        if counts[word] > _RARE or left < 0:
            break
        rare.append(word)
    return rare


def _weigh(shared: dict[int, float], found: Iterable[int], weight: float) -> None:
    for row in found:
        shared[row] = shared.get(row, 0.0) + weight


def _matching(db: sqlite3.Connection, expression: str, limit: int) -> list[int]:
    return _column(db.execute("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?", (expression, limit)))


def _quoted(word: str) -> str:
    """A word as a string of FTS5's language (SQLite FTS5, Full-text Query Syntax); it has letters and digits only."""
    return f'"{word}"'


def _column(found: Iterable[tuple[int]]) -> list[int]:
    return [row for (row,) in found]
