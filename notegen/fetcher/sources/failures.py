"""A request that got no answer, told in words and as an error; the same for every service."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notegen.errors import SourceRefused, SourceUnreachable
from notegen.retry_after import retry_after_seconds

if TYPE_CHECKING:
    import requests

_DAY_SECONDS = 86_400


def check_status(service: str, response: requests.Response, now: float) -> None:
    """Raise the error of `busy` for 429 and 503, `SourceUnreachable` for any other status but 200."""
    status = response.status_code
    if status in (429, 503):
        raise busy(service, response, now)
    if status != 200:
        raise SourceUnreachable(service, f"HTTP {status}", status=status)


def busy(service: str, response: requests.Response, now: float) -> SourceRefused:
    """The error for an answer that asks for patience; it knows how long, if Retry-After says so.

    `now` is the Unix time (RFC 6585, section 4, for 429; RFC 9110, section 15.6.4, for 503).
    """
    status = response.status_code
    after_seconds = retry_after_seconds(response.headers.get("Retry-After", ""), now)
    later = f"; it asks to wait {_told(after_seconds)}" if after_seconds else ""
    why = f"{'it is busy' if status == 503 else 'too many requests'}{later}"
    return SourceRefused(service, why, status=status, retry_after_seconds=after_seconds)


def _told(wait_seconds: float) -> str:
    return f"{wait_seconds:.0f} s" if wait_seconds <= _DAY_SECONDS else "for more than a day"


def unreachable(service: str, error: requests.RequestException, silent_seconds: float) -> SourceUnreachable:
    """The error for a request that broke off; `silent_seconds` is how long an answer was waited for."""
    return SourceUnreachable(service, _why(error, silent_seconds))


def never_connected(error: requests.RequestException) -> bool:
    """Whether the service, or the proxy before it, was not even reached."""
    import requests
    from urllib3.exceptions import NewConnectionError

    if isinstance(error, requests.ConnectTimeout | requests.exceptions.SSLError | requests.exceptions.ProxyError):
        return True
    return bool(error.args) and isinstance(getattr(error.args[0], "reason", None), NewConnectionError)


def _why(error: requests.RequestException, silent_seconds: float) -> str:
    import requests

    if isinstance(error, requests.exceptions.SSLError):
        return _not_encrypted(str(error))
    if never_connected(error):
        return "no connection to it could be made"
    if isinstance(error, requests.Timeout):
        return f"nothing came for {silent_seconds:.0f} s"
    return "the connection broke off"


def _not_encrypted(said: str) -> str:
    why = re.search(r"certificate verify failed:? ?(.*?)(?: \(_ssl|['\")]*$)", said)
    if not why:
        return "no encrypted connection could be made"
    if "unable to get" in why[1] or "self" in why[1]:
        return f"its certificate is not trusted ({why[1]}): set SSL_CERT_FILE to the authority that signed it"
    return f"its certificate is not trusted ({why[1]})"
