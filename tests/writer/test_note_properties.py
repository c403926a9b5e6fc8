from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.obsidian import frontmatter
from notegen.records import Draft, Paper, PaperText, Wanted
from notegen.writer.properties import properties

_DRAFT = Draft("", None, (), total=2, supported=1)


def _read(wanted: Wanted, paper: Paper, draft: Draft | None = None) -> dict[str, Any]:
    loaded = yaml.load(properties(wanted, paper, PaperText("abstract"), draft), Loader=yaml.BaseLoader)
    assert isinstance(loaded, dict)
    return loaded


@pytest.mark.parametrize(
    "title",
    [
        *("A: B #1", '"Q"', "'q'", "[x]", "{x}", "- x", "@k", "%", "yes", "null", "1e5", "2024-01-01", "2023"),
        *(r"\pi and \n", "題: 「鏡」", "🪞 mirror", "#1", "? x", "& a", "* b", "| c", "x" * 300),
    ],
)
def test_titles_come_back_as_they_were(title: str) -> None:
    """Whatever YAML would take amiss in a title, a strict reader gets the same string back."""
    lines = properties(Wanted("N", "N"), Paper(title), PaperText(), None)
    assert yaml.safe_load(lines)["title"] == title
    assert frontmatter.properties(f"---\n{lines}\n---\n")["title"] == title


@settings(max_examples=100)
@given(st.text(max_size=40), st.text(max_size=40))
def test_properties_are_always_flat_yaml(title: str, name: str) -> None:
    """Any title, author, venue or category leaves the block readable, one value or list of strings a key."""
    paper = Paper(title, (name,), venue=name, doi=name, categories=(title,), published=f"2024{title}", url=name)
    loaded = _read(Wanted("N", "N", label=name), paper)
    assert loaded["notegen_read"] == "none"
    assert all(isinstance(value, str) or all(isinstance(item, str) for item in value) for value in loaded.values())


def test_keys_stand_in_a_fixed_order_and_empty_ones_are_left_out() -> None:
    """The order is that of the design; what is not known has no key."""
    full = Paper("T", ("A",), "2401.00001", doi="10.1/x", published="2024-01-02", categories=("cs.DC",))
    keys = " ".join(_read(Wanted("N", "T", label="X", mocs=("M",)), full, _DRAFT))
    assert keys == (
        "title aliases authors year venue arxiv_id doi url published categories tags up "
        "notegen_read notegen_model notegen_claims notegen_supported"
    )
    assert list(_read(Wanted("N", "T"), Paper("T"))) == ["title", "tags", "notegen_read"]


@pytest.mark.parametrize(
    ("label", "alias"),
    [
        ("FSDP", "FSDP"),
        ("Megatron-LM:", "Megatron-LM"),
        (r"$\pi_0$", "π0"),
        ("鏡方式", "鏡方式"),
        ("the paper", None),
        ("THE PAPER", None),
        ("See also the one on mirrored state", None),
        ("とても重要。必読", None),
        ("read this, then that", None),
        ("a name far too long to be what anybody calls a paper", None),
        ("", None),
    ],
)
def test_only_a_name_becomes_an_alias(label: str, alias: str | None) -> None:
    """A short label is an alias, a sentence or the note's own name is not."""
    loaded = _read(Wanted("papers/The Paper", "The Paper", label=label), Paper("T"))
    assert loaded.get("aliases") == ([alias] if alias else None)


@pytest.mark.parametrize(
    ("wanted_year", "venue", "published", "year"),
    [
        (2023, "OSDI 2024", "2022-01-01", "2023"),
        (None, "OSDI 2024", "2022-01-01", "2024"),
        (None, "OSDI", "2022", "2022"),
    ],
)
def test_the_year_is_the_lists_then_the_venues_then_the_papers(
    wanted_year: int | None, venue: str, published: str, year: str
) -> None:
    """The person's year wins over the venue's, the venue's over that of first publication."""
    assert _read(Wanted("N", "N", year=wanted_year), Paper("T", venue=venue, published=published))["year"] == year


@pytest.mark.parametrize(
    ("wanted_venue", "paper", "venue"),
    [
        ("ArXiv", Paper("T"), "arXiv"),
        ("SC21", Paper("T", venue="SC"), "SC21"),
        ("", Paper("T", venue="SC"), "SC"),
        ("", Paper("T", arxiv_id="2401.00001"), "arXiv"),
        ("", Paper("T"), None),
    ],
)
def test_the_venue_is_the_lists_then_the_papers(wanted_venue: str, paper: Paper, venue: str | None) -> None:
    """arXiv is spelled as arXiv spells itself and stands in only for a paper that is there."""
    assert _read(Wanted("N", "N", venue=wanted_venue), paper).get("venue") == venue


@pytest.mark.parametrize(
    ("paper", "url"),
    [
        (Paper("T", url="https://example.org/p"), "https://example.org/p"),
        (Paper("T", url="file:///x", arxiv_id="2401.00001"), "https://arxiv.org/abs/2401.00001"),
        (Paper("T", doi="10.1/(a)b"), "https://doi.org/10.1/%28a%29b"),
        (Paper("T", url="javascript:x"), None),
    ],
)
def test_the_url_is_a_web_address_or_none(paper: Paper, url: str | None) -> None:
    """The paper's own address if it is safe, else arXiv's, else the DOI's."""
    assert _read(Wanted("N", "N"), paper).get("url") == url


@pytest.mark.parametrize(("published", "kept"), [("2024-05-02", "2024-05-02"), ("2024-05-02T10:00:00Z", "2024-05-02")])
def test_a_full_date_is_kept(published: str, kept: str) -> None:
    """A day is a date property, a time of day is cut off."""
    assert _read(Wanted("N", "N"), Paper("T", published=published))["published"] == kept


@pytest.mark.parametrize("published", ["", "2024", "2024-05", "2024-13-01", "soon"])
def test_a_date_that_is_no_day_is_left_out(published: str) -> None:
    """A year or month alone would be an invalid date property."""
    assert "published" not in _read(Wanted("N", "N"), Paper("T", published=published))


def test_the_head_says_whether_a_model_was_used() -> None:
    """A draft without a model has `notegen_model: "none"`, an unfinished note has neither model nor counts."""
    assert _read(Wanted("N", "N"), Paper("T"), _DRAFT)["notegen_model"] == "none"
    assert _read(Wanted("N", "N"), Paper("T"), Draft("m", None, ()))["notegen_model"] == "m"
    assert "notegen_model" not in _read(Wanted("N", "N"), Paper("T"))
