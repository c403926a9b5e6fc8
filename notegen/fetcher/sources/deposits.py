"""What the records that publishers deposit have in common, at Crossref and in OpenAlex: DOIs, marks, references."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from notegen.fetcher.identify import find_ids, normal_id
from notegen.fetcher.plain import visible

DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\ud800-\udfff]{1,300}")
MOST_PAPERS, LONGEST_TITLE = 10, 1_000

_MARK = re.compile(
    r"\W{0,2}(?:retracted|withdrawn)(?: article| paper| chapter)?\W{0,2}?\s*[:：]\s*(?=\S)"
    r"|[\[(](?:retracted|withdrawn)(?: article| paper)?[\])]\s*(?=\S)",
    re.IGNORECASE,
)
_RESOLVER = re.compile(r"https?://(?:dx\.)?doi\.org/", re.IGNORECASE)
_ARXIV_SAYS = re.compile(
    r"arxiv:|https?://(?:[\w-]+\.)?arxiv\.org/|(?:https?://(?:dx\.)?doi\.org/)?10\.48550/arxiv\.", re.IGNORECASE
)


def without_mark(title: str) -> tuple[str, bool]:
    """A title without the mark "RETRACTED:" that publishers put before it, and whether it had one."""
    mark = _MARK.match(title)
    return (title[mark.end() :], True) if mark else (title, False)


def the_arxiv_id(places: Iterable[str]) -> str:
    """The one arXiv id, without version, that these DOIs, addresses and "arXiv:…" name; "" for none or for several."""
    ids = {normal_id(find_ids(place).arxiv_id)[0] for place in places if _ARXIV_SAYS.match(place)} - {""}
    return ids.pop() if len(ids) == 1 else ""


def doi_in(value: object) -> str:
    """A DOI given bare or as an address (Crossref, DOI display guidelines), bare; "" when it is none."""
    doi = _RESOLVER.sub("", visible(value).strip()) if isinstance(value, str) else ""
    return doi if DOI.fullmatch(doi) else ""


def doi_url(doi: str) -> str:
    """Where a DOI leads (DOI Handbook, Resolution)."""
    return f"https://doi.org/{quote(doi, safe='/:;()._-')}"


def journal_reference(container: str, volume: str, issue: str, pages: str) -> str:
    """Where it is printed: "Journal of Lamps 12(3), 45-67"; "" without a container."""
    if not container:
        return ""
    numbered = f"{volume}({issue})" if volume and issue else volume
    return ", ".join(each for each in (f"{container} {numbered}".strip(), pages) if each)
