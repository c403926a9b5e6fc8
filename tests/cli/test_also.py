"""Further services, asked only by a person's word, each behind a cache of its own; and how one introduces oneself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invented import Arxiv, vault_with
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

Run = Callable[..., Result]
DOI = "10.5555/lichen.1"


@pytest.fixture
def vault(tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault whose MOC lists a paper that has a DOI and is not on arXiv; Crossref and OpenAlex know it."""
    monkeypatch.setenv("NOTEGEN_ARXIV_URL", Arxiv(httpserver, {"2402.01111": "Moss: Clocks"}).url)
    monkeypatch.setenv("NOTEGEN_CROSSREF_URL", httpserver.url_for("/crossref"))
    monkeypatch.setenv("NOTEGEN_OPENALEX_URL", httpserver.url_for("/openalex"))
    httpserver.expect_request(f"/crossref/works/{DOI}").respond_with_handler(_crossref)
    httpserver.expect_request("/openalex/works").respond_with_handler(_openalex)
    vault = vault_with(tmp_path, ())
    (vault / "Reading MOC.md").write_text(f"## Papers\n- [[2021__J__Lichen on Rocks]] doi:{DOI}\n", "utf-8")
    return vault


def _crossref(request: Request) -> Response:
    record = {
        "DOI": DOI,
        "type": "journal-article",
        "title": ["Lichen on Rocks"],
        "author": [{"given": "Aiko", "family": "Mori"}],
        "issued": {"date-parts": [[2021, 3, 1]]},
        "abstract": "<jats:p>Lichen grows on rocks. We measure it for ten years.</jats:p>",
    }
    return Response(json.dumps({"status": "ok", "message": record}), mimetype="application/json")


def _openalex(request: Request) -> Response:
    work = {
        "id": "https://openalex.org/W1",
        "doi": f"https://doi.org/{DOI}",
        "display_name": "Lichen on Rocks",
        "type": "article",
        "publication_date": "2021-03-01",
        "authorships": [{"author": {"display_name": "Aiko Mori"}}],
    }
    return Response(json.dumps({"meta": {"count": 1}, "results": [work]}), mimetype="application/json")


def _asked(httpserver: HTTPServer, service: str) -> list[Request]:
    return [request for request, _ in httpserver.log if request.path.startswith(f"/{service}/")]


@pytest.mark.parametrize("service", ["crossref", "openalex"])
@pytest.mark.parametrize("command", [["fill"], ["generate", "2021__J__Lichen on Rocks"], ["resolve", DOI]])
def test_a_service_is_asked_where_it_was_named(
    run: Run, vault: Path, httpserver: HTTPServer, own_home: Path, service: str, command: list[str]
) -> None:
    """Without --also nobody but arXiv is asked; with it the DOI is found, once, and kept in a folder of its own."""
    without = run(*command, "--plan" if command[0] != "resolve" else "--json", "--vault", vault)
    silent = [*_asked(httpserver, "crossref"), *_asked(httpserver, "openalex")]
    found = run(*command, "--also", service, "--json", "--vault", vault)
    requests = len(_asked(httpserver, service))
    again = run("resolve", DOI, "--also", service, "--offline", "--json", "--vault", vault)

    assert without.exit_code == 1
    assert silent == []
    assert json.loads(found.stdout)["papers"][0]["title"] == "Lichen on Rocks"
    assert found.exit_code == again.exit_code == 0
    assert requests == len(_asked(httpserver, service)) == 1
    assert any((own_home / "cache" / service).rglob("*.json"))


def test_the_setting_may_stand_in_the_environment_or_the_vault(
    run: Run, vault: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NOTEGEN_ALSO, or `also` in the vault's config.toml, does what the option does."""
    monkeypatch.setenv("NOTEGEN_ALSO", "OpenAlex")
    by_environment = run("resolve", DOI, "--json", "--vault", vault)
    monkeypatch.delenv("NOTEGEN_ALSO")
    (vault / ".notegen" / "config.toml").write_text('also = "crossref"\n', encoding="utf-8")
    by_vault = run("resolve", DOI, "--json", "--vault", vault)

    assert json.loads(by_environment.stdout)["papers"][0]["source"] == "OpenAlex"
    assert json.loads(by_vault.stdout)["papers"][0]["source"] == "Crossref"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("NOTEGEN_ALSO", "crossref,google"),
        ("NOTEGEN_CROSSREF_URL", "api.crossref.org"),
        ("NOTEGEN_OPENALEX_URL", "ftp://x"),
        ("NOTEGEN_CONTACT", "me at home"),
        ("NOTEGEN_CONTACT", "ü@x.test"),
    ],
)
def test_wrong_settings_are_named(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    """Status 2 and the variable's name."""
    monkeypatch.setenv(variable, value)

    result = run("resolve", DOI, "--vault", vault)

    assert result.exit_code == 2
    assert variable in result.stderr


def test_a_contact_is_told_to_all_and_taken_from_no_vault(
    run: Run, vault: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """arXiv gets it in the user agent, Crossref as its parameter; a vault can set neither it nor who gets it."""
    monkeypatch.setenv("NOTEGEN_CONTACT", "me@x.test")
    run("resolve", DOI, "--also", "crossref", "--vault", vault)
    monkeypatch.delenv("NOTEGEN_CONTACT")
    (vault / ".env").write_text("NOTEGEN_CONTACT=them@x.test\nNOTEGEN_CROSSREF_URL=http://127.0.0.1:9\n", "utf-8")
    monkeypatch.chdir(vault)
    ignored = run("resolve", DOI, "--vault", vault)
    (vault / ".notegen" / "config.toml").write_text('contact = "them@x.test"\n', encoding="utf-8")
    refused = run("resolve", DOI, "--vault", vault)

    agents = [request.headers["User-Agent"] for request, _ in httpserver.log if request.path == "/api/query"]
    assert agents
    assert "me@x.test" in agents[0]
    assert _asked(httpserver, "crossref")[0].args["mailto"] == "me@x.test"
    assert "NOTEGEN_CONTACT" in ignored.stderr
    assert refused.exit_code == 2
    assert "unknown key “contact”" in refused.stderr


def test_a_service_that_is_down_costs_what_it_alone_could_know(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The paper of arXiv is found; the other one waits, with the service's name."""
    monkeypatch.setenv("NOTEGEN_CROSSREF_URL", "http://127.0.0.1:9")
    monkeypatch.setattr("notegen.paper_sources.time.sleep", lambda seconds: None)

    result = run("resolve", "Moss: Clocks", "Lichen on Rocks", "--also", "crossref", "--json", "--vault", vault)

    papers = json.loads(result.stdout)["papers"]
    assert [paper["outcome"] for paper in papers] == ["accepted", "waiting"]
    assert "Crossref" in papers[1]["reason"]
