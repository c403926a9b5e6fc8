"""A note of ours completed or renewed around what its owner wrote into it meanwhile. Pure."""

from __future__ import annotations

import re

from notegen.obsidian import frontmatter, regions
from notegen.obsidian.outline import headings
from notegen.records import Kept

_OWN = ("notegen_source", "notegen_read", "notegen_model", "notegen_claims", "notegen_supported")
_IDS = ("arxiv_id", "doi")
_HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)
_KEY = re.compile(r"^([^\s#:][^:\n]*):(.*(?:\n[ \t].*)*)", re.MULTILINE)


def is_unfinished(existing: str) -> bool:
    """Whether this is a note of ours written without any text at hand, whose draft region nobody touched since.

    One whose head cannot be changed by the line, such as JSON, is not: it could never be told that it was completed.
    """
    if "notegen_read" not in existing or frontmatter.properties(existing).get("notegen_read") != "none":
        return False
    draft = regions.find(existing).get("draft")
    untouched = draft is not None and draft.untouched
    return untouched and frontmatter.with_keys(existing, {"notegen_read": '"?"'}) != existing


def complete(existing: str, fresh: str) -> str | None:
    """The unfinished note `existing` with what the newly composed note `fresh` knows; None when it is not one.

    The draft region is replaced, regions it lacks are added behind it under their headings, and notegen's own keys are
    set. Metadata are added only where it has no id: else all was known, and what is missing was taken out. Every other
    byte stays, line ends and BOM included.
    """
    if not is_unfinished(existing):
        return None
    new = regions.find(fresh)
    text = regions.replace(existing, "draft", new["draft"].body)
    for name, region in new.items():
        if name not in regions.find(text):
            text = _after_draft(text, _with_heading(fresh, region.start, region.end, text))
    known = {key.casefold() for key in frontmatter.keys(existing)}
    new_keys = {} if known.intersection(_IDS) else _lines(fresh)
    lacking = {key: value for key, value in new_keys.items() if key not in known and key not in _OWN}
    return _with_own_keys(frontmatter.with_keys(text, lacking), fresh)


def has_regions(existing: str) -> bool:
    """Whether any part of the note is ours."""
    return bool(regions.find(existing))


def renew(existing: str, fresh: str) -> tuple[str, tuple[Kept, ...]]:
    """The note `existing` with its untouched regions as in the newly composed `fresh`, and the regions kept as edited.

    notegen's own keys tell of the region draft and follow it; where they cannot, it is not renewed. Every other byte
    stays; a region that its owner took out stays out.
    """
    text, kept = existing, []
    for name, new in regions.find(fresh).items():
        there = regions.find(text).get(name)
        if there is None or regions.fingerprint(there.body) == regions.fingerprint(new.body):
            continue
        if not there.untouched:
            kept.append(Kept(name, there.body, new.body))
            continue
        renewed = regions.replace(text, name, new.body)
        renewed = _with_own_keys(renewed, fresh) if name == "draft" else renewed
        if name != "draft" or _tells(renewed) == _tells(fresh) or not frontmatter.split(renewed)[0]:
            text = renewed
    return text, tuple(kept)


def _tells(text: str) -> dict[str, str | list[str]]:
    """What the head says of the draft."""
    return {key: value for key, value in frontmatter.properties(text).items() if key in _OWN}


def _with_own_keys(text: str, fresh: str) -> str:
    if not frontmatter.split(text)[0]:  # whoever took the head out does not want it
        return text
    own = {key: value for key, value in _lines(fresh).items() if key in _OWN}
    stale = _tells(text).keys() - own.keys()
    return frontmatter.without_keys(frontmatter.with_keys(text, own), stale)


def _with_heading(fresh: str, start: int, end: int, existing: str) -> str:
    """A region of the fresh note with the heading it stands under, if that is its own and the note has none like it."""
    above = [found for found in _HEADING.finditer(fresh, 0, start) if not fresh[found.end() : start].strip()]
    if not above or above[-1][0].lstrip("# ").strip() in {head.title for head in headings(existing)}:
        return fresh[start:end]
    return fresh[above[-1].start() : end]


def _after_draft(text: str, addition: str) -> str:
    """The text with `addition` right behind the draft region, where nothing a person left open can swallow it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    end = regions.find(text)["draft"].end
    added = addition.strip("\n").replace("\n", newline)
    return text[:end] + newline * 2 + added + (text[end:] or newline)


def _lines(note: str) -> dict[str, str]:
    """The raw YAML text of each top-level key of a note we composed."""
    block, _ = frontmatter.split(note)
    return {key: value.strip(" ") for key, value in _KEY.findall(block)}
