"""Whether the cited sentences carry a claim: enough of its words, all of its names, nothing turned around.

Meaning itself is not checked; a claim that passes has its source, no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.coverage import better_elsewhere, uncarried
from notegen.summarizer.checks.direction import turned_around
from notegen.summarizer.checks.meaning import related
from notegen.summarizer.checks.names import EVERYDAY, LATIN_NAME, lost_names
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.topics import invented
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import content_stems, names_in, occurs, stem, tokens

_ENOUGH_JAPANESE = 0.35
_LONG_ENOUGH, _ADJECTIVE = 5, 3  # letters of a word, and of the ending that makes it an adjective
_SHORT_NUMBER = re.compile(r"\d+[kKMBbT](?:-[a-z]+)?")  # 30M, 7B-parameter: the check of the numbers reads them


def check(
    claim: Claim, cited: Sequence[Sentence], title: str = "", others: Sequence[Sentence] = ()
) -> tuple[Finding, ...]:
    """What stands against the claim, judged by the sentences it cites, the paper's title and its `others`."""
    if not cited:
        return (_finding(claim, "it cites no sentence of the text"),)
    source = " ".join(f"{sentence.text} {sentence.ja}" for sentence in cited)
    known = f"{source} {title} {normalised(source)}"
    paper = [source, title, *(f"{sentence.text} {sentence.ja}" for sentence in others)]
    problems = _unborne(claim, source, title, others)
    foreign = _unknown(_japanese_names(claim.ja), known, paper)
    both = [name for name in foreign if occurs(name, claim.en)]
    unknown = dict.fromkeys((*_unknown((*names_in(claim.en), *_leading(claim.en, paper)), known, paper), *both))
    problems += (f"“{name}” is not there" for name in unknown)
    problems += (f"nothing of “{topic}” is there" for topic in invented(claim.en, *paper))
    findings = [_finding(claim, f"{problem} ({_named(claim.sentences)})") for problem in problems]
    findings += _misplaced(claim, cited, source, title, others)
    differing = [f"the Japanese brings in “{topic}”" for topic in invented(claim.ja, claim.en, *paper)]
    differing += (f"the Japanese brings in “{name}”" for name in foreign if name not in both)
    if claim.ja and claim.en:
        differing += lost_names(claim.en, claim.ja, source, title, paper)
    findings += (Finding("language", claim.section, claim.sentences, each, "marked") for each in differing)
    return tuple(findings)


def _unborne(claim: Claim, source: str, title: str, others: Sequence[Sentence]) -> list[str]:
    if _is_japanese(source):
        return _missing_japanese(claim.ja, source)
    found = (uncarried(claim.en, source, title, others), turned_around(claim.en, source))
    return [problem for problem in found if problem]


def _misplaced(
    claim: Claim, cited: Sequence[Sentence], source: str, title: str, others: Sequence[Sentence]
) -> list[Finding]:
    """Citations that lead nowhere or to the wrong sentence. The claim itself may be right, so it is marked."""
    there = {sentence.number for sentence in cited}
    found = [f"there is no sentence {number}" for number in claim.sentences if number not in there]
    if not _is_japanese(source) and (better := better_elsewhere(claim.en, source, title, others)):
        found.append(f"it is rather what sentence {better} says")
    return [
        Finding("support", claim.section, claim.sentences, f"{message} ({_named(claim.sentences)})", "marked")
        for message in found
    ]


def _finding(claim: Claim, message: str) -> Finding:
    return Finding("support", claim.section, claim.sentences, message, "dropped")


def _named(numbers: Sequence[int]) -> str:
    return f"sentence{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _missing_japanese(claim: str, source: str) -> list[str]:
    pairs = {claim[place : place + 2] for place in range(len(claim) - 1)}
    shared = sum(pair in source for pair in pairs)
    return [] if shared >= _ENOUGH_JAPANESE * len(pairs) else ["too little of it is in the source"]


def _is_japanese(text: str) -> bool:
    return (
        sum("\u3040" <= char <= "\u30ff" for char in text) > sum(char.isascii() and char.isalpha() for char in text) / 2
    )


def _japanese_names(ja: str) -> list[str]:
    """What Japanese writes in Latin letters with a capital is a name, too, but for everyday terms."""
    found = (name for name in LATIN_NAME.findall(normalised(ja)) if re.search("[A-Z]", name))
    return [name for name in found if name.casefold() not in EVERYDAY]


def _leading(claim: str, paper: Sequence[str]) -> list[str]:
    """The word the claim begins with, if the paper has it as a name within a sentence."""
    word = re.match(r"[A-Z][\w-]+", claim)
    if not word or word[0] in paper[0]:
        return []
    return [word[0]] if any(word[0] in each and word[0] in names_in(each) for each in paper) else []


def _unknown(names: Iterable[str], known: str, paper: Sequence[str]) -> list[str]:
    """The names not in `known`, where a name may stand for its adjective (Europe, European).

    A name of the `paper` may stand for “it”, and an everyday term for its word (CPU for processor), as long as it takes
    the place of no name of the cited sentences, the first of the `paper`.
    """
    unknown = [name for name in dict.fromkeys(names) if not (is_unit(name) or _SHORT_NUMBER.fullmatch(name))]
    unknown = [name for name in unknown if len(name) > 1 and not _bears(name, known)]
    if not all(any(occurs(name, said) for said in names) for name in names_in(paper[0])):
        return unknown
    words = frozenset(content_stems(paper[0]))
    unknown = [name for name in unknown if not any(_bears(name, each) for each in paper)]
    everyday = [name for name in unknown if name.casefold().removesuffix("s") in EVERYDAY]
    return [name for name in unknown if not (name in everyday and related(stem(name), words))]


def _bears(name: str, text: str) -> bool:
    """Whether the text has the name, or a word of which it is the adjective or noun (German, Germany)."""
    if occurs(name, text):
        return True
    plain = name.casefold()
    if not name[1:].islower() or len(name) < _LONG_ENOUGH:
        return False
    pairs = (sorted((plain, word), key=len) for word in tokens(text) if len(word) >= _LONG_ENOUGH)
    return any(long.startswith(short) and len(long) - len(short) <= _ADJECTIVE for short, long in pairs)
