"""LaTeX in a title as plain text: Greek letters, accents and common signs; fonts and braces dropped."""

from __future__ import annotations

import re
import unicodedata

_MATH = re.compile(r"(?<!\\)\$(?!\s)([^$\n]+)(?<![\s\\])\$(?!\d)")
_SCRIPT = re.compile(r"(?<!\\)[_^]")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_ACCENT = re.compile(r"\\(?:(['`\"^~=.])|([cvukHr])(?=[ {]))[ ]?(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))")
_COMMAND = re.compile(r"\\([A-Za-z]+)( ?)(?=(\{)?)")
_BRACE = re.compile(r"(?<!\\)[{}]")
_ESCAPED = re.compile(r"\\([&%$#_{}])")
_FONT = re.compile(r"(?:math|text)[a-z]*|operatorname|boldsymbol|emph|rm|bf|it|em|sc|tt|cal")
_COMBINING = dict(
    zip("'`\"^~=.cvukHr", "\u0301\u0300\u0308\u0302\u0303\u0304\u0307\u0327\u030c\u0306\u0328\u030b\u030a", strict=True)
)
_SIGNS = {
    "approx": "≈",
    "cdot": "·",
    "ell": "ℓ",
    "geq": "≥",
    "infty": "∞",
    "leq": "≤",
    "nabla": "∇",
    "pm": "±",
    "rightarrow": "→",
    "sim": "∼",
    "times": "×",
    "to": "→",
}


def plain(title: str) -> str:
    """`title` without LaTeX, as far as that is simple: "$\\pi_0$" is "π0", "Erd\\H{o}s" is "Erdős"; others as they are."""
    if "\\" not in title and "$" not in title:
        return title
    text = _MATH.sub(lambda math: _SCRIPT.sub("", math[1]), title)
    text = _FRACTION.sub(r"\1/\2", text)
    text = _ACCENT.sub(lambda found: (found[3] or found[4]) + _COMBINING[found[1] or found[2]], text)
    text = _BRACE.sub("", _COMMAND.sub(_command, text))
    return unicodedata.normalize("NFC", _ESCAPED.sub(r"\1", text))


def _command(command: re.Match[str]) -> str:
    name, blank, argument = command.groups()
    if _FONT.fullmatch(name):
        return ""
    sign = _SIGNS.get(name) or _greek(name) or ("" if argument else name)
    return sign + blank


def _greek(name: str) -> str:
    case = "CAPITAL" if name[0].isupper() else "SMALL"
    letter = name.removeprefix("var").upper().replace("LAMBDA", "LAMDA")
    try:
        return unicodedata.lookup(f"GREEK {case} LETTER {letter}")
    except KeyError:
        return ""
