"""A PDF as the parts of a paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from notegen.errors import NotegenError
from notegen.fetcher.full_text.parts import FullText
from notegen.fetcher.full_text.pdf.read import read_pdf
from notegen.fetcher.full_text.worth import PDF_CHECKS, garbled, mixed_columns, problems
from notegen.fetcher.text import sentences_of
from notegen.records import Paper

PAPERS = Path(__file__).parent / "papers"
NAMES = ("two_columns", "deep_sections", "interleaved", "japanese", "report")
Made = Callable[..., bytes]
At = Callable[..., str]
PROSE = (
    "The keeper of the harbour writes down each crossing and",
    "every lamp that was lit on that evening, and on the next",
    "morning the book is read by the captain of the ferry, who",
    "knows by then how many lamps were seen and how far away.",
)


def _paper(name: str) -> FullText:
    return read_pdf((PAPERS / f"{name}.pdf").read_bytes())


def _block(at: At, x: float, y: float, lines: tuple[str, ...] = PROSE) -> str:
    return "".join(at(x, y - 12 * row, line) for row, line in enumerate(lines))


def _body(read: FullText) -> str:
    return "\n\n".join(part.text for part in read.body)


@pytest.mark.parametrize("name", NAMES)
def test_each_paper_comes_out_as_a_reader_would_write_it(name: str, shown: Callable[[FullText], str]) -> None:
    """Sections, paragraphs, formulas, captions, tables, notes and references are as read by eye and frozen."""
    assert shown(_paper(name)) == (PAPERS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "count"), [*zip(NAMES, (42, 41, 33, 27, 26), strict=True)])
def test_each_sentence_of_the_papers_is_whole(name: str, count: int) -> None:
    """Every sentence begins and ends as one does: none is cut by a line, a column, a page or a figure."""
    texts = [sentence.text for sentence in sentences_of(_paper(name))]
    assert len(texts) == count
    assert [text for text in texts if not re.search(r"[.:;。]$", text)] == []
    assert [
        text for text in texts if not re.match(r"[A-Z\u3040-\u9fff\d]|Transformer|(?:a|the|no) \w+.*;$|no ", text)
    ] == []


def test_e1_the_columns_of_an_interleaved_file_are_read_one_after_the_other() -> None:
    """E1: a file that writes both columns row by row gives whole sentences, in the order of the columns."""
    texts = [sentence.text for sentence in sentences_of(_paper("interleaved"))]
    left = "A colony was taken to have begun its day when five bees had left within one minute."
    right = "Counters were read every ten seconds, which gives 259,200 readings per hive."
    assert texts.index(right) == texts.index(left) + 1
    assert mixed_columns(_paper("interleaved"), Paper("x")) == ""


def test_e1_columns_are_told_from_the_gaps_of_a_single_one(made_pdf: Made, at: At) -> None:
    """E1: two blocks of running text side by side are columns; a table under one column of text makes none."""
    rows = "".join(_block(at, x, y) for y in (700, 640, 580) for x in (54, 312))
    assert [text.split(".")[0][-4:] for text in _body(read_pdf(made_pdf(rows))).split("\n\n")].count("away") >= 1
    assert "crossing and every lamp" in _body(read_pdf(made_pdf(rows)))
    wide = tuple(f"{line} {line}" for line in PROSE)
    table = "".join(at(x, 560 - 12 * row, f"{row}.{x}") for row in range(12) for x in (80, 240, 400))
    single = read_pdf(made_pdf(_block(at, 54, 700, wide) + at(54, 590, "Table 1: Lamps.") + table))
    assert [part.kind for part in single.parts] == ["section", "caption", "table"]
    assert single.parts[2].text.split("\n")[1] == "1.80 | 1.240 | 1.400"


def test_e2_a_broken_extraction_is_said_to_be_one(made_pdf: Made, at: At) -> None:
    """E2: letters that the file maps to none are counted as unreadable, and the text is not taken for a good one."""
    page = "".join(_block(at, 72, 700 - 60 * row) for row in range(8))
    assert garbled(read_pdf(made_pdf(page)), Paper("x")) == ""
    unknown = "<< /Type /Encoding /Differences [97 /uniE001 /uniE002 /uniE003 /uniE004 /uniE005] >>"
    assert "of its characters cannot be read" in garbled(read_pdf(made_pdf(page, encoding=unknown)), Paper("x"))


def test_e3_ligatures_are_letters_and_divided_words_are_whole() -> None:
    """E3: "efficient", set with a ligature, is found as it is typed; a word divided at a line's end is one word."""
    text = _body(_paper("two_columns")) + _paper("two_columns").parts[0].text
    for word in ("efficient", "sufficiently", "difficulty", "affected", "Offloading", "official", "significantly"):
        assert word in text
    assert not re.search("[\ufb00-\ufb06\ufffe\u00ad\x02]", text)
    assert "signals overlap" in text and "Tidewise, a state-of-the-art scheduler" in text


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("The lamp is signifi-", "cantly brighter than before.", "significantly"),
        ("The lamp is a well-", "known one in this harbour.", "well-known"),
        ("It was lit by the GPT-", "4 model of the harbour.", "GPT-4"),
        ("It is a Transformer-", "Based lamp of the harbour.", "Transformer-Based"),
        ("This is a state-of-", "the-art lamp of the harbour.", "state-of-the-art"),
        ("The page is http://fog.example/lamp/", "list.html in this harbour.", "http://fog.example/lamp/list.html"),
        ("It took place in 1998\u2013", "2004, at the harbour.", "1998\u20132004"),
    ],
)
def test_words_divided_at_the_end_of_a_line(first: str, second: str, whole: str, made_pdf: Made, at: At) -> None:
    """A hyphen of the line's end goes, one of the word's own stays; addresses and ranges go on without a blank."""
    assert whole in _body(read_pdf(made_pdf(_block(at, 72, 700, (*PROSE, first, second, *PROSE)))))


