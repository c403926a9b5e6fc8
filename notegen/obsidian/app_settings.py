"""What Obsidian's own settings say about new notes and about notes to leave alone."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from notegen.obsidian.names import key


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings of a vault that matter here, with Obsidian's defaults; folders have no outer "/", "" is the root.

    `new_file_location` is "root", "current" or "folder" (then `new_file_folder`); `ignored` are the filters of
    "Excluded files" as written.
    """

    new_file_location: str = "root"
    new_file_folder: str = ""
    ignored: tuple[str, ...] = ()
    templates_folder: str = ""


def read_app_settings(root: Path) -> AppSettings:
    """The settings of the vault at `root`; a file that is absent or broken counts as one without entries."""
    folder = root / ".obsidian"
    app = _read(folder / "app.json")
    templater = _read(folder / "plugins" / "templater-obsidian" / "data.json")
    location = _text(app, "newFileLocation")
    filters = app.get("userIgnoreFilters")
    return AppSettings(
        new_file_location=location if location in ("current", "folder") else "root",
        new_file_folder=_folder(_text(app, "newFileFolderPath")),
        ignored=tuple(rule for rule in filters if isinstance(rule, str) and rule) if isinstance(filters, list) else (),
        templates_folder=_folder(_text(templater, "templates_folder"))
        or _folder(_text(_read(folder / "templates.json"), "folder")),
    )


def new_note_folder(settings: AppSettings, source_path: str) -> str:
    """The folder for a note made from a link in `source_path`; both are relative to the vault's root, which is ""."""
    if settings.new_file_location == "current":
        return source_path.rpartition("/")[0]
    return settings.new_file_folder if settings.new_file_location == "folder" else ""


def is_ignored(settings: AppSettings, path: str) -> bool:
    """Whether a note is a template or excluded by a filter: /regular expression/ or beginning of its path."""
    shown = key(path)
    if settings.templates_folder and shown.startswith(key(settings.templates_folder) + "/"):
        return True
    return any(_matches(rule, path) for rule in settings.ignored)


def _matches(rule: str, path: str) -> bool:
    if len(rule) > 2 and rule.startswith("/") and rule.endswith("/"):
        try:
            return re.search(rule[1:-1], path, re.IGNORECASE) is not None
        except re.error:
            return False
    return key(path).startswith(key(rule))


def _read(file: Path) -> dict[str, object]:
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _text(content: dict[str, object], name: str) -> str:
    value = content.get(name)
    return value if isinstance(value, str) else ""


def _folder(path: str) -> str:
    """A folder inside the vault as Obsidian takes it; the root when it is hidden or leads out."""
    parts = [part for part in path.replace("\\", "/").split("/") if part]
    return "" if any(part.startswith(".") for part in parts) else "/".join(parts)
