"""Windows too small for a question, in the shapes servers tell of it, or do not."""

from __future__ import annotations

import json
from functools import partial

from odd_server import Asked, Reply, Script
from replies import body_error, error, events, good, longest_answer, prompt_tokens, say, text_error, usage_of
from right_model import asks_for_code, right_answer
from rows import PICKED, RECOVERED, Row, refusing, unusable

_ADVICE = r"window|context"
_SETTING = r"NOTEGEN_CONTEXT|num_ctx|OLLAMA_CONTEXT_LENGTH"


def _named(asked: Asked) -> Reply | None:
    tokens_in, tokens_out = prompt_tokens(asked.body), longest_answer(asked.body)
    if tokens_in + tokens_out <= 4096:
        return None
    return error(
        f"This model's maximum context length is 4096 tokens. However, you requested {tokens_in + tokens_out} tokens "
        f"({tokens_in} in the messages, {tokens_out} in the completion). Please reduce the length.",
        code="context_length_exceeded",
    )


def _llama(asked: Asked) -> Reply | None:
    tokens_in = prompt_tokens(asked.body)
    if tokens_in <= 4096:
        return None
    told = f"request ({tokens_in} tokens) exceeds the available context size (4096 tokens), try increasing it"
    facts = {"type": "exceed_context_size_error", "n_prompt_tokens": tokens_in, "n_ctx": 4096}
    return body_error({"error": {"code": 400, "message": told, **facts}})


def _unnumbered(asked: Asked) -> Reply | None:
    if prompt_tokens(asked.body) + longest_answer(asked.body) <= 4096:
        return None
    return error("The input is too long for the context window of this model.")


def _too_large(asked: Asked) -> Reply | None:
    if prompt_tokens(asked.body) + longest_answer(asked.body) <= 4096:
        return None
    return text_error("Request Entity Too Large", 413)


def _vllm(asked: Asked) -> Reply | None:
    tokens_in, tokens_out = prompt_tokens(asked.body), longest_answer(asked.body)
    if tokens_in + tokens_out <= 4096:
        return None
    told = (
        f"'max_tokens' or 'max_completion_tokens' is too large: {tokens_out}. This model's maximum context length is "
        f"4096 tokens and your request has {tokens_in} input tokens ({tokens_out} > 4096 - {tokens_in})."
    )
    facts = {"object": "error", "type": "BadRequestError", "param": None, "code": 400}
    return body_error({"message": told, **facts})


def _as_500(asked: Asked) -> Reply | None:
    if prompt_tokens(asked.body) + longest_answer(asked.body) <= 4096:
        return None
    return body_error(
        {"error": {"code": 500, "message": "Context size has been exceeded.", "type": "server_error"}}, 500
    )


def _of_the_rest(asked: Asked) -> str:
    """What a model answers that did not see the beginning: fewer claims, and no word of the first line."""
    if asks_for_code(asked.body):
        return "unknown"
    answer = json.loads(right_answer(asked.body))
    return json.dumps({key: value[1:] if isinstance(value, list) else value for key, value in answer.items()})


def _cut_to(window: int, *, counts: bool = True) -> Script:
    """The prompt cut to the window without a word; an answer looks right all the same, but lacks what was cut off."""

    def answer(asked: Asked) -> Reply:
        cut = prompt_tokens(asked.body) > window
        text = _of_the_rest(asked) if cut else right_answer(asked.body)
        usage = usage_of(asked, text)
        return say(
            asked, text, usage={**usage, "prompt_tokens": min(window, usage["prompt_tokens"])} if counts else None
        )

    return answer


def _counting(share: float, at_most: int = 1_000_000) -> Script:
    """A tokenizer that needs fewer tokens, or a server that counts only what it had not kept."""

    def answer(asked: Asked) -> Reply:
        text = right_answer(asked.body)
        usage = usage_of(asked, text)
        return say(asked, text, usage={**usage, "prompt_tokens": min(at_most, int(usage["prompt_tokens"] * share))})

    return answer


def _empty_over(window: int) -> Script:
    def answer(asked: Asked) -> Reply:
        if prompt_tokens(asked.body) <= window:
            return good(asked)
        return events([]) if asked.body.get("stream") else say(asked, "")

    return answer


def _no_room_over(window: int) -> Script:
    def answer(asked: Asked) -> Reply:
        usage = {"prompt_tokens": window, "completion_tokens": 0, "total_tokens": window}
        return good(asked) if prompt_tokens(asked.body) < window else say(asked, "", "length", usage=usage)

    return answer


_LONG = {"NOTEGEN_CONTEXT": "16384"}
_in_parts = partial(Row, requests=16, environment=_LONG, long=True, window=4096)
_whole = partial(Row, requests=2, environment=_LONG, long=True, window=16384)

ROWS = (
    Row("400 with a window of 4096 named", refusing(_named), RECOVERED, 3, again=1),
    Row("400 for the window, without a number", refusing(_unnumbered), RECOVERED, 4, again=1),
    Row("400 for the window in vLLM's words", refusing(_vllm), RECOVERED, 3, again=1),
    Row("500 for the window", refusing(_as_500), RECOVERED, 6, again=1),
    Row("413", refusing(_too_large), RECOVERED, 4, again=1),
    Row("an empty stream for a prompt over 512 tokens", _empty_over(512), unusable(r"empty|window|context"), 12),
    Row(
        "length and no content for a prompt over 512 tokens",
        _no_room_over(512),
        PICKED,
        14,
    ),
    Row("a thrifty tokenizer is no cut prompt", _counting(0.7), RECOVERED, 1),
    Row("kept tokens not counted are no cut prompt", _counting(1.0, 12), RECOVERED, 1),
    _in_parts("a long text, 400 with a window of 4096 named", refusing(_named)),
    _in_parts("a long text, 400 in llama.cpp's words", refusing(_llama)),
    _in_parts("a long text, 400 without a number", refusing(_unnumbered), requests=24),
    _in_parts("a long text, 413", refusing(_too_large), requests=24),
    _in_parts("a long text, the prompt cut to 4096 tokens", _cut_to(4096)),
    _in_parts("a long text, the prompt cut to 2048 tokens", _cut_to(2048), window=2048, requests=30),
    _in_parts("a long text, the prompt cut to 4096 tokens, not counted", _cut_to(4096, counts=False), requests=24),
    _in_parts("a long text, an empty stream over 4096 tokens", _empty_over(4096), requests=24),
    _in_parts("a long text, length and no content over 4096 tokens", _no_room_over(4096), requests=24),
    _in_parts("a long text, the prompt cut to 600 tokens", _cut_to(600), unusable(_ADVICE, _SETTING), requests=24),
    _whole("a long text, a thrifty tokenizer", _counting(0.65)),
    _whole("a long text, kept tokens not counted", _counting(1.0, 12)),
    _whole("a long text, no usage told", lambda asked: say(asked, right_answer(asked.body), usage=None)),
)
