"""A page of arXiv's HTML, or of ar5iv, as the parts of a paper."""

from __future__ import annotations

import codecs
import re
from typing import Any

from notegen.errors import NotegenError
from notegen.fetcher.full_text.latexml import inline, insets, sections
from notegen.fetcher.full_text.latexml.roles import Role
from notegen.fetcher.full_text.latexml.walk import Handler, Opened, Place, Walk, with_class
from notegen.fetcher.full_text.parts import FullText, Part

MAX_BYTES = 40_000_000

_HANDLERS: dict[Role, Handler] = {
    "gone": inline.gone, "math": inline.math, "title": sections.title, "tag": inline.tag, "section": sections.section,
    "appendix": sections.section, "heading": inline.block, "abstract": sections.section, "note": insets.note,
    "acknowledgements": sections.section, "bibliography": sections.bibliography, "reference": sections.reference,
    "caption": insets.caption, "float": insets.floating, "drawing": insets.floating, "equation": inline.equation,
    "table": insets.table, "listing": insets.listing, "line": inline.block, "item": inline.block,
    "paragraph": inline.block, "running": inline.running_text, "block": inline.block, "break": inline.line_break,
    "raised": inline.raised, "quoted": inline.quoted, "inline": inline.inline,
}  # fmt: skip
_DECLARED = re.compile(rb"""<meta[^<>]{0,200}?charset\s*=\s*["']?([\w:.-]{2,40})""", re.IGNORECASE)
_HEAD_BYTES = 4096
_TAIL = 4096  # characters
_ADMITTED = (
    (re.compile(r"conversion to html had a fatal error", re.I), "the conversion to HTML broke off"),
    (re.compile(r"no content available", re.I), "the page says that there is no content"),
    (
        re.compile(r"not have an html version|html is not available for the source|no html (?:version )?for", re.I),
        "arXiv has no HTML of this paper",
    ),
)  # fmt: skip
_SHORT_PAGE = 20_000  # characters; a page that says that there is nothing is short


def read_html(page: bytes) -> FullText:
    """The paper on a page that LaTeXML or latexml-oxide made: sections, captions, tables, footnotes, references.

    A page that holds no such paper gives a `FullText` without parts; what it says of itself stands in `notices`, and so
    does that it breaks off before its end. Raises `NotegenError` for a PDF, for more than 40 MB, for elements nested
    more than 250 deep, and for a text of more than 10 MB in one of them.
    """
    if len(page) > MAX_BYTES:
        raise _unreadable(f"it is larger than {MAX_BYTES // 1_000_000} MB")
    if page.lstrip()[:5] == b"%PDF-":
        raise _unreadable("it is a PDF")
    text = _decoded(page)
    if not text.strip():
        return FullText(notices=("the page is empty",))
    root = _parsed(text)
    document = None if root is None else _document(root)
    if root is None or document is None:
        return FullText(notices=_admitted(_words(root)) or ("there is no paper on the page",))
    title, parts, references = _read(document)
    errors = with_class(root, "ltx_ERROR") if "ltx_ERROR" in text else ()
    notices = _admitted(" ".join(map(_words, errors)))
    if not _ends(text):
        notices += ("the page breaks off",)
    if not parts:
        notices += _admitted(_words(root)) or ("there is no text on the page",)
    return FullText(title, parts, references, tuple(dict.fromkeys(notices)))


def _read(document: Any) -> tuple[str, tuple[Part, ...], tuple[str, ...]]:
    walk = Walk(_HANDLERS)
    front = Opened("section", (), "")
    walk.opened.append(front)
    place = Place("section", (), "", front.out)
    walk.into(document, place)
    parts = (opened.closed() for opened in walk.opened)
    return walk.title, tuple(part for part in parts if part.text), tuple(walk.references)


def _decoded(page: bytes) -> str:
    """The page as text: its byte order mark decides, else what it declares, else UTF-8; a wrong byte is U+FFFD."""
    if page.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return page.decode("utf-16", "replace").replace("\0", "")
    declared = _DECLARED.search(page[:_HEAD_BYTES])
    name = declared[1].decode("ascii") if declared else "utf-8"
    # What declares UTF-16 in ASCII letters is in UTF-8 (WHATWG HTML, "prescan a byte stream").
    if page.startswith(codecs.BOM_UTF8) or name.lower().startswith("utf"):
        name = "utf-8-sig"
    try:
        text = page.decode(name, "replace")
    except (LookupError, UnicodeError):
        text = page.decode("utf-8", "replace")
    return text.replace("\0", "")


def _parsed(text: str) -> Any:
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    # libxml2 stops reading at an element more than 256 deep and at a text of more than 10 MB.
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log.filter_from_fatals()):
        raise _unreadable("its elements are nested too deep or hold too much")
    return root


def _document(root: Any) -> Any:
    """The element that holds the paper, without arXiv's frame around it."""
    found = None
    for each in root.iter("article", "section", "div", "main"):
        classes = (each.get("class") or "").split()
        if "package-alerts" in classes or "ltx_document" not in classes:
            continue
        if each.tag == "article":
            return each
        found = each if found is None else found
    if found is not None:
        return found
    return next((each for each in root.iter("div") if "ltx_page_content" in (each.get("class") or "").split()), None)


def _words(node: Any) -> str:
    return "" if node is None else " ".join("".join(node.itertext())[:_SHORT_PAGE].split())


def _admitted(words: str) -> tuple[str, ...]:
    return tuple(notice for said, notice in _ADMITTED if said.search(words))


def _ends(text: str) -> bool:
    return "</html" in text[-_TAIL:].lower()


def _unreadable(why: str) -> NotegenError:
    return NotegenError("the page cannot be read", why, "Take its PDF")
