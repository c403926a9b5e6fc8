"""Wrong language, broken Japanese: what a model's answer becomes in the draft and in the note (P3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy

import pytest
from pytest_httpserver import HTTPServer
from scripted import OCHIAI, ScriptedModel, Shelf
from shelf import FERRYMAN, FERRYMAN_DRAFT, FERRYMAN_TEXT
from werkzeug import Request, Response

from notegen.records import Claim, Draft, Question, Wanted
from notegen.summarizer.checks.numbers import differences
from notegen.summarizer.draft import draft
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.llm import OpenAIModel
from notegen.writer.note import compose

_EVALUATION = 3


def _answered(**changes: str) -> tuple[Draft, ScriptedModel]:
    """The draft of an answer whose claim about results is changed, and the model; a second try gives the same."""
    answer = deepcopy(FERRYMAN_DRAFT)
    claim = answer["claims"][_EVALUATION]  # type: ignore[index]
    claim.update(changes)

    def again(question: Question) -> object:
        return {"claims": [{"id": number, **claim} for number in range(7)]}

    model = ScriptedModel({"draft": answer, "recheck": again})
    return draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI), model


def _result(made: Draft) -> Claim | None:
    return next((claim for claim in made.claims if claim.section == "evaluation"), None)


@pytest.mark.parametrize(
    "foreign",
    [
        "En 64 GPU A100 repartidas en cuatro bastidores, Ferryman acorta el paso de entrenamiento un 31%.",
        "Auf 64 A100-GPUs in vier Racks verkürzt Ferryman den Trainingsschritt um 31%.",
        "在四个机架的64块A100 GPU上，Ferryman将训练步骤缩短了31%。",
        "On 64 A100 GPUs in four racks Ferryman shortens the training step by 31%.",
        "4 rakku ni oita 64 ki no A100 GPU de, gakushuu suteppu wo 31% tanshuku shita.",
    ],
)
def test_i1_japanese_in_another_language_is_asked_for_once_and_then_marked(foreign: str) -> None:
    """Spanish, German, Chinese, English or romaji for Japanese: one more question, then the English alone, marked."""
    made, model = _answered(ja=foreign)

    assert [question.name for question in model.asked] == ["draft", "recheck"]
    claim = _result(made)
    assert claim and (claim.ja, claim.unverified) == ("", True)
    assert {finding.check for finding in made.findings} == {"language"}
    note = compose(Wanted("N", "N"), FERRYMAN, FERRYMAN_TEXT, made, OCHIAI)
    assert f"- 「未確認」{claim.en}[^ng-4]" in note
    assert foreign not in note


def test_i1_english_in_another_language_is_no_claim() -> None:
    """An English that is Spanish shares no words with its source and is left out, and the note counts it."""
    made, _ = _answered(en="En cuatro bastidores, el paso de entrenamiento es un 31% más corto que con ubicación fija.")

    assert _result(made) is None
    assert (made.total, made.supported) == (6, 5)


def test_i4_japanese_may_begin_with_an_english_term_but_must_go_on() -> None:
    """A claim that opens with names in Latin letters passes; one that stays in English after them does not."""
    good, _ = _answered(ja="Ferrymanは、A100 GPU 64基を置いた4ラックで、静的配置に比べて学習ステップを31%短縮した。")
    bad, _ = _answered(ja="Ferryman shortens the training step by 31% on 64 A100 GPUs in four racks である。")

    assert good.findings == ()
    claim = _result(bad)
    assert claim and (claim.ja, claim.unverified) == ("", True)


@pytest.mark.parametrize(
    ("ja", "lost"),
    [
        ("4ラックに置いた64基のA100 GPUで、静的配置に比べて学習ステップを13%短縮した。", "13"),
        ("4ラックに置いたA100 GPUで、静的配置に比べて学習ステップを31%短縮した。", "64"),
        ("4ラックに置いた64基のGPUで、静的配置に比べて学習ステップを31%短縮した。", "A100"),
    ],
)
def test_i5_numbers_and_names_of_both_languages_are_compared(ja: str, lost: str) -> None:
    """A figure or name that one language has and the other lacks costs the Japanese, and the finding names it."""
    made, _ = _answered(ja=ja)

    claim = _result(made)
    assert claim is None or (claim.ja, claim.unverified) == ("", True)
    assert any(lost in finding.message for finding in made.findings)


def test_i8_a_note_in_two_languages_says_the_same_in_both() -> None:
    """Every claim stands in both languages, one under the other, with the same numbers and one source."""
    made, _ = _answered()
    lines = compose(Wanted("N", "N"), FERRYMAN, FERRYMAN_TEXT, made, OCHIAI).splitlines()

    for claim in made.claims:
        assert differences(claim.en, claim.ja) == []
        marks = "".join(f"[^ng-{number}]" for number in claim.sentences)
        place = lines.index(f"- {claim.ja}{marks}")
        assert lines[place + 1] == f"  - {claim.en}"


@pytest.mark.parametrize("wrong", ["审", "检证", "验", "数据", "优"])
def test_j1_a_chinese_glyph_never_reaches_the_note(wrong: str) -> None:
    """One simplified glyph inside Japanese: the claim is asked for again, then stands in English, marked."""
    made, _ = _answered(ja=f"4ラックに置いた64基のA100 GPUで{wrong}し、静的配置に比べて学習ステップを31%短縮した。")

    claim = _result(made)
    assert claim and (claim.ja, claim.unverified) == ("", True)
    assert wrong not in compose(Wanted("N", "N"), FERRYMAN, FERRYMAN_TEXT, made, OCHIAI)


def test_j3_an_answer_cut_anywhere_between_bytes_arrives_whole(httpserver: HTTPServer) -> None:
    """Characters split over packets at every byte become no U+FFFD."""
    said = "論文🌍は全部ある。"
    message = {"role": "assistant", "content": json.dumps({"word": said}, ensure_ascii=False)}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    completion = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    body = json.dumps(completion, ensure_ascii=False).encode()

    def byte_by_byte(request: Request) -> Response:
        def pieces() -> Iterator[bytes]:
            yield from (body[place : place + 1] for place in range(len(body)))

        return Response(pieces(), content_type="application/json")

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(byte_by_byte)
    model = OpenAIModel("m", httpserver.url_for("/v1"), Connection("", 20.0, 60.0, lambda seconds: None), None)
    schema: dict[str, object] = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
    question = Question("greet", "You greet.", "Say it.", schema, 50)

    assert json.loads(model.ask(question).text) == {"word": said}


def test_j3_a_character_that_the_server_lost_is_no_japanese() -> None:
    """U+FFFD in the Japanese costs it; in the English it costs the claim."""
    japanese, _ = _answered(ja="4ラックに置いた64基のA100 GPUで、静的配\ufffdに比べて学習ステップを31%短縮した。")
    english, _ = _answered(en="On 64 A100 GPUs in four racks the training st\ufffdp is 31% shorter.")

    claim = _result(japanese)
    assert claim and (claim.ja, claim.unverified) == ("", True)
    assert _result(english) is None


def test_the_title_is_no_claim() -> None:
    """A summary that only says the title again is left out: it tells nothing of the paper."""
    answer = {**deepcopy(FERRYMAN_DRAFT), "tldr": {"en": f"{FERRYMAN.title}.", "ja": "Ferrymanである。", "cites": [1]}}
    made = draft(FERRYMAN, FERRYMAN_TEXT, ScriptedModel({"draft": answer}), Shelf(), OCHIAI)

    assert made.tldr is None
    assert made.total == 5


def test_a_draft_in_the_polite_style_is_no_mixture() -> None:
    """Where a reader's own prompt asks for です・ます, a plain claim among the others is the odd one."""
    answer = json.loads(json.dumps(FERRYMAN_DRAFT))
    polite = {
        "される。": "されます。", "待つ。": "待ちます。", "移動する。": "移動します。", "短縮した。": "短縮しました。",
        "課題である。": "課題です。", "短縮する。": "短縮します。",
    }  # fmt: skip
    for claim in (answer["tldr"], *answer["claims"]):
        for plain, said in polite.items():
            claim["ja"] = claim["ja"].replace(plain, said)
    whole = draft(FERRYMAN, FERRYMAN_TEXT, ScriptedModel({"draft": answer}), Shelf(), OCHIAI)
    answer["claims"][0]["ja"] = FERRYMAN_DRAFT["claims"][0]["ja"]  # type: ignore[index]
    mixed = ScriptedModel({"draft": answer, "recheck": {"claims": []}})
    odd = draft(FERRYMAN, FERRYMAN_TEXT, mixed, Shelf(), OCHIAI)

    assert not any(claim.unverified for claim in whole.claims)
    assert [claim.section for claim in odd.claims if claim.unverified] == ["what"]
