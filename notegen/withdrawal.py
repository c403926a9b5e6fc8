"""Whether a paper was withdrawn or retracted, by what its record says (arXiv help, To withdraw an article)."""

from __future__ import annotations

import re

_GONE = r"(?:withdrawn|retracted)"
_THIS = r"(?:paper|article|manuscript|submission|work|preprint|note|version)"
_SAID = re.compile(
    rf"\W*{_GONE}\W*$|\W*\[?{_GONE}\]?\s*[:：]|\W*[\[(（]{_GONE}[\])）]|.*[\[(（]{_GONE}[\])）]\W*$"
    rf"|\W*th(?:is|e) {_THIS} (?:has been|was|is) (?:\w+ly )?{_GONE}\b(?! from\b)",
    re.IGNORECASE | re.DOTALL,
)
_COMMENT = re.compile(
    rf"^\W*(?:\d+ pages?\W+)?{_GONE}\b|^\W*withdraw\b|\b(?:paper|submission) {_GONE}(?!\s+last\b)"
    rf"|^(?:(?!earlier|previous|first)[^.;])*\b{_GONE} (?:by|at the request of) (?:the )?(?:authors?|arxiv)\b"
    rf"|(?:^|\bthis |\bthe |[.;] *){_THIS} (?:has been|have been|is|was) (?:\w+ly )?{_GONE}\b(?! from\b)"
    rf"|\b(?:authors?|we|i) (?:have |has )?(?:{_GONE}|withdrew|(?:choose|wish|want|decided?) to withdraw)"
    r" (?:this|the)\b",
    re.IGNORECASE,
)
_SUPERSEDED = re.compile(rf"\b(?:supersedes|replaces)\b[^.]*\b{_GONE}\b", re.IGNORECASE)


def withdrawal(title: str, comment: str, abstract: str) -> str:
    """What the record says about its withdrawal, in its comment (as on arXiv), title or abstract; "" if nothing."""
    if _COMMENT.search(comment) and not _SUPERSEDED.search(comment):
        return comment
    return next((said for said in (title, abstract) if _SAID.match(said)), "")
