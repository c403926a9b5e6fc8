"""What a reader's name for a paper says: title, year, venue, authors."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from notegen.fetcher.identify import COLON_ID, URL, find_ids, has_words, trimmed, without_ids
from notegen.fetcher.matching.sameness import is_readers
from notegen.fetcher.reading_list import citations
from notegen.fetcher.venues import VENUES
from notegen.obsidian import names
from notegen.records import Wanted

_YEAR = r"(?:19|20)\d\d"
_CONVENTION = re.compile(
    rf"(?:^|/)@?(?:(?P<year>{_YEAR})__(?:(?P<venue>(?:(?!__).)+)__)?(?P<title>.*[^\W_].*)"
    r"|(?P<yy>\d\d)_(?P<venue2>[A-Z][^_]*)_(?P<title2>[^_].*))$"
)
_AT_YEAR = re.compile(rf"@(?P<year>{_YEAR})[\s_-]*(?P<title>.*[^\W\d_].*)$")
_DATE = rf"(?:(?P<venue>[A-Za-z][A-Za-z-]*)\s*['’]?\s*)?(?P<year>{_YEAR}|(?<=['’])\d\d)"
_DATED_FIRST = re.compile(rf"(?:[(\[（【]{_DATE}[)\]）】]\s*|(?P<year2>{_YEAR})(?:\s*[-–—]\s|_))(?P<title>[^\W\d_].*)")
_DATED_LAST = re.compile(rf"\s*(?:[(\[（]{_DATE}[)\]）]|,\s+(?P<venue2>[A-Za-z-]+)\s*['’]?(?P<year2>{_YEAR}|\d\d))\s*$")
_SITE_TAIL = re.compile(
    r"(?<!\s)\s*[(（](?:[\w-]+\.)+(?:org|com|net|io|ai|edu|gov|dev|jp|uk|de|cn|eu)[)）]\s*$", re.IGNORECASE
)
_KIND_TAIL = re.compile(
    r"(?:\.pdf|\s*[(\[（](?:paper|pdf|論文|preprint|arxiv)[)\]）]|(?:\s+|の)論文"
    r"|(?<!white)(?<!position)(?<!discussion)(?<!working)(?<!short)(?<!companion)(?<!vision)(?<!this)(?<!the)(?<!\sa)"
    r"(?<!\sof)\s+(?-i:paper))\s*$",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(r"^(?:related papers?|title|papers?|関連論文|論文|タイトル)\s*[:：]\s*(?=\S)", re.IGNORECASE)
_REMARK_FIRST = re.compile(r"^[(\[（【]([^()（）\[\]【】]{1,12})[)\]）】]\s*(?=\S)")
_STARS = re.compile(r"^(\*\*|__|[\"“「『])(.+?)(?:\*\*|__|[\"”」』])$")
_WIKILINK = re.compile(r"(?P<label>[^\[\]]*)\[\[(?P<inside>[^\[\]]+)\]\].*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class NameParts:
    """A note's name taken apart; `title` keeps the person's spelling, what is not named is "", None or ()."""

    title: str
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()


def parse_name(name: str) -> NameParts:
    """The parts of a note's name; ids in it are no part of the title.

    Understood are `YYYY__VENUE__Title`, `YYYY__Title`, `YY_VENUE_Title`, a title with year, venue or authors in
    brackets before or behind it, and what `citations` knows.
    """
    name = _bare(name)
    if found := _CONVENTION.search(name):
        title, year = found["title"] or found["title2"], _year(found["year"] or found["yy"])
        return replace(_titled(title), year=year, venue=(found["venue"] or found["venue2"] or "").strip())
    if found := _AT_YEAR.match(name):
        return replace(_titled(found["title"]), year=int(found["year"]))
    if cited := citations.bibtex_key(name) or citations.in_front(name):
        return NameParts(without_ids(cited.title), cited.year, authors=cited.authors)
    found = _DATED_FIRST.fullmatch(name)
    if found and _is_venue(found["venue"]):
        year = _year(found["year"] or found["year2"])
        return replace(_titled(found["title"]), year=year, venue=found["venue"] or "")
    return _titled(name.removeprefix("@"))


def wanted_from_argument(text: str) -> Wanted:
    """What a person typed for a paper: a note name or title (bracketed and labelled as in a MOC, or bare), id, URL.

    `link` and `title` are "" for an id or address alone; `link` is also "" for a bare title that cannot be a file name.
    """
    ids = find_ids(text)
    asked = Wanted("", "", arxiv_id=ids.arxiv_id, doi=ids.doi, url=ids.url, reason="asked for by name or id")
    if bracketed := _WIKILINK.fullmatch(text):
        target, _, alias = bracketed["inside"].replace("\\|", "|").partition("|")
        link = target.partition("#")[0].strip().removesuffix(".md")
        asked = replace(asked, label=bracketed["label"].strip(" \t\r\n-*|!:：") or alias.strip())
    else:
        link = COLON_ID.sub("", URL.sub(lambda url: url[0][len(trimmed(url[0])) :], text))
        link, _, alias = _unwrapped(" ".join(link.split())).partition("|")
        asked, link = replace(asked, label=alias.strip()), link.strip()
    if not has_words(link):
        return asked
    parts = parse_name(link)
    if not bracketed and parts.year is None and names.problem(link):
        link = ""
    return replace(asked, link=link, title=parts.title, year=parts.year, venue=parts.venue, authors=parts.authors)


def _bare(name: str) -> str:
    """Without site, kind of file, ids, emphasis and a reader's remark around the name."""
    name = _LEAD_IN.sub("", _KIND_TAIL.sub("", _SITE_TAIL.sub("", name.strip())))
    if starred := _STARS.match(name):
        name = starred[2]
    remark = _REMARK_FIRST.match(name)
    return name[remark.end() :] if remark and is_readers(remark[1]) else name


def _unwrapped(text: str) -> str:
    """Without what an address leaves behind ("()", "<>", a comma), with the brackets that belong to the text."""
    text = re.sub(r"[(<]\s*[)>]", " ", text).strip("<>,; ")
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def _titled(title: str) -> NameParts:
    """A title, perhaps with a citation, a venue or a year in brackets behind it."""
    title = without_ids(title)
    if cited := citations.behind(title):
        return NameParts(cited.title.strip(), cited.year, authors=cited.authors)
    dated = _DATED_LAST.search(title)
    if dated and dated.start() and _is_venue(dated["venue"] or dated["venue2"]):
        year = _year(dated["year"] or dated["year2"])
        return NameParts(title[: dated.start()].strip(), year, dated["venue"] or dated["venue2"] or "")
    return NameParts(title)


def _is_venue(venue: str | None) -> bool:
    return venue is None or venue in VENUES


def _year(digits: str) -> int:
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (2000 if int(digits) < 60 else 1900)
