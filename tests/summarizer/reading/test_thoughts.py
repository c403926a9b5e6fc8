"""Models that think aloud: a thought is never an answer, and a word about thoughts is no thought."""

from __future__ import annotations

import json

import pytest

from notegen.errors import AnswerUnusable
from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.reading.whole import whole_part

_KEYS = ("tldr", "claims")
_ANSWER = json.dumps({"tldr": "A cache.", "claims": []})
_DRAFT = json.dumps({"tldr": "A draft.", "claims": [], "numbers": []})
_TAGS = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("<THINK>", "</Think>"),
    ('<think budget="2">', "</think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>"),
]


@pytest.mark.parametrize(("opening", "closing"), _TAGS)
@pytest.mark.parametrize(
    "text",
    [
        "{0}Hm, {{x}} or {draft}?{1}\n{answer}",
        "Hm, {draft}{1}{answer}",
        "{draft}{1}```json\n{answer}\n```",
        "{0}a {0}b {draft}{1} c {draft}{1}{answer}",
        "{0}\n{0}\n{draft}{1}{answer}",
        "{0}a{1}{0}{draft}{1}Here:\n{answer}",
        '{0}It begins {{"tldr": "A{1}{answer}',
        "{0}{1}{answer}",
    ],
)
def test_what_follows_the_thought_is_the_answer(opening: str, closing: str, text: str) -> None:
    """Whatever the tags, closed, stray, nested or several, a draft in a thought is passed over."""
    said = text.format(opening, closing, answer=_ANSWER, draft=_DRAFT)

    assert read_json(said, _KEYS)["tldr"] == "A cache."
    assert whole_part(said) == said


@pytest.mark.parametrize(("opening", "closing"), _TAGS)
@pytest.mark.parametrize(
    "text", ["{0}{draft}", "Well.{0}{draft} and so", "{0}a{1}{0}{draft}", "{0}{draft} and {{", "{0}a\n{draft[0]}"]
)
def test_a_thought_without_an_end_is_no_answer(opening: str, closing: str, text: str) -> None:
    """A model that was still thinking when it stopped has said nothing, whatever its thought holds."""
    said = text.format(opening, closing, draft=_DRAFT)

    with pytest.raises(AnswerUnusable, match="no answer: the model was still thinking"):
        read_json(said, _KEYS)
    with pytest.raises(AnswerUnusable, match="no answer: the model was still thinking"):
        read_json(whole_part(said), _KEYS)


def test_an_unclosed_inner_thought_keeps_the_outer_one_open() -> None:
    """Of two thoughts one within the other, the end of the inner one ends neither."""
    with pytest.raises(AnswerUnusable):
        read_json(f"<think>a <think>b</think> {_DRAFT}", _KEYS)


def test_an_answer_before_a_thought_stands() -> None:
    """A thought after the answer, closed or not, takes nothing from it."""
    for after in ("<think>Good?</think>", "<think>Was that", "\n<|end|>"):
        assert read_json(f"{_ANSWER}{after}", _KEYS)["tldr"] == "A cache."


@pytest.mark.parametrize(("opening", "closing"), _TAGS)
@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "<think>Hm.</think>{}", "Notes:\n{}", '{{"answer": {}}}'])
def test_tags_inside_a_value_are_words(opening: str, closing: str, around: str) -> None:
    """A paper about thinking models may name the tags, alone or in pairs; its values arrive whole."""
    for words in (
        f"It opens with {opening}.",
        f"It ends with {closing}.",
        f"{opening}x{closing}",
        f"{closing} {opening}",
    ):
        answer = {"tldr": words, "claims": [{"en": words}]}
        read = read_json(around.format(json.dumps(answer, ensure_ascii=False)), _KEYS)
        assert {key: read[key] for key in _KEYS} == answer


def test_channels_without_their_marks_are_told() -> None:
    """A server that takes out the marks of the channels leaves their names, which are enough."""
    said = f"analysisWe need JSON. {_DRAFT}assistantfinal{_ANSWER}"

    assert read_json(said, _KEYS)["tldr"] == "A cache."
