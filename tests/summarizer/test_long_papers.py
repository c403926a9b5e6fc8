"""Texts longer than the window: read part by part, drafted from the paper's own sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, zip_longest
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted import OCHIAI, ScriptedModel, Shelf

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import ABSTRACT, Draft, Paper, PaperText, Question, Sentence, Wanted
from notegen.summarizer.cost import plan_draft
from notegen.summarizer.draft import draft
from notegen.summarizer.in_parts import rounds
from notegen.summarizer.questions import Questions
from notegen.summarizer.tokens import paper_tokens, question_tokens
from notegen.writer.note import compose

_WINDOWS = (4096, 8192, 32768)
_SECTIONS = 30
_PLANTED = "On the Tern cluster the Marrow scheduler cuts the wait of the last relay by 37%."
_PLANTED_JA = "Ternクラスタでは、Marrowスケジューラが最後の中継器の待ち時間を37%削減する。"
_THINGS = {
    "relay": "中継器", "buffer": "バッファ", "ledger": "台帳", "gateway": "ゲートウェイ", "compiler": "コンパイラ",
    "mirror": "ミラー", "antenna": "アンテナ", "turbine": "タービン", "archive": "書庫", "lantern": "ランタン",
    "bridge": "橋", "furnace": "炉", "packet": "パケット", "shelf": "棚", "compass": "方位計", "valve": "弁",
}  # fmt: skip
_DEEDS = {
    "stores": "を保存する", "moves": "を移す", "checks": "を調べる", "repairs": "を直す", "measures": "を測る",
    "hides": "を隠す", "copies": "を複製する", "wakes": "を起こす", "sorts": "を並べ替える", "counts": "を数える",
}  # fmt: skip
_PLACES = {
    "harbour": "港", "valley": "谷", "tower": "塔", "cellar": "地下室", "orchard": "果樹園", "station": "駅",
    "garden": "庭", "island": "島", "tunnel": "トンネル", "market": "市場", "forest": "森", "canal": "運河",
}  # fmt: skip
_WORDS = {**_THINGS, **_DEEDS, **_PLACES}
_FORM = re.compile(r"In trial (\d+) every (\w+) of the (\w+) (\w+) the (\w+) that the (\w+) by the (\w+) (\w+)")
PAPER = Paper("Marrow: Relays That Wake Late", arxiv_id="2501.00001", version=2)


def _sentence(number: int, section: str) -> Sentence:
    chance = Random(number)
    things, deeds, places = (list(words) for words in (_THINGS, _DEEDS, _PLACES))
    said = [chance.choice(words) for words in (things, places, deeds, things, things, places, deeds)]
    text = "In trial {} every {} of the {} {} the {} that the {} by the {} {}"
    tail = " on an ordinary working day, whatever else is going on in the building, the yard and the street around it."
    return Sentence(number, text.format(number + 10, *said) + tail, section)


def long_text(sections: int = _SECTIONS, each: int = 80) -> PaperText:
    """About 120 pages of 500 words, in `sections` sections, with a fact planted in the last."""
    abstract = [Sentence(1, "We present Marrow, a scheduler of relays.", ABSTRACT)]
    body = [
        _sentence(2 + section * each + place, f"{section + 1} On ring {section + 1}")
        for section in range(sections)
        for place in range(each)
    ]
    body[-5] = Sentence(body[-5].number, _PLANTED, body[-5].section)
    return PaperText("full text v2 (HTML)", (*abstract, *body))


def _shown(question: Question) -> Iterator[tuple[str, int, str]]:
    """Heading, number and text of each sentence of a question."""
    heading = ""
    for line in question.user.splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif found := re.match(r"\[(\d+)\] (.+)", line):
            yield heading, int(found[1]), found[2]


def _spread(question: Question) -> list[tuple[int, str]]:
    """The sentences of a question, one from under each heading in turn; those with a percentage first."""
    by_heading: dict[str, list[tuple[int, str]]] = {}
    for heading, number, text in _shown(question):
        by_heading.setdefault(heading, []).append((number, text))
    found = list(filter(None, chain.from_iterable(zip_longest(*by_heading.values()))))
    return sorted(found, key=lambda one: "%" not in one[1])


def _choose(question: Question) -> object:
    keys = list(question.schema["properties"])  # type: ignore[call-overload]
    found = _spread(question)
    return {key: [number for number, _ in found[place :: len(keys)][:5]] for place, key in enumerate(keys)}


def _statement(number: int, text: str) -> dict[str, object]:
    found = _FORM.match(text)
    if not found:
        ja = _PLANTED_JA if text == _PLANTED else "Marrowは中継器のスケジューラである。"
        return {"en": text, "ja": ja, "cites": [number]}
    trial, thing, place, deed, other, third, there, does = (_WORDS.get(word, word) for word in found.groups())
    what = f"{there}のそばの{third}が{does.removeprefix('を')}{other}"
    return {"en": f"{found[0]}.", "ja": f"試行{trial}では、{place}の{thing}がすべて、{what}{deed}。", "cites": [number]}


def _claims(question: Question) -> dict[str, object]:
    properties = question.schema["properties"]["claims"]["items"]["properties"]  # type: ignore[index]
    keys = properties["section"]["enum"]
    found = _spread(question)
    count = min(len(found), (2 if "One to 2 claims" in question.system else 6) * len(keys))
    headings = list(dict.fromkeys(heading for heading, _, _ in _shown(question)))
    wanted = {headings[(place * len(headings) // count + len(question.user)) % len(headings)] for place in range(count)}
    of = {number: heading for heading, number, _ in _shown(question)}
    found = sorted(found, key=lambda one: ("%" not in one[1], of[one[0]] not in wanted))[:count]
    return {"claims": [{"section": keys[n % len(keys)], **_statement(*each)} for n, each in enumerate(found)]}


def _summary(question: Question) -> dict[str, object]:
    first = next((number, text) for _, number, text in _shown(question))
    figures = [
        {
            "en": "cut in the wait of the last relay",
            "ja": "最後の中継器の待ち時間の削減",
            "value": "37%",
            "cites": [number],
        }
        for _, number, text in _shown(question)
        if "37%" in text
    ]
    return {"tldr": _statement(*first), "numbers": figures, "terms": [], "abstract": []}


def reader() -> ScriptedModel:
    """A model that answers from what it is shown, and from nothing else."""
    return ScriptedModel({"choose": _choose, "claims": _claims, "summary": _summary, "recheck": {"claims": []}})


def sections_cited(made: Draft, text: PaperText) -> set[str]:
    """The sections of the text that the claims lead to."""
    by_number = {sentence.number: sentence.section for sentence in text.sentences}
    return {by_number[number] for claim in made.claims for number in claim.sentences}


@pytest.mark.parametrize("context_tokens", _WINDOWS)
def test_f1_a_fact_at_the_end_of_120_pages_reaches_a_claim(context_tokens: int) -> None:
    """Whatever the window, the planted fact is a claim with its sentence, and 80 % of the sections are cited."""
    text = long_text()
    planted = next(sentence.number for sentence in text.sentences if sentence.text == _PLANTED)

    made = draft(PAPER, text, reader(), Shelf(), OCHIAI, road="whole", context_tokens=context_tokens)

    assert sum(len(sentence.text.split()) for sentence in text.sentences) > 60_000
    found = [claim for claim in made.claims if "37%" in claim.en]
    assert [claim.sentences for claim in found] == [(planted,)]
    assert found[0].ja == _PLANTED_JA and not found[0].unverified
    assert [(figure.value, figure.sentences) for figure in made.numbers] == [("37%", (planted,))]
    assert len(sections_cited(made, text)) >= 0.8 * _SECTIONS
    assert made.unshown == 0
    note = compose(Wanted("N", "N"), PAPER, text, made, OCHIAI)
    assert 'notegen_read: "full text v2 (HTML)"' in note and "読んだもの: 本文 v2" in note
    assert _PLANTED in note


@pytest.mark.parametrize("context_tokens", _WINDOWS)
def test_f10_every_question_fits_the_window_with_its_answer(context_tokens: int) -> None:
    """Prompt, schema, sentences and longest answer together never pass the window, whatever the question."""
    model = reader()
    model.script = {**model.script, "claims": {"claims": _wrong(38)}}

    draft(PAPER, long_text(), model, Shelf(), OCHIAI, road="whole", context_tokens=context_tokens)

    assert {question.name for question in model.asked} == {"choose", "claims", "summary", "recheck"}
    for question in model.asked:
        assert question_tokens(question) + question.max_tokens <= context_tokens, question.name


@pytest.mark.parametrize("context_tokens", _WINDOWS)
def test_f8_the_last_question_shows_sentences_of_the_paper(context_tokens: int) -> None:
    """What is chosen travels word for word: every question holds source sentences, never what a model wrote before."""
    text, model = long_text(8, 40), reader()
    known = {sentence.number: sentence.text for sentence in text.sentences}

    draft(PAPER, text, model, Shelf(), OCHIAI, road="whole", context_tokens=min(context_tokens, 8192))

    for question in model.asked:
        assert all(known[number] == said for _, number, said in _shown(question)), question.name


def test_the_plan_counts_the_calls_of_a_long_text() -> None:
    """Calls and tokens told before are those needed, within a fifth: of few sections, of many, of a short text."""
    for text in (long_text(), long_text(1, 800), long_text(300, 3), long_text(12, 10)):
        for context_tokens in (2048, *_WINDOWS):
            model = ScriptedModel({**reader().script, "draft": lambda shown: {**_claims(shown), **_summary(shown)}})
            draft(PAPER, text, model, Shelf(), OCHIAI, road="whole", context_tokens=context_tokens)
            calls, tokens_in, _ = plan_draft(Questions(PAPER, OCHIAI, True), text, context_tokens)
            assert 0.8 <= calls / len(model.asked) <= 1.2
            assert 0.8 <= tokens_in / sum(map(question_tokens, model.asked)) <= 1.2


def test_a_window_larger_than_the_text_means_one_question() -> None:
    """What fits is shown whole, and nothing is chosen."""
    whole = {**dict(_claims_of(long_text(2, 3))), **_summary_of(long_text(2, 3))}
    model = ScriptedModel({"draft": whole, "recheck": {"claims": []}})

    made = draft(PAPER, long_text(2, 3), model, Shelf(), OCHIAI, road="whole")

    assert [question.name for question in model.asked] == ["draft"]
    assert made.unshown == 0 and len(made.claims) == 6


def _claims_of(text: PaperText) -> dict[str, object]:
    return {"claims": [{"section": "what", **_statement(one.number, one.text)} for one in text.sentences[1:]]}


def _summary_of(text: PaperText) -> dict[str, object]:
    first = text.sentences[0]
    return {"tldr": _statement(first.number, first.text), "numbers": [], "terms": []}


def test_answers_that_cannot_be_read_cost_what_they_would_have_told() -> None:
    """One part in five unread: the draft stands and the note says how much was read; most of them: an error."""
    asked = []

    def one_in(many: int) -> ScriptedModel:
        def choose(question: Question) -> object:
            asked.append(question)
            return "no idea" if len(asked) % many == 0 else _choose(question)

        model = reader()
        return ScriptedModel({**model.script, "choose": choose})

    text = long_text(10, 40)
    made = draft(PAPER, text, one_in(5), Shelf(), OCHIAI, road="whole")
    assert 0 < made.unshown < len(text.sentences) / 2
    note = compose(Wanted("N", "N"), PAPER, text, made, OCHIAI)
    assert f"（HTML、{len(text.sentences)}文中{len(text.sentences) - made.unshown}文）" in note
    with pytest.raises(AnswerUnusable, match="cannot be read"):
        draft(PAPER, text, one_in(1), Shelf(), OCHIAI, road="whole")


@pytest.mark.parametrize(
    ("answer", "raised", "why"),
    [
        ("I'm sorry, but I cannot help with that.", ModelRefusal, "the model declined, I'm sorry"),
        (AnswerUnusable("question longer than the window", "4096", "Lower it"), AnswerUnusable, "longer.*Lower it"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_by_its_cause(answer: object, raised: type[Exception], why: str) -> None:
    """A refusal is one, the server's own reason and remedy are told, and no part is asked about for ever in vain."""
    model = ScriptedModel({**reader().script, "choose": answer})

    with pytest.raises(raised, match=why):
        draft(PAPER, long_text(20, 40), model, Shelf(), OCHIAI, road="whole")

    assert len(model.asked) == 3


