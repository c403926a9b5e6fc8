"""Faults that users of such tools met, by the number of their case: forms of ids (C), titles and queries (D)."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from test_arxiv_door import Arxiv, entry, feed
from test_cases import LANTERN, Run, fill, notes, stand_in

from notegen.fetcher.identify import find_ids, normal_id
from notegen.fetcher.matching.match import judge
from notegen.fetcher.matching.spelling import loose_key
from notegen.fetcher.matching.titles import title_key
from notegen.fetcher.sources.cache import CachedSource
from notegen.records import Wanted


@pytest.fixture
def arxiv(httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arxiv:
    """The stand-in for arXiv."""
    return stand_in(httpserver, tmp_path, monkeypatch)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """An empty vault."""
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


@pytest.mark.parametrize("asked", ["hep-th/9901001", "math.GT/0309136", "cs/0701188v2"])
def test_c1_old_ids_resolve_and_make_no_folder(run: Run, vault: Path, arxiv: Arxiv, asked: str) -> None:
    """Old ids, with subject class or version, are found, and no slash gets into a name."""
    bare, version = normal_id(asked)
    arxiv.answers = [feed(entry(f"{bare}v{version or 1}", "Knots / Ropes"))]

    result = run("generate", asked, "--json", "--vault", vault, env={"NOTEGEN_NAME": "{arxiv_id} {title}"})

    assert json.loads(result.stdout)["papers"][0]["arxiv_id"] == bare
    assert notes(vault) == [f"{bare.replace('/', '_')} Knots - Ropes.md"]


@pytest.mark.parametrize(
    "form", ["{}", "arXiv:{}", "http://arxiv.org/abs/{}", "https://arxiv.org/pdf/{}.pdf", "https://arxiv.org/pdf/{}"]
)
@pytest.mark.parametrize("arxiv_id", ["cs/0701188", "cs/0701188v2", "hep-th/9901001", "math.GT/0309136"])
def test_c2_old_ids_in_every_form(form: str, arxiv_id: str) -> None:
    """Bare, prefixed, as the address of the page or of the PDF."""
    assert find_ids(form.format(arxiv_id)).arxiv_id == arxiv_id


def test_c3_a_version_is_kept_and_is_no_second_paper(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """The note says which version was read; the id without version is the same paper."""
    arxiv.answers = [feed(LANTERN)]

    papers, _ = fill(run, vault, "[[Night]] arXiv:2302.04567v3", "[[Dark]] arXiv:2302.04567")

    assert [paper["outcome"] for paper in papers] == ["written", "exists"]
    assert 'notegen_read: "abstract v3"' in (vault / "Night.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("asked", ["cs/0701188", "hep-th/9901001v2", "../../../cs/0701188"])
def test_c7_a_slash_in_an_id_breaks_no_path(arxiv: Arxiv, tmp_path: Path, asked: str) -> None:
    """What is kept of an old id lies in the cache's own folder, and is found again without asking."""
    bare, version = normal_id(asked)
    arxiv.answers = [feed(entry(f"{bare}v{version or 1}", "Knots"))]
    first = CachedSource(arxiv.source(), tmp_path / "a" / "cache", time.time).ask("id", [asked])
    asked_before = len(arxiv.requests)
    again = CachedSource(arxiv.source(), tmp_path / "a" / "cache", time.time).ask("id", [asked])

    assert first == again
    assert bool(first) == (".." not in asked)
    assert len(arxiv.requests) == asked_before
    assert {path.name for path in tmp_path.iterdir()} - {"pace"} == ({"a"} if first else set())
    assert all(path.is_relative_to(tmp_path / "a" / "cache") for path in (tmp_path / "a").rglob("*.json"))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Non-invasive Kites", "Noninvasive Kites"),
        ("COVID-19 among Harbour Kites", "COVID-19 among Harbour Kites"),
        ("Pre-training of Cold Kites", "Pretraining of Cold Kites"),
        ("Kites - Pre-Training - Nets", "Kites: Pre-training Nets"),
    ],
)
def test_d1_a_hyphen_is_no_not(arxiv: Arxiv, name: str, title: str) -> None:
    """A hyphen goes out as a blank, in both spellings of the word, and the paper is found."""
    arxiv.answers = [feed(entry("2101.00001v1", title))]
    found = arxiv.source().ask("title", [name])[name]

    assert "-" not in arxiv.asked("search_query")[0]
    assert judge(Wanted(name, name, year=2023), found).paper is not None


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "ʼ", "′", "´", "`", "＇"])
def test_d5_apostrophes_are_one(arxiv: Arxiv, apostrophe: str) -> None:
    """Straight, curly, prime, accent or wide: the titles are equal, and all are asked alike."""
    name = f"Don{apostrophe}t Wait for Kites"
    arxiv.answers = [feed(entry("2101.00001v1", "Don't Wait for Kites"))]
    found = arxiv.source().ask("title", [name])[name]

    assert title_key(name) == title_key("Don't Wait for Kites")
    assert judge(Wanted(name, name), found).paper is not None


