"""What a model wrote, read with tolerance: one JSON object out of thoughts, fences, prose and LaTeX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Pair
from notegen.summarizer.reading.latex import escape_commands

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.DOTALL)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_REFUSAL = re.compile(
    r"\bI(?:'|’)?m sorry\b|\bI (?:can(?:not|'t|’t)|am unable to|won't|must decline)\b|\bunable to (?:assist|comply)\b"
    r"|申し訳(?:ありません|ございません)|お(?:手伝い|答え|応え)(?:は|することは)?できません|対応(?:いたし|でき)(?:かね)?ません",
    re.IGNORECASE,
)
_CITATION_MARKS = re.compile(r"(?:\s*[\[［]\d+(?:\s*[,、，–-]\s*\d+)*[\]］])+(?=\s*(?:[.。,、;]|$))")
_SCHEMA_WORDS = "$schema type properties items required additionalProperties enum description title strict maxItems"
_SCHEMA_KEYS = frozenset(_SCHEMA_WORDS.split())
_STARTS_TRIED = 64
_REFUSAL_CHARS = 200


@dataclass(frozen=True, slots=True)
class RawDraft:
    """A draft as the model wrote it, before any check. `abstract` maps sentence numbers to their Japanese.

    `unplaced` counts claims that were left out, since their section is none that was asked for.
    """

    tldr: Claim | None = None
    claims: tuple[Claim, ...] = ()
    numbers: tuple[Claim, ...] = ()
    terms: tuple[Pair, ...] = ()
    abstract: Mapping[int, str] = field(default_factory=dict)
    unplaced: int = 0


def read_json(text: str, keys: Sequence[str]) -> dict[str, object]:
    """The object of the answer that has most of `keys`.

    Raises `ModelRefusal` for a refusal in words, `AnswerUnusable` for anything else that is no such object: nothing,
    a thought without an end, an echo of the schema.
    """
    said = _without_thoughts(text)
    found = [held for each in _objects(said) if not _is_schema(each) for held in (each, *_dicts(each.values()))]
    best = max(found, key=lambda each: sum(key in each for key in keys), default={})
    if any(key in best for key in keys):
        return best
    if _REFUSAL.search(said[:_REFUSAL_CHARS]):
        raise ModelRefusal("the model declined", _first_line(said), "Try another model for this paper")
    raise AnswerUnusable("answer not usable", f"no JSON with {', '.join(keys)} in it" if said else "it is empty")


def read_draft(text: str, sections: Sequence[str]) -> RawDraft:
    """The draft in an answer, whatever of it was asked for. Claims of other than these sections are left out.

    A number that no sentence has stays with its claim, for the support check to judge. Raises as `read_json` does.
    """
    answer = read_json(text, ("tldr", "claims"))
    claims: dict[str, Claim] = {}
    unplaced = 0
    for each in _dicts(answer.get("claims")):
        section = _text(each.get("section")).casefold()
        if claim := _claim(each, section):
            if section in sections:
                claims.setdefault(claim.en.casefold() or claim.ja, claim)
            else:
                unplaced += bool(sections)
    tldr = answer.get("tldr")
    figures = (replace(claim, value=_text(each.get("value"))) for each, claim in _claims(answer.get("numbers")))
    return RawDraft(
        _claim(tldr, "tldr") if isinstance(tldr, dict) else None,
        tuple(claims.values()),
        tuple(figure for figure in figures if figure.value),
        tuple(Pair(_text(each.get("en")), _text(each.get("ja"))) for each in _dicts(answer.get("terms"))),
        {number: _statement(each.get("ja")) for number, each in _by_number(answer.get("abstract"), "n")},
        unplaced,
    )


def read_whole_draft(text: str, sections: Sequence[str]) -> RawDraft:
    """As `read_draft`; `AnswerUnusable` for a draft that says nothing."""
    draft = read_draft(text, sections)
    if draft.tldr is None and not draft.claims:
        raise AnswerUnusable("answer not usable", "it holds no claim")
    return draft


def read_claims(text: str) -> dict[int, Claim]:
    """The rewritten claims of a recheck by their id, without section. Raises as `read_json` does."""
    claims = read_json(text, ("claims",)).get("claims")
    rewritten = ((number, _claim(each, "")) for number, each in _by_number(claims, "id"))
    return {number: claim for number, claim in rewritten if claim is not None}


def read_choice(text: str, sections: Sequence[str]) -> dict[str, list[int]]:
    """The sentence numbers chosen for each section, each once. Raises as `read_json` does."""
    chosen = read_json(text, sections)
    return {section: list(dict.fromkeys(_numbers(chosen.get(section)))) for section in sections}


def _without_thoughts(text: str) -> str:
    said = text.strip().removeprefix("\ufeff").strip()
    if said.startswith(("{", "[", "`")):
        return said
    thoughts, closing, rest = said.rpartition("</think>")
    if closing and "{" not in rest and "{" in thoughts:
        thoughts, closing, rest = said.partition("</think>")
    if closing:
        return rest.strip()
    opening = said.find("<think>")
    if opening >= 0 and "{" not in said[:opening]:
        raise AnswerUnusable("no answer", "the model was still thinking when it stopped")
    return said


def _objects(text: str) -> Iterator[dict[str, object]]:
    """Every whole JSON object of the text that can be read, outermost only."""
    position = 0
    for _ in range(_STARTS_TRIED):
        start = text.find("{", position)
        if start < 0:
            return
        end = _end_of_object(text, start)
        read = _load(text[start:end]) if end else None
        position = end if read is not None else start + 1
        if read is not None:
            yield read


def _end_of_object(text: str, start: int) -> int:
    depth = 0
    for token in _TOKEN.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if depth == 0:
            return token.end()
    return 0


def _load(text: str) -> dict[str, object] | None:
    strings = _STRING.findall(text)
    between = [_TRAILING_COMMA.sub("", piece) for piece in _STRING.split(text)]
    escaped = (escape_commands(string) + gap for string, gap in zip(strings, between[1:], strict=True))
    try:
        read = json.loads(between[0] + "".join(escaped), strict=False)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def _is_schema(value: Mapping[str, object]) -> bool:
    """Whether the object is, or holds under its keys, a JSON schema rather than an answer."""
    return any("type" in each and _SCHEMA_KEYS.issuperset(each) for each in (value, *_dicts(value.values())))


def _claim(value: Mapping[str, object], section: str) -> Claim | None:
    en, ja = _statement(value.get("en")), _statement(value.get("ja"))
    cited = tuple(dict.fromkeys(_numbers(value.get("cites"))))
    return Claim(section, en, ja, cited) if en or ja else None


def _claims(values: object) -> Iterator[tuple[Mapping[str, object], Claim]]:
    """The entries of the table of numbers, with what they say."""
    for each in _dicts(values):
        if claim := _claim(each, "numbers"):
            yield each, claim


def _numbers(value: object) -> list[int]:
    """Sentence numbers from `[1, 2]`, `["1"]`, `"[1], [2]"`, `"7, 8"`, `1` or `7.0`."""
    if isinstance(value, list):
        return [number for each in value for number in _numbers(each)]
    if isinstance(value, float):
        return [int(value)] if value.is_integer() else []
    value = re.sub(r"(?<=\d)\.0+\b", "", value) if isinstance(value, str) else value
    return [int(digits) for digits in re.findall(r"\d{1,6}", str(value))] if isinstance(value, int | str) else []


def _by_number(values: object, key: str) -> Iterator[tuple[int, dict[str, object]]]:
    for each in _dicts(values):
        for number in _numbers(each.get(key))[:1]:
            yield number, each


def _dicts(values: object) -> list[dict[str, object]]:
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list | ValuesView) else []


def _statement(value: object) -> str:
    return _CITATION_MARKS.sub("", _text(value))


def _text(value: object) -> str:
    """The string on one line; half a surrogate pair, which no file can hold, becomes U+FFFD for the checks to see."""
    if not isinstance(value, str):
        return ""
    return " ".join(value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").split())


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0][:120]
