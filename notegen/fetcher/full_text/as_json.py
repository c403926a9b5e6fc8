"""A read paper as plain JSON values and back: for the cache, and between a reader's process and ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args

from notegen.fetcher.full_text.parts import FullText, Kind, Part

_KINDS = frozenset(get_args(Kind))
_TEXT = frozenset({"title", "parts", "references", "notices"})
_PART = frozenset({"kind", "text", "titles", "number"})


def to_json(full_text: FullText) -> dict[str, Any]:
    """What `json.dumps` takes."""
    return asdict(full_text)


def from_json(value: object) -> FullText:
    """What `to_json` gave, once more a `FullText`; `ValueError` for anything else, so that no other text gets in."""
    held = _fields(value, _TEXT)
    parts = tuple(map(_part, _list(held["parts"])))
    return FullText(_text(held["title"]), parts, _texts(held["references"]), _texts(held["notices"]))


def _part(value: object) -> Part:
    held = _fields(value, _PART)
    kind = held["kind"]
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError("no kind of part")
    return Part(kind, _text(held["text"]), _texts(held["titles"]), _text(held["number"]))  # type: ignore[arg-type]


def _fields(value: object, names: frozenset[str]) -> Mapping[str, object]:
    if not isinstance(value, dict) or value.keys() != names:
        raise ValueError("not of this form")
    return value


def _list(value: object) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("no list")
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(_text, _list(value)))


def _text(value: object) -> str:
    """A text; half a surrogate pair, which JSON can hold and UTF-8 cannot, raises `UnicodeEncodeError`."""
    if not isinstance(value, str):
        raise ValueError("no text")
    value.encode("utf-8")
    return value
