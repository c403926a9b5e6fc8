"""A model in this process; its answers are kept with the seconds they took, so that a bench can be read again."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from notegen.errors import AnswerUnusable, ModelError
from notegen.records import Answer, Question, Usage
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.gguf import ADDRESS, GgufConnection, Served
from notegen.summarizer.server.llm import OpenAIModel

CONTEXT_TOKENS = 8192
_SILENCE_SECONDS, _DEADLINE_SECONDS = 600.0, 1800.0


class Nothing:
    """`seams.Answers` that keeps none: the model below keeps them, with their time."""

    def get(self, model: str, question: Question) -> Answer | None:
        return None

    def keep(self, model: str, question: Question, answer: Answer) -> None:
        pass


class TimedModel:
    """`seams.Model` of one file; `seconds`, `usage` and `asked` (questions by name) sum up until they are taken."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.name = path.stem
        self.window_tokens = None
        self.is_weak = False
        self._model = OpenAIModel(path.stem, ADDRESS, GgufConnection(path, CONTEXT_TOKENS, _connect), None)
        self._folder = folder
        self.taken()

    def taken(self) -> tuple[float, Usage, Counter[str]]:
        """What was spent since this was called last."""
        spent = getattr(self, "_spent", (0.0, Usage(), Counter()))
        self._spent: tuple[float, Usage, Counter[str]] = (0.0, Usage(), Counter())
        return spent

    def ask(self, question: Question) -> Answer:
        """The kept answer or a new one; a failure of the model to answer is kept as well."""
        told = [self.name, asdict(question)]
        file = self._folder / f"{hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]}.json"
        if not file.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(self._anew(question), ensure_ascii=False), encoding="utf-8")
        kept = json.loads(file.read_text(encoding="utf-8"))
        usage = Usage(kept["tokens_in"], kept["tokens_out"])
        seconds, before, asked = self._spent
        self._spent = (seconds + kept["seconds"], before + usage, asked + Counter([question.name]))
        if kept["error"]:
            raise AnswerUnusable("answer not usable", kept["error"])
        return Answer(kept["text"], usage, kept["cut"])

    def passed(self, well: bool) -> None:
        pass

    def _anew(self, question: Question) -> dict[str, object]:
        began = time.monotonic()
        text, cut, error = "", "", ""
        try:
            answer = self._model.ask(question)
            text, cut, usage = answer.text, answer.cut, answer.usage
        except ModelError as failed:
            if not isinstance(failed, AnswerUnusable):
                raise
            error, usage = str(failed), Usage(failed.tokens_in, failed.tokens_out)
        seconds = round(time.monotonic() - began, 2)
        spent = {"tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out, "seconds": seconds}
        return {"text": text, "cut": cut, "error": error, **spent}


def _connect(served: Served) -> Connection:
    return Connection(served.api_key, _SILENCE_SECONDS, _DEADLINE_SECONDS, time.sleep)
