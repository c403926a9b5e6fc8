"""The wording of a claim's Japanese: plain, in Japanese characters and words, whole, one statement of its own."""

from __future__ import annotations

import pytest

from notegen.records import Claim
from notegen.summarizer.checks import language
from notegen.summarizer.checks.register import out_of_style, style_of
from notegen.summarizer.evidence import distinct

_EN = "The planner moves shards to idle racks and halves the traffic."


def _messages(ja: str, en: str = _EN, section: str = "method") -> str:
    return "; ".join(finding.message for finding in language.check(Claim(section, en, ja, (1,))))


@pytest.mark.parametrize(
    "ja",
    [
        "プランナは断片を空いているラックに移します。",
        "移動中も学習が止まらない点が新しいのです。",
        "プランナは断片を移しますが、通信量は増えない。",
        "再起動は必要ありません",
        "断片の移動により通信量は半分になりました。",
        "断片を移すことができますので、通信量が減る。",
    ],
)
def test_polite_sentences_are_marked(ja: str) -> None:
    """A note is written plainly (だ・である), so です and ます are marked wherever a clause ends in them."""
    assert "polite style" in _messages(ja)


@pytest.mark.parametrize(
    "ja",
    [
        "断片の移動はますます重要になる。",
        "運用者を悩ます断片化を避け、通信量を半分にする。",
        "余ったラックだけで計算を済ます仕組みである。",
        "利用者には「移動しました」という通知だけが届く。",
    ],
)
def test_plain_verbs_that_look_polite_pass(ja: str) -> None:
    """Plain verbs ending in ます, ますます and quoted speech are not the polite style."""
    assert _messages(ja) == ""


def test_the_style_of_an_abstract_in_japanese_is_left_to_the_model() -> None:
    """Beside the paper's own sentence the Japanese may be polite, and the sentence itself may be as short as it is."""
    assert _messages("プログラムは誰でも入手できます。", "Code available.", "abstract") == ""


@pytest.mark.parametrize(
    "ja",
    [
        "プランナは断片をaita rakku ni utsusu。",
        "通信量がhangen suru。",
        "通信量を半分にheraseru。",
        "プランナwa断片を移す仕組みである。",
        "tsūshinryōが半分に減る仕組みである。",
        "断片の移動はhin'pan ni起こるわけではない。",
    ],
)
def test_romanised_japanese_is_marked(ja: str) -> None:
    """Japanese words in Latin letters are told from names and terms by their syllables."""
    assert "Latin letters" in _messages(ja) or "partly English" in _messages(ja)


@pytest.mark.parametrize(
    "ja",
    [
        "idle rackに断片を移し、通信量を半分にする。",
        "プランナはshardsを空いているラックに移す。",
        "通信のlatencyを半分に抑える仕組みである。",
        "プランナは断片をdynamicallyに移していく。",
        "プランナは空いたラックを見つけ、断片をmigrateする。",
        "すでに空いているラックをwith priorityで選ぶ。",
        "断片の移動はunnoticedのままである。",
    ],
)
def test_english_left_untranslated_is_marked(ja: str) -> None:
    """Phrases, plurals, adverbs, bent verbs and everyday words of English have no place in Japanese."""
    assert "English" in _messages(ja)


@pytest.mark.parametrize(
    "ja",
    [
        "プランナはall-to-all通信を空いているラックに移す。",
        "断片（shards of a table）を空いているラックに移す。",
        "プランナは状態をzookeeperに書き、`move shard`で断片を移す。",
        "断片を移す時間はO(n log n)で、係数betaに比例する。",
        "必要なモジュールをimportするだけで断片を移せる。",
        "LLaMAのfine-tuningを行う。",
    ],
)
def test_terms_that_japanese_keeps_in_latin_letters_pass(ja: str) -> None:
    """Names, hyphened terms, glosses in brackets, code, formulas and commands of computing may stay."""
    assert _messages(ja) == ""


