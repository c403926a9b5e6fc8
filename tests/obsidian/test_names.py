from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.latex import plain
from notegen.obsidian.links import read_links
from notegen.obsidian.names import file_name, folder_problem, is_conflict_copy, key, normal_path, problem


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
        ("papers/.hidden", "hidden"),
        (".trash/Note", "hidden"),
        ("a*b", "“*”"),
        ('say "x"', '“"”'),
        ("a<b", "“<”"),
        ("a>b", "“>”"),
        ("a|b", "“|”"),
        ("[MASK]", "“[”"),
        ("MASK]", "“]”"),
        ("50 %% off", "“%%”"),
        ("Note\u00a0", "blank"),
        ("nul", "reserved"),
        ("Com1.txt", "reserved"),
        ("papers/lpt9", "reserved"),
        ("CON .x", "reserved"),
        ("dots..", "ends with a dot"),
        ("a\x7fb", "control"),
        ("a\u2028b", "control"),
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


@pytest.mark.parametrize("unit", ["深", "か\u3099\u0301", "👩\u200d🔬", "👍🏽", "🇯🇵", "x\u0300\u0301", "क्षि"])
def test_long_titles_are_cut_between_graphemes(unit: str) -> None:
    """A title that is too long loses whole characters as a reader sees them, never a part of one."""
    name = file_name(unit * 120)
    unit = unicodedata.normalize("NFC", unit)

    assert 200 < len(name.encode()) <= 240
    assert name == unit * (len(name) // len(unit))


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


hostile = st.text(
    alphabet='/\\:*?"<>|#^[]%.~ \t\n\x00\x7f\u00a0\u2028\ufeff${}_aA1深が\u3099👩\u200d🔬🏽🇯🇵्क', max_size=120
)


@given(st.text(max_size=300) | hostile | st.sampled_from(["con", "COM1", "nul", ".md", "x.md", ".", ".."]))
def test_every_title_gives_a_good_name(title: str) -> None:
    """Whatever the title, its file name is one that notegen itself allows, in NFC."""
    name = file_name(title)

    assert problem(name) == ""
    assert len(name.encode()) <= 240
    assert "/" not in name
    assert unicodedata.is_normalized("NFC", name)


@given(st.text(max_size=40) | hostile)
def test_every_allowed_name_makes_a_link_and_a_file(name: str) -> None:
    """A name that is allowed comes back from a link to it, and no platform's rule for files speaks against it."""
    if problem(name):
        return
    parts = name.split("/")

    assert [key(link.target) for link in read_links(f"- [[{name}|x]], [[{name}#part]]")] == [key(name)] * 2
    assert not set(name) & set('\\:*?"<>|#^[]')
    assert all(0 < len(f"{part}.md".encode()) <= 255 for part in parts)
    assert all(part == part.strip().rstrip(".") and not part.startswith(".") for part in parts)
    assert folder_problem(name.rpartition("/")[0]) == ""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a//b\\\\c/", "a/b/c"),
        ("a\u00a0b\u202fc", "a b c"),
        (unicodedata.normalize("NFD", "ガベージ"), "ガベージ"),
        ("a\u3000b", "a\u3000b"),
        ("/", ""),
        ("", ""),
    ],
)
def test_paths_as_obsidian_stores_them(path: str, expected: str) -> None:
    """Slashes, blanks and the Unicode form of a path become those of Obsidian's own."""
    assert normal_path(path) == expected


@given(hostile)
def test_a_stored_path_is_stored_the_same(path: str) -> None:
    """A path as Obsidian stores it changes no more, and has no empty part."""
    stored = normal_path(path)

    assert normal_path(stored) == stored
    assert "\\" not in stored
    assert stored == "" or all(stored.split("/"))


COPIES = (
    "{} (Conflicted copy ThinkPad-T14 203101022359)",
    "{} (Conflicted copy Mari's iPad (old) 203101022359)",
    "{} (mari-laptop's conflicted copy 2031-01-02)",
    "{} (Mari Sato’s conflicted copy 2031-01-02 (1))",
    "{} (James' conflicted copy)",
    "{} (conflicted copy 2031-01-02)",
    "{}.sync-conflict-20310102-030405-ABCDEFG",
    "{}.sync-conflict-20310102-030405",
    "{} (conflicted copy 2031-01-02 030405)",
    "{} (conflicted copy mari 2031-01-02 030405)",
    "{} (conflicted copy 2031-01-02 030405) (1)",
)


@given(st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20), st.sampled_from(COPIES))
def test_conflict_copies(name: str, form: str) -> None:
    """The names that Obsidian Sync, Dropbox, Syncthing and Nextcloud give a conflict copy are known for any note."""
    assert is_conflict_copy(form.format(name))
    assert is_conflict_copy(f"papers/{form.format(name)}.md")


@pytest.mark.parametrize(
    "name",
    [
        "Conflicted copy",
        "Conflict-free Replicated Data Types",
        "Sync (conflicted copy detection in databases)",
        "2031__VLDB__Files (a conflict copy 2031)",
        "Handling sync-conflict-20310102-030405 names",
        "(Conflicted copy ThinkPad 203101022359)",
        ".sync-conflict-20310102-030405-ABCDEFG",
        "Note (1)",
    ],
)
def test_no_conflict_copies(name: str) -> None:
    """A name that only speaks of conflicts, or has nothing before the mark, is a note's own."""
    assert not is_conflict_copy(name)
