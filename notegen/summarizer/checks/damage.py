"""Text that came out damaged: broken or misread characters, sentences said again, sentences that stop in mid-air."""

from __future__ import annotations

import re

_BROKEN = re.compile(r"[\ufffd\ud800-\udfff]")
# UTF-8 read as Latin-1 or Windows-1252, and as Shift_JIS.
_MISREAD = re.compile(
    r"[ÂÃâãåæçèéäï][\u0080-\u00bf]|â€|ã[‚ƒ€]|[åæç][\u0152\u0153\u0160\u0161\u017d\u017e\u02c6\u02dc\u2010-\u2122]"
    r"|(?:[縺繧繝][\u3040-\u30ff\uff61-\uff9f\u3400-\u9fff・].{0,2}){2,}"
)
_JAPANESE_SENTENCE = re.compile(r"[^。！？]+")
_ENGLISH_SENTENCE = re.compile(r"(?:[^.!?]|[.!?](?!\s))+")
_LOOP = re.compile(r"(.{4,}?)\1{2,}|(.{10,}?)\2")
_ENGLISH_LOOP = re.compile(r"\b([a-z][a-z' -]{7,}?\W)\1{2,}|\b([a-z]{2,})(?: \2\b){2,}", re.IGNORECASE)
_STOPPED = re.compile(
    r"(?:[、，,・:：;；(（「『]|…|\.\.\.|[をはがや]|(?<!ま)で|(?<!も)の|[しれ]て|よって|おいて|および|または)$"
)
_UNFINISHED = re.compile(
    r"(?:(?<![こそどあ])こ|(?:と|に)な|(?:で|に|が|は|も)あり|であ|て[いお]|(?:し|され|られ|て)おり|[されげけめべ]られ|され|でき(?<!上でき)|[とにく]なり"
    r"|[をに化と]し|っ|[をは]|こと[がにで]|とい|てい[なま]|でな|(?:行|示|表|及ぼ)[わさ]|含ま|基づ|得ら|用い|比べ|につ|にお|によ|に対|に基|なけ|せ?ざ|ゃ|ょ)[。．]?$"
)
_WORD_CHARS = re.compile(r"[^\W_]")


def broken_characters(text: str) -> str:
    """What is wrong with the characters of a text in either language, "" when nothing."""
    if _BROKEN.search(text):
        return "holds a broken character (U+FFFD or half a pair)"
    return "is misread text of another encoding" if _MISREAD.search(text) else ""


def repeats(text: str) -> bool:
    """Whether a Japanese text says a sentence twice, or a piece of one over and over."""
    return _twice(_JAPANESE_SENTENCE.findall(text), 6) or bool(_LOOP.search(text))


def repeats_in_english(text: str) -> bool:
    """Whether an English text says a sentence twice, or a piece of one over and over."""
    return _twice(_ENGLISH_SENTENCE.findall(text), 12) or bool(_ENGLISH_LOOP.search(f"{text} "))


def stops_short(text: str) -> bool:
    """Whether a Japanese sentence ends where none can; nominal ends (…の削減, …を提案) are whole."""
    opened, closed = (sum(text.count(char) for char in chars) for chars in ("(（「『", ")）」』"))
    return bool(_STOPPED.search(text) or _UNFINISHED.search(text)) or opened > closed


def says_little(text: str, least: int) -> bool:
    """Whether fewer than `least` letters or digits are there."""
    return len(_WORD_CHARS.findall(text)) < least


def _twice(sentences: list[str], least: int) -> bool:
    said = [flat for each in sentences if len(flat := re.sub(r"\W", "", each.casefold())) >= least]
    return len(said) > len(set(said))
