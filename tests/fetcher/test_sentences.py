"""Cutting running text into sentences."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.sentences import split_sentences

WHOLE = [
    "Kites fly higher (cf. Sec. 3.2, Fig. 4 and Eqs. 5 and 6) than boats do.",
    "We follow Mori et al. (2019) and Sato et al. [3] here.",
    "Ropes, e.g. nylon, i.e. plastic, vs. hemp, hold approx. 5 kg w.r.t. wind.",
    "Version v2.1.3 is 1.5 times faster than No. 7 was.",
    "J. A. Mori and K. He of Kite Inc. built the U.S. kite.",
    "We have: (1) a kite; (2) a rope; (3) a reel.",
    "Let $f(x) = 1. A$ and \\(g. B\\) be two kites.",
    "See https://kite.example/a.b?c=d. for more",
    "He said “It flies. It lands.” and left.",
    "The kite waits... and flies.",
    "1. First the kite is built.",
    "凧は3.5倍高く、v1.2より「速い。」と述べた。",
    "なぜ飛ぶのか？という問いに答える。",
    "精度は３．５％である．",
    "U.S.の凧とYahoo!の凧を比べる。",
    "凧（図1を参照。糸は省く。）は飛ぶ。",
]
PAIRS = [
    ("Kites fly.", "Boats swim."),
    ("Do kites fly?", "They do!"),
    ("It works (see Sec. 2.).", "We stop."),
    ('She said "It flies."', "He agreed."),
    ("As in Mori et al.", "We fly higher."),
    ("We use kites, ropes, etc.", "However, they break."),
    ("We have $x = 1.$", "We conclude."),
    ("It costs $5.", "We paid $10."),
    ("It is faster by 2.5.", "3 kites flew."),
    ("It takes 5 ms.", "We measure it."),
    ("It flies.[1]", "It lands."),
    ("It flies.", "kiteOS lands."),
    ("It flies.", "$\\pi_0$ lands."),
    ("凧は飛ぶ。", "舟は泳ぐ。"),
    ("本当か？", "はい！"),
    ("凧は飛ぶ．", "舟は泳ぐ．"),
    ("GPU で動く。", "Kites fly."),
    ("It is built in the U.S.", "The kite flies."),
]


@pytest.mark.parametrize("sentence", WHOLE)
def test_a_sentence_stays_whole(sentence: str) -> None:
    """Abbreviations, numbers, names, formulas, addresses, brackets, quotations and lists do not cut a sentence."""
    assert split_sentences(sentence) == (sentence,)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_sentences_are_cut(first: str, second: str) -> None:
    """A sentence ends after its stop with the quotes and brackets that close it, in both languages."""
    blank = "" if first.endswith(("。", "？", "．")) and not second.isascii() else " "
    assert split_sentences(first + blank + second) == (first, second)


def test_wrapped_lines_are_joined() -> None:
    """A line end is a blank in English, nothing in Japanese, and a broken word grows together at its hyphen."""
    assert split_sentences("A two-\nline kite\nflies.\r\n\r\nNext") == ("A two-line kite flies.", "Next")
    assert split_sentences("凧は\n高く飛ぶ。") == ("凧は高く飛ぶ。",)


def test_nothing_gives_nothing() -> None:
    """Empty text has no sentence."""
    assert split_sentences(" \n\n\t") == ()


@settings(max_examples=100)
@given(st.text(alphabet="aB1 .!?。．「」（）()$\\[]\"'”\n\t\u3000-凧は…:;eg", max_size=120))
def test_no_character_is_lost(text: str) -> None:
    """Whatever the text, the sentences hold all its visible characters in order, and none is empty."""
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence.strip() == sentence and sentence for sentence in sentences)


@pytest.mark.parametrize("piece", [".", "(", "$", "「", "\\(", "x. ", ".) ", "\u3000", "あ. "])
def test_hostile_text_is_cut_in_linear_time(piece: str) -> None:
    """Doubling a text of repeated marks about doubles the work."""
    split_sentences(piece * 100)
    taken = []
    for length in (20_000, 40_000):
        start = time.process_time()
        split_sentences(piece * length)
        taken.append(time.process_time() - start)
    assert taken[1] < 3 * taken[0] + 0.05
