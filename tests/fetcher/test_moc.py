"""Reading a MOC: links, hints, and what is taken for a paper."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from notegen.fetcher.reading_list.moc import MocRules, distinct, is_moc, read_moc
from notegen.records import Wanted

SHARED = Path(__file__).parents[3] / "shared"

KITES = """---
up:
  - "[[Flying things]]"
tags: [list]
---
Parent: [[Flying things - MOC]]

## Keywords
- [[Wind]]

## Building
- [[Bamboo]]

### Entries
- [[How we built a kite]]
- [[2021__KITE__Told In An Article]]
- [[A post]] arXiv:2209.13131

### Papers
- Ringo: [[2022__NSDI__Ringo - Fast Rings]]
- **Tako** [[2019__Tako for Everyone]]
- [[Short-name|Short]] https://doi.org/10.5555/7.8
- [[diagram.png]] and ![[2020__KITE__Embedded.png]]

#### Talks
- [[A talk]]

## Weather
- [[2018__ATC__Storms]]
- [[2018__ATC__Storms|again]]
"""


def _by_link(text: str, name: str = "Kites - MOC", rules: MocRules | None = None) -> dict[str, Wanted]:
    return {one.link: one for one in read_moc(name, text, rules or MocRules())}


def test_every_link_is_read_in_order_with_its_place() -> None:
    """All links but embeds come in order, duplicates kept, each with section path and MOC."""
    found = read_moc("Kites - MOC", KITES)
    assert [one.link for one in found][:4] == ["Flying things", "Flying things - MOC", "Wind", "Bamboo"]
    assert [one.link for one in found][-2:] == ["2018__ATC__Storms", "2018__ATC__Storms"]
    assert "2020__KITE__Embedded.png" not in [one.link for one in found]
    assert {one.mocs for one in found} == {("Kites - MOC",)}
    assert found[3].section == ("Building",)
    assert [one.section for one in found if one.link == "A talk"] == [("Building", "Papers", "Talks")]


@pytest.mark.parametrize(
    ("link", "is_paper", "reason"),
    [
        ("Flying things", False, "in the note's properties"),
        ("Flying things - MOC", False, "the parent note"),
        ("Wind", False, "in section “Keywords”"),
        ("Bamboo", False, "no sign of a paper"),
        ("How we built a kite", False, "in section “Entries”"),
        ("2021__KITE__Told In An Article", True, "named YYYY__VENUE__Title"),
        ("A post", True, "arXiv id on its line"),
        ("Short-name", True, "DOI on its line"),
        ("diagram.png", False, "a file, not a note"),
        ("A talk", False, "in section “Talks”"),
        ("2018__ATC__Storms", True, "named YYYY__VENUE__Title"),
    ],
)
def test_papers_are_told_from_other_links(link: str, is_paper: bool, reason: str) -> None:
    """The name, an id on the line, or the innermost telling section decides, and the reason is said in words."""
    one = _by_link(KITES)[link]
    assert (one.is_paper, one.reason) == (is_paper, reason)


def test_hints_are_taken_from_name_and_line() -> None:
    """Label, year, venue, title and ids come from the name and what stands around it."""
    found = _by_link(KITES)
    ringo = found["2022__NSDI__Ringo - Fast Rings"]
    assert (ringo.label, ringo.year, ringo.venue, ringo.title) == ("Ringo", 2022, "NSDI", "Ringo - Fast Rings")
    assert (found["2019__Tako for Everyone"].label, found["2019__Tako for Everyone"].year) == ("Tako", 2019)
    assert (found["Short-name"].label, found["Short-name"].doi) == ("Short", "10.5555/7.8")


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("- [[A]] arXiv:2209.00001, [[B]] arXiv:2209.00002", ("2209.00001", "2209.00002")),
        ("- [[A]] and [[B]] arXiv:2209.00002", ("", "2209.00002")),
        ("- [[A]] arXiv:2209.00001 and [[B]]", ("2209.00001", "")),
        ("- 2209.00001 [[A]], 2209.00002 [[B]]", ("2209.00001", "2209.00002")),
        ("- 2209.00001: [[A]]", ("2209.00001",)),
        ("- [[A]] ([arXiv](https://arxiv.org/abs/2209.00001))", ("2209.00001",)),
        ("- [[A]] [2209.00001](https://arxiv.org/abs/2209.00001)", ("2209.00001",)),
        ("- [[A]] after [Tako's paper](https://arxiv.org/abs/2209.00009)", ("",)),
        ("- [Tako](https://arxiv.org/abs/2209.00009), [[A]]", ("",)),
        ("- [[A]] ![arXiv](https://arxiv.org/abs/2209.00009)", ("",)),
        ("- [[A|2209.00001v2]]", ("2209.00001v2",)),
        ("- [[2209.00001 A]] arXiv:2209.00009", ("2209.00001",)),
        ("- [[A]] was 2209.00001 % faster", ("",)),
        ("- [[A]] extends arXiv:2209.00009", ("",)),
        ("- [[A]]（2209.00009 と比較）", ("",)),
        ("- [[A]] は arXiv:2209.00001、後続は arXiv:2209.00009", ("",)),
        ("- [[A]] の後継は arXiv:2209.00009", ("",)),
        ("- [[A]] competitor arXiv:2209.00009", ("",)),
        ("- [[A]] B (arXiv:2209.00009) の CPU 版", ("",)),
        ("- [[A]] 前提知識: arXiv:2209.00009", ("",)),
        ("- [[A]] で arXiv:2209.00009 を解説", ("",)),
        ("- [[A]] (arXiv:2209.00009 より先に読む)", ("",)),
        ("- [[A]] arXiv:2209.00009's successor", ("",)),
        ("- arXiv:2209.00009 の続編 [[A]]", ("",)),
        ("- [[A]] — arXiv:2209.00001, 読了", ("2209.00001",)),
        ("- [[A]]（論文: https://arxiv.org/abs/2209.00001v2）", ("2209.00001v2",)),
        ("- [[A]] に基づく arXiv:2209.00009", ("",)),
        ("- [[A]] (NSDI 2022, arXiv:2209.00001) compares well", ("2209.00001",)),
        ("| [[A\\|a]] | 2209.00001 |", ("2209.00001",)),
    ],
)
def test_an_id_belongs_to_the_link_it_stands_by(line: str, ids: tuple[str, ...]) -> None:
    """An id counts for the link it follows (or all ids lead theirs); another link's address counts for nobody else."""
    assert tuple(one.arxiv_id for one in read_moc("M", f"## Papers\n{line}\n- [[C]]\n"))[:-1] == ids


