"""Which failures of a model server are worth another try, and what the others mean to a person."""

from __future__ import annotations

from time import time
from typing import Any

from notegen.errors import AnswerUnusable, ModelBusy, ModelError, ModelRefusal, ModelRejected, ModelUnreachable
from notegen.retry_after import retry_after_seconds
from notegen.summarizer.server.replies import is_too_long

NO_SUCH_ADDRESS = frozenset({404, 405})
REQUEST_REFUSED = frozenset({400, 422})
_KEY_REFUSED = frozenset({401, 403})
_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_PAUSE_SECONDS = 60.0


def worth_retrying(error: Any, attempt: int) -> bool:
    """Busy servers and late answers are; a server that does not answer the door is, once.

    An empty purse is not, nor a server that asks for a longer pause than 60 s.
    """
    if _is_unreachable(error):
        return attempt == 1
    if (_asked_pause_seconds(error) or 0.0) > _LONGEST_PAUSE_SECONDS:
        return False
    return _is_late(error) or (getattr(error, "status_code", None) in _BUSY and not _is_out_of_quota(error))


def pause_seconds(error: Any, attempt: int) -> float:
    """Seconds before the next try: what the server asks for, else 1, 2, 4 …"""
    asked = _asked_pause_seconds(error)
    return float(2 ** (attempt - 1)) if asked is None else asked


def translated(error: Any, reason: str, model: str, base_url: str, timeout_seconds: float) -> ModelError:
    """The error in our words; `reason` is the server's own."""
    status = getattr(error, "status_code", None)
    if _is_unreachable(error):
        return ModelUnreachable(f"no model server at {base_url}", _cause(error), "Start it or correct OPENAI_BASE_URL")
    if _is_late(error):
        why = f"{base_url} took longer than {timeout_seconds:g} s"
        return ModelBusy("model did not answer", why, "Raise NOTEGEN_TIMEOUT or take a smaller model")
    if status in _KEY_REFUSED:
        return ModelRejected("key refused", f"{base_url} answered {status}", "Correct OPENAI_API_KEY", status=status)
    if status in NO_SUCH_ADDRESS:
        hint = "Check NOTEGEN_MODEL and OPENAI_BASE_URL (most servers want it to end in /v1)"
        return ModelRejected(f"no model “{model}” at {base_url}", f"{status}, {reason}", hint, status=status)
    if _is_out_of_quota(error):
        return ModelRejected("quota used up", reason, "Check plan and billing of the key's account", status=status)
    if is_too_long(reason) or status == 413:
        return AnswerUnusable("question longer than the model's window", reason, "Lower NOTEGEN_CONTEXT", status=status)
    if "content_filter" in f"{getattr(error, 'code', '')} {reason}":
        return ModelRefusal("the model declined", reason, "Try another model for this paper", status=status)
    if status in _BUSY or (status or 0) >= 500:
        pause = _asked_pause_seconds(error)
        later = f"; it asks to wait {pause:.0f} s" if pause else ""
        what = "model server is busy" if status in (429, 503) else "model server failed"
        busy = ModelBusy(what, f"{status}, {reason}{later}", status=status)
        busy.retry_after_seconds = pause
        return busy
    return ModelRefusal(
        "the request was refused", f"{status}, {reason}", "Try another model for this paper", status=status
    )


def _asked_pause_seconds(error: Any) -> float | None:
    response = getattr(error, "response", None)
    return retry_after_seconds(response.headers.get("retry-after", ""), time()) if response is not None else None


def _is_unreachable(error: Any) -> bool:
    """No connection at all; openai marks connect timeouts only by their cause."""
    name = type(error).__name__
    return name == "APIConnectionError" or (name == "APITimeoutError" and "Connect" in type(error.__cause__).__name__)


def _is_late(error: Any) -> bool:
    return type(error).__name__ == "APITimeoutError"


def _is_out_of_quota(error: Any) -> bool:
    return getattr(error, "code", None) == "insufficient_quota" or getattr(error, "type", None) == "insufficient_quota"


def _cause(error: Any) -> str:
    return " ".join(str(error.__cause__ or error).split())[:200]
