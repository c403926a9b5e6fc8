"""Authors and years in a reader's own words: citations, file names of reference managers, BibTeX keys."""

from __future__ import annotations

import re
from dataclasses import dataclass

from notegen.fetcher.venues import VENUES

_YEAR = r"(?:19|20)\d\d"
_PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]en|[Dd]er|[Dd]u|[Dd]i|[Dd]a|[Ll]a|[Ll]e|[Ee]l|[Aa]l|[Tt]en|[Tt]er)\s+){0,3}"
)
_SURNAME = rf"{_PARTICLES}[^\W\d_][^\W\d_'’-]*(?:['’-][^\W\d_]+)*"
_AUTHORS = rf"{_SURNAME}(?:(?:,? and |,? & |, ){_SURNAME}){{0,9}}(?:,? et al\.?,?|\s?\+|ら|他)?"
_IN_FRONT = re.compile(
    rf"(?P<authors>{_AUTHORS})\s*(?:[-–—_]\s*(?P<year>{_YEAR})\s*[-–—_]|[(（](?P<year2>{_YEAR})[)）][.:,]?"
    rf"|,?\s(?P<year3>{_YEAR})\s*[-–—.:])\s*(?P<title>\S.*)"
)
_BEHIND = re.compile(rf"\s*[(\[（]\s*(?P<authors>{_AUTHORS},?)\s*(?P<year>{_YEAR})[a-z]?\s*[)\]）]\s*$")
_BESIDE = re.compile(rf"[\s,;:–—-]*[(\[（]?\s*(?P<authors>{_AUTHORS},?)\s*[(（]?(?P<year>{_YEAR})[a-z]?[)\]）]?")
_BIBTEX_KEYS = (
    re.compile(rf"@?(?P<author>{_SURNAME})[:_]?(?P<year>{_YEAR})[:_]?(?P<words>[a-zA-Z][a-zA-Z_-]+)"),
    re.compile(rf"@?(?P<author>{_SURNAME})_(?P<words>[a-zA-Z][a-zA-Z-]+)_(?P<year>{_YEAR})[a-z]?"),
    re.compile(rf"@?(?P<author>[a-z]{{2,}})(?P<words>(?:[A-Z][a-z]+)+)(?P<year>{_YEAR})[a-z]?"),
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]")
_CITING = re.compile(r"\bet al\b|\band\b|[&+,]|ら|他")
_COMPANY_NAMES = """alibaba amazon anthropic apple baidu bytedance deepmind deepseek google huawei ibm intel meta
    microsoft nature nvidia openai science tencent"""
_COMPANIES = frozenset(_COMPANY_NAMES.split())


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation taken apart: surnames, year, and what is left as the title ("" where nothing is)."""

    title: str
    year: int
    authors: tuple[str, ...]


def in_front(name: str) -> Cited | None:
    """`Tanaka et al. - 2024 - Title`, `Tanaka and Brandt (2024). Title`, `Tanaka et al., 2024 - Title`."""
    found = _IN_FRONT.fullmatch(name)
    if found is None or not _is_by(f"{found['authors']},") or found["title"][0].islower():
        return None
    year = found["year"] or found["year2"] or found["year3"]
    return Cited(found["title"], int(year), _surnames(found["authors"]))


def behind(title: str) -> Cited | None:
    """`Title (Tanaka et al., 2024)`; of a company, as in `Title (Google, 2024)`, only the year counts."""
    found = _BEHIND.search(title)
    rest = title[: found.start()] if found else ""
    if found is None or not rest.strip():
        return None
    if found["authors"].rstrip(",").casefold() in _COMPANIES:
        return Cited(rest, int(found["year"]), ())
    return Cited(rest, int(found["year"]), _surnames(found["authors"])) if _is_by(found["authors"]) else None


def beside(text: str) -> Cited | None:
    """What stands right behind a link, as in `[[…]] (Tanaka et al., 2024)`."""
    found = _BESIDE.match(text)
    if found is None or not _is_by(found["authors"]):
        return None
    return Cited("", int(found["year"]), _surnames(found["authors"]))


def bibtex_key(name: str) -> Cited | None:
    """`tanaka2024word`, `tanaka_word_2024`, `tanakaTitleWords2024` (Google Scholar, Better BibTeX): words as title."""
    for key in _BIBTEX_KEYS:
        if found := key.fullmatch(name):
            words = " ".join(_HUMP.sub(" ", found["words"]).split()).lower()
            return Cited(words, int(found["year"]), (found["author"].lower(),))
    return None


def _is_by(authors: str) -> bool:
    """Whether this reads as authors: no venue, no company, and a comma behind one surname or signs of citing."""
    first = authors.split()[0].rstrip(",+ら他")
    if first in VENUES or first.casefold() in _COMPANIES or not _CITING.search(authors):
        return False
    return not first.isascii() or first[0].isupper() or bool(re.match(rf"{_PARTICLES}[A-Z]", authors))


def _surnames(authors: str) -> tuple[str, ...]:
    return tuple(" ".join(name.replace(".", " ").split()) for name in _CITING.split(authors) if name.strip(" ."))
