"""The ways in which models damage the JSON they were asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

Value = dict[str, Any]
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^"]+')


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _outside(text: str, change: Callable[[str], str]) -> str:
    """JSON with what stands between its strings changed."""
    return "".join(part if part.startswith('"') else change(part) for part in _TOKEN.findall(text))


def _strings(text: str, change: Callable[[str], str]) -> str:
    """JSON with what stands between the quotes of its strings changed, quotes included."""
    return "".join(change(part) if part.startswith('"') else part for part in _TOKEN.findall(text))


def _bare_keys(value: Value) -> str:
    return re.sub(r'"(tldr|claims|en|ja|cites|section)":', r"\1:", _json(value))


def _comments(value: Value) -> str:
    return _outside(json.dumps(value, ensure_ascii=False, indent=1), lambda part: part.replace("\n", " // so\n"))


def _hash_comments(value: Value) -> str:
    return _outside(json.dumps(value, ensure_ascii=False, indent=1), lambda part: part.replace(",\n", ", # so\n"))


def _block_comments(value: Value) -> str:
    return _outside(_json(value), lambda part: part.replace("[", "[ /* [] */ "))


def _trailing_commas(value: Value) -> str:
    return _outside(_json(value), lambda part: re.sub(r"(?<=[\]}\d])(?=[\]}])", ",", part))


def _without_commas(value: Value) -> str:
    return _outside(json.dumps(value, ensure_ascii=False, indent=1), lambda part: part.replace(",", ""))


def _raw_breaks(value: Value) -> str:
    return _json(value).replace("\\n", "\n").replace("\\t", "\t")


def _curly(value: Value) -> str:
    return _strings(_json(value), lambda part: "“" + part[1:-1].replace('\\"', '"') + "”")


def _single(value: Value) -> str:
    return _strings(_json(value), lambda part: "'" + part[1:-1].replace('\\"', '"') + "'")


def _inner_quotes(value: Value) -> str:
    return _strings(_json(value), lambda part: '"' + part[1:-1].replace('\\"', '"') + '"')


DAMAGES: Mapping[str, Callable[[Value], str]] = {
    "none": _json,
    "indented": lambda value: json.dumps(value, ensure_ascii=False, indent=2),
    "escaped": json.dumps,
    "fence": lambda value: f"```json\n{_json(value)}\n```",
    "tildes": lambda value: f"~~~\n{_json(value)}\n~~~",
    "four ticks": lambda value: f"````JSON\n{_json(value)}\n````",
    "open fence": lambda value: f"Here it is:\n```json\n{_json(value)}",
    "prose": lambda value: (
        f"Sure! With {{x}} and $\\frac{{a}}{{b}}$ in mind:\n{_json(value)}\nThat's {{all}}, isn't it?"
    ),
    "array": lambda value: f"[{_json(value)}]",
    "wrapped": lambda value: f'{{"answer": {_json(value)}}}',
    "wrapped in an array": lambda value: f'{{"answer": [{_json(value)}], "ok": true}}',
    "a string in an object": lambda value: json.dumps({"response": _json(value)}, ensure_ascii=False),
    "a fence in a string": lambda value: json.dumps({"response": f"```json\n{_json(value)}\n```"}),
    "a string": lambda value: json.dumps(_json(value)),
    "a string in a string": lambda value: json.dumps(json.dumps(_json(value))),
    "escaped quotes": lambda value: json.dumps(_json(value), ensure_ascii=False)[1:-1],
    "under properties": lambda value: f'{{"type": "object", "properties": {_json(value)}}}',
    "an echo before": lambda value: (
        f'{{"type": "object", "properties": {{"tldr": {{"type": "string"}}}}}}\n{_json(value)}'
    ),
    "further keys": lambda value: _json({"remark": "```json\n{}\n```", **value, "confidence": 0.9}),
    "capitals": lambda value: _json({key.upper(): held for key, held in value.items()}),
    "Python": repr,
    "bare keys": _bare_keys,
    "comments": _comments,
    "hash comments": _hash_comments,
    "block comments": _block_comments,
    "trailing commas": _trailing_commas,
    "no commas": _without_commas,
    "raw line breaks": _raw_breaks,
    "curly quotes": _curly,
    "single quotes": _single,
    "quotes not escaped": _inner_quotes,
    "doubled braces": lambda value: f"{{{_json(value)}}}",
    "a bracket too many": lambda value: f"{_json(value)}}}]",
    "the last list unclosed": lambda value: _json(value)[:-2] + "}" if _json(value).endswith("]}") else _json(value),
    "a thought": lambda value: (
        f"<think>Maybe {{'tldr': 'x'}}? {_json({'tldr': 'draft', 'claims': []})}</think>{_json(value)}"
    ),
    "a sketch": lambda value: f'{{"tldr": "sketch"}}\n{_json(value)}',
    "NaN": lambda value: _json({"score": float("nan"), **value}),
}
