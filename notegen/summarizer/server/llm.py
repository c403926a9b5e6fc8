"""DOOR: any OpenAI-compatible server, by chat completions; the only module that knows the openai library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from notegen.addresses import is_loopback, is_private
from notegen.errors import AnswerUnusable, ModelError, ModelRejected
from notegen.records import Answer, Question
from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.server.address import OPENAI_URL, base_addresses
from notegen.summarizer.server.dialect import Dialect, Dialects
from notegen.summarizer.server.failures import (
    NO_SUCH_ADDRESS,
    REQUEST_REFUSED,
    pause_seconds,
    translated,
    worth_retrying,
)
from notegen.summarizer.server.replies import ADDRESS_HINT, answer_of, is_too_long, reason_of

if TYPE_CHECKING:
    import openai

_TRIES = 3


class OpenAIModel:
    """`seams.Model` on a server. Safe to share between threads."""

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str,
        timeout_seconds: float,
        sleep: Callable[[float], None],
        remember: Path | None,
    ) -> None:
        """`base_url` "" is OpenAI's own; `remember` is the file for what a server is found to understand.

        Without a key only a server on this machine or network is asked.
        """
        self._name = name
        self._addresses = base_addresses(base_url)
        self._key = api_key.strip()
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._dialects = Dialects(remember)
        self._clients: dict[str, openai.OpenAI] = {}
        self._opening = Lock()

    @property
    def name(self) -> str:
        """The model asked for; where none was named, the only one the server offers. Raises `ModelError`s."""
        if not self._name:
            self._name = self._only_model()
        return self._name

    def _only_model(self) -> str:
        import openai

        for address in self._addresses:
            try:
                offered = [model.id for model in self._client(address).models.list().data]
            except openai.APIError as error:
                if getattr(error, "status_code", None) in NO_SUCH_ADDRESS and address != self._addresses[-1]:
                    continue
                raise self._explained(error, Dialect(address)) from error
            if len(offered) == 1:
                return offered[0]
            why = f"{address} offers: {', '.join(offered[:8]) or 'none'}"
            raise ModelRejected("no model named", why, "Set NOTEGEN_MODEL to one")
        raise ModelRejected("no model named", "no address to ask", "Set NOTEGEN_MODEL")

    def ask(self, question: Question) -> Answer:
        """The answer, in the best form this server is known to give.

        Steps down the ladder json_schema, json_object, text when the server refuses the form, and once when an answer
        cannot be read. Raises `ModelError`s; the key is never part of their text.
        """
        dialect, answer = self._converse(question, self._known_dialect())
        try:
            self._check(answer, question)
        except AnswerUnusable:
            simpler = dialect.next_form()
            if simpler is None:
                raise
            spent = answer.usage
            dialect, answer = self._converse(question, simpler)
            self._check(answer, question)
            answer = replace(answer, usage=spent + answer.usage)
        self._dialects.learn(self._addresses[0], self.name, dialect)
        return answer

    def _known_dialect(self) -> Dialect:
        first = self._addresses[0]
        tokens_key = "max_completion_tokens" if first == OPENAI_URL else "max_tokens"
        default = Dialect(first, tokens_key=tokens_key)
        known = self._dialects.get(first, self.name, default)
        return known if known.base_url in self._addresses else default

    @staticmethod
    def _check(answer: Answer, question: Question) -> None:
        keys = question.schema.get("properties")
        if isinstance(keys, dict):
            read_json(answer.text, tuple(keys))

    def _converse(self, question: Question, dialect: Dialect) -> tuple[Dialect, Answer]:
        """Asks, learning from each refusal, until the server takes the request; returns what it took."""
        import openai

        tried = {dialect}
        while True:
            try:
                return dialect, answer_of(self._request(question, dialect), question)
            except openai.APIError as error:
                learnt = self._learn(error, dialect, question.max_tokens)
                if learnt is None or learnt in tried:
                    raise self._explained(error, dialect) from error
                tried.add(learnt)
                dialect = learnt
            except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
                raise AnswerUnusable("answer not usable", "the server did not send JSON", ADDRESS_HINT) from error

    def _learn(self, error: openai.APIError, dialect: Dialect, asked_tokens: int) -> Dialect | None:
        status, reason = getattr(error, "status_code", None), reason_of(error.body)
        if status in NO_SUCH_ADDRESS and "model" not in reason.casefold():
            other = [address for address in self._addresses if address != dialect.base_url]
            return replace(dialect, base_url=other[0]) if other else None
        if status in REQUEST_REFUSED and not is_too_long(reason):
            return dialect.after_refusal(reason, min(asked_tokens, dialect.most_tokens or asked_tokens))
        return None

    def _request(self, question: Question, dialect: Dialect) -> Any:
        """One request with its retries; raises openai's own errors."""
        from tenacity import Retrying, stop_after_attempt

        client = self._client(dialect.base_url)
        retrying = Retrying(
            stop=stop_after_attempt(_TRIES),
            retry=lambda state: worth_retrying(state.outcome and state.outcome.exception(), state.attempt_number),
            wait=lambda state: pause_seconds(state.outcome and state.outcome.exception(), state.attempt_number),
            sleep=self._sleep,
            reraise=True,
        )
        return retrying(client.chat.completions.create, **_body(self.name, question, dialect))

    def _client(self, base_url: str) -> openai.OpenAI:
        import openai

        if not self._key and not is_private(base_url):
            raise ModelRejected(
                f"no key for {base_url}",
                "OPENAI_API_KEY is not set",
                "Set it, or set it to “-” if the server needs none",
            )
        with self._opening:
            if base_url not in self._clients:
                direct = openai.DefaultHttpxClient(trust_env=False) if is_loopback(base_url) else None
                self._clients[base_url] = openai.OpenAI(
                    base_url=base_url,
                    api_key=self._key or "-",
                    max_retries=0,
                    timeout=openai.Timeout(self._timeout_seconds, connect=min(10.0, self._timeout_seconds)),
                    http_client=direct,
                )
            return self._clients[base_url]

    def _explained(self, error: openai.APIError, dialect: Dialect) -> ModelError:
        reason = reason_of(error.body) or type(error).__name__
        if self._key and self._key != "-":
            reason = reason.replace(self._key, "…")
        return translated(error, reason, self._name or "a model", dialect.base_url, self._timeout_seconds)


def _body(name: str, question: Question, dialect: Dialect) -> dict[str, Any]:
    both = [{"role": "system", "content": question.system}, {"role": "user", "content": question.user}]
    merged = [{"role": "user", "content": f"{question.system}\n\n{question.user}"}]
    schema = {"name": question.name, "strict": True, "schema": question.schema}
    forms: dict[str, dict[str, Any]] = {
        "json_schema": {"response_format": {"type": "json_schema", "json_schema": schema}},
        "json_object": {"response_format": {"type": "json_object"}},
        "text": {},
    }
    return {
        "model": name,
        "messages": both if dialect.system else merged,
        dialect.tokens_key: min(question.max_tokens, dialect.most_tokens or question.max_tokens),
        **({"temperature": question.temperature} if dialect.temperature else {}),
        **(forms[dialect.form] if question.schema else {}),
    }
