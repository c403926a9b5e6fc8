"""What models write around, inside and instead of the JSON they were asked for."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Pair
from notegen.summarizer.reading.answer import read_choice, read_claims, read_draft, read_json, read_whole_draft

_KEYS = ("tldr", "claims")
KEYS = ("what", "novelty", "method", "evaluation")
_PLAIN = '{"tldr": {"en": "A cache.", "ja": "キャッシュである。", "cites": [1]}, "claims": []}'

_COMMANDS = {
    *("frac", "beta", "boldsymbol", "bar", "rho", "right", "rangle", "nu", "nabla", "neq", "theta", "times", "text"),
    *("to", "tau", "tilde", "underline", "uparrow", "forall", "sigma", "alpha", "mathcal", "begin", "bf", "rm", "not"),
    *("tfrac", "textbf", "rightarrow", "newline"),
}


@pytest.mark.parametrize(
    "text",
    [
        _PLAIN,
        f"```json\n{_PLAIN}\n```",
        f"```\n{_PLAIN}\n```",
        f"Here is the note you asked for:\n\n{_PLAIN}\n\nAnything else?",
        f"<think>The user wants {{a note}}.</think>{_PLAIN}",
        f"The user wants {{a note}} …\n</think>\n\n{_PLAIN}",
        f"\ufeff{_PLAIN}",
        _PLAIN.replace("[1]}", "[1,],}").replace("[]}", "[],}"),
        f'{{"draft": {_PLAIN}}}',
        f'{{"type": "object", "properties": {{"tldr": {{"type": "object"}}}}}} {_PLAIN}',
        f"Set {{x}} first. {_PLAIN}",
    ],
)
def test_the_object_is_found_whatever_stands_around_it(text: str) -> None:
    """Thoughts, fences, prose, trailing commas, a wrapper or an echoed schema do not hide the answer."""
    tldr = read_json(text, _KEYS)["tldr"]

    assert tldr == {"en": "A cache.", "ja": "キャッシュである。", "cites": [1]}


def test_a_fence_inside_a_string_stays() -> None:
    """A value that holds a fenced snippet and braces comes out whole."""
    code = "Call\n```python\nrun({'a': 1})\n```\nonce."
    answer = json.dumps({"tldr": code, "claims": []})

    assert read_json(f"```json\n{answer}\n```", _KEYS)["tldr"] == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "I have read the paper and find it very interesting.",
        "<think>First I should look at sentence 1 and",
        "Thinking …<think>{",
        _PLAIN[:-20],
        '{"type": "object", "properties": {"tldr": {"type": "object"}, "claims": {"type": "array"}}}',
        '{"tldr": {"type": "object", "properties": {}}, "claims": {"type": "array", "items": {}}}',
        '{"title": "something else"}',
        "{" * 5000,
        "[1, 2, 3]",
    ],
)
def test_what_is_no_answer_is_called_so(text: str) -> None:
    """Nothing, prose, an unfinished thought, a cut object and an echo of the schema are all unusable."""
    with pytest.raises(AnswerUnusable):
        read_json(text, _KEYS)


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with summarizing this document.",
        "申し訳ありませんが、この内容については要約できません。",
        "その依頼にはお答えできません。",
    ],
)
def test_a_refusal_is_told_from_garbage(text: str) -> None:
    """A refusal in English or Japanese is a refusal; the next try would be refused, too."""
    with pytest.raises(ModelRefusal):
        read_json(text, _KEYS)


@pytest.mark.parametrize(
    "command",
    sorted(_COMMANDS),
)
def test_latex_survives_one_backslash(command: str) -> None:
    r"""A command written with one backslash in JSON stays a command, also where `\n`, `\t`, `\f` are true escapes."""
    formula = f"$\\{command}{{x}} + \\{command}$"

    assert read_json('{"tldr": "rate ' + formula + '", "claims": []}', _KEYS)["tldr"] == f"rate {formula}"
    assert read_json(json.dumps({"tldr": formula, "claims": []}), _KEYS)["tldr"] == formula


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"one\nnu two", "one\nnu two"),
        (r"one\ntext two", "one\ntext two"),
        (r"one\nto two", "one\nto two"),
        (r"List:\n- a\n- b", "List:\n- a\n- b"),
        (r"The end.\nu is free.", "The end.\nu is free."),
        (r"a\tb", "a\tb"),
        (r"say \"hi\" \u3042bc \\ /", 'say "hi" あbc \\ /'),
        (r"50\% of \_x", r"50\% of \_x"),
    ],
)
def test_true_escapes_stay_escapes(written: str, read: str) -> None:
    """Line breaks before words that look like the rest of a command, quotes and code points are read as JSON."""
    assert read_json('{"tldr": "' + written + '", "claims": []}', _KEYS)["tldr"] == read


@given(st.recursive(st.text(max_size=20) | st.integers() | st.booleans(), lambda inner: st.lists(inner, max_size=3)))
def test_proper_json_comes_out_as_it_is(value: object) -> None:
    """Whatever value a well-behaved model sends arrives unchanged, unless it holds a LaTeX look-alike."""
    answer = json.dumps({"tldr": value, "claims": []}, ensure_ascii=False)

    if "\\" not in answer:
        assert read_json(answer, _KEYS)["tldr"] == value


def test_a_draft_is_read_with_tolerance() -> None:
    """Citations in any spelling, unknown sections, twins and inline marks are sorted out; numbers stay to be judged."""
    answer = {
        "tldr": {"en": "A cache for\ntraces [1].", "ja": "トレース用のキャッシュである。[1]", "cites": "[1], [2]"},
        "claims": [
            {"section": "method", "en": "It predicts reuse.", "ja": "再利用を予測する。", "cites": ["2", 99]},
            {"section": "Method", "en": "It predicts reuse.", "ja": "再利用を予測する。", "cites": [2]},
            {"section": "opinion", "en": "It is great.", "ja": "素晴らしい。", "cites": [1]},
            {"section": "evaluation", "en": "It is fast.", "cites": [77]},
            {"section": "evaluation", "cites": [1]},
            "It is filed nowhere.",
        ],
        "terms": [{"en": "cache", "ja": "キャッシュ"}],
        "abstract": [{"n": 1, "ja": "一文目である。"}, {"n": "2", "ja": "二文目である。"}, {"ja": "番号がない。"}],
    }

    draft = read_draft(json.dumps(answer), KEYS)

    assert draft.tldr and (draft.tldr.en, draft.tldr.ja) == ("A cache for traces.", "トレース用のキャッシュである。")
    assert draft.tldr.sentences == (1, 2)
    assert [(claim.section, claim.en, claim.sentences) for claim in draft.claims] == [
        ("method", "It predicts reuse.", (2, 99)),
        ("evaluation", "It is fast.", (77,)),
    ]
    assert draft.unplaced == 2
    assert draft.terms == (Pair("cache", "キャッシュ"),)
    assert draft.abstract == {1: "一文目である。", 2: "二文目である。"}


def test_brackets_inside_a_statement_stay() -> None:
    """Only marks at the end of a statement are citations; an interval is part of what is said."""
    answer = {"tldr": {"en": "Weights lie in [0, 1] by design [1][2].", "cites": [1]}, "claims": []}
    tldr = read_draft(json.dumps(answer), KEYS).tldr

    assert tldr and tldr.en == "Weights lie in [0, 1] by design."
    assert read_draft(json.dumps({"tldr": {"en": "[" + "1" * 5000, "cites": [1]}, "claims": []}), KEYS).tldr


def test_a_draft_without_any_claim_is_unusable() -> None:
    """A well-formed but empty draft is no draft."""
    with pytest.raises(AnswerUnusable):
        read_whole_draft('{"tldr": {"en": "", "cites": []}, "claims": []}', KEYS)


def test_rewritten_claims_come_by_id() -> None:
    """A recheck is read by id; an entry without one is passed over."""
    answer = {"claims": [{"id": 4, "en": "Yes.", "cites": [1]}, {"en": "No.", "cites": [1]}]}

    assert [(number, claim.en) for number, claim in read_claims(json.dumps(answer)).items()] == [(4, "Yes.")]


def test_a_choice_is_a_list_of_numbers() -> None:
    """Chosen sentences come once each for every section."""
    answer = '{"what": [4, 4], "method": [7, 4], "next": []}'
    assert read_choice(answer, ("what", "method", "novelty")) == {"what": [4], "method": [7, 4], "novelty": []}


@pytest.mark.parametrize("cites", [[2.0, 3], ["2", "3"], "2, 3", ["2, 3"], "[2], [3]", ["2.0", 3.0], [2.5, 2, 3]])
def test_citations_are_numbers_however_written(cites: object) -> None:
    """Whole floats, strings and lists in one string all cite; a fraction cites nothing."""
    answer = {"tldr": {"en": "A cache.", "cites": cites}, "claims": []}
    tldr = read_draft(json.dumps(answer), KEYS).tldr

    assert tldr and tldr.sentences == (2, 3)


def test_half_a_surrogate_pair_becomes_a_visible_fault() -> None:
    """A lone surrogate, which no file can hold, arrives as U+FFFD; a whole pair as its character."""
    tldr = read_draft('{"tldr": {"en": "A \\ud83d cache \\ud83d\\ude00.", "cites": [1]}, "claims": []}', KEYS).tldr

    assert tldr and tldr.en == "A \ufffd cache \U0001f600."
