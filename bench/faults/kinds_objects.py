"""Answers that hold what was asked for, in a damaged or unasked form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from odd_server import Asked, Reply
from replies import chunk, events, good, pieces, say
from right_model import right_answer, wants_json
from rows import PICKED, RECOVERED, Row, first, saying

SENTENCES_TOO = 22  # three forms, a few sections, then a question for each sentence


def _echo(asked: Asked) -> Reply:
    """The schema instead of an answer; a question without one is answered."""
    if not wants_json(asked.body):
        return good(asked)
    schema = (asked.body.get("response_format") or {}).get("json_schema", {}).get("schema")
    keys = {key: {"type": "array", "items": {"type": "object"}} for key in ("claims", "numbers", "terms", "abstract")}
    return say(asked, json.dumps(schema or {"type": "object", "properties": keys, "required": list(keys)}))


def _parts(asked: Asked) -> Reply:
    """Content as a list of parts, whole or in the chunks of a stream."""
    text = right_answer(asked.body)
    if not asked.body.get("stream"):
        half = len(text) // 2
        listed = [{"type": "text", "text": text[:half]}, {"type": "text", "text": text[half:]}]
        return say(asked, listed, usage=None)  # type: ignore[arg-type]
    deltas = [chunk({"content": [{"type": "text", "text": piece}]}) for piece in pieces(text)]
    return events([*deltas, chunk({}, "stop")])


def _without_terms(asked: Asked) -> Reply:
    if not wants_json(asked.body):
        return good(asked)
    answer = json.loads(right_answer(asked.body))
    answer.pop("terms", None)
    return say(asked, json.dumps(answer, ensure_ascii=False))


def _empty_terms(asked: Asked) -> Reply:
    answer = json.loads(right_answer(asked.body))
    return say(asked, json.dumps(answer | ({"terms": []} if "terms" in answer else {}), ensure_ascii=False))


def _with_more(text: str) -> str:
    remark = {"remark": "```json\n{}\n``` I guess", "confidence": 0.9, "notes": None}
    return json.dumps({**remark, **json.loads(text)}, ensure_ascii=False)


def _python(text: str) -> str:
    return repr(json.loads(text))


def _comments(text: str) -> str:
    return re.sub(r"\n( *)\]", r",\n\1] // end of list", text, count=3).replace("\n}", ",\n}")


def _raw_newlines(text: str) -> str:
    """Real line breaks inside strings, before words that begin like LaTeX commands."""
    return re.sub(r" (?=(?:requests|tokens|the|texture|beams|need|number) )", "\n", _one_line(text))


def _one_line(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False)


def _escaped_newlines(text: str) -> str:
    """Line breaks as JSON writes them, \\n, \\t and \\r, before the same kinds of words."""
    text = re.sub(r" (?=(?:number|need|nu|not|novel)\w*)", r"\\n", _one_line(text))
    text = re.sub(r" (?=texture|text\b)", r"\\n", text)
    return re.sub(r" (?=requests )", r"\\n", re.sub(r" (?=tokens? |the |times )", r"\\t", text))


def _bare_latex(text: str) -> str:
    return text.replace("\\\\", "\\")


def _twice_latex(text: str) -> str:
    return text.replace("\\\\", "\\\\\\\\")


def _bad_bytes(text: str) -> str:
    return text.replace("トークン予算を", "ト\ufffdクン予算を", 1)


def _reshaped(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[str], str]:
    """The answer with every statement in it changed."""

    def reshape(text: str) -> str:
        answer = json.loads(text)
        for key, value in answer.items():
            answer[key] = [change(one) for one in value] if isinstance(value, list) else change(value)
        return json.dumps(answer, ensure_ascii=False)

    return reshape


def _cited_in_brackets(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "cites": [f"[{n}]" for n in one["cites"]]} if "cites" in one else one


def _cited_as_text(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "cites": ", ".join(map(str, one["cites"]))} if "cites" in one else one


def _capitals(one: dict[str, Any]) -> dict[str, Any]:
    return {key.upper() if key in ("en", "ja") else key: value for key, value in one.items()}


def _by_section(text: str) -> str:
    """Claims in an object by section instead of a list."""
    answer = json.loads(text)
    if "claims" in answer:
        filed: dict[str, list[dict[str, Any]]] = {}
        for claim in answer["claims"]:
            filed.setdefault(claim["section"], []).append({k: v for k, v in claim.items() if k != "section"})
        answer["claims"] = filed
    return json.dumps(answer, ensure_ascii=False)


def _bare_keys(text: str) -> str:
    return re.sub(r'"(\w+)":', r"\1:", _one_line(text))


def _curly_quotes(text: str) -> str:
    return re.sub(r'(?<!\\)"([^"]*)(?<!\\)"', r"“\1”", _one_line(text))


def _no_commas(text: str) -> str:
    return text.replace("},\n", "}\n")


def _sketched(text: str) -> str:
    return f'First a sketch: {{"tldr": {{"en": "DECOY", "ja": "おとり。", "cites": [1]}}}}\nAnd the answer:\n{text}'


ROWS = (
    Row("content as a list of parts", _parts, RECOVERED, 1),
    Row(
        "a fence inside a value, and further keys",
        saying(lambda text: f"```json\n{_with_more(text)}\n```"),
        RECOVERED,
        1,
        unseen=("I guess", "```"),
    ),
    Row("the schema echoed, once", first(_echo), RECOVERED, 4),
    Row("the schema echoed, always", _echo, PICKED, SENTENCES_TOO, unseen=("properties",)),
    Row("the values under properties", saying(lambda text: f'{{"properties": {text}}}'), RECOVERED, 2),
    Row("the answer in an object", saying(lambda text: f'{{"answer": {text}}}'), RECOVERED, 1),
    Row("the answer in an array", saying(lambda text: f"[{text}]"), RECOVERED, 1),
    Row("JSON in a string", saying(lambda text: json.dumps(text)), RECOVERED, 1),
    Row("a key missing", _without_terms, RECOVERED, 1, right=_empty_terms),
    Row("a Python literal", saying(_python), RECOVERED, 1),
    Row("trailing commas and comments", saying(_comments), RECOVERED, 1),
    Row("real line breaks in strings", saying(_raw_newlines), RECOVERED, 1),
    Row("LaTeX not escaped", saying(_bare_latex), RECOVERED, 1),
    Row("LaTeX escaped twice", saying(_twice_latex), RECOVERED, 1),
    Row("line breaks before words like commands", saying(_escaped_newlines), RECOVERED, 1),
    Row("line breaks, and LaTeX not escaped", saying(lambda text: _bare_latex(_escaped_newlines(text))), RECOVERED, 1),
    Row("a broken character in the answer, once", first(saying(_bad_bytes)), RECOVERED, 4, unseen=("\ufffd",)),
    Row("sentences cited as [3]", saying(_reshaped(_cited_in_brackets))),
    Row("sentences cited as text", saying(_reshaped(_cited_as_text))),
    Row("keys in capitals", saying(_reshaped(_capitals))),
    Row("claims by section", saying(_by_section)),
    Row("keys without quotes", saying(_bare_keys)),
    Row("curly quotes for delimiters", saying(_curly_quotes)),
    Row("commas missing between objects", saying(_no_commas)),
    Row("a sketch before the answer", saying(_sketched), unseen=("DECOY", "おとり")),
)
