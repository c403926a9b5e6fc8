"""A person chooses on the terminal, where no paper is certain: asked once, remembered as a pin."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from notegen import views
from notegen.errors import PinNotKept
from notegen.fetcher.lookup import find
from notegen.fetcher.own_records import OwnKnowledge
from notegen.fetcher.pins import pin_of
from notegen.pinning import keep_pin
from notegen.records import Candidate, Match, Paper, Wanted
from notegen.seams import PaperSource
from notegen.wiring import House
from notegen.writer.journalled import JournalledVault

_MORE_TRIES = 3
_TAKEN = ("accepted", "waiting", "muted")


def chooser(
    house: House, vault: JournalledVault, sources: Sequence[PaperSource], pins: list[str] | None
) -> Callable[[Wanted, Match], Match]:
    """A function that shows a person the candidates of a match and gives back the match as they decide it.

    What they choose is written into the vault's pins, which must be held, and told in `pins`; with None it counts for
    this run only. Raises `Stopped` for Ctrl-C at a question.
    """

    def choose(wanted: Wanted, match: Match) -> Match:
        match = replace(match, candidates=views.nearest(match.candidates))
        screen, candidates = house.screen, match.candidates
        screen.show_candidates(wanted.asked_as, match)
        for _ in range(1 + _MORE_TRIES):
            answer = screen.ask(_question(len(candidates)))
            if not answer or not answer.strip():
                return match
            pin, paper = understood(answer, candidates)
            if not (pin or paper):
                screen.say(f"“{answer.strip()}” is neither of these")
                continue
            chosen = _chosen(wanted, pin, paper, house.own, sources)
            if chosen.decision not in _TAKEN:
                screen.say(f"{pin}: {chosen.reason}")
                continue
            if chosen.paper and not paper:
                screen.say(f"{chosen.paper.title}: {views.facts(chosen.paper)}")
            _keep(house, vault, wanted.asked_as, pin, pins)
            return chosen
        screen.say("left as it is")
        return match

    return choose


def understood(answer: str, candidates: Sequence[Candidate]) -> tuple[str, Paper | None]:
    """What a person answered: the pin ("" when the candidate has no id), and the candidate they chose, if they did.

    Both are empty when the answer is none. Digits and letters of full width count as well.
    """
    answer = unicodedata.normalize("NFKC", answer).strip()
    if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(candidates):
        paper = candidates[int(answer) - 1].paper
        return _pin_to(paper), paper
    return ("none" if answer.lower() == "n" else pin_of(answer) or ""), None


def _question(count: int) -> str:
    numbers = "1" if count == 1 else f"1-{count}"
    return f"Which one? {numbers}, an arXiv id or DOI, n = none of these (mute), Enter = leave it: "


def _pin_to(paper: Paper) -> str:
    if paper.arxiv_id:
        return f"arXiv:{paper.arxiv_id}"
    return pin_of(paper.doi) or ""


def _chosen(wanted: Wanted, pin: str, paper: Paper | None, own: OwnKnowledge, sources: Sequence[PaperSource]) -> Match:
    """The match a choice makes; a paper known by its id alone, or without its text, is looked up."""
    if paper and (paper.abstract or paper.synopsis or not pin):
        return Match("accepted", "chosen by hand", paper)
    return look_up(wanted.asked_as, pin, own, sources)


def look_up(link: str, pin: str, own: OwnKnowledge, sources: Sequence[PaperSource]) -> Match:
    """What the paper is that a link is pinned to, by its id alone, whatever title the link has."""
    pinned = replace(own, pins={link: pin})
    return find([Wanted(link, "")], pinned, sources)[link]


def _keep(house: House, vault: JournalledVault, link: str, pin: str, pins: list[str] | None) -> None:
    if not pin:
        house.screen.say("it has neither arXiv id nor DOI: chosen for this run only")
    elif pins is None:
        house.screen.say("chosen for this run only: a dry run writes no pin")
    else:
        try:
            keep_pin(vault, link, pin)
            pins.append(f"“{link}” is {pin}")
            house.screen.say(f"pinned: {pins[-1]}")
        except PinNotKept as error:
            house.screen.problem(str(error))
