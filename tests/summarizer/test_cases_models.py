"""What went wrong between other programs and their models, as rows F to J of the list of cases name it, goes right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from model_server import ModelServer, refusal
from pytest_httpserver import HTTPServer
from scripted import OCHIAI, Shelf
from shelf import FERRYMAN, FERRYMAN_DRAFT, FERRYMAN_TEXT
from werkzeug import Request, Response

from notegen.errors import AnswerUnusable, ModelRejected, QuestionTooLong
from notegen.records import PaperReport, Question, Usage
from notegen.summarizer.draft import draft
from notegen.summarizer.reading.answer import read_draft
from notegen.summarizer.reading.latex_names import COMMANDS
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.llm import OpenAIModel
from notegen.summarizer.tokens import answer_limit, answer_reserve, estimate_tokens, paper_budget
from notegen.views import plan_rows

Run = Callable[..., Result]
_GOOD = '{"word": "good"}'
_QUESTION = Question("greet", "You greet.", "Say good.", {"type": "object", "properties": {"word": {}}}, 50)
_LONG = replace(_QUESTION, user="paper " * 4000)  # 6,000 tokens
_LINK = "2025__X__Alder - A System"
_ABSTRACT = (
    r"Caches waste memory. We present Alder, a cache with a loss of $\frac{1}{2}\boldsymbol{\theta}\nu$ that keeps 40% "
    "less data. It needs care."
)


@pytest.fixture
def door(httpserver: HTTPServer, tmp_path: Path) -> Callable[..., OpenAIModel]:
    """`door()`: a model on the loopback server, with what was learnt of it in a file; nobody really sleeps."""

    def make(url: str = "", key: str = "") -> OpenAIModel:
        connection = Connection(key, 5.0, 60.0, lambda seconds: None)
        return OpenAIModel("invented", url or httpserver.url_for("/v1"), connection, tmp_path / "servers.json")

    return make


@pytest.fixture
def fill(
    run: Run, httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Result, str]]:
    """`fill("--json")`: `notegen fill` with the loopback model for a list with one paper, and its note, "" for none."""
    vault = tmp_path / "vault"
    (vault / ".notegen").mkdir(parents=True)
    (vault / ".obsidian").mkdir()
    record = {"links": [_LINK], "title": "Alder: A System", "published": "2025", "abstract": _ABSTRACT}
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    (vault / "Reading MOC.md").write_text(f"## Papers\n- [[{_LINK}]]\n", encoding="utf-8")
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")
    monkeypatch.setattr("notegen.wiring.time.sleep", lambda seconds: None)

    def filled(*words: str) -> tuple[Result, str]:
        result = run("fill", "--offline", "--vault", vault, *words)
        notes = [note.read_text(encoding="utf-8") for note in vault.glob("2025*.md")]
        return result, "".join(notes)

    return filled


def _reply(content: object = _GOOD, finish: str = "stop", usage: object = (11, 7), **message: object) -> Response:
    """A completion in one body."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    counted = (
        dict(zip(("prompt_tokens", "completion_tokens"), usage, strict=True)) if isinstance(usage, tuple) else usage
    )
    return Response(
        json.dumps({"choices": [choice], "usage": counted}, ensure_ascii=False), mimetype="application/json"
    )


def _serve(http: HTTPServer, *script: Response | Callable[[dict[str, Any]], Response]) -> list[dict[str, Any]]:
    """Answers in this order, the last for ever; the bodies that were asked."""
    bodies: list[dict[str, Any]] = []

    def answer(request: Request) -> Response:
        bodies.append(json.loads(request.get_data()))
        step = script[min(len(bodies), len(script)) - 1]
        return (
            Response(step.get_data(), step.status, mimetype=step.mimetype)
            if isinstance(step, Response)
            else step(bodies[-1])
        )

    http.expect_request("/v1/chat/completions").respond_with_handler(answer)
    return bodies


