r"""A formula's TeX as LaTeXML writes it down (`alttext`), tidied; what it looks like does not change."""

from __future__ import annotations

import re

from notegen.fetcher.full_text.latexml.flow import GONE

_WRAPPED = re.compile(r"(?<!\\)%[^\S\n]*\n\s*")
_STYLE = re.compile(r"\\(?:display|text|script|scriptscript)style(?![A-Za-z])\s*")
_ARGUMENT = r"\{[^{}]{0,200}\}"
_OPTION = r"(?:\[[^\[\]{}]{0,100}\])?"
_NOISE = re.compile(
    r"\\(?:nonumber|notag|qed(?:here)?|hfill?|allowdisplaybreaks|displaylimits)(?![A-Za-z])\s*"
    rf"|\\[vh]?phantom\s*{_ARGUMENT}|\\label\s*{_ARGUMENT}"
    rf"|\\definecolor{_OPTION}(?:{_ARGUMENT}){{3}}|\\color{_OPTION}{_ARGUMENT}"
    rf"|\\pgfsys@[A-Za-z@]*(?:{_ARGUMENT})*"
)
_DOLLARS = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_LONE_DOLLAR = re.compile(r"(?<!\\)\$")
_SPACE = r"(?:\\(?:[,;:!> ]|q?quad(?![A-Za-z])|[hv]space\*?\{[^{}]*\})|~|\{\}|\s)*"
_END = re.compile(rf"{_SPACE}(?:\\(?:text|mbox|textrm|mathrm|rm)\s*\{{\s*([.,;:])\s*\}}|(?<!\\)([.,;:])){_SPACE}$")
_EDGE_SPACE = re.compile(rf"^{_SPACE}")
_LAST_SPACE = re.compile(rf"(?<!\\){_SPACE}$")
_SET_SPACE = re.compile(r"\\[,;:> ]|\\q?quad(?![A-Za-z])|~")
_SET_SPACE_LAST = re.compile(r"(?:(?<!\\)\\[,;:> ]|\\q?quad|~)\s*$")
_DELIMITER = re.compile(r"\\(?:left|right|[bB]igg?[lrm]?|middle)\s*$")
_TAIL = 200  # characters in which a stop is looked for
_LONE_BACKSLASH = re.compile(r"(?<!\\)(?:\\\\)*\\$")
_EMPTY_BASE = re.compile(r"^\{\}(?=[\^_])")


def tidied(tex: str) -> str:
    r"""TeX without what only sets its size, colour or place, lines joined (`\displaystyle a%⏎+b` is `a+b`).

    A dollar within (`\text{if $x$}`) becomes `\(…\)`, which means the same and does not end the formula around it.
    """
    if "%" in tex:
        tex = _WRAPPED.sub("", tex)
    if "\\" in tex:
        tex = _NOISE.sub(_gap, _STYLE.sub(_gap, tex))
    if "$" in tex:
        tex = _LONE_DOLLAR.sub(r"\\$", _DOLLARS.sub(r"\\(\1\\)", tex))
    tex = _EMPTY_BASE.sub("", " ".join(tex.split()))
    # A backslash and a blank at the end are a space; without the blank the backslash would take the dollar behind it.
    return f"{tex[:-1]}\\," if _LONE_BACKSLASH.search(tex) else tex


def formula(tex: str, display: bool = False, number: str = "") -> str:
    r"""A tidied formula as it stands in running text: between dollars, the sentence's own stop behind it (`$x$.`).

    One that is nothing but a stop is that stop; "" for an empty one. Space that an inline one sets at its ends
    (`5\,` before "cm") becomes a blank.
    """
    whole, tex = tex, _EDGE_SPACE.sub("", tex)
    tail = tex[-_TAIL:]
    end = _END.search(tail)
    stop = (end[1] or end[2]) if end else ""
    if end and _DELIMITER.search(tail[: end.start(1 if end[1] else 2)]):
        end, stop = None, ""
    tex = tex[: len(tex) - len(tail)] + _LAST_SPACE.sub("", tail[: end.start()] if end else tail)
    if not tex:
        return stop
    if display or number:
        tag = rf" \tag{{{number}}}" if number else ""
        return f"$${tex}{tag}$${stop}"
    before = " " if _SET_SPACE.match(whole) else ""
    return f"{before}${tex}${stop or (f' {GONE}' if _SET_SPACE_LAST.search(whole[-_TAIL:]) else '')}"


def _gap(match: re.Match[str]) -> str:
    r"""A blank where the text would run into a command before it (`\frac\displaystyle x`)."""
    start = match.start()
    return " " if re.search(r"\\[A-Za-z]+$", match.string[max(0, start - 40) : start]) else ""
