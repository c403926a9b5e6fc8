"""The report of a run: its JSON (stable, additive; DESIGN section 6) and the exit status that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from notegen.errors import NotegenError
from notegen.records import Candidate, Decision, Finding, Outcome, Paper, PaperReport, Report
from notegen.views import Resolved, diff, nearest
from notegen.withdrawal import withdrawal
from notegen.writer.journal import Run
from notegen.writer.undo import Undone

_PROBLEMS = ("ambiguous", "not-found", "waiting", "failed")


def to_json(report: Report) -> dict[str, Any]:
    """The report as one JSON object; every key is always there, unknown values are null or empty."""
    return {
        "run": report.run,
        "vault": report.vault,
        "mocs": list(report.mocs),
        "papers": [_paper(paper) for paper in report.papers],
        "totals": totals(report),
    }


def totals(report: Report) -> dict[str, int]:
    """How many papers ended with which outcome, what was done first."""
    counted = Counter(paper.outcome for paper in report.papers)
    return {outcome: counted[outcome] for outcome in get_args(Outcome) if counted[outcome]}


def exit_status(report: Report, *, stopped: bool = False) -> int:
    """0 done; 1 something is open; 2 key or model refused; 3 work was due, yet no answer and no write succeeded."""
    if any(paper.exit_status == 2 for paper in report.papers):
        return 2
    placed = any(paper.outcome in ("written", "would-write", "unfinished") for paper in report.papers)
    problems = any(paper.outcome in _PROBLEMS or paper.exit_status for paper in report.papers)
    if problems and report.due and not report.answered and not placed:
        return 3
    return int(stopped or problems)


def resolved_to_json(vault: str, mocs: Sequence[str], resolved: Sequence[Resolved]) -> dict[str, Any]:
    """What names turned out to be, in the form of `to_json`, with the outcomes of `resolve`.

    Each row has more keys: `name` as given, and of the paper accepted `year`, `authors`, `source` and `url`.
    """
    return {
        "run": "",
        "vault": vault,
        "mocs": list(mocs),
        "papers": [_resolved(one) for one in resolved],
        "totals": resolved_totals(resolved),
    }


def resolved_totals(resolved: Sequence[Resolved]) -> dict[str, int]:
    """How many names ended with which outcome, what was decided first."""
    counted = Counter(one.match.decision for one in resolved)
    return {decision: counted[decision] for decision in get_args(Decision) if counted[decision]}


def undone_to_json(run: str, vault: str, of: Run, undone: Sequence[Undone]) -> dict[str, Any]:
    """What became of the files of the run `of`; `run` is the id of the undo itself, a run like any other."""
    files = [{"path": one.path, "outcome": one.outcome, "reason": one.reason} for one in undone]
    return {
        "run": run,
        "vault": vault,
        "undone": of.id,
        "files": files,
        "totals": Counter(one.outcome for one in undone),
    }


def runs_to_json(vault: str, runs: Sequence[Run]) -> dict[str, Any]:
    """The runs that wrote into a vault, with their files in the order of writing."""
    return {
        "vault": vault,
        "runs": [
            {
                "run": run.id,
                "when": run.when,
                "command": run.command,
                "files": list(dict.fromkeys(write.path for write in run.writes)),
                "undone": run.taken_back,
            }
            for run in runs
        ],
    }


def _resolved(one: Resolved) -> dict[str, Any]:
    match, paper = one.match, one.match.paper
    row = _paper(PaperReport(one.link, "missing", match.reason, paper=paper, candidates=match.candidates))
    more = {
        "year": paper.year if paper else None,
        "authors": list(paper.authors) if paper else [],
        "source": (paper and paper.source) or None,
        "url": (paper and paper.url) or None,
    }
    return row | {"outcome": match.decision, "name": one.name} | more


def error_to_json(error: NotegenError) -> dict[str, Any]:
    """The report of a command that an error ended before it had papers to tell of."""
    told = {"what": error.what, "why": error.why, "next_step": error.next_step}
    return {"run": "", "vault": None, "mocs": [], "papers": [], "totals": {}, "error": told}


def _paper(report: PaperReport) -> dict[str, Any]:
    paper = report.paper
    return {
        "link": report.link,
        "outcome": report.outcome,
        "reason": report.reason,
        "path": report.path or None,
        "arxiv_id": (paper and paper.arxiv_id) or None,
        "doi": (paper and paper.doi) or None,
        "title": (paper and paper.title) or None,
        "read": report.read or None,
        "claims": {"total": report.claims_total, "supported": report.claims_supported},
        "findings": [_finding(finding) for finding in report.findings],
        "kept": [{"region": kept.region, "diff": diff(kept)} for kept in report.kept],
        "listed": report.listed.told if report.listed else None,
        "withdrawn": paper and _withdrawn(paper),
        "candidates": [_candidate(candidate) for candidate in nearest(report.candidates)],
        "tokens": {"in": report.usage.tokens_in, "out": report.usage.tokens_out},
        "price": 0 if not (report.usage.tokens_in or report.usage.tokens_out) else None,
        "markdown": report.markdown or None,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "section": finding.section,
        "sentences": list(finding.sentences),
        "message": finding.message,
        "action": finding.action,
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "arxiv_id": candidate.paper.arxiv_id or None,
        "doi": candidate.paper.doi or None,
        "title": candidate.paper.title,
        "year": candidate.paper.year,
        "score": round(candidate.score, 3),
        "why": candidate.why,
        "withdrawn": _withdrawn(candidate.paper),
    }


def _withdrawn(paper: Paper) -> str | None:
    """The words of the record that say so, None for a paper that stands."""
    return withdrawal(paper.title, paper.comment, paper.abstract) or None
