"""Numbers of English and Japanese papers in one form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.summarizer.checks.quantities import names_in, numbers_in


def _read(text: str) -> list[tuple[float, str, str]]:
    return [(quantity.value, quantity.kind, quantity.unit) for quantity in numbers_in(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1000億パラメータ", "100B parameters"),
        ("1兆パラメータ", "a 1T model"),
        ("1兆2,000億", "1.2 trillion"),
        ("8倍高速", "8x faster"),
        ("8倍", "an 8-fold gain"),
        ("2倍", "twice as fast"),
        ("1万枚", "10,000 images"),
        ("180万", "1.8 million"),
        ("２．４倍", "2.4×"),
        ("3.2倍", r"$3.2\times$"),
        ("91.2%", r"91.2\%"),
        ("5〜20%", "5-20%"),
        ("5%から20%", "between 5 and 20 percent"),
        ("2.6ポイント", "2.6 percentage points"),
        ("3割", "30%"),
        ("3分の2", "two-thirds"),
        ("半分に減らす", "cuts it by half"),
        ("1.4ミリ秒", "1.4 ms"),
        ("3時間", "3 hours"),
        ("460万ドル", "$4.6M"),
        ("80 GBのメモリ", "80GB of memory"),
        ("10^6", "1,000,000"),
        ("10分の1", "one tenth"),
        ("10分の1に減る", "10x less"),
        ("3倍", "three times"),
        ("200基", "two hundred GPUs"),
        ("2〜4倍", "two to four times"),
        ("0.2ポイント", "0.2%"),
        ("8基のA100", "8×A100"),
        ("6万4千", "64K"),
        ("1990年代", "the 1990s"),
        ("1時間半", "90 minutes"),
        ("500ミリ秒", "0.5 s"),
        ("2週間", "14 days"),
        ("12か月", "one year"),
        ("24時間", "a day"),
        ("99パーセンタイル", "p99"),
        ("99.9パーセンタイル", "the 99.9th percentile"),
        ("倍増", "doubles"),
        ("1.25倍", "25% more"),
        ("0.8倍", "20% lower"),
        ("4分の3", "three quarters"),
        ("1割2分", "12%"),
        ("120台", "one hundred and twenty nodes"),
        ("24台", "two dozen servers"),
        ("9 と 14 ポイント", "9 and 14 points"),
        ("120〜150万", "1.2-1.5M"),
        ("20 mW", "20ミリワット"),
        ("50 cm", "0.5 m"),
        ("6.1K", "6.1 K"),
        ("64バイト", "64 B"),
        ("1万分の1", "0.01%"),
        ("10の5乗", "$10^5$"),
        ("$(4 \\pm 1) \\times 10^{-3}$", "0.004 ± 0.001"),
    ],
)
def test_the_same_number_in_two_languages(one: str, other: str) -> None:
    """However the two languages write a number, it comes out the same."""
    assert _read(one)
    assert all(a.agrees_with(b) for a, b in zip(numbers_in(one), numbers_in(other), strict=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8倍", "8 GPUs"),
        ("40%", "40x"),
        ("40%", "40 nodes"),
        ("1.4 ms", "1.4 s"),
        ("80 GB", "80 nodes"),
        ("8億", "8 million"),
    ],
)
def test_numbers_of_another_kind_do_not_agree(one: str, other: str) -> None:
    """A percentage is no multiple, a second no millisecond, a count no amount of memory."""
    assert not numbers_in(one)[0].agrees_with(numbers_in(other)[0])


def test_digits_of_names_are_no_numbers() -> None:
    """Digits glued to letters belong to the name, and the name is what is compared."""
    text = "We port GPT-3 in FP8 to A100 and DGX-2 nodes with 1F1B scheduling, stage-1 sharding and 3x3 kernels."

    assert _read(text) == []
    assert names_in(text) >= {"GPT-3", "FP8", "A100", "DGX-2", "1F1B", "stage-1", "3x3"}


@pytest.mark.parametrize(
    "text", ["一つの手法", "統一的に扱う", "数十億", "O(n^2)", "第一の課題", "多くの", "2値化", "十分に"]
)
def test_words_that_only_look_like_numbers(text: str) -> None:
    """Kanji digits inside words, vague amounts and exponents in formulas count as no number."""
    assert _read(text) == []


def test_small_counts_are_loose() -> None:
    """Counts in words and with a counter may be added by a paraphrase; amounts may not."""
    assert [quantity.loose for quantity in numbers_in("two stages, 3つの段階, 64 GPUs")] == [True, True, False]


def test_the_scale_of_a_range_may_hold_for_both_ends() -> None:
    """In “5 to 10 million” the five are five, or five million; a year before a number has none of its unit."""
    [first, _] = numbers_in("5 to 10 million files")

    assert all(first.agrees_with(other) for text in ("5 files", "5 million files") for other in numbers_in(text))
    assert [quantity.unit for quantity in numbers_in("from 12 min in 2018 to 47 min in 2023")] == ["min", "", "min", ""]


@given(st.integers(min_value=13, max_value=10**9))
def test_grouping_changes_nothing(number: int) -> None:
    """An integer reads the same with and without separators, alone and inside Japanese."""
    read = {quantity.value for text in (f"{number:,}", f"{number}", f"約{number:,}台") for quantity in numbers_in(text)}

    assert read == {float(number)}


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    """No text makes the reader fail, and what it finds stands in order."""
    starts = [quantity.start for quantity in numbers_in(text)]

    assert starts == sorted(starts)
