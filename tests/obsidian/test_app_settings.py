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


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"\xff\xfe", b'{"newFileLocation": 1, "userIgnoreFilters": {}}'])
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
        ("notes/Paper.md", False),
    ],
)
def test_ignored(tmp_path: Path, path: str, ignored: bool) -> None:
    """Filters hold by the beginning of a path or as an expression, in any case; templates are no notes."""
    filters = ["ARCHIVE", "/draft \\d/", "/(/", 3]
    settings = configure(tmp_path, app={"userIgnoreFilters": filters}, templates={"folder": "/templates/"})

    assert is_ignored(settings, path) is ignored


def test_templater_folder(tmp_path: Path) -> None:
    """The folder of the Templater plugin counts as templates too."""
    settings = configure(tmp_path, templater={"templates_folder": "meta/tpl"})

    assert is_ignored(settings, "meta/tpl/Paper.md")
