"""Whether a claim is what its sentences say: paraphrases pass, additions, wrong citations and turned words do not."""

from __future__ import annotations

import pytest

from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.evidence import narrowed

_TITLE = "Halyard: Write-Ahead Logs for Persistent Memory"
_TEXT = {
    number: Sentence(number, text)
    for number, text in enumerate(
        (
            "Databases keep a log on disk, and every commit waits until the log has been written.",
            "We present Halyard, a log manager that writes each record to persistent memory with a single fence.",
            "Unlike Corvid, Halyard does not require a background thread, and no record is copied twice.",
            "On TPC-C, Halyard commits 310,000 transactions per second, 2.6 times as many as Corvid.",
            "The median commit latency falls from 840 μs to 0.21 ms, and recovery loses 4% of its speed.",
            "We did not measure Halyard on ARM processors, where fences are cheaper than on x86.",
            "Each thread never holds more than four unflushed records, and 30 minutes of logs fit into 2 TB.",
        ),
        1,
    )
}


def _judged(en: str, ja: str, *cited: int) -> tuple[Finding, ...]:
    claim = narrowed(Claim("method", en, ja, cited), _TEXT)
    return judge(claim, _TEXT, _TITLE, ("ja", "en") if ja else ("en",))


@pytest.mark.parametrize(
    ("en", "ja", "cited"),
    [
        ("A commit must wait for the log to reach the disk.", "コミットはログがディスクに書き込まれるまで待つ。", 1),
        ("One fence per record suffices to store it in persistent memory.", "", 2),
        ("In contrast to Corvid, Halyard runs without a background thread.", "", 3),
        ("Halyard copies no record twice.", "Halyardはレコードを二度コピーしない。", 3),
        ("At 310K transactions per second on TPC-C, Corvid's rate is exceeded 2.6-fold.", "", 4),
        ("Median commit latency goes down from 0.84 ms to 210 μs.",
         "コミット遅延の中央値は0.84ミリ秒から210マイクロ秒に下がる。", 5),
        ("Measurements on ARM processors, where fences cost less than on x86, were left out.", "", 6),
        ("A thread holds at most four unflushed records.",
         "各スレッドが保持する未フラッシュのレコードは最大4つである。", 7),
    ],
)  # fmt: skip
def test_what_says_the_same_in_other_words_passes(en: str, ja: str, cited: int) -> None:
    """A fair paraphrase stands, with other verbs, other units of one measure, and denial put in another form."""
    assert _judged(en, ja, cited) == ()


@pytest.mark.parametrize(
    ("en", "cited"),
    [
        ("A commit must go on waiting as long as the log is not on the drive.", 1),
        ("With Halyard, a record is saved by just one fence.", 2),
        ("Everything is done without a thread in the background, in contrast to Corvid.", 3),
        ("Halyard is 2.6 times as quick as Corvid on TPC-C, at 310,000 transactions a second.", 4),
        ("ARM processors, whose fences cost less, were left out of the experiments.", 6),
        ("At most four records per thread are waiting to be flushed.", 7),
    ],
)
def test_free_paraphrases_pass(en: str, cited: int) -> None:
    """General English stands for the source's words: drive for disk, saved for written, quick for fast."""
    assert _judged(en, "", cited) == ()


@pytest.mark.parametrize(
    ("en", "cited"),
    [
        (
            "The log manager of Halyard writes each record to memory with one fence, and a compressor packs it.",
            2,
        ),
        (
            "Halyard commits 310,000 transactions per second, 2.6x as many as Corvid, thanks to hash indexes.",
            4,
        ),
    ],
)
def test_a_clause_that_was_added_is_found(en: str, cited: int) -> None:
    """One clause of which the source says nothing is found, though the rest of the claim is true."""
    assert any("part of it" in finding.message for finding in _judged(en, "", cited))


def test_another_sentence_that_fits_clearly_better_is_named() -> None:
    """A claim that shares some words with the cited sentence, but is another's, is marked with that one's number."""
    found = _judged("The Halyard log manager writes records to memory with fences.", "", 1)

    assert any("sentence 2 says" in finding.message for finding in found)


def test_a_number_of_no_sentence_is_found_beside_a_good_one() -> None:
    """A citation that leads nowhere is marked, even where another carries the claim."""
    found = _judged("Halyard does not require a background thread.", "", 3, 41)

    assert [(finding.action, "no sentence 41" in finding.message) for finding in found] == [("marked", True)]


@pytest.mark.parametrize(
    ("en", "cited"),
    [
        ("Like Corvid, Halyard has a background thread, and no record is copied twice.", 3),
        ("Halyard requires a background thread.", 3),
        ("We measured Halyard on ARM processors, where fences are cheaper than on x86.", 6),
        ("On ARM processors fences are costlier than on x86.", 6),
        ("Corvid commits 2.6 times as many transactions per second as Halyard on TPC-C.", 4),
        ("The median commit latency rises from 840 μs to 0.21 ms.", 5),
        ("Recovery gains 4% of its speed.", 5),
        ("Each thread holds more than four unflushed records.", 7),
        ("Halyard lacks a log manager that writes records to persistent memory.", 2),
        ("Halyard always copies records twice.", 3),
    ],
)
def test_what_is_turned_around_is_found(en: str, cited: int) -> None:
    """Denial dropped or put in, likeness for difference, sides and the direction beside a number turned: all stop."""
    assert _judged(en, "", cited)


