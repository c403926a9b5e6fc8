"""Numbers of a claim held against its source: notations, vague amounts, units, bounds and places, in both languages."""

from __future__ import annotations

import pytest

from notegen.records import Claim, Sentence
from notegen.summarizer.checks import numbers
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import numbers_in


def _actions(source: str, en: str, ja: str = "") -> set[str]:
    found = numbers.check(Claim("evaluation", en, ja, (1,)), [Sentence(1, source)])
    return {finding.action for finding in found}


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"3$\times$ faster", "3x faster"),
        (r"3 $\times$ faster", "3x faster"),
        (r"a $3.2 \times$ gain", "a 3.2x gain"),
        (r"a $3.2{\times}$ gain", "a 3.2x gain"),
        (r"7\(\times\) smaller", "7x smaller"),
        (r"7\\(\times\\) smaller", "7x smaller"),
        (r"2.5-4$\times$ gains", "2.5-4x gains"),
        (r"$50\%$ of jobs", "50% of jobs"),
        (r"$10^{5}$ steps", "100,000 steps"),
        (r"$2\times10^3$ steps", "2,000 steps"),
        (r"in $\sim$3 hours", "in 3 hours"),
        (r"in ~3 hours", "in 3 hours"),
        (r"16~GB of memory", "16 GB of memory"),
        (r"1{,}500 nodes", "1,500 nodes"),
        (r"$\frac{1}{3}$ of them", "one third of them"),
        (r"$40\,\mathrm{ms}$", "40 ms"),
    ],
)
def test_tex_reads_as_a_person_sees_it(tex: str, plain: str) -> None:
    """A number in TeX is the number it prints."""
    one, other = numbers_in(tex), numbers_in(plain)

    assert [(q.value, q.kind, q.unit) for q in one] == [(q.value, q.kind, q.unit) for q in other] != []


def test_a_size_in_tex_is_one_name() -> None:
    """640 by 480 pixels are the same size in TeX, with the sign and with an x."""
    assert {normalised(text) for text in (r"640$\times$480", "640×480", "640 x 480", "640x480")} == {"640x480"}


@pytest.mark.parametrize(
    ("ja", "en"),
    [
        ("三百二十基", "320 GPUs"),
        ("百基", "100 GPUs"),
        ("千台", "1,000 nodes"),
        ("八基", "8 GPUs"),
        ("九割", "90%"),
        ("九十九パーセント", "99%"),
        ("五分の一", "one fifth"),
        ("三億個", "300 million"),
        ("1万2500件", "12,500 items"),
        ("1万2,500件", "12,500 items"),
        ("1万1000台", "11K machines"),
        ("3億4000万件", "340 million items"),
        ("10〜100分の1", "10-100x"),
        ("1.5分の1", "1.5x"),
        ("2桁", "two orders of magnitude"),
        ("100倍", "two orders of magnitude"),
        ("2〜3桁", "2-3 orders of magnitude"),
        ("三割", "30%"),
        ("10%以上", "10+%"),
        ("2年半", "two and a half years"),
        ("2011年5月", "May 2011"),
        ("2011年9月", "Sept. 2011"),
        ("25ノード", "twenty-five nodes"),
        ("3ペタFLOPS", "3 petaFLOP/s"),
        ("3ペタフロップス", "3 PFLOPs"),
        ("毎秒400ギガビット", "400 Gbps"),
        ("16ギガバイト", "16 GB"),
        ("40キロワット", "40 kW"),
        ("4ビット", "4-bit"),
    ],
)
def test_both_languages_write_the_same_number(ja: str, en: str) -> None:
    """Kanji, dates, scales, orders of magnitude and unit names agree with how English writes them."""
    japanese, english = numbers_in(ja), numbers_in(en)

    assert japanese
    assert all(any(one.agrees_with(other) for other in english) for one in japanese)


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("3テラFLOPS", "3 petaFLOP/s"),
        ("3エクサFLOPS", "3 PFLOPS"),
        ("16 GB", "16 Gb"),
        ("16メガバイト", "16 GB"),
        ("40メガワット", "40 kW"),
        ("6年", "6 days"),
        ("6 zettaFLOPS", "6 PFLOPS"),
        ("90 nodes", "90 ms"),
        ("2011年8月", "May 2012"),
        ("5桁", "two orders of magnitude"),
        ("91.2", "91.2%"),
        ("300万円", "3 million dollars"),
    ],
)
def test_other_units_do_not_agree(claimed: str, held: str) -> None:
    """Another prefix, another measure or a unit nobody knows is another number."""
    known = numbers_in(held)

    assert not any(one.agrees_with(other) for one in numbers_in(claimed)[:1] for other in known)


