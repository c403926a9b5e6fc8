"""What a piece of text is about, in a form English and Japanese share: things of papers, and words by their sound."""

from __future__ import annotations

import re
from functools import cache

from notegen.summarizer.checks.sounds import consonants
from notegen.summarizer.checks.words import FREE_WORDS, stem, tokens

# English words / what Japanese writes for them in kanji and kana; katakana is found by its sound.
_TABLE = """
    latency delay lag / 遅延 待ち
    bandwidth / 帯域
    accuracy accurate correct precision right / 精度 正解 正確 正答
    recall / 再現率
    error mistake wrong / 誤
    fault failure fail crash outage / 故障 失敗 停止 障害
    loss lose lost / 損失 失
    space capacity footprint size volume / 容量 大き 領域
    time duration take took takes last / 時間 要 かか
    train training trained tuning / 学習 訓練
    infer inference / 推論
    predict prediction / 予測
    energy power battery / 電力 電池
    price expensive cheap expense fee / 費用 安
    read reading / 読
    write writing written / 書
    update / 更新
    query lookup search / 問い合わせ 検索 探索
    request demand / 要求
    load / 負荷 読み込み
    machine node server host / 台
    layer / 層
    weight heavy / 重
    image picture / 画像 枚
    video / 動画 映像
    user participant people subject developer client person annotator patient student / 利用者 参加者 人 者 名
    human manual manually expert / 人間 手動 手作業 専門家
    average mean / 平均
    median / 中央値
    tail / 裾
    peak maximum worst most highest slowest best / 最大 最悪 最高 最も 高々
    before earlier previous old baseline conventional prior existing / 前 従来 旧 既存
    new our proposed / 新 提案 本
    hit / 命中
    traffic communication / 通信
    repair recover restore rebuild recovery / 修復 回復 復旧 復元 再構築
    attack malicious adversarial attacker / 攻撃 悪意
    detect catch caught find found discover see / 検出 検知 発見 見
    false alarm / 偽 誤検知
    success succeed work suffice / 成功
    without disable no / なし ない 無 なく せず
    index / 索引
    line / 行
    cover coverage / 網羅 被覆
    random / 無作為
    sequential serial single alone / 逐次 単一 単独
    parallel concurrent / 並列 並行 同時
    small tiny low little / 小 低
    large big huge high / 大 高
    long length / 長
    short / 短
    input / 入力
    output result / 出力 結果
    test trial / 試験
    question issue problem / 質問 問題
    function / 関数
    process processing / 処理
    record entry / 記録
    operation / 操作
    vector / 
    edge / 辺
    vertex vertices / 頂点
    vulnerability vulnerable / 脆弱
    defect bug / 欠陥
    code program / 符号
    round trip / 往復
    sample / 標本
    class category kind / 種
    feature / 特徴
    paper article document / 論文 文書 記事
    sentence utterance conversation / 文 発話 会話
    country region site center / 国 地域 拠点
    replica copy / 複製
    abort / 中断
    conflict / 競合
    device phone / 端末 機器
    temperature degree / 温度
    distance / 距離
    speed fast quick speedup faster / 速
    increase rise rose grow grew gain add higher longer larger raise more growth / 増 伸 高 上 向上 延び 長
    decrease reduce drop fall fell shrink lower shorter smaller fewer less cut save saving / 減 下 低 短 縮 節約 少
    improve better improvement / 改善 向上 優
    degrade worse slow suffer slower slowdown / 悪化 劣 遅 低下
    only just mere / だけ のみ すぎない とどま
    first initial / 最初 初回
    final end / 最後
    compute computation calculation / 計算
    measure measurement / 測定 計測
    evaluate evaluation / 評価
    generate generation generative / 生成
    classify classification / 分類
    translate translation / 翻訳
    match agree agreement / 一致
    share proportion fraction ratio rate / 割合 率
    total overall whole all / 合計 総 全
    critical severe serious / 深刻 重大
    register registered / 登録
    active daily day / 日
    wait waiting / 待
    place placement / 配置
    execute execution run runtime / 実行
    schedule / 予定
    lab laboratory / 研究室
    question answer / 解答 回答
    parameter / 変数
    hidden / 隠
    mode / 
"""
_ROWS = [line.split(" / ") for line in (f"{line} " for line in _TABLE.strip().splitlines())]
_ENGLISH = {stem(word): f"#{row}" for row, (english, _) in enumerate(_ROWS) for word in english.split()}
_SOUNDS = {consonants(word): f"#{row}" for row, (english, _) in enumerate(_ROWS) for word in english.split()}
_JAPANESE = {word: f"#{row}" for row, (_, japanese) in enumerate(_ROWS) for word in japanese.split()}
# A list of things shares its verb, so that these tell two numbers apart, but never hold them together.
CHANGES = frozenset(_ENGLISH[stem(word)] for word in ("increase", "decrease", "improve", "degrade"))
_TEX = re.compile(r"\\[A-Za-z]+")
_KATAKANA = re.compile("[ァ-ヺ][ァ-ヺー]+")
_INFLECTION = re.compile("(?<=[a-z]{3})(?:s|ed|ing)$")
_LEAST_SOUNDS, _MOST_SOUNDS = 2, 4


def concepts(text: str) -> frozenset[str]:
    """What the piece of English or Japanese text mentions, each thing by one name."""
    english = {
        _of_english(word)
        for word in tokens(_TEX.sub(" ", text))
        if word in _FUNCTION or (word not in FREE_WORDS and len(word) > 2)
    }
    spelt = tokens(text)
    joined = {_of_pair(*pair) for pair in zip(spelt, spelt[1:], strict=False) if not FREE_WORDS.intersection(pair)}
    katakana = {_of_katakana(word) for word in _KATAKANA.findall(text)}
    japanese = {row for word, row in _JAPANESE.items() if word in text}
    return frozenset((english | joined | katakana | japanese) - {""})


_FUNCTION = frozenset(
    {
        "no",
        "before",
        "most",
        "more",
        "only",
        "without",
        "all",
        "less",
        "fewer",
        "first",
        "found",
        "new",
        "just",
        "our",
        "last",
        "takes",
        "take",
        "lead",
    }
)


@cache
def _of_english(word: str) -> str:
    if row := _ENGLISH.get(stem(word)):
        return row
    sounds = consonants(_INFLECTION.sub("", word))
    return f"~{sounds[:_MOST_SOUNDS]}" if len(sounds) >= _LEAST_SOUNDS else f"={stem(word)}"


@cache
def _of_pair(one: str, other: str) -> str:
    """Two English words by the sound of the one katakana word that may render them: web graph, ウェブグラフ."""
    sounds = re.sub(r"(.)\1", r"\1", consonants(one) + consonants(_INFLECTION.sub("", other)))
    return f"~{sounds[:_MOST_SOUNDS]}" if len(sounds) >= _MOST_SOUNDS else ""


@cache
def _of_katakana(word: str) -> str:
    sounds = consonants(word)
    return _SOUNDS.get(sounds) or (f"~{sounds[:_MOST_SOUNDS]}" if len(sounds) >= _LEAST_SOUNDS else "")
