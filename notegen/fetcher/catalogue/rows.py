"""How an entry lies in the catalogue's index, and by what it is found there. Pure."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from notegen.fetcher.catalogue.dump import Entry
from notegen.fetcher.matching.titles import normal_title, title_key

# Raise VERSION whenever the tables or the keys change: an older index is then built again.
APPLICATION_ID, VERSION = 0x6E6F7467, 1
SCHEMA = """
    CREATE TABLE info (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE papers (row INTEGER PRIMARY KEY, start, version, published, updated, packed BLOB);
    CREATE TABLE titles (beginning TEXT, row INTEGER, PRIMARY KEY (beginning, row)) WITHOUT ROWID;
    CREATE TABLE marks (mark INTEGER, row INTEGER, PRIMARY KEY (mark, row)) WITHOUT ROWID;
    CREATE TABLE common (word TEXT PRIMARY KEY, records INTEGER) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5(
        word, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '_'"
    );
"""

BEGINNING_LETTERS = 32
ABSTRACT_LETTERS = 40
ID, DOI, ABSTRACT = 0, 1, 2
AUTHOR_PREFIX = "au_"

_DIFFICULT = (
    "“Schrödinger’s” \\'Etude: \\mathcal{O}(n^{-1}) π₀ α_2 C++ & F# A* #P 1|1 c<1 η' e^- 1.5 10,000 Ⅳ ﬁne—naïve 語"
)
_FIRST_AUTHORS = 8
_CUT, _CUT_LETTERS, _LONG_CUT = 100, 48, 2_000
_MARK_BITS = 45  # with the kind 47: the most that fits into the six bytes of a stored number
_SURNAMES_CACHED = 200_000
_EPOCH = date(1970, 1, 1).toordinal()
_FIELD, _NAME = "\x1f", "\x1e"  # white space to Python, so never inside a text with single blanks
_WINDOW_BITS, _MEMORY_LEVEL, _LEVEL = -13, 6, 6
DICTIONARY_BYTES = 7_900  # what the window of 8 KB can look back on


def spelling() -> str:
    """What the rules of `normal_title` make of a difficult title: an index built by other rules is built again."""
    return f"{normal_title(_DIFFICULT)} {title_key(_DIFFICULT)}"


def beginning(title: str) -> str:
    """The first letters of a title's key, under which it lies; a shorter key lies there whole."""
    return title_key(title)[:BEGINNING_LETTERS]


def abstract_key(abstract: str) -> str:
    """The first 40 letters of an abstract; "" when it is shorter."""
    key = title_key(" ".join(abstract[:_CUT].split()))
    if len(key) < _CUT_LETTERS:  # many formulas: what the cut did to one may reach into the letters
        key = title_key(" ".join(abstract[:_LONG_CUT].split()))
    return key[:ABSTRACT_LETTERS] if len(key) >= ABSTRACT_LETTERS else ""


def mark(kind: int, text: str) -> int:
    """A number for an id, a DOI (in small letters) or an `abstract_key`; two texts may, very rarely, share one."""
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).digest()
    return (int.from_bytes(digest, "big") >> (48 - _MARK_BITS) << 2) | kind


def marks(entry: Entry) -> list[int]:
    """All numbers an entry is found by."""
    found = [mark(ID, entry.arxiv_id)]
    if entry.doi:
        found.append(mark(DOI, entry.doi.casefold()))
    if key := abstract_key(entry.abstract):
        found.append(mark(ABSTRACT, key))
    return found


def words(entry: Entry) -> str:
    """The words an entry is found by: those of its title, and those of the surnames kept with a prefix."""
    surnames = "".join([author_words(surname) for surname in kept(entry.surnames)])
    return normal_title(entry.title) + surnames


@lru_cache(maxsize=_SURNAMES_CACHED)
def author_words(surname: str) -> str:
    """Each word of a surname as it is indexed, with a blank before it."""
    return "".join(f" {AUTHOR_PREFIX}{word}" for word in normal_title(surname).split())


def kept(names: Sequence[str]) -> Sequence[str]:
    """The first eight names and the last: a collaboration may have thousands."""
    return names if len(names) <= _FIRST_AUTHORS + 1 else (*names[:_FIRST_AUTHORS], names[-1])


def plain_text(entry: Entry) -> bytes:
    """The texts of an entry in one, without its abstract."""
    texts = (entry.arxiv_id, entry.title, _NAME.join(kept(entry.authors)), entry.categories)
    return _FIELD.join((*texts, entry.comment, entry.journal_ref, entry.doi)).encode("utf-8")


def packer(dictionary: bytes) -> Callable[[bytes], bytes]:
    """Compression of single texts by what they share with `dictionary`, some texts like them (RFC 1951)."""
    primed = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL, zlib.Z_DEFAULT_STRATEGY, dictionary)

    def pack(text: bytes) -> bytes:
        one = primed.copy()
        return one.compress(text) + one.flush()

    return pack


def unpacked(dictionary: bytes, row: Sequence[Any]) -> Entry:
    """The entry of a row (version, published, updated, packed), as far as it is kept; `ValueError` when torn."""
    try:
        version, published, updated, packed = row
        text = zlib.decompressobj(_WINDOW_BITS, dictionary).decompress(packed).decode("utf-8")
        arxiv_id, title, authors, categories, comment, journal_ref, doi = text.split(_FIELD)
        days = told_day(published), told_day(updated)
    except (zlib.error, TypeError, OverflowError) as error:
        raise ValueError(str(error)) from error
    names = tuple(authors.split(_NAME)) if authors else ()
    return Entry(arxiv_id, title, names, (), categories, comment, journal_ref, doi, version, *days, "", "")


def stored_day(day: str) -> int | str:
    """A whole date as days since 1970, two bytes in the index; a date cut to the month as it is."""
    return date.fromisoformat(day).toordinal() - _EPOCH if len(day) == 10 else day


def told_day(stored: int | str) -> str:
    """The ISO date of a `stored_day`."""
    return date.fromordinal(stored + _EPOCH).isoformat() if isinstance(stored, int) else stored
