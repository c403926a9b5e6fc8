"""A paper and its checked draft as the Markdown of a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from notegen.errors import PromptError
from notegen.obsidian import regions
from notegen.records import Draft, Paper, PaperText, Section, Wanted
from notegen.templates import file_of, render
from notegen.withdrawal import withdrawal
from notegen.writer.clean import clean_inline
from notegen.writer.properties import properties
from notegen.writer.view import view

_TEMPLATE = "note.md.j2"


def compose(
    wanted: Wanted,
    paper: Paper,
    text: PaperText,
    draft: Draft | None,
    sections: Sequence[Section] = (),
    *,
    languages: tuple[str, ...] = ("ja", "en"),
    template_folders: Sequence[Path] = (),
    link: Callable[[str], str] = "[[{}]]".format,
    notes: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The whole note, ready to be written; without a draft it is an unfinished one.

    `sections` are those of the note, in order; `link` makes a link of a MOC's name for the body; `notes` are terms that
    notes of the vault have, with the link targets of these. All text of paper, text and draft is cleaned on the way in.
    A `note.md.j2` in `template_folders` is used before the one that ships. Raises `PromptError` when the template
    cannot be used.
    """
    note = render(
        _TEMPLATE,
        template_folders,
        region=_region,
        properties=properties(wanted, paper, text, draft),
        parents=[link(moc) for moc in wanted.mocs],
        ja="ja" in languages,
        en="en" in languages,
        withdrawn=clean_inline(withdrawal(paper.title, paper.comment, paper.abstract)),
        headings={section.key: (section.ja, section.en) for section in sections},
        draft=view(draft, text, sections, languages, notes) if draft else None,
    )
    if "draft" not in regions.find(note):
        raise PromptError(file_of(_TEMPLATE, template_folders), 1, "it makes no region named draft")
    return f"{_tidy(note)}\n"


def _region(name: str, caller: Callable[[], str]) -> str:
    return f"{regions.render(name, _tidy(caller()))}\n"


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")
