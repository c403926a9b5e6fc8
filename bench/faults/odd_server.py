"""A server on loopback that does what a script says, byte by byte, and remembers what it was asked.

A script is a function from one request to a `Reply`. Pieces of a reply are bytes, or seconds to wait; nothing here
calls `time.sleep`, so that the pauses of the program under test can be counted instead of waited for.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

_RESET = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Asked:
    """One request; `number` counts those with a body, from 1."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    number: int


@dataclass(frozen=True)
class Reply:
    """What is sent: with `length` as one body of that length, else in chunks.

    `end` "cut" closes the connection before the last chunk, "reset" sends nothing at all and resets it.
    """

    status: int = 200
    kind: str = "application/json"
    pieces: Iterable[bytes | float] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    end: Literal["whole", "cut", "reset"] = "whole"


Script = Callable[[Asked], Reply]


@dataclass
class Log:
    """What a server saw: its requests, and the bytes of its longest reply."""

    asked: list[Asked] = field(default_factory=list)
    longest: int = 0

    @property
    def posts(self) -> int:
        return sum(asked.method == "POST" for asked in self.asked)


def whole(body: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> Reply:
    """A reply of known length; `_` in the name of a header stands for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, kind, (body,), named, len(body))


@contextmanager
def serving(script: Script) -> Iterator[tuple[str, Log]]:
    """The server's address without path, and its log; it ends with the block, whatever it is doing."""
    log, over, lock = Log(), threading.Event(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 30

        def do_GET(self) -> None:
            self._do()

        def do_POST(self) -> None:
            self._do()

        def _do(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with lock:
                asked = Asked(
                    self.command, self.path, dict(self.headers), _object(raw), log.posts + (self.command == "POST")
                )
                log.asked.append(asked)
            sent = 0
            try:
                for count in self._send(script(asked)):
                    sent += count
            except OSError:  # the other side has read enough
                self.close_connection = True
            with lock:
                log.longest = max(log.longest, sent)

        def _send(self, reply: Reply) -> Iterator[int]:
            if reply.end == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                self.close_connection = True
                self.connection.close()
                return
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.length is None:
                self.send_header("Transfer-Encoding", "chunked")
            else:
                self.send_header("Content-Length", str(reply.length))
            self.end_headers()
            self.wfile.flush()
            for piece in reply.pieces:
                if isinstance(piece, float):
                    if over.wait(piece):
                        return
                elif piece:
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if reply.length is None else piece)
                    self.wfile.flush()
                    yield len(piece)
            if reply.end == "cut":
                self.close_connection = True
            elif reply.length is None:
                self.wfile.write(b"0\r\n\r\n")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", log
    finally:
        over.set()
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that ends badly is what these servers are for."""


def _object(raw: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(raw)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
