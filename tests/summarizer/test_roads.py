"""Which way a draft is made: at once, section by section, or sentence by sentence, as the model is up to it."""

from __future__ import annotations

import pytest
from scripted import OCHIAI, ScriptedModel, Shelf
from shelf import FERRYMAN, FERRYMAN_DRAFT, FERRYMAN_TEXT

from notegen.errors import AnswerUnusable, ModelBusy, ReplyUnusable
from notegen.records import Question
from notegen.summarizer.cost import plan_by_sentence
from notegen.summarizer.draft import draft
from notegen.summarizer.questions import Questions

_JAPANESE = (
    "複数ラックでの大規模モデルの学習は、ラック間の低速なリンクに制限される。",
    "既存のシステムは最適化器の状態を生成した場所に置くため、すべてのステップで遠隔のデータを待つ。",
    "逆伝播の間に最適化器の状態をラック間で移動するランタイムFerrymanを提案する。",
    "4つのラックにある64基のA100 GPUで、Ferrymanは静的配置に比べて学習ステップを31%短縮する。",
    "リンクのスケジュールが事前に分かっていることを必要とし、動的なスケジュールは今後の課題とする。",
)
_TRIES = ("translate-1", "translate-2", "translate-3", "translate-4")
_USELESS = {"tldr": {"en": "Racks sing.", "ja": "ラックは歌う。", "cites": [1]}, "claims": []}


def _translated(question: Question) -> str:
    shown = question.user.splitlines()[1]
    place = next(place for place, one in enumerate(FERRYMAN_TEXT.sentences) if one.text[-25:] == shown[-25:])
    return _JAPANESE[place].replace("A100 GPU", "X1") if "X1" in shown else _JAPANESE[place]


def _model(answer: object, **more: object) -> ScriptedModel:
    return ScriptedModel({"draft": answer, "recheck": {"claims": []}, **dict.fromkeys(_TRIES, _translated), **more})


def _names(model: ScriptedModel) -> set[str]:
    return {question.name.partition("-")[0] for question in model.asked}


def test_a_whole_draft_that_passes_is_taken() -> None:
    """A strong model is asked once, and counts as one."""
    model = _model(FERRYMAN_DRAFT)

    made = draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI)

    assert (made.translated, _names(model), model.verdicts) == (False, {"draft"}, [True])


def test_a_draft_of_which_most_fails_gives_way_to_single_sentences() -> None:
    """P7: the paper gets its note all the same, what it cost is counted, and the model is remembered as weak."""
    model = _model(_USELESS)

    made = draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI)

    assert (made.translated, made.supported, made.total, model.verdicts) == (True, 5, 5, [False])
    assert made.usage.tokens_in == 100 * len(model.asked)


def test_words_that_are_no_draft_give_way_to_single_sentences() -> None:
    """I5: a model that cannot write JSON can still put a sentence into Japanese."""
    model = _model("Sure! Here you are.", claims="Sure! Here you are.")

    assert draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI).translated
    assert _names(model) == {"draft", "claims", "translate"}


def test_a_weak_model_is_asked_by_sentence_at_once() -> None:
    """What was found out is not found out again."""
    model = _model(FERRYMAN_DRAFT)
    model.is_weak = True

    assert draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI).translated
    assert (_names(model), model.verdicts) == ({"translate"}, [])


def test_a_person_decides_the_road() -> None:
    """Set to whole, a weak draft stays what it is; set to sentences, nothing else is asked."""
    by_sentence, whole = _model(FERRYMAN_DRAFT), _model(_USELESS)
    whole.is_weak = True

    assert draft(FERRYMAN, FERRYMAN_TEXT, by_sentence, Shelf(), OCHIAI, road="sentences").translated
    assert _names(by_sentence) == {"translate"}
    assert not draft(FERRYMAN, FERRYMAN_TEXT, whole, Shelf(), OCHIAI, road="whole").translated
    assert "translate" not in _names(whole)


def test_a_draft_is_judged_once() -> None:
    """What is drafted again from kept answers says nothing new of the model; nor does a road that a person decided."""
    shelf, forced = Shelf(), _model(_USELESS)
    models = [_model(_USELESS), _model(_USELESS)]

    made = [draft(FERRYMAN, FERRYMAN_TEXT, model, shelf, OCHIAI) for model in models]
    draft(FERRYMAN, FERRYMAN_TEXT, forced, Shelf(), OCHIAI, road="whole")

    assert [one.translated for one in made] == [True, True]
    assert [model.verdicts for model in models] == [[False], []]
    assert forced.verdicts == []


def test_single_sentences_that_fail_as_well_do_not_replace_a_draft() -> None:
    """The better of both is taken; of a model that gives nothing, its first error is told."""
    mute = dict.fromkeys(_TRIES, "No.")
    some = {**FERRYMAN_DRAFT, "claims": [*FERRYMAN_DRAFT["claims"][:2], *[_USELESS["tldr"] | {"section": "what"}] * 9]}  # type: ignore[index, operator]
    for place in range(2, 11):
        some["claims"][place] = {**some["claims"][place], "en": f"Rack {place} sings.", "ja": f"ラック{place}は歌う。"}

    assert not draft(FERRYMAN, FERRYMAN_TEXT, _model(some, **mute), Shelf(), OCHIAI).translated
    with pytest.raises(AnswerUnusable, match="no JSON|hold no claim"):
        draft(FERRYMAN, FERRYMAN_TEXT, _model("Sure!", claims="Sure!", **mute), Shelf(), OCHIAI)


@pytest.mark.parametrize("error", [ReplyUnusable("answer not usable", "it is empty"), ModelBusy("busy", "503")])
def test_a_server_that_gives_nothing_is_not_asked_in_other_ways(error: Exception) -> None:
    """Another road is for another kind of model, not for a server that is down; what it cost is told."""
    error.tokens_in = 70  # type: ignore[attr-defined]
    model = _model(error)

    with pytest.raises(type(error)) as caught:
        draft(FERRYMAN, FERRYMAN_TEXT, model, Shelf(), OCHIAI)
    assert len(model.asked) == 1
    assert caught.value.tokens_in == 70  # type: ignore[attr-defined]


def test_the_plan_of_single_sentences_counts_them() -> None:
    """Five sentences, some of them asked for again as measured, at far fewer tokens than a whole draft."""
    calls, tokens_in, tokens_out = plan_by_sentence(Questions(FERRYMAN, OCHIAI, True), FERRYMAN_TEXT)

    assert (calls, 0 < tokens_out < tokens_in < 4000) == (9, True)
    assert plan_by_sentence(Questions(FERRYMAN, OCHIAI, False), FERRYMAN_TEXT) == (0, 0, 0)
