from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from notegen.errors import SectionNotFound
from notegen.obsidian.links import read_links
from notegen.obsidian.outline import headings, section_at
from notegen.writer.moc_line import with_item

_LINK = "[[2024__OSDI__Kagami|Kagami]]"


def _added(text: str, section: str = "A") -> str:
    """The text with `NEW` for the link that was added."""
    return with_item(text, section, _LINK, "MOC.md").replace(_LINK, "NEW")


@pytest.mark.parametrize("mark", ["-", "*", "+"])
def test_the_line_stands_behind_the_last_item_and_is_written_like_it(mark: str) -> None:
    """The bullet of the list, and no other line touched."""
    assert (
        _added(f"## A\n{mark} [[x]]\n{mark} [[y]]\n\n## B\n")
        == f"## A\n{mark} [[x]]\n{mark} [[y]]\n{mark} NEW\n\n## B\n"
    )


@pytest.mark.parametrize(
    ("last", "new"),
    [
        ("1. x", "2. NEW"),
        ("9) x", "10) NEW"),
        ("0. x", "1. NEW"),
        ("1.\tx", "2.\tNEW"),
        ("-\tx", "-\tNEW"),
        ("-   x", "- NEW"),
    ],
)
def test_a_numbered_list_goes_on_counting(last: str, new: str) -> None:
    """The next number, with the point or parenthesis of the last one, and a blank or tab as it has."""
    assert _added(f"## A\n{last}\n") == f"## A\n{last}\n{new}\n"


@pytest.mark.parametrize(
    "items",
    [
        "- x\n  - y\n    - z\n",
        "- x\n\t- y\n\t\t- z\n",
        "1. x\n   - y\n",
        "- x\n\n  a paragraph of it\n\n    more\n",
        "- x\n  ```\n  - code\n  ```\n",
        "- x\n  > a quote\n",
        "- x\n\n\t- y\n\n\t- z\n",
    ],
)
def test_what_is_indented_under_the_last_item_stays_with_it(items: str) -> None:
    """Nested items, paragraphs and code belong to it; the new line comes behind them, not among them."""
    mark = "2. " if items[0] == "1" else "- "
    assert _added(f"## A\n{items}\nafter\n\n## B\n") == f"## A\n{items}{mark}NEW\n\nafter\n\n## B\n"


@pytest.mark.parametrize("second", ["goes on here", "[[y]] goes on here", "*too*"])
def test_an_item_that_goes_on_in_the_next_line_is_not_parted(second: str) -> None:
    """A paragraph goes on without indent (CommonMark, Laziness): the new item comes behind it."""
    assert _added(f"## A\n- x\n{second}\n\n## B\n") == f"## A\n- x\n{second}\n- NEW\n\n## B\n"


@pytest.mark.parametrize("rule", ["* * *", "- - -", "-  -  -", "* * * *"])
def test_a_line_across_the_page_is_no_item(rule: str) -> None:
    """A thematic break of marks with blanks ends the list and is not continued (CommonMark, Thematic breaks)."""
    assert _added(f"## A\n+ x\n\n{rule}\n") == f"## A\n+ x\n+ NEW\n\n{rule}\n"


def test_a_list_that_is_all_indented_is_continued_at_its_depth() -> None:
    """The outermost items of the section count, wherever they stand."""
    assert _added("## A\n  - x\n    - y\n\n## B\n") == "## A\n  - x\n    - y\n  - NEW\n\n## B\n"


def test_the_section_ends_at_the_next_heading() -> None:
    """Items of sections above, below and within are not its own."""
    text = "# A\n\n## B\n- b\n\n### C\n- c\n\n## D\n- d\n"
    assert _added(text, "B") == text.replace("- b\n", "- b\n- NEW\n")
    assert _added(text, "C") == text.replace("- c\n", "- c\n- NEW\n")
    assert _added(text, "D") == text.replace("- d\n", "- d\n- NEW\n")
    assert _added(text, "A") == text.replace("# A\n", "# A\n- NEW\n", 1)


@pytest.mark.parametrize("last", ["# A", "# A\n", "# A\n\n", "# A\n\n\n\n# B\n", "# A\n# B\n"])
def test_an_empty_section_gets_a_list(last: str) -> None:
    """Right under its heading, with no blank line lost and no last line end made up."""
    text = _added(last)
    assert text.replace("- NEW\n", "", 1).replace("\n- NEW", "", 1) == last
    assert [section_at(headings(text), text.index("NEW"))] == [("A",)]


