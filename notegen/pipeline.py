"""The corridor: wanted → match → paper → text → draft → note → vault, each step named in order.

One bad paper is reported and passed over; the rest go on. No door is known here, only the seams.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from notegen.errors import ModelError, ModelRejected, ModelUnreachable, NameNotAllowed, NoteChanged, NotegenError
from notegen.fetcher import adopt, identify
from notegen.fetcher.lookup import find
from notegen.fetcher.noted import Noted, read_noted
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.text import text_of
from notegen.obsidian import names
from notegen.obsidian.index import Index
from notegen.obsidian.resolution import resolve
from notegen.records import Draft, Match, Outcome, Paper, PaperReport, PaperText, Usage, Wanted
from notegen.seams import Answers, Journal, Model, PaperSource, Screen, Vault
from notegen.summarizer.cost import plan_draft
from notegen.summarizer.draft import draft
from notegen.summarizer.extractive import extract
from notegen.writer import merge
from notegen.writer.note import compose


@dataclass(frozen=True, slots=True)
class Doors:
    """The outside world of one run. `source` None: no network; `model` None: the extractive drafter."""

    vault: Vault
    source: PaperSource | None
    model: Model | None
    answers: Answers
    journal: Journal
    screen: Screen


@dataclass(frozen=True, slots=True)
class Ways:
    """How this run works, in plain values. `own_text` is the text of the paper where a file was given."""

    index: Index
    own: OwnKnowledge
    listed: tuple[Wanted, ...]
    languages: tuple[str, ...]
    context_tokens: int
    templates: tuple[Path, ...]
    name_pattern: str
    folder_of: Callable[[Wanted], str]
    own_text: PaperText | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a wanted paper stands in the vault before anything is done."""

    wanted: Wanted
    outcome: Outcome
    path: str = ""
    content: bytes = b""

    @property
    def open(self) -> bool:
        return self.outcome in ("missing", "unfinished")


@dataclass(frozen=True, slots=True)
class Work:
    """A paper on its way; each step sets what it adds."""

    standing: Standing
    paper: Paper
    text: PaperText
    draft: Draft | None = None
    path: str = ""
    markdown: str = ""


def survey(wanted: Iterable[Wanted], index: Index, vault: Vault) -> tuple[Standing, ...]:
    """How each wanted paper stands: exists, unfinished, missing or not a paper. Reads the notes that exist."""
    return tuple(_stand(one, index, vault) for one in wanted)


def _stand(wanted: Wanted, index: Index, vault: Vault) -> Standing:
    path = (resolve(wanted.link, "", index) or index.holder(wanted.link)) if wanted.link else None
    if not wanted.is_paper:
        return Standing(wanted, "not-a-paper", path or "")
    if path is None:
        return Standing(wanted, "missing")
    content = vault.read(path) if path.endswith(".md") else b""  # else a stand-in: it exists, elsewhere
    unfinished = merge.is_unfinished(content.decode("utf-8", "replace"))
    return Standing(wanted, "unfinished" if unfinished else "exists", path, content)


def prepare(wanted: Sequence[Wanted], doors: Doors, ways: Ways) -> list[Work | PaperReport]:
    """Every wanted paper with its text, or the report of why it goes no further. The papers are looked up together."""
    standings = survey(wanted, ways.index, doors.vault)
    open_ = [standing.wanted for standing in standings if standing.open]
    if not open_:
        return [_as_it_stands(standing) for standing in standings]
    noted = read_noted(ways.index, doors.vault)
    elsewhere = {s.wanted.asked_as: report for s in standings if s.open and (report := _known_elsewhere(s, noted))}
    matches = find([one for one in open_ if one.asked_as not in elsewhere], ways.own, doors.source)
    taken: dict[str, str] = {}
    return [
        elsewhere.get(standing.wanted.asked_as) or _prepare_one(standing, matches, noted, taken, doors, ways)
        for standing in standings
    ]


