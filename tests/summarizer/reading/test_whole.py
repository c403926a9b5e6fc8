"""Answers that break off: what is whole of them counts, the statement in which they end does not."""

from __future__ import annotations

import json

import pytest

from notegen.errors import AnswerUnusable
from notegen.summarizer.reading.answer import read_choice, read_claims, read_draft, read_json
from notegen.summarizer.reading.whole import whole_part

_SECTIONS = ("what", "method", "limits")
_KEYS = ("tldr", "claims", "numbers", "terms", "abstract")


def _claim(number: int, section: str = "method") -> dict[str, object]:
    return {"section": section, "en": f"Claim {number} is {{said}}.", "ja": f"主張{number}である。", "cites": [number]}


_ANSWER = {
    "tldr": {"en": 'A "cache" of $\\frac{1}{2}$.', "ja": "キャッシュである。", "cites": [1]},
    "claims": [_claim(number) for number in range(2, 6)],
    "numbers": [{"en": "share", "ja": "割合", "value": "31%", "cites": [6]}],
    "terms": [{"en": "cache", "ja": "キャッシュ"}],
    "abstract": [{"n": 1, "ja": "一文目である。"}, {"n": 2, "ja": "二文目である。"}],
}


@pytest.mark.parametrize("before", ["", "```json\n", "<think>Hm, {x}.</think>\n", "Here {it} is: "])
@pytest.mark.parametrize("indent", [None, 2])
def test_at_every_place_of_the_break(before: str, indent: int | None) -> None:
    """Wherever an answer breaks off, it is unreadable, and its whole part holds the first whole items alone."""
    whole = read_draft(json.dumps(_ANSWER), _SECTIONS)
    text = json.dumps(_ANSWER, ensure_ascii=False, indent=indent)
    seen = 0
    for end in range(1, len(text)):
        cut = before + text[:end]
        with pytest.raises(AnswerUnusable):
            read_json(cut, _KEYS)
        try:
            draft = read_draft(whole_part(cut), _SECTIONS)
        except AnswerUnusable:
            assert seen == 0
            continue
        assert draft.tldr == whole.tldr
        for part, all_of_it in (
            (draft.claims, whole.claims),
            (draft.numbers, whole.numbers),
            (draft.terms, whole.terms),
        ):
            assert part == all_of_it[: len(part)]  # type: ignore[comparison-overlap]
        assert draft.abstract.items() <= whole.abstract.items()
        items = len(draft.claims) + len(draft.numbers) + len(draft.terms) + len(draft.abstract)
        assert items >= seen
        seen = items
    assert seen == 8


@pytest.mark.parametrize("order", [("cites", "en", "ja", "section"), ("ja", "section", "cites", "en")])
def test_half_a_claim_is_none_in_any_order(order: tuple[str, ...]) -> None:
    """A claim whose English stands but whose Japanese breaks off is not taken, in whatever order they come."""
    text = json.dumps(
        {"claims": [{key: _claim(number)[key] for key in order} for number in (1, 2)]}, ensure_ascii=False
    )
    first_ends, last_ends = text.index("}, {") + 1, text.rindex("}]}")
    for end in range(first_ends, last_ends):
        assert [claim.sentences for claim in read_draft(whole_part(text[:end]), _SECTIONS).claims] == [(1,)]


@pytest.mark.parametrize(
    "form", ['{{"answer": {}', "[{}", "{{{}", '{{"properties": {}', '{{"remark": "so", "draft": {}', "{}"]
)
def test_what_wraps_the_answer_does_not_matter(form: str) -> None:
    """A wrapped answer that breaks off is read like another."""
    text = json.dumps({"claims": [_claim(1), _claim(2)]}, ensure_ascii=False)
    inner = text[1:] if form == "{{{}" else text
    draft = read_draft(whole_part(form.format("{" + inner if form == "{{{}" else inner)[:-20]), _SECTIONS)

    assert [claim.sentences for claim in draft.claims] == [(1,)]


def test_claims_by_section_and_numbers_break_off_alike() -> None:
    """Claims filed by section, chosen numbers and rewritten claims are whole up to the last whole one."""
    by_section = json.dumps({"claims": {"what": [_claim(1)], "method": [_claim(2), _claim(3)]}}, ensure_ascii=False)
    rewritten = json.dumps({"claims": [{"id": 4, "en": "Yes.", "cites": [1]}, {"id": 5, "en": "No.", "cites": [2]}]})

    assert len(read_draft(whole_part(by_section[:-9]), _SECTIONS).claims) == 2
    assert read_choice(whole_part('{"what": [4, 7], "method": [3, 1'), _SECTIONS) == {
        "what": [4, 7],
        "method": [3],
        "limits": [],
    }
    assert list(read_claims(whole_part(rewritten[:-4]))) == [4]


def test_damaged_answers_break_off_too() -> None:
    """Comments, other quotes and unescaped LaTeX do not keep the whole part from being found."""
    text = r"""{'claims': [{'section': 'what', 'en': '$\frac{a}{b}$ it\'s', 'cites': [1]}, // one
      {'section': 'what', 'en': 'half"""
    (claim,) = read_draft(whole_part(text), _SECTIONS).claims

    assert claim.en == r"$\frac{a}{b}$ it's"


def test_a_second_answer_that_breaks_off_takes_nothing_from_the_first() -> None:
    """A model that begins anew after its whole answer has still given it; a sketch before the answer is none."""
    text = json.dumps(_ANSWER, ensure_ascii=False)
    sketch = '{"claims": [{"section": "what", "en": "Sketch.", "cites": [1]}]}'

    assert len(read_draft(whole_part(text + text[:-300]), _SECTIONS).claims) == 4
    assert read_draft(whole_part(sketch + text[:-20]), _SECTIONS).claims[0].en == "Claim 2 is {said}."


@pytest.mark.parametrize(
    "text", ["", "No JSON.", '{"tldr": {"en": "Ha', "{", json.dumps(_ANSWER), "[1, 2", '{"a": 1} {b']
)
def test_where_nothing_is_open_or_whole_the_text_stays(text: str) -> None:
    """An answer that is whole, and one of which nothing is, come back as they are."""
    assert whole_part(text) == text


def test_the_whole_part_can_be_kept_in_a_file() -> None:
    """Half a surrogate pair in an answer that breaks off becomes U+FFFD, which a file can hold."""
    whole_part('{"tldr": {"en": "A \\ud83d cache"}, "claims": [').encode("utf-8")
