"""Whether two titles are of one paper, how much else must speak for it, and why; token by token, never by a ratio.

Numbers, versions, “not”, “Part II”, “Improved”, “Towards” and the like tell papers apart however long the rest is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from notegen.fetcher.matching.spelling import loose_key
from notegen.fetcher.matching.titles import HEAD, begins, normal_title, title_key
from notegen.records import Paper

_MARKS = """part survey surveys review reviews overview tutorial comment comments commentary reply response rebuttal
    rejoinder erratum errata corrigendum addendum addenda correction corrections retraction extended extension
    extensions abstract revisited revisiting revised update updated companion sequel supplement supplementary
    supplemental appendix material toward towards improved improving rethinking note notes remark remarks not no
    non never without cannot beyond benchmark challenge case lecture lectures thesis version demo poster
    preliminary short long full introduction perspective opinion discussion critique retrospective report
    proposal summary again reloaded generalized further results replication re"""
_TELLS_APART = frozenset(_MARKS.split())
_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")
_LEAST_LOOSE_WORDS, _LEAST_TAIL_WORDS, _LEAST_PASSAGE_WORDS, _SURE_PASSAGE_WORDS = 4, 4, 12, 20
_LEAST_BEGINNING, _LEAST_CUT_LETTERS, _LEAST_CUT_WORDS, _LONG_CUT_LETTERS, _LEAST_WHOLE = 6, 40, 6, 50, 16
_LEAST_SLIP_LETTERS, _LEAST_NEAR_WORDS = 6, 5
_LITTLE, _SOME, _MUCH, _VERY_MUCH, TOO_MUCH = 1, 2, 4, 5, 99
_A_PART = re.compile(r"\b(?:part|i{1,3}|iv|vi{0,3}|\d)\b")
_CUT = re.compile(r"(?:…|\.\.\.?)\s*$")
_READERS = """must read todo to reading group done wip in progress skim skimmed later important unread seminar journal
    club printed pdf arxiv paper preprint 輪読 輪読会
    読了 必読 要約 メモ 論文メモ 論文 論文紹介 紹介 読書メモ
    済 未読 途中 精読 再読 日本語 和訳 資料 発表 勉強会 ゼミ 重要 積読 後で読む あとで読む"""
_READERS_WORDS = frozenset(_READERS.split())
_REMARK = re.compile(r"\s*[(（\[【]([^()（）\[\]【】]{2,20})[)）\]】]\s*$")


@dataclass(frozen=True, slots=True)
class Sameness:
    """The title fits: `needs` is the evidence beside it that acceptance takes (points, 0 for none), `why` in words.

    An `exact` one goes before one that differs in spelling.
    """

    needs: int
    why: str
    exact: bool = False


def sameness(title: str, paper: Paper) -> Sameness | None:
    """How `title`, or a passage, is that of the paper, by the best of its titles now and earlier; None: it is not."""
    found = [same for same in _by_any_title(title, paper) if same is not None]
    if (bare := without_remark(title)) != title:
        needs = 0 if is_readers(title[len(bare) :]) else TOO_MUCH
        equal = [same for same in _by_any_title(bare, paper) if same is not None and same.needs == 0]
        found += [Sameness(needs, same.why) for same in equal]
    if len(title.split()) >= _LEAST_PASSAGE_WORDS and begins(title, paper.abstract):
        needs = 0 if len(title.split()) >= _SURE_PASSAGE_WORDS else _VERY_MUCH
        found.append(Sameness(needs, "its abstract begins like this"))
    return min(found, key=lambda same: (same.needs, not same.exact)) if found else None


def without_remark(title: str) -> str:
    """The title without a remark in brackets behind it ("（輪読）", "(must read)"), unless that tells papers apart."""
    found = _REMARK.search(title)
    if found is None or _tells_apart(normal_title(found[1])):
        return title
    rest = title[: found.start()].strip()
    return rest if len(normal_title(rest)) >= _LEAST_WHOLE else title


def is_readers(remark: str) -> bool:
    """Whether a remark is about reading, not about the paper."""
    return all(word in _READERS_WORDS for word in normal_title(remark).split())


def _by_any_title(title: str, paper: Paper) -> Iterator[Sameness | None]:
    yield compare(title, paper.title)
    for earlier in paper.earlier_titles:
        if same := compare(title, earlier):
            how = "the title it had earlier" if same.needs == 0 else f"{same.why} (its earlier title)"
            yield Sameness(same.needs, f"{how}; now “{paper.title}”", same.exact)


def compare(title: str, other: str) -> Sameness | None:
    """How a title as a reader wrote it is the title `other` of a record; None when they are two papers' titles."""
    key, whole = title_key(title), title_key(other)
    if not key or not whole:
        return None
    words = len(normal_title(title).split())
    if key == whole and not _CUT.search(title):
        return Sameness(0, "same title", exact=True)
    if loose_key(title) == loose_key(other) and not _CUT.search(title):
        needs = 0 if words >= _LEAST_LOOSE_WORDS else _SOME
        return Sameness(needs, "same title but for spelling, singular or plural")
    return _beginning(title, other, key, whole) or _ending(title, other) or _nearly(title, other)


