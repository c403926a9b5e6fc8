"""The text of a paper: from its record or from a file."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from notegen.errors import NotegenError
from notegen.fetcher.own_file import read_own_file
from notegen.fetcher.text import text_of
from notegen.records import Pair, Paper, PaperText, Sentence

PAPER = """---
title: "Kites"
---
# Kites fly

**Mori** et al.

## 1 Introduction
Kites are *light* things [[12|of paper]] that fly[^1] at 3.5 m/s, see [our page](https://kite.example/a_(b)).
They need a<sup>2</sup> rope &amp; wind. ![a kite](kite.png)

- The first is long_rope_name.
- The second costs $a*b*c$ and `x_y`.

| rope | kg |
| --- | --- |
| hemp | 5 |

```python
fly("never")
```
%% hidden %%<!-- hidden too -->

[^1]: A footnote.

## 2 References
[1] A. Mori. Boats. 1999.

### Books
[2] B. Sato. Ships. 1998.

## A Appendix
> Kites also land.
"""


def _file(folder: Path, content: bytes | str, name: str = "kite.md") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def _sentences(folder: Path, content: bytes | str, name: str = "kite.md") -> list[str]:
    return [sentence.text for sentence in read_own_file(_file(folder, content, name)).text.sentences]


def test_a_synopsis_is_read_pair_by_pair() -> None:
    """A record's own sentence pairs are the text, bilingual and numbered, before its abstract."""
    paper = Paper(
        "K", abstract="Other.", synopsis=(Pair("Kites fly.", "凧は飛ぶ。"), Pair(" ", "空"), Pair("They land.", ""))
    )
    sentences = (Sentence(1, "Kites fly.", ja="凧は飛ぶ。"), Sentence(2, "They land."))
    assert text_of(paper) == PaperText("synopsis", sentences)


def test_an_abstract_is_numbered_from_one() -> None:
    """The abstract is read as sentences, with its version when that is known."""
    paper = Paper("K", version=2, abstract="  Kites\nfly. They\u200b land.\U000e0041 ")
    assert text_of(paper) == PaperText("abstract v2", (Sentence(1, "Kites fly."), Sentence(2, "They land.")))
    assert text_of(Paper("K", abstract="Kites fly.")).read == "abstract"


def test_a_record_without_text_has_none() -> None:
    """Nothing at hand is said plainly."""
    assert text_of(Paper("K", abstract=" \n")) == PaperText("none", ())


def test_a_markdown_file_is_read_by_sections(tmp_path: Path) -> None:
    """Sentences carry their section; marks, tables, code, comments, footnotes and the list of references are gone."""
    text = read_own_file(_file(tmp_path, PAPER)).text
    assert text.read == "file kite.md"
    assert [(sentence.number, sentence.section, sentence.text) for sentence in text.sentences] == [
        (1, "Kites fly", "Mori et al."),
        (2, "Introduction", "Kites are light things of paper that fly at 3.5 m/s, see our page."),
        (3, "Introduction", "They need a2 rope & wind."),
        (4, "Introduction", "The first is long_rope_name."),
        (5, "Introduction", "The second costs $a*b*c$ and x_y."),
        (6, "A Appendix", "Kites also land."),
    ]


def test_a_plain_file_is_cut_at_its_references(tmp_path: Path) -> None:
    """In plain text a line "References" ends the text, up to an appendix."""
    text = "Kites fly. They\nland.\n\n7. REFERENCES\n[1] A. Mori. Boats.\n\nAppendix A\nThey rest.\n"
    assert _sentences(tmp_path, text, "kite.TXT") == ["Kites fly.", "They land.", "Appendix A They rest."]
    assert _sentences(tmp_path, "凧は飛ぶ。\n参考文献\n[1] 舟。\n", "凧.txt") == ["凧は飛ぶ。"]


def test_html_noise_is_taken_off(tmp_path: Path) -> None:
    """Tags and scripts go, tokens and comparisons in angle brackets stay."""
    text = '<p class="x">Kites <b>fly</b>.</p><script>bad()</script><p>If a <b and c> d, use <EOS>.<br/>Land.</p>'
    assert _sentences(tmp_path, text) == ["Kites fly.", "If a <b and c> d, use <EOS>.", "Land."]


def test_numbered_items_and_lists_are_apart(tmp_path: Path) -> None:
    """List items are sentences of their own; a number that begins a wrapped line is kept."""
    text = "Steps:\n1. Build it\n2. Fly it\n\nIt is told in Section\n3. We land.\n"
    assert _sentences(tmp_path, text) == ["Steps:", "Build it", "Fly it", "It is told in Section 3.", "We land."]


def test_unseen_characters_are_removed(tmp_path: Path) -> None:
    """Zero-width, direction, tag and control characters are no part of any text; ligatures are spelled out."""
    text = "Ki\u200btes\u2060 \u202efly\u202c\ufeff.\U000e0049\U000e0067 Very eﬃ\u00adcient\x07&#8203;.\x0cNext."
    assert _sentences(tmp_path, text) == ["Kites fly.", "Very efficient.", "Next."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_marked_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    """UTF-8 with and without its mark, and UTF-16 with one, give the same text."""
    assert _sentences(tmp_path, "凧は飛ぶ。".encode(encoding)) == ["凧は飛ぶ。"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("kite.docx", b"PK", "“.docx” is none of .txt, .md, .html, .htm, .pdf"),
        ("kite", b"Kites fly.", "none of .txt, .md"),
        ("kite.txt", "凧は飛ぶ。".encode("cp932"), "byte 1 is not UTF-8"),
        ("kite.txt", "Kites fly.".encode("utf-16-le"), "binary file"),
        ("kite.txt", b"\x89PNG\x00\xff", "binary file"),
        ("kite.txt", b"", "it is empty"),
        ("kite.txt", b"\xef\xbb\xbf \r\n", "it is empty"),
        ("kite.md", b"# Only a title\n", "there is no sentence in it"),
        ("kite.txt", b"\xff\xfe\x00", "binary file"),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    """A file that is no text names itself and the reason, and nothing is guessed."""
    with pytest.raises(NotegenError) as caught:
        read_own_file(_file(tmp_path, content, name))
    assert str(caught.value).startswith(f"cannot read {name}: ")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_and_huge_files_are_refused(tmp_path: Path) -> None:
    """A folder, a missing file and one over 20 MB are refused before they are read."""
    (tmp_path / "folder.md").mkdir()
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(20_000_001)
    for name, why in {"folder.md": "no such file", "gone.md": "no such file", "huge.txt": "larger than 20 MB"}.items():
        with pytest.raises(NotegenError, match=why):
            read_own_file(tmp_path / name)


def test_a_text_in_two_columns_is_read_down_each(tmp_path: Path) -> None:
    """A page that was printed in two columns gives whole sentences; page numbers and running heads are gone."""
    left = ["The keeper of the harbour writes", "down each crossing and each of", "the lamps that were seen by"] * 4
    right = ["Mira the captain of the ferry who", "counts the lamps of the harbour", "and goes home at midnight."] * 4
    page = "\n".join(f"{one:<36}{other}" for one, other in zip(left, right, strict=True))
    pages = "\f".join(f"Lamps of the Harbour      {number}\n\n{page}\n\n{'':>30}{number}\n" for number in (1, 2, 3))
    first, again = " ".join([*left, *right[:3]]), " ".join(right[:3])
    expected = [first, again, again, again] * 3
    assert _sentences(tmp_path, pages, "kite.txt") == expected


def test_divided_words_and_headings_of_a_plain_file_are_known(tmp_path: Path) -> None:
    """A word divided at a line's end is one, with its own hyphen or none; a line apart with its number is a title."""
    text = (
        "Abstract\nKites need communi-\n   cation, above all self-\n   supervised kites.\n\n1   Introduction\n"
        "   Our self-supervised kite\nflew.\n\n1.1 The Rope\n\nIt held 12\n\n7 Kites of paper and wood\n\n"
        "2\n\nConclusion\n\nThey land.\n\nReferences\n\n[1] A. Mori. Boats.\n\nA   More Ropes\n\nThey hold.\n"
    )
    sentences = read_own_file(_file(tmp_path, text, "kite.txt")).text.sentences
    assert [(sentence.section, sentence.text) for sentence in sentences] == [
        ("Abstract", "Kites need communication, above all self-supervised kites."),
        ("Introduction", "Our self-supervised kite flew."),
        ("The Rope", "It held 12"),
        ("The Rope", "7 Kites of paper and wood"),
        ("Conclusion", "They land."),
        ("More Ropes", "They hold."),
    ]


def test_what_pandoc_and_obsidian_add_is_no_text(tmp_path: Path) -> None:
    """Title block, attributes, fenced divs, escapes, block ids and a callout's title are no part of a sentence."""
    text = (
        "% Kites\n% Mira Kelp\n\n## Rope {#rope .unnumbered}\n\n::: {.theorem #one}\nKites rise 5\\% a\\\nday.\n:::\n\n"
        "> [!note] A callout\n> Kites fall.\n\nThey land. ^a1b2c3\n"
    )
    sentences = read_own_file(_file(tmp_path, text)).text.sentences
    assert [(sentence.section, sentence.text) for sentence in sentences] == [
        ("Rope", "Kites rise 5% a day."),
        ("Rope", "A callout"),
        ("Rope", "Kites fall."),
        ("Rope", "They land."),
    ]


def test_a_plain_file_with_mixed_columns_is_doubted(tmp_path: Path) -> None:
    """A text whose lines were taken across two columns is said to be one; a good one is not."""
    good = "The keeper of the harbour writes down each of the lamps. He goes home. " * 20
    mixed = "The keeper of the is written down. He lights the with a match of the and goes. " * 20
    assert read_own_file(_file(tmp_path, good, "good.txt")).doubt(Paper("K")) == ""
    assert "columns are mixed" in read_own_file(_file(tmp_path, mixed, "mixed.txt")).doubt(Paper("K"))


def test_a_lone_sign_makes_no_title_of_a_paragraph(tmp_path: Path) -> None:
    """What a formula leaves in a plain text, a line "=" or "-", takes no text away; an underlined title is one."""
    text = "The Rope\n========\n\nKites fly. They\nland on\n=\n12 days. They\nrest\n-\n"
    sentences = read_own_file(_file(tmp_path, text, "kite.txt")).text.sentences
    assert [(sentence.section, sentence.text) for sentence in sentences] == [
        ("The Rope", "Kites fly."),
        ("The Rope", "They land on 12 days."),
        ("The Rope", "They rest"),
    ]


@pytest.mark.parametrize("piece", ["\f", "\n", " ", "a-a-", "a-\n", "two words   two words\n", "a\n-\n", "{#", ":::"])
def test_a_hostile_plain_file_is_read_in_bounded_time(piece: str, tmp_path: Path) -> None:
    """A file of one thing over and over is read in a time that grows with its length and no faster."""
    start = time.perf_counter()
    _sentences(tmp_path, "Kites fly.\n" + piece * (40_000 // len(piece)), "kite.txt")
    assert time.perf_counter() - start < 3
