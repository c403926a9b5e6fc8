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


@given(st.text(alphabet="[]|#`$%<!->~\\() \n\taX:\"'", max_size=60))
def test_offsets_always_hold_the_link(text: str) -> None:
    """Whatever the text, links do not overlap and each stretch is the link that was read."""
    links = read_links(text)

    assert all(before.end <= after.start for before, after in zip(links, links[1:], strict=False))
    assert all(link.target in text[link.start : link.end].replace("\\|", "|").replace("\\", "") for link in links)


@given(st.text(alphabet=st.characters(exclude_characters="[]|#\\<\n\r"), min_size=1).filter(lambda name: name.strip()))
def test_any_name_is_read_back(name: str) -> None:
    """A link written around a name gives that name back."""
    name = name.strip().removesuffix(".md").strip()
    expected = (
        [Link(name, "x", "", False, 0, len(name) + 6, False)] if name and not name.lower().endswith(".md") else None
    )

    assert expected is None or list(read_links(f"[[{name}|x]]")) == expected


@pytest.mark.parametrize(
    ("piece", "size"),
    [
        *((piece, 5_000_000) for piece in ("[[", "`", "[a](", "[[a|", "<!--")),
        *(
            (piece, 500_000)
            for piece in ("` ", "``` ", "> ```\n", "- ```\n", "$a", "%%", "\n    x\n", "[ [a] ", "~~~\n")
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
