"""A text that was read once is kept; nothing torn, foreign or hostile is ever taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from notegen.errors import NotAsked
from notegen.fetcher.full_text import kept as kept_module
from notegen.fetcher.full_text.as_json import from_json, to_json
from notegen.fetcher.full_text.kept import Kept, KeptTexts, OfflinePages
from notegen.fetcher.full_text.parts import FullText, Part
from notegen.records import Form

HOUR_SECONDS = 3_600
GULL = FullText(
    "Gull: Routing Packets by Wind — 風で",
    (
        Part("abstract", "Wind helps. 風が助けになる。", ("Abstract",)),
        Part("section", "Let $x^{2}$ be\n\n$$y \\tag{1}$$", ("Method", "Wings"), "2.1"),
        Part("table", "a | b\nc | d", ("Method",), "2"),
    ),
    ("Å. Lind. Gulls. 2001.", "https://doi.org/10.1000/gull"),
)
FAULTY = replace(GULL, notices=("the page breaks off",))
NO_PAPER = FullText(notices=("there is no paper on the page",))


class Hours:
    """A clock in hours."""

    now = 500_000.0

    def __call__(self) -> float:
        return self.now * HOUR_SECONDS


@pytest.fixture
def hours() -> Hours:
    """The clock of the test."""
    return Hours()


@pytest.fixture
def texts(tmp_path: Path, hours: Hours) -> KeptTexts:
    """Kept texts in an empty folder."""
    return KeptTexts(tmp_path, hours)


@pytest.mark.parametrize("text", [GULL, FAULTY, NO_PAPER, FullText(), None])
def test_a_text_comes_back_as_it_was(texts: KeptTexts, text: FullText | None) -> None:
    """Titles, parts, references and notices come back from disk, and so does "arXiv has none"."""
    assert texts.get("html", "2001.01234v2") is None
    texts.keep("html", "2001.01234v2", text)
    assert texts.get("html", "2001.01234v2") == Kept(text)


def test_forms_and_versions_are_apart(texts: KeptTexts) -> None:
    """The text of one version or form is never that of another."""
    texts.keep("html", "2001.01234v2", GULL)
    others: list[tuple[Form, str]] = [("pdf", "2001.01234v2"), ("html", "2001.01234"), ("html", "2001.01234v1")]
    assert [texts.get(form, arxiv_id) for form, arxiv_id in others] == [None, None, None]


@pytest.mark.parametrize(
    ("arxiv_id", "text", "kept_hours"),
    [
        ("2001.01234v2", GULL, None),
        ("hep-th/9901001v1", GULL, None),
        ("2001.01234", GULL, 7 * 24),
        ("2001.01234v2", FAULTY, 24),
        ("2001.01234v2", None, 24),
        ("2001.01234v2", NO_PAPER, 1),
    ],
)
def test_what_may_change_grows_old(
    texts: KeptTexts, hours: Hours, arxiv_id: str, text: FullText | None, kept_hours: int | None
) -> None:
    """A known version is kept without end; what may be better tomorrow is asked for again in due time."""
    texts.keep("html", arxiv_id, text)
    hours.now += (kept_hours or 100_000) - 0.1
    assert texts.get("html", arxiv_id) == Kept(text)
    hours.now += 0.2
    assert (texts.get("html", arxiv_id) is None) == (kept_hours is not None)


def test_a_time_to_come_says_nothing(texts: KeptTexts, hours: Hours) -> None:
    """After the clock was set back, "arXiv has none" is not believed for ever."""
    texts.keep("pdf", "2001.01234v2", None)
    hours.now -= 1
    assert texts.get("pdf", "2001.01234v2") is None


def test_a_better_reader_reads_anew(texts: KeptTexts, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier reader made of the bytes is not taken for what today's would make of them."""
    texts.keep("html", "2001.01234v2", GULL)
    texts.keep("pdf", "2001.01234v2", GULL)
    monkeypatch.setitem(kept_module.READERS, "html", kept_module.READERS["html"] + 1)

    assert texts.get("html", "2001.01234v2") is None
    assert texts.get("pdf", "2001.01234v2") == Kept(GULL)


def _file(folder: Path) -> Path:
    (file,) = folder.rglob("*.json")
    return file