def _forms(bodies: list[dict[str, Any]]) -> list[str]:
    return [body.get("response_format", {}).get("type", "text") for body in bodies]


def _alder(formula: str = "", said: str = "Caches waste memory.", ja: str = "キャッシュはメモリを無駄に使う。") -> str:
    """The text of a good answer about the paper of the vault; `formula` stands in its claims as it is, not escaped."""
    en = f"Alder is a cache with a loss of {formula} that keeps 40% less data."
    whole = f"Alderは、損失が{formula}で、保持するデータを40%減らすキャッシュである。"
    told = f'{{"en": "{en}", "ja": "{whole}", "cites": [2]}}'
    what = json.dumps({"section": "what", "en": said, "ja": ja, "cites": [1]}, ensure_ascii=False)
    return f'{{"tldr": {told}, "claims": [{what}], "numbers": [], "terms": [], "abstract": []}}'


_FORMULA = r"$\frac{1}{2}\boldsymbol{\theta}\nu$"


# F. Windows


@pytest.mark.parametrize("tokens_in", [4096, 4095])
def test_f2_a_prompt_cut_to_the_window_is_never_taken_as_read(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], tokens_in: int
) -> None:
    """4,096 tokens counted of a longer prompt: no answer, how to raise the window is told, and it is remembered."""
    _serve(httpserver, _reply(usage=(tokens_in, 7)))

    with pytest.raises(QuestionTooLong, match=f"OLLAMA_CONTEXT_LENGTH.*NOTEGEN_CONTEXT={tokens_in}"):
        door().ask(_LONG)
    assert door().window_tokens == tokens_in


@pytest.mark.parametrize("is_cut", [True, False])
def test_f2_a_count_of_a_window_that_may_be_chance_is_proved(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], is_cut: bool
) -> None:
    """Of about 4,500 tokens 4,096 were counted: a word in the first line tells whether that was all of them."""
    word = "unknown" if is_cut else "kestrel-4817"
    bodies = _serve(httpserver, lambda body: _reply(word if "code word" in str(body) else _GOOD, usage=(4096, 7)))
    question = replace(_QUESTION, user="paper " * 3000)

    if is_cut:
        with pytest.raises(QuestionTooLong, match="4,096"):
            door().ask(question)
    else:
        assert door().ask(question).text == _GOOD
    assert len(bodies) == 2


@pytest.mark.parametrize("refuses", [True, False])
def test_f3_one_server_refuses_another_cuts(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], refuses: bool
) -> None:
    """A 400 and a 200 with a cut prompt end alike: the window is known, and the answer not taken."""
    ModelServer(httpserver, window=2048, refuses=refuses)

    with pytest.raises(QuestionTooLong) as caught:
        door().ask(_LONG)
    assert (caught.value.window_tokens, door().window_tokens) == (2048, 2048)


@pytest.mark.parametrize("body", ["", "data: [DONE]\n\n", ": ping\n\n", 'data: {"choices": []}\n\ndata: [DONE]\n\n'])
def test_f5_an_empty_stream_is_a_failure(httpserver: HTTPServer, door: Callable[..., OpenAIModel], body: str) -> None:
    """Nothing for a short question is no answer; nothing for a long one is taken for an overflow."""
    _serve(httpserver, Response(body, mimetype="text/event-stream"))

    with pytest.raises(AnswerUnusable, match="sent nothing|no choice"):
        door().ask(_QUESTION)
    with pytest.raises(QuestionTooLong):
        door().ask(_LONG)


def test_f6_an_empty_answer_has_a_cause_of_its_own(httpserver: HTTPServer, door: Callable[..., OpenAIModel]) -> None:
    """Stopped and empty is no truncation; for a long question no window is advised that is larger than was asked."""
    _serve(httpserver, _reply("", usage=(11, 0)))

    with pytest.raises(AnswerUnusable, match="it is empty") as caught:
        door().ask(_QUESTION)
    assert "cut" not in str(caught.value) and "NOTEGEN_CONTEXT" not in str(caught.value)
    with pytest.raises(QuestionTooLong, match="empty answer") as long:
        door().ask(_LONG)
    assert 1024 < long.value.window_tokens < 6000
    assert f"NOTEGEN_CONTEXT={long.value.window_tokens}" in str(long.value)


