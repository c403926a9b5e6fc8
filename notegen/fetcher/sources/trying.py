"""Trying again: which failures of a service pass, and how long to leave it alone before each further try."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from notegen.errors import SourceError, SourceRefused
from notegen.fetcher.sources.failures import never_connected

if TYPE_CHECKING:
    from tenacity import RetryCallState

_WAITS_SECONDS = (3.0, 10.0, 30.0)
_WAITS_AFTER_SILENCE_SECONDS = (3.0,)
_WAITS_UNCONNECTED_SECONDS = (1.0,)
_LONGEST_WAIT_SECONDS = 120.0
_PASSING = frozenset({None, 200, 429, 500, 502, 503, 504})

Answer = TypeVar("Answer")


def tried(
    action: Callable[[], Answer],
    *,
    sleep: Callable[[float], None],
    say: Callable[[str], None],
    jitter: Callable[[], float],
) -> Answer:
    """What `action` returns, tried again after a `SourceError` as long as that is sensible.

    `say` gets one line before each wait, `jitter` gives 0..1 and makes a wait up to a quarter longer. The last error is
    raised and knows how many tries there were.
    """
    from tenacity import Retrying, retry_if_exception_type

    def wait_seconds(state: RetryCallState) -> float:
        waits = _waits_left(state)
        return waits[0] * (1 + jitter() / 4) if waits else 0.0

    def tell(state: RetryCallState) -> None:
        error = _error(state)
        say(f"{error.service}: {error.why}; trying again in {state.upcoming_sleep:.0f} s")

    tries = Retrying(
        retry=retry_if_exception_type(SourceError),
        stop=lambda state: not _waits_left(state),
        wait=wait_seconds,
        sleep=sleep,
        before_sleep=tell,
        reraise=True,
    )
    try:
        return tries(action)
    except SourceError as error:
        error.attempt = tries.statistics["attempt_number"]
        raise


def _waits_left(state: RetryCallState) -> tuple[float, ...]:
    return _waits_seconds(_error(state))[state.attempt_number - 1 :]


def _waits_seconds(error: SourceError) -> tuple[float, ...]:
    """How long to wait before each further try; () when another try is pointless."""
    import requests

    if error.status not in _PASSING:
        return ()
    if isinstance(error.__cause__, requests.RequestException) and never_connected(error.__cause__):
        return _WAITS_UNCONNECTED_SECONDS
    if isinstance(error.__cause__, requests.Timeout):
        return _WAITS_AFTER_SILENCE_SECONDS
    after_seconds = (error.retry_after_seconds if isinstance(error, SourceRefused) else None) or 0.0
    if after_seconds > _LONGEST_WAIT_SECONDS:
        return ()
    return tuple(max(wait, after_seconds) for wait in _WAITS_SECONDS)


def _error(state: RetryCallState) -> SourceError:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, SourceError), "only these are tried again"
    return error
