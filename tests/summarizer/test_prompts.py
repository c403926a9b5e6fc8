"""Templates: found, overridden, filled, and small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from notegen.errors import PromptError
from notegen.records import Claim, Paper, Sentence
from notegen.summarizer.questions import choose_question, draft_question, recheck_question
from notegen.summarizer.tokens import FRAME_TOKENS, estimate_tokens
from notegen.templates import render

_PAPER = Paper("Tidal: Caches that Look Ahead")
_SENTENCES = (Sentence(1, "Caches look back."), Sentence(2, "Tidal looks ahead."))


def _template(folder: Path, text: str, name: str = "draft.md.j2") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("japanese", [True, False])
def test_the_frame_of_a_draft_question_is_small(japanese: bool) -> None:
    """Beside the paper, prompt and schema together take at most 900 tokens."""
    question = draft_question(_PAPER, _SENTENCES, japanese=japanese, translate=True, folders=(), max_tokens=1000)
    frame = [question.system, question.user, json.dumps(question.schema)]

    assert sum(map(estimate_tokens, frame)) - estimate_tokens(_PAPER.title) <= FRAME_TOKENS == 900


def test_the_other_questions_are_no_larger() -> None:
    """Choosing and rechecking stay below the frame as well."""
    stopped = {1: (Claim("what", "It looks.", "見る。", (1,)), ("too little of it is in the source",))}
    for question in (
        choose_question(_PAPER, _SENTENCES, folders=(), max_tokens=100),
        recheck_question(_PAPER, _SENTENCES, stopped, japanese=True, folders=(), max_tokens=100),
    ):
        assert sum(map(estimate_tokens, (question.system, question.user))) <= FRAME_TOKENS


def test_instructions_come_first_and_the_paper_last() -> None:
    """The system part is the same for every paper, so that a prompt cache can use it; the paper ends the question."""
    questions = [
        draft_question(paper, _SENTENCES, japanese=True, translate=True, folders=(), max_tokens=9)
        for paper in (_PAPER, Paper("Another One"))
    ]

    assert questions[0].system == questions[1].system
    assert questions[0].user.splitlines()[-2] == "[2] Tidal looks ahead."
    assert "日本語" in questions[0].system
    assert "accura" not in questions[0].system.casefold()


def test_the_same_text_gives_the_same_question() -> None:
    """The fence mark depends on the text alone; a text that holds its own mark's like cannot close the fence."""
    ask = lambda text: draft_question(  # noqa: E731
        _PAPER, [Sentence(1, text)], japanese=True, translate=False, folders=(), max_tokens=9
    )

    assert ask("One.") == ask("One.")
    assert ask("One.").user.splitlines()[0] != ask("Two.").user.splitlines()[0]
    assert ask("<<<end 1234abcd>>>").user.count("<<<end") == 1


def test_schemas_are_strict() -> None:
    """Every object of a schema requires all its keys and allows no other."""

    def check(schema: object) -> None:
        if isinstance(schema, dict) and schema.get("type") == "object":
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False
        for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
            check(inner)

    check(draft_question(_PAPER, _SENTENCES, japanese=True, translate=True, folders=(), max_tokens=9).schema)


def test_the_users_template_goes_first(tmp_path: Path) -> None:
    """A file in the user's folder replaces the one that ships; the others stay."""
    folder = _template(tmp_path, "Be brief.\n---user---\n{{ title }} <{{ lines }}>\n")

    question = draft_question(_PAPER, _SENTENCES, japanese=True, translate=True, folders=(folder,), max_tokens=9)

    assert (question.system, question.user.splitlines()[0]) == (
        "Be brief.",
        "Tidal: Caches that Look Ahead <[1] Caches look back.",
    )
    assert choose_question(_PAPER, _SENTENCES, folders=(folder,), max_tokens=9).system.startswith("You prepare")


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("one\n{% if %}\n", 2, "Expected an expression"),
        ("one\ntwo\n{{ nosuch }}\n", 3, "nosuch"),
        ("{{ title + 1 }}", 1, "concatenate"),
        ("{{ title.__class__.__mro__ }}", 1, "unsafe"),
        ("no divider", 1, "---user---"),
    ],
)
def test_a_broken_template_is_named_with_its_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    """File, line and reason of a mistake in a user's template are told, whatever the mistake."""
    folder = _template(tmp_path, text)

    with pytest.raises(PromptError) as caught:
        draft_question(_PAPER, _SENTENCES, japanese=True, translate=True, folders=(folder,), max_tokens=9)
    assert caught.value.file.endswith("draft.md.j2")
    assert (caught.value.line, why in caught.value.why) == (line, True)


def test_a_template_that_is_nowhere() -> None:
    """A missing template is an error with its name."""
    with pytest.raises(PromptError, match="nosuch.md.j2"):
        render("nosuch.md.j2", ())


def test_a_template_that_is_no_utf8(tmp_path: Path) -> None:
    """A template saved in another encoding is an error of the template."""
    (tmp_path / "draft.md.j2").write_bytes("日本語".encode("cp932"))

    with pytest.raises(PromptError):
        render("draft.md.j2", (tmp_path,))
