"""A paper and its checked draft as the Markdown of a note. The only module of this room that knows Jinja2."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from notegen.errors import PromptError
from notegen.obsidian import regions
from notegen.records import Draft, Paper, PaperText, Wanted
from notegen.writer.clean import clean_inline
from notegen.writer.properties import properties
from notegen.writer.view import view

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATE = "note.md.j2"
_TEMPLATE_FAULTS = (ArithmeticError, AttributeError, LookupError, NameError, RuntimeError, TypeError, ValueError)
_WITHDRAWN = re.compile(
    r"^\W*(?:this \w+ (?:has been|was|is) )?(?:withdrawn|retracted)\b|\((?:withdrawn|retracted)\)\W*$", re.IGNORECASE
)
_WITHDRAWN_COMMENT = re.compile(
    r"^\W*(?:withdrawn|retracted)\b|\bpaper (?:withdrawn|retracted)\b|\bwithdrawn by (?:the )?(?:authors?|arxiv)\b"
    r"|\bth(?:is|e) (?:paper|article|manuscript|submission|work|preprint)\b[^.]{0,30}"
    r"\b(?:has been|have been|is|was) (?:withdrawn|retracted)\b",
    re.IGNORECASE,
)


def compose(
    wanted: Wanted,
    paper: Paper,
    text: PaperText,
    draft: Draft | None,
    *,
    languages: tuple[str, ...] = ("ja", "en"),
    template_folders: Sequence[Path] = (),
) -> str:
    """The whole note, ready to be written; without a draft it is an unfinished one.

    All text of paper, text and draft is cleaned on the way in. A `note.md.j2` in `template_folders` is used before
    the one that ships. Raises `PromptError` when the template cannot be used.
    """
    return _render(
        tuple(template_folders),
        properties=properties(wanted, paper, text, draft),
        parents=[f"[[{moc}]]" for moc in wanted.mocs],
        ja="ja" in languages,
        en="en" in languages,
        withdrawn=clean_inline(_withdrawn(paper)),
        draft=view(draft, text, languages) if draft else None,
    )


def _withdrawn(paper: Paper) -> str:
    """The words of the record about its withdrawal, from comment (as on arXiv), title or abstract; "" if none."""
    if _WITHDRAWN_COMMENT.search(paper.comment):
        return paper.comment
    return next((said for said in (paper.title, paper.abstract) if _WITHDRAWN.search(said)), "")


def _region(name: str, caller: Callable[[], str]) -> str:
    return f"{regions.render(name, _tidy(caller()))}\n"


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _render(folders: tuple[Path, ...], **values: object) -> str:
    from jinja2 import TemplateError

    file = _TEMPLATE
    try:
        template = _environment(folders).get_template(_TEMPLATE)
        file = template.filename or file
        note = f"{_tidy(template.render(values))}\n"
    except TemplateError as error:
        raise PromptError(getattr(error, "filename", None) or file, _line(error), error.message or "") from error
    except _TEMPLATE_FAULTS as error:
        raise PromptError(file, _line(error), str(error)) from error
    if "draft" not in regions.find(note):
        raise PromptError(file, 1, "it makes no region named draft")
    return note


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...]) -> Environment:
    """Templates of `folders`, then those of the package; sandboxed, since a vault's owner may not have written them."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([*map(str, folders), str(files("notegen.prompts"))], encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=False,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["region"] = _region
    return environment


def _line(error: Exception) -> int:
    """The line of the template an error came from: Jinja2 puts template lines into the traceback."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename.endswith(_TEMPLATE)]
    return getattr(error, "lineno", None) or (frames[-1].lineno if frames else None) or 1