def test_a_divided_word_is_as_the_paper_writes_it_elsewhere(made_pdf: Made, at: At) -> None:
    """What the paper writes within a line decides on the hyphen of a divided word."""
    lines = ("The lamp-post stands at the quay and the lighthouse too.", "They mend the lamp-", "post and the light-")
    text = _body(read_pdf(made_pdf(_block(at, 72, 700, (*PROSE, *lines, "house on every evening of the year.")))))
    assert "mend the lamp-post and the lighthouse on" in text


def test_what_stands_around_the_text_is_left_out(shown: Callable[[FullText], str]) -> None:
    """Running heads, page numbers, line numbers, the stamp at the side and the authors are no text."""
    for name in ("report", "two_columns", "deep_sections", "japanese"):
        text = shown(_paper(name))
        gone = r"arXiv:2401|arXiv:2609|under review|Page \d|^\d+$|- 1 -|Oats and W\.|Bo Tern|Barley|Emil Fen|湯川"
        assert re.findall(gone, text, re.MULTILINE) == []
        assert not re.search(r"Knots that Hold\b(?!: A Bound)", text)


def test_what_nobody_sees_is_left_out(made_pdf: Made, at: At) -> None:
    """White, tiny, unpainted, clipped-off and transparent words for machines are no text of the paper."""
    hidden = (
        at(72, 500, "WHITE words for machines", first="1 1 1 rg"),
        at(72, 480, "TINY words for machines", size=1),
        at(72, 460, "UNPAINTED words for machines", first="3 Tr"),
        at(-300, 440, "OUTSIDE words for machines"),
        at(72, -40, "BELOW words for machines"),
    )
    text = _body(read_pdf(made_pdf(_block(at, 72, 700) + "".join(hidden) + _block(at, 72, 400))))
    assert re.findall("WHITE|TINY|UNPAINTED|OUTSIDE|BELOW", text) == []
    assert text.count("The keeper") == 2


