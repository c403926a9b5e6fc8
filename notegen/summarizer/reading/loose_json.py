"""JSON as models write it, read without guessing: every value stands in the text, or there is none.

Besides JSON: quotes of other kinds and unescaped ones within, keys without quotes, commas left out or too many,
comments, line breaks in strings, the literals of Python and JavaScript, a missing or stray bracket at the end.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence

from notegen.summarizer.reading.latex import decoded

_DEEPEST = 60
_MOST_VALUES = 50_000
_MOST_INNER_QUOTES = 200
_BLANK = re.compile(r"(?:[\s\ufeff\u200b]+|//[^\n]*|#[^\n]*|/\*.{0,500}?\*/)*+", re.DOTALL)
_QUOTES = {'"': '"', "'": "'", "“": "“”„‟", "”": "“”„‟", "„": "“”‟", "‟": "“”‟", "‘": "‘’‚‛", "’": "‘’‚‛", "＂": "＂"}
_PIECES = {
    opening: re.compile(rf"[^\\{closing}]*+(?:\\.[^\\{closing}]*+)*+[{closing}]", re.DOTALL)
    for opening, closing in _QUOTES.items()
}
_Q = "[\"'“”„‟‘’＂]"
_TOKEN = re.compile(r"[^\s,，:：\[\]{}\"'“”/#]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"[^\W\d][\w-]*|\d+\s*[-–~]\s*\d+")
_KEY = re.compile(r"[^\W\d][\w-]*(?=\s*:)")
_NEXT_KEY = rf"{_Q}[\w -]{{1,60}}{_Q}\s*+:"
_AFTER_KEY = re.compile(r"\s*+:")
_AFTER_MEMBER = re.compile(rf"\s*+(?:,?+\s*+(?:{_NEXT_KEY}|[}}\]]|//|/\*)|,\s*+(?:#|[^\W\d][\w-]*\s*+:))")
_AFTER_ITEM = re.compile(rf"\s*+(?:[}}\]]|//|/\*|#|,\s*+(?:{_Q}|[\[{{}}\]\d/#-]))")
_SWALLOWED = re.compile(
    rf"{_Q}\s*+:\s*+(?:{_Q}|[\[{{])|(?:think|thought|message|reasoning)\w*\|?>\s*+[{{`]", re.IGNORECASE
)
_GOES_ON = re.compile(rf"\s*+[,:\]}}]|.{{0,4000}}?{_Q}\s*+[:,}}\]]", re.DOTALL)
_NAME = re.compile(r"[\w .;-]{1,60}")
_MEMBER_FOLLOWS = re.compile(rf"\s*+,(?=\s*+{_Q}\w+{_Q}\s*+:)")
_JSON_IN_STRING = re.compile(r"\s*+(?:`{3,}\w*)?(?:\s|\\n)*+\[?(?:\s|\\n)*+\{(?:\s|\\n)*+\\+\"")
_WORDS = {"true": True, "false": False, "null": None, "none": None, "nan": None, "undefined": None, "infinity": None}


class Unreadable(Exception):
    """What stands at `position` cannot be read."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class TooDeep(Unreadable):
    """More nested than any answer."""


class BrokenOff(Unreadable):
    """The text ends before the value does; `whole` is what of it is whole, None where nothing is."""

    def __init__(self, position: int, whole: object = None) -> None:
        super().__init__(position)
        self.whole = whole


def object_at(text: str, start: int, *, stray: bool = True) -> tuple[dict[str, object], int]:
    """The object that begins at `start`, and where it ends. Raises `Unreadable`, or `BrokenOff`.

    With `stray` a bracket that closes it may be one too many, where members follow.
    """
    if not any(char in text for char in "\\\x08\x0c"):
        try:
            read, end = _DECODER.raw_decode(text, start)
            if _is_too_deep(read):
                raise TooDeep(end)
            if not (stray and _MEMBER_FOLLOWS.match(text, end)):
                return read, end
        except (ValueError, RecursionError):
            pass
    try:
        return _Reading(text, start, strict=True, stray=stray).root()
    except Unreadable as error:
        failed = error
    try:
        return _Reading(text, start, strict=False, stray=False).root()
    except Unreadable as error:
        raise (failed if isinstance(failed, BrokenOff) else error) from None


def string_at(text: str, start: int) -> tuple[str, int]:
    """The string that begins at `start`, and where it ends. Raises as `object_at` does."""
    reading = _Reading(text, start, strict=True, stray=False)
    return reading.string(_AFTER_ITEM), reading.position


