from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import invented_papers as invented
import pytest
import yaml

from notegen.errors import PromptError
from notegen.obsidian import links, regions
from notegen.records import Claim, Draft, Paper, PaperText, Sentence, Wanted
from notegen.templates import sections_of
from notegen.writer.note import compose

OCHIAI = sections_of("ochiai", ())
_GOLDEN = Path(__file__).parent / "golden"
_NO_TEXT = PaperText()
_NOTES = {
    "model": (invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, invented.KAGAMI_DRAFT, OCHIAI),
    "extractive": (invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, invented.EXTRACT_DRAFT, OCHIAI),
    "synopsis": (invented.HIBIKI_WANTED, invented.HIBIKI, invented.HIBIKI_TEXT, invented.HIBIKI_DRAFT, OCHIAI),
    "unfinished": (invented.KAGAMI_WANTED, invented.KAGAMI, _NO_TEXT, None),
    "hostile": (invented.HOSTILE_WANTED, invented.HOSTILE, invented.HOSTILE_TEXT, invented.HOSTILE_DRAFT, OCHIAI),
}


@pytest.mark.parametrize("name", _NOTES)
def test_notes_are_as_in_the_golden_files(name: str) -> None:
    """The whole note of each kind is byte for byte what a person has read and approved."""
    assert compose(*_NOTES[name]).encode("utf-8") == (_GOLDEN / f"{name}.md").read_bytes()


@pytest.mark.parametrize("name", _NOTES)
def test_every_note_is_sound(name: str) -> None:
    """Properties are YAML, regions are untouched, no section is empty, every footnote is defined once and used."""
    note = compose(*_NOTES[name])
    head = note.split("---\n")[1]
    assert yaml.safe_load(head)["tags"] == ["paper"]
    assert all(region.untouched for region in regions.find(note).values())
    assert not re.search(r"^#+ .*\n+(?:#|\Z)", note, re.MULTILINE)
    assert not re.search(r"\n{3,}", note)
    used = set(re.findall(r"(?<!^)\[\^ng-(\d+)\](?!:)", note, re.MULTILINE))
    defined = re.findall(r"^\[\^ng-(\d+)\]:", note, re.MULTILINE)
    assert sorted(defined) == sorted(used)


def test_a_hostile_paper_brings_in_no_link_tag_code_or_mark() -> None:
    """Nothing a paper, a service or a model wrote executes, loads, links, tags or closes a region."""
    note = compose(*_NOTES["hostile"])
    assert not re.search(r"<%|\{\{|\]\(|```|`\s*\$?=|`BUTTON|<script|<img|\u202e|\u200b|\x07", note)
    assert {link.target for link in links.read_links(note)} == {"MOC"}
    assert set(regions.find(note)) == {"draft", "abstract"}
    assert len(re.findall(r"^%%", note, re.MULTILINE)) == 4
    assert 'url: "https://arxiv.org/abs/2405.00001"\n' in note


def test_a_dropped_claim_is_told_without_its_words_or_numbers() -> None:
    """Section, sentence and reason stand in a folded callout; the wrong number appears nowhere."""
    note = compose(*_NOTES["model"])
    assert "> [!warning]- 載せなかった主張 1件\n> - どうやって有効だと検証した？（文3）: " in note
    assert "40x" not in note


def test_each_source_sentence_stands_once_in_the_footnotes() -> None:
    """A sentence cited by three claims is one footnote, under the number the program gave it."""
    note = compose(*_NOTES["model"])
    assert note.count("[^ng-2]: [2] We present Kagami") == 1
    assert note.count("[^ng-2]") == 3


def test_every_claim_of_a_model_leads_to_its_source() -> None:
    """A claim in the source's own words has its footnote, too: what has none has no source."""
    source = invented.KAGAMI_TEXT.sentences[3]
    draft = Draft(
        "weak",
        None,
        (Claim("evaluation", source.text, "通常時の負荷は1.5%未満に収まる。", (4,)),),
        total=1,
        supported=1,
    )
    both = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, draft)
    japanese = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, draft, languages=("ja",))
    for note in (both, japanese):
        assert "通常時の負荷は1.5%未満に収まる。[^ng-4]" in note
        assert f"[^ng-4]: [4] {source.text}" in note


