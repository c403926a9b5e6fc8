from __future__ import annotations

import re

import invented_papers as invented
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.obsidian import frontmatter, regions
from notegen.records import Kept, PaperText
from notegen.writer.merge import complete, has_regions, is_unfinished, renew
from notegen.writer.note import compose

_UNFINISHED = compose(invented.KAGAMI_WANTED, invented.KAGAMI, PaperText(), None)
_FRESH = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, invented.KAGAMI_DRAFT)
_PLAIN = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.EXTRACT_TEXT, invented.EXTRACT_DRAFT)
_HOSTILE = compose(invented.HOSTILE_WANTED, invented.HOSTILE, invented.HOSTILE_TEXT, invented.HOSTILE_DRAFT)


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
    """Where nothing was known but a title, a record adds its keys; those that are there, in any form, stay."""
    bare = _UNFINISHED.replace('doi: "10.1145/1234567.89"\n', "")
    bare = re.sub(r"arxiv_id: .*\n|url: .*\n", "", bare).replace('venue: "OSDI"', "Venue: {name: osdi24, my: note}")
    whole = _completed(bare)

    assert frontmatter.properties(whole)["doi"] == "10.1145/1234567.89"
    assert "\nVenue: {name: osdi24, my: note}\n" in whole
    assert "\nvenue:" not in whole


def test_keys_that_were_taken_out_stay_out() -> None:
    """A note that has an id had every key that was known: one that is missing was not wanted."""
    whole = _completed(_UNFINISHED.replace('venue: "OSDI"\n', ""))

    assert "venue" not in frontmatter.properties(whole)


def test_a_heading_of_the_owner_is_not_written_again() -> None:
    """A note that has its own heading for the abstract gets the region without another one."""
    whole = _completed(f"{_UNFINISHED}\n## Abstract\nmy own words\n")

    assert whole.count("## Abstract") == 1
    assert set(regions.find(whole)) == set(regions.find(_FRESH))


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


@pytest.mark.parametrize(
    "head",
    [
        '{title: "Kagami", notegen_read: "none"}',
        '{"title": "Kagami", "notegen_read": "none"}',
        "? notegen_read\n: none",
    ],
)
def test_a_head_that_cannot_be_edited_is_not_completed_for_ever(head: str) -> None:
    """In a head of another form the keys cannot be set: such a note is left alone, or is finished when completed."""
    note = re.sub(r"\A---\n.*?\n---\n", lambda _: f"---\n{head}\n---\n", _UNFINISHED, flags=re.DOTALL)
    whole = complete(note, _FRESH)
    assert whole is None or not is_unfinished(whole)


def test_a_hostile_text_is_completed_within_its_regions() -> None:
    """Marks in what a service or a model said make no region, end none, and can be renewed like any other text."""
    unfinished = compose(invented.HOSTILE_WANTED, invented.HOSTILE, PaperText(), None)
    whole = _completed(unfinished + "mine\n", _HOSTILE)
    assert whole.endswith("mine\n")
    assert {name: region.untouched for name, region in regions.find(whole).items()} == {"draft": True, "abstract": True}
    assert renew(whole, _HOSTILE) == (whole, ())
    again, kept = renew(_FRESH + "mine\n", _HOSTILE)
    assert kept == ()
    assert again.endswith("mine\n")
    assert {name: region.body for name, region in regions.find(again).items()} == {
        name: region.body for name, region in regions.find(_HOSTILE).items()
    }


# --- renew


def _region(note: str, name: str) -> str:
    found = regions.find(note)[name]
    return note[found.start : found.end]


def _edited(note: str, name: str, line: str = "mine\n") -> str:
    end = f"%% notegen:end {name} %%"
    return note.replace(end, line + end)


def test_an_untouched_note_becomes_the_fresh_one() -> None:
    """Nobody having written into it, the renewed note is the one that would be written now; keys follow the draft."""
    assert renew(_PLAIN, _FRESH) == (_FRESH, ())
    back, kept = renew(_FRESH, _PLAIN)
    assert kept == ()
    assert back == _PLAIN


def test_edited_regions_are_kept_and_told_with_the_fresh_text() -> None:
    """The person's region stays to the byte, keys of it too, the other is renewed, and both texts can be compared."""
    existing = _edited(_PLAIN, "draft")
    text, kept = renew(existing, _FRESH)
    assert _region(text, "draft") == _region(existing, "draft")
    assert _region(text, "abstract") == _region(_FRESH, "abstract")
    assert frontmatter.split(text)[0] == frontmatter.split(_PLAIN)[0]
    (told,) = kept
    assert told == Kept("draft", regions.find(existing)["draft"].body, regions.find(_FRESH)["draft"].body)

    existing = _edited(_PLAIN, "abstract")
    text, kept = renew(existing, _FRESH)
    assert _region(text, "abstract") == _region(existing, "abstract")
    assert _region(text, "draft") == _region(_FRESH, "draft")
    assert frontmatter.split(text)[0] == frontmatter.split(_FRESH)[0]
    assert [one.region for one in kept] == ["abstract"]


