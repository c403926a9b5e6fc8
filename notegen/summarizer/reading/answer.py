"""What a model wrote, read with tolerance: one JSON object out of thoughts, fences, prose and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Pair
from notegen.summarizer.reading.heard import heard, objects_in
from notegen.summarizer.reading.refusals import refusal_in, refuses
from notegen.summarizer.reading.schema_echo import holds_schema, unfiled
from notegen.summarizer.reading.statements import (
    by_number,
    entries,
    figure_of,
    got,
    numbers_of,
    pairs,
    plain_name,
    statement,
)

_BESIDE = ("numbers", "terms", "abstract")
_DEEPEST_WRAPPER = 3


@dataclass(frozen=True, slots=True)
class RawDraft:
    """A draft as the model wrote it, before any check. `abstract` maps sentence numbers to their Japanese.

    `unplaced` counts claims that were left out, since their section is none that was asked for; of the sections
    `passed_over` the model was not shown all that it had chosen.
    """

    tldr: Claim | None = None
    claims: tuple[Claim, ...] = ()
    numbers: tuple[Claim, ...] = ()
    terms: tuple[Pair, ...] = ()
    abstract: Mapping[int, str] = field(default_factory=dict)
    unplaced: int = 0
    passed_over: tuple[str, ...] = ()


def read_json(text: str, keys: Sequence[str]) -> dict[str, object]:
    """The object of the answer that has most of `keys`, under these names; of several such the last.

    Raises `ModelRefusal` for a refusal in words, `AnswerUnusable` for anything else that is no such object: nothing,
    a thought without an end, an echo of the schema, an object that breaks off.
    """
    said = heard(text)
    found = [_named(held, keys) for each in said.objects for held in _held(unfiled(each))]
    best = max(reversed(found), key=lambda each: _fit(each, keys), default={})
    pieces = [held for each in said.objects if (held := _named(unfiled(each), keys)).keys() <= set(keys)]
    together = {key: value for held in pieces for key, value in held.items()}
    if len(together) == sum(map(len, pieces)) and _fit(together, keys) > _fit(best, keys):  # an object for each key
        best = together
    asked = {key: best[key] for key in keys if key in best and _is_said(best[key])}
    refusals = [asked] if any(asked.values()) else [] if asked else said.objects
    if declined := next(filter(None, map(refusal_in, refusals)), ""):
        raise _refusal(declined)
    if not any(asked.values()) and refuses(said.prose):
        raise _refusal(said.prose)
    if asked:
        return best
    if said.is_thinking:
        raise AnswerUnusable("no answer", "the model was still thinking when it stopped")
    said_any = said.objects or said.prose.strip()
    raise AnswerUnusable("answer not usable", f"no JSON with {', '.join(keys)} in it" if said_any else "it is empty")


def read_draft(text: str, sections: Sequence[str]) -> RawDraft:
    """The draft in an answer, whatever of it was asked for. Claims of other than these sections are left out.

    A number that no sentence has stays with its claim, for the support check to judge. Raises as `read_json` does.
    """
    answer = read_json(text, ("tldr", "claims", *_BESIDE))
    if "tldr" not in answer and "claims" not in answer:
        raise AnswerUnusable("answer not usable", "it holds neither tldr nor claims")
    known = {plain_name(section): section for section in sections}
    claims: dict[str, Claim] = {}
    unplaced: set[str] = set()
    for each, named in entries(answer.get("claims")):
        section = known.get(plain_name(named), "") if named or len(sections) > 1 else "".join(sections)
        if claim := _claim(each, section):
            said = claim.en.casefold() or claim.ja
            if section:
                claims.setdefault(said, claim)
            elif sections:
                unplaced.add(said)
    tldr = next((claim for each, _ in entries(answer.get("tldr")) if (claim := _claim(each, "tldr"))), None)
    figures = (
        replace(claim, value=figure_of(got(each, "value")))
        for each, _ in entries(answer.get("numbers"))
        if (claim := _claim(each, "numbers"))
    )
    return RawDraft(
        tldr,
        tuple(claims.values()),
        tuple(dict.fromkeys(figure for figure in figures if figure.value)),
        tuple(dict.fromkeys(Pair(en, ja) for en, ja in pairs(answer.get("terms")))),
        {number: statement(got(each, "ja")) for number, each in by_number(answer.get("abstract"), "n")},
        len(unplaced),
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
    rewritten = ((number, _claim(each, "")) for number, each in by_number(claims, "id"))
    return {number: claim for number, claim in rewritten if claim is not None}


def read_choice(text: str, sections: Sequence[str]) -> dict[str, list[int]]:
    """The sentence numbers chosen for each section, each once. Raises as `read_json` does."""
    chosen = read_json(text, sections)
    return {section: list(dict.fromkeys(numbers_of(chosen.get(section)))) for section in sections}


def _held(answer: Mapping[str, object], depth: int = 0) -> Iterator[Mapping[str, object]]:
    """The object, and before it what it wraps."""
    for value in answer.values() if depth < _DEEPEST_WRAPPER else ():
        only = value[0] if isinstance(value, list) and len(value) == 1 else value
        for each in objects_in(only):
            yield from _held(unfiled(each), depth + 1)
    yield answer


def _named(answer: Mapping[str, object], keys: Sequence[str]) -> dict[str, object]:
    """The object with the names that were asked for, where it has them in capitals or the like."""
    asked = {plain_name(key): key for key in keys}
    return {asked.get(plain_name(key), key): value for key, value in answer.items()} | {
        key: answer[key] for key in keys if key in answer
    }


def _fit(answer: Mapping[str, object], keys: Sequence[str]) -> tuple[int, int]:
    values = [answer[key] for key in keys if key in answer and _is_said(answer[key])]
    return len(values), sum(value is not None for value in values)


def _is_said(value: object) -> bool:
    """Whether a value may be an answer: `{}`, which is a schema for anything, is none."""
    return value != {} and not holds_schema(value)


def _claim(value: Mapping[str, object], section: str) -> Claim | None:
    en, ja = statement(got(value, "en")), statement(got(value, "ja"))
    cited = tuple(dict.fromkeys(numbers_of(got(value, "cites"))))
    return Claim(section, en, ja, cited) if en or ja else None


def _refusal(words: str) -> ModelRefusal:
    return ModelRefusal("the model declined", words.strip().splitlines()[0][:120], "Try another model for this paper")
