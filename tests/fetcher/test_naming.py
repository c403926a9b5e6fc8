"""What a reader's name for a paper says, in every convention; and what looks like one and is an ordinary title."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.fetcher.identify import find_ids
from notegen.fetcher.matching.match import judge
from notegen.fetcher.matching.titles import title_key
from notegen.fetcher.reading_list import citations
from notegen.fetcher.reading_list.naming import NameParts, parse_name, wanted_from_argument
from notegen.fetcher.reading_list.searches import searches
from notegen.records import Paper, Wanted

KITES = Paper(
    "Kite-Rings: Co-Design of “Silk” Nets, Why Don't They Sink?",
    authors=("Mio Tanaka", "Ola Brandt"),
    arxiv_id="2209.13131",
    published="2022-09-27",
    comment="Accepted at NSDI 2022",
    abstract="Nets of silk are light. We tie kites to rings of them and count which of these sink before the harbour.",
)
PLAIN = Paper("Tying Kites to Rings of Silk", ("Mio Tanaka",), arxiv_id="2209.13132", published="2022-09-27")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("2022__NSDI__Kite - Fast Rings", NameParts("Kite - Fast Rings", 2022, "NSDI")),
        ("2022__Kite-2 Fast Rings", NameParts("Kite-2 Fast Rings", 2022)),
        ("2022__W@ICML__Kite__Rings", NameParts("Kite__Rings", 2022, "W@ICML")),
        ("22_NSDI_Kite", NameParts("Kite", 2022, "NSDI")),
        ("97_SOSP_Kite", NameParts("Kite", 1997, "SOSP")),
        ("@2022__NSDI__Kite", NameParts("Kite", 2022, "NSDI")),
        ("@2022Kite^2", NameParts("Kite^2", 2022)),
        ("@tanaka2022kite", NameParts("kite", 2022, authors=("tanaka",))),
        ("Kite Rings (arxiv.org)", NameParts("Kite Rings")),
        ("papers/2022__NSDI__Kite", NameParts("Kite", 2022, "NSDI")),
        ("2022__NSDI__TCP/IP: a study", NameParts("TCP/IP: a study", 2022, "NSDI")),
        ("2209.13131v2 - Kite Rings", NameParts("Kite Rings")),
        ("2022", NameParts("2022")),
        ("2022_01_15", NameParts("2022_01_15")),
        ("20 kites", NameParts("20 kites")),
    ],
)
def test_names_are_taken_apart(name: str, parts: NameParts) -> None:
    """Every naming convention gives title, year and venue; an ordinary name is a title as it stands."""
    assert parse_name(name) == parts


@pytest.mark.parametrize(
    "text",
    [
        "2209.13131v2",
        "arXiv:2209.13131v2 [cs.NI]",
        "<https://arxiv.org/abs/2209.13131v2>",
        "10.48550/arXiv.2209.13131v2",
    ],
)
def test_an_id_alone_names_no_note(text: str) -> None:
    """For an id or address alone, link and title stay empty, so that a MOC's own link can be looked for."""
    wanted = wanted_from_argument(text)
    assert (wanted.link, wanted.title, wanted.arxiv_id) == ("", "", "2209.13131v2")


def test_a_doi_or_an_address_alone_names_no_note() -> None:
    """A DOI and a web address are hints, not names."""
    assert wanted_from_argument("https://doi.org/10.5555/7.8").doi == "10.5555/7.8"
    page = wanted_from_argument("https://kite.example/paper.html")
    assert (page.link, page.title, page.url) == ("", "", "https://kite.example/paper.html")


@pytest.mark.parametrize(
    ("text", "link", "title", "label"),
    [
        ("2022__NSDI__Kite - Rings", "2022__NSDI__Kite - Rings", "Kite - Rings", ""),
        ("[[2022__NSDI__Kite - Rings]]", "2022__NSDI__Kite - Rings", "Kite - Rings", ""),
        ("- Kite: [[2022__NSDI__Kite - Rings]]", "2022__NSDI__Kite - Rings", "Kite - Rings", "Kite"),
        ("[[2022__NSDI__Kite - Rings.md|Kite]]", "2022__NSDI__Kite - Rings", "Kite - Rings", "Kite"),
        ("| [[2022__NSDI__Kite\\|K]] |", "2022__NSDI__Kite", "Kite", "K"),
        ("Kite Rings", "Kite Rings", "Kite Rings", ""),
        ("Kite: Rings", "", "Kite: Rings", ""),
        ("2022__NSDI__Kite: Rings", "2022__NSDI__Kite: Rings", "Kite: Rings", ""),
        ("Kite: Rings arXiv:2209.13131", "", "Kite: Rings", ""),
    ],
)
def test_names_and_titles_are_understood(text: str, link: str, title: str, label: str) -> None:
    """A name is taken with or without brackets and label; a title that cannot be a file name leaves the name open."""
    wanted = wanted_from_argument(text)
    assert (wanted.link, wanted.title, wanted.label) == (link, title, label)


