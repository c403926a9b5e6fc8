"""The corridor: paper and text → draft → note → vault, each step named in order.

One bad paper is reported and passed over; the rest go on. No door is known here, only the seams. A step is loaded when
it is first taken: a run with nothing to do ends at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from notegen.errors import ModelBusy, ModelError, ModelRejected, ModelUnreachable, NoteChanged, NotegenError, VaultError
from notegen.records import Outcome, Pair, PaperReport, Road, Section, Usage, Wanted
from notegen.seams import Answers, Journal, Model, Screen, Vault
from notegen.standing import Work
from notegen.withdrawal import withdrawal
from notegen.writer import merge


@dataclass(frozen=True, slots=True)
class Doors:
    """The outside world of one run. `model` None: the extractive drafter."""

    vault: Vault
    model: Model | None
    answers: Answers
    journal: Journal
    screen: Screen


@dataclass(frozen=True, slots=True)
class Ways:
    """How notes are drafted and written in this run, in plain values.

    `road` is how a model drafts, "" as it is up to; `sections` gives those of a note; `path_of` the path of a new note;
    `link_of` a link to a MOC from the note at a path; `notes_of` those of a draft's terms that other notes of the vault
    have, with the link targets of these.
    """

    languages: tuple[str, ...]
    context_tokens: int
    road: Road
    templates: tuple[Path, ...]
    sections: Callable[[], tuple[Section, ...]]
    path_of: Callable[[Wanted], str]
    link_of: Callable[[str, str], str]
    notes_of: Callable[[Sequence[Pair], str], Mapping[str, str]]


def plan(work: Work | PaperReport, model: Model | None, ways: Ways) -> tuple[PaperReport, int]:
    """What drafting this paper would cost, and in how many calls; nothing is asked."""
    if isinstance(work, PaperReport):
        return work, 0
    if work.standing.task in ("complete", "renew") and not work.text.sentences:
        return _report(work, work.standing.outcome, _without_text(work, "still ")), 0
    from notegen.summarizer.cost import plan_by_sentence, plan_draft
    from notegen.summarizer.questions import Questions

    reason = work.told if work.text.sentences else f"{_without_text(work)}: an unfinished note"
    calls, tokens_in, tokens_out = 0, 0, 0
    if model and _asks(work, model):
        questions = Questions(work.paper, ways.sections(), "ja" in ways.languages, ways.templates)
        if ways.road == "sentences" or (not ways.road and model.is_weak):
            calls, tokens_in, tokens_out = plan_by_sentence(questions, work.text)
        else:
            context_tokens = min(ways.context_tokens, model.window_tokens or ways.context_tokens)
            calls, tokens_in, tokens_out = plan_draft(questions, work.text, context_tokens)
    return replace(_report(work, "would-write", reason), usage=Usage(tokens_in, tokens_out, True)), calls


def produce(
    work: Sequence[Work | PaperReport],
    doors: Doors,
    ways: Ways,
    put: Callable[[Work, Doors], None] | None,
    stopped: Callable[[], bool],
) -> Iterator[PaperReport]:
    """Each paper through draft, note and vault (`put` None: shown only), until `stopped`; the rest wait.

    A model that is gone, or busy for two papers running, is asked no more: the rest wait.
    """
    gone: ModelError | None = None
    busy = 0
    for item in work:
        if isinstance(item, PaperReport):
            yield item
            continue
        if stopped():
            yield _report(item, "waiting", "the run was stopped before its turn")
            continue
        doors.screen.working(item.standing.wanted.link)
        try:
            if gone is not None and _asks(item, doors.model):
                raise gone
            yield _produce_one(item, doors, ways, put)
            busy = 0
        except NotegenError as error:
            busy = busy + 1 if isinstance(error, ModelBusy) else 0
            if isinstance(error, ModelUnreachable | ModelRejected) or (isinstance(error, ModelBusy) and busy > 1):
                gone = error
            yield _failed(item, error)
        except Exception as error:  # a fault of ours costs this paper, never the list
            why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            yield _failed(item, NotegenError("a fault in notegen", why, "Please report it"))


def _produce_one(work: Work, doors: Doors, ways: Ways, put: Callable[[Work, Doors], None] | None) -> PaperReport:
    standing = work.standing
    if standing.task in ("complete", "renew") and not work.text.sentences:
        return _report(work, standing.outcome, _without_text(work, "still "))
    work = write_draft(work, doors, ways)
    made = work.draft
    if made and made.total and not (made.tldr or made.claims or made.numbers):
        return _report(work, "failed", f"none of its claims ({made.total}) passed the checks. Take another model")
    work = write_note(work, ways)
    if work.markdown.encode("utf-8") == standing.content:
        return replace(_report(work, "exists", _remark(work)), markdown="")
    without_text = "" if work.draft else _without_text(work)
    if put is None:
        return _report(work, "would-write", without_text or _remark(work))
    try:
        put(work, doors)
    except VaultError as error:  # what was to be written stays in the report
        return _failed(work, error)
    return _report(work, "unfinished", without_text) if without_text else _report(work, "written", _remark(work))


def _remark(work: Work) -> str:
    """What a person should know of a note that is fine otherwise."""
    names = ", ".join(f"“{kept.region}”" for kept in work.kept)
    kept = f"edited by hand and kept: {names}" if names else ""
    doubt = f"is the text read this paper's? {work.doubt}" if work.doubt else ""
    lost = work.draft.lost if work.draft else 0
    gaps = f"{lost} of the model's answers could not be used, so something is missing: --refresh asks again"
    return "; ".join(filter(None, (kept, doubt, work.told, gaps if lost else "")))


def _without_text(work: Work, still: str = "") -> str:
    if withdrawal(work.paper.title, work.paper.comment, work.paper.abstract):
        return "withdrawn, so not drafted (--withdrawn drafts it)"
    return "; ".join(filter(None, (f"{still}no text at hand", work.told)))


def write_draft(work: Work, doors: Doors, ways: Ways) -> Work:
    """The draft of a paper: by model, by rule where there is none, not at all where there is no text."""
    from notegen.summarizer.draft import draft
    from notegen.summarizer.extractive import extract

    if not work.text.sentences:
        return work
    if doors.model is None or not _asks(work, doors.model):
        return replace(work, draft=extract(work.paper, work.text, ways.sections()))
    made = draft(
        work.paper,
        work.text,
        doors.model,
        doors.answers,
        ways.sections(),
        languages=ways.languages,
        prompt_folders=ways.templates,
        context_tokens=ways.context_tokens,
        road=ways.road,
    )
    return replace(work, draft=made)


def write_note(work: Work, ways: Ways) -> Work:
    """The note as it is to stand in the vault: a new one, or one completed or renewed around its owner's words."""
    from notegen.writer.note import compose

    standing = work.standing
    path = ways.path_of(standing.wanted) if standing.task == "create" else standing.path
    fresh = compose(
        standing.wanted,
        work.paper,
        work.text,
        work.draft,
        ways.sections(),
        languages=ways.languages,
        template_folders=ways.templates,
        link=lambda moc: ways.link_of(moc, path),
        notes=ways.notes_of(work.draft.terms, path) if work.draft else {},
    )
    if standing.task in ("create", "fill"):
        return replace(work, path=path, markdown=fresh)
    existing = standing.content.decode("utf-8")
    if standing.task == "renew":
        whole, kept = merge.renew(existing, fresh)
        return replace(work, path=path, markdown=whole, kept=kept)
    completed = merge.complete(existing, fresh)
    if completed is None:
        raise NoteChanged(path)
    return replace(work, path=path, markdown=completed)


def place(work: Work, doors: Doors) -> None:
    """The note into the vault. Raises `VaultError`."""
    content = work.markdown.encode("utf-8")
    if work.standing.task == "create":
        doors.vault.create(work.path, content)
    else:
        doors.vault.replace(work.path, content, expected=work.standing.content)


def _asks(work: Work, model: Model | None) -> bool:
    return model is not None and bool(work.text.sentences) and work.text.read != "synopsis"


def _failed(work: Work, error: NotegenError) -> PaperReport:
    report = _report(work, "waiting" if error.transient else "failed", str(error))
    if isinstance(error, ModelError):
        report = replace(report, usage=Usage(error.tokens_in, error.tokens_out, error.estimated))
    return replace(report, exit_status=error.exit_status)


def _report(work: Work, outcome: Outcome, reason: str) -> PaperReport:
    report = PaperReport(
        work.standing.wanted.link,
        outcome,
        reason,
        work.path or work.standing.path,
        work.paper,
        work.text.read,
        kept=work.kept,
        markdown=work.markdown,
    )
    made = work.draft
    if made is None:
        return report
    return replace(
        report, claims_total=made.total, claims_supported=made.supported, findings=made.findings, usage=made.usage
    )
