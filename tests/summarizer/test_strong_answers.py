"""The whole answers of a strong model in tests/vaults/strong-model-*: what is sound comes through untouched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scripted import ScriptedModel, Shelf

from notegen.fetcher.own_file import read_own_file
from notegen.fetcher.own_records import read_records
from notegen.fetcher.text import text_of
from notegen.records import Draft, Paper, PaperText
from notegen.summarizer.draft import draft
from notegen.templates import sections_of

VAULTS = Path(__file__).parents[1] / "vaults"
SOUND = sorted(path.name for path in VAULTS.glob("strong-model-*") if path.name != "strong-model-faults")


def _answer(case: str, name: str = "1-draft") -> Any:
    return json.loads((VAULTS / case / "answers" / f"{name}.json").read_text(encoding="utf-8"))["content"]


def _read(case: str) -> tuple[Paper, PaperText]:
    records, problems = read_records((VAULTS / case / "before" / ".notegen" / "papers.jsonl").read_bytes())
    assert not problems
    files = sorted((VAULTS / case).glob("*.md"))
    return records[0].paper, read_own_file(files[0]).text if files else text_of(records[0].paper)


def _drafted(case: str, answer: object, recheck: object) -> tuple[Draft, list[str]]:
    paper, text = _read(case)
    model = ScriptedModel({"draft": answer, "recheck": recheck})
    template = "imrad" if case.endswith("imrad") else "ochiai"
    languages = ("ja",) if case.endswith("japanese") else ("ja", "en")
    made = draft(paper, text, model, Shelf(), sections_of(template, ()), languages)
    return made, [question.name for question in model.asked]


@pytest.mark.parametrize("case", SOUND)
def test_nothing_stands_against_a_sound_answer(case: str) -> None:
    """Every claim, line of the table, term and sentence of the abstract is kept as the model wrote it, in one call."""
    answer = _answer(case)
    made, asked = _drafted(case, answer, {"claims": []})

    assert [f"{each.section} {each.sentences}: {each.message}" for each in made.findings] == []
    assert made.tldr
    assert (made.tldr.en, made.tldr.ja) == (answer["tldr"]["en"], answer["tldr"]["ja"])
    said = [(each["section"], each["en"], each["ja"], tuple(each["cites"])) for each in answer["claims"]]
    assert [(claim.section, claim.en, claim.ja, claim.sentences) for claim in made.claims] == said
    assert [(one.value, one.ja) for one in made.numbers] == [(one["value"], one["ja"]) for one in answer["numbers"]]
    assert [(term.en, term.ja) for term in made.terms] == [(term["en"], term["ja"]) for term in answer["terms"]]
    assert [pair.ja for pair in made.abstract] == [each["ja"] for each in answer["abstract"]]
    assert (made.supported, asked) == (made.total, ["draft"])


def test_of_planted_faults_only_these_are_lost() -> None:
    """What the model turned around it mends when asked again; a number that stays wrong is dropped, Japanese that stays
    Chinese gives way to its English, marked; so is a wrong line of the table dropped. All else stays as it was."""
    case = "strong-model-faults"
    answer, mended = _answer(case), {each["id"]: each for each in _answer(case, "2-recheck")["claims"]}
    made, asked = _drafted(case, answer, _answer(case, "2-recheck"))

    expected = [(each["en"], each["ja"], False) for each in answer["claims"]]
    expected[3] = (mended[4]["en"], mended[4]["ja"], False)
    expected[6] = (answer["claims"][6]["en"], "", True)
    del expected[4]
    assert [(claim.en, claim.ja, claim.unverified) for claim in made.claims] == expected
    assert [one.value for one in made.numbers] == ["740 ms", "6%"]
    found = {(each.check, each.section, each.action) for each in made.findings}
    assert found == {
        ("numbers", "evaluation", "dropped"),
        ("numbers", "numbers", "dropped"),
        ("language", "discussion", "marked"),
    }
    assert [pair.ja for pair in made.abstract] == [each["ja"] for each in answer["abstract"]]
    assert asked == ["draft", "recheck"]
