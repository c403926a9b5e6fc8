"""Whether the cited sentences carry a claim: enough of its words, all of its names, nothing turned around.

Meaning itself is not checked; a claim that passes has its source, no more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.coverage import better_elsewhere, uncarried
from notegen.summarizer.checks.direction import turned_around
from notegen.summarizer.checks.names import EVERYDAY, LATIN_NAME, lost_names
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.topics import invented
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import names_in

_ENOUGH_JAPANESE = 0.35
_FEW_LETTERS = 3
_SHORT_NUMBER = re.compile(r"\d+[kKMBbT](?:-[a-z]+)?")  # 30M, 7B-parameter: the check of the numbers reads them


def check(
    claim: Claim, cited: Sequence[Sentence], title: str = "", others: Sequence[Sentence] = ()
) -> tuple[Finding, ...]:
    """What stands against the claim, judged by the sentences it cites, the paper's title and its `others`."""
    if not cited:
        return (_finding(claim, "it cites no sentence of the text"),)
    source = " ".join(f"{sentence.text} {sentence.ja}" for sentence in cited)
    known = f"{source} {title}"
    problems = _unborne(claim, source, title)
    problems += (f"“{name}” is not there" for name in _unknown_names(claim, f"{known} {normalised(source)}"))
    problems += (f"nothing of “{topic}” is there" for topic in invented(claim.en, known))
    findings = [_finding(claim, f"{problem} ({_named(claim.sentences)})") for problem in problems]
    findings += _misplaced(claim, cited, source, title, others)
    differing = [f"the Japanese brings in “{topic}”" for topic in invented(claim.ja, f"{known} {claim.en}")]
    if claim.ja and claim.en:
        differing += lost_names(claim.en, claim.ja, source, title, (*cited, *others))
    findings += (Finding("language", claim.section, claim.sentences, each, "marked") for each in differing)
    return tuple(findings)


def _unborne(claim: Claim, source: str, title: str) -> list[str]:
    if _is_japanese(source):
        return _missing_japanese(claim.ja, source)
    return [problem for problem in (uncarried(claim.en, source, title), turned_around(claim.en, source)) if problem]


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


def _unknown_names(claim: Claim, source: str) -> list[str]:
    """Names the source does not hold; what Japanese writes in Latin capitals is a name, too, but for everyday terms."""
    japanese = [name for name in LATIN_NAME.findall(normalised(claim.ja)) if re.search("[A-Z]", name)]
    names = dict.fromkeys((*names_in(claim.en), *(name for name in japanese if name.casefold() not in EVERYDAY)))
    return [name for name in names if not (is_unit(name) or _SHORT_NUMBER.fullmatch(name) or _occurs(name, source))]


def _stands(form: str, text: str) -> bool:
    """Whether the text holds the name, however hyphenated; a name of few letters must stand by itself."""
    if len(form) > _FEW_LETTERS:
        return form in re.sub(r"[-\s]", "", text)
    return bool(re.search(rf"(?<![a-z]){re.escape(form)}(?![a-z])|(?<![a-z]){re.escape(form)}s\b", text))


def _occurs(name: str, text: str) -> bool:
    """Whether the name stands in the text, in any case and hyphenation, in parts, or as initials of its words."""
    plain = re.sub(r"-(?:based|style|like|type)$", "", name.casefold().rstrip("+"))
    forms = {plain, plain.removesuffix("s")}
    if any(_stands(re.sub(r"[-\s]", "", form), text.casefold()) for form in forms):
        return True
    parts = [part for part in re.split(r"[-/]", name) if part]
    if len(parts) > 1:
        return all(_occurs(part, text) for part in parts)
    initials = "".join(word[0] for word in re.findall(r"[A-Za-z][A-Za-z0-9]*", text)).casefold()
    return len(plain) > 1 and name[:2].isupper() and plain.removesuffix("s") in initials
