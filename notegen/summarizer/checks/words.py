"""English words as the checks compare them: light stems, synonyms of the trade, and names."""

from __future__ import annotations

import re

from notegen.summarizer.checks.synonyms import IRREGULAR, SYNONYMS

_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’][a-z]+)?")
_NAME = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*(?:[-/+.][A-Za-z0-9]+)*\+*")


def word_set(*lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(" ".join(lines).split())


_STOP_WORDS = """
    a about above across after all also although among an and any are as at be because been before being below between
    both but by can could did do does doing done during each either every few for from further had has have having he
    her here his how however i if in into is it its itself just may might most much must nor of on once only or other
    our out over own same she should since so some such than that the their them then there these they this those
    through thus to too under until up upon us use used uses using very via was we were what when where whether which
    while who whose why will with within without would yet you your
    paper papers work works author authors approach approaches method methods propose proposes proposed present
    presents presented introduce introduces introduced show shows showed shown demonstrate demonstrates demonstrated
    describe describes described study studies report reports reported find finds found offer offers called named
    new novel make makes made provide provides allow allows enable enables achieve achieves achieved well many several
    one two three four five six seven eight nine ten first second hundred thousand million billion trillion
    twice thrice fold percent
"""
STOP_WORDS = word_set(_STOP_WORDS)
# Connectives and light verbs: a paraphrase chooses them freely, so that they say nothing of where a statement is from.
_FREE = """
    accordingly again against anew albeit alone along already anyway apart around aside away back based become becomes
    became beforehand besides beyond case cases cause caused causes come comes coming compared comparison concerning
    consequently contrary contrast cost costs despite down due ensure ensures even ever except fact far followed
    following follows force forced forces former furthermore generally get gets getting give given gives giving go goes
    going gone got happen happens hence highly importantly indeed instead involve involves involved kind know known
    knows latter lead leads leading led less let lets like likewise long mainly matter mean means meant meanwhile
    last lasted lasting lasts merely moreover namely nearly need needed needs neither nevertheless never next
    nobody none
    nonetheless not nothing notably now number numbers
    occur occurs occurring often ones otherwise part past particular particularly per place placed places
    possible possibly
    prior put puts quite rather reason reasons regarding respect respective respectively result resulting results run
    running runs say says self set sets simply single so-called sort sorts spend spends spent still take taken takes
    taking terms thanks thereby therefore thing things though together took toward towards turn turns type types
    unless unlike usually various versus want wants way ways whenever whereas wherever work working worth yield yields
"""
FREE_WORDS = STOP_WORDS | word_set(_FREE)
_ENDINGS = (
    ("ations", ""), ("ation", ""), ("ating", ""), ("ated", ""), ("ates", ""), ("ate", ""),
    ("tions", "t"), ("tion", "t"), ("ments", ""), ("ment", ""), ("ies", "y"), ("ied", "y"), ("sses", "ss"),
    ("ings", ""), ("ing", ""), ("ed", ""), ("ers", ""), ("er", ""), ("ors", ""), ("or", ""), ("ly", ""),
    ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
)  # fmt: skip


def stem(word: str) -> str:
    """A light stem: irregular forms resolved, common endings and a doubled final letter taken off."""
    word = word.casefold().replace("’", "'").removesuffix("'s")
    word = IRREGULAR.get(word, word)
    for ending, kept in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + kept
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


_GROUPS: dict[str, frozenset[int]] = {}
for _number, _group in enumerate(SYNONYMS):
    for _word in _group.split():
        _GROUPS[stem(_word)] = _GROUPS.get(stem(_word), frozenset()) | {_number}


def tokens(text: str) -> list[str]:
    """The words of the text in order, case-folded, parts of hyphenated words apart."""
    return [match.group().casefold() for match in _TOKEN.finditer(text)]


def content_stems(text: str) -> list[str]:
    """Stems of the words that carry meaning, each once, in order."""
    return list(dict.fromkeys(stem(word) for word in tokens(text) if word not in STOP_WORDS and len(word) > 2))


def related(word: str, stems: frozenset[str]) -> bool:
    """Whether the stem, one of the same meaning, or one with the same beginning of five letters is among `stems`."""
    if word in stems or any(len(word) > 5 and word[:5] == other.removeprefix("un")[:5] for other in stems):
        return True
    if any(word == prefix + other or other == prefix + word for other in stems for prefix in ("re", "un")):
        return True
    groups = _GROUPS.get(word, frozenset())
    return any(groups & _GROUPS.get(other, frozenset()) for other in stems)


def names_in(text: str) -> list[str]:
    """Names and acronyms of an English text: tokens with a capital that is not just the start of a sentence."""
    found = []
    for match in _NAME.finditer(text):
        name = match.group().rstrip(".")
        inner_capital = any(char.isupper() for char in name[1:])
        starts = not text[: match.start()].rstrip("\"'(“‘ ") or text[: match.start()].rstrip().endswith(
            (".", ":", "?", "!")
        )
        if inner_capital or (name[0].isupper() and not starts and name.casefold() not in STOP_WORDS):
            found.append(name)
    return list(dict.fromkeys(found))
