"""DOOR: a model file served inside this process; the only module that knows xllamacpp."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from notegen.errors import ModelRejected
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.stream import Completion, IsWhole, says_anything

ADDRESS = "gguf://in-process"  # what is learnt of a file is remembered under it
_MAGIC = b"GGUF"  # GGUF, file structure: the first four bytes
_SILENT = -1
_ANOTHER_FILE = "Give a whole model file in NOTEGEN_MODEL=gguf:PATH"


@dataclass(frozen=True, slots=True)
class Served:
    """Where the model is served: a base address on loopback and the key that only this process knows."""

    base_url: str
    api_key: str


class GgufConnection:
    """As `Connection`, to a model file that is loaded when it is first asked. Safe to share between threads."""

    def __init__(self, path: Path, context_tokens: int, connect: Callable[[Served], Connection]) -> None:
        """Raises `ModelRejected` when the package is not there or the file is no model."""
        self._path = path
        self._context_tokens = context_tokens
        self._connect = connect
        self._loading = Lock()
        _see_file(path)
        if importlib.util.find_spec("xllamacpp") is None:
            why = "the package xllamacpp is not installed"
            raise ModelRejected(f"cannot run {path}", why, "Install it: pip install 'notegen[local]'")

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self._path.stem

    @property
    def served(self) -> Served:
        """Where it is served, for which it is loaded. Raises `ModelRejected`."""
        with self._loading:
            return self._served

    @cached_property
    def _served(self) -> Served:
        key = secrets.token_urlsafe(24)
        self._server = _start(self._path, self._context_tokens, key)  # it serves as long as it is held
        return Served(f"{self._server.listening_address}/v1", key)

    @cached_property
    def _connection(self) -> Connection:
        return self._connect(self.served)

    @property
    def limits(self) -> tuple[float, float]:
        """Longest silence and longest answer in seconds."""
        return self._connection.limits

    def complete(self, base_url: str, body: Mapping[str, Any], is_whole: IsWhole = says_anything) -> Completion:
        """As `Connection.complete`, wherever `base_url` is; `ModelRejected` as well when the file cannot be loaded."""
        return self._connection.complete(self.served.base_url, body, is_whole)

    def offered(self, base_url: str) -> list[str]:
        """The one model there is."""
        return [self.name]


def _see_file(path: Path) -> None:
    """Raises `ModelRejected` for what the library could only crash on or complain of in its own words."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
        size_bytes = path.stat().st_size
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ModelRejected(f"cannot read the model {path}", why, _ANOTHER_FILE) from error
    if magic != _MAGIC:
        raise ModelRejected(f"{path} is no model", "it does not begin as a GGUF file does", _ANOTHER_FILE)
    if (memory_bytes := _memory_bytes()) and size_bytes > memory_bytes:
        why = f"it has {size_bytes / 1e9:.1f} GB, the memory of this machine {memory_bytes / 1e9:.1f} GB"
        raise ModelRejected(f"cannot load {path}", why, "Take a smaller model")


def _memory_bytes() -> int:
    """The machine's memory, 0 where it does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


def _start(path: Path, context_tokens: int, key: str) -> Any:
    """A server for the file on loopback: one question at a time on one thread, and nothing of its log.

    On a machine that does anything else a second thread waits for its turn at every step and makes all slower.
    """
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(path)
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.api_keys = [key]
    wanted.n_ctx = context_tokens
    wanted.n_parallel = 1
    wanted.cpuparams.n_threads = 1
    wanted.cache_ram_mib = 0
    wanted.verbosity = _SILENT
    wanted.offline = True
    wanted.ui = False
    try:
        server = xllamacpp.Server(wanted)
    except (RuntimeError, MemoryError, ValueError) as error:
        why = "the file is damaged, of an unknown kind, or takes more memory than there is"
        raise ModelRejected(f"cannot load {path}", why, "Take another file, or lower NOTEGEN_CONTEXT") from error
    # Never to be freed: at the end of the process that would take it from under a thread that still writes an answer.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(server))
    return server
