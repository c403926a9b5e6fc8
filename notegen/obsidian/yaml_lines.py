"""Where the keys and the quoted values of a block of YAML stand, so that text can be read and changed in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import yaml

_ODD = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"
_QUOTED = rf"(?:\"[^\"\\{_ODD}]*+\"|'[^'{_ODD}]*+')"
_WORDS = rf"(?:[^\W_](?:[^{_ODD} :#\"'\[\]{{}}&*!|>%@`\\]|:(?=[^\s])| (?![\s#]))*+)"
_ITEM = rf"-[ ]{{1,4}}(?:{_QUOTED}|{_WORDS})[ ]?+\r?\n"
# The head most notes have, words or quoted text behind a key or in a list: known without a YAML reader's time.
_PLAIN_HEAD = re.compile(
    rf"(?:[A-Za-z_][\w-]*+:(?:[ ](?:{_QUOTED}|{_WORDS}|\[(?:{_QUOTED}(?:,[ ]?{_QUOTED})*+)?+\])[ ]?+\r?\n"
    rf"|[ ]?+\r?\n(?:(?:{_ITEM})++|(?:[ ][ ]{_ITEM})++)?+))*+"
)
_IN_QUOTES = re.compile(r"\"([^\"\n]*+)\"|'([^'\n]*+)'")
_COMMENT = re.compile(r"[ \t]+#[^\r\n]*")


class KeyLines(NamedTuple):
    """The lines of one top-level key: offsets from its first line to behind its last, the number of blanks before the
    key, and the comment behind its value with the blanks before that.
    """

    name: str
    start: int
    end: int
    indent: int
    comment: str


def key_lines(block: str) -> list[KeyLines] | None:
    """The top-level keys in order, doubled ones too; None when the text is not YAML, or not one key to a line.

    Blank lines and comments behind a value are no part of its lines.
    """
    import yaml

    try:
        events = list(yaml.parse(block, Loader=_loader()))
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not _is_whole(events):
        return None
    found: list[KeyLines] = []
    for key, last in _pairs(events[3:-3]):
        start = block.rfind("\n", 0, key.start_mark.index) + 1
        if not isinstance(key, yaml.ScalarEvent) or (found and start < found[-1].end):
            return None
        comment = _COMMENT.match(block, last.end_mark.index)
        shown = comment[0] if comment and getattr(last, "style", None) not in ("|", ">") else ""
        found.append(KeyLines(key.value, start, _last_line_end(block, last), _width(block, start), shown))
    return found


def _is_whole(events: list[yaml.Event]) -> bool:
    """Whether it is nothing, or one document that is a block of keys, and no alias lacks its anchor."""
    import yaml

    anchors: set[str] = set()
    for event in events:
        if isinstance(event, yaml.AliasEvent) and event.anchor not in anchors:
            return False
        anchors.add(getattr(event, "anchor", None) or "")
    if len(events) == 2:
        return True
    documents = sum(isinstance(event, yaml.DocumentStartEvent) for event in events)
    return documents == 1 and isinstance(events[2], yaml.MappingStartEvent) and not events[2].flow_style


def _pairs(events: list[yaml.Event]) -> Iterator[tuple[Any, Any]]:
    """Each key and the last thing of its value that is written: a block of lines has no sign of its own at its end."""
    import yaml

    open_flows: list[bool] = []
    key = last = None
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            open_flows.append(bool(event.flow_style))
        elif not isinstance(event, yaml.CollectionEndEvent) or open_flows.pop():
            last = event
        if key is None:
            key = event
        elif not open_flows and last is not None:
            yield key, last
            key = None


def quoted_values(block: str) -> Iterator[tuple[str, int, int]]:
    """Every quoted text that is a value or a list's item, and the offsets between its quotes; none when it is no YAML.

    Nested values count: Obsidian shows them, though it cannot edit them (Obsidian help, Properties).
    """
    import yaml

    if _PLAIN_HEAD.fullmatch(block):
        for found in _IN_QUOTES.finditer(block):
            start, end = found.span()
            yield found[1] if found[1] is not None else found[2], start + 1, end - 1
        return
    try:
        root = _compose(block)
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            waiting += [value for _, value in reversed(node.value)]
        elif isinstance(node, yaml.SequenceNode):
            waiting += reversed(node.value)
        elif isinstance(node, yaml.ScalarNode) and node.style in ('"', "'"):
            end = node.end_mark.index - 1
            yield node.value, block.find(node.style, node.start_mark.index, end) + 1, end


def _compose(block: str) -> yaml.Node | None:
    import yaml

    root: yaml.Node | None = yaml.compose(block, Loader=_loader())
    return root


def _loader() -> type[yaml.BaseLoader]:
    import yaml

    loader: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return loader


def _width(block: str, start: int) -> int:
    at = start
    while block[at : at + 1] == " ":
        at += 1
    return at - start


def _last_line_end(block: str, last: Any) -> int:
    """Where the line ends that holds the last thing of a value; the blank lines below a block of text are left out."""
    end: int = last.end_mark.index
    if getattr(last, "style", None) in ("|", ">"):
        end = len(block[:end].rstrip(" \t\r\n"))
    return block.find("\n", end) + 1 or len(block)
