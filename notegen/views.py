"""What the tables and lists of the terminal hold, as plain text: no colour, no width."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from notegen.records import Candidate, Kept, Match, Outcome, Paper, PaperReport
from notegen.withdrawal import withdrawal
from notegen.writer.journal import Run

KINDS: tuple[Outcome, ...] = ("exists", "unfinished", "missing", "muted", "not-a-paper")
PROBLEMS = ("ambiguous", "not-found", "waiting", "failed")
SIGN: dict[Outcome, str] = {"exists": "+", "unfinished": "~", "missing": ".", "muted": "-", "not-a-paper": " "}
_FAR, _NO_REASON = 0.5, "title differs"
_WITHDRAWAL_LETTERS = 200
MARK = {"ok": "✓", "problem": "!", "unknown": "-"}
PLAIN_MARK = {"ok": "ok", "problem": "problem", "unknown": "not known"}
RESOLVED_HEAD = ("outcome", "name", "id", "doi", "year", "first author", "source", "title", "why")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A name as a person gave it, the link text it is pinned by, and which paper it is."""

    name: str
    link: str
    match: Match


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


def status_head(papers: Sequence[PaperReport], moc: str) -> tuple[str, ...]:
    """The head of the table of a MOC; muted papers have a column where there are some."""
    return (moc, *("no paper" if kind == "not-a-paper" else kind for kind in _kinds(papers)), "")


def _kinds(papers: Sequence[PaperReport]) -> tuple[Outcome, ...]:
    some_muted = any(paper.outcome == "muted" for paper in papers)
    return tuple(kind for kind in KINDS if some_muted or kind != "muted")


def status_rows(papers: Sequence[PaperReport], places: Sequence[tuple[str, str]], moc: str) -> list[tuple[str, ...]]:
    """For each section of a MOC: how many links of each kind, and done, half done and all papers for a bar.

    `places` holds MOC and section of each paper.
    """
    kinds = _kinds(papers)
    rows: list[tuple[str, ...]] = []
    for section in dict.fromkeys(section for where, section in places if where == moc):
        outcomes = [paper.outcome for paper, place in zip(papers, places, strict=True) if place == (moc, section)]
        numbers = [outcomes.count(kind) for kind in kinds]
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


def remark_lines(papers: Sequence[PaperReport]) -> list[str]:
    """What no column can hold: the note a paper has under another name, with the link to write; what is withdrawn."""
    lines = []
    for paper in papers:
        words = withdrawn(paper.paper)
        if paper.outcome in ("exists", "written") and paper.reason:
            lines.append(f"{paper.link}: {paper.reason}")
        elif words:
            said = paper.reason if paper.outcome == "unfinished" else "withdrawn"
            lines.append(f"{paper.link}: {said}: {words}")
        if paper.listed:
            lines.append(f"{paper.link}: {paper.listed.told}")
    return lines


def withdrawn(paper: Paper | None) -> str:
    """What the record of a paper says of its withdrawal, in one line, cut where it is long; "" when it stands."""
    said = " ".join(withdrawal(paper.title, paper.comment, paper.abstract).split()) if paper else ""
    return said if len(said) <= _WITHDRAWAL_LETTERS else f"{said[:_WITHDRAWAL_LETTERS].rstrip()}…"


def diff(kept: Kept) -> str:
    """What a region edited by hand holds, and what would stand there now, as a unified diff."""
    existing, fresh = (f"{text}\n".splitlines(keepends=True) for text in (kept.existing, kept.fresh))
    return "".join(unified_diff(existing, fresh, f"{kept.region}, as edited", f"{kept.region}, new", n=1))


def run_rows(runs: Sequence[Run]) -> list[tuple[str, ...]]:
    """For each run: id, time, files written, command, whether it was undone."""
    return [
        (
            run.id,
            run.when[:16].replace("T", " "),
            str(len({write.path for write in run.writes})),
            run.command,
            "undone" if run.taken_back else "",
        )
        for run in runs
    ]


def nearest(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates worth showing: without those that are far and have no reason, where there are others."""
    near = tuple(one for one in candidates if one.score >= _FAR or one.why != _NO_REASON)
    return near or tuple(candidates)


def candidate_line(candidate: Candidate) -> str:
    """A candidate with its id and why it is one."""
    paper = candidate.paper
    return f"{paper.arxiv_id or paper.doi or '-'}  {paper.title}: {_reason(candidate.why, paper)}"


def resolved_rows(resolved: Sequence[Resolved]) -> Iterator[tuple[str, ...]]:
    """For each name a row as `RESOLVED_HEAD` has it, then one for each candidate of a name that is not decided."""
    for one in resolved:
        match = one.match
        yield match.decision, one.name, *_columns(match.paper or Paper("")), _reason(match.reason, match.paper)
        for candidate in match.candidates:
            yield "candidate", one.name, *_columns(candidate.paper), _reason(candidate.why, candidate.paper)


def _reason(why: str, paper: Paper | None) -> str:
    """Why it is this paper, and that it was withdrawn if so."""
    words = withdrawn(paper)
    return f"{why}; withdrawn: {words}" if words else why


def _columns(paper: Paper) -> tuple[str, ...]:
    return identity(paper), paper.doi, str(paper.year or ""), first_author(paper), paper.source, paper.title


def identity(paper: Paper) -> str:
    """The id a paper may be pinned to: its arXiv id, else its DOI; "" when it has neither."""
    return f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else f"doi:{paper.doi}" if paper.doi else ""


def first_author(paper: Paper) -> str:
    """The first author, with "et al." where there are more."""
    if not paper.authors:
        return ""
    more = len(paper.authors) > 1 and not paper.authors[0].endswith("et al.")
    return f"{paper.authors[0]} et al." if more else paper.authors[0]


def facts(paper: Paper) -> str:
    """What tells a paper from others beside its title, in one line."""
    doi = f"doi:{paper.doi}" if paper.arxiv_id and paper.doi else ""
    source = f"({paper.source})" if paper.source else ""
    told = (identity(paper), str(paper.year or ""), first_author(paper), doi, source)
    return "  ".join(each for each in told if each) or "neither id nor author known"


def counts(totals: Mapping[str, int]) -> str:
    """The totals as one line."""
    return ", ".join(f"{count} {outcome.replace('-', ' ')}" for outcome, count in totals.items())


def amount(count: int, noun: str) -> str:
    """A number of things: "1 record", "2,000 records"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _which(paper: PaperReport) -> str:
    if paper.outcome == "exists" and not paper.kept:
        return paper.path  # the reason stands below the table, whole
    known = (paper.paper.arxiv_id or paper.paper.doi) if paper.paper else ""
    if paper.outcome in PROBLEMS or not known:
        return paper.reason
    return f"{known}, withdrawn" if withdrawn(paper.paper) else known


def _tokens(paper: PaperReport) -> str:
    used = paper.usage.tokens_in + paper.usage.tokens_out
    return f"{'~' if paper.usage.estimated else ''}{used:,}" if used else ""
