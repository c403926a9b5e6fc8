"""A page of LaTeXML as the parts of a paper."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.errors import NotegenError
from notegen.fetcher.full_text.latexml.read import read_html
from notegen.fetcher.full_text.parts import FullText

PAGES = Path(__file__).parent / "pages"
Page = Callable[[str], bytes]
TextOf = Callable[[str], str]


@pytest.mark.parametrize("name", ["old_engine", "new_engine"])
def test_each_construct_of_both_engines_comes_out_as_a_reader_would_write_it(
    name: str, shown: Callable[[FullText], str]
) -> None:
    """Sections, formulas, notes, captions, tables, lists, listings and references are as read by eye and frozen."""
    read = read_html((PAGES / f"{name}.html").read_bytes())
    assert shown(read) == (PAGES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["old_engine", "new_engine"])
def test_e8_the_frame_of_a_page_never_reaches_the_text(name: str, shown: Callable[[FullText], str]) -> None:
    """E8: nav, footer, licence, alerts, authors' block, scripts, conversion errors and hidden words are left out."""
    text = shown(read_html((PAGES / f"{name}.html").read_bytes()))
    frame = "LEAK|License|CC BY|watermark|NAVIGATION|FOOTER|Generated|Contents|KEYWORD|Quill|Bo Tide|fogmacro|Report"
    assert not re.findall(frame, text)
    assert "footnotemark" not in text and "Cited by" not in text and "Node label" not in text


def test_e8_the_frame_of_ar5iv_is_left_behind() -> None:
    """E8: buttons, report links and the date of conversion around a page of ar5iv are no text."""
    page = """<html><body><div class="ltx_page_main"><div class="ltx_page_content">
    <article class="ltx_document"><div class="ltx_para"><p class="ltx_p">The tide is low.</p></div></article>
    </div><div class="ar5iv-footer"><a href="/feeling_lucky" class="ar5iv-footer-button">Feeling lucky?</a>
    <a class="ar5iv-footer-button ar5iv-severity-warning" href="/log/1">Conversion report</a></div>
    <footer class="ltx_page_footer"><div class="ltx_page_logo">Generated on Thu by LaTeXML</div></footer>
    </div></body></html>"""
    read = read_html(page.encode())
    assert [part.text for part in read.parts] == ["The tide is low."] and read.notices == ()


def test_e8_a_formula_is_read_once(text_of: TextOf) -> None:
    """E8: presentation, content and TeX of a formula give one formula."""
    formula = (
        '<math class="ltx_Math" alttext="x^{2}" display="inline"><semantics><msup><mi>x</mi><mn>2</mn></msup>'
        '<annotation-xml encoding="MathML-Content"><apply><ci>x</ci><cn>2</cn></apply></annotation-xml>'
        '<annotation encoding="application/x-tex">x^{2}</annotation></semantics></math>'
    )
    assert text_of(f"Let {formula} be.") == "Let $x^{2}$ be."


def test_e4_a_page_that_breaks_off_says_so(page: Page) -> None:
    """E4: a page without its end, and one whose conversion failed, carry a notice; a whole page carries none."""
    body = '<section class="ltx_section"><div class="ltx_para"><p class="ltx_p">Half a text.</p></div></section>'
    fatal = """<div class="ltx_document"><div class="ltx_para"><div class="ltx_p"><span class="ltx_ERROR">
    Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or damaged.
    </span></div></div></div>"""
    assert read_html(page(body)).notices == ()
    assert read_html(page(body)[:-20]).notices == ("the page breaks off",)
    broken = read_html(page(body + fatal))
    assert broken.notices == ("the conversion to HTML broke off",)
    assert [part.text for part in broken.parts] == ["Half a text."]


@pytest.mark.parametrize(
    ("page", "notice"),
    [
        (b"<html><head><title>No content available</title></head><body>No content available</body></html>", "content"),
        (b"<html><body><h1>404</h1><p>2301.1 does not have an HTML version.</p></body></html>", "no HTML"),
        (b"<html><body><p>HTML is not available for the source.</p></body></html>", "no HTML"),
        (b"<html><body><nav>Home</nav><p>Buy our shoes.</p><script>x()</script></body></html>", "no paper"),
        (b"<html><body><article class='ltx_document'></article></body></html>", "no text"),
        (b"<html></html>", "no paper"),
        (b"  \n", "empty"),
        (b"", "empty"),
        (b"\0\0\0", "empty"),
        (bytes(range(256)) * 40, "no paper"),
    ],
)
def test_e6_a_page_without_a_paper_gives_no_parts_and_the_reason(page: bytes, notice: str) -> None:
    """E6: what is no paper (no HTML version, another site, nothing, bytes) is empty with its reason, no error."""
    read = read_html(page)
    assert read.parts == () and read.references == ()
    assert len(read.notices) == 1 and notice in read.notices[0]


