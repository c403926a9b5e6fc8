"""DOOR: chat completions of an OpenAI-compatible server; the only module that knows the openai library."""

from __future__ import annotations

import ssl
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from http.client import responses
from math import isfinite
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Protocol

from notegen.addresses import is_private
from notegen.errors import ModelRejected, SettingsError
from notegen.network import is_direct, trusting_context
from notegen.retry_after import retry_after_seconds
from notegen.summarizer.server.address import private_parts
from notegen.summarizer.server.failures import Failure, pause_seconds, worth_retrying
from notegen.summarizer.server.stream import (
    FAILED,
    Completion,
    IsWhole,
    completion_of,
    reason_of,
    says_anything,
)
from notegen.summarizer.server.told_reasons import told_pause_seconds
from notegen.summarizer.server.unconnected import unconnected, unusable_way

if TYPE_CHECKING:
    import openai
    from tenacity import RetryCallState

_TRIES = 3
_CONNECT_SECONDS = 10.0
_LIST_SECONDS = 30.0
_LEAST_SECRET = 6


class Connecting(Protocol):
    """What is asked: a `Connection`, or a model in this process."""

    @property
    def limits(self) -> tuple[float, float]: ...

    def complete(self, base_url: str, body: Mapping[str, Any], is_whole: IsWhole = ...) -> Completion: ...

    def offered(self, base_url: str) -> list[str]: ...


