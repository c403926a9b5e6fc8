"""Where the questions about one paper are asked: kept answers first, and what was spent so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from notegen.errors import AnswerUnusable, ModelError, ModelRefusal
from notegen.records import Answer, Question, Sentence, Usage
from notegen.seams import Answers, Model
from notegen.summarizer.questions import Questions
from notegen.summarizer.tokens import fitted, room

_Read = TypeVar("_Read")
_Make = Callable[[Sequence[Sentence], int], Question]


class Desk:
    """What every question about one paper needs; `usage` is what was spent on it so far.

    `lost` are the errors of the questions that the draft went on without, in whole or in part.
    """

    def __init__(self, questions: Questions, model: Model, answers: Answers, context_tokens: int) -> None:
        self.questions = questions
        self.context_tokens = context_tokens
        self.usage = Usage()
        self.lost: list[AnswerUnusable | ModelRefusal] = []
        self.model = model
        self._answers = answers

    def room(self, make: _Make) -> int:
        """Tokens of paper that fit into the question that `make` makes."""
        return room(make, self.context_tokens)

    def about(self, make: _Make, sentences: Sequence[Sentence]) -> Question:
        """The question about these sentences, its longest answer such that both fit the window."""
        return fitted(make, sentences, self.context_tokens)

    def keep(self, question: Question, answer: Answer) -> None:
        """Keep an answer, so that the question is not asked again."""
        self._answers.keep(self.model.name, question, answer)

    def ask(self, question: Question, read: Callable[[str], _Read]) -> _Read:
        """What `read` makes of the kept answer, or else of a new one, which is then kept.

        Raises `ModelError`s, `AnswerUnusable` also for an answer that was cut off.
        """
        result, answer = self._asked(question, read)
        if answer.cut:
            raise AnswerUnusable("answer not usable", "it was cut off", "Raise NOTEGEN_CONTEXT or take another model")
        return result

    def ask_some(self, question: Question, read: Callable[[str], _Read]) -> _Read | None:
        """As `ask`, but of an answer that was cut off what is whole, and None for one of no use; either is `lost`."""
        try:
            result, answer = self._asked(question, read)
        except (AnswerUnusable, ModelRefusal) as error:
            self.lost.append(error)
            return None
        if answer.cut:
            self.lost.append(AnswerUnusable("answer cut off", f"after {answer.usage.tokens_out:,} tokens"))
        return result

    def _asked(self, question: Question, read: Callable[[str], _Read]) -> tuple[_Read, Answer]:
        if kept := self._answers.get(self.model.name, question):
            with suppress(AnswerUnusable, ModelRefusal):
                return read(kept.text), kept
        try:
            answer = self.model.ask(question)
        except ModelError as error:
            self.usage += Usage(error.tokens_in, error.tokens_out, error.estimated)
            raise
        self.usage += answer.usage
        result = read(answer.text)
        self.keep(question, answer)
        return result, answer
