r"""LaTeX in JSON strings: escaped once, not at all, or twice; and line breaks that only look like it."""

from __future__ import annotations

import json

import pytest

from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.reading.latex_names import COMMANDS, LETTER_AFTER_BREAK, WORD_AFTER_BREAK

_KEYS = ("tldr", "claims")
_FORMULAS = ("$%s{x}$", "rate $%s$ is", r"\(%s x\)", "$$%s$$", "$a + %s_t$", "x^{%s}", "%s{x} end", "%s", "count = %s.")
_PROSE = ("start %s", "in %s here", " %s,")
_LOOK_ALIKE = (
    "nu number nuance ne next near ni night not notable text texture to tomorrow rho random rotate theta table"
)
_MORE = "nested tan token times tag beta bar figure frac use under i e a exists less parallel trace top tau real"


def _read(written: str) -> object:
    """What the reader makes of the characters between the quotes."""
    return read_json('{"tldr": "' + written + '", "claims": []}', _KEYS)["tldr"]


@pytest.mark.parametrize("frame", [*_FORMULAS, *_PROSE])
def test_every_command_survives_however_escaped(frame: str) -> None:
    r"""Each known command stays as it is with one backslash, two or four, in a formula, in prose and at either end.

    Only not escaped in prose, where `\nless` is a line break and a word, does it take a formula to be a command.
    """
    for command in sorted(COMMANDS):
        meant = frame % f"\\{command}"
        for backslashes in (1, 2, 4):
            if backslashes == 1 and frame in _PROSE and command in WORD_AFTER_BREAK and command[0] == "n":
                continue
            assert _read(meant.replace("\\", "\\" * backslashes)) == meant


@pytest.mark.parametrize("word", (_LOOK_ALIKE + " " + _MORE).split())
def test_a_line_break_before_a_word_stays_one(word: str) -> None:
    """Words that begin like a command keep the line break or tab before them, written as an escape or for real."""
    for before, after in (("One.", " two"), ("one", " two"), ("である。", "は"), ("- an item", ""), ("", " two")):
        for escape, meant in (("\\n", "\n"), ("\\t", "\t"), ("\\r\\n", "\r\n"), ("\\n\\n", "\n\n"), ("\n", "\n")):
            command = f"{escape[-1]}{word}" if escape != "\n" else ""
            if command not in COMMANDS or (before and command in LETTER_AFTER_BREAK | WORD_AFTER_BREAK):
                assert _read(f"{before}{escape}{word}{after}") == f"{before}{meant}{word}{after}"


@pytest.mark.parametrize("name", sorted(LETTER_AFTER_BREAK | WORD_AFTER_BREAK))
def test_what_could_be_both_is_told_by_what_stands_around(name: str) -> None:
    r"""After the end of a sentence or a word `\nu` is a line break; in a formula or after an operator, a command."""
    rest = {"n": "\n", "t": "\t"}[name[0]] + name[1:]

    assert _read(f"The end.\\{name} is") == f"The end.{rest} is"
    assert _read(f"one\\{name} two") == f"one{rest} two"
    assert _read(f"$a \\{name} b$") == f"$a \\{name} b$"
    assert _read(f"a = \\{name} b") == f"a = \\{name} b"
    assert _read(f"\\sigma\\{name} b") == f"\\sigma\\{name} b"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"the viscosity \nu is", r"the viscosity \nu is"),
        (r"係数\nuを", r"係数\nuを"),
        (r"G\"odel and Poincar\'e, \'etale, na\"{\i}ve", r"G\"odel and Poincar\'e, \'etale, na\"{\i}ve"),
        (r"G\\\"odel", r"G\"odel"),
        (r"say \"open\" or \"under\" it", 'say "open" or "under" it'),
        (r"don\'t, the model\'s \'open\' set", "don't, the model's 'open' set"),
        (r"50\% \$5 \{a\} \_b a\,b \& \#", r"50\% \$5 \{a\} \_b a\,b \& \#"),
        (r"50\\% \\$5 \\{a\\} \\_b a\\,b \\& \\#", r"50\% \$5 \{a\} \_b a\,b \& \#"),
        (r"50\\\\% \\\\$5 \\\\{a\\\\} a\\\\,b", r"50\% \$5 \{a\} a\,b"),
        (r"\begin{matrix} a \\ b \end{matrix}", r"\begin{matrix} a \\ b \end{matrix}"),
        (r"\\begin{matrix} a \\\\ b \\end{matrix}", r"\begin{matrix} a \\ b \end{matrix}"),
        (r"\\\\begin{matrix} a \\\\\\\\ b \\\\end{matrix}", r"\begin{matrix} a \\ b \end{matrix}"),
        (r"a \\\frac{1}{2} \nu", r"a \\\frac{1}{2} \nu"),
        (r"\u00e9 \ud83d\ude00 \u12 \ux \x \u{g} \b{o} \r{A}", r"é 😀 \u12 \ux \x \u{g} \b{o} \r{A}"),
        (r"$$\nx = 1\n$$", "$$\nx = 1\n$$"),
        (r"C:\\Users\\new a\/b", r"C:\Users\new a/b"),
        (r"\mymacro \Tr \Rn \bx \fhat", r"\mymacro \Tr \Rn \bx \fhat"),
    ],
)
def test_other_backslashes(written: str, read: str) -> None:
    """Accents, symbols, matrices, code points, paths and commands nobody knows come out as they were meant."""
    assert _read(written) == read


def test_a_whole_answer_in_a_string_keeps_its_latex() -> None:
    """JSON that was encoded twice is decoded twice, no more and no less."""
    said = {"tldr": "$\\nu = \\frac{a}{b}$\nnumber, \\text{x}", "claims": []}

    assert read_json(json.dumps(json.dumps(said)), _KEYS) == said
    assert read_json(json.dumps({"response": json.dumps(said)}), _KEYS) == said
    assert read_json(repr(said), _KEYS) == said
