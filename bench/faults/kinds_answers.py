"""Models that do not answer: nothing, prose, refusals, filters, and answers that break off."""

from __future__ import annotations

import json

from kinds_objects import SENTENCES_TOO
from kinds_thoughts import UNCLOSED
from odd_server import Asked, Reply, Script
from replies import body_error, error, good, say
from right_model import right_answer
from rows import PICKED, RECOVERED, Row, failed, first, in_turn, instead, saying, unusable

_NOTHING = r"empty|nothing|no answer|no content|no text"
_BROKEN_OFF = r"cut|length|broke|end|unfinished|incomplete"
_REFUSED = r"refus|declin"
SORRY = "I'm sorry, but I can't help with summarizing this paper."
SORRY_JA = "申し訳ありませんが、この論文の要約にはお応えできません。"


def _cut_at(share: float, finish: str) -> Script:
    """Every answer breaks off after a share of it."""

    def answer(asked: Asked) -> Reply:
        text = right_answer(asked.body)
        return say(asked, text[: int(len(text) * share)], finish)

    return answer


def _cut_over(characters: int, finish: str) -> Script:
    """Answers longer than so many characters break off there."""

    def answer(asked: Asked) -> Reply:
        text = right_answer(asked.body)
        return say(asked, text[:characters], finish) if len(text) > characters else good(asked)

    return answer


def _filter(asked: Asked) -> Reply:
    return say(asked, "", "content_filter")


def _untranslated(text: str) -> str:
    """English where Japanese belongs, as weak models give it that are asked for all at once."""
    answer = json.loads(text)
    for value in answer.values():
        for one in value if isinstance(value, list) else [value]:
            if "ja" in one:
                one["ja"] = one.get("en", "The sentence says what the paper does.")
    return json.dumps(answer, ensure_ascii=False)


_REFUSING_JSON = json.dumps({"tldr": {"en": SORRY, "ja": SORRY_JA, "cites": []}, "claims": []}, ensure_ascii=False)

ROWS = (
    Row("content null, once", first(instead(None)), RECOVERED, 2),
    Row("content null, always", instead(None), unusable(_NOTHING), 12),
    Row("content empty, once", first(instead("")), RECOVERED, 2),
    Row("content empty, always", instead(""), unusable(_NOTHING), 12),
    Row("content only white space, once", first(instead(" \n\n ")), RECOVERED, 2),
    Row("prose instead of an answer, once", first(instead("The cache is nice, and so is the weather.")), RECOVERED, 4),
    Row(
        "prose instead of JSON, always",
        instead("The cache is nice, and so is the weather.", plain=False),
        PICKED,
        SENTENCES_TOO,
        unseen=("weather",),
    ),
    Row("English for the Japanese in every object", saying(_untranslated), PICKED, 28, unseen=("says what the",)),
    Row("a refusal in its field", instead(None, refusal=SORRY), failed(_REFUSED), 2, unseen=("sorry",)),
    Row("a refusal in words", instead(SORRY), failed(_REFUSED), 2, unseen=("sorry",)),
    Row("a refusal in Japanese words", instead(SORRY_JA), failed(_REFUSED), 2, unseen=("申し訳",)),
    Row("a refusal inside JSON", instead(_REFUSING_JSON), failed(_REFUSED), 2, unseen=("sorry", "申し訳")),
    Row("content filter as the end", _filter, failed("filter"), 2),
    Row(
        "content filter as 400",
        lambda asked: error(
            "The response was filtered due to the prompt triggering content management policy.", code="content_filter"
        ),
        failed("filter", exits=(1, 2, 3)),
        2,
    ),
    Row(
        "content filter as 400 in an inner error",
        lambda asked: body_error(
            {
                "error": {
                    "message": "filtered by the content filter",
                    "code": "content_filter",
                    "innererror": {"code": "ResponsibleAIPolicyViolation"},
                }
            }
        ),
        failed("filter", exits=(1, 2, 3)),
        2,
    ),
    Row("broken off by length, once", first(_cut_at(0.5, "length")), RECOVERED, 12),
    Row("broken off by length near the end, once", first(_cut_at(0.97, "length")), RECOVERED, 12),
    Row("every long answer broken off by length", _cut_over(2000, "length"), RECOVERED, 14),
    Row("every answer broken off at once", _cut_at(0.02, "length"), unusable(_BROKEN_OFF), 12),
    Row("broken off silently, once", first(_cut_at(0.5, "stop")), RECOVERED, 12),
    Row("every long answer broken off silently", _cut_over(2000, "stop"), RECOVERED, 14),
    Row("unclosed thought, then prose twice", in_turn(UNCLOSED, instead("Hm."), instead("Well.")), RECOVERED, 14),
    Row(
        "an error told as the only key, always",
        instead(json.dumps({"error": SORRY})),
        failed(_REFUSED),
        2,
        unseen=("sorry",),
    ),
)
