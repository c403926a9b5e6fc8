"""English words as the checks compare them: light stems, and names."""

from __future__ import annotations

import re
from functools import lru_cache

from notegen.summarizer.checks.synonyms import IRREGULAR

_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’][a-z]+)?")
_FEW_LETTERS = 3
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
    knows latter lead leads leading led less let lets like more likewise long mainly matter mean means meant meanwhile
    last lasted lasting lasts merely moreover namely nearly need needed needs neither nevertheless never next
    nobody none
    nonetheless not nothing notably now number numbers
    occur occurs occurring often ones otherwise part past particular particularly per place placed places
    possible possibly
    prior put puts quite rather reason reasons regarding respect respective respectively result resulting results run
    running runs say says self set sets simply single so-called sort sorts spend spends spent still take taken takes
    taking terms thanks thereby therefore thing things though together took toward towards turn turns type types
    anybody anyone anything anywhere cannot else elsewhere everybody everyone everything everywhere herself himself
    little mostly myself nowhere oneself ourselves somebody someone something somewhere soon themselves today tomorrow
    unless unlike usually various versus want wants way ways whenever whereas wherever work working worth yield yields
"""
FREE_WORDS = STOP_WORDS | word_set(_FREE)
_ENDINGS = (
    ("ations", ""), ("ation", ""), ("ating", ""), ("ated", ""), ("ates", ""), ("ate", ""),
    ("tions", "t"), ("tion", "t"), ("ments", ""), ("ment", ""), ("ies", "y"), ("ied", "y"), ("sses", "ss"),
    ("ings", ""), ("ing", ""), ("ed", ""), ("ers", ""), ("er", ""), ("ors", ""), ("or", ""),
    ("ly", ""), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
)  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A light stem: irregular forms resolved, common endings and a doubled final letter taken off."""
    word = word.casefold().replace("’", "'").removesuffix("'s")
    if word in IRREGULAR:
        return IRREGULAR[word].removesuffix("e")
    for ending, kept in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + kept
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def tokens(text: str) -> list[str]:
    """The words of the text in order, case-folded, parts of hyphenated words apart."""
    return [match.group().casefold() for match in _TOKEN.finditer(text)]


def content_stems(text: str) -> list[str]:
    """Stems of the words that carry meaning, each once, in order."""
    return list(dict.fromkeys(stem(word) for word in tokens(text) if word not in STOP_WORDS and len(word) > 2))


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


def occurs(name: str, text: str) -> bool:
    """Whether the name stands in the text, in any case and hyphenation, in parts, or as initials of its words."""
    plain = re.sub(r"-(?:based|style|like|type)$", "", name.casefold().rstrip("+"))
    forms = {plain, plain.removesuffix("s")}
    if any(_stands(re.sub(r"[-\s]", "", form), text.casefold()) for form in forms):
        return True
    parts = [part for part in re.split(r"[-/]", name) if part]
    if len(parts) > 1:
        return all(occurs(part, text) for part in parts)
    return sum(map(str.isupper, name)) > 1 and initials_stand(name, text)


def initials_stand(name: str, text: str) -> bool:
    """Whether words of the text begin, one after the other, with the letters of the name: IoU, P2P (peer to peer)."""
    plain = name.removesuffix("s").casefold().replace("2", "t")
    phrases = [tokens(phrase) for phrase in re.split(r"[,.;:()]\s?", text)]
    telling = [[word for word in phrase if word not in STOP_WORDS] for phrase in phrases]
    spelt = telling if len(plain) < _FEW_LETTERS else [*phrases, *telling]
    return len(plain) > 1 and any(plain in "".join(word[0] for word in phrase) for phrase in spelt)


def _stands(form: str, text: str) -> bool:
    """Whether the text holds the name, however hyphenated; a name of few letters must stand by itself."""
    if len(form) > _FEW_LETTERS:
        return form in re.sub(r"[-\s]", "", text)
    return bool(re.search(rf"(?<![a-z]){re.escape(form)}(?![a-z])|(?<![a-z]){re.escape(form)}s\b", text))
