"""Whether a text is worth reading as the text of a paper; what speaks against it is said in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from notegen.fetcher.full_text.parts import FullText
from notegen.fetcher.matching.titles import normal_title
from notegen.records import Form, Paper

Check = Callable[[FullText, Paper], str]

# Measured on four papers of 1,700 to 7,200 words against all of 60,003 arXiv records (240,000 wrong pairings): adjacent
# words of an abstract that are adjacent in the text, too, are 53 to 100 % for the paper itself (the page's own abstract
# left out: 53 to 57 %) and at most 31 % for any other. Titles of two papers are alike by at most 65 %.
_LEAST_PAIRS = 0.42
_SAME_TITLE = 85
_LEAST_WORDS = 0.5  # of the abstract, where the title is the paper's: 79 to 100 % for the papers themselves
_LEAST_LENGTH = 120  # words of body
_LEAST_RATIO = 3  # body to abstract; 34 to 80 for the papers measured
_TELLING_ABSTRACT = 15  # content words
_MOST_GARBAGE = 0.005

# What no sentence holds, but two that were cut and mixed do: two words that do not follow each other, a beginning in
# the middle, half a word, a small letter behind a stop. Per 1,000 words, measured on 500 English texts of 50 abstracts:
# at most 1.33 as they are, at least 4.8 with lines of 46 to 60 letters mixed; on four whole papers 0, and 2.1 to 9.
_LEAST_BREAKS = 3
_MOST_BREAKS = 1.5  # per 1,000 words
_FUNCTION = """of is are was were and or but to that which with we for by from on at as be been has have had can
    could this these those it they if when than because does may our their its a an the"""
_BEFORE = "a|an|the|of|to|by|from|with|for|in|on|and|is|are|our|its|that|we|be|has|have|can|which|at|as"
_BEGINNING = """The We This These It Our However Moreover They There Its If When While As Since Because Although
    Each Such Here Finally Then Thus Hence Both Let By On At With From For To An And But Is Are"""
_BROKEN = (
    re.compile(rf"\b(?:a|an|the|our|their|its) (?:{'|'.join(_FUNCTION.split())})\b"),
    re.compile(rf"\b(?:{_BEFORE}) (?:{'|'.join(_BEGINNING.split())})\b(?! [A-Z])"),
    re.compile(r"(?<!etc)(?<!resp)\b[a-z]{3,}\. [a-z]{2,} [a-z]"),
    re.compile(r"\b[a-z]{2,}- (?!and\b|or\b|to\b)[A-Za-z]"),
)

_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = re.compile(r"(?<=\w{4})(?:s|es|ed|ing|ings|ion|ions|ive|al|ly|e)$")
_COMMON_WORDS = """about also among been between both each from have here into more most such than that their them then
    there these they this those through under using very were what when where which while will with within without paper
    results show shows shown study propose present"""
_COMMON = frozenset(_COMMON_WORDS.split())
_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_ENDING = re.compile(
    r"conclu|discussion|summary|outlook|future work|remarks|結論|結語|まとめ|おわりに|むすび|考察", re.I
)
# The commonest words of English (31 to 46 % of its words), German, French, Spanish, Italian, Portuguese, Dutch,
# Swedish, Polish, Czech, Finnish, Turkish, Indonesian. Where letters are mapped to others hardly any word is of these.
_EVERYDAY_WORDS = """the of and to in is that for with as on by are this be we it from an at or which
    der die und das den von zu mit ist im des auf für eine nicht le la les et des du en un une que est dans pour par
    el los las del y se con una por al il di che per sono e o os da do em não uma het een van dat te op och att som
    det av på är w na z się nie że v je že na ja on ei että ve bir bu için yang dan di untuk dengan pada"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())
_LEAST_EVERYDAY = 0.05
_LEAST_JUDGED = 200  # words in Latin letters
_LATIN = re.compile(r"[^\W\d_]+")
_GARBAGE = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]|\\(cid:\\d+\\)")


def what_it_admits(full_text: FullText, paper: Paper) -> str:
    """What the source says against itself."""
    return "; ".join(full_text.notices)


def too_little(full_text: FullText, paper: Paper) -> str:
    """A stub: few words, or hardly more than the abstract."""
    length, abstract = (sum(map(_length, texts)) for texts in (_texts(full_text), (paper.abstract,)))
    if length < _LEAST_LENGTH:
        return f"it has only {length} words beside its abstract" if length else "it has no text beside an abstract"
    if length < _LEAST_RATIO * abstract:
        return f"its {length} words are hardly more than the abstract's {abstract}"
    return ""


