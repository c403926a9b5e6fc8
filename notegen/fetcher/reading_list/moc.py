"""Reading a MOC: its links in order, each with the hints around it, and whether it is taken for a paper."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from notegen.fetcher.identify import find_ids, normal_id
from notegen.fetcher.reading_list import citations
from notegen.fetcher.reading_list.hints import ids_beside, is_short_name, labels_before, leads_up
from notegen.fetcher.reading_list.naming import parse_name
from notegen.obsidian import frontmatter, names
from notegen.obsidian.links import Link, read_links
from notegen.obsidian.literal import scan
from notegen.obsidian.outline import headings, section_at, unflatten
from notegen.records import Wanted


@dataclass(frozen=True, slots=True)
class MocRules:
    """What tells papers from other links.

    `paper_sections` are words anywhere in a heading, `other_sections` words a heading ends with (English ones whole);
    a heading with both tells nothing. `paper_names` is a regular expression for the start of a paper note's name.
    """

    paper_sections: tuple[str, ...] = (
        *("Paper", "Papers", "Publications", "Preprints", "Literature", "Reading list", "References", "Bibliography"),
        *("Related work", "論文", "文献", "先行研究", "関連研究", "サーベイ", "论文", "相关工作", "综述", "预印本"),
        *("阅读列表", "논문"),
    )
    other_sections: tuple[str, ...] = (
        *("Entry", "Entries", "Article", "Articles", "Blog", "Blogs", "Posts", "Talks", "Slides", "Videos", "News"),
        *("Podcasts", "Books", "White papers", "Keywords", "Concepts", "Terms", "Terminology", "Glossary", "Topics"),
        *("Tools", "Software", "Repositories", "Datasets", "People", "Authors", "Links", "Websites", "Events"),
        *("記事", "ブログ", "スライド", "講演", "発表", "資料", "動画", "ニュース", "書籍", "キーワード", "概念"),
        *("用語", "ツール", "ソフトウェア", "データセット", "人物", "リンク", "イベント", "論文以外"),
        *(
            "文章",
            "博客",
            "幻灯片",
            "视频",
            "新闻",
            "书籍",
            "关键词",
            "术语",
            "工具",
            "软件",
            "数据集",
            "链接",
            "论文以外",
        ),
    )
    paper_names: str = r"(?:.*?/)?@?(?:(?:19|20)\d\d__\S|\d\d_[A-Z][^_]*_[^_\s])"


DEFAULT = MocRules()

_CITING_SECTIONS = (
    "References",
    "Bibliography",
    "Related work",
    "参考文献",
    "引用文献",
    "関連研究",
    "先行研究",
    "相关工作",
)
_MOC_WORD = re.compile(r"(?<![A-Za-z0-9])MOCs?(?![A-Za-z0-9])", re.IGNORECASE)
_MOC_PROPERTY = re.compile(r"(?<!\w)moc\b(?!\]\])", re.IGNORECASE)
_MOC_TAG = re.compile(r"#(?<!\S#)moc(?=[\s/,.、。]|$)", re.IGNORECASE)
_MAYBE_HEADING = re.compile(r"#[ \t]([^\n]+)")
_MAYBE_UNDERLINED = re.compile(r"^([^\n]+)\n {0,3}(?:=+|-+)[ \t]*\r?$", re.MULTILINE)
_ATTACHMENT = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|pdf|canvas|base|mp[34]|m4a|mov|webm|wav|ogg)", re.IGNORECASE
)


def is_moc(name: str, text: str, rules: MocRules = DEFAULT) -> bool:
    """Whether a note is a map of content: the word MOC in its name, the tag `moc`, or links in a section of papers.

    The reference list of an ordinary note, and any list in a paper's own note, make no MOC.
    """
    if _has_tag(text):
        return True
    if re.match(rules.paper_names, name):
        return False
    if _MOC_WORD.search(name):
        return True
    words = _anywhere(rules.paper_sections)
    if not any(words.search(title) for title in _maybe_headings(text)):
        return False
    text = unflatten(text)
    if not any(_lists_papers(title, rules) for title in _maybe_headings(text)):
        return False  # as most notes with references, before they are taken apart
    heads = headings(text)
    lists = {head.title for head in heads if _lists_papers(head.title, rules)}
    links = (link for link in read_links(text) if link.target and not link.embed and not link.in_properties)
    return bool(lists) and any(lists.intersection(section_at(heads, link.start)) for link in links)


def _maybe_headings(text: str) -> set[str]:
    """What may be the title of a heading, found at little cost."""
    titles = set(_MAYBE_HEADING.findall(text))
    body = len(frontmatter.split(text)[0])
    is_underlined = text.find("\n==", body) >= 0 or text.find("\n--", body) >= 0
    return titles.union(_MAYBE_UNDERLINED.findall(text, body)) if is_underlined else titles


def read_moc(name: str, text: str, rules: MocRules = DEFAULT) -> tuple[Wanted, ...]:
    """Every link to a note in the MOC called `name`, in order and with duplicates; embedded files are left out."""
    text = unflatten(text)
    heads = headings(text)
    starts = [0, *(newline.end() for newline in re.finditer("\n", text)), len(text) + 1]
    found: list[Wanted] = []
    for line, group in groupby(read_links(text), lambda link: bisect_right(starts, link.start)):
        links = tuple(group)
        edges = [starts[line - 1], *(edge for link in links for edge in (link.start, link.end)), starts[line] - 1]
        between = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
        place = Wanted("", "", section=section_at(heads, links[0].start), mocs=(name,))
        found += _of_line(links, between, place, rules)
    return tuple(found)


def distinct(wanted: Iterable[Wanted]) -> tuple[Wanted, ...]:
    """One entry for each link as Obsidian compares names: MOCs joined, a paper if one anywhere, first hints kept."""
    merged: dict[tuple[str, ...], Wanted] = {}
    for one in wanted:
        key = _identity(one)
        merged[key] = _joined(merged[key], one) if key in merged else one
    return tuple(merged.values())


def _of_line(links: Sequence[Link], between: Sequence[str], place: Wanted, rules: MocRules) -> list[Wanted]:
    """The links of one line; `between` is the text before, between and after them."""
    labels = labels_before(between)
    found = []
    for link, label, beside, behind in zip(links, labels, ids_beside(between), between[1:], strict=True):
        if not link.target or (link.embed and _ATTACHMENT.fullmatch(link.target[link.target.rfind(".") :])):
            continue
        parts = parse_name(link.target)
        if parts.year is None:
            parts = parse_name(link.target.rsplit("/", 1)[-1])
        inside = find_ids(f"{link.target} {link.label}")
        in_name = bool(inside.arxiv_id or inside.doi)
        ids = inside if in_name else beside
        label = next((text for text in (label, link.label) if is_short_name(text)), "")
        one = replace(place, link=link.target, title=parts.title, label=label, year=parts.year, venue=parts.venue)
        one = replace(one, authors=parts.authors)
        if cited := citations.beside(behind):
            one = replace(one, year=one.year or cited.year, authors=one.authors or cited.authors)
        one = replace(one, arxiv_id=ids.arxiv_id, doi=ids.doi, url=ids.url)
        is_paper, reason = _judged(one, rules, "in its name" if in_name else "on its line")
        if link.in_properties or leads_up(labels[0]):
            is_paper, reason = False, "in the note's properties" if link.in_properties else "the parent note"
        found.append(replace(one, is_paper=is_paper, reason=reason))
    return found


def _judged(one: Wanted, rules: MocRules, where: str) -> tuple[bool, str]:
    """Whether a link of the body is taken for a paper, with the reason in words."""
    if _ATTACHMENT.fullmatch(one.link[one.link.rfind(".") :]):
        return False, "a file, not a note"
    if re.match(rules.paper_names, one.link):
        return True, "named YYYY__VENUE__Title"
    if one.arxiv_id or one.doi:
        return True, f"{'arXiv id' if one.arxiv_id else 'DOI'} {where}"
    if _MOC_WORD.search(one.link):
        return False, "a MOC itself"
    for title in reversed(one.section):
        holds = _holds_papers(title, rules)
        if holds is not None:
            return holds, f"in section “{title}”"
    return False, "no sign of a paper"


def _lists_papers(title: str, rules: MocRules) -> bool:
    """Whether a heading is that of a list of papers, and not of the works that a text cites."""
    return bool(_holds_papers(title, rules)) and not _anywhere(_CITING_SECTIONS).search(title)


def _holds_papers(title: str, rules: MocRules) -> bool | None:
    """What a heading tells of the links under it; None when it tells nothing, or both."""
    papers = bool(_anywhere(rules.paper_sections).search(title))
    others = bool(_at_end(rules.other_sections).search(title))
    return papers if papers != others else None


@lru_cache
def _anywhere(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(_whole(word) for word in words) or r"(?!)", re.IGNORECASE)


@lru_cache
def _at_end(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?:{_anywhere(words).pattern})(?:\s*(?:list|一覧|リスト|集|まとめ))?[\W\d]*$", re.IGNORECASE)


def _whole(word: str) -> str:
    return rf"(?<![A-Za-z-]){re.escape(word)}(?![A-Za-z-])" if word.isascii() else re.escape(word)


def _has_tag(text: str) -> bool:
    """The tag `moc` (or one nested in it) among the properties, or in the body outside code (Obsidian help, Tags)."""
    head, body = frontmatter.split(text)
    if _MOC_PROPERTY.search(head):
        properties = frontmatter.properties(text)
        values = (properties.get(key, []) for key in ("tags", "tag"))
        tags = [tag for value in values for tag in (re.split(r"[,\s]+", value) if isinstance(value, str) else value)]
        if any(tag.lower().lstrip("#").split("/")[0] == "moc" for tag in tags):
            return True
    return bool(_MOC_TAG.search(body)) and bool(_MOC_TAG.search("`".join(_without_literals(body))))


def _without_literals(body: str) -> Iterator[str]:
    at = 0
    for span in scan(body):
        if span.kind not in ("wikilink", "markdown-link"):
            yield body[at : span.start]
            at = span.end
    yield body[at:]


def _identity(one: Wanted) -> tuple[str, ...]:
    """What makes two entries the same: the link, or for a paper asked for without one its ids, else its title."""
    if one.link:
        return (names.key(one.link),)
    ids = (normal_id(one.arxiv_id)[0], one.doi.lower(), one.url)
    return ("", *ids, "" if any(ids) else names.key(one.title))


def _agreed(one: str, other: str) -> str:
    """The id given once or twice; none where two ids contradict each other."""
    different = one and other and normal_id(one.casefold())[0] != normal_id(other.casefold())[0]
    return "" if different else one or other


def _joined(first: Wanted, second: Wanted) -> Wanted:
    """Two links to one note as one entry; a paper's hints go before those of a mere mention."""
    if second.is_paper and not first.is_paper:
        first, second, mocs = second, first, first.mocs + second.mocs
    else:
        mocs = first.mocs + second.mocs
    return replace(
        first,
        label=first.label or second.label,
        year=first.year or second.year,
        venue=first.venue or second.venue,
        authors=first.authors or second.authors,
        arxiv_id=_agreed(first.arxiv_id, second.arxiv_id),
        doi=_agreed(first.doi, second.doi),
        url=first.url or second.url,
        section=first.section or second.section,
        mocs=tuple(dict.fromkeys(mocs)),
    )
