"""Values of an answer under whatever name and in whatever form a model gave them; what cannot be told is absent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from notegen.summarizer.reading.refusals import is_refusal

_NAMES = {
    "en": {"en", "english", "eng", "enus", "engb", "entext", "texten", "英語"},
    "ja": {"ja", "japanese", "jp", "jpn", "jajp", "jatext", "textja", "日本語"},
    "cites": {"cites", "cite", "cited", "citation", "citations", "sentences", "refs", "references", "sources"},
    "n": {"n", "no", "number", "sentence"},
    "id": {"id", "claimid"},
}
_SEPARATORS = re.compile(r"[\s_;:.\-]+")
_MARK = r"[\[［]\d+(?:\s*[,、，–-]\s*\d+)*[\]］]"
_CITATION_MARKS = re.compile(rf"(?:\s*{_MARK})+(?=\s*(?:[.。,、;]|$))")
_INLINE_FORMULA = re.compile(r"(?<!\\)\\\(\s*([^$]{1,400}?)\s*\\\)")  # Obsidian knows $ alone (Help, Advanced syntax)
_CITED = re.compile(r"(?<![\d.−-])(\d{1,6})(?:\s*[-–—~〜]\s*(\d{1,6}))?(?:\.0+)?(?!\.?\d)")
_MOST_IN_RANGE = 30
_KANA = re.compile(r"[\u3041-\u30ff]")


def plain_name(key: str) -> str:
    """A key without what models change about it: case, blanks, hyphens, underscores."""
    return _SEPARATORS.sub("", key).casefold()


def got(value: Mapping[str, object], name: str) -> object:
    """What stands under a name, or else under another of the same meaning."""
    if value.get(name) is not None:
        return value[name]
    names = _NAMES.get(name, {name})
    return next((held for key, held in value.items() if held is not None and plain_name(key) in names), None)


def entries(values: object, section: str = "") -> Iterator[tuple[Mapping[str, object], str]]:
    """Each statement of a list, or of an object by section, with its section; a bare text in its own language."""
    if isinstance(values, list):
        for each in values:
            yield from entries(each, section)
    elif isinstance(values, str):
        yield (
            {"ja" if _KANA.search(values) else "en": values, "cites": " ".join(_CITATION_MARKS.findall(values))},
            section,
        )
    elif isinstance(values, dict):
        if got(values, "en") is not None or got(values, "ja") is not None or "section" in values:
            yield values, text_of(got(values, "section")) or section
        else:
            for key, held in values.items():
                yield from entries(held, key) if isinstance(held, list | dict | str) else ()


def pairs(values: object) -> Iterator[tuple[str, str]]:
    """The terms of a list, or of an object from English to Japanese."""
    if isinstance(values, dict) and got(values, "en") is None and got(values, "ja") is None:
        yield from ((key, held) for key, held in values.items() if isinstance(held, str))
        return
    for each in values if isinstance(values, list) else [values]:
        if isinstance(each, dict):
            yield text_of(got(each, "en")), text_of(got(each, "ja"))


def by_number(values: object, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a list by the number each has under `name`, or those of an object by number."""
    if isinstance(values, dict) and got(values, name) is None:
        values = [{name: key, **(held if isinstance(held, dict) else {"ja": held})} for key, held in values.items()]
    for each in values if isinstance(values, list) else [values]:
        if isinstance(each, dict):
            for number in numbers_of(got(each, name))[:1]:
                yield number, each


def numbers_of(value: object) -> list[int]:
    """Sentence numbers from `[1, 2]`, `["1"]`, `"[1], [2]"`, `"7, 8"`, `"3-5"`, `1` or `7.0`."""
    if isinstance(value, list):
        return [number for each in value for number in numbers_of(each)]
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return []
    found: list[int] = []
    for first, last in _CITED.findall(str(value)):
        start, end = int(first), int(last or first)
        found += range(start, end + 1) if start <= end <= start + _MOST_IN_RANGE else (start, end)
    return found


def statement(value: object) -> str:
    """What a text says, without the citation marks at its end; "" for a model's own refusal."""
    said = _CITATION_MARKS.sub("", _INLINE_FORMULA.sub(r"$\1$", text_of(value)))
    return "" if is_refusal(said) else said


def text_of(value: object) -> str:
    """The string on one line; half a surrogate pair, which no file can hold, becomes U+FFFD for the checks to see."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, str):
        return ""
    return " ".join(value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").split())


def figure_of(value: object) -> str:
    """A figure as text, also one that was given as a number."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number and "e" not in str(value) else text_of(value)