@pytest.mark.parametrize(
    "said",
    [
        "分散学習では各ノードが求めた勾配を集団通信で平均する",
        "データをあつめてひとつずつならべかえる",
        "メモリとストレージのバンド幅",
    ],
)
def test_f7_japanese_is_not_undercounted(said: str) -> None:
    """10,000 kana and kanji, of which o200k makes 0.83 tokens each in prose and 1.01 at the worst, within a quarter."""
    text = (said * 1000)[:10_000]

    assert 10_000 * 1.01 <= estimate_tokens(text) <= 10_000 * 0.83 * 1.25


@pytest.mark.parametrize("window_tokens", [4096, 8192, 32768])
def test_f10_a_budget_is_the_window_without_frame_answer_and_margin(window_tokens: int) -> None:
    """Prompt frame, reserved answer and a twentieth as margin are taken off first; all of it together fits."""
    frame_tokens = 700
    margin_tokens = window_tokens // 20

    budget = paper_budget(window_tokens, frame_tokens)

    assert budget == window_tokens - frame_tokens - answer_reserve(window_tokens) - margin_tokens
    assert frame_tokens + budget + answer_limit(window_tokens, budget, frame_tokens) + margin_tokens <= window_tokens


# G. Answers


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("letter", "bfnrtu")
def test_g1_latex_that_begins_like_an_escape_is_kept(letter: str, escaped: bool) -> None:
    r"""Each command that JSON could read as an escape (\frac, \nu, \boldsymbol, \upsilon) is read as it was meant."""
    names = sorted(name for name in COMMANDS if name.startswith(letter))
    formulas = [f"\\{name}" for name in names]
    said = "; ".join(f"$x {each} y$" for each in formulas)
    inside = json.dumps(said)[1:-1] if escaped else said

    made = read_draft(f'{{"tldr": {{"en": "It has {inside}.", "ja": "{inside}を持つ。", "cites": [1]}}}}', ())

    assert len(names) > 3 or letter == "u"
    assert made.tldr and (made.tldr.en, made.tldr.ja) == (f"It has {said}.", f"{said}を持つ。")


def test_g1_latex_reaches_the_note_byte_for_byte(
    httpserver: HTTPServer, fill: Callable[..., tuple[Result, str]]
) -> None:
    """Not escaped by the model, whole in both languages of the note."""
    _serve(httpserver, _reply(_alder(_FORMULA)))

    _, note = fill()

    assert f"損失が{_FORMULA}で" in note
    assert f"a loss of {_FORMULA} that" in note
    assert not set(note) & set("\b\f\r\t\v")


def test_g2_a_fence_inside_a_value_stays() -> None:
    """The fence around an answer is taken off, the one within a value is not."""
    value = "Run ```py\nprint({1: 2})\n``` first."
    answer = f"```json\n{json.dumps({'tldr': {'en': value, 'ja': 'まず実行する。', 'cites': [1]}})}\n```"

    assert (read_draft(answer, ()).tldr or pytest.fail()).en.replace("\n", " ") == value.replace("\n", " ")


@pytest.mark.parametrize("usage", [(11, 900), None])
def test_g4_a_thought_is_taken_off_and_paid_for(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], usage: object
) -> None:
    """What stands in think tags is no answer; its tokens count, those the server counts or else by estimate."""
    thought = "They want a word. " * 200
    _serve(httpserver, _reply(f"<think>{thought}{_GOOD}</think>\n{_alder()}", usage=usage))
    schema = {"type": "object", "properties": {"tldr": {}, "claims": {}}}

    answer = door().ask(replace(_QUESTION, schema=schema))

    assert [claim.en for claim in read_draft(answer.text, ("what",)).claims] == ["Caches waste memory."]
    assert answer.usage.tokens_out >= 900
    assert answer.usage.estimated is (usage is None)


