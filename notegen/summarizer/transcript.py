"""DOOR: a log of every question and answer of a run, for a person to read. Keys are no part of either."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from notegen.errors import ModelError
from notegen.records import Answer, Question
from notegen.seams import Model


class Transcript:
    """A `Model` that writes down what passes; `file` is appended to, one block a question."""

    def __init__(self, model: Model, file: Path) -> None:
        self._model = model
        self._file = file

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def window_tokens(self) -> int | None:
        return self._model.window_tokens

    @property
    def is_weak(self) -> bool:
        return self._model.is_weak

    def passed(self, well: bool) -> None:
        """Handed on."""
        self._model.passed(well)

    def ask(self, question: Question) -> Answer:
        """What the model answers or raises, written down before it is handed on."""
        self._write(f"question {question.name}, at most {question.max_tokens} tokens", question.system, question.user)
        try:
            answer = self._model.ask(question)
        except ModelError as error:
            self._write("no answer", str(error))
            raise
        spent = f"{answer.usage.tokens_in} tokens in, {answer.usage.tokens_out} out"
        self._write(f"answer, {spent}", answer.text)
        return answer

    def _write(self, head: str, *parts: str) -> None:
        _write(self._file, head, *parts)


def noting(file: Path | None) -> Callable[[str], object]:
    """What writes a line beside the questions and answers of a log; nothing without one."""
    return partial(_write, file) if file else str


def _write(file: Path, head: str, *parts: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as log:
        log.write(f"===== {datetime.now():%Y-%m-%d %H:%M:%S} {head}\n" + "\n-----\n".join(parts) + "\n\n")