@pytest.mark.parametrize(
    "content",
    [
        "words",
        "| a | b |\n| - | - |\n| [[x]] | y |",
        "> [!note] title\n> - [[x]]",
        "> - [[x]]",
        "```\n- [[x]]\n```",
        "~~~~\n- [[x]]\n~~~\n~~~~",
        "%%\n- [[x]]\n%%",
        "<!-- \n- [[x]]\n-->",
        "$$\n- x\n$$",
        "words %% a remark %%",
        "words <!-- a remark -->",
        "![[figure.png]]",
        "**bold**",
        "words\n^block-id",
        "-",
    ],
)
@pytest.mark.parametrize("after", ["", "\n", "\n\n## B\n- b\n"])
def test_a_section_without_a_list_gets_one_at_its_end(content: str, after: str) -> None:
    """Behind tables, callouts, code and comments, after a blank line; items in those are none of it."""
    assert _added(f"## A\n{content}{after}") == f"## A\n{content}\n\n- NEW{after}"


@pytest.mark.parametrize(
    "hidden", ["```\n- [[h]]\n```", "%%\n- [[h]]\n%%", "<!--\n- [[h]]\n-->", "$$\n- h\n$$", "> - [[h]]", "<%*\n- h\n%>"]
)
def test_items_in_code_and_comments_are_passed_over(hidden: str) -> None:
    """The list of the section is continued, not one that is shown as code or not at all."""
    assert _added(f"## A\n- x\n\n{hidden}\n\n## B\n") == f"## A\n- x\n- NEW\n\n{hidden}\n\n## B\n"
    assert _added(f"## A\n{hidden}\n\n- x\n") == f"## A\n{hidden}\n\n- x\n- NEW\n"


@pytest.mark.parametrize("inner", ["<!-- a\n  b\n-->", "%%\n  b\n%%", "$$\nx\n$$", "$$\n  x\n$$", "<%*\n  x\n%>"])
def test_a_comment_within_the_last_item_is_not_parted(inner: str) -> None:
    """What begins under the item and ends at the left edge stays whole: the line comes behind it, and can be seen."""
    text = with_item(f"## A\n- x\n  {inner}\n\n## B\n", "A", _LINK, "MOC.md")
    assert text.replace(f"- {_LINK}\n", "") == f"## A\n- x\n  {inner}\n\n## B\n"
    assert text.index(_LINK) > text.index(inner) + len(inner)


@pytest.mark.parametrize("left_open", ["```\ncode\n", "~~~\n\n\n", "%%\nnot shown\n\n", "<!-- not shown", "```\ncode"])
def test_a_section_that_ends_in_something_left_open_is_refused(left_open: str) -> None:
    """A line put there would be code, or not be seen."""
    with pytest.raises(SectionNotFound, match="code block or comment") as caught:
        _added(f"## A\n{left_open}")
    assert (caught.value.section, caught.value.moc) == ("A", "MOC.md")


@pytest.mark.parametrize(
    "head",
    [
        'price: "$$"',
        "template: <% tp.file.title",
        "text: |\n  ```\n  code",
        "text: |\n  ~~~",
        "note: 50 %% sure",
        '"%%": x',
        "# <!--",
    ],
)
def test_what_a_head_holds_opens_nothing_in_the_body(head: str) -> None:
    """A sign in a property is no fence, comment or formula: the list is found as if it were not there."""
    text = f"---\n{head}\n---\n## A\n- x\n\n## B\n$$\ny\n$$\n\n%% z %%\n"
    assert _added(text) == text.replace("- x\n", "- x\n- NEW\n")


def test_regions_of_notegen_are_not_written_into() -> None:
    """A line in a region would make it the person's: it comes outside, and the region is as it was."""
    region = "%% notegen:begin draft sha256=0123456789abcdef %%\n- x\n%% notegen:end draft %%\n"
    text = _added(f"## A\n{region}\n## B\n")
    assert region in text
    assert _added(f"## A\n- own\n\n{region}") == f"## A\n- own\n- NEW\n\n{region}"


# --- bytes


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_line_ends_mark_and_the_lack_of_a_last_line_end_are_kept(mark: str, newline: str, end: str) -> None:
    """The new line ends as the others do; a note without a last line end has none afterwards."""
    text = mark + f"---\nx: 1\n---\n# T\n## A\n- x{end}".replace("\n", newline)
    wanted = mark + f"---\nx: 1\n---\n# T\n## A\n- x\n- NEW{end}".replace("\n", newline)
    assert _added(text).encode() == wanted.encode()


def _without_line(changed: str) -> set[str]:
    """What is left when the added line goes, with its line end and a blank line that sets it off."""
    at = changed.index(_LINK)
    start = changed.rfind("\n", 0, at) + 1
    end = at + len(_LINK)
    left = set()
    for newline in ("\r\n", "\n"):
        for before in ("", newline, newline * 2):
            for after in ("", newline, newline * 2):
                if changed[:start].endswith(before) and changed[end:].startswith(after):
                    left.add(changed[: start - len(before)] + changed[end + len(after) :])
    return left


