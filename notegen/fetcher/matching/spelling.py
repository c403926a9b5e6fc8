"""Words in another spelling: British, plural, umlauts, numbers in words, prefixes with or without a hyphen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from notegen.fetcher.matching.titles import joined, normal_title

_CACHED_TITLES = 20_000
_ARTICLES = frozenset({"an", "the"})  # an "a" within may be a name, as in "hepatitis a virus"
_LEAST_BRITISH, _LEAST_UMLAUT = 5, 6
_BRITISH = (
    (re.compile(r"is(ation|ations|ing|ed|es|er|ers|e|able)$"), r"iz\1"),
    (re.compile(r"ys(ing|ed|es|e|er)$"), r"yz\1"),
    (re.compile(r"(?<=[a-z]{3})our(?=$|s$|al|ed|ing|less|hood|ful|ite)"), "or"),
    (re.compile(r"(?<=[a-z]{2}[aeu])ll(?=(?:ing|ed|er|ers)$)"), "l"),
    (re.compile(r"(cent|fib|met|theat|lit|spect)re(s?)$"), r"\1er\2"),
    (re.compile(r"ogue(s?)$"), r"og\1"),
)
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ENDINGS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th")
_DIGITS = {word: str(number) for words in (_ROMANS, _CARDINALS) for number, word in enumerate(words, 1)}
_DIGITS |= dict(zip(_ORDINALS, _ENDINGS, strict=True))
_NAMES = frozenset({"v", "x"})  # as in "chromosome x", unless "part" stands in front
_PART = re.compile(rf"\bpart (\d+|{'|'.join((*_ROMANS, *_CARDINALS))})\b")
_UMLAUT = re.compile(r"(?<=[aou])e")
_PLURAL = re.compile(r"(?<=[a-z]{3})(?<!s)(?<!ic)(?<!^new)(?<!^mean)(?<!^arm)(?<!^aid)(?<!^good)s$")
_PREFIX_WORDS = """anti auto bi co cross de fine hyper inter intra low high macro meta micro multi non over post pre
    quasi re self semi sub super trans ultra un under"""
_PREFIXES = frozenset(_PREFIX_WORDS.split())
_LEAST_REST = 4


@lru_cache(maxsize=_CACHED_TITLES)
def loose_key(title: str) -> str:
    """The key without articles, plurals, British and umlaut spelling ("The Schroedinger colours", "Schrödinger color").

    Numbers up to ten are digits, without "part" in front. Among 60,000 arXiv titles two pairs of different ones, of
    three words, have the same loose key.
    """
    text = _PART.sub(lambda part: _DIGITS.get(part[1], part[1]), normal_title(title).removeprefix("a "))
    return joined(" ".join(_folded(word) for word in text.split() if word not in _ARTICLES))


def _folded(word: str) -> str:
    if word not in _NAMES and word in _DIGITS:
        return _DIGITS[word]
    word = _PLURAL.sub("", american(word))
    return _UMLAUT.sub("", word) if len(word) >= _LEAST_UMLAUT else word


def american(word: str) -> str:
    """A word in American spelling ("behaviour" is "behavior"), as far as rules go."""
    if len(word) >= _LEAST_BRITISH:
        for british, as_american in _BRITISH:
            word = british.sub(as_american, word)
    return word


def respelled(words: Sequence[str]) -> list[str]:
    """The words with their prefixes apart where they were joined, joined where apart, in American spelling."""
    found: list[str] = []
    for word in map(american, words):
        if found and found[-1] in _PREFIXES and len(word) >= _LEAST_REST:
            found[-1] += word
        else:
            prefix = next((word[:end] for end in range(5, 1, -1) if word[:end] in _PREFIXES), "")
            apart = prefix and len(word) - len(prefix) >= _LEAST_REST
            found += [prefix, word[len(prefix) :]] if apart else [word]
    return found