def test_a_region_edited_to_the_fresh_text_is_no_conflict() -> None:
    """What a person changed into the very text that would stand there now is neither changed nor told."""
    existing = _PLAIN.replace(regions.find(_PLAIN)["abstract"].body, regions.find(_FRESH)["abstract"].body)
    text, kept = renew(existing, _FRESH)
    assert kept == ()
    assert _region(text, "abstract") == _region(existing, "abstract")


@pytest.mark.parametrize("names", [["draft"], ["abstract"], ["draft", "abstract"]])
def test_a_region_its_owner_took_out_stays_out(names: list[str]) -> None:
    """Deleted regions do not come back, and the keys of a deleted draft stay as they are."""
    existing = _PLAIN
    for name in names:
        existing = existing.replace(_region(existing, name), "")
    text, kept = renew(existing, _FRESH)
    assert kept == ()
    assert set(regions.find(text)) == {"draft", "abstract"}.difference(names)
    if "draft" in names:
        assert frontmatter.split(text)[0] == frontmatter.split(existing)[0]
    assert has_regions(existing) == (len(names) < 2)


@pytest.mark.parametrize(
    "damage",
    [
        lambda note: note.replace("%% notegen:begin draft", "```\n%% notegen:begin draft"),
        lambda note: note.replace("## Memo with LLM\n", "## Memo with LLM\n~~~~ python\n"),
        lambda note: note + _region(note, "draft") + "\n",
        lambda note: note + "%% notegen:end draft %%\n",
        lambda note: note.replace("%% notegen:end draft %%\n", ""),
        lambda note: re.sub("(begin draft sha256=)", r"begin draft  sha256=", note),
        lambda note: note.replace("%% notegen:end draft %%", "- %% notegen:end draft %%"),
        lambda note: note.replace("%% notegen:end draft %%\n", "").replace(
            "%% notegen:end abstract %%", "%% notegen:end abstract %%\n%% notegen:end draft %%"
        ),
    ],
)
def test_marks_in_code_doubled_or_broken_are_not_ours(damage: object) -> None:
    """What cannot be told for certain to be our draft is not touched, and the keys stay with it."""
    existing = damage(_PLAIN)  # type: ignore[operator]
    text, kept = renew(existing, _FRESH)
    assert "draft" not in {one.region for one in kept}
    assert "Kagamiはオプティマイザ状態を" not in text
    assert frontmatter.split(text)[0] == frontmatter.split(_PLAIN)[0]
    body = regions.find(_PLAIN)["draft"].body
    assert text.count(body) == existing.count(body)


