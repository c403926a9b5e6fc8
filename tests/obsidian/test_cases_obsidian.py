"""What went wrong for users of tools that write into vaults, each case by its number."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
import yaml
from ruamel.yaml import YAML

from notegen.obsidian.app_settings import AppSettings
from notegen.obsidian.frontmatter import aliases, properties, scalar, with_keys
from notegen.obsidian.index import Index, scan
from notegen.obsidian.links import read_links
from notegen.obsidian.names import file_name, key, problem
from notegen.obsidian.resolution import resolve, write_link

HOSTILE_TITLES = (
    *(
        "A: B",
        '"Q"',
        "it's",
        "#1",
        "[x]",
        "{x}",
        "@k",
        "%",
        "yes",
        "no",
        "on",
        "~",
        "null",
        "2031",
        "1e5",
        "0x1F",
        "1_000",
    ),
    *("2031-01-01", "12:30:00", ".inf", "- x", "? x", "& x", "* x", "! x", "| x", "> x", "`x`", "x #y", "a\tb", " a "),
    *(
        "\\pi and \\alpha",
        "one\ntwo\nthree\nfour\nfive\nsix",
        "🌍 深層学習",
        "\u0085\u2028",
        "x" * 300,
        "",
        "---",
        "...",
    ),
)


@pytest.mark.parametrize("folder", ["", "論文/が/"])
def test_j5_decomposed_name_is_the_same_note(folder: str) -> None:
    """A file whose name the Mac stored decomposed is the note of a link in the usual form."""
    stored = unicodedata.normalize("NFD", f"{folder}ガベージ・コレクション.md")
    index = Index(("MOC.md", stored))
    (link,) = read_links("- [[ガベージ・コレクション]]")

    assert resolve(link.target, "MOC.md", index) == stored
    assert index.holder("ガベージ・コレクション") == stored


def test_j7_japanese_tags_are_whole() -> None:
    """Tags in Japanese are read as they are written, nested ones too."""
    assert properties("---\ntags:\n  - 深層学習\n  - 研究/論文\ntag: 機械学習\n---\n")["tags"] == [
        "深層学習",
        "研究/論文",
    ]


def test_k2_long_names() -> None:
    """A name chosen from 120 kanji is cut between graphemes to fit a disk; a link that long is refused."""
    title = "分散深層学習の通信を減らすための手法の調査" * 6
    name = file_name(title)

    assert len(name.encode()) <= 240
    assert title.startswith(name)
    assert problem(name) == ""
    assert "bytes" in problem(title)
    assert file_name("👩\u200d🔬" * 60) == "👩\u200d🔬" * (len(file_name("👩\u200d🔬" * 60)) // 3)


def test_k3_forbidden_signs_in_a_title() -> None:
    """A title full of signs that break links gives a name whose link leads to its note."""
    name = file_name("C# | [MASK] ^2")
    path = f"papers/{name}.md"
    index = Index(("MOC.md", path))
    (link,) = read_links(write_link(path, "MOC.md", index, AppSettings(), "C# | [MASK] ^2"))

    assert problem(name) == ""
    assert resolve(link.target, "MOC.md", index) == path


@pytest.mark.parametrize("title", HOSTILE_TITLES)
def test_m1_m5_v16_any_title_is_a_property(title: str) -> None:
    """A title that YAML takes for something else, or of several lines, comes back the same from YAML 1.1 and 1.2."""
    note = with_keys("---\nrating: 5\n---\nbody\n", {"title": scalar(title)})
    head = note.split("---\n")[1]

    assert yaml.safe_load(head) == {"rating": 5, "title": title}
    assert YAML(typ="safe", pure=True).load(head) == {"rating": 5, "title": title}
    assert properties(note)["title"] == title


def test_m3_links_in_properties() -> None:
    """A list of quoted links is read whole; the same links without quotes make no head at all, or no links."""
    links = "".join(f"\n  - {scalar(f'[[{name}]]')}" for name in ("A", "B: C"))
    note = with_keys("---\na: 1\n---\n", {"up": links})

    assert [link.target for link in read_links(note)] == ["A", "B: C"]
    assert read_links("---\npeople: [[A]], [[B]]\n---\n") == ()
    assert read_links("---\npeople: [[A]]\n---\n") == ()


def test_m4_one_key_in_one_shape() -> None:
    """A key that some tool wrote twice, in two shapes, is one again after it is set, and stays so."""
    note = "---\nup: '[[A]]'\ntags: x\nup:\n- [[B]]\n---\nbody"
    once = with_keys(note, {"up": '\n  - "[[A]]"'})

    assert once == '---\nup:\n  - "[[A]]"\ntags: x\n---\nbody'
    assert with_keys(once, {"up": '\n  - "[[A]]"'}) == once


def test_v10_v12_windows_and_byte_order_mark() -> None:
    """A note with CRLF and a byte order mark has its links and aliases, and keeps both through an edit."""
    note = '\ufeff---\r\naliases: [Join]\r\nup: "[[MOC]]"\r\n---\r\n- [[Join Trees]]\r\n'
    edited = with_keys(note, {"year": "2031"})

    assert aliases(note) == ("Join",)
    assert [link.target for link in read_links(note)] == ["MOC", "Join Trees"]
    assert edited == note.replace('"[[MOC]]"\r\n', '"[[MOC]]"\r\nyear: 2031\r\n')


def test_v13_links_in_a_table() -> None:
    """A link in a table has no backslash in its target, with a label or a part behind it."""
    table = "| paper | note |\n|---|---|\n| [[2031__VLDB__Join Trees\\|Join]] | [[B#part\\|x]] ![[f.png\\|200]] |\n"

    assert [link.target for link in read_links(table)] == ["2031__VLDB__Join Trees", "B", "f.png"]


def test_v18_an_unquoted_link_is_left_as_it_is() -> None:
    """A person's `up: [[MOC]]` is no link and stays byte for byte; a quoted wikilink is one, a Markdown link not."""
    note = "---\nup: [[MOC]]\n---\n"

    assert read_links(note) == ()
    assert with_keys(note, {"year": "2031"}) == "---\nup: [[MOC]]\nyear: 2031\n---\n"
    assert [link.target for link in read_links(f"---\nup:\n  - {scalar('[[MOC]]')}\n---\n")] == ["MOC"]
    assert read_links('---\nup: "[MOC](MOC.md)"\n---\n') == ()


