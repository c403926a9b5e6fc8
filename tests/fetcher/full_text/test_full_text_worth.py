"""Which texts are worth reading as the text of a paper."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace

import pytest

from notegen.fetcher.full_text.latexml.read import read_html
from notegen.fetcher.full_text.parts import FullText, Part
from notegen.fetcher.full_text.worth import CHECKS, checks_of, misspelt, mixed_columns, problems
from notegen.records import Paper

ABSTRACT = (
    "Ferries lose their way in dense fog because lamps on the shore are hidden. We propose a lantern that blinks in a "
    "prime rhythm and measure how far it is seen. On forty crossings the lantern was seen at twice the usual distance, "
    "and no ferry was late. The rhythm costs no more oil than a steady flame."
)
PAPER = Paper(title="Lanterns in Fog: Signals for Slow Ferries", abstract=ABSTRACT)
BODY = "The keeper of the harbour writes down each crossing and every lamp that was lit on that evening. " * 30


def _read(**changes: object) -> FullText:
    parts = (Part("abstract", ABSTRACT, ("Abstract",)), Part("section", BODY, ("Introduction",), "1"))
    whole = FullText(PAPER.title, (*parts, Part("section", BODY, ("Conclusions",), "2")), ("A. Gull. Fog. 2021.",))
    return replace(whole, **changes)  # type: ignore[arg-type]


def test_a_whole_paper_has_no_problem() -> None:
    """A text with its title, abstract, body and references is worth reading."""
    assert problems(_read(), PAPER) == ()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"parts": (), "notices": ("arXiv has no HTML of this paper",)}, "arXiv has no HTML of this paper"),
        ({"parts": ()}, "there is no text"),
        ({"notices": ("the conversion to HTML broke off",)}, "the conversion to HTML broke off"),
        ({"parts": (Part("abstract", ABSTRACT),)}, "no text beside an abstract"),
        ({"parts": (Part("section", "See the PDF of this paper."),)}, "only 6 words"),
        ({"parts": (Part("abstract", ABSTRACT), Part("section", BODY[:800]))}, "hardly more than the abstract"),
        ({"parts": (Part("section", BODY + "\ufffd" * 30),)}, "characters cannot be read"),
        ({"parts": (Part("section", BODY + "\ue042" * 30),)}, "characters cannot be read"),
        ({"parts": (Part("section", BODY + "(cid:88)" * 9),)}, "characters cannot be read"),
    ],
)
def test_what_speaks_against_a_text_is_said_in_words(changes: dict[str, object], reason: str) -> None:
    """Stubs, garbage and what a source admits are named."""
    assert any(reason in problem for problem in problems(_read(**changes), PAPER))


def test_e4_a_text_without_conclusion_and_references_is_cut_off() -> None:
    """E4: a text that has neither references nor a conclusion is noticed; either is enough."""
    half = _read(references=(), parts=_read().parts[:2])
    assert any("its end is missing" in problem for problem in problems(half, PAPER))
    assert problems(replace(half, references=("A. Gull. Fog.",)), PAPER) == ()
    assert problems(_read(references=()), PAPER) == ()


def test_another_paper_s_text_is_noticed_by_title_and_abstract() -> None:
    """A text with another title whose words are not the abstract's is not the paper's."""
    other = _read(title="Sorting tea leaves", parts=(Part("section", BODY, ("Summary",)),))
    assert problems(other, PAPER) == ("its title is “Sorting tea leaves”, and the paper's abstract does not fit it",)
    untitled = replace(other, title="")
    assert problems(untitled, PAPER) == ("it has no title, and the paper's abstract does not fit it",)
    same_title = replace(other, title=PAPER.title)
    assert "of the words of the paper's abstract are in it" in problems(same_title, PAPER)[0]


def test_a_renamed_paper_is_known_by_its_abstract() -> None:
    """Another title is no fault where the words of the abstract follow each other in the text."""
    assert problems(_read(title="Blinking lamps at sea"), PAPER) == ()
    earlier = replace(PAPER, title="Blinking lamps at sea", earlier_titles=(PAPER.title,), abstract="")
    assert problems(_read(), earlier) == ()


def test_without_abstract_and_title_nothing_is_said() -> None:
    """What cannot be compared is no reason against a text."""
    assert problems(_read(title=""), replace(PAPER, abstract="")) == ()


def test_a_source_adds_its_own_check() -> None:
    """A check of one kind of source joins the others and speaks with them."""
    mixed = problems(_read(), PAPER, (*CHECKS, lambda text, paper: "its columns are mixed"))
    assert mixed == ("its columns are mixed",)


STORY = (
    "The harbour master keeps a book in which each crossing is written down with the hour and the weather. On a "
    "clear evening the lamps can be counted from the deck, and the captain compares the number with that of the "
    "week before. However, in fog nobody can see more than the first of them, so that the count is left to the "
    "keeper at the end of the pier. We asked all keepers for their books of the last ten years. Most of them had "
    "kept them in a dry place, and only two had lost a volume to the sea. The oldest entry that we could read is "
    "from the winter in which the old pier was torn down. It tells of a ferry that turned back twice because its "
    "crew took the light of a kitchen for the lamp of the harbour. Such errors are frequent in the books, and "
    "they become fewer after the lamps were painted in two colours. In this section we look at the errors of each "
    "year and ask which of them could have been avoided with a brighter lamp. The answer depends on the distance "
    "at which the lamp is first seen, and on the speed of the ferry. For slow ferries a distance of two hundred "
    "metres is enough, while a fast one needs at least twice as much. This is the reason why the rules of the "
    "harbour name a speed for each kind of weather. "
) * 3


def _in_lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)


@pytest.mark.parametrize("width", [40, 46, 52, 60])
def test_e1_sentences_put_together_across_two_columns_are_noticed(width: int) -> None:
    """E1: the lines of two columns read across are found out; the same text in its order is not."""
    lines = _in_lines(STORY, width)
    half = len(lines) // 2
    across = " ".join(line for pair in zip(lines[:half], lines[half:], strict=False) for line in pair)
    assert mixed_columns(FullText("x", (Part("section", STORY),)), PAPER) == ""
    assert "columns are mixed" in mixed_columns(FullText("x", (Part("section", across),)), PAPER)


def test_e1_only_a_pdf_is_asked_for_its_columns() -> None:
    """E1: the check belongs to the PDF's; a page of HTML has no columns."""
    assert mixed_columns in checks_of("pdf") and mixed_columns not in checks_of("html")


def test_the_invented_page_of_the_new_engine_is_too_short_and_nothing_else(page: Callable[[str], bytes]) -> None:
    """The checks take what the reader gives: a page of one paragraph is only short and without an end."""
    read = read_html(page("<div class='ltx_para'><p class='ltx_p'>One paragraph.</p></div>"))
    assert [problem[:20] for problem in problems(read, Paper(title="x"))] == [
        "it has only 2 words ",
        "it has no conclusion",
    ]


def test_letters_that_are_taken_for_others_are_noticed() -> None:
    """E2: a text whose every letter stands for another holds no everyday word; English, German and Japanese ones do."""
    english = "The keeper of the harbour writes down each of the lamps and goes home to the sea. " * 20
    german = "Der Wärter des Hafens schreibt jede Lampe auf und geht dann mit dem Buch nach Hause. " * 20
    shifted = "".join(chr(ord(char) + 1) if char.isalpha() else char for char in english)
    for text, said in ((english, False), (german, False), ("港の灯を数える。" * 200, False), (shifted, True)):
        assert bool(misspelt(FullText(parts=(Part("section", text),)), Paper("x"))) is said