class Connection:
    """Asks a server at any base address with one key. Safe to share between threads.

    `timeout_seconds` is the longest silence, `deadline_seconds` the longest whole answer. `given_url` is the address as
    it was set: its user name and password (then sent instead of the key) and its query go with each request.
    """

    def __init__(
        self,
        api_key: str,
        timeout_seconds: float,
        deadline_seconds: float,
        sleep: Callable[[float], None],
        given_url: str = "",
    ) -> None:
        self._key = api_key.strip()
        self._login, self._query = private_parts(given_url)
        self._timeout_seconds = min(timeout_seconds, deadline_seconds)
        self._connect_seconds = min(_CONNECT_SECONDS, self._timeout_seconds)
        self._deadline_seconds = deadline_seconds
        self._sleep = sleep
        self._clients: dict[str, openai.OpenAI] = {}
        self._opening = Lock()

    @property
    def limits(self) -> tuple[float, float]:
        """Longest silence and longest answer in seconds."""
        return self._timeout_seconds, self._deadline_seconds

    def complete(self, base_url: str, body: Mapping[str, Any], is_whole: IsWhole = says_anything) -> Completion:
        """The completion of one request with its retries.

        A stream that ended without saying so counts as broken off unless it `is_whole`. Raises `Failure`,
        `ReplyUnusable`, or `ModelRejected` when there is no key for a server elsewhere.
        """
        from tenacity import Retrying, stop_after_attempt

        client = self._client(base_url)
        retrying = Retrying(
            stop=stop_after_attempt(_TRIES),
            retry=lambda state: worth_retrying(_error(state), state.attempt_number),
            wait=lambda state: pause_seconds(_error(state), state.attempt_number),
            sleep=self._sleep,
            reraise=True,
        )
        return retrying(self._once, client, base_url, body, is_whole)

    def offered(self, base_url: str) -> list[str]:
        """The names of the models the server has. Raises `Failure`."""
        import openai

        client = self._client(base_url).with_options(timeout=min(_LIST_SECONDS, self._timeout_seconds))
        try:
            listed = client.models.with_raw_response.list().http_response.json()
        except openai.APIError as error:
            raise self._failure(error, base_url) from error
        except ValueError as error:
            raise Failure("refused", "it lists no models") from error
        names = _model_names(listed)
        if names is None:
            raise Failure("refused", "it lists no models")
        return names

    def _once(self, client: openai.OpenAI, base_url: str, body: Mapping[str, Any], is_whole: IsWhole) -> Completion:
        import openai

        last_second = monotonic() + self._deadline_seconds
        most_tokens = int(body.get("max_tokens") or body["max_completion_tokens"])
        try:
            with client.chat.completions.with_streaming_response.create(**body) as response:
                completion = completion_of(self._pieces(response), monotonic, last_second, most_tokens)
        except openai.APIError as error:
            raise self._failure(error, base_url) from error
        except Failure as error:
            error.reason = self._masked(error.reason)
            raise
        if completion.finish == FAILED:
            raise Failure("broken", "the server ended it by a failure of its own")
        if body.get("stream") and not completion.finish and not is_whole(completion):
            raise Failure("broken", "the stream ended in the middle")
        return completion

    def _failure(self, error: openai.APIError, base_url: str) -> Failure:
        import openai

        if isinstance(error, openai.APIStatusError):
            reason = reason_of(error.body) or responses.get(error.status_code, "no reason given")
            code = str(error.code or error.type or "")
            pause = _asked_pause(error.response.headers)
            pause = told_pause_seconds(reason_of(error.body, 4000)) if pause is None else pause
            return Failure("refused", self._masked(reason), error.status_code, code, pause)
        if isinstance(error, openai.APITimeoutError) and "Connect" not in type(error.__cause__).__name__:
            return self._silence()
        failure = unconnected(error.__cause__ or error, base_url, self._connect_seconds)
        failure.reason = self._masked(failure.reason)
        return failure

    def _pieces(self, response: Any) -> Iterator[bytes]:
        """The body as it comes; a break of the connection, whichever HTTP library is underneath, is a `Failure`."""
        try:
            yield from response.iter_bytes()
        except Exception as error:
            if "Timeout" in type(error).__name__:
                raise self._silence() from error
            why = " ".join(str(error).split())[:160] or type(error).__name__
            raise Failure("broken", f"the connection ended in the middle ({why})") from error

    def _silence(self) -> Failure:
        return Failure("silent" if self._timeout_seconds < self._deadline_seconds else "late")

    def _masked(self, reason: str) -> str:
        for secret in (self._key, self._basic(), self._login.partition(":")[2], *self._query.values()):
            if len(secret) >= _LEAST_SECRET:
                reason = reason.replace(secret, "…")
        return reason

    def _basic(self) -> str:
        return b64encode(self._login.encode()).decode()

    def _client(self, base_url: str) -> openai.OpenAI:
        with self._opening:
            if base_url not in self._clients:
                self._check_key(base_url)
                self._clients[base_url] = self._opened(base_url)
            return self._clients[base_url]

    def _check_key(self, base_url: str) -> None:
        if not (self._key or self._login) and not is_private(base_url):
            raise ModelRejected(
                f"no key for {base_url}",
                "OPENAI_API_KEY is not set",
                "Set it, or set it to “-” if the server needs none",
            )
        if not (self._key.isascii() and self._key.isprintable()):
            why = "OPENAI_API_KEY holds a line break, or a character that no key has"
            raise ModelRejected("the key cannot be sent", why, "Copy it again, alone and whole")

    def _opened(self, base_url: str) -> openai.OpenAI:
        import openai

        is_tls = base_url.startswith("https:")
        try:
            trusted = (trusting_context() or True) if is_tls else ssl.create_default_context()
        except SettingsError as error:
            raise ModelRejected(f"no way to {base_url}", error.why, "Correct it, or unset it") from error
        try:
            http = openai.DefaultHttpxClient(trust_env=not is_direct(base_url), verify=trusted)
        except Exception as error:  # by either HTTP library, for a proxy that cannot be used
            raise unusable_way(error, base_url) from error
        return openai.OpenAI(
            base_url=base_url,
            api_key=self._key or "-",
            max_retries=0,
            timeout=openai.Timeout(self._timeout_seconds, connect=self._connect_seconds),
            http_client=http,
            default_headers={"Authorization": f"Basic {self._basic()}"} if self._login else None,
            default_query=self._query or None,
        )


def _model_names(listed: object) -> list[str] | None:
    """The names in a list of models: OpenAI's `data`, Ollama's `models`, or the bare list; None where there is none."""
    if isinstance(listed, dict):
        listed = listed["data"] if isinstance(listed.get("data"), list) else listed.get("models")
    if not isinstance(listed, list):
        return None
    each = (one if isinstance(one, dict) else {"id": one} for one in listed)
    names = (one.get("id") or one.get("name") or one.get("model") for one in each)
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


def _asked_pause(headers: Mapping[str, str]) -> float | None:
    """The pause a server asks for; `retry-after-ms` is OpenAI's and Azure's finer form of it."""
    exact = retry_after_seconds(headers.get("retry-after-ms", ""), 0.0)
    pause = exact / 1000 if exact is not None else retry_after_seconds(headers.get("retry-after", ""), time())
    return pause if pause is not None and isfinite(pause) else None


def _error(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None
