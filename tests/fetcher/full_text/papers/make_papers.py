"""Writes the invented papers that are set by coordinates: `python make_papers.py FONT.ttf` (fpdf2; a Japanese font).

The font of the committed file is IPAexMincho or IPAMincho (IPA Font License), of which only the glyphs used are kept.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

HERE = Path(__file__).parent
MADE = datetime(2026, 9, 1, tzinfo=UTC)


def source(name: str) -> list[list[str]]:
    """The paragraphs of a paper by columns; "¬" marks where a word may be divided."""
    text = (HERE / f"{name}_source.txt").read_text(encoding="utf-8").replace("¬", "\u00ad")
    return [column.strip("\n").split("\n") for column in text.split("----\n")]


def pdf_of(size: str = "A4") -> FPDF:
    """An empty paper in points."""
    pdf = FPDF(unit="pt", format=size)
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(MADE)
    pdf.add_page()
    return pdf


def lines_of(pdf: FPDF, text: str, width: float, indent: float = 0) -> Iterator[tuple[list[str], float, bool]]:
    """Words of each line, its indent, whether it is the last; "\u00ad" marks where a word may be divided."""
    line: list[str] = []
    words = text.split()
    while words:
        word = words.pop(0)
        room = width - indent - pdf.get_string_width(" ".join([*line, ""]))
        if pdf.get_string_width(word.replace("\u00ad", "")) <= room:
            line.append(word.replace("\u00ad", ""))
            continue
        pieces = word.split("\u00ad")
        for cut in range(len(pieces) - 1, 0, -1):
            head = "".join(pieces[:cut]).rstrip("-") + "-"
            if pdf.get_string_width(head) <= room:
                line.append(head)
                word = "\u00ad".join(pieces[cut:])
                break
        yield line, indent, False
        line, indent = [], 0
        words.insert(0, word)
    yield line, indent, True


def put(pdf: FPDF, x: float, y: float, words: list[str], width: float, is_last: bool) -> None:
    """A justified line, each word at its own place."""
    natural = sum(map(pdf.get_string_width, words))
    gap = pdf.get_string_width(" ")
    if not is_last and len(words) > 1:
        gap = (width - natural) / (len(words) - 1)
    for word in words:
        pdf.text(x, y, word)
        x += pdf.get_string_width(word) + gap


# --- two columns whose lines alternate in the content stream -----------------------------------------------------

Placed = tuple[float, str, list[str], float, bool]


def column(pdf: FPDF, texts: list[str], x: float, width: float) -> list[Placed]:
    """The lines of a column with their distance from its top: (y, style, words, x, is_last)."""
    lines = []
    y = 0.0
    for number, text in enumerate(texts):
        if text.startswith("#"):
            y += 8
            lines.append((y, "B", text[1:].split(), x, True))
            y += 16
            continue
        pdf.set_font("Times", "", 10)
        follows = number > 0 and not texts[number - 1].startswith("#") and not text.startswith("[")
        for words, indent, is_last in lines_of(pdf, text, width, 12 if follows else 0):
            lines.append((y, "", words, x + indent, is_last))
            y += 12
    return lines


def interleaved() -> None:
    """Words go into the file row by row, across both columns."""
    pdf = pdf_of("letter")
    width, left, right, top = 246.0, 54.0, 312.0, 150.0
    pdf.set_font("Times", "", 17)
    title = "When Bees Rise: Light, Not Warmth"
    pdf.text(306 - pdf.get_string_width(title) / 2, 70, title)
    pdf.set_font("Times", "", 11)
    pdf.text(306 - pdf.get_string_width("Nora Hedge, Finn Drone") / 2, 92, "Nora Hedge, Finn Drone")
    pdf.set_font("Times", "", 9)
    abstract = (
        "Abstract. Bees of 45 hives on a shaded slope began their day with the light and not with the warmth. A model "
        "with light alone predicts the first flight to within 6.2 minutes."
    )
    for row, (words, indent, is_last) in enumerate(lines_of(pdf, abstract, 400)):
        put(pdf, 106 + indent, 112 + 11 * row, words, 400, is_last)
    left_top, right_top, left_bottom, right_bottom = source("interleaved")
    place = (left, right, width)
    rows(pdf, column(pdf, left_top, left, width), column(pdf, right_top, right, width), top, place)
    y = 420.0
    pdf.rect(54, y, 504, 40)
    pdf.set_font("Helvetica", "", 6)
    for hour in range(5, 12):
        pdf.text(70 + 75 * (hour - 5), y + 35, f"{hour}:00")
    pdf.set_font("Times", "", 9)
    caption = (
        "Figure 1: First flights of 45 hives over 30 days. Each dot is the median of a day; the hill's shadow ends at "
        "07:40. Dots left of that line are flights in the shade, which are rare except on the four days of the fair."
    )
    for row, (words, indent, is_last) in enumerate(lines_of(pdf, caption, 504)):
        put(pdf, 54 + indent, y + 54 + 11 * row, words, 504, is_last)
    table(pdf, y + 92)
    rows(pdf, column(pdf, left_bottom, left, width), column(pdf, right_bottom, right, width), 610, place)
    pdf.output(str(HERE / "interleaved.pdf"))


def rows(pdf: FPDF, left: list[Placed], right: list[Placed], top: float, where: tuple[float, float, float]) -> None:
    """Two columns, written in the order of their height on the page."""
    for y, style, words, x, is_last in sorted((*left, *right), key=lambda line: (line[0], line[3])):
        pdf.set_font("Times", style, 11 if style else 10)
        edge = where[0] if x < where[1] else where[1]
        put(pdf, x, top + y, words, edge + where[2] - x, is_last)


def table(pdf: FPDF, y: float) -> None:
    """A table over both columns."""
    pdf.text(54, y, "Table 1: Error of the prediction, in minutes.")
    pdf.line(54, y + 6, 558, y + 6)
    cells = (
        ("Model", "All days", "Clear days", "Cloudy days"),
        ("Light", "6.2", "4.9", "8.8"),
        ("Warmth", "19.8", "24.3", "9.4"),
        ("Light and warmth", "6.1", "4.9", "8.7"),
    )
    for row, texts in enumerate(cells):
        for place, text in enumerate(texts):
            pdf.text(60 + 130 * place, y + 18 + 12 * row, text)
    pdf.line(54, y + 60, 558, y + 60)


# --- a Japanese paper in one column ------------------------------------------------------------------------------


def japanese(font: str) -> None:
    """One column, no blanks between words, a heading in larger letters, numbers and names in Latin letters."""
    pdf = pdf_of()
    pdf.add_font("mincho", "", font)
    left, width = 70.0, 455.0
    pdf.set_font("mincho", "", 16)
    title = "摘みたての茶葉の冷却が香りに与える影響"
    pdf.text(297 - pdf.get_string_width(title) / 2, 80, title)
    pdf.set_font("mincho", "", 11)
    pdf.text(297 - pdf.get_string_width("湯川 注子（湯気大学）") / 2, 104, "湯川 注子（湯気大学）")
    abstract, *texts = source("japanese")[0]
    pdf.set_font("mincho", "", 11)
    pdf.text(297 - pdf.get_string_width("概要") / 2, 130, "概要")
    y = 146.0
    y = kana(pdf, abstract, left + 25, y, width - 50, 9.5) + 16
    for text in texts:
        if y > 740:
            footer(pdf)
            pdf.add_page()
            y = 80.0
        mark = len(text) - len(text.lstrip("#!|"))
        if text.startswith("#"):
            pdf.set_font("mincho", "", 15 - 2 * mark)
            y += 10
            pdf.text(left, y, text[mark:])
            y += 18
        elif text.startswith("|"):
            pdf.set_font("mincho", "", 10)
            for place, cell in enumerate(text[1:].split("|")):
                pdf.text(left + 60 + 120 * place, y, cell)
            y += 16 + 10 * (text.startswith("|毎分8.0"))
        elif text.startswith("!"):
            y += 8
            pdf.set_font("mincho", "", 9.5)
            pdf.text(297 - pdf.get_string_width(text[1:]) / 2, y, text[1:])
            y += 20
        else:
            y = kana(pdf, text, left, y, width, 10.5, "" if text.startswith("[") else "\u3000")
    footer(pdf)
    pdf.output(str(HERE / "japanese.pdf"))


def kana(pdf: FPDF, text: str, x: float, y: float, width: float, size: float, indent: str = "") -> float:
    """Lines filled letter by letter, Latin words whole, no stop at a line's beginning; the height below them."""
    pdf.set_font("mincho", "", size)
    line = indent
    for piece in re.findall(r"[A-Za-z0-9.,%]+|.", text):
        if pdf.get_string_width(line + piece) > width and piece not in "。、）」":
            pdf.text(x, y, line)
            line, y = "", y + size * 1.7
        line += piece
    pdf.text(x, y, line)
    return y + size * 1.7


