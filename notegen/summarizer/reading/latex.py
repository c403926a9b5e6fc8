"""LaTeX inside JSON strings: models write `\\frac` with one backslash, which JSON would read as a form feed."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[A-Za-z]+|.)", re.DOTALL)
_HEX = re.compile(r"u[0-9a-fA-F]{4}")
_NAMES = """
    nu nabla ne neq neg not notin ni nleq ngeq nless ngtr nmid nparallel nsubseteq nsupseteq nprec nsucc
    nexists natural nearrow nwarrow nolimits nonumber newline newcommand norm normalsize nobreak nrightarrow
    nleftarrow ntriangleleft rho rightarrow Rightarrow right rm rangle rceil rfloor ref root real relax
    rightharpoonup rightleftharpoons rbrace rbrack rVert rvert raggedright raisebox rule rightsquigarrow
    rtimes risingdotseq rhd renewcommand require tau theta times text textbf textit textrm textsf texttt
    textsc textnormal tfrac tbinom tilde to top triangle triangleleft triangleright triangleq tan tanh
    therefore thickapprox thinspace tiny title today twoheadrightarrow tag thicksim triangledown textstyle
    textwidth tt trace
"""
_COMMANDS = frozenset(_NAMES.split())
_NEWLINE_WORDS = frozenset({"nu", "ne", "ni"})
_SENTENCE_END = (".", ":", ";", "!", "?", "。", "：", "！", "？", '"')


def escape_commands(string: str) -> str:
    """The JSON string (with its quotes) with every backslash that begins a LaTeX command doubled.

    True escapes stay: `\\n` before a word that makes no command, `\\uXXXX`, `\\"`, `\\\\`. A command is known by its
    name; `\\nu`, `\\ne`, `\\ni` after the end of a sentence outside `$…$` are a line break and a letter.
    """
    return _ESCAPE.sub(lambda match: _escaped(match, string), string)


def _escaped(match: re.Match[str], string: str) -> str:
    name = match.group(1)
    if name in ('"', "\\", "/") or _HEX.fullmatch(name):
        return match.group()
    first = name[0]
    if first in "nrt" and (len(name) == 1 or not _is_command(name, string[: match.start()])):
        return match.group()
    return "\\" + match.group()


def _is_command(name: str, before: str) -> bool:
    if name in _NEWLINE_WORDS and before.endswith(_SENTENCE_END) and before.count("$") % 2 == 0:
        return False
    return name in _COMMANDS