def _changed(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda held: held | changes


def _text_changed(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda held: held | {"text": held["text"] | changes}


@pytest.mark.parametrize(
    "change",
    [
        lambda held: [held],
        lambda held: None,
        lambda held: {},
        _changed(form="pdf"),
        _changed(arxiv_id="2001.01235v2"),
        _changed(reader=0),
        _changed(text=7),
        _changed(text=[]),
        _changed(text={}),
        _changed(at="yesterday"),
        _text_changed(title=None),
        _text_changed(title="\ud800"),
        _text_changed(parts="abc"),
        _text_changed(parts=[7]),
        _text_changed(parts=[{"kind": "order", "text": "x", "titles": [], "number": ""}]),
        _text_changed(parts=[{"kind": ["section"], "text": "x", "titles": [], "number": ""}]),
        _text_changed(parts=[{"kind": "section", "text": 7, "titles": [], "number": ""}]),
        _text_changed(parts=[{"kind": "section", "text": "x", "titles": "Method", "number": ""}]),
        _text_changed(parts=[{"kind": "section", "text": "x", "titles": []}]),
        _text_changed(parts=[{"kind": "section", "text": "x", "titles": [], "number": "", "more": 1}]),
        _text_changed(references={"a": 1}),
        _text_changed(notices=[None]),
        _text_changed(more=1),
    ],
)
def test_a_file_that_is_not_ours_counts_as_nothing(
    texts: KeptTexts, tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    """Whatever another program or version left there is no text, no error, and is written over."""
    texts.keep("html", "2001.01234v2", GULL)
    file = _file(tmp_path)
    file.write_text(json.dumps(change(json.loads(file.read_text(encoding="utf-8")))), encoding="utf-8")

    assert texts.get("html", "2001.01234v2") is None
    texts.keep("html", "2001.01234v2", GULL)
    assert texts.get("html", "2001.01234v2") == Kept(GULL)


@pytest.mark.parametrize("content", [b"", b"{", b"\x00\xff", b"[" * 100_000, b'{"form": "html"', b"NaN"])
def test_a_torn_file_counts_as_nothing(texts: KeptTexts, tmp_path: Path, content: bytes) -> None:
    """A file cut anywhere, empty, binary or endlessly nested is no text."""
    texts.keep("html", "2001.01234v2", GULL)
    _file(tmp_path).write_bytes(content)
    assert texts.get("html", "2001.01234v2") is None


def test_a_folder_in_its_place_counts_as_nothing(texts: KeptTexts, tmp_path: Path) -> None:
    """What is no file is not read, and is no error when there is something to keep."""
    texts.keep("html", "2001.01234v2", GULL)
    file = _file(tmp_path)
    file.unlink()
    file.mkdir()

    texts.keep("html", "2001.01234v2", GULL)
    assert texts.get("html", "2001.01234v2") is None


def test_what_cannot_be_kept_costs_nothing_else(tmp_path: Path, hours: Hours) -> None:
    """A cache folder that cannot be written, or a text that is none in UTF-8, is no error."""
    (tmp_path / "file").write_bytes(b"")
    KeptTexts(tmp_path / "file", hours).keep("html", "2001.01234v2", GULL)
    texts = KeptTexts(tmp_path / "kept", hours)
    texts.keep("html", "2001.01234v2", replace(GULL, title="\ud800"))

    assert texts.get("html", "2001.01234v2") is None


@pytest.mark.parametrize("name", ["", "../../x", "a/b/c", "\0", "\ud800", "長" * 5_000])
def test_no_name_leads_out_of_the_folder(texts: KeptTexts, tmp_path: Path, name: str) -> None:
    """Whatever an id holds, its file lies in the folder of the kept texts."""
    texts.keep("pdf", name, None)
    assert all(path.is_relative_to(tmp_path) and len(path.name) < 100 for path in tmp_path.rglob("*.json"))


def test_json_and_back() -> None:
    """A text sent as JSON, to another process too, is the same text."""
    assert from_json(json.loads(json.dumps(to_json(GULL)))) == GULL
    assert from_json(to_json(FAULTY)) == FAULTY
    with pytest.raises(ValueError):
        from_json({"title": "Gull"})


def test_offline_is_not_asked() -> None:
    """Without network, what is not kept could have been asked, and that is said."""
    with pytest.raises(NotAsked, match="offline"):
        OfflinePages().fetch("html", "2001.01234v2")
