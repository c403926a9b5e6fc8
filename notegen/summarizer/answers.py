"""Answers kept on disk, one file each, so that no question is paid for twice."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from notegen.records import Answer, Question, Usage


class KeptAnswers:
    """`seams.Answers` in a folder. A file that is torn or not ours counts as no answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, model: str, question: Question) -> Answer | None:
        """The answer kept for this model and question, with what it cost at the time."""
        try:
            kept = json.loads(self._path(model, question).read_text(encoding="utf-8"))
            usage = kept["usage"]
            return Answer(str(kept["text"]), Usage(usage["tokens_in"], usage["tokens_out"], usage["estimated"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, model: str, question: Question, answer: Answer) -> None:
        """Keeps the answer. A folder that cannot be written only means that the question is asked again some day."""
        usage = answer.usage
        kept = {
            "model": model,
            "prompt": question.name,
            "text": answer.text,
            "usage": {"tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out, "estimated": usage.estimated},
        }
        with suppress(OSError):
            write_whole(self._path(model, question), json.dumps(kept, ensure_ascii=False, indent=1))

    def _path(self, model: str, question: Question) -> Path:
        asked = [model, question.system, question.user, question.schema, question.name]
        key = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        return self._folder / f"{key}.json"


def write_whole(path: Path, text: str) -> None:
    """Writes `text` as UTF-8, whole or not at all, creating the folder; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".", suffix=".tmp", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    temporary.replace(path)
