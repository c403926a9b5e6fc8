from __future__ import annotations

import pytest

from notegen.writer.mentions import link_first_mentions

NOTES = {"Transformer": "Transformer", "集合通信": "Collective communication", "C++": "C++"}


def test_j7_terms_are_linked_in_japanese_text() -> None:
    """Japanese beside a Latin word is no part of it; the first mention alone is linked, over all lines."""
    lines = ["本研究ではTransformerを用いる。", "Transformerと集合通信を。"]

    assert link_first_mentions(lines, NOTES) == [
        "本研究では[[Transformer]]を用いる。",
        "Transformerと[[Collective communication|集合通信]]を。",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Transformers are many.",
        "pre-Transformer and Transformer_2",
        "集合通信量は増える。",
        "`Transformer` and $Transformer$",
        "[Transformer](https://example.org) and [[Transformer]]",
        "超集合通信",
    ],
)
def test_no_part_of_a_word_and_nothing_literal_is_linked(line: str) -> None:
    """Longer words, code, mathematics and links stay as they are."""
    assert link_first_mentions([line], NOTES) == [line]


def test_longer_terms_go_first_and_each_note_is_linked_once() -> None:
    """Of two terms that overlap the longer is linked; two terms of one note give one link."""
    notes = {"ring": "Ring", "ring all-reduce": "All-reduce", "AllReduce": "All-reduce"}

    assert link_first_mentions(["ring all-reduce, AllReduce and a ring in C++"], {**NOTES, **notes}) == [
        "[[All-reduce|ring all-reduce]], AllReduce and a [[ring]] in [[C++]]"
    ]