def _known_elsewhere(standing: Standing, noted: Noted) -> PaperReport | None:
    """What is said of a link whose id or name the vault has already, under the name of another note."""
    wanted = standing.wanted
    if (path := noted.of(wanted)) and path != standing.path:
        return _elsewhere(wanted, path, "the same paper as", None)
    if wanted.link and (path := noted.aliases.get(names.key(wanted.link))) and path != standing.path:
        return _elsewhere(wanted, path, "an alias of", None)
    return None


def _prepare_one(
    standing: Standing, matches: Mapping[str, Match], noted: Noted, taken: dict[str, str], doors: Doors, ways: Ways
) -> Work | PaperReport:
    asked = standing.wanted
    if not standing.open:
        return _as_it_stands(standing)
    match = matches[asked.asked_as]
    if match.paper is None and ways.own_text and asked.title:
        match = Match("accepted", "named by the person who gave its text", _as_named(asked))
    if match.paper is None:
        decision: Outcome = "failed" if match.decision == "accepted" else match.decision
        return PaperReport(asked.asked_as, decision, match.reason, standing.path, candidates=match.candidates)
    if not asked.mocs and not asked.year:  # typed, but neither a note's name nor a MOC's link
        standing = _stand(_named(asked, match.paper, noted, taken, ways), ways.index, doors.vault)
    link = standing.wanted.link
    if not standing.open:
        return PaperReport(link, standing.outcome, "", standing.path, match.paper)
    identity = match.paper.arxiv_id or match.paper.doi or link
    holder = noted.of(match.paper) or taken.get(identity)
    if holder and holder != standing.path:
        return _elsewhere(standing.wanted, holder, "the same paper as", match.paper)
    taken[identity] = f"{link}.md"
    work = Work(standing, match.paper, ways.own_text or text_of(match.paper))
    problem = names.problem(link) if standing.outcome == "missing" else ""
    return _failed(work, NameNotAllowed(link, problem)) if problem else work


def _as_it_stands(standing: Standing) -> PaperReport:
    wanted = standing.wanted
    return PaperReport(wanted.link, standing.outcome, "" if wanted.is_paper else wanted.reason, standing.path)


def _elsewhere(wanted: Wanted, path: str, how: str, paper: Paper | None) -> PaperReport:
    name = PurePosixPath(path).stem
    advice = f": write [[{name}|{wanted.link}]]" if wanted.link else ""
    return PaperReport(wanted.asked_as, "exists", f"{how} “{name}”{advice}", path, paper)


def _as_named(asked: Wanted) -> Paper:
    published = str(asked.year) if asked.year else ""
    arxiv_id, version = identify.normal_id(asked.arxiv_id) if asked.arxiv_id else ("", None)
    return Paper(asked.title, (), arxiv_id, version, asked.doi, published=published, venue=asked.venue, source="name")


def _named(asked: Wanted, paper: Paper, noted: Noted, taken: Mapping[str, str], ways: Ways) -> Wanted:
    """The MOC entry that means this paper, else a name of our own that no other paper's note has."""
    if listed := adopt.by_paper(paper, ways.listed, ways.own):
        return listed
    name = adopt.own_name(paper, ways.name_pattern)
    if noted.of(paper) is None and (ways.index.holder(name) or f"{name}.md" in taken.values()):
        name = adopt.own_name(paper, f"{ways.name_pattern} ({paper.arxiv_id or paper.doi})")
    return replace(asked, link=name)


def plan(work: Work | PaperReport, model: Model | None, ways: Ways) -> tuple[PaperReport, int]:
    """What drafting this paper would cost, and in how many calls; nothing is asked."""
    if isinstance(work, PaperReport):
        return work, 0
    if work.standing.outcome == "unfinished" and not work.text.sentences:
        return _report(work, "unfinished", "still no text at hand"), 0
    reason = "" if work.text.sentences else "no text at hand: an unfinished note"
    calls, tokens_in, tokens_out = plan_draft(work.text, ways.context_tokens) if _asks(work, model) else (0, 0, 0)
    return replace(_report(work, "would-write", reason), usage=Usage(tokens_in, tokens_out, True)), calls


