from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.app_settings import AppSettings
from notegen.obsidian.index import Index
from notegen.obsidian.links import read_links
from notegen.obsidian.resolution import from_root, resolve, write_link

INDEX = Index(
    (
        "Home.md",
        "X.md",
        "a/Dup.md",
        "a/b/Deep.md",
        "b/papers/Dup.md",
        "b/papers/Only.md",
        "long/folder/Dup.md",
        "mypapers/Other.md",
        "pic.png",
        "v1.2.md",
        "z/X.md",
        "z/papers/Y.md",
        "zz/papers/Y.md",
    )
)


@pytest.mark.parametrize(
    ("target", "source", "expected"),
    [
        ("", "a/b/Deep.md", "a/b/Deep.md"),
        ("deep", "Home.md", "a/b/Deep.md"),
        ("Deep.md", "Home.md", "a/b/Deep.md"),
        (" Deep ", "Home.md", "a/b/Deep.md"),
        ("pic.png", "a/Dup.md", "pic.png"),
        ("pic", "a/Dup.md", None),
        ("v1.2", "Home.md", "v1.2.md"),
        ("Nothing", "Home.md", None),
        ("X", "z/X.md", "X.md"),
        ("Dup", "Home.md", "a/Dup.md"),
        ("Dup", "b/Note.md", "b/papers/Dup.md"),
        ("Dup", "long/Note.md", "long/folder/Dup.md"),
        ("papers/Only", "Home.md", "b/papers/Only.md"),
        ("PAPERS/only", "Home.md", "b/papers/Only.md"),
        ("papers/Deep", "Home.md", None),
        ("papers/Other", "Home.md", "mypapers/Other.md"),
        ("papers/Y", "Home.md", "z/papers/Y.md"),
        ("papers/Y", "zz/Note.md", "zz/papers/Y.md"),
        ("./Dup", "a/Note.md", "a/Dup.md"),
        ("../X", "a/Dup.md", "X.md"),
        ("../papers/Only", "b/c/Note.md", "b/papers/Only.md"),
        ("../Dup", "a/Note.md", None),
        ("../../X", "a/Dup.md", None),
        ("/a/Dup", "b/Note.md", "a/Dup.md"),
        ("/papers/Only", "b/Note.md", None),
        ("a/", "Home.md", None),
    ],
)
def test_resolution(target: str, source: str, expected: str | None) -> None:
    """A link finds the file that Obsidian opens for it, or is missing as there."""
    assert resolve(target, source, INDEX) == expected


NFD = unicodedata.normalize("NFD", "ガベージ")


