from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.links import Link, read_links


def targets(text: str) -> list[str]:
    """Targets of the links in a text."""
    return [link.target for link in read_links(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Note]]", ("Note", "", "")),
        ("[[Note.md]]", ("Note", "", "")),
        ("[[ Note | shown ]]", ("Note", "shown", "")),
        ("[[Note#Part#Deeper|shown]]", ("Note", "shown", "#Part#Deeper")),
        ("[[Note#^b12]]", ("Note", "", "#^b12")),
        ("[[#Part]]", ("", "", "#Part")),
        ("[[@2031E^2Cache, a study]]", ("@2031E^2Cache, a study", "", "")),
        ("[[papers/Note|x]]", ("papers/Note", "x", "")),
        ("| [[2031__VLDB__Join Trees\\|Join]] |", ("2031__VLDB__Join Trees", "Join", "")),
        ("[[Rust#`Box<T>`]]", ("Rust", "", "#`Box<T>`")),
        ("[[A|see [1] there]]", ("A", "see [1] there", "")),
        ("[shown](Join%20Trees.md)", ("Join Trees", "shown", "")),
        ("[shown](<Join Trees.md>)", ("Join Trees", "shown", "")),
        ("[shown](../papers/Join%20Trees#Part%20two)", ("../papers/Join Trees", "shown", "#Part two")),
        ('[shown](Join.md "a title")', ("Join", "shown", "")),
        ("[深層](%E6%B7%B1%E5%B1%A4.md)", ("深層", "深層", "")),
        ("[[[Note]]]", ("Note", "", "")),
        ("[[Note#Part|shown [1]]]", ("Note", "shown [1", "#Part")),
        ("[[Node.js.md]]", ("Node.js", "", "")),
        ("[[v1.2.md]]", ("v1.2", "", "")),
        ("[[Paper.pdf.md]]", ("Paper.pdf.md", "", "")),
        ("[[Note.md.md]]", ("Note.md.md", "", "")),
        ("[[#^b12|there]]", ("", "there", "#^b12")),
        ("[a \\] b](Join.md)", ("Join", "a ] b", "")),
        ("[shown]( <Join Trees.md> 'a title' )", ("Join Trees", "shown", "")),
        ("[shown](Join_(Trees).md)", ("Join_(Trees)", "shown", "")),
        ("![[figure.png|300]]", ("figure.png", "", "")),
        ("![[figure.png|100x145]]", ("figure.png", "", "")),
        ("![[figure.png|the figure|300]]", ("figure.png", "the figure", "")),
        ("![[Note|300]]", ("Note", "300", "")),
        ("[[Note]](cf: the second part)", ("Note", "", "")),
    ],
)
def test_every_form_of_a_link(text: str, expected: tuple[str, str, str]) -> None:
    """A link's target, label and subpath are read whichever of Obsidian's forms it is written in."""
    (link,) = read_links(text)

    assert (link.target, link.label, link.subpath) == expected