def test_formulas_keep_their_characters() -> None:
    """Raised figures, fractions and indices stay in their sentence; no figure of an exponent joins its base."""
    text = _body(_paper("two_columns")) + _body(_paper("deep_sections"))
    for formula in (
        "C ≤ 10⁻³",
        "with n² for n",
        "dT/dx ≤ −µ/r1 T(x)",
        "T(x) ≤ we^(−µx/r1)",
        "max(0, s − |ti − tj|)/(1 + dij²)",
    ):
        assert formula in text


def test_a_paragraph_goes_on_over_columns_and_pages(made_pdf: Made, at: At) -> None:
    """Half a sentence at the foot of a page and the rest on the next are one, whatever stands between them."""
    first = _block(at, 72, 400, (*PROSE, "The ferry that came last was seen by all the keepers of the")) + at(
        300, 40, "7"
    )
    second = (
        at(300, 760, "Lamps and ferries") + _block(at, 72, 700, ("harbour of the island.", *PROSE)) + at(300, 40, "8")
    )
    third = at(300, 760, "Lamps and ferries") + _block(at, 72, 700) + at(300, 40, "9")
    text = _body(read_pdf(made_pdf(first, second, third)))
    assert "by all the keepers of the harbour of the island." in text
    assert "Lamps and ferries" not in text and not re.search(r"\b[789]\b", text)


def test_a_page_on_its_side_is_read(made_pdf: Made) -> None:
    """A page whose writing runs upwards is turned, and read like any other."""
    lines = "".join(f"BT /F1 10 Tf 0 1 -1 0 {100 + 12 * row} 72 Tm ({line}) Tj ET\n" for row, line in enumerate(PROSE))
    assert _body(read_pdf(made_pdf(lines))) == " ".join(PROSE)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"<html>", "it is no PDF"),
        (b"%PDF-1.7\n", "it is broken or no PDF"),
        (b"%PDF-1.7\n" + b"\0" * 5000, "it is broken or no PDF"),
        (b"x" * 80_000_001, "larger than 80 MB"),
    ],
)
def test_what_is_no_pdf_is_refused_in_one_line(data: bytes, why: str) -> None:
    """Empty, cut, foreign and huge files say what is wrong and what to do."""
    with pytest.raises(NotegenError, match=why) as caught:
        read_pdf(data)
    assert str(caught.value).startswith("the PDF cannot be read: ")
    assert caught.value.next_step and "\n" not in str(caught.value)


def test_a_locked_pdf_is_refused(made_pdf: Made, at: At) -> None:
    """A file that asks for a password says so."""
    locked = "<< /Filter /Standard /V 1 /R 2 /O <{0}> /U <{0}> /P -4 >>".format("41" * 32)
    data = made_pdf(at(72, 700, "Secret")).replace(
        b"/Root 1 0 R", f"/Root 1 0 R /Encrypt {locked} /ID [<41><41>]".encode()
    )
    with pytest.raises(NotegenError, match="locked with a password"):
        read_pdf(data)


def test_a_pdf_without_pages_is_refused(made_pdf: Made) -> None:
    """A file with no page has nothing to read, and says so."""
    with pytest.raises(NotegenError, match="no pages|broken"):
        read_pdf(made_pdf())


def test_a_scan_says_that_it_is_one(made_pdf: Made) -> None:
    """Pages that are pictures give no text, and the reason."""
    read = read_pdf(made_pdf("0 0 612 792 re f", "0 0 612 792 re f"))
    assert read.parts == () and read.notices == ("its pages are pictures without text (a scan)",)
    assert problems(read, Paper("x"), PDF_CHECKS) == read.notices


