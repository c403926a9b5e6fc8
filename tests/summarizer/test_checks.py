"""The three checks between model and note."""

from __future__ import annotations

import pytest
from paraphrases import FALSE, HONEST, TITLE

from notegen.records import Claim, Sentence
from notegen.summarizer.checks import language, numbers, support

_SOURCE = Sentence(
    4, "On 64 A100 GPUs, Ferryman cuts the step time by 31% and raises throughput by 1.8x, in three of four workloads."
)


def _claim(en: str, ja: str = "") -> Claim:
    return Claim("evaluation", en, ja, (4,))


def _messages(en: str, ja: str = "", source: Sentence = _SOURCE) -> list[str]:
    return [finding.message for finding in numbers.check(_claim(en, ja), [source])]


def test_honest_paraphrases_pass_the_support_check() -> None:
    """At most one in thirty honest paraphrases is held up."""
    refused = [en for source, en in HONEST if support.check(_claim(en), [Sentence(4, source)], TITLE)]

    assert len(HONEST) >= 30
    assert len(refused) <= 1, refused


def test_false_statements_do_not_pass_the_support_check() -> None:
    """Inventions, foreign names and statements turned around are held up, at most one in thirty passes."""
    accepted = [en for source, en in FALSE if not support.check(_claim(en), [Sentence(4, source)], TITLE)]

    assert len(FALSE) >= 30
    assert len(accepted) <= 1, accepted


def test_honest_paraphrases_do_not_pass_with_another_source() -> None:
    """A true statement that cites the wrong sentence is held up, all but a few in a hundred."""
    pairs = [(source, en) for source, _ in HONEST for other, en in HONEST if other is not source]
    accepted = [en for source, en in pairs if not support.check(_claim(en), [Sentence(4, source)], TITLE)]

    assert len(accepted) <= 0.02 * len(pairs)


def test_a_claim_without_a_citation_has_no_support() -> None:
    """No cited sentence, no support."""
    assert [finding.action for finding in support.check(_claim("Anything at all."), [])] == ["dropped"]


@pytest.mark.parametrize(
    ("ja", "held_up"),
    [
        ("FerrymanはGPU上でステップ時間を短縮する。", False),
        ("FerrymanはMegatronより速い。", True),
        ("LLMの学習で、ステップ時間を短縮する。", False),
    ],
)
def test_names_in_the_japanese_come_from_the_source(ja: str, held_up: bool) -> None:
    """A system named only in the Japanese is an invention; everyday acronyms are not."""
    found = support.check(_claim("Ferryman cuts the step time.", ja), [_SOURCE])

    assert bool(found) is held_up


def test_a_name_that_begins_the_english_is_known_by_the_japanese() -> None:
    """A capital at the start of a sentence may be no name; what the Japanese keeps in Latin letters is one."""
    claim = _claim("Megatron cuts the step time on GPUs.", "MegatronはGPUでステップ時間を短縮する。")

    assert any("Megatron" in finding.message for finding in support.check(claim, [_SOURCE]))


def test_a_japanese_text_supports_japanese_claims() -> None:
    """Where the source is Japanese, the Japanese of the claim is compared with it."""
    source = Sentence(4, "本手法は逆伝播の最中に最適化器の状態をラック間で移動する。")
    true = Claim("method", "It moves optimizer state.", "逆伝播の最中に最適化器の状態を移動する。", (4,))
    false = Claim("method", "It moves optimizer state.", "利用者の同意なしに広告を表示する。", (4,))

    assert support.check(true, [source]) == ()
    assert support.check(false, [source])


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("On 64 A100 GPUs the step time falls by 31%.", "64基のA100 GPUで、ステップ時間は31%短くなる。"),
        ("Throughput rises 1.8-fold.", "スループットは１．８倍になる。"),
        ("It wins in three of four workloads.", "4種類のワークロードのうち3種類で上回る。"),
    ],
)
def test_numbers_of_the_source_pass(en: str, ja: str) -> None:
    """The source's numbers pass in either notation."""
    assert _messages(en, ja) == []


