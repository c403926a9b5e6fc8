"""Where the questions about one paper are asked: kept answers first, and what was spent so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Answer, Question, Sentence, Usage
from notegen.seams import Answers, Model
from notegen.summarizer.questions import Questions
from notegen.summarizer.tokens import fitted, room

_Read = TypeVar("_Read")
_Make = Callable[[Sequence[Sentence], int], Question]


class Desk:
    """What every question about one paper needs; `usage` is what was spent on it so far.

    `lost` are the errors of the questions that the draft went on without.
    """

    def __init__(self, questions: Questions, model: Model, answers: Answers, context_tokens: int) -> None:
        self.questions = questions
        self.context_tokens = context_tokens
        self.usage = Usage()
        self.lost: list[AnswerUnusable | ModelRefusal] = []
        self._model = model
        self._answers = answers

    def room(self, make: _Make) -> int:
        """Tokens of paper that fit into the question that `make` makes."""
        return room(make, self.context_tokens)

    def about(self, make: _Make, sentences: Sequence[Sentence]) -> Question:
        """The question about these sentences, its longest answer such that both fit the window."""
        return fitted(make, sentences, self.context_tokens)

    def keep(self, question: Question, answer: Answer) -> None:
        """Keep an answer, so that the question is not asked again."""
        self._answers.keep(self._model.name, question, answer)

    def ask(self, question: Question, read: Callable[[str], _Read]) -> _Read:
        """What `read` makes of the kept answer, or else of a new one, which is then kept."""
        if kept := self._answers.get(self._model.name, question):
            with suppress(AnswerUnusable, ModelRefusal):
                return read(kept.text)
        answer = self._model.ask(question)
        self.usage += answer.usage
        result = read(answer.text)
        self.keep(question, answer)
        return result