def produce(
    work: Sequence[Work | PaperReport], doors: Doors, ways: Ways, put: Callable[[Work, Doors], None] | None
) -> Iterator[PaperReport]:
    """Each paper through draft, note and vault (`put` None: shown only). A model that is gone is asked only once."""
    gone: ModelError | None = None
    for item in work:
        if isinstance(item, PaperReport):
            yield item
            continue
        doors.screen.working(item.standing.wanted.link)
        try:
            if gone is not None and _asks(item, doors.model):
                raise gone
            yield _produce_one(item, doors, ways, put)
        except NotegenError as error:
            if isinstance(error, ModelUnreachable | ModelRejected):
                gone = error
            yield _failed(item, error)


def _produce_one(work: Work, doors: Doors, ways: Ways, put: Callable[[Work, Doors], None] | None) -> PaperReport:
    if work.standing.outcome == "unfinished" and not work.text.sentences:
        return _report(work, "unfinished", "still no text at hand")
    work = write_note(write_draft(work, doors, ways), ways)
    if put is None:
        return _report(work, "would-write", "" if work.draft else "no text at hand")
    put(work, doors)
    return _report(work, "written", "") if work.draft else _report(work, "unfinished", "no text at hand")


def write_draft(work: Work, doors: Doors, ways: Ways) -> Work:
    """The draft of a paper: by model, by rule where there is none, not at all where there is no text."""
    if not work.text.sentences:
        return work
    if doors.model is None or not _asks(work, doors.model):
        return replace(work, draft=extract(work.paper, work.text))
    made = draft(
        work.paper,
        work.text,
        doors.model,
        doors.answers,
        languages=ways.languages,
        prompt_folders=ways.templates,
        context_tokens=ways.context_tokens,
    )
    return replace(work, draft=made)


def write_note(work: Work, ways: Ways) -> Work:
    """The note as it is to stand in the vault: a new one, or an unfinished one completed around its owner's words."""
    wanted = work.standing.wanted
    markdown = compose(
        wanted, work.paper, work.text, work.draft, languages=ways.languages, template_folders=ways.templates
    )
    if work.standing.outcome == "unfinished":
        whole = merge.complete(work.standing.content.decode("utf-8"), markdown)
        if whole is None:
            raise NoteChanged(work.standing.path)
        return replace(work, path=work.standing.path, markdown=whole)
    folder = "" if "/" in wanted.link else ways.folder_of(wanted)
    return replace(work, path=f"{folder}/{wanted.link}.md".lstrip("/"), markdown=markdown)


def place(work: Work, doors: Doors) -> None:
    """The note into the vault, noted in the journal first. Raises `VaultError`."""
    content, before = work.markdown.encode("utf-8"), work.standing.content
    known = hashlib.sha256(before).hexdigest() if before else None
    doors.journal.before_write(work.path, hashlib.sha256(content).hexdigest(), known)
    if before:
        doors.vault.replace(work.path, content, expected=before)
    else:
        doors.vault.create(work.path, content)


def _asks(work: Work, model: Model | None) -> bool:
    return model is not None and bool(work.text.sentences) and work.text.read != "synopsis"


def _failed(work: Work, error: NotegenError) -> PaperReport:
    report = _report(work, "waiting" if error.transient else "failed", str(error))
    return replace(report, exit_status=error.exit_status)


def _report(work: Work, outcome: Outcome, reason: str) -> PaperReport:
    report = PaperReport(
        work.standing.wanted.link,
        outcome,
        reason,
        work.path or work.standing.path,
        work.paper,
        work.text.read,
        markdown=work.markdown,
    )
    made = work.draft
    if made is None:
        return report
    return replace(
        report, claims_total=made.total, claims_supported=made.supported, findings=made.findings, usage=made.usage
    )
