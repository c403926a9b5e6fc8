"""What a model wrote, read with tolerance: one JSON object out of thoughts, fences, prose and LaTeX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Pair
from notegen.summarizer.latex import escape_commands
from notegen.summarizer.questions import SECTIONS

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.DOTALL)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_REFUSAL = re.compile(
    r"\bI(?:'|’)?m sorry\b|\bI (?:can(?:not|'t|’t)|am unable to|won't|must decline)\b|\bunable to (?:assist|comply)\b"
    r"|申し訳(?:ありません|ございません)|お(?:手伝い|答え|応え)(?:は|することは)?できません|対応(?:いたし|でき)(?:かね)?ません",
    re.IGNORECASE,
)
_CITATION_MARKS = re.compile(r"(?:\s*[\[［]\d+(?:\s*[,、，–-]\s*\d+)*[\]］])+(?=\s*(?:[.。,、;]|$))")
_SCHEMA_WORDS = "$schema type properties items required additionalProperties enum description title strict"
_SCHEMA_KEYS = frozenset(_SCHEMA_WORDS.split())
_STARTS_TRIED = 64
_REFUSAL_CHARS = 200


@dataclass(frozen=True, slots=True)
class RawDraft:
    """A draft as the model wrote it, before any check. `abstract` maps sentence numbers to their Japanese."""

    tldr: Claim | None
    claims: tuple[Claim, ...]
    terms: tuple[Pair, ...]
    abstract: Mapping[int, str]


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


def read_draft(text: str, sentence_count: int) -> RawDraft:
    """The draft in an answer. Claims of unknown sections are left out; numbers of sentences that do not exist, too.

    A claim left without any number stays, for the support check to judge. Raises as `read_json` does.
    """
    answer = read_json(text, ("tldr", "claims"))
    claims: dict[str, Claim] = {}
    for each in _dicts(answer.get("claims")):
        section = _text(each.get("section")).casefold()
        if section in SECTIONS and (claim := _claim(each, section, sentence_count)):
            claims.setdefault(claim.en.casefold() or claim.ja, claim)
    tldr = answer.get("tldr")
    terms = (Pair(_text(each.get("en")), _text(each.get("ja"))) for each in _dicts(answer.get("terms")))
    draft = RawDraft(
        _claim(tldr, "tldr", sentence_count) if isinstance(tldr, dict) else None,
        tuple(claims.values()),
        tuple(terms),
        {number: _statement(each.get("ja")) for number, each in _by_number(answer.get("abstract"), "n")},
    )
    if draft.tldr is None and not draft.claims:
        raise AnswerUnusable("answer not usable", "it holds no claim")
    return draft


def read_claims(text: str, sentence_count: int) -> dict[int, Claim]:
    """The rewritten claims of a recheck by their id, without section. Raises as `read_json` does."""
    claims = read_json(text, ("claims",)).get("claims")
    rewritten = ((number, _claim(each, "", sentence_count)) for number, each in _by_number(claims, "id"))
    return {number: claim for number, claim in rewritten if claim is not None}


def read_choice(text: str) -> list[int]:
    """The sentence numbers chosen, in the order of sections, each once. Raises as `read_json` does."""
    chosen = read_json(text, SECTIONS)
    return list(dict.fromkeys(number for section in SECTIONS for number in _numbers(chosen.get(section))))


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


def _claim(value: Mapping[str, object], section: str, sentence_count: int) -> Claim | None:
    en, ja = _statement(value.get("en")), _statement(value.get("ja"))
    cited = _numbers(value.get("cites"))
    known = tuple(dict.fromkeys(number for number in cited if 1 <= number <= sentence_count))
    return Claim(section, en, ja, known) if en or ja else None


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
