"""A model on any OpenAI-compatible server, asked as that server understands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from notegen.errors import AnswerUnusable, ModelError, QuestionTooLong, ReplyUnusable
from notegen.records import Answer, Question, Usage
from notegen.summarizer.server import window
from notegen.summarizer.server.address import base_addresses
from notegen.summarizer.server.connection import Connecting
from notegen.summarizer.server.dialect import FORMS, Dialect, Dialects, first_dialect
from notegen.summarizer.server.failures import Failure, explained
from notegen.summarizer.server.offered import offered_by, only_model
from notegen.summarizer.server.replies import answer_of, is_nothing, is_whole, usage_of, whole_answer
from notegen.summarizer.server.request import body_of
from notegen.summarizer.server.stream import Completion

_UNREAD_MOST = 2
_FAILED_MOST = 2


class OpenAIModel:
    """`seams.Model` on a server. Safe to share between threads."""

    def __init__(
        self,
        name: str,
        base_url: str,
        connection: Connecting,
        remember: Path | None,
        note: Callable[[str], object] = str,
    ) -> None:
        """`base_url` "" is OpenAI's own; `remember` is the file for what a server is found to understand.

        Each step that has to be asked again in another way is told to `note`, in a line.

        Without a key only a server on this machine or network is asked.
        """
        self._name = name
        self._addresses = base_addresses(base_url)
        self._connection = connection
        self._note = note
        self._dialects = Dialects(remember)
        self._unread = 0
        self._hopeless = 0
        self._streamless = 0
        self._stumbled = 0
        self._guessed_tokens = 0

    @property
    def name(self) -> str:
        """The model asked for; where none was named, the only one the server offers. Raises `ModelError`s."""
        if not self._name:
            self._name = only_model(self._connection, self._addresses)
        return self._name

    @property
    def window_tokens(self) -> int | None:
        """The model's window, where it was found to be smaller than a question; nobody is asked."""
        return self._known_dialect().window_tokens if self._name else None

    @property
    def is_weak(self) -> bool:
        """Whether its last whole drafts did not pass their checks; nobody is asked."""
        return bool(self._name) and self._known_dialect().failed_drafts >= _FAILED_MOST

    def passed(self, well: bool) -> None:
        """Remembers how a whole draft came through its checks."""
        known = self._known_dialect()
        failed_drafts = 0 if well else known.failed_drafts + 1
        self._dialects.learn(self._addresses[0], self.name, replace(known, failed_drafts=failed_drafts), known)

    def ask(self, question: Question) -> Answer:
        """The answer, in the best form this server is known to give; of one that was cut, what is whole.

        Steps down the ladder json_schema, json_object, text when the server refuses the form or an answer cannot be
        read. Raises `ModelError`s, with the tokens that were spent on no answer; the key is never part of their text.
        """
        spent: list[Usage] = []
        try:
            answer = self._answer(question, spent)
        except ModelError as error:
            lost = sum(spent, Usage())
            error.tokens_in, error.tokens_out, error.estimated = lost.tokens_in, lost.tokens_out, lost.estimated
            raise
        return replace(answer, usage=sum(spent, Usage()))

    def _answer(self, question: Question, spent: list[Usage]) -> Answer:
        before = self._known_dialect()
        begun = before if self._hopeless < _UNREAD_MOST else replace(before, form=FORMS[-1])
        first, answer = self._converse(question, begun, spent)
        dialect = first
        while True:
            try:
                whole = whole_answer(answer, question)
                break
            except AnswerUnusable as error:
                simpler = dialect.next_form() if question.schema and answer.cut != "length" else None
                if simpler is None:
                    self._hopeless += dialect.form != first.form
                    form = first.form if begun is before else before.form
                    self._learn(before, replace(first, form=form), replace(dialect, form=form))
                    if is_nothing(answer) and window.is_long(question):
                        raise self._too_long(window.too_long("it sent an empty answer", question)) from error
                    raise
                why = error.why
            self._note(f"{question.name}, asked for as {dialect.form}: {why}; asked again as {simpler.form}")
            dialect, answer = self._converse(question, simpler, spent)
        self._hopeless = 0 if question.schema and begun is before else self._hopeless
        self._learn(before, first, self._proved(question, dialect))
        return whole

    def _learn(self, before: Dialect, first: Dialect, last: Dialect) -> None:
        """Remembers what worked; a simpler form only once it was needed twice, since anybody may stumble.

        Where no form worked, twice, only the last is asked for from then on; that is no lesson for the next run.
        """
        self._unread += last.form != first.form
        known = last if self._unread >= _UNREAD_MOST else replace(last, form=first.form)
        self._dialects.learn(self._addresses[0], self.name, known, before)

    def _proved(self, question: Question, dialect: Dialect) -> Dialect:
        """The dialect after an answer: with a window that was guessed, if the question supports that."""
        guessed_tokens, asked_tokens = self._guessed_tokens, window.sent_tokens(question) + question.max_tokens
        if asked_tokens < guessed_tokens // 2 or not guessed_tokens:
            return dialect
        self._guessed_tokens = 0
        if asked_tokens > guessed_tokens or (dialect.window_tokens or guessed_tokens) < guessed_tokens:
            return dialect
        return replace(dialect, window_tokens=guessed_tokens)

    def _converse(self, question: Question, dialect: Dialect, spent: list[Usage]) -> tuple[Dialect, Answer]:
        """Asks, learning from each refusal, until the server takes the request and reads it whole."""
        dialect, completion = self._completed(question, dialect, spent)
        answer = answer_of(completion, question)
        return self._seen_whole(question, dialect, spent, answer), answer

    def _completed(self, question: Question, dialect: Dialect, spent: list[Usage]) -> tuple[Dialect, Completion]:
        """What the server says, and the dialect in which it took the request.

        That a stream came to nothing, and what is learnt of a failure that may pass, count only once needed twice.
        """
        tried, streamless = {dialect}, False
        sure, unsure = dialect, False
        told: Failure | ReplyUnusable
        while True:
            try:
                body = body_of(self.name, question, dialect)
                completion = self._connection.complete(dialect.base_url, body, partial(is_whole, question))
                spent.append(usage_of(completion, question))
                self._streamless += streamless
                self._stumbled += unsure
                known = sure if unsure and self._stumbled < _UNREAD_MOST else dialect
                stream = known.stream or (streamless and self._streamless < _UNREAD_MOST)
                return replace(known, stream=stream), completion
            except Failure as error:
                learnt, told = self._after(error, dialect, question), error
                unsure |= not error.no_such_address and error.may_pass
            except ReplyUnusable as error:
                learnt, told = (replace(dialect, stream=False) if dialect.stream else None), error
                streamless = True
            if learnt is None or learnt in tried:
                raise self._explained(told, dialect, question) from told
            why = told.reason or told.kind if isinstance(told, Failure) else told.why
            changes = ", ".join(f"{name}={value}" for name, value in learnt.changes(dialect).items())
            self._note(f"{question.name}, asked for as {dialect.form}: {why}; asked again with {changes}")
            tried.add(learnt)
            dialect = learnt
            sure = sure if unsure else dialect

    def _seen_whole(self, question: Question, dialect: Dialect, spent: list[Usage], answer: Answer) -> Dialect:
        """The dialect, when the server has read the whole question; a long one about which it says too little is proved
        by another with a word in its first line. Raises `QuestionTooLong`."""
        if error := window.cut_in_silence(spent[-1], question):
            raise self._too_long(error)
        if is_nothing(answer) or not window.is_doubtful(spent[-1], question, dialect.read_tokens):
            return dialect
        counted, asked_tokens = spent[-1], window.sent_tokens(question)
        asked, word = window.canary(asked_tokens)
        _, said = self._completed(asked, dialect, spent)
        if not window.is_seen(f"{said.text} {said.reasoning}", word):
            error = window.cut_error(counted, question)
            error.guessed = counted.estimated and said.finish == "length"  # it was still thinking
            raise self._too_long(error)
        return replace(dialect, read_tokens=asked_tokens)

    def _after(self, error: Failure, dialect: Dialect, question: Question) -> Dialect | None:
        """The dialect to try after this failure; None when another would not help."""
        if error.no_such_address:
            other = [address for address in self._addresses if address != dialect.base_url]
            return replace(dialect, base_url=other[0]) if other else None
        if error.unfit_output and question.schema:
            return dialect.next_form()
        if not error.names_parameter or error.no_such_model:
            return None
        return dialect.after_refusal(error.reason, min(question.max_tokens, dialect.most_tokens or question.max_tokens))

    def _explained(self, error: Failure | ReplyUnusable, dialect: Dialect, question: Question) -> ModelError:
        if isinstance(error, Failure):
            offered = offered_by(self._connection, dialect.base_url) if error.no_such_model else ""
            meant = explained(
                error, self._name or "a model", dialect.base_url, question, self._connection.limits, offered
            )
        elif error.is_empty and window.is_long(question):
            meant = window.too_long(error.why, question)
        else:
            return error
        return self._too_long(meant) if isinstance(meant, QuestionTooLong) else meant

    def _too_long(self, error: QuestionTooLong) -> QuestionTooLong:
        """The error, its window remembered, if none is known that is smaller.

        A window that is only guessed is remembered once a question of its size was answered, and none that is longer.
        """
        if error.passing:
            return error
        if error.guessed:
            self._guessed_tokens = error.window_tokens
            return error
        before = self._known_dialect()
        window_tokens = min(error.window_tokens, before.window_tokens or error.window_tokens)
        self._dialects.learn(self._addresses[0], self.name, replace(before, window_tokens=window_tokens), before)
        return error

    def _known_dialect(self) -> Dialect:
        first = self._addresses[0]
        default = first_dialect(first)
        known = self._dialects.get(first, self.name, default)
        return known if known.base_url in self._addresses else default