@pytest.mark.parametrize(
    "ja",
    [
        "プランナ会将断片移到空いているラック。",
        "ラック的移動により通信量を半分にする。",
        "与従来の方式相比、通信量が半分になる。",
        "目前只支持一つの表だけである。",
        "断片在移動する間も学習は続く。",
        "所有ラック均可使用、通信量も減る。",
        "通信量は減る、但遅延は増える。",
        "仍需人手による設定が残っている。",
        "表中的断片を空いているラックに移す。",
        "比従来の方式快3倍で移動が終わる。",
        "随着断片の増加、移動にかかる時間も伸びる。",
        "断片を移すことで、通信量が半分に減少了。",
        "プランナはラックの負荷に推定進行し、断片を移す。",
        "断片が不足的情況下、移動は起こらない。",
        "ラック間通信量顕著減少幅度最大化、断片の移動も減る。",
        "有効地断片を移し、通信量を減らす。",
        "軸向の通信が半分になる。",
    ],
)
def test_chinese_function_words_are_marked(ja: str) -> None:
    """Prepositions, adverbs and the genitive of Chinese show Chinese wording even where every kanji is Japanese."""
    assert "Chinese" in _messages(ja) or "glyphs" in _messages(ja)


@pytest.mark.parametrize(
    "ja",
    [
        "存在するラックと不在のラックを区別し、潜在的な遅れを避ける。",
        "断片に付与した重みの総和を求め、緩和した問題を解く。",
        "動的計画法により、静的スケジュールを段階的に改める。",
        "完了の通知を待ち、終了条件を満たすと断片を移す。",
        "人為的な操作も無作為な選択も必要としない。",
        "当該ラック及び隣のラックに断片を移す。",
        "些細な差しかなく、僅かに通信量が増える。",
        "順不同で届く断片を還元演算にかける。",
        "断片の被参照数を数え、最多の断片から移す。",
        "電力の需要が目前に迫ると、即座に断片を移す。",
        "同時進行する移動を却下し、並行して終了処理を行う。",
        "対称的な配置と対話的な操作に加え、平和的な調和と総和計算を扱う。",
        "在席の利用者に付与した権限は、送還後も比較的長く残る。",
    ],
)
def test_japanese_words_with_the_same_kanji_pass(ja: str) -> None:
    """The kanji that Chinese uses as function words stand in many words of good Japanese."""
    assert _messages(ja) == ""


def test_katakana_of_half_width_is_marked() -> None:
    """Half-width katakana is no running text, not even in one word."""
    assert "half width" in _messages("ﾌﾟﾗﾝﾅは断片を空いているラックに移す。")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("utf-8", "cp932"),
        ("utf-8", "latin-1"),
        ("utf-8", "cp1252"),
        ("cp932", "cp1252"),
        ("euc_jp", "latin-1"),
        ("utf-8", "cp437"),
    ],
)
def test_a_misread_stretch_is_marked(written: str, read: str) -> None:
    """A few words written in one encoding and read in another are seen among sound text."""
    misread = "のデータをまとめて".encode(written).decode(read, "ignore")

    assert "the Japanese" in _messages(f"プランナは多くの断片{misread}空いているラックに移す。")


@pytest.mark.parametrize(
    "ja",
    [
        "プランナは断片を空いているラックに。",
        "プランナが移すのは、空いているラックの。",
        "断片を移すことにより通信量が。",
        "断片の移動を空いているラックから。",
        "断片を移しても、通信量は大幅な。",
        "空いているラックが見つかれば",
        "移す断片を決めると、プランナは直ちに",
    ],
)
def test_japanese_that_ends_on_a_particle_breaks_off(ja: str) -> None:
    """A full stop does not make a sentence of words that wait for a verb or a noun."""
    assert "breaks off" in _messages(ja)


@pytest.mark.parametrize(
    "ja",
    [
        "断片を移す回数が減ったため、通信",
        "プランナが断片を移すのは、空きラックが30%を超えたとき、すなわち夜間の…",
        "空いているラックに断片を移",
        "断片の移動にかかる時間は30",
        "断片を移動した後も、学習は止まら",
        "断片を空いたラックに移すプランナ。",
        "空きラックに断片を移動す。",
        "空きラックを見つけることができ。",
        "断片を移した後、ラックの電力は大きく",
        "移動のたびに表を改めなけれ。",
        "移動にかかる時間は、断片の大きさに応じて変わるだ",
    ],
)
def test_japanese_without_a_predicate_breaks_off(ja: str) -> None:
    """A claim is a sentence: it ends on a verb, an adjective or だ, not on a stem, a noun or a number."""
    assert "breaks off" in _messages(ja)