def test_g6_a_thought_without_an_end_is_no_note(
    httpserver: HTTPServer, fill: Callable[..., tuple[Result, str]]
) -> None:
    """The class of failure is “no answer”: nothing is written, the paper waits."""
    _serve(httpserver, _reply(f"<think>Perhaps {_alder()}"))

    result, note = fill()

    assert note == ""
    assert result.exit_code == 3
    assert "no answer" in result.stderr and "thinking" in result.stderr


@pytest.mark.parametrize("question", [_QUESTION, replace(_QUESTION, schema={}), _LONG])
def test_g9_null_is_an_empty_answer(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], question: Question
) -> None:
    """Content null with a schema is asked for in a simpler form, a long question too; null always is an error."""
    counted = (6000, 7) if question is _LONG else (11, 7)
    nothing = _reply(None, usage=(counted[0], 0))
    if question.schema:
        bodies = _serve(httpserver, nothing, _reply(usage=counted))
        assert door().ask(question).text == _GOOD
        assert _forms(bodies) == ["json_schema", "json_object"]
        httpserver.clear()
    _serve(httpserver, nothing)

    with pytest.raises((AnswerUnusable, QuestionTooLong), match="empty"):
        door().ask(question)


@pytest.mark.parametrize(
    "ignored",
    [
        '{"type": "object", "properties": {"word": {"type": "string"}}}',
        "Good.",
        '{"greeting": "good"}',
        '{"word": {}}',
        "<think>a word</think> Good it is.",
    ],
)
def test_g10_a_schema_is_no_proof(httpserver: HTTPServer, door: Callable[..., OpenAIModel], ignored: str) -> None:
    """200 with a schema asked for and another shape sent: what was read decides, and the next form is tried."""
    bodies = _serve(httpserver, _reply(ignored), _reply(ignored), _reply(f"Here: ```{_GOOD}```"))

    assert "good" in door().ask(_QUESTION).text
    assert _forms(bodies) == ["json_schema", "json_object", "text"]


def test_g10_the_ladder_is_logged(
    httpserver: HTTPServer, fill: Callable[..., tuple[Result, str]], own_home: Path
) -> None:
    """With --debug the log tells in which forms a question was asked, and what the forms before came to."""
    _serve(httpserver, refusal(400, "response_format is not supported"), _reply("Well."), _reply(_alder(_FORMULA)))

    fill("--debug")

    (log,) = (own_home / "state").rglob("*.log")
    said = log.read_text(encoding="utf-8")
    assert "json_schema" in said and "response_format is not supported" in said
    assert "json_object" in said and "no JSON with" in said
    assert "asked again as text" in said


@pytest.mark.parametrize(
    "words",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "申し訳ありませんが、そのご依頼にはお応えできません。",
        '{"tldr": {"en": "I cannot assist with this request.", "ja": "", "cites": []}, "claims": []}',
    ],
)
def test_g12_a_refusal_is_no_note(httpserver: HTTPServer, fill: Callable[..., tuple[Result, str]], words: str) -> None:
    """In English or Japanese, in words or in JSON: the model declined, and nothing is written."""
    _serve(httpserver, _reply(words))

    result, note = fill("--json")

    (paper,) = json.loads(result.stdout)["papers"]
    assert (paper["outcome"], note) == ("failed", "")
    assert "declined" in paper["reason"]


# H. Servers