def test_what_was_lost_is_not_called_unstated() -> None:
    """Claims of some sections cut off: the others stand, the loss is counted, and no section is said to be unstated."""
    lost = AnswerUnusable("answer not usable", "cut off at 900 tokens")
    script = {**reader().script, "claims": lambda question: lost if "- what:" in question.system else _claims(question)}

    made = draft(PAPER, long_text(6, 40), ScriptedModel(script), Shelf(), OCHIAI, road="whole")

    assert made.claims and "what" not in {claim.section for claim in made.claims}
    assert (made.lost, made.unstated) == (1, ())


@pytest.mark.parametrize("context_tokens", _WINDOWS)
def test_what_there_was_no_room_for_is_not_called_unstated(context_tokens: int) -> None:
    """A section without a claim is unstated only when the model saw every sentence it had chosen for it."""
    model = reader()
    script = dict(model.script)
    chosen: dict[str, set[int]] = {}
    shown: dict[str, set[int]] = {}

    def choose(question: Question) -> object:
        answer = _choose(question)
        for key, numbers in answer.items():  # type: ignore[attr-defined]
            chosen.setdefault(key, set()).update(numbers)
        return answer

    def claims(question: Question) -> object:
        keys = question.schema["properties"]["claims"]["items"]["properties"]["section"]["enum"]  # type: ignore[index]
        for key in keys:
            shown.setdefault(key, set()).update(number for _, number, _ in _shown(question))
        return {"claims": [{**one, "section": keys[0]} for one in _claims(question)["claims"]]}  # type: ignore[attr-defined]

    model.script = {**script, "choose": choose, "claims": claims}
    made = draft(PAPER, long_text(), model, Shelf(), OCHIAI, road="whole", context_tokens=context_tokens)

    silent = {section.key for section in OCHIAI} - {claim.section for claim in made.claims}
    assert set(made.unstated) == {key for key in silent if chosen[key] <= shown[key]}


