"""What checks find against claims, and those claims asked for once more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from notegen.errors import AnswerUnusable, ModelRefusal, ReplyUnusable
from notegen.records import Answer, Claim, Finding, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.checks.register import style_of
from notegen.summarizer.desk import Desk
from notegen.summarizer.reading.answer import read_claims
from notegen.summarizer.tokens import answer_reserve, estimate_tokens, in_order, paper_tokens

Judged = tuple[Claim, tuple[Finding, ...]]
DROPPED = 2
_NOTHING_REWRITTEN = '{"claims": []}'
_CLAIM_TOKENS = 150
_Stopped = Mapping[int, tuple[Claim, Sequence[str]]]


def judged(
    desk: Desk, claims: Sequence[Claim], known: Mapping[int, Sentence], languages: tuple[str, ...]
) -> list[Judged]:
    """Every claim with what is found against it, after those that failed were asked for once more.

    A reader's own prompt may ask for です・ます: the style is that of most claims, and none may leave it.
    """
    title, style = desk.questions.paper.title, style_of(claim.ja for claim in claims)
    found = [(claim, judge(claim, known, title, languages, style)) for claim in claims]
    for place, claim in _rewritten(desk, known, found).items():
        findings = judge(claim, known, title, languages, style)
        if severity(findings) < severity(found[place][1]):
            found[place] = claim, findings
    return found


def severity(findings: Sequence[Finding]) -> int:
    """0: nothing found, 1: to be marked, 2: to be dropped."""
    return max(({"marked": 1, "dropped": DROPPED}[finding.action] for finding in findings), default=0)


def is_supported(one: Judged) -> bool:
    """Whether a source was found and the numbers agree; the Japanese may be missing."""
    return all(finding.check == "language" and finding.action == "marked" for finding in one[1])


def settled(claim: Claim, findings: Sequence[Finding], japanese: bool) -> Claim:
    """The claim as it goes into the note: bad Japanese is left out, what is marked says so."""
    bad = any(finding.check == "language" for finding in findings)
    kept = replace(claim, ja="") if bad or not japanese else claim
    return replace(kept, unverified=True) if findings else kept


def _rewritten(desk: Desk, known: Mapping[int, Sentence], found: Sequence[Judged]) -> Mapping[int, Claim]:
    """The claims that failed, asked for once more, by place. An answer that cannot be read rewrites nothing."""
    stopped = {
        place: (claim, [finding.message for finding in findings])
        for place, (claim, findings) in enumerate(found)
        if findings
    }
    rewritten: dict[int, Claim] = {}
    for batch in _batches(stopped, answer_reserve(desk.context_tokens)):
        make = partial(desk.questions.recheck, stopped=batch)
        question = desk.about(make, _shown(known, batch, desk.room(make)))
        try:
            claims = desk.ask(question, read_claims)
        except ReplyUnusable:
            continue
        except (AnswerUnusable, ModelRefusal):
            desk.keep(question, Answer(_NOTHING_REWRITTEN))
            continue
        rewritten |= {
            place: replace(claims[place], section=found[place][0].section) for place in batch if place in claims
        }
    return rewritten


def _batches(stopped: _Stopped, answer_tokens: int) -> Iterator[dict[int, tuple[Claim, Sequence[str]]]]:
    """As many claims at a time as an answer holds, whose words take no more of the question than of the answer."""
    batch: dict[int, tuple[Claim, Sequence[str]]] = {}
    used = 0
    for place, (claim, reasons) in stopped.items():
        size = max(_CLAIM_TOKENS, estimate_tokens(" ".join((claim.en, claim.ja, *reasons))))
        if batch and used + size > answer_tokens:
            yield batch
            batch, used = {}, 0
        batch[place] = claim, reasons
        used += size
    if batch:
        yield batch


def _shown(known: Mapping[int, Sentence], stopped: _Stopped, room: int) -> list[Sentence]:
    """The whole text where it takes no more than half the room, else what the claims cite and stands beside it."""
    whole = list(known.values())
    if paper_tokens(whole) <= room // 2:
        return whole
    cited = [number for claim, _ in stopped.values() for number in claim.sentences]
    near = dict.fromkeys((*cited, *(number + step for number in cited for step in (-1, 1))))
    shown: list[Sentence] = []
    for sentence in (known[number] for number in near if number in known):
        if paper_tokens(in_order([*shown, sentence])) <= room:
            shown.append(sentence)
    return in_order(shown)
