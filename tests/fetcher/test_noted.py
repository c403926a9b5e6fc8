"""Which papers have notes already, by what the notes say of themselves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from notegen.fetcher.head import Head, read_head
from notegen.fetcher.noted import Noted, noted_of
from notegen.fetcher.reading_list.moc import MocRules
from notegen.records import Paper, Wanted

COPIES = (
    "Kite (Conflicted copy laptop 202403010830)",
    "Kite (Mia's conflicted copy 2024-03-01)",
    "Kite.sync-conflict-20240301-083000-ABCDEFG",
)


def noted(notes: Mapping[str, str]) -> Noted:
    """What notes with these texts tell, by path."""
    return noted_of({path: read_head(path, text.encode(), MocRules()) for path, text in sorted(notes.items())})


@pytest.mark.parametrize(
    ("head", "papers"),
    [
        ('arxiv_id: "2401.00001"', ("arXiv:2401.00001",)),
        ("arXiv: 2401.00001v3", ("arXiv:2401.00001",)),
        ("arxiv: https://arxiv.org/abs/cs/0701188", ("arXiv:cs/0701188",)),
        ("url: https://arxiv.org/pdf/2401.00001v2", ("arXiv:2401.00001",)),
        ("DOI: https://doi.org/10.5555/ABC.1", ("doi:10.5555/abc.1",)),
        ("doi: 10.48550/arXiv.2401.00001", ("arXiv:2401.00001",)),
        ("arxiv_id: 2401.00001\ndoi: 10.5555/1", ("arXiv:2401.00001", "doi:10.5555/1")),
        ("related: arXiv:2401.00001", ()),
        ("arxiv: [2401.00001]", ("arXiv:2401.00001",)),
        ("arxiv: [2401.00001, 2401.00002]", ()),
        ('doi: ["10.5555/X.y"]', ("doi:10.5555/x.y",)),
        ("arxiv-id: 2401.00001", ("arXiv:2401.00001",)),
        ("arXiv ID: 2401.00001v2", ("arXiv:2401.00001",)),
        ("arXiv番号: 2401.00001", ("arXiv:2401.00001",)),
        ("eprint: 2401.00001", ("arXiv:2401.00001",)),
        ("source: https://arxiv.org/abs/2401.00001", ()),
        ("link: https://doi.org/10.5555/1", ()),
        ("arxiv: 2401.00001, 2402.00002", ()),
        ("arxiv: [2401.00001v1, 2401.00001v5]", ("arXiv:2401.00001",)),
        ("url: https://ar5iv.org/abs/2401.00001", ("arXiv:2401.00001",)),
        ("title: A: B\narxiv_id: 2401.00001", ("arXiv:2401.00001",)),
        ("arxiv: soon", ()),
    ],
)
def test_ids_are_read_from_properties(head: str, papers: tuple[str, ...]) -> None:
    """arXiv ids and DOIs count in the properties meant for them, in every spelling, once normalised."""
    assert read_head("n.md", f"---\n{head}\n---\n".encode(), MocRules()).papers == papers


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_head_is_read_with_any_line_ends(mark: bytes, newline: str) -> None:
    """A byte order mark and CRLF change nothing."""
    text = "---\ntitle: Kites at Night\nalias: K, 凧\ndoi: 10.5555/1\ntags: [moc]\n---\nwords\n"

    assert read_head("n.md", mark + text.replace("\n", newline).encode(), MocRules()) == Head(
        True, ("doi:10.5555/1",), ("K", "凧")
    )


def test_a_body_says_nothing_of_the_note() -> None:
    """Ids, aliases and titles in the text of a note are about other things."""
    text = "words\n---\narxiv_id: 2401.00001\naliases: [K]\ntitle: T\n---\n"

    assert read_head("n.md", text.encode(), MocRules()) == Head()


def test_notes_are_found_by_id_and_alias() -> None:
    """Any version of the id, the DOI in any case, and the alias as Obsidian compares names lead to the note."""
    known = noted({"a/K.md": "---\narxiv_id: 2401.00001\ndoi: 10.5555/A\naliases: [The Kite]\n---\n", "B.md": ""})

    assert known.of(Wanted("x", "x", arxiv_id="2401.00001v2")) == "a/K.md"
    assert known.of(Paper("x", doi="10.5555/a")) == "a/K.md"
    assert known.of(Paper("x", arxiv_id="2401.00002", doi="10.5555/b")) is None
    assert known.of(Paper("x")) is None
    assert known.aliases == {"the kite": "a/K.md"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a/Kites in a Steady Wind.md", ""),
        ("2024__KITE__Kites in a steady wind.md", "words"),
        ("@2024 Kites in a Steady Wind.md", "words"),
        ("Kites in a Steady Wind (2024).md", "words"),
        ("n.md", "words\n# Kites in a Steady Wind\n"),
        ("n.md", "# [Kites in a Steady Wind](https://arxiv.org/abs/1) (2024)\n"),
        ("n.md", "# **Kites in a Steady Wind**\n"),
        ("@mia2024.md", '---\naliases: ["Kites in a Steady Wind", mia]\n---\n'),
        ("n.md", '---\ntitle: ["Kites in a Steady Wind"]\n---\n'),
        ("Mia2024.md", '---\ntitle: "Kites in a Steady Wind"\n---\n'),
        ("Mia2024.md", "---\nTitle: KITES IN A STEADY WIND\naliases: [mia]\n---\n"),
        ("An older name.md", "---\ntitle: Kites and How They Fly\n---\n"),
    ],
)
def test_a_note_without_an_id_is_found_by_title(path: str, text: str) -> None:
    """A paper's title, today's or an earlier one, as name or property of a note without an id, leads to that note."""
    paper = Paper("Kites in a Steady Wind", arxiv_id="2401.00001", earlier_titles=("Kites and How They Fly",))

    assert noted({path: text, "Other.md": ""}).titled(paper) == path


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Kites in a Steady Wind.md", "---\narxiv_id: 2401.00002\n---\n"),
        ("n.md", "---\ntitle: Kites in a Steady Wind\ndoi: 10.5555/2\n---\n"),
        ("2401.00002 Kites in a Steady Wind.md", ""),
        ("Kites in a Steady Wind.md", "---\ntags: moc\n---\n"),
        ("Kites in a Steady Wind II.md", ""),
        ("Notes on Kites in a Steady Wind.md", ""),
        ("2019__X__Kites in a Steady Wind.md", ""),
        ("n.md", "---\ntitle: Kites in a Steady Wind\nyear: 2011\n---\n"),
        ("n.md", "---\ntitle: [Kites in a Steady Wind, Second]\n---\n"),
        ("n.md", "title: Kites in a Steady Wind\n"),
        ("n.md", "```python\n# Kites in a Steady Wind\n```\n"),
    ],
)
def test_other_notes_are_not_found_by_title(path: str, text: str) -> None:
    """A note with an id of its own, in properties or name, one of another year, a MOC and any other title are not."""
    paper = Paper("Kites in a Steady Wind", arxiv_id="2401.00001", published="2024-01-02")

    assert noted({path: text}).titled(paper) is None


def test_of_notes_of_one_title_the_fitting_one_is_found() -> None:
    """A note whose name holds another paper's id does not hide the one behind it, and is that paper's."""
    known = noted({"2401.00002 Kites in a Steady Wind.md": "", "Kites in a Steady Wind.md": ""})

    assert known.titled(Paper("Kites in a Steady Wind", arxiv_id="2401.00001")) == "Kites in a Steady Wind.md"
    assert known.of(Paper("Another", arxiv_id="2401.00002")) == "2401.00002 Kites in a Steady Wind.md"


@pytest.mark.parametrize(
    ("title", "enough"),
    [
        ("Kites", False),
        ("Steady Winds", False),
        ("Kites at Night", True),
        ("凧の飛行", False),
        ("凧が風の中で安定する", True),
        ("风筝在稳定风中的飞行", True),
        ("凧 が 風", True),
        ("", False),
        ("???", False),
    ],
)
def test_only_titles_that_say_enough_count(title: str, enough: bool) -> None:
    """A name of one or two words, or of few characters, may be anybody's; it is not taken for a paper's title."""
    known = noted({"a.md": f'---\ntitle: "{title}"\n---\n'})

    assert known.titled(Paper(title)) == ("a.md" if enough else None)


@pytest.mark.parametrize("original", ["arxiv_id: 2401.00001\naliases: [K]", "tags: moc"])
@pytest.mark.parametrize("copy", COPIES)
def test_a_conflict_copy_holds_nothing_beside_its_original(copy: str, original: str) -> None:
    """Beside a note its copy by a sync service, which comes first by name, holds no paper and is no MOC."""
    text = "---\narxiv_id: 2401.00001\naliases: [K]\ntags: moc\n---\n"
    known = noted({f"a/{copy}.md": text, "a/Kite.md": f"---\n{original}\n---\n"})

    assert known.of(Paper("x", arxiv_id="2401.00001")) == ("a/Kite.md" if "arxiv" in original else None)
    assert known.aliases == ({"k": "a/Kite.md"} if "aliases" in original else {})
    assert read_head(f"{copy}.md", text.encode(), MocRules()).moc is False
    assert read_head("Kite.md", text.encode(), MocRules()).moc is True


@pytest.mark.parametrize("copy", COPIES)
def test_a_conflict_copy_alone_still_holds_its_paper(copy: str) -> None:
    """Where the original is gone, its copy is the paper's note: no second one is written."""
    known = noted({f"a/{copy}.md": "---\narxiv_id: 2401.00001\n---\n", "Kite.md": ""})

    assert known.of(Paper("x", arxiv_id="2401.00001")) == f"a/{copy}.md"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("2401.00001.md", ""),
        ("papers/2401.00001v2.md", ""),
        ("Mia - kites (arXiv 2401.00001).md", ""),
        ("n.md", "# Kites\n\narxiv_id:: 2401.00001\n"),
        ("n.md", "- arXiv:: https://arxiv.org/abs/2401.00001v3\n"),
        ("n.md", "> [!info]\n> arxiv:: 2401.00001\n"),
    ],
)
def test_ids_are_read_from_names_and_fields(path: str, text: str) -> None:
    """The name of a note and the fields of Dataview at its beginning tell its paper as properties do."""
    assert noted({path: text}).of(Paper("x", arxiv_id="2401.00001")) == path


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("2401.00001 vs 2402.00002.md", ""),
        ("Kites MOC.md", "---\narxiv: 2401.00001\n---\n"),
        ("n.md", "```\narxiv:: 2401.00001\n```\n"),
    ],
)
def test_a_note_about_several_papers_or_none_holds_none(path: str, text: str) -> None:
    """Names of two papers, a list of papers and samples in code do not make a note that paper's."""
    assert noted({path: text}).of(Paper("x", arxiv_id="2401.00001")) is None


def test_of_two_notes_the_first_by_path_is_found() -> None:
    """Two notes of one paper: always the same one is named."""
    text = "---\narxiv_id: 2401.00001\naliases: [K]\n---\n"
    known = noted({"b.md": text, "a.md": text})

    assert (known.of(Paper("x", arxiv_id="2401.00001")), known.aliases) == ("a.md", {"k": "a.md"})
