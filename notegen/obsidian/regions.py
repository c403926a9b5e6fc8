"""notegen's own parts of a note, between marks that are Obsidian comments and carry a fingerprint of the text.

    %% notegen:begin NAME sha256=HEX %%
    …
    %% notegen:end NAME %%

A mark is alone on its line. A region whose text no longer has its fingerprint was edited and belongs to the person.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass

from notegen.obsidian.frontmatter import properties, split
from notegen.obsidian.literal import fences, scan, within

_NAME = "[a-z][a-z0-9-]*"
_MARK = re.compile(
    rf"^%% notegen:(?:begin (?P<begin>{_NAME}) sha256=(?P<sha256>[0-9a-f]{{16}})|end (?P<end>{_NAME})) %%"
    r"(?=[ \t]*\r?$)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Region:
    """A region: its text with line ends as "\\n", the fingerprint in its mark, character offsets of mark to mark."""

    name: str
    body: str
    sha256: str
    start: int
    end: int

    @property
    def untouched(self) -> bool:
        """Whether the text still has the fingerprint it was written with."""
        return fingerprint(self.body) == self.sha256


def fingerprint(body: str) -> str:
    """First 16 hex digits of SHA-256 over the text, line ends, trailing blanks and outer blank lines normalised."""
    lines = [line.rstrip(" \t") for line in _unix(body).split("\n")]
    return hashlib.sha256("\n".join(lines).strip("\n").encode("utf-8", "surrogatepass")).hexdigest()[:16]


def render(name: str, body: str) -> str:
    """The region as text without a last line end.

    `ValueError` when the body would break it: a mark of a region, a fence or comment left open.
    """
    inner = _unix(body).strip("\n")
    lines = [f"%% notegen:begin {name} sha256={fingerprint(inner)} %%", f"%% notegen:end {name} %%"]
    text = "\n".join([lines[0], inner, lines[1]] if inner else lines)
    region = find(text).get(name)
    if region is None or region.body != inner or within(list(scan(text)), region.end - len(lines[1])):
        raise ValueError(f"region “{name}”: the text holds a mark of a region, or leaves a code fence or comment open")
    return text


def find(text: str) -> dict[str, Region]:
    """The regions of a note by name. One with a mark missing, doubled, nested, crossing or in code is absent."""
    # A rule at the top and another one in a region are no head, though they look like its fences.
    start = len(split(text)[0]) if properties(text) else 0
    blocks = list(fences(text, start))
    marks = [mark for mark in _MARK.finditer(text, start) if not within(blocks, mark.start())]
    count = Counter(mark["begin"] or mark["end"] for mark in marks)
    closing = {mark["end"]: at for at, mark in enumerate(marks)}
    found = {}
    enclosed = -1
    for at, mark in enumerate(marks):
        name = mark["begin"]
        end = closing.get(name, -1)
        if name is None or count[name] != 2 or end < at:
            continue
        if end == at + 1 and at > enclosed:
            body = _unix(text[mark.end() : marks[end].start()]).partition("\n")[2].removesuffix("\n")
            found[name] = Region(name, body, mark["sha256"], mark.start(), marks[end].end())
        enclosed = max(enclosed, end)
    return found


def replace(text: str, name: str, body: str) -> str:
    """`text` with the region's body renewed, every other byte and the file's line ends kept. `KeyError` without it."""
    region = find(text)[name]
    rendered = render(name, body)
    if "\r\n" in text[region.start : region.end]:
        rendered = rendered.replace("\n", "\r\n")
    return text[: region.start] + rendered + text[region.end :]


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
