"""です・ます put into だ・である."""

from __future__ import annotations

import pytest

from notegen.summarizer.checks.register import is_polite
from notegen.summarizer.weak.plain_style import put_plainly, with_predicates

_PAIRS = """
示しています。|示している。
提案します。|提案する。
依存しています|依存している
システムです。|システムである。
ことができます。|ことができる。
改善できました。|改善できた。
示します。|示す。
減らします。|減らす。
用います。|用いる。
行います。|行う。
行いました。|行った。
行きました。|行った。
含みます。|含む。
含みませんでした。|含まなかった。
試みます。|試みる。
ではありません。|ではない。
考慮しません。|考慮しない。
感じます。|感じる。
見出します。|見出す。
最適化します。|最適化する。
訓練データにします。|訓練データにする。
重要ですが、高いです。|重要であるが、高い。
必要でしょう。|必要だろう。
違いです。|違いである。
得られます。|得られる。
持ちます。|持つ。
及びます。|及ぶ。
なりました。|なった。
困難でした。|困難であった。
提案しましたが、|提案したが、
ておりますので、|ているので、
しなければなりません。|しなければならない。
過ぎません。|過ぎない。
生じます。|生じる。
落とします。|落とす。
とします。|とする。
GPUをサポートします。|GPUをサポートする。
引き起こします。|引き起こす。
表します。|表す。
属します。|属する。
ないです。|ない。
少なかったです。|少なかった。
あります。|ある。
います。|いる。
存在し、影響を与えます。|存在し、影響を与える。
これは非常に異なるです。|これは非常に異なる。
その一部です（www.example.org）。|その一部である（www.example.org）。
「速いです」と呼びます。|「速い」と呼ぶ。
"""


@pytest.mark.parametrize(("polite", "plain"), [line.split("|") for line in _PAIRS.strip().splitlines()])
def test_polite_endings_become_plain(polite: str, plain: str) -> None:
    """Verbs and the copula take their plain form by their own conjugation, in sentences and in clauses."""
    assert put_plainly(polite) == plain
    assert not is_polite(plain)


@pytest.mark.parametrize(
    "text", ["増大する。", "励ます。", "済ますための手段である。", "デスクトップです", "", "ます。", "Masuを使う。"]
)
def test_what_is_plain_already_stays(text: str) -> None:
    """Verbs on ます in their plain form and words that only hold these sounds are no polite endings."""
    assert put_plainly(text) in (text, text.replace("です", "である"))


@pytest.mark.parametrize(
    ("noun", "whole"),
    [
        ("2つの部分がある。1つ目はキャッシュ。", "2つの部分がある。1つ目はキャッシュである。"),
        ("遅延を大幅に削減。", "遅延を大幅に削減する。"),
        ("通信量を削減。", "通信量を削減する。"),
        ("これにより精度が向上。", "これにより精度が向上する。"),
        ("再学習が必要。", "再学習が必要である。"),
        ("再学習は必要ない。", "再学習は必要ない。"),
        ("（図を参照）。", "（図を参照）。"),
    ],
)
def test_a_sentence_on_a_noun_gets_its_predicate(noun: str, whole: str) -> None:
    """What is done to something or happens takes する, all else である; a sentence with a predicate stays."""
    assert with_predicates(noun) == whole
