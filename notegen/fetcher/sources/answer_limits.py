"""How long an answer may take and how large it may be; a server that drips or never ends holds nobody up.

Imported only where a request is made, since it needs `requests`.
"""

from __future__ import annotations

import http.client
import io
import socket
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any

import requests

from notegen.errors import SettingsError, SourceUnreachable
from notegen.network import proxy_problem, trusting_context

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK_BYTES = 65_536


class TimedAdapter(requests.adapters.HTTPAdapter):
    """A transport that gives up an answer which is not whole, head and body, `most_seconds` after it was asked for.

    A time limit of requests begins anew with each byte (Requests, Timeouts). Reading beyond it raises
    `SourceUnreachable`, caused by a `requests.Timeout`.
    """

    def __init__(self, service: str, most_seconds: float, **options: Any) -> None:
        self._service, self._most_seconds = service, most_seconds
        super().__init__(**options)

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        """See `HTTPAdapter`. Raises `SettingsError` for a proxy or an authority that cannot be used."""
        if problem := proxy_problem(str(request.url)):
            raise SettingsError([problem])
        return super().send(request, *args, **options)

    def build_connection_pool_key_attributes(self, *args: Any, **options: Any) -> Any:
        """See `HTTPAdapter`; authorities of one's own are trusted besides the usual ones."""
        host, pool = super().build_connection_pool_key_attributes(*args, **options)
        if host["scheme"] == "https" and (context := _trusting()):
            pool["ssl_context"] = context
        return host, pool

    def get_connection_with_tls_context(self, *args: Any, **options: Any) -> Any:
        """See `HTTPAdapter`; connections read through `_Reader`."""
        pool: Any = super().get_connection_with_tls_context(*args, **options)
        if isinstance(pool.ConnectionCls, type):
            connect = pool.ConnectionCls

            def timed(**options: Any) -> Any:
                connection = connect(**options)
                connection.response_class = self._response
                return connection

            pool.ConnectionCls = timed
        return pool

    def _response(self, sock: socket.socket, *args: Any, **options: Any) -> http.client.HTTPResponse:
        reader = _Reader(sock, self._service, self._most_seconds)
        return http.client.HTTPResponse(_Readable(reader), *args, **options)  # type: ignore[arg-type]


_trusting = cache(trusting_context)  # one object, since it is a part of the key under which a connection is kept


class _Readable:
    """As much of a socket as `HTTPResponse` asks of it."""

    def __init__(self, reader: io.RawIOBase) -> None:
        self._reader = reader

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self._reader)


class _Reader(io.RawIOBase):
    """What arrives at a socket, until the time for all of it is over."""

    def __init__(self, sock: socket.socket, service: str, most_seconds: float) -> None:
        self._sock, self._raw = sock, sock.makefile("rb", buffering=0)
        self._service, self._most_seconds = service, most_seconds
        self._ends_at = monotonic() + most_seconds
        silent_seconds = sock.gettimeout()
        self._silent_seconds = most_seconds if silent_seconds is None else silent_seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        left_seconds = self._ends_at - monotonic()
        try:
            if left_seconds <= 0:
                raise TimeoutError
            self._sock.settimeout(min(left_seconds, self._silent_seconds))
            return self._raw.readinto(buffer)
        except TimeoutError:
            if left_seconds > self._silent_seconds:
                raise
            why = f"its answer was not whole after {self._most_seconds:g} s"
            raise SourceUnreachable(self._service, why) from requests.Timeout()

    def close(self) -> None:
        self._raw.close()
        super().close()


def body(service: str, response: requests.Response, most_bytes: int) -> bytes:
    """The unpacked body of an answer that is being streamed; `SourceUnreachable` when it is larger."""
    whole = bytearray()
    for chunk in response.iter_content(_CHUNK_BYTES):
        whole += chunk
        if len(whole) > most_bytes:
            raise SourceUnreachable(service, f"its answer is longer than {most_bytes // 1_000_000} MB", status=200)
    return bytes(whole)
