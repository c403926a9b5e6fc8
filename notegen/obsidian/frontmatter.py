"""The properties at the head of a note: read through YAML, changed line by line so that people's bytes stay.

Rules: Obsidian help, Properties.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import yaml

_BLOCK = re.compile(r"\ufeff?---[ \t]*\r?\n(?:[^\n]*\n)*?---[ \t]*(?:\r?\n|\Z)")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def split(text: str) -> tuple[str, str]:
    """The frontmatter with its fences, byte order mark and last line end, and the body; ("", text) without one."""
    if not text.startswith(("---", "\ufeff---")):
        return "", text
    block = _BLOCK.match(text)
    end = block.end() if block else 0
    return text[:end], text[end:]


def properties(text: str) -> dict[str, str | list[str]]:
    """Top-level properties, every scalar as the string that is written; nested values are left out.

    {} when there is no frontmatter or it is not YAML.
    """
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        loaded = yaml.load(_inner(split(text)[0]), Loader=loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    if not isinstance(loaded, dict):
        return {}
    found: dict[str, str | list[str]] = {}
    for key, value in loaded.items():
        if isinstance(key, str) and isinstance(value, str):
            found[key] = value
        elif isinstance(key, str) and isinstance(value, list):
            found[key] = [item for item in value if isinstance(item, str)]
    return found


def aliases(text: str) -> tuple[str, ...]:
    """Other names of the note, from `aliases` and the older `alias`, written as a list or with commas."""
    found = properties(text)
    names: list[str] = []
    for key in ("aliases", "alias"):
        value = found.get(key, [])
        names += value.split(",") if isinstance(value, str) else value
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


def scalar(value: str) -> str:
    """`value` as one line of double-quoted YAML, the same for readers of YAML 1.1 and 1.2, non-ASCII as it is."""
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda character: f"\\u{ord(character.group()):04x}", quoted)


def with_keys(text: str, lines: Mapping[str, str]) -> str:
    """`text` with top-level keys set to raw YAML (`"…"`, or "\\n  - …" for a block list); all other bytes as before.

    A key that is there keeps its place, a new one goes before the closing fence; a note without frontmatter gets one.
    Unchanged when the head is no block of YAML keys.
    """
    head, body = split(text)
    newline = "\r\n" if "\r\n" in (head or text) else "\n"
    if not head:
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        head, body = f"{mark}---{newline}---{newline}", text.removeprefix("\ufeff")
    start = head.index("\n") + 1
    inner = _inner(head)
    spans = _key_spans(inner)
    if spans is None:
        return text
    changed = inner
    for key in sorted(lines.keys() & spans.keys(), key=spans.__getitem__, reverse=True):
        begin, end = spans[key]
        changed = changed[:begin] + _line(key, lines[key], newline) + changed[end:]
    changed += "".join(_line(key, value, newline) for key, value in lines.items() if key not in spans)
    return head[:start] + changed + head[start + len(inner) :] + body


def _line(key: str, value: str, newline: str) -> str:
    blank = "" if value.startswith("\n") else " "
    return f"{key}:{blank}{value}\n".replace("\n", newline)


def _inner(head: str) -> str:
    """The lines between the fences."""
    return head[head.find("\n") + 1 : head.rstrip().rfind("---")] if head else ""


def _key_spans(inner: str) -> dict[str, tuple[int, int]] | None:
    """Where each top-level key's lines begin and end; None when the head is not a block mapping."""
    import yaml

    try:
        root: yaml.Node | None = yaml.compose(inner, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return None
    spans = {}
    for key, value in root.value:
        if not isinstance(key, yaml.ScalarNode):
            return None
        begin = inner.rfind("\n", 0, key.start_mark.index) + 1
        spans[key.value] = (begin, _last_line_end(inner, begin, value.end_mark.index))
    return spans


def _last_line_end(inner: str, begin: int, end: int) -> int:
    """`end` moved to a line end, blank and comment lines after the value left out."""
    if inner[end - 1 : end] != "\n":
        end = inner.find("\n", end) + 1 or len(inner)
    lines = re.findall(r"[^\n]*\n|[^\n]+", inner[begin:end])
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
        end -= len(lines.pop())
    return end
