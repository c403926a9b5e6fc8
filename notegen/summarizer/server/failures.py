"""How asking a model server fails, which failures are worth another try, and what they mean to a person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from notegen.addresses import shown
from notegen.errors import (
    ModelBusy,
    ModelError,
    ModelRefusal,
    ModelRejected,
    ModelUnreachable,
    QuotaUsedUp,
    ReplyUnusable,
)
from notegen.network import proxy_of
from notegen.records import Question
from notegen.summarizer.server.address import likely_address
from notegen.summarizer.server.told_reasons import (
    bars_model,
    judges,
    names_key,
    names_money,
    names_no_such_model,
    takes_not,
    told_pause_seconds,
)
from notegen.summarizer.server.window import is_too_long, too_long

_NO_SUCH_ADDRESS = frozenset({404, 405})
_KEY_REFUSED = frozenset({401, 403})
_BUSY = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
_MAY_BE_A_PROXY = frozenset({403, 502, 503, 504})
_LONGEST_PAUSE_SECONDS = 60.0
_UNFIT_OUTPUT = re.compile(  # llama.cpp's server, of JSON it asked for and could not read
    r"\boutput\b.{0,40}\bnot match\b.{0,40}\bformat\b|failed to parse (?:input at pos|(?:model )?output)", re.IGNORECASE
)
_WANTS_TLS = re.compile(r"plain http request|http request to an? https|requires tls", re.IGNORECASE)
_DAY_SECONDS = 86_400
_ANOTHER = "Try another model for this paper"
PROXY_LOGIN_HINT = "Put them into HTTPS_PROXY and HTTP_PROXY (http://user:password@host:port)"
TLS_HINT = "If it speaks TLS, write https:// in OPENAI_BASE_URL"


@dataclass(slots=True)
class Failure(Exception):
    """One request without an answer.

    `kind` tells whether nobody answered the door, the way there is barred until somebody mends it (address, proxy,
    certificate), nothing came for too long, the connection broke in the middle of the reply, the whole took too long,
    or the server said no: then with `status` if there was one, `reason` in its own words, its `code`, and
    `retry_after_seconds`. `next_step` is what to do, "" for what is usual with that kind.
    """

    kind: Literal["unreachable", "barred", "silent", "broken", "late", "refused"]
    reason: str = ""
    status: int | None = None
    code: str = ""
    retry_after_seconds: float | None = None
    next_step: str = ""

    @property
    def no_such_model(self) -> bool:
        """Whether the server's words say that it has not the model asked for."""
        lasting = self.status is None or (400 <= self.status < 500 and self.status not in _BUSY)
        return lasting and (names_no_such_model(self.reason) or names_no_such_model(self.code))

    @property
    def no_such_address(self) -> bool:
        """Whether the server knows no such path."""
        speaks = self.no_such_model or bars_model(self.reason) or "model" in self.reason.casefold()
        return self.status in _NO_SUCH_ADDRESS and not speaks

    @property
    def names_parameter(self) -> bool:
        """Whether the words may name what of the request the server does not take."""
        return self.kind == "refused" and self.status in (None, 400, 422, 500, 501) and not is_too_long(self.reason)

    @property
    def may_pass(self) -> bool:
        """Whether what the words name may only have been at hand when something went wrong, such as the stream."""
        return self.status not in (400, 422) and not takes_not(self.reason)

    @property
    def names_tls(self) -> bool:
        """Whether the words mean that plain HTTP went to where TLS is spoken."""
        return self.status == 400 and bool(_WANTS_TLS.search(self.reason))

    @property
    def busy(self) -> bool:
        """A status that passes, or an error inside a reply that began well."""
        return self.kind == "refused" and (self.status is None or self.status in _BUSY)

    @property
    def unfit_output(self) -> bool:
        """Whether it is not the request that failed, but the server at reading what the model wrote."""
        return self.kind == "refused" and bool(_UNFIT_OUTPUT.search(self.reason))

    @property
    def filtered(self) -> bool:
        """A content filter declined."""
        return "content_filter" in f"{self.code} {self.reason}" or (self.status == 403 and judges(self.reason))

    @property
    def out_of_quota(self) -> bool:
        """An empty purse, which comes as 402, 429 or 400 and does not pass; a quota of the minute does."""
        if self.status == 402 or self.code == "insufficient_quota":
            return True
        return self.kind == "refused" and self.asked_pause is None and names_money(self.reason)

    @property
    def asked_pause(self) -> float | None:
        """The seconds the server asks to be left alone, in its head or in words."""
        return self.retry_after_seconds if self.retry_after_seconds is not None else told_pause_seconds(self.reason)


def worth_retrying(error: BaseException | None, attempt: int) -> bool:
    """Busy servers, late and broken answers are; a server that does not answer the door, or sends no completion, once.

    An empty purse is not, nor a question that is too long, nor a server that asks for a longer pause than 60 s.
    """
    if isinstance(error, ReplyUnusable):
        return attempt == 1
    if not isinstance(error, Failure) or (error.asked_pause or 0.0) > _LONGEST_PAUSE_SECONDS:
        return False
    if error.kind == "unreachable":
        return attempt == 1
    lasting = error.out_of_quota or error.filtered or error.no_such_model or is_too_long(error.reason)
    lasting = lasting or error.unfit_output
    return error.kind in ("silent", "broken") or (error.busy and not lasting)


