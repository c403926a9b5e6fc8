"""What a model said beside its thoughts: the objects, and the prose around them."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape

from notegen.summarizer.reading.loose_json import BrokenOff, TooDeep, Unreadable, object_at, string_at

_NAMES = r"(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad)"
_QUOTE = "[\"'“”‘’„‟＂]"
_START = re.compile(
    rf"\{{(?=\s*+(?:{_QUOTE}|[}}/#]|[^\W\d][\w-]*\s*+:|\\[n\"]))|\"(?=\s*+\[?\s*+\{{(?:\s|\\n)*+\\)|\[(?=/?think)|◁"
    r"|<(?=[|/]{0,2}(?:\w{1,16}[:_])?(?:think|thought|reason|reflect|scratch|channel|inner|end|return|call))",
    re.IGNORECASE,
)
# Tags as models of many makers set them, and the channels of OpenAI's harmony format ("final" is the answer).
_TAG = re.compile(
    r"<\|(?P<word>start|begin_of|end|end_of)_(?:thinking|thought)\|>"
    rf"|<\|?(?P<slash>/?)(?:\w{{1,16}}[:_])?{_NAMES}(?:\s[^<>{{}}]{{0,80}})?(?P<alone>/?)\|?>"
    r"|\[(?P<bracket_slash>/?)think(?:ing)?\]|◁(?P<triangle_slash>/?)think▷"
    r"|<\|inner_(?P<inner>prefix|suffix)\|>|<\|channel>\s*(?P<open>\w+)|<(?P<closed>channel)\|>"
    r"|<\|channel\|>\s*(?P<channel>\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>|<\|(?P<message_end>end|return|call)\|>",
    re.IGNORECASE,
)
# Ends of turns and frames around answers: Llama, Qwen, Phi, Gemma, Mistral, DeepSeek, Cohere, Hunyuan, ERNIE.
_MARKS = re.compile(
    r"<\|\w{1,40}\|>|<｜[^｜<>\n]{1,40}｜>|</?s>|<(?:start|end)_of_turn>|<[be]os>|</?(?:answer|response|solution)>",
    re.IGNORECASE,
)
_ESCAPED_OBJECT = re.compile(r"\{(?:\s|\\n)*+\\\"")
_JSON_STRING = re.compile(r"\"\s*+\[?\s*+\{(?:\s|\\n)*+\\")
_BARE_CHANNELS = re.compile(r"\Aanalysis(?=[A-Z\s])(.*)assistantfinal", re.DOTALL)
_BLANK = re.compile(r"\s*")
_MOST_STARTS = 3000
_LEAST_REREAD_CHARS = 200_000
_PROSE_CHARS = 2000
_DEEPEST_STRINGS = 3


@dataclass(slots=True)
class Heard:
    """Objects and prose that are no thought. `broken_off` is what is whole of an object without an end.

    `whole_before` counts the objects before that one; `is_thinking` tells that the text ends within a thought.
    """

    objects: list[dict[str, object]] = field(default_factory=list)
    prose: str = ""
    broken_off: dict[str, object] | None = None
    whole_before: int = 0
    is_thinking: bool = False

    def add_prose(self, text: str) -> None:
        """Adds to the prose, of which the beginning is enough."""
        if len(self.prose) < _PROSE_CHARS:
            self.prose += text


def heard(text: str, strings: int = 0) -> Heard:
    """What a text says beside its thoughts; where a thought has only its end, it began with the text.

    A tag inside an object's string is a word of it. `strings` counts the strings around the text.
    """
    text = unescape(text) if "&quot;" in text and '"' not in text else text
    text = _BARE_CHANNELS.sub(r"<think>\1</think>", text)
    found, depth, position = Heard(), 0, 0
    starts, reread_chars = 0, 0
    while start := _START.search(text, position):
        here = start.start()
        if not depth:
            found.add_prose(text[position : min(here, position + _PROSE_CHARS)])
        if tag := _TAG.match(text, here):
            position = tag.end()
            if _is_end(tag) and (tag["channel"] or not depth):
                found, starts, reread_chars = Heard(), 0, 0
            depth = _depth_after(tag, depth) - _is_said_twice(text, tag)
            continue
        starts += 1
        position = here + 1
        if starts > _MOST_STARTS or reread_chars > _LEAST_REREAD_CHARS + len(text):
            continue
        try:
            objects, position = _objects_at(text, here, strings, stray=not reread_chars)
        except BrokenOff as broken:
            if not depth and found.broken_off is None and isinstance(broken.whole, dict):
                found.broken_off, found.whole_before = broken.whole, len(found.objects)
            reread_chars += broken.position - here
        except Unreadable as error:
            reread_chars += error.position - here
            position = error.position if isinstance(error, TooDeep) else position
        else:
            found.objects += [] if depth else objects
    if not depth:
        found.add_prose(text[position : position + _PROSE_CHARS])
    found.is_thinking = depth > 0
    return found


def unthought(text: str) -> tuple[str, bool]:
    """A text without thoughts and a model's marks of its ends, and whether it breaks off within a thought."""
    text = _BARE_CHANNELS.sub(r"<think>\1</think>", text)
    said, depth, position = "", 0, 0
    for tag in _TAG.finditer(text):
        said += "" if depth else text[position : tag.start()]
        position = tag.end()
        if _is_end(tag) and (tag["channel"] or not depth):
            said = ""
        depth = _depth_after(tag, depth) - _is_said_twice(text, tag)
    said += "" if depth else text[position:]
    return _MARKS.sub("", said), depth > 0


