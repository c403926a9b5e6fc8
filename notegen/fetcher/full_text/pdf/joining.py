"""Lines put together as running text: divided words, marks of footnotes, writing without blanks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from notegen.fetcher.full_text.latexml.flow import escaped
from notegen.fetcher.full_text.pdf.cells import LOWERED, RAISED, raised
from notegen.fetcher.plain import visible

_MARKED = re.compile(f"{RAISED}([^{LOWERED}]*){LOWERED}")
_MAY_BE_NOTED = re.compile(r"[^\w+*/=−-]$|[^\W\d_]{2}$")  # a stop, a blank, the end of a word; no letter of a formula
_WIDE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BEFORE_HYPHEN = re.compile(r"([^\W_]+(?:[-’'][^\W_]+)*)-$")
_AFTER_HYPHEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_SCHEME = re.compile(r"\bhttps?:/?$")
_ADDRESS = re.compile(r"(?:https?://|www\.|doi[:.])\S*$", re.I)
# Halves of words that are written with a hyphen (Chicago Manual of Style, 7.89), as far as both may be lone words.
_FIRST_WORDS = """all best better class closed coarse cross data deep double end ever eight fast few fifth fine
    first five four fourth full general half hand hard head high higher ill in-the left light long longer low
    lower mid model multi near nine non off old on one open out-of pair point post pre quasi real right second
    self semi seven short single six slow small soft so-called state step ten third three time token top twenty
    two task up-to user vice well word worst zero"""
_PREFIX_WORDS = "all co end ever in-the multi non off on out-of over post pre quasi self semi up-to"
_SECOND_WORDS = """agnostic art aware based bit bound box by case centric class coded dependent dimensional
    domain driven edge end fold free friendly grained grade hand head independent intensive invariant known layer
    led level like line linear made master model modal negative norm of off only order oriented art parameter part
    party person point positive purpose quality range rank ready regularized related resolution round scale
    sensitive shelf shot side size sized source specific stage standing state step style supervised task term text
    the time to token trained training tuned tuning turn type uniform up way weight wide wise word world zero"""
_SOLID_WORDS = """offline online output input network without within otherwise likewise somehow highlight
    wherever whenever nonetheless however moreover furthermore therefore understand overlap framework upstream
    downstream baseline timeline deadline hardware software database dataset worldwide lifetime sometime runtime
    meantime breakthrough oneself lonely multiple preset present prevent postpone uptake offset onset setup
    backbone checkpoint endpoint viewpoint standpoint bottleneck midpoint highway shortcut"""
_FIRST, _PREFIXES, _SECOND, _SOLID = (
    frozenset(words.split()) for words in (_FIRST_WORDS, _PREFIX_WORDS, _SECOND_WORDS, _SOLID_WORDS)
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a paper as they are written within lines, small; by them a divided word is put together."""

    count: Counter[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Words:
        """Counts the words that are not the last or first of a line."""
        count: Counter[str] = Counter()
        for text in texts:
            found = _TOKEN.findall(text)
            count.update(word.casefold() for word in found[1:-1])
            count.update(word.casefold() for word in (found[:1] + found[-1:]) if not text.endswith("-"))
        return cls(count)

    def joined(self, head: str, tail: str) -> str:
        """A word that was divided after its hyphen, with the hyphen if it is one of its own."""
        first, second = head.casefold(), tail.casefold()
        solid, hyphenated = self.count[first + second], self.count[f"{first}-{second}"]
        if solid or hyphenated:
            return head + tail if solid >= hyphenated else f"{head}-{tail}"
        is_name = tail[0].isupper() or (head.isupper() and len(head) > 1 and not tail.isupper())
        if "-" in head or is_name or tail[0].isdigit() or head[-1].isdigit():
            return f"{head}-{tail}"
        if first + second in _SOLID:
            return head + tail
        lead = second.partition("-")[0]
        is_lone = self.count[lead] > 0
        own = (first in _FIRST and (is_lone or (len(lead) > 3 and first not in _PREFIXES))) or (
            lead in _SECOND and (self.count[first] > 0 or first in _FIRST)
        )
        return f"{head}-{tail}" if own else head + tail


def joined(lines: Sequence[str], words: Words) -> str:
    """Lines as one: a blank between them, none in Japanese, in an address and after a dash."""
    text = ""
    for line in lines:
        text = _with_line(text, line.strip(), words) if text else line.strip()
    return text.replace("\u00ad", "")


def _with_line(text: str, line: str, words: Words) -> str:
    if not line:
        return text
    if text.endswith("\u00ad"):
        return text[:-1] + line
    head, tail = _BEFORE_HYPHEN.search(text), _AFTER_HYPHEN.match(line)
    if text.endswith("-") and _ADDRESS.search(text):
        return text + line
    if head and tail:
        return text[: head.start(1)] + words.joined(head[1], tail[0]) + line[tail.end() :]
    if _WIDE.match(text[-1]) or _WIDE.match(line[0]):
        return text + line
    is_address = (
        bool(_ADDRESS.search(text)) and text[-1] in "/._-=?&%#~" and not (text[-1] == "." and line[0].isupper())
    )
    is_begun_address = line.startswith("/") and bool(_SCHEME.search(text))
    is_open = text[-1] in "–—/" and text[-2:-1] not in ("", " ") and line[0].isalnum()
    if is_address or is_begun_address or is_open:
        return text + line
    return f"{text} {line}"


def clean(text: str, marks: frozenset[str] = frozenset()) -> str:
    """Text without the marks of footnotes that are known, other raised letters as such, dollars as plain ones."""

    def shown(match: re.Match[str]) -> str:
        mark, before = match[1], match.string[max(match.start() - 3, 0) : match.start()]
        if not mark.isalnum():
            return "" if mark in marks or mark not in "*∗" else mark
        return "" if mark in marks and _MAY_BE_NOTED.search(before) else raised(mark)

    return " ".join(visible(escaped(_MARKED.sub(shown, text))).split())