def _beginning(title: str, other: str, key: str, whole: str) -> Sameness | None:
    """One begins like the other: cut short, only the first part of the title, or an acronym."""
    ours = normal_title(title).split()
    if whole.startswith(key):
        rest = normal_title(other)[_length(other, len(key)) :]
        named = bool(HEAD.search(title)) and len(key) >= _LONG_CUT_LETTERS
        if (_CUT.search(title) or (named and not rest.startswith(" "))) and _ends_well(ours, other, rest):
            return _cut_short(title, key, len(ours), rest)
        if key == title_key(HEAD.split(other, maxsplit=1)[0]) and not _tells_apart(rest):
            needs = _first_part_needs(ours, HEAD.split(other)[0])
            return Sameness(needs, "the wanted title is only the first part of its title")
        if len(key) >= _LEAST_BEGINNING and _ends_well(ours, other, rest) and not _tells_apart(rest):
            return Sameness(TOO_MUCH, "its title begins like the wanted one, but goes on")
        return None
    if key.startswith(whole) and len(whole) >= _LEAST_WHOLE:
        rest = normal_title(title)[_length(title, len(whole)) :]
        if rest.startswith(" ") and not _tells_apart(rest):
            return Sameness(TOO_MUCH, "the wanted title begins like its title, but goes on")
    return None


def _first_part_needs(words: list[str], head: str) -> int:
    """An acronym takes more than a whole first part; an ordinary word in front of a colon is no name."""
    if len(words) >= _LEAST_LOOSE_WORDS:
        return _MUCH
    return _VERY_MUCH if is_coined(head) else TOO_MUCH


def _cut_short(title: str, key: str, words: int, rest: str) -> Sameness:
    if _A_PART.search(rest):
        return Sameness(TOO_MUCH, "its title begins like this, which was cut short before a number")
    if len(key) < _LEAST_CUT_LETTERS or words < _LEAST_CUT_WORDS:
        return Sameness(_MUCH, "its title begins like the wanted one, but goes on")
    needs = 0 if HEAD.search(title) or len(key) >= _LONG_CUT_LETTERS else _LITTLE
    return Sameness(needs, "its title begins like this, which was cut short")


def _ends_well(ours: list[str], other: str, rest: str) -> bool:
    """Whether a cut title ends with a word of the other, or within one; a number is no half word."""
    if not rest or rest.startswith(" "):
        return True
    before = normal_title(other)[: _length(other, len("".join(ours[:-1])))]
    starts_a_word = normal_title(other)[len(before) :].startswith(" ") or not before
    return starts_a_word and not _tells_apart(f"{ours[-1]} {rest.split()[0]}")


def _length(title: str, letters: int) -> int:
    """How far into the normal title its first so many letters reach."""
    seen, text = 0, normal_title(title)
    for place, letter in enumerate(text):
        if seen >= letters:
            return place
        seen += letter != " " or (text[place - 1].isdigit() and text[place + 1].isdigit())
    return len(text)


def _ending(title: str, other: str) -> Sameness | None:
    """The wanted title is all but the coined name in front ("Memory Optimizations …" of "ZeRO: Memory …")."""
    head, *rest = HEAD.split(other, maxsplit=1)
    if not rest or len(normal_title(rest[0]).split()) < _LEAST_TAIL_WORDS or not is_coined(head):
        return None
    same = title_key(title) == title_key(rest[0]) or loose_key(title) == loose_key(rest[0])
    return Sameness(_MUCH, "only the name in front of its title is missing") if same else None


def is_coined(head: str) -> bool:
    """Whether the first part of a title is a name made for its subject ("ZeRO", "FP8-LM"), by its letters."""
    return len(head.split()) == 1 and any(letter.isupper() or letter.isdigit() for letter in head[1:])


def _nearly(title: str, other: str) -> Sameness | None:
    """All words the same but for one slip of the keyboard, or one initialism written out.

    What looks like a slip may be a word of its own ("mortality", "morality"), so it never is enough.
    """
    ours, theirs = normal_title(title).split(), normal_title(other).split()
    blocks = list(differences(ours, theirs))
    if len(blocks) != 1 or len(ours) < _LEAST_NEAR_WORDS:
        return None
    one, two = blocks[0]
    if len(one) == len(two) == 1 and _is_slip(one[0], two[0]):
        return Sameness(TOO_MUCH, f"same title but for a slip: “{one[0]}”, “{two[0]}”")
    if _initials(one, two) or _initials(two, one):
        return Sameness(_MUCH, f"same title but for “{' '.join(one)}”, “{' '.join(two)}”")
    return None


def differences(ours: list[str], theirs: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """The stretches in which two lists of words differ, ours and theirs; either side may be empty."""
    from rapidfuzz.distance import Indel

    one = two = None
    for step in Indel.opcodes(ours, theirs):
        if step.tag == "equal":
            if one or two:
                yield one or [], two or []
            one = two = None
        else:
            one = [*(one or []), *ours[step.src_start : step.src_end]]
            two = [*(two or []), *theirs[step.dest_start : step.dest_end]]
    if one or two:
        yield one or [], two or []


def _is_slip(one: str, two: str) -> bool:
    from rapidfuzz.distance import OSA

    if min(len(one), len(two)) < _LEAST_SLIP_LETTERS or one[0] != two[0] or one[-1] != two[-1]:
        return False
    return (one + two).isalpha() and OSA.distance(one, two) == 1


def _initials(short: list[str], long: list[str]) -> bool:
    """“llms” for “large language models”."""
    if len(short) != 1 or len(long) < 2 or _tells_apart(" ".join([*short, *long])):
        return False
    return short[0].removesuffix("s") == "".join(word[0] for word in long)


def _tells_apart(rest: str) -> bool:
    return any(word in _TELLS_APART or not word.isalpha() or bool(_ROMAN.fullmatch(word)) for word in rest.split())
