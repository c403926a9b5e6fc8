"""How much a model server really reads: a long question whose first line must come back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from notegen.errors import ModelError, QuestionTooLong
from notegen.records import Question
from notegen.summarizer.doctor.examined import Bench, Check, ends_all, failed
from notegen.summarizer.doctor.named_window import Named
from notegen.summarizer.server import window

_LEAST_SETTING = 2048  # of NOTEGEN_CONTEXT
_LEAST_TOKENS = 700
_ANSWER_TOKENS = 1000  # the longest answer that is asked for
_LARGEST_ELSEWHERE = 8192
_STEP, _READ_SHARE = 1024, 0.7


@dataclass(frozen=True, slots=True)
class _Tried:
    """A question of about `asked` tokens: what the server `counted` of it, and whether its first line was read."""

    asked: int
    counted: int | None
    seen: bool
    said: str = ""
    window_tokens: int = 0

    @property
    def was_cut(self) -> bool:
        """Whether the server did not read all of it; one that read all of it may still not find its first line."""
        if self.seen:
            return False
        return self.counted is None or bool(self.window_tokens) or self.was_counted_short

    @property
    def was_counted_short(self) -> bool:
        """Whether the count is a window, or far below what was asked."""
        return self.counted is not None and (self.counted < self.asked * _READ_SHARE or -self.counted % _STEP <= 1)

    @property
    def next_tokens(self) -> int:
        """A smaller question that may be read whole."""
        fitting = self.window_tokens - _ANSWER_TOKENS if self.window_tokens else self.asked // 2
        return max(_LEAST_TOKENS, min(fitting, self.asked * 3 // 4))

    def fitting_tokens(self, read_tokens: int) -> int:
        """The window this showed; `read_tokens` where it shows none."""
        return (self.counted if self.was_counted_short else self.window_tokens) or read_tokens


def long_question(context_tokens: int, answer_tokens: int, *, private: bool) -> tuple[Question, str]:
    """The question that fills a window of so many tokens but for its answer, and the word its answer must hold.

    A server that may cost money is not asked more than 8,192 tokens.
    """
    tokens = context_tokens if private else min(context_tokens, _LARGEST_ELSEWHERE)
    return window.canary(max(_LEAST_TOKENS, tokens - min(_ANSWER_TOKENS, answer_tokens)))


def window_read(bench: Bench, context_tokens: int, named: Named, *, private: bool) -> Check:
    """Whether the server reads what NOTEGEN_CONTEXT says; if not, how much, and what to change.

    What is learnt is remembered. Raises the `ModelError` that ends everything.
    """
    question, word = long_question(context_tokens, bench.answer_tokens, private=private)
    asked_tokens = window.sent_tokens(question)
    known = bench.dialect
    bench.learn(replace(known, read_tokens=asked_tokens))  # or the model would ask once more to be sure
    try:
        first = tried = before = _tried(bench, question, word)
        while tried.was_cut and not tried.was_counted_short and tried.asked > 2 * _LEAST_TOKENS:
            before, (smaller, word) = tried, window.canary(tried.next_tokens)
            tried = _tried(bench, smaller, word)
    except ModelError as error:
        bench.learn(known)
        if ends_all(error, 0.0, bench.connection):  # silence at a long question says nothing of short ones
            raise
        return failed("window", error)
    read_tokens = tried.asked if tried.seen else 0
    if first.was_cut:
        found_tokens = (tried if tried.was_cut else before).fitting_tokens(tried.asked)
        bench.learn(replace(bench.dialect, read_tokens=read_tokens, window_tokens=found_tokens))
        return _too_small(first, tried, found_tokens, context_tokens, named, private=private)
    too_large = named.served if named.served and named.served < context_tokens else None
    bench.learn(replace(bench.dialect, read_tokens=read_tokens, window_tokens=too_large))
    return _large_enough(first, context_tokens, named, private=private)


def _tried(bench: Bench, question: Question, word: str) -> _Tried:
    """Raises `ModelError`s, but not for a question that is too long."""
    asked_tokens, begun = window.sent_tokens(question), len(bench.connection.heard)
    try:
        answer, heard = bench.ask(question)
        return _Tried(asked_tokens, heard.counted[0] if heard.counted else None, window.is_seen(answer.text, word))
    except QuestionTooLong as error:
        heard_of = bench.connection.heard[begun:]
        counted = heard_of[-1].counted[0] if heard_of and heard_of[-1].counted else None
        return _Tried(asked_tokens, counted, False, error.why, error.window_tokens)


def _too_small(first: _Tried, last: _Tried, tokens: int, context_tokens: int, named: Named, *, private: bool) -> Check:
    whole = f"; about {last.asked:,} are read whole" if last.seen else ""
    if first.was_counted_short:
        found = f"of about {first.asked:,} tokens {first.counted:,} were read, without a word about it"
    elif first.said:
        found = f"about {first.asked:,} tokens are too many ({first.said}){whole}"
    else:
        found = f"of about {first.asked:,} tokens the beginning was lost, without a word about it{whole}"
    return Check("window", "problem", found, _advice(tokens, context_tokens, named, private=private), 1)


def _large_enough(tried: _Tried, context_tokens: int, named: Named, *, private: bool) -> Check:
    count = f" ({tried.counted:,} by its count)" if tried.counted else ""
    if not tried.seen:
        found = f"about {tried.asked:,} tokens are read{count}, but the model did not find the word in their first line"
        return Check("window", "problem", found, "Set NOTEGEN_READ=abstract, or take a stronger model", 1)
    found = f"about {tried.asked:,} tokens are read from their first line on{count}"
    if named.served and named.served < context_tokens:
        hint = _advice(named.served, context_tokens, named, private=private)
        told = f"the server names a window of {named.served:,}, NOTEGEN_CONTEXT is {context_tokens:,}"
        return Check("window", "problem", f"{found}; {told}", hint, 1)
    if named.served and named.served > context_tokens:
        found += f"; the server names {named.served:,}: NOTEGEN_CONTEXT could be raised to that"
    elif not private and context_tokens > _LARGEST_ELSEWHERE and not named.served:
        found += f"; more was not tried, for its price (NOTEGEN_CONTEXT is {context_tokens:,})"
    return Check("window", "ok", found)


def _advice(tokens: int, context_tokens: int, named: Named, *, private: bool) -> str:
    """What to change when only `tokens` are read; never more than the server says its model can have."""
    possible = min(context_tokens, named.most or context_tokens)
    told = min(tokens, possible)
    lower = f"et NOTEGEN_CONTEXT={told}" if told >= _LEAST_SETTING else ""
    if private and possible > tokens:
        raise_it = f"Raise the server's window ({named.setting(possible)})"
        return f"{raise_it}, or s{lower}" if lower else raise_it
    return f"S{lower}" if lower else "Take a model with a larger window"
