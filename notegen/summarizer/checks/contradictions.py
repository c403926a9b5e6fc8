"""Words that contradict one another: done and planned, like and unlike, besides and instead of, if and unless."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notegen.summarizer.checks.words import STOP_WORDS, stem, tokens

_PREFIXES = ("un", "non")
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
_DENIED = re.compile(
    r"\b(?:unless|except|instead|not|only|no|never|without|hardly|neither|nor|cannot)\b|n['’]t\b", re.IGNORECASE
)
_BEHIND = r"\s((?:[\w-]+\s?){1,4})"
_LIKE = re.compile(rf"\b(?:[Ll]ike|[Aa]s (?:with|in|for)|[Ss]imilar(?:ly)? to){_BEHIND}")
_UNLIKE = re.compile(rf"\b(?:[Uu]nlike|[Ii]n contrast (?:to|with)|[Cc]ontrary to|[Aa]s opposed to){_BEHIND}")
# What comes on top, and what comes in its place; a condition, and all but it.
_ADDED = re.compile(rf"\b(?:besides|in addition to|as well as|along with|on top of){_BEHIND}", re.I)
_REPLACED = re.compile(rf"\b(?:instead of|rather than|in place of|(?:and|but) not){_BEHIND}", re.IGNORECASE)
_IF = re.compile(r"(?:^|[,;.]\s)(?:if|when|where)\s([^,;.]+)", re.IGNORECASE)
_UNLESS = re.compile(r"\bunless\s([^,;.]+)", re.IGNORECASE)
_FACING = (
    *((_LIKE, _UNLIKE), (_UNLIKE, _LIKE)),
    *((_ADDED, _REPLACED), (_REPLACED, _ADDED)),
    *((_IF, _UNLESS), (_UNLESS, _IF)),
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


def contradicted(claim: str, source: str) -> str:
    """In words what is done, matters, is likened, added or a condition in one and the opposite in the other; or ""."""
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
    if privative := _privative(claim, source) or _privative(source, claim):
        return f"“{privative}” stands in one where the other has its opposite"
    for one, other in _FACING:
        if shared := _said_after(one, claim, other, source):
            return f"“{shared}” is likened, added or a condition in one, and the opposite in the other"
    if taken := _chosen(claim, source):
        return f"“{taken}” is what is taken in one and left in the other"
    return ""


def _privative(one: str, other: str) -> str:
    """A word that the second text has, with no denial in either, only as un- or non- makes it; "" when none."""
    said, held = {*tokens(one)}, {*tokens(other)}
    for word in sorted(said - held):
        for without in (f"{prefix}{word}" for prefix in _PREFIXES if len(word) > 3):
            if without in held - said and not (_denies(one, word) or _denies(other, without)):
                return word
    return ""


def _denies(text: str, word: str) -> bool:
    return any(word in tokens(part) and _DENIED.search(part) for part in _PART.split(text))


def _said_after(one: re.Pattern[str], claim: str, other: re.Pattern[str], source: str) -> str:
    """A word that the claim has behind the one form and the source behind the other, with no denial beside them."""
    said, held = ([*_behind(one, claim)], [*_behind(other, source)])
    least = 2 if one in (_IF, _UNLESS) else 1
    return next((min(here & there) for here in said for there in held if len(here & there) >= least), "")


def _behind(form: re.Pattern[str], text: str) -> Iterator[set[str]]:
    """The stems behind each place of the form, where the same part of the text denies nothing."""
    for match in form.finditer(text):
        before = _PART.split(text[: match.start()])[-1]
        if not (_DENIED.search(before) or (form is _IF and _DENIED.search(text))):
            yield _content(match[1])


def _chosen(claim: str, source: str) -> str:
    """A word the claim has before “rather than” and the source behind it, where another goes the other way; or ""."""
    for taken, left in _choices(claim):
        for taken_there, left_there in _choices(source):
            if (left & taken_there) - left_there and (turned := (taken & left_there) - left):
                return min(turned)
    return ""


def _choices(text: str) -> Iterator[tuple[set[str], set[str]]]:
    """The stems of what is taken and of what is left, for each “rather than” of the text."""
    for match in _REPLACED.finditer(text):
        yield _content(_PART.split(text[: match.start()].rstrip(", "))[-1]), _content(match[1])


def _content(text: str) -> set[str]:
    return {stem(word) for word in tokens(text) if word not in STOP_WORDS}


def _to_come(source: str) -> bool:
    """Whether every sentence of the source speaks of what is to come."""
    sentences = [each for each in re.split(r"[.;]\s+", source) if len(each.split()) > 3]
    return bool(sentences) and all(map(_TO_COME.search, sentences))
