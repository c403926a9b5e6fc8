"""Questions in arXiv's language, many papers to one request (arXiv API User's Manual, Query Construction).

Of titles only words go out, in small letters: nothing of them can act as an operator, a field or a quote. An
apostrophe or a point within a word stays, because arXiv's index keeps "can't" and "3.5" as one word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from urllib.parse import quote_plus

from notegen.fetcher.identify import find_ids, normal_id
from notegen.fetcher.matching.likeness import coined_name
from notegen.fetcher.matching.spelling import american, respelled
from notegen.records import How

_WORD = re.compile(r"[^\W_]+(?:(?:(?<=\d)[.,](?=\d)|(?<=[^\W\d_])['.](?=[^\W\d_]))[^\W_]+)*")
_COMMON_WORDS = """a all an and andnot are as at be but by can do does for from how if in into is it its more new no not
    of on or our over such than that the their then there these they this through to toward towards under using via was
    we what when will with without you"""
_STOP_WORDS = frozenset(_COMMON_WORDS.split())
_IDS, _TITLES, _LONG_TITLES, _ABSTRACTS = 100, 15, 2, 5
_LONGEST_QUERY = 4_000  # characters in the address, where a letter beyond ASCII takes six or nine
_MOST_WORDS, _LONGEST_WORD = 40, 80
_FEW, _MANY = 2, 8
_DOIS, _FIRST_WORDS, _LEAST_RUN_WORDS = 20, 12, 3
_HAS_FORMULA = re.compile(r"[$\\^{}]")
_FORMULA = re.compile(r"\$[^$]*\$|\S*[$\\^_{}]\S*")
_CUT = re.compile(r"\w(?:…|\.\.\.?)\s*$")
_SAFE_DOI = re.compile(r"10\.\d{4,9}/[-._;()/:A-Za-z0-9]+")


def id_batches(arxiv_ids: Sequence[str]) -> list[dict[str, str]]:
    """Ids as asked and as arXiv takes them, at most 100 to a batch.

    What is no id would spoil its batch and is left out. No batch holds two versions of one paper, so that an answer
    belongs to one question.
    """
    batches: list[dict[str, str]] = []
    for asked in dict.fromkeys(arxiv_ids):
        bare, version = normal_id(asked)
        sent = bare if version is None else f"{bare}v{version}"
        if find_ids(f"arXiv:{sent}").arxiv_id != sent:
            continue
        for batch in batches:
            if len(batch) < _IDS and all(normal_id(other)[0] != bare for other in batch.values()):
                break
        else:
            batches.append(batch := {})
        batch[asked] = sent
    return batches


def search_queries(how: How, texts: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Queries for a kind of question (see `PaperSource.ask`), each with the texts it asks for.

    Of "words", a short title must be there whole, its last word perhaps cut ("zero infi" finds "ZeRO-Infinity"). Of a
    longer one any word counts, in title or abstract, so that the papers that share most come first. A coined name is
    also looked for in abstracts, where it stays when a paper is renamed.
    """
    if how == "words":
        short = [text for text in texts if len(_telling(text)) <= _FEW]
        yield from _grouped(short, _every_word, _TITLES)
        yield from _grouped([text for text in texts if text not in short], _any_word, _LONG_TITLES)
    else:
        query, size = _SEARCHES[how]
        yield from _grouped(texts, query, size)


def _grouped(titles: Sequence[str], query: Callable[[str], str], size: int) -> Iterator[tuple[tuple[str, ...], str]]:
    group: dict[str, str] = {}
    for title, part in ((title, query(title)) for title in dict.fromkeys(titles)):
        if not part:
            continue
        length = sum(len(quote_plus(each)) for each in (*group.values(), part))
        if group and (len(group) == size or length > _LONGEST_QUERY):
            yield tuple(group), " OR ".join(group.values())
            group = {}
        group[title] = part
    if group:
        yield tuple(group), " OR ".join(group.values())


def _phrase(title: str) -> str:
    """The title as a phrase, and in its other spelling; of one with formulas the longest stretch between them."""
    runs = [_words(run) for run in _FORMULA.split(title)] if _HAS_FORMULA.search(title) else []
    words = max(runs, key=len, default=[])
    if len(words) < _LEAST_RUN_WORDS:
        words = _words(title)
    if _CUT.search(title) and len(words) > _FEW:  # the last word may be half a word
        words = words[:-1]
    phrases = [f'ti:"{" ".join(spelled)}"' for spelled in (words, respelled(words)) if spelled]
    return " OR ".join(dict.fromkeys(phrases))


def _abstract(beginning: str) -> str:
    words = _words(beginning)[:_FIRST_WORDS]
    return f'abs:"{" ".join(words)}"' if len(words) > _FEW else ""


def _author(surname_and_words: str) -> str:
    """A surname with a hyphen goes out as a phrase: arXiv keeps its parts as words of the name."""
    surname, *words = [_words(each) for each in surname_and_words.split()] or [[]]
    telling = [f"ti:{word}" for word in list(chain(*words))[:_MOST_WORDS] if word not in _STOP_WORDS]
    author = surname[0] if len(surname) == 1 else f'"{" ".join(surname)}"'
    return f"({' AND '.join([f'au:{author}', *telling])})" if surname and telling else ""


def _doi(doi: str) -> str:
    return f'doi:"{doi}"' if _SAFE_DOI.fullmatch(doi) else ""


def _every_word(title: str) -> str:
    *words, last = (f"ti:{word}" for word in _telling(title)) if _telling(title) else [""]
    return " OR ".join([*_named(title), f"({' AND '.join([*words, f'({last} OR {last}*)'])})"]) if last else ""


def _any_word(title: str) -> str:
    words = sorted(_telling(title), key=len, reverse=True)[:_MANY]
    spelled = dict.fromkeys(each for word in words for each in (word, american(word)))
    return " OR ".join([*_named(title), *(f"{field}:{word}" for field in ("ti", "abs") for word in spelled)])


def _named(title: str) -> list[str]:
    name = " ".join(_words(coined_name(title)))
    return [f'abs:"{name}"'] if name else []


def _words(title: str) -> list[str]:
    words = _WORD.findall(re.sub("[\u2018\u2019\u02bc\u2032]", "'", title))
    return [word[:_LONGEST_WORD].lower() for word in words[:_MOST_WORDS]]


def _telling(title: str) -> list[str]:
    words = _words(title)
    return list(dict.fromkeys(word for word in words if word not in _STOP_WORDS and len(word) > 1))


_SEARCHES: dict[How, tuple[Callable[[str], str], int]] = {
    "title": (_phrase, _TITLES),
    "abstract": (_abstract, _ABSTRACTS),
    "author": (_author, _TITLES),
    "doi": (_doi, _DOIS),
}
