"""How English and Japanese papers write numbers, scales, units and kinds: the tables behind `quantities`."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["plain", "percent", "times", "fraction", "orders"]

SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12,
    "百": 1e2, "千": 1e3, "万": 1e4, "億": 1e8, "兆": 1e12,
    "十万": 1e5, "百万": 1e6, "千万": 1e7, "十億": 1e9, "百億": 1e10, "千億": 1e11, "十兆": 1e13, "百兆": 1e14,
}  # fmt: skip
_FIXED: tuple[tuple[str, float, Kind], ...] = (
    (r"\b(?:twice|two-?fold|doubl(?:e[sd]?|ing))\b(?!.(?:precision|buffer|blind|descent))|倍増", 2, "times"),
    (r"\b(?:three-?fold|tripl(?:e[sd]?|ing)|thrice)\b", 3, "times"),
    (r"\b(?:four-?fold|quadrupl(?:e[sd]?|ing))\b", 4, "times"),
    (r"\b(?:an?|one|the)[- ]order[- ]of[- ]magnitude\b(?!s)|\border[- ]of[- ]magnitude\b", 1, "orders"),
    (r"\bhalv(?:e[sd]?|ing)\b|\bhalf(?= (?:of|the|as|that|its)\b)|\b(?:by|in) half\b|半[分減数]", 0.5, "fraction"),
    (r"\btwo[- ]thirds\b|三分の二", 2 / 3, "fraction"),
    (r"\b(?:one|a)[- ]third\b|三分の一", 1 / 3, "fraction"),
    (r"\bthree[- ](?:quarter|fourth)s\b|四分の三", 0.75, "fraction"),
    (r"\b(?:one|a)[- ](?:quarter|fourth)\b|四分の一", 0.25, "fraction"),
    (r"\b(?:one|a)[- ]fifth\b", 0.2, "fraction"),
    (r"\b(?:one|a)[- ]tenth\b", 0.1, "fraction"),
)
FIXED_FORMS = [(re.compile(form, re.IGNORECASE), value, kind) for form, value, kind in _FIXED]
WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1e3,
    "million": 1e6, "billion": 1e9, "trillion": 1e12, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9, "十": 10, "億": 1e8, "兆": 1e12,
}  # fmt: skip
# Behind a small number these make it a count that a paraphrase may add.
_COUNTER = r"\s?(?:つ|個|種|種類|段階|者|点|本|通り|ステップ|フェーズ|[カか]所|層|次元|件|台|倍|社|名|人|回|年)"
SMALL = 12
COUNTER_FORM = re.compile(_COUNTER)
WORD = re.compile(
    rf"\b(?:{'|'.join(word for word in WORDS if word.isascii())})\b"
    rf"|[二三四五六七八九十](?={_COUNTER})|(?<![数何千百十\d])[億兆](?!倍)",
    re.IGNORECASE,
)
NAME = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]+\d[A-Za-z0-9]*(?:\.\d+)*|[A-Za-z]+-\d+(?:\.\d+)*[A-Za-z]?(?![A-Za-z0-9])"
    r"|\d+x\d+|\d+[A-Za-z][A-Za-z0-9]*)"
)
NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.^])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\d])", re.IGNORECASE
)
RATIO = re.compile(r"(?<![\d/.])(\d{1,2})/(\d{1,4}(?:\.\d+)?)(?![\d/])")
ORDER = re.compile(r"[値階乗重]|次(?!元)")
ORDERS = re.compile(r"[-\s]?orders?[- ]of[- ]magnitude|桁(?![目数])", re.IGNORECASE)
# Behind a bare number: what ends it, so that no other thing is counted.
BARE_END = re.compile(
    r"\s?(?:$|[-、。,.;:)」~〜–]|から|より|[にとでへをのはが]|(?:to|vs|and|or|versus|from|against|for|than|in|on|at|by|when)\b)"
)
PER_ONE = re.compile(r"(?:あたり|当たり|当り|ごと|毎|につき)")
POWER = re.compile(r"\^(-?\d{1,2})")
ENGLISH_SCALE = re.compile(
    r"[-\s]?(hundred|thousand|million|billion|trillion)\b|([kKMBbT])(?![A-Za-z0-9])", re.IGNORECASE
)
JAPANESE_SCALE = re.compile(r"\s?([十百千]?[万億兆]|[百千])")
PERCENT = re.compile(r"\s?(?:%|percent(?:age points?)?|per cent|パーセント|pp\b)", re.IGNORECASE)
TENTHS = re.compile(r"割(?![りあ当合込])")
TIMES = re.compile(r"\s?x(?!\s?[A-Za-z0-9])|\s?x(?=\s[A-Za-z])|[-\s]?folds?\b|\s?times\b|\s?倍", re.IGNORECASE)
BEFORE_TIMES = re.compile(r"(?:\bfactors? of|\bspeed-?ups? of)\s?(?:up to |about |over |nearly )?$", re.IGNORECASE)
BEFORE_LABEL = re.compile(r"(?:第|[ァ-ヶー]{2,}\s?)$")
RANGE = re.compile(r"\s?(?:-|–|—|~|〜|～|to|から|and|または|or)\s?(?:約|さらに)?$", re.IGNORECASE)
