"""The text of a paper from a file of the person's own: plain text, Markdown, a page of arXiv's HTML, or a PDF."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from notegen.errors import NotegenError
from notegen.fetcher.laid_out import as_markdown
from notegen.fetcher.plain import plain, visible
from notegen.fetcher.text import numbered, sentences_of
from notegen.obsidian import frontmatter
from notegen.obsidian.outline import headings
from notegen.records import ABSTRACT, Form, Paper, PaperText, Sentence

MAX_BYTES = 20_000_000  # of a text
READ_SECONDS = 60.0  # for a page or PDF

_PLAIN = (".txt", ".md")
_FORMS: dict[str, Form] = {".html": "html", ".htm": "html", ".pdf": "pdf"}
_MAX_BYTES: dict[Form, int] = {"html": 40_000_000, "pdf": 80_000_000}
_KINDS = ", ".join((*_PLAIN, *_FORMS))
_NO_TEXT: dict[Form, tuple[str, str]] = {
    "html": ("there is no paper on the page", "Save the page of the paper's HTML, or its text as .txt"),
    "pdf": ("there is no sentence in it", "Give the paper's text as .txt"),
}
_IS_PDF = re.compile(rb"\s*%PDF-")
_REFERENCES = r"(?:references|bibliography|参考文献|引用文献|文献)"
_TITLE = re.compile(rf"[\W\d]*(?:[IVX]+\.\s*)?{_REFERENCES}\W*", re.IGNORECASE)
_LINE = re.compile(
    rf"^[^\S\n]*(?:[*_]{{1,3}})?(?:\d+\.?[^\S\n]+)?{_REFERENCES}[:*_ \t]*$", re.IGNORECASE | re.MULTILINE
)
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+(?=\S)")
_TITLE_BLOCK = re.compile(r"\A(?:%[^\S\n][^\n]*\n(?:[^\S\n]+\S[^\n]*\n)*){1,3}(?=\s*\n)")  # Pandoc's
_ABSTRACT = re.compile(r"(?:abstract|summary|概要|要旨|要約|あらまし|抄録)[.:：]?", re.IGNORECASE)
_APPENDIX = re.compile(
    r"^[^\S\n]*(?:[A-Z]\.?[^\S\n]+)?(?:appendix|appendices|supplementary|付録)\b[^\n]{0,80}$", re.I | re.M
)


@dataclass(frozen=True, slots=True)
class OwnFile:
    """The text of a file, and what is to be said of it as the text of a paper, in words, "" for nothing.

    `is_another` tells why it is another paper's, `doubt` what else speaks against it.
    """

    text: PaperText
    is_another: Callable[[Paper], str] = lambda paper: ""
    doubt: Callable[[Paper], str] = lambda paper: ""


def read_own_file(path: Path) -> OwnFile:
    """The text of a file by its sections, without its list of references, which is no part of what a paper says.

    A .txt or .md is UTF-8 or, with a byte order mark, UTF-16, at most 20 MB; a .html is a page of arXiv's HTML or of
    ar5iv, at most 40 MB; a .pdf at most 80 MB. Raises `NotegenError` naming the file.
    """
    form = _FORMS.get(path.suffix.lower())
    if form:
        return _read_paper(path, form)
    text = _read(path)
    text = visible(as_markdown(text) if path.suffix.lower() == ".txt" else text)
    body_text = _TITLE_BLOCK.sub("", frontmatter.split(text)[1], count=1)
    sentences = numbered((title, plain(body)) for title, body in _sections(body_text))
    if not sentences:
        raise _unreadable(path, "there is no sentence in it", "Give a file with the paper's text")
    return OwnFile(PaperText(f"file {path.name}", sentences), doubt=_doubt_of(sentences))


def _doubt_of(sentences: Sequence[Sentence]) -> Callable[[Paper], str]:
    """What speaks against a plain text that may have been taken out of a PDF."""

    def doubt(paper: Paper) -> str:
        from notegen.fetcher.full_text.parts import FullText, Part
        from notegen.fetcher.full_text.worth import garbled, misspelt, mixed_columns

        whole = FullText(parts=tuple(Part("section", sentence.text) for sentence in sentences))
        return "; ".join(filter(None, (check(whole, paper) for check in (garbled, misspelt, mixed_columns))))

    return doubt


def _read_paper(path: Path, form: Form) -> OwnFile:
    from notegen.fetcher.full_text.bounded import read_bounded
    from notegen.fetcher.full_text.worth import another_paper, checks_of, problems

    data = _bytes(path, _MAX_BYTES[form])
    if form == "html" and _IS_PDF.match(data):
        raise _unreadable(path, "it is a PDF under another ending", "Rename it to .pdf")
    if form == "pdf" and re.match(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)", data, re.IGNORECASE):
        raise _unreadable(
            path, "it is a page of HTML under another ending", "Fetch the PDF itself, or rename it to .html"
        )
    try:
        full_text = read_bounded(form, data, READ_SECONDS)
    except NotegenError as error:
        raise _unreadable(path, error.why, error.next_step) from error
    sentences = sentences_of(full_text)
    if not sentences:
        why, next_step = _NO_TEXT[form]
        raise _unreadable(path, "; ".join(full_text.notices) or why, next_step)
    others = [check for check in checks_of(form) if check is not another_paper]
    return OwnFile(
        PaperText(f"file {path.name}", sentences),
        lambda paper: another_paper(full_text, paper),
        lambda paper: "; ".join(problems(full_text, paper, others)),
    )


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Title and body of each section; a list of references is left out with all sections below it."""
    heads = headings(text)
    yield "", _before_references(text[: heads[0].start] if heads else text)
    left_out = 7
    for head, end in zip(heads, (*(head.start for head in heads[1:]), len(text)), strict=False):
        if head.level > left_out:
            continue
        if _TITLE.fullmatch(head.title):
            left_out = head.level
            continue
        left_out = 7
        body = text[head.start : end].partition("\n")[2]
        yield _named(head.title), _before_references(body)


