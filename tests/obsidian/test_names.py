from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.latex import plain
from notegen.obsidian.names import file_name, key, problem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPU Cluster", "gpu cluster"),
        ("ガベージ", unicodedata.normalize("NFD", "ガベージ")),
        ("A\u00a0B\u202fC", "a b c"),
        ("ΟΔΟΣ", "οδος"),
        ("École", unicodedata.normalize("NFD", "ÉCOLE")),
    ],
)
def test_names_obsidian_takes_for_one(one: str, other: str) -> None:
    """Case, Unicode form and no-break blanks make no second note."""
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), [("A B", "A  B"), ("A B", "A\u3000B"), ("straße", "strasse")])
def test_names_obsidian_tells_apart(one: str, other: str) -> None:
    """Runs of blanks, wide blanks and spellings stay different."""
    assert key(one) != key(other)


@given(st.text())
def test_key_is_stable(name: str) -> None:
    """The key of a key is the key, and both Unicode forms share it."""
    assert key(key(name)) == key(name)
    assert key(unicodedata.normalize("NFD", name)) == key(unicodedata.normalize("NFC", name))


@pytest.mark.parametrize(
    "name",
    [
        "2031__VLDB__Join Trees - A Study (2nd ed.), part 1",
        "分散学習の通信【改訂版】：概観？",
        "papers/2031__VLDB__Join Trees",
        "__archive__/Note",
        "v1.2",
        "Console",
        "100% of it",
        "深" * 83,
        "I’ve Got “Quotes” — 🇯🇵",
    ],
)
def test_good_names(name: str) -> None:
    """What any platform can store and a link can name is allowed, paths included."""
    assert problem(name) == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("2031__NSDI__TCP/IP: a study", "would make a folder"),
        ("papers/2031__NSDI__TCP/IP", "would make a folder"),
        ("/etc/passwd", "begins with “/”"),
        ("../up", "no folder"),
        ("a//b", "without a name"),
        ("papers/", "without a name"),
        ("A: B", "“:”"),
        ("What?", "“?”"),
        ("a\\b", "“\\”"),
        ("C#", "“#”"),
        ("x^2", "“^”"),
        ("[MASK]", "“[”"),
        ("a|b", "“|”"),
        ("50%% off", "“%%”"),
        ("con", "reserved"),
        ("papers/LPT1.txt", "reserved"),
        (".hidden", "dot"),
        ("et al.", "dot"),
        ("blank ", "blank"),
        ("papers /Note", "blank"),
        ("a\nb", "control"),
        ("a\ud800b", "broken"),
        ("Note.md", "“.md”"),
        ("深" * 84, "252 bytes"),
        ("a" * 300, "300 bytes"),
    ],
)
def test_bad_names(name: str, reason: str) -> None:
    """Each name that cannot be a note is refused with one reason in words."""
    assert reason in problem(name)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Sieve: Simpler than LRU", "Sieve - Simpler than LRU"),
        ("TCP/IP at 3:1 Ratio", "TCP-IP at 3-1 Ratio"),
        ('What "Is" a <Cache>?', "What Is a Cache"),
        ("C# | [MASK] ^2", "C - (MASK) 2"),
        ("$\\pi_0$: A Flow Model", "π0 - A Flow Model"),
        ("  two\n  lines  ", "two lines"),
        ("CON", "_CON"),
        ("...", "untitled"),
        ("Notes.md", "Notes"),
        ("Only a colon:", "Only a colon"),
    ],
)
def test_file_names_of_titles(title: str, expected: str) -> None:
    """A title becomes the name a person would have given the note."""
    assert file_name(title) == expected


@pytest.mark.parametrize("unit", ["深", "か\u3099\u0301", "👩\u200d🔬", "👍🏽", "🇯🇵", "x\u0300\u0301"])
def test_long_titles_are_cut_between_graphemes(unit: str) -> None:
    """A title that is too long loses whole characters as a reader sees them, never a part of one."""
    name = file_name(unit * 120)
    unit = unicodedata.normalize("NFC", unit)

    assert 200 < len(name.encode()) <= 240
    assert name == unit * (len(name) // len(unit))


@given(st.text(max_size=300))
def test_every_title_gives_a_good_name(title: str) -> None:
    """Whatever the title, its file name is one that notegen itself allows."""
    name = file_name(title)

    assert problem(name) == ""
    assert len(name.encode()) <= 240
    assert "/" not in name


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("$\\mathcal{O}(\\log n)$ Attention", "O(log n) Attention"),
        ("$\\mathbb Z_2$ and $L^{\\infty}$", "Z2 and L∞"),
        ("$\\Delta$elta and $\\varepsilon$-greedy $\\lambda$", "Δelta and ε-greedy λ"),
        ("Szeg\\H{o}, B\\'ezout, M\\\"uller, Fran\\c{c}ois", "Szegő, Bézout, Müller, François"),
        ("AT\\&T saves 50\\% and \\$5", "AT&T saves 50% and $5"),
        ("{BERT} for \\emph{all} of \\LaTeX", "BERT for all of LaTeX"),
        ("$\\frac{1}{2}$ the Cost", "1/2 the Cost"),
        ("It costs $5 and saves $6", "It costs $5 and saves $6"),
        ("Untouched_name {a}", "Untouched_name {a}"),
    ],
)
def test_latex_becomes_plain_text(title: str, expected: str) -> None:
    """The LaTeX of arXiv titles reads as the paper's first page does."""
    assert plain(title) == expected