def test_v20_v22_files_of_other_devices(tmp_path: Path) -> None:
    """A note that iCloud took off the disk, or a Mac stored decomposed, exists under the name it has there."""
    stored = unicodedata.normalize("NFD", "ガ.md")
    for name in (".X.md.icloud", stored, "MOC.md"):
        (tmp_path / name).write_bytes(b"")
    index = scan(tmp_path)

    assert [resolve(target, "MOC.md", index) for target in ("X", "ガ", unicodedata.normalize("NFD", "ガ"))] == [
        ".X.md.icloud",
        stored,
        stored,
    ]
    assert resolve(unicodedata.normalize("NFD", "ページ"), "MOC.md", Index(("ページ.md",))) == "ページ.md"


def test_v21_two_spellings_are_one_note() -> None:
    """Links that differ in case mean one note, and the one that exists in a third spelling is found by both."""
    one, other = read_links("- [[GPU Cluster]]\n- [[gpu cluster]]\n")

    assert key(one.target) == key(other.target)
    assert {resolve(link.target, "MOC.md", Index(("a/Gpu Cluster.md",))) for link in (one, other)} == {
        "a/Gpu Cluster.md"
    }


def test_v24_a_slash_in_a_title() -> None:
    """A name with a slash or colon of a title is refused in words; the name made from the title makes no folder."""
    (link,) = read_links("- [[2031__X__TCP/IP: a study]]")
    name = file_name("TCP/IP: a study")

    assert "folder" in problem(link.target)
    assert "“:”" in problem("2031__X__TCP-IP: a study")
    assert "/" not in name
    assert resolve(name, "MOC.md", Index((f"{name}.md",))) == f"{name}.md"


@pytest.mark.parametrize(("characters", "allowed"), [(83, True), (84, False)])
def test_v27_the_longest_japanese_name(characters: int, allowed: bool) -> None:
    """83 Japanese characters and ".md" fit every disk, with room for a hidden file beside them; 84 are refused."""
    name = "深" * characters

    assert (problem(name) == "") is allowed
    assert (len(f".{name}.md".encode()) <= 255) is allowed
    assert allowed or "252 bytes" in problem(name)


def test_v28_samples_are_no_links() -> None:
    """Samples in fences of every kind, nested ones too, in code and in formulas are no links; what follows them is."""
    note = (
        "```\n[[a]]\n```\n~~~\n[[b]]\n```\n~~~\n````md\n```\n[[c]]\n```\n[[d]]\n````\n"
        "`[[e]]` ``[[f]] ` ``  $[[g]]$\n$$\n[[h]]\n$$\n- a\n  ```\n  [[i]]\n  ```\n> ```\n> [[j]]\n> ```\n\n"
        "    [[k]]\n\n[[X]]\n"
    )

    assert [link.target for link in read_links(note)] == ["X"]


def test_v30_only_what_is_missing() -> None:
    """Of links by name, by part of a path, from a folder and by alias, only those without a file are missing."""
    index = Index(("MOC.md", "a/b/c/Deep.md", "a/papers/Part.md", "lists/Near.md", "a/Named.md"))
    note = (
        "[[Deep]] [[papers/Part]] [[./Near]] [[../a/Named]] [[/MOC]] [[#Here]] [[b/Part]] [[Gone]] [[Alias of Named]]"
    )
    missing = [link.target for link in read_links(note) if resolve(link.target, "lists/MOC.md", index) is None]

    assert missing == ["b/Part", "Gone", "Alias of Named"]
