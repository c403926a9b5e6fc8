"""What the classes of LaTeXML's HTML mean (LaTeXML 0.8, its successor latexml-oxide, ar5iv; class names `ltx_…`).

Sources: brucemiller/LaTeXML, lib/LaTeXML/resources/XSLT/LaTeXML-*-xhtml.xsl; dginev/latexml-oxide; the frame that
arXiv puts around a page: arXiv/arxiv-view-as-html.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Role = Literal[
    "unread", "gone", "math", "title", "tag", "section", "appendix", "heading", "abstract", "acknowledgements",
    "bibliography", "reference", "note", "caption", "float", "drawing", "equation", "table", "listing", "line", "item",
    "paragraph", "running", "block", "break", "raised", "quoted", "inline",
]  # fmt: skip

_NO_TEXT = """script style template noscript head nav header footer button form dialog input select textarea iframe
    object embed audio video canvas link meta img h1 h2 h3 h4 h5 h6"""  # LaTeXML's own titles have the class ltx_title
_FRAME = """ltx_authors ltx_creator ltx_date ltx_dates ltx_keywords ltx_classification ltx_rdf ltx_pubnotes ltx_pubnote
    ltx_TOC ltx_toclist ltx_index ltx_indexlist ltx_page_navbar ltx_page_header ltx_page_footer ltx_page_logo
    ltx_pagination ltx_phantom ltx_listing_data ltx_bib_cited ltx_infocontent ltx_orcid ltx_rule ltx_role_dedicatory
    package-alerts sr-only keyboard-glossary ar5iv-footer"""
_UNREAD_TAGS, _UNREAD = frozenset(_NO_TEXT.split()), frozenset(_FRAME.split())
_GONE = frozenset({"ltx_ERROR", "ltx_FATAL", "ltx_WARNING", "ltx_INFO", "ltx_note_mark", "ltx_note_type"})
_ROLES: dict[str, Role] = {
    "ltx_bibliography": "bibliography",
    "ltx_biblist": "bibliography",
    "ltx_bibitem": "reference",
    "ltx_abstract": "abstract",
    "ltx_acknowledgements": "acknowledgements",
    "ltx_appendix": "appendix",
    **dict.fromkeys(("ltx_part", "ltx_chapter", "ltx_section", "ltx_subsection", "ltx_subsubsection"), "section"),
    **dict.fromkeys(("ltx_paragraph", "ltx_subparagraph", "ltx_theorem", "ltx_proof"), "heading"),
    "ltx_title": "title",
    "ltx_note": "note",
    "ltx_marginpar": "note",
    "ltx_caption": "caption",
    "ltx_listing": "listing",
    "ltx_listingline": "line",
    "ltx_verbatim": "listing",
    **dict.fromkeys(("ltx_equation", "ltx_equationgroup", "ltx_eqn_table", "ltx_eqn_div"), "equation"),
    "ltx_tabular": "table",
    **dict.fromkeys(("ltx_figure", "ltx_table", "ltx_float"), "float"),
    "ltx_picture": "drawing",
    "ltx_item": "item",
    "ltx_para": "paragraph",
    "ltx_p": "running",
    "ltx_Math": "math",
    "ltx_tag": "tag",
    "ltx_bibtag": "tag",
    "ltx_sup": "raised",
}
_TAG_ROLES: dict[str, Role] = {
    "math": "math",
    "br": "break",
    "sup": "raised",
    "q": "quoted",
    "svg": "drawing",
    "figure": "float",
    "figcaption": "caption",
    "pre": "listing",
    "p": "running",
    "li": "item",
    "dt": "item",
    "dd": "item",
    **dict.fromkeys(("div", "section", "article", "blockquote", "ul", "ol", "dl", "table", "aside", "main"), "block"),
}
# Notes a person wrote, and not the head of a publisher's template (copyright, journal, DOI, …).
_NOTE_ROLES = "footnote footnotetext endnote thanks affiliation note margin"
_NOTES = frozenset({"ltx_marginpar", *(f"ltx_role_{name}" for name in _NOTE_ROLES.split())})
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:opacity|font-size)\s*:\s*0+(?:\.0*)?(?:px|pt|em|%)?\s*(?:;|$)"
    r"|(?<![-\w])color\s*:\s*(?:white\b|transparent|#f{3}\b|#f{6}\b|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(r"background(?:-color)?\s*:", re.IGNORECASE)


@lru_cache(maxsize=4096)
def role(tag: str, classes: str) -> Role:
    """What an element is for the reader: the first of its classes that says so decides, else its tag.

    "unread" has nothing to say, "gone" leaves a place in a sentence that closes.
    """
    names = classes.split()
    if not _UNREAD.isdisjoint(names):
        return "unread"
    if not _GONE.isdisjoint(names):
        return "gone"
    if "ltx_note" in names and _NOTES.isdisjoint(names):
        return "gone"
    if "ltx_verbatim" in names and tag not in ("pre", "div"):
        return "inline"
    found = next((_ROLES[name] for name in names if name in _ROLES), None)
    return found or ("unread" if tag in _UNREAD_TAGS else _TAG_ROLES.get(tag, "inline"))


@lru_cache(maxsize=4096)
def is_unseen(style: str, shaded: bool) -> bool:
    """Whether a style hides its text; white on a `shaded` ground is seen."""
    found = _UNSEEN_STYLE.search(style)
    if found is None:
        return False
    return not ("color" in found[0].lower() and (shaded or shades(style)))


def shades(style: str) -> bool:
    """Whether a style gives a ground of its own."""
    return bool(_BACKGROUND.search(style))
