"""Two invented papers with the whole answer a strong model gives, and one of the two with planted faults."""

from __future__ import annotations

from notegen.records import Paper, PaperText, Sentence

FERRYMAN = Paper("Ferryman: Moving Optimizer State between Racks", abstract="…")
FERRYMAN_TEXT = PaperText(
    "abstract v2",
    (
        Sentence(1, "Training large models on several racks is limited by the slow links between the racks."),
        Sentence(
            2, "Existing systems keep optimizer state where it was created, so that every step waits for remote data."
        ),
        Sentence(
            3, "We present Ferryman, a runtime that moves optimizer state between racks during the backward pass."
        ),
        Sentence(
            4,
            "On 64 A100 GPUs in four racks, Ferryman shortens the training step by 31% compared with static placement.",
        ),
        Sentence(
            5, "It requires a link schedule that is known in advance, and we leave dynamic schedules to future work."
        ),
    ),
)
FERRYMAN_DRAFT: dict[str, object] = {
    "tldr": {
        "en": "Ferryman moves optimizer state between racks during the backward pass, which shortens a step by 31%.",
        "ja": "Ferrymanは、逆伝播の最中に最適化器の状態をラック間で移動し、学習の1ステップを31%短縮する。",
        "cites": [3, 4],
    },
    "claims": [
        {
            "section": "what",
            "en": "Slow links between racks limit the training of large models.",
            "ja": "大規模モデルの学習は、ラック間の低速なリンクに律速される。",
            "cites": [1],
        },
        {
            "section": "novelty",
            "en": "Existing systems keep optimizer state where it was created, so every step waits for remote data.",
            "ja": "既存システムは最適化器の状態を生成場所に置いたままにするため、各ステップで遠隔のデータを待つ。",
            "cites": [2],
        },
        {
            "section": "method",
            "en": "The runtime moves optimizer state between racks during the backward pass.",
            "ja": "ランタイムが、逆伝播と並行して最適化器の状態をラック間で移動する。",
            "cites": [3],
        },
        {
            "section": "evaluation",
            "en": "On 64 A100 GPUs in four racks the training step is 31% shorter than with static placement.",
            "ja": "4ラックに置いた64基のA100 GPUで、静的配置に比べて学習ステップを31%短縮した。",
            "cites": [4],
        },
        {
            "section": "discussion",
            "en": "A link schedule known in advance is required; dynamic schedules are left to future work.",
            "ja": "リンクのスケジュールが事前に分かっている必要があり、動的なスケジュールへの対応は今後の課題である。",
            "cites": [5],
        },
    ],
    "terms": [
        {"en": "optimizer state", "ja": "最適化器の状態"},
        {"en": "backward pass", "ja": "逆伝播"},
        {"en": "tensor core", "ja": "テンソルコア"},
    ],
    "abstract": [
        {"n": 1, "ja": "複数のラックにまたがる大規模モデルの学習は、ラック間の低速なリンクに律速される。"},
        {
            "n": 2,
            "ja": "既存システムは最適化器の状態を生成場所に置いたままにするため、毎回のステップで遠隔のデータを待つ。",
        },
        {"n": 3, "ja": "本論文では、逆伝播の最中に最適化器の状態をラック間で移動するランタイムFerrymanを提案する。"},
        {"n": 4, "ja": "4ラックに置いた64基のA100 GPUにおいて、Ferrymanは静的配置に比べて学習ステップを31%短縮する。"},
        {
            "n": 5,
            "ja": "リンクのスケジュールが事前に分かっていることが前提であり、動的なスケジュールは今後の課題とする。",
        },
    ],
}

HERON = Paper("Heron: Fusing Attention Kernels across Layers")
HERON_TEXT = PaperText(
    "abstract v1",
    (
        Sentence(
            1, "Attention kernels are usually optimized one layer at a time, which leaves memory bandwidth unused."
        ),
        Sentence(2, "We propose Heron, a compiler that fuses attention kernels across layers."),
        Sentence(3, "Heron models the reuse of tiles as a shortest path problem and solves it within two minutes."),
        Sentence(
            4,
            "On two GPU generations, generated kernels are 1.7x faster than hand-written ones and use 12% less energy.",
        ),
        Sentence(5, "Heron does not support kernels with data-dependent shapes."),
    ),
)
HERON_FAULTY: dict[str, object] = {
    "tldr": {
        "en": "Heron fuses attention kernels across layers and makes them 1.7x faster than hand-written ones.",
        "ja": "Heronは層をまたいでAttentionカーネルを融合し、手書きのカーネルに比べて1.7倍高速にする。",
        "cites": [2, 4],
    },
    "claims": [
        {
            "section": "what",
            "en": "Attention kernels optimized one layer at a time leave memory bandwidth unused.",
            "ja": "Attentionカーネルを层ごとに優化すると、メモリ帯域が余る。",
            "cites": [1],
        },
        {
            "section": "method",
            "en": "The reuse of tiles is modeled as a shortest path problem.",
            "ja": "タイルの再利用を最短経路問題としてモデル化する。",
            "cites": [3],
        },
        {
            "section": "evaluation",
            "en": "Generated kernels are 7.1x faster than hand-written ones.",
            "ja": "生成したカーネルは、手書きのカーネルより7.1倍高速である。",
            "cites": [4],
        },
        {
            "section": "evaluation",
            "en": "Heron reaches the highest score on the MLPerf benchmark.",
            "ja": "HeronはMLPerfベンチマークで最高のスコアを達成した。",
            "cites": [4],
        },
        {
            "section": "discussion",
            "en": "Heron supports kernels with data-dependent shapes.",
            "ja": "Heronは、データに依存する形状を持つカーネルに対応する。",
            "cites": [5],
        },
    ],
    "terms": [{"en": "attention kernel", "ja": "Attentionカーネル"}],
    "abstract": [
        {"n": 1, "ja": "Attentionカーネルは通常、層ごとに最適化されるため、メモリ帯域を使い切れない。"},
        {"n": 2, "ja": "本論文では、層をまたいでAttentionカーネルを融合するコンパイラHeronを提案する。"},
        {"n": 3, "ja": "タイルの再利用を最短経路問題としてモデル化し、2分以内に解く。"},
        {"n": 4, "ja": "2世代のGPUで、生成したカーネルは手書きのものより1.7倍高速で、消費エネルギーは21%少ない。"},
        {"n": 5, "ja": "データに依存する形状を持つカーネルには対応しない。"},
    ],
}