class _Reading:
    """One way through the text; unless `strict`, a quote ends a string only where something can follow it.

    `unsure` tells that a string was ended in that way.
    """

    def __init__(self, text: str, start: int, *, strict: bool, stray: bool) -> None:
        self.text = text
        self.position = start
        self.strict = strict
        self.stray = stray
        self.values = 0
        self.unsure = False

    def root(self) -> tuple[dict[str, object], int]:
        read = self.members(1, "")
        if self.unsure and _GOES_ON.match(self.text, self.position):
            raise Unreadable(self.position)
        return read, self.position

    def value(self, depth: int, parent: str) -> object:
        self.values += 1
        if depth > _DEEPEST or self.values > _MOST_VALUES:
            raise TooDeep(self.position)
        first = self.peek()
        if first == "{":
            return self.members(depth + 1, parent)
        if first == "[":
            return self.items(depth + 1, parent)
        if first in _QUOTES:
            return self.string(_AFTER_MEMBER if parent == "{" else _AFTER_ITEM)
        return self.scalar()

    def members(self, depth: int, parent: str) -> dict[str, object]:
        self.position += 1
        pairs: list[tuple[str, object]] = []
        key = ""
        try:
            while not self.closed("}", depth, parent == "["):
                key = self.key()
                if self.peek() != ":":
                    raise Unreadable(self.position)
                self.position += 1
                pairs.append((key, self.value(depth, "{")))
                self.separated()
        except BrokenOff as broken:
            pairs += [(key, broken.whole)] if broken.whole else []
            kept = depth == 1 or all(isinstance(value, dict | list) for _, value in pairs)
            raise BrokenOff(broken.position, merged(pairs) if kept else None) from None
        return merged(pairs)

    def items(self, depth: int, parent: str) -> list[object]:
        self.position += 1
        items: list[object] = []
        try:
            while not self.closed("]", depth, parent == "{"):
                items.append(self.value(depth, "["))
                self.separated()
        except BrokenOff as broken:
            raise BrokenOff(broken.position, [*items, *([broken.whole] if broken.whole else [])]) from None
        return items

    def closed(self, bracket: str, depth: int, may_be_missing: bool) -> bool:
        """Whether the object or list ends here; its bracket may be missing where the next one closes what is around."""
        found = self.peek()
        if found != bracket:
            return may_be_missing and found in "}]"
        self.position += 1
        if depth == 1 and self.stray and (stray := _MEMBER_FOLLOWS.match(self.text, self.position)):
            self.position = stray.end()
            return False
        return True

    def separated(self) -> None:
        """Passes the comma after a value; it may be missing behind a bracket or before white space."""
        end = self.position
        found = self.peek()
        if found == ",":
            self.position += 1
        elif found not in "}]" and self.position == end and self.text[end - 1] not in "}]":
            raise Unreadable(end)

    def key(self) -> str:
        if self.peek() in _QUOTES:
            start, key = self.position, self.string(_AFTER_KEY)
            if self.unsure and not _NAME.fullmatch(key):
                raise Unreadable(start)
            return key
        if bare := _KEY.match(self.text, self.position):
            self.position = bare.end()
            return bare[0]
        raise Unreadable(self.position)

    def string(self, after: re.Pattern[str]) -> str:
        start, opening = self.position + 1, self.text[self.position]
        piece, position, sure = _PIECES[opening], start, self.strict and opening in "\"'"
        self.unsure |= not sure
        for _ in range(_MOST_INNER_QUOTES):
            found = piece.match(self.text, position)
            if not found:
                raise BrokenOff(len(self.text))
            position = found.end()
            if sure or after.match(self.text, position):
                break
        else:
            raise Unreadable(position)
        body = self.text[start : position - 1]
        if not sure and _SWALLOWED.search(body):
            raise Unreadable(position)
        self.position = position
        return _text_of(body, opening)

    def scalar(self) -> object:
        """A number, a literal, or one word without quotes."""
        found = _TOKEN.match(self.text, self.position)
        token = found[0] if found else ""
        if self.position + len(token) >= len(self.text):
            raise BrokenOff(len(self.text))
        start = self.position
        self.position += len(token)
        if _NUMBER.fullmatch(token):
            return _number(token)
        if token.lstrip("+-").casefold() in _WORDS:
            return _WORDS[token.lstrip("+-").casefold()]
        if _WORD.fullmatch(token) and self.peek() in ",]}":
            return token
        raise Unreadable(start)

    def peek(self) -> str:
        """The next character that is neither white space nor in a comment."""
        blank = _BLANK.match(self.text, self.position)
        self.position = blank.end() if blank else self.position
        if self.position >= len(self.text):
            raise BrokenOff(self.position)
        return self.text[self.position]


def merged(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """The members as a dict; of a key that comes twice both lists, else the later value that is one."""
    members: dict[str, object] = {}
    for key, value in pairs:
        earlier = members.get(key)
        if isinstance(earlier, list) and isinstance(value, list):
            members[key] = earlier + value
        elif value is not None or earlier is None:
            members[key] = value
    return members


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            held
            for each in level
            if isinstance(each, dict | list)
            for held in (each.values() if isinstance(each, dict) else each)
        ]
    return bool(level)


def _text_of(body: str, opening: str) -> str:
    if opening == '"' and _JSON_IN_STRING.match(body):
        try:
            return str(json.loads(f'"{body}"', strict=False))
        except ValueError:
            pass
    return decoded(body, opening)


def _number(token: str) -> object:
    try:
        number = int(token) if token.lstrip("+-").isdigit() else float(token)
    except ValueError:
        return None
    return number if isinstance(number, int) or math.isfinite(number) else None


_DECODER = json.JSONDecoder(
    strict=False, object_pairs_hook=merged, parse_float=_number, parse_int=_number, parse_constant=lambda _: None
)
