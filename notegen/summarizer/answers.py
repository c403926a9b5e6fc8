"""Answers kept on disk, one file each, so that no question is paid for twice."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from notegen.records import Answer, Question, Usage
from notegen.whole_file import write_whole


class KeptAnswers:
    """`seams.Answers` in a folder. A file that is torn or not ours counts as no answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, model: str, question: Question) -> Answer | None:
        """The answer kept for this model and question, with what it cost at the time.

        One that was cut off counts only as long as no longer answer may be given.
        """
        try:
            kept = json.loads(self._path(model, question).read_text(encoding="utf-8"))
            usage, cut = kept["usage"], kept.get("cut", "")
            if cut and question.max_tokens > kept["max_tokens"]:
                return None
            return Answer(str(kept["text"]), Usage(usage["tokens_in"], usage["tokens_out"], usage["estimated"]), cut)
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, model: str, question: Question, answer: Answer) -> None:
        """Keeps the answer. A folder that cannot be written only means that the question is asked again some day."""
        usage = answer.usage
        kept = {
            "model": model,
            "prompt": question.name,
            "text": answer.text,
            "cut": answer.cut,
            "max_tokens": question.max_tokens,
            "usage": {"tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out, "estimated": usage.estimated},
        }
        with suppress(OSError):
            write_whole(self._path(model, question), json.dumps(kept, ensure_ascii=False, indent=1))

    def _path(self, model: str, question: Question) -> Path:
        asked = [model, question.system, question.user, question.schema, question.name, question.temperature]
        key = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        return self._folder / f"{key}.json"
