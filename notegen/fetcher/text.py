"""The text of a paper as numbered sentences: what its record holds, or what was read of its full text."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from notegen.fetcher.full_text.parts import FullText, Kind
from notegen.fetcher.plain import visible
from notegen.fetcher.sentences import split_sentences
from notegen.records import ABSTRACT, Paper, PaperText, Sentence

_SERVICES = ("Crossref", "OpenAlex")  # whose abstracts are not arXiv's
_LONGEST_SENTENCE = 1500  # characters
_SAID: frozenset[Kind] = frozenset({"abstract", "section", "appendix", "caption", "footnote"})


def text_of(paper: Paper) -> PaperText:
    """The text a paper's record holds: its synopsis in two languages, else its abstract, else nothing."""
    pairs = [(visible(pair.en).strip(), visible(pair.ja).strip()) for pair in paper.synopsis]
    pairs = [(en, ja) for en, ja in pairs if en]
    if pairs:
        return PaperText("synopsis", tuple(Sentence(number, en, ja=ja) for number, (en, ja) in enumerate(pairs, 1)))
    sentences = numbered([("", visible(paper.abstract))])
    if not sentences:
        return PaperText()
    if paper.source in _SERVICES:
        return PaperText(f"abstract ({paper.source})", sentences)
    return PaperText(f"abstract v{paper.version}" if paper.version else "abstract", sentences)


def sentences_of(full_text: FullText, abstract: str = "") -> tuple[Sentence, ...]:
    """The sentences of a full text by its sections; captions and footnotes stand in the section they belong to.

    `abstract` is the paper's own, as its record has it; it takes the place of the one in the text, "" for none.
    """
    parts = [part for part in full_text.parts if part.kind in _SAID and not (abstract and part.kind == "abstract")]
    said = (
        (ABSTRACT if part.kind == "abstract" else part.titles[-1] if part.titles else "", visible(part.text))
        for part in parts
    )
    return numbered([(ABSTRACT, visible(abstract)), *said])


def numbered(sections: Iterable[tuple[str, str]]) -> tuple[Sentence, ...]:
    """The sentences in order; one without an end, as in a transcript, is cut at blanks into pieces one can cite."""
    pairs = [
        (title, piece)
        for title, body in sections
        for sentence in split_sentences(body)
        for piece in (wrap(sentence, _LONGEST_SENTENCE) if len(sentence) > _LONGEST_SENTENCE else (sentence,))
    ]
    return tuple(Sentence(number, sentence, title) for number, (title, sentence) in enumerate(pairs, 1))
