"""The Japanese of a claim beside its English: honest translations pass, contradictions do not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from paraphrases import TITLE

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.checks.contrast import contradiction

_RECORDS = Path(__file__).parents[2] / "vault" / ".notegen" / "papers.jsonl"


def _findings(en: str, ja: str) -> tuple[Finding, ...]:
    return judge(Claim("method", en, ja, (1,)), {1: Sentence(1, en)}, TITLE, ("ja", "en"))


def test_every_translation_of_the_sample_vault_passes() -> None:
    """The synopses of the sample vault are honest Japanese for their English, every one."""
    records = [json.loads(line) for line in _RECORDS.read_text(encoding="utf-8").splitlines()]
    pairs = [pair for record in records for pair in record.get("synopsis") or ()]
    stopped = [(pair["ja"], found) for pair in pairs if (found := _findings(pair["en"], pair["ja"]))]

    assert len(pairs) > 100
    assert stopped == []


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("No profiling run is needed.", "プロファイル実行は不要である。"),
        ("The scheduler does not preempt jobs.", "スケジューラはジョブを横取りしない。"),
        ("Stale gradients slow convergence.", "古い勾配は収束を遅らせる。"),
        ("Hiding latency speeds up training.", "遅延を隠蔽することで学習を高速化する。"),
        ("Straggling nodes are detected quickly.", "遅いノードをすばやく検出する。"),
        ("The cache reduces errors.", "誤りを減らし、品質を高める。"),
        ("Scaling is essential for large models.", "大規模モデルには拡張性が欠かせない。"),
        ("Only small inputs fail.", "失敗するのは小さな入力しかない。"),
        ("Costs rise as models grow.", "モデルが大きくなるほど費用がかさむ。"),
        ("Accuracy does not degrade.", "精度は低下しない。"),
        ("Training stays stable without tuning.", "調整なしでも学習は安定する。"),
        ("Most devices are idle at night.", "多くのデバイスは夜間、何も実行していない。"),
        ("The planner is still far from optimal.", "プランナはまだ最適とは言いがたい。"),
        ("Heron is faster than Kite.", "HeronはKiteより高速である。"),
        ("Kite is slower than Heron.", "KiteはHeronより遅い。"),
        ("Support for sparse models is planned.", "疎なモデルへの対応を予定している。"),
        ("Observability is crucial.", "可観測性が重要である。"),
        ("Heron cuts the step time.", "Heronはステップ時間を削減。"),
        ("Heron cuts the step time.", "ステップ時間を短縮する手法を提案"),
        ("Heron shortens the job queue.", "Heronはジョブ待ち行列の仕組み"),
    ],
)
def test_honest_translations_pass(en: str, ja: str) -> None:
    """Negation, cost words and direction in the manner of Japanese are no contradictions."""
    assert _findings(en, ja) == ()


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("Heron is faster than all earlier schedulers.", "Heronは従来のどのスケジューラよりも遅い。"),
        ("The new kernel is slower on short inputs.", "新しいカーネルは短い入力で高速である。"),
        ("The cache reduces traffic.", "キャッシュは通信量を増加させる。"),
        ("The cache increases the hit rate.", "キャッシュはヒット率を低下させる。"),
        ("The cache improves accuracy.", "キャッシュは精度を悪化させる。"),
        ("Stale gradients hurt accuracy.", "古い勾配は精度を向上させる。"),
        ("The planner needs profiling.", "プランナはプロファイルを必要としない。"),
        ("The planner cannot handle faults.", "プランナは故障を扱える。"),
        ("The planner supports sparse models.", "プランナは疎なモデルに対応できない。"),
        ("Observability is crucial.", "可観測性は不要である。"),
        ("Placement is important.", "配置は重要ではない。"),
        ("Support for sparse models is planned.", "疎なモデルにはすでに対応している。"),
        ("Heron outperforms Kite.", "KiteはHeronを上回る。"),
        ("Kite is slower than Heron.", "HeronはKiteより遅い。"),
        ("Heron requires no kernel changes.", "Heronはカーネルの変更を必要とする。"),
        ("Heron trains models fast.", "Heronは量子計算でモデルを高速に学習する。"),
    ],
)
def test_contradictions_mark_the_japanese(en: str, ja: str) -> None:
    """Japanese that turns its English around, or brings in a topic, is marked; the English stays."""
    found = _findings(en, ja)

    assert {(finding.check, finding.action) for finding in found} == {("language", "marked")}


@pytest.mark.parametrize(
    "ja",
    [
        "Heronはモデルを学習するこ",
        "モデルの学習が鍵とな",
        "Heronは学習手法であり。",
        "Heronはモデルを学習でき",
        "状態は大規模で顕在化し",
        "モデルは複製され",
        "Heronがモデルを学習してい",
        "Heronはモデルを学習する。Heronはモデルを学習する。",
        "Heronは大規模に大規模に大規模に学習する。",
        "Heronは\ud83dモデルを学習する。",
        "ã\u0083¢ã\u0083\u0087ã\u0083«を学習する。",
        "å®‰å®šã\u0081«å­¦ç¿’ã\u0081™ã‚‹。",
        "です。",
        "。",
    ],
)
def test_damaged_japanese_is_marked(ja: str) -> None:
    """Cut ends, repetition, misread and broken characters and empty words are marked."""
    assert "language" in {finding.check for finding in _findings("Heron trains models.", ja)}


@pytest.mark.parametrize(
    "en",
    [
        "Heron trains models. Heron trains models.",
        "Heron trains large models and large models and large models and ends.",
        "Heron trains modÃ©ls.",
        "Heron \udc80trains models.",
        "Yes",
    ],
)
def test_damaged_english_is_dropped(en: str) -> None:
    """English that repeats itself, is broken or says nothing cannot carry a claim."""
    assert ("language", "dropped") in {(finding.check, finding.action) for finding in _findings(en, "学習を行う。")}


def test_accents_and_repeated_words_are_fine() -> None:
    """Names with accents and words a sentence needs twice are no damage."""
    assert _findings("The Erdős–Rényi graph of São Paulo has more and more edges.", "グラフの辺は次々に増える。") == ()


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("Throughput doubles on eight GPUs.", "8基のGPUでスループットは半減する。"),
        ("Its memory use is one third of the baseline.", "メモリ使用量はベースラインの3倍である。"),
        ("The method works only for decoder models.", "この手法はすべてのモデルに適用できる。"),
        ("It reaches near-linear scaling.", "超線形のスケーリングを達成する。"),
    ],
)
def test_japanese_that_turns_a_multiple_or_a_scope_around_is_seen(en: str, ja: str) -> None:
    """Doubling for halving, a third for threefold, only for all, near-linear for super-linear."""
    assert contradiction(ja, en)


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("Throughput doubles on eight GPUs.", "8基のGPUでスループットは2倍になる。"),
        ("Its memory use is one third of the baseline.", "メモリ使用量はベースラインの3分の1である。"),
        ("It runs in one third of the time.", "実行時間は3倍速い。"),
        ("The method works only for decoder models.", "この手法はデコーダモデルにのみ適用できる。"),
        ("Only the first of all stages is tuned.", "すべての段のうち最初の段だけを調整する。"),
        ("It reaches near-linear scaling.", "ほぼ線形のスケーリングを達成する。"),
    ],
)
def test_honest_multiples_and_scopes_pass(en: str, ja: str) -> None:
    """The same facts in natural Japanese contradict nothing."""
    assert contradiction(ja, en) == ""


@pytest.mark.parametrize(
    ("source", "en", "ja"),
    [
        ("The cache delays, but does not prevent, misses.", "The cache merely delays misses.", "ミスは防げない。"),
        ("The kernel needs no change.", "The kernel stays as it is.", "カーネルの変更は要らない。"),
        (
            "Misses fall from 9% to 4%.",
            "Misses are at 4% with the cache, at 9% without it.",
            "ミスは9%から4%に下がる。",
        ),
        ("The bound gets linear.", "The bound is linear, not quadratic as before.", "上界は2乗から線形に改善する。"),
    ],
)
def test_what_the_source_says_as_the_japanese_does_is_no_contradiction(source: str, en: str, ja: str) -> None:
    """English and Japanese may word a fact with and without a negation: the source decides."""
    assert contradiction(ja, en, source) == ""


def test_a_negation_against_english_and_source_is_one() -> None:
    """Where neither the English nor its source denies, a Japanese denial contradicts both."""
    source = "The planner meets its deadline on every trace."

    assert contradiction("プランナは期限を守れない。", "The planner keeps to its deadline.", source)
