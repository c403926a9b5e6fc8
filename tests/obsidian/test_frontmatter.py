from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from notegen.obsidian.frontmatter import aliases, properties, quoted, scalar, split, with_keys, without_keys

HEAD = "---\n# mine\ntitle: 'A: B'\nyear: 2031 # sure\ntags:\n- moc\n-   odd\n\n# rating\nrating: 5\n---\n"


@pytest.mark.parametrize("head", [HEAD, "\ufeff" + HEAD, HEAD.replace("\n", "\r\n"), "---\n---\n", "---\na: 1\n---"])
def test_split(head: str) -> None:
    """The head is cut off whole, with byte order mark and line ends, and nothing is lost."""
    body = "" if head.endswith("-") else "text\n---\nmore"

    assert split(head + body) == (head, body)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text",
        "\n---\na: 1\n---\n",
        "---\na: 1\n",
        "---\na: 1\n...\n",
        "----\na: 1\n----\n",
        "--- x\n---\n",
        " ---\n---\n",
    ],
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


@given(st.text(alphabet="-\n\r \ufeffa:", max_size=30))
def test_split_loses_nothing(text: str) -> None:
    """Head and body together are the note, and a head stands between two fences."""
    head, body = split(text)

    assert head + body == text
    assert not head or (head.lstrip("\ufeff").startswith("---") and head.rstrip(" \t\r\n").endswith("---"))


def test_json_is_read() -> None:
    """A head of JSON gives its properties, though it is left as it is, in whatever layout."""
    text = '---\n{\n\t"title": "A: \\ud83c\\udf0d",\n\t"tags": ["paper", "moc"],\n\t"year": 2031\n}\n---\n'

    assert properties(text) == {"title": "A: 🌍", "tags": ["paper", "moc"], "year": "2031"}
    assert with_keys(text, {"a": "1"}) == text


def test_names_of_keys() -> None:
    """Keys in quotes, in other scripts, with blanks, and behind tabs are keys."""
    text = '---\n"quoted": 1\n題名: 深層\nlong name: x\ntab:\ty\nempty:\nanchor: &a z\nagain: *a\n---\n'

    assert properties(text) == {
        "quoted": "1",
        "題名": "深層",
        "long name": "x",
        "tab": "y",
        "empty": "",
        "anchor": "z",
        "again": "z",
    }
    assert with_keys(text, {"題名": '"学習"', "quoted": "2", "tab": "w"}) == (
        text.replace("深層", '"学習"').replace('"quoted": 1', "quoted: 2").replace("tab:\ty", "tab: w")
    )


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
        ("aliases: null", ()),
        ("aliases: ~\nalias:\n-\n- null", ()),
        ("aliases:\n- 2031\n- yes", ("2031", "yes")),
        ("aliases: [深層学習, 'a, b']", ("深層学習", "a, b")),
        ("title: x", ()),
    ],
)
def test_aliases(head: str, expected: tuple[str, ...]) -> None:
    """Aliases are read in each shape old and new vaults write, also after a byte order mark."""
    assert aliases(f"\ufeff---\r\n{head}\r\n---\r\n") == expected


@given(st.text() | st.text(alphabet=":#\"'\\@%[]{}&*!|>-?,` \n\t\r0e1yn~\x00\x85\u2028\ufeff\uffff🌍é"))
def test_scalar_round_trip(value: str) -> None:
    """Any text comes back the same from readers of YAML 1.1 and 1.2 and takes one line."""
    written = scalar(value)
    text = f"key: {written}\nnext: 1"

    assert yaml.load(text, Loader=yaml.SafeLoader) == {"key": value, "next": 1}
    assert yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) == {"key": value, "next": 1}
    assert YAML(typ="safe", pure=True).load(text) == {"key": value, "next": 1}
    assert len(written.splitlines()) == 1


def test_a_broken_character_becomes_the_sign_for_one() -> None:
    """Half a surrogate pair cannot be stored and is no reason for a head that nobody can read."""
    assert properties("---\ntitle: " + scalar("a\ud800b") + "\n---\n") == {"title": "a\ufffdb"}


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
        "---\n# mine\ntitle: 'A: B'\nyear: 2032 # sure\ntags:\n  - \"paper\"\n\n# rating\nrating: 5\n"
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
        ("a: 'x\n# y'\nb: 1\n", "a: 9\nb: 1\n"),
        ("a: [x,\n# c\n  y]\n# d\n", "a: 9\n# d\n"),
        ("  a: 1\n  b:\n  - x\n", "  a: 9\n  b:\n  - x\n"),
        ("  b: 1\n", "  b: 1\n  a: 9\n"),
        ("a: 1\nb: 2\na: 3\na: [4]\n", "a: 9\nb: 2\n"),
        ("# only a comment\n", "# only a comment\na: 9\n"),
        ("? a\n: 1\nb: 2\n", "a: 9\nb: 2\n"),
        ("b: &x 1\nc: *x\na: 0\n", "b: &x 1\nc: *x\na: 9\n"),
    ],
)
def test_every_shape_of_value_is_replaced_whole(before: str, after: str) -> None:
    """Block texts, flow lists, maps and empty values are replaced as one, and nothing after them."""
    fence = "---\r\n" if "\r\n" in before else "---\n"

    assert with_keys(f"{fence}{before}{fence}body", {"a": "9"}) == f"{fence}{after}{fence}body"


