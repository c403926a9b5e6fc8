"""A PDF as the parts of a paper."""

from __future__ import annotations

from notegen.errors import NotegenError
from notegen.fetcher.full_text.parts import FullText
from notegen.fetcher.full_text.pdf.blocks import blocks_of
from notegen.fetcher.full_text.pdf.columns import lines_of
from notegen.fetcher.full_text.pdf.gutters import gutters, thirds
from notegen.fetcher.full_text.pdf.margins import without_margins
from notegen.fetcher.full_text.pdf.page import Line, Page
from notegen.fetcher.full_text.pdf.sections import read_blocks
from notegen.fetcher.full_text.pdf.styles import style_of
from notegen.fetcher.full_text.pdf.words import pages_of

MAX_BYTES = 80_000_000
MAX_PAGES = 600

_FEW_LETTERS = 40  # on a page: none of a scanned one
_HEAD_BYTES = 1024  # in which a PDF says what it is (ISO 32000-1, annex H)


def read_pdf(data: bytes) -> FullText:
    """The paper in a PDF: sections, captions, tables, footnotes, references, in the order in which it is read.

    Maths is plain characters: raised figures as ², other raised letters behind "^", a fraction as a/b. Text that nobody
    sees (white, tiny, off the page) is left out. `notices` say what is missing: pages that cannot be read or hold only
    a picture, pages beyond 600. Raises `NotegenError` for what is no PDF, for a locked or broken one, for one without
    pages and for more than 80 MB.
    """
    if len(data) > MAX_BYTES:
        raise _unreadable(f"it is larger than {MAX_BYTES // 1_000_000} MB", "Give the paper's text as .txt")
    if not data.strip():
        raise _unreadable("it is empty", "Fetch it again")
    if b"%PDF-" not in data[:_HEAD_BYTES]:
        raise _unreadable("it is no PDF", "Give a PDF, or the paper's text as .txt")
    count, pages = pages_of(data, MAX_PAGES)
    if not count:
        raise _unreadable("it has no pages", "Fetch it again")
    read = list(pages)
    notices = _notices(read, count)
    without_margins(read)
    lines: list[Line] = []
    middles = gutters(read)
    for page, middle, third in zip(read, middles, thirds(read, middles), strict=True):
        lines += _lines_behind(lines, lines_of(page, middle, third))
    if not lines:
        return FullText(notices=notices or ("there is no text on its pages",))
    style = style_of(lines)
    title, parts, references = read_blocks(blocks_of(lines, style), style)
    return FullText(title, parts, references, notices)


def _lines_behind(before: list[Line], lines: list[Line]) -> list[Line]:
    """The lines of a further page, their bands counted on."""
    start = before[-1].band + 1 if before else 0
    for line in lines:
        line.band += start
    return lines


def _notices(pages: list[Page], count: int) -> tuple[str, ...]:
    notices = []
    if count > len(pages):
        notices.append(f"only the first {len(pages)} of its {count} pages were read")
    broken = [page for page in pages if page.is_broken]
    if broken:
        notices.append(f"{len(broken)} of its {len(pages)} pages cannot be read")
    empty = [page for page in pages if not page.is_broken and _letters(page) < _FEW_LETTERS]
    if len(empty) == len(pages):
        notices.append("its pages are pictures without text (a scan)")
    elif len(empty) > 0.3 * len(pages):
        notices.append(f"{len(empty)} of its {len(pages)} pages hold no text")
    return tuple(notices)


def _letters(page: Page) -> int:
    return sum(len(word.text) for word in page.words)


def _unreadable(why: str, next_step: str) -> NotegenError:
    return NotegenError("the PDF cannot be read", why, next_step)
