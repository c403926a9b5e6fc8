"""The labelled claims that the checks are measured with: their labels hold by readings made for this file alone."""

from __future__ import annotations

import importlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest
from figures import COUNTED, KANJI, UNITS, WORDS, lacking, quantities, unbacked

SETS = Path(__file__).resolve().parents[1] / "bench" / "checks"
FOLDER = SETS / "first"
SHARED = Path(__file__).resolve().parents[2] / "shared" / "arxiv_replay"
Labelled = dict[str, Any]

JAPANESE_KINDS = (
    "english-left",
    "simplified",
    "chinese-wording",
    "romaji",
    "half-width-kana",
    "mixed-style",
    "mojibake",
    "cut-off",
)
NUMBER_KINDS = ("number-changed", "unit-changed", "magnitude", "number-missing", "numbers-swapped")
OTHER_KINDS = (
    "no-such-sentence",
    "wrong-sentence",
    "unsupported",
    "direction",
    "negation",
    "name-altered",
    "name-lost",
    "repetition",
    "near-duplicate",
    "too-short",
    "too-long",
    "refusal",
)
KINDS = JAPANESE_KINDS + NUMBER_KINDS + OTHER_KINDS


@pytest.fixture(scope="module")
def papers() -> dict[str, Labelled]:
    """The papers by id."""
    return {paper["id"]: paper for paper in _lines("papers.jsonl")}


@pytest.fixture(scope="module")
def rows() -> list[Labelled]:
    """All labelled claims."""
    return _lines("claims.jsonl")


def _lines(name: str) -> list[Labelled]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def base(rows: list[Labelled]) -> Callable[[Labelled], Labelled]:
    """The clean claim that a fault was made of."""
    clean = {row["id"]: row for row in rows if row["label"] == "clean"}
    return lambda row: clean[row["base"]]["claim"]


@pytest.fixture(scope="module")
def cited(papers: dict[str, Labelled]) -> Callable[[Labelled], str]:
    """The text of the sentences that a claim cites."""

    def text(row: Labelled) -> str:
        sentences = papers[row["paper"]]["sentences"]
        return " ".join(sentences[number - 1] for number in row["claim"]["sentences"])

    return text


def of(rows: list[Labelled], *labels: str) -> list[Labelled]:
    """The claims with one of these labels."""
    return [row for row in rows if row["label"] in labels]


def test_every_claim_is_whole_and_has_its_own_name(rows: list[Labelled], papers: dict[str, Labelled]) -> None:
    """Ids are unique, papers known, labels among the kinds, both languages there, and every label says why."""
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert row["paper"] in papers
        assert row["label"] in ("clean", *KINDS)
        assert row["note"]
        assert row["claim"]["en"].strip() and row["claim"]["ja"].strip()
        assert row["split"] == papers[row["paper"]]["split"]


def test_there_are_enough_of_each_kind_in_both_halves(rows: list[Labelled]) -> None:
    """At least 300 clean claims, 500 faults, 40 of each kind, and each kind is split half and half, but for two."""
    count = Counter((row["label"], row["split"]) for row in rows)
    for kind in ("clean", *KINDS):
        dev, held_out = count[kind, "dev"], count[kind, "held-out"]
        assert dev + held_out >= (300 if kind == "clean" else 40), kind
        assert abs(dev - held_out) <= 2, kind
    assert len(rows) - count["clean", "dev"] - count["clean", "held-out"] >= 500


def test_every_paper_has_claims_of_every_kind(rows: list[Labelled], papers: dict[str, Labelled]) -> None:
    """Kinds are spread evenly over 25 papers or more of 8 to 14 sentences."""
    assert len(papers) >= 25
    for paper in papers.values():
        assert 8 <= len(paper["sentences"]) <= 14
        here = Counter(row["label"] for row in rows if row["paper"] == paper["id"])
        assert set(here) == {"clean", *KINDS}


def test_held_out_papers_share_nothing_with_the_others(rows: list[Labelled], papers: dict[str, Labelled]) -> None:
    """No title, sentence, invented name or claim text of one half is in the other."""
    seen: dict[str, set[str]] = {"dev": set(), "held-out": set()}
    for paper in papers.values():
        name = paper["title"].split(":")[0]
        seen[paper["split"]] |= {paper["title"], name, *paper["sentences"]}
    for row in rows:
        seen[row["split"]] |= {row["claim"]["en"], row["claim"]["ja"]}
    assert not seen["dev"] & seen["held-out"]