@pytest.mark.parametrize(
    ("name", "year", "venue", "authors"),
    [
        ("2022__NSDI__Kite-Rings - Co-Design of Silk Nets, Why Don't They Sink", 2022, "NSDI", ()),
        ("2022__Kite-Rings - Co-Design of Silk Nets, Why Don't They Sink", 2022, "", ()),
        ("22_NSDI_Kite-Rings ― Co-Design of Silk Nets, Why Don't They Sink", 2022, "NSDI", ()),
        ("@2022__NSDI__Kite-Rings_ Co-Design of Silk Nets, Why Don't They Sink_", 2022, "NSDI", ()),
        ("2022__NSDI__Kite-Rings = Co-Design of Silk Nets, Why Don't They Sink", 2022, "NSDI", ()),
        ("2022__NSDI__Kite-Rings： Co-Design of ＂Silk＂ Nets／ Why Don’t They Sink？", 2022, "NSDI", ()),
        ("2022__NSDI__Kite-Rings Co - Design of ‘Silk’ Nets, Why Don′t They Sink", 2022, "NSDI", ()),
        ("2022__KITE RINGS CO DESIGN OF SILK NETS WHY DONT THEY SINK", 2022, "", ()),
        ("Kite-Rings - Co-Design of Silk Nets, Why Don't They Sink (arxiv.org)", None, "", ()),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink paper", None, "", ()),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink (preprint)", None, "", ()),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink.pdf", None, "", ()),
        ("@Kite-Rings Co-Design of Silk Nets, Why Don't They Sink", None, "", ()),
        ("論文：Kite-Rings Co-Design of Silk Nets, Why Don't They Sink", None, "", ()),
        ("[2209.13131v2] Kite-Rings Co-Design of Silk Nets, Why Don't They Sink", None, "", ()),
        ("2209.13131 Kite-Rings Co-Design of Silk Nets, Why Don't They Sink", None, "", ()),
        ("Tanaka et al. - 2022 - Kite-Rings Co-Design of Silk Nets, Why Don't They Sink", 2022, "", ("Tanaka",)),
        ("Tanaka - 2022 - Kite-Rings Co-Design of Silk Nets, Why Don't They Sink", 2022, "", ("Tanaka",)),
        (
            "Tanaka and Brandt (2022). Kite-Rings Co-Design of Silk Nets, Why Don't They Sink",
            2022,
            "",
            ("Tanaka", "Brandt"),
        ),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink (Tanaka et al., 2022)", 2022, "", ("Tanaka",)),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink [Tanaka+, 2022a]", 2022, "", ("Tanaka",)),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink (NSDI '22)", 2022, "NSDI", ()),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink (NSDI’22)", 2022, "NSDI", ()),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink [NSDI 2022]", 2022, "NSDI", ()),
        ("Kite-Rings Co-Design of Silk Nets, Why Don't They Sink（2022）", 2022, "", ()),
    ],
)
def test_every_convention_names_the_paper(name: str, year: int | None, venue: str, authors: tuple[str, ...]) -> None:
    """Whatever stands for a colon, around the title or inside its words: title, year, venue and authors are found."""
    parts = parse_name(name)

    assert title_key(parts.title) == title_key(KITES.title)
    assert (parts.year, parts.venue, parts.authors) == (year, venue, authors)
    assert judge(Wanted(name, parts.title, year=year, venue=venue), [PLAIN, KITES]).paper == KITES


@pytest.mark.parametrize("surname", ["van der Berg", "Van Den Berg", "De la Cruz"])
def test_a_surname_of_several_words(surname: str) -> None:
    """A reference manager's file name with such a surname names its paper."""
    paper = Paper(PLAIN.title, (f"Jan {surname}",), arxiv_id="2209.13133", published="2022-09-27")

    assert judge(wanted_from_argument(f"{surname} et al. - 2022 - {PLAIN.title}"), [paper]).paper == paper


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("2022__情報処理学会__凧の輪を絹で結ぶ手法", NameParts("凧の輪を絹で結ぶ手法", 2022, "情報処理学会")),
        ("凧の輪を絹で結ぶ手法 論文", NameParts("凧の輪を絹で結ぶ手法")),
        ("タイトル：凧の輪を絹で結ぶ手法", NameParts("凧の輪を絹で結ぶ手法")),
        ("凧の輪を絹で結ぶ手法（論文）", NameParts("凧の輪を絹で結ぶ手法")),
        ("凧の輪を絹で結ぶ手法（田中ら, 2022）", NameParts("凧の輪を絹で結ぶ手法", 2022, authors=("田中",))),
    ],
)
def test_japanese_names(name: str, parts: NameParts) -> None:
    """Names in Japanese follow the same conventions."""
    assert parse_name(name) == parts


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tanaka2022tying", "tying"),
        ("@tanaka2022tying", "tying"),
        ("tanaka:2022:tying", "tying"),
        ("tanaka_tying_2022", "tying"),
        ("tanakaTyingKites2022", "tying kites"),
        ("tanaka2022tying-kites", "tying kites"),
    ],
)
def test_a_bibtex_key_brings_its_paper_first_and_is_never_certain(name: str, words: str) -> None:
    """Author, year and first words are looked for by author, and what fits is offered first, never accepted."""
    wanted = wanted_from_argument(name)
    other = Paper("Knots in Rings of Silk", ("Rui Costa",), arxiv_id="2201.00001", published="2022-01-01")

    match = judge(wanted, [other, PLAIN])

    assert (wanted.title, wanted.year, wanted.authors) == (words, 2022, ("tanaka",))
    assert searches(wanted)["author"] == f"tanaka {words}"
    assert match.decision == "ambiguous"
    assert match.candidates[0].paper == PLAIN


