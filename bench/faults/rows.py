"""A row of the table of faults: what a server does, and the right end of it, written down before anything is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from odd_server import Asked, Reply, Script
from replies import MODEL, body_error, good, say, text_error
from right_model import right_answer, wants_json

Outcome = Literal["recovered", "picked", "part", "waiting", "failed"]
Guard = Callable[[Asked], Reply | None]
NOT_FOUND = text_error("404 page not found", 404)
LISTED = body_error({"object": "list", "data": [{"id": MODEL, "object": "model"}]}, 200)


@dataclass(frozen=True)
class End:
    """How a row has to end.

    "recovered": the note is byte for byte the one a faultless server gives. "picked": a note of the paper's own
    sentences, each with its right Japanese. "part": a note with nothing but lines of these two, whose reason tells that
    something is missing. Else the outcome in the report. In the reason each of `words` (regular expressions, either
    case) is found. The exit status is one of `exits`.
    """

    outcome: Outcome
    words: tuple[str, ...] = ()
    exits: tuple[int, ...] = (0,)


RECOVERED = End("recovered")
PICKED = End("picked")
PART = End("part", ("missing|could not be used|broke|cut|unfinished",))


def waiting(*words: str, exits: tuple[int, ...] = (3,)) -> End:
    """No answer of a model was had: exit status 3, unless an answer of no use may count as one."""
    return End("waiting", words, exits)


def unusable(*words: str) -> End:
    return End("waiting", words, (1, 3))


def failed(*words: str, exits: tuple[int, ...] = (1, 3)) -> End:
    return End("failed", words, exits)


def rejected(*words: str) -> End:
    return End("failed", words, (2,))


@dataclass(frozen=True)
class Row:
    """One server. `requests` is the most questions it may be sent; `again` the most for a second draft afterwards.

    `pause_seconds` are bounds of all pauses together, `seconds` is the most the whole may take, `read_bytes` the most
    of one reply that may be read. `unseen` are words that may stand nowhere in a note. `base` is the path of the
    address that is set; the chat lies under /v1, `elsewhere` answers on all other paths, `listing` is the list of
    models. With `long` a long text is drafted instead of the abstract, whose right note is that for a window of
    `window` tokens. `learnt` are things that are remembered of the server afterwards. `right` is the faultless server
    whose note is the right one. With `process` the program runs as a process of its own, which has to end, too; its
    pauses are then real.
    """

    name: str
    script: Script
    end: End = RECOVERED
    requests: int = 1
    again: int | None = None
    pause_seconds: tuple[float, float] = (0.0, 120.0)
    seconds: float = 25.0
    read_bytes: int = 10_000_000
    process: bool = False
    base: str = "/v1"
    elsewhere: Reply | Script = NOT_FOUND
    listing: Reply = LISTED
    environment: Mapping[str, str | None] = field(default_factory=dict)
    long: bool = False
    window: int = 0
    right: Script = good
    unseen: tuple[str, ...] = ()
    learnt: Mapping[str, object] = field(default_factory=dict)


def first(faulty: Script, times: int = 1) -> Script:
    """The first requests go wrong, then all is well."""
    return lambda asked: faulty(asked) if asked.number <= times else good(asked)


def in_turn(*faulty: Script, then: Script = good) -> Script:
    """One fault after the other, each once, then all is well."""
    return lambda asked: faulty[asked.number - 1](asked) if asked.number <= len(faulty) else then(asked)


def refusing(*guards: Guard, then: Script = good) -> Script:
    """What a guard objects to is refused, the first objection first."""
    return lambda asked: next((reply for guard in guards if (reply := guard(asked))), None) or then(asked)


def saying(change: Callable[[str], str], *, plain: bool = False) -> Script:
    """The right answer, changed; one in plain text only with `plain`."""

    def answer(asked: Asked) -> Reply:
        text = right_answer(asked.body)
        return say(asked, change(text) if plain or wants_json(asked.body) else text)

    return answer


def instead(text: str | None, finish: str = "stop", *, plain: bool = True, **fields: object) -> Script:
    """Something else for an answer; without `plain` a question for plain text is answered rightly."""

    def answer(asked: Asked) -> Reply:
        return say(asked, text, finish, **fields) if plain or wants_json(asked.body) else good(asked)

    return answer
