"""Running text cut into sentences, English and Japanese; no visible character is lost or changed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

_CJK = "\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_WRAP = re.compile(rf"(?<=[{_CJK}])[^\S\n]*\n[^\S\n]*(?=[{_CJK}])|(?<=[A-Za-z]-)\n[^\S\n]*(?=[a-z])")
_WHOLE = re.compile(
    r"\$\$[^$]{1,600}\$\$|(?<![\\$])\$(?![\s$])[^$]{0,400}(?<![\s\\])\$(?!\d)"
    r"|\\\((?:[^\\]|\\[^()]){1,400}+\\\)|\\\[(?:[^\\]|\\[^\[\]]){1,400}+\\\]|https?://[!-~]+"
    r"|\([^()]{1,400}\)|\[[^\[\]]{1,400}\]|（[^（）]{1,400}）|「[^「」]{1,400}」|『[^『』]{1,400}』|“[^“”]{1,400}”"
)
_CLOSERS = r"[\"'”’)\]}」』）】〕$*_]*+"
_QUOTE_ENDS = "」』）”）)"
_STOP = re.compile(
    rf"(?P<ja>[。！？．]++){_CLOSERS}"
    rf"|(?<![.!?…])(?P<en>[.!?…]++)(?:\[[\d,\s–-]{{1,40}}\])?{_CLOSERS}(?=\s|$|[{_CJK}])"
)
_GOES_ON = re.compile(r"\s*(?:[、，,;；:：）」』】)]|と(?![。．])|って)")
_PARTICLE = re.compile(r"\s*(?:[をがにのもへや]|は(?!い))(?![。．])")
_TOKEN = re.compile(r"[^\s(（\[「“\"'‘{]*$")
_NEXT = re.compile(r"\s*[\"'“‘(\[{「『（]*([^\s,;:.)\]]{0,40})(\.?)")
_NEVER_LAST = re.compile(
    r"e\.g|i\.e|eg|ie|cf|vs|viz|approx|resp|w\.r\.t|a\.k\.a|s\.t|Dr|Mr|Mrs|Ms|Prof|St|Mt|Cf|Vs|E\.g|I\.e"
)
_SELDOM_LAST = re.compile(
    r"al|etc|inc|corp|ltd|co|jr|sr|dept|univ|ph\.d|m\.sc|b\.sc|a\.m|p\.m|jan|feb|apr|jun|jul|aug|sep|sept|oct"
    r"|nov|dec|fig|figs|eq|eqs|eqn|eqns|sec|secs|sect|tab|ref|refs|thm|lem|prop|def|cor|alg|algs|ch|chap|app|pp"
    r"|vol|ed|eds|ca|min|max|avg|std|rev|lett|phys|math|soc|amer|sci"
    r"|ser|proc|conf|trans|ann|bull|acad|p|op"
)
_OPENINGS = re.compile(
    r"We|The|This|These|Those|That|Our|In|It|Its|However|Here|To|For|As|By|With|When|While|Although|Finally"
    r"|First|Second|Third|Moreover|Furthermore|Then|Thus|Therefore|Hence|They|Their|There|On|At|From|If|Both"
    r"|Each|Such|Since|Using|Based|Unlike|One|Two|Despite|Recent|Experiments|Results|Specifically|Existing"
    r"|Additionally|Consequently|Instead|Note|Let|But|And|Yet|Most|Many|Some|Unfortunately|Extensive|Compared"
    r"|Through|Under|Given|After|Before|Because|Can|Do|How|What|Which|Why|Is|Are"
)
_DOTTED = re.compile(r"(?:[a-z]\.)+[a-z]")
_BEGINNING = re.compile(r"[$\\]|(?![a-z])[^\W_]|[a-z]\S*[A-Z]")
_INITIALS = re.compile(r"(?:[A-Z]\.-?)*[A-Z]")
_ITEM = re.compile(r"\s?(?:\d{1,3}|[a-z]|[ivx]{1,5})")


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text` in order, blanks collapsed and wrapped lines joined; a blank line ends a sentence.

    Formulas, addresses and short brackets or quotations stay whole, and so does a list "(1) …; (2) …". In doubt two
    sentences stay together rather than one is cut.
    """
    sentences: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        for piece in _pieces(" ".join(_WRAP.sub("", paragraph).split())):
            if sentences and not any(character.isalnum() for character in piece):
                sentences[-1] += f" {piece}"
            else:
                sentences.append(piece)
    return tuple(sentences)


def _pieces(text: str) -> Iterator[str]:
    begin = 0
    wholes = deque(whole.span() for whole in _WHOLE.finditer(text))
    for stop in _STOP.finditer(text):
        while wholes and wholes[0][1] <= stop.start():
            wholes.popleft()
        inside = bool(wholes) and wholes[0][0] < stop.start() and stop.end() < wholes[0][1]
        if not inside and _ends(text, begin, stop):
            yield text[begin : stop.end()].strip()
            begin = stop.end()
    if text[begin:].strip():
        yield text[begin:].strip()


def _ends(text: str, begin: int, stop: re.Match[str]) -> bool:
    """Whether the sentence that began at `begin` ends with this stop."""
    start, after = stop.start(), stop.end()
    if after == len(text) or stop[0].endswith("。"):
        return True
    if stop["ja"] == "．" and text[start - 1 : start].isdigit() and text[after].isdigit():
        return False
    if _GOES_ON.match(text, after) or ((stop["en"] or text[after - 1] in _QUOTE_ENDS) and _PARTICLE.match(text, after)):
        return False
    return bool(stop["ja"]) or _ends_english(text, begin, stop)


def _ends_english(text: str, begin: int, stop: re.Match[str]) -> bool:
    found = _NEXT.match(text, stop.end())
    word, dot = found.groups() if found else ("", "")
    begins = bool(_BEGINNING.match(word))
    if stop["en"] != ".":
        return begins
    before = _TOKEN.search(text, max(begin, stop.start() - 30), stop.start())
    token = before[0] if before else ""
    if _NEVER_LAST.fullmatch(token) or (_DOTTED.fullmatch(token) and not _SELDOM_LAST.fullmatch(token)):
        return False
    if token.lower() in ("no", "nos") and word[:1].isdigit():
        return False
    if _SELDOM_LAST.fullmatch(token.lower()) or _INITIALS.fullmatch(token):
        return bool(_OPENINGS.fullmatch(word)) and not dot
    is_item = _ITEM.fullmatch(text, begin, stop.start())
    return begins and not is_item
