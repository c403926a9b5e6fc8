"""A model that says the same over and over: noticed while it speaks, so that nobody waits for its end."""

from __future__ import annotations

_LONGEST_PERIOD = 160
_LEAST_REPEATS = 6
_LEAST_CHARS = 320


def runaway_start(text: str) -> int | None:
    """Where the text began to repeat itself up to its end, the first saying spared; None while it does not.

    Told by one piece of up to 160 characters that stands there six times or more, over at least 320 characters:
    no note has that, and neither has JSON, except in a loop.
    """
    for period in range(1, _LONGEST_PERIOD + 1):
        length = max(_LEAST_REPEATS * period, _LEAST_CHARS)
        if len(text) >= length and text[-length + period :] == text[-length:-period]:
            return _first_repeat(text, period)
    return None


def _first_repeat(text: str, period: int) -> int:
    start = len(text) - period
    while start > 0 and text[start - 1] == text[start - 1 + period]:
        start -= 1
    return start + period
