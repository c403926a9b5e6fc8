r"""What stands between the quotes of a JSON string, its LaTeX kept.

Models write `\frac` with one backslash, which JSON reads as a form feed, and with four, which leave one too many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress

from notegen.summarizer.reading.latex_names import COMMANDS, LETTER_AFTER_BREAK, WORD_AFTER_BREAK

_RUN = re.compile(r"(?P<run>\\+)(?P<rest>u[0-9a-fA-F]{4}|[A-Za-z]+|.|\Z)|(?P<dollars>\$+)", re.DOTALL)
_HEX = re.compile(r"u[0-9a-fA-F]{4}")
_PYTHON_BYTE = re.compile(r"(?<!\\)((?:\\\\)*)\\x([0-9a-f]{2})")
_HALF = re.compile("[\ud800-\udfff]")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/"}
_LETTER = {char: letter for letter, char in _PLAIN.items()}
_RAW = re.compile(r"(?<!\\)[\n\t\r\x08\x0c](?=[A-Za-z])")  # what is left of a command that was read as an escape
_SYMBOLS = frozenset("%$#&_{},;:!>|()[]")
_ACCENTS = frozenset("bcdHkrtuv")
_SENTENCE_END = (".", ":", ";", "!", "?", "。", "：", "！", "？", '"', "”", "」")
_BREAK_BEFORE = re.compile(r"(?<!\\)\\[nrt]\Z")
_OPERATOR_BEFORE = re.compile(r"[=+*/<>≤≥≈∈×^_{(|&]\s?\Z|\\(?:[A-Za-z]+\s?)?\Z")
_LETTER_BEFORE = re.compile(r"(?:[\d~,\[}$-]|(?<![A-Za-z])[A-Za-z])\s?\Z")
_FORMULA_AFTER = re.compile(r"\s?[_^{(=<>≤≥≈∈+*/\\&]|\$")
_UMLAUT = re.compile(r"[aeiouyAEIOUY]|\{\\?[A-Za-z]\}|\\[ij]\b")
_ACUTE = re.compile(r"(?!(?:s|t|d|m|re|ve|ll)\b)(?:[aceilnorsuyzACEILNORSUYZ]|\{\\?[A-Za-z]\}|\\[ij]\b)")
_QUOTED = re.compile(r"[^\\]*+\\['\"](?![A-Za-z{\\])")
_CONTEXT_CHARS = 24
_QUOTED_CHARS = 60
_LONGEST = 100_000  # longer than any statement: read as JSON alone


def decoded(string: str, quote: str = '"') -> str:
    r"""The text that a JSON string stands for (given without its quotes), every LaTeX command with its one backslash.

    True escapes stay: `\n` before what makes no command, `\uXXXX`, `\"`, `\\`. A command is known by its name (the
    longest run of letters, as TeX reads it); where a line break or tab and a word would look the same, by the formula
    around it. A string between single quotes may also hold the escapes of Python.
    """
    if len(string) <= _LONGEST and ("\x08" in string or "\x0c" in string):
        string = _RAW.sub(lambda match: f"\\{_LETTER[match[0]]}", string)
    if "\\" not in string:
        return string
    if len(string) > _LONGEST:
        with suppress(ValueError):
            return str(json.loads(f'"{string}"', strict=False))
        return string
    if quote == "'":
        string = _PYTHON_BYTE.sub(r"\1\\u00\2", string)
    read = "".join(_pieces(string, quote, _backslashes_of_a_command(string)))
    return read.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") if _HALF.search(read) else read


def _pieces(string: str, quote: str, usual: int) -> Iterator[str]:
    done, in_formula = 0, False
    for match in _RUN.finditer(string):
        yield string[done : match.start()]
        done = match.end()
        if match["dollars"]:
            in_formula ^= len(match["dollars"]) < 3
            yield match["dollars"]
            continue
        count, rest = len(match["run"]), match["rest"]
        if rest in ("(", "[", ")", "]"):
            in_formula = rest in ("(", "[")
        if count % 2 == 0 and not (usual == 4 and count == 2 and rest[:1] in _PLAIN):
            yield "\\" * _halved(count, rest, usual) + rest
        elif count <= 2:
            yield _escape(rest, string, match, quote, in_formula)
        elif rest in COMMANDS:
            yield match[0]  # the end of a line in a formula, and a command
        else:
            yield "\\" * (count // 2) + (rest if rest == quote else _escape(rest, string, match, quote, in_formula))
    yield string[done:]


def _halved(count: int, rest: str, usual: int) -> int:
    r"""How many backslashes an even run stands for: half as many, a quarter where every command has four.

    Two that begin no command stay where commands have one: they end a line of a formula.
    """
    if usual == 4 and count % 4 == 0:
        return count // 4
    if usual == 1 and count == 2 and rest and (rest in " \n&" or rest.isdigit()):
        return count
    return count // 2


def _backslashes_of_a_command(string: str) -> int:
    """How many backslashes the commands of a string have: 1 if any has so few, 4 if all have so many, else 2."""
    counts = {
        len(match["run"])
        for match in _RUN.finditer(string)
        if match["rest"]
        and (
            (match["rest"] in COMMANDS and len(match["rest"]) > 1) or match["rest"] in _SYMBOLS and match["run"] > "\\"
        )
    }
    if 1 in counts:
        return 1
    return 4 if counts and all(count % 4 == 0 for count in counts) else 2


def _escape(rest: str, string: str, match: re.Match[str], quote: str, in_formula: bool) -> str:
    """What one backslash and `rest` stand for."""
    if not rest:
        return "\\"
    if _HEX.fullmatch(rest):
        return chr(int(rest[1:], 16))
    if rest in ('"', "'"):
        return _quote(rest, string, match, quote)
    if rest[0] not in _PLAIN or (rest[0] in "bf" and (in_formula or len(rest) > 1)):
        return "\\" + rest
    before = string[max(0, match.start() - _CONTEXT_CHARS) : match.start()]
    after = string[match.end() : match.end() + 3]
    if _is_command(rest, before, after, in_formula) or (rest in ("b", "f", "r") and after.startswith("{")):
        return "\\" + rest
    return _PLAIN[rest[0]] + rest[1:]


def _is_command(name: str, before: str, after: str, in_formula: bool) -> bool:
    """Whether the letters after a backslash are the name of a command, not an escape and the beginning of a word."""
    if name not in COMMANDS:
        return len(name) > 1 and before.endswith(("_{", "^{", "_", "^"))
    if in_formula or name not in LETTER_AFTER_BREAK | WORD_AFTER_BREAK:
        return True
    if before.endswith(_SENTENCE_END) or _BREAK_BEFORE.search(before):
        return False
    if not before or _OPERATOR_BEFORE.search(before) or _FORMULA_AFTER.match(after):
        return True
    if name not in LETTER_AFTER_BREAK:
        return before[-1] == " " and name[0] == "t"
    return before[-1] == " " or before[-1] > "\u2fff" or after[:1] > "\u2fff" or bool(_LETTER_BEFORE.search(before))


def _quote(mark: str, string: str, match: re.Match[str], quote: str) -> str:
    r"""A quote, or the accent of a letter: `Erd\"os`, `Poincar\'e`."""
    last = string[match.start() - 1] if match.start() else ""
    in_word = last.isascii() and last.isalpha()
    after = string[match.end() : match.end() + 4]
    if mark == quote:
        return f"\\{mark}" if mark == '"' and in_word and _UMLAUT.match(after) else mark
    accent = (_UMLAUT if mark == '"' else _ACUTE).match(after)
    opens = _QUOTED.match(string, match.end(), match.end() + _QUOTED_CHARS)
    return f"\\{mark}" if accent and (in_word or not opens) else mark
