"""What a run changed in a file taken out again, around what somebody changed since. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

_MOST_LINES = 5_000


def without_change(now: bytes, before: bytes, after: bytes) -> bytes | None:
    """`now` with the lines of `before` again where the change from `before` to `after` had others, all else as it is.

    None when such lines are not there just once, or not where they were put: beside a line that stood beside them then,
    and nothing set under them since. None for a long file, too.
    """
    old, ours, there = (text.splitlines(keepends=True) for text in (before, after, now))
    if max(len(old), len(ours), len(there)) > _MOST_LINES:
        return None
    bare_ours, bare_there = _bare(ours), _bare(there)
    newline = b"\r\n" if b"\r\n" in now else b"\n"
    changes = SequenceMatcher(None, bare_ours, _bare(old), autojunk=False).get_opcodes()
    for tag, begin, end, old_begin, old_end in reversed(changes):
        if tag == "equal":
            continue
        at = _place(bare_ours, begin, end, bare_there)
        if at is None:
            return None
        again = old[old_begin:old_end]
        there[at : at + end - begin] = [line if line.endswith(b"\n") else line + newline for line in again]
    return b"".join(there)


def _bare(lines: Sequence[bytes]) -> list[bytes]:
    return [line.rstrip(b"\r\n") for line in lines]


def _place(ours: Sequence[bytes], begin: int, end: int, there: Sequence[bytes]) -> int | None:
    """Where the lines `begin` to `end` of ours stand in the file now."""
    block, size = list(ours[begin:end]), end - begin
    spots = [at for at in range(len(there) - size + 1) if list(there[at : at + size]) == block] if block else []
    if len(spots) != 1:
        return None
    at = spots[0]
    above, below = there[at - 1] if at else None, there[at + size] if at + size < len(there) else None
    is_above = above == (ours[begin - 1] if begin else None)
    is_below = below == (ours[end] if end < len(ours) else None)
    is_set_under = not is_below and (below or b"")[:1] in (b" ", b"\t")
    return at if (is_above or is_below) and not is_set_under else None
