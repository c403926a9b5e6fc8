"""A paper's front: its title, and what stands there that is no text of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notegen.fetcher.full_text.pdf.headings import Headings
from notegen.fetcher.full_text.pdf.joining import Words, clean, joined
from notegen.fetcher.full_text.pdf.styles import Block, Style

RUN_IN = re.compile(r"(?:abstract|summary|要旨|概要|要約|あらまし)\s*(?:[.:—–：]|-{1,3})\s*(?=\S)", re.I)
NO_TEXT = re.compile(
    r"(?:key\s?words?(?: and phrases)?|index terms|ccs concepts|acm reference format|キーワード)\s*[:.—–：]|"
    r"permission to make digital|©|\(c\)\s*\d{4}|copyright\b|preprint\b.{0,80}$|under review\b|"
    r"(?:published|accepted|to appear|submitted|presented) (?:in|at|to|for|as)\b.{0,160}$|arxiv:\d{4}\.\d{4,5}|"
    r"(?:proceedings of|in proceedings)\b.{0,200}$|\d+(?:st|nd|rd|th) conference on\b.{0,160}$|"
    r"manuscript (?:received|under)\b",
    re.I,
)  # fmt: skip
_FIRST_SECTION = re.compile(r"[01][.．:]?\s+[^\W\d_]")
_PROSE_WORDS = 30


def front_of(blocks: Sequence[Block], style: Style, words: Words) -> tuple[str, list[Block]]:
    """The title, the largest writing above the text of the first page, and the blocks after it."""
    first = [block for block in blocks if block.first.page == blocks[0].first.page]
    end = next((place for place, block in enumerate(first) if is_prose(block)), len(first))
    large = [block for block in first[: max(end, 1)] if block.kind in ("text", "item", "table", "drawing")]
    texts = {id(block): _plain(block, words) for block in large}
    large = [block for block in large if not _is_heading(texts[id(block)], Headings(style))]
    size = max((block.first.size for block in large if len(texts[id(block)]) > 3), default=0.0)
    chosen = [block for block in large if block.first.size > 0.97 * size]
    if size < 1.1 * style.size:
        chosen = [block for block in large if block.first.is_bold][:1]
    title = clean(joined([line.text for block in chosen for line in block.lines], words))
    return title, [block for block in blocks if block not in chosen]


def _is_heading(text: str, headings: Headings) -> bool:
    """Whether a line is a heading and no title, by its words: "Abstract", "1 Introduction"."""
    return headings.of_known(text) is not None or bool(_FIRST_SECTION.match(text))


def _plain(block: Block, words: Words) -> str:
    return clean(joined([line.text for line in block.lines], words))


def is_prose(block: Block) -> bool:
    """Whether a block is running text, by its length; two kanji or kana count as a word."""
    text = block.text
    length = len(text.split()) + sum("\u3040" <= char <= "\u9fff" for char in text) // 2
    return block.kind in ("text", "item") and length >= _PROSE_WORDS and len(block.lines) > 1
