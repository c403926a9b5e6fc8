"""How long a busy server asks to be left alone."""

from __future__ import annotations


def retry_after_seconds(header: str, now: float) -> float | None:
    """The header Retry-After, given in seconds or as a date (RFC 9110, section 10.2.3), at the Unix time `now`.

    None when it is absent or cannot be read.
    """
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - now)
    except (ValueError, TypeError):
        return None
