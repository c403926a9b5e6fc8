"""The properties of a paper's note: what is known, flat, in a fixed order, as raw YAML. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from urllib.parse import quote

from notegen.obsidian import frontmatter, names
from notegen.obsidian.latex import to_unicode
from notegen.records import Draft, Paper, PaperText, Wanted
from notegen.writer.clean import clean_property, is_safe_url, model_name

_SERVICES = ("Crossref", "OpenAlex")
_ALIAS_WORDS = 5
_ALIAS_CHARACTERS = 40
_SENTENCE_MARK = re.compile(r"[。！？、!?]|[.:;,](?:\s|$)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def properties(wanted: Wanted, paper: Paper, text: PaperText, draft: Draft | None) -> str:
    """The frontmatter lines of the note, without fences; a key without value is left out.

    Strings are quoted, lists are block lists and links are quoted (Obsidian help, Properties). Without a draft
    `notegen_read` is "none"; a draft made without a model has `notegen_model: "none"`.
    """
    values = {
        "title": _string(paper.title),
        "aliases": _strings(dict.fromkeys((_alias(wanted), _readable(wanted, paper)))),
        "authors": _strings(paper.authors),
        "year": str(_year(wanted, paper) or ""),
        "venue": _string(_venue(wanted, paper)),
        "arxiv_id": _string(paper.arxiv_id),
        "doi": _string(paper.doi),
        "url": _string(_url(paper)),
        "published": _full_date(paper.published),
        "categories": _strings(paper.categories),
        "tags": "\n  - paper",
        "up": _list(frontmatter.scalar(f"[[{moc}]]") for moc in wanted.mocs if clean_property(moc) == moc),
        "notegen_source": _string(paper.source if paper.source in _SERVICES else ""),
        "notegen_read": _string(text.read if draft else "none"),
    }
    if draft:
        values["notegen_model"] = _string(model_name(draft.model) or "none")
    if draft and draft.total:
        values["notegen_claims"] = str(draft.total)
        values["notegen_supported"] = str(draft.supported)
    return "\n".join(f"{key}:{'' if value[0] == chr(10) else ' '}{value}" for key, value in values.items() if value)


def _string(value: str) -> str:
    cleaned = clean_property(value)
    return frontmatter.scalar(cleaned) if cleaned else ""


def _strings(values: Iterable[str]) -> str:
    return _list(filter(None, map(_string, values)))


def _list(items: Iterable[str]) -> str:
    return "".join(f"\n  - {item}" for item in items)


def _alias(wanted: Wanted) -> str:
    """The label of the list as a name of the paper; "" when it is a phrase, or the note's own name."""
    label = wanted.label.strip().rstrip(":：").strip()
    if len(label) > _ALIAS_CHARACTERS or len(label.split()) > _ALIAS_WORDS or _SENTENCE_MARK.search(label):
        return ""
    return "" if names.key(label) == names.key(wanted.link.rpartition("/")[2]) else label


def _readable(wanted: Wanted, paper: Paper) -> str:
    """The title in Unicode where the record has it in LaTeX and the note is called otherwise; else ""."""
    title = clean_property(paper.title)
    own_name = names.key(names.file_name(title)) == names.key(wanted.link.rpartition("/")[2])
    return "" if own_name or to_unicode(paper.title) == paper.title else title


def _year(wanted: Wanted, paper: Paper) -> int | None:
    in_venue = _YEAR.search(paper.venue)
    return wanted.year or (int(in_venue[0]) if in_venue else paper.year)


def _venue(wanted: Wanted, paper: Paper) -> str:
    venue = wanted.venue or paper.venue or ("arXiv" if paper.arxiv_id else "")
    return "arXiv" if venue.lower() == "arxiv" else venue


def _url(paper: Paper) -> str:
    if is_safe_url(paper.url):
        return paper.url
    if paper.arxiv_id:
        return f"https://arxiv.org/abs/{quote(paper.arxiv_id)}"
    return f"https://doi.org/{quote(paper.doi, errors='replace')}" if paper.doi else ""


def _full_date(published: str) -> str:
    try:
        return date.fromisoformat(published[:10]).isoformat()
    except ValueError:
        return ""
