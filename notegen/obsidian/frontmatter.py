"""The properties at the head of a note: read through YAML, changed line by line so that people's bytes stay.

Rules: Obsidian help, Properties.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set

from notegen.obsidian.yaml_lines import KeyLines, key_lines, quoted_values

_BLOCK = re.compile(r"\ufeff?---[ \t]*\r?\n(?:[^\n]*\n)*?---[ \t]*(?:\r?\n|\Z)")
_BROKEN = re.compile("[\ud800-\udfff]")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def split(text: str) -> tuple[str, str]:
    """The frontmatter with its fences, byte order mark and last line end, and the body; ("", text) without one."""
    if not text.startswith(("---", "\ufeff---")):
        return "", text
    block = _BLOCK.match(text)
    end = block.end() if block else 0
    return text[:end], text[end:]


def properties(text: str) -> dict[str, str | list[str]]:
    """Top-level properties, every scalar as the string that is written; nested values are left out.

    {} when there is no frontmatter or it is neither YAML nor JSON.
    """
    loaded = _loaded(_inner(split(text)[0]))
    if not isinstance(loaded, dict):
        return {}
    found: dict[str, str | list[str]] = {}
    for key, value in loaded.items():
        if isinstance(key, str) and isinstance(value, str):
            found[key] = value
        elif isinstance(key, str) and isinstance(value, list):
            found[key] = [item for item in value if isinstance(item, str)]
    return found


def quoted(head: str) -> Iterator[tuple[str, int, int]]:
    """The quoted values of a head as `split` gives it, each with the offsets between its quotes."""
    start = head.find("\n") + 1
    return ((value, start + begin, start + end) for value, begin, end in quoted_values(_inner(head)))


def keys(text: str) -> tuple[str, ...]:
    """The names of all top-level keys, whatever their values; those of `properties` where the head is no block."""
    there = key_lines(_inner(split(text)[0]))
    return tuple(key.name for key in there) if there is not None else tuple(properties(text))


def aliases(text: str) -> tuple[str, ...]:
    """Other names of the note, from `aliases` and the older `alias`, written as a list or with commas."""
    found = properties(text)
    names: list[str] = []
    for key in ("aliases", "alias"):
        value = found.get(key, [])
        names += value.split(",") if isinstance(value, str) else value
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip() not in ("", "null", "~")))


def scalar(value: str) -> str:
    """`value` as one line of double-quoted YAML, the same for readers of YAML 1.1 and 1.2, non-ASCII as it is.

    Half a surrogate pair, which no file can hold, becomes U+FFFD.
    """
    written = json.dumps(_BROKEN.sub("\ufffd", value), ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda character: f"\\u{ord(character.group()):04x}", written)


def with_keys(text: str, lines: Mapping[str, str]) -> str:
    """`text` with top-level keys set to raw YAML (`"…"`, or "\\n  - …" for a block list); all other bytes as before.

    A key that is there keeps its place, a doubled one becomes one; a new one goes before the closing fence; a note
    without frontmatter gets one. Unchanged when the head is no block of YAML keys, or other keys would change.
    """
    head, body = split(text)
    newline = "\r\n" if "\r\n" in (head or text) else "\n"
    if not head:
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        head, body = f"{mark}---{newline}---{newline}", text.removeprefix("\ufeff")
    inner = _inner(head)
    there = key_lines(inner)
    if there is None:
        return text
    known = {key.name for key in there}
    indent = there[0].indent if there else 0
    changed = _edited(inner, there, {name: _line(name, value, newline, indent) for name, value in lines.items()})
    changed += "".join(_line(name, value, newline, indent) for name, value in lines.items() if name not in known)
    if not _is_sound(inner, changed, lines.keys(), known | lines.keys()):
        return text
    return _with_inner(head, inner, changed) + body


def without_keys(text: str, keys: Collection[str]) -> str:
    """`text` without the lines of these top-level keys.

    Unchanged when the head is no block of YAML keys, or other keys would change.
    """
    head, body = split(text)
    inner = _inner(head)
    there = key_lines(inner)
    if not there:
        return text
    changed = _edited(inner, there, dict.fromkeys(keys, ""))
    if not _is_sound(inner, changed, keys, {key.name for key in there}.difference(keys)):
        return text
    return _with_inner(head, inner, changed) + body


def _edited(inner: str, there: Sequence[KeyLines], renewed: Mapping[str, str]) -> str:
    """The block with the renewed text in place of each key's first lines, and its further ones gone."""
    pieces, at, done = [], 0, set()
    for key in there:
        if key.name in renewed:
            pieces += [inner[at : key.start], "" if key.name in done else _commented(renewed[key.name], key.comment)]
            at = key.end
            done.add(key.name)
    return "".join(pieces) + inner[at:]


def _commented(line: str, comment: str) -> str:
    """The line with the comment that stood there; a block of lines has no place for it."""
    bare = line.rstrip("\r\n")
    return line if "\n" in bare or not bare else f"{bare}{comment}{line[len(bare) :]}"


def _is_sound(inner: str, changed: str, touched: Collection[str], names: Set[str]) -> bool:
    """Whether the changed block has keys of just these names, and those that were not touched have their lines.

    An anchor that another key repeats, or a line end that YAML knows and a file does not, speaks against a change.
    """
    now = key_lines(changed)
    return now is not None and {key.name for key in now} == names and _kept(inner, touched) == _kept(changed, touched)


def _kept(inner: str, touched: Collection[str]) -> list[str]:
    return [inner[key.start : key.end] for key in key_lines(inner) or () if key.name not in touched]


def _line(key: str, value: str, newline: str, indent: int) -> str:
    blank = "" if value.startswith("\n") else " "
    return " " * indent + f"{key}:{blank}{value}".replace("\n", newline + " " * indent) + newline


def _loaded(inner: str) -> object:
    """The block as YAML, every scalar as it is written; a block of JSON that is no YAML as JSON; None when neither."""
    import yaml

    try:
        return yaml.load(inner, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        pass
    try:
        return json.loads(inner, parse_int=str, parse_float=str) if inner.lstrip().startswith("{") else None
    except (ValueError, RecursionError):
        return None


def _with_inner(head: str, inner: str, changed: str) -> str:
    start = head.find("\n") + 1
    return head[:start] + changed + head[start + len(inner) :]


def _inner(head: str) -> str:
    """The lines between the fences."""
    return head[head.find("\n") + 1 : head.rstrip().rfind("---")] if head else ""
