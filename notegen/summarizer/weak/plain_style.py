"""Polite Japanese (です・ます), and sentences that end on a noun, put plainly (だ・である).

Small models are polite whatever they are asked for, and end lists on a noun.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_AFTER = r"(?=$|[。．.！？!?、，,」』（(）)\s]|が|ので|から|けれど|けど|し[、，]|と[、，]|か[。？])"
_KANJI = r"\u4e00-\u9fff々"
_MASU = re.compile(rf"(ませんでした|ません|ました|ます){_AFTER}")
_DESU = re.compile(rf"(でしょう|でした|です){_AFTER}")
_STEM_ENDS = "いきぎしじちにびみりえけげせぜてでねべめれ見出得経似寝着来居観診"
# Stems that take る: all on the e column, on じ, of a single kanji, and some on い, き …
_TAKES_RU = re.compile(
    r"(?:[用率強老悔報てで]い|(?:^|[、。にはもが])い|でき|[起生尽飽]き|過ぎ|すぎ|[落満朽]ち|[帯延伸浴滅]び|[試省顧鑑てで]み"
    r"|[足借降懲]り|[えけげせぜてでねべめれじ見出得経似寝着来居観診])$"
)
# Stems on し of する: behind a noun or a particle; all others are of verbs on す.
_OF_SURU = re.compile(
    rf"(?:[{_KANJI}]{{2}}|[ァ-ヺーA-Za-z0-9）)」』]|[化有属関対要呈適達発解称介接制欲熱反をがはもにとくうで]|^)し$"
)
_OF_SU = re.compile(r"(?:見出|目指|見直|見逃|落と|尽く)し$")
_ADJECTIVE = re.compile(
    r"(?:[なしたきさかすくよらがるごど]|[高低長短速遅多強弱近広狭深浅重軽早良悪若古濃薄厚太細固硬暗遠安無鋭鈍粗甘緩])い$"
)
_NO_ADJECTIVE = re.compile(r"(?:[くぐ]ら|みた)い$")
_COMPLETE = re.compile(r"る$|(?:かっ|[しいえけせてねへめれべきちみりじ])た$|んだ$")
_NOUN_END = re.compile(rf"[^。]*[{_KANJI}ァ-ヺー](?=。)")
_ACTION = re.compile(
    rf"を(?:[^。、]*[にく])?[{_KANJI}]{{2,}}$|が(?:向上|増加|減少|低下|改善|上昇|発生|存在|増大|縮小|安定|収束|変化|劣化|成立|悪化|短縮)$"
)
_FORMS = ("ます", "ました", "ません", "ませんでした")
_RU, _SURU = ("る", "た", "ない", "なかった"), ("する", "した", "しない", "しなかった")
_COLUMNS = {
    "い": "うったわ", "き": "くいたか", "ぎ": "ぐいだが", "し": "すしたさ", "ち": "つったた",
    "に": "ぬんだな", "び": "ぶんだば", "み": "むんだま", "り": "るったら",
}  # fmt: skip


def put_plainly(text: str) -> str:
    """The text with its polite sentences and clauses ending in the plain style; all else stays as it is."""
    return _each(_DESU, _each(_MASU, text, _verb), _copula)


def with_predicates(text: str) -> str:
    """The text with である or する behind each sentence that ends on a noun."""
    return _NOUN_END.sub(lambda end: f"{end[0]}{'する' if _ACTION.search(end[0]) else 'である'}", text)


def _each(polite: re.Pattern[str], text: str, plain: Callable[[str, str], str]) -> str:
    pieces, position = [], 0
    for end in polite.finditer(text):
        pieces.append(plain(text[position : end.start()], end[1]))
        position = end.end()
    return "".join((*pieces, text[position:]))


def _verb(stem: str, end: str) -> str:
    form = _FORMS.index(end)
    if not stem or stem[-1] not in _STEM_ENDS:
        return stem + end
    if re.search("[てで]おり$", stem):
        stem = f"{stem[:-2]}い"
    if _TAKES_RU.search(stem):
        return stem + _RU[form]
    if stem.endswith("し") and _OF_SURU.search(stem) and not _OF_SU.search(stem):
        return stem[:-1] + _SURU[form]
    if stem.endswith("あり") and form >= _FORMS.index("ません"):
        return stem[:-2] + _RU[form]
    dictionary, past, negative = (_COLUMNS[stem[-1]][part] for part in (slice(1), slice(1, 3), slice(3, 4)))
    if re.search("(?:行|[てで]い)き$", stem):
        past = "った"
    return stem[:-1] + (dictionary, past, f"{negative}ない", f"{negative}なかった")[form]


def _copula(before: str, end: str) -> str:
    if end == "でしょう":
        return f"{before}だろう"
    if not before or before[-1] in "。．":
        return f"{before}だ"
    if end == "です" and (_COMPLETE.search(before) or (_ADJECTIVE.search(before) and not _NO_ADJECTIVE.search(before))):
        return before
    return before + {"です": "である", "でした": "であった"}[end]
