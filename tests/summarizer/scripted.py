"""A model that answers from a script, and answers kept in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from notegen.records import Answer, Question, Usage
from notegen.templates import sections_of

OCHIAI = sections_of("ochiai", ())

Script = Mapping[str, "object | Callable[[Question], object]"]


class ScriptedModel:
    """Answers each question by its name; a value that is no text is sent as JSON, an error is raised."""

    name = "scripted"
    window_tokens: int | None = None
    is_weak = False

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Question] = []
        self.verdicts: list[bool] = []

    def passed(self, well: bool) -> None:
        self.verdicts.append(well)

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        answer = self.script[question.name]
        said = answer(question) if callable(answer) else answer
        if isinstance(said, Exception):
            raise said
        return Answer(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False), Usage(100, 50))


class Shelf:
    """`seams.Answers` in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Answer] = {}

    def get(self, model: str, question: Question) -> Answer | None:
        return self.kept.get((model, repr(question)))

    def keep(self, model: str, question: Question, answer: Answer) -> None:
        self.kept[(model, repr(question))] = answer
