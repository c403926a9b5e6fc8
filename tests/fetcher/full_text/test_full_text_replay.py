"""Real pages of arXiv, and their records."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from notegen.fetcher.full_text.latexml.read import read_html
from notegen.fetcher.full_text.parts import FullText
from notegen.fetcher.full_text.worth import problems
from notegen.records import Paper

SHARED = Path(__file__).resolve().parents[4] / "shared"
PAGES = SHARED / "fulltext"
RECORDS = SHARED / "arxiv_replay" / "data" / "records.jsonl.gz"
NAMES = ("0903.1000", "1307.8133", "1311.0066", "astro-ph_9710163")
WITH_RECORD = NAMES[:3]
DISPLAYED = re.compile(r"\$\$[^$]+\$\$")
INLINE = re.compile(r"(?<!\\)\$(?:[^$\\]|\\.)+\$")

pytestmark = [
    pytest.mark.replay,
    pytest.mark.skipif(not PAGES.is_dir(), reason="the real pages are not here"),
]


def _page(name: str) -> bytes:
    return (PAGES / f"{name}.html").read_bytes()


@pytest.fixture(scope="module")
def pages() -> dict[str, FullText]:
    """Each real page, read."""
    return {name: read_html(_page(name)) for name in NAMES}


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """All records of the local arXiv."""
    with gzip.open(RECORDS, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _paper(record: dict[str, Any]) -> Paper:
    return Paper(record["title"], tuple(record["authors"]), record["id"], abstract=record["abstract"] or "")


def _whole(read: FullText) -> str:
    return "\n".join([read.title, *(part.text for part in read.parts), *read.references])


@pytest.mark.parametrize(
    ("name", "kinds", "references", "paragraphs", "rows", "digest"),
    [
        ("0903.1000", {"abstract": 1, "section": 7}, 7, 56, [], "f58ad23e7e9a2a2f"),
        (
            "1307.8133",
            {
                "abstract": 1,
                "section": 6,
                "caption": 14,
                "table": 2,
                "footnote": 8,
                "acknowledgements": 1,
                "appendix": 2,
            },
            54,
            28,
            [10, 9],
            "6fa71c6dfea3e226",
        ),
        ("1311.0066", {"abstract": 1, "section": 13, "appendix": 1}, 35, 269, [], "cb978def7e867489"),
        (
            "astro-ph_9710163",
            {"footnote": 14, "abstract": 1, "section": 4, "acknowledgements": 1, "aside": 5, "caption": 2, "table": 2},
            63,
            21,
            [15, 16],
            "7a020a84d47f556e",
        ),
    ],
)
def test_the_parts_of_a_real_page_are_those_counted_by_eye(
    name: str,
    kinds: dict[str, int],
    references: int,
    paragraphs: int,
    rows: list[int],
    digest: str,
    pages: dict[str, FullText],
) -> None:
    """Parts of each kind, references, paragraphs and table rows are as counted, the whole text as it was looked at."""
    read = pages[name]
    assert Counter(part.kind for part in read.parts) == kinds
    assert len(read.references) == references
    assert sum(len(part.text.split("\n\n")) for part in read.body) == paragraphs
    assert [len(part.text.split("\n")) for part in read.parts if part.kind == "table"] == rows
    assert hashlib.sha256(_whole(read).encode()).hexdigest()[:16] == digest
    assert read.notices == ()


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("1307.8133", "with diameters of 8–14 cm shows"),
        ("1307.8133", "Fig. 1(a)] Meier et al. (2007);"),
        ("1307.8133", "Friction coefficient $\\mu$ | 0.7"),
        ("1307.8133", "out-of-$xy$-plane curvature"),
        ("0903.1000", "\\geq\\delta\\right)<n\\epsilon$$. Thus $|f_{m}(x)-f(x)|"),
        ("0903.1000", "0\\leq i\\leq m \\tag{2}$$. If one then"),
        ("0903.1000", "Definition 1. The $m$-th degree"),
        ("0903.1000", "(1) $|\\eta|\\leq M$."),
        ("1311.0066", "Theorem 4.5. $$\\begin{cases}"),
        ("1311.0066", "Definition 2.1 (6). A tensor triangulated"),
        ("astro-ph_9710163", "$\\gamma$ Cas | 1.5 (0.2) $\\times$ 10$^{20}$ | $-$0.60"),
        ("astro-ph_9710163", "of 10$^{6}$ O/H $=$ 319 $\\pm$ 14. The"),
    ],
)
def test_a_real_sentence_is_whole(name: str, fragment: str, pages: dict[str, FullText]) -> None:
    """Blanks, stops, citations, labels and formulas stand as on the page."""
    assert fragment in _whole(pages[name])


@pytest.mark.parametrize("name", NAMES)
def test_every_formula_of_a_real_page_is_read_once(name: str, pages: dict[str, FullText]) -> None:
    """There are as many formulas in running text as on the page, and no glyph of their other writings."""
    from lxml import html

    root = html.fromstring(re.sub(rb"^<\?xml[^>]*>", b"", _page(name)))
    in_equations = len(root.xpath("//*[contains(@class, 'ltx_equation')]//math[not(ancestor::math)]"))
    in_equations_once = len({id(each) for each in root.xpath("//*[contains(@class, 'ltx_equation')]//math")})
    assert in_equations == in_equations_once
    whole = _whole(pages[name])
    displayed = DISPLAYED.findall(whole)
    running = INLINE.findall(DISPLAYED.sub(" ", whole))
    assert len(running) == len(root.xpath("//math")) - in_equations
    assert (len(displayed) > 0) == (in_equations > 0) and len(displayed) <= in_equations
    assert not re.search("[\u2061-\u2064]", whole)


def _words_of(name: str) -> Counter[str]:
    """The words of a page without its frame, formulas and numbers of sections and formulas, read another way."""
    from lxml import html

    left_out = """ltx_authors ltx_date ltx_classification ltx_keywords ltx_page_footer ltx_page_logo ltx_toclist
        ltx_note_mark ltx_note_type ltx_tag_note ltx_phantom ltx_bibtag ltx_tag_bibitem ltx_tag_section
        ltx_tag_subsection ltx_tag_appendix ltx_tag_equation ltx_title_abstract ltx_title_acknowledgements
        ltx_title_bibliography"""
    root = html.fromstring(re.sub(rb"^<\?xml[^>]*>", b"", _page(name))).find(".//body")
    for element in list(root.iter("*")):
        classes = (element.get("class") or "").split()
        if (
            element.tag == "math"
            or not set(left_out.split()).isdisjoint(classes)
            or (element.tag == "h6" and not classes)
        ):
            element.drop_tree() if element.tag != "math" else _emptied(element)
        elif "ltx_note" in classes:
            element.text = " " + (element.text or "")
    return Counter(re.findall(r"\w+", "".join(root.itertext())))


def _emptied(element: Any) -> None:
    for child in list(element):
        element.remove(child)
    element.text = " "


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_a_real_page_is_read_once(name: str, pages: dict[str, FullText]) -> None:
    """The words of title, section titles, parts and references are those of the page, none lost and none doubled."""
    read = pages[name]
    paths = {part.titles[: depth + 1] for part in read.parts for depth in range(len(part.titles))}
    titles = [path[-1] for path in paths if path[-1] not in ("Abstract", "Acknowledgements")]
    references = [re.sub(r" https://doi\.org/\S+$", "", each) for each in read.references]
    whole = "\n".join([read.title, *titles, *(part.text for part in read.parts), *references])
    got = Counter(re.findall(r"\w+", INLINE.sub(" ", DISPLAYED.sub(" ", whole))))
    want = _words_of(name)
    broken = {word for word in want if "â" in word}  # twice encoded on the page itself, read as what was meant
    assert all(word in broken for word in want - got), want - got
    assert sum((got - want).values()) <= 2 * len(broken)


@pytest.mark.parametrize("name", NAMES)
def test_e8_a_real_page_leaves_its_frame_behind(name: str, pages: dict[str, FullText]) -> None:
    """E8: neither the generator's footer nor the authors' addresses are in the text."""
    text = "\n".join(part.text for part in pages[name].parts)
    assert not re.search(r"LaTeXML|Generated on|\[LOGO\]|mailto|@\w+\.edu", text)


def test_the_real_pages_have_no_problem_with_their_own_records(
    pages: dict[str, FullText], records: list[dict[str, Any]]
) -> None:
    """A page and the record of its paper fit."""
    own = {record["id"]: _paper(record) for record in records if record["id"] in WITH_RECORD}
    assert len(own) == len(WITH_RECORD)
    assert {name: problems(pages[name], own[name]) for name in WITH_RECORD} == dict.fromkeys(WITH_RECORD, ())


def test_two_hundred_wrong_pairings_are_all_noticed(pages: dict[str, FullText], records: list[dict[str, Any]]) -> None:
    """A page against the record of another paper, of its own field or any other, is always a problem."""
    others = [record for record in records if record["id"].replace("/", "_") not in NAMES]
    near = [record for record in others if record["primary_category"] in ("math.AG", "math.PR", "astro-ph", "math.KT")]
    draw = random.Random(5)
    pairs = [(name, record) for name in NAMES for record in (*draw.sample(near, 25), *draw.sample(others, 25))]
    missed = [(name, record["title"]) for name, record in pairs if not problems(pages[name], _paper(record))]
    assert len(pairs) == 200 and missed == []


@pytest.mark.parametrize("name", NAMES)
def test_e4_a_real_page_cut_anywhere_is_noticed(name: str, records: list[dict[str, Any]]) -> None:
    """E4: a page cut after a third, a half or nine tenths never passes for the whole."""
    page = _page(name)
    for share in (0.33, 0.5, 0.9):
        cut = read_html(page[: int(len(page) * share)])
        assert "the page breaks off" in problems(cut, Paper(cut.title))[0]
