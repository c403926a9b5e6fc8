"""Sections, their titles and numbers; the references at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from notegen.fetcher.full_text.latexml.flow import BREAK, STICK, running
from notegen.fetcher.full_text.latexml.roles import Role
from notegen.fetcher.full_text.latexml.walk import Opened, Place, Walk, role_of
from notegen.fetcher.full_text.parts import Kind

_OWN_TITLE: frozenset[Role] = frozenset({"section", "appendix", "abstract", "acknowledgements", "bibliography"})
_BY_ROLE: dict[Role, Kind] = {
    "appendix": "appendix",
    "abstract": "abstract",
    "acknowledgements": "acknowledgements",
}
_BY_TITLE: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"(?:abstract|要旨|概要|要約|抄録)$", re.I), "abstract"),
    (re.compile(r"acknowled?ge?ments?\b|謝辞", re.I), "acknowledgements"),
    (re.compile(r"appendi(?:x|ces)\b|付録|supplementary\b", re.I), "appendix"),
)
_REFERENCES = re.compile(r"(?:references(?: and notes)?|bibliography|literature cited|参考文献|引用文献|文献)$", re.I)
_NUMBER_WORD = re.compile(r"^(?:appendix|chapter|part|section|§+)\s*", re.I)
_LINKS = re.compile(r"\s*External Links:.*")
_ADDRESS = re.compile(r"https?://(?:dx\.)?(doi\.org)/(10\.\S+)|https?://(arxiv\.org/abs)/(\S+)", re.I)


def section(walk: Walk, node: Any, place: Place) -> None:
    """A section begins a part; what is called References gives references."""
    labels: list[str] = []
    before = len(walk.opened)
    heading = next((each for each in node if role_of(each) == "title"), None)
    title = "" if heading is None else walk.text_of(heading, place, labels).rstrip(" .:")
    if _REFERENCES.match(title):
        bibliography(walk, node, place)
        return
    kind = _BY_ROLE.get(role_of(node)) or _kind_by(title, place)
    number = _NUMBER_WORD.sub("", " ".join(labels)).strip(" .:")
    named = title or ("" if kind == place.kind else kind.capitalize())
    opened = Opened(kind, (*place.titles, named) if named else place.titles, number)
    for note in walk.opened[before:]:
        note.titles = opened.titles
    walk.opened.insert(before, opened)
    walk.into(node, Place(kind, opened.titles, number, opened.out, is_shaded=place.is_shaded))


def _kind_by(title: str, place: Place) -> Kind:
    """What a section is by its title, else what it lies in is; only one that lies in no other is an abstract."""
    found = next((kind for pattern, kind in _BY_TITLE if pattern.match(title)), place.kind)
    return place.kind if found == "abstract" and place.titles else found


def title(walk: Walk, node: Any, place: Place) -> None:
    """The title of a theorem or paragraph runs into its text; a section's own was read with it."""
    if "ltx_title_document" in node.get("class"):
        walk.title = walk.title or walk.text_of(node, place)
        return
    if role_of(node.getparent()) in _OWN_TITLE:
        return
    text = walk.text_of(node, place)
    if text:
        place.out.extend((BREAK, text, "." if text[-1].isalnum() or text[-1] in ")$" else "", STICK))


def bibliography(walk: Walk, node: Any, place: Place) -> None:
    """The entries of a bibliography; one without marked entries is taken paragraph by paragraph."""
    before = len(walk.references)
    out: list[str] = []
    walk.into(node, replace(place, out=out, labels=[]))
    if len(walk.references) == before:
        walk.references.extend(filter(None, running(out).split("\n\n")))


def reference(walk: Walk, node: Any, place: Place) -> None:
    """An entry of the bibliography."""
    text = walk.text_of(node, place, labels=[])
    walk.references.append(_with_addresses(text, (each.get("href") or "" for each in node.iter("a"))))


def _with_addresses(text: str, links: Iterable[str]) -> str:
    """The entry without mere link words ("External Links: Document"), with DOI and arXiv id where only linked."""
    text = _LINKS.sub("", text)
    for link in links:
        found = _ADDRESS.match(unquote(link))
        site, identifier = ((found[1] or found[3]), (found[2] or found[4])) if found else ("", "")
        if identifier and identifier.casefold() not in text.casefold():
            text += f" https://{site.casefold()}/{identifier}"
    return text.strip()
