"""Fields and techniques that name what a paper is about: to bring one in that the source lacks is to invent."""

from __future__ import annotations

import re

# A line each: English forms (beginnings of words), Japanese forms. Either bears out the other.
# Addresses and requests are translated, too: languages are meant where the word says so.
_TRANSLATING = (
    r"machine translation|translation (?:task|quality|model|pair|benchmark|dataset|system)"
    r"|(?<!address )translation(?=[.,;]| from| between| into| of (?:text|sentence|document|language))"
    r"|translator|translates? (?:from|between)"
)
_TECHNIQUES = """
    quantum(?!i)|qubit / 量子(?!化)
    quantiz|quantis|low-bit|low-precision|int\\d|fp\\d|\\d-bit / 量子化
    blockchain|smart contract|cryptocurrenc / ブロックチェーン
    reinforcement|policy gradient|rl\\b|rlhf / 強化学習
    evolutionary|genetic algorithm|genetic program / 進化的|遺伝的
    bayesian|bayes\\b|posterior / ベイズ
    federated / 連合学習|フェデレーテッド
    encrypt|cryptograph|homomorphic|cipher / 暗号(?!通貨)
    sentiment / 感情分析
    generative adversarial|gans?\\b / 敵対的生成
    diffusion / 拡散モデル
    distillation|teacher / 蒸留
    pruning|pruned / 枝刈り
    contrastive / 対照学習
    curriculum / カリキュラム学習
    graph neural|gnn / グラフニューラル
    knowledge graph|ontolog / 知識グラフ
    neuromorphic|spiking / ニューロモルフィック
    photonic|optical|optics / 光学|光コンピュ|光ネットワーク
    memristor|in-memory computing|processing-in-memory / メモリスタ
    fpga / FPGA
    wearable / ウェアラブル
    internet of things|iot\\b / モノのインターネット
    virtual reality|augmented reality / 仮想現実|拡張現実
    differential privacy|differentially private / 差分プライバシ
    speculative / 投機的
    retrieval-augmented|rag\\b / 検索拡張
    chain-of-thought|chain of thought / 思考の連鎖
    codebook|vector quanti|product quanti / コードブック
    theorem|lemma / 定理|補題
    sql\\b|relational database / 関係データベース
    web assembly|webassembly|wasm / WebAssembly
    tape librar|magnetic tape / 磁気テープ
    water[- ]?cool|liquid[- ]?cool|immersion cool / 水冷|液冷
"""
# English has many words for these (gaming, play), so that Japanese that names them brings nothing in.
_FIELDS = """
    malware|intrusion|phishing / マルウェア|侵入検知
    speech|audio|voice|spoken|acoustic / 音声
    video|movie|film\\b / 動画
    robot / ロボット
    autonomous driv|self-driving|autonomous vehicle|vehicle / 自動運転
    medical|clinical|patients?\\b|hospital|healthcare|ecg|disease / 医療|臨床|患者
    protein|genom|molecul|drug / タンパク質|ゲノム|分子動力学
    financ|stock (?:market|trad|price|data|movement)|stocks\\b|banking / 金融|株式
    weather|climate|meteorolog / 気象|気候
    carbon|greenhouse / 炭素
    astronom|galax|telescope / 天文|銀河
    e-?commerce|advertis|ads\\b / 広告|電子商取引
    recommender|recommendation (?:system|model|engine) / 推薦|レコメンド
    {_TRANSLATING}|bilingual|multilingual|nmt\\b / 翻訳
    satellite / 衛星
    wireless|cellular|5g\\b|6g\\b|backhaul|radio / 無線
    smartphone|mobile phone|mobile device|phones?\\b / スマートフォン
    games?\\b|gameplay|chess|atari / ゲーム(?!チェンジ)
    questionnaire|user study|human study|crowdsourc|interview / アンケート|ユーザー調査|被験者
    legal|courts?\\b|copyright / 法的|著作権
    education|classroom|pedagog / 教育
    military|weapon / 軍事
    agricultur|crops?\\b|farmer / 農業
    nuclear|reactor / 原子力
"""
_TOPICS = tuple(
    (re.compile(rf"\b(?:{english.strip()})", re.IGNORECASE), re.compile(japanese.strip()), table is _TECHNIQUES)
    for table in (_TECHNIQUES, _FIELDS)
    for english, japanese in (
        line.split(" / ") for line in table.replace("{_TRANSLATING}", _TRANSLATING).strip().splitlines()
    )
)


def invented(text: str, *known: str) -> list[str]:
    """Topics the English or Japanese text names and none of the `known` texts does, in either language."""
    found = []
    for english, japanese, telling in _TOPICS:
        named = english.search(text) or (japanese.search(text) if telling else None)
        if named and not any(english.search(each) or japanese.search(each) for each in known):
            found.append(named.group())
    return found
