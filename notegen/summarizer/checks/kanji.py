"""Kanji numerals of running text as digits: 三百二十基, 五分の一, 九割. Words that merely hold a numeral stay."""

from __future__ import annotations

import re

_ONES = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "〇零一二三四五六七八九十百千"
_COUNTED = (
    r"[基台個つ件名社枚件割倍桁%]|人(?![称間工類材格])|本(?![立来])|回(?!帰)|年|か月|ヶ月|カ月|月(?!面)|週間?|日間|時間"
    r"|分間|秒|種(?!別)|層|段階|段(?!落)|点(?![在滅])|通り|者(?!択)|組(?!織)|文字|言語|行(?![列動])|次元|パーセント|ポイント"
    r"|[万億兆](?![能一全])|フェーズ|ステップ|ノード|サーバ|コア|ドル|円|ビット|バイト|トークン|パラメータ|[A-Z]"
)
_RUN = re.compile(
    rf"(?<![第数何幾\d{_NUMERAL}])[{_NUMERAL}]+(?=\s?(?:{_COUNTED})|(?:[〜~–-]|から)[{_NUMERAL}]+(?:{_COUNTED}))"
)
_FRACTION = re.compile(rf"(?<![数{_NUMERAL}\d.])([{_NUMERAL}]+|\d[\d.]*)分の([{_NUMERAL}]+|\d+)")
_FRACTIONS = re.compile(r"(\d[\d.]*)\s?([〜~–-])\s?(\d[\d.]*)分の(\d+)")
_SCALES = {"千": 1000, "万": 10**4, "億": 10**8}
_SCALED = re.compile(r"(\d+)([千万億])分の(\d+)")
_DIMENSIONS = re.compile(r"(?<![\d多高])([二三四2-4])次元(?!数)")


def digits_for_kanji(text: str) -> str:
    """The text with kanji numerals that count or measure in digits, and fractions as 1/5.

    A lone 一 stays unless it stands for a share, a scale or a multiple: 一つ, 一方, 一部 say no number.
    """
    text = _SCALED.sub(lambda match: f"{match.group(3)}/{int(match.group(1)) * _SCALES[match.group(2)]}", text)
    text = _FRACTIONS.sub(r"\4/\1\2\4/\3", text)
    text = _FRACTION.sub(lambda match: f"{_digits(match.group(2))}/{_digits(match.group(1))}", text)
    text = _DIMENSIONS.sub(lambda match: f"{_digits(match.group(1))}D", text)
    return _RUN.sub(lambda match: _written(match, text), text)


def _written(match: re.Match[str], text: str) -> str:
    run, behind = match.group(), text[match.end() : match.end() + 1]
    if (run == "一" and behind not in "割倍桁%万億兆") or run + behind in ("二言", "二行"):
        return run
    return _digits(run)


def _digits(numeral: str) -> str:
    """Digits for a numeral, written by place (二〇二六) or with 十, 百, 千; digits stay."""
    if numeral[0].isascii():
        return numeral
    if not any(char in _TENS for char in numeral):
        return "".join(str(_ONES[char]) for char in numeral)
    total = held = 0
    for char in numeral:
        if char in _TENS:
            total += (held or 1) * _TENS[char]
            held = 0
        else:
            held = _ONES[char]
    return str(total + held)
