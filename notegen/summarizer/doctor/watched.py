"""A connection that is watched: what was asked, what came back, in how many pieces, and when."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from notegen.summarizer.server.connection import Connection
from notegen.summarizer.server.stream import Completion, IsWhole
from notegen.summarizer.tokens import estimate_tokens

_SAID = re.compile(rb'"(?:content|reasoning_content|reasoning|text)"\s*:\s*"[^"]')
_THOUGHT = re.compile(r"<think>(.*?)(?:</think>|$)", re.DOTALL)
_FLOWING_CHUNKS = 3


@dataclass(frozen=True, slots=True)
class Heard:
    """A request that was answered.

    `pieces` are the events of its stream that held words, 0 where it was none; `silent_seconds` went by before the
    first of them, `seconds` in all. What came in one go has no time of writing.
    """

    body: Mapping[str, Any]
    completion: Completion
    pieces: int
    silent_seconds: float
    seconds: float

    @property
    def form(self) -> str:
        """The answer form that was asked for."""
        return str(self.body.get("response_format", {}).get("type", "text"))

    @property
    def counted(self) -> tuple[int, int] | None:
        """Tokens in and out as the server counted them."""
        counts = tuple(self.completion.usage.get(key) for key in ("prompt_tokens", "completion_tokens"))
        return counts if all(isinstance(count, int) and count > 0 for count in counts) else None  # type: ignore[return-value]

    @property
    def tokens(self) -> tuple[int, int]:
        """Tokens in and out, estimated where the server did not count."""
        said = f"{self.completion.text}{self.completion.reasoning}{self.completion.repeated}"
        asked = " ".join(str(message["content"]) for message in self.body["messages"])
        return self.counted or (estimate_tokens(asked), estimate_tokens(said))

    @property
    def thought_tokens(self) -> int:
        """Tokens of thoughts before the answer, as the server counted them or estimated; OpenAI, Reasoning models."""
        details = self.completion.usage.get("completion_tokens_details")
        counted = details.get("reasoning_tokens") if isinstance(details, dict) else None
        thoughts = f"{self.completion.reasoning}{''.join(_THOUGHT.findall(self.completion.text))}".strip()
        return counted if isinstance(counted, int) and counted > 0 else estimate_tokens(thoughts)


class Watched(Connection):
    """A `Connection` that keeps what it `heard`. For one thread."""

    def __init__(
        self,
        api_key: str,
        timeout_seconds: float,
        deadline_seconds: float,
        sleep: Callable[[float], None],
        given_url: str = "",
    ) -> None:
        super().__init__(api_key, timeout_seconds, deadline_seconds, sleep, given_url)
        self.heard: list[Heard] = []
        self._came: list[tuple[float, bytes]] = []

    def described(self, base_url: str) -> list[dict[str, Any]]:
        """What the server says of each model beside its name; [] where it does not say."""
        with suppress(Exception):  # of either HTTP library; it is only asked for what it may tell
            client = self._client(base_url).with_options(timeout=min(30.0, self.limits[0]))
            return [model.to_dict() for model in client.models.list().data or () if model.id]
        return []

    def _once(self, client: Any, base_url: str, body: Mapping[str, Any], is_whole: IsWhole) -> Completion:
        begun, self._came = monotonic(), []
        completion = super()._once(client, base_url, body, is_whole)
        seconds = monotonic() - begun
        spoken = [when for when, piece in self._came if _SAID.search(piece)]
        first = spoken[0] - begun if len(spoken) >= _FLOWING_CHUNKS else seconds
        lines = b"".join(piece for _, piece in self._came).splitlines()
        pieces = sum(line.startswith(b"data:") and bool(_SAID.search(line)) for line in lines)
        self.heard.append(Heard(body, completion, pieces, first, seconds))
        return completion

    def _pieces(self, response: Any) -> Iterator[bytes]:
        for piece in super()._pieces(response):
            self._came.append((monotonic(), piece))
            yield piece
