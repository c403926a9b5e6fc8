"""The objects of a server's reply, folded into one completion.

Every field may be missing: servers differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from notegen.errors import ReplyUnusable
from notegen.summarizer.server.events import END, events, json_of
from notegen.summarizer.server.failures import Failure
from notegen.summarizer.server.runaway import runaway_start

REPETITION = "repetition"
FAILED = "error"
_CHECKED_EVERY_CHARS = 500
_MOST_CHARS_A_TOKEN = 8
_CONTROL = re.compile(r"\x1b\[[\d;]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HALF = re.compile("[\ud800-\udfff]")
_WORDS_OF = "error", "errors", "message", "detail", "msg", "base_resp", "status_msg"
# Reasons of an end besides OpenAI's: Anthropic, Gemini, Mistral, Zhipu, DeepSeek, vLLM, OpenRouter, Bedrock.
_ENDS = {
    "length": re.compile(r"max_(?:output_|new_|completion_)?tokens|model_length|.*context_window_exceeded|max_length"),
    "content_filter": re.compile(
        r"content_filter.*|.*safety|recitation|prohibited_content|blocklist|spii|refusal|sensitive|guardrail.*"
    ),
    FAILED: re.compile(r"error|abort(?:ed)?|insufficient_system_resource|network_error|server_error|cancell?ed"),
}


@dataclass(slots=True)
class Completion:
    """One completion: `finish` is the server's reason for its end, "repetition" where we left it, "" for none given.

    The words of servers for an end at the longest answer, by a filter or by a failure are "length", "content_filter"
    and "error" here. `called` are the arguments of a tool's call. `begun` tells that there was a choice at all;
    `repeated` is what the model said again and again, `checked` how many characters were looked through for that;
    `ended` that the reply came to its own end.
    """

    text: str = ""
    called: str = ""
    repeated: str = ""
    reasoning: str = ""
    refusal: str = ""
    finish: str = ""
    begun: bool = False
    usage: Mapping[str, Any] = field(default_factory=dict)
    checked: int = 0
    ended: bool = False


IsWhole = Callable[[Completion], bool]


def says_anything(completion: Completion) -> bool:
    """Whether there is any text in it."""
    return bool(completion.text)


def completion_of(body: Iterable[bytes], now: Callable[[], float], last_second: float, most_tokens: int) -> Completion:
    """The completion in a reply's bytes, in whatever pieces they come; `now` may not pass `last_second`.

    A repetition without end is left at once, and so is what is longer than `most_tokens` can be. Raises `Failure` for
    an error of the server inside the reply or an answer that takes too long, `ReplyUnusable` for what is no completion.
    """
    completion = Completion()
    last: Mapping[str, Any] = {}
    try:
        for event in events(body, now, last_second):
            if event is END:
                completion.ended = True
                break
            if fault := event.get("error") or (event.get("object") == "error" and event):
                raise _refused(fault)
            last = event
            _take(event, completion)
            if _is_endless(completion, most_tokens):
                break
    except Failure as error:
        if error.unfit_output and completion.text:  # what the server could not read, we may
            completion.finish = "stop"
        elif not completion.finish or error.kind != "broken":  # a break behind the end of the answer takes nothing away
            raise
    if not completion.begun:
        if said := reason_of(last):
            raise ReplyUnusable("answer not usable", f"the server sent no choice: {said}")
        raise _empty("the server sent no choice")
    if _HALF.search(completion.text):  # of a character that came in two chunks, or of which half is lost
        completion.text = completion.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return completion


def _is_endless(completion: Completion, most_tokens: int) -> bool:
    """Whether it is to be left; looked at from time to time."""
    said = len(completion.text) + len(completion.reasoning)
    if said - completion.checked < _CHECKED_EVERY_CHARS:
        return False
    completion.checked = said
    start = runaway_start(completion.text)
    if start is not None or runaway_start(completion.reasoning) is not None:
        completion.repeated = completion.text[start:] if start is not None else ""
        completion.text = completion.text[:start].rstrip()
        completion.finish = REPETITION
    elif said > most_tokens * _MOST_CHARS_A_TOKEN:
        completion.finish = "length"
    else:
        return False
    return True


def reason_of(body: object, most_chars: int = 300) -> str:
    """The server's own words out of an error body, in one line: `{"error": {"message": …}}` and its relatives.

    Of a page they are its title, "" where it has none; of a router's error the words of the provider behind it.
    """
    if isinstance(body, list):
        return "; ".join(filter(None, (reason_of(each, most_chars) for each in body)))[:most_chars]
    if isinstance(body, dict):
        metadata = body.get("metadata")
        if isinstance(metadata, dict) and isinstance(metadata.get("raw"), str) and metadata["raw"].strip():
            return reason_of(json_of(metadata["raw"].encode()) or metadata["raw"], most_chars)
        inner = next((body[key] for key in _WORDS_OF if body.get(key)), "")
        said, named = reason_of(inner, most_chars), body.get("param") or body.get("loc")
        name = " ".join(map(str, named)) if isinstance(named, list) else named
        return f"{said} ({name})" if isinstance(name, str) and name and name not in said else said
    text = _CONTROL.sub("", str(body or "").encode("utf-8", "replace").decode())
    if re.match(r"\s*<(?:!|\?|html|head|body|h1|center)", text, re.IGNORECASE):
        title = re.search(r"<(title|h1)\b[^>]*>(.*?)</\1", text, re.IGNORECASE | re.DOTALL)
        text = unescape(re.sub(r"<[^>]*>", " ", title[2])) if title else ""
    return " ".join(text.split())[:most_chars]


def _empty(why: str) -> ReplyUnusable:
    error = ReplyUnusable("answer not usable", why)
    error.is_empty = True
    return error


def _refused(body: object) -> Failure:
    fault = body if isinstance(body, dict) else {}
    codes = [str(fault.get(key) or "") for key in ("code", "type", "status", "status_code")]
    status = next((int(code) for code in codes if code.isdecimal() and 400 <= int(code) < 600), None)
    return Failure("refused", reason_of(body), status, next((code for code in codes if code), ""))


def _take(event: Mapping[str, Any], completion: Completion) -> None:
    """What one event adds. Of several choices the first is taken."""
    if isinstance(usage := event.get("usage"), dict):
        completion.usage = usage
    choice = _first_choice(event.get("choices"))
    if choice is None:
        return
    if fault := choice.get("error"):
        raise _refused(fault)
    delta, message = choice.get("delta"), choice.get("message")
    if isinstance(delta, dict) and (delta or not isinstance(message, dict)):
        _add(delta, completion)
    elif isinstance(message, dict):
        if _text(message.get("content")):  # the whole, perhaps once more behind its pieces
            completion.text = completion.reasoning = completion.called = ""
        _add(message, completion)
    if isinstance(finish := choice.get("finish_reason"), str) and finish:
        completion.begun = True
        completion.finish = _end(finish)


def _first_choice(choices: object) -> Mapping[str, Any] | None:
    """The choice with index 0, which may be text or missing."""
    each = choices if isinstance(choices, list) else []
    return next((one for one in each if isinstance(one, dict) and one.get("index") in (0, None, "0", "")), None)


def _add(said: Mapping[str, Any], completion: Completion) -> None:
    completion.begun = True
    completion.text += _text(said.get("content"))
    completion.reasoning += _text(said.get("reasoning_content") or said.get("reasoning"))
    completion.refusal += _text(said.get("refusal"))
    calls = said.get("tool_calls")
    call = calls[0] if isinstance(calls, list) and calls and isinstance(calls[0], dict) else {}
    function = call.get("function") or said.get("function_call")
    called = function.get("arguments") if isinstance(function, dict) else ""
    completion.called += json.dumps(called) if isinstance(called, dict) else _text(called)


def _end(finish: str) -> str:
    """The reason of an end in OpenAI's word where another has the same meaning, else as it is."""
    plain = finish.rpartition(".")[2].casefold().replace("-", "_")
    return next((ours for ours, theirs in _ENDS.items() if theirs.fullmatch(plain)), finish)


def _text(content: object) -> str:
    """The text of a content, which some servers send as a list of parts, thoughts among them."""
    if isinstance(content, list):
        parts = (part for part in content if isinstance(part, dict) and part.get("type", "text") == "text")
        return "".join(_text(part.get("text")) for part in parts)
    return content if isinstance(content, str) else ""
