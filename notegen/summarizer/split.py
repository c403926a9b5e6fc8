"""Texts longer than the window, cut into parts between sentences, section by section where possible."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from notegen.records import Sentence
from notegen.summarizer.tokens import estimate_tokens, heading, numbered

_NUMBER = re.compile(r"^\[(\d+)\] ", re.MULTILINE)


def split(sentences: Sequence[Sentence], part_tokens: int) -> tuple[tuple[Sentence, ...], ...]:
    """Parts of at most `part_tokens` each, headings included, in order.

    A sentence is never cut; one longer than a part is left out.
    """
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    room = part_tokens - max((estimate_tokens(f"{heading(each.section)}\n") for each in sentences), default=0)
    fitting = [each for each in sentences if _said(each) and estimate_tokens(numbered(each)) < room]
    sections = groupby(fitting, key=lambda sentence: sentence.section)
    blocks = ("\n".join(filter(None, (heading(section), *map(numbered, each)))) for section, each in sections)
    splitter = RecursiveCharacterTextSplitter(
        separators=["\n\n", "\n"],
        keep_separator="end",
        length_function=estimate_tokens,
        chunk_size=max(1, room),
        chunk_overlap=0,
    )
    by_number = {sentence.number: sentence for sentence in fitting}
    chunks = splitter.split_text("\n\n".join(blocks))
    parts = ([by_number[int(number)] for number in _NUMBER.findall(chunk)] for chunk in chunks)
    return tuple(tuple(part) for part in parts if part)


def _said(sentence: Sentence) -> bool:
    return bool((sentence.text or sentence.ja).strip())
