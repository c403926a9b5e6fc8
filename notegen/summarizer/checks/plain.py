"""Text in the plain form the number checks read: full-width characters, TeX, kanji numerals and months resolved."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from notegen.summarizer.checks.kanji import digits_for_kanji

_TEX = tuple(
    (re.compile(form), plain)
    for form, plain in (
        (r"\\{1,2}[()\[\]]|\\(?:left|right|displaystyle|hspace\*?\{[^{}]*\})(?![A-Za-z])", ""),
        (r"\$([^$\s](?:[^$]*[^$\s])?)\$(?!\d)", r"\1"),
        (r"\$(\s*[^$]*\\[^$]*)\$", r"\1"),
        (r"\\[dt]?frac\s?\{(\d+)\}\s?\{(\d+)\}", r"\1/\2"),
        (r"\{?\\(?:times|cdot)(?![A-Za-z])\}?|×", "x"),
        (r"\\(?:sim|simeq|approx|thicksim)(?![A-Za-z])\s?", "~"),
        (r"\\(?:geq?|geqslant|gtrsim|gt)(?![A-Za-z])\s?", "≥"),
        (r"\\(?:leq?|leqslant|lesssim|lt)(?![A-Za-z])\s?", "≤"),
        (r"\\(?:math(?:rm|bf|sf|it)|text(?:rm|bf|it)?|mbox|emph|rm|bf|it|operatorname)(?![A-Za-z])", ""),
        (r"\\mu(?![A-Za-z])\s?", "μ"),
        (r"\s?\\pm(?![A-Za-z])\s?|\+/-", " ± "),
        (r"\\%|％", "%"),
        (r"(?<=[\d%])\s?-{2,3}\s?(?=[\d$])", "-"),
        (r"\\[,;:! ]|[{}]", ""),
        (r"(?<![\dx%\s])~|(?<=\d)~(?=[A-Za-z])", " "),
        (r"(?<![\dx%\s])\s*[~∼≈](?=\s?\d)", " "),
    )
)  # fmt: skip
_RAISED = re.compile("(?<=[0-9])[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
# Japanese set with blanks around its figures: 3 分 の 1, 毎秒 5 MB.
_BLANK = re.compile(r"(?<=[\dぁ-ヺー一-鿿]) +(?=[ぁ-ヺー一-鿿])|(?<=[ぁ-ヺー一-鿿]) +(?=\d)")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_ABBREVIATED = "|".join(f"{month[:3]}[a-z]*" for month in _MONTHS)
_MONTH = re.compile(
    rf"\b({'|'.join(month for month in _MONTHS if month not in ('May', 'March'))}"
    rf"|(?:{_ABBREVIATED})(?=\.?,?\s(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s)?(?:1[89]|20)\d\d)"
    rf"|(?:(?<=[Ii]n )|(?<=[Ss]ince )|(?<=[Ff]rom )|(?<=[Uu]ntil )|(?<=[Bb]etween ))(?:May|March)(?![a-z]))\b\.?"
)
_TENS_WORDS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_ONES_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
_COMPOUND = re.compile(rf"\b({'|'.join(_TENS_WORDS)})[- ]({'|'.join(_ONES_WORDS)})\b", re.IGNORECASE)
_HUNDREDS = re.compile(
    rf"\b(an?|{'|'.join(_ONES_WORDS)}) hundred and (\d\d?|{'|'.join(_ONES_WORDS)}|{'|'.join(_TENS_WORDS)})\b",
    re.IGNORECASE,
)
_FEW = re.compile("(?<![\\d.])([1-8])、([2-9])(?=[分秒個件台年日倍回人割桁%])")
_AND_A_HALF = re.compile(rf"\b(\d+|{'|'.join(_ONES_WORDS)}) and (?:a|one) half\b", re.IGNORECASE)
_DECADES = re.compile(
    rf"\b(?:({'|'.join(_ONES_WORDS)})\sdecades|(?:a|one|last|past|previous)\sdecade)\b", re.IGNORECASE
)
_DIMENSIONAL = re.compile(r"\b(?:(two|2)|(three|3)|(four|4))[- ]dimensional\b", re.IGNORECASE)
_FORMS = tuple(
    (re.compile(form), plain)
    for form, plain in (
        (r"[‐‑−]", "-"),
        (r"半(?=[日年]|時間)", "0.5"),
        (r"(?<=\d)fps\b", " fps"),
        (r"\b(three|four|five|ten)fold(?=[- ]cross)", r"\1 fold"),
        (r"\b(\w+)- to (\w+?)-?fold\b", r"\1 to \2 times"),
        (r"10の(\d+)乗", r"10^\1"),
        (r"10の(?:マイナス|-)(\d+)乗", r"10^-\1"),
        (r"(\d)割(\d)分(?![のに])", r"\1\2%"),
        (r"(?<=\d)(?:st|nd|rd|th)(?= (?:and|or|to) \d[\d.]*(?:st|nd|rd|th)?[- ]percentile)", ""),
        (r"(?<=\d)(?:st|nd|rd|th)?[- ](?=percentile)", " "),
        (r"(?<![A-Za-z0-9])[pP]((?:50|75|9\d)(?:\.9+)?)(?![A-Za-z0-9.]\w)(?! ?=)", r"\1 percentile"),
        (r"\b(?:[Aa]n?|[Oo]ne) (second|minute|hour|day|week|month|year) and a half\b", r"1.5 \1s"),
        (r"\b[Hh]alf an? (?=[a-z])", "0.5 "),
        (r"\b[Aa] quarter of an hour\b", "15 minutes"),
        (r"\b[Oo]ne(?=[- ]per ?cent)", "1"),
        (r"\b([Nn]ever|[Nn]ot?|[Cc]annot|\w+n['’]t)( [^.,;]{,40}?) twice(?=$|[.,;])", r"\1\2 again"),
        (r"\s?x\s?10\^", "e"),
        (r"\((\d[\d.]*) ?± ?(\d[\d.]*)\) ?e(-?\d+)", r"\1e\3 ± \2e\3"),
        (r"(?<=\d)( ?)x\1(?=\d)", "x"),
        (r"(\d+)(年|時間|か月|週間|日|倍|分|秒)半", r"\1.5\2"),
        (r"(?<=\d)\+(?=\s?%|\s|x\b)", ""),
        (r"\b((?:1[89]|20)\d\d)s\b", r"\1"),
        (r"(\d{1,2}月)(\d{1,2})日", r"\1\2 "),
        (
            r"毎秒((?:約|最大)?\d[\d.,]*\s?(?:[キメギテペエ][ロガラタク]サ?)?(?:ビット|バイト|[KMGTPE]i?[Bb]))(?![A-Za-z/])",
            r"\1/秒",
        ),
        (r"(\d)\s?x\s?(?=[A-Z][A-Za-z]*\d)", r"\1 "),
        (r"(?<![A-Za-z0-9-])([A-Za-z]{2,})(?=\d{1,5}\s?(?:[基台個件枚本社]|コア|スレッド|ノード))", r"\1 "),
    )
)


@lru_cache(maxsize=256)
def normalised(text: str) -> str:
    """The text with full-width characters, simple TeX, months and numerals in words or kanji in their plain form.

    Approximate marks (~, \\sim) go, comparison signs stay. The form is for reading numbers, not for people.
    """
    text = _BLANK.sub("", unicodedata.normalize("NFKC", _RAISED.sub(r"^\g<0>", text)))
    for form, plain in _TEX:
        text = form.sub(plain, text)
    text = _MONTH.sub(lambda match: f"{_month(match.group())}月", text)
    text = _COMPOUND.sub(lambda m: str(_TENS_WORDS[m[1].casefold()] + _ONES_WORDS[m[2].casefold()]), text)
    text = _AND_A_HALF.sub(lambda match: f"{_ONES_WORDS.get(match[1].casefold(), match[1])}.5", text)
    text = _DIMENSIONAL.sub(lambda match: f"{2 if match[1] else 3 if match[2] else 4}D", text)
    text = _DECADES.sub(lambda match: f"{10 * _ONES_WORDS.get((match[1] or '').casefold(), 1)} years", text)
    text = digits_for_kanji(text)
    text = _FEW.sub(lambda match: "数" if int(match[2]) == int(match[1]) + 1 else match.group(), text)
    text = _HUNDREDS.sub(
        lambda match: str(100 * _ONES_WORDS.get(match[1].casefold(), 1) + _below_hundred(match[2])), text
    )
    for form, plain in _FORMS:
        text = form.sub(plain, text)
    return text


def _below_hundred(text: str) -> int:
    return int(text) if text.isdecimal() else _TENS_WORDS.get(text.casefold()) or _ONES_WORDS[text.casefold()]


def _month(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if name[:3] == month[:3])
