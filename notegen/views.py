"""What the tables and lists of the terminal hold, as plain text: no colour, no width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from notegen.records import Candidate, Outcome, PaperReport

KINDS: tuple[Outcome, ...] = ("exists", "unfinished", "missing", "not-a-paper")
PROBLEMS = ("ambiguous", "not-found", "waiting", "failed")
SIGN: dict[Outcome, str] = {"unfinished": "~", "missing": ".", "not-a-paper": " "}


def report_rows(papers: Sequence[PaperReport]) -> list[tuple[str, ...]]:
    """For each paper: outcome, note, what was read, claims kept of those made, which paper it is."""
    rows: list[tuple[str, ...]] = []
    for paper in papers:
        claims = f"{paper.claims_supported}/{paper.claims_total}" if paper.claims_total else ""
        rows.append((paper.outcome, paper.link, paper.read, claims, _which(paper)))
    return rows


def plan_rows(papers: Sequence[PaperReport]) -> list[tuple[str, ...]]:
    """For each paper: note, text at hand, tokens, which paper it is."""
    return [(paper.link, paper.read or paper.outcome, _tokens(paper), _which(paper)) for paper in papers]


def sum_rows(papers: Sequence[PaperReport]) -> list[tuple[str, ...]]:
    """For each outcome and kind of text read: how many notes, claims made and claims kept."""
    rows: list[tuple[str, ...]] = []
    for outcome, read in dict.fromkeys((paper.outcome, paper.read) for paper in papers):
        some = [paper for paper in papers if (paper.outcome, paper.read) == (outcome, read)]
        total, supported = sum(p.claims_total for p in some), sum(p.claims_supported for p in some)
        rows.append((outcome, read, str(len(some)), str(total or ""), str(supported or "")))
    return rows


def finding_lines(paper: PaperReport) -> list[str]:
    """What the checks found, a line for each claim: what became of it, and why."""
    reasons: dict[tuple[str, str, tuple[int, ...]], dict[str, None]] = {}
    for finding in paper.findings:
        place = (finding.action, finding.section, finding.sentences)
        reasons.setdefault(place, {})[finding.message] = None
    return [f"{action} ({section}): {'; '.join(why)} [{paper.link}]" for (action, section, _), why in reasons.items()]


def status_rows(papers: Sequence[PaperReport], places: Sequence[tuple[str, str]], moc: str) -> list[tuple[str, ...]]:
    """For each section of a MOC: how many links of each kind, and done, half done and all papers for a bar.

    `places` holds MOC and section of each paper.
    """
    rows: list[tuple[str, ...]] = []
    for section in dict.fromkeys(section for where, section in places if where == moc):
        outcomes = [paper.outcome for paper, place in zip(papers, places, strict=True) if place == (moc, section)]
        numbers = [outcomes.count(kind) for kind in KINDS]
        rows.append((section or "(top)", *(str(number or "") for number in numbers), bar(*numbers[:3])))
    return rows


def bar(done: int, half: int, missing: int, width: int = 12) -> str:
    """Done, half done and missing papers as a bar; "" for no paper."""
    papers = done + half + missing
    if not papers:
        return ""
    full = round(width * done / papers)
    part = round(width * (done + half) / papers) - full
    return "█" * full + "▒" * part + "░" * (width - full - part)


def candidate_line(candidate: Candidate) -> str:
    """A candidate with its id and why it is one."""
    paper = candidate.paper
    return f"{paper.arxiv_id or paper.doi or '-'}  {paper.title}: {candidate.why}"


def counts(totals: Mapping[str, int]) -> str:
    """The totals as one line."""
    return ", ".join(f"{count} {outcome.replace('-', ' ')}" for outcome, count in totals.items())


def _which(paper: PaperReport) -> str:
    known = (paper.paper.arxiv_id or paper.paper.doi) if paper.paper else ""
    return paper.reason if paper.outcome in ("exists", *PROBLEMS) or not known else known


def _tokens(paper: PaperReport) -> str:
    used = paper.usage.tokens_in + paper.usage.tokens_out
    return f"~{used:,}" if used else ""
