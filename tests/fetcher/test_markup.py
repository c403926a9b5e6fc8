"""Titles and abstracts as publishers deposit them become plain text."""

from __future__ import annotations

import time

import pytest

from notegen.fetcher.sources.markup import abstract_text, plain_text

TWICE = """by <jats:inline-formula><jats:alternatives><jats:tex-math>\\documentclass{minimal}\\begin{document}
    $$x^{2}<3$$\\end{document}</jats:tex-math><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup>
    </mml:math></jats:alternatives></jats:inline-formula>."""
POWER = """<mml:math display="inline"><mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>\u2212</mml:mo><mml:mn>3</mml:mn>
    </mml:mrow></mml:msup></mml:math> m"""
PARTED = """<jats:title>Abstract</jats:title> <jats:sec><jats:title>Objective</jats:title> <jats:p>To glow.</jats:p>
    </jats:sec><jats:sec><jats:title>Results:</jats:title><jats:p>It does.</jats:p></jats:sec>"""


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "<i>In vivo</i> CO<sub>2</sub>, 1<sup>st</sup> of 10<sup>-3</sup> Ca<sup>2+</sup>",
            "In vivo CO2, 1st of 10⁻³ Ca²⁺",
        ),
        ("&lt;i&gt;E. coli&lt;/i&gt; R&amp;amp;D, p&amp;lt;0.05 Salt&lter", "E. coli R&D, p<0.05 Salt&lter"),
        ("a<b and c>d, List<T>, x < y", "a<b and c>d, List<T>, x < y"),
        (TWICE, "by $x^{2}<3$."),
        (POWER, "10⁻³ m"),
        ("a<script>alert(1)</script>b<!-- c --><style>d</style>", "a b"),
        ("a<script>never closed", "a"),
        ("zero\u200bwidth\u202e \ud800turned", "zerowidth turned"),
        (7, ""),
        (["<b>a</b>"], ""),
        ("x" * 300_000, ""),
    ],
)
def test_markup_becomes_text(markup: object, text: str) -> None:
    """Tags of JATS, MathML and HTML go, numbers keep their exponents, formulas come once, and a sign < stays one."""
    assert plain_text(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<jats:title>ABSTRACT</jats:title><jats:p>We glow.</jats:p>", "We glow."),
        (PARTED, "Objective: To glow. Results: It does."),
        ("Abstract: We glow.", "We glow."),
        ("Abstract We glow.", "We glow."),
        ("Abstract Interpretation of lamps is sound.", "Abstract Interpretation of lamps is sound."),
        ("要旨：灯る。", "灯る。"),
        (None, ""),
    ],
)
def test_an_abstract_begins_with_itself(markup: object, text: str) -> None:
    """The heading "Abstract" is no sentence of the paper; the headings of its parts open them."""
    assert abstract_text(markup) == text


@pytest.mark.parametrize(
    "piece", ["<script>", "<alternatives>", "<title>", "<a ", '<a b="" ', "<mml:msup><mml:mi>", "&amp;"]
)
def test_markup_made_to_be_slow(piece: str) -> None:
    """Hostile markup of the largest size is read in the blink of an eye."""
    started = time.process_time()
    plain_text(piece * (200_000 // len(piece)))

    assert time.process_time() - started < 2