def test_an_id_on_the_next_line_is_not_taken() -> None:
    """Only its own line speaks for a link."""
    assert _by_link("- [[A]]\n- arXiv:2209.00001\n")["A"].arxiv_id == ""


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("- Ringo: [[X]]", "Ringo"),
        ("- **Ringo**: [[X]]", "Ringo"),
        ("- **Ringo:** [[X]]", "Ringo"),
        ("1. [ ] Ringo-2：[[X]]", "Ringo-2"),
        ("- [[Y]], Ringo: [[X]]", "Ringo"),
        ("- [[X|Ringo]]", "Ringo"),
        ("- See also: [[X]]", ""),
        ("- arXiv:2209.00001: [[X]]", ""),
        ("- We had a long look at what others have said about this: [[X]]", ""),
        ("- [[X]]", ""),
    ],
)
def test_labels_are_short_names_only(line: str, label: str) -> None:
    """A short name before the link or behind its bar is its label; relations, ids and prose are not."""
    assert _by_link(line)["X"].label == label


@pytest.mark.parametrize(
    ("heading", "is_paper"),
    [
        ("Papers", True),
        ("📄 Key papers (2024)", True),
        ("Survey Papers on Kites", True),
        ("関連論文", True),
        ("参考文献", True),
        ("Reading list", True),
        ("References", True),
        ("Entries", False),
        ("Blog posts", False),
        ("参考リンク集", False),
        ("発表スライド", False),
        ("Post-training", None),
        ("Link prediction", None),
        ("Papers and talks", None),
        ("Newspaper", None),
        ("論文以外", None),
        ("日本の凧", None),
    ],
)
def test_headings_tell_in_two_languages(heading: str, is_paper: bool | None) -> None:
    """Sections of papers and of other things are known by their words; a topic or a mixed heading tells nothing."""
    one = _by_link(f"# {heading}\n- [[X]]\n")["X"]
    told = f"in section “{heading}”"
    assert (one.is_paper, one.reason) == ((is_paper, told) if is_paper is not None else (False, "no sign of a paper"))


def test_the_rules_can_be_a_persons_own() -> None:
    """Section words and the name pattern are those given, not the built-in ones."""
    rules = MocRules(("Essays",), ("Papers",), r"P-")
    found = _by_link("## Essays\n- [[X]]\n## Papers\n- [[Y]]\n- [[2020__KITE__Z]]\n- [[P-1]]\n", rules=rules)
    assert [one.is_paper for one in found.values()] == [True, False, False, True]


def test_parent_lines_are_no_papers() -> None:
    """Links upward are not papers, whatever their name, in either language."""
    found = _by_link("## Papers\nParent: [[2020__KITE__A]], [[B]]\n親: [[C]]\nup:: [[D]]\n- [[E]]\n")
    assert [one.link for one in found.values() if one.is_paper] == ["E"]


