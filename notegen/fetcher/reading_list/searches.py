"""By which questions a wanted paper is looked for."""

from __future__ import annotations

import re

from notegen.fetcher.matching.sameness import without_remark
from notegen.records import How, Wanted

_KEY_WORDS, _PASSAGE_WORDS, _LONG_PASSAGE_WORDS, _LONGEST_TITLE_WORDS = 4, 12, 26, 45
_LEAST_LATIN = 3
_JAPANESE = re.compile(
    "[\u3005\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f][\u3005\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f、。・ー]*"
)
_FLOWING = re.compile(r"[a-z)]\. [A-Z]|(?:…|\.\.\.|,)\s*$")
_MARKS = " :：-–—―_=/／()（）[]【】「」『』、。"


def searches(wanted: Wanted) -> dict[How, str]:
    """The texts to look a wanted paper up with, by kind of question (see `PaperSource.ask`).

    A BibTeX key, or a short name with an author, is looked for by author and words, a long passage as the beginning of
    an abstract, anything else as a title.
    """
    title, words = without_remark(wanted.title), len(wanted.title.split())
    if wanted.authors and words <= _KEY_WORDS:
        return {"author": f"{wanted.authors[0]} {title}", "words": title}
    if latin := _latin_part(title):
        return {"title": latin, "words": latin}
    if words >= _LONGEST_TITLE_WORDS:
        return {"abstract": title}
    if words >= _LONG_PASSAGE_WORDS or (words >= _PASSAGE_WORDS and _FLOWING.search(title)):
        return {"abstract": title, "title": title, "words": title}
    return {"title": title, "words": title}


def is_japanese(title: str) -> bool:
    """Whether a title has no words but Japanese ones."""
    return bool(_JAPANESE.search(title)) and not _latin_part(title)


def _latin_part(title: str) -> str:
    """Of a title in Japanese, or with Japanese words in it, the longest stretch without; "" where all or nothing is.

    arXiv lists titles in Latin letters (arXiv help, Metadata for Required and Optional Fields).
    """
    if not _JAPANESE.search(title):
        return ""
    longest = max((run.strip(_MARKS) for run in _JAPANESE.split(title)), key=len)
    return longest if len(longest) >= _LEAST_LATIN else ""