def _named(title: str) -> str:
    """The title of a section without its number; that of an abstract, however written, is `ABSTRACT`."""
    named = _NUMBERING.sub("", " ".join(plain(title).split()))
    return ABSTRACT if _ABSTRACT.fullmatch(named) else named


def _before_references(body: str) -> str:
    """The body without what follows a line "References", up to an appendix."""
    lines = list(_LINE.finditer(body))
    if not lines:
        return body
    appendix = _APPENDIX.search(body, lines[-1].end())
    return body[: lines[-1].start()] + (body[appendix.start() :] if appendix else "")


def _read(path: Path) -> str:
    if path.suffix.lower() not in _PLAIN:
        raise _unreadable(path, f"“{path.suffix or 'no ending'}” is none of {_KINDS}", "Save its text as .txt")
    data = _bytes(path, MAX_BYTES)
    if _IS_PDF.match(data):
        raise _unreadable(path, "it is a PDF under another ending", "Rename it to .pdf")
    try:
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        what = "it is a binary file" if b"\0" in data else f"byte {error.start + 1} is not UTF-8"
        raise _unreadable(path, what, "Save it as UTF-8 text and run again") from error
    if "\0" in text:
        raise _unreadable(path, "it is a binary file", "Save it as UTF-8 text and run again")
    if not text.strip():
        raise _unreadable(path, "it is empty", "Give a file with the paper's text")
    return text


def _bytes(path: Path, most: int) -> bytes:
    try:
        if not path.is_file():
            raise _unreadable(path, "there is no such file", "Give the path of a file")
        if path.stat().st_size > most:
            raise _unreadable(path, f"it is larger than {most // 1_000_000} MB", "Give only the paper's text")
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error.strerror or "the system refuses", "Give a file that can be read") from error


def _unreadable(path: Path, why: str, next_step: str) -> NotegenError:
    return NotegenError(f"cannot read {path.name}", why, next_step)
