"""Where settings lie on disk: the vault itself, a .env beside the person, the vault's own config.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from notegen.errors import VaultNotFound


def find_vault(named: str, cwd: Path) -> Path:
    """The vault's root: the folder named, else the nearest one above `cwd` that holds `.obsidian/`."""
    if named:
        root = Path(named).expanduser()
        if not root.is_dir():
            raise VaultNotFound(named, "it is a file" if root.exists() else "no such folder")
        return root.resolve()
    for folder in (cwd, *cwd.parents):
        if (folder / ".obsidian").is_dir():
            return folder.resolve()
    raise VaultNotFound(str(cwd), "neither it nor a folder above holds .obsidian/")


def read_dotenv(path: Path, problems: list[str]) -> dict[str, str]:
    if not path.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        return {name: value for name, value in dotenv_values(path, encoding="utf-8-sig").items() if value}
    except (OSError, UnicodeDecodeError) as error:
        problems.append(f".env cannot be read ({error})")
        return {}


def read_config(path: Path, known: Iterable[str], problems: list[str]) -> dict[str, Any]:
    """config.toml of a vault: keys a vault may set, plus [moc]. Servers, models and keys are never read from it."""
    if not path.is_file():
        return {}
    try:
        config = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f".notegen/config.toml cannot be read ({error})")
        return {}
    allowed = {*known, "moc"}
    for key in sorted(set(config) - allowed):
        problems.append(f".notegen/config.toml: unknown key “{key}” (known: {', '.join(sorted(allowed))})")
    config["moc"] = _moc_rules(config.get("moc", {}), problems)
    return {key: value for key, value in config.items() if key in allowed}


def _moc_rules(table: Any, problems: list[str]) -> dict[str, Any]:
    """The table [moc]: `paper_sections` and `other_sections` (lists of words), `paper_names` (a regular expression)."""
    rules: dict[str, Any] = {}
    for key, value in table.items() if isinstance(table, dict) else ():
        if key in ("paper_sections", "other_sections") and isinstance(value, list):
            rules[key] = tuple(str(word) for word in value)
        elif key == "paper_names" and isinstance(value, str) and _compiles(value):
            rules[key] = value
        else:
            problems.append(
                f".notegen/config.toml: [moc] {key} = {value!r} is not paper_sections or other_sections with a list of"
                " words, or paper_names with a regular expression"
            )
    return rules


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
