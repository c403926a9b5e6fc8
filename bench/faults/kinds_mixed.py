"""One kind of fault after another, and several at once."""

from __future__ import annotations

from kinds_answers import SORRY
from kinds_bodies import EMPTY_STREAM, GATEWAY, HTML
from kinds_busy import BUSY, after, status
from kinds_parameters import (
    ALTERNATE,
    NO_FORM,
    NO_MAX_TOKENS,
    NO_OBJECT,
    NO_SCHEMA,
    NO_STREAM,
    NO_STREAM_OPTIONS,
    ONE_TEMPERATURE,
)
from kinds_runaway import WORDS_FOR_EVER
from kinds_slow import RESET
from kinds_thoughts import STRAY, THINK, UNCLOSED
from odd_server import Script
from replies import error, good
from rows import RECOVERED, Row, failed, in_turn, instead, refusing, rejected, saying, waiting

_FENCED: Script = saying(lambda text: f"<think>I guess.</think>Sure!\n```json\n{text}\n```\nDone.")

ROWS = (
    Row("reset, then 429", in_turn(lambda asked: RESET, lambda asked: BUSY, then=good), RECOVERED, 3),
    Row(
        "503, then no json_schema, then fences and thoughts",
        in_turn(lambda asked: status(503), then=refusing(NO_SCHEMA, then=_FENCED)),
        RECOVERED,
        3,
        unseen=("I guess",),
    ),
    Row(
        "no form, one temperature, stray thoughts",
        refusing(NO_FORM, ONE_TEMPERATURE, then=STRAY),
        RECOVERED,
        4,
        unseen=("I guess",),
    ),
    Row(
        "max_completion_tokens asked for, then 429, then thoughts",
        refusing(NO_MAX_TOKENS, then=in_turn(lambda asked: BUSY, lambda asked: BUSY, then=THINK)),
        RECOVERED,
        4,
        unseen=("I guess",),
    ),
    Row("HTML with 502, then an empty stream", in_turn(lambda asked: GATEWAY, EMPTY_STREAM), RECOVERED, 4),
    Row(
        "content null, then an unclosed thought",
        in_turn(instead(None), UNCLOSED),
        RECOVERED,
        14,
        unseen=("I guess", "DECOY"),
    ),
    Row("HTML, then the same words for ever", in_turn(lambda asked: HTML, WORDS_FOR_EVER), RECOVERED, 14),
    Row(
        "no stream, no roles, prose around",
        refusing(NO_STREAM, ALTERNATE, then=_FENCED),
        RECOVERED,
        4,
        unseen=("I guess",),
    ),
    Row(
        "no stream options, no schema, no object, Retry-After",
        in_turn(lambda asked: after("3"), then=refusing(NO_STREAM_OPTIONS, NO_SCHEMA, NO_OBJECT)),
        RECOVERED,
        6,
    ),
    Row(
        "500, then 401",
        in_turn(lambda asked: status(500), then=lambda asked: error("Invalid key", 401)),
        rejected("key"),
        2,
    ),
    Row(
        "429, then a refusal",
        in_turn(lambda asked: BUSY, then=instead(SORRY)),
        failed("refus|declin"),
        3,
        unseen=("sorry",),
    ),
    Row(
        "500, 502, 429, reset, for ever",
        lambda asked: (status(500), status(502), BUSY, RESET)[asked.number % 4],
        waiting("50[02]|429|connect|reset|reach|busy"),
        5,
    ),
)
