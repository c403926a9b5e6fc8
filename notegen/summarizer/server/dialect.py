"""What one server understands, learnt from its refusals and remembered for the next run."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from notegen.summarizer.server.address import OPENAI_URL
from notegen.whole_file import write_whole

FORMS = ("json_schema", "json_object", "text")
_LEAST_ANSWER = 256
_FORM_REFUSED = re.compile(
    r"response_format|json|schema|grammar|\bformat\b|structured output|\bstrict\b", re.IGNORECASE
)
_SYSTEM_REFUSED = re.compile(
    r"\bsystem\W+(?:role|message|prompt|instruction)|\broles?\b\W+(?:is\W+)?system\b|roles must alternate"
    r"|only user and|messages\[0\]\.role|\b(?:system|developer) instruction",
    re.IGNORECASE,
)
_LIMIT_NAMED = re.compile(r"completion tokens|output.?tokens|max_new_tokens", re.IGNORECASE)
_STREAM_REFUSED = re.compile(r"\bstream(?:ing)?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a server wants its requests. `form` is the answer form, `base_url` the address that answered.

    `most_tokens` is the longest answer the model can give, where it is shorter than one asked for. `window_tokens` is
    its window, where that was found to be smaller than a question; `read_tokens` the longest question it is known to
    have read from its first word on; `failed_drafts` how many of its whole drafts in a row did not pass their checks.
    """

    base_url: str
    form: str = FORMS[0]
    tokens_key: str = "max_tokens"
    most_tokens: int | None = None
    temperature: bool = True
    system: bool = True
    stream: bool = True
    stream_options: bool = True
    window_tokens: int | None = None
    read_tokens: int = 0
    failed_drafts: int = 0

    def changes(self, before: Dialect) -> dict[str, Any]:
        """What differs from the dialect `before`."""
        return {name: value for name, value in asdict(self).items() if value != getattr(before, name)}

    def next_form(self) -> Dialect | None:
        """The next simpler answer form, if there is one."""
        simpler = FORMS[FORMS.index(self.form) + 1 :]
        return replace(self, form=simpler[0]) if simpler else None

    def after_refusal(self, reason: str, asked_tokens: int) -> Dialect | None:
        """The dialect without what the server's `reason` (its words in a 400) names; None when it names nothing known.

        One thing is changed at a time: a limit below `asked_tokens` is kept to, a parameter swapped or dropped.
        """
        told = re.findall(r"(?<!\d)(\d{3,6})(?!\d)( \(exclusive\))?", reason)
        numbers = [int(number) - bool(exclusive) for number, exclusive in told]
        limits = [number for number in numbers if _LEAST_ANSWER <= number < asked_tokens]
        if limits and (self.tokens_key in reason or _LIMIT_NAMED.search(reason)):
            return replace(self, most_tokens=max(limits))
        if self.stream_options and "stream_options" in reason:
            return replace(self, stream_options=False)
        if self.tokens_key in reason:
            other = "max_completion_tokens" if self.tokens_key == "max_tokens" else "max_tokens"
            return replace(self, tokens_key=other)
        if self.temperature and "temperature" in reason:
            return replace(self, temperature=False)
        if self.system and _SYSTEM_REFUSED.search(reason):
            return replace(self, system=False)
        if self.form != "text" and _FORM_REFUSED.search(reason):
            return self.next_form()
        return replace(self, stream=False) if self.stream and _STREAM_REFUSED.search(reason) else None


def first_dialect(address: str) -> Dialect:
    """How a server is asked of which nothing is known."""
    return Dialect(address, tokens_key="max_completion_tokens" if address == OPENAI_URL else "max_tokens")


class Dialects:
    """Dialects by server and model, in one JSON file written whole; `path` None keeps them for this run only."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = Lock()
        self._known: dict[str, Dialect] = {}

    def get(self, base_url: str, model: str, default: Dialect) -> Dialect:
        """What is known of this model on this server, else `default`."""
        key = f"{base_url} {model}"
        with self._lock:
            if key not in self._known:
                self._known[key] = self._read().get(key, default)
            return self._known[key]

    def learn(self, base_url: str, model: str, dialect: Dialect, before: Dialect | None = None) -> None:
        """Remembers what worked. A file that cannot be written only costs the lesson again.

        With `before`, what was known when the question was begun, only what differs from that is new: others may have
        learnt something else meanwhile.
        """
        key = f"{base_url} {model}"
        with self._lock:
            known = self._known.get(key)
            if before is not None and known is not None:
                dialect = replace(known, **dialect.changes(before))
            if known == dialect:
                return
            self._known[key] = dialect
            if self._path is None:
                return
            kept = {**self._read(), key: dialect}
            with suppress(OSError):
                write_whole(self._path, json.dumps({each: asdict(one) for each, one in kept.items()}, indent=1))

    def _read(self) -> dict[str, Dialect]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8")) if self._path else {}
            known = {key: Dialect(**fields) for key, fields in kept.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}
        return {key: dialect for key, dialect in known.items() if dialect.form in FORMS}
