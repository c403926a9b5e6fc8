"""Pages and what was read of them as text one can read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from notegen.fetcher.full_text.latexml.read import read_html
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


@pytest.fixture
def made_pdf() -> Callable[..., bytes]:
    """`made_pdf(*pages)`: a PDF of letter size with the drawing instructions of each page; F1 is upright, F2 bold."""

    def around(*pages: str, encoding: str = "/WinAnsiEncoding") -> bytes:
        kids = " ".join(f"{5 + 2 * place} 0 R" for place in range(len(pages)))
        objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
            f"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding {encoding} >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>",
        ]
        for place, content in enumerate(pages):
            fonts = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
                f"/Contents {6 + 2 * place} 0 R /Resources {fonts} >>"
            )
            objects.append(f"<< /Length {len(content.encode('cp1252'))} >>\nstream\n{content}\nendstream")
        body, places = b"%PDF-1.4\n", []
        for number, held in enumerate(objects, 1):
            places.append(len(body))
            body += f"{number} 0 obj\n{held}\nendobj\n".encode("cp1252")
        entries = "".join(f"{place:010} 00000 n \n" for place in places)
        table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}"
        end = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
        return body + table.encode() + end.encode()

    return around


@pytest.fixture
def at() -> Callable[..., str]:
    """`at(x, y, text)`: the drawing instructions for a line of text at a place on a page."""

    def shown(x: float, y: float, text: str, size: float = 10, font: str = "F1", first: str = "") -> str:
        plain = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return f"q BT {first} /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({plain}) Tj ET Q\n"

    return shown


@pytest.fixture
def bitmap_pdf() -> Callable[[str], bytes]:
    """`bitmap_pdf(line)`: a PDF with a line in a font of drawn letters (Type 3) that says nothing of what they mean."""

    def around(line: str) -> bytes:
        codes = sorted(set(map(ord, line)) - {32})
        glyphs = " ".join(f"/a{code} 6 0 R" for code in codes)
        differences = " ".join(f"{code} /a{code}" for code in codes)
        widths = " ".join("0.5" if code in codes else "0" for code in range(256))
        words = " ".join(
            f"1 0 0 1 {54 + 5 * at} 700 Tm <{word.encode('latin-1').hex()}> Tj" for at, word in _words(line)
        )
        content = f"BT /F1 10 Tf {words} ET"
        fonts = "<< /Font << /F1 4 0 R >> >>"
        font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 0 /LastChar 255"
        drawn = "0.5 0 0 0 0.4 0.6 d1 0 0 0.4 0.6 re f"
        objects = (
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources {fonts} >>",
            f"{font} /Widths [{widths}] /CharProcs << {glyphs} >> /Encoding << /Differences [{differences}] >> >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        )
        body = "%PDF-1.4\n" + "".join(f"{number} 0 obj\n{held}\nendobj\n" for number, held in enumerate(objects, 1))
        return f"{body}trailer << /Size 7 /Root 1 0 R >>\n%%EOF\n".encode("latin-1")

    return around


def _words(line: str) -> list[tuple[int, str]]:
    """The words of a line with the places they begin at."""
    return [(found.start(), found[0]) for found in re.finditer("[^ ]+", line)]
