"""The window of a model: what a server says of it, and whether a question was read from its first word on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import cycle, product

from notegen.errors import QuestionTooLong
from notegen.records import Question, Usage
from notegen.summarizer.tokens import estimate_tokens

_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|size|window)|\bn_ctx\b|max_model_len|(?:prompt|input|request) (?:is )?too (?:long|large)"
    r"|exceed(?:s|ed)? .{0,40}context|too many (?:input )?tokens|reduce the length of the (?:messages|prompt|input)"
    r"|(?:input|prompt) token count.{0,40}(?:exceeds|only supports)|`inputs`.{0,40}must (?:be <=|have less)"
    r"|maximum (?:prompt|input|model) length|range of input length|exceeded model token limit|超长|过长",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?:tokens|requests) per (?:sec|min|hour|day)|\bTP[MD]\b|rate.limit|wait before|\A\W*max_\w*tokens\W+must be",
    re.IGNORECASE,
)
# The window by its name, and then what else may be the most of a question. A number that is added to or taken from is
# none, nor one by which the question is too long.
_NUMBER = r"(?<!by )(\d{3,7})(?!\d| ?[+])"
_WINDOWS = (
    re.compile(rf"(?:context.{{0,20}}?(?:length|size|window)|n_ctx|max_model_len)\D{{0,24}}{_NUMBER}", re.IGNORECASE),
    re.compile(
        rf"(?:maximum|limit|max size|must be <=|less than|up to|cannot exceed|length should be \[1,)\D{{0,32}}{_NUMBER}"
        rf"|(?<!\d){_NUMBER}(?:[ -]tokens?)? (?:context|maximum|limit)|> {_NUMBER}(?! -)",
        re.IGNORECASE,
    ),
)
_LEAST_WINDOW = 512
_WINDOW_STEP = 1024
_UNCERTAIN_SHARE = 0.7  # of the estimate: a tokenizer may be that much better, but hardly more
_SHORT_TOKENS = 2048  # any window in use holds as much
_HOW = "old", "narrow", "wooden", "yellow", "quiet", "broken", "heavy"
_WHAT = "table", "ladder", "lantern", "cupboard", "bicycle"
_WHERE = "window", "harbour", "station", "garden", "library", "bridge"
_NEXT = "Raise the server's window (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: -c) or set NOTEGEN_CONTEXT={}"


def is_too_long(reason: str) -> bool:
    """Whether a refusal means that the question does not fit the model's window; a limit of a minute is none."""
    return bool(_TOO_LONG.search(reason)) and not _RATE.search(reason)


def too_long(reason: str, question: Question) -> QuestionTooLong:
    """The error for a question that does not fit; its window is what the server's `reason` names, else half of it.

    A window that should have held the question, by our estimate, holds less of such text than we estimate.
    """
    asked_tokens = sent_tokens(question) + question.max_tokens
    named_tokens = _named_tokens(reason, asked_tokens)
    held_tokens = named_tokens if named_tokens < asked_tokens else asked_tokens * 3 // 4
    error = _error("question longer than the model's window", reason, held_tokens or asked_tokens // 2)
    error.guessed, error.passing = not named_tokens, bool(_RATE.search(reason))
    return error


def _named_tokens(reason: str, asked_tokens: int) -> int:
    """The window that a reason names, rather one that is smaller than what was asked; 0 for none."""
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", reason)
    found = (
        [int(each) for match in pattern.finditer(plain) for each in match.groups() if each] for pattern in _WINDOWS
    )
    told = [sorted(number for number in numbers if number >= _LEAST_WINDOW) for numbers in found]
    smaller = (numbers[0] for numbers in told if numbers and numbers[0] < asked_tokens)
    return next(smaller, next((numbers[0] for numbers in told if numbers), 0))


def cut_in_silence(usage: Usage, question: Question) -> QuestionTooLong | None:
    """The error for a long question of which the server read exactly its window; None where it did not.

    Such a server drops the beginning without a word; the count of tokens read is then the window.
    """
    if _is_at_window(usage) and sent_tokens(question) > usage.tokens_in * 1.25:
        return cut_error(usage, question)
    return None


def cut_error(usage: Usage, question: Question) -> QuestionTooLong:
    """The error for a question that was not read whole; a count below any window is none of what was read."""
    asked_tokens = sent_tokens(question)
    uncounted = usage.estimated or usage.tokens_in < _LEAST_WINDOW
    window_tokens = asked_tokens // 2 if uncounted else min(usage.tokens_in, asked_tokens - 1)
    why = f"it read {'less than' if uncounted else f'{usage.tokens_in:,} of'} about {asked_tokens:,} tokens"
    return _error("the server cut the question", why, window_tokens)


def is_doubtful(usage: Usage, question: Question, read_tokens: int) -> bool:
    """Whether a long question may have been cut: the server did not count, or counted far less than estimated, or less
    and exactly a window.

    `read_tokens` is the longest question this server is known to have read whole.
    """
    asked_tokens = sent_tokens(question)
    if not is_long(question) or asked_tokens <= read_tokens:
        return False
    likely_tokens = asked_tokens if _is_at_window(usage) else asked_tokens * _UNCERTAIN_SHARE
    return usage.estimated or usage.tokens_in < likely_tokens


def canary(tokens: int) -> tuple[Question, str]:
    """A question of so many tokens, and the word of its first line, which its answer must hold if it was read whole."""
    word = "kestrel-4817"
    system, first = "You answer in one word.", f"The code word is {word}. Remember it.\n"
    last = "\nWhat is the code word of the first line? Answer with it alone."
    filler = (f"The {how} {what} stands near the {where}. " for how, what, where in cycle(product(_HOW, _WHAT, _WHERE)))
    free_chars = tokens * 4 - len(system + first + last) - 8
    return Question("canary", system, first + "".join(_taken(filler, free_chars)).rstrip() + last, {}, 1000), word


def _taken(sentences: Iterable[str], most_chars: int) -> Iterator[str]:
    used = 0
    for sentence in sentences:
        used += len(sentence)
        if used > most_chars:
            return
        yield sentence


def is_seen(said: str, word: str) -> bool:
    """Whether what was said or thought about `canary` shows that its first line was read."""
    return word.partition("-")[2] in said


def is_long(question: Question) -> bool:
    """Whether a question is longer than any window in use surely holds."""
    return sent_tokens(question) > _SHORT_TOKENS


def sent_tokens(question: Question) -> int:
    """Tokens of what the question says, estimated."""
    return estimate_tokens(question.system) + estimate_tokens(question.user)


def _is_at_window(usage: Usage) -> bool:
    """Whether the server counted exactly as many tokens as a window has."""
    counted = not usage.estimated and usage.tokens_in >= _WINDOW_STEP
    return counted and -usage.tokens_in % _WINDOW_STEP <= 1


def _error(what: str, why: str, window_tokens: int) -> QuestionTooLong:
    error = QuestionTooLong(what, why, _NEXT.format(window_tokens))
    error.window_tokens = window_tokens
    return error
