"""Ctrl-C: the first press asks to end soon, the second ends at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from notegen.errors import Stopped


@dataclass(slots=True)
class CtrlC:
    """Whether Ctrl-C was pressed, and whether the first one only asks to end soon."""

    pressed: bool = False
    soft: bool = False


@contextmanager
def ctrl_c(tell: Callable[[], None]) -> Iterator[CtrlC]:
    """Ctrl-C while the block runs: as long as `soft` is set the first press is noted and `tell` called, else `Stopped`.

    Pressed a second time it raises `KeyboardInterrupt`. So does the first in the block itself, where `Stopped` would be
    taken for an error of the paper at hand.
    """
    state = CtrlC()

    def press(number: int, frame: FrameType | None) -> None:
        if not state.soft or state.pressed:
            raise KeyboardInterrupt
        state.pressed = True
        tell()

    before = signal.signal(signal.SIGINT, press)
    try:
        yield state
    except KeyboardInterrupt:
        if state.soft:
            raise
        raise Stopped from None
    finally:
        signal.signal(signal.SIGINT, before)
