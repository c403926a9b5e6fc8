"""A draft as the note's template shows it: cleaned, in the wanted languages, nothing twice. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from notegen.records import Claim, Draft, Finding, Pair, PaperText, Section, Sentence
from notegen.writer.clean import clean_inline, model_name
from notegen.writer.mentions import link_first_mentions

_PIPE = re.compile(r"(?<!\\)((?:\\\\)*)\|")
_READ_IN_JAPANESE = {
    "abstract": "概要",
    "full text": "本文",
    "synopsis": "Vault内の概要（人手で執筆）",
    "file": "ファイル",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim as shown: one or two lines, Japanese first, and the sentences its footnotes lead to."""

    lines: tuple[str, ...]
    unverified: bool
    footnotes: tuple[int, ...]


def view(
    draft: Draft, text: PaperText, sections: Sequence[Section], languages: tuple[str, ...], notes: Mapping[str, str]
) -> dict[str, Any]:
    """The draft as the template shows it: cleaned, in the wanted languages, each source sentence once.

    `sections` give order and headings; `notes` are terms that notes of the vault have, with the link targets of these.
    """
    own_words = not draft.model or (draft.translated and "en" in languages)  # which are evidence themselves
    known = {} if own_words else {sentence.number: sentence for sentence in text.sentences}
    show = partial(_statements, known=known, languages=languages)
    tldr = show([draft.tldr] if draft.tldr else [])
    filed = [(key, some) for key, claims in _by_section(draft.claims, sections) if (some := show(claims))]
    tldr, filed = _linked(tldr, filed, notes)
    rows = _rows(draft.numbers, known, languages)
    shown = [*tldr, *(one for _, statements in filed for one in statements), *(row["statement"] for row in rows)]
    drops = _drops(draft.findings)
    read = _read(draft, text)
    kept = len(draft.claims) + len(draft.numbers) + (draft.tldr is not None)
    return {
        "tldr": tldr[0] if tldr else None,
        "sections": [{"key": key, "statements": statements} for key, statements in filed],
        "unstated": draft.unstated,
        "numbers": rows,
        "sources": [_source(known[number]) for number in sorted({n for one in shown for n in one.footnotes})],
        "terms": [_cleaned(term) for term in draft.terms if term.ja and term.en] if "ja" in languages else [],
        "read_ja": read[0],
        "read_en": read[1],
        "synopsis": text.read == "synopsis",
        "ja_open": not any(claim.ja for claim in (*draft.claims, *filter(None, [draft.tldr]))),
        "model": clean_inline(model_name(draft.model)),
        "translated": draft.translated,
        "total": draft.total,
        "supported": draft.supported,
        "unverified": sum(one.unverified for one in shown),
        "dropped": max(draft.total - kept, len(drops)),
        "drops": drops,
        "unplaced": draft.unplaced,
        "abstract": _abstract(draft.abstract, languages),
    }


def _linked(
    tldr: list[Statement], filed: list[tuple[str, list[Statement]]], notes: Mapping[str, str]
) -> tuple[list[Statement], list[tuple[str, list[Statement]]]]:
    """The same statements with the first mention of each term in `notes` linked, over all of them."""
    lines = [line for one in (*tldr, *(one for _, some in filed for one in some)) for line in one.lines]
    linked = iter(link_first_mentions(lines, notes) if notes else lines)

    def renewed(statements: list[Statement]) -> list[Statement]:
        return [replace(one, lines=tuple(next(linked) for _ in one.lines)) for one in statements]

    return renewed(tldr), [(key, renewed(some)) for key, some in filed]


def _by_section(claims: Iterable[Claim], sections: Sequence[Section]) -> Iterable[tuple[str, Iterable[Claim]]]:
    """Claims by section, the known sections in their order, others after them as they come."""
    keys = dict.fromkeys((*(section.key for section in sections), *(one.section for one in claims)))
    order = {key: place for place, key in enumerate(keys)}
    for key, group in groupby(sorted(claims, key=lambda claim: order[claim.section]), key=lambda claim: claim.section):
        yield clean_inline(key), group


