"""The links of a note, read as Obsidian reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from notegen.obsidian.frontmatter import quoted, split
from notegen.obsidian.html_blocks import outside_html
from notegen.obsidian.literal import MARKDOWN_LINK, scan


class Link(NamedTuple):
    """A link to a note or file of the vault.

    `target` is the path part without a trailing ".md" (kept where "X.pdf" would then be left, another file), "" for the
    note itself; `subpath` is what follows it, as in "#Heading" or "#^block". The size of an embedded image is no label.
    `start` and `end` are character offsets in the text; those of an embed include its "!".
    """

    target: str
    label: str
    subpath: str
    embed: bool
    start: int
    end: int
    in_properties: bool


_ELSEWHERE = re.compile(r"[a-zA-Z][\w+.-]*:|//|www\.")
_OTHER_FILE = re.compile(r"\.(?!md$)[a-z][a-z0-9]{0,4}$", re.IGNORECASE)
_IMAGE = re.compile(r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$", re.IGNORECASE)
_SIZE = re.compile(r"\s*\d+(?:x\d+)?\s*")
# The names of files Obsidian takes for other than notes (help, Accepted file formats): "X.pdf.md" is no link to X.pdf.
_HAS_EXTENSION = re.compile(
    r"\.(?:md|base|canvas|avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|pdf)$",
    re.IGNORECASE,
)
_WIKILINK = re.compile(r"\[\[(?:[^\[\]\n]++|\[(?!\[)|\](?!\]))+\]\]")
_TEMPLATE = re.compile(r"<%|\{\{\s*(?:date|time|title|value|name)\b[^{}]*\}\}", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def read_links(text: str) -> tuple[Link, ...]:
    """All links of a note in order of appearance.

    Wikilinks and embeds, property values that are one whole quoted wikilink, and Markdown links to notes of the vault
    (Obsidian help, Internal links and Properties); nothing from code, mathematics, comments, templates or blocks of
    HTML, in which Obsidian renders no Markdown (Obsidian help, HTML content).
    """
    if "[" not in text:
        return ()
    head, _ = split(text)
    return (*_property_links(head), *_body_links(text, len(head)))


def _property_links(head: str) -> Iterator[Link]:
    if "[[" not in head:
        return
    for value, start, end in quoted(head):
        if _WIKILINK.fullmatch(value) and (link := _wikilink(value[2:-2])):
            yield Link(*link, False, start, end, True)


def _body_links(text: str, body: int) -> Iterator[Link]:
    spans = scan(text, body)
    for kind, start, end in outside_html(text, body, list(spans)) if "<" in text else spans:
        if kind == "wikilink":
            link = _wikilink(text[start + 2 : end - 2])
        elif kind == "markdown-link":
            link = _markdown_link(text, start)
        else:
            continue
        if link:
            target, label, subpath = link
            embed = start > body and text[start - 1] == "!"
            if embed and label and _IMAGE.search(target):
                label = _without_size(label)
            yield Link(target, label, subpath, embed, start - embed, end, False)


def _wikilink(inner: str) -> tuple[str, str, str] | None:
    """Target, label and subpath; None for a template or nothing at all."""
    path, label, hash_mark, subpath = inner, "", "", ""
    if "|" in path:
        path, _, label = path.replace("\\|", "|").partition("|")
    if "#" in path:
        path, hash_mark, subpath = path.partition("#")
    target = path.strip()
    if not (target or hash_mark) or _is_template(target):
        return None
    return without_extension(target), label.strip(), hash_mark + subpath.strip()


def _markdown_link(text: str, start: int) -> tuple[str, str, str] | None:
    """Target, label and subpath; None when it leads out of the vault or to a file that is no note."""
    match = MARKDOWN_LINK.match(text, start)
    destination = match and (match["angled"] or match["bare"])
    if match is None or not destination or _ELSEWHERE.match(destination):
        return None
    path, hash_mark, subpath = _unescaped(destination).partition("#")
    target = _decoded(path).strip()
    if _OTHER_FILE.search(target) or _is_template(path):
        return None
    return without_extension(target), _unescaped(match["label"]).strip(), hash_mark + _decoded(subpath)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def _decoded(path: str) -> str:
    if "%" not in path:
        return path
    from urllib.parse import unquote

    return unquote(path)


def _is_template(path: str) -> bool:
    return ("<" in path or "{" in path) and _TEMPLATE.search(path) is not None


def without_extension(target: str) -> str:
    """A link's path as Obsidian names a missing note: without ".md", unless "X.pdf.md" would then name "X.pdf"."""
    if target[-3:].lower() != ".md":
        return target
    return target if _HAS_EXTENSION.search(target[:-3]) else target[:-3]


def _without_size(label: str) -> str:
    """An image's label without "100" or "100x145" at its end (Obsidian help, Embed files)."""
    words, _, size = label.rpartition("|")
    return words.rstrip() if _SIZE.fullmatch(size) else label
