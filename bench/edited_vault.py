"""A small vault of invented papers that its owner has worked in: for the benchmarks that kill and race."""

from __future__ import annotations

import json
from pathlib import Path

MOC = "分散学習 - MOC"
SECTION = "Papers"
NAMES = (
    "2021__NSDI__Lanternfish - Gradient Buckets that Follow the Network",
    "2022__OSDI__Saltmarsh - Paging Optimizer State to Idle Hosts",
    "2023__ATC__Quillwort - Elastic Pipelines without Restarts",
    "2024__SoCC__Driftwood - Checkpoints in the Gaps of Collectives",
)
EXTRA = "2025__HotOS__Kelpie - What Idle GPUs Are For"
_SENTENCES = (
    "We present {name}, a system for training large models on shared clusters.",
    "{name} keeps {n}0 percent of the accelerators busy where earlier systems reach {n}5 percent.",
    "On a cluster of {n}2 nodes it shortens an epoch by 1.{n} times.",
    "The code is open.",
)
OWN_WORDS = "自分のメモ: 図3のキューの長さは要確認。\r\n  - ask about n = 64\r\n"


def build(root: Path) -> None:
    """The vault before anything is written: a MOC in CRLF, a note of somebody, records with abstracts, no network."""
    (root / ".obsidian").mkdir(parents=True, exist_ok=True)
    (root / ".notegen").mkdir()
    records = [_record(name, place) for place, name in enumerate((*NAMES, EXTRA), 1)]
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    _write(root / ".notegen" / "papers.jsonl", lines)
    items = "".join(f"- [[{name}]]\r\n" for name in NAMES)
    _write(root / f"{MOC}.md", f"# {MOC}\r\n\r\n## {SECTION}\r\n{items}\r\n## その他\r\n\r\n- [[用語集]]\r\n")
    _write(
        root / "用語集.md", "\ufeff---\r\naliases: [Glossary]  # 手書き\r\n---\r\n集合通信: collective communication"
    )
    _write(root / "空.md", "")


def edit(root: Path) -> None:
    """What the owner did after the first `fill`: a memo, own keys, an edited region, CRLF in one note."""
    first, second, third = (root / f"{name}.md" for name in NAMES[:3])
    _write(first, _text(first).replace("## Memo\n", f"## Memo\n{OWN_WORDS}"))
    _write(second, _text(second).replace("tags:\n", "rating: 5  # mine\ntags:\n").replace("\n", "\r\n"))
    _write(third, _text(third).replace("%% notegen:end draft %%", "- 自分で書き足した一行。\n%% notegen:end draft %%"))


def tree(root: Path) -> dict[str, bytes]:
    """Every file by its path from the root; folders end in "/" and hold nothing."""
    return {
        path.relative_to(root).as_posix() + ("/" if path.is_dir() else ""): b"" if path.is_dir() else path.read_bytes()
        for path in sorted(root.rglob("*"))
    }


def _record(name: str, place: int) -> dict[str, object]:
    year, venue, title = name.split("__")
    short = title.partition(" - ")[0]
    abstract = " ".join(sentence.format(name=short, n=place) for sentence in _SENTENCES)
    record = {"links": [name], "arxiv_id": f"{year[2:]}01.0000{place}", "title": title.replace(" - ", ": ")}
    return {**record, "authors": ["Mio Tanaka", "Jörg Weiß"], "venue": venue, "published": year, "abstract": abstract}


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8"))


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")
