"""The questions about one paper, from their templates."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from notegen.errors import PromptError
from notegen.records import Claim, Paper, Question, Section, Sentence
from notegen.summarizer.tokens import lines
from notegen.templates import render
from notegen.unseen import seen

_DIVIDER = "---user---"
_TEXT: dict[str, object] = {"type": "string"}
_NUMBER: dict[str, object] = {"type": "integer"}
_MARK_DIGITS = 16
_WARM = 0.5
_MOST_CHOSEN, _MOST_FIGURES, _MOST_TERMS = 8, 10, 8  # a few more than are asked for
MOST_CLAIMS = 3  # for each section of a draft that is asked for at once
_FENCE = re.compile(r"[<＜﹤]{3,}|[>＞﹥]{3,}")


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions about `paper`; `sections` are those of the note, `japanese` tells whether Japanese is wanted.

    Each question shows the sentences given, takes an answer of at most `max_tokens`, and raises `PromptError` when its
    template cannot be used.
    """

    paper: Paper
    sections: tuple[Section, ...]
    japanese: bool
    folders: Sequence[Path] = ()

    def draft(self, sentences: Sequence[Sentence], max_tokens: int, *, translate: bool) -> Question:
        """The whole draft; with `translate` every sentence of the abstract in Japanese as well."""
        asked = ("tldr", "claims", *self._beside(translate))
        return self._notes("draft", sentences, self.sections, asked, MOST_CLAIMS, max_tokens)

    def claims(
        self, sentences: Sequence[Sentence], max_tokens: int, sections: Sequence[Section], most: int
    ) -> Question:
        """Only the claims of some sections, at most `most` a section."""
        return self._notes("claims", sentences, sections, ("claims",), most, max_tokens)

    def summary(self, sentences: Sequence[Sentence], max_tokens: int, *, translate: bool) -> Question:
        """What a draft has beside its claims."""
        return self._notes("summary", sentences, (), ("tldr", *self._beside(translate)), 0, max_tokens)

    def recheck(
        self, sentences: Sequence[Sentence], max_tokens: int, stopped: Mapping[int, tuple[Claim, Sequence[str]]]
    ) -> Question:
        """The claims a check stopped, by id, each with the reasons."""
        said = (part for claim, reasons in stopped.values() for part in (claim.en, claim.ja, *reasons))
        fenced = self._fenced(sentences, *said)
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
        schema = _object({"claims": _list(_object({"id": _NUMBER, **self._statement()}))})
        return self._question("recheck", "recheck", schema, max_tokens, {**fenced, "claims": claims})

    def choose(self, part: Sequence[Sentence], max_tokens: int) -> Question:
        """Which sentences of one part of a long text matter for which section."""
        schema = _object({section.key: _list(_NUMBER, _MOST_CHOSEN) for section in self.sections})
        example = {section.key: [[4], [], [7, 9]][place % 3] for place, section in enumerate(self.sections)}
        values = {**self._fenced(part), "sections": self.sections, "example": json.dumps(example)}
        return self._question("choose", "choose", schema, max_tokens, values)

    def translation(self, sentence: str, max_tokens: int, attempt: int, pattern: str = "") -> Question:
        """One sentence in Japanese as plain text; with a `pattern` as JSON, its Japanese after that pattern.

        From the second attempt on the question is asked warmer, so that its answer differs.
        """
        said = " ".join(sentence.split())
        mark = str(self._fenced((), said)["mark"])
        schema = _object({"ja": {**_TEXT, "pattern": pattern}}) if pattern else {}
        values = {"sentence": _harmless(said, mark), "mark": mark, "constrained": bool(pattern)}
        asked = self._question(f"translate-{attempt}", "translate", schema, max_tokens, values)
        return replace(asked, temperature=0.0 if attempt == 1 or pattern else _WARM)

    def _beside(self, translate: bool) -> tuple[str, ...]:
        """What is asked for beside the claims."""
        japanese = ("terms", "abstract") if translate else ("terms",)
        return ("numbers", *(japanese if self.japanese else ()))

    def _notes(
        self,
        name: str,
        sentences: Sequence[Sentence],
        sections: Sequence[Section],
        asked: Sequence[str],
        most: int,
        max_tokens: int,
    ) -> Question:
        statement = self._statement()
        keys: dict[str, object] = {"type": "string", "enum": [section.key for section in sections]}
        known: dict[str, dict[str, object]] = {
            "tldr": _object(statement),
            "claims": _list(_object({"section": keys, **statement}), 2 * most * len(sections)),
            "numbers": _list(_object({**statement, "value": _TEXT}), _MOST_FIGURES),
            "terms": _list(_object({"en": _TEXT, "ja": _TEXT}), _MOST_TERMS),
            "abstract": _list(_object({"n": _NUMBER, "ja": _TEXT})),
        }
        values = {**self._fenced(sentences), "sections": sections, "asked": asked, "most": _COUNTS.get(most, most)}
        return self._question(name, "draft", _object({key: known[key] for key in asked}), max_tokens, values)

    def _question(
        self, name: str, template: str, schema: dict[str, object], max_tokens: int, values: Mapping[str, object]
    ) -> Question:
        file = f"{template}.md.j2"
        system, divider, user = render(file, self.folders, **values, ja=self.japanese).partition(f"\n{_DIVIDER}\n")
        if not divider:
            raise PromptError(file, 1, f"no line {_DIVIDER} between system and user part")
        return Question(name, system.strip(), user.strip(), schema, max_tokens)

    def _fenced(self, sentences: Sequence[Sentence], *said: str) -> dict[str, object]:
        """Title and numbered sentences with the mark of their fence, which nothing between the fence lines holds.

        The mark is the beginning of a SHA-256 over all that stands in the question, what a model `said` before
        included: a text would have to hold 64 bits of its own hash to know it, and if it did they would be taken out.
        So no text can close its fence, and the same text still gives the same question, whose answer may be kept.
        """
        title = " ".join(self.paper.title.split())
        shown = "\n".join(lines(sentences))
        whole = "\n".join((title, shown, *said)).encode("utf-8", "surrogatepass")
        mark = hashlib.sha256(whole).hexdigest()[:_MARK_DIGITS]
        return {"title": _harmless(title, mark), "lines": _harmless(shown, mark), "mark": mark}

    def _statement(self) -> dict[str, object]:
        return {"en": _TEXT, **({"ja": _TEXT} if self.japanese else {}), "cites": _list(_NUMBER)}


_COUNTS = {3: "three", 6: "six"}


def _harmless(text: str, mark: str) -> str:
    """The text without what nobody sees, without the mark, and with no brackets that look like a fence."""
    return _FENCE.sub(_quoted, seen(text).replace(mark, "…"))


def _quoted(brackets: re.Match[str]) -> str:
    return ("‹" if brackets[0][0] in "<＜﹤" else "›") * len(brackets[0])


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    """As strict servers want it: every key required, no other allowed (OpenAI, Structured outputs)."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Mapping[str, object], most: int = 0) -> dict[str, object]:
    """An array, of at most so many items where `most` is given: a weak model that loops comes to an end."""
    return {"type": "array", "items": dict(items), **({"maxItems": most} if most else {})}
