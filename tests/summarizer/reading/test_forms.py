"""Answers with the right content under other names, in other types, or half of it missing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from notegen.errors import AnswerUnusable
from notegen.records import Claim, Pair
from notegen.summarizer.reading.answer import (
    RawDraft,
    read_choice,
    read_claims,
    read_draft,
    read_json,
    read_whole_draft,
)

_SECTIONS = ("what", "method")


def _draft(**answer: Any) -> RawDraft:
    return read_draft(json.dumps({"claims": [], **answer}, ensure_ascii=False), _SECTIONS)


_WHAT = {"en": "It caches.", "ja": "キャッシュする。", "cites": [2]}
_METHOD = {"en": "It predicts.", "ja": "予測する。", "cites": [3]}
_TWO = (Claim("what", "It caches.", "キャッシュする。", (2,)), Claim("method", "It predicts.", "予測する。", (3,)))


@pytest.mark.parametrize(
    "claims",
    [
        [{"section": "what", **_WHAT}, {"section": "method", **_METHOD}],
        {"what": [_WHAT], "method": [_METHOD]},
        {"What": _WHAT, "METHOD": [_METHOD]},
        [{"what": [_WHAT]}, {"method": [_METHOD]}],
        {"what": _WHAT, "method": _METHOD},
        [
            {"Section": "What", "EN": "It caches.", "JA": "キャッシュする。", "Cites": "2"},
            {"section": "method", **_METHOD},
        ],
        [
            {"section": " what ", "english": "It caches.", "japanese": "キャッシュする。", "citations": ["[2]"]},
            {"section": "method", "text_en": "It predicts.", "日本語": "予測する。", "sentences": 3.0},
        ],
        [{"section": "what", **_WHAT, "confidence": 0.9, "note": None}, {"section": "method", **_METHOD}],
        [{"section": "what", **_WHAT}] * 50 + [{"section": "method", **_METHOD}] * 50,
        [None, 3, [], "", {}, {"section": "what"}, {"section": "what", **_WHAT}, {"section": ["method"], **_METHOD}],
    ],
)
def test_claims_are_understood_in_any_form(claims: object) -> None:
    """By section or as a list, under other names, in capitals, with more keys or said fifty times: the same claims."""
    assert _draft(claims=claims).claims == _TWO


def test_claims_that_are_only_texts() -> None:
    """A text filed under a section is a claim in the language it is in, citing what stands in brackets at its end."""
    claims = {"what": ["It caches [2]."], "method": "予測する。[3][4]", "other": ["Nothing."]}

    draft = _draft(claims=claims)

    assert draft.claims == (Claim("what", "It caches.", "", (2,)), Claim("method", "", "予測する。", (3, 4)))
    assert draft.unplaced == 1


def test_one_section_asked_for_needs_no_name() -> None:
    """Where claims of one section were asked for, those that name none are its."""
    text = json.dumps({"claims": [_METHOD, "It works. [4]"]}, ensure_ascii=False)

    assert [claim.section for claim in read_draft(text, ("method",)).claims] == ["method", "method"]
    assert read_draft(text, _SECTIONS).unplaced == 2


@pytest.mark.parametrize(
    ("cites", "numbers"),
    [
        ([1, 2], (1, 2)),
        ("3-5", (3, 4, 5)),
        (["3–5", "[7]"], (3, 4, 5, 7)),
        ("[3]", (3,)),
        ("S3, sentence 4", (3, 4)),
        (2.0, (2,)),
        ("2.0", (2,)),
        (2.5, ()),
        ("2.5", ()),
        (-3, ()),
        (True, ()),
        (None, ()),
        ({"n": 3}, ()),
        ("none", ()),
        ("12345678", ()),
        ("5-3", (5, 3)),
        ("1-99", (1, 99)),
    ],
)
def test_citations_in_any_type(cites: object, numbers: tuple[int, ...]) -> None:
    """Lists, texts, ranges and whole floats cite; a fraction, a negative number or a truth value cites nothing."""
    tldr = _draft(tldr={"en": "A cache.", "cites": cites}).tldr

    assert tldr and tldr.sentences == numbers


@pytest.mark.parametrize("wrong", [None, "", 3, 2.5, True, [], {}, ["a", "b"], {"a": {"b": 1}}, [[]], [{"x": None}]])
@pytest.mark.parametrize("key", ["tldr", "claims", "numbers", "terms", "abstract"])
def test_wrong_types_are_absent(key: str, wrong: object) -> None:
    """A value of no use at any place leaves the rest as it is."""
    right = {"tldr": _WHAT, "claims": [{"section": "method", **_METHOD}], "numbers": [{**_WHAT, "value": "3"}]}
    answer = {**right, "terms": [{"en": "cache", "ja": "キャッシュ"}], "abstract": [{"n": 1, "ja": "一文目である。"}]}
    whole, draft = _draft(**answer), _draft(**{**answer, key: wrong})

    for name in ("tldr", "claims", "numbers", "terms", "abstract"):
        if name != key:
            assert getattr(draft, name) == getattr(whole, name)
    assert not (key == "tldr" and draft.tldr and draft.tldr.en not in ("a",))


@pytest.mark.parametrize("wrong", [None, "", 3, True, [], {}, ["a", "b"], {"en": "x"}])
@pytest.mark.parametrize("key", ["en", "ja", "cites", "section"])
def test_wrong_types_within_a_claim_are_absent(key: str, wrong: object) -> None:
    """What a claim holds of another type is not guessed."""
    claims = _draft(claims=[{"section": "what", **_WHAT, key: wrong}]).claims

    assert all(getattr(claim, name) in ("", getattr(_TWO[0], name)) for claim in claims for name in ("en", "ja"))
    assert len(claims) == (key != "section")


def test_what_stands_beside_the_claims() -> None:
    """Figures given as numbers, terms and translations given as objects are read; the same line counts once."""
    draft = _draft(
        numbers=[{**_WHAT, "value": 72}, {**_WHAT, "value": 72}, {**_METHOD, "value": 2.4}, {**_WHAT, "value": True}],
        terms={"cache": "キャッシュ", "trace": "トレース"},
        abstract={"1": "一文目である。", "[2]": {"ja": "二文目である。"}},
    )

    assert [figure.value for figure in draft.numbers] == ["72", "2.4"]
    assert draft.terms == (Pair("cache", "キャッシュ"), Pair("trace", "トレース"))
    assert draft.abstract == {1: "一文目である。", 2: "二文目である。"}


def test_choices_and_rewritten_claims_in_other_forms() -> None:
    """Chosen numbers may be texts under capitals, rewritten claims may be filed by id."""
    assert read_choice('{"What": "[4], 7-9", "METHOD": null}', _SECTIONS) == {"what": [4, 7, 8, 9], "method": []}
    assert {n: claim.en for n, claim in read_claims('{"claims": {"4": {"en": "Yes."}}}').items()} == {4: "Yes."}


@pytest.mark.parametrize(
    "echo",
    [
        {"type": "object", "properties": {"tldr": {"type": "string"}, "claims": {"type": "array", "items": {}}}},
        {"tldr": {"type": "string"}, "claims": {"type": "array", "items": {"type": "string"}}},
        {"tldr": {"$ref": "#/$defs/statement"}, "claims": {"type": "array"}},
        {"properties": {"tldr": {"type": "object", "properties": {"en": {"type": "string"}}}}},
        {"type": "object", "properties": {"tldr": {}, "claims": {}}},
    ],
)
def test_an_echo_of_the_schema_is_no_answer(echo: dict[str, Any]) -> None:
    """The schema said back holds no answer, alone or in a wrapper; before the answer it does not hide it."""
    answer = {"tldr": _WHAT, "claims": []}
    for said in (echo, {"schema": echo}, [echo]):
        with pytest.raises(AnswerUnusable):
            read_json(json.dumps(said), ("tldr", "claims"))
        assert read_json(f"{json.dumps(said)}\n{json.dumps(answer)}", ("tldr", "claims")) == answer


@pytest.mark.parametrize(
    "filed",
    [
        {"properties": {"tldr": _WHAT, "claims": []}},
        {"type": "object", "properties": {"tldr": _WHAT, "claims": []}, "required": ["tldr", "claims"]},
        {
            "type": "object",
            "properties": {
                "tldr": {"type": "object", "properties": _WHAT},
                "claims": {"type": "array", "items": [{"section": "what", **_WHAT}]},
            },
        },
    ],
)
def test_values_filed_under_the_words_of_the_schema(filed: dict[str, Any]) -> None:
    """A model that fills in the schema instead of following it has still answered."""
    tldr = read_whole_draft(json.dumps(filed), _SECTIONS).tldr

    assert tldr and tldr.en == "It caches."


def test_of_several_objects_the_fullest_and_then_the_last() -> None:
    """A sketch with fewer keys loses against the answer wherever it stands; of equals the last counts."""
    sketch, first, last = '{"tldr": "s"}', '{"tldr": "1", "claims": []}', '{"tldr": "2", "claims": []}'

    assert read_json(f"{sketch} {first} {last}", ("tldr", "claims"))["tldr"] == "2"
    assert read_json(f"{first} {sketch}", ("tldr", "claims"))["tldr"] == "1"
    assert read_json(f"[{first}, {last}]", ("tldr", "claims"))["tldr"] == "2"
