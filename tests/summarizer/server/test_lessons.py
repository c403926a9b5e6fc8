"""What is learnt of a server lasts, so a fault that passes teaches nothing, and no lesson undoes another (P7)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from notegen.errors import AnswerUnusable, QuestionTooLong, ReplyUnusable
from notegen.records import Question
from notegen.summarizer.server import window
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.llm import OpenAIModel

_GOOD = '{"word": "good"}'
_QUESTION = Question("greet", "You greet.", "Say good.", {"type": "object", "properties": {"word": {}}}, 50)
_LONG = replace(_QUESTION, user="paper " * 4000)  # 6,000 tokens

Step = Response | Callable[[dict[str, Any]], Response]


@pytest.fixture
def door(httpserver: HTTPServer, tmp_path: Path) -> Callable[[], OpenAIModel]:
    """`door()`: a model on the loopback server as the next run meets it, with what was learnt in a file."""

    def make() -> OpenAIModel:
        connection = Connection("", 5.0, 60.0, lambda seconds: None)
        return OpenAIModel("m", httpserver.url_for("/v1"), connection, tmp_path / "servers.json")

    return make


@pytest.fixture
def serve(httpserver: HTTPServer) -> Callable[..., list[dict[str, Any]]]:
    """`serve(step, …)`: these answers in this order, the last for ever; gives the bodies that were asked."""

    def serving(*script: Step) -> list[dict[str, Any]]:
        bodies: list[dict[str, Any]] = []

        def answer(request: Request) -> Response:
            bodies.append(json.loads(request.get_data()))
            step = script[min(len(bodies), len(script)) - 1]
            if callable(step) and not isinstance(step, Response):
                return step(bodies[-1])
            return Response(step.get_data(), step.status, mimetype=step.mimetype)

        httpserver.clear()
        httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
        return bodies

    return serving


def _reply(content: str = _GOOD, finish: str = "stop", tokens_in: int | None = 11, **message: object) -> Response:
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    usage = {"prompt_tokens": tokens_in, "completion_tokens": 7} if tokens_in else None
    return Response(json.dumps({"choices": [choice], "usage": usage}), mimetype="application/json")


def _refusal(message: str) -> Response:
    return Response(json.dumps({"error": {"message": message}}), 400, mimetype="application/json")


def _stream(*events: str) -> Response:
    return Response("".join(f"data: {event}\n\n" for event in events), mimetype="text/event-stream")


def _piece(content: str) -> str:
    return json.dumps({"choices": [{"delta": {"content": content}}]})


def test_what_others_learnt_meanwhile_stays(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """A question that ends with a lesson of its own does not undo what was learnt while it was asked."""
    model = door()

    def meanwhile(body: dict[str, Any]) -> Response:
        model.passed(False)
        return _refusal("temperature is not supported") if "temperature" in body else _reply()

    bodies = serve(meanwhile)

    model.ask(_QUESTION)
    model.ask(_QUESTION)

    assert ["temperature" in body for body in bodies] == [True, False, False]
    assert model.is_weak
    assert door().is_weak


def test_a_window_does_not_shrink_by_papers_on_their_way(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """Questions made before the window was known are refused again; that says nothing new of it."""
    serve(_refusal("maximum context length is 4096 tokens"))
    model = door()

    for _ in range(4):
        with pytest.raises(QuestionTooLong) as caught:
            model.ask(_LONG)
        assert caught.value.window_tokens == 4096
    assert (model.window_tokens, door().window_tokens) == (4096, 4096)


def test_a_window_that_should_have_held_the_question_counts_as_less(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """Where the server counts more tokens than we, its own number would only be refused again."""
    serve(_refusal("maximum context length is 8192 tokens"))

    with pytest.raises(QuestionTooLong) as caught:
        door().ask(replace(_LONG, max_tokens=2000))
    assert caught.value.window_tokens == (window.sent_tokens(_LONG) + 2000) * 3 // 4
    assert not caught.value.guessed


def test_a_page_is_no_overflow(door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]) -> None:
    """A gateway's page instead of an answer to a long question says nothing of the model's window."""
    serve(*[Response("<html><title>Back soon</title></html>", mimetype="text/html")] * 4, _reply(tokens_in=6000))
    model = door()

    with pytest.raises(ReplyUnusable, match="did not send JSON"):
        model.ask(_LONG)
    model.ask(replace(_LONG, user="paper " * 2000))
    assert model.window_tokens is None


def test_an_empty_answer_to_a_long_question_is_asked_for_in_another_form_first(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """Only nothing in every form means an overflow, of which the window is a guess until it is proved."""
    serve(_reply("", tokens_in=6000), _reply(tokens_in=6000))
    assert door().ask(_LONG).text == _GOOD

    bodies = serve(*[_reply("", tokens_in=6000)] * 3, _reply(tokens_in=2200))
    model = door()
    with pytest.raises(QuestionTooLong):
        model.ask(_LONG)
    assert (len(bodies), model.window_tokens) == (3, None)
    model.ask(replace(_LONG, user="paper " * 1900))
    assert model.window_tokens == pytest.approx(3025, abs=5)


def test_a_thought_shows_that_the_first_line_was_read(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """A model that thinks long before one word has read it when its thought names it."""
    thought = "The first line says that the code word is kestrel-4817, so"
    serve(_reply(tokens_in=None), _reply("", "length", None, reasoning_content=thought))

    assert door().ask(_LONG).text == _GOOD
    assert door().window_tokens is None


def test_a_thought_that_came_to_nothing_teaches_no_window(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """The answer is not taken, since nothing shows that the question was read; but nothing shows the contrary."""
    serve(_reply(tokens_in=None), _reply("", "length", None, reasoning_content="Well, let me see."))

    with pytest.raises(QuestionTooLong):
        door().ask(_LONG)
    assert door().window_tokens is None


def test_a_count_of_the_new_tokens_alone_is_no_window(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """A server that counts what it had not kept from before, 11 tokens, has no window of 11 tokens."""
    serve(_reply(), _reply("It is nice."))

    with pytest.raises(QuestionTooLong, match="NOTEGEN_CONTEXT=3"):
        door().ask(_LONG)
    assert (door().window_tokens or 0) > 2000


def test_forms_that_all_fail_teach_none(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """In this run two such questions are enough, the next run begins as if nothing had been."""
    bodies = serve(_reply("Not now."))
    model = door()
    for _ in range(3):
        with pytest.raises(AnswerUnusable):
            model.ask(_QUESTION)
    assert len(bodies) == 3 + 3 + 1

    bodies = serve(_reply())
    door().ask(_QUESTION)
    assert bodies[0]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize("end", [[], ["[DONE]"]])
def test_plain_words_that_break_off_are_asked_for_again(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]], end: list[str]
) -> None:
    """A stream that only ends, in the middle of a sentence, is no translation; one that says it ended is."""
    bodies = serve(_stream(_piece("キャッシュは、メモ"), *end), _stream(_piece("キャッシュは無駄に使う。")))

    answer = door().ask(replace(_QUESTION, schema={}))

    assert answer.text == ("キャッシュは、メモ" if end else "キャッシュは無駄に使う。")
    assert len(bodies) == (1 if end else 2)


def test_a_stream_that_came_to_nothing_once_is_no_lesson(
    door: Callable[[], OpenAIModel], serve: Callable[..., list[dict[str, Any]]]
) -> None:
    """A moment's empty streams are answered without one; only the second time that is how the server is asked."""
    nothing = _stream("[DONE]")
    bodies = serve(nothing, nothing, _reply(), _reply(), nothing, nothing, _reply(), _reply())
    model = door()

    for _ in range(4):
        assert model.ask(_QUESTION).text == _GOOD

    assert [bool(body.get("stream")) for body in bodies] == [True, True, False, True, True, True, False, False]
