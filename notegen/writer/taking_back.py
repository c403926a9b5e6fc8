"""What a run changed in a file taken out again, around what somebody changed since. Pure."""

from __future__ import annotations

from difflib import SequenceMatcher

_MOST_LINES = 20_000


def without_change(now: bytes, before: bytes, after: bytes) -> bytes | None:
    """`now` with the lines of `before` again where the change from `before` to `after` had others, all else as it is.

    None when a line of that change was itself changed since, or the file is too long to tell.
    """
    old, ours, there = (text.splitlines(keepends=True) for text in (before, after, now))
    if max(len(old), len(ours), len(there)) > _MOST_LINES:
        return None
    places = {
        block.a + step: block.b + step
        for block in SequenceMatcher(None, ours, there, autojunk=False).get_matching_blocks()
        for step in range(block.size)
    }
    result = list(there)
    for tag, begin, end, old_begin, old_end in reversed(SequenceMatcher(None, ours, old, autojunk=False).get_opcodes()):
        if tag == "equal":
            continue
        spots = [places.get(line, -1) for line in range(begin, end)]
        if not spots or -1 in spots or spots[-1] - spots[0] != len(spots) - 1:
            return None
        result[spots[0] : spots[-1] + 1] = old[old_begin:old_end]
    return b"".join(result)
