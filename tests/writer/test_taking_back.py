from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.writer.taking_back import without_change

BEFORE = b"# List\n- a\n- b\n\nend"
AFTER = b"# List\n- a\n- b\n- ours\n\nend"


@pytest.mark.parametrize(
    ("now", "taken_back"),
    [
        (AFTER, BEFORE),
        (b"# My list\n- a\n- b\n- ours\n\nend", b"# My list\n- a\n- b\n\nend"),
        (b"# List\n- a\n- new\n- b\n- ours\n- more\n\nend\nlast", b"# List\n- a\n- new\n- b\n- more\n\nend\nlast"),
        (b"# List\n- a\n- b\n- ours, edited\n\nend", None),
        (b"# List\n- a\n- b\n- ours\n  - my remark\n\nend", None),
        (b"# Tonight\n- ours\n# List\n- a\n- b\n- ours\n\nend", None),
        (b"# Mine\n- ours\n# List\n- a\n- b\n\nend", None),
        (b"# List\n- a\n- b\n\nend", None),
        (b"", None),
    ],
)
def test_our_line_goes_and_the_persons_stay(now: bytes, taken_back: bytes | None) -> None:
    """What was changed elsewhere stays to the byte; a line of ours that was edited or is gone leaves the file alone."""
    assert without_change(now, BEFORE, AFTER) == taken_back


def test_a_block_that_was_replaced_comes_back_around_a_memo() -> None:
    """Old lines again where ours stand, whatever was written above and below, in the file's own line ends."""
    before, after = b"memo\r\n%% b\r\nold 1\r\nold 2\r\n%% e\r\n", b"memo\r\n%% b\r\nnew\r\n%% e\r\n"

    assert without_change(b"memo\r\nmine\r\n%% b\r\nnew\r\n%% e\r\nmore", before, after) == (
        b"memo\r\nmine\r\n%% b\r\nold 1\r\nold 2\r\n%% e\r\nmore"
    )


def test_a_line_that_was_added_below_hinders_nothing() -> None:
    """Our line at the end of a file without a last line end goes, though more was written under it."""
    assert without_change(b"a\n- ours\nmine\n", b"a", b"a\n- ours") == b"a\nmine\n"


def test_no_line_is_joined_to_another() -> None:
    """An old last line without a line end gets one where something stands behind it now."""
    assert without_change(b"x\nnew\nmine", b"x\nold", b"x\nnew") == b"x\nold\nmine"


lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\r\n", b"\n", b"d\n"]), max_size=6)


@given(lines, lines, lines, st.lists(st.tuples(st.integers(0, 12), st.sampled_from([b"mine 1\n", b"mine 2\n"]))))
def test_no_line_of_a_person_is_lost(
    head: list[bytes], old: list[bytes], tail: list[bytes], mine: list[tuple[int, bytes]]
) -> None:
    """Whatever a person adds, it is there afterwards as often as before, and nothing of ours that was not there."""
    before = b"".join((*head, *old, *tail))
    after = b"".join((*head, b"ours\n", *tail))
    there = after.splitlines(keepends=True)
    for at, line in mine:
        there.insert(min(at, len(there)), line)
    result = without_change(b"".join(there), before, after)

    if result is not None:
        for line in (b"mine 1\n", b"mine 2\n"):
            assert result.count(line) == b"".join(there).count(line)
        assert b"ours\n" not in result
        assert mine or result == before
