"""JSON as models damage it: read as it was meant, or not at all."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.reading.whole import whole_part

sys.path.insert(0, str(Path(__file__).parent))

from damages import DAMAGES, Value

_KEYS = ("tldr", "claims")
_AMBIGUOUS = frozenset({"curly quotes", "single quotes", "quotes not escaped"})
_CODE_POINTS = frozenset({"escaped", "a string", "a string in a string", "a fence in a string"})
_SLOWEST_SECONDS = 0.2
_PIECES = """the cache of 'tokens' model's "best" “fast” cost, {x} [1, 2] evicts: 31% is, a//b # true null 3.5 </think>
<think> キャッシュは、 である。 ```python run({'a': en: ja: don't 5" $x$ , : } ] ™ 🌍"""
_WORDS = ["\n", "\t", *_PIECES.split()]
_texts = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=10).map(" ".join)
_statements = st.fixed_dictionaries({"en": _texts, "ja": _texts, "cites": st.lists(st.integers(1, 99), max_size=3)})
_values = st.fixed_dictionaries({"tldr": _statements, "claims": st.lists(_statements, max_size=3)})


@pytest.mark.parametrize("damage", sorted(set(DAMAGES) - _AMBIGUOUS))
@settings(max_examples=60, deadline=None)
@given(value=_values)
def test_one_damage_is_mended(damage: str, value: Value) -> None:
    """Whatever the words of an answer are, one of these damages around them changes none of them."""
    answer = read_json(DAMAGES[damage](value), _KEYS)

    assert {key: answer[key] for key in _KEYS} == value


@pytest.mark.parametrize("damage", sorted(_AMBIGUOUS))
@settings(max_examples=300, deadline=None)
@given(value=_values)
def test_what_could_be_read_two_ways_is_not_guessed(damage: str, value: Value) -> None:
    """Where quotes within a text look like its end, the answer is read as it was meant or is unusable."""
    try:
        answer = read_json(DAMAGES[damage](value), _KEYS)
    except AnswerUnusable:
        return
    assert {key: answer[key] for key in _KEYS} == value


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(set(DAMAGES) - _CODE_POINTS)), _values, st.data())
def test_nothing_is_invented(damage: str, value: Value, data: st.DataObject) -> None:
    """Of an answer that also lost some characters somewhere, every text that is read stands in it."""
    text = DAMAGES[damage](value)
    start = data.draw(st.integers(0, len(text)))
    broken = text[:start] + text[start + data.draw(st.integers(1, 3)) :]
    try:
        answer = read_json(broken, _KEYS)
    except (AnswerUnusable, ModelRefusal):
        return
    plain = _letters(broken)
    assert all(_letters(said) in plain for said in _said({key: answer.get(key) for key in _KEYS}))


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        ("curly quotes", "{“tldr”: “A “fast” cache, it’s said.”, “claims”: []}"),
        ("single quotes", "{'tldr': 'A “fast” cache, it’s said.', 'claims': []}"),
        ("single quotes and an apostrophe", "{'tldr': 'A \"fast\" model's cache.', 'claims': []}"),
        ("quotes not escaped", '{"tldr": "A "fast" cache, it’s said.", "claims": []}'),
        ("a missing list bracket", '{"tldr": "A cache.", "claims": [{"cites": [1, 2}, {"cites": [3]}'),
        ("a bracket too early", '{"tldr": "A cache."}, "claims": []}'),
        ("undefined", "{tldr: 'A cache.', claims: undefined}"),
    ],
)
def test_plain_words_are_read_in_any_quotes(damage: str, text: str) -> None:
    """Usual sentences are read even with quotes in them, and brackets missing or too many lose nothing."""
    if damage == "a missing list bracket":
        with pytest.raises(AnswerUnusable):
            read_json(text, _KEYS)
        answer = read_json(text + "]}", _KEYS)
        assert answer["claims"] == [{"cites": [1, 2]}, {"cites": [3]}]
    else:
        answer = read_json(text, _KEYS)
        assert set(answer) == set(_KEYS)
    assert str(answer["tldr"]).startswith("A ") and str(answer["tldr"]).endswith(".")


_HUGE = {
    "blanks": " " * 2_000_000,
    "prose": 'the cache {x} of <b> "it" ' * 80_000,
    "braces": "{" * 100_000,
    "pairs of braces": "{}" * 50_000,
    "depth": '{"tldr":' * 10_000 + "1" + "}" * 10_000,
    "deep lists": '{"tldr":' + "[" * 100_000,
    "one text": '{"tldr": "' + "a" * 2_000_000 + '", "claims": []}',
    "a text without an end": '{"tldr": "' + "a" * 2_000_000,
    "backslashes": '{"tldr": "' + "\\" * 2_000_000,
    "tags without names": "<" * 1_000_000,
    "blanks before no comma": '{"tldr": "a" ' + " " * 1_000_000 + "x",
    "comments without an end": "{/*" * 50_000,
    "zeros": '{"tldr": ' + "0" * 1_000_000 + "}",
    "NUL": "\0" * 1_000_000 + '{"tldr": "\0", "claims": []}',
}


@pytest.mark.parametrize("kind", sorted(_HUGE))
def test_huge_and_hostile_texts_are_read_fast(kind: str) -> None:
    """Two megabytes, a hundred thousand braces and ten thousand levels neither crash nor take long."""
    fastest = min(_seconds(_HUGE[kind]) for _ in range(3))

    assert fastest < 2 * _SLOWEST_SECONDS  # for both ways to read it


def _seconds(text: str) -> float:
    started = time.process_time()
    for read in (lambda: read_json(text, _KEYS), lambda: whole_part(text)):
        with suppress(AnswerUnusable):
            read()
    return time.process_time() - started


def _said(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _said(each)


def _letters(text: str) -> str:
    """The text without signs, and without the letters of escapes."""
    return "".join(char for char in text if char.isalnum() and char not in "nt")