def cut_off(full_text: FullText, paper: Paper) -> str:
    """A text that breaks off before its end: there are neither references nor a conclusion."""
    ends = full_text.references or any(_ENDING.search(title) for part in full_text.parts for title in part.titles)
    return "" if ends or not full_text.body else "it has no conclusion and no references, so its end is missing"


def another_paper(full_text: FullText, paper: Paper) -> str:
    """A text whose title or abstract is not this paper's; a renamed paper still has the words of its abstract."""
    abstract = _content(paper.abstract)
    telling = len(abstract) >= _TELLING_ABSTRACT
    text = _content(" ".join(part.text for part in full_text.parts)) if telling else []
    if _has_title(full_text.title, paper):
        share = _share(set(abstract), set(text)) if telling else 1.0
        return "" if share >= _LEAST_WORDS else f"only {share:.0%} of the words of the paper's abstract are in it"
    share = _share(set(pairwise(abstract)), set(pairwise(text))) if telling else 0.0
    if share >= _LEAST_PAIRS or not (telling or full_text.title):
        return ""
    if full_text.title:
        return f"its title is “{full_text.title[:100]}”, and the paper's abstract does not fit it"
    return "it has no title, and the paper's abstract does not fit it"


def garbled(full_text: FullText, paper: Paper) -> str:
    """A text with many characters that could not be read."""
    text = "".join(part.text for part in full_text.parts)
    share = sum(len(found) for found in _GARBAGE.findall(text)) / max(len(text), 1)
    return f"{share:.1%} of its characters cannot be read" if share > _MOST_GARBAGE else ""


def misspelt(full_text: FullText, paper: Paper) -> str:
    """A text whose letters were taken for others throughout, as by a wrong table in a PDF (ToUnicode)."""
    words = [word for text in _texts(full_text) for word in _LATIN.findall(text.casefold()) if word < "\u0250"]
    if len(words) < _LEAST_JUDGED or sum(word in _EVERYDAY for word in words) > _LEAST_EVERYDAY * len(words):
        return ""
    return "its words are none of a language: its letters are taken for others"


def mixed_columns(full_text: FullText, paper: Paper) -> str:
    """An English text whose sentences were cut at the ends of lines and put together wrongly, as when the lines of two
    columns are read across.
    """
    texts = _texts(full_text)
    words = sum(len(text.split()) for text in texts)
    breaks = sum(len(pattern.findall(text)) for text in texts for pattern in _BROKEN)
    if breaks < _LEAST_BREAKS or breaks / words * 1000 < _MOST_BREAKS:
        return ""
    return f"its columns are mixed: {breaks} of its {words} words do not go on where they should"


CHECKS: tuple[Check, ...] = (what_it_admits, too_little, cut_off, another_paper, garbled)
PDF_CHECKS: tuple[Check, ...] = (*CHECKS, misspelt, mixed_columns)


def checks_of(form: Form) -> tuple[Check, ...]:
    """The checks of a source: a PDF can have wrong letters and mixed columns, too."""
    return PDF_CHECKS if form == "pdf" else CHECKS


def problems(full_text: FullText, paper: Paper, checks: Sequence[Check] = CHECKS) -> tuple[str, ...]:
    """What speaks against `full_text` as the text of `paper`, a reason each; () for one that is worth reading.

    A kind of source with a fault of its own has checks of its own: `checks_of`. A
    text without parts has the reasons it gives itself and no other.
    """
    if not full_text.parts:
        return (what_it_admits(full_text, paper) or "there is no text",)
    return tuple(filter(None, (check(full_text, paper) for check in checks)))


def _texts(full_text: FullText) -> list[str]:
    return [part.text for part in full_text.body]


def _length(text: str) -> int:
    """Words; two kanji or kana count as one."""
    letters = len(_KANJI.findall(text))
    return len((_KANJI.sub(" ", text) if letters else text).split()) + letters // 2


def _content(text: str) -> list[str]:
    """The telling words of a text in order, small and without endings."""
    return [_STEM.sub("", word) for word in _WORD.findall(text.casefold()) if word not in _COMMON]


def _share(wanted: set[object], given: set[object]) -> float:
    return len(wanted & given) / len(wanted) if wanted else 0.0


def _has_title(title: str, paper: Paper) -> bool:
    from rapidfuzz import fuzz

    ours = normal_title(title)
    known = (normal_title(each) for each in (paper.title, *paper.earlier_titles))
    return bool(ours) and any(fuzz.ratio(ours, each) >= _SAME_TITLE for each in known if each)
