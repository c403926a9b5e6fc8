"""The command `status`: how each link of the MOCs stands; asks neither network nor model."""

from __future__ import annotations

from collections.abc import Sequence

from notegen.fetcher.noted import noted_of
from notegen.records import PaperReport, Report
from notegen.report import to_json, totals
from notegen.settings import Settings
from notegen.standing import Upkeep, known_elsewhere, survey
from notegen.wiring import open_house
from notegen.writer.journal import last_outcomes


def status(settings: Settings, mocs: Sequence[str], *, as_json: bool, everything: bool) -> int:
    """How each link of the MOCs stands; asks neither network nor model."""
    house = open_house(settings)
    listed = house.some_listed(mocs)
    known, noted = last_outcomes(settings.state_dir, settings.vault), noted_of(house.heads)
    papers = []
    for standing in survey(listed.wanted, house.index, house.vault, Upkeep()):
        reason = standing.reason
        if standing.task and (match := house.own.match(standing.wanted)) and match.decision == "muted":
            papers.append(PaperReport(standing.wanted.link, "muted", match.reason, standing.path))
            continue
        if standing.task and (told := known_elsewhere(standing, noted)):
            papers.append(told)
            continue
        last = known.get(standing.wanted.link)
        if standing.task and last and last.outcome not in ("written", "exists"):  # that it was written is not so now
            reason = f"{last.when[:10]}: {last.outcome}" + (f", {last.reason}" if last.reason else "")
        papers.append(PaperReport(standing.wanted.link, standing.outcome, reason, standing.path))
    report = Report("", str(settings.vault), listed.mocs, tuple(papers))
    if as_json:
        house.screen.show_json(to_json(report))
    else:
        places = [(one.mocs[0], " › ".join(one.section)) for one in listed.wanted]
        house.screen.show_status(report, places, totals(report), everything)
    return 0
