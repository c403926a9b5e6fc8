"""Answers kept on disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from notegen.records import Answer, Question, Usage
from notegen.summarizer.answers import KeptAnswers

_QUESTION = Question("draft", "You write.", "Write.", {"type": "object"}, 100)
_ANSWER = Answer('{"tldr": "海馬🌍"}', Usage(10, 5, True))


def test_an_answer_comes_back_whole(tmp_path: Path) -> None:
    """Text and usage are kept, one file an answer, the folder is made."""
    answers = KeptAnswers(tmp_path / "cache" / "answers")
    answers.keep("m", _QUESTION, _ANSWER)

    assert answers.get("m", _QUESTION) == _ANSWER
    assert [path.suffix for path in (tmp_path / "cache" / "answers").iterdir()] == [".json"]


@pytest.mark.parametrize(
    "other",
    [
        ("n", _QUESTION),
        ("m", replace(_QUESTION, name="recheck")),
        ("m", replace(_QUESTION, system="You sing.")),
        ("m", replace(_QUESTION, user="Sing.")),
        ("m", replace(_QUESTION, schema={"type": "array"})),
    ],
)
def test_another_question_has_another_answer(tmp_path: Path, other: tuple[str, Question]) -> None:
    """Model, prompt, text and schema all belong to the key."""
    answers = KeptAnswers(tmp_path)
    answers.keep("m", _QUESTION, _ANSWER)

    assert answers.get(*other) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"text": "x"}', b'{"text": "x", "usage": 1}', b"\xff\xfe"])
def test_a_torn_file_is_no_answer(tmp_path: Path, content: bytes) -> None:
    """Whatever is wrong with a kept file, the question is asked again."""
    answers = KeptAnswers(tmp_path)
    answers.keep("m", _QUESTION, _ANSWER)
    next(tmp_path.iterdir()).write_bytes(content)

    assert answers.get("m", _QUESTION) is None


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    """Keeping is a favour: when it fails, the run goes on."""
    (tmp_path / "file").write_bytes(b"")
    answers = KeptAnswers(tmp_path / "file" / "answers")
    answers.keep("m", _QUESTION, _ANSWER)

    assert answers.get("m", _QUESTION) is None
