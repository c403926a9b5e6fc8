"""The Japanese of one sentence out of what a model wrote: without labels, quotes, echoes, notes and politeness."""

from __future__ import annotations

import re
from contextlib import suppress

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.reading.heard import unthought
from notegen.summarizer.weak.plain_style import put_plainly, with_predicates

_KANA = re.compile(r"[\u3041-\u30ff]")
_LABEL = re.compile(
    r"^\W*(?:日本語訳|和訳|要約|翻訳(?:結果)?|訳文?|日本語|回答|答え"
    r"|Japanese(?: translation| sentence)?|Translation|Answer)"
    r"(?:\*\*)?\s*[:：]\s*(?:\*\*)?",
    re.IGNORECASE,
)
_GREETING = re.compile(r"^(?:こんにちは|はい|わかりました|承知しました)[、。!！\s]+")
_FENCE = re.compile(r"[<‹]{3,}.*?[>›]{3,}|```\w*")
_NOTE = re.compile(r"^\W*(?:注|備考|補足|説明|Note|Explanation)", re.IGNORECASE)
_ROMAJI = re.compile(r"(?<=[。）」])\s*[(（]?[A-Za-zāīūēōĀĪŪĒŌ][A-Za-zāīūēōĀĪŪĒŌ'’ ,.-]{7,}[)）]?\s*$")
_QUOTES = (("「", "」"), ("『", "』"), ("“", "”"), ('"', '"'), ("'", "'"), ("`", "`"), ("**", "**"))
_JAPANESE = r"[\u3041-\u30ff\u4e00-\u9fff々）」]"
_CHINESE_COMMA = re.compile("，")
_ENGLISH_COMMA = re.compile(rf"(?<={_JAPANESE}),\s*(?={_JAPANESE})")
_END = re.compile(rf"(?<={_JAPANESE})\s*[.．｡]?$")


def read_translation(text: str, en: str) -> str:
    """The translation of `en` in an answer, plain text or JSON with the key ja; "" when no line of it is Japanese.

    Raises `AnswerUnusable` when the model was still thinking.
    """
    said, is_thinking = unthought(text)
    said = said.strip()
    if is_thinking:
        raise AnswerUnusable("no answer", "the model was still thinking when it stopped")
    if said.startswith(("{", "```")):
        with suppress(AnswerUnusable, ModelRefusal):
            said = str(read_json(said, ("ja",))["ja"])
    if "\\\\" not in en:
        said = said.replace("\\\\", "\\")
    for line in said.splitlines():
        japanese = _bare(line, en)
        if _KANA.search(japanese) and not _NOTE.match(japanese):
            return with_predicates(put_plainly(_END.sub("。", japanese)))
    return ""


def _bare(line: str, en: str) -> str:
    """The line without what stands around a translation."""
    said = _GREETING.sub("", _LABEL.sub("", _FENCE.sub("", line).strip()))
    said = _ROMAJI.sub("", said.removeprefix(en).strip().removesuffix(en).strip())
    for opening, closing in _QUOTES:
        inner = said.removeprefix(opening).removesuffix("。").removesuffix(closing)
        if said.startswith(opening) and len(said) - len(inner) >= len(opening + closing) and closing not in inner:
            said = inner
    return " ".join(_ENGLISH_COMMA.sub("、", _CHINESE_COMMA.sub("、", said)).split())
