"""Crossref as a source of papers: the registry of publishers' DOIs (Crossref REST API; Metadata schema)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from notegen.errors import SourceUnreachable
from notegen.fetcher.matching.match import rank
from notegen.fetcher.plain import visible
from notegen.fetcher.sources.crossref_works import FIELDS, paper_of
from notegen.fetcher.sources.deposits import DOI, MOST_PAPERS, doi_in
from notegen.fetcher.sources.web import Web, mailto, part
from notegen.records import How, Paper

_ROWS, _LONGEST_QUERY = 5, 300


class CrossrefSource:
    """Crossref as a `PaperSource`. `contact`, if it is an e-mail address, goes out with each question."""

    name = "Crossref"
    hows: frozenset[How] = frozenset({"doi", "title"})

    def __init__(self, web: Web, contact: str) -> None:
        self._web = web
        self._mailto = mailto(contact)

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`; one request for each text."""
        if how not in self.hows:
            return {}
        question = self._of_doi if how == "doi" else self._of_title
        return {text: question(text) for text in dict.fromkeys(asked)}

    def _of_doi(self, doi: str) -> tuple[Paper, ...]:
        if not DOI.fullmatch(doi):
            return ()
        try:
            record = self._web.get(self.name, f"/works/{quote(doi, safe='')}", self._mailto, _message)
        except SourceUnreachable as error:
            if error.status == 404:
                return ()
            raise
        paper = paper_of(record)
        return (paper,) if paper and paper.doi.casefold() == doi.casefold() else ()

    def _of_title(self, title: str) -> tuple[Paper, ...]:
        words = re.sub("[\u2018\u2019\u02bc\u2032]", "'", " ".join(visible(title).split()))[:_LONGEST_QUERY]
        if not re.search(r"[^\W_]", words):
            return ()
        parameters = {"query.title": words, "rows": str(_ROWS), "select": ",".join(FIELDS), **self._mailto}
        papers = map(paper_of, self._web.get(self.name, "/works", parameters, _items))
        return rank(title, [paper for paper in papers if paper], MOST_PAPERS)


def _message(answer: object) -> object:
    message = part(answer, "message")
    if not doi_in(part(message, "DOI")):
        raise ValueError("its answer holds no record")
    return message


def _items(answer: object) -> list[object]:
    items, total = part(answer, "message", "items"), part(answer, "message", "total-results")
    if not isinstance(items, list):
        raise ValueError("its answer holds no list of records")
    if total and not items:
        raise ValueError("it announced results and sent none")
    return items[:MOST_PAPERS]
