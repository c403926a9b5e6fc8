"""An unfinished note completed around what its owner wrote into it meanwhile. Pure."""

from __future__ import annotations

import re

from notegen.obsidian import frontmatter, regions

_HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)
_KEY = re.compile(r"^([^\s#:][^:\n]*):(.*(?:\n[ \t].*)*)", re.MULTILINE)


def is_unfinished(existing: str) -> bool:
    """Whether this is a note of ours written without any text at hand, whose draft region nobody touched since."""
    draft = regions.find(existing).get("draft")
    return draft is not None and draft.untouched and frontmatter.properties(existing).get("notegen_read") == "none"


def complete(existing: str, fresh: str) -> str | None:
    """The unfinished note `existing` with what the newly composed note `fresh` knows; None when it is not one.

    The draft region is replaced, regions it lacks are added behind it under their headings, `notegen_*` keys are
    set and metadata keys it lacks are added. Every other byte stays, line ends and BOM included.
    """
    if not is_unfinished(existing):
        return None
    new = regions.find(fresh)
    text = regions.replace(existing, "draft", new["draft"].body)
    for name, region in new.items():
        if name not in regions.find(text):
            text = _after_draft(text, _with_heading(fresh, region.start, region.end))
    known = frontmatter.properties(existing)
    for key, value in _lines(fresh).items():
        if key not in known or key.startswith("notegen_"):
            text = frontmatter.with_keys(text, {key: value})
    return text


def _with_heading(fresh: str, start: int, end: int) -> str:
    """A region of the fresh note with the heading it stands under, if that heading is its own."""
    headings = [found for found in _HEADING.finditer(fresh, 0, start) if not fresh[found.end() : start].strip()]
    return fresh[headings[-1].start() if headings else start : end]


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