def test_the_numbers_of_a_clean_claim_are_in_its_sentences(
    rows: list[Labelled], cited: Callable[[Labelled], str]
) -> None:
    """Each number of a clean claim, in either language, is in the cited sentences, and both languages have the same."""
    for row in of(rows, "clean"):
        english, japanese = row["claim"]["en"], row["claim"]["ja"]
        assert not unbacked(english, cited(row)), row["id"]
        assert not unbacked(japanese, cited(row)), row["id"]
        assert not lacking(english, japanese), row["id"]
        assert not lacking(japanese, english), row["id"]


def test_names_of_clean_claims_are_in_their_sentences_and_in_both_languages(
    rows: list[Labelled], papers: dict[str, Labelled], cited: Callable[[Labelled], str]
) -> None:
    """A name in the Japanese of a clean claim is in its sentences (or is the paper's own), and in no other spelling."""
    for row in of(rows, "clean"):
        known = cited(row) + papers[row["paper"]]["title"] + row["claim"]["en"]
        for name in names(row["claim"]["ja"]):
            assert name in known or name.rstrip("0123456789") in known, (row["id"], name)


def names(text: str) -> set[str]:
    """Words in Latin letters that are spelled as names: a capital or a digit in them."""
    words = re.findall(r"[A-Za-z][A-Za-z0-9+-]*(?:[.@/-][A-Za-z0-9]+)*", text)
    return {word for word in words if re.search(r"[A-Z0-9]", word)} - set(UNITS)


def test_the_clean_claims_of_a_paper_make_a_sound_note(rows: list[Labelled]) -> None:
    """No two clean claims of a paper say nearly the same, and each is a whole sentence in the plain style."""
    notes: dict[str, list[Labelled]] = {}
    for row in of(rows, "clean"):
        japanese = row["claim"]["ja"]
        assert japanese.endswith("。")
        assert not re.search(r"(?:です|ます|ました|ません|でした|ください)。", japanese), row["id"]
        assert 8 <= len(japanese) <= 130, row["id"]
        for other in notes.setdefault(row["paper"], []):
            assert _likeness(japanese, other["claim"]["ja"]) < 0.7, (row["id"], other["id"])
            assert _likeness(row["claim"]["en"], other["claim"]["en"]) < 0.75, (row["id"], other["id"])
        notes[row["paper"]].append(row)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def test_faults_that_do_not_concern_citations_cite_as_the_clean_claim_does(
    rows: list[Labelled], papers: dict[str, Labelled], base: Callable[[Labelled], Labelled]
) -> None:
    """A fault is alone in its claim: where the text is at fault, the citations are the sound ones."""
    for row in rows:
        if row["label"] in ("clean", "no-such-sentence", "wrong-sentence", "too-long"):
            continue
        assert row["claim"]["sentences"] == base(row)["sentences"], row["id"]
        assert row["claim"] != base(row)


def test_wrong_citations_are_wrong(
    rows: list[Labelled], papers: dict[str, Labelled], base: Callable[[Labelled], Labelled]
) -> None:
    """What is called missing is not in the text; what is called wrong is there, but is none of the right sentences."""
    for row in rows:
        numbers = set(row["claim"]["sentences"])
        there = set(range(1, len(papers[row["paper"]]["sentences"]) + 1))
        if row["label"] == "no-such-sentence":
            assert not numbers or numbers - there, row["id"]
        else:
            assert numbers and numbers <= there, row["id"]
        if row["label"] == "wrong-sentence":
            assert not numbers & set(base(row)["sentences"]), row["id"]
            assert (row["claim"]["en"], row["claim"]["ja"]) == (base(row)["en"], base(row)["ja"])


def test_a_wrong_number_is_in_no_form_in_the_cited_sentences(
    rows: list[Labelled], cited: Callable[[Labelled], str]
) -> None:
    """A changed number or power of ten is not in the cited sentences, in whatever form it may be written there."""
    for row in of(rows, "number-changed", "magnitude"):
        wrong = unbacked(row["claim"]["en"], cited(row)) | unbacked(row["claim"]["ja"], cited(row))
        assert wrong, row["id"]


