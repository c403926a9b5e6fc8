"""What the rest of its line says of a link: the short name in front of it, and the ids beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from notegen.fetcher.identify import Ids, find_ids, normal_id
from notegen.fetcher.venues import VENUES

_LONGEST_LABEL, _MOST_WORDS = 40, 5
_ITEM = re.compile(r"\A[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[.\]\s+)?[\s,;、/・|(（]*")
_LABEL = re.compile(
    r"(?P<plain>[^\[\]|:：;。]{1,60}?)\s*[*_]*\s*[:：]{1,2}[\s*_]*|(?:\*\*|__)(?P<bold>[^*\[\]|:]{1,60})(?:\*\*|__)\s*"
)
_PARENT = re.compile(r"(?:parents?|up|home|index|親|親ノート|上位|上位ノート|父节点|上级)", re.IGNORECASE)
_RELATION = re.compile(
    r"(?:see|see also|cf\.?|related|next|prev(?:ious)?|note|todo|papers?|title|arxiv|doi|pdf|url"
    r"|関連|参照|参考|次|前|論文)",
    re.IGNORECASE,
)
_OUTSIDE_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+)[^()]*+\)")
_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS_WORDS = """arxiv paper papers pdf html abs abstract doi org link url preprint https http www export v
    論文 原文 リンク"""
_PARTICLE = re.compile(r"v?\d*[)\]）」>]*\s*(?:の|を|より|に|と|で|から|へ|が|は|'s\b)")
_OWN_ADDRESS = re.compile(
    r"(?:arxiv|paper|pdf|html|abs|abstract|doi|link|url|preprint|論文|原文|リンク|)", re.IGNORECASE
)


def ids_beside(between: Sequence[str]) -> tuple[Ids, ...]:
    """The ids of each link of a line, given the text before, between and after its links.

    Ids follow their link, unless the line puts them in front; a lone link has all of its line. An address inside
    another link's Markdown counts only when that link's text names nothing but the address (`[arXiv](https://…)`).
    Words between link and id, or a particle behind it, make it another paper's ("extends arXiv:…", "arXiv:… の拡張"):
    what they say cannot be known, so such an id is left alone.
    """
    last_place = len(between) - 1
    ids = [
        _plain_ids(_OUTSIDE_LINK.sub(_own_address, part), behind=place > 0, before=place < last_place)
        for place, part in enumerate(between)
    ]
    first, last = ids[0], ids[-1]
    if len(ids) == 2:
        return (Ids(last.arxiv_id or first.arxiv_id, last.doi or first.doi, last.url or first.url),)
    in_front = bool(first.arxiv_id or first.doi) and not (last.arxiv_id or last.doi)
    return tuple(ids[:-1] if in_front else ids[1:])


def labels_before(between: Sequence[str]) -> tuple[str, ...]:
    """The label in front of each link of a line, as in `FSDP: [[…]]` or `- **ZeRO** [[…]]`; "" where there is none."""
    return tuple(_label(part) for part in between[:-1])


def is_short_name(label: str) -> bool:
    """Whether a label names the paper itself, rather than a relation ("Parent", "See also") or an id."""
    ids = find_ids(label)
    relation = _RELATION.fullmatch(label) or _PARENT.fullmatch(label)
    return bool(label) and not (relation or ids.arxiv_id or ids.doi or ids.url)


def leads_up(label: str) -> bool:
    """Whether the links after this label go to the note above ("Parent:", "up::")."""
    return bool(_PARENT.fullmatch(label))


def _label(before: str) -> str:
    words = _ITEM.sub("", before, count=1)
    found = _LABEL.fullmatch(words) if len(words) <= 2 * _LONGEST_LABEL else None
    label = (found["plain"] or found["bold"]).strip(" \t*_`~") if found else ""
    return label if len(label) <= _LONGEST_LABEL and len(label.split()) <= _MOST_WORDS else ""


def _plain_ids(part: str, *, behind: bool, before: bool) -> Ids:
    """The ids of a stretch of text that stands `behind` a link, `before` one, or both, if they are that link's own."""
    ids = _only(find_ids(part), part)
    own = {
        kind: value if value and _is_own(part, value, behind=behind, before=before) else ""
        for kind, value in (("arxiv_id", ids.arxiv_id), ("doi", ids.doi))
    }
    return replace(ids, **own)


def _is_own(part: str, value: str, *, behind: bool, before: bool) -> bool:
    start = part.find(value)
    if start < 0:  # an address that spells it differently
        return True
    if behind and _is_address(part[:start]) and not _PARTICLE.match(part, start + len(value)):
        return True
    return before and _is_address(_label_off(part[start + len(value) :]))


def _is_address(text: str) -> bool:
    return all(word in VENUES or word.casefold() in _ADDRESS_WORDS.split() for word in _WORD.findall(text))


def _label_off(text: str) -> str:
    label = _LABEL.fullmatch(text.strip(" \t-,;|"))
    return "" if label else text


def _only(ids: Ids, spoken: str) -> Ids:
    """The ids, without an arXiv id when a second, different one stands there: which is meant cannot be told."""
    rest = spoken.replace(ids.arxiv_id, " ") if ids.arxiv_id else ""
    second = find_ids(rest).arxiv_id
    different = second and normal_id(second)[0] != normal_id(ids.arxiv_id)[0]
    return replace(ids, arxiv_id="") if different else ids


def _own_address(outside: re.Match[str]) -> str:
    image, text, url = outside.groups()
    named = find_ids(text)
    own = _OWN_ADDRESS.fullmatch(text.strip()) or named.arxiv_id or named.doi or named.url
    return f" {text} {url} " if own and not image else " "