def footer(pdf: FPDF) -> None:
    """The page's number between dashes."""
    pdf.set_font("mincho", "", 9)
    pdf.text(285, 810, f"- {pdf.page_no()} -")


# --- a report as a word processor makes it, under review ---------------------------------------------------------


def report() -> None:
    """Running header and footer, numbered lines, bullets, the stamp of a preprint server at the side."""
    pdf = pdf_of()
    pdf.set_font("Helvetica", "B", 16)
    pdf.text(90, 100, "Soft Crusts at Upper Loaf: Six Seconds of Steam")
    pdf.set_font("Times", "", 11)
    pdf.text(90, 122, "Barley Oats and Wren Miller, Upper Loaf Bakery")
    with pdf.rotation(90, 30, 560):
        pdf.set_font("Times", "", 18)
        pdf.text(30, 560, "arXiv:2401.99994v2 [physics.food-ph] 5 Jan 2024")
    furniture(pdf)
    pdf.set_font("Times", "B", 11)
    y, count = 150.0, 1
    pdf.text(90, y, "Abstract")
    y += 18
    for text in source("report")[0]:
        indent, body = (18.0, text[1:]) if text.startswith("*") else (0.0, text)
        heading = text.startswith("#")
        pdf.set_font("Helvetica" if heading else "Times", "B" if heading else "", 12 if heading else 11)
        y += 8 if heading else 0
        for row, (words, _, is_last) in enumerate(lines_of(pdf, body.lstrip("#"), 352 - indent)):
            if y > 770:
                pdf.add_page()
                furniture(pdf)
                y = 90.0
            pdf.set_font("Helvetica", "", 7)
            pdf.text(66 - pdf.get_string_width(str(count)), y, str(count))
            count += 1
            pdf.set_font("Helvetica" if heading else "Times", "B" if heading else "", 12 if heading else 11)
            if indent and not row:
                pdf.text(94, y, "\xb7")
            put(pdf, 90 + indent, y, words, 352 - indent, is_last)
            y += 18
        y += 6
    pdf.output(str(HERE / "report.pdf"))


def furniture(pdf: FPDF) -> None:
    """What stands on every page."""
    pdf.set_font("Helvetica", "I", 8)
    pdf.text(90, 50, "B. Oats and W. Miller")
    pdf.text(400, 50, "Soft Crusts at Upper Loaf")
    pdf.text(90, 815, "Manuscript under review - do not cite")
    pdf.text(440, 815, f"Page {pdf.page_no()} of 3")


if __name__ == "__main__":
    interleaved()
    report()
    japanese(sys.argv[1])