@pytest.mark.parametrize("name", ["model", "extractive", "synopsis", "unfinished"])
def test_english_alone_holds_no_japanese(name: str) -> None:
    """With --lang en neither headings nor claims, head line, terms or abstract are Japanese."""
    note = compose(*_NOTES[name], languages=("en",))
    assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", re.sub(r"\[\[.*?\]\]", "", note))


def test_japanese_alone_keeps_english_only_where_there_is_no_japanese() -> None:
    """With --lang ja a claim has one line; the unverified one and the evidence stay in English."""
    note = compose(*_NOTES["model"], languages=("ja",))
    body = note.split("## Memo with LLM")[1]
    assert "- 512 GPUの環境で、復旧時間を14分から21秒に短縮した。[^ng-3]\n- 「未確認」Overhead" in body
    assert "TL;DR\n> Kagamiは" in body
    assert "Read: " not in body
    assert "Restarting a training job" not in body


def test_an_unverified_claim_is_plain_in_an_english_note() -> None:
    """The mark speaks of the Japanese; where none was asked for it is not shown."""
    assert "未確認" not in compose(*_NOTES["model"], languages=("en",))


def test_a_withdrawn_paper_says_so_first() -> None:
    """A withdrawal in comment, title or abstract stands on top of the draft; a paper on withdrawal does not."""
    notes = [
        compose(Wanted("N", "N"), paper, _NO_TEXT, None)
        for paper in (
            Paper("Title", comment="This paper has been withdrawn by the authors: error in Lemma 2"),
            Paper("Title (Withdrawn)"),
            Paper("Title", abstract="This paper has been withdrawn."),
        )
    ]
    assert all(
        re.search(r"%% notegen:begin draft .*\n> \[!danger\] この論文は取り下げられています", note) for note in notes
    )
    assert "error in Lemma 2" in notes[0]
    assert "danger" not in compose(Wanted("N", "N"), Paper("Predicting withdrawn drugs"), _NO_TEXT, None)


def test_a_paper_no_list_names_has_no_parent_line() -> None:
    """Without a MOC there is neither `up` nor a Parent line."""
    note = compose(Wanted("N", "N"), Paper("N"), _NO_TEXT, None)
    assert "Parent:" not in note
    assert "up:" not in note


def test_sections_keep_their_order_and_unknown_ones_follow() -> None:
    """Claims come in the order of the questions, those of a template's own sections after them under their key."""
    claims = (Claim("extra", "E.", "", ()), Claim("method", "M.", "", ()), Claim("what", "W.", "", ()))
    note = compose(Wanted("N", "N"), Paper("N"), _NO_TEXT, Draft("m", None, claims, total=3, supported=3), OCHIAI)
    assert re.findall(r"^### (.*)", note, re.MULTILINE) == ["どんなもの？", "技術や手法のキモは？", "extra"]


def test_footnotes_are_not_swallowed_by_the_end_of_a_claim() -> None:
    """A claim that ends with a sign that would join with the footnote is kept apart from it."""
    text = PaperText("abstract", (Sentence(1, "It works."),))
    draft = Draft(
        "m", None, (Claim("what", "It works!", "", (1,)), Claim("what", "x^", "", (1,))), total=2, supported=2
    )
    note = compose(Wanted("N", "N"), Paper("N"), text, draft)
    assert "It works! [^ng-1]" in note
    assert "x^ [^ng-1]" in note


def test_a_draft_of_nothing_still_tells_what_was_left_out() -> None:
    """When every claim was dropped the note says how many, and has no empty heading."""
    draft = replace(invented.KAGAMI_DRAFT, tldr=None, claims=(), numbers=(), terms=(), abstract=())
    note = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, draft)
    assert "載せなかった主張 8件" in note
    assert "###" not in note


