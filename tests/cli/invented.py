"""A small vault of invented papers, and a model that answers from what it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from werkzeug import Request, Response

NAMES = ("Amber", "Birch", "Cedar")


def vault_with(tmp_path: Path, names: Iterable[str] = NAMES) -> Path:
    """A vault whose MOC lists one invented paper a name, each with an abstract in the vault's own records."""
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".notegen").mkdir()
    links = {name: f"2025__X__{name} - A System" for name in names}
    records = (
        {
            "links": [link],
            "title": f"{name}: A System",
            "published": "2025",
            "abstract": f"Caches waste memory. We present {name}, a cache that keeps 40% less data. It needs care.",
        }
        for name, link in links.items()
    )
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (vault / ".notegen" / "papers.jsonl").write_text(lines, encoding="utf-8")
    moc = "## Papers\n" + "".join(f"- [[{link}]]\n" for link in links.values())
    (vault / "Reading MOC.md").write_text(moc, encoding="utf-8")
    return vault


def good_answer(request: Request) -> Response:
    """A draft that passes every check for the paper in the question."""
    return reply(json.dumps(_draft(paper_in(request)), ensure_ascii=False))


def paper_in(request: Request) -> str:
    """The name of the invented paper a question is about."""
    found = re.search(r"We present (\w+), a cache", request.get_json()["messages"][-1]["content"])
    assert found
    return found[1]


def reply(content: str | None, finish_reason: str = "stop") -> Response:
    """A chat completion with this content."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 700, "completion_tokens": 300, "total_tokens": 1000}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    return Response(json.dumps(body, ensure_ascii=False), mimetype="application/json")


def _draft(name: str) -> dict[str, object]:
    claim = {
        "en": f"{name} is a cache that keeps 40% less data.",
        "ja": f"{name}は、保持するデータを40%減らすキャッシュである。",
    }
    problem = {"en": "Caches waste memory.", "ja": "キャッシュはメモリを無駄に使う。"}
    return {
        "tldr": {**claim, "cites": [2]},
        "claims": [{"section": "what", **problem, "cites": [1]}],
        "terms": [],
        "abstract": [],
    }
