"""The text of a paper as numbered sentences: from its record, or from a file of the person's own."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap

from notegen.errors import NotegenError
from notegen.fetcher.plain import plain, visible
from notegen.fetcher.sentences import split_sentences
from notegen.obsidian import frontmatter
from notegen.obsidian.outline import headings
from notegen.records import Paper, PaperText, Sentence

MAX_BYTES = 20_000_000

_SERVICES = ("Crossref", "OpenAlex")  # whose abstracts are not arXiv's

_LONGEST_SENTENCE = 1500  # characters
_KINDS = (".txt", ".md")
_REFERENCES = r"(?:references|bibliography|参考文献|引用文献|文献)"
_TITLE = re.compile(rf"[\W\d]*(?:[IVX]+\.\s*)?{_REFERENCES}\W*", re.IGNORECASE)
_LINE = re.compile(
    rf"^[^\S\n]*(?:[*_]{{1,3}})?(?:\d+\.?[^\S\n]+)?{_REFERENCES}[:*_ \t]*$", re.IGNORECASE | re.MULTILINE
)
_APPENDIX = re.compile(
    r"^[^\S\n]*(?:[A-Z]\.?[^\S\n]+)?(?:appendix|appendices|supplementary|付録)\b[^\n]{0,80}$", re.I | re.M
)


def text_of(paper: Paper) -> PaperText:
    """The text a paper's record holds: its synopsis in two languages, else its abstract, else nothing."""
    pairs = [(visible(pair.en).strip(), visible(pair.ja).strip()) for pair in paper.synopsis]
    pairs = [(en, ja) for en, ja in pairs if en]
    if pairs:
        return PaperText("synopsis", tuple(Sentence(number, en, ja=ja) for number, (en, ja) in enumerate(pairs, 1)))
    sentences = _numbered([("", visible(paper.abstract))])
    if not sentences:
        return PaperText()
    if paper.source in _SERVICES:
        return PaperText(f"abstract ({paper.source})", sentences)
    return PaperText(f"abstract v{paper.version}" if paper.version else "abstract", sentences)


def text_of_file(path: Path) -> PaperText:
    """The text of a .txt or .md file by the sections of its Markdown headings, without its list of references.

    The file is UTF-8 or, with a byte order mark, UTF-16, at most 20 MB. Raises `NotegenError` naming the file.
    """
    text = visible(_read(path))
    sentences = _numbered((title, plain(body)) for title, body in _sections(frontmatter.split(text)[1]))
    if not sentences:
        raise _unreadable(path, "there is no sentence in it", "Give a file with the paper's text")
    return PaperText(f"file {path.name}", sentences)


def _numbered(sections: Iterable[tuple[str, str]]) -> tuple[Sentence, ...]:
    """The sentences in order; one without an end, as in a transcript, is cut at blanks into pieces one can cite."""
    pairs = [
        (title, piece)
        for title, body in sections
        for sentence in split_sentences(body)
        for piece in (wrap(sentence, _LONGEST_SENTENCE) if len(sentence) > _LONGEST_SENTENCE else (sentence,))
    ]
    return tuple(Sentence(number, sentence, title) for number, (title, sentence) in enumerate(pairs, 1))


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
        yield " ".join(plain(head.title).split()), _before_references(body)


def _before_references(body: str) -> str:
    """The body without what follows a line "References", up to an appendix."""
    lines = list(_LINE.finditer(body))
    if not lines:
        return body
    appendix = _APPENDIX.search(body, lines[-1].end())
    return body[: lines[-1].start()] + (body[appendix.start() :] if appendix else "")


def _read(path: Path) -> str:
    if path.suffix.lower() not in _KINDS:
        raise _unreadable(
            path, f"“{path.suffix or 'no ending'}” is none of {', '.join(_KINDS)}", "Save its text as .txt"
        )
    try:
        if not path.is_file():
            raise _unreadable(path, "there is no such file", "Give the path of a file")
        if path.stat().st_size > MAX_BYTES:
            raise _unreadable(path, f"it is larger than {MAX_BYTES // 1_000_000} MB", "Give only the paper's text")
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error.strerror or "the system refuses", "Give a file that can be read") from error
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


def _unreadable(path: Path, why: str, next_step: str) -> NotegenError:
    return NotegenError(f"cannot read {path.name}", why, next_step)
