"""What a server's completion means: the answer with its usage, or the reason why there is none."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from notegen.errors import AnswerUnusable, ModelRefusal, ReplyUnusable
from notegen.records import Answer, Question, Usage
from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.reading.whole import whole_part
from notegen.summarizer.server import window
from notegen.summarizer.server.stream import REPETITION, Completion
from notegen.summarizer.tokens import LONGEST_ANSWER_TOKENS, estimate_tokens

_NOTHING_TOKENS = 32
_ENDED = re.compile(r"[.!?。．！？][)\]」』）*\"'”’]*\s*\Z")
_ANOTHER = "Try another model for this paper"


def answer_of(completion: Completion, question: Question) -> Answer:
    """The text of a completion and what it cost; the text may be empty, or cut off.

    Raises `ModelRefusal` when the model or a filter declined.
    """
    if completion.refusal:
        raise ModelRefusal("the model declined", completion.refusal[:120], _ANOTHER)
    if completion.finish == "content_filter":
        raise ModelRefusal("the model declined", "the server's content filter", _ANOTHER)
    misplaced = _misplaced(completion.called) or _misplaced(completion.reasoning)
    text = completion.text if completion.text.strip() else misplaced
    cut = completion.finish if completion.finish in ("length", REPETITION) else ""
    return Answer(text, usage_of(completion, question), cut)  # type: ignore[arg-type]


def whole_answer(answer: Answer, question: Question) -> Answer:
    """The answer if it can be read; of one that was cut, said or in silence, what is whole. Raises `AnswerUnusable`."""
    empty = not answer.text.strip()
    if answer.cut and (empty or not question.schema):
        raise _cut_off(answer, question)
    if empty:
        raise ReplyUnusable("answer not usable", "it is empty", "Take another model")
    if not question.schema:
        return answer
    properties = question.schema.get("properties")
    keys = tuple(properties) if isinstance(properties, dict) else ()
    with suppress(AnswerUnusable):
        if not answer.cut:
            read_json(answer.text, keys)
            return answer
    closed = f"{answer.text}}}"
    with suppress(AnswerUnusable):  # of an answer that is whole but for its last bracket nothing is missing
        if not answer.cut and answer.text.rstrip().endswith("]") and set(keys) <= set(read_json(closed, keys)):
            return replace(answer, text=closed)
    try:
        whole = whole_part(answer.text)
        read_json(whole, keys)
    except AnswerUnusable as error:
        raise (_cut_off(answer, question) if answer.cut else error) from error
    return replace(answer, text=whole, cut=answer.cut or "silence")


def is_nothing(answer: Answer) -> bool:
    """Whether the model said nothing at all, not even a thought."""
    return not answer.text.strip() and answer.usage.tokens_out <= _NOTHING_TOKENS


def is_whole(question: Question, completion: Completion) -> bool:
    """Whether a completion of which the server did not say why it ended is an answer to its end.

    Plain words end with the reply, or as a sentence does.
    """
    if not question.schema and not completion.ended and not _ENDED.search(completion.text):
        return False
    with suppress(AnswerUnusable, ModelRefusal):
        return not whole_answer(Answer(completion.text, Usage(tokens_out=_NOTHING_TOKENS + 1)), question).cut
    return False


def usage_of(completion: Completion, question: Question) -> Usage:
    """The tokens of a completion as the server counted them, else estimated."""
    tokens_in = completion.usage.get("prompt_tokens")
    tokens_out = completion.usage.get("completion_tokens")
    said = f"{completion.text}{completion.reasoning}{completion.repeated}"
    if isinstance(tokens_in, int) and isinstance(tokens_out, int) and tokens_in > 0 and tokens_out >= bool(said):
        return Usage(tokens_in, tokens_out)
    return Usage(window.sent_tokens(question), estimate_tokens(said), True)


def _cut_off(answer: Answer, question: Question) -> AnswerUnusable:
    if answer.cut == "repetition":
        return AnswerUnusable("answer not usable", "the model said the same again and again", "Take another model")
    why = f"cut off at {answer.usage.tokens_out:,} tokens" if answer.text else "cut off before the answer began"
    longer = "Raise NOTEGEN_CONTEXT, or take" if question.max_tokens < LONGEST_ANSWER_TOKENS else "Take"
    return AnswerUnusable("answer not usable", why, f"{longer} a model that thinks less")


def _misplaced(reasoning: str) -> str:
    """A whole JSON object that the server took for a thought or a tool's call, and which was neither."""
    said = reasoning.strip()
    return said if said.startswith("{") and said.endswith("}") else ""
