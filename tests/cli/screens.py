"""What a command shows on a terminal of a given width."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_COLOUR = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")


def on_terminal(words: Sequence[str | Path], columns: int) -> tuple[int, str]:
    """Exit status, and stdout as a terminal `columns` wide gets it, without colour; stderr is left out."""
    import pty

    screen, other = pty.openpty()
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns)}
    command = [sys.executable, "-m", "notegen", *map(str, words)]
    with subprocess.Popen(command, env=environ, stdout=other, stderr=subprocess.DEVNULL) as process:
        os.close(other)
        shown = b"".join(iter(lambda: _read(screen), b""))
    os.close(screen)
    return process.returncode, _COLOUR.sub("", shown.decode()).replace("\r\n", "\n")


def _read(screen: int) -> bytes:
    try:
        return os.read(screen, 65_536)
    except OSError:  # the other end is gone
        return b""