@pytest.mark.parametrize(
    "ja",
    [
        "通信量は半分に減る（$p < 0.01$）。",
        "断片を移すかどうかは、ラックの電力で決まる。",
        "空きラックをなくす仕組みは、断片の移動だけである。",
        "断片の移動が速いほど、遅延も短い。ラックは少なくて済む。",
        "プランナが移すのは断片であり、ラックではない。",
        "断片の大きさは一つに保つ。電力は余裕をもつ。",
        "移動の順序は、表の更新を速くするためのものだ。",
        "断片の移動による通信量を削減。",
    ],
)
def test_whole_sentences_pass(ja: str) -> None:
    """Verbs, adjectives, だ・である, a bracket behind them, and a headline that leaves out する are whole."""
    assert "breaks off" not in _messages(ja)


def test_a_draft_may_be_polite_but_not_mixed() -> None:
    """The style of most statements is the draft's; what leaves it is marked, in either direction."""
    polite, plain = "断片を空いているラックに移します。", "断片を空いているラックに移す。"

    assert style_of([plain, plain, polite]) == "plain"
    assert style_of([polite, polite, plain, ""]) == "polite"
    assert [out_of_style(polite, "plain") != "", out_of_style(plain, "plain")] == [True, ""]
    assert [out_of_style(plain, "polite") != "", out_of_style(polite, "polite")] == [True, ""]
    assert language.check(Claim("method", _EN, polite, (1,)), style="polite") == ()


@pytest.mark.parametrize("en", ["The planner moves shards to the", "The planner moves shards because", "It moves (all"])
def test_english_that_waits_for_a_word_is_dropped(en: str) -> None:
    """English that ends on an article, a preposition or a conjunction carries no claim."""
    assert "the English breaks off" in _messages("プランナは断片を移す仕組みである。", en)


@pytest.mark.parametrize(
    ("en", "ja"), [("It moves.", "移す。"), ("Racks are idle.", "空いている。"), ("Fast.", "速い。")]
)
def test_a_claim_that_tells_nothing_is_found(en: str, ja: str) -> None:
    """A word or two, in either language, is no statement about a paper."""
    assert "next to nothing" in _messages(ja, en)


def test_many_sentences_are_no_single_claim() -> None:
    """One claim is one statement: up to three sentences pass, four are too many."""
    ja, en = "断片を別のラックに移す。", "Shards move to a rack. "

    assert "sentences" not in _messages("断片を移す。ラックを選ぶ。通信を待つ。", en.strip())
    assert "says 4 sentences" in _messages(ja + "ラックを選ぶ。通信を待つ。表を改める。", en.strip())


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("I'm sorry, but I cannot write about this paper.", "申し訳ありませんが、この論文については書けません。"),
        ("As an AI, I have no view of the planner.", "私はAIなので、プランナについての見解を持たない。"),
        ("Please provide the sentences of the paper.", "論文の文章をご提供いただければ要約する。"),
    ],
)
def test_a_refusal_is_no_claim(en: str, ja: str) -> None:
    """Excuses and words to the reader are seen in both languages: no paper says “I” or asks for its own text."""
    messages = _messages(ja, en)

    assert "the English is a refusal" in messages
    assert "the Japanese is a refusal" in messages


def test_an_affirmation_in_other_words_is_no_contradiction() -> None:
    """少ない is no negation, 戻らざるを得ない affirms, and what does not change is 静的."""
    assert (
        _messages("断片が使うメモリは従来の方式の512 MBより少ない。", "Shards use 8 MB, against 512 MB before.") == ""
    )
    assert _messages("断片は元のラックに戻らざるを得ない。", "This forces shards back to the first rack.") == ""
    assert _messages("プランナは静的な表を想定している。", "The planner assumes tables that do not change.") == ""


def _claim(en: str, ja: str) -> Claim:
    return Claim("method", en, ja, (1,))


def test_a_claim_reworded_in_both_languages_is_said_once() -> None:
    """Two claims alike in both languages with the same numbers say one thing; another number makes another claim."""
    first = _claim("The planner moves 8 shards to idle racks.", "プランナは8個の断片を空いたラックに移す。")
    again = _claim("The planner shifts 8 shards to idle racks.", "プランナは8個の断片を空きラックに移動する。")
    other = _claim("The planner shifts 9 shards to idle racks.", "プランナは9個の断片を空きラックに移動する。")

    assert distinct([first, again]) == (first,)
    assert distinct([first, other]) == (first, other)
