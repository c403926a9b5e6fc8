"""One line for a note in the list of a MOC, every other byte as it was. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.errors import SectionNotFound
from notegen.obsidian import regions
from notegen.obsidian.frontmatter import split
from notegen.obsidian.links import read_links
from notegen.obsidian.literal import Span, scan, within
from notegen.obsidian.names import key
from notegen.obsidian.outline import Heading, headings, section_at

_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>[-*+]|(?P<number>\d{1,9})(?P<end>[.)]))(?P<blank>[ \t]+)(?P<task>\[.\][ \t])?"
)
_RULE = re.compile(r"[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}\r?(?=\n|\Z)")
_BLOCK = re.compile(r"[ \t]*(?:#{1,6}[ \t]|>|```|~~~|[-*+][ \t]|\d+[.)][ \t]|\||%%|<!--|\$\$|<%)")
_KNOWN, _LETTERS = 8, 40

_Place = tuple[int, int]


def with_item(text: str, section: str, link: str, moc: str) -> str:
    """`text` with a list item that holds `link`, behind the last item of the section's own list, written like that one.

    `section` is a heading, or several from the outer to the inner with " › " between. A section without a list gets one
    at its end. Raises `SectionNotFound`, which names `moc`, when the section is not there, not the only one of that
    name, or no place in it is safe.
    """
    heads = headings(text)
    head = _head(heads, section, moc)
    start, end = _own_part(text, heads, head)
    spans = _literals(text)
    ours = [(region.start, region.end) for region in regions.find(text).values()]
    lines = [(start + m.start(), start + m.end()) for m in re.finditer(r"[^\n]*\n|[^\n]+", text[start:end])]
    filled = [(at, after) for at, after in lines if text[at:after].strip()]
    free = [(at, after) for at, after in filled if not within(spans, at) and not _is_in(ours, at)]
    items = [(at, after) for at, after in free if _ITEM.match(text, at) and not _RULE.match(text, at)]
    if items:
        at, item = _behind(text, items, filled, spans), _next_item(text, items, link)
    else:
        at, item = max((after for _, after in filled), default=start), f"- {link}"
    return _checked(text, at, item, head, apart=not items and at > start, moc=moc, section=section)


def _checked(text: str, at: int, item: str, head: Heading, *, apart: bool, moc: str, section: str) -> str:
    """`text` with the item as a line at `at`, after a blank line where it stands `apart`; a blank line behind it where
    the next heading would swallow it. `SectionNotFound` when it would not stand where it was to, or change the outline.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    open_end = newline if at and text[at - 1] != "\n" else ""
    before = open_end + (newline if apart else "")
    behind = "" if open_end and at == len(text) else newline
    for more in ("", newline):
        changed = f"{text[:at]}{before}{item}{behind}{more}{text[at:]}"
        place = at + len(before)
        same = [one.title for one in headings(changed)] == [one.title for one in headings(text)]
        seen = any(place <= link.start < place + len(item) for link in read_links(changed))
        if same and seen and section_at(headings(changed), place)[-1:] == (head.title,):
            return changed
    raise SectionNotFound(section, moc, "it ends in a code block or comment, or in HTML")


def _literals(text: str) -> list[Span]:
    """What is not read as Markdown in the body; links are."""
    links = ("wikilink", "markdown-link")
    return [span for span in scan(text, len(split(text)[0])) if span.kind not in links]


def _is_in(places: Sequence[_Place], at: int) -> bool:
    return any(start <= at < end for start, end in places)


def _head(heads: Sequence[Heading], section: str, moc: str) -> Heading:
    """The one heading of this name, or at the end of this path of names."""
    found = [head for head in heads if _same(head.title) == _same(section)]
    if not found:
        wanted = [_same(part.strip().lstrip("#")) for part in re.split("[›>]", section)]
        paths = [[_same(title) for title in section_at(heads, head.start)] for head in heads]
        found = [head for head, path in zip(heads, paths, strict=True) if path[-len(wanted) :] == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise SectionNotFound(section, moc, f"{len(found)} headings are called so")
    known = ", ".join(f"“{head.title[:_LETTERS]}”" for head in heads[:_KNOWN]) or "none on a line of its own"
    raise SectionNotFound(section, moc, f"no such heading; it has {known}")


def _same(title: str) -> str:
    return key(title.strip()).casefold()


def _own_part(text: str, heads: Sequence[Heading], head: Heading) -> _Place:
    """Where the lines under a heading begin, and where the next heading does."""
    following = next((other.start for other in heads if other.start > head.start), len(text))
    own = text.find("\n", head.start) + 1 or len(text)
    if not text[head.start : own].lstrip(" ").startswith("#"):  # a heading underlined on the next line
        own = _end_of_underline(text, own, following)
    return min(own, following), following


def _end_of_underline(text: str, at: int, limit: int) -> int:
    while at < limit:
        after = text.find("\n", at) + 1 or len(text)
        if re.fullmatch(r" {0,3}(?:=+|-+)[ \t]*\r?\n?", text[at:after]):
            return after
        at = after
    return limit


def _next_item(text: str, items: Sequence[_Place], link: str) -> str:
    """An item like the last of the outermost ones: same indent and mark, or the next number."""
    found = _ITEM.match(text, _last_outermost(text, items)[0])
    assert found is not None
    mark = f"{int(found['number']) + 1}{found['end']}" if found["number"] else found["mark"]
    return f"{found['indent']}{mark}{found['blank'][:1]}{'[ ] ' if found['task'] else ''}{link}"


def _last_outermost(text: str, items: Sequence[_Place]) -> _Place:
    outermost = min(_indent(text, at) for at, _ in items)
    return max(place for place in items if _indent(text, place[0]) == outermost)


def _behind(text: str, items: Sequence[_Place], filled: Sequence[_Place], spans: Sequence[Span]) -> int:
    """Where the last outermost item ends with what is indented under it, goes on without indent, or is open in it."""
    last, end = _last_outermost(text, items)
    for at, after in filled:
        if at <= last:
            continue
        goes_on = at == end and not _BLOCK.match(text, at) and not _RULE.match(text, at)
        if not (goes_on or _indent(text, at) > _indent(text, last) or within(spans, at)):
            break
        end = after
    return end


def _indent(text: str, at: int) -> int:
    blank = re.compile(r"[ \t]*").match(text, at)
    return len(blank[0].expandtabs(4)) if blank else 0
