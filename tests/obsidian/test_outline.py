from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.links import read_links
from notegen.obsidian.outline import Heading, headings, section_at, unflatten

SHARED_MOC = Path(__file__).parents[3] / "shared" / "moc"

WHOLE = """\
[[分散キャッシュ]]の読書リスト。
Parent: [[Storage - MOC]]
## Caches / Eviction
- [[2031__FAST__Sieve Again - A Study of Eviction]]
- S3-FIFO: [[2032__SOSP__Queues - FIFO is All You Need]]
- [記事 - a blog - in two parts](https://example.org/a-b)
### Papers
### Case Studies
* [[Zero-copy]]
1. [[2033__OSDI__Pages]]
## Data Path
- [ ] [[2034__ATC__NVMe at Scale]]
- 未読
"""
FLAT = " ".join(WHOLE.split("\n")).rstrip()


def places(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Each link with its section path and the text before it on its line."""
    outline = headings(text)
    return [
        (link.target, section_at(outline, link.start), text[text.rfind("\n", 0, link.start) + 1 : link.start])
        for link in read_links(text)
    ]


def test_headings() -> None:
    """ATX headings are read with level, title and offset; closing marks are no part of the title."""
    text = "---\na: 1\n---\n# One\r\ntext\n  ### C# ###\n####\n## #2 \n#tag\n####### seven\n"

    assert headings(text) == (
        Heading(1, "One", text.index("# One")),
        Heading(3, "C#", text.index("  ###")),
        Heading(4, "", text.index("####\n")),
        Heading(2, "#2", text.index("## #2")),
    )


@pytest.mark.parametrize("hidden", ["```\n# no\n```", "%%\n# no\n%%", "<!--\n# no\n-->", "$$\n# no\n$$", "    # no"])
def test_no_headings_in_literal_text(hidden: str) -> None:
    """What stands in code, comments or mathematics is no heading."""
    assert [heading.title for heading in headings(f"# yes\n\n{hidden}\n\n## also\n")] == ["yes", "also"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Title\n=====\ntext\n\nPart\n---\n", [(1, "Title"), (2, "Part")]),
        ("over\n  two lines\n=", [(1, "over two lines")]),
        ("見出し\r\n---\r\n本文\r\n", [(2, "見出し")]),
        ("\ufeffTitle\n==", [(1, "Title")]),
        ("\ufeff# Title", [(1, "Title")]),
        ("---\na: 1\n---\nTitle\n---\n", [(2, "Title")]),
        ("# One\nTwo\n---\nThree\n===", [(1, "One"), (2, "Two"), (1, "Three")]),
        ("[[Note]]\n---", [(2, "[[Note]]")]),
        ("a | b\n---", [(2, "a | b")]),
        ("- a\n\nTitle\n---", [(2, "Title")]),
        ("text\n\n---\n\nmore", []),
        ("---\na: 1\n---\n---\n", []),
        ("# One\n---", [(1, "One")]),
        ("- a\n---", []),
        ("1. a\nb\n---", []),
        ("- a\n\n  b\n---", []),
        ("> a\n---", []),
        ("| a |\n|---|\n| b |\n---", []),
        ("a | b\n--- | ---\nc | d\n---", []),
        ("</details>\n---", []),
        ("[^1]: a note\n---", []),
        ("```\na\n---\n```\n---", []),
        ("$$\na\n---\n$$", []),
        ("%%\na\n---\n%%", []),
        ("<!--\n\na\n---\n-->", []),
        ("a\n- - -", []),
        ("a\n= =", []),
        ("    code\n---", []),
    ],
)
def test_underlined_headings(text: str, expected: list[tuple[int, str]]) -> None:
    """A paragraph over a line of "=" or "-" is a heading; a rule behind anything else makes none."""
    found = headings(text)

    assert [(heading.level, heading.title) for heading in found] == expected
    assert all(
        text.startswith(heading.title.split(" ")[0].lstrip("#"), heading.start)
        for heading in found
        if text[heading.start] != "#"
    )


@given(
    st.lists(
        st.sampled_from(
            ["# a", "b", "===", "---", "", "- c", "> d", "| e |", "```", "    f", "%%", "1. g", "<div>", "\r"]
        ),
        max_size=12,
    )
)
def test_headings_are_lines_of_the_note(lines: list[str]) -> None:
    """Whatever the note, its headings come in order, each from the beginning of a line that holds its first words."""
    text = "\n".join(lines)
    found = headings(text)

    assert [heading.start for heading in found] == sorted({heading.start for heading in found})
    assert all(heading.start == 0 or text[heading.start - 1] == "\n" for heading in found)
    assert all(heading.title.split(" ")[0] in text[heading.start :].split("\n")[0] for heading in found)


def test_section_path() -> None:
    """A place is under the nearest heading of each lower level, even where a level is left out."""
    text = "a\n# One\n### Deep\nb\n## Two\nc\n# Three\nd"
    outline = headings(text)

    assert [section_at(outline, text.index(place)) for place in ("a", "b", "c", "d")] == [
        (),
        ("One", "Deep"),
        ("One", "Two"),
        ("Three",),
    ]


def test_flattened_note_gets_its_lines_back() -> None:
    """Links, sections and the text before each link are those of the note before it lost its line breaks."""
    restored = unflatten(FLAT)

    assert [line.rstrip() for line in restored.split("\n")] == WHOLE.split("\n")[:-1]
    assert places(restored) == places(WHOLE)
    assert [(heading.level, heading.title) for heading in headings(restored)] == [
        (heading.level, heading.title) for heading in headings(WHOLE)
    ]


def test_flattened_body_below_a_whole_head() -> None:
    """Only the body lost its lines: the properties stay as they are, and offsets stay too."""
    text = "---\ntags:\n  - moc\n---\n" + FLAT
    restored = unflatten(text)

    assert restored.startswith("---\ntags:\n  - moc\n---\n")
    assert [link.start for link in read_links(restored)] == [link.start for link in read_links(text)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        WHOLE,
        WHOLE.replace("\n", "\r\n"),
        "See [[A]] - it is good - and [[B]].",
        "- [[A]] - a note on one line",
        "# Title",
        "Issue # 1 of [[A]] - [[B]]",
        "`## a - [[A]] - [[B]]`",
    ],
)
def test_a_normal_note_stays(text: str) -> None:
    """A note that has its line breaks, or never needed any, comes back byte for byte."""
    assert unflatten(text) == text


@given(
    st.lists(st.sampled_from(["## A / B", "### Papers", "- [[X - Y]]", "- k: [[Z]]", "- [p - q](http://e.org/a - b)"]))
)
def test_only_blanks_become_line_breaks(lines: list[str]) -> None:
    """Nothing but blanks changes, whatever a flattened list holds, and a second pass changes nothing."""
    flat = " ".join(lines)
    restored = unflatten(flat)

    assert restored.replace("\n", " ") == flat
    assert unflatten(restored) == restored


@pytest.mark.replay
@pytest.mark.skipif(not SHARED_MOC.is_dir(), reason="the sample list is not here")
def test_the_sample_list_flattened() -> None:
    """The flattened sample list reads like the sample list itself: 62 links with the same section and line."""
    (path,) = SHARED_MOC.glob("*MOC.md")
    whole = path.read_text(encoding="utf-8")
    restored = unflatten((SHARED_MOC / "moc-flattened.txt").read_text(encoding="utf-8"))

    assert len(places(whole)) == 62
    assert places(restored) == places(whole)
    assert unflatten(whole) == whole
