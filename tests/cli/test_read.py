"""How much of a paper is read, and what is done where its full text cannot be had (P1, P3, P5, P6)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import reply
from pytest_httpserver import HTTPServer
from screens import on_terminal
from werkzeug import Request, Response

Run = Callable[..., Result]
AMBER = "2609.88888"
TITLE = "Amber: A Cache for Cold Tables"
ABSTRACT = (
    "Tables that are seldom read fill the memory of a storage rack. We present Amber, a cache that gives up the pages "
    "of cold tables first. It keeps forty percent less data than its forerunner and loses no request of busy tenants."
)
FACT = "With a lookahead of 73 requests Amber evicts a page only when no tenant will ask for it within nine minutes."
_BODY = (
    ("Introduction", "Racks of disks serve many tenants at once, and few of their tables are read every day. " * 4),
    ("Design", f"{FACT} The list of pages is kept by age and by tenant, so that neither order has to be sorted. " * 2),
    ("Evaluation", "Twelve idle machines replay the requests of three weeks and count what is read from disk. " * 4),
    ("Conclusion", "A cache may forget what nobody reads. Other racks than ours remain to be measured."),
)
PAGE = (
    f'<!DOCTYPE html><html><head><title>x</title></head><body><article class="ltx_document"><h1 class="ltx_title '
    f'ltx_title_document">{TITLE}</h1><div class="ltx_abstract"><h6 class="ltx_title">Abstract</h6><p class="ltx_p">'
    f"{ABSTRACT}</p></div>"
    + "".join(
        f'<section class="ltx_section"><h2 class="ltx_title ltx_title_section">{title}</h2><div class="ltx_para">'
        f'<p class="ltx_p">{text}</p></div></section>'
        for title, text in _BODY
    )
    + "</article></body></html>"
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault whose own records know one paper of arXiv, with its abstract."""
    (tmp_path / ".notegen").mkdir()
    record = {"arxiv_id": AMBER, "title": TITLE, "published": "2026", "abstract": ABSTRACT}
    (tmp_path / ".notegen" / "papers.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def arxiv(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> HTTPServer:
    """A stand-in for arXiv, which answers 404 to what it is not told to know."""
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", httpserver.url_for("").rstrip("/"))
    httpserver.no_handler_status_code = 404
    return httpserver


@pytest.fixture
def model(arxiv: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A model that claims what is the second sentence of all it is shown; what it was shown."""
    shown: list[str] = []

    def answer(request: Request) -> Response:
        user = request.get_json()["messages"][-1]["content"]
        shown.append(user)
        number = int(re.findall(r"^\[(\d+)\] .*(?:lookahead|We present)", user, re.MULTILINE)[-1])
        said = {
            "en": "Amber gives up the pages of cold tables first.",
            "ja": "Amberは、冷えた表のページから先に手放す。",
        }
        far = {"en": FACT, "ja": "先読みが73要求のとき、Amberは9分以内にどのテナントも要求しないページだけを追い出す。"}
        stated = {"section": "method", **(far if number > 3 else said), "cites": [number]}
        draft = {"tldr": {**said, "cites": [2]}, "claims": [stated], "numbers": [], "terms": [], "abstract": []}
        return reply(json.dumps(draft, ensure_ascii=False))

    arxiv.expect_request("/v1/chat/completions").respond_with_handler(answer)
    monkeypatch.setenv("OPENAI_BASE_URL", arxiv.url_for("/v1"))
    monkeypatch.setenv("NOTEGEN_MODEL", "m")
    return shown


def _fetched(arxiv: HTTPServer) -> list[str]:
    return [request.path for request, _ in arxiv.log if request.path.startswith(("/html/", "/pdf/"))]


def _generate(run: Run, vault: Path, *words: str) -> tuple[dict[str, str], int, str]:
    result = run("generate", AMBER, "--json", "--vault", vault, *words)
    return json.loads(result.stdout)["papers"][0], result.exit_code, result.stderr


def _note(vault: Path) -> str:
    [path] = vault.glob("*.md")
    return path.read_text(encoding="utf-8")


def test_a_window_that_holds_it_reads_the_full_text(
    run: Run, vault: Path, arxiv: HTTPServer, model: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model sees the body by its sections, the claim leads to a sentence of it, and the note says what was read."""
    arxiv.expect_request(f"/html/{AMBER}").respond_with_data(PAGE, content_type="text/html")
    monkeypatch.setenv("NOTEGEN_CONTEXT", "32768")

    paper, status, _ = _generate(run, vault)

    assert (paper["outcome"], paper["read"], status) == ("written", "full text (HTML)", 0)
    assert "# Design\n" in model[0] and FACT in model[0]
    note = _note(vault)
    assert "読んだもの: 本文（HTML、全" in note and f"· Design] {FACT}" in note
    assert ABSTRACT in note.split("## Abstract")[1].replace("\n", "")


@pytest.mark.parametrize(("window", "words"), [("8192", ()), ("32768", ("--read", "abstract"))])
def test_a_short_window_or_a_persons_word_reads_the_abstract(
    run: Run,
    vault: Path,
    arxiv: HTTPServer,
    model: list[str],
    monkeypatch: pytest.MonkeyPatch,
    window: str,
    words: tuple[str, ...],
) -> None:
    """Then no page is fetched at all."""
    monkeypatch.setenv("NOTEGEN_CONTEXT", window)

    paper, status, _ = _generate(run, vault, *words)

    assert (paper["read"], status, _fetched(arxiv)) == ("abstract", 0, [])


def test_a_text_too_long_for_the_window_is_read_in_parts_only_when_asked_for(
    run: Run, vault: Path, arxiv: HTTPServer, model: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default the abstract is read, and the report says why and how to read all."""
    page = PAGE.replace("Racks of disks", "Racks of disks, of which there are more than anybody can count, " * 2000)
    arxiv.expect_request(f"/html/{AMBER}").respond_with_data(page, content_type="text/html")
    monkeypatch.setenv("NOTEGEN_CONTEXT", "16384")

    paper, status, _ = _generate(run, vault)

    assert (paper["read"], status) == ("abstract", 0)
    assert "does not fit the model's window: --read full reads it in parts" in paper["reason"]


def test_a_text_is_fetched_once(run: Run, vault: Path, arxiv: HTTPServer) -> None:
    """A second run, and one without network, read what is kept; without a model sentences of it are chosen by rule."""
    arxiv.expect_request(f"/html/{AMBER}").respond_with_data(PAGE, content_type="text/html")

    first, status, told = _generate(run, vault, "--read", "full")
    again, _, _ = _generate(run, vault, "--read", "full", "--refresh", "--offline")

    assert (first["read"], status, again["outcome"]) == ("full text (HTML)", 0, "exists")
    assert _fetched(arxiv) == [f"/html/{AMBER}"]
    assert f"fetching the HTML of arXiv:{AMBER}" in told


def test_a_note_of_a_full_text_is_not_renewed_from_less(run: Run, vault: Path, arxiv: HTTPServer) -> None:
    """`--refresh` with only the abstract at hand leaves the note as it is, and says what renews it."""
    arxiv.expect_request(f"/html/{AMBER}").respond_with_data(PAGE, content_type="text/html")
    _generate(run, vault, "--read", "full")
    before = _note(vault)

    paper, status, _ = _generate(run, vault, "--refresh")

    assert (paper["outcome"], status, _note(vault)) == ("exists", 0, before)
    assert paper["reason"].startswith("its note was drafted from more (full text (HTML)): --read full")


def test_e6_no_html_and_no_pdf_mean_the_abstract(run: Run, vault: Path, arxiv: HTTPServer) -> None:
    """Both are asked for once, and the report says what was not there; it is no error."""
    paper, status, _ = _generate(run, vault, "--read", "full")

    assert (paper["outcome"], paper["read"], status) == ("written", "abstract", 0)
    assert paper["reason"] == "no HTML at arXiv; no PDF at arXiv; so the abstract was read"
    assert _fetched(arxiv) == [f"/html/{AMBER}", f"/pdf/{AMBER}"]


def test_a_server_that_is_down_makes_the_paper_wait(run: Run, vault: Path, arxiv: HTTPServer) -> None:
    """The abstract is not taken silently in its place: nothing is written, and the next run tries again."""
    arxiv.expect_request(re.compile("/(?:html|pdf)/.*")).respond_with_data("", status=403)

    paper, status, _ = _generate(run, vault, "--read", "full")

    assert (paper["outcome"], status) == ("waiting", 1)
    assert list(vault.glob("*.md")) == []


def test_offline_reads_the_abstract_of_a_text_that_is_not_kept(run: Run, vault: Path, arxiv: HTTPServer) -> None:
    """Without network there is still a useful draft, and what was not read is said."""
    paper, status, _ = _generate(run, vault, "--read", "full", "--offline")

    assert (paper["outcome"], paper["read"], status, _fetched(arxiv)) == ("written", "abstract", 0, [])
    assert "offline, and its full text was not read before" in paper["reason"]


def test_the_plan_counts_the_text_that_will_be_read(
    run: Run, vault: Path, arxiv: HTTPServer, model: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens of the full text are told before any question is asked."""
    arxiv.expect_request(f"/html/{AMBER}").respond_with_data(PAGE, content_type="text/html")
    monkeypatch.setenv("NOTEGEN_CONTEXT", "32768")
    tokens = {}
    for read in ("abstract", "full"):
        result = run("generate", AMBER, "--plan", "--read", read, "--json", "--vault", vault)
        tokens[read] = json.loads(result.stdout)["papers"][0]["tokens"]["in"]

    assert model == []
    assert tokens["full"] > tokens["abstract"] + 200


def test_a_withdrawn_paper_is_not_fetched(run: Run, vault: Path, arxiv: HTTPServer) -> None:
    """What is not drafted is not read either."""
    records = vault / ".notegen" / "papers.jsonl"
    records.write_text(records.read_text(encoding="utf-8").replace("Amber: A", "Withdrawn: Amber: A"), encoding="utf-8")

    paper, _, _ = _generate(run, vault, "--read", "full")

    assert (paper["outcome"], _fetched(arxiv)) == ("unfinished", [])


def test_settings_of_reading_and_template_are_checked(
    run: Run, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that is none, a template that is nowhere and one that cannot be used are wrong usage, told in one line."""
    (tmp_path / "own").mkdir()
    monkeypatch.setenv("NOTEGEN_PROMPTS", str(tmp_path / "own"))
    (tmp_path / "own" / "bad.toml").write_text('[[section]]\nkey = "What"\n', encoding="utf-8")
    for words, why in (
        (("--read", "half"), "“half” is not abstract or full"),
        (("--template", "../x"), "is not the name of a template"),
        (("--template", "nowhere"), "nowhere.toml"),
        (("--template", "bad"), "a [[section]] needs key, ja, en and asks"),
    ):
        result = run("generate", AMBER, "--offline", "--vault", vault, *words)
        assert result.exit_code == 2
        assert why in result.stderr and "Traceback" not in result.stderr


def test_a_template_of_ones_own_gives_sections_and_headings(
    run: Run, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sections of a file in the user's folder are those of the note, in their order."""
    (tmp_path / "own").mkdir()
    monkeypatch.setenv("NOTEGEN_PROMPTS", str(tmp_path / "own"))
    own = [
        f'[[section]]\nkey = "{key}"\nja = "{ja}"\nen = "{key}"\nasks = "x"\ntakes = ["{takes}"]\n'
        for key, ja, takes in (("idea", "着想", "method"), ("why", "動機", "problem"))
    ]
    (tmp_path / "own" / "mine.toml").write_text("".join(own), encoding="utf-8")

    result = run(
        "generate",
        AMBER,
        "--offline",
        "--template",
        "mine",
        "--vault",
        vault,
    )

    assert result.exit_code == 0
    assert re.findall(r"^### (.*)", _note(vault), re.MULTILINE) == ["着想", "動機"]


_FEED = f"""<?xml version='1.0' encoding='UTF-8'?><feed xmlns="http://www.w3.org/2005/Atom"
xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><id>x</id><title>query</title>
<opensearch:totalResults>1</opensearch:totalResults><entry><id>http://arxiv.org/abs/{AMBER}v1</id><title>{TITLE}</title>
<updated>2026-02-09T18:00:00Z</updated><published>2026-02-09T18:00:00Z</published><summary></summary>
<author><name>Aiko Mori</name></author><category term="cs.DC" scheme="x"/>
<link title="pdf" href="https://arxiv.org/pdf/x" rel="related"/></entry></feed>"""


def test_without_an_abstract_a_model_gets_the_full_text_on_any_window(
    run: Run, vault: Path, arxiv: HTTPServer, model: list[str]
) -> None:
    """A paper is not called without text before its full text was asked for."""
    records = vault / ".notegen" / "papers.jsonl"
    records.write_text(json.dumps({"arxiv_id": AMBER, "title": TITLE, "published": "2026"}) + "\n", encoding="utf-8")
    arxiv.expect_request("/api/query").respond_with_data(_FEED, content_type="application/atom+xml")
    arxiv.expect_request(re.compile("/html/.*")).respond_with_data(PAGE, content_type="text/html")

    paper, status, _ = _generate(run, vault)

    assert (paper["outcome"], paper["read"], status) == ("written", "full text (HTML)", 0)


def test_a_draft_of_which_nothing_is_left_is_no_note(
    run: Run, vault: Path, arxiv: HTTPServer, model: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All claims dropped: the paper failed, with every finding in the report; no empty note takes the name."""
    said = {"en": "Amber burns 500 watts.", "ja": "Amberは500ワットを消費する。", "cites": [2]}
    draft = {
        "tldr": said,
        "claims": [{"section": "what", "en": "It needs 700 racks.", "ja": "700台のラックを要する。"}],
    }
    arxiv.expect_request("/w1/chat/completions").respond_with_handler(lambda request: reply(json.dumps(draft)))
    monkeypatch.setenv("OPENAI_BASE_URL", arxiv.url_for("/w1"))

    result = run("generate", AMBER, "--json", "--vault", vault)
    paper = json.loads(result.stdout)["papers"][0]

    assert (paper["outcome"], result.exit_code) == ("failed", 1)
    assert "none of its claims (2) passed the checks" in paper["reason"]
    assert len(paper["findings"]) >= 2
    assert list(vault.glob("*.md")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
def test_a_narrow_terminal_shows_which_note_it_is(vault: Path, arxiv: HTTPServer) -> None:
    """The widest columns share what is missing; no line is too wide, outcome and claims stay whole."""
    arxiv.expect_request(f"/html/{AMBER}").respond_with_data(PAGE, content_type="text/html")
    status, shown = on_terminal(["generate", AMBER, "--read", "full", "--vault", vault], 56)

    rows = [line for line in shown.split("\n") if line.startswith(("outcome", "written"))]
    assert status == 0 and max(map(len, rows)) <= 56
    assert re.fullmatch(r"written  2026__arXiv\S*…  full text.*…  (\d+)/\1 +2609\.88888", rows[1])