@pytest.mark.parametrize(
    "text",
    [
        *("一方", "一般に", "一部", "第一に", "ひとつ", "統一的に", "万能な", "単一の", "唯一の", "二重化", "三次元の"),
        *("十分な", "二値化", "四捨五入", "百科事典", "一つの", "二乗オーダー", "一貫性", "千差万別"),
    ],
)
def test_numerals_inside_words_are_no_numbers(text: str) -> None:
    """Words that merely hold a numeral say no number."""
    assert numbers_in(text) == ()


@pytest.mark.parametrize(
    ("source", "en", "ja"),
    [
        ("It joins pinning and prefetching.", "It joins two techniques.", "2つの手法を組み合わせる。"),
        ("It joins pinning, batching and prefetching.", "It joins three techniques.", "3つの手法を組み合わせる。"),
        ("(1) It pins, (2) it batches, (3) it skips.", "Three steps follow.", "3段階からなる。"),
        ("Thousands of GPUs are idle.", "Thousands of GPUs are idle.", "数千基のGPUが遊んでいる。"),
        ("It serves 4,200 users.", "It serves thousands of users.", "数千人が使う。"),
        ("Tens of millions of files.", "Tens of millions of files.", "数千万個のファイル。"),
        ("Several hundred nodes.", "Several hundred nodes.", "数百台のノード。"),
        ("It takes days or weeks.", "It takes days or weeks.", "数日から数週間かかる。"),
        ("It is several times faster.", "It is several times faster.", "数倍高速である。"),
        ("It is orders of magnitude faster.", "It is orders of magnitude faster.", "数桁高速である。"),
        ("More than 40% wait.", "Over 40% wait.", "40%超が待つ。"),
        ("At least 3.5x less.", "At least 3.5x less.", "3.5分の1以下になる。"),
        ("Up to 8x less.", "Up to 8x less.", "最大8分の1になる。"),
        ("From 90 ms to 34 ms.", "Down to 34 ms from 90 ms.", "90ミリ秒から34ミリ秒になる。"),
        ("It gets 71.3% against 66.0%.", "It gets 71.3%, above the 66.0%.", "71.3%で、66.0%を上回る。"),
        ("Once per hour.", "Once per hour.", "1時間あたり1回。"),
        ("Half end within an hour.", "Half end within an hour.", "半数は1時間以内に終わる。"),
        ("The second phase is short.", "The second phase is short.", "第2フェーズは短い。"),
        ("The 99th percentile is 12 ms.", "The 99th percentile is 12 ms.", "99パーセンタイルは12ミリ秒である。"),
        ("It grew in the last decade.", "It grew in the last decade.", "過去10年で伸びた。"),
        ("It was studied for decades.", "It was studied for decades.", "数十年にわたり研究された。"),
        ("Each link has 40 Gbps.", "Each link has 40 Gbps.", "各リンクは40 Gbpsに達する。"),
        ("It loses half a point.", "It loses 0.5 points.", "0.5ポイント下がる。"),
        ("From January to March 2021.", "From January to March 2021.", "2021年1月から3月まで。"),
        ("One percent is lost.", "One percent is lost.", "1%が失われる。"),
        ("It uses three-dimensional meshes.", "It uses 3D meshes.", "三次元メッシュを用いる。"),
        ("One in eight crates is lost.", "12.5% of crates are lost.", "8個に1個が失われる。"),
        ("34.5% of crates are wet.", "More than a third of crates is wet.", "3分の1を超える箱が濡れている。"),
        ("41.5% of crates are wet.", "About 40% of crates are wet.", "約4割の箱が濡れている。"),
        ("It sorts every 30 minutes.", "It sorts twice an hour.", "30分ごとに仕分ける。"),
        ("Ferry and Raft carry 6 and 8 t.", "Ferry carries 6 t and Raft 8 t.", "Ferryは6 t、Raftは8 tを運ぶ。"),
        ("Weights are in INT8.", "Weights have 8 bits.", "重みは8ビットで表す。"),
        ("Crates are stored twice.", "Crates are stored in two copies.", "箱は二重に保管する。"),
        ("Loads of up to 9 kg pass.", "Loads exceeding 9 kg fail.", "9 kgを超える荷は通らない。"),
    ],
)
def test_honest_numbers_pass(source: str, en: str, ja: str) -> None:
    """Counts of what is listed, fitting vague amounts, bounds and comparisons in other words are no wrong numbers."""
    assert _actions(source, en, ja) == set()


