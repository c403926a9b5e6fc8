"""What a note says of itself: whether it is a MOC, and which paper it is about. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from notegen.fetcher.identify import ID_HEAD, find_ids, normal_id
from notegen.fetcher.reading_list.moc import MocRules, is_moc
from notegen.fetcher.reading_list.naming import parse_name
from notegen.obsidian import frontmatter, names
from notegen.obsidian.literal import fences

# A title that says enough: three words, or ten Chinese or Japanese characters.
ENOUGH = re.compile(r"(?:[^\W_]+[\W_]+){2}[^\W_]|(?:[^\u3040-\u30ff\u3400-\u9fff]*[\u3040-\u30ff\u3400-\u9fff]){10}")
_TELLING = re.compile(r"arxiv|ar5iv|doi|alias|title|eprint", re.IGNORECASE)
_ID_KEY = re.compile(r"arxiv\w*|eprint|doi|url")
_LINE = re.compile(r"^([^\W\d_][\w -]{0,30}?)[ \t]*:[ \t]+(\S[^\n]*)$", re.MULTILINE)
_FIELD = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?((?:arxiv|doi)[\w -]{0,20}?)[ \t]*::[ \t]*(\S[^\n]*)$", re.M | re.I)
_TOP_HEADING = re.compile(r"^#[ \t]+(\S[^\n]*)$", re.MULTILINE)
_LINKED = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MAYBE_ID = re.compile(r"\d{4}\.\d{4}|/\d{7}|10\.\d{4}")
_READ_CHARACTERS = 4_000

Properties = Mapping[str, str | list[str]]


class Head(NamedTuple):
    """What a note says of itself: ids as "arXiv:ID" and "doi:DOI", aliases, titles, and a year, 0 where it has none."""

    moc: bool = False
    papers: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    year: int = 0


def read_head(path: str, content: bytes, rules: MocRules) -> Head:
    """What the note at `path` says of itself; one that is no UTF-8 is read as far as it goes.

    Ids are read from its properties, from Dataview's fields at the beginning of its text (Dataview, Adding Metadata),
    and from its name; titles from a property and from its first heading. A conflict copy is no MOC of its own.
    """
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    name = path.rpartition("/")[2].rpartition(".")[0]
    moc = is_moc(name, text, rules) and not names.is_conflict_copy(name)
    head, body = frontmatter.split(text)
    properties = _properties(head) if _TELLING.search(head) else {}
    start = _without_code(body[:_READ_CHARACTERS])
    fields = dict(_FIELD.findall(start)) if "::" in start else {}
    papers = tuple(dict.fromkeys((*_ids(properties), *_ids(fields), *_ids(_named(name)))))
    titles = () if papers or moc else _titles(properties, start, name)
    aliases = frontmatter.aliases(head) if "alias" in head else ()
    return Head(moc, papers, aliases, tuple(titles), _year(properties, name))


def _titles(properties: Properties, start: str, name: str) -> Iterator[str]:
    """The titles of a note that has no id: its property, and its first heading where that is not its name."""
    for key, value in _singles(properties):
        if key.casefold() == "title" and (title := ID_HEAD.sub("", value).strip()):
            yield title
    top = _TOP_HEADING.search(start)
    if top and top[1].strip() != name and ENOUGH.search(top[1]):
        yield _words(top[1])


def _without_code(text: str) -> str:
    if "```" not in text and "~~~" not in text:
        return text
    edges = [0, *(edge for span in fences(text) for edge in (span.start, span.end)), len(text)]
    return "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


def _words(heading: str) -> str:
    """A heading without the marks of links and emphasis, and without a year behind it."""
    return re.sub(r"\s*[(（](?:19|20)\d\d[)）]\s*$", "", _LINKED.sub(r"\1", heading).strip("*_ \t\r"))


def _properties(head: str) -> Properties:
    """The properties; where they are not YAML, what its lines say all the same."""
    return frontmatter.properties(head) or dict(_LINE.findall(head))


def _singles(properties: Properties) -> Iterator[tuple[str, str]]:
    """Each property with its one value; a list of several is about several things."""
    for key, value in properties.items():
        if isinstance(value, str):
            yield key, value
        elif len(value) == 1:
            yield key, value[0]


def _ids(properties: Properties) -> Iterator[str]:
    """The one paper that each property names; one that names several names none."""
    for key, value in properties.items():
        kind = re.sub(r"[\W_]", "", key.casefold())
        if _ID_KEY.fullmatch(kind):
            texts = [value] if isinstance(value, str) else value
            found = [paper for text in texts for paper in _papers(text, is_arxiv=kind.startswith("arxiv"))]
            yield from found[:1] if len(set(found)) == 1 else ()


def _papers(text: str, *, is_arxiv: bool) -> Iterator[str]:
    """Every arXiv id and DOI of a text."""
    for part in re.split(r"[,;\s、，]+", text):
        ids = find_ids(f"arXiv:{part}" if is_arxiv and "/" not in part else part)
        if ids.arxiv_id:
            yield f"arXiv:{normal_id(ids.arxiv_id)[0]}"
        if ids.doi:
            yield f"doi:{ids.doi.casefold()}"


def _named(name: str) -> Properties:
    """A name that may hold an id, as if it were a property."""
    return {"arxiv": name} if _MAYBE_ID.search(name) else {}


def _year(properties: Properties, name: str) -> int:
    of_name = parse_name(name).year if _YEAR.search(name) else None
    said = (value for key, value in _singles(properties) if key.casefold() in ("year", "published"))
    found = next((year for value in said if (year := _YEAR.match(value))), None)
    return of_name or (int(found[0]) if found else 0)
