"""A small vault of invented papers, and a model that answers from what it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from pytest_httpserver import HTTPServer
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


def vault_knowing(folder: Path, titles: Mapping[str, str]) -> Path:
    """A vault whose own records know these papers, titles by arXiv id, and 2609.88888 with an abstract of its own."""
    (folder / ".notegen").mkdir()
    other = (
        "We present Amber, a cache for cold tables that keeps forty percent less data on twelve idle machines, and "
        "measure how its eviction by age changes latency when several tenants share one rack of disks."
    )
    records = [{"arxiv_id": arxiv_id, "title": title, "published": "2026"} for arxiv_id, title in titles.items()]
    amber = {"arxiv_id": "2609.88888", "title": "Amber: A Cache for Cold Tables", "published": "2026"}
    lines = "".join(json.dumps(record) + "\n" for record in (*records, {**amber, "abstract": other}))
    (folder / ".notegen" / "papers.jsonl").write_text(lines, encoding="utf-8")
    return folder


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


class Arxiv:
    """A stand-in for arXiv's API that knows some invented papers, by id and title, and counts what it was asked."""

    def __init__(
        self, server: HTTPServer, papers: Mapping[str, str], comments: Mapping[str, str] | None = None
    ) -> None:
        self.url = server.url_for("").rstrip("/")
        self.papers, self.comments = papers, comments or {}
        self.requests: list[Request] = []
        server.expect_request("/api/query").respond_with_handler(self._answer)

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        ids = [re.sub(r"v\d+$", "", each) for each in request.args.get("id_list", "").split(",")]
        words = set(re.findall(r"\w+", request.args.get("search_query", "").lower())) - {"ti", "abs", "or", "and"}
        found = {
            arxiv_id: title
            for arxiv_id, title in {**self.papers, "2401.09999": "Learning"}.items()
            if arxiv_id in ids or words & set(re.findall(r"\w+", title.lower()))
        }
        return Response(_feed(found, self.comments), content_type="application/atom+xml")


def _feed(papers: Mapping[str, str], comments: Mapping[str, str]) -> str:
    entries = "".join(
        f"""<entry><id>http://arxiv.org/abs/{arxiv_id}v1</id><title>{title}</title>
        <updated>2024-02-09T18:00:00Z</updated><published>2024-02-09T18:00:00Z</published>
        <summary>Caches waste memory. We present a cache that keeps 40% less data.</summary>
        <author><name>Aiko Mori</name></author><author><name>Ida Berg</name></author>
        <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">{comments.get(arxiv_id, "")}</arxiv:comment>
        <category term="cs.DC" scheme="x"/><link title="pdf" href="https://arxiv.org/pdf/x" rel="related"/></entry>"""
        for arxiv_id, title in papers.items()
    )
    return f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><id>x</id>
<title>query</title><opensearch:totalResults>{len(papers)}</opensearch:totalResults>{entries}</feed>"""


def dump_line(arxiv_id: str, title: str) -> str:
    """A line of arXiv's metadata dump."""
    return json.dumps(
        {
            "id": arxiv_id,
            "authors": "Aiko Mori and Ida Berg",
            "authors_parsed": [["Mori", "Aiko", ""], ["Berg", "Ida", ""]],
            "title": title,
            "categories": "cs.DC",
            "abstract": "  Caches waste memory. We present a cache that keeps 40% less data than before.\n",
            "versions": [{"version": "v1", "created": "Fri, 9 Feb 2024 18:00:00 GMT"}],
            "update_date": "2024-02-09",
        }
    )
