"""Identifiers of papers in free text."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
    rf"(?:\barxiv[\s:：._-]{{0,3}}|\b(?:arxiv|alphaxiv|ar5iv)\.org/(?:[a-z0-9_-]+/)+|\bhuggingface\.co/papers/"
    r"|\bscirate\.com/arxiv/|\barxiv-vanity\.com/papers/|\bar5iv\.labs\.arxiv\.org/html/|\bsemanticscholar\.org/arxiv/)"
    rf"({_ID})(?![^\W_])",
    re.IGNORECASE,
)
_BARE_NEW = re.compile(
    rf"(?:^|(?<=[\s(\[{{\"'`「『（【,;:：、。|*_]))({_NEW}(?:v[1-9]\d?)?)(?=$|[\s)\]}}\"'`」』）】,;:：、。|*_.!?])"
)
_BARE_OLD = re.compile(rf"(?<![\w/.-])({_OLD}(?:v[1-9]\d?)?)(?!\w)", re.IGNORECASE)
_BEFORE_QUANTITY = re.compile(r"(?:[=≈~±≤≥$€£¥×]|\S\s?[<>])\s?$")
_AFTER_QUANTITY = re.compile(
    r"\s?(?:[%％°×]|\.\d|(?:[kKMGTPmnµμ]?(?:s|B|b|Hz|W|J|F|m|g)|sec|seconds|min|hours?|times|x|倍|秒|回|円)\b)"
)
_DOI = re.compile(r"(?<![\d.])10\.\d{4,9}/[-._;()/:A-Za-z0-9]+")
_DOI_TAIL = re.compile(r"(?:\.pdf|/(?:full|abstract|pdf|epdf|meta|html|fulltext))$", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.", re.IGNORECASE)
URL = re.compile(r"https?://[^\s<>\"|\[\]「」『』（）【】、。，]+", re.IGNORECASE)
COLON_ID = re.compile(r"\b(?:arxiv|doi)\s*[:：]\s*\S+", re.IGNORECASE)
_CATEGORY = re.compile(r"\[[a-z-]+(?:\.[A-Za-z-]+)?\]")
_PREPRINT_ID = re.compile(rf"[.,]?\s*(?:arxiv )?preprint arxiv[\s:：]*{_ID}", re.IGNORECASE)
_EMPTY = re.compile(r"[(\[（【<]\s*(?:arxiv|doi|pdf)?[\s:：]*[)\]）】>]", re.IGNORECASE)
ID_HEAD = re.compile(rf"^\[?(?:arxiv[\s:：._-]{{0,3}})?{_ID}\]?(?:\s*[-–—:：_]\s*|\s+)(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ids:
    """What a text says of where a paper is found; "" where it says nothing. `arxiv_id` keeps its version."""

    arxiv_id: str = ""
    doi: str = ""
    url: str = ""


def find_ids(text: str) -> Ids:
    """The first arXiv id, the first DOI and the first other web address in `text`.

    An arXiv id counts after "arXiv:", in an address, or alone as a token that is no quantity
    (arXiv help, Understanding the arXiv identifier). arXiv's own DOIs (10.48550/arXiv.X) are told as arXiv ids.
    """
    marked = _MARKED.search(text)
    arxiv_id = marked[1] if marked else _bare_id(text)
    dois = (trimmed(found[0]) for found in _DOI.finditer(text) if not _ARXIV_DOI.match(found[0]))
    urls = (trimmed(found[0]) for found in URL.finditer(text))
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


def has_words(name: str) -> bool:
    """Whether anything but identifiers and their trimmings is left in `name`."""
    for pattern in (URL, _DOI, _MARKED, _CATEGORY, _BARE_OLD, _BARE_NEW):
        name = pattern.sub(" ", name)
    return bool(re.search(r"\w", re.sub(r"\b(?:arxiv|doi|pdf|https?)\b", " ", name, flags=re.IGNORECASE)))


def without_ids(title: str) -> str:
    """A title without the ids and addresses a reader put into it, and the brackets and words around those.

    A title that is nothing but an id stays.
    """
    bare = ID_HEAD.sub("", title.strip())
    if find_ids(bare) != Ids():
        for pattern in (_PREPRINT_ID, URL, COLON_ID, _MARKED, _DOI, _BARE_OLD, _BARE_NEW, _CATEGORY):
            bare = pattern.sub(" ", bare)
        bare = _EMPTY.sub(" ", bare)
    bare = " ".join(bare.split()).strip(" ,;:-–—")
    return bare if re.search(r"[^\W\d_]", bare) else title.strip()


def trimmed(address: str) -> str:
    """Without the punctuation of the sentence around it; a closing bracket stays when its opening one is inside."""
    unopened = address.count(")") - address.count("(")
    end = len(address)
    while end and (address[end - 1] in ".,;:!?'\"*_" or (address[end - 1] == ")" and unopened > 0)):
        end -= 1
        unopened -= address[end] == ")"
    return address[:end]


def _bare_id(text: str) -> str:
    """An arXiv id that stands alone, unless it reads as a quantity ("= 2012.12345", "2012.12345 %")."""
    for found in _BARE_NEW.finditer(text):
        before = text[max(0, found.start() - 4) : found.start()]
        if not _BEFORE_QUANTITY.search(before) and not _AFTER_QUANTITY.match(text, found.end()):
            return found[1]
    old = _BARE_OLD.search(text)
    return old[1] if old else ""
