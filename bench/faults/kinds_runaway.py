"""Models that come to no end: the same for ever, whatever the longest answer that was asked for.

The program has to stop reading long before such a stream would end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from kinds_objects import SENTENCES_TOO
from odd_server import Asked, Reply, Script
from replies import chunk, events, pieces, say
from right_model import right_answer
from rows import PART, RECOVERED, Row, first, unusable

_STOPPED = r"repeat|again and again|over and over|loop|runaway|same words"
_ENDLESS_BYTES = 3_000_000  # where even an endless stream ends, so that no row runs for ever
_READ_BYTES = 400_000  # of one whose chunks weigh some 200 bytes each


def _endless(words: str, share: float = 0.5) -> Script:
    """The beginning of the right answer, then the same for ever, whatever the longest answer asked for."""

    def answer(asked: Asked) -> Reply:
        text = right_answer(asked.body)
        start = text[: int(len(text) * share)]
        if not asked.body.get("stream"):
            return say(asked, start + words * (120_000 // len(words)), "length")
        sent: Iterator[Mapping[str, object] | bytes | float] = _for_ever(start, words)
        return events(sent)

    return answer


def _for_ever(start: str, words: str) -> Iterator[Mapping[str, object] | bytes | float]:
    yield from (chunk({"content": piece}) for piece in pieces(start))
    for count in range(_ENDLESS_BYTES // 150):
        yield chunk({"content": words})
        if count % 10 == 0:
            yield 0.01
    yield chunk({}, "stop")


def _ever_new(asked: Asked) -> Reply:
    """Ever new words, far beyond the longest answer that was asked for."""
    if not asked.body.get("stream"):
        return say(asked, "".join(_new_words(3000)), "length")
    return events(part for piece in _new_words(8000) for part in (chunk({"content": piece}), 0.002))


def _new_words(count: int) -> Iterator[str]:
    yield '{"tldr": {"en": "'
    yield from (f"step {n * n % 7919} then {n * 31 % 104729:x}, and so {n**3 % 99991}; " for n in range(count))


_CLAIM = '{"section": "what", "en": "Kelpie caches.", "ja": "Kelpieはキャッシュする。", "cites": [1]}, '
_row = partial(Row, read_bytes=_READ_BYTES, environment={"NOTEGEN_DEADLINE": "15"})
WORDS_FOR_EVER = _endless("the cache of the cache of ")

ROWS = (
    _row("the same words for ever, once", first(WORDS_FOR_EVER), RECOVERED, 12),
    _row("the same words for ever, after half of every answer", WORDS_FOR_EVER, PART, SENTENCES_TOO),
    _row("the same words for ever, always", _endless("the cache of the cache of ", 0.02), unusable(_STOPPED), 12),
    _row("white space for ever, once", first(_endless(" " * 20)), RECOVERED, 12),
    _row("line breaks for ever, once", first(_endless("\n\n\n\n")), RECOVERED, 12),
    _row("line breaks for ever, always", _endless("\n\n\n\n", 0.0), unusable(_STOPPED + "|empty|blank|white"), 12),
    _row("the same claim for ever, once", first(_endless(_CLAIM)), RECOVERED, 12),
    _row("one character for ever, once", first(_endless("！" * 8)), RECOVERED, 12),
    _row("a letter a chunk for ever, once", first(_endless("a")), RECOVERED, 12),
    _row(
        "a long text for ever, once",
        first(_endless("".join(f"The step {n} is like step {n + 1}. " for n in range(30)))),
        RECOVERED,
        12,
    ),
    _row("new words far beyond the longest answer, once", first(_ever_new), RECOVERED, 12),
    _row("the same words for ever, once, as a process", first(WORDS_FOR_EVER), RECOVERED, 12, process=True),
)