@pytest.mark.parametrize(
    "text",
    [
        "```\n[[X]]\n```",
        "~~~~ python\n[[X]]\n~~~\n[[X]]\n~~~~",
        "````\n```\n[[X]]\n```\n[[X]]\n````",
        "- item\n  ```\n  [[X]]\n  ```",
        "> ```\n> [[X]]\n> ```",
        "1. > ~~~\n   > [[X]]\n   > ~~~",
        "```\n[[X]]",
        "para\n\n    [[X]]\n\n    [[X]]",
        "- item\n\n        [[X]]",
        "`[[X]]` and `` ` [[X]] ``",
        "`over\n[[X]] lines`",
        "$[[X]]$ and $$\n[[X]]\n$$",
        "<!-- [[X]] -->",
        "<!--\n\n[[X]]\n\n-->",
        "%% [[X]] %%",
        "%%\n[[X]]\n\n[[X]]\n%%",
        "%%\n[[X]] never closed",
        "<% tp.file.include('[[X]]') %> [[<% tp.date.now() %>]]",
        "said by someone[[11]](https://example.org/a#cite)",
        "[text](https://example.org/X.md) [m](mailto:a@example.org) [w](www.example.org) <https://example.org>",
        "[file](paper.pdf) ![](figure.png) []()",
        "[no link](with blank)",
        "\\[[X]] [[]] [[ ]] [[|x]] [x] [ ] [[X\n]]",
        "````md\n- a\n    ```js\n    [[X]]\n    ```\n[[X]]\n````",
        "```md\n- a\n    ```js\n    x\n    ```\n[[X]]\n```",
        "- a\n    ```\n    [[X]]\n    ```",
        "\t```\n\t[[X]]\n\t```",
        "    [[X]]\n\ntext",
        "# Head\n    [[X]]",
        ">     [[X]]",
        "text\n>     [[X]]",
        "- a\n\n      [[X]]",
        "- %%\n\n  [[X]]\n\n  %%",
        "> %%\n> [[X]]\n>\n> [[X]]\n> %%",
        "1. <!--\n\n   [[X]]\n\n   -->",
        "  <!--\n\n[[X]]\n  -->",
        "[[11]]( https://example.org/a) [[12]](<https://example.org/b>) [[13]](www.example.org)",
        "[[{{title}}]] [[{{date:YYYY-MM-DD}}]] [x](<% tp.file.title %>.md) <%* tR += '[[X]]' %>",
        "<div>\n[[X]]\n</div>",
        "<details><summary>[[X]]</summary>\n[[X]]\n</details>",
        "<pre>\n[[X]]\n\n[[X]]\n</pre> [[X]]",
        "text[^1]\n\n```dataview\nlist from [[X]]\n```",
        "$$[[X]]$$ \\[[X]\\]",
        "[t](a b.md)",
    ],
)
def test_no_link_where_obsidian_reads_none(text: str) -> None:
    """Code, mathematics, comments, templates, citations, addresses and other files give no link."""
    assert read_links(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "- a\n    - [[X]]\n\t- b",
        "intro\n\n    - [[X]]",
        "- a\n\n    [[X]] goes on in the item",
        "1. a\n\n\t[[X]]",
        "para\n    [[X]] goes on",
        "> ```\n> code\n\n[[X]]",
        "- ```\n  code\n- [[X]]",
        "a ` lonely backtick\n\n[[X]] and ` another",
        "- a ` b\n- [[X]] ` c",
        "it cost $5 then, [[X]] costs $6 now",
        "50 %% off\n\n[[X]] now 20 %% off",
        "%%%% [[X]]",
        "``` inline ``` [[X]]",
        "\\`[[X]]\\`",
        "\\\\[[X]]",
        "[[X]](2031) (https://example.org)",
        "<!-- over --> [[X]] <!-- and over -->",
        "[price](https://example.org/$a) [[X]] [b](https://example.org/$b)",
        "[a](b.pdf) [[X]]",
        "\ufeff[[X]]\r\n",
        "| [[X\\|x]] | `a` |",
        "- a\n  ```\n  code\n    ```\n- [[X]]",
        "```\ncode\n   ```\n[[X]]",
        "<span>[[X]]</span> and 3 < 4",
        "<div>\n\n[[X]]\n\n</div>",
        "```\n<div>\n```\n[[X]]",
        "a <!-- never closed\n\n[[X]]",
        "- <!-- never closed\n- [[X]]",
        "- %% never closed\n- [[X]]",
        "> %% never closed\n\n[[X]]",
        "> [!note] Head\n> - [[X]]",
        "- [ ] [[X]]",
        "> quoted\n    [[X]] goes on",
        "[^1]: [[X]]",
        "この論文は[[X]]、または「`[[Y]]`」を参照。",
        "#tag [[X]] ^block",
        "== [[X]] == **bold**",
        "---\n[[X]]",
    ],
)
def test_links_beside_literal_text(text: str) -> None:
    """What only looks like code, mathematics or a comment hides no link."""
    assert targets(text) == ["X"]