def test_h1_one_step_down_is_remembered(httpserver: HTTPServer, door: Callable[..., OpenAIModel]) -> None:
    """A server that takes no json_object is asked for text from then on, in the next run, too."""
    refused = lambda body: (  # noqa: E731
        refusal(400, "'response_format.type' must be 'text'") if "response_format" in body else _reply()
    )
    bodies = _serve(httpserver, refused)

    door().ask(_QUESTION)
    door().ask(replace(_QUESTION, user="Again."))

    assert _forms(bodies) == ["json_schema", "json_object", "text", "text"]


def test_h2_only_chat_completions_are_asked(httpserver: HTTPServer, door: Callable[..., OpenAIModel]) -> None:
    """Never /v1/responses; a fenced answer to a schema is read in the first form."""
    bodies = _serve(httpserver, _reply(f"```json\n{_GOOD}\n```"))

    door().ask(_QUESTION)

    assert {request.path for request, _ in httpserver.log} == {"/v1/chat/completions"}
    assert len(bodies) == 1


@pytest.mark.parametrize(
    ("named", "gone", "come"),
    [
        ("Unsupported parameter: 'max_tokens'; use 'max_completion_tokens'.", "max_tokens", "max_completion_tokens"),
        ("'temperature' does not support 0.0; only the default (1) value is supported.", "temperature", ""),
    ],
)
def test_h3_the_named_parameter_and_no_other_is_changed(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], named: str, gone: str, come: str
) -> None:
    """Once, and the rest of the request stays as it was."""
    bodies = _serve(httpserver, refusal(400, named), _reply())

    door().ask(_QUESTION)

    first, second = bodies
    assert set(first) - set(second) == {gone}
    assert set(second) - set(first) == ({come} if come else set())
    assert all(first[key] == second[key] for key in set(first) & set(second))


def test_h3_another_400_is_not_swallowed(httpserver: HTTPServer, door: Callable[..., OpenAIModel]) -> None:
    """A refusal that names nothing of ours ends the question, in the server's words."""
    bodies = _serve(httpserver, refusal(400, "This tenant is closed on Sundays"))

    with pytest.raises(Exception, match="closed on Sundays"):
        door().ask(_QUESTION)
    assert len(bodies) == 1


def test_h5_chunks_without_choices(httpserver: HTTPServer, door: Callable[..., OpenAIModel]) -> None:
    """First (a filter's result) or last (the usage), they are no end and no fault; the usage is read."""
    events: list[object] = [
        {"choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
        {"choices": [{"index": 0, "delta": {"content": _GOOD}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 21, "completion_tokens": 5}},
    ]
    stream = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    _serve(httpserver, Response(stream, mimetype="text/event-stream"))

    answer = door().ask(_QUESTION)

    assert (answer.text, answer.usage) == (_GOOD, Usage(21, 5))


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": 5, "completion_tokens": -1}])
@pytest.mark.parametrize("said", [json.dumps(FERRYMAN_DRAFT), "Well."])
def test_h6_what_is_not_counted_is_shown_as_an_estimate(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], usage: object, said: str
) -> None:
    """Tokens that the server does not count have a “~”, whether there is a draft or none; those it counts do not."""
    _serve(httpserver, _reply(said, usage=usage))

    assert _spent(door()).startswith("~")

    httpserver.clear()
    _serve(httpserver, _reply(said))
    assert _spent(door()).isdecimal()


def _spent(model: OpenAIModel) -> str:
    """The tokens of a draft as a table shows them."""
    try:
        usage = draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI, road="whole").usage
    except AnswerUnusable as error:
        usage = Usage(error.tokens_in, error.tokens_out, error.estimated)
    return plan_rows([PaperReport("Ferryman", "written", usage=usage)])[0][2]


@pytest.mark.parametrize("words", ["System role not supported", "Conversation roles must alternate user/assistant"])
def test_h8_only_system_and_user_speak(httpserver: HTTPServer, door: Callable[..., OpenAIModel], words: str) -> None:
    """Never a developer; where a template refuses the system role its words stand before the user's."""

    def templated(body: dict[str, Any]) -> Response:
        return refusal(400, words) if body["messages"][0]["role"] != "user" else _reply()

    bodies = _serve(httpserver, templated)

    door().ask(_QUESTION)

    roles = [[message["role"] for message in body["messages"]] for body in bodies]
    assert roles == [["system", "user"], ["user"]]
    assert bodies[1]["messages"][0]["content"] == f"{_QUESTION.system}\n\n{_QUESTION.user}"


