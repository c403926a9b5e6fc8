"""A model file served inside the process: what is told before it is loaded, and how it is asked."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from pytest_httpserver import HTTPServer

from notegen.errors import ModelRejected
from notegen.records import Question
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.gguf import ADDRESS, GgufConnection
from notegen.summarizer.server.llm import OpenAIModel

_QUESTION = Question("greet", "You greet.", "Say good.", {}, 50)
_REAL = Path(os.environ.get("NOTEGEN_TEST_GGUF", ""))


def _model(file: Path, context_tokens: int = 4096) -> OpenAIModel:
    connection = GgufConnection(file, context_tokens, lambda served: Connection(served.api_key, 60, 600, time.sleep))
    return OpenAIModel(connection.name, ADDRESS, connection, None)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer) -> list[SimpleNamespace]:
    """The parameters of each server that a stand-in for the package has started; it answers with “good”."""
    started: list[SimpleNamespace] = []

    def params() -> SimpleNamespace:
        return SimpleNamespace(model=SimpleNamespace(path=""), cpuparams=SimpleNamespace(n_threads=8))

    def server(wanted: SimpleNamespace) -> SimpleNamespace:
        started.append(wanted)
        if b"damaged" in Path(wanted.model.path).read_bytes():
            raise RuntimeError("Failed to init server, please check the input params.")
        key = {"Authorization": f"Bearer {wanted.api_keys[0]}"}
        body = {"choices": [{"message": {"content": "good"}, "finish_reason": "stop"}]}
        httpserver.expect_request("/v1/chat/completions", headers=key).respond_with_json(body)
        return SimpleNamespace(listening_address=httpserver.url_for("").rstrip("/"))

    package = ModuleType("xllamacpp")
    package.CommonParams, package.Server = params, server  # type: ignore[attr-defined]
    package.__spec__ = importlib.util.spec_from_loader("xllamacpp", None)
    monkeypatch.setitem(sys.modules, "xllamacpp", package)
    return started


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], Path]:
    """Writes a model file of this content."""

    def of(content: bytes) -> Path:
        path = tmp_path / "small-model-q4.gguf"
        path.write_bytes(content)
        return path

    return of


def test_a_file_is_served_on_loopback_for_this_process_alone(
    loaded: list[SimpleNamespace], file: Callable[[bytes], Path]
) -> None:
    """It is loaded once, when first asked; one thread, one question at a time, the window set, a secret key, no log."""
    model = _model(file(b"GGUF weights"))
    assert (model.name, loaded) == ("small-model-q4", [])

    assert [model.ask(_QUESTION).text for _ in range(2)] == ["good", "good"]

    (wanted,) = loaded
    assert wanted.hostnames == ["127.0.0.1"] and wanted.port == 0
    assert (wanted.n_ctx, wanted.n_parallel, wanted.cpuparams.n_threads) == (4096, 1, 1)
    assert len(wanted.api_keys[0]) >= 32 and wanted.verbosity < 0 and wanted.offline


def test_every_process_has_a_key_of_its_own(loaded: list[SimpleNamespace], file: Callable[[bytes], Path]) -> None:
    """The key is drawn anew for each server."""
    for _ in range(2):
        _model(file(b"GGUF weights")).ask(_QUESTION)

    assert loaded[0].api_keys != loaded[1].api_keys


@pytest.mark.parametrize("content", [b"", b"GG", b"PK\x03\x04 zip", b"<html>not found</html>", b"\x00" * 64])
def test_what_is_no_model_is_told_before_anything_is_loaded(
    loaded: list[SimpleNamespace], file: Callable[[bytes], Path], content: bytes
) -> None:
    """A file that does not begin as GGUF does never reaches the library."""
    with pytest.raises(ModelRejected, match="does not begin as a GGUF file"):
        _model(file(content))
    assert loaded == []


@pytest.mark.parametrize(("name", "why"), [("none.gguf", "no such file"), ("", "is a directory")])
def test_a_path_without_a_file_is_told(loaded: list[SimpleNamespace], tmp_path: Path, name: str, why: str) -> None:
    """The error names the path, the reason, and how a model file is named."""
    with pytest.raises(ModelRejected) as told:
        _model(tmp_path / name)
    assert str(tmp_path / name) in str(told.value) and why in str(told.value) and "gguf:PATH" in str(told.value)


def test_a_model_larger_than_the_memory_is_told(
    loaded: list[SimpleNamespace], file: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot fit is not tried."""
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PAGE_SIZE": 1, "SC_PHYS_PAGES": 8}[name])

    with pytest.raises(ModelRejected, match="Take a smaller model"):
        _model(file(b"GGUF weights"))


def test_a_model_that_cannot_be_loaded_is_told(loaded: list[SimpleNamespace], file: Callable[[bytes], Path]) -> None:
    """What the library cannot load is a lasting error with a next step, each time it is asked."""
    model = _model(file(b"GGUF damaged"))

    for _ in range(2):
        with pytest.raises(ModelRejected, match=r"cannot load .*NOTEGEN_CONTEXT"):
            model.ask(_QUESTION)


def test_a_missing_package_is_told(file: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the error says how to install it, before anything is asked."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    with pytest.raises(ModelRejected, match=r"pip install 'notegen\[local\]'"):
        _model(file(b"GGUF weights"))


_BEGIN = """
import sys, threading, time
from pathlib import Path
from notegen.records import Question
from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.gguf import ADDRESS, GgufConnection
from notegen.summarizer.server.llm import OpenAIModel
file = GgufConnection(Path(sys.argv[1]), 1024, lambda served: Connection(served.api_key, 60, 600, time.sleep))
model = OpenAIModel(file.name, ADDRESS, file, None)
"""
_TO_THE_END = """
answer = model.ask(Question("greet", "You greet.", "Say good.", {}, 100))
assert answer.text.strip() and answer.usage.tokens_out > 0
"""
_LEFT = """
long = Question("tell", "You tell stories.", "Tell a very long story.", {}, 900)
file.served
threading.Thread(target=model.ask, args=(long,), daemon=True).start()
time.sleep(3)
"""


@pytest.mark.skipif(not _REAL.is_file(), reason="NOTEGEN_TEST_GGUF names no model file")
@pytest.mark.parametrize("asking", [_TO_THE_END, _LEFT], ids=["to the end", "left while it answers"])
def test_a_real_model_answers_in_silence_and_the_process_ends(asking: str) -> None:
    """With the real package and a real file: an answer, nothing on the terminal, and a clean end, even in between."""
    pytest.importorskip("xllamacpp")
    done = subprocess.run([sys.executable, "-c", _BEGIN + asking, _REAL], capture_output=True, timeout=300, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