def test_samples_in_code_are_no_links() -> None:
    """Links shown in code, comments or formulas are not wanted."""
    text = "## Papers\n```\n[[2020__A__B]]\n```\n`[[2020__A__C]]` <!-- [[2020__A__D]] -->\n- [[2020__A__E]]\n"
    assert [one.link for one in read_moc("M", text)] == ["2020__A__E"]


def test_crlf_and_folders_change_nothing() -> None:
    """A MOC with CRLF line ends gives the same hints; a folder in a link is no part of the title."""
    text = "## Papers\n- Ringo: [[papers/Ringo rings]] arXiv:2209.00001\n"
    one = _by_link(text.replace("\n", "\r\n"))["papers/Ringo rings"]
    assert one == _by_link(text)["papers/Ringo rings"]
    assert (one.title, one.label, one.arxiv_id) == ("Ringo rings", "Ringo", "2209.00001")


def test_a_note_that_lost_its_line_breaks_reads_the_same() -> None:
    """Sections, labels and kinds are found in a MOC pasted as one line."""
    text = "## Entries\n- [[A post]]\n### Papers\n- Ringo: [[2022__NSDI__Ringo - Rings]]\n- [[Tako]]\n"
    assert read_moc("M", " ".join(text.split("\n")).strip()) == read_moc("M", text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Kites - MOC", ""),
        ("凧MOC", ""),
        ("moc kites", ""),
        ("Kites", "---\ntags:\n  - MOC\n---\n"),
        ("Kites", "---\ntags: list, moc/sub\n---\n"),
        ("Kites", "All of it #moc and more"),
        ("Kites", "# Kites\n## Papers\n### New\n- [[X]]\n"),
        ("凧", "## 論文\n- [[X]]\n"),
    ],
)
def test_mocs_are_known(name: str, text: str) -> None:
    """The word in the name, the tag, or links in a section of papers make a MOC."""
    assert is_moc(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Democracy", "- [[X]]"),
        ("Kites", "`#moc` and #mocha"),
        ("Kites", "```\n#moc\n```\n"),
        ("Kites", "## Papers\nnone yet\n## Other\n[[X]]\n"),
        ("Kites", "## References\n- [[X]]\n"),
        ("Kites", "## Papers\n![[X.png]] [[#Top]]\n"),
        ("2022__NSDI__Kite", "## Related papers\n- [[X]]\n"),
        ("2022__NSDI__MOC - A Compiler", ""),
        ("Kites", "- [[Papers]]\n"),
    ],
)
def test_other_notes_are_no_mocs(name: str, text: str) -> None:
    """An ordinary note, a note with references, and a paper's own note are no MOCs."""
    assert not is_moc(name, text)


def test_links_are_joined_as_obsidian_compares_them() -> None:
    """One entry a note: MOCs joined, a paper if it is one anywhere, and a paper's hints before those of a mention."""
    mention = Wanted("kite paper", "kite paper", label="k", mocs=("A",), is_paper=False, reason="no sign of a paper")
    listed = Wanted("Kite Paper", "Kite Paper", arxiv_id="2209.00001", mocs=("B", "A"), reason="in section “Papers”")
    assert distinct([mention, listed, listed]) == (replace(listed, label="k", mocs=("A", "B")),)
    assert distinct([listed, mention]) == (replace(listed, label="k", mocs=("B", "A")),)


def test_papers_asked_for_by_id_stay_apart() -> None:
    """Without a link the ids tell entries apart, and two versions of one paper do not."""
    asked = [Wanted("", "", arxiv_id=arxiv_id) for arxiv_id in ("2209.00001", "2209.00002", "2209.00001v2")]
    assert [one.arxiv_id for one in distinct(asked)] == ["2209.00001", "2209.00002"]
    assert len(distinct([Wanted("", "", doi="10.5555/A"), Wanted("", "", doi="10.5555/a"), Wanted("", "Kite: B")])) == 2


@pytest.mark.replay
@pytest.mark.skipif(not SHARED.is_dir(), reason="the real reading list is not here")
def test_a_real_list_is_read_alike_with_and_without_line_breaks() -> None:
    """The real MOC gives 62 links, 61 distinct, the same from its flattened copy, and its papers are its papers."""
    name = "分散深層学習 - MOC"
    found = read_moc(name, (SHARED / "moc" / f"{name}.md").read_text(encoding="utf-8"))
    assert found == read_moc(name, (SHARED / "moc/moc-flattened.txt").read_text(encoding="utf-8"))
    assert (len(found), len(distinct(found))) == (62, 61)
    with (SHARED / "arxiv_replay/gold_moc.tsv").open(encoding="utf-8", newline="") as file:
        gold = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    told = [(one.link, one.label, " > ".join(one.section), one.is_paper) for one in found]
    assert told == [(row["link_target"], row["alias_label"], row["section"], row["kind"] == "paper") for row in gold]
