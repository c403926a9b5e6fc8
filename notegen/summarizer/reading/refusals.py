"""A model that declines, in words, told from a paper that is about models that decline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_CANNOT = r"(?:can(?:not|['’]?t| not)|could not|am (?:unable|not able)|won['’]?t|will not|must decline|do not feel)"
_ENGLISH = re.compile(
    rf"(?:(?:I['’]m|I am|we['’]re|we are)\s+(?:very |so |really )?(?:sorry|afraid|unable|not able)\b|sorry\b[,.!:;]"
    rf"|(?:I|we) apologi[sz]e\b|my apologies\b|(?:unfortunately|regrettably),? I\b"
    rf"|I {_CANNOT}\b|unable to (?:assist|comply)\b"
    rf"|as an (?:AI|artificial intelligence|(?:large )?language model)\b[^.]{{0,60}}\bI\b)",
    re.IGNORECASE,
)
_JAPANESE = re.compile(
    r"(?:(?:大変|誠に)?申し訳(?:ありません|ございません|ない(?:です|の))|(?:すみません|ごめんなさい|恐れ入りますが)|残念ながら、?私)"
    r"|[^。「『“\"\d]{0,60}お(?:手伝い|答え|応え)(?:は|を|することは?)?(?:でき(?:ません|かねます)|いたしかね)"
    r"|[^。「『“\"\d]{0,60}(?:対応|回答|要約|翻訳)(?:は|を|することは?)?(?:でき(?:ません|かねます)|いたしかねます)"
)
_BEGINNINGS = re.compile(r"(?:\A|[.!?。！？\n])\s*")
_PROSE_CHARS = 200


def is_refusal(statement: str) -> bool:
    """Whether a statement is a model's own refusal: it begins so, and counts nothing."""
    said = statement.strip()
    return bool(_ENGLISH.match(said) or _JAPANESE.match(said)) and not any(char.isdigit() for char in said)


def refuses(prose: str) -> bool:
    """Whether one of the first sentences of a text without an answer is a refusal."""
    said = prose.strip()
    begun = (said[1:-1] if said[:1] == said[-1:] == '"' else said)[:_PROSE_CHARS]
    ends = (match.end() for match in _BEGINNINGS.finditer(begun))
    return any(_ENGLISH.match(begun, end) or _JAPANESE.match(begun, end) for end in ends)


def refusal_in(values: Mapping[str, object]) -> str:
    """The refusal that stands in every text of an answer; "" when one says something else, or none says anything."""
    said = [text for text in _texts(values) if text.strip()]
    return said[0].strip() if said and all(map(is_refusal, said)) else ""


def _texts(values: Mapping[str, object]) -> Iterator[str]:
    """Every text of an answer, without the labels beside one."""
    for key, value in values.items():
        if isinstance(value, str):
            if key.casefold() not in ("section", "value", "id", "n", "code", "type", "status"):
                yield value
        elif isinstance(value, Mapping):
            yield from _texts(value)
        elif isinstance(value, Iterable):
            yield from _texts({f"{key} {place}": one for place, one in enumerate(value)})
