"""Names and acronyms of a cited sentence that one language of a claim keeps and the other lost."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from notegen.records import Sentence
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import content_stems, names_in, related, stem, word_set

# Terms that Japanese writes in Latin letters as any other word, and that need not be there.
EVERYDAY = word_set(
    "ai api cnn cpu dnn dram gpu hpc id io i/o it llm ml mlp moe nlp nn os pc ram rnn sgd sota ssd tpu url vs web"
)
LATIN_NAME = re.compile(r"(?<![A-Za-z])[A-Za-z][A-Za-z0-9]*(?:[-+.][A-Za-z0-9]+)*")
_ACCENTED = re.compile(r"(?:[A-Z][\w’'-]*[\s–-])*\w*[À-ɏ][\w–-]*(?:[\s–-][A-Z][\w-]*)*")
_KATAKANA = re.compile(r"[ァ-ヴー]{2,}")
# Languages, peoples and places that Japanese writes in kanji or shortens; months, days.
_TRANSLATED = word_set(
    "africa african america american americas arabic asia asian atlantic australia australian brazil britain british",
    "canada china chinese dutch earth england english europe european france french german germany greek india indian",
    "internet italian italy japan japanese korea korean latin mandarin pacific portuguese russia russian spain spanish",
    "uk us usa eu un western eastern northern southern east west north south january february march april may june",
    "july",
    "august september october november december monday tuesday wednesday thursday friday saturday sunday",
)
_JAPANESE_WORD = re.compile(r"(?:(?:[kstnhmrgzdbpjf]?y?|sh|ch|ts|w)[aeiou]+n?)+", re.IGNORECASE)
_ALIKE = 60
_SURELY_ALIKE = 80
_LEAST_SOUNDS = 3


def lost_names(en: str, ja: str, source: str, title: str = "", text: Sequence[Sentence] = ()) -> list[str]:
    """In words, the names of the source that only one of the two languages has.

    The name of what the paper presents may go where the subject is plain (`text` is the paper); so may words that
    Japanese translates or spells in kana. Names with letters beyond ASCII are not judged.
    """
    plain = normalised(ja)
    own = _own_names(title)
    english = [name for name in names_in(_ACCENTED.sub(" ", en)) if _matters(name, source, own)]
    japanese = [name for name in LATIN_NAME.findall(plain) if _matters(name, source, own)]
    gone = [name for name in english if not (_written(name, plain) or _in_japanese(name, plain))]
    added = [name for name in (*japanese, *_in_kana(source, plain)) if not (_written(name, en) or _reworded(name, en))]
    return [
        *(f"the Japanese leaves out “{name}”" for name in gone if not _presented(name, text)),
        *(f"the English leaves out “{name}”" for name in dict.fromkeys(added) if not _presented(name, text)),
    ]


def _presented(name: str, text: Sequence[Sentence]) -> bool:
    """Whether a sentence presents the name as the paper's own: we propose Kestrel, a system called Kestrel."""
    form = re.compile(
        rf"\b(?:presents?|proposes?|introduces?|describes?|develop(?:ed)?|buil[dt]|designs?|designed|implement(?:ed)?|give"
        rf"|call(?:ed)?|named)\b(?:(?!\s(?:that|which|in|with|for|of|on|to)\s)[^.;A-Z]){{0,60}}(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"
    )
    return any(form.search(sentence.text) for sentence in text)


def _own_names(title: str) -> frozenset[str]:
    """What the paper calls its own: what stands before the colon of the title, or any name in a title without one."""
    head, colon, _ = title.partition(":")
    return frozenset(name.casefold() for name in (LATIN_NAME.findall(head) if colon else names_in(title)))


def _matters(name: str, source: str, own: frozenset[str]) -> bool:
    folded = name.casefold()
    known = (
        len(name) > 1
        and not name[0].isdigit()
        and bool(re.search(rf"(?<![A-Za-z0-9]){re.escape(folded)}", source.casefold()))
    )
    return known and folded not in EVERYDAY and folded.removesuffix("s") not in EVERYDAY | own and not is_unit(name)


def _written(name: str, text: str) -> bool:
    """Whether the name, or a part of it that has a capital or digit, stands in the text."""
    flat = re.sub(r"[-\s]", "", text.casefold())
    forms = [name, *(part for part in re.split(r"[-/]", name) if len(part) > 1 and not part.islower())]
    return any(re.sub(r"[-\s]", "", form.casefold().removesuffix("s")) in flat for form in forms)


def _in_japanese(name: str, ja: str) -> bool:
    """Whether Japanese may write the name in kanji, or does write it in kana. Acronyms stay in Latin letters."""
    if not name[1:].islower():
        return False
    kanji = name.casefold() in _TRANSLATED or bool(_JAPANESE_WORD.fullmatch(name))
    return kanji or _sounds_like_one(name, ja, _ALIKE)


def _in_kana(source: str, ja: str) -> Iterator[str]:
    """Names of the source that the Japanese spells in kana."""
    for name in names_in(source):
        if name[1:].islower() and len(_sounds(name)) > _LEAST_SOUNDS and _sounds_like_one(name, ja, _SURELY_ALIKE):
            yield name


def _reworded(name: str, en: str) -> bool:
    """Whether an ordinary word in Latin letters is there in another form."""
    return name.islower() and related(stem(name), frozenset(content_stems(en)))


def _sounds_like_one(name: str, ja: str, alike: int) -> bool:
    from rapidfuzz import fuzz

    sounds = _sounds(name)
    return any(fuzz.ratio(sounds, _kana_sounds(word)) >= alike for word in _KATAKANA.findall(ja))


def _kana_sounds(katakana: str) -> str:
    """The consonants of a word in katakana, by the Unicode names of its letters."""
    letters = (unicodedata.name(char, "").rpartition(" ")[2] for char in katakana if char != "ー")
    return _sounds("".join(letters))


def _sounds(latin: str) -> str:
    """The consonants of a name, those that Japanese does not tell apart as one."""
    plain = latin.casefold()
    for spelt, sound in (("ch", "t"), ("ck", "k"), ("ph", "f"), ("th", "s"), ("sh", "s"), ("x", "ks"), ("qu", "k")):
        plain = plain.replace(spelt, sound)
    plain = re.sub("c(?=[eiy])", "s", plain)
    plain = plain.translate(str.maketrans("lvhbpcqzjdm", "rffffkksstn"))
    return re.sub(r"(.)\1+", r"\1", re.sub("[^a-z]|[aeiouyw]", "", plain))