def test_a_wrong_unit_stands_at_the_right_number(rows: list[Labelled], base: Callable[[Labelled], Labelled]) -> None:
    """A changed unit leaves the figures as they are, and no quantity so written is in the clean claim."""
    for row in of(rows, "unit-changed"):
        new = [quantities(row["claim"][language]) - quantities(base(row)[language]) for language in ("en", "ja")]
        assert any(new), row["id"]
        for language in ("en", "ja"):
            assert _figures(row["claim"][language]) == _figures(base(row)[language]), row["id"]


def _figures(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text)
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", COUNTED.sub(lambda match: str(KANJI[match[1]]), text)))


def test_a_missing_number_is_gone_from_one_language_only(
    rows: list[Labelled], base: Callable[[Labelled], Labelled], cited: Callable[[Labelled], str]
) -> None:
    """One language is untouched, the other lacks a number of it, and no number is wrong."""
    for row in of(rows, "number-missing"):
        english, japanese = row["claim"]["en"], row["claim"]["ja"]
        assert (english == base(row)["en"]) != (japanese == base(row)["ja"]), row["id"]
        assert lacking(english, japanese) or lacking(japanese, english), row["id"]
        assert not unbacked(english, cited(row)) and not unbacked(japanese, cited(row)), row["id"]


def test_swapped_numbers_are_all_in_the_sentence_but_at_other_places(
    rows: list[Labelled], base: Callable[[Labelled], Labelled]
) -> None:
    """The figures of a swapped claim are those of the clean one in another order, in both languages."""
    for row in of(rows, "numbers-swapped"):
        for language in ("en", "ja"):
            figures = [_in_order(claim[language]) for claim in (row["claim"], base(row))]
            assert sorted(figures[0]) == sorted(figures[1]), row["id"]
            assert figures[0] != figures[1], row["id"]


def _in_order(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text).lower()
    return re.findall(rf"\d+(?:[.,]\d+)*|[一二三四五六七八九](?=つ)|\b(?:{'|'.join(WORDS)})\b", text)


def test_faults_beside_numbers_leave_the_numbers_alone(rows: list[Labelled], cited: Callable[[Labelled], str]) -> None:
    """Faults of direction, negation, names and of the Japanese carry no wrong number on top."""
    kinds = ("direction", "negation", "name-altered", "name-lost", "near-duplicate", "mixed-style", "too-long")
    for row in of(rows, *kinds):
        assert not unbacked(row["claim"]["en"], cited(row)), row["id"]
        assert not unbacked(row["claim"]["ja"], cited(row)), row["id"]


def test_direction_and_negation_change_both_languages_alike(
    rows: list[Labelled], base: Callable[[Labelled], Labelled]
) -> None:
    """A turned statement is turned in both languages, and stays close to the clean one."""
    for row in of(rows, "direction", "negation"):
        for language in ("en", "ja"):
            assert row["claim"][language] != base(row)[language], row["id"]
            assert _likeness(row["claim"][language], base(row)[language]) > 0.5, row["id"]


def test_an_altered_name_is_not_in_the_paper(
    rows: list[Labelled], papers: dict[str, Labelled], base: Callable[[Labelled], Labelled]
) -> None:
    """The new name stands in both languages and is nowhere in the paper."""
    for row in of(rows, "name-altered"):
        new = _capitals(row["claim"]["en"]) - _capitals(base(row)["en"])
        paper = papers[row["paper"]]
        whole = " ".join([paper["title"], *paper["sentences"]])
        assert new, row["id"]
        assert all(name not in _capitals(whole) for name in new), row["id"]
        assert row["claim"]["ja"] != base(row)["ja"], row["id"]


def _capitals(text: str) -> set[str]:
    return set(re.findall(r"\b(?=[a-z]*[A-Z0-9])[A-Za-z][A-Za-z0-9+.-]*[A-Za-z0-9]", text))


def test_a_lost_name_is_gone_from_one_language_only(rows: list[Labelled], base: Callable[[Labelled], Labelled]) -> None:
    """One language is untouched; the other lacks a name that the clean claim has there."""
    for row in of(rows, "name-lost"):
        changed = [language for language in ("en", "ja") if row["claim"][language] != base(row)[language]]
        assert len(changed) == 1, row["id"]
        before, after = (claim[changed[0]] for claim in (base(row), row["claim"]))
        gone = _capitals_anywhere(before) - _capitals_anywhere(after)
        assert gone, row["id"]


