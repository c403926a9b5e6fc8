"""The text of a paper: from its record or from a file."""

from __future__ import annotations

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
