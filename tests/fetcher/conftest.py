"""Servers that behave badly."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest

_SECONDS_BETWEEN_BYTES = 0.01
_BEGINNINGS = {
    "head": b"HTTP/1.1 200 OK\r\nX-Slow: ",
    "body": b"HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n",
    "chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
}


@pytest.fixture
def dripping() -> Iterator[Callable[[str], str]]:
    """`dripping("head")`: the address of a server that sends its head (or "body", "chunk") a byte at a time."""
    end = threading.Event()
    servers: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def drip(server: socket.socket, beginning: bytes) -> None:
        while not end.is_set():
            try:
                with server.accept()[0] as connection:
                    connection.sendall(beginning)
                    while not end.wait(_SECONDS_BETWEEN_BYTES):
                        connection.sendall(b"0")
            except OSError:
                continue  # the client gave up, or the end has come

    def start(where: str) -> str:
        server = socket.create_server(("127.0.0.1", 0))
        server.settimeout(0.05)
        servers.append(server)
        threads.append(threading.Thread(target=drip, args=(server, _BEGINNINGS[where])))
        threads[-1].start()
        return f"http://127.0.0.1:{server.getsockname()[1]}"

    yield start
    end.set()
    for thread in threads:
        thread.join()
    for server in servers:
        server.close()