@pytest.mark.parametrize(
    "inner", ["a: &x 1\nb: *x\n", "a: 1\rb: 2\n", "a: x\u2028b: 1\n", "{a: 1}\n", "a: 1\n...\nb: 2\n"]
)
def test_what_a_change_would_break_stays(inner: str) -> None:
    """A key that another one needs, or that shares its line with another, is not touched."""
    text = f"---\n{inner}---\nbody"

    assert with_keys(text, {"a": "9"}) == text
    assert without_keys(text, ["a"]) == text


def test_keys_are_taken_out() -> None:
    """Keys go with all their lines, doubled ones too; everything else stays."""
    assert without_keys(HEAD + "body", ["tags", "year", "none"]) == (
        "---\n# mine\ntitle: 'A: B'\n\n# rating\nrating: 5\n---\nbody"
    )
    assert without_keys("---\na: 1\nb: 2\na:\n- 3\n---\n", ["a"]) == "---\nb: 2\n---\n"
    assert without_keys("---\na: 1\n---\n", ["a"]) == "---\n---\n"
    assert without_keys("body", ["a"]) == "body"


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


pieces = st.sampled_from(
    [
        "{0}: 1\n",
        "{0}: 'one: two' # why\n",
        '{0}: "a\n  b"\n',
        "{0}:\n",
        "{0}:\n- x\n-   y # z\n",
        "{0}:\n  - '[[X]]'\n\n  # in between\n  - y\n",
        "{0}: [a, 'b, c',\n  d]\n",
        "{0}: {{a: 1, b: [2]}}\n",
        "{0}:\n    deep: 1\n    deeper:\n        - 2\n",
        "{0}: |\n  text: 1\n\n  # no comment\n",
        "{0}: >-\n  folded\n   more\n",
        "'{0}': 深層学習\n",
        '"{0}" : 2031-01-02\n',
    ]
)
between = st.sampled_from(["", "", "\n", "# a comment\n", "\n # set in\n\n", "#\n#: '\n"])
keys = st.from_regex(r"[a-zé題][a-z_]{0,3}", fullmatch=True)
heads = st.lists(st.tuples(between, pieces, keys), max_size=6, unique_by=lambda part: part[2])
values = st.text(max_size=6).map(scalar) | st.lists(st.text(max_size=4), min_size=1, max_size=3).map(
    lambda items: "".join(f"\n  - {scalar(item)}" for item in items)
)


@given(heads, between, st.dictionaries(keys, values, max_size=3), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_line_of_others_stays(
    head: list[tuple[str, str, str]], last: str, new: dict[str, str], newline: str, marked: bool
) -> None:
    """Set keys are read back, all other lines of a head stay byte for byte, and a second run changes nothing."""

    def written(parts: list[tuple[str, str]], added: str = "") -> str:
        inner = "".join(f"{gap}{lines}" for gap, lines in parts)
        return ("\ufeff" * marked + f"---\n{inner}{last}{added}---\nbody\n").replace("\n", newline)

    def line(name: str, there: str = "") -> str:
        text = f"{name}:{'' if new[name].startswith(chr(10)) else ' '}{new[name]}"
        comment = next((remark for remark in (" # why", " # z") if there.endswith(f"{remark}\n")), "")
        return text + ("" if "\n" in text else comment) + "\n"

    parts = [(gap, piece.format(name), name) for gap, piece, name in head]
    known = {name for _, _, name in parts}
    before = written([(gap, lines) for gap, lines, _ in parts])
    after = written(
        [(gap, line(name, lines) if name in new else lines) for gap, lines, name in parts],
        "".join(line(name) for name in new if name not in known),
    )
    changed = with_keys(before, new)

    assert changed == after
    assert with_keys(changed, new) == changed
    assert properties(changed) == properties(before) | properties(
        "---\n" + "".join(line(name) for name in new) + "---\n"
    )
    assert without_keys(changed, new) == written([(gap, "" if n in new else lines) for gap, lines, n in parts])


@given(
    st.text(alphabet="-\n\r \t\ufeffab:#'\"[]{}|>&*!?,\u2028", max_size=40), st.dictionaries(keys, values, max_size=2)
)
def test_any_text_keeps_its_body(text: str, new: dict[str, str]) -> None:
    """Whatever the note, its body stays; keys that are set can be read, and a second run changes nothing."""
    text = f"---\n{text}"
    changed = with_keys(text, new)

    assert changed.endswith(split(text)[1])
    assert with_keys(changed, new) == changed
    assert changed == text or new.keys() <= properties(changed).keys()


simple = st.sampled_from(
    [
        "{0}: {1}\n",
        "{0}: '{1}'\n",
        '{0}: "[[{1}]]"\n',
        "{0}: ['[[{1}]]', \"b\"]\n",
        "{0}:\n- {1}\n- '[[{1}|x]]'\n",
        '{0}:\n  - "[[{1}]]"\n',
        "{0}:\n",
        "- {1}\n",
        "  - '[[{1}]]'\n",
    ]
)
words = st.text(alphabet="ab1é題 :-'\"#[],&*\\\u2028\t", min_size=1, max_size=6) | st.sampled_from(
    ["yes", "2031-01-02"]
)


@given(st.lists(st.tuples(simple, keys, words), max_size=5), st.sampled_from(["\n", "\r\n"]))
def test_a_plain_head_is_read_like_any_other(lines: list[tuple[str, str, str]], newline: str) -> None:
    """A head has the same quoted values whether or not a comment in it calls for more than a plain look."""
    inner = "".join(form.format(name, value) for form, name, value in lines).replace("\n", newline)

    assert list(quoted(f"---{newline}{inner}---{newline}")) == list(
        quoted(f"---{newline}{inner}# c{newline}---{newline}")
    )