def test_properties() -> None:
    """Only a property value that is one whole quoted wikilink is a link; order and offsets are those of the text."""
    text = """\
---
up: "[[A MOC]]"
related:
  - "[[B|b]]"
  - '[[It''s C]]'
flow: ["[[D]]", "[[E#h]]"]
bare: [[F]]
words: "see [[G]]"
md: "[x](H.md)"
# - "[[I]]"
key: x # "[[J]]"
---
[[K]]"""
    links = read_links(text)

    assert [link.target for link in links] == ["A MOC", "B", "It's C", "D", "E", "K"]
    assert [link.in_properties for link in links] == [True] * 5 + [False]
    assert text[links[0].start : links[0].end] == "[[A MOC]]"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("up: '[[A]]'\nrelated: [\"[[B]]\", '[[C|c]]']", ["A", "B", "C"]),
        ("related:\n- \"[[A]]\"\n-   '[[B]]'\n", ["A", "B"]),
        ('up: "[[\\u3042]]" # comment', ["あ"]),
        ('{"up": "[[A]]", "related": ["[[B]]"]}', ["A", "B"]),
        ('up: "[[A#part|a]]"\t', ["A"]),
        ("map:\n  inner: '[[A]]'", ["A"]),
        ("up: [[A]]\nrelated:\n  - [[B]]", []),
        ("up: |\n  - '[[A]]'\n  \"[[B]]\"", []),
        ("note: \"one, '[[A]]', two\"", []),
        ("note: one, '[[A]]', two", []),
        ("note: 'see [[A]]'\nother: '[[A]] [[B]]'", []),
        ("# up: '[[A]]'\nup: x # '[[B]]'", []),
        ("up: '[A](A.md)'", []),
        ("aliases:\n- @name\nup: '[[A]]'", []),
        ("up: '[[<% tp.file.title %>]]'\nend: '[[]]'", []),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_forms_of_properties(head: str, expected: list[str], newline: str) -> None:
    """A property counts in each form YAML and JSON have for a quoted text, and in no other place of a head."""
    text = f"\ufeff---\n{head}\n---\n".replace("\n", newline)

    assert targets(text) == expected
    assert all(link.in_properties and text[link.start :].startswith("[[") for link in read_links(text))


@pytest.mark.parametrize("text", ["", "\ufeff", "\n", "---\n---\n", "---", "[", "[["])
def test_an_empty_note_has_no_links(text: str) -> None:
    """A note without a word, as a click on a missing link leaves it, is read like any other."""
    assert read_links(text) == ()


def test_order_embeds_and_offsets() -> None:
    """Links come in order of appearance, embeds are told apart, and offsets cut the link out of the text."""
    text = "a ![[One#p]] b [two](Two.md) c [[Three]]\r\n![four](Four)"
    links = read_links(text)

    assert [(link.target, link.embed) for link in links] == [
        ("One", True),
        ("Two", False),
        ("Three", False),
        ("Four", True),
    ]
    assert [text[link.start : link.end] for link in links] == [
        "![[One#p]]",
        "[two](Two.md)",
        "[[Three]]",
        "![four](Four)",
    ]


@given(st.text(alphabet="[]|#`$%<!->~\\() \n\taX:\"'{}", max_size=60))
def test_offsets_always_hold_the_link(text: str) -> None:
    """Whatever the text, links do not overlap and each stretch is the link that was read."""
    links = read_links(text)

    assert all(before.end <= after.start for before, after in zip(links, links[1:], strict=False))
    assert all(link.target in text[link.start : link.end].replace("\\|", "|").replace("\\", "") for link in links)