@pytest.mark.parametrize(
    ("en", "ja", "message"),
    [
        ("On TPC-C, Halyard commits 2.6 times as many transactions as Corvid.",
         "TPC-Cでは、Halyardのコミット数は従来方式の2.6倍である。", "the Japanese leaves out “Corvid”"),
        ("On a benchmark, Halyard commits 2.6 times as many transactions as Corvid.",
         "TPC-Cでは、Halyardのコミット数はCorvidの2.6倍である。", "the English leaves out “TPC-C”"),
    ],
)  # fmt: skip
def test_a_name_that_one_language_lost_is_named(en: str, ja: str, message: str) -> None:
    """A rival or benchmark of the cited sentence that only one language keeps is marked."""
    assert [finding.message for finding in _judged(en, ja, 4)] == [message]


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        ("On TPC-C, 2.6 times as many transactions are committed as with Corvid.",
         "HalyardはTPC-Cで、Corvidの2.6倍のトランザクションをコミットする。"),
        ("Halyard commits 2.6 times as many transactions on TPC-C as Corvid.",
         "TPC-Cでのコミット数は、コルヴィドの2.6倍である。"),
    ],
)  # fmt: skip
def test_the_papers_own_name_and_names_in_kana_may_go(en: str, ja: str) -> None:
    """What the paper presents may stay unsaid in one language, and Japanese may spell a name in kana."""
    assert _judged(en, ja, 4) == ()


_CONTRASTS = {
    number: Sentence(number, text)
    for number, text in enumerate(
        (
            "Short queries are answered by the cache, whereas long scans go to the disk.",
            "The planner compares costs with the measured time rather than with an estimate.",
            "Unless a replica is stale, the router keeps sending reads to it.",
            "Points of interest (POI) are matched by name before they are matched by distance.",
            "The index is lock-free and works without garbage collection.",
            "Updates do not necessarily reach all replicas.",
        ),
        1,
    )
}


@pytest.mark.parametrize(
    ("en", "cited"),
    [
        ("The planner compares costs with an estimate rather than with the measured time.", 2),
        ("If a replica is stale, the router keeps sending reads to it.", 3),
        ("The index takes locks and works with garbage collection.", 5),
        ("Updates always reach all replicas.", 6),
        ("A scan takes 40 ms, which is more than the 95 ms of the old planner.", 1),
    ],
)
def test_what_is_exchanged_is_found(en: str, cited: int) -> None:
    """What is taken and left, if and unless, all and not all, more and less by the claim's numbers: all are found."""
    assert judge(narrowed(Claim("method", en, "", (cited,)), _CONTRASTS), _CONTRASTS, "", ("en",))


@pytest.mark.parametrize(
    ("en", "cited"),
    [
        ("Long scans go to the disk; short queries are served from the cache.", 1),
        ("Costs are compared with measured times, not with estimates.", 2),
        ("Reads go on to a replica as long as it is not stale.", 3),
        ("The index needs neither locks nor garbage collection.", 5),
        ("It is not certain that an update gets to every replica.", 6),
    ],
)
def test_the_same_sides_in_another_order_pass(en: str, cited: int) -> None:
    """A contrast said the other way about, and a denial said in another way, stand."""
    assert judge(narrowed(Claim("method", en, "", (cited,)), _CONTRASTS), _CONTRASTS, "", ("en",)) == ()


def test_a_term_with_a_short_form_need_not_be_short_in_both_languages() -> None:
    """Japanese may write the short form that the paper explains, where English has the words."""
    claim = Claim("method", "Places are matched by name first and by distance second.",
                  "POIはまず名前で、次に距離で照合する。", (4,))  # fmt: skip
    assert judge(claim, _CONTRASTS, "", ("ja", "en")) == ()


def test_a_foreign_name_in_the_japanese_alone_marks_the_japanese() -> None:
    """A name that only the Japanese has takes nothing from the English, which stays."""
    found = _judged("One fence per record suffices to store it.", "MariaDBは1レコードを1回のフェンスで格納する。", 2)

    assert {(finding.check, finding.action) for finding in found} == {("language", "marked")}


def test_a_name_of_another_sentence_does_not_stand_for_that_of_this_one() -> None:
    """What one system does is not told of another, though the paper names both."""
    text = {
        1: Sentence(1, "Kestrel writes each table into a zone of its own, and Plover needs a translation layer."),
        2: Sentence(2, "On eight drives Kestrel lowers write amplification by 63%."),
    }
    right = Claim("evaluation", "Kestrel lowers write amplification by 63% on eight drives.", "", (2,))
    wrong = Claim("evaluation", "Plover lowers write amplification by 63% on eight drives.", "", (2,))

    assert judge(right, text, "Zones", ("en",)) == ()
    assert {finding.action for finding in judge(wrong, text, "Zones", ("en",))} == {"dropped"}