def _capitals_anywhere(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]*[A-Z][A-Za-z0-9+]*|etcd|ext4|mprotect", text))


def test_japanese_faults_show_what_they_are_called_for(
    rows: list[Labelled], base: Callable[[Labelled], Labelled], cited: Callable[[Labelled], str]
) -> None:
    """Every fault of the Japanese has its mark in the text, where the clean claim has none."""
    marks: dict[str, Callable[[str, str], bool]] = {
        "simplified": lambda text, known: any(_simplified(glyph) for glyph in text if glyph not in known),
        "half-width-kana": lambda text, known: bool(re.search("[\uff66-\uff9d]", text)),
        "mojibake": lambda text, known: bool(
            re.search("\ufffd|[ãåäæç][\u0080-\u2122]|[繧繝縺邨譛莉蝨蜍遲竜驕螟險荳荵]", text)
        ),
        "romaji": lambda text, known: any(word not in known for word in re.findall(r"(?<![A-Za-z])[a-z]{3,}", text)),
        "english-left": lambda text, known: len(set(re.findall(r"[A-Za-z]{3,}", text)) - names(known)) >= 2,
        "mixed-style": lambda text, known: bool(re.search(r"(?:です|ます|ました|ません|でした)。$", text)),
    }
    for kind, mark in marks.items():
        for row in of(rows, kind):
            known = cited(row) if kind != "romaji" else cited(row) + row["claim"]["en"]
            assert mark(row["claim"]["ja"], known), row["id"]
            assert row["claim"]["en"] == base(row)["en"], row["id"]
        for row in of(rows, "clean"):
            if kind != "english-left":
                assert not mark(row["claim"]["ja"], cited(row) + row["claim"]["en"]), (kind, row["id"])


def _simplified(glyph: str) -> bool:
    """Whether a kanji-like glyph is in no Japanese character set of Windows (code page 932)."""
    try:
        glyph.encode("cp932")
    except UnicodeEncodeError:
        return "\u4e00" <= glyph <= "\u9fff"
    return False


def test_chinese_wording_uses_no_simplified_glyph_and_more_kanji(
    rows: list[Labelled], base: Callable[[Labelled], Labelled]
) -> None:
    """Chinese wording is told by words, not by glyphs: all are Japanese ones, with fewer kana than before."""
    for row in of(rows, "chinese-wording"):
        after, before = row["claim"]["ja"], base(row)["ja"]
        assert not any(_simplified(glyph) for glyph in after if glyph not in before), row["id"]
        assert _kana(after) < _kana(before), row["id"]


def _kana(text: str) -> float:
    return len(re.findall("[ぁ-ん]", text)) / len(text)


def test_what_is_cut_off_does_not_end_as_a_sentence(rows: list[Labelled], base: Callable[[Labelled], Labelled]) -> None:
    """The Japanese is a beginning of the clean one, short of its end."""
    for row in of(rows, "cut-off"):
        start = row["claim"]["ja"].removesuffix("。")
        assert base(row)["ja"].startswith(start) and len(start) < len(base(row)["ja"]) - 1, row["id"]


def test_repetitions_say_a_part_again_and_again(rows: list[Labelled], base: Callable[[Labelled], Labelled]) -> None:
    """A stretch of three characters or more stands oftener than in the clean claim, and the claim grows by it."""
    for row in of(rows, "repetition"):
        after, before = row["claim"]["ja"], base(row)["ja"]
        assert len(after) > len(before), row["id"]
        assert re.search(r"(.{3,})[、。]?\1", after), row["id"]


def test_near_duplicates_are_near_to_a_claim_of_the_note(rows: list[Labelled]) -> None:
    """A near-duplicate names the claim it repeats, and differs from it by a few words in both languages."""
    by_id = {row["id"]: row for row in rows}
    for row in of(rows, "near-duplicate"):
        [other] = row["with"]
        for language in ("en", "ja"):
            assert 0.6 < _likeness(row["claim"][language], by_id[other]["claim"][language]) < 1, row["id"]


def test_mixed_style_names_a_note_in_the_plain_style(rows: list[Labelled]) -> None:
    """A polite claim comes with three clean, plain ones of the same paper; without them nothing would be mixed."""
    by_id = {row["id"]: row for row in rows}
    for row in of(rows, "mixed-style"):
        assert len(row["with"]) == 3
        assert all(by_id[other]["label"] == "clean" and other.startswith(row["paper"]) for other in row["with"])


