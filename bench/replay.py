"""The local arXiv of real records that measurements run against, and sources blind to some of its papers."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from notegen.records import How, Paper
from notegen.seams import PaperSource

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "arxiv_replay"


@contextmanager
def arxiv_at(folder: Path) -> Iterator[str]:
    """The address of a local arXiv that runs as long as the block."""
    command = [sys.executable, str(folder / "serve.py"), "--port", "0", "--print-url"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        try:
            yield str(server.stdout and server.stdout.readline()).split()[-1]
        finally:
            server.terminate()


def stats(url: str) -> dict[str, Any]:
    """What the local arXiv has counted."""
    with urllib.request.urlopen(f"{url}/_stats") as answer:
        return dict(json.load(answer))


def read_records(folder: Path) -> list[dict[str, Any]]:
    """All records of the local arXiv."""
    with gzip.open(folder / "data" / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def dump_line(record: Mapping[str, Any]) -> str:
    """A record as a line of arXiv's public metadata dump."""
    created = [record["published"], *[record["updated"]] * (int(record.get("version") or 1) - 1)]
    names = [name.rpartition(" ") for name in record["authors"]]
    return json.dumps(
        {
            "id": record["id"],
            "authors": ", ".join(record["authors"]),
            "title": record["title"],
            "comments": record["comment"],
            "journal-ref": record["journal_ref"],
            "doi": record["doi"],
            "categories": " ".join(record["categories"]),
            "abstract": f"  {record['abstract'] or ''}\n",
            "versions": [
                {"version": f"v{number}", "created": format_datetime(_day(day), usegmt=True)}
                for number, day in enumerate(created, 1)
            ],
            "update_date": record["updated"][:10],
            "authors_parsed": [[last, first, ""] for first, _, last in names],
        }
    )


def _day(day: str) -> datetime:
    return datetime.fromisoformat(day[:10]).replace(tzinfo=UTC)


class Blind:
    """A source that does not know some papers: `removed` names their ids by the text asked."""

    def __init__(self, source: PaperSource, removed: Mapping[str, Sequence[str]]) -> None:
        self._source = source
        self._removed = removed
        self.name = source.name
        self.hows = source.hows

    def ask(self, how: How, asked: Sequence[str]) -> Mapping[str, tuple[Paper, ...]]:
        """See `PaperSource.ask`."""
        return {
            text: tuple(paper for paper in papers if paper.arxiv_id not in self._removed.get(text, ()))
            for text, papers in self._source.ask(how, asked).items()
        }
