"""The text of a paper: its full text, as HTML, else as PDF, where one is worth reading, else what its record holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from notegen.errors import NotegenError, SettingsError, SourceError
from notegen.fetcher.full_text.kept import Kept
from notegen.fetcher.full_text.parts import FullText
from notegen.fetcher.full_text.worth import checks_of, cut_off, problems, what_it_admits
from notegen.fetcher.text import sentences_of, text_of
from notegen.records import Form, Paper, PaperText, Reading
from notegen.seams import TextSource

Read = Callable[[Form, bytes], FullText]

_FORMS: tuple[Form, ...] = ("html", "pdf")
_OF_A_CUT = frozenset({what_it_admits, cut_off})


class Texts(Protocol):
    """What was read before (see `KeptTexts`)."""

    def get(self, form: Form, arxiv_id: str) -> Kept | None: ...

    def keep(self, form: Form, arxiv_id: str, full_text: FullText | None) -> None: ...


@dataclass(frozen=True, slots=True)
class _Found:
    """A full text in one form, with what speaks against it; `only_cut` when that is no more than its end missing."""

    form: Form
    full_text: FullText
    against: tuple[str, ...]
    only_cut: bool

    @property
    def length(self) -> int:
        return sum(len(part.text) for part in self.full_text.body)


def read_full_text(paper: Paper, pages: TextSource, kept: Texts, read: Read) -> Reading:
    """The paper's full text by its sentences: the HTML if it is worth reading, else the PDF if that is.

    Of texts that are only cut off the longer one is taken, and said to be cut off; else the text is what the paper's
    record holds, as it is for a paper without arXiv id. Raises `SourceError` when one of the two could not be asked for
    and the other is not worth reading: a later run may well read the paper whole.
    """
    if not paper.arxiv_id:
        return Reading(text_of(paper))
    arxiv_id = f"{paper.arxiv_id}v{paper.version}" if paper.version else paper.arxiv_id
    told: list[str] = []
    cut: list[_Found] = []
    waits: SourceError | None = None
    for form in _FORMS:
        try:
            found = _found(form, arxiv_id, paper, pages, kept, read)
        except SourceError as error:
            waits = waits or error
            found = f"the {form.upper()}: {error.what} ({error.why})"
        if isinstance(found, str):
            told.append(found)
            continue
        if not found.against:
            return _reading(found, paper, told, "")
        told.append(f"the {form.upper()}: {'; '.join(found.against)}")
        cut += [found] if found.only_cut else []
    if waits:
        raise waits
    if cut:
        return _reading(max(cut, key=lambda found: found.length), paper, told, ", cut off")
    text = text_of(paper)
    return Reading(text, "; ".join((*told, f"so {_said(text)} was read")))


def _found(form: Form, arxiv_id: str, paper: Paper, pages: TextSource, kept: Texts, read: Read) -> _Found | str:
    """The full text in this form, or why there is none in words."""
    try:
        known = kept.get(form, arxiv_id) or _fetched(form, arxiv_id, pages, kept, read)
    except (SourceError, SettingsError):
        raise
    except NotegenError as error:
        return f"the {form.upper()}: {error.why}"
    full_text = known.full_text
    if full_text is None:
        return f"no {form.upper()} at arXiv"
    against = problems(full_text, paper, checks_of(form))
    others = [check for check in checks_of(form) if check not in _OF_A_CUT]
    only_cut = bool(against and full_text.parts) and not problems(full_text, paper, others)
    return _Found(form, full_text, against, only_cut)


def _fetched(form: Form, arxiv_id: str, pages: TextSource, kept: Texts, read: Read) -> Kept:
    page = pages.fetch(form, arxiv_id)
    full_text = None if page is None else read(form, page)
    kept.keep(form, arxiv_id, full_text)
    return Kept(full_text)


def _reading(found: _Found, paper: Paper, told: Sequence[str], addition: str) -> Reading:
    version = f" v{paper.version}" if paper.version else ""
    form = found.form.upper()
    text = PaperText(f"full text{version} ({form}{addition})", sentences_of(found.full_text, paper.abstract))
    if addition:
        return Reading(text, "; ".join((*told, f"so the {form} was read as far as it goes")))
    return Reading(text, "; ".join((*told, f"so the {form} was read")) if told else "")


def _said(text: PaperText) -> str:
    return "nothing" if text.read == "none" else f"the {text.read.split()[0]}"
