"""OpenAlex as a source of papers: an open catalogue of scholarly works (OpenAlex API, Works; Filtering; Searching).

Without a key it answers about a hundred title searches a day from one address, a thousand lists of DOIs, and single
records without limit (OpenAlex API, Authentication & Pricing).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import normalize
from urllib.parse import quote

from notegen.errors import SourceUnreachable
from notegen.fetcher.matching.match import rank
from notegen.fetcher.plain import visible
from notegen.fetcher.sources.deposits import DOI, MOST_PAPERS, doi_in
from notegen.fetcher.sources.openalex_works import paper_of
from notegen.fetcher.sources.web import Web, mailto, part
from notegen.records import How, Paper

_DOIS, _PER_PAGE, _PER_TITLE = 50, 100, 5
_LONGEST_FILTER = 3_000  # characters as sent; an address over 4 KB is refused
_MOST_WORDS, _LONGEST_WORD, _FEW = 40, 80, 3
_FILTER_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[-._;()/:A-Za-z0-9]{1,300}")
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc\u2032]")
_WORD = re.compile(r"[^\W_]+(?:['.,:;_][^\W_]+)*")
_CUT = re.compile(r"\w(?:…|\.\.\.?)\s*$")


class OpenAlexSource:
    """OpenAlex as a `PaperSource`.

    `contact`, if it is an e-mail address, goes out with each question, so that OpenAlex can write to somebody; it
    grants no more requests since the polite pool ended (OpenAlex API, Deprecations).
    """

    name = "OpenAlex"
    hows: frozenset[How] = frozenset({"doi", "title"})

    def __init__(self, web: Web, contact: str) -> None:
        self._web = web
        self._mailto = mailto(contact)

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`; up to 50 DOIs share a request, each title has its own."""
        if how == "doi":
            return self._of_dois(asked)
        return {title: self._of_title(title) for title in dict.fromkeys(asked)} if how == "title" else {}

    def _of_dois(self, asked: Sequence[str]) -> dict[str, tuple[Paper, ...]]:
        found: dict[str, tuple[Paper, ...]] = dict.fromkeys(asked, ())
        for batch in _batches([doi for doi in found if _FILTER_DOI.fullmatch(doi)]):
            papers = self._listed(f"doi:{'|'.join(batch)}", _PER_PAGE)
            found |= {doi: _with_doi(doi, papers) for doi in batch}
        for doi in found:
            if DOI.fullmatch(doi) and not _FILTER_DOI.fullmatch(doi):
                found[doi] = self._of_odd_doi(doi)
        return found

    def _of_odd_doi(self, doi: str) -> tuple[Paper, ...]:
        """A DOI with a sign that would act in a filter, asked for by its address."""
        try:
            work = self._web.get(self.name, f"/works/doi:{quote(doi, safe='')}", self._mailto, _work)
        except SourceUnreachable as error:
            if error.status == 404:
                return ()
            raise
        paper = paper_of(work)
        return _with_doi(doi, [paper] if paper else [])

    def _of_title(self, title: str) -> tuple[Paper, ...]:
        words = _words(title)
        return rank(title, self._listed(f"title.search:{words}", _PER_TITLE), MOST_PAPERS) if words else ()

    def _listed(self, wanted: str, per_page: int) -> list[Paper]:
        parameters = {"filter": wanted, "per-page": str(per_page), **self._mailto}
        return [paper for work in self._web.get(self.name, "/works", parameters, _works) if (paper := paper_of(work))]


def _batches(dois: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for doi in dois:
        if batch and (len(batch) == _DOIS or len(quote("|".join([*batch, doi]), safe="")) > _LONGEST_FILTER):
            yield batch
            batch = []
        batch.append(doi)
    if batch:
        yield batch


def _words(title: str) -> str:
    """The words of a title, in small letters so that none is an operator.

    All of them must be in the title found. A word with a sign inside ("two's", "3.5") is one word to the index, and its
    pieces are none: it is left out where others are there.
    """
    words = _WORD.findall(_APOSTROPHES.sub("'", normalize("NFC", visible(title))).lower())[:_MOST_WORDS]
    if _CUT.search(title) and len(words) > _FEW:  # the last word may be half a word
        words = words[:-1]
    whole = [word for word in words if word.isalnum()] or re.findall(r"[^\W_]+", " ".join(words))
    kept: list[str] = []
    for word in whole:
        if len(word) > _LONGEST_WORD or len(quote(" ".join([*kept, word]))) > _LONGEST_FILTER:
            continue
        kept.append(word)
    return " ".join(kept)


def _works(answer: object) -> list[object]:
    works = part(answer, "results")
    if not isinstance(works, list):
        raise ValueError("its answer holds no list of records")
    if part(answer, "meta", "count") and not works:
        raise ValueError("it announced results and sent none")
    return works[:_PER_PAGE]


def _work(answer: object) -> object:
    if not isinstance(part(answer, "id"), str) or not doi_in(part(answer, "doi")):
        raise ValueError("its answer holds no record")
    return answer


def _with_doi(doi: str, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    return tuple(paper for paper in papers if paper.doi.casefold() == doi.casefold())[:MOST_PAPERS]
