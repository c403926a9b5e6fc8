"""The terms of a draft hold the same numbers in both languages."""

from __future__ import annotations

from scripted import OCHIAI, ScriptedModel, Shelf
from shelf import FERRYMAN, FERRYMAN_DRAFT, FERRYMAN_TEXT

from notegen.summarizer.draft import draft


def test_a_term_with_a_number_of_its_own_is_left_out() -> None:
    """A term whose Japanese adds a number is no translation."""
    terms = [{"en": "optimizer state", "ja": "最適化器の状態99%"}, {"en": "backward pass", "ja": "逆伝播"}]
    made = draft(FERRYMAN, FERRYMAN_TEXT, ScriptedModel({"draft": {**FERRYMAN_DRAFT, "terms": terms}}), Shelf(), OCHIAI)

    assert [term.en for term in made.terms] == ["backward pass"]
