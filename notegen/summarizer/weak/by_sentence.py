"""The weak road: English claims are sentences of the paper, each translated alone by a model good at no more."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from notegen.records import Claim, Draft, Finding, Pair, Paper, PaperText, Section, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.desk import Desk
from notegen.summarizer.extractive import extract
from notegen.summarizer.recheck import is_supported, settled
from notegen.summarizer.weak.translate import Translated, translations

_KANA = re.compile(r"[\u3041-\u30ff]")
_Judged = tuple[Claim, tuple[Finding, ...]]


def draft_by_sentence(
    desk: Desk, paper: Paper, text: PaperText, sections: Sequence[Section], languages: tuple[str, ...]
) -> Draft:
    """The draft whose claims are sentences picked from the text, with the Japanese that passed its checks.

    A sentence whose Japanese failed at every try keeps its English and is marked. The sentences of the abstract are
    translated as well; no sentence is asked about twice. Without Japanese wanted nothing is asked at all. Raises
    `ModelError`s, `AnswerUnusable` and `ModelRefusal` only when the model gives no answer of use at all.
    """
    picked = extract(paper, text, sections)
    known = {sentence.number: sentence for sentence in text.sentences}
    claims = (*([picked.tldr] if picked.tldr else []), *picked.claims)
    made = translations(desk, to_put_into_japanese(text, claims)) if "ja" in languages else {}
    found = [_judged(claim, made, known, paper.title, languages) for claim in claims]
    kept = [settled(claim, findings, "ja" in languages) for claim, findings in found]
    beside = chain.from_iterable(
        one.findings for number, one in made.items() if not any(number in claim.sentences for claim in claims)
    )
    return replace(
        picked,
        model=desk.model.name if made else picked.model,
        translated=bool(made),
        tldr=next((claim for claim in kept if claim.section == "tldr"), None),
        claims=tuple(claim for claim in kept if claim.section != "tldr"),
        abstract=tuple(_pair(sentence, made) for sentence in text.abstract),
        findings=(*chain.from_iterable(findings for _, findings in found), *beside),
        total=len(found),
        supported=sum(map(is_supported, found)),
        usage=desk.usage,
    )


def to_put_into_japanese(text: PaperText, claims: Sequence[Claim]) -> list[Sentence]:
    """The sentences of the abstract and those the claims are made of, each once, that have no Japanese yet."""
    known = {sentence.number: sentence for sentence in text.sentences}
    cited = (known[number] for claim in claims for number in claim.sentences)
    open_ones = (one for one in (*text.abstract, *cited) if not one.ja and not _KANA.search(one.text))
    return list(dict.fromkeys(open_ones))


def _judged(
    claim: Claim,
    made: Mapping[int, Translated],
    known: Mapping[int, Sentence],
    title: str,
    languages: tuple[str, ...],
) -> _Judged:
    """The claim with its Japanese and what is found against it; without, what was found against its Japanese."""
    one = next((made[number] for number in claim.sentences if number in made), None)
    if one is None:
        return claim, ()
    if not one.ja:
        return claim, tuple(replace(finding, section=claim.section) for finding in one.findings)
    translated = replace(claim, ja=one.ja)
    return translated, judge(translated, known, title, languages)


def _pair(sentence: Sentence, made: Mapping[int, Translated]) -> Pair:
    if _KANA.search(sentence.text):
        return Pair("", sentence.text)
    one = made.get(sentence.number)
    return Pair(sentence.text, one.ja if one else sentence.ja)
