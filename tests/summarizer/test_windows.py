"""A model whose window is smaller than was set: the text is read whole all the same, in smaller parts."""

from __future__ import annotations

import pytest
from scripted import OCHIAI, ScriptedModel, Shelf
from test_long_papers import PAPER, long_text, reader

from notegen.errors import QuestionTooLong
from notegen.records import Answer, Question
from notegen.summarizer.draft import draft
from notegen.summarizer.tokens import question_tokens

TEXT = long_text(8, 20)


class _Narrow(ScriptedModel):
    """Refuses what its window does not hold, answer included, and names the window, or half of what was asked."""

    def __init__(self, window_tokens: int, named: bool) -> None:
        super().__init__(reader().script)
        self._window_tokens, self._named = window_tokens, named
        self.refused: list[int] = []

    def ask(self, question: Question) -> Answer:
        needed_tokens = question_tokens(question) + question.max_tokens
        if needed_tokens <= self._window_tokens:
            return super().ask(question)
        self.refused.append(needed_tokens)
        error = QuestionTooLong("question longer than the model's window", "400")
        error.window_tokens = self._window_tokens if self._named else needed_tokens // 2
        raise error


@pytest.mark.parametrize("named", [True, False])
def test_a_smaller_window_is_found_and_the_whole_text_read_through_it(named: bool) -> None:
    """F2: nothing is left out for it, and the refusals are few."""
    model = _Narrow(5000, named)

    made = draft(PAPER, TEXT, model, Shelf(), OCHIAI, road="whole", context_tokens=32_768)

    assert made.unshown == 0
    assert made.claims
    assert len(model.refused) <= 3


def test_a_window_known_before_is_not_tried_again() -> None:
    """What was learnt of a server costs no refusal."""
    model = _Narrow(5000, named=True)
    model.window_tokens = 5000

    draft(PAPER, TEXT, model, Shelf(), OCHIAI, road="whole", context_tokens=32_768)

    assert model.refused == []


def test_a_window_too_small_for_any_question_is_an_error() -> None:
    """It ends in the server's words, not in questions for ever."""
    model = _Narrow(300, named=False)

    with pytest.raises(QuestionTooLong):
        draft(PAPER, TEXT, model, Shelf(), OCHIAI, road="whole", context_tokens=8192)
    assert len(model.refused) <= 5
