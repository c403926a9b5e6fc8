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
_TURNED = """
    at-least/at-most more/less more/fewer higher/lower larger/smaller greater/smaller bigger/smaller faster/slower
    stronger/weaker better/worse longer/shorter increase/reduce increase/decrease raise/lower rise/fall grow/shrink
    up/down
    above/below over/under improve/worsen improve/degrade improvement/degradation
    highest/lowest largest/smallest
    fastest/slowest gain/loss gain/lose outperform/underperform accelerate/decelerate easier/harder cheaper/costlier
    wider/narrower deeper/shallower earlier/later simpler/harder with/without
"""
_TURNS: dict[str, set[str]] = {}
for _pair in (*_TURNED.split(), *_PAIRS.split()):
    _one, _other = map(stem, _pair.split("/"))
    _TURNS.setdefault(_one, set()).add(_other)
    _TURNS.setdefault(_other, set()).add(_one)
_WORD = re.compile(r"[\w-]+|[,.;:()]")
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
_PART = re.compile(r"[,;:]\s|\b(?:but|while|though|although)\b")
_DENIED = re.compile(r"\b(?:not|only|no|never|without|hardly|neither|nor|cannot)\b|n['’]t\b", re.IGNORECASE)
_LIKE = re.compile(r"\b(?:[Ll]ike|[Aa]s (?:with|in|for)|[Ss]imilar(?:ly)? to)\s(?:the\s)?([A-Z]\w+)")
_UNLIKE = re.compile(
    r"\b(?:[Uu]nlike|[Ii]n contrast (?:to|with)|[Cc]ontrary to|[Aa]s opposed to)\s(?:the\s)?([A-Z]\w+)"
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
    if likened := _likened(claim, source) or _likened(source, claim):
        return f"“like {likened}” and “unlike {likened}” are opposites"
    if privative := _privative(claim, source) or _privative(source, claim):
        return f"“{privative}” is the opposite of “un{privative}”"
    if replaced := _replaced(claim, source):
        return replaced
    held = {*_described(source)}
    for word, thing in _described(claim):
        against = {other for other in _OPPOSITES.get(word, ()) if (other, thing) in held}
        if against and (word, thing) not in held:
            return f"“{word}” is the opposite of the source's “{min(against)}”"
    return ""


def _replaced(claim: str, source: str) -> str:
    """In words which word of the claim stands where the source, in the same words, has its opposite; "" when none."""
    said, held = _joined(claim), _joined(source)
    places: dict[tuple[str, str], set[str]] = {}
    for before, word, after in zip(held, held[1:], held[2:], strict=False):
        places.setdefault((before, after), set()).add(stem(word))
    for before, word, after in zip(said, said[1:], said[2:], strict=False):
        there = places.get((before, after), set())
        if stem(word) not in there and (against := there & _TURNS.get(stem(word), set())):
            return f"“{word}” stands where the source says the opposite: “{min(against)}”"
    return ""


def _joined(text: str) -> list[str]:
    """The words in order, at least and at most as one each, with marks at both ends."""
    plain = text.casefold().replace("at least", "at-least").replace("at most", "at-most")
    return ["^", *_WORD.findall(plain), "$"]


def _privative(one: str, other: str) -> str:
    """A word of the first text that the second has only with un- before it, with no denial in either, "" when none."""
    said, held = {*tokens(one)}, {*tokens(other)}
    turned = (word for word in sorted(said - held) if len(word) > 4 and f"un{word}" in held - said)
    return next((word for word in turned if not _denies(one, word) and not _denies(other, f"un{word}")), "")


def _denies(text: str, word: str) -> bool:
    return any(word in tokens(part) and _DENIED.search(part) for part in _PART.split(text))


def _likened(one: str, other: str) -> str:
    """The name that the first text likens its subject to and the second sets it apart from, "" when none."""
    alike, apart = {*_LIKE.findall(one)}, {*_UNLIKE.findall(other)}
    return min(alike & apart, default="")


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
