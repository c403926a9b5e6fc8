"""Where a paper appeared, when that is clear."""

from __future__ import annotations

import pytest

from notegen.fetcher.venues import venue_of


@pytest.mark.parametrize(
    ("comment", "venue"),
    [
        ("Accepted at NeurIPS 2023", "NeurIPS"),
        ("14 pages, to appear in OSDI '18", "OSDI"),
        ("SC’21, St. Louis", "SC"),
        ("VLDB2012", "VLDB"),
        ("NIPS 2016. Code online", "NeurIPS"),
        ("In Interspeech-2019", "Interspeech"),
        ("Submitted to ICLR 2024", ""),
        ("NeurIPS 2023 Workshop on Efficiency", ""),
        ("Findings of ACL 2024", ""),
        ("8 pages, fast 20 ms", ""),
        ("ICML style, 12 pages", ""),
        ("arXiv 2023", ""),
        ("", ""),
    ],
)
def test_comment(comment: str, venue: str) -> None:
    """A known name with its year counts; a submission, a workshop or a bare name does not."""
    assert venue_of(comment, "") == venue


@pytest.mark.parametrize(
    ("journal_ref", "venue"),
    [("Proceedings of the VLDB Endowment 16(12)", "VLDB"), ("Phys. Rev. D 71 (2005)", ""), ("Proc. of SCALE 3", "")],
)
def test_journal_reference(journal_ref: str, venue: str) -> None:
    """In a journal reference a known name alone counts, as a whole word."""
    assert venue_of("", journal_ref) == venue
