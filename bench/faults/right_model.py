"""A model that knows one invented paper and answers every question about it rightly, whatever form is asked for.

What is asked is taken from the request alone: the schema or, without one, the words of the question say which keys the
answer has; the numbered lines say which sentences were shown. An answer speaks of these sentences only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PAPER: dict[str, Any] = json.loads((HERE / "paper.json").read_text(encoding="utf-8"))
DRAFT: dict[str, Any] = json.loads((HERE / "draft.json").read_text(encoding="utf-8"))
SENTENCES = tuple(re.split(r"(?<=\.) (?=[A-Z])", PAPER["abstract"]))
_KEYS = ("tldr", "claims", "numbers", "terms", "abstract")
_LINE = re.compile(r"^\[(\d+)\] (.+)$", re.MULTILINE)
_ASKED = re.compile(r"one JSON object(.*)")
_STOPPED = re.compile(r"^id (\d+), section (\w+),.*\nen: (.*)$", re.MULTILINE)
_CODE = re.compile(r"code word is (\S+?)\.(?:\s|$)")
_UNKNOWN = "この文は訳せない。"


def said(body: Mapping[str, Any]) -> str:
    """All that a request tells the model, as one text."""
    return "\n".join(str(message.get("content") or "") for message in body.get("messages", ()))


def asks_for_code(body: Mapping[str, Any]) -> bool:
    """Whether a request only tries whether its first line is read."""
    return not wants_json(body) and bool(_CODE.search(said(body)))


def wants_json(body: Mapping[str, Any]) -> bool:
    """Whether a request asks for an object; else it asks for plain text."""
    return bool(body.get("response_format")) or bool(_ASKED.search(said(body)))


def right_answer(body: Mapping[str, Any]) -> str:
    """The text a good model answers a request with."""
    text = said(body)
    if not wants_json(body):
        code = _CODE.search(text)
        return code[1] if code else _translation(text)
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema") or {}
    shown = {_plain(line): int(number) for number, line in _LINE.findall(text)}
    asked = list(schema.get("properties", {})) or _asked_keys(text)
    if not set(asked) & set(_KEYS):
        return json.dumps(_chosen(asked, shown))
    if stopped := _STOPPED.findall(text):
        return _json({"claims": [_written_anew(number, section, en, shown) for number, section, en in stopped]})
    known = _known(shown, _sections(schema, text))
    return _json({key: known[key] for key in asked if key in known})


def _json(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False, indent=1)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _asked_keys(text: str) -> list[str]:
    """The keys an answer is to have by the question's own words, which also show the sections where those are keys."""
    told = _ASKED.findall(text)[-1]
    keys = [key for key in _KEYS if f'"{key}"' in told]
    return keys or re.findall(r"^- (\w+): ", text, re.MULTILINE)


def _sections(schema: Mapping[str, Any], text: str) -> Sequence[str]:
    items = schema.get("properties", {}).get("claims", {}).get("items", {}).get("properties", {})
    listed = re.findall(r"^- (\w+): ", text, re.MULTILINE)
    return items.get("section", {}).get("enum") or listed


def _known(shown: Mapping[str, int], sections: Sequence[str]) -> dict[str, Any]:
    """The draft as far as the sentences shown and the sections asked for go, with the numbers these sentences have."""

    def cited(statements: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        numbered = ({**one, "cites": [shown.get(SENTENCES[n - 1], 0) for n in one["cites"]]} for one in statements)
        return [one for one in numbered if all(one["cites"])]

    tldr = cited([DRAFT["tldr"]])
    pairs = [(shown.get(SENTENCES[pair["n"] - 1]), pair["ja"]) for pair in DRAFT["abstract"]]
    return {
        "tldr": tldr[0] if tldr else {},
        "claims": [one for one in cited(DRAFT["claims"]) if one["section"] in sections],
        "numbers": cited(DRAFT["numbers"]),
        "terms": DRAFT["terms"],
        "abstract": [{"n": number, "ja": ja} for number, ja in pairs if number],
    }


def _chosen(sections: Sequence[str], shown: Mapping[str, int]) -> dict[str, list[int]]:
    """The sentences of a part that the draft's claims rest on, by section; figures belong to the evaluation."""
    filed = [*DRAFT["claims"], *({**one, "section": "evaluation"} for one in DRAFT["numbers"])]
    return {
        key: sorted(
            {
                shown[SENTENCES[n - 1]]
                for one in filed
                if one["section"] == key
                for n in one["cites"]
                if SENTENCES[n - 1] in shown
            }
        )
        for key in sections
    }


def _written_anew(number: str, section: str, en: str, shown: Mapping[str, int]) -> dict[str, Any]:
    """A claim that a check stopped, as the draft has it: the one of its section that shares most words with it."""
    statements = {"tldr": [DRAFT["tldr"]], "numbers": DRAFT["numbers"]}.get(section) or [
        one for one in DRAFT["claims"] if one["section"] == section
    ]
    words = set(en.split())
    best = max(statements or DRAFT["claims"], key=lambda one: len(words & set(one["en"].split())))
    cites = [shown[SENTENCES[n - 1]] for n in best["cites"] if SENTENCES[n - 1] in shown]
    return {"id": int(number), "en": best["en"], "ja": best["ja"], "cites": cites}


def _translation(text: str) -> str:
    """The Japanese of the sentence of the paper that stands last in the text."""
    text = _plain(text)
    english = [*((sentence, DRAFT["abstract"][n]["ja"]) for n, sentence in enumerate(SENTENCES))]
    found = max(((text.rfind(en), ja) for en, ja in english), default=(-1, ""))
    return found[1] if found[0] >= 0 else _UNKNOWN


def long_text() -> str:
    """The paper with a body that says much of little, some 7,000 tokens: too long for a window of 4,096."""
    subjects = ("A worker", "The second queue", "An idle host", "Each shard", "The slow path", "A warm replica")
    verbs = ("drains", "scans", "copies", "releases", "sorts", "repairs")
    objects = ("stale blocks", "closed segments", "cold ranges", "pending writes", "merged runs")
    places = ("on the left rack", "behind the router", "at night", "under light load", "after a pause")
    lines = [f"# Abstract\n\n{PAPER['abstract']}\n"]
    for section in range(6):
        lines.append(f"\n# Part {'ABCDEF'[section]}\n")
        said = []
        for at in range(40):
            n = section * 40 + at
            said.append(
                f"{subjects[n % 6]} {verbs[(n // 2) % 6]} {objects[n % 5]} {places[(n // 3) % 5]}, and the log of step "
                f"{n + 100} tells the operator about it."
            )
        lines.append(" ".join(said))
    return "\n".join(lines) + "\n"
