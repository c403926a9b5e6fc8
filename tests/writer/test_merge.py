from __future__ import annotations

import invented_papers as invented
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.obsidian import frontmatter, regions
from notegen.records import PaperText
from notegen.writer.merge import complete, is_unfinished
from notegen.writer.note import compose

_UNFINISHED = compose(invented.KAGAMI_WANTED, invented.KAGAMI, PaperText(), None)
_FRESH = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, invented.KAGAMI_DRAFT)


def _completed(existing: str, fresh: str = _FRESH) -> str:
    whole = complete(existing, fresh)
    assert whole is not None
    return whole


def test_an_untouched_unfinished_note_becomes_the_finished_one() -> None:
    """Nobody having written into it, the completed note is the one that would have been written at once."""
    assert _completed(_UNFINISHED) == _FRESH


def test_completing_twice_is_refused() -> None:
    """A completed note is finished and not touched again."""
    assert not is_unfinished(_completed(_UNFINISHED))
    assert complete(_completed(_UNFINISHED), _FRESH) is None


@pytest.mark.parametrize(
    "note",
    [
        _FRESH,
        _UNFINISHED.replace("Unfinished:", "I read it myself:"),
        _UNFINISHED.replace('notegen_read: "none"\n', ""),
        _UNFINISHED.replace("%% notegen:end draft %%", ""),
        _UNFINISHED.replace("title: ", "title: : "),
        "# A note of somebody\n",
        "",
    ],
)
def test_other_notes_are_left_alone(note: str) -> None:
    """Finished, edited, damaged and foreign notes are no unfinished notes and give no new text."""
    assert not is_unfinished(note)
    assert complete(note, _FRESH) is None


def test_what_the_owner_wrote_stays() -> None:
    """Memo, own keys, comments in the head, changed values and text after the regions are kept to the byte."""
    existing = (
        _UNFINISHED.replace("- \n", "- 第3節の図が要点。\n  - ask Jörg\n")
        .replace("year: 2024\n", "rating:   5 # mine\nyear: 2025\n")
        .replace("tags:\n  - paper\n", "tags: [paper, 'to read']\n")
        + "\n## 自分の考え\n輪講で話す。"
    )
    whole = _completed(existing)
    for own in (
        "- 第3節の図が要点。\n  - ask Jörg\n",
        "rating:   5 # mine\nyear: 2025\n",
        "tags: [paper, 'to read']\n",
        "\n## 自分の考え\n輪講で話す。",
    ):
        assert own in whole
    assert frontmatter.properties(whole)["notegen_read"] == "abstract v2"
    assert regions.find(whole)["draft"].body == regions.find(_FRESH)["draft"].body
    assert whole.endswith("\n## 自分の考え\n輪講で話す。")
    assert "\n## Abstract\n" + _FRESH.split("## Abstract\n")[1] in whole


@pytest.mark.parametrize("open_end", ["```python\nx = 1", "%% a remark", "<!-- a remark", "$$\nx"])
def test_what_a_person_left_open_swallows_nothing(open_end: str) -> None:
    """New regions stand right behind the draft, before an open code block, comment or formula further down."""
    whole = _completed(f"{_UNFINISHED}\n## Mine\n{open_end}")

    assert set(regions.find(whole)) == set(regions.find(_FRESH))
    assert whole.endswith(open_end)
    assert whole.index("## Abstract") < whole.index("## Mine")


def test_keys_that_were_missing_are_added() -> None:
    """A later record that knows more adds its keys; those that are there keep their values."""
    existing = _UNFINISHED.replace('doi: "10.1145/1234567.89"\n', "").replace('venue: "OSDI"', "venue: osdi24")
    head = frontmatter.properties(_completed(existing))
    assert head["doi"] == "10.1145/1234567.89"
    assert head["venue"] == "osdi24"


def test_line_ends_and_byte_order_mark_are_kept() -> None:
    """A note saved with CRLF and a BOM has them on every line afterwards."""
    whole = _completed("\ufeff" + _UNFINISHED.replace("\n", "\r\n"))
    assert whole.startswith("\ufeff---\r\n")
    assert whole.count("\n") == whole.count("\r\n")
    assert whole == "\ufeff" + _FRESH.replace("\n", "\r\n")
    assert all(region.untouched for region in regions.find(whole).values())


_OWN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="`~%\r"), max_size=60)


@settings(max_examples=100)
@given(_OWN, _OWN, _OWN)
def test_any_text_around_the_regions_survives(memo: str, between: str, after: str) -> None:
    """Whatever a person writes before, between and after the regions is in the completed note, byte for byte."""
    existing = (
        _UNFINISHED.replace("- \n", f"- {memo}\n").replace("## Memo with LLM\n", f"{between}\n## Memo with LLM\n")
        + after
    )
    whole = _completed(existing)
    start, end = regions.find(existing)["draft"].start, regions.find(existing)["draft"].end
    head, _ = frontmatter.split(existing)
    assert existing[len(head) : start] in whole
    assert whole.endswith(existing[end:])
