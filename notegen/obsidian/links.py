"""The links of a note, read as Obsidian reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from notegen.obsidian.frontmatter import split
from notegen.obsidian.literal import MARKDOWN_LINK, scan


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a note or file of the vault.

    `target` is the path part without a trailing ".md", "" for the note itself; `subpath` is what follows it, as in
    "#Heading" or "#^block". `start` and `end` are character offsets in the text; those of an embed include its "!".
    """

    target: str
    label: str
    subpath: str
    embed: bool
    start: int
    end: int
    in_properties: bool


_COMMENT_LINE = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)
_PROPERTY = re.compile(
    r"(?:^|[-:\[,{])[ \t]*+(?:\"(\[\[[^\"\\\n]++)(?<=\]\])\"|'(\[\[(?:[^'\n]|'')++)(?<=\]\])')"
    r"[ \t]*+(?=[,\]}#\r\n]|\Z)",
    re.MULTILINE,
)
_ELSEWHERE = re.compile(r"[a-zA-Z][\w+.-]*:|//|www\.")
_OTHER_FILE = re.compile(r"\.(?!md$)[a-z][a-z0-9]{0,4}$", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def read_links(text: str) -> tuple[Link, ...]:
    """All links of a note in order of appearance.

    Wikilinks and embeds, property values that are one whole quoted wikilink, and Markdown links to notes of the vault
    (Obsidian help, Internal links and Properties); nothing from code, mathematics, comments or templates.
    """
    if "[" not in text:
        return ()
    head, _ = split(text)
    return (*_property_links(head), *_body_links(text, len(head)))


def _property_links(head: str) -> Iterator[Link]:
    if "[[" not in head:
        return
    bare = _COMMENT_LINE.sub(lambda line: " " * len(line.group()), head)
    for value in _PROPERTY.finditer(bare):
        group = 1 if value[1] else 2
        start, end = value.span(group)
        if link := _wikilink(value[group][2:-2].replace("''", "'") if group == 2 else value[group][2:-2]):
            yield Link(*link, False, start, end, True)


def _body_links(text: str, body: int) -> Iterator[Link]:
    for span in scan(text, body):
        if span.kind == "wikilink":
            link = _wikilink(text[span.start + 2 : span.end - 2])
        elif span.kind == "markdown-link":
            link = _markdown_link(text, span.start)
        else:
            continue
        if link:
            embed = span.start > body and text[span.start - 1] == "!"
            yield Link(*link, embed, span.start - embed, span.end, False)


def _wikilink(inner: str) -> tuple[str, str, str] | None:
    """Target, label and subpath; None for a template or nothing at all."""
    path, _, label = inner.replace("\\|", "|").partition("|")
    target, hash_mark, subpath = path.partition("#")
    target = target.strip()
    if "<%" in target or not (target or hash_mark):
        return None
    return _without_extension(target), label.strip(), hash_mark + subpath.strip()


def _markdown_link(text: str, start: int) -> tuple[str, str, str] | None:
    """Target, label and subpath; None when it leads out of the vault or to a file that is no note."""
    from urllib.parse import unquote

    match = MARKDOWN_LINK.match(text, start)
    destination = match and (match["angled"] or match["bare"])
    if match is None or not destination or _ELSEWHERE.match(destination):
        return None
    path, hash_mark, subpath = _ESCAPED.sub(r"\1", destination).partition("#")
    target = unquote(path).strip()
    if _OTHER_FILE.search(target) or "<%" in target:
        return None
    return _without_extension(target), match["label"].strip(), hash_mark + unquote(subpath)


def _without_extension(target: str) -> str:
    return target[:-3] if target.lower().endswith(".md") else target