def test_lengths_are_out_of_the_ordinary_where_they_are_the_fault(rows: list[Labelled]) -> None:
    """Too short is shorter than any clean claim in Japanese, too long is longer than any in both languages."""
    assert max(_lengths(of(rows, "too-short"), "ja")) < min(_lengths(of(rows, "clean"), "ja")) / 1.5
    assert all(len(row["claim"]["en"].split()) <= 4 for row in of(rows, "too-short"))
    for language in ("en", "ja"):
        assert min(_lengths(of(rows, "too-long"), language)) > max(_lengths(of(rows, "clean"), language))


def _lengths(rows: Iterable[Labelled], language: str) -> list[int]:
    return [len(row["claim"][language]) for row in rows]


def test_refusals_say_nothing_of_the_paper(rows: list[Labelled], base: Callable[[Labelled], Labelled]) -> None:
    """A refusal stands in place of the claim in one language or both, and has nothing of its numbers or names."""
    for row in of(rows, "refusal"):
        changed = [language for language in ("en", "ja") if row["claim"][language] != base(row)[language]]
        assert changed, row["id"]
        for language in changed:
            assert not quantities(row["claim"][language]), row["id"]
            assert _likeness(row["claim"][language], base(row)[language]) < 0.5, row["id"]


@pytest.mark.parametrize("name", ["sound", "faults", "further"])
def test_the_sets_of_other_authors_are_whole_and_share_nothing(name: str) -> None:
    """Ids are unique, papers known, labels among the kinds; no text of a held-out paper is in dev."""
    seen: dict[str, set[str]] = {"dev": set(), "held-out": set()}
    for each in ("first", "sound", "faults", "further"):
        rows, papers = ([json.loads(line) for line in (SETS / each / f"{kind}.jsonl").open(encoding="utf-8")]
                        for kind in ("claims", "papers"))  # fmt: skip
        split_of = {paper["id"]: paper["split"] for paper in papers}
        for paper in papers:
            seen[paper["split"]] |= {paper["title"], *paper["sentences"]}
        for row in rows:
            assert row["split"] == split_of[row["paper"]]
            seen[row["split"]] |= {row["claim"]["en"]}
        if each == name:
            assert len({row["id"] for row in rows}) == len(rows)
            assert {row["label"] for row in rows} <= {"clean", "number-computed", *KINDS}
            count = Counter((row["label"], row["split"]) for row in rows)
            assert name == "further" or all(abs(count[one, "dev"] - count[one, "held-out"]) <= 2 for one, _ in count)
    assert not seen["dev"] & seen["held-out"]


@pytest.fixture(scope="module")
def outside() -> list[Labelled]:
    """Claims of real abstracts, where those are at hand."""
    if not (SHARED / "data" / "records.jsonl.gz").is_file():
        pytest.skip("the real records are not here")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SETS.parent))
        made: list[Labelled] = importlib.import_module("checks_outside").labelled(7, 240, SHARED)
    return made


@pytest.mark.replay
def test_claims_of_real_abstracts_are_of_every_kind(outside: list[Labelled]) -> None:
    """As many as asked for, a third of them clean, the faults in equal parts, each with its sentences."""
    count = Counter(row["label"] for row in outside)
    assert len(outside) == 240 and count.pop("clean") >= 80
    assert len(count) == 7 and max(count.values()) - min(count.values()) <= 1
    assert all(1 <= row["claim"]["sentences"][0] <= len(row["text"]) for row in outside)


@pytest.mark.replay
def test_claims_of_real_abstracts_are_labelled_right(outside: list[Labelled]) -> None:
    """A clean claim has the figures of its sentence, a wrong number is not in it, and no fault leaves it as it is."""
    for row in outside:
        english, source = row["claim"]["en"], row["text"][row["claim"]["sentences"][0] - 1]
        figures = [re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")) for text in (english, source)]
        if row["label"] == "clean":
            assert figures[0] == figures[1], row["note"]
        else:
            assert english != source, row["note"]
        if row["label"] == "number-changed":
            assert set(figures[0]) - set(figures[1]), row["note"]
        if row["label"] == "wrong-sentence":
            assert english in row["text"]
        elif row["label"] != "clean":
            assert _likeness(english, source) > 0.5, row["note"]
