"""LaTeX of titles and names as Unicode: accents, letters, Greek and simple maths. Pure."""

from __future__ import annotations

import re
import unicodedata

_COMBINING = {
    '"': "\u0308",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "r": "\u030a",
    "k": "\u0328",
    "d": "\u0323",
}
_LETTERS = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "ı",
    "j": "ȷ",
}
_GREEK = (
    "alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε zeta:ζ eta:η theta:θ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ "
    "pi:π rho:ρ sigma:σ tau:τ upsilon:υ phi:φ varphi:φ chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π "
    "Sigma:Σ Phi:Φ Psi:Ψ Omega:Ω"
)
_OPERATORS = (
    "times:× cdot:· pm:± to:→ rightarrow:→ leftarrow:← infty:∞ leq:≤ le:≤ geq:≥ ge:≥ neq:≠ approx:≈ sim:~ ll:≪ gg:≫ "
    "in:∈ subset:⊂ cup:∪ cap:∩ ell:ℓ dagger:† star:⋆ circ:° ldots:… dots:… log:log max:max min:min"
)
_SYMBOLS = dict(pair.split(":") for pair in f"{_GREEK} {_OPERATORS}".split())

_ACCENT = r"""\\(?P<{0}accent>["'`^~=.]|[cvuHrkd](?=[\s{{\\]))\s*"""
_ACCENTED = re.compile(
    rf"\{{{_ACCENT.format('braced_')}\{{?(?P<braced_letter>\\?[A-Za-z])\}}?\}}"
    rf"|{_ACCENT.format('')}(?:\{{(?P<inner_letter>\\?[A-Za-z])\}}|(?P<letter>\\[ij](?![A-Za-z])|[A-Za-z]))"
)
_LETTER = re.compile(rf"\{{\\({'|'.join(_LETTERS)})\}}|\\({'|'.join(_LETTERS)})(?![A-Za-z])(?:\{{\}}|\s+)?")
_MATH = re.compile(r"(?<!\\)\$(?!\s)([^$]+)(?<![\s\\])\$(?!\d)")
_FONT = re.compile(r"\\(?:emph|text\w*|math\w+|operatorname|boldsymbol|bm)\s*\{([^{}]*)\}")
_SYMBOL = re.compile(r"\\([A-Za-z]+)(\s*)")
_SUBSCRIPT = re.compile(r"_(?:\{(\d+)\}|(\d))")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_SCRIPT = re.compile(r"_|\^(?=\{?\D)")
_MARKUP = re.compile(r"\\(?:math[a-z]+\s*)?(?=[A-Za-z])|[{}]")
_ESCAPED = re.compile(r"\\([&%#_$])")


def to_unicode(text: str) -> str:
    """The text with what has a plain Unicode form in it; LaTeX beyond that stays as written. The result is NFC."""
    text = _MATH.sub(_plain_math, text)
    text = _LETTER.sub(lambda found: _LETTERS[found[1] or found[2]], _ACCENTED.sub(_accented, _FONT.sub(r"\1", text)))
    return unicodedata.normalize("NFC", _ESCAPED.sub(r"\1", text))


def _accented(found: re.Match[str]) -> str:
    letter = (found["braced_letter"] or found["inner_letter"] or found["letter"]).removeprefix("\\")
    return unicodedata.normalize("NFC", letter + _COMBINING[found["braced_accent"] or found["accent"]])


def _plain_math(found: re.Match[str]) -> str:
    """`\\pi_0` as π0, `\\mathcal{O}(n)` as O(n); a formula that is not that simple stays a formula."""
    plain = _SYMBOL.sub(_symbol, _FONT.sub(r"\1", found[1]))
    plain = _SUBSCRIPT.sub(lambda digits: digits[1] or digits[2], plain)
    plain = re.sub(r"\{(\w+)\}", r"\1", _ESCAPED.sub(r"\1", plain)).strip()
    return found[0] if "\\" in plain or "{" in plain else plain


def plain(text: str) -> str:
    """The text as `to_unicode` gives it, with the markup of what LaTeX is left dropped: for a file name."""
    if "\\" not in text and "$" not in text:
        return text
    text = _FRACTION.sub(r"\1/\2", to_unicode(text))
    text = _MATH.sub(lambda math: _SCRIPT.sub("", _SYMBOL.sub(_symbol, math[1])), text)
    return _MARKUP.sub("", text)


def _symbol(found: re.Match[str]) -> str:
    """A Greek letter or sign takes the blank that ended its command; a word such as log keeps it."""
    sign = _SYMBOLS.get(found[1])
    return found[0] if sign is None else sign + found[2] if sign.isascii() else sign
