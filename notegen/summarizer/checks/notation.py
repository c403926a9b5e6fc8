"""How English and Japanese papers write numbers, scales, units and kinds: the tables behind `quantities`."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["plain", "percent", "times", "fraction", "orders"]

SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "dozen": 12, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12,
    "百": 1e2, "千": 1e3, "万": 1e4, "億": 1e8, "兆": 1e12,
    "十万": 1e5, "百万": 1e6, "千万": 1e7, "十億": 1e9, "百億": 1e10, "千億": 1e11, "十兆": 1e13, "百兆": 1e14,
}  # fmt: skip
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
    "sixteenth": 16, "twentieth": 20, "fiftieth": 50, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_TOPS = {"two": 2, "three": 3, "four": 4, "five": 5, "seven": 7, "nine": 9}
_FOLDS = {
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1000,
}  # fmt: skip
# “a third party” is no share: behind a share stands no noun.
_SHARE_END = (
    r"(?=$|[^\w\s-]|\s(?:of|as|the|its|their|less|more|fewer|lower|higher|faster|slower|longer|shorter|smaller|larger"
    r"|in|on|with|when|while|and|or|for|to|at|by|over|under|compared|after|from|if|than|are|is|were|was|\d)\b)"
)
_FIXED: tuple[tuple[str, float, Kind], ...] = (
    (
        (
            r"\b(?:twice|two-?fold|doubl(?:e[sd]?|ing))\b(?!-\w|.(?:precision|buffer|blind|descent|digit|spend|check))"
            r"|(?<![\d数])倍(?:増|加|化)|(?<=[のはが、])倍(?=[のに以])"
        ),
        2,
        "times",
    ),
    (r"\b(?:tripl(?:e[sd]?|ing)|thrice)\b", 3, "times"),
    (r"\bquadrupl(?:e[sd]?|ing)\b", 4, "times"),
    (r"\b(?:an?|one|the)[- ]order[- ]of[- ]magnitude\b(?!s)|\border[- ]of[- ]magnitude\b", 1, "orders"),
    (
        (
            r"\bhalv(?:e[sd]?|ing)\b"
            r"|(?<!過)半[分減数額値]|(?<!first )(?<!second )(?<!latter )(?<!other )(?<!and a )\bhalf\b"
            r"(?!-\w| \w+ed\b|[- ](?:precision|duplex|an?|done|hour|year|day|lives|life|open|space|plane|integer)\b)"
        ),
        0.5,
        "fraction",
    ),
    *((rf"\bone[- ]{part}\b|\ban? {part}\b{_SHARE_END}", 1 / of, "fraction") for part, of in _PARTS.items()),
    *(
        (rf"\b{top}[- ]{part}s\b", count / of, "fraction")
        for part, of in _PARTS.items()
        for top, count in _TOPS.items()
        if count < of
    ),
    *((rf"\b(?:an? )?{word}-?fold\b(?![- ]cross)", count, "times") for word, count in _FOLDS.items()),
)
FIXED_FORMS = [(re.compile(form, re.IGNORECASE), value, kind) for form, value, kind in _FIXED]
# Without one of these pieces of words no fixed form is in a text.
FIXED_HINT = re.compile(
    r"twice|thrice|fold|doubl|tripl|quadrupl|hal[fv]|magnitude|quarter|third|(?:four|fif|seven|eigh|nin|ten|eleven|twelf|teen|tie|hundred|thousand|six)th|倍|半",
    re.I,
)
WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1e3,
    "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "億": 1e8, "兆": 1e12,
}  # fmt: skip
# Behind a small number these count things that a text may list without a number.
_COUNTER = r"\s?(?:つ|種|段階|者|点|本|通り|ステップ|フェーズ|[カか]所|側面)"
SMALL = 12
# English things that are counted, not listed.
HARDWARE = re.compile(
    r"[-\s](?:\w+\s)?(?:gpu|node|machine|server|device|dataset|benchmark|language|model|core|accelerator|worker|user|run"
    r"|day|hour|minute|week|month|year|layer)s?\b",
    re.IGNORECASE,
)
COUNTER_FORM = re.compile(_COUNTER)
WORD = re.compile(
    rf"(?<!several )(?<!few )(?<!some )(?<!many )(?<!hundred )"
    rf"\b(?:{'|'.join(word for word in WORDS if word.isascii())})\b(?! of thousands)"
    r"|(?<![数何千百十\d])[億兆](?!倍|単位)",
    re.IGNORECASE,
)
NAME = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]+\d[A-Za-z0-9]*(?:\.\d+)*(?:-\d+(?:\.\d+)?[BMKT](?![A-Za-z0-9]))?|[A-Za-z]+-\d+(?:\.\d+)*[A-Za-z]?(?![A-Za-z0-9])"
    r"|(?<!\.)\d+x\d+(?!\.?\d)|(?<!\d\.)\d+(?![A-Z]{3,}s?(?![A-Za-z0-9]))(?:[A-Z][A-Za-z0-9]*|(?:st|nd|rd|th)\b))"
)
NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.^])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\d])", re.IGNORECASE
)
RATIO = re.compile(r"(?<![\d/.])(\d{1,2})/(\d{1,9}(?:\.\d+)?)(?![\d/])")
ORDER = re.compile(r"[値階乗重]|次(?!元)")
ORDERS = re.compile(r"[-\s]?orders?[- ]of[- ]magnitude|桁(?![目数])", re.IGNORECASE)
# Behind a bare number: what ends it, so that no other thing is counted.
BARE_END = re.compile(
    r"\s?(?:$|[、。,.;:)」]|から|より|[にとでへをのはが]|(?:to|vs|and|or|versus|from|against|for|than|in|on|at|by|when|with|under|instead|rather|while|but|if|as|per|after|where)\b)"
)
POWER = re.compile(r"\^(-?\d{1,2})")
ENGLISH_SCALE = re.compile(
    r"[-\s]?(hundred|thousand|million|billion|trillion|dozen)\b|((?-i:[kKMBbT]))(?![A-Za-z0-9])", re.IGNORECASE
)
JAPANESE_SCALE = re.compile(r"\s?([十百千]?[万億兆]|[百千])")
PERCENT = re.compile(r"\s?(?:%|percent(?:age points?)?(?!ile)|per cent|パーセント|pp\b)", re.IGNORECASE)
TENTHS = re.compile(r"割(?![りあ当合込])")
TIMES = re.compile(
    r"\s?x(?!\s?[A-Za-z0-9])|\s?x(?=\s[A-Za-z])|[-\s]?folds?\b(?![- ]cross)|\s?times\b|\s?倍", re.IGNORECASE
)
# “3 times” and “twice” say how often, unless a comparison follows.
OCCASIONS = re.compile(
    r"(?:\s?times|\btwice|\bthrice)\b(?!\s(?:as|the|that|those|its|their|more|less|fewer|better|worse|of|over|than)\b"
    r"|\s(?:\w+ly\s)?\w{3,}er\b)",
    re.IGNORECASE,
)
PER = re.compile(r"\s?(?:あたり|当たり|当り|ごと|毎|につき)")
BEFORE_TIMES = re.compile(r"(?:\bfactors? of|\bspeed-?ups? of)\s?(?:up to |about |over |nearly )?$", re.IGNORECASE)
BEFORE_LABEL = re.compile(r"(?:第|[ァ-ヶー]{2,}\s?)$")
SINGLE = re.compile(
    r"\b(?:an?|one|per|each|every|sub)[- ]((?:nano|micro|milli)?second|minute|hour|day|week|month|year"
    r"|bit|(?:kilo|mega|giga|tera|peta)?byte)\b",
    re.IGNORECASE,
)
# A word between number and unit: ten simulated years.
QUALIFIED = re.compile(
    r"\s(?!per\b|each\b|every\b|times\b|out\b)[a-z]{3,}\s(seconds|minutes|hours|days|weeks|months|years)\b"
)
SPREAD = re.compile(r"(?:±|\+/?-)\s?$")
RANGE = re.compile(r"\s?(?:- to|±|\+/-|-|–|—|~|〜|～|to|から|and|または|or)\s?(?:約|さらに)?$", re.IGNORECASE)
