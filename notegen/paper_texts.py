"""The join of what is read of a paper: its abstract, or its full text where that is asked for or fits the window."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from notegen.errors import NotAsked
from notegen.fetcher.text import text_of
from notegen.paper_sources import arxiv_pace
from notegen.records import Paper, Reading, Section
from notegen.seams import Screen, TextSource
from notegen.settings import Settings

_LEAST_TOKENS = 5_000  # hardly a paper is shorter
_LIMIT_SECONDS = 60.0

Reader = Callable[[Paper], Reading]


def open_texts(settings: Settings, sections: tuple[Section, ...], screen: Screen, *, offline: bool) -> Reader:
    """What reads a paper: its own synopsis first; else as `settings.read` says, by default the full text where a model
    can be shown it in one question or the record has no abstract for it, else the abstract.

    The reader raises `SourceError` when a full text may well be had later.
    """
    if settings.read == "abstract" or not (settings.read or settings.has_model):
        return _of_record
    texts = _texts(settings, screen, offline)
    if settings.read == "full":
        return texts
    if not _has_room(settings, sections):
        return lambda paper: _of_record(paper) if text_of(paper).sentences else texts(paper)
    return lambda paper: _fitting(paper, texts, settings, sections)


def _of_record(paper: Paper) -> Reading:
    return Reading(text_of(paper))


def _has_room(settings: Settings, sections: tuple[Section, ...]) -> bool:
    return _room(Paper(""), settings, sections) >= _LEAST_TOKENS


def _room(paper: Paper, settings: Settings, sections: tuple[Section, ...]) -> int:
    """Tokens of text that fit into the question for the whole draft of a paper."""
    from notegen.summarizer.questions import Questions
    from notegen.summarizer.tokens import room

    folders = (settings.prompts,) if settings.prompts else ()
    questions = Questions(paper, sections, "ja" in settings.languages, folders)
    return room(partial(questions.draft, translate=True), settings.context_tokens)


def _fitting(paper: Paper, texts: Reader, settings: Settings, sections: tuple[Section, ...]) -> Reading:
    from notegen.summarizer.tokens import paper_tokens

    reading = texts(paper)
    of_record = text_of(paper)
    tokens = paper_tokens(reading.text.sentences)
    if tokens <= _room(paper, settings, sections) or not of_record.sentences:
        return reading
    told = f"its full text, ~{tokens:,} tokens, does not fit the model's window: --read full reads it in parts"
    return Reading(of_record, told)


def _texts(settings: Settings, screen: Screen, offline: bool) -> Reader:
    from notegen.fetcher.full_text.bounded import read_bounded
    from notegen.fetcher.full_text.kept import KeptTexts
    from notegen.fetcher.reading import read_full_text

    pages = _pages(settings, screen, offline)
    kept = KeptTexts(settings.cache_dir / "texts", time.time)
    read = partial(read_bounded, limit_seconds=_LIMIT_SECONDS)

    def text(paper: Paper) -> Reading:
        if paper.synopsis:
            return _of_record(paper)
        try:
            return read_full_text(paper, pages, kept, read)
        except NotAsked:
            return Reading(text_of(paper), "offline, and its full text was not read before")

    return text


def _pages(settings: Settings, screen: Screen, offline: bool) -> TextSource:
    from notegen.fetcher.full_text.kept import OfflinePages

    if offline:
        return OfflinePages()
    from notegen.fetcher.sources.arxiv_pages import ArxivPages, pages_url

    url, pace = pages_url(settings.arxiv_url), arxiv_pace(settings)
    open_pages = partial(ArxivPages, url, pace, sleep=time.sleep, say=screen.say)
    return open_pages(contact=f"mailto:{settings.contact}") if settings.contact else open_pages()
