"""Whether a paper was withdrawn or retracted, by what its record says (arXiv help, To withdraw an article)."""

from __future__ import annotations

import re

_SAID = re.compile(
    r"^\W*(?:this \w+ (?:has been|was|is) )?(?:withdrawn|retracted)\b|\((?:withdrawn|retracted)\)\W*$|^\W*retracted:",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"^\W*(?:withdrawn|retracted)\b|\bpaper (?:withdrawn|retracted)\b|\bwithdrawn by (?:the )?(?:authors?|arxiv)\b"
    r"|\bth(?:is|e) (?:paper|article|manuscript|submission|work|preprint)\b[^.]{0,30}"
    r"\b(?:has been|have been|is|was) (?:withdrawn|retracted)\b",
    re.IGNORECASE,
)


def withdrawal(title: str, comment: str, abstract: str) -> str:
    """What the record says about its withdrawal, in its comment (as on arXiv), title or abstract; "" if nothing."""
    if _COMMENT.search(comment):
        return comment
    return next((said for said in (title, abstract) if _SAID.search(said)), "")
