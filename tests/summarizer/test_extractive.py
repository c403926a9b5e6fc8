"""The drafter without a model."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from scripted import OCHIAI
from shelf import FERRYMAN, FERRYMAN_TEXT, HERON, HERON_TEXT

from notegen.records import Paper, PaperText, Sentence
from notegen.summarizer.extractive import extract


def test_sentences_go_where_their_words_say() -> None:
    """Background (earlier work, too), proposal, result and limit of an abstract are told apart by cue words."""
    made = extract(FERRYMAN, FERRYMAN_TEXT, OCHIAI)

    assert made.tldr and made.tldr.sentences == (3,)
    filed = {claim.sentences[0]: claim.section for claim in made.claims}
    assert filed[2] == "what"
    assert filed[4] == "evaluation"
    assert filed[5] == "discussion"
    assert made.model == ""
    assert made.total == made.supported == len(made.claims) + 1


def test_claims_are_the_papers_own_words() -> None:
    """Each claim is one source sentence, word for word, used once, and no Japanese is invented."""
    made = extract(HERON, HERON_TEXT, OCHIAI)
    stated = [made.tldr, *made.claims] if made.tldr else list(made.claims)
    source = {sentence.number: sentence.text for sentence in HERON_TEXT.sentences}

    assert all(claim.en == source[claim.sentences[0]] and claim.ja == "" for claim in stated)
    assert max(Counter(claim.sentences for claim in stated).values()) == 1
    assert [pair.en for pair in made.abstract] == list(source.values())


def test_an_abstract_is_a_selection() -> None:
    """However long an abstract is, at most two sentences a section are chosen."""
    sentences = tuple(
        Sentence(number, f"We evaluate workload {number} and reduce its time by {number}%.") for number in range(1, 20)
    )
    made = extract(Paper("T"), PaperText("abstract v1", sentences), OCHIAI)

    assert max(Counter(claim.section for claim in made.claims).values()) <= 2


@given(
    st.lists(
        st.tuples(st.text(max_size=30), st.text(alphabet="評価提案しかし今後。", max_size=9)), min_size=1, max_size=12
    )
)
def test_every_pair_of_a_synopsis_appears_once(pairs: list[tuple[str, str]]) -> None:
    """A synopsis is used whole: each sentence once, with its own Japanese."""
    sentences = tuple(Sentence(number, en, ja=ja or "訳") for number, (en, ja) in enumerate(pairs, 1))

    made = extract(Paper("T"), PaperText("synopsis", sentences), OCHIAI)

    stated = [made.tldr, *made.claims] if made.tldr else list(made.claims)
    assert sorted(claim.sentences for claim in stated) == [(number,) for number in range(1, len(pairs) + 1)]
    assert all(
        (claim.en, claim.ja) == (sentences[claim.sentences[0] - 1].text, sentences[claim.sentences[0] - 1].ja)
        for claim in stated
    )
    assert made.abstract == ()


def test_a_dangling_this_is_no_summary() -> None:
    """A sentence that leans on the one before is not taken as the summary when another can be."""
    text = PaperText(
        "abstract",
        (
            Sentence(1, "Caches evict the pages that programs need soon again."),
            Sentence(2, "This we call the tide problem, and we propose to study it in depth."),
            Sentence(3, "We present Tidal, a cache that looks ahead in the program."),
        ),
    )

    made = extract(Paper("Tidal: Caches that Look Ahead"), text, OCHIAI)

    assert made.tldr and made.tldr.sentences == (3,)


def test_no_rubbish_of_a_full_text() -> None:
    """Headings, table rows and torn pieces are not claims."""
    rubbish = ["3.2 Setup", "64 128 256 0.91 0.84 0.77 12.1 9.3 7.7 4.2", "of the", "Table 2: Results | a | b | c"]
    sentences = [*rubbish, *(sentence.text for sentence in FERRYMAN_TEXT.sentences)]
    text = PaperText("full text v1", tuple(Sentence(number, said) for number, said in enumerate(sentences, 1)))

    made = extract(FERRYMAN, text, OCHIAI)

    assert not {claim.en for claim in made.claims} & set(rubbish)
    assert made.abstract == ()


def test_a_japanese_text_gives_japanese_claims() -> None:
    """Of a text in Japanese the sentences become the Japanese of the claims."""
    text = PaperText(
        "file notes.txt",
        (
            Sentence(1, "従来のスケジューラは、すべてのワーカーが同じ速度で動くと仮定している。"),
            Sentence(2, "本論文では、速度の違いを考慮するスケジューラTidalを提案する。"),
            Sentence(3, "実験では、学習時間を31%短縮した。"),
        ),
    )

    made = extract(Paper("Tidal"), text, OCHIAI)

    assert made.tldr and (made.tldr.en, made.tldr.ja) == ("", text.sentences[1].text)
    assert {claim.section: claim.ja for claim in made.claims} == {
        "what": text.sentences[0].text,
        "evaluation": text.sentences[2].text,
    }


def test_no_text_gives_an_empty_draft() -> None:
    """Without any sentence there is nothing to say."""
    made = extract(Paper("T"), PaperText(), OCHIAI)

    assert (made.tldr, made.claims, made.total) == (None, (), 0)


def test_what_did_not_help_is_a_limit_in_japanese_too() -> None:
    """A Japanese sentence that no gain was seen under some condition is a limit, no part of the method."""
    text = PaperText(
        "abstract",
        (
            Sentence(1, "本論文では、順序だけを記録する方式「間引き」を提案する。"),
            Sentence(2, "一方、参照が完全に一様な場合には改善は得られなかった。"),
        ),
    )

    made = extract(Paper(title="追い出し順序"), text, OCHIAI)

    assert [(claim.section, claim.sentences) for claim in made.claims] == [("limits", (2,))]
