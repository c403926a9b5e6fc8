"""Whether Japanese is Japanese and English is English."""

from __future__ import annotations

import re
import unicodedata

from notegen.records import Claim, Finding
from notegen.summarizer.checks.contrast import contradiction
from notegen.summarizer.checks.damage import (
    broken_characters,
    repeats,
    repeats_in_english,
    says_little,
    stops_short,
)

_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"")
_LATIN_RUN = re.compile(r"[A-Za-z][\w’'+./-]*(?:,? [A-Za-z][\w’'+./-]*){3,}", re.ASCII)
_GRAMMAR_WORD = re.compile(
    r"\b(?:the|an?|is|are|was|were|that|which|we|it|this|these|can|by|has|have)\b", re.IGNORECASE
)
_LEAST_KANA_SHARE = 0.2
_LEAST_JAPANESE_SHARE = 0.3
_LEAST_LENGTH_SHARE = 0.25  # the shortest of 145 honest translations had 0.32 characters for one of English
_SLACK_CHARS = 5
_TERM_CHARS = 30
_LEAST_JAPANESE = 5
_LEAST_ENGLISH = 4
_JUDGED_CHARS = 10
# The 2010 jōyō kanji that the code table of 1978 lacks, and glyphs of other standards that it holds.
_LATE_KANJI = frozenset("剝塡頰𠮟")
_OTHER_GLYPHS = frozenset("从个网无价听决况冲凭厂實對關顯證據數應轉傳單變讀擴樣們這總經")
_CHINESE_WORDING = re.compile(
    r"(?:結果|実験|研究)表明|端到端|機器学習|深度学習|語言|神経網絡|網絡|数据|以及|然而|因此|並且|而且|不僅|如果|或者|通過引入"
    r"|進一[歩步]|分布式|高效|此外|(?<!当)該(?![当博])(?=[\u4e00-\u9fff])|[\u4e00-\u9fff]於(?![いけ])"
    r"|(?:提出|進行|使用|実現|引入|採用|達到|取得|提供)了|的[数網]據"
)  # fmt: skip


def check(claim: Claim, languages: tuple[str, ...] = ("ja", "en")) -> tuple[Finding, ...]:
    """What stands against the claim's wording. Bad Japanese is marked, since the English can stay."""
    found = []
    if problem := english_problem(claim.en):
        found.append(Finding("language", claim.section, claim.sentences, f"the English {problem}", "dropped"))
    if "ja" in languages and (problem := _claim_problem(claim)):
        found.append(Finding("language", claim.section, claim.sentences, f"the Japanese {problem}", "marked"))
    return tuple(found)


def _claim_problem(claim: Claim) -> str:
    """What is wrong with the Japanese of a claim: with itself, or beside its English."""
    if problem := japanese_problem(claim.ja, claim.en):
        return problem
    if says_little(claim.ja, _LEAST_JAPANESE):
        return "says next to nothing"
    return contradiction(claim.ja, claim.en)


def english_problem(text: str) -> str:
    """What is wrong with an English statement, "" when nothing. Single foreign names in it are fine."""
    if not text.strip():
        return "is empty"
    if problem := broken_characters(text):
        return problem
    if says_little(text, _LEAST_ENGLISH):
        return "says next to nothing"
    if repeats_in_english(text):
        return "repeats itself"
    foreign = sum(len(form.findall(text)) for form in (_KANA, _HAN, _HANGUL))
    return "is not English" if foreign * 5 > sum(char.isalpha() for char in text) else ""


def japanese_problem(text: str, en: str = "") -> str:
    """What is wrong with a Japanese statement, "" when nothing. `en` is its English, which it must not repeat.

    Glyphs are judged by the Japanese code table (JIS X 0208 with vendor kanji); what stands in quotes is left alone.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if says_little(text, 1):
        return "is empty"
    if problem := broken_characters(text):
        return problem
    own = _QUOTED.sub("", text)
    if foreign := "".join(dict.fromkeys(filter(_is_foreign, own))):
        return f"holds glyphs that Japanese does not use: {foreign[:8]}"
    if chinese := _CHINESE_WORDING.search(own):
        return f"is worded in Chinese: {chinese.group()}"
    return _shape_problem(own, text, en)


def _shape_problem(own: str, text: str, en: str) -> str:
    kana, han, latin = len(_KANA.findall(own)), len(_HAN.findall(own)), len(re.findall("[A-Za-z]", own))
    if text == en.strip() or kana + han < _LEAST_JAPANESE_SHARE * (kana + han + latin):
        return "is not Japanese"
    if kana + han >= _JUDGED_CHARS and kana < _least_kana(own) * (kana + han):
        return "has hardly any kana"
    if any(_GRAMMAR_WORD.search(run) for run in _LATIN_RUN.findall(own)):
        return "is partly English"
    if repeats(own):
        return "repeats itself"
    if len(en) > _TERM_CHARS and len(text) < _LEAST_LENGTH_SHARE * len(en) - _SLACK_CHARS:
        return "leaves out much of what the English says"
    return "breaks off" if stops_short(text) else ""


def _least_kana(text: str) -> float:
    """The share of kana below which a text is hardly Japanese; particles are a sign of grammar."""
    return _LEAST_KANA_SHARE / 2 if re.search("[はがを]", text) else _LEAST_KANA_SHARE


def _is_foreign(char: str) -> bool:
    if _HANGUL.match(char) or char in _OTHER_GLYPHS:
        return True
    try:
        return bool(_HAN.match(char)) and char not in _LATE_KANJI and not char.encode("cp932")
    except UnicodeEncodeError:
        return True