@pytest.mark.parametrize(
    ("en", "ja", "named"),
    [
        ("The step time falls by 13%.", "ステップ時間は13%短くなる。", "13%"),
        ("The step time falls by 31x.", "", "31x"),
        ("On 64 GPUs it is faster.", "640基のGPUで速い。", "640"),
        ("On H100 GPUs the step time falls.", "", "H100"),
        ("On A1000 GPUs the step time falls.", "", "A1000"),
        ("It wins in five workloads.", "", "five"),
        ("Throughput rises by 31%.", "", "31%"),
    ],
)
def test_numbers_the_source_does_not_hold_are_named(en: str, ja: str, named: str) -> None:
    """A wrong value, kind, machine, count or place is named in words, in whichever language it stands."""
    assert any(message.startswith(named) for message in _messages(en, ja))


def test_a_number_lost_in_japanese_marks_the_japanese_only() -> None:
    """Where the English is right and the Japanese lacks a number, the English can stay."""
    found = numbers.check(_claim("The step time falls by 31%.", "ステップ時間は短くなる。"), [_SOURCE])

    assert [(finding.check, finding.action) for finding in found] == [("language", "marked")]
    assert "31%" in found[0].message


def test_the_japanese_of_a_bilingual_source_counts() -> None:
    """A number that only the source's own Japanese writes out is a number of the source."""
    source = Sentence(4, "It is trained on two trillion tokens.", ja="2兆トークンで学習する。")

    assert _messages("It is trained on 2T tokens.", "2兆トークンで学習する。", source) == []


@pytest.mark.parametrize(
    "ja",
    [
        "PyTorchの拡張として実装し、64基のGPUで評価した。",
        "Ferrymanは、逆伝播の最中に最適化器の状態を移動する。",
        "学習率を下げても収束しない。",
        "従来手法に比べて通信量を31%削減",
        "「网络」という訳語を持つデータセットも対象とする。",
        "FSDPやZeRO-3と同様に、勾配を分割して保持すること",
        "剝離した表面を塡補する。",
        "該当するノードを除外し、当該ブロックだけを送る。",
    ],
)
def test_natural_japanese_passes(ja: str) -> None:
    """English terms, also as the first word, nominal endings, quoted foreign words and late kanji are all Japanese."""
    assert language.japanese_problem(ja) == ""


@pytest.mark.parametrize(
    ("ja", "reason"),
    [
        ("", "empty"),
        ("Ferryman cuts the step time.", "not Japanese"),
        ("提案手法は训练を高速化する。", "训"),
        ("該方法は学習を高速化する。", "Chinese"),
        ("結果表明、学習は速くなる。", "Chinese"),
        ("終端到端の学習を行う。", "Chinese"),
        ("学習は速くなる\ufffd。", "U+FFFD"),
        ("提案手法は学習時間を", "breaks off"),
        ("提案手法（ZeROの拡張は速い。", "breaks off"),
        (
            "提案手法を用いることで the step time is reduced by half という結果が得られたことを報告している。",
            "partly English",
        ),
        ("高速化する高速化する高速化する高速化する。", "repeats"),
        ("大規模言語模型分散学習通信最適化手法提案", "kana"),
        ("학습を速くする手法である。", "glyphs"),
    ],
)
def test_bad_japanese_is_named(ja: str, reason: str) -> None:
    """Empty, English, Chinese glyphs or wording, broken, cut or looping text is told apart."""
    assert reason in language.japanese_problem(ja, "Ferryman cuts the step time.")


@pytest.mark.parametrize(
    ("en", "reason"), [(" ", "empty"), ("学習を速くする。", "not English"), ("Fast\ufffd.", "U+FFFD")]
)
def test_bad_english_is_named(en: str, reason: str) -> None:
    """English must be there and be English."""
    assert reason in language.english_problem(en)


def test_a_japanese_name_in_english_is_fine() -> None:
    """A corpus keeps its own name."""
    assert language.english_problem("The corpus 青空文庫 is used for training the model.") == ""
