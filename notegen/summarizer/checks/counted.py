"""What a number counts, in English and Japanese: 64 GPUs, 64基のGPU; and whether two texts exchange such numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.quantities import Quantity, numbers_in

_TABLE = """
    gpus?|accelerators?|tpus? / GPU|TPU|アクセラレータ
    nodes? / ノード
    servers?|machines? / サーバ|マシン
    organi[sz]ations?|institutions?|companies / 組織|機関|社|企業
    systems? / システム
    parameters?|params? / パラメータ
    tokens? / トークン
    layers? / 層|レイヤ
    languages? / 言語
    users?|people|customers? / ユーザ|利用者|人|名
    datasets? / データセット
    images? / 画像|枚
    documents?|papers? / 文書|論文
    classes|labels? / クラス|ラベル
    steps? / ステップ
    requests?|queries / リクエスト|クエリ
    jobs?|tasks?|workloads? / ジョブ|タスク|ワークロード
    cores?|threads? / コア|スレッド
    experts?|heads? / エキスパート|ヘッド
    benchmarks? / ベンチマーク
"""
_LEAD = r"(?:[基台個件名枚本]の?|の)?\s?(?:[A-Z][A-Za-z]*-?\d+[A-Za-z0-9]*\s?)?"
_THINGS = tuple(
    re.compile(
        rf"[-\s](?:[A-Za-z][\w-]*\s){{0,2}}?(?:{english.strip()})\b|\s?{_LEAD}(?:{japanese.strip()})", re.IGNORECASE
    )
    for english, japanese in (line.split(" / ") for line in _TABLE.strip().splitlines())
)


def exchanged_counts(text: str, source: str) -> list[str]:
    """Numbers of the text that count what the source counts by another number, and something else there."""
    held = list(_counts(source))
    found = []
    for number, thing in _counts(text):
        same_thing = [other for other, counted in held if counted == thing]
        same_number = [counted for other, counted in held if number.agrees_with(other)]
        if same_thing and same_number and thing not in same_number:
            found.append(number.text)
    return found


def _counts(text: str) -> Iterator[tuple[Quantity, int]]:
    plain = normalised(text)
    for number in numbers_in(text):
        if number.kind == "plain" and not number.unit:
            behind = [
                (match.end(), thing) for thing, form in enumerate(_THINGS) if (match := form.match(plain, number.end))
            ]
            if behind:
                yield number, min(behind)[1]
