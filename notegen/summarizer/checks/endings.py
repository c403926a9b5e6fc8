"""How a sentence ends: Japanese on a predicate, English not on a word that waits for another one."""

from __future__ import annotations

import re

_KANJI = r"\u4e00-\u9fff々"
_BRACKET = re.compile(r"\s*[（(][^（）()]*[）)]$")
_STOP = re.compile(r"[\s。．.！？!?]+$")
_SENTENCE = re.compile(r"(?:[^。「（(『]|「[^」]*」|『[^』]*』|（[^）]*）|\([^)]*\))+")
# Last sounds of verbs in their plain form; what ends so but is none: adverbs, counters, stems that wait for more.
_VERB = re.compile(r"[うくぐすつぬぶむる]$")
_NO_VERB = re.compile(
    rf"(?:[なよしきさかられたぽ]|[高低長短速遅多強弱近広狭深浅重軽早良悪若古濃薄厚太細固硬暗遠安]|ごと)く$"
    rf"|(?:[{_KANJI}][{_KANJI}](?<![指出逃直放返消回渡戻離通越残外落倒崩伸下起])|[ァ-ヺーA-Za-z0-9)）をにとはう]|(?<!な)く)(?<!落と)す$"
    rf"|(?:[一二三四五六七八九\d０-９くずかつひふ])つ$|(?<![しで])ょう$|(?:よ|そ|ど|こ|と|も)う$|という$|すぐ$|[うくぐすつぬぶむるい]う$"
    rf"|(?:における|に関する|に対する|いわゆる|あらゆる|いかなる|(?<!落)とす|とな|にす|にな)$"
)
_ADJECTIVE = re.compile(
    r"(?:[なしたきさかすくよらがるぽどろごい]|[高低長短速遅多強弱近広狭深浅重軽早良悪若古濃薄厚太細固硬暗遠安無酷鋭鈍粗荒脆甘緩疎堅丸辛淡苦痛熱寒])い$"
)
_NO_ADJECTIVE = re.compile(r"[くぐ]らい$|ばい$|せい$|していい$")
_PAST = re.compile(r"(?:[しっいえけげせてねへめれべきじちびみりぎぜで]|[得見出経似着寝来観診])た(?<!ないた)$|んだ$")
_COPULA = re.compile(
    r"(?<![またく])(?<!いま)(?<![うくぐすつぬぶむる])だ$|[一二三四五六七八九]つだ$|[よそ]うだ$|せん$|[るいたのうだ]か$|(?<!な)[ねよ]$"
)
# A headline may leave out する behind its object, or である behind a topic: 通信量を削減, Xは…の仕組み.
_HEADLINE = re.compile(
    rf"を(?!最|複数|同時|直接|完全|以|中心|それ|一部|全体)(?:[{_KANJI}]{{2}}化?|[{_KANJI}ァ-ヺー]+化)$"
    rf"|^[^、。はも]+は[^、。はもをが]*の[{_KANJI}ァ-ヺー]{{2,}}[みりえけ]?$"
)
_WAITING = re.compile(r"(?:[、，,・:：;；(（「『]|…|\.\.\.|[をはがやへ]|(?<!も)の)[。．]?$")
_OPEN_END = re.compile(
    r"(?:\b(?:the|an?|and|or|than|because|while|whereas|although|its|their|every|as|if|when|since|whose"
    r"|between|during|until|unless|via|per|toward|towards)[.]?"
    r"|\b(?:to|for|in|on|at|that|which|who|is|are|was|were|has|have|had|can|may|will|does|not|no|this|these|those|we|be|been"
    r"|with|of|into|from|by|being|do|did|would|could|should|must|might|more|less|most|such|each|any|both|either|neither|through|under|over|about"
    r"|against|without|within|after|before|where|how|why|what|very|only|also|so|too|up|but|it|they|our|your|his|her)"
    r"|[,;:(–—-])$"
)


def waits_for_more(text: str) -> bool:
    """Whether a Japanese term or statement ends on a particle or sign that waits for more, or opens a bracket."""
    opened, closed = (sum(text.count(char) for char in chars) for chars in ("(（「『", ")）」』"))
    return opened > closed or bool(_WAITING.search(text))


def lacks_predicate(text: str) -> bool:
    """Whether a sentence of the Japanese text ends where none can: on a particle, a stem, a bare noun."""
    return any(not _is_whole(sentence) for sentence in _SENTENCE.findall(text) if sentence.strip(" 。."))


def _is_whole(sentence: str) -> bool:
    end = _STOP.sub("", _BRACKET.sub("", _STOP.sub("", sentence)))
    if _VERB.search(end):
        return not _NO_VERB.search(end)
    if _ADJECTIVE.search(end):
        return not _NO_ADJECTIVE.search(end)
    return bool(_PAST.search(end) or _COPULA.search(end) or _HEADLINE.search(end))


def stops_short_in_english(text: str) -> bool:
    """Whether an English sentence ends on a word that asks for another one, or opens a bracket it does not close."""
    return bool(_OPEN_END.search(text.rstrip())) or text.count("(") > text.count(")")