def test_h9_a_local_server_needs_no_key(httpserver: HTTPServer, fill: Callable[..., tuple[Result, str]]) -> None:
    """With no key set at all a note is written."""
    _serve(httpserver, _reply(_alder(_FORMULA)))

    result, note = fill()

    assert (result.exit_code, bool(note)) == (0, True)


@pytest.mark.parametrize("path", ["/v1", "/v1/", "", "/"])
def test_h10_an_address_in_any_of_its_forms(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], path: str
) -> None:
    """With or without /v1 and a slash at its end the server is found; what was right is asked first the next time."""
    bodies = _serve(httpserver, _reply())
    httpserver.expect_request("/chat/completions").respond_with_data("404 page not found", 404)
    url = httpserver.url_for("").rstrip("/") + path

    door(url).ask(_QUESTION)
    missed = len(httpserver.log) - len(bodies)
    door(url).ask(_QUESTION)

    assert len(bodies) == 2
    assert len(httpserver.log) - len(bodies) == missed <= 1


@pytest.mark.parametrize("status", [404, 405])
def test_h13_h10_a_wrong_path_is_told_with_the_right_one(
    httpserver: HTTPServer, door: Callable[..., OpenAIModel], status: int
) -> None:
    """The URL that was tried is named, and the one that is likely meant, with its /v1."""
    httpserver.expect_request("/api/generate/v1/chat/completions").respond_with_data("no", status)
    httpserver.expect_request("/api/generate/chat/completions").respond_with_data("no", status)

    with pytest.raises(ModelRejected) as caught:
        door(httpserver.url_for("/api/generate")).ask(_QUESTION)
    assert f"/api/generate/v1/chat/completions answered {status}" in str(caught.value)
    assert f"likely {httpserver.url_for('/v1')}" in str(caught.value)


# J. Japanese


def _pieces(stream: bytes, cut: int) -> Iterator[bytes]:
    yield stream[:cut]
    yield stream[cut:]


def test_j3_a_stream_cut_at_every_byte(httpserver: HTTPServer, door: Callable[..., OpenAIModel]) -> None:
    """「論文🌍」 in two pieces, parted at each of its bytes, never gives U+FFFD."""
    said = json.dumps({"word": "「論文🌍」"}, ensure_ascii=False)
    event = {"choices": [{"index": 0, "delta": {"content": said}, "finish_reason": "stop"}]}
    stream = f"data: {json.dumps(event, ensure_ascii=False)}\n\ndata: [DONE]\n\n".encode()
    begin = stream.index("「".encode())
    cuts = iter(range(begin, begin + len("「論文🌍」".encode()) + 1))
    _serve(httpserver, lambda body: Response(_pieces(stream, next(cuts)), mimetype="text/event-stream"))
    model = door()

    answers = {model.ask(_QUESTION).text for _ in range(begin, begin + len("「論文🌍」".encode()) + 1)}

    assert answers == {said}


@pytest.mark.parametrize("sent", ["キャッシュはメモ\ufffdを無駄に使う。", "Caches waste mem\ufffdry."])
def test_j3_a_broken_character_of_the_server_reaches_no_note(
    httpserver: HTTPServer, fill: Callable[..., tuple[Result, str]], sent: str
) -> None:
    """Where the server itself sent U+FFFD, what it stands in is refused."""
    broken = {"ja": sent} if sent.startswith("キ") else {"said": sent}
    _serve(httpserver, _reply(_alder(_FORMULA, **broken)))

    _, note = fill()

    assert "\ufffd" not in note