def test_a_cut_file_is_read_as_far_as_it_goes_or_refused() -> None:
    """A PDF that breaks off anywhere is an error of ours or a shorter text, never another exception."""
    data = (PAPERS / "report.pdf").read_bytes()
    for share in (0.1, 0.4, 0.7, 0.95):
        try:
            read_pdf(data[: int(len(data) * share)])
        except NotegenError as error:
            assert "broken" in error.why


def test_a_long_pdf_is_read_to_its_six_hundredth_page(made_pdf: Made, at: At) -> None:
    """What is left out of a very long file is said."""
    read = read_pdf(made_pdf(*[at(72, 700, "Lamps are lit.")] * 602))
    assert read.notices[0] == "only the first 600 of its 602 pages were read"


def test_no_letter_of_a_page_is_lost_or_doubled(made_pdf: Made, at: At) -> None:
    """Lines that lie over each other, in one place, upside down or beyond all order keep every letter once."""
    scattered = [(f"lamp{number:03}", (number * 37) % 500 + 50, (number * 91) % 600 + 80) for number in range(120)]
    page = "".join(at(x, y, word) for word, x, y in scattered)
    found = re.findall(r"lamp\d{3}", " ".join(part.text for part in read_pdf(made_pdf(page)).parts))
    assert sorted(found) == sorted(word for word, _, _ in scattered)


def _note(at: At, mark: str, text: str, y: float = 60) -> str:
    return at(72, y + 3, mark, size=5) + at(75, y, text, size=7.5)


def test_footnotes_stand_apart_and_their_marks_are_gone(made_pdf: Made, at: At) -> None:
    """A small note at the foot of a page is a footnote; in the text its mark is left out, that of a square is kept."""
    line = at(72, 652, "The cost is n") + at(124, 655.5, "2", size=7) + at(130, 652, "for each lamp.")
    above = _block(at, 72, 700) + line + at(187, 655.5, "2", size=7)
    read = read_pdf(made_pdf(above + _note(at, "2", "Two lamps were lost at sea.") + at(300, 30, "1")))
    assert [(part.number, part.text) for part in read.parts if part.kind == "footnote"] == [
        ("2", "Two lamps were lost at sea.")
    ]
    assert _body(read).endswith("The cost is n\u00b2 for each lamp.")


def test_entries_of_the_bibliography_keep_their_numbers(made_pdf: Made, at: At) -> None:
    """An entry loses its label and nothing else; one that goes over two lines is one."""
    entries = ("[1] A. Gull. Fog, number 3. Small Press,", "2001.", "[2] B. Tern. Lamps. Quay Press, 1999.")
    page = _block(at, 72, 700) + at(72, 620, "References", font="F2", size=14) + _block(at, 72, 600, entries)
    read = read_pdf(made_pdf(page))
    assert read.references == ("A. Gull. Fog, number 3. Small Press, 2001.", "B. Tern. Lamps. Quay Press, 1999.")
    assert "Small Press" not in _body(read)


def test_headings_are_told_from_bold_commands(made_pdf: Made, at: At) -> None:
    """A numbered or bold line is a heading with its level; a bold command is text."""
    lines = [
        ("1 Lamps", 700),
        ("1.1 Oil lamps", 620),
        ("install --lamp /dev/oil", 540),
        ("Remarks", 460),
        ("2 Fog", 380),
    ]
    page = "".join(
        at(72, y, line, font="F2", size=10 if "-" in line else 12) + _block(at, 72, y - 20) for line, y in lines
    )
    read = read_pdf(made_pdf(page))
    assert [(part.number, part.titles) for part in read.body] == [
        ("1", ("Lamps",)),
        ("1.1", ("Lamps", "Oil lamps")),
        ("", ("Remarks",)),
        ("2", ("Fog",)),
    ]
    assert "install --lamp /dev/oil" in read.body[1].text


