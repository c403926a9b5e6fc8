"""Pages and what was read of them as text one can read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from notegen.fetcher.full_text.html import read_html
from notegen.fetcher.full_text.parts import FullText

PAGES = Path(__file__).parent / "pages"


@pytest.fixture
def shown() -> Callable[[FullText], str]:
    """Title, notices, each part under a line with its kind, number and sections, the references."""

    def as_text(read: FullText) -> str:
        lines = [f"title: {read.title}", *(f"notice: {notice}" for notice in read.notices)]
        for part in read.parts:
            head = f"[{part.kind} {part.number}".rstrip() + f"] {' > '.join(part.titles)}".rstrip()
            lines += ["", head, part.text]
        return "\n".join([*lines, "", "[references]", *read.references, ""])

    return as_text


@pytest.fixture
def page() -> Callable[[str], bytes]:
    """`page(body)`: a whole page of LaTeXML around the body of a document."""

    def around(body: str) -> bytes:
        text = f'<!DOCTYPE html><html><head><title>x</title></head><body><article class="ltx_document">{body}</article>'
        return f"{text}</body></html>".encode()

    return around


@pytest.fixture
def text_of(page: Callable[[str], bytes]) -> Callable[[str], str]:
    """`text_of(paragraph)`: the text of a page with one paragraph, its insets left out."""

    def read(paragraph: str) -> str:
        parts = read_html(page(f'<div class="ltx_para"><p class="ltx_p">{paragraph}</p></div>')).body
        return parts[0].text if parts else ""

    return read
