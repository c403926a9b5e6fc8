"""The same title as different people write it, for bench/pairs.py: each spelling gives a name, or "" if it has none."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from pair_titles import Record, Shelf, plain, year

Spelling = Callable[[Record, random.Random], str]
_FORBIDDEN = {
    ":": " ",
    "/": "／",
    "?": "？",
    '"': "'",
    "#": "",
    "|": " ",
    "^": "",
    "[": "(",
    "]": ")",
    "\\": "",
    "*": "＊",
}
_BRITISH = {"color": "colour", "behavior": "behaviour", "modeling": "modelling", "neighbor": "neighbour"}
_BRITISH |= {"optimization": "optimisation", "characterization": "characterisation", "generalized": "generalised"}
_BRITISH |= {"analyzing": "analysing", "labeling": "labelling", "regularization": "regularisation", "center": "centre"}
_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "lambda": "λ", "mu": "μ", "pi": "π", "sigma": "σ"}


def linkable(title: str) -> str:
    """A title as a link text: ": " as " - ", what a file name cannot hold written otherwise or left out."""
    return " ".join("".join(_FORBIDDEN.get(char, char) for char in title.replace(": ", " - ")).split())


def dressed(title: str, in_year: int, rng: random.Random) -> str:
    """A title as an entry of a reading list: bare, or named by year, or by year and venue."""
    shape = rng.choice(("{title}", "{year}__{title}", "{year}__arXiv__{title}"))
    return shape.format(year=in_year, title=title if shape == "{title}" else linkable(title))


def cited(record: Record) -> str:
    """The authors as cited: Smith, Smith & Jones, Smith et al."""
    last = [name.split()[-1] for name in record["authors"]]
    return f"{last[0]} & {last[1]}" if len(last) == 2 else last[0] + (" et al." if len(last) > 2 else "")


def _instead(pattern: str, to: str, flags: int = 0) -> Spelling:
    """The title with the first match replaced, or "" where nothing matches."""

    def write(record: Record, _: random.Random) -> str:
        written, count = re.subn(pattern, to, record["title"], count=1, flags=flags)
        return written if count else ""

    return write


def _as_other_people_spell(record: Record, _: random.Random) -> str:
    for here, there in _BRITISH.items():
        for one, other in ((here, there), (there, here)):
            if found := re.search(rf"(?i)\b{one}(?=s?\b)", record["title"]):
                other = other.capitalize() if found[0][0].isupper() else other
                return str(record["title"][: found.start()] + other + record["title"][found.end() :])
    return ""


def _one_or_many(record: Record, rng: random.Random) -> str:
    """One long word in the plural instead of the singular, or the other way round."""
    title = record["title"]
    if many := [m for m in re.finditer(r"\b[A-Za-z]{6,}[^\Wsiu_]s\b", title) if m.end() < len(title)]:
        return str(title[: (end := rng.choice(many).end()) - 1] + title[end:])
    found = re.search(r"\b[A-Za-z]+(?:tion|twork|stem|thm|odel|blem)\b", title)
    return title[: found.end()] + "s" + title[found.end() :] if found else ""


def _greek(record: Record, _: random.Random) -> str:
    """Simple TeX as it is read: $\\alpha_1$ as α1."""
    title = re.sub(r"\\([a-z]+)\b\s?", lambda m: _GREEK.get(m[1], m[0]), record["title"])
    title = re.sub(r"[$_{}]", "", title)
    return title if title != record["title"] and not re.search(r"[\\^]", title) else ""


def _without_accents(record: Record, _: random.Random) -> str:
    """Accents and TeX accents left out, as typed in a hurry."""
    has = not record["title"].isascii() or re.search(r"\\[\"'`^~]", record["title"])
    return plain(record["title"]) if has and "$" not in record["title"] else ""


def _slip(record: Record, rng: random.Random) -> str:
    """One typing slip inside a long word: a letter doubled, dropped, or swapped with the next."""
    title = record["title"]
    long_words = list(re.finditer(r"\b[A-Z]?[a-z]{8,}\b", title))
    if not long_words:
        return ""
    word = rng.choice(long_words)
    at = rng.randrange(word.start() + 3, word.end() - 3)
    here, after = title[at], title[at + 1]
    return str(title[:at] + rng.choice((here + here + after, after, after + here)) + title[at + 2 :])


def _named(shape: str) -> Spelling:
    """The title inside a convention, or "" where it names authors and they are not known."""

    def write(record: Record, rng: random.Random) -> str:
        title, in_year = linkable(record["title"]), year(record)
        if "{author}" in shape and not record["authors"]:
            return ""
        author = cited(record) if record["authors"] else ""
        return shape.format(
            title=title,
            year=in_year,
            yy=f"{in_year % 100:02}",
            near=in_year + rng.choice((-1, 1)),
            author=author,
            id=record["id"],
            head=title.split()[0].strip(",:"),
        )

    return write


SPELLINGS: tuple[Spelling, ...] = (
    _instead(r": ", " - "), _instead(r": ", " ― "), _instead(r": ", "_"), _instead(r": ", " = "),
    _instead(r": ", "："), _instead(r": ", " "), _instead(r"\?", "？"), _instead(r"(\w)/(\w)", r"\1／\2"),
    _instead(r"(\w)'(\w)", r"\1’\2"), _instead(r'"([^"]+)"', r"“\1”"), _instead(r"(\w)-(\w)", r"\1 - \2"),
    _instead(r"(\w)-(\w)", r"\1 \2"), _instead(r"(\w)-(\w)", r"\1‐\2"), _instead(r" (?:the|a|an) ", " "),
    _instead(r"^(?:The|A|An) ", ""), _instead(r" and ", " & "), _instead(r" & ", " and "),
    _as_other_people_spell, _one_or_many, _greek, _slip, _slip, _slip, _slip,
    _without_accents, lambda record, _: record["title"].upper(), lambda record, _: record["title"].lower(),
    _named("{title} (arxiv.org)"), _named("{title} paper"), _named("{title}.pdf"), _named("@{title}"),
    _named("{year}__VLDB__{title}"), _named("{year}__{title}"), _named("{yy}_ICML_{title}"),
    _named("[[{year}__arXiv__{title}|{head}]]"), _named("{author} - {year} - {title}"),
    _named("{near}__arXiv__{title}"), _named("{year}__arXiv__{title} (arXiv:{id})"), _named("{id} {title}"),
)  # fmt: skip


def respelled(shelf: Shelf, record: Record, rng: random.Random, write: Spelling) -> str:
    """The record's title in that spelling; "" where it changes nothing, makes a real word or another record's title."""
    if re.search(r"[\\$]", record["title"]) and write not in (_greek, _without_accents):
        return ""
    name = write(record, rng)
    new = set(re.findall(r"[a-z]{8,}", name.lower())) - set(re.findall(r"[a-z]{8,}", record["title"].lower()))
    slipped_into_a_word = write is _slip and any(word in shelf.by_word for word in new)
    return "" if name == record["title"] or slipped_into_a_word or shelf.holders(name) - {record["id"]} else name
