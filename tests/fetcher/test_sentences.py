"""Cutting running text into sentences."""

from __future__ import annotations

import gc
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentences.marked import HALVES, failures, found_boundaries, passages

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
    "Theorem 1. Every kite (see Sec. 2.) flies.",
    "定理1．全ての凧は飛ぶ．",
    "Figure 3. A kite.",
    "The line $\\lambda$1356 (cf. App. A for more) is seen by F. Holt et al. in the U.S. Navy's data.",
    "In Fig．3に示すとおり，図．４でも凧は飛ぶ．",
    "We call it 「凧。」 in the text.",
    "| Kite et al. | 1.2 | 3. |",
    "This is what we wanted. ∎",
    "Kites (boats etc.) Holt flew and boats (They float. Some do.) and reels are tested.",
    'The B\\"{a}cklund kite and the H\\"{o}lder kite fly.',
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
    ("Kites fly. [12]", "We fly higher."),
    ("Kites fly.", "[12] shows how."),
    ("凧は飛ぶ。[12] ", "我々も飛ぶ。"),
    ("凧は飛ぶ。", "[12]では飛ばない。"),
    ("Kites fly.¹", "Boats do not."),
    ("Kites fly. (Holt et al., 2020)", "Boats do not."),
    ("Kites fly.", "(Boats do not. See Fig. 2.)"),
    ("They were tested.", "pandas is slow."),
    ("By Lemma 2 and Theorem 1.", "The claim follows."),
    ("We have $$x = 1$$", "The claim follows."),
    ("It weighs 5 G.", "LLVM was used."),
    ("They fly (some do not.)", "However, they land."),
    ('It flies by Schr\\"{o}dinger.', 'The H\\"{o}lder kite does not.'),
    ("The height is $ \\frac{1}{2}.$", "The width is $ 1 $ here."),
    ("彼は「飛べ。」", "そして凧は飛んだ。"),
]

HOSTILE = [".", "(", "$", "「", "\\(", "x. ", ".) ", "\u3000", "あ. ", "J. ", "- a\n", "$$\n\n", "。\n\n", "((a)", "a"]
HOSTILE += [". (a 2", "a\tb\n", "1.1 A\n"]


@pytest.mark.parametrize("sentence", WHOLE)
def test_a_sentence_stays_whole(sentence: str) -> None:
    """Abbreviations, numbers, names, formulas, addresses, brackets, quotations and lists do not cut a sentence."""
    assert split_sentences(sentence) == (sentence,)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_sentences_are_cut(first: str, second: str) -> None:
    """A sentence ends after its stop with the quotes and brackets that close it, in both languages."""
    blank = "" if first.endswith(("。", "？", "．", "」", " ")) and not second.isascii() else " "
    assert split_sentences(first + blank + second) == (first.strip(), second)


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("languages", [("en",), ("ja",), ("en", "ja", "mixed")])
def test_marked_boundaries_are_found(half: str, languages: tuple[str, ...]) -> None:
    """In either language 99 % of the boundaries a person marked are found, and 99 % of those found are right."""
    right, lines, missed, wrong = 0, [], 0, 0
    for passage in passages(half):
        if passage.language not in languages:
            continue
        found = found_boundaries(passage, split_sentences)
        right += len((found & passage.boundaries) - passage.at_empty_lines)
        missed += len(passage.boundaries - found)
        wrong += len(found - passage.boundaries)
        lines += failures(passage, found)
    assert right >= 70
    assert 100 * missed <= right + missed and 100 * wrong <= right + wrong, "\n".join(lines)


@pytest.mark.parametrize("half", HALVES)
def test_a_sentence_cut_again_stays_whole(half: str) -> None:
    """Cutting what was cut changes nothing, so that a sentence is the same wherever it is met again."""
    for passage in passages(half):
        sentences = split_sentences(passage.text)
        assert split_sentences("\n\n".join(sentences)) == sentences
        assert all(split_sentences(sentence) == (sentence,) for sentence in sentences)


def test_items_rows_and_headings_are_cut_at_their_lines() -> None:
    """A line break ends what needs no stop: a list item, a table row, a numbered heading; elsewhere it is a blank."""
    assert split_sentences("Kites need:\n- a rope\n- a reel that\nturns") == (
        "Kites need:",
        "- a rope",
        "- a reel that turns",
    )
    assert split_sentences("凧の要件：\n・糸\n・軽い\n骨") == ("凧の要件：", "・糸", "・軽い骨")
    assert split_sentences("Results:\n| Kite | 1.2 |\n| Boat | 0. |") == ("Results:", "| Kite | 1.2 |", "| Boat | 0. |")
    assert split_sentences("It flies.\n3.1 Wind Speed\nWe measure it in Sec.\n3.2 below.") == (
        "It flies.",
        "3.1 Wind Speed",
        "We measure it in Sec. 3.2 below.",
    )


def test_display_maths_stays_in_its_sentence() -> None:
    """A formula between empty lines belongs to the sentence that leads to it and goes on behind it."""
    text = "The loss is\n\n$$L = 1.5x,$$\n\nwhere $x$ is a kite.\n\nIt falls as\n\n$$x = 0.$$\n\nWe stop."
    assert split_sentences(text) == (
        "The loss is $$L = 1.5x,$$ where $x$ is a kite.",
        "It falls as $$x = 0.$$",
        "We stop.",
    )
    assert split_sentences("損失は\n\n$$L = 1$$\n\nである。次に進む。") == ("損失は $$L = 1$$ である。", "次に進む。")


def test_a_page_break_is_a_line_end() -> None:
    """A page break in a sentence does not cut it."""
    assert split_sentences("The kite\n\f\nflies. 凧は\n\f高く飛ぶ。") == ("The kite flies.", "凧は高く飛ぶ。")


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


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_cut_in_linear_time(piece: str) -> None:
    """A text of repeated marks that is four times as long takes about four times the work, not sixteen times."""
    short, long = (min(_seconds(piece * length) for _ in range(2)) for length in (2_500, 10_000))
    assert long < 9 * short + 0.05


def _seconds(text: str) -> float:
    gc.collect()  # whose turn it is depends on the tests before
    start = time.process_time()
    split_sentences(text)
    return time.process_time() - start
