"""What the rest of its line says of a link: the short name in front of it, and the ids beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from notegen.fetcher.identify import Ids, find_ids, normal_id

_LONGEST_LABEL, _MOST_WORDS = 40, 5
_ITEM = re.compile(r"\A[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[.\]\s+)?[\s,;、/・|(（]*")
_LABEL = re.compile(
    r"(?P<plain>[^\[\]|:：;。]{1,60}?)\s*[*_]*\s*[:：]{1,2}[\s*_]*|(?:\*\*|__)(?P<bold>[^*\[\]|:]{1,60})(?:\*\*|__)\s*"
)
_PARENT = re.compile(r"(?:parents?|up|home|index|親|親ノート|上位|上位ノート)", re.IGNORECASE)
_RELATION = re.compile(
    r"(?:see|see also|cf\.?|related|next|prev(?:ious)?|note|todo|papers?|title|arxiv|doi|pdf|url"
    r"|関連|参照|参考|次|前|論文)",
    re.IGNORECASE,
)
_OUTSIDE_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+)[^()]*+\)")
_RELATED_JA = r"(?:拡張|後続|続編|先行|比較|対比|関連|参照|参考|引用|ベース|基づ|もと|改良|改善|類似|批判|再現)"
_OF_ANOTHER = re.compile(
    r"(?<![\w/.=-])(?:extend\w*|extension|buil(?:ds?|t)|based|follow\w*|successor|predecessor|supersed\w+|replac\w+|cit\w+"
    r"|improv\w+|compar\w+|vs|versus|cf|inspired|unlike|like|similar|related|see also|differ\w*|after|uses?|using|not"
    rf"|reproduc\w+|reimplement\w+|criti\w+)(?![\w/])|{_RELATED_JA}",
    re.IGNORECASE,
)
_ID_OF_ANOTHER = re.compile(rf"(?<![!-~])[!-~]{{1,200}}\s*(?:の|と|に|を|から|より)\s*{_RELATED_JA}")
_OWN_ADDRESS = re.compile(
    r"(?:arxiv|paper|pdf|html|abs|abstract|doi|link|url|preprint|論文|原文|リンク|)", re.IGNORECASE
)


def ids_beside(between: Sequence[str]) -> tuple[Ids, ...]:
    """The ids of each link of a line, given the text before, between and after its links.

    Ids follow their link, unless the line puts them in front; a lone link has all of its line. An address inside
    another link's Markdown counts only when that link's text names nothing but the address (`[arXiv](https://…)`), and
    no id counts that is said to be another paper's ("extends arXiv:…", "arXiv:… の拡張").
    """
    ids = [_only(find_ids(spoken), spoken) for spoken in map(_of_this_paper, between)]
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


def _of_this_paper(part: str) -> str:
    """What of a stretch of the line speaks of the link beside it, rather than of a paper it is related to."""
    part = _ID_OF_ANOTHER.sub(" ", _OUTSIDE_LINK.sub(_own_address, part))
    return _OF_ANOTHER.split(part, maxsplit=1)[0]


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