_OWN_HEAD = """title: 'My title'   # as I like it
aliases: [Kagami, "鏡"]
# a comment of mine
rating:   5
up: [[分散学習 - MOC]]
notegen_read: "abstract v2"
"related to":
    - 'one'
    -   two # why
notegen_model: "none"
empty:
text: |
  notegen_claims: 9
  second line

notegen_claims: 3
notegen_supported: 3
日付: 2024-01-01
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n  \n"])
def test_every_byte_of_a_person_is_kept(mark: str, newline: str, end: str) -> None:
    """Own keys, comments, order, quotes, flow lists, an unquoted link, BOM, line ends and the lack of a last one."""
    body = frontmatter.split(_PLAIN)[1].rstrip("\n").replace("- \n", "- 図3\n\t- tab  \n")
    existing = mark + (f"---\n{_OWN_HEAD}---\n{body}\n\n## 私\nlast{end}").replace("\n", newline)
    text, kept = renew(existing, _FRESH)
    assert kept == ()
    wanted = (
        existing.replace('notegen_model: "none"', 'notegen_model: "house-model-7b"')
        .replace(f"{newline}notegen_claims: 3", f"{newline}notegen_claims: 8")
        .replace("notegen_supported: 3", "notegen_supported: 7")
    )
    for name in ("draft", "abstract"):
        wanted = wanted.replace(_region(wanted, name), _region(_FRESH, name).replace("\n", newline))
    assert text.encode() == wanted.encode()


def test_stale_keys_go_with_the_draft() -> None:
    """A key of ours that the fresh draft does not have is taken out, on all its lines; others only look like it."""
    existing = _PLAIN.replace(
        'notegen_read: "abstract v2"\n',
        'notegen_read: "abstract v2"\nnotegen_source:\n  - 1\n  - 2\n'
        "my_notegen_x: 1\nnotegen: 2\nnotegenx_y: 3\nnotegen_rating: 5\n",
    )
    text, _ = renew(existing, _FRESH)
    assert "notegen_source" not in text
    assert "  - 1\n" not in text
    assert "my_notegen_x: 1\nnotegen: 2\nnotegenx_y: 3\nnotegen_rating: 5\n" in text
    same = _edited(existing, "draft")
    assert "notegen_source" in renew(same, _FRESH)[0]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("body", ["", "one line", "%% notegen:begin draft %%\n`%% notegen:end draft %%`", "\n\nx\n\n"])
def test_renewing_three_times_is_renewing_once(newline: str, body: str) -> None:
    """Empty, of one line, with what looks like marks: a second and a third time change no byte."""
    fresh = f"{regions.render('draft', body)}\n\n{regions.render('abstract', '')}\n"
    existing = f"mine\n{regions.render('draft', 'old')}\n{regions.render('abstract', 'old')}\nmine".replace(
        "\n", newline
    )
    once, kept = renew(existing, fresh)
    assert kept == ()
    assert {name: region.body for name, region in regions.find(once).items()} == {
        name: region.body for name, region in regions.find(fresh).items()
    }
    assert renew(once, fresh) == (once, ())
    assert renew(renew(once, fresh)[0], fresh) == (once, ())
    assert once.startswith(f"mine{newline}") and once.endswith(f"{newline}mine")


def test_a_note_without_regions_is_never_renewed() -> None:
    """A note of somebody comes back as it is, whatever it holds."""
    for note in ("", "# mine\n", "---\nnotegen_read: x\n---\n", frontmatter.split(_PLAIN)[0], "\ufeff\r\n"):
        assert renew(note, _FRESH) == (note, ())
        assert not has_regions(note)


def test_a_head_its_owner_took_out_does_not_come_back() -> None:
    """Without frontmatter the draft is renewed and no head is put before the first line of the person."""
    body = frontmatter.split(_PLAIN)[1]
    assert renew(body, _FRESH) == (frontmatter.split(_FRESH)[1], ())


_LINES = (
    "mine {}",
    "- mine {}",
    "  mine: {}",
    "mine{}: x",
    "# mine {}",
    "## mine {}",
    "> mine {}",
    "| mine {} |",
    "``` mine{}",
    "%% mine {}",
    "<!-- mine {}",
    "$$ mine {}",
    "mine {} %%",
    "\tmine {}  ",
    "[^ng-2]: mine {}",
    "%% notegen:begin mine{} sha256=0123456789abcdef %%",
    "%% notegen:end mine{} %%",
)
_MARKS = ("```", "~~~~", "---", "%%", "%% notegen:end draft %%", "%% notegen:end abstract %%", "", "-->", "===")
_EDITS = st.lists(
    st.tuples(st.integers(0, 70), st.sampled_from([*_LINES, *_MARKS]) | st.text(max_size=8).map("mine {} ".__add__)),
    max_size=6,
)


def _skeleton(note: str) -> str:
    """The note without its untouched regions and without the lines of our keys."""
    for name, region in sorted(regions.find(note).items(), key=lambda found: -found[1].start):
        if name in ("draft", "abstract") and region.untouched:
            note = f"{note[: region.start]}<{name}>{note[region.end :]}"
    head, body = frontmatter.split(note)
    return re.sub(r"(?m)^notegen_(?:read|model|claims|supported):[^\n]*\n", "", head) + body


@settings(max_examples=300, deadline=None)
@given(_EDITS, st.lists(st.integers(0, 70), max_size=3), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_any_edit_of_a_person_survives(
    edits: list[tuple[int, str]], deleted: list[int], newline: str, mark: bool, unfinished: bool
) -> None:
    """Lines written anywhere, head and regions included, and lines deleted: nothing else changes, thrice as once."""
    source = _UNFINISHED if unfinished else _PLAIN
    lines = source.split("\n")
    for at in deleted:
        lines[min(at, len(lines) - 1)] = ""
    mine = []
    for number, (at, line) in enumerate(edits):
        mine.append(line.replace("{}", str(number)).replace("\n", " ").replace("\r", " "))
        lines.insert(min(at, len(lines)), mine[-1])
    existing = "\ufeff" * mark + newline.join(lines)
    text, kept = renew(existing, _FRESH)
    for line in mine:
        assert text.split(newline).count(line) >= existing.split(newline).count(line) or line in _MARKS
    assert _skeleton(text) == _skeleton(existing)
    assert {one.region: one.existing for one in kept} == {
        name: region.body
        for name, region in regions.find(existing).items()
        if name in ("draft", "abstract") and not region.untouched and region.body != regions.find(_FRESH)[name].body
    }
    assert renew(text, _FRESH) == (text, kept)
    whole = complete(existing, _FRESH)
    if whole is not None:
        for line in mine:
            assert line in _MARKS or line in whole.split(newline)
        assert complete(whole, _FRESH) is None
