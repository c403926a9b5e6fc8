"""Models that decline, and papers about models that decline."""

from __future__ import annotations

import json

import pytest

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.summarizer.reading.answer import read_draft, read_json

_KEYS = ("tldr", "claims")
_REFUSALS = [
    "I'm sorry, but I can't help with that.",
    "I’m sorry, but I cannot assist with this request.",
    "Sorry, I can't do that.",
    "I apologize, but I am not able to summarize this paper.",
    "I cannot assist with summarizing this document.",
    "As an AI language model, I must not read this.",
    "Unfortunately, I can't read papers about weapons.",
    "I won't summarize this.",
    "申し訳ありませんが、この内容については要約できません。",
    "申し訳ございませんが、対応いたしかねます。",
    "その依頼にはお答えできません。",
    "この論文の要約にはお応えできません。",
]


@pytest.mark.parametrize("words", _REFUSALS)
@pytest.mark.parametrize(
    "form",
    [
        "{}",
        '"{}"',
        "<think>Is {{this}} allowed?</think>{}",
        '{{"error": "{}"}}',
        '{{"tldr": {{"en": "{0}", "ja": "{0}", "cites": []}}, "claims": []}}',
        '{{"tldr": null, "claims": [{{"section": "what", "en": "{0}", "cites": [1]}}]}}',
        '{{"tldr": "{0}"}}',
        '{0}\n```json\n{{"tldr": null, "claims": []}}\n```',
    ],
)
def test_a_refusal_is_told_in_words_and_in_json(words: str, form: str) -> None:
    """English or Japanese, alone or in every field of an object, a refusal is a refusal and no text of a note."""
    with pytest.raises(ModelRefusal):
        read_json(form.format(words), _KEYS)


@pytest.mark.parametrize(
    "words",
    [
        "The model answers I cannot assist in 40 % of cases.",
        "Models often say “I'm sorry, but I can't help with that.”",
        "“I'm sorry” is the most common beginning of a refusal.",
        "I cannot assist is what 40% of the answers say.",
        "モデルは40%の場合に「申し訳ありませんが、お答えできません」と答える。",
        "Apologies of a model lower its scores.",
    ],
)
def test_a_paper_may_be_about_refusals(words: str) -> None:
    """A claim that tells of refusals is one; prose that tells of them is no refusal of ours."""
    answer = {"tldr": {"en": words, "ja": words, "cites": [1]}, "claims": []}
    tldr = read_draft(json.dumps(answer, ensure_ascii=False), ("what",)).tldr

    assert tldr and tldr.en == words and tldr.ja == words
    if not words.startswith("I cannot"):
        with pytest.raises(AnswerUnusable):
            read_json(f"{words} So says the paper.", _KEYS)


def test_a_refusal_beside_claims_is_left_out() -> None:
    """Where a model declines one statement only, the others stand and that one is absent."""
    claims = [
        {"section": "what", "en": "I'm sorry, but I can't help with that.", "cites": [1]},
        {"section": "what", "en": "It predicts reuse.", "cites": [2]},
    ]
    draft = read_draft(json.dumps({"tldr": {"en": "A cache.", "cites": [1]}, "claims": claims}), ("what",))

    assert [claim.en for claim in draft.claims] == ["It predicts reuse."]
