"""Which blocks are headings, and how deep they lie."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from notegen.fetcher.full_text.parts import Kind
from notegen.fetcher.full_text.pdf.blocks import REFERENCES
from notegen.fetcher.full_text.pdf.styles import Block, Style

_NUMBERED = re.compile(
    r"(?:(?P<word>appendix|appendices|section|chapter|付録|第)\s*)?"
    r"(?P<number>\d{1,2}(?:[.．-]\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,3}|[IVX]{1,5}(?:[.-]\d{1,2}){0,2})"
    r"(?:章|節)?(?:[.．):：]|\s)\s*(?P<title>[^\W\d_].*|[“\"'(].*)",
    re.IGNORECASE,
)
_KNOWN: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"(?:abstract|summary|要旨|概要|要約|抄録|あらまし|アブストラクト)$", re.I), "abstract"),
    (re.compile(r"(?:acknowled?ge?ments?|謝辞)$", re.I), "acknowledgements"),
    (re.compile(r"(?:(?:technical |supplementary )?appendi(?:x|ces)|supplementary (?:material|information)s?|付録)\b",
                re.I), "appendix"),
    (re.compile(
        r"(?:introduction|background|related works?|preliminaries|methods?|methodology|materials and methods|approach|"
        r"experiments?|experimental (?:setup|results)|evaluation|results?(?: and discussions?)?|discussions?|analysis|"
        r"conclusions?(?: and future work)?|concluding remarks|limitations?|future work|broader impacts?|"
        r"ethics statement|はじめに|序論|緒言|関連研究|手法|提案手法|方法|実験|評価|"
        r"結果|考察|結論|おわりに|まとめ|むすび)$", re.I),
     "section"),
)  # fmt: skip
_SKIPPED = re.compile(
    r"(?:list of (?:figures|tables|algorithms|listings)|keywords?|index terms|ccs concepts|acm reference format"
    r"|キーワード|contents|[図表]?目次)\b", re.I,
)  # fmt: skip
_NO_TITLE = re.compile(r"^[a-z<>]|[\\<>=_{}@|]|--|\s/")  # but a command, an address, code
_ROMAN = frozenset("IVX")
_MOST_WORDS = 16


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is a section's.

    What follows is no text of the paper where it `is_skipped`; only its looks make it one where not `is_certain`.
    """

    title: str
    number: str
    level: int
    kind: Kind
    is_references: bool = False
    is_skipped: bool = False
    is_certain: bool = True


@dataclass(slots=True)
class Headings:
    """Reads headings one after the other; what one looks like tells the level of the next that has no number."""

    style: Style
    numbers: list[str] = field(default_factory=list)
    looks: dict[tuple[float, bool], int] = field(default_factory=dict)
    is_appendix: bool = False
    has_roman: bool = False

    def of(self, block: Block, text: str) -> Heading | None:
        """The heading that a block is, None for one that is none."""
        if len(block.lines) > 3 or len(text.split()) > _MOST_WORDS or len(text) > 160 or not text:
            return None
        look = (round(block.first.size * 2) / 2, block.first.is_bold)
        is_set = block.first.size > 1.04 * self.style.size or all(line.is_bold for line in block.lines)
        stands_out = is_set or (text.isupper() and text.isascii())
        found = _NUMBERED.fullmatch(text)
        bare = (found["title"] if found else text).rstrip(" .:：")
        if REFERENCES.fullmatch(bare) and (found is None or stands_out or self._follows(found["number"])):
            return Heading(bare, "", 1, "section", is_references=True)
        if _SKIPPED.match(bare) and stands_out:
            return Heading(bare, "", 1, "section", is_skipped=True)
        if found and self._is_number(found, text, stands_out, len(block.lines) == 1 and block.first.fill < 0.9):
            return self._numbered(found, look)
        known = self.of_known(text)
        if known:
            self.is_appendix = self.is_appendix or known == "appendix"
            return Heading(text.rstrip(" .:：—-"), "", 1, known)
        if (
            not is_set
            or _NO_TITLE.search(text)
            or text[-1] in ".,;:。、："
            or not re.search(r"[^\W\d_]{2}", text)
            or "=" in text
        ):
            return None
        level = self.looks.get(look) or (1 if not self.looks or look[0] > max(size for size, _ in self.looks) else 2)
        kind: Kind = "appendix" if self.is_appendix else "section"
        return Heading(text, "", level, kind, is_certain=False)

    def of_known(self, text: str) -> Kind | None:
        """The kind of a heading that many papers have."""
        return next((kind for pattern, kind in _KNOWN if pattern.match(text.rstrip(" .:：—-"))), None)

    def _is_number(self, found: re.Match[str], text: str, stands_out: bool, is_alone: bool) -> bool:
        number, title = found["number"], found["title"]
        if title[-1] in ",;:、" or (title[-1] in "。." and not title.endswith("..")) or number[0] == "0":
            return False
        if not (title[0].isupper() or not title[0].isascii() or stands_out):
            return False
        if number.isalpha() and not found["word"]:
            stands_alone = self.has_roman and len(number) == 1 and text[1] == "." and is_alone
            return (stands_out or stands_alone) and number.isupper() and self._is_next_letter(number)
        return stands_out or (is_alone and self._follows(number))

    def _is_next_letter(self, number: str) -> bool:
        """Whether a letter, or a roman figure, is the first one or has the one before it in the paper."""
        if set(number) <= _ROMAN and not self.is_appendix and (self.has_roman or number == "I"):
            return True
        before = chr(ord(number[0]) - 1)
        return (number == "A" and bool(self.numbers)) or any(known[0] in (before, number[0]) for known in self.numbers)

    def _follows(self, number: str) -> bool:
        """Whether a number is the next one at any depth."""
        now = [int(each) if each.isdigit() else each for each in re.split(r"[.．-]", number)]
        if not self.numbers:
            return now == [1]
        last = [int(each) if each.isdigit() else each for each in re.split(r"[.．-]", self.numbers[-1])]
        nexts: list[Sequence[object]] = [[*last, 1]]
        for depth, each in enumerate(last):
            if isinstance(each, int):
                nexts.append([*last[:depth], each + 1])
        return now in nexts

    def _numbered(self, found: re.Match[str], look: tuple[float, bool]) -> Heading:
        number, title = found["number"].replace("．", "."), found["title"].rstrip(" .:：")
        word = (found["word"] or "").casefold()
        levels = len(re.split(r"[.-]", number))
        is_letter = number[0].isalpha()
        is_roman = is_letter and set(number.partition(".")[0]) <= _ROMAN and not self.is_appendix and word not in (
            "appendix", "appendices")  # fmt: skip
        if is_roman and not self.has_roman and (number != "I" or self.numbers):
            is_roman = False
        self.has_roman = self.has_roman or is_roman
        if word.startswith("append") or word == "付録" or (is_letter and not is_roman and not self.has_roman):
            self.is_appendix = True
        elif is_letter and not is_roman and not self.is_appendix:
            levels += 1
        elif not is_letter and not any(known[0].isdigit() for known in self.numbers):
            self.is_appendix = False
        self.numbers.append(number)
        self.looks.setdefault(look, levels)
        known = next((kind for pattern, kind in _KNOWN[1:3] if pattern.match(title)), None)
        return Heading(title, number, levels, "appendix" if self.is_appendix else known or "section")
