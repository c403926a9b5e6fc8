from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.frontmatter import aliases, properties, scalar, split, with_keys

HEAD = "---\n# mine\ntitle: 'A: B'\nyear: 2031 # sure\ntags:\n- moc\n-   odd\n\n# rating\nrating: 5\n---\n"


@pytest.mark.parametrize("head", [HEAD, "\ufeff" + HEAD, HEAD.replace("\n", "\r\n"), "---\n---\n", "---\na: 1\n---"])
def test_split(head: str) -> None:
    """The head is cut off whole, with byte order mark and line ends, and nothing is lost."""
    body = "" if head.endswith("-") else "text\n---\nmore"

    assert split(head + body) == (head, body)


@pytest.mark.parametrize(
    "text", ["", "text", "\n---\na: 1\n---\n", "---\na: 1\n", "----\na: 1\n----\n", "--- x\n---\n"]
)
def test_no_frontmatter(text: str) -> None:
    """A block that does not begin the note, or never ends, is body."""
    assert split(text) == ("", text)


def test_properties_are_text() -> None:
    """Scalars come as they are written, lists as lists, nested values not at all."""
    text = "---\narxiv: 1910.02050\nok: yes\nday: 2031-01-02\nempty:\nlist: [a, 2]\nup: [[MOC]]\nmap: {a: b}\n---\n"

    assert properties(text) == {
        "arxiv": "1910.02050",
        "ok": "yes",
        "day": "2031-01-02",
        "empty": "",
        "list": ["a", "2"],
        "up": [],
    }


@pytest.mark.parametrize(
    "head",
    ["a: b: c", "aliases:\n- @name", "- a", "words", "a: \x01", "&a [*a]", "? [x]\n: y", "[" * 500, "a: [\ud800]"],
)
def test_broken_properties(head: str) -> None:
    """A head that is no YAML mapping has no properties and is left alone."""
    text = f"---\n{head}\n---\nbody"

    assert properties(text) == {}
    assert with_keys(text, {"year": "2031"}) == text


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("aliases:\n  - One\n  - 'Two, three'", ("One", "Two, three")),
        ("aliases: One, Two", ("One", "Two")),
        ("alias: One\naliases: [Two, One]", ("Two", "One")),
        ("aliases:", ()),
        ("title: x", ()),
    ],
)
def test_aliases(head: str, expected: tuple[str, ...]) -> None:
    """Aliases are read in each shape old and new vaults write, also after a byte order mark."""
    assert aliases(f"\ufeff---\r\n{head}\r\n---\r\n") == expected


@given(st.text())
def test_scalar_round_trip(value: str) -> None:
    """Any text comes back the same from a YAML reader and takes one line."""
    written = scalar(value)

    assert yaml.load(f"key: {written}\nnext: 1", Loader=yaml.SafeLoader) == {"key": value, "next": 1}
    assert len(written.splitlines()) == 1


@pytest.mark.parametrize(
    "value",
    [
        "A: B",
        '"Q"',
        "it's",
        "#1",
        "[x]",
        "{x}",
        "@k",
        "yes",
        "2031",
        "1e5",
        "2031-01-01",
        "null",
        "- x",
        "%",
        "\\pi",
        "🌍論",
    ],
)
def test_scalar_keeps_titles_as_text(value: str) -> None:
    """What YAML would take for something else stays text, and readable."""
    assert yaml.safe_load(scalar(value)) == value
    assert yaml.safe_load(scalar(value.replace("\\", ""))) == value.replace("\\", "")
    assert "\\u" not in scalar("深層学習🌍é")


def test_only_the_lines_of_a_key_change() -> None:
    """Set keys change in place, new ones go to the end, and comments, order and others' quotes stay."""
    changed = with_keys(HEAD + "body", {"tags": '\n  - "paper"', "doi": '"10.1/x"', "year": "2032", "venue": '"VLDB"'})

    assert changed == (
        "---\n# mine\ntitle: 'A: B'\nyear: 2032\ntags:\n  - \"paper\"\n\n# rating\nrating: 5\n"
        'doi: "10.1/x"\nvenue: "VLDB"\n---\nbody'
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: |\n  # text\n\n  more\nb: 1\n", "a: 9\nb: 1\n"),
        ("a: >-\n  folded\n  # text\n", "a: 9\n"),
        ("a: [x,\n  y]\nb: 1\n", "a: 9\nb: 1\n"),
        ('"a": "x\n  y"\n# end\n', "a: 9\n# end\n"),
        ("a:\nb: 1\n", "a: 9\nb: 1\n"),
        ("a:\n  c: 1\n  d: 2\nb: 1\n", "a: 9\nb: 1\n"),
        ("b: {a: 1}\n", "b: {a: 1}\na: 9\n"),
        ('b: "x\u2028 y"\na: 1\n', 'b: "x\u2028 y"\na: 9\n'),
        ('b: 1\na: "x\u2028# y"\nc: 2\n', "b: 1\na: 9\nc: 2\n"),
        ("b: 1\r\na:\r\n- x\r\n\r\n# c\r\nd: 2\r\n", "b: 1\r\na: 9\r\n\r\n# c\r\nd: 2\r\n"),
        ("", "a: 9\n"),
    ],
)
def test_every_shape_of_value_is_replaced_whole(before: str, after: str) -> None:
    """Block texts, flow lists, maps and empty values are replaced as one, and nothing after them."""
    fence = "---\r\n" if "\r\n" in before else "---\n"

    assert with_keys(f"{fence}{before}{fence}body", {"a": "9"}) == f"{fence}{after}{fence}body"


def test_bytes_of_windows_stay() -> None:
    """Byte order mark and CRLF are kept, also in new lines."""
    changed = with_keys("\ufeff---\r\na: 1\r\n---\r\nbody\r\n", {"tags": "\n  - x"})

    assert changed == "\ufeff---\r\na: 1\r\ntags:\r\n  - x\r\n---\r\nbody\r\n"


def test_a_note_without_properties_gets_some() -> None:
    """A note without a head gets one before its text, after the byte order mark."""
    assert with_keys("\ufefftext\r\n", {"a": "1"}) == "\ufeff---\r\na: 1\r\n---\r\ntext\r\n"


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), st.text(max_size=8), max_size=4),
    st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), st.text(max_size=8), max_size=4),
)
def test_set_keys_are_read_back(old: dict[str, str], new: dict[str, str]) -> None:
    """After a change the set keys have their values, the others theirs, and a second run changes nothing."""
    text = "---\n" + "".join(f"{name}: {scalar(value)}\n" for name, value in old.items()) + "---\nbody"
    lines = {name: scalar(value) for name, value in new.items()}
    changed = with_keys(text, lines)

    assert properties(changed) == old | new
    assert with_keys(changed, lines) == changed
    assert split(changed)[1] == "body"