@pytest.mark.parametrize(
    ("title", "query"),
    [
        ('Kites" OR all:"rings', 'ti:"kites or all rings"'),
        ("Kites' AND Rings", 'ti:"kites and rings"'),
        ("Kites (Rings) [Nets", 'ti:"kites rings nets"'),
        ("Kites ANDNOT Rings\\", 'ti:"kites andnot rings"'),
        ("ti:Kites&id_list=2302.00001", 'ti:"ti kites id list 2302.00001"'),
    ],
)
def test_d6_a_title_is_never_query_syntax(arxiv: Arxiv, title: str, query: str) -> None:
    """Quotes, brackets, operators, backslashes and parameters of a title go out as the words of one phrase."""
    arxiv.answers = [feed(LANTERN)]
    arxiv.source().ask("title", [title])

    assert arxiv.asked("search_query")[0] == query
    assert arxiv.asked("id_list") == [""]


TEX = r"$\pi_0$: A $\mathcal{O}(n)$ Router by Schr{\"o}dinger"


def test_d7_latex_becomes_readable(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """Formulas and accents of a title are shown as letters, in the note and in a name that every system takes."""
    arxiv.answers = [feed(entry("2101.00001v1", TEX))]
    run("generate", "2101.00001", "--vault", vault)
    listed, _ = fill(run, vault, "[[2023__X__π0 - A O(n) router by Schroedinger]] arXiv:2101.00001")

    assert notes(vault) == ["2023__OSDI__π0 - A O(n) Router by Schrödinger.md"]
    note = (vault / notes(vault)[0]).read_text(encoding="utf-8")
    assert 'title: "π0: A O(n) Router by Schrödinger"' in note
    assert listed[0]["outcome"] == "exists"


def test_d7_the_readable_title_is_an_alias(run: Run, vault: Path, arxiv: Arxiv) -> None:
    """A note under a reader's name is also found by its title in Unicode."""
    arxiv.answers = [feed(entry("2101.00001v1", TEX))]
    fill(run, vault, "[[2023__X__pi0 router]] arXiv:2101.00001")

    assert 'aliases:\n  - "π0: A O(n) Router by Schrödinger"' in (vault / notes(vault)[0]).read_text(encoding="utf-8")


@pytest.mark.parametrize("spelling", [r"H\"ansel", r"H{\"a}nsel", r"H\"{a}nsel", "Hänsel", "Ha\u0308nsel", "Haensel"])
def test_d8_tex_accents_letters_and_ae_are_equal_enough(run: Run, vault: Path, arxiv: Arxiv, spelling: str) -> None:
    """However the umlaut is written, by arXiv or by the reader, the paper is found, and shown with its letter."""
    arxiv.answers = [feed(entry("2101.00001v1", f"Kites of {spelling} over Cold Harbours"))]

    papers, _ = fill(run, vault, "[[2023__OSDI__Kites of Hänsel over Cold Harbours]]")

    assert loose_key(f"Kites of {spelling}") == loose_key("Kites of Hänsel")
    assert papers[0]["outcome"] == "written"
    assert spelling == "Haensel" or "Hänsel over" in (vault / notes(vault)[0]).read_text(encoding="utf-8")
