"""Text that came out damaged: broken or misread characters, sentences said again, sentences that stop in mid-air."""

from __future__ import annotations

import re

_BROKEN = re.compile(r"[\ufffd\ud800-\udfff\x00-\x08\x0e-\x1f\x7f〓]")
# UTF-8 read as Latin-1 or Windows-1252, and as Shift_JIS; Shift_JIS and EUC-JP read as Windows-1252. Hiragana and
# katakana of UTF-8 begin with bytes that Shift_JIS shows as 縺, 繧 or 繝, punctuation as 縲: kanji that nobody writes.
_MISREAD = re.compile(
    r"[ÂÃâãåæçèéäï][\u0080-\u00bf]|â€|ã[‚ƒ€]|[åæç][\u0152\u0153\u0160\u0161\u017d\u017e\u02c6\u02dc\u2010-\u2122]"
    r"|[\x80-\x9f繧繝縲]|縺(?!れ)|(?:[ƒ‚][^\s、。]){3,}|(?:[¤¥][¡-ÿ]){3,}"
)
# Signs that Japanese text never sets side by side, or never uses: accented letters, low quotes, box drawing.
_MISREAD_JAPANESE = re.compile(r"[¡-¯´¶¸-¿À-ÖØ-öø-ÿ]{2}|[‚„\u2500-\u259f]|[Α-ω][À-ÖØ-öø-ÿ]|[À-ÖØ-öø-ÿ][Α-ω]")
_JAPANESE_SENTENCE = re.compile(r"[^。！？]+")
_ENGLISH_SENTENCE = re.compile(r"(?:[^.!?]|[.!?](?!\s))+")
_LOOP = re.compile(r"(.{4,}?)\1{2,}|(.{10,}?)\2")
_ENGLISH_LOOP = re.compile(r"\b([a-z][a-z' -]{7,}?\W)\1{2,}|\b([a-z]{2,})(?: \2\b){2,}", re.IGNORECASE)
_ENGLISH_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bal)(?<!\bvs)(?<!\bcf)(?<!\b[A-Z])[.!?][\"”)]?\s+(?=[A-Z\d])")
_MISREAD_TEXT = "is misread text of another encoding"
_WORD_CHARS = re.compile(r"[^\W_]")


def broken_characters(text: str) -> str:
    """What is wrong with the characters of a text in either language, "" when nothing."""
    if _MISREAD.search(text):
        return _MISREAD_TEXT
    return "holds a broken character (U+FFFD, half a pair, a control code)" if _BROKEN.search(text) else ""


def misread_japanese(text: str) -> str:
    """What is wrong with signs that only misread Japanese holds, "" when there are none."""
    return _MISREAD_TEXT if _MISREAD_JAPANESE.search(text) else ""


def repeats(text: str) -> bool:
    """Whether a Japanese text says a sentence twice, or a piece of one over and over."""
    return _twice(_JAPANESE_SENTENCE.findall(text), 6) or bool(_LOOP.search(text))


def repeats_in_english(text: str) -> bool:
    """Whether an English text says a sentence twice, or a piece of one over and over."""
    return _twice(_ENGLISH_SENTENCE.findall(text), 12) or bool(_ENGLISH_LOOP.search(f"{text} "))


def most_sentences(ja: str, en: str) -> int:
    """How many sentences the claim has, in the language that has more."""
    japanese = sum(bool(sentence.strip()) for sentence in _JAPANESE_SENTENCE.findall(ja))
    return max(japanese, len(_ENGLISH_END.findall(en)) + 1)


def says_little(text: str, least: int) -> bool:
    """Whether fewer than `least` letters or digits are there."""
    return len(_WORD_CHARS.findall(text)) < least


def _twice(sentences: list[str], least: int) -> bool:
    said = [flat for each in sentences if len(flat := re.sub(r"\W", "", each.casefold())) >= least]
    return len(said) > len(set(said))
