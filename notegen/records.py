"""What travels from room to room: frozen records without behaviour beyond simple derivation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal[
    "written",
    "would-write",
    "exists",
    "unfinished",
    "missing",
    "ambiguous",
    "not-found",
    "muted",
    "not-a-paper",
    "waiting",
    "failed",
]
Decision = Literal["accepted", "ambiguous", "not-found", "waiting", "muted"]
How = Literal["id", "doi", "title", "abstract", "author", "words"]
Form = Literal["html", "pdf"]
Road = Literal["", "whole", "sentences"]  # how a draft is made; "" as the model is up to it


@dataclass(frozen=True, slots=True)
class Wanted:
    """A link of a MOC (or a name given on the command line) with the hints found around it.

    `link` is the exact link target and thus the note's name; `title` is its title part as a person wrote it,
    `authors` are surnames.
    `arxiv_id` may carry a version ("2401.01234v2"). `is_paper` with `reason` says whether it is taken for a paper.
    """

    link: str
    title: str
    label: str = ""
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    arxiv_id: str = ""
    doi: str = ""
    url: str = ""
    section: tuple[str, ...] = ()
    mocs: tuple[str, ...] = ()
    is_paper: bool = True
    reason: str = ""

    @property
    def asked_as(self) -> str:
        """What a person would call it: the link, else what was typed instead of one."""
        return self.link or self.arxiv_id or self.doi or self.title or self.url


@dataclass(frozen=True, slots=True)
class Pair:
    """One sentence in English and in Japanese; either may be empty."""

    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper's metadata. `arxiv_id` is without version; dates are ISO, perhaps cut to year or month."""

    title: str
    authors: tuple[str, ...] = ()
    arxiv_id: str = ""
    version: int | None = None
    doi: str = ""
    url: str = ""
    pdf_url: str = ""
    published: str = ""
    updated: str = ""
    venue: str = ""
    categories: tuple[str, ...] = ()
    comment: str = ""
    journal_ref: str = ""
    abstract: str = ""
    synopsis: tuple[Pair, ...] = ()
    earlier_titles: tuple[str, ...] = ()
    source: str = ""

    @property
    def year(self) -> int | None:
        """Year of first publication, if a date is known."""
        return int(self.published[:4]) if self.published[:4].isdecimal() else None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that could be the wanted one; `score` is 0..1, `why` is words for a person."""

    paper: Paper
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Match:
    """What was decided for a wanted paper. `paper` is set only when accepted; `reason` says why in words."""

    decision: Decision
    reason: str
    paper: Paper | None = None
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """The unit of evidence: numbered once, from 1. `ja` is set where the source itself is bilingual."""

    number: int
    text: str
    section: str = ""
    ja: str = ""


ABSTRACT = "Abstract"


@dataclass(frozen=True, slots=True)
class PaperText:
    """The text at hand.

    `read` says what it is: "abstract v2", "full text v2 (HTML)", "synopsis", "file notes.txt", "none".
    """

    read: str = "none"
    sentences: tuple[Sentence, ...] = ()

    @property
    def abstract(self) -> tuple[Sentence, ...]:
        """The sentences of the paper's abstract."""
        if self.read.startswith("abstract"):
            return self.sentences
        return tuple(sentence for sentence in self.sentences if sentence.section == ABSTRACT)


@dataclass(frozen=True, slots=True)
class Reading:
    """A paper's text, and in words why no better one was taken, "" where there is nothing to tell."""

    text: PaperText
    told: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a note: its key, its heading in both languages, what a model is asked for in it.

    `takes` are the kinds of sentences the drafter without a model files there.
    """

    key: str
    ja: str
    en: str
    asks: str
    takes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a draft, filed under a section key, citing source sentences by number.

    With a `value` it is a line of the table of numbers: its words say what was measured. `unverified` marks a claim
    that a check objects to without dropping it; one with bad Japanese has lost that.
    """

    section: str
    en: str
    ja: str
    sentences: tuple[int, ...]
    unverified: bool = False
    value: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. `action` is what became of the claim: dropped or marked."""

    check: Literal["support", "numbers", "language"]
    section: str
    sentences: tuple[int, ...]
    message: str
    action: Literal["dropped", "marked"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens spent; `estimated` when the server did not count them itself."""

    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """A checked draft. `model` is "" when no model was used; `translated`: its English is the paper's own, sentence by
    sentence, and the Japanese a model's.

    `numbers` are claims with a value; `unstated` are the keys of sections the model left out as not stated. `abstract`
    holds the paper's abstract sentence by sentence, original and Japanese (which may be empty). `unshown` counts the
    sentences of the text that the model was not shown, `unplaced` claims left out since no section of the note is
    theirs, `lost` questions without an answer of use; `total` counts claims before dropping, `supported` those kept
    with source found and numbers agreeing.
    """

    model: str
    tldr: Claim | None
    claims: tuple[Claim, ...]
    numbers: tuple[Claim, ...] = ()
    unstated: tuple[str, ...] = ()
    terms: tuple[Pair, ...] = ()
    abstract: tuple[Pair, ...] = ()
    findings: tuple[Finding, ...] = ()
    unshown: int = 0
    unplaced: int = 0
    lost: int = 0
    total: int = 0
    supported: int = 0
    translated: bool = False
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Question:
    """One question to a model: system and user text, the JSON schema of its answer, longest answer in tokens.

    Without a schema ({}) the answer is plain text. `temperature` is 0 but for another try at the same question.
    """

    name: str
    system: str
    user: str
    schema: dict[str, object]
    max_tokens: int
    temperature: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's answer as text, with what it cost. `cut` tells why the model did not come to its end, if it did not."""

    text: str
    usage: Usage = Usage()
    cut: Literal["", "length", "repetition", "silence"] = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A region of a note that its owner edited and therefore keeps, and the text that would stand there now."""

    region: str
    existing: str
    fresh: str


@dataclass(frozen=True, slots=True)
class MocLine:
    """What became of the line of a note in a MOC, in words."""

    told: str
    added: bool = False


@dataclass(frozen=True, slots=True)
class PaperReport:
    """What became of one wanted paper; the rows of the JSON report.

    `listed` tells what became of its line in a MOC, where one was asked for. `exit_status` is that of the error that
    stopped it, if one did (2 where the key or the model was refused).
    """

    link: str
    outcome: Outcome
    reason: str = ""
    path: str = ""
    paper: Paper | None = None
    read: str = ""
    claims_total: int = 0
    claims_supported: int = 0
    findings: tuple[Finding, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    usage: Usage = Usage()
    kept: tuple[Kept, ...] = ()
    listed: MocLine | None = None
    markdown: str = ""
    exit_status: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """One run: its id ("" when nothing could be written), the vault, the MOCs, the papers in the order of the list.

    `due` counts papers whose note was to be drafted or written, `answered` those a model answered for.
    """

    run: str
    vault: str
    mocs: tuple[str, ...]
    papers: tuple[PaperReport, ...] = field(default=())
    due: int = 0
    answered: int = 0
