"""Whether Japanese is Japanese and English is English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.chinese import chinese_wording
from notegen.summarizer.checks.contrast import contradiction
from notegen.summarizer.checks.damage import (
    broken_characters,
    misread_japanese,
    most_sentences,
    repeats,
    repeats_in_english,
    says_little,
)
from notegen.summarizer.checks.endings import lacks_predicate, stops_short_in_english, waits_for_more
from notegen.summarizer.checks.register import Style, out_of_style, refuses, refuses_in_japanese
from notegen.summarizer.checks.romaji import romanised
from notegen.summarizer.checks.untranslated import english_left, without_glosses

_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_HALF_WIDTH = re.compile(r"[\uff61-\uff9f]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"")
_LATIN_RUN = re.compile(r"[A-Za-z][\w’'+./-]*(?:,? [A-Za-z][\w’'+./-]*){3,}", re.ASCII)
_GRAMMAR_WORD = re.compile(
    r"\b(?:the|an?|is|are|was|were|that|which|we|it|this|these|can|by|has|have)\b", re.IGNORECASE
)
# Not names nor terms with a hyphen, which stay Latin in Japanese.
_LOWER_WORD = re.compile(r"(?<![A-Za-z0-9._-])[a-z]+(?![A-Za-z0-9._-])")
_ABSTRACT = "abstract"  # here the English is the paper's own sentence, and nothing stands against that
_LEAST_KANA_SHARE = 0.2
_LEAST_JAPANESE_SHARE = 0.3
_LEAST_LENGTH_SHARE = 0.25  # the shortest of 145 honest translations had 0.32 characters for one of English
_SLACK_CHARS = 5
_TERM_CHARS = 30
_LEAST_JAPANESE = 7
_LEAST_ENGLISH = 4
_LEAST_ENGLISH_WORDS = 3
_MOST_SENTENCES = 3
_JUDGED_CHARS = 10
# The 2010 jōyō kanji that the code table of 1978 lacks, and glyphs of other standards that it holds.
_LATE_KANJI = frozenset("剝塡頰𠮟")
_OTHER_GLYPHS = frozenset("从个网无价听决况冲凭厂實對關顯證據數應轉傳單變讀擴樣們這總經")


def check(
    claim: Claim,
    languages: tuple[str, ...] = ("ja", "en"),
    cited: Sequence[Sentence] = (),
    style: Style = "plain",
) -> tuple[Finding, ...]:
    """What stands against the claim's wording in a draft of this style. Bad Japanese is marked; the English stays."""
    found = []
    own_words = claim.section != _ABSTRACT
    if problem := english_problem(claim.en) or (_statement_problem(claim.en) if own_words else ""):
        found.append(Finding("language", claim.section, claim.sentences, f"the English {problem}", "dropped"))
    if "ja" in languages and (problem := _claim_problem(claim, cited, style)):
        found.append(Finding("language", claim.section, claim.sentences, f"the Japanese {problem}", "marked"))
    return tuple(found)


def _statement_problem(text: str) -> str:
    """What keeps sound English from being a statement of a note."""
    if refuses(text):
        return "is a refusal, no claim"
    if len(text.split()) < _LEAST_ENGLISH_WORDS:
        return "says next to nothing"
    return "breaks off" if stops_short_in_english(text) else ""


def _claim_problem(claim: Claim, cited: Sequence[Sentence], style: Style) -> str:
    """What is wrong with the Japanese of a claim: with itself, or beside its English."""
    if refuses_in_japanese(_QUOTED.sub("", claim.ja)):
        return "is a refusal, no claim"
    if problem := japanese_problem(claim.ja, claim.en):
        return problem
    if lacks_predicate(claim.ja):
        return "breaks off"
    if claim.section != _ABSTRACT and (problem := out_of_style(_QUOTED.sub("", claim.ja), style)):
        return problem
    if claim.section != _ABSTRACT and (count := most_sentences(claim.ja, claim.en)) > _MOST_SENTENCES:
        return f"says {count} sentences in one claim"
    if says_little(claim.ja, _LEAST_JAPANESE):
        return "says next to nothing"
    return contradiction(claim.ja, claim.en, " ".join(sentence.text for sentence in cited))


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
    if problem := broken_characters(text) or misread_japanese(text):
        return problem
    own = _QUOTED.sub("", text)
    if foreign := "".join(dict.fromkeys(filter(_is_foreign, own))):
        return f"holds glyphs that Japanese does not use: {foreign[:8]}"
    if chinese := chinese_wording(own):
        return f"is worded in Chinese: {chinese}"
    if _HALF_WIDTH.search(own):
        return "holds katakana of half width"
    return _shape_problem(own, text, en)


def _shape_problem(own: str, text: str, en: str) -> str:
    kana, han = len(_KANA.findall(own)), len(_HAN.findall(own))
    latin = sum(map(len, _LOWER_WORD.findall(own)))
    if text == en.strip() or not kana + han:
        return "is not Japanese"
    if romanised(own, en):
        return "is partly in Latin letters"
    if kana + han < _LEAST_JAPANESE_SHARE * (kana + han + latin):
        return "is not Japanese"
    if kana + han >= _JUDGED_CHARS and kana < _least_kana(own) * (kana + han):
        return "has hardly any kana"
    if english_left(own) or any(_GRAMMAR_WORD.search(run) for run in _LATIN_RUN.findall(without_glosses(own))):
        return "is partly English"
    if repeats(own):
        return "repeats itself"
    if len(en) > _TERM_CHARS and len(text) < _LEAST_LENGTH_SHARE * len(en) - _SLACK_CHARS:
        return "leaves out much of what the English says"
    return "breaks off" if waits_for_more(text) else ""


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
