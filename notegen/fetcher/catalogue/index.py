"""DOOR to the local catalogue: arXiv's metadata in one SQLite file, asked instead of the network."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import Any

from notegen.errors import CatalogueUnusable
from notegen.fetcher.catalogue import find, rows
from notegen.fetcher.catalogue.dump import paper_of
from notegen.fetcher.catalogue.dump_file import entry_at
from notegen.fetcher.identify import normal_id
from notegen.fetcher.matching.match import rank
from notegen.fetcher.matching.titles import begins, normal_title, title_key
from notegen.records import How, Paper

_MOST_PAPERS, _HALF = 10, 5
_LONGEST_ASKED = 4_000
_CACHE_KB = 16_384
_REMEMBERED = {
    **dict.fromkeys(("records", "bad_lines", "dump_bytes", "dump_mtime_ns", "dump_seekable"), int),
    **dict.fromkeys(("newest", "built_at", "spelling"), str),
    **dict.fromkeys(("dump", "dictionary"), bytes),
}
_ARXIV_DOI = "10.48550/arxiv."


@dataclass(frozen=True, slots=True)
class CatalogueInfo:
    """What a catalogue says of itself: when it was built (UTC, ISO), the latest update date of a paper in it.

    `dump_usable` tells whether abstracts can be read from the dump it was built from.
    """

    records: int
    bad_lines: int
    built_at: str
    newest: str
    dump: Path
    dump_usable: bool
    bytes_on_disk: int


class Catalogue:
    """The catalogue as a `PaperSource`, for one thread.

    As long as the dump it was built from stays where and as it was, and is not compressed, papers come with abstract
    and all authors; else without abstract, and of more than nine authors with the first eight and the last.
    """

    name = "catalogue"
    hows: frozenset[How] = frozenset({"id", "doi", "title", "words", "abstract", "author"})

    def __init__(self, index: Path, db: sqlite3.Connection, about: dict[str, Any]) -> None:
        self._index, self._db, self._about = index, db, about
        self._dictionary: bytes = about["dictionary"]
        self._dump = Path(about["dump"].decode("utf-8", "surrogateescape"))
        self._text = self._opened_dump()
        self._starts: dict[str, int] = {}
        self._ways: dict[How, Callable[[str], Sequence[Paper]]] = {
            "id": self._by_id,
            "doi": self._by_doi,
            "title": self._by_title,
            "words": self._by_words,
            "abstract": self._by_abstract,
            "author": self._by_author,
        }

    @classmethod
    def open(cls, index: Path) -> Catalogue | None:
        """The catalogue at `index`, None when there is none; `CatalogueUnusable` when it is another file."""
        with _readable(index):
            if not index.exists():
                return None
            if not index.is_file():
                raise CatalogueUnusable(index, "it is no file")
            db = sqlite3.connect(f"{index.resolve().as_uri()}?mode=ro", uri=True)
            try:
                return cls(index, db, _checked(index, db))
            except BaseException:
                db.close()
                raise

    def close(self) -> None:
        """Let go of the files."""
        self._db.close()
        if self._text is not None:
            self._text.close()

    def info(self) -> CatalogueInfo:
        """What is in the catalogue, how large and how old it is."""
        about = self._about
        return CatalogueInfo(
            records=about["records"],
            bad_lines=about["bad_lines"],
            built_at=about["built_at"],
            newest=about["newest"],
            dump=self._dump,
            dump_usable=self._text is not None,
            bytes_on_disk=self._index.stat().st_size,
        )

    def ask(self, how: How, asked: Sequence[str]) -> dict[str, tuple[Paper, ...]]:
        """Papers for each text asked, nearest first; every text is a key, with at most 10 papers.

        - "id": an arXiv id; with a version only if that is the latest known. "doi": without regard to case.
        - "title": all papers of the same title (be they more than 10), then those whose title begins with the one
          asked (of six letters or more) or is a beginning of it (of 16 letters or more).
        - "words": papers that share the rarest words of a title.
        - "abstract": the beginning of an abstract, of 40 letters or more, perhaps with "…" after it.
        - "author": a surname and words of the title ("vaswani attention"); first authors come first.

        Raises `CatalogueUnusable` when the index turns out to be damaged.
        """
        way = self._ways[how]
        self._starts.clear()
        with _readable(self._index):
            return {text: tuple(map(self._completed, way(text[:_LONGEST_ASKED]))) for text in asked}

    def _by_id(self, asked: str) -> Sequence[Paper]:
        bare, version = normal_id(asked)
        papers = self._papers(find.by_mark(self._db, rows.mark(rows.ID, bare)))
        return [paper for paper in papers if paper.arxiv_id == bare and version in (None, paper.version)]

    def _by_doi(self, asked: str) -> Sequence[Paper]:
        """By the DOI of the journal, or by arXiv's own, which holds the id (arXiv help, Digital Object Identifiers)."""
        doi = asked.strip().casefold()
        if doi.startswith(_ARXIV_DOI):
            return self._by_id(doi.removeprefix(_ARXIV_DOI))
        papers = self._papers(find.by_mark(self._db, rows.mark(rows.DOI, doi)))
        return [paper for paper in papers if paper.doi.casefold() == doi][:_MOST_PAPERS]

    def _by_title(self, asked: str) -> Sequence[Paper]:
        key = title_key(asked)
        keyed = [(title_key(paper.title), paper) for paper in self._papers(find.by_title(self._db, key) if key else [])]
        near = [
            (title_key(paper.title.partition(":")[0]) != key, abs(len(own) - len(key)), paper)
            for own, paper in keyed
            if own != key and (_is_begun(own, key) or (len(own) >= find.LEAST_WHOLE and key.startswith(own)))
        ]
        near.sort(key=lambda each: each[:2])
        same = [paper for own, paper in keyed if own == key]
        return [*same, *(paper for _, _, paper in near[: max(0, _MOST_PAPERS - len(same))])]

    def _by_words(self, asked: str) -> Sequence[Paper]:
        """Half of them by likeness, half by the rare words shared: an altered title may look like many others."""
        sharing = self._papers(find.by_words(self._db, asked, self._about["records"]))
        like = rank(asked, sharing, _MOST_PAPERS)
        return list(dict.fromkeys((*like[:_HALF], *sharing[:_HALF], *like[_HALF:])))[:_MOST_PAPERS]

    def _by_abstract(self, asked: str) -> Sequence[Paper]:
        """Where the dump is at hand, all that is asked has to be in the abstract; else its first 40 letters."""
        key = rows.abstract_key(asked)
        papers = self._papers(find.by_mark(self._db, rows.mark(rows.ABSTRACT, key)) if key else [])
        full = map(self._completed, papers)
        return list(islice((one for one in full if not one.abstract or begins(asked, one.abstract)), _MOST_PAPERS))

    def _by_author(self, asked: str) -> Sequence[Paper]:
        found, surname = find.by_author(self._db, asked)
        wanted = set(surname.split())
        papers = self._papers(found)
        papers.sort(key=lambda paper: not wanted <= set(normal_title(" ".join(paper.authors[:1])).split()))
        return papers[:_MOST_PAPERS]

    def _papers(self, found: Sequence[int]) -> list[Paper]:
        """The papers of these rows, in this order; a row that a later line of the dump replaced has none."""
        places = ",".join("?" * len(found))
        sql = f"SELECT row, start, version, published, updated, packed FROM papers WHERE row IN ({places})"
        papers = {}
        for row, start, *kept in self._db.execute(sql, found):
            try:
                entry = rows.unpacked(self._dictionary, kept)
            except ValueError as error:
                raise CatalogueUnusable(self._index, f"row {row} is damaged") from error
            self._starts[entry.arxiv_id] = start
            papers[row] = paper_of(entry)
        return [papers[row] for row in dict.fromkeys(found) if row in papers]

    def _completed(self, paper: Paper) -> Paper:
        """The paper with all that the dump tells of it, while the dump is there."""
        if paper.abstract or self._text is None:
            return paper
        entry = entry_at(self._text, self._starts[paper.arxiv_id])
        return paper_of(entry) if entry is not None and entry.arxiv_id == paper.arxiv_id else paper

    def _opened_dump(self) -> BufferedReader | None:
        """The dump, while abstracts can be read from it: it is there, the same, and not compressed."""
        about = self._about
        try:
            status = self._dump.stat()
            same = (status.st_size, status.st_mtime_ns) == (about["dump_bytes"], about["dump_mtime_ns"])
            return self._dump.open("rb") if same and about["dump_seekable"] else None
        except (OSError, ValueError):
            return None


def _is_begun(whole: str, beginning: str) -> bool:
    return len(beginning) >= find.LEAST_CUT and whole.startswith(beginning)


def _checked(index: Path, db: sqlite3.Connection) -> dict[str, Any]:
    """What the catalogue remembers, when the file is a whole one of the form this notegen reads."""
    names = ("application_id", "user_version", "page_count", "page_size")
    kind, version, pages, page_bytes = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    if kind != rows.APPLICATION_ID:
        raise CatalogueUnusable(index, "it is no catalogue of notegen")
    if version != rows.VERSION:
        raise CatalogueUnusable(index, f"it has form {version}, this notegen reads form {rows.VERSION}")
    if pages * page_bytes != index.stat().st_size:
        raise CatalogueUnusable(index, "it is not whole")
    db.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
    about = dict(db.execute("SELECT name, value FROM info").fetchall())
    if not all(isinstance(about.get(name), kind) for name, kind in _REMEMBERED.items()):
        raise CatalogueUnusable(index, "it is damaged")
    if about["spelling"] != rows.spelling():
        raise CatalogueUnusable(index, "titles are now compared in another way")
    return about


@contextmanager
def _readable(index: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise CatalogueUnusable(index, f"it cannot be read ({error})") from error
