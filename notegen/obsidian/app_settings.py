"""What Obsidian's own settings say about new notes and about notes to leave alone."""

from __future__ import annotations

import json
import os
import re
import unicodedata
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from notegen.obsidian.names import key, normal_path

_LARGEST_BYTES = 8_000_000
_NO_CONFIGURATION = (".git", ".notegen", ".trash")
_NAMED_GROUP = re.compile(r"\(\?<(?=[A-Za-z_$])")


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings of a vault that matter here, with Obsidian's defaults; folders have no outer "/", "" is the root.

    `new_file_location` is "root", "current" or "folder" (then `new_file_folder`); `new_link_format` is "shortest",
    "relative" or "absolute"; `ignored` are the filters of "Excluded files" as written; `templates_folder` is of the
    core plugin, `templater_folder` of Templater.
    """

    new_file_location: str = "root"
    new_file_folder: str = ""
    ignored: tuple[str, ...] = ()
    templates_folder: str = ""
    templater_folder: str = ""
    use_markdown_links: bool = False
    new_link_format: str = "shortest"


def read_app_settings(root: Path) -> AppSettings:
    """The settings of the vault at `root`; a file that is absent or broken counts as one without entries.

    They are in `.obsidian`, or in another hidden folder that holds an app.json when that holds none (Obsidian help,
    Configuration folder).
    """
    folder = _configuration_folder(root)
    app = _read(folder / "app.json")
    location = _text(app, "newFileLocation")
    form = _text(app, "newLinkFormat")
    filters = app.get("userIgnoreFilters")
    templates = _text(_read(folder / "templates.json"), "folder")
    templater = _text(_read(folder / "plugins" / "templater-obsidian" / "data.json"), "templates_folder")
    return AppSettings(
        new_file_location=location if location in ("current", "folder") else "root",
        new_file_folder=_folder(_text(app, "newFileFolderPath")),
        ignored=tuple(rule for rule in filters if isinstance(rule, str) and rule) if isinstance(filters, list) else (),
        templates_folder=_folder(templates),
        templater_folder=_folder(templater),
        use_markdown_links=app.get("useMarkdownLinks") is True,
        new_link_format=form if form in ("relative", "absolute") else "shortest",
    )


def new_note_folder(settings: AppSettings, source_path: str) -> str:
    """The folder for a note made from a link in `source_path`; both are relative to the vault's root, which is ""."""
    if settings.new_file_location == "current":
        return source_path.rpartition("/")[0]
    return settings.new_file_folder if settings.new_file_location == "folder" else ""


def is_ignored(settings: AppSettings, path: str) -> bool:
    """Whether a note is a template or excluded by a filter: /regular expression/ or beginning of its path."""
    shown = key(path)
    templates = (settings.templates_folder, settings.templater_folder)
    if any(folder and shown.startswith(f"{key(folder)}/") for folder in templates):
        return True
    return any(_matches(rule, path) for rule in settings.ignored)


def _matches(rule: str, path: str) -> bool:
    if len(rule) > 2 and rule.startswith("/") and rule.endswith("/"):
        expression = _expression(rule[1:-1])
        return expression is not None and expression.search(unicodedata.normalize("NFC", path)) is not None
    return key(path).startswith(key(rule))


@lru_cache
def _expression(source: str) -> re.Pattern[str] | None:
    """A JavaScript expression as Python reads it; None for one it cannot, which then excludes nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(_NAMED_GROUP.sub("(?P<", source), re.IGNORECASE)
    except (re.error, OverflowError, RecursionError):
        return None


def _configuration_folder(root: Path) -> Path:
    usual = root / ".obsidian"
    if (usual / "app.json").is_file():
        return usual
    try:
        hidden = sorted(entry.name for entry in os.scandir(root) if entry.name.startswith("."))
    except OSError:
        return usual
    others = (root / name for name in hidden if name not in _NO_CONFIGURATION)
    return next((folder for folder in others if (folder / "app.json").is_file()), usual)


def _read(file: Path) -> dict[str, object]:
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST_BYTES:
            return {}
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _text(content: dict[str, object], name: str) -> str:
    value = content.get(name)
    return value if isinstance(value, str) else ""


def _folder(path: str) -> str:
    """A folder inside the vault as Obsidian takes it; the root when it is hidden or leads out."""
    folder = normal_path(path)
    return "" if any(part.startswith(".") for part in folder.split("/")) else folder
