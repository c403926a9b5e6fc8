"""A withdrawn paper: known by what its record says, marked in the note, and not drafted unless asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from notegen.withdrawal import withdrawal

Run = Callable[..., Result]
LINK = "2021__X__Tying Kites to Rings"


_WORDING = "a wording that authors use and the pattern does not know"
_OTHER = "what is said of something else is taken for this paper's withdrawal"


@pytest.mark.parametrize(
    "comment",
    [
        "This paper has been withdrawn",
        "This paper has been withdrawn by the author due to a crucial sign error in equation 1",
        "12 pages. This paper was withdrawn by the author(s)",
        "The manuscript was withdrawn since it was merged into another",
        "Paper withdrawn: error in Lemma 2",
        "Withdrawn.",
        "WITHDRAWN due to overlap",
        "withdrawn by author. arXiv admin note: text overlap",
        "This submission has been withdrawn by arXiv administrators",
        "5 pages; retracted by the authors of this work, which was withdrawn by the authors",
        "This article is retracted",
        "This submission has been withdrawn at the request of the author.",
        "This article is temporarily withdrawn and will come back",
        "Paper has been withdrawn",
        "Submission withdrawn",
        "The authors have withdrawn this paper",
        "We choose to withdraw this paper",
        "withdraw, some mistakes",
    ],
)
def test_a_comment_says_so(comment: str) -> None:
    """In every wording of authors and administrators the comment itself is what is told."""
    assert withdrawal("Kites", comment, "We tie kites.") == comment


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("WITHDRAWN: Kites", "We tie kites."),
        ("Kites (Withdrawn)", "We tie kites."),
        ("[Retracted] Kites", "We tie kites."),
        ("Retracted: Kites", ""),
        ("Kites", "This paper has been withdrawn by the author."),
        ("Kites", "Withdrawn."),
        ("Kites", "The paper was withdrawn by the authors."),
    ],
)
def test_title_or_abstract_says_so(title: str, abstract: str) -> None:
    """A service without comments tells it in the title or at the beginning of the abstract."""
    assert withdrawal(title, "", abstract) in (title, abstract)
    assert withdrawal(title, "", abstract) != ""


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "12 pages, accepted at OSDI 2021",
        "Not withdrawn: the error was mended",
        "We study the withdrawal of drugs",
        "Proof and withdrawing the earlier version",
        "The proof of the no-retraction theorem is filled in",
        "This paper was withdrawn from the XX Harbour Conference and is under review elsewhere",
        "This paper replaces an earlier one that was withdrawn",
        "An earlier version was withdrawn by the authors; this one is corrected",
        "Supersedes the paper withdrawn last year",
        "This paper analyses why aspirin was withdrawn",
    ],
)
def test_a_comment_of_something_else(comment: str) -> None:
    """Another version, a conference or the paper's own subject may be withdrawn; the paper stands."""
    assert withdrawal("Kites", comment, "We tie kites.") == ""


@pytest.mark.parametrize(
    "title",
    [
        "Predicting Withdrawn Drugs",
        "Why Papers Are Withdrawn",
        "On the Withdrawal of Kites",
        "Retraction Maps on Manifolds",
        "Retracted Articles in Kite Research",
        "Withdrawn Drugs and Their Targets",
    ],
)
def test_a_paper_about_withdrawal_is_not_withdrawn(title: str) -> None:
    """A title or abstract that speaks of withdrawn things is a paper like any other."""
    assert withdrawal(title, "", "We tie kites.") == ""
    assert withdrawal("Kites", "", f"{title} are cited for years, and we count how often.") == ""


@pytest.fixture
def questions(httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """The questions a model was asked, in a world where arXiv says that the paper was withdrawn."""
    asked: list[Request] = []

    def answer(request: Request) -> Response:
        asked.append(request)
        return Response("busy", 500)

    httpserver.expect_request("/api/query").respond_with_data(_FEED)
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer)
    monkeypatch.setattr("notegen.wiring.time.sleep", lambda seconds: None)
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", httpserver.url_for("").rstrip("/"))
    monkeypatch.setenv("NOTEGEN_CATALOGUE", str(tmp_path / "none"))
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "invented")
    return asked


_FEED = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><id>x</id><title>query</title>
<entry><id>http://arxiv.org/abs/2109.13131v2</id><title>Tying Kites to Rings</title>
<updated>2021-09-27T18:00:00Z</updated><published>2021-09-27T18:00:00Z</published>
<summary>We present Kite, a ring of silk. It keeps 40% more nets than before.</summary>
<author><name>Mio Tanaka</name></author><category term="cs.DC" scheme="x"/>
<arxiv:comment>This paper has been withdrawn by the author due to an error in Lemma 2</arxiv:comment>
<link title="pdf" href="https://arxiv.org/pdf/x" rel="related"/></entry></feed>"""


def _vault(folder: Path) -> Path:
    vault = folder / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "A MOC.md").write_text(f"## Papers\n- [[{LINK}]] arXiv:2109.13131\n", encoding="utf-8")
    return vault


def _note(vault: Path) -> str:
    return (vault / f"{LINK}.md").read_text(encoding="utf-8")


def test_a_withdrawn_paper_is_marked_and_no_model_is_asked(run: Run, tmp_path: Path, questions: list[Request]) -> None:
    """The note says first that it was withdrawn and why; it has no draft, and the run tells how to get one."""
    vault = _vault(tmp_path)

    result = run("fill", "--json", "--vault", vault)

    paper = json.loads(result.stdout)["papers"][0]
    assert questions == []
    assert (paper["outcome"], paper["read"]) == ("unfinished", "none")
    assert "--withdrawn" in paper["reason"]
    assert "due to an error in Lemma 2" in _note(vault)
    assert "40%" not in _note(vault)


def test_a_withdrawn_paper_is_planned_without_cost(run: Run, tmp_path: Path, questions: list[Request]) -> None:
    """The plan counts no call for it; with --withdrawn it does."""
    vault = _vault(tmp_path)
    plain, asked = (run("fill", "--plan", *words, "--json", "--vault", vault) for words in ((), ("--withdrawn",)))

    tokens = [json.loads(result.stdout)["papers"][0]["tokens"] for result in (plain, asked)]
    assert tokens[0]["in"] == 0
    assert tokens[1]["in"] > 0
    assert questions == []


def test_it_is_drafted_by_a_persons_word_and_still_marked(
    run: Run, tmp_path: Path, questions: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --withdrawn the unfinished note is completed from its abstract, and still says that it was withdrawn."""
    vault = _vault(tmp_path)
    run("fill", "--vault", vault)
    for name in ("OPENAI_BASE_URL", "NOTEGEN_MODEL"):
        monkeypatch.delenv(name)

    result = run("fill", "--withdrawn", "--json", "--vault", vault)

    assert json.loads(result.stdout)["papers"][0]["outcome"] == "written"
    assert "due to an error in Lemma 2" in _note(vault)
    assert "40%" in _note(vault)
    assert questions == []