def test_the_letters_behind_the_picture_of_a_scan_are_read(made_pdf: Made, at: At) -> None:
    """A scanned page whose words were recognised has them unpainted behind its picture, and they are its text."""
    picture = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q\n"
    words = "".join(at(72, 700 - 12 * row, line, first="3 Tr") for row, line in enumerate(PROSE))
    assert _body(read_pdf(made_pdf(picture + words))) == " ".join(PROSE)


def test_ragged_columns_are_not_taken_for_wide_lines(made_pdf: Made, at: At) -> None:
    """A line of the left column that ends near the right one does not join it."""
    left = ("The keeper writes down each crossing", "and every lamp that was lit on that evening in the year",
            "or on the next, and the book", "is read by the captain of a ferry, who")  # fmt: skip
    rows = "".join(_block(at, x, y, left if x < 100 else PROSE) for y in (700, 640, 580) for x in (54, 312))
    text = _body(read_pdf(made_pdf(rows)))
    assert text.count("in the year or on the next") == 3
    assert text.rindex("captain of a ferry") < text.index("The keeper of the harbour")


def test_a_sentence_that_names_a_figure_is_no_caption(made_pdf: Made, at: At) -> None:
    """A line that begins with "Figure 3." in the middle of a sentence belongs to it."""
    lines = (
        *PROSE,
        "The lamps of the harbour are those which are shown in",
        "Figure 3. All of them were lit in that year.",
    )
    read = read_pdf(made_pdf(_block(at, 72, 700, (*lines, *PROSE))))
    assert [part.kind for part in read.parts] == ["section"]
    assert "are shown in Figure 3. All of them" in _body(read)


def test_authors_beside_each_other_are_no_text_of_the_columns(made_pdf: Made, at: At) -> None:
    """What stands below the title over both columns is the front, and the sentence that goes over into the right one
    stays whole.
    """
    title = at(120, 740, "Lamps of the Harbour, Counted by Night and by Day", 16)
    authors = "".join(at(x, 715, name, 12) + at(x + 2, 700, where) for x, name, where in (
        (120, "Ada Kelp", "School of Tides"), (390, "Bo Tern", "Bureau of Lamps")))  # fmt: skip
    left = at(54, 660, "1 Introduction", 12, "F2") + _block(
        at, 54, 644, (*PROSE * 3, "The book of the harbour was kept by")
    )
    right = _block(at, 312, 670, ("Mira until the ferry sank.", *PROSE * 3))
    read = read_pdf(made_pdf(title + authors + left + right))
    assert "The book of the harbour was kept by Mira until the ferry sank." in _body(read)
    assert "Tern" not in _body(read) and "Lamps" not in _body(read)
    assert {part.titles for part in read.parts} == {("Introduction",)}


def test_three_columns_are_read_one_after_the_other(made_pdf: Made, at: At) -> None:
    """A page in three columns gives whole sentences in the order of the columns."""
    lines = ("The keeper of the harbour writes", "down each crossing and each of", "the lamps, and the captain reads",
             "the book on the next morning.")  # fmt: skip
    page = "".join(
        at(x, 720 - 12 * row, line.replace("keeper", f"keeper {name}"), 9)
        for row, line in enumerate(lines * 6)
        for x, name in ((40, "one"), (220, "two"), (400, "six"))
    )
    sentences = [sentence.text for sentence in sentences_of(read_pdf(made_pdf(page)))]
    assert [re.findall("one|two|six", text) for text in sentences] == [["one"]] * 6 + [["two"]] * 6 + [["six"]] * 6
    assert all(text.endswith("next morning.") for text in sentences)


def test_white_letters_on_a_dark_ground_are_read(made_pdf: Made, at: At) -> None:
    """White letters can be seen on a dark bar and nowhere else."""
    bar = "q 0.1 0.2 0.5 rg 50 595 500 20 re f Q\n"
    white = at(54, 600, "Nine lamps were lit.", first="1 1 1 rg") + at(54, 560, "Buy more lamps.", first="1 1 1 rg")
    body = _body(read_pdf(made_pdf(_block(at, 54, 700) + bar + white)))
    assert "Nine lamps were lit." in body
    assert "Buy" not in body