def test_a_claim_is_filed_where_it_says() -> None:
    """Also under a section of the note that this question did not ask for; under none it counts as left out."""
    other = {"section": "limits", **_statement(1, "We present Marrow, a scheduler of relays.")}
    script = {
        **reader().script,
        "claims": lambda question: {"claims": [other if "- what:" in question.system else {**other, "section": "?"}]},
    }

    made = draft(PAPER, long_text(6, 40), ScriptedModel(script), Shelf(), OCHIAI, road="whole")

    assert [claim.section for claim in (*filter(None, [made.tldr]), *made.claims)] in (["tldr"], ["tldr", "limits"])
    assert made.unplaced == 2 and made.total == made.supported + made.unplaced
    assert made.unstated == ()


def test_a_second_run_asks_nothing() -> None:
    """All answers about a long text are kept, those of its parts, too."""
    shelf = Shelf()
    first = draft(PAPER, long_text(6, 40), reader(), shelf, OCHIAI, road="whole")
    silent = ScriptedModel({})
    assert draft(PAPER, long_text(6, 40), silent, shelf, OCHIAI, road="whole").claims == first.claims
    assert silent.asked == []


@given(
    st.lists(st.tuples(st.sampled_from("ABCDEF"), st.integers(1, 60)), max_size=60),
    st.integers(40, 400),
)
def test_rounds_keep_the_first_choice_of_every_section(picks: list[tuple[str, int]], room: int) -> None:
    """No portion is too large, none shows a sentence twice, and each section's first choice is shown."""
    picked = [Sentence(number, "word " * words, section) for number, (section, words) in enumerate(picks, 1)]
    portions = rounds([picked[:30], picked[30:]], room)
    shown = [sentence for portion in portions for sentence in portion]
    assert all(paper_tokens(portion) <= room for portion in portions)
    assert len(set(shown)) == len(shown)
    firsts = {(sentence.number > 30, sentence.section): sentence for sentence in reversed(picked)}.values()
    assert all(sentence in shown for sentence in firsts if paper_tokens([sentence]) <= room)
    assert all(portion == sorted(portion, key=lambda sentence: sentence.number) for portion in portions)


