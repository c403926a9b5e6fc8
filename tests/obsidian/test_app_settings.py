from __future__ import annotations

import json
from pathlib import Path

import pytest

from notegen.obsidian.app_settings import AppSettings, is_ignored, new_note_folder, read_app_settings


def configure(root: Path, **files: object) -> AppSettings:
    """The settings of a vault whose configuration folder has these files."""
    names = {"app": "app.json", "templates": "templates.json", "templater": "plugins/templater-obsidian/data.json"}
    for name, content in files.items():
        file = root / ".obsidian" / names[name]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return read_app_settings(root)


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"\xff\xfe{\x00}\x00",
        b'{"newFileLocation": 1, "userIgnoreFilters": {}, "useMarkdownLinks": "true", "newLinkFormat": []}',
        b'{"newFileLocation": "elsewhere", "newLinkFormat": "", "newFileFolderPath": null, "folder": 3}',
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"newLinkFormat": "' + b"x" * 9_000_000 + b'"}',
    ],
    ids=lambda broken: repr(broken[:30]),
)
def test_absent_or_broken_files_are_defaults(tmp_path: Path, broken: bytes) -> None:
    """Without usable settings a vault has Obsidian's defaults."""
    assert read_app_settings(tmp_path) == AppSettings()
    assert configure(tmp_path, app=broken, templates=broken, templater=broken) == AppSettings()


@pytest.mark.parametrize(
    ("app", "folder"),
    [
        ({}, ""),
        ({"newFileLocation": "root", "newFileFolderPath": "x"}, ""),
        ({"newFileLocation": "current"}, "lists/2031"),
        ({"newFileLocation": "folder", "newFileFolderPath": "notes/papers/"}, "notes/papers"),
        ({"newFileLocation": "folder", "newFileFolderPath": "/"}, ""),
        ({"newFileLocation": "folder", "newFileFolderPath": "../outside"}, ""),
        ({"newFileLocation": "folder", "newFileFolderPath": ".obsidian"}, ""),
        ({"newFileLocation": "folder"}, ""),
        ({"newFileLocation": "folder", "newFileFolderPath": "a\\b\u00a0c//か\u3099"}, "a/b c/が"),
    ],
)
def test_new_note_folder(tmp_path: Path, app: dict[str, str], folder: str) -> None:
    """A new note goes where the vault puts new notes, and never out of it or into a hidden folder."""
    assert new_note_folder(configure(tmp_path, app=app), "lists/2031/MOC.md") == folder


def test_current_folder_of_a_note_in_the_root(tmp_path: Path) -> None:
    """The folder of a note in the root is the root."""
    assert new_note_folder(configure(tmp_path, app={"newFileLocation": "current"}), "MOC.md") == ""


@pytest.mark.parametrize(
    ("path", "ignored"),
    [
        ("archive/Old.md", True),
        ("Archive 2/Old.md", True),
        ("notes/archive/Old.md", False),
        ("notes/Draft 3.md", True),
        ("Templates/Paper.md", True),
        ("Templates.md", False),
        ("a/Old 2031/x.md", True),
        ("DÉJÀ/x.md", True),
        ("notes/Paper.md", False),
    ],
)
def test_ignored(tmp_path: Path, path: str, ignored: bool) -> None:
    """Filters hold by the beginning of a path or as an expression, in any case; templates are no notes."""
    filters = [
        "ARCHIVE",
        "/draft \\d/",
        "/(/",
        3,
        "",
        "/(?<year>old \\d{4})/",
        "/[[q]zz/",
        "/a{99999999999}/",
        "De\u0301ja\u0300",
    ]
    settings = configure(tmp_path, app={"userIgnoreFilters": filters}, templates={"folder": "/templates/"})

    assert is_ignored(settings, path) is ignored


def test_templater_folder(tmp_path: Path) -> None:
    """The folder of the Templater plugin counts as templates too."""
    settings = configure(tmp_path, templater={"templates_folder": "meta/tpl"})

    assert is_ignored(settings, "meta/tpl/Paper.md")


def test_both_folders_of_templates_count(tmp_path: Path) -> None:
    """Where the core plugin and Templater have a folder each, neither holds notes; the root is no such folder."""
    settings = configure(tmp_path, templates={"folder": "core"}, templater={"templates_folder": "own/tpl"})

    assert is_ignored(settings, "core/Paper.md")
    assert is_ignored(settings, "own/tpl/deep/Paper.md")
    assert not is_ignored(configure(tmp_path, templates={"folder": "/"}, templater={}), "Paper.md")


@pytest.mark.parametrize("filters", [None, [], {}, "archive"])
def test_no_filters(tmp_path: Path, filters: object) -> None:
    """A vault that excludes nothing, however it says so, ignores no note."""
    assert not is_ignored(configure(tmp_path, app={"userIgnoreFilters": filters}), "archive/Old.md")


def test_form_of_links(tmp_path: Path) -> None:
    """The vault says whether links are Markdown and how long they are; without a word they are short wikilinks."""
    chosen = configure(tmp_path, app={"useMarkdownLinks": True, "newLinkFormat": "relative", "alwaysUpdateLinks": True})

    assert (chosen.use_markdown_links, chosen.new_link_format) == (True, "relative")
    assert configure(tmp_path, app={"newLinkFormat": "absolute"}).new_link_format == "absolute"
    assert (AppSettings().use_markdown_links, AppSettings().new_link_format) == (False, "shortest")


def test_another_configuration_folder(tmp_path: Path) -> None:
    """Settings are read from another hidden folder when the usual one has none, and from the usual one when it has."""
    other = tmp_path / ".obsidian-laptop"
    for folder in (tmp_path / ".trash", other):
        folder.mkdir()
    (tmp_path / ".trash" / "app.json").write_text('{"newLinkFormat": "absolute"}', encoding="utf-8")
    (other / "app.json").write_bytes(b'\xef\xbb\xbf{"newLinkFormat": "relative"}')
    (other / "templates.json").write_text('{"folder": "tpl"}', encoding="utf-8")
    (tmp_path / ".obsidian").mkdir()

    assert read_app_settings(tmp_path) == AppSettings(new_link_format="relative", templates_folder="tpl")
    assert configure(tmp_path, app={"newLinkFormat": "absolute"}) == AppSettings(new_link_format="absolute")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    """What is no regular file gives no settings and stops nothing."""
    (tmp_path / ".obsidian" / "app.json").mkdir(parents=True)

    assert read_app_settings(tmp_path) == AppSettings()
    assert read_app_settings(tmp_path / "missing") == AppSettings()