@pytest.mark.parametrize(
    ("source", "en", "ja"),
    [
        ("Of 40 crates, 30 arrived.", "30 of 40 crates arrived.", "40個中30個、すなわち4分の3が届いた。"),
        ("Loading takes 12 ms, sorting 5 ms.", "Sorting is 7 ms shorter.", "仕分けのほうが7ミリ秒短い。"),
        ("A full crate has 17 kg, a flat one 3.4 kg.", "A flat one has a fifth.", "平箱の重さは5分の1である。"),
        ("97% of crates arrive dry.", "3% of crates get wet.", "濡れる箱は3%にとどまる。"),
    ],
)
def test_a_computed_number_is_not_in_the_paper(source: str, en: str, ja: str) -> None:
    """A difference, ratio or rest of the whole may be right, but the paper does not say it: the claim is dropped."""
    assert "dropped" in _actions(source, en, ja)


@pytest.mark.parametrize(
    ("source", "en", "ja"),
    [
        ("It runs on GPUs.", "It runs on eight GPUs.", "GPUで動作する。"),
        ("It runs on GPUs.", "It runs on GPUs.", "8台のGPUで動作する。"),
        ("It runs on GPUs.", "It runs on GPUs.", "三百二十基のGPUで動作する。"),
        ("It runs on GPUs.", "It runs on GPUs.", "数千基のGPUで動作する。"),
        ("It runs fast.", "It runs fast on nine datasets.", "高速である。"),
        ("It cuts cost by 30%.", "It cuts cost by 30%.", "コストを30%、電力を九割減らす。"),
        ("It is faster.", "It is hundreds of times faster.", "高速である。"),
        ("It is faster.", "It is faster by several orders of magnitude.", "高速である。"),
        ("It takes several seconds.", "It takes several seconds.", "数分かかる。"),
        ("It is faster.", "It is faster.", "数百分の一の時間で済む。"),
        ("Thousands of files.", "Millions of files.", "多くのファイル。"),
        ("From 90 ms to 34 ms.", "From 34 ms to 90 ms.", ""),
        ("It gets 71.3% against 66.0%.", "It gets 66.0% against 71.3%.", ""),
        ("It needs less than 5 GB.", "It needs more than 5 GB.", ""),
        ("It saves up to 30%.", "It saves at least 30%.", ""),
        ("It runs on 64 GPUs of 16 nodes.", "It runs on 16 GPUs of 64 nodes.", ""),
        ("Ferry carries 6 t, Raft 8 t.", "Ferry carries 8 t, Raft 6 t.", ""),
        ("Rent grew by 3% and wages by 8%.", "Wages grew by 3% and rent by 8%.", ""),
        ("Of 40 crates, 30 arrived.", "40 of 30 crates arrived.", ""),
        ("Sorting 10 crates takes 7 s, 90 crates 31 s.", "10 crates take 31 s and 90 crates 7 s.", ""),
        ("Ferry and Raft carry 6 and 8 t, respectively.", "Ferry carries 8 t and Raft 6 t.", ""),
    ],
)
def test_numbers_without_ground_drop_the_claim(source: str, en: str, ja: str) -> None:
    """A number the source lacks, in either language and however small or vague, and one turned around in English."""
    assert _actions(source, en, ja) == {"dropped"}


@pytest.mark.parametrize(
    ("source", "ja"),
    [
        ("From 90 ms to 34 ms.", "34ミリ秒から90ミリ秒に増える。"),
        ("It gets 71.3% against 66.0%.", "66.0%であり、71.3%より高い。"),
        ("More than 40% wait.", "40%未満が待つ。"),
        ("It saves at least 30%.", "最大30%を節約する。"),
        ("Fewer than 100 lines change.", "変更は100行を超える。"),
        ("It runs on 64 GPUs and 16 nodes.", "16基のGPUと64ノードで動作する。"),
        ("Ferry carries 6 t, Raft 8 t.", "Ferryは8 t、Raftは6 tを運ぶ。"),
        ("Sorting falls to 7 ms instead of 12 ms.", "仕分けは7ミリ秒から12ミリ秒に縮まる。"),
        ("The median is 2 s, the 99th percentile 9 s.", "中央値は9秒、99パーセンタイルは2秒である。"),
        ("Videos take 5 GB and images 3 GB.", "動画には3 GB、画像には5 GBを要する。"),
        ("It serves 70 guests, more than the 40 of Raft.", "40人に応え、Raftの70人より多い。"),
    ],
)
def test_numbers_turned_in_japanese_mark_it(source: str, ja: str) -> None:
    """Where only the Japanese exchanges numbers or turns a bound, the English stays."""
    assert _actions(source, source, ja) == {"marked"}
