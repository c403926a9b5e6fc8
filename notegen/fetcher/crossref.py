"""Crossref as a source of papers: the registry of publishers' DOIs (Crossref REST API; Metadata schema).

The lower half is what its records need to be read, OpenAlex's as well: publishers deposit text with tags of three
languages in it, and records of retracted papers and of the notices about them look alike.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from urllib.parse import quote

from notegen.errors import SourceUnreachable
from notegen.fetcher.identify import find_ids, normal_id
from notegen.fetcher.match import rank
from notegen.fetcher.plain import visible
from notegen.fetcher.venues import venue_of
from notegen.fetcher.web import Web, mailto, part, parts
from notegen.records import How, Paper

DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\ud800-\udfff]{1,300}")
MOST_PAPERS, LONGEST_TITLE = 10, 1_000

_ROWS, _LONGEST_QUERY = 5, 300
_FIELDS = """DOI type title subtitle author container-title short-container-title event published-print published-online
    issued volume issue page article-number abstract relation update-to updated-by"""
_SELECT = ",".join(_FIELDS.split())
_PAPER_TYPES = """journal-article proceedings-article posted-content book-chapter book-section book-part book monograph
    dissertation report"""
_PAPERS = frozenset(_PAPER_TYPES.split())
_RETRACTIONS = frozenset({"retraction", "withdrawal", "removal"})
_NOTICES = _RETRACTIONS | {"addendum", "clarification", "correction", "corrigendum", "erratum", "expression_of_concern"}


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
        paper = _paper(record)
        return (paper,) if paper and paper.doi.casefold() == doi.casefold() else ()

    def _of_title(self, title: str) -> tuple[Paper, ...]:
        words = re.sub("[\u2018\u2019\u02bc\u2032]", "'", " ".join(visible(title).split()))[:_LONGEST_QUERY]
        if not re.search(r"[^\W_]", words):
            return ()
        parameters = {"query.title": words, "rows": str(_ROWS), "select": _SELECT, **self._mailto}
        papers = map(_paper, self._web.get(self.name, "/works", parameters, _items))
        return rank(title, [paper for paper in papers if paper], MOST_PAPERS)


def _message(answer: object) -> object:
    message = part(answer, "message")
    if not isinstance(message, dict):
        raise ValueError("its answer holds no record")
    return message


def _items(answer: object) -> list[object]:
    items, total = part(answer, "message", "items"), part(answer, "message", "total-results")
    if not isinstance(items, list):
        raise ValueError("its answer holds no list of records")
    if total and not items:
        raise ValueError("it announced results and sent none")
    return items[:MOST_PAPERS]


def _paper(record: object) -> Paper | None:
    """A record as a paper; None when it is none, or cannot be told for one."""
    doi, (bare, marked) = doi_in(part(record, "DOI")), without_mark(_first(record, "title"))
    subtitle = _first(record, "subtitle")
    title = f"{bare}: {subtitle}" if subtitle.casefold() not in bare.casefold() else bare
    if _text(record, "type") not in _PAPERS or not doi or not bare or len(title) > LONGEST_TITLE:
        return None
    if _updates(record, "update-to", _NOTICES) - {doi.casefold()}:
        return None  # a notice about another paper
    retracted = marked or _updates(record, "updated-by", _RETRACTIONS) or _updates(record, "update-to", _RETRACTIONS)
    container, event = _first(record, "container-title"), _text(record, "event", "acronym")
    return Paper(
        title=title,
        authors=tuple(name for author in parts(record, "author") if (name := _name(author))),
        arxiv_id=the_arxiv_id([doi, *_preprints(record)]),
        doi=doi,
        url=doi_url(doi),
        published=_published(record),
        venue=venue_of(event, container) or _first(record, "short-container-title") or container,
        comment="Retracted according to Crossref" if retracted else "",
        journal_ref=journal_reference(
            container,
            _text(record, "volume"),
            _text(record, "issue"),
            _text(record, "page") or _text(record, "article-number"),
        ),
        abstract=abstract_text(part(record, "abstract")),
        earlier_titles=(bare,) if title != bare else (),
        source="Crossref",
    )


def _text(record: object, *path: str) -> str:
    return plain_text(part(record, *path))


def _first(record: object, key: str) -> str:
    return next((text for each in parts(record, key) if (text := plain_text(each))), "")


def _name(author: object) -> str:
    person = " ".join(name for name in (_text(author, "given"), _text(author, "family")) if name)
    return person or _text(author, "name")


def _updates(record: object, direction: str, kinds: frozenset[str]) -> set[str]:
    """The DOIs this record updates ("update-to") or that update it ("updated-by"), in one of these kinds."""
    updates = (each for each in parts(record, direction) if _text(each, "type").casefold() in kinds)
    return {doi_in(part(update, "DOI")).casefold() for update in updates}


def _preprints(record: object) -> list[str]:
    related = [each for kind in ("has-preprint", "is-preprint-of") for each in parts(record, "relation", kind)]
    marks = {"arxiv": "arXiv:"}
    return [marks.get(_text(each, "id-type").casefold(), "") + _text(each, "id") for each in related]


def _published(record: object) -> str:
    """The earliest date, as far as it is known; of two that may be the same day, the one that says more."""
    keys = ("published-print", "published-online", "issued")
    known = [day for key in keys if (day := _day(parts(record, key, "date-parts", 0)))]
    earliest = min(known, key=lambda day: day + (13, 32)[len(day) - 1 :], default=())
    return "-".join(f"{number:02}" for number in earliest)


def _day(numbers: Sequence[object]) -> tuple[int, ...]:
    day: tuple[int, ...] = ()
    for number, (least, most) in zip(numbers, ((1000, 2999), (1, 12), (1, 31)), strict=False):
        if type(number) is not int or not least <= number <= most:
            break
        day += (number,)
    try:
        return day if len(day) < 3 or date(*day) else ()
    except ValueError:
        return day[:2]


_LONGEST_TEXT = 200_000
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});", re.IGNORECASE)
_PREFIX = r"(?:\w{1,9}:)?"
_END = rf"(?:</{_PREFIX}\1\s*>|\Z)"
_UNSEEN = re.compile(rf"<{_PREFIX}(script|style|annotation(?:-xml)?)\b[^<>]*>.*?{_END}|<!--.*?(?:-->|\Z)", re.S | re.I)
_CHOICE = re.compile(rf"<{_PREFIX}(alternatives)\b[^<>]*>(.*?){_END}", re.S | re.I)
_TEX = re.compile(rf"<{_PREFIX}(tex-math)\b[^<>]*>(.*?){_END}", re.S | re.I)
_TEX_FRAME = re.compile(r"\\documentclass.*?(?:\\begin\{document\}|\Z)|\\end\{document\}", re.S)
_DISPLAYED = re.compile(r"\$\$([^$]{1,2000})\$\$")
_HEADING = re.compile(rf"<{_PREFIX}title\b[^<>]*>([^<>]*)</{_PREFIX}title\s*>", re.I)
_TOKEN = rf"<{_PREFIX}m[nio]\b[^<>]*>([^<>]*)</{_PREFIX}m[nio]\s*>\s*"
_POWER = re.compile(
    rf"<{_PREFIX}msup\b[^<>]*>\s*{_TOKEN}((?:[^<>]|</?{_PREFIX}m(?:[nio]|row)\b[^<>]*>)*)</{_PREFIX}msup\s*>"
)
_RAISED = re.compile(rf"<{_PREFIX}sup\b[^<>]*>([^<>]{{1,40}})</{_PREFIX}sup\s*>", re.I)
_HIGH = str.maketrans("0123456789+-\u2212=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_TAG = re.compile(
    r"</?(?:(\w{1,9}):)?([a-z][\w.-]{0,30})(?:\s+[\w:.-]{1,60}\s*=\s*(?:\"[^\"<>]{0,600}\"|'[^'<>]{0,600}'))*\s*/?>",
    re.I,
)
_BLOCK_TAGS = "p sec title list list-item disp-formula break br div li ul ol label h1 h2 h3 h4 td tr table"
_INLINE_TAGS = """a alternatives b bold em ext-link font i inline-formula italic math mfrac mi mn mo monospace mrow msub
    msup mtext named-content sc scp small span strong styled-content sub sup tex-math tt u underline xref"""
_BLOCKS, _INLINE = frozenset(_BLOCK_TAGS.split()), frozenset(_INLINE_TAGS.split())
_SAYS_ABSTRACT = frozenset({"abstract", "summary", "要旨", "抄録", "概要"})
_LEADING = re.compile(
    rf"(?i:{'|'.join(sorted(_SAYS_ABSTRACT))})\s*[:：.—–-]+\s*|(?:Abstract|ABSTRACT)\s+(?=(?:We|The|This|These|In|A|An"
    r"|Background|Objectives?|Purpose|Introduction|Motivation|Recent|Although|Despite|Our|To|For|With|As|While)\b)"
)
_MARK = re.compile(
    r"\W{0,2}(?:retracted|withdrawn)(?: article| paper| chapter)?\W{0,2}?\s*[:：]\s*(?=\S)"
    r"|[\[(](?:retracted|withdrawn)(?: article| paper)?[\])]\s*(?=\S)",
    re.IGNORECASE,
)
_RESOLVER = re.compile(r"https?://(?:dx\.)?doi\.org/", re.IGNORECASE)
_ARXIV_SAYS = re.compile(
    r"arxiv:|https?://(?:[\w-]+\.)?arxiv\.org/|(?:https?://(?:dx\.)?doi\.org/)?10\.48550/arxiv\.", re.IGNORECASE
)


def plain_text(markup: object) -> str:
    """The text of a string with JATS, MathML or HTML in it, in one line; "" for anything else or for a whole book.

    A formula given twice stays as TeX, an exponent stays raised; a sign < that opens no tag is a sign.
    """
    if not isinstance(markup, str) or len(markup) > _LONGEST_TEXT:
        return ""
    text = markup
    if "&" in text:  # twice, because deposits are often escaped twice
        text = _unescaped(_unescaped(text))
    if "<" in text:
        text = _UNSEEN.sub(" ", text)
        text = _CHOICE.sub(lambda choice: found[0] if (found := _TEX.search(choice[2])) else choice[2], text)
        text = _HEADING.sub(lambda heading: _as_opening(heading[1]), text)
        text = _POWER.sub(lambda power: power[1].strip() + _raised(_TAG.sub("", power[2]), "^"), text)
        text = _RAISED.sub(lambda raised: _raised(raised[1], "" if raised[1].strip().isalpha() else "^"), text)
        text = _TAG.sub(_untagged, text)
    text = _DISPLAYED.sub(r"$\1$", _TEX_FRAME.sub("", text)) if "\\" in text or "$$" in text else text
    return " ".join(visible(text).split())


def abstract_text(markup: object) -> str:
    """An abstract as plain text, without a heading that only says what it is."""
    text = plain_text(markup)
    heading = _LEADING.match(text)
    return text[heading.end() :] if heading else text


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


def _unescaped(text: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def _as_opening(heading: str) -> str:
    words = heading.strip()
    if words.rstrip(".:").casefold() in _SAYS_ABSTRACT:
        return " "
    return f" {words} " if not words or words[-1] in ".:?!。：" else f" {words}: "


def _raised(text: str, mark: str) -> str:
    high = "".join(text.split()).translate(_HIGH)
    return high if all(sign in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ" for sign in high) else mark + text.strip()


def _untagged(tag: re.Match[str]) -> str:
    name = tag[2].casefold()
    if name in _BLOCKS:
        return " "
    return "" if tag[1] or name in _INLINE else tag[0]
