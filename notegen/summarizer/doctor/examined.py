"""A model on a server, asked with nothing known of it; and what is said of what was found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from notegen.errors import ModelBusy, ModelError, ModelRejected, ModelUnreachable
from notegen.records import Answer, Question
from notegen.summarizer.doctor.watched import Heard, Watched
from notegen.summarizer.server.address import base_addresses
from notegen.summarizer.server.dialect import Dialect, Dialects, first_dialect
from notegen.summarizer.server.llm import OpenAIModel

State = Literal["ok", "problem", "unknown"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, and what was found; `next_step` is "" where nothing is to be done.

    `exit_status` is the command's status for it.
    """

    name: str
    state: State
    found: str
    next_step: str = ""
    exit_status: int = 0


class Bench:
    """One model on one server, asked with nothing known of it; what is learnt is kept in the file `learnt`.

    `base_url` is the address as it was set, `name` the model's.
    """

    def __init__(self, connection: Watched, base_url: str, name: str, learnt: Path, answer_tokens: int) -> None:
        """`answer_tokens` is the longest answer that is asked for."""
        self.connection = connection
        self.name = name
        self.answer_tokens = answer_tokens
        self.address = base_addresses(base_url)[0]
        self._base_url = base_url
        self._learnt = learnt

    @property
    def dialect(self) -> Dialect:
        """What is known of this server and model."""
        return Dialects(self._learnt).get(self.address, self.name, first_dialect(self.address))

    def learn(self, dialect: Dialect) -> None:
        """From now on the server is asked like that."""
        Dialects(self._learnt).learn(self.address, self.name, dialect)

    def ask(self, question: Question) -> tuple[Answer, Heard]:
        """The answer, and how it came. Raises `ModelError`s."""
        asked = replace(question, max_tokens=min(question.max_tokens, self.answer_tokens))
        answer = OpenAIModel(self.name, self._base_url, self.connection, self._learnt).ask(asked)
        return answer, self.connection.heard[-1]


def failed(name: str, error: ModelError) -> Check:
    """The check that an error ended."""
    found = f"{error.what}: {error.why}" if error.why else error.what
    return Check(name, "problem", found, error.next_step, error.exit_status)


def ends_all(error: ModelError, waited_seconds: float, connection: Watched) -> bool:
    """Whether the server need not be asked anything else: it is gone, refuses us, or was silent until time was up."""
    silent = isinstance(error, ModelBusy) and error.status is None and waited_seconds >= connection.limits[0]
    return silent or isinstance(error, ModelUnreachable | ModelRejected)
