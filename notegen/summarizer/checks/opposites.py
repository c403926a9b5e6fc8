"""Words of opposite meaning: whether a claim says small for large of the same thing, or among the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notegen.summarizer.checks.sides import exchanged
from notegen.summarizer.checks.words import STOP_WORDS, stem, tokens, word_set

_PAIRS = """
    small/large small/big low/high short/long cheap/expensive cheap/costly simple/complex easy/difficult easy/hard
    homogeneous/heterogeneous synchronous/asynchronous centralized/decentralized centralized/distributed
    dense/sparse static/dynamic online/offline linear/quadratic linear/exponential linear/nonlinear exact/approximate
    lossless/lossy supervised/unsupervised stable/unstable reliable/unreliable efficient/inefficient balanced/imbalanced
    sufficient/insufficient accurate/inaccurate possible/impossible feasible/infeasible known/unknown seen/unseen
    strong/weak positive/negative public/private first/last best/worst most/few best/poor good/poor good/bad
    forward/backward before/after above/below over/below over/under above/under inside/outside exceeds/below
    exceed/below exceeds/under exceed/under minimum/maximum minimal/maximal rare/frequent rare/common constant/variable
    open/closed lower/upper narrow/wide shallow/deep early/late light/heavy fine/coarse fine-grained/coarse-grained
    nothing/everything nobody/everybody nobody/everyone always/never always/rarely identical/different same/different
    mutable/immutable reversible/irreversible serial/parallel sequential/parallel
    local/global coupled/decoupled manual/automatic manually/automatically
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
    "nothing everything nobody everybody everyone",
)
_ARTICLES = word_set("a an the its their this that these those any each")
_CLOSE = 0.6
_LINKS = STOP_WORDS | word_set("stay stays stayed remain remains remained become becomes keep keeps kept very")


def opposite(claim: str, source: str) -> str:
    """In words which word of the claim is the opposite of the source's, "" when none."""
    held = {*_described(source)}
    for word, thing in _described(claim):
        against = {other for other in _OPPOSITES.get(word, ()) if (other, thing) in held}
        if against and (word, thing) not in held:
            return f"“{word}” is the opposite of the source's “{min(against)}”"
    return ""


def replaced(claim: str, source: str) -> str:
    """In words which word of the claim stands where the source, in the same words, has its opposite; "" when none."""
    if exchanged(claim, source):
        return ""
    said, held = _joined(claim), _joined(source)
    places: dict[tuple[str, str], set[str]] = {}
    for before, word, after in zip(held, held[1:], held[2:], strict=False):
        places.setdefault((before, after), set()).add(stem(word))
    only_there = {*map(stem, held)} - {*map(stem, said)}
    close = _share_of(said, held) > _CLOSE
    for before, word, after in zip(said, said[1:], said[2:], strict=False):
        against = places.get((before, after), set()) & _TURNS.get(stem(word), set()) & only_there
        if against and (close or not _LINKS.issuperset((before, after))):
            return f"“{word}” stands where the source says the opposite: “{min(against)}”"
    return ""


def _share_of(said: list[str], held: list[str]) -> float:
    """How much of the content words of the first the second has."""
    words = {stem(word) for word in said if word.isalpha() and word not in STOP_WORDS}
    return len(words & {*map(stem, held)}) / len(words) if words else 0.0


def _joined(text: str) -> list[str]:
    """The words in order, at least and at most as one each, with marks at both ends."""
    plain = text.casefold().replace("at least", "at-least").replace("at most", "at-most")
    return ["^", *_WORD.findall(plain), "$"]


def _described(text: str) -> Iterator[tuple[str, str]]:
    """Words that have an opposite, with the word they stand before; those of a predicate with the word before."""
    words = tokens(text)
    for place, word in enumerate(words):
        if word in _OPPOSITES:
            after = [each for each in words[place + 1 : place + 3] if each not in _ARTICLES]
            following = next((each for each in after[:1] if each not in STOP_WORDS), "")
            if following:
                yield word, stem(following)
            if word in _PREDICATES:
                preceding = [each for each in words[max(0, place - 4) : place] if each not in _LINKS]
                if preceding:
                    yield word, stem(preceding[-1])