def pause_seconds(error: BaseException | None, attempt: int) -> float:
    """Seconds before the next try: what the server asks for, else 1, 2, 4 …"""
    asked = error.asked_pause if isinstance(error, Failure) else None
    return asked or float(2 ** (attempt - 1))


def explained(
    error: Failure, model: str, base_url: str, question: Question | None, limits: tuple[float, float], offered: str
) -> ModelError:
    """The error in our words.

    `limits` are the longest silence and the longest answer in seconds; `offered` names the models the server has.
    """
    base_url = shown(base_url)
    if error.kind != "refused":
        return _unanswered(error, base_url, *limits)
    status, said = error.status, _said(error, base_url)
    if error.out_of_quota:
        return QuotaUsedUp("quota used up", error.reason, "Check plan and billing of the key's account", status=status)
    if error.no_such_model and status != 401:
        hint = f"Set NOTEGEN_MODEL to one it has: {offered}" if offered else "Check NOTEGEN_MODEL"
        return ModelRejected(f"no model “{model}” at {base_url}", said, hint, status=status)
    if status == 403 and error.filtered:
        return ModelRefusal("the model declined", said, _ANOTHER, status=status)
    if rejected := _turned_away(error, said, base_url):
        return rejected
    if question and (is_too_long(error.reason) or status == 413):
        return too_long(said, question)
    if error.filtered:
        return ModelRefusal("the model declined", error.reason, _ANOTHER, status=status)
    if error.busy or (status or 0) >= 500:
        return _busy(error, said)
    return ModelRefusal("the request was refused", said, _ANOTHER, status=status)


def _turned_away(error: Failure, said: str, base_url: str) -> ModelRejected | None:
    """The error for a reply that is not about the question, but about key, proxy or address; None for any other."""
    status = error.status
    if status in _KEY_REFUSED or (status == 400 and names_key(error.reason)):
        why = f"{base_url} answered {status if status == 401 else said}"
        return ModelRejected("key refused", why, "Correct OPENAI_API_KEY", status=status)
    if status == 407:
        why = f"the proxy {proxy_of(base_url)} asks for user and password (407)"
        return ModelRejected(f"no way to {base_url}", why, PROXY_LOGIN_HINT, status=status)
    if status in _NO_SUCH_ADDRESS and bars_model(error.reason):
        hint = "Set NOTEGEN_MODEL to another, or change the settings of the key's account"
        return ModelRejected("the model cannot be asked", said, hint, status=status)
    if status in _NO_SUCH_ADDRESS:
        return _no_such_address(said, base_url, status)
    if error.names_tls:
        return ModelRejected(f"no model server at {base_url}", said, TLS_HINT, status=status)
    return None


def _said(error: Failure, base_url: str) -> str:
    """Status and words, and where a proxy stands between that it may be the one that speaks."""
    told = "" if not error.status or error.reason.startswith(str(error.status)) else f"{error.status}, "
    proxy = proxy_of(base_url) if error.status in _MAY_BE_A_PROXY else ""
    return f"{told}{error.reason}{f' (asked through the proxy {proxy})' if proxy else ''}"


def _no_such_address(said: str, base_url: str, status: int | None) -> ModelRejected:
    """An address without model server behind it; a few servers mean the model's name by a bare 404."""
    likely, why = likely_address(base_url), f"{base_url}/chat/completions answered {said}"
    if base_url.casefold() == likely.casefold():
        hint = "Check OPENAI_BASE_URL (most servers want it to end in /v1) and NOTEGEN_MODEL"
    else:
        hint = f"Set OPENAI_BASE_URL to the server's address that ends in /v1, likely {likely}"
    return ModelRejected("no model server at that address", why, hint, status=status)


def _unanswered(error: Failure, base_url: str, timeout_seconds: float, deadline_seconds: float) -> ModelError:
    smaller = "or take a smaller model"
    if error.kind == "unreachable":
        hint = error.next_step or "Start it or correct OPENAI_BASE_URL"
        return ModelUnreachable(f"no model server at {base_url}", error.reason, hint)
    if error.kind == "barred":
        return ModelRejected(f"no way to {base_url}", error.reason, error.next_step)
    if error.kind == "silent":
        why = f"{base_url} sent nothing for {timeout_seconds:g} s"
        return ModelBusy("model did not answer", why, f"Raise NOTEGEN_TIMEOUT {smaller}")
    if error.kind == "late":
        why = f"{base_url} took longer than {deadline_seconds:g} s in all"
        return ModelBusy("model did not come to an end", why, f"Raise NOTEGEN_DEADLINE {smaller}")
    why = f"{base_url}: {error.reason}"
    if error.next_step:
        return ModelBusy("model server broke off its answer", why, error.next_step)
    return ModelBusy("model server broke off its answer", why)


def _busy(error: Failure, said: str) -> ModelBusy:
    pause = error.asked_pause
    why = f"{said.rstrip('. ')}; it asks to wait {_told(pause)}" if error.retry_after_seconds and pause else said
    what = "model server is busy" if error.status in (429, 503, 529) else "model server failed"
    busy = ModelBusy(what, why, status=error.status)
    busy.retry_after_seconds = pause
    return busy


def _told(wait_seconds: float) -> str:
    return f"{wait_seconds:.0f} s" if wait_seconds <= _DAY_SECONDS else "for more than a day"
