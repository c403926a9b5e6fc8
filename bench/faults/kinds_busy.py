"""Servers that are busy or broken: 429 and 5xx, with and without a word on when to come back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from odd_server import Asked, Reply
from replies import body_error, error, text_error
from rows import RECOVERED, Row, first, waiting

BUSY = body_error({"error": {"message": "Rate limit reached", "type": "requests", "code": "rate_limit_exceeded"}}, 429)
_QUOTA = error(
    "You exceeded your current quota, please check your plan and billing details.", 429, code="insufficient_quota"
)
_LOADING = body_error({"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}, 503)


def after(seconds: str) -> Reply:
    return body_error({"error": {"message": "Slow down"}}, 429, Retry_After=seconds)


def _date(asked: Asked) -> Reply:
    return after(format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True))


def status(code: int) -> Reply:
    return body_error({"error": {"message": f"server trouble {code}"}}, code)


ROWS = (
    Row(
        "429 with Retry-After in seconds, once",
        first(lambda asked: after("7")),
        RECOVERED,
        2,
        pause_seconds=(7.0, 20.0),
    ),
    Row("429 with Retry-After as a date, once", first(_date), RECOVERED, 2, pause_seconds=(15.0, 30.0)),
    Row("429 without Retry-After, once", first(lambda asked: BUSY), RECOVERED, 2, pause_seconds=(0.1, 60.0)),
    Row("429 without Retry-After, twice", first(lambda asked: BUSY, 2), RECOVERED, 3, pause_seconds=(0.1, 60.0)),
    Row("429 with Retry-After of a day", lambda asked: after("86400"), waiting(r"86,?400|hour|day|24"), 1),
    Row("429 with a Retry-After of nonsense, once", first(lambda asked: after("soon")), RECOVERED, 2),
    Row("429 always", lambda asked: BUSY, waiting("429|busy|rate limit"), 5),
    Row("429 insufficient_quota", lambda asked: _QUOTA, waiting("quota", exits=(1, 2, 3)), 1),
    Row("500 once", first(lambda asked: status(500)), RECOVERED, 2),
    Row("502 twice", first(lambda asked: status(502), 2), RECOVERED, 3),
    Row(
        "503 with Retry-After, once",
        first(lambda asked: body_error({"error": "busy"}, 503, Retry_After="5")),
        RECOVERED,
        2,
        pause_seconds=(5.0, 20.0),
    ),
    Row("503 while the model is loaded, twice", first(lambda asked: _LOADING, 2), RECOVERED, 3),
    Row("504 once", first(lambda asked: text_error("", 504)), RECOVERED, 2),
    Row(
        "529 once",
        first(
            lambda asked: body_error(
                {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, 529
            )
        ),
        RECOVERED,
        2,
    ),
    Row("408 once", first(lambda asked: status(408)), RECOVERED, 2),
    Row("500 always", lambda asked: status(500), waiting("500"), 5),
    Row("503 always", lambda asked: _LOADING, waiting("503|loading"), 5),
    Row("504 always", lambda asked: text_error("", 504), waiting("504"), 5),
    Row(
        "402",
        lambda asked: error("Insufficient credits. Add more credits", 402),
        waiting("402|credits", exits=(1, 2, 3)),
        1,
    ),
)