def test_claims_that_failed_are_asked_again_in_as_many_questions_as_it_takes() -> None:
    """On a short window forty failing claims go back in several questions, each claim once."""
    text = long_text(4, 60)
    model = ScriptedModel({**reader().script, "claims": {"claims": _wrong(40)}})

    draft(PAPER, text, model, Shelf(), OCHIAI, road="whole", context_tokens=4096)

    again = [question for question in model.asked if question.name == "recheck"]
    ids = [int(one) for question in again for one in re.findall(r"^id (\d+),", question.user, re.MULTILINE)]
    assert len(again) > 1 and len(ids) == len(set(ids)) >= 40


def _wrong(count: int) -> list[dict[str, object]]:
    """As many claims that no sentence bears out, each in words of its own."""
    things, deeds, places = (list(words) for words in (_THINGS, _DEEDS, _PLACES))
    said = [(things[n % 16], deeds[n % 9], places[n % 11], things[n % 13]) for n in range(count)]
    return [
        {
            "section": "what",
            "en": f"No {a} of {n} {c}s ever {b} a {d}.",
            "ja": f"{_PLACES[c]}の{_THINGS[a]}は{n}日に{_THINGS[d]}{_DEEDS[b]}。",
            "cites": [n + 2],
        }
        for n, (a, b, c, d) in enumerate(said)
    ]
