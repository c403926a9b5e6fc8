"""Japanese written in Latin letters: lower-case words that read as Japanese syllables throughout (Hepburn, Kunrei)."""

from __future__ import annotations

import re
import unicodedata

_LETTER = "a-zāīūēōâîûêô"
_RUN = re.compile(
    rf"(?<![A-Za-z0-9_\\/@.$-])[{_LETTER}][{_LETTER}'’-]*(?: [{_LETTER}'’-]+)*(?![A-Za-z0-9_/@(=])(?!\.[A-Za-z0-9])"
)
_ONSET = r"(?:kk?y?|gg?y?|ss?h?y?|zz?y?|jj?y?|tt?s?y?|t?ch|dd?y?|n(?:y|(?=[aiueo]))|hy?|ff?|bb?y?|pp?y?|my?|ry?|y|w)"
_READS = re.compile(rf"(?:{_ONSET}?[aiueo]|n(?![aiueoy])['’-]?)+")
_LEAST_LETTERS = 4
_JAPANESE = r"[\u3041-\u30ff\u3400-\u9fff]"
_PARTICLE = re.compile(rf"(?<={_JAPANESE})(?:wa|ga|wo|ni|no|de|kara|made|yori)(?=[ 、]?{_JAPANESE}| ?\d)")
_GREEK = {"beta", "eta", "iota", "zeta"}


def romanised(text: str, en: str) -> bool:
    """Whether the Japanese text holds romanised Japanese; a word that its English holds too is a term or a name."""
    known = _GREEK.union(re.findall(r"[a-z]+", en.casefold()))
    return bool(_PARTICLE.search(text)) or any(_is_romaji(run, known) for run in _RUN.findall(text))


def _is_romaji(run: str, known: set[str]) -> bool:
    words = [_plain(word) for word in re.split(r"[ -]", run) if word]
    read = [word for word in words if _READS.fullmatch(word) and not _is_known(word, known)]
    letters = sum(len(word) for word in read)
    return len(read) == len(words) and letters >= _LEAST_LETTERS and any(len(word) > 1 for word in read)


def _is_known(word: str, known: set[str]) -> bool:
    return word in known or any(len(word) > 2 and other.startswith(word) for other in known)


def _plain(word: str) -> str:
    """The word without the marks of long vowels."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char)).strip("'’")
