"""The report of a run: its JSON (stable, additive; DESIGN section 6) and the exit status that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from notegen.errors import NotegenError
from notegen.records import Candidate, Decision, Finding, Outcome, Paper, PaperReport, Report
from notegen.views import Resolved, nearest
from notegen.withdrawal import withdrawal

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
    if report.due and not report.answered and not placed:
        return 3
    return 1 if stopped or any(paper.outcome in _PROBLEMS for paper in report.papers) else 0


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
