"""Reading a page or PDF in a process of its own: a hostile file can take neither our time, our memory nor our life."""

from __future__ import annotations

import json
import os
import site
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from notegen.errors import NotegenError
from notegen.records import Form

if TYPE_CHECKING:
    import subprocess

    from notegen.fetcher.full_text.parts import FullText

_MOST_MEMORY = 2 * 1024**3  # bytes
_START_SECONDS = 5  # a process may take to begin, on a busy machine
_ROOT = Path(__file__).resolve().parents[3]
_WHAT: dict[Form, str] = {"html": "the page cannot be read", "pdf": "the PDF cannot be read"}
_NEXT = "Give the paper's text as .txt"
_CHILD = """import sys
form, seconds, root, *own = sys.argv[1:]
sys.path[:] = [*([] if root in sys.path else [root]), *sys.path, *own]
from notegen.fetcher.full_text.bounded import answer
answer(form, seconds)"""


def read_bounded(form: Form, data: bytes, limit_seconds: float) -> FullText:
    """What `read_html` or `read_pdf` makes of `data`, in a process that is killed after `limit_seconds`.

    Their errors come through as they are. Raises `NotegenError`, too, when time runs out, when more than 2 GB of memory
    are needed (where the system has such a limit) and when the reader breaks down. The process is isolated (Python,
    "-I"): neither the environment nor the folder we are in tells it what to load.
    """
    import subprocess

    from notegen.fetcher.full_text.as_json import from_json

    try:
        process = subprocess.Popen(
            _command(form, limit_seconds), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=os.name == "posix",
        )  # fmt: skip
    except OSError as error:
        raise NotegenError(_WHAT[form], f"no process could be begun for it ({error.strerror})", "Run again") from error
    try:
        out, _ = process.communicate(data, timeout=limit_seconds)
    except subprocess.TimeoutExpired as error:
        raise NotegenError(_WHAT[form], f"reading it took more than {limit_seconds:g} s", _NEXT) from error
    finally:
        _end(process)
    try:
        answered = json.loads(out)
        if "error" not in answered:
            return from_json(answered)
        what, why, next_step = map(str, answered["error"])
    except (ValueError, TypeError, KeyError) as error:
        how = f"signal {-process.returncode}" if process.returncode < 0 else f"status {process.returncode}"
        raise NotegenError(_WHAT[form], f"its reader broke down ({how})", _NEXT) from error
    raise NotegenError(what, why, next_step)


def _command(form: Form, limit_seconds: float) -> list[str]:
    """The call of Python; "-I" leaves out where we and a person's own packages lie, so both are named behind."""
    own = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    seconds = f"{limit_seconds + _START_SECONDS:g}"
    return [sys.executable, "-I", "-X", "utf8", "-c", _CHILD, form, seconds, str(_ROOT), *own]


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills the process, with all it may have begun, if it still runs; its pipes are closed."""
    if process.poll() is None:
        if os.name == "posix":
            import signal

            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:  # it ended before it had read everything
                continue


def answer(form: Form, limit_seconds: str) -> None:
    """The other side: reads standard input, writes the text or the error on standard output as JSON."""
    out = os.dup(1)
    os.dup2(2, 1)  # what a library prints goes nowhere
    _limit(float(limit_seconds))
    try:
        answered: dict[str, object] = _read(form, sys.stdin.buffer.read())
    except NotegenError as error:
        answered = _error((error.what, error.why, error.next_step))
    except MemoryError:
        answered = _error((_WHAT[form], "it needs more than 2 GB of memory", _NEXT))
    except Exception as error:
        answered = _error((_WHAT[form], f"its reader broke down ({type(error).__name__})", _NEXT))
    with os.fdopen(out, "wb") as stream:
        stream.write(json.dumps(answered).encode("ascii"))


def _read(form: Form, data: bytes) -> dict[str, object]:
    from notegen.fetcher.full_text.as_json import to_json

    if form == "pdf":
        from notegen.fetcher.full_text.pdf.read import read_pdf

        return to_json(read_pdf(data))
    from notegen.fetcher.full_text.latexml.read import read_html

    return to_json(read_html(data))


def _error(said: Sequence[str]) -> dict[str, object]:
    return {"error": list(said)}


def _limit(seconds: float) -> None:
    """Limits of the system, where it has them; the time, too, should we be killed before we can end the process."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limits = (("RLIMIT_AS", _MOST_MEMORY), ("RLIMIT_CPU", int(seconds) + 1), ("RLIMIT_CORE", 0))
    for name, value in limits:
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (AttributeError, ValueError, OSError):
            continue
