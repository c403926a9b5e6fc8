"""The TeX of a formula, tidied."""

from __future__ import annotations

import pytest

from notegen.fetcher.full_text.latexml.tex import formula, tidied


@pytest.mark.parametrize(
    ("tex", "tidy"),
    [
        ("\\displaystyle a%\n+b", "a+b"),
        (r"\frac\displaystyle x", r"\frac x"),
        ("{}^{-3}", "^{-3}"),
        (r"\phantom{0}1", "1"),
        (r"\color[rgb]{0,0.5,0}\definecolor[named]{c}{rgb}{0,0.5,0}+0.6", "+0.6"),
        (r"x=1\nonumber\label{eq:a}", "x=1"),
        (r"\text{if $x>0$}", r"\text{if \(x>0\)}"),
        (r"5\$", r"5\$"),
        ("5$", r"5\$"),
        (r"30\%", r"30\%"),
        ("x\\ ", r"x\,"),
        (r"\displaystylex", r"\displaystylex"),
    ],
)
def test_tex_keeps_what_it_says_and_loses_how_it_is_set(tex: str, tidy: str) -> None:
    """Size, colour, phantoms and wrapped lines go; numbers, signs and words stay."""
    assert tidied(tex) == tidy


@pytest.mark.parametrize(
    ("tex", "inline", "displayed"),
    [
        ("x=1.", "$x=1$.", "$$x=1$$."),
        (r"a\,\text{,}\quad", "$a$,", "$$a$$,"),
        (r"\left.x\right.", r"$\left.x\right.$", r"$$\left.x\right.$$"),
        (r"(x\right).", r"$(x\right)$.", r"$$(x\right)$$."),
        (r"x\;", "$x$ \x05", "$$x$$"),
        (r"\,\mathrm{cm}", r" $\mathrm{cm}$", r"$$\mathrm{cm}$$"),
        (",", ",", ","),
        ("", "", ""),
        ("1.5", "$1.5$", "$$1.5$$"),
    ],
)
def test_the_stop_of_a_sentence_stands_behind_its_formula(tex: str, inline: str, displayed: str) -> None:
    """A full stop or comma in the TeX ends the sentence outside the dollars; a delimiter's dot stays."""
    assert formula(tex) == inline
    assert formula(tex, display=True) == displayed


def test_a_displayed_formula_keeps_its_number() -> None:
    """The number of an equation, to which the text refers, is its tag."""
    assert formula("x=y,", display=True, number="3.2") == r"$$x=y \tag{3.2}$$,"