def test_a_bibtex_key_of_a_coined_name_is_not_certain() -> None:
    """The key holds one word of the title: another paper of that author and year may begin with it, too."""
    paper = Paper("Tern: Nests in Sand", ("Mio Tanaka",), arxiv_id="2209.13132", published="2022-09-27")

    assert judge(wanted_from_argument("tanaka2022tern"), [paper]).decision == "ambiguous"


@pytest.mark.parametrize(
    "name",
    [
        "Deep Learning - 2016 - LeCun",
        "COVID-2019 Spread on Kite Networks",
        "ImageNet2012",
        "Proc. of the Kite Workshop",
        "Kites for Everyone (Second Look)",
        "Kites for Everyone (Version 2)",
        "Kites for Everyone (2nd edition, 2019)",
        "Wang Tilings and Kites",
        "Markov and Kalman Filters",
        "Kites et al: A Study",
        "Search and Rescue with Kites",
        "2048: A Game for Kites",
        "1984 Revisited",
        "20 Years of Kites",
        "How to Read a Paper",
        "A White Paper",
        "Papers with Kites",
        "Title Matters",
        "Related Work Considered Harmful",
        "K-means++ and Kites, 2 Years Later",
        "Origami: Folding a Sheet of Paper",
        "Supply and Demand (2021) in Kite Markets",
    ],
)
def test_an_ordinary_title_is_not_taken_apart(name: str) -> None:
    """Years, brackets, surnames, “and” and “et al.” inside an ordinary title stay in it."""
    assert parse_name(name) == NameParts(name)


def test_a_company_is_no_author() -> None:
    """“(Google, 2023)” says where the work was done: the paper of that title and year is accepted."""
    paper = Paper("Kites for Every Harbour and Port", ("Mio Tanaka",), arxiv_id="2309.00001", published="2023-09-01")

    assert judge(wanted_from_argument("Kites for Every Harbour and Port (Google, 2023)"), [paper]).paper == paper


@pytest.mark.parametrize(
    ("behind", "year", "authors"),
    [
        (" (Tanaka et al., 2024)", 2024, ("Tanaka",)),
        ("（Tanaka+ 2024）", 2024, ("Tanaka",)),
        (", Tanaka and Brandt (2024)", 2024, ("Tanaka", "Brandt")),
        (" — Tanaka, 2024", 2024, ("Tanaka",)),
        (" NSDI, 2024", None, ()),
        (" written in 2024", None, ()),
        (" Tanaka", None, ()),
        ("", None, ()),
    ],
)
def test_a_citation_behind_a_link(behind: str, year: int | None, authors: tuple[str, ...]) -> None:
    """Authors and year right behind a link are its own; a venue or a sentence is none."""
    cited = citations.beside(behind)

    assert (cited and cited.year, cited.authors if cited else ()) == (year, authors)


def test_a_passage_is_looked_for_as_an_abstract() -> None:
    """The beginning of an abstract goes out as one, a title as a phrase and as words, without a reader's remark."""
    passage = " ".join(KITES.abstract.split()[:20])

    assert searches(Wanted("a", passage))["abstract"] == passage
    assert judge(Wanted("a", passage), [PLAIN, KITES]).paper == KITES
    assert judge(Wanted("a", f"{passage} harb…"), [PLAIN, KITES]).paper == KITES
    assert searches(Wanted("a", f"{PLAIN.title}（輪読）")) == {"title": PLAIN.title, "words": PLAIN.title}


@settings(max_examples=100)
@given(st.text(alphabet="ab12.09/:v() \n[]_@#arXivdoihtps論文", max_size=60))
def test_any_name_is_taken(text: str) -> None:
    """Whatever is typed, nothing breaks, and the id in it is not lost."""
    assert wanted_from_argument(text).arxiv_id == find_ids(text).arxiv_id
    assert isinstance(parse_name(text).title, str)
