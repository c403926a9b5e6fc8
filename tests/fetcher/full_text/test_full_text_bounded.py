"""Reading in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from notegen.errors import NotegenError
from notegen.fetcher.full_text import bounded
from notegen.fetcher.full_text.bounded import read_bounded
from notegen.fetcher.full_text.latexml.read import read_html
from notegen.fetcher.full_text.pdf.read import read_pdf

HERE = Path(__file__).parent
PDF = (HERE / "papers" / "report.pdf").read_bytes()


def test_a_pdf_and_a_page_come_out_as_without_it() -> None:
    """The text is that of the readers, with title, parts, references and notices."""
    assert read_bounded("pdf", PDF, 60) == read_pdf(PDF)
    page = (HERE / "pages" / "new_engine.html").read_bytes()
    assert read_bounded("html", page, 60) == read_html(page)


@pytest.mark.parametrize(
    ("form", "data", "said"),
    [
        ("pdf", b"", "the PDF cannot be read: it is empty"),
        ("pdf", b"%PDF-1.7\n", "the PDF cannot be read: it is broken or no PDF"),
        ("html", b"%PDF-1.7\n", "the page cannot be read: it is a PDF"),
        ("html", b"<div>" * 1000, "the page cannot be read: its elements are nested too deep"),
    ],
)
def test_the_errors_of_the_readers_come_through(form: str, data: bytes, said: str) -> None:
    """What a reader refuses is refused with the same words and next step."""
    with pytest.raises(NotegenError) as caught:
        read_bounded(form, data, 60)  # type: ignore[arg-type]
    assert str(caught.value).startswith(said) and caught.value.next_step


def test_a_reader_that_takes_too_long_is_ended(made_pdf: Callable[..., bytes]) -> None:
    """A file that would take minutes ends in time with the reason, and no process of it is left."""
    slow = made_pdf(*["0 0 m 1 1 l S " * 400_000] * 3)
    began = time.monotonic()
    with pytest.raises(NotegenError, match=r"reading it took more than 0\.2 s"):
        read_bounded("pdf", slow, 0.2)
    assert time.monotonic() - began < 2


def _with_child(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(bounded, "_CHILD", code)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "its reader broke down (signal 11)"),
        ("import os; os._exit(3)", "its reader broke down (status 3)"),
        ("print('{')", "its reader broke down (status 0)"),
        ("print('[]')", "its reader broke down (status 0)"),
        ("print('{\"title\": 1}')", "its reader broke down (status 0)"),
        ("print('null')", "its reader broke down (status 0)"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_crash_of_the_reader_is_an_error_and_not_ours(monkeypatch: pytest.MonkeyPatch, code: str, why: str) -> None:
    """A process that dies or answers nonsense gives one line that says so."""
    _with_child(monkeypatch, code)
    with pytest.raises(NotegenError) as caught:
        read_bounded("pdf", PDF, 60)
    assert caught.value.why == why


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit of memory is the system's")
def test_a_reader_that_needs_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 2 GB of memory is an error of one line."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[3]); from notegen.fetcher.full_text import bounded;"
        "bounded._read = lambda form, data: {'title': bytearray(3 * 1024**3)}; bounded.answer(*sys.argv[1:3])"
    )
    _with_child(monkeypatch, code)
    with pytest.raises(NotegenError, match="more than 2 GB of memory"):
        read_bounded("pdf", PDF, 60)


def test_a_failure_within_a_reader_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception nobody thought of names its kind and nothing else."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[3]); from notegen.fetcher.full_text import bounded;"
        "bounded._read = lambda form, data: {}['x']; bounded.answer(*sys.argv[1:3])"
    )
    _with_child(monkeypatch, code)
    with pytest.raises(NotegenError, match=r"its reader broke down \(KeyError\)"):
        read_bounded("html", b"<p>", 60)


def test_the_folder_we_are_in_tells_nothing(tmp_path: Path) -> None:
    """Modules and settings of Python in a vault, or in the environment, are not loaded by the reader."""
    for name in ("json", "lxml", "pypdfium2", "sitecustomize", "notegen"):
        (tmp_path / f"{name}.py").write_text("import os; os._exit(7)\n", encoding="utf-8")
    root = str(Path(bounded.__file__).resolve().parents[3])
    code = (
        f"import sys; sys.path.insert(0, {root!r}); from notegen.fetcher.full_text.bounded import read_bounded;"
        "import os; os.environ['PYTHONPATH'] = os.getcwd(); os.environ['PYTHONSTARTUP'] = 'json.py';"
        "print(read_bounded('pdf', sys.stdin.buffer.read(), 60).title)"
    )
    ran = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, input=PDF, capture_output=True, check=True)
    assert ran.stdout.decode().strip() == "Soft Crusts at Upper Loaf: Six Seconds of Steam"
