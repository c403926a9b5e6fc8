"""Papers that are known, but of which only a record without text is at hand, completed by another source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace

from notegen.fetcher.asking import Questions
from notegen.records import How, Match, Paper

_WITHOUT_TEXT = ("vault", "catalogue", "Crossref", "OpenAlex")  # arXiv itself has no more than it told


def completed(decided: Mapping[str, Match], desks: Sequence[Questions]) -> dict[str, Match]:
    """The matches whose paper has no text, with the text another source has, in one question by id and one by DOI.

    What the record says stays. Where the source that knows arXiv ids fails, they wait.
    """
    textless = {
        name: match.paper
        for name, match in decided.items()
        if match.paper and match.paper.source in _WITHOUT_TEXT and not (match.paper.abstract or match.paper.synopsis)
    }
    by_id = {name: paper for name, paper in textless.items() if paper.arxiv_id}
    by_doi = {name: paper for name, paper in textless.items() if paper.doi and not paper.arxiv_id}
    texts = _with_text(desks, "id", by_id, _versioned_id) | _with_text(desks, "doi", by_doi, lambda paper: paper.doi)
    failed = next((desk.trouble for desk in desks if desk.failed and desk.takes("id")), "")
    waiting = {name: Match("waiting", failed) for name in by_id if failed and name not in texts}
    return waiting | {
        name: replace(decided[name], paper=_filled(textless[name], found)) for name, found in texts.items()
    }


def _with_text(
    desks: Sequence[Questions], how: How, papers: Mapping[str, Paper], asked_as: Callable[[Paper], str]
) -> dict[str, Paper]:
    """For each name the paper of the first other source that has a text of it."""
    found: dict[str, Paper] = {}
    for desk in desks:
        asked = {
            name: asked_as(paper) for name, paper in papers.items() if name not in found and paper.source != desk.name
        }
        answers = desk.ask(how, list(asked.values()))
        for name, text in asked.items():
            if (known := answers.get(text)) and known[0].abstract:
                found[name] = known[0]
    return found


def _filled(own: Paper, found: Paper) -> Paper:
    """The paper found, with all that the own record says in its place; a text keeps the name of who gave it."""
    said = {field.name: value for field in fields(own) if (value := getattr(own, field.name))}
    if own.source in ("Crossref", "OpenAlex"):
        said["source"] = found.source
    return replace(found, **said)


def _versioned_id(paper: Paper) -> str:
    return paper.arxiv_id if paper.version is None else f"{paper.arxiv_id}v{paper.version}"
