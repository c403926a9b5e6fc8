"""Words of opposite meaning: whether a claim says small for large, unnecessary for important, done for planned."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notegen.summarizer.checks.words import STOP_WORDS, stem, tokens, word_set

_PAIRS = """
    small/large small/big low/high short/long cheap/expensive cheap/costly simple/complex easy/difficult easy/hard
    homogeneous/heterogeneous synchronous/asynchronous centralized/decentralized centralized/distributed
    dense/sparse static/dynamic online/offline linear/quadratic linear/exponential linear/nonlinear exact/approximate
    lossless/lossy supervised/unsupervised stable/unstable reliable/unreliable efficient/inefficient balanced/imbalanced
    sufficient/insufficient accurate/inaccurate possible/impossible feasible/infeasible known/unknown seen/unseen
    strong/weak positive/negative public/private first/last best/worst most/few best/poor good/poor good/bad
    forward/backward before/after minimum/maximum minimal/maximal rare/frequent rare/common constant/variable
    open/closed lower/upper narrow/wide shallow/deep early/late light/heavy fine/coarse fine-grained/coarse-grained
    always/never always/rarely mutable/immutable reversible/irreversible serial/parallel sequential/parallel
    local/global single/multiple coupled/decoupled manual/automatic manually/automatically
"""
_OPPOSITES: dict[str, set[str]] = {}
for _pair in _PAIRS.split():
    _one, _other = _pair.split("/")
    _OPPOSITES.setdefault(_one, set()).add(_other)
    _OPPOSITES.setdefault(_other, set()).add(_one)
_PREDICATES = word_set(
    "possible impossible feasible infeasible stable unstable reliable unreliable efficient inefficient",
    "sufficient insufficient accurate inaccurate balanced imbalanced before after best worst low high cheap expensive",
)
_LINKS = STOP_WORDS | word_set("stay stays stayed remain remains remained become becomes keep keeps kept very")
_MATTERS = re.compile(
    r"\b(?:important\w*|key|crucial\w*|critical\w*|essential\w*|vital\w*|necessary|necessit\w+|needed|required?s?|requires"
    r"|matters?|significant\w*|effective\w*|useful|beneficial|challeng\w+)\b",
    re.IGNORECASE,
)
_MATTERS_NOT = re.compile(
    r"\b(?:unimportant|unnecessar\w+|irrelevant|negligibl\w+|needless\w*|superfluous|insignificant\w*|trivial\w*|ineffective"
    r"|useless|harmful|redundant|pointless)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|no|never|without|hardly|non|un\w+|avoid\w*|eliminat\w*|remov\w*)\b|n['’]t\b", re.IGNORECASE
)
_TO_COME = re.compile(
    r"\b(?:will|plan(?:s|ned)? (?:to|for)|future (?:work|research|direction\w*)|(?:looking|moving|going) forward"
    r"|intend(?:s|ed)? to|left (?:for|to)|remains? to|are planned|is planned|aims? to|would|hope to)\b",
    re.IGNORECASE,
)
_SURELY_TO_COME = re.compile(
    r"\b(?:plan(?:s|ned)? (?:to|for)|(?:looking|moving|going) forward|intend to|future work)\b", re.IGNORECASE
)
_DONE = re.compile(
    r"\b(?:already|(?:is|are|was|were|been|now) (?:\w+ )?(?:finished|completed?|done)|has been|have been)\b",
    re.IGNORECASE,
)
_DONE_SOFTLY = re.compile(r"\b(?:was|were) (?:\w+ )?\w+(?:ed|n)\b", re.IGNORECASE)


def opposite(claim: str, source: str) -> str:
    """In words which word of the claim is the opposite of the source's, "" when none."""
    if (
        _MATTERS_NOT.search(claim)
        and _MATTERS.search(source)
        and not (_MATTERS_NOT.search(source) or _NOT.search(source))
    ):
        return "what matters in the source is said not to matter"
    unsaid = not (_MATTERS_NOT.search(claim) or _MATTERS.search(source) or _NOT.search(f"{claim} {source}"))
    if _MATTERS_NOT.search(source) and _MATTERS.search(claim) and unsaid:
        return "what does not matter in the source is said to matter"
    if _to_come(source) and not _TO_COME.search(claim):
        softly = _SURELY_TO_COME.search(source) and _DONE_SOFTLY.search(claim) and not _DONE_SOFTLY.search(source)
        if (_DONE.search(claim) and not _DONE.search(source)) or softly:
            return "what is still to come in the source is said to be done"
    held = {*_described(source)}
    for word, thing in _described(claim):
        against = {other for other in _OPPOSITES.get(word, ()) if (other, thing) in held}
        if against and (word, thing) not in held:
            return f"“{word}” is the opposite of the source's “{min(against)}”"
    return ""


def _to_come(source: str) -> bool:
    """Whether every sentence of the source speaks of what is to come."""
    sentences = [each for each in re.split(r"[.;]\s+", source) if len(each.split()) > 3]
    return bool(sentences) and all(map(_TO_COME.search, sentences))


def _described(text: str) -> Iterator[tuple[str, str]]:
    """Words that have an opposite, with the word they stand before; those of a predicate with the word before."""
    words = tokens(text)
    for place, word in enumerate(words):
        if word in _OPPOSITES:
            following = next((each for each in words[place + 1 : place + 2] if each not in STOP_WORDS), "")
            if following:
                yield word, stem(following)
            if word in _PREDICATES:
                preceding = [each for each in words[max(0, place - 4) : place] if each not in _LINKS]
                if preceding:
                    yield word, stem(preceding[-1])
