"""The schema that was sent along, said back by the model, perhaps with its values filled in."""

from __future__ import annotations

from typing import cast

_WORDS = (
    "$schema $defs type properties items required additionalProperties enum description title strict maxItems minItems"
)
_KEYS = frozenset(_WORDS.split())
_TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean", "null"})
_DEEPEST = 4


def holds_schema(value: object, depth: int = 0) -> bool:
    """Whether a value is a JSON schema, or has one in it."""
    if depth > _DEEPEST:
        return False
    if isinstance(value, list):
        return any(holds_schema(each, depth + 1) for each in value)
    if not isinstance(value, dict):
        return False
    is_schema = (
        value.get("type") in _TYPES if isinstance(value.get("type"), str) else isinstance(value.get("$ref"), str)
    )
    if is_schema and (_KEYS | {"$ref"}).issuperset(value):
        return True
    return any(holds_schema(each, depth + 1) for each in value.values())


def unfiled(answer: dict[str, object]) -> dict[str, object]:
    """The object, its values taken out of "properties" and "items" where a model filed them there."""
    return cast(dict[str, object], _unfiled(answer))


def _unfiled(value: object) -> object:
    if isinstance(value, list):
        return [_unfiled(each) for each in value]
    if not isinstance(value, dict):
        return value
    plain = {key: _unfiled(held) for key, held in value.items()}
    if "properties" not in plain and "items" not in plain or not _KEYS.issuperset(plain):
        return plain
    properties, items = plain.get("properties"), plain.get("items")
    if isinstance(properties, dict) and properties and not holds_schema(properties):
        return properties
    return items if isinstance(items, list) and not holds_schema(items) else plain
