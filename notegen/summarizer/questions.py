"""The three questions a draft may need, from their templates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from notegen.errors import PromptError
from notegen.records import Claim, Paper, Question, Sentence
from notegen.summarizer.tokens import numbered
from notegen.templates import render
from notegen.unseen import seen

SECTIONS = ("what", "novelty", "method", "evaluation", "discussion", "next")
_DIVIDER = "---user---"
_TEXT: dict[str, object] = {"type": "string"}
_NUMBER: dict[str, object] = {"type": "integer"}
_MARK_DIGITS = 16
_FENCE = re.compile(r"[<＜﹤]{3,}|[>＞﹥]{3,}")


def draft_question(
    paper: Paper,
    sentences: Sequence[Sentence],
    *,
    japanese: bool,
    translate: bool,
    folders: Sequence[Path],
    max_tokens: int,
) -> Question:
    """The whole draft; with `translate` every sentence in Japanese as well."""
    statement = _statement(japanese)
    properties: dict[str, object] = {
        "tldr": _object(statement),
        "claims": _list(_object({"section": {"type": "string", "enum": list(SECTIONS)}, **statement})),
    }
    if japanese:
        properties["terms"] = _list(_object({"en": _TEXT, "ja": _TEXT}))
    if japanese and translate:
        properties["abstract"] = _list(_object({"n": _NUMBER, "ja": _TEXT}))
    values = {**_fenced(paper, sentences), "ja": japanese, "translate": japanese and translate}
    return _question("draft", _object(properties), folders, max_tokens, values)


def recheck_question(
    paper: Paper,
    sentences: Sequence[Sentence],
    stopped: Mapping[int, tuple[Claim, Sequence[str]]],
    *,
    japanese: bool,
    folders: Sequence[Path],
    max_tokens: int,
) -> Question:
    """The claims a check stopped, by id, each with the reasons."""
    said = (part for claim, reasons in stopped.values() for part in (claim.en, claim.ja, *reasons))
    fenced = _fenced(paper, sentences, *said)
    mark = str(fenced["mark"])
    claims = [
        {
            "id": number,
            "section": claim.section,
            "cites": ", ".join(map(str, claim.sentences)) or "none",
            "en": _harmless(claim.en, mark),
            "ja": _harmless(claim.ja, mark),
            "reasons": _harmless("; ".join(reasons), mark),
        }
        for number, (claim, reasons) in stopped.items()
    ]
    schema = _object({"claims": _list(_object({"id": _NUMBER, **_statement(japanese)}))})
    return _question("recheck", schema, folders, max_tokens, {**fenced, "ja": japanese, "claims": claims})


def choose_question(paper: Paper, part: Sequence[Sentence], *, folders: Sequence[Path], max_tokens: int) -> Question:
    """Which sentences of one part of a long text matter for which section."""
    schema = _object({section: _list(_NUMBER) for section in SECTIONS})
    return _question("choose", schema, folders, max_tokens, _fenced(paper, part))


def _question(
    name: str, schema: dict[str, object], folders: Sequence[Path], max_tokens: int, values: Mapping[str, object]
) -> Question:
    file = f"{name}.md.j2"
    system, divider, user = render(file, folders, **values).partition(f"\n{_DIVIDER}\n")
    if not divider:
        raise PromptError(file, 1, f"no line {_DIVIDER} between system and user part")
    return Question(name, system.strip(), user.strip(), schema, max_tokens)


def _fenced(paper: Paper, sentences: Sequence[Sentence], *said: str) -> dict[str, object]:
    """Title and numbered sentences with the mark of their fence, which nothing between the fence lines holds.

    The mark is the beginning of a SHA-256 over all that stands in the question, what a model `said` before included: a
    text would have to hold 64 bits of its own hash to know it, and if it did they would be taken out. So no text can
    close its fence, and the same text still gives the same question, whose answer may be kept.
    """
    title = " ".join(paper.title.split())
    lines = "\n".join(numbered(sentence) for sentence in sentences)
    whole = "\n".join((title, lines, *said)).encode("utf-8", "surrogatepass")
    mark = hashlib.sha256(whole).hexdigest()[:_MARK_DIGITS]
    return {"title": _harmless(title, mark), "lines": _harmless(lines, mark), "mark": mark}


def _harmless(text: str, mark: str) -> str:
    """The text without what nobody sees, without the mark, and with no brackets that look like a fence."""
    return _FENCE.sub(_quoted, seen(text).replace(mark, "…"))


def _quoted(brackets: re.Match[str]) -> str:
    return ("‹" if brackets[0][0] in "<＜﹤" else "›") * len(brackets[0])


def _statement(japanese: bool) -> dict[str, object]:
    return {"en": _TEXT, **({"ja": _TEXT} if japanese else {}), "cites": _list(_NUMBER)}


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    """As strict servers want it: every key required, no other allowed (OpenAI, Structured outputs)."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Mapping[str, object]) -> dict[str, object]:
    return {"type": "array", "items": dict(items)}