_PIECES = st.lists(
    st.sampled_from(
        [
            "# A",
            "## A ##",
            "## 論文",
            "### B #",
            "- [[x]]",
            "* x",
            "+ x",
            "  - x",
            "\t- x",
            "    - x",
            "1. x",
            "12) x",
            "- [ ] x",
            "words",
            "  words",
            "    words",
            "",
            " ",
            "\t",
            "```",
            "  ```",
            "~~~",
            "%%",
            "%% x %%",
            "<!-- x",
            "-->",
            "$$",
            "`x",
            "> - x",
            "> [!note]",
            "| a | b |",
            "| - | - |",
            "---",
            "===",
            "* * *",
            "%% notegen:begin draft sha256=0123456789abcdef %%",
            "%% notegen:end draft %%",
            "[[a|b]] [c](d.md)",
        ]
    )
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    max_size=14,
)


@settings(max_examples=500, deadline=None)
@given(_PIECES, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.sampled_from(["", "---\nx: 1\n---\n"]), st.data())
def test_in_any_note_one_line_is_added_or_none(
    pieces: list[str], newline: str, ended: bool, head: str, data: st.DataObject
) -> None:
    """Without the added line the note is the old one; the line stands in its section, and is read as a link there."""
    text = head.replace("\n", newline) + newline.join(["# A", *pieces]) + newline * ended
    known = [heading.title for heading in headings(text)]
    section = data.draw(st.sampled_from(known or ["A"]))
    try:
        changed = with_item(text, section, _LINK, "MOC.md")
    except SectionNotFound as error:
        assert "\n" not in str(error)
        return
    assert text in _without_line(changed)
    assert len(headings(changed)) == len(known)
    at = changed.index(_LINK)
    assert section_at(headings(changed), at)[-1:] == (section,)
    assert at in {link.start for link in read_links(changed) if changed.startswith(_LINK, link.start)}


# --- which section


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("## 分散学習の論文", "分散学習の論文"),
        ("## Papers ##", "papers"),
        ("  ### Papers", "## Papers"),
        ("## Papers\t#", "  Papers "),
        ("# Straße", "STRASSE"),
        ("## C#", "C#"),
        ("## データ", unicodedata.normalize("NFD", "データ")),
        (unicodedata.normalize("NFD", "## データ"), "データ"),
        ("## A › B", "A › B"),
        ("Papers\n======", "Papers"),
        ("Papers\n---", "Papers"),
    ],
)
def test_a_heading_is_known_by_its_title(heading: str, section: str) -> None:
    """Without its marks, in any case and Unicode form, underlined ones and such with a closing run too."""
    assert _added(f"{heading}\n- x\n", section) == f"{heading}\n- x\n- NEW\n"


def test_a_path_of_headings_tells_two_of_one_name_apart() -> None:
    """Named alone a heading that is there twice is refused with the number; with the one above it, it is found."""
    text = "# One\n## Papers\n- a\n# Two\n## Papers\n- b\n"
    with pytest.raises(SectionNotFound, match="2 headings are called so"):
        _added(text, "Papers")
    assert _added(text, "One › Papers") == text.replace("- a\n", "- a\n- NEW\n")
    assert _added(text, "two›papers") == text.replace("- b\n", "- b\n- NEW\n")
    with pytest.raises(SectionNotFound, match="no such heading"):
        _added(text, "Three › Papers")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "words\n",
        "```\n## A\n```\n",
        "%%\n## A\n%%\n",
        "---\n# A\n---\n",
        "> ## A\n",
        "####### A\n",
        "#A\n",
        "\\# A\n",
    ],
)
def test_a_section_that_is_not_there_is_refused(text: str) -> None:
    """Headings in code, comments, quotes and the head are none; the line says what there is."""
    with pytest.raises(SectionNotFound, match="no such heading; it has none"):
        _added(text)


def test_headings_that_are_there_are_told() -> None:
    """The person sees what the section could have been called."""
    with pytest.raises(SectionNotFound, match="“論文”, “Papers”"):
        _added("# 論文\n## Papers\n")


def test_a_note_that_lost_its_line_breaks_is_refused_in_a_readable_line() -> None:
    """A MOC in one line has no section to add to; the reason does not repeat the whole note."""
    text = "# 分散学習 - MOC ## A " + " ".join(f"- [[2024__OSDI__Invented Paper {number}]]" for number in range(200))
    with pytest.raises(SectionNotFound) as caught:
        _added(text)
    assert len(str(caught.value)) < 500


@given(st.text(max_size=30))
def test_no_name_of_a_section_breaks_it(section: str) -> None:
    """Whatever is asked for, the answer is a line added or one line why not."""
    assume("NEW" not in section)
    try:
        assert "NEW" in _added("# A\n- x\n", section)
    except SectionNotFound as error:
        assert "\n" not in str(error)