@pytest.mark.parametrize(
    ("paragraph", "text"),
    [
        ("in Fig.\u00a0<a class='ltx_ref'>3</a>, and", "in Fig. 3, and"),
        ("the set\n<math alttext='S'/>,\nwhich", "the set $S$, which"),
        ("known <cite class='ltx_cite'>[<a>1</a>,\n<a>2</a>]</cite>.", "known [1, 2]."),
        ("a note <span class='ltx_note ltx_role_footnote'>x</span> .", "a note."),
        ("an error <span class='ltx_ERROR'>\\x</span> , gone", "an error, gone"),
        ("so <math alttext='x=1.'/> We", "so $x=1$. We"),
        ("a <math alttext='5\\,'/>cm", "a $5$ cm"),
        ("<math alttext='5\\,'/>.", "$5$."),
        ("10<sup>3</sup> and 2<sup>nd</sup> and x<sup>a</sup>", "10³ and 2nd and x^a"),
        ("<q>word</q>", "“word”"),
        ("costs $5 and <math alttext='x'/>", r"costs \$5 and $x$"),
        ("ﬁne\u00ad text\u200b", "fine text"),
        ("霧の<span class='ltx_note ltx_role_footnote'>註</span>灯", "霧の灯"),
        ("<math alttext=''><mi>a</mi><mo>\u2062</mo><mi>b</mi></math>", "$ab$"),
        ("<img class='ltx_Math' alt='y^2'> is", "$y^2$ is"),
        (
            "<span class='ltx_tabular'><span class='ltx_tr'><span class='ltx_td'>one</span></span></span> cell",
            "one cell",
        ),
        ("<span style='visibility:hidden'>no</span>yes", "yes"),
        ("<span style='background:black;color:white'>seen</span>", "seen"),
        ("<span class='ltx_text' hidden>no</span>yes", "yes"),
    ],
)
def test_blanks_and_signs_of_a_sentence_are_right(paragraph: str, text: str, text_of: TextOf) -> None:
    """No blank stands before a stop, none is missing, and what nobody sees is not read."""
    assert text_of(paragraph) == text


def test_a_display_formula_goes_on_in_its_paragraph_and_a_new_paragraph_does_not(page: Page) -> None:
    """Text before and after a displayed formula is one paragraph; what begins anew is another."""
    equation = "<table class='ltx_equation'><tr><td><math alttext='x=y,' display='block'/></td></tr></table>"
    body = (
        f"<div class='ltx_para'><p class='ltx_p'>We have</p>{equation}<p class='ltx_p'>where y.</p></div>"
        f"<div class='ltx_para'>{equation}</div><div class='ltx_para'><p class='ltx_p'>New.</p></div>"
    )
    assert read_html(page(body)).body[0].text == "We have $$x=y$$, where y. $$x=y$$,\n\nNew."


def test_references_without_marked_entries_are_taken_by_paragraph(page: Page) -> None:
    """A section called References is no text, even where its entries are plain paragraphs."""
    body = (
        "<section class='ltx_section'><h2 class='ltx_title ltx_title_section'>References</h2>"
        "<div class='ltx_para'><p class='ltx_p'>[1] A. Fen. Reeds.</p></div>"
        "<div class='ltx_para'><p class='ltx_p'>[2] B. Moor. Peat.</p></div></section>"
    )
    read = read_html(page(body))
    assert read.references == ("[1] A. Fen. Reeds.", "[2] B. Moor. Peat.") and read.parts == ()


def test_a_cell_over_several_rows_and_columns_keeps_the_columns(page: Page) -> None:
    """Each number stays in its column below a head that spans and beside a label that hangs down."""
    body = (
        "<table class='ltx_tabular'><tr><th rowspan='2'>m</th><th colspan='2'>head</th><th>z</th></tr>"
        "<tr><td>a</td><td>b</td><td>c</td></tr><tr><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>"
    )
    (table,) = read_html(page(body)).parts
    assert table.kind == "table" and table.text == "m | head |  | z\n | a | b | c\n1 | 2 | 3 | 4"


def _pages_in(encoding: str, declared: str = "") -> bytes:
    text = f"<html><head><meta charset='{declared}'></head><body><article class='ltx_document'>"
    return f"{text}<p class='ltx_p'>霧の中で naïve 灯火</p></article></body></html>".encode(encoding)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", ""), ("utf-8-sig", ""), ("utf-16", ""), ("euc_jis_2004", "euc_jis_2004"), ("utf-8", "UTF-8")],
)
def test_a_page_is_read_in_its_encoding(encoding: str, declared: str) -> None:
    """The byte order mark, else the declared encoding, else UTF-8 decides."""
    assert read_html(_pages_in(encoding, declared)).parts[0].text == "霧の中で naïve 灯火"


