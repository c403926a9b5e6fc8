"""Identifiers in free text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.identify import Ids, find_ids, normal_id


@pytest.mark.parametrize(
    ("text", "arxiv_id"),
    [
        ("arXiv:2209.13131", "2209.13131"),
        ("arXiv:2209.13131v3 [cs.NI]", "2209.13131v3"),
        ("arXiv preprint arXiv: 0806.1234", "0806.1234"),
        ("as a file: arXiv-2209.13131.pdf", "2209.13131"),
        ("cond-mat/9504123", "cond-mat/9504123"),
        ("math.AG/0502001v2", "math.AG/0502001v2"),
        ("(cs/0612045v1)", "cs/0612045v1"),
        ("https://arxiv.org/abs/2209.13131v3)", "2209.13131v3"),
        ("https://www.arxiv.org/abs/2209.13131?context=cs", "2209.13131"),
        ("http://export.arxiv.org/pdf/quant-ph/0301001v2.pdf", "quant-ph/0301001v2"),
        ("https://arxiv.org/html/2209.13131v3#S2", "2209.13131v3"),
        ("https://www.alphaxiv.org/abs/2209.13131", "2209.13131"),
        ("https://doi.org/10.48550/arXiv.2209.13131", "2209.13131"),
        ("DOI 10.48550/ARXIV.2209.13131.", "2209.13131"),
        ("- 2209.13131: read this", "2209.13131"),
        ("読む（2209.13131）", "2209.13131"),
        ("[2209.13131]", "2209.13131"),
    ],
)
def test_arxiv_ids_are_found_in_every_form(text: str, arxiv_id: str) -> None:
    """Old, four- and five-digit ids are found bare, prefixed, as a DOI and in every kind of address; vN is kept."""
    assert find_ids(text) == Ids(arxiv_id)


@pytest.mark.parametrize(
    "text",
    [
        "a bare number such as 4321.8765",
        "grew to 2025.54321 % of it",
        "throughput = 2209.13131",
        "takes 1209.1234 ms",
        "moves 0907.1234 GB/s",
        "pays $2209.13131",
        "2209.131313",
        "12209.13131",
        "2209.1313",
        "1501.1234",
        "0703.1234",
        "v2209.13131",
        "2209.13131.2",
        "2213.12345",
        "ratio-2209.13131",
        "tcp/0612045",
    ],
)
def test_a_number_is_not_an_id(text: str) -> None:
    """A decimal, a quantity, or a month or length arXiv never gave out does not become an id by accident."""
    assert find_ids(text).arxiv_id == ""


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("doi:10.5555/1234567.89", "10.5555/1234567.89"),
        ("(see https://doi.org/10.5555/1234567.89).", "10.5555/1234567.89"),
        ("https://dl.acm.org/doi/pdf/10.5555/1234567.89", "10.5555/1234567.89"),
        ("https://journal.example/doi/10.5555/abc.1/full", "10.5555/abc.1"),
        ("https://doi.org/10.5555/S0140(05)12-6", "10.5555/S0140(05)12-6"),
        ("ＤＯＩ：10.5555/ABC。次の文", "10.5555/ABC"),
        ("[page](https://doi.org/10.5555/x_y)", "10.5555/x_y"),
    ],
)
def test_dois_end_where_the_sentence_goes_on(text: str, doi: str) -> None:
    """Brackets, stops and page names around a DOI are no part of it."""
    assert find_ids(text) == Ids(doi=doi)


def test_other_addresses_are_told_apart() -> None:
    """The first address that is neither arXiv's nor a DOI is the URL; an id inside a foreign address is none."""
    text = "https://arxiv.org/abs/2209.13131, 10.5555/7.8 (https://blog.example/a_(b)) https://x.example/2210.00001"
    assert find_ids(text) == Ids("2209.13131", "10.5555/7.8", "https://blog.example/a_(b)")
    assert find_ids("https://x.example/2210.00001") == Ids(url="https://x.example/2210.00001")


@pytest.mark.parametrize(
    ("arxiv_id", "normal"),
    [
        ("2209.13131v12", ("2209.13131", 12)),
        ("arXiv:2209.13131", ("2209.13131", None)),
        ("math.GT/0309999v2", ("math/0309999", 2)),
        ("HEP-TH/9901999", ("hep-th/9901999", None)),
        ("nonsense", ("nonsense", None)),
        ("", ("", None)),
    ],
)
def test_normal_ids_compare(arxiv_id: str, normal: tuple[str, int | None]) -> None:
    """Version, prefix, subject class and case do not tell two ids apart."""
    assert normal_id(arxiv_id) == normal


@settings(max_examples=100)
@given(st.text(alphabet="ab12.09/:v() \n[]_@#arXivdoihtps論文", max_size=60))
def test_any_text_is_taken(text: str) -> None:
    """Whatever stands on a line, nothing breaks and an id found is one by itself."""
    found = find_ids(text)
    assert not found.arxiv_id or find_ids(f"arXiv:{found.arxiv_id}").arxiv_id == found.arxiv_id


_MONTHS = st.integers(1, 12)
_NEW_IDS = st.builds(
    lambda year, month, number: f"{year}{month:02}.{number:05}", st.integers(15, 39), _MONTHS, st.integers(1, 99999)
)
_OLD_IDS = st.builds(
    lambda archive, year, month, number: f"{archive}/{year:02}{month:02}{number:03}",
    st.sampled_from(("cs", "math", "hep-th", "cond-mat", "astro-ph", "q-bio")),
    st.sampled_from((91, 95, 99, 0, 3, 6)),
    _MONTHS,
    st.integers(1, 999),
)
_FORMS = ("{}", "arXiv:{}", "see ({}).", "https://arxiv.org/abs/{}", "http://www.arxiv.org/pdf/{}.pdf", "「{}」を読む")


@settings(max_examples=200)
@given(_NEW_IDS | _OLD_IDS, st.sampled_from(("", "v1", "v2", "v12")), st.sampled_from(_FORMS))
def test_every_id_is_found_in_every_form(bare: str, version: str, form: str) -> None:
    """Any id that arXiv may give out, with or without version, is found whole and told apart from its version."""
    assert find_ids(form.format(bare + version)).arxiv_id == bare + version
    assert normal_id(bare + version) == (bare, int(version[1:]) if version else None)