@pytest.mark.parametrize(
    ("files", "target", "source", "expected"),
    [
        (("a/ガベージ.md",), NFD, "S.md", "a/ガベージ.md"),
        ((f"a/{NFD}.md",), "ガベージ", "S.md", f"a/{NFD}.md"),
        ((f"{NFD}/X.md", "b/X.md"), "X", "ガベージ/S.md", f"{NFD}/X.md"),
        (("A\u00a0B\u202fC.md",), "a b c", "S.md", "A\u00a0B\u202fC.md"),
        (("A B.md",), "A\u00a0B", "S.md", "A B.md"),
        (("A  B.md",), "A B", "S.md", None),
        (("A\u3000B.md",), "A B", "S.md", None),
        (("ΟΔΟΣ.md",), "οδος", "S.md", "ΟΔΟΣ.md"),
        (("οδος.md",), "ΟΔΟΣ", "S.md", "οδος.md"),
        (("v1.2.md",), "v1.2", "S.md", "v1.2.md"),
        (("v1.2.md",), "V1.2.MD", "S.md", "v1.2.md"),
        (("X.md.md",), "X.md", "S.md", "X.md.md"),
        (("X.md.md", "X.md"), "X.md", "S.md", "X.md"),
        (("X.md.md", "X.md"), "X.md.md", "S.md", "X.md.md"),
        (("a/Paper.pdf", "Paper.pdf.md"), "Paper.pdf", "S.md", "a/Paper.pdf"),
        (("a/Paper.pdf", "Paper.pdf.md"), "Paper.pdf.md", "S.md", "Paper.pdf.md"),
        (("Paper.pdf.md",), "Paper.pdf", "S.md", "Paper.pdf.md"),
        (("pic.PNG",), "Pic.png", "S.md", "pic.PNG"),
        (("pic.png.md",), "b/pic.png", "S.md", None),
        (("Board.canvas",), "Board", "S.md", None),
        (("Board.canvas",), "Board.canvas", "S.md", "Board.canvas"),
        ((".X.md.icloud",), "X", "S.md", ".X.md.icloud"),
        (("a/.X.md.icloud",), "./X", "a/S.md", "a/.X.md.icloud"),
        ((".X.md.icloud", "X.md"), "X", "S.md", "X.md"),
        (("a/.X.md.icloud", "a/X.md", "b/X.md"), "a/X", "S.md", "a/X.md"),
        (("a/X.md", "x.md"), "X", "a/S.md", "x.md"),
        (("a/X.md", "x.md"), "./X", "a/S.md", "a/X.md"),
        (("a/X.md", "x.md"), "/X", "a/S.md", "x.md"),
        (("a/X.md", "b/X.md"), "./X", "S.md", None),
        (("a/X.md",), "./X", "b/S.md", None),
        (("a/X.md",), "../../a/X", "b/S.md", None),
        (("a/X.md", "ab/X.md"), "X", "ab/S.md", "ab/X.md"),
        (("ab/c/X.md", "b/X.md"), "X", "a/S.md", "b/X.md"),
        (("aaa/X.md", "b/cc/X.md"), "X", "S.md", "aaa/X.md"),
        (("🌍🌍/X.md", "aaa/X.md"), "X", "S.md", "aaa/X.md"),
        (("a/b/X.md", "a/c/X.md", "d/X.md"), "X", "a/c/S.md", "a/c/X.md"),
        (("a/b/X.md", "a/cc/X.md", "d/X.md"), "X", "a/S.md", "a/b/X.md"),
        (("a/X.md", "ba/X.md"), "a/x", "S.md", "a/X.md"),
        (("ca/X.md", "ba/X.md"), "a/x", "ca/S.md", "ca/X.md"),
        (("X.md",), "a/X", "S.md", None),
    ],
)
def test_each_step_of_the_rule(files: tuple[str, ...], target: str, source: str, expected: str | None) -> None:
    """Unicode form, case, blanks, dots, other kinds of files, stand-ins and ambiguity are decided as Obsidian does."""
    assert resolve(target, source, Index(tuple(sorted(files)))) == expected


def test_an_alias_is_no_name() -> None:
    """A link by a note's alias is missing, and a note in an excluded folder is still found."""
    index = Index(("Artificial Intelligence.md", "archive/Old.md"))

    assert resolve("AI", "S.md", index) is None
    assert resolve("Old", "S.md", index) == "archive/Old.md"


@pytest.mark.parametrize(
    ("target", "source", "expected"),
    [
        ("X", "a/S.md", "X"),
        ("b/X", "a/S.md", "b/X"),
        ("./X", "a/S.md", "a/X"),
        ("./X", "S.md", "X"),
        ("../X", "a/b/S.md", "a/X"),
        ("../c/./d/../X.md", "a/b/S.md", "a/c/X.md"),
        ("../X", "S.md", ""),
        ("../../X", "a/S.md", ""),
        ("/X", "a/S.md", "X"),
        ("/b//X", "a/S.md", "b/X"),
        ("/../X", "a/S.md", ""),
        ("", "a/S.md", ""),
        (".hidden", "a/S.md", ".hidden"),
    ],
)
def test_from_root(target: str, source: str, expected: str) -> None:
    """A link from a folder or from the root is a path of the vault, one that leads out of it is none."""
    assert from_root(target, source) == expected


FILES = Index(
    ("X.md", "a/Dup.md", "a/b/One.md", "b/Dup.md", "b/X.md", "pic.png", "d/C# [x].md", "d/v1.2.md", "e/p.pdf.md")
)
WIKI, RELATIVE, ABSOLUTE = (
    AppSettings(),
    AppSettings(new_link_format="relative"),
    AppSettings(new_link_format="absolute"),
)
MARKDOWN = AppSettings(use_markdown_links=True)


