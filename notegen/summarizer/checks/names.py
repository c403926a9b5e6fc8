"""Names and acronyms of a cited sentence that one language of a claim keeps and the other lost."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from notegen.summarizer.checks.meaning import is_word, related
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import STOP_WORDS, content_stems, initials_stand, names_in, stem, word_set

# Terms that Japanese writes in Latin letters as any other word, and that need not be there.
EVERYDAY = word_set(
    "ai ann api cnn cpu cv dl dnn dram gan gnn gpu hpc id io i/o ir it knn llm lmm lstm ml mllm mlp moe mt nlp nmt nn",
    "os pc pca qa ram rl rnn sft sgd slm smt sota ssd svm tpu url vae vlm vs web",
)
LATIN_NAME = re.compile(r"(?<![A-Za-z\\])[A-Za-z][A-Za-z0-9]*(?:[-+.][A-Za-z0-9]+)*")
_ACCENTED = re.compile(r"(?:[A-Z][\w’'-]*[\s–-])*\w*[À-ɏ][\w–-]*(?:[\s–-][A-Z][\w-]*)*")
_KATAKANA = re.compile(r"[ァ-ヴー]{2,}")
# Languages, peoples and places that Japanese writes in kanji or shortens; months, days.
_TRANSLATED = word_set(
    "africa african america american americas arabic asia asian atlantic australia australian brazil britain british",
    "canada china chinese dutch earth england english europe european france french german germany greek india indian",
    "internet italian italy japan japanese korea korean latin mandarin pacific portuguese russia russian spain spanish",
    "arab bengali danish finnish hebrew hindi hungarian indonesian norwegian persian polish swedish tamil thai turkish",
    "ukrainian urdu vietnamese",
    "uk us usa eu un x-ray x-rays western eastern northern southern east west north south",
    "january february march april may june july august september october november december monday tuesday wednesday",
    "thursday friday saturday sunday",
)
_JAPANESE_WORD = re.compile(r"(?:(?:[kstnhmrgzdbpjf]?y?|sh|ch|ts|w)[aeiou]+n?)+", re.IGNORECASE)
_WIDTH = re.compile(r"(?:INT|FP|BF)(\d+)", re.IGNORECASE)
_ALIKE = 60


def lost_names(en: str, ja: str, source: str, title: str = "", text: Sequence[str] = ()) -> list[str]:
    """In words, the names of the source that only one of the two languages has.

    The name of what the paper presents may go where the subject is plain (`text` is the paper); so may words that
    Japanese translates or spells in kana. Names with letters beyond ASCII are not judged.
    """
    plain = normalised(ja)
    own = _own_names(title)
    english = [name for name in names_in(_ACCENTED.sub(" ", en)) if _matters(name, source, own)]
    japanese = [name for name in LATIN_NAME.findall(plain) if _matters(name, source, own)]
    gone = [name for name in english if not (_written(name, plain) or _in_japanese(name, plain))]
    added = [name for name in japanese if not (_in_english(name, en) or _in_part(name, en, source))]
    return [
        *(f"the Japanese leaves out “{name}”" for name in gone if not presented(name, text)),
        *(f"the English leaves out “{name}”" for name in dict.fromkeys(added) if not _optional(name, text)),
    ]


def presented(name: str, text: Sequence[str]) -> bool:
    """Whether a sentence of the text presents the name as the paper's own: we propose Kestrel, our … (Kestrel)."""
    form = rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"
    presenting = re.compile(
        r"\b(?:presents?|proposes?|introduces?|describes?|develop(?:ed)?|buil[dt]|designs?|designed|implement(?:ed)?|give"
        rf"|call(?:ed)?|named)\b(?:(?!\s(?:that|which|in|with|for|of|on|to)\s)[^.;A-Z]){{0,60}}{form}"
        rf"|\b(?:[Oo]ur|[Ww]e|[Pp]ropos\w+|[Ii]ntroduc\w+|[Pp]resents?|[Dd]evelop\w*)\b[^.;()]{{0,150}}\({form}\)"
        rf"|\b[Oo]ur\s[^.;,]{{0,60}},\s{form},"
    )
    return any(presenting.search(sentence) for sentence in text)


def _optional(name: str, text: Sequence[str]) -> bool:
    """Whether English may say the name otherwise: the paper's own, and the short form of a term: places (POI)."""
    short = re.compile(rf"([^()]*)\({re.escape(name)}s?[,)]")
    expanded = (match[1] for sentence in text for match in short.finditer(sentence))
    return presented(name, text) or any(initials_stand(name, words) for words in expanded)


def _own_names(title: str) -> frozenset[str]:
    """What the paper calls its own: what stands before the colon of the title, or any name in a title without one."""
    head, colon, _ = title.partition(":")
    return frozenset(name.casefold() for name in (LATIN_NAME.findall(head) if colon else names_in(title)))


def _matters(name: str, source: str, own: frozenset[str]) -> bool:
    folded = name.casefold()
    known = (
        len(name) > 1
        and not name[0].isdigit()
        and bool(re.search(rf"(?<![A-Za-z0-9]){re.escape(folded)}(?!['’]s\b)", source.casefold()))
    )
    return known and folded not in EVERYDAY and folded.removesuffix("s") not in EVERYDAY | own and not is_unit(name)


def _written(name: str, text: str) -> bool:
    """Whether the name, or a part of it that has a capital or digit, stands in the text."""
    flat = re.sub(r"[-\s]", "", text.casefold())
    forms = [name, *(part for part in re.split(r"[-/]", name) if len(part) > 1 and not part.islower())]
    return any(re.sub(r"[-\s]", "", form.casefold().removesuffix("s")) in flat for form in forms)


def _in_japanese(name: str, ja: str) -> bool:
    """Whether Japanese may write the name in kanji, or does write it in kana; so it does its words (B木, 劣ガウス).

    Acronyms stay in Latin letters.
    """
    if _is_translated(name):
        return True
    letter, _, word = name.partition("-")
    if len(letter) == 1 and word.islower():
        return bool(re.search(rf"{letter}[\u3040-\u9fff]", ja))
    name = name.rpartition("-")[2] if letter.islower() else name
    if not name[1:].islower():
        return False
    return bool(_JAPANESE_WORD.fullmatch(name)) or _sounds_like_one(name, ja)


def _in_part(name: str, text: str, source: str) -> bool:
    """Whether the text has the other part of a name of several words: Raptor Lake of Intel Raptor Lake."""
    runs = re.findall(rf"(?:[A-Z][\w-]*\s)*{re.escape(name)}(?:\s[A-Z][\w-]*)*", source)
    others = {part for run in runs for part in run.split()} - {name}
    return any(_written(part, text) for part in others if part.casefold() not in STOP_WORDS)


def _is_translated(name: str) -> bool:
    folded = name.casefold()
    return folded in _TRANSLATED or all(part in _TRANSLATED for part in folded.split("-"))


def _in_english(name: str, en: str) -> bool:
    """Whether the English has the name, its words or, for a word of the dictionary, may have another."""
    if _written(name, en) or initials_stand(name, en) or (name[1:].islower() and is_word(name)):
        return True
    if (width := _WIDTH.fullmatch(name)) and re.search(rf"\b{width[1]}[- ]bits?\b", en):
        return True
    return name.islower() and related(stem(name), frozenset(content_stems(en)))


def _sounds_like_one(name: str, ja: str) -> bool:
    from rapidfuzz import fuzz

    sounds = _sounds(name)
    return any(fuzz.ratio(sounds, _kana_sounds(word)) >= _ALIKE for word in _KATAKANA.findall(ja))


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