def _statements(claims: Iterable[Claim], known: dict[int, Sentence], languages: tuple[str, ...]) -> list[Statement]:
    """Claims in the wanted languages, each leading to the sentences it cites."""
    statements = []
    for claim in claims:
        lines = _in_languages(clean_inline(claim.ja), clean_inline(claim.en), languages)
        footnotes = tuple(number for number in dict.fromkeys(claim.sentences) if number in known)
        statements.append(Statement(lines, claim.unverified and "ja" in languages, footnotes))
    return [one for one in statements if one.lines]


def _rows(claims: Iterable[Claim], known: dict[int, Sentence], languages: tuple[str, ...]) -> list[dict[str, Any]]:
    """The lines of the table of numbers, each with its value; no cell ends at a bar of its own."""
    rows = []
    for claim in claims:
        for one in _statements([claim], known, languages):
            lines = tuple(_PIPE.sub(r"\1\\|", line) for line in one.lines)
            rows.append(
                {"statement": replace(one, lines=lines), "value": _PIPE.sub(r"\1\\|", clean_inline(claim.value))}
            )
    return rows


def _in_languages(ja: str, en: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """What there is in the wanted languages, Japanese first; else what there is at all."""
    wanted = tuple(line for language, line in (("ja", ja), ("en", en)) if language in languages and line)
    return wanted or tuple(line for line in (ja or en,) if line)


def _source(sentence: Sentence) -> Sentence:
    return Sentence(sentence.number, clean_inline(sentence.text), clean_inline(sentence.section))


def _cleaned(pair: Pair) -> Pair:
    return Pair(clean_inline(pair.en), clean_inline(pair.ja))


def _read(draft: Draft, text: PaperText) -> tuple[str, str]:
    """What was read, in Japanese and English, with how much of it where that was more than an abstract."""
    read = clean_inline(text.read)
    kind = next((kind for kind in _READ_IN_JAPANESE if read == kind or read.startswith(f"{kind} ")), "")
    japanese = f"{_READ_IN_JAPANESE.get(kind, '')}{read.removeprefix(kind)}"
    if kind == "full text":
        japanese = japanese.replace(" (", "（").replace(")", "）").replace(", cut off", "、末尾が欠けたもの")
    count = len(text.sentences)
    if kind == "synopsis" or count == len(text.abstract):
        return japanese, read
    shown = f"{count}文中{count - draft.unshown}文" if draft.unshown else f"全{count}文"
    of = f"{count - draft.unshown} of {count} sentences" if draft.unshown else f"all {count} sentences"
    if kind == "full text":
        return f"{japanese.removesuffix('）')}、{shown}）", f"{read.removesuffix(')')}, {of})"
    return f"{japanese}（{shown}）", f"{read} ({of})"


def _drops(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Where claims were left out, and which checks they failed: never their words or numbers."""
    places: dict[tuple[str, tuple[int, ...]], dict[str, None]] = {}
    for finding in findings:
        if finding.action == "dropped":
            places.setdefault((finding.section, finding.sentences), {})[finding.check] = None
    return [
        {"section": clean_inline(section), "sentences": sentences, "checks": list(checks)}
        for (section, sentences), checks in places.items()
    ]


def _abstract(pairs: Iterable[Pair], languages: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The abstract as paragraphs: a pair of lines a sentence, or one flowing paragraph where it is in one language."""
    shown = [lines for pair in map(_cleaned, pairs) if (lines := _in_languages(pair.ja, pair.en, languages))]
    if any(len(lines) > 1 for lines in shown):
        return shown
    joined = " ".join(lines[0] for lines in shown)
    return [(re.sub(r"(?<=[。！？]) ", "", joined),)] if joined else []
