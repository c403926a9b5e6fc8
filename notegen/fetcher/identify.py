"""Identifiers of papers in free text, and the parts of a paper note's name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from notegen.obsidian import names
from notegen.records import Wanted

_MONTH = r"(?:0[1-9]|1[0-2])"
_NEW = rf"(?:(?:07(?:0[4-9]|1[0-2])|(?:0[89]|1[0-4]){_MONTH})\.\d{{4}}|(?:1[5-9]|[23]\d){_MONTH}\.\d{{5}})"
_ARCHIVE = (
    r"(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nlin|nucl-(?:ex|th)|physics|quant-ph|math|cs|q-bio"
    r"|acc-phys|adap-org|alg-geom|ao-sci|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|dg-ga|funct-an|mtrl-th"
    r"|patt-sol|plasm-ph|q-alg|solv-int|supr-con)(?:\.[A-Z]{2})?"
)
_OLD = rf"{_ARCHIVE}/(?:9[1-9]|0[0-7]){_MONTH}\d{{3}}"
_ID = rf"(?:{_NEW}|{_OLD})(?:v[1-9]\d?)?"
_MARKED = re.compile(
    rf"(?:\barxiv[\s:：._-]{{0,3}}|\b(?:arxiv|alphaxiv|ar5iv)\.org/(?:[a-z0-9_-]+/)+|\bhuggingface\.co/papers/)"
    rf"({_ID})(?![^\W_])",
    re.IGNORECASE,
)
_BARE_NEW = re.compile(
    rf"(?:^|(?<=[\s(\[{{\"'「『（【,;:：、。|*_]))({_NEW}(?:v[1-9]\d?)?)(?=$|[\s)\]}}\"'」』）】,;:：、。|*_.!?])"
)
_BARE_OLD = re.compile(rf"(?<![\w/.-])({_OLD}(?:v[1-9]\d?)?)(?!\w)", re.IGNORECASE)
_BEFORE_QUANTITY = re.compile(r"(?:[=≈~±≤≥$€£¥×]|\S\s?[<>])\s?$")
_AFTER_QUANTITY = re.compile(
    r"\s?(?:[%％°×]|\.\d|(?:[kKMGTPmnµμ]?(?:s|B|b|Hz|W|J|F|m|g)|sec|seconds|min|hours?|times|x|倍|秒|回|円)\b)"
)
_DOI = re.compile(r"(?<![\d.])10\.\d{4,9}/[-._;()/:A-Za-z0-9]+")
_DOI_TAIL = re.compile(r"(?:\.pdf|/(?:full|abstract|pdf|epdf|meta|html|fulltext))$", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.", re.IGNORECASE)
_URL = re.compile(r"https?://[^\s<>\"|\[\]「」『』（）【】、。，]+", re.IGNORECASE)
_COLON_ID = re.compile(r"\b(?:arxiv|doi)\s*[:：]\s*\S+", re.IGNORECASE)
_CATEGORY = re.compile(r"\[[a-z-]+(?:\.[A-Za-z-]+)?\]")
_YEAR = r"(?:19|20)\d\d"
_CONVENTION = re.compile(
    rf"(?:^|/)@?(?:(?P<year>{_YEAR})__(?:(?P<venue>(?:(?!__).)+)__)?(?P<title>.*[^\W_].*)"
    r"|(?P<yy>\d\d)_(?P<venue2>[A-Z][^_]*)_(?P<title2>[^_].*))$"
)
_AT_YEAR = re.compile(rf"@(?P<year>{_YEAR})[\s_-]*(?P<title>.*[^\W\d_].*)$")
_SITE_TAIL = re.compile(
    r"(?<!\s)\s*[(（](?:[\w-]+\.)+(?:org|com|net|io|ai|edu|gov|dev|jp|uk|de|cn|eu)[)）]\s*$", re.IGNORECASE
)
_ID_HEAD = re.compile(rf"^\[?(?:arxiv[\s:：._-]{{0,3}})?{_ID}\]?(?:\s*[-–—:：_]\s*|\s+)(?=\S)", re.IGNORECASE)
_WIKILINK = re.compile(r"(?P<label>[^\[\]]*)\[\[(?P<inside>[^\[\]]+)\]\].*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Ids:
    """What a text says of where a paper is found; "" where it says nothing. `arxiv_id` keeps its version."""

    arxiv_id: str = ""
    doi: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class NameParts:
    """A note's name taken apart; `title` keeps the person's spelling, `venue` is "" and `year` None when not named."""

    title: str
    year: int | None = None
    venue: str = ""


def find_ids(text: str) -> Ids:
    """The first arXiv id, the first DOI and the first other web address in `text`.

    An arXiv id counts after "arXiv:", in an address, or alone as a token that is no quantity
    (arXiv help, Understanding the arXiv identifier). arXiv's own DOIs (10.48550/arXiv.X) are told as arXiv ids.
    """
    marked = _MARKED.search(text)
    arxiv_id = marked[1] if marked else _bare_id(text)
    dois = (_trimmed(found[0]) for found in _DOI.finditer(text) if not _ARXIV_DOI.match(found[0]))
    urls = (_trimmed(found[0]) for found in _URL.finditer(text))
    return Ids(
        arxiv_id,
        next((_DOI_TAIL.sub("", doi) for doi in dois), ""),
        next((url for url in urls if not _MARKED.search(url) and not _DOI.search(url)), ""),
    )


def normal_id(arxiv_id: str) -> tuple[str, int | None]:
    """An arXiv id without prefix, subject class and version, and the version: `math.GT/0309136v2` is `math/0309136`, 2.

    A text that is no arXiv id comes back as it is, with None.
    """
    found = re.fullmatch(rf"(?:arxiv:\s*)?({_NEW}|{_OLD})(?:v(\d+))?", arxiv_id.strip(), re.IGNORECASE)
    if not found:
        return arxiv_id, None
    archive, slash, number = found[1].rpartition("/")
    return archive.split(".")[0].lower() + slash + number, int(found[2]) if found[2] else None


def parse_name(name: str) -> NameParts:
    """Title, year and venue of a note named `YYYY__VENUE__Title`, `YYYY__Title`, `YY_VENUE_Title` or by its title."""
    name = _SITE_TAIL.sub("", name.strip())
    if found := _CONVENTION.search(name):
        title = found["title"] or found["title2"]
        return NameParts(
            _plain_title(title), _year(found["year"] or found["yy"]), (found["venue"] or found["venue2"] or "").strip()
        )
    if found := _AT_YEAR.match(name):
        return NameParts(_plain_title(found["title"]), int(found["year"]))
    return NameParts(_plain_title(name.removeprefix("@")))


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
        link = _COLON_ID.sub("", _URL.sub(lambda url: url[0][len(_trimmed(url[0])) :], text))
        link = " ".join(link.split()).strip("()<>,; ")
    if not _has_words(link):
        return asked
    parts = parse_name(link)
    if not bracketed and parts.year is None and names.problem(link):
        link = ""
    return replace(asked, link=link, title=parts.title, year=parts.year, venue=parts.venue)


def _bare_id(text: str) -> str:
    """An arXiv id that stands alone, unless it reads as a quantity ("= 2012.12345", "2012.12345 %")."""
    for found in _BARE_NEW.finditer(text):
        before = text[max(0, found.start() - 4) : found.start()]
        if not _BEFORE_QUANTITY.search(before) and not _AFTER_QUANTITY.match(text, found.end()):
            return found[1]
    old = _BARE_OLD.search(text)
    return old[1] if old else ""


def _trimmed(address: str) -> str:
    """Without the punctuation of the sentence around it; a closing bracket stays when its opening one is inside."""
    unopened = address.count(")") - address.count("(")
    end = len(address)
    while end and (address[end - 1] in ".,;:!?'\"*_" or (address[end - 1] == ")" and unopened > 0)):
        end -= 1
        unopened -= address[end] == ")"
    return address[:end]


def _plain_title(title: str) -> str:
    return _ID_HEAD.sub("", title.strip()).strip()


def _year(digits: str) -> int:
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (2000 if int(digits) < 60 else 1900)


def _has_words(name: str) -> bool:
    """Whether anything but identifiers and their trimmings is left in `name`."""
    for pattern in (_URL, _DOI, _MARKED, _CATEGORY, _BARE_OLD, _BARE_NEW):
        name = pattern.sub(" ", name)
    return bool(re.search(r"\w", re.sub(r"\b(?:arxiv|doi|pdf|https?)\b", " ", name, flags=re.IGNORECASE)))
