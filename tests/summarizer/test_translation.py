"""The abstract in Japanese: sentence by sentence where it can be trusted, else not at all."""

from __future__ import annotations

from notegen.records import Claim, PaperText, Sentence
from notegen.summarizer.reading.answer import RawDraft
from notegen.summarizer.translation import to_translate, translated

ENGLISH = (
    "Caches in front of object stores waste memory on pages that are read once.",
    "We present Heron, a cache that keeps pages by predicted reuse.",
    "Heron needs no change to the object store.",
    "On four traces it cuts the miss rate by 18%.",
    "Heron does not help workloads without reuse.",
)
JAPANESE = (
    "オブジェクトストアの前段のキャッシュは、一度しか読まれないページにメモリを浪費する。",
    "本論文では、予測した再利用に基づいてページを保持するキャッシュHeronを提案する。",
    "Heronはオブジェクトストアの変更を必要としない。",
    "4種類のトレースで、ミス率を18%削減した。",
    "再利用のないワークロードには、Heronは効果がない。",
)
TITLE = "Heron: A Cache by Predicted Reuse"
TEXT = PaperText("abstract v1", tuple(Sentence(number, text) for number, text in enumerate(ENGLISH, 1)))


def _raw(changed: dict[int, str], tldr: Claim | None = None) -> RawDraft:
    return RawDraft(tldr, abstract=dict(enumerate(JAPANESE, 1)) | changed)


def test_a_faithful_translation_is_kept_whole() -> None:
    """Five sentences, five translations, no finding."""
    pairs, found = translated(TITLE, TEXT, _raw({}), True)

    assert [pair.ja for pair in pairs] == list(JAPANESE)
    assert found == ()


def test_one_wrong_sentence_costs_itself() -> None:
    """A wrong number leaves that sentence in English; the others stay."""
    pairs, found = translated(TITLE, TEXT, _raw({4: "4種類のトレースで、ミス率を81%削減した。"}), True)

    assert [bool(pair.ja) for pair in pairs] == [True, True, True, False, True]
    assert {finding.sentences for finding in found} == {(4,)}


def test_a_model_that_fails_often_is_not_believed_at_all() -> None:
    """Two of five wrong: what no check caught may be wrong as well, so no Japanese is kept, and that is said."""
    pairs, found = translated(
        TITLE, TEXT, _raw({3: "Heronは変更しない。変更しない。变更。", 4: "ミス率を81%削減した。"}), True
    )

    assert not any(pair.ja for pair in pairs)
    assert "2 of 5 translations failed a check, so none is kept" in [finding.message for finding in found]


def test_japanese_that_stands_for_something_else_is_no_translation() -> None:
    """The summary's Japanese, or another sentence's, under a sentence that says something else is left out."""
    tldr = Claim("tldr", "Heron is a cache that keeps pages by predicted reuse.", JAPANESE[1], (2,))

    copied, _ = translated(TITLE, TEXT, _raw({1: JAPANESE[1]}, tldr), True)
    honest, found = translated(TITLE, TEXT, _raw({}, tldr), True)

    assert copied[0].ja == ""
    assert honest[1].ja == JAPANESE[1]
    assert found == ()


def test_only_an_abstract_is_translated() -> None:
    """A synopsis or a longer text has no such part; without Japanese wanted the sentences stand alone."""
    assert translated(TITLE, PaperText("file x.txt", TEXT.sentences), _raw({}), True) == ((), ())
    assert not any(pair.ja for pair in translated(TITLE, TEXT, _raw({}), False)[0])


def test_a_japanese_abstract_is_not_translated() -> None:
    """It stays as it is and no check objects; only what is not Japanese yet is asked for."""
    text = PaperText("abstract v1", (*map(Sentence, (1, 2), JAPANESE), Sentence(3, ENGLISH[2])))
    pairs, found = translated(TITLE, text, RawDraft(abstract={1: JAPANESE[0], 3: JAPANESE[2]}), True)

    assert [(pair.en, pair.ja) for pair in pairs] == [
        ("", JAPANESE[0]),
        ("", JAPANESE[1]),
        (ENGLISH[2], JAPANESE[2]),
    ]
    assert found == ()
    assert (to_translate(text.sentences), to_translate(text.sentences[:2]), to_translate(())) == (True, False, False)
