"""Models that think aloud: in tags, in channels, in fields of their own, to no end. A thought is never an answer."""

from __future__ import annotations

import json

from odd_server import Asked, Reply, Script
from replies import say
from right_model import right_answer
from rows import RECOVERED, Row, first, instead, saying, unusable

_THOUGHT = "Okay, the user wants notes. Kelpie is 9.9 times faster, I guess. Let me think about 「論文🌍」."
_DECOY = json.dumps({"tldr": {"en": "DECOY", "ja": "おとり。", "cites": [1]}, "claims": [], "numbers": [], "terms": []})
WORDS = ("I guess", "DECOY", "おとり", "think>", "9.9")
_THINKING = r"think|thought|reason|no answer"
_NOTHING = r"empty|nothing|no content|no text"


def _reasoning(name: str) -> Script:
    """The whole answer filed as reasoning, as a parser of thoughts does that waits for a tag that never came."""
    return lambda asked: say(asked, "", **{name: right_answer(asked.body)})


def _thinking_in_field(asked: Asked) -> Reply:
    return say(asked, right_answer(asked.body), reasoning_content=_THOUGHT)


def _thinking(opening: str, closing: str) -> Script:
    return saying(lambda text: f"{opening}{_THOUGHT} {_DECOY}{closing}\n{text}", plain=True)


def _inside_a_value(text: str) -> str:
    """A further key whose words name the tags."""
    return json.dumps({"remark": "<think> opens and </think> closes", **json.loads(text)}, ensure_ascii=False)


THINK = saying(lambda text: f"<think>\n{_THOUGHT}\n</think>\n\n{text}", plain=True)
STRAY = saying(lambda text: f"{_THOUGHT}\n</think>\n\n{text}", plain=True)
UNCLOSED = instead(f"<think>\n{_THOUGHT} {_DECOY}\nSo the first claim should be", "length")

ROWS = (
    Row("think tags, closed", THINK, RECOVERED, 1, unseen=WORDS),
    Row("think tag, only the closing one", STRAY, RECOVERED, 1, unseen=WORDS),
    Row("think tag unclosed, once", first(UNCLOSED), RECOVERED, 12, unseen=WORDS),
    Row("think tag unclosed, always", UNCLOSED, unusable(_THINKING), 12, unseen=WORDS),
    Row(
        "a thought that holds an answer of its own",
        saying(lambda text: f"<think>Perhaps {_DECOY}? No.</think>{text}", plain=True),
        RECOVERED,
        1,
        unseen=WORDS,
    ),
    Row(
        "thoughts in channels",
        saying(
            lambda text: (
                f"<|channel|>analysis<|message|>{_THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>{text}"
            ),
            plain=True,
        ),
        RECOVERED,
        1,
        unseen=(*WORDS, "<|", "analysis"),
    ),
    Row("thoughts in a field of their own", _thinking_in_field, RECOVERED, 1, unseen=WORDS),
    Row(
        "only thoughts in their field, once", first(instead(None, "length", reasoning_content=_THOUGHT)), RECOVERED, 12
    ),
    Row(
        "only thoughts in their field, always",
        instead(None, "length", reasoning_content=_THOUGHT),
        unusable(f"{_THINKING}|{_NOTHING}"),
        12,
        unseen=WORDS,
    ),
    Row("the whole answer in reasoning_content", _reasoning("reasoning_content"), RECOVERED, 2),
    Row("the whole answer in reasoning", _reasoning("reasoning"), RECOVERED, 2),
    Row("thoughts called thinking", _thinking("<thinking>", "</thinking>"), unseen=WORDS),
    Row("thoughts in capitals, with an attribute", _thinking('<THINK depth="2">', "</THINK>"), unseen=WORDS),
    Row("thoughts in brackets", _thinking("[THINK]", "[/THINK]"), unseen=WORDS),
    Row("two thoughts", _thinking("<think>Hm, I guess.</think><think>", "</think>"), unseen=WORDS),
    Row("names of the tags inside a value", saying(_inside_a_value), unseen=("opens and",)),
)
