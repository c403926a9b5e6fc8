"""Whether the cited sentences carry a claim: enough of its words, all of its names, nothing turned around.

Meaning itself is not checked; a claim that passes has its source, no more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks.direction import turned_around
from notegen.summarizer.checks.plain import normalised
from notegen.summarizer.checks.topics import invented
from notegen.summarizer.checks.units import is_unit
from notegen.summarizer.checks.words import content_stems, names_in, related, word_set

_ENOUGH = 0.6
_ENOUGH_WITHOUT_TITLE = 0.4
_ENOUGH_JAPANESE = 0.35
_LATIN_NAME = re.compile(r"(?<![A-Za-z])[A-Za-z][A-Za-z0-9]*(?:[-+.][A-Za-z0-9]+)*")
_EVERYDAY = word_set(
    "ai api cnn cpu dnn dram gpu hpc id io i/o it llm ml mlp moe nlp nn os pc ram rnn sgd sota ssd tpu url vs web"
)


def check(claim: Claim, cited: Sequence[Sentence], title: str = "") -> tuple[Finding, ...]:
    """What stands against the claim, judged by the sentences it cites and the paper's title."""
    if not cited:
        return (_finding(claim, "it cites no sentence of the text"),)
    source = " ".join(f"{sentence.text} {sentence.ja}" for sentence in cited)
    if _is_japanese(source):
        problems = _missing_japanese(claim.ja, source)
    else:
        problems = _missing_words(claim.en, source, title)
        if turned := turned_around(claim.en, source):
            problems.append(turned)
    known = f"{source} {title}"
    problems += (f"“{name}” is not there" for name in _unknown_names(claim, f"{known} {normalised(source)}"))
    problems += (f"nothing of “{topic}” is there" for topic in invented(claim.en, known))
    findings = [_finding(claim, f"{problem} ({_named(claim.sentences)})") for problem in problems]
    for topic in invented(claim.ja, f"{known} {claim.en}"):
        message = f"the Japanese brings in “{topic}”"
        findings.append(Finding("language", claim.section, claim.sentences, message, "marked"))
    return tuple(findings)


def _finding(claim: Claim, message: str) -> Finding:
    return Finding("support", claim.section, claim.sentences, message, "dropped")


def _named(numbers: Sequence[int]) -> str:
    return f"sentence{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _missing_words(claim: str, source: str, title: str) -> list[str]:
    said, in_source = content_stems(_without_units(claim)), frozenset(content_stems(source))
    in_title = frozenset(content_stems(title))
    elsewhere = [word for word in said if not related(word, in_source)]
    missing = [word for word in elsewhere if not related(word, in_title)]
    if len(missing) <= (1 - _ENOUGH) * len(said) and len(elsewhere) <= (1 - _ENOUGH_WITHOUT_TITLE) * len(said):
        return []
    return [f"too little of it is in the source, not {', '.join((missing or elsewhere)[:4])}"]


def _without_units(text: str) -> str:
    return " ".join(word for word in text.split() if not is_unit(word.strip(",.;()")))


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
    japanese = [name for name in _LATIN_NAME.findall(claim.ja) if re.search("[A-Z]", name)]
    names = dict.fromkeys((*names_in(claim.en), *(name for name in japanese if name.casefold() not in _EVERYDAY)))
    return [name for name in names if not is_unit(name) and not _occurs(name, source)]


def _occurs(name: str, text: str) -> bool:
    """Whether the name stands in the text, in any case and hyphenation, in parts, or as initials of its words."""
    plain = re.sub(r"-(?:based|style|like|type)$", "", name.casefold().rstrip("+"))
    forms = {plain, plain.removesuffix("s")}
    flat = re.sub(r"[-\s]", "", text.casefold())
    if any(re.sub(r"[-\s]", "", form) in flat for form in forms):
        return True
    parts = [part for part in re.split(r"[-/]", name) if part]
    if len(parts) > 1:
        return all(_occurs(part, text) for part in parts)
    initials = "".join(word[0] for word in re.findall(r"[A-Za-z][A-Za-z0-9]*", text)).casefold()
    return len(plain) > 1 and name[:2].isupper() and plain.removesuffix("s") in initials
