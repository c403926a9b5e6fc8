"""DOOR: a model file served inside this process; the only module that knows xllamacpp."""

from __future__ import annotations

import importlib
import importlib.util
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from notegen.errors import ModelRejected
from notegen.records import Answer, Question
from notegen.seams import Model

PREFIX = "gguf:"
_MAGIC = b"GGUF"  # GGUF, file structure: the first four bytes
_PACKAGE = "xllamacpp"
_SILENT = -1
_ANOTHER_FILE = "Give a whole model file in NOTEGEN_MODEL=gguf:PATH"


@dataclass(frozen=True, slots=True)
class Served:
    """Where the model is served: a base address on loopback and the key that only this process knows."""

    base_url: str
    api_key: str


class GgufModel:
    """`seams.Model` out of a file in the GGUF format; loaded when it is first asked. Safe to share between threads."""

    def __init__(self, path: Path, context_tokens: int, client: Callable[[str, Served], Model]) -> None:
        """`client` asks a server for the model of this name.

        Raises `ModelRejected` when the package is not there or the file is no model.
        """
        self._path = path
        self._context_tokens = context_tokens
        self._client = client
        self._loading = Lock()
        _see_file(path)
        if importlib.util.find_spec(_PACKAGE) is None:
            why = f"the package {_PACKAGE} is not installed"
            raise ModelRejected(f"cannot run {path}", why, "Install it: pip install 'notegen[local]'")

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self._path.stem

    @property
    def window_tokens(self) -> int | None:
        """The window it was loaded with, or the smaller one it was found to have."""
        return self._model.window_tokens

    @property
    def is_weak(self) -> bool:
        """Whether its last whole drafts did not pass their checks."""
        return self._model.is_weak

    def ask(self, question: Question) -> Answer:
        """One answer, or a `ModelError`; `ModelRejected` when the file cannot be loaded."""
        return self._model.ask(question)

    def passed(self, well: bool) -> None:
        """Remembers how a whole draft came through its checks."""
        self._model.passed(well)

    @property
    def _model(self) -> Model:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> Model:
        key = secrets.token_urlsafe(24)
        self._server = _start(self._path, self._context_tokens, key)  # it serves as long as it is held
        return self._client(self.name, Served(f"{self._server.listening_address}/v1", key))


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
    xllamacpp = importlib.import_module(_PACKAGE)
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
        return xllamacpp.Server(wanted)
    except (RuntimeError, MemoryError, ValueError) as error:
        why = "the file is damaged, of an unknown kind, or takes more memory than there is"
        raise ModelRejected(f"cannot load {path}", why, "Take another file, or lower NOTEGEN_CONTEXT") from error