def test_numbers_at_every_fifth_line_are_no_text(made_pdf: Made, at: At) -> None:
    """Few numbers of lines on each of several pages are taken away as many are."""
    pages = [
        _block(at, 90, 700, PROSE * 4)
        + "".join(at(60, 700 - 60 * each - 48, str(15 * page + 5 * each + 5)) for each in range(3))
        for page in range(3)
    ]
    assert re.search(r"\d", _body(read_pdf(made_pdf(*pages)))) is None


def test_the_steps_of_an_algorithm_do_not_break_into_a_sentence(made_pdf: Made, at: At) -> None:
    """An algorithm at the top of a page is a listing, line by line; the sentence goes on below it."""
    first = _block(at, 54, 100, ("The lamps of the harbour were counted every evening by the old", "keeper, who was"))
    steps = ("1: for each lamp do", "2: light it", "3: end for")
    second = "".join(at(54, 740 - 10 * row, line, 8) for row, line in enumerate(steps))
    read = read_pdf(made_pdf(_block(at, 54, 700) + first, second + _block(at, 54, 680, ("paid by Mira.", *PROSE))))
    assert "keeper, who was paid by Mira." in _body(read)
    assert [part.text for part in read.parts if part.kind == "listing"] == ["\n".join(steps)]


def test_a_notice_without_a_mark_does_not_break_into_a_sentence(made_pdf: Made, at: At) -> None:
    """Small lines at the foot of a column in the middle of a sentence are a footnote."""
    first = (*PROSE, "The book of the harbour was kept by the old and patient")
    notice = at(60, 600, "Printed with the leave of the harbour.", 8)
    read = read_pdf(
        made_pdf(_block(at, 54, 700, first) + notice, _block(at, 54, 700, ("Mira until she left.", *PROSE)))
    )
    assert "by the old and patient Mira until she left." in _body(read)


def test_an_item_that_a_page_cuts_is_no_heading(made_pdf: Made, at: At) -> None:
    """The full first line of a numbered item stays text, though its number is the next one."""
    head = at(54, 720, "1 Lamps", 12, "F2") + _block(at, 54, 700)
    item = at(54, 640, "2. Mira Kelp and her two sons count each of the lamps on the")
    read = read_pdf(made_pdf(head + item, _block(at, 54, 700, ("old harbour.", *PROSE))))
    assert {part.titles for part in read.parts} == {("Lamps",)}


def test_the_lines_of_a_hanging_caption_stay_together(made_pdf: Made, at: At) -> None:
    """A caption whose further lines begin behind its label is one sentence."""
    hanging = at(54, 620, "Table 1: The lamps that were seen from the ferry by the old") + at(
        100, 608, "keeper in June."
    )
    read = read_pdf(made_pdf(_block(at, 54, 700) + hanging + _block(at, 54, 560)))
    assert "Table 1: The lamps that were seen from the ferry by the old keeper in June." in [
        part.text for part in read.parts if part.kind == "caption"
    ]


@pytest.mark.parametrize(("places", "quotes"), [((11, 12, 13, 14, 15), (92, 34)), ((27, 28, 29, 30, 31), (16, 17))])
def test_letters_of_bitmap_fonts_are_read_by_their_places(
    places: tuple[int, ...], quotes: tuple[int, int], bitmap_pdf: Made
) -> None:
    """Fonts without names (Type 3) hold ligatures and quotes at TeX's places; their words come out whole."""
    ff, fi, fl, ffi, ffl = map(chr, places)
    opened, closed = map(chr, quotes)
    text = f"The {fi}nal o{ff}er was {opened}su{ffi}cient{closed} for every {fl}ag that ru{ffl}ed."
    assert _body(read_pdf(bitmap_pdf(text))) == "The final offer was “sufficient” for every flag that ruffled."