@pytest.mark.parametrize(
    ("path", "source", "app", "label", "expected"),
    [
        ("a/b/One.md", "S.md", WIKI, "", "[[One]]"),
        ("a/b/One.md", "S.md", WIKI, "the one", "[[One|the one]]"),
        ("a/b/One.md", "S.md", WIKI, "One", "[[One]]"),
        ("a/b/One.md", "S.md", ABSOLUTE, "", "[[a/b/One]]"),
        ("a/b/One.md", "a/S.md", RELATIVE, "", "[[b/One]]"),
        ("a/b/One.md", "b/S.md", RELATIVE, "", "[[../a/b/One]]"),
        ("b/X.md", "b/S.md", RELATIVE, "", "[[./X]]"),
        ("b/X.md", "b/S.md", WIKI, "", "[[b/X]]"),
        ("X.md", "b/S.md", WIKI, "", "[[X]]"),
        ("b/Dup.md", "b/S.md", WIKI, "", "[[Dup]]"),
        ("b/Dup.md", "a/S.md", WIKI, "", "[[b/Dup]]"),
        ("not/yet.md", "S.md", WIKI, "", "[[not/yet]]"),
        ("pic.png", "S.md", WIKI, "", "[[pic.png]]"),
        ("d/v1.2.md", "S.md", WIKI, "", "[[v1.2]]"),
        ("e/p.pdf.md", "S.md", WIKI, "", "[[p.pdf.md]]"),
        ("a/b/One.md", "S.md", MARKDOWN, "", "[One](One.md)"),
        ("a/b/One.md", "S.md", MARKDOWN, "a [b] *c*", "[a (b) \\*c\\*](One.md)"),
        ("d/C# [x].md", "S.md", WIKI, "", "[C# (x)](C%23%20%5Bx%5D.md)"),
        ("a/b/One.md", "S.md", WIKI, "a]] b|c\n<%d%> %%e\\", "[[One|a)) b-c < %d%> %e]]"),
        ("論文 一/深層.md", "S.md", MARKDOWN, "", "[深層](論文%20一/深層.md)"),
    ],
)
def test_written_links(path: str, source: str, app: AppSettings, label: str, expected: str) -> None:
    """A link is written in the form the vault's settings ask for, and no name or label breaks it."""
    assert write_link(path, source, FILES, app, label) == expected


parts = st.text(
    st.characters(exclude_characters="/<%", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=5
)
component = (
    (
        parts
        | st.sampled_from(
            ["X", "x", "a", "b", "C#", "a|b", "[x]", "v1.2", "p.pdf", "www.x", "50%", "が", "^b", "`", "$1$"]
        )
    )
    .map(str.strip)
    .filter(lambda name: name and not name.startswith((".", "\ufeff")) and not name.lower().endswith(".md"))
)
folders = st.lists(component, max_size=2).map(lambda names: "".join(f"{name}/" for name in names))
notes = st.builds("{}{}.md".format, folders, component)


@given(
    st.lists(notes, min_size=1, max_size=5, unique_by=lambda path: unicodedata.normalize("NFC", path.lower())),
    folders,
    st.builds(
        AppSettings,
        use_markdown_links=st.booleans(),
        new_link_format=st.sampled_from(["shortest", "relative", "absolute"]),
    ),
    st.text(max_size=8) | st.text(alphabet="[]()|\\`$<%*!# \n", max_size=8),
)
def test_a_written_link_leads_to_its_file(paths: list[str], folder: str, app: AppSettings, label: str) -> None:
    """Whatever the vault's names, settings and the label, the link that is written is one link, and finds its file."""
    index = Index(tuple(sorted(paths)))
    source = f"{folder}source of links.md"
    text = write_link(paths[0], source, index, app, label)
    (link,) = read_links(f"- {text} (and more)")

    assert resolve(link.target, source, index) == paths[0]
    assert (link.start, link.end, link.subpath) == (2, 2 + len(text), "")


@given(st.lists(notes, max_size=5, unique=True), st.sampled_from(["", "./", "../", "/"]), notes, folders)
def test_any_link_means_one_file_or_none(paths: list[str], lead: str, wanted: str, folder: str) -> None:
    """A link's file is one of the vault with the link's name, and a worked-out path finds the same."""
    index = Index(tuple(sorted(paths)))
    source = f"{folder}S.md"
    found = resolve(lead + wanted, source, index)

    assert found is None or found in paths
    if lead and (path := from_root(lead + wanted, source)):
        assert resolve(f"/{path}", source, index) == found
