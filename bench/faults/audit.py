"""What is not as it was written down: outcome, note, reason, requests, pauses, and words that must never be seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from right_model import DRAFT, SENTENCES
from rows import Row

if TYPE_CHECKING:
    from trial import Seen

KEY = "sk-fault-0123456789abcdef"
_MATHS = re.compile(r"\$[^$\n]+\$")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd]")
_TAG = re.compile(r"</?(?:html|head|body|h1|title|think)\b|<!doctype", re.IGNORECASE)
_FOOTNOTE = re.compile(r" ?\[\^ng-\d+\]")
_LONGEST_REASON = 600
_LEAST_PICKED = 4


def differences(row: Row, seen: Seen, right: str, leaked: Sequence[str]) -> list[str]:
    """Each thing in which a row did not end as it should, in words."""
    wrong = [*_ending(row, seen, right), *_bounds(row, seen), *_never(row, seen)]
    wrong += (f"the key stands in {name}" for name in leaked)
    if seen.note:
        wrong += (f"LaTeX {each!r} is not the paper's" for each in corrupted_latex(seen.note, right))
        wrong += (f"not of the paper: {line!r}" for line in foreign_lines(seen.note, right))
    return wrong


def corrupted_latex(note: str, right: str) -> list[str]:
    """Formulas and commands of a note that neither the right note nor the paper has, and control characters."""
    known = f"{right} {' '.join(SENTENCES)}"
    formulas, commands = set(_MATHS.findall(known)), set(_COMMAND.findall(known))
    found = [each for each in _MATHS.findall(note) if each not in formulas]
    found += [each for each in _COMMAND.findall(note) if each not in commands]
    return found + _CONTROL.findall(note.replace("\n", ""))


def foreign_lines(note: str, right: str) -> list[str]:
    """Lines of a note that stand neither in the right one nor are a sentence of the paper or its Japanese."""
    allowed = {_bare(line) for line in right.splitlines()} | _picked()
    lines = (line for line in note.splitlines() if _bare(line) and _bare(line) not in allowed)
    return [line for line in lines if not _is_frame(line) and not _joined(line)]


def _joined(line: str) -> bool:
    """Whether a line is sentences of the paper one after the other."""
    rest = line
    for sentence in SENTENCES:
        rest = rest.replace(sentence, "")
    return not rest.strip()


def _picked() -> set[str]:
    return {*SENTENCES, *(pair["ja"] for pair in DRAFT["abstract"])}


def _bare(line: str) -> str:
    """A line without marks of lists, quotes, footnotes and doubt."""
    line = _FOOTNOTE.sub("", line)
    line = re.sub(r"^\s*(?:> ?|- |\[\^ng-\d+\]: \[\d+[^\]]*\] )*", "", line)
    return line.removeprefix("「未確認」").strip()


def _is_frame(line: str) -> bool:
    """Whether a line is the program's own: of the head, a heading, what was read, a footnote, what was left out."""
    return bool(
        re.match(
            r"%% notegen|notegen_\w+:|#{2,3} |読んだもの: |Read: |記載なし|> \[!\w+\]|> - .*（文|\[\^ng-\d+\]: ", line
        )
    )


def _ending(row: Row, seen: Seen, right: str) -> list[str]:
    end = row.end
    wrong = [] if seen.exit_status in end.exits else [f"exit status {seen.exit_status}, not {_or(end.exits)}"]
    if end.outcome in ("recovered", "picked", "part"):
        if seen.outcome != "written":
            return [f"{seen.outcome}: {seen.reason or seen.output[-300:]}"]
        if seen.tokens[1] <= 0:
            wrong.append("it tells of no tokens spent")
        if end.outcome == "picked":
            return wrong + _not_picked(seen.note)
        if end.outcome == "part":
            return wrong + _untold(end.words, seen.reason)
        return wrong if seen.note == right else [*wrong, f"another note: {_first_difference(seen.note, right)}"]
    if seen.outcome != end.outcome and not (seen.outcome == "stopped" and end.exits == (2,)):
        wrong.append(f"{seen.outcome}, not {end.outcome}")
    return wrong + _untold(end.words, seen.reason) + (["a note was written"] if seen.note else [])


def _untold(words: Sequence[str], reason: str) -> list[str]:
    missing = (word for word in words if not re.search(word, reason, re.IGNORECASE))
    return [f"the reason has no “{word}”: {reason}" for word in missing]


def _or(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


def _not_picked(note: str) -> list[str]:
    """What keeps a note from being one of picked sentences with their Japanese."""
    drafted = note.partition("%% notegen:begin draft")[2].partition("%% notegen:end draft")[0]
    said = [_bare(line) for line in drafted.splitlines() if line.lstrip().startswith(("- ", "> "))]
    english = {line for line in said if line in SENTENCES}
    japanese = {line for line in said if line in _picked() - set(SENTENCES)}
    wrong = ["a claim is marked"] if "「未確認」" in drafted else []
    if len(english) < _LEAST_PICKED or len(japanese) < len(english):
        wrong.append(f"{len(english)} sentences of the paper, {len(japanese)} in Japanese")
    return wrong


def _first_difference(note: str, right: str) -> str:
    ours, theirs = note.splitlines(), right.splitlines()
    extra = [line for line in ours if line not in theirs and "sha256" not in line]
    missing = [line for line in theirs if line not in ours and "sha256" not in line]
    return " / ".join(f"{sign} {lines[0]}" for sign, lines in (("+", extra), ("-", missing)) if lines) or "order"


def _bounds(row: Row, seen: Seen) -> list[str]:
    low, high = row.pause_seconds
    checks = (
        (seen.requests > row.requests, f"{seen.requests} requests, at most {row.requests}"),
        (row.again is not None and seen.again > (row.again or 0), f"{seen.again} requests again, at most {row.again}"),
        (not low <= sum(seen.pauses) <= high, f"pauses of {sum(seen.pauses):.1f} s, right are {low:g} to {high:g}"),
        (seen.seconds > row.seconds, f"{seen.seconds:.1f} s, at most {row.seconds:g}"),
        (seen.read_bytes > row.read_bytes, f"{seen.read_bytes:,} bytes read, at most {row.read_bytes:,}"),
    )
    wrong = [told for bad, told in checks if bad]
    for key, right in row.learnt.items():
        if seen.learnt and seen.learnt.get(key) != right:
            wrong.append(f"remembered for ever: {key} {seen.learnt.get(key)!r}, right is {right!r}")
    return wrong


def _never(row: Row, seen: Seen) -> list[str]:
    """What no row may show: the key, a crash, tags or thoughts for a reason, a reason of many lines."""
    wrong = [f"“{word}” is seen" for word in row.unseen if word.lower() in seen.note.lower()]
    if KEY in seen.output:
        wrong.append("the key is told")
    if "a fault in notegen" in seen.reason or "Traceback" in seen.output:
        wrong.append(f"a crash: {seen.reason or seen.output[-300:]}")
    if _TAG.search(seen.reason):
        wrong.append(f"tags in the reason: {seen.reason[:200]}")
    if "\n" in seen.reason or len(seen.reason) > _LONGEST_REASON or _CONTROL.search(seen.reason):
        wrong.append(f"the reason is no line for a person: {seen.reason[:100]!r}")
    return wrong