def _objects_at(text: str, start: int, strings: int, *, stray: bool) -> tuple[list[dict[str, object]], int]:
    """The objects that begin there, perhaps in a string, and where they end. Raises `Unreadable`."""
    if _JSON_STRING.match(text, start) and strings < _DEEPEST_STRINGS:
        inner, end = string_at(text, start)
        return heard(inner, strings + 1).objects, end
    if _ESCAPED_OBJECT.match(text, start) and strings < _DEEPEST_STRINGS:
        end = text.rfind("}") + 1
        with suppress(ValueError):
            inner = json.loads(f'"{text[start:end]}"', strict=False)
            return heard(inner, strings + 1).objects, end
    read, end = object_at(text, start, stray=stray)
    return [read], end


def objects_in(value: object, strings: int = 0) -> list[dict[str, object]]:
    """The objects a value is or holds as JSON in a string."""
    if isinstance(value, dict):
        return [value]
    if isinstance(value, str) and strings < _DEEPEST_STRINGS and _looks_like_object(value):
        return heard(value, strings + 1).objects
    return []


def _looks_like_object(value: str) -> bool:
    return value.lstrip().startswith(("{", "[{", "```", "~~~"))


def _is_end(tag: re.Match[str]) -> bool:
    if tag["channel"]:
        return tag["channel"].casefold() == "final"
    word = (tag["word"] or "").casefold()
    return bool(
        tag["closed"]
        or tag["inner"] == "suffix"
        or tag["slash"]
        or tag["bracket_slash"]
        or tag["triangle_slash"]
        or word.startswith("end")
    )


def _is_said_twice(text: str, tag: re.Match[str]) -> bool:
    """Whether a thought is opened twice, by a template and once more by the model."""
    blank = _BLANK.match(text, tag.end())
    following = _TAG.match(text, blank.end() if blank else tag.end())
    opens = not (_is_end(tag) or tag["alone"] or tag["channel"] or tag["message_end"])
    return opens and following is not None and following[0] == tag[0]


def _depth_after(tag: re.Match[str], depth: int) -> int:
    """How many thoughts are open after a tag."""
    if tag["channel"]:
        return 0 if _is_end(tag) else 1
    if tag["message_end"]:
        return 0
    if tag["alone"]:
        return depth
    return max(0, depth - 1) if _is_end(tag) else depth + 1
