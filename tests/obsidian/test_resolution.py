from __future__ import annotations

import pytest

from notegen.obsidian.index import Index
from notegen.obsidian.resolution import resolve

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
