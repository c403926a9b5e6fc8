"""What a reader's name for a paper says: title, year, venue, authors; and by which questions it is looked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from notegen.fetcher.identify import COLON_ID, ID_HEAD, URL, find_ids, has_words, trimmed
from notegen.fetcher.matching.sameness import without_remark
from notegen.fetcher.venues import VENUES
from notegen.obsidian import names
from notegen.records import How, Wanted

_YEAR = r"(?:19|20)\d\d"
_PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]en|[Dd]er|[Dd]u|[Dd]i|[Dd]a|[Ll]a|[Ll]e|[Ee]l|[Aa]l|[Tt]en|[Tt]er)\s+){0,3}"
)
_SURNAME = rf"{_PARTICLES}[^\W\d_][^\W\d_'’-]*(?:['’-][^\W\d_]+)*"
_AUTHORS = rf"{_SURNAME}(?:(?:,| and| &|,? et al\.?,?|\s?\+|ら|他)(?: {_SURNAME})?)*"
_CONVENTION = re.compile(
    rf"(?:^|/)@?(?:(?P<year>{_YEAR})__(?:(?P<venue>(?:(?!__).)+)__)?(?P<title>.*[^\W_].*)"
    r"|(?P<yy>\d\d)_(?P<venue2>[A-Z][^_]*)_(?P<title2>[^_].*))$"
)
_AT_YEAR = re.compile(rf"@(?P<year>{_YEAR})[\s_-]*(?P<title>.*[^\W\d_].*)$")
_AUTHORS_FIRST = re.compile(
    rf"(?P<authors>{_AUTHORS})\s*(?:[-–—_]\s*(?P<year>{_YEAR})\s*[-–—_]|[(（](?P<year2>{_YEAR})[)）][.:]?)\s*(?P<title>\S.*)"
)
_BIBTEX_KEYS = (
    re.compile(rf"@?(?P<author>{_SURNAME})[:_]?(?P<year>{_YEAR})[:_]?(?P<words>[a-zA-Z][a-zA-Z_-]+)"),
    re.compile(rf"@?(?P<author>{_SURNAME})_(?P<words>[a-zA-Z][a-zA-Z-]+)_(?P<year>{_YEAR})[a-z]?"),
    re.compile(rf"@?(?P<author>[a-z]{{2,}})(?P<words>(?:[A-Z][a-z]+)+)(?P<year>{_YEAR})[a-z]?"),
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]")
_CITATION = re.compile(rf"\s*[(\[（]\s*(?P<authors>{_AUTHORS},?)\s*(?P<year>{_YEAR})[a-z]?\s*[)\]）]\s*$")
_YEAR_TAIL = re.compile(rf"\s*[(\[（](?:(?P<venue>[A-Za-z-]+)\s*['’]?\s*)?(?P<year>{_YEAR}|(?<=['’])\d\d)[)\]）]\s*$")
_SITE_TAIL = re.compile(
    r"(?<!\s)\s*[(（](?:[\w-]+\.)+(?:org|com|net|io|ai|edu|gov|dev|jp|uk|de|cn|eu)[)）]\s*$", re.IGNORECASE
)
_KIND_TAIL = re.compile(
    r"(?:\.pdf|\s*[(\[（](?:paper|pdf|論文|preprint|arxiv)[)\]）]|\s+論文"
    r"|(?<!white)(?<!position)(?<!discussion)(?<!working)(?<!short)(?<!companion)(?<!vision)(?<!this)(?<!the)(?<!\sa)(?<!\sof)"
    r"\s+(?-i:paper))\s*$",
    re.IGNORECASE,
)
_CITING = re.compile(r"\bet al\b|\band\b|[&+,]|ら|他")
_COMPANY_NAMES = """alibaba amazon anthropic apple baidu bytedance deepmind deepseek google huawei ibm intel meta
    microsoft nature nvidia openai science tencent"""
_COMPANIES = frozenset(_COMPANY_NAMES.split())
_LEAD_IN = re.compile(r"^(?:related papers?|title|papers?|関連論文|論文|タイトル)\s*[:：]\s*(?=\S)", re.IGNORECASE)
_BESIDE = re.compile(rf"[\s,;:–—-]*[(\[（]?\s*(?P<authors>{_AUTHORS},?)\s*[(（]?(?P<year>{_YEAR})[a-z]?[)\]）]?")
_WIKILINK = re.compile(r"(?P<label>[^\[\]]*)\[\[(?P<inside>[^\[\]]+)\]\].*", re.DOTALL)
_KEY_WORDS, _PASSAGE_WORDS, _LONG_PASSAGE_WORDS, _LONGEST_TITLE_WORDS = 4, 12, 26, 45
_LEAST_LATIN = 3
_JAPANESE = re.compile(
    "[\u3005\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f][\u3005\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f、。・ー]*"
)
_FLOWING = re.compile(r"[a-z)]\. [A-Z]|(?:…|\.\.\.|,)\s*$")


@dataclass(frozen=True, slots=True)
class NameParts:
    """A note's name taken apart; `title` keeps the person's spelling, what is not named is "", None or ()."""

    title: str
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()


def parse_name(name: str) -> NameParts:
    """The parts of a note's name.

    Understood are `YYYY__VENUE__Title`, `YYYY__Title`, `YY_VENUE_Title`, `Author et al. - YYYY - Title`, a title with
    `(Author et al., YYYY)` or `(VENUE YYYY)` behind it, and the BibTeX keys of Google Scholar and Better BibTeX
    (`author2024word`, `author_word_2024`, `authorTitleWords2024`), of which the words are the title.
    """
    name = _LEAD_IN.sub("", _KIND_TAIL.sub("", _SITE_TAIL.sub("", name.strip())))
    if found := _CONVENTION.search(name):
        title, year = found["title"] or found["title2"], _year(found["year"] or found["yy"])
        return replace(_titled(title), year=year, venue=(found["venue"] or found["venue2"] or "").strip())
    if found := _AT_YEAR.match(name):
        return replace(_titled(found["title"]), year=int(found["year"]))
    for key in _BIBTEX_KEYS:
        if found := key.fullmatch(name):
            words = " ".join(_HUMP.sub(" ", found["words"]).split()).lower()
            return NameParts(words, int(found["year"]), authors=(found["author"].lower(),))
    found = _AUTHORS_FIRST.fullmatch(name)
    if found and _is_by(found["authors"] + ",") and not found["title"][0].islower():
        return NameParts(
            _plain(found["title"]), int(found["year"] or found["year2"]), authors=_surnames(found["authors"])
        )
    return _titled(name.removeprefix("@"))


def cited_beside(text: str) -> NameParts:
    """Authors and year that stand right behind a link, as in `[[…]] (Tanaka et al., 2024)`; the title stays ""."""
    found = _BESIDE.match(text)
    if found is None or not _is_by(found["authors"]):
        return NameParts("")
    return NameParts("", int(found["year"]), authors=_surnames(found["authors"]))


def searches(wanted: Wanted) -> dict[How, str]:
    """The texts to look a wanted paper up with, by kind of question (see `PaperSource.ask`).

    A BibTeX key, or a short name with an author, is looked for by author and words, a long passage as the beginning of
    an abstract, anything else as a title.
    """
    title, words = without_remark(wanted.title), len(wanted.title.split())
    if wanted.authors and words <= _KEY_WORDS:
        return {"author": f"{wanted.authors[0]} {title}", "words": title}
    if latin := _latin_part(title):
        return {"title": latin, "words": latin}
    if words >= _LONGEST_TITLE_WORDS:
        return {"abstract": title}
    if words >= _LONG_PASSAGE_WORDS or (words >= _PASSAGE_WORDS and _FLOWING.search(title)):
        return {"abstract": title, "title": title, "words": title}
    return {"title": title, "words": title}


def is_japanese(title: str) -> bool:
    """Whether a title has no words but Japanese ones."""
    return bool(_JAPANESE.search(title)) and not _latin_part(title)


def _latin_part(title: str) -> str:
    """Of a title in Japanese, or with Japanese words in it, the longest stretch without; "" where all or nothing is.

    arXiv lists titles in Latin letters (arXiv help, Metadata for Required and Optional Fields).
    """
    if not _JAPANESE.search(title):
        return ""
    runs = (run.strip(" :：-–—―_=/／()（）[]【】「」『』、。") for run in _JAPANESE.split(title))
    longest = max(runs, key=len)
    return longest if len(longest) >= _LEAST_LATIN else ""


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


def _unwrapped(text: str) -> str:
    """Without what an address leaves behind ("()", "<>", a comma), with the brackets that belong to the text."""
    text = re.sub(r"[(<]\s*[)>]", " ", text).strip("<>,; ")
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def _titled(title: str) -> NameParts:
    """A title, perhaps with a citation, a venue or a year in brackets behind it."""
    cited = _CITATION.search(title)
    if cited and (rest := _plain(title[: cited.start()])):
        if _is_by(cited["authors"]):
            return NameParts(rest, int(cited["year"]), authors=_surnames(cited["authors"]))
        if cited["authors"].rstrip(",").casefold() in _COMPANIES:
            return NameParts(rest, int(cited["year"]))
    dated = _YEAR_TAIL.search(title)
    if dated and (dated["venue"] is None or dated["venue"] in VENUES) and (rest := _plain(title[: dated.start()])):
        return NameParts(rest, _year(dated["year"]), dated["venue"] or "")
    return NameParts(_plain(title))


def _is_by(authors: str) -> bool:
    """Whether this reads as authors: no venue, no company, and a comma behind one surname or signs of citing."""
    first = authors.split()[0].rstrip(",+ら他")
    if first in VENUES or first.casefold() in _COMPANIES or not _CITING.search(authors):
        return False
    return not first.isascii() or first[0].isupper() or bool(re.match(rf"{_PARTICLES}[A-Z]", authors))


def _surnames(authors: str) -> tuple[str, ...]:
    return tuple(" ".join(name.replace(".", " ").split()) for name in _CITING.split(authors) if name.strip(" ."))


def _plain(title: str) -> str:
    return ID_HEAD.sub("", title.strip()).strip()


def _year(digits: str) -> int:
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (2000 if int(digits) < 60 else 1900)