def test_a_template_of_ones_own_comes_first(tmp_path: Path) -> None:
    """A note.md.j2 in the first folder is used; it sees the same values and makes its own regions."""
    (tmp_path / "note.md.j2").write_text(
        '---\n{{ properties }}\n---\n{% call region("draft") %}{{ draft.tldr.lines[0] }}{% endcall %}', encoding="utf-8"
    )
    note = compose(*_NOTES["model"], template_folders=(tmp_path,))
    assert regions.find(note)["draft"].body.startswith("Kagamiは")
    assert "## Memo" not in note


@pytest.mark.parametrize(
    ("template", "line", "why"),
    [
        ("a\n{% if %}\n", 2, "Expected an expression"),
        ("a\nb\n{{ colour }}\n", 3, "colour"),
        ("a\n{{ draft.tldr + 1 }}\n", 2, "unsupported operand"),
        ("a\n{{ ().__class__.__mro__ }}\n", 2, "unsafe"),
        ('{% call region("draft") %}%% notegen:end draft %%{% endcall %}\n', 1, "region"),
        ("no region at all\n", 1, "region named draft"),
    ],
)
def test_a_broken_template_is_named_with_line_and_reason(tmp_path: Path, template: str, line: int, why: str) -> None:
    """Wrong syntax, unknown values, errors in expressions, unsafe access and missing regions all end in PromptError."""
    (tmp_path / "note.md.j2").write_text(template, encoding="utf-8")
    with pytest.raises(PromptError, match=why) as caught:
        compose(*_NOTES["model"], template_folders=(tmp_path,))
    assert caught.value.line == line
    assert caught.value.file == str(tmp_path / "note.md.j2")


def test_claims_of_no_section_are_told() -> None:
    """They are among those left out, with the reason, in the language of the note."""
    wanted, paper, text, draft, headings = _NOTES["model"]
    whole = replace(draft, unplaced=2, total=draft.total + 2, findings=())
    for languages, told in (
        (("ja", "en"), "2件: どの見出しにも当てはまらない"),
        (("en",), "2: filed under no section"),
    ):
        assert f"\n> - {told}" in compose(wanted, paper, text, whole, headings, languages=languages)


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        ("/home/someone/models/small-q4.gguf", "small-q4"),
        ("C:\\Users\\someone\\small-q4.gguf", "small-q4"),
        ("/srv/llm/Large-7B/", "Large-7B"),
        ("~/small.gguf", "small"),
        ("Someone/Small-GGUF:Q4_K_M", "Someone/Small-GGUF:Q4_K_M"),
        ("qwen3:8b", "qwen3:8b"),
    ],
)
def test_no_note_tells_where_the_model_lies(named: str, shown: str) -> None:
    """Servers that name a model by its path do not bring that path, a person's name in it, into the vault."""
    draft = replace(invented.KAGAMI_DRAFT, model=named)

    note = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, draft, OCHIAI)

    assert f'notegen_model: "{shown}"' in note and f"モデル: {shown}。" in note and f"Model: {shown}." in note
    assert "someone" not in note and "/srv" not in note


def test_a_translation_that_failed_is_told_in_both_languages() -> None:
    """Of sentences put into Japanese one by one, those without are counted, and not taken for doubtful English."""
    source = invented.KAGAMI_TEXT.sentences[3]
    claim = Claim("evaluation", source.text, "", (4,), unverified=True)
    draft = Draft("weak", None, (claim,), translated=True, total=1, supported=1)

    note = compose(invented.KAGAMI_WANTED, invented.KAGAMI, invented.KAGAMI_TEXT, draft, OCHIAI)

    assert "訳が検査を通らなかった1件は「未確認」を付けて原文だけを載せています。" in note
    assert "go by the English. 1 whose Japanese failed its checks stand in English alone.\n" in note