@pytest.mark.parametrize("declared", ["utf-16", "rot13", "base64", "no-such", "idna", "unicode_escape"])
def test_a_false_encoding_is_no_error(declared: str) -> None:
    """A declared encoding that cannot be does not stop the reading."""
    assert "na" in read_html(_pages_in("utf-8", declared)).parts[0].text


def test_an_undeclared_encoding_leaves_replacement_characters() -> None:
    """Bytes that are no UTF-8 become U+FFFD, which the checks on a text notice."""
    page = "<html><body><article class='ltx_document'><p class='ltx_p'>霧の中</p></article></body></html>"
    assert "\ufffd" in read_html(page.encode("cp932")).parts[0].text


@pytest.mark.parametrize("page", [b"<div>" * 100_000, b"<span>" * 1_600_000, b"<table><tr><td>" * 100_000])
def test_elements_nested_too_deep_are_a_clear_error(page: bytes) -> None:
    """A hundred thousand nested tags end in a sentence, at once."""
    with pytest.raises(NotegenError, match="nested too deep"):
        read_html(page)


@pytest.mark.parametrize(("page", "why"), [(b"%PDF-1.7 x", "PDF"), (b"x" * 40_000_001, "40 MB")])
def test_what_is_no_page_is_a_clear_error(page: bytes, why: str) -> None:
    """A PDF and a page beyond measure are named, with the next step."""
    with pytest.raises(NotegenError, match=why) as told:
        read_html(page)
    assert told.value.next_step


@pytest.mark.parametrize(
    "piece",
    [
        '<div class="ltx_para"><p class="ltx_p">A few words in a row. </p></div>',
        '<math alttext="x">x</math>, ',
        'a<span class="ltx_note ltx_role_footnote">b</span>',
        '<span class="ltx_ERROR">e</span>' + " " * 50,
        "<br>",
        "</span>",
        '<table class="ltx_equation"><tr><td><math alttext="x">x</math></td></tr></table>',
        '<table class="ltx_tabular"><tr><td colspan="9999" rowspan="9999">a</td></tr><tr><td>c</td></tr></table>',
    ],
)
def test_a_page_of_two_megabytes_of_one_thing_is_read_in_bounded_time(piece: str, page: Page) -> None:
    """Nothing repeated without end makes the reading slow."""
    began = time.process_time()
    read_html(page(piece * (2_000_000 // len(piece))))
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "tex", ["~", "$", r"\color[", r"\phantom{", "%  ", r"\hspace{", r"\displaystyle", "{}", ".", r"\,"]
)
def test_a_formula_of_half_a_megabyte_is_read_in_bounded_time(tex: str, text_of: TextOf) -> None:
    """No TeX makes the tidying slow."""
    began = time.process_time()
    text_of(f'x <math alttext="{tex * (500_000 // len(tex))}">y</math> z')
    assert time.process_time() - began < 5


_CLASSES = """ltx_section ltx_appendix ltx_subsection ltx_abstract ltx_paragraph ltx_theorem ltx_title ltx_para ltx_p
    ltx_text ltx_item ltx_itemize ltx_tag ltx_equation ltx_eqn_row ltx_tabular ltx_tr ltx_td ltx_listing ltx_listingline
    ltx_caption ltx_figure ltx_picture ltx_biblist ltx_bibitem ltx_bibblock ltx_sup ltx_inline-block"""
_ELEMENT = st.tuples(
    st.sampled_from(["div", "span"]), st.sampled_from([*_CLASSES.split(), "ltx_note ltx_role_footnote"])
)
_NODES = st.recursive(
    _ELEMENT.map(lambda element: (*element, ())),
    lambda nodes: st.builds(lambda element, inner: (*element, tuple(inner)), _ELEMENT, st.lists(nodes, max_size=4)),
    max_leaves=15,
)


def _html(node: object, counter: Counter[str]) -> str:
    tag, classes, children = node  # type: ignore[misc]
    counter["words"] += 1
    own = f"word{counter['words']}end "
    return f"<{tag} class='{classes}'>{own}{''.join(_html(child, counter) for child in children)}</{tag}> "


@given(st.lists(_NODES, min_size=1, max_size=4))
def test_nothing_is_read_twice(nodes: list[object]) -> None:
    """Whatever lies in whatever, no word of a page comes out more than once."""
    counter: Counter[str] = Counter()
    body = "".join(_html(node, counter) for node in nodes)
    read = read_html(f"<html><body><article class='ltx_document'>{body}</article></body></html>".encode())
    titles = {part.titles[-1] for part in read.parts if part.titles}
    numbers = {part.number for part in read.parts}
    text = " ".join([read.title, *titles, *numbers, *(part.text for part in read.parts), *read.references])
    words = re.findall(r"word\d+end", text)
    assert len(words) == len(set(words))