names = (
    st.text(st.characters(exclude_characters="[]|#\\<>{%/$`", exclude_categories=("C", "Z")), min_size=1, max_size=12)
    .map(lambda name: f"n {name}")
    .filter(lambda name: not name.lower().endswith(".md"))
)
fillers = st.sampled_from(["text", "では", "3 < 4 $5", "a*b_c", "", "（注）", "50 % off", "x [y] (z)"])


@given(names, fillers, fillers)
def test_any_name_is_read_back(name: str, before: str, behind: str) -> None:
    """A link written around a name gives that name back, whatever words touch it."""
    (link,) = read_links(f"{before}[[{name}|x]]{behind}")

    assert link == Link(name, "x", "", False, len(before), len(before) + len(name) + 6, False)


shown = st.sampled_from(
    [
        "[[{0}]]\n",
        "{1} [[{0}|label]]{1}\n",
        "- {1}\n    - [[{0}#part]]\n",
        "> [!note] {1}\n> [[{0}]]\n",
        "| a | b |\n|---|---|\n| [[{0}\\|x]] | {1} |\n",
        "## {1} [[{0}]]\n",
        "1. ![[{0}]]\n",
        "{1} [text](<{0}.md>) {1}\n",
        "text\n    [[{0}]]\n",
        "<b>[[{0}]]</b>\n",
    ]
)
hidden = st.sampled_from(
    [
        "```\n[[{0}]] {1}\n```\n",
        "~~~~md\n```\n[[{0}]]\n~~~\n~~~~\n",
        "- a\n  ```\n  [[{0}]]\n  ```\n",
        "> ```\n> [[{0}]]\n> ```\n",
        "`[[{0}]]` and ``[[{0}]] ` ``\n",
        "$$\n[[{0}]]\n$$\n",
        "{1} $x[[{0}]]y$\n",
        "%% [[{0}]] %%\n",
        "%%\n[[{0}]]\n\n[[{0}]]\n%%\n",
        "<!-- [[{0}]]\n\n[[{0}]] -->\n",
        "<%* [[{0}]] %>\n",
        "{1}[[{0}]](https://example.org/a_(b))\n",
        "\\[[{0}]]\n",
        "[[{0}\n]]\n",
        "<div>{1}\n[[{0}]]\n</div>\n",
        "# a\n\n    [[{0}]]\n",
    ]
)
blocks = st.lists(
    st.tuples(shown.map(lambda form: (form, True)) | hidden.map(lambda form: (form, False)), names, fillers)
)


@given(blocks, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff", "---\na: 1\n---\n"]))
def test_links_of_a_whole_note(blocks: list[tuple[tuple[str, bool], str, str]], newline: str, head: str) -> None:
    """Of a note made of every kind of block, exactly the links outside literal text are read, in order."""
    parts = [form.replace("{0}", name).replace("{1}", filler) for (form, _), name, filler in blocks]
    text = (head + "\n<!-- -->\n\n".join(parts)).replace("\n", newline)

    assert targets(text) == [name for (_, is_link), name, _ in blocks if is_link]


@pytest.mark.parametrize(
    ("piece", "size"),
    [
        *((piece, 5_000_000) for piece in ("[[", "`", "[a](", "[[a|", "<!--")),
        *(
            (piece, 250_000)
            for piece in (
                "` ",
                "``` ",
                "> ```\n",
                "- ```\n",
                "$a",
                "%%",
                "\n    x\n",
                "[ [a] ",
                "~~~\n",
                "- %%\n\n",
                "- <!--\n",
            )
        ),
        *(
            (piece, 250_000)
            for piece in ("<div>\n", "<pre>", "<p\n\n", "```\n    ```\n", "[[a]](http:", ">     x\n", "[[{{date")
        ),
    ],
)
def test_hostile_text_is_read_in_linear_time(piece: str, size: int) -> None:
    """Megabytes of openings, closed or not, are read at once."""
    text = "[[Note]]\n" + piece * (size // len(piece))
    begun = time.process_time()
    found = read_links(text)
    seconds = time.process_time() - begun

    assert found[0].target == "Note"
    assert seconds < 1.0
