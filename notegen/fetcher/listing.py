"""The MOCs of a vault and what they list: which notes are MOCs, and every link of them once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from notegen.errors import MocAmbiguous, MocNotFound, MocUnreadable
from notegen.fetcher.moc import MocRules, distinct, is_moc, read_moc
from notegen.obsidian import names
from notegen.obsidian.app_settings import AppSettings, is_ignored
from notegen.obsidian.index import Index
from notegen.records import Wanted
from notegen.seams import Vault


@dataclass(frozen=True, slots=True)
class Listed:
    """The paths of the MOCs read, and what they list, each link once, in order."""

    mocs: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()


def list_mocs(named: Sequence[str], index: Index, vault: Vault, app: AppSettings, rules: MocRules) -> Listed:
    """What the MOCs named list, or every MOC of the vault when none is named (perhaps none at all).

    A MOC is named by note name or by path from the vault's root. Raises `MocNotFound`, `MocAmbiguous`,
    `MocUnreadable`.
    """
    if named:
        paths = tuple(dict.fromkeys(_path(name, index, vault, rules) for name in named))
        texts = {path: _read(path, vault) for path in paths}
    else:
        texts = _all_mocs(index, vault, app, rules)
    wanted = (one for path, text in texts.items() for one in read_moc(PurePosixPath(path).stem, text, rules))
    return Listed(tuple(texts), distinct(wanted))


def _all_mocs(index: Index, vault: Vault, app: AppSettings, rules: MocRules) -> dict[str, str]:
    texts = {}
    for path in index.notes:
        if is_ignored(app, path):
            continue
        text = vault.read(path).decode("utf-8-sig", "replace")
        if is_moc(PurePosixPath(path).stem, text, rules):
            texts[path] = _read(path, vault)
    return texts


def _read(path: str, vault: Vault) -> str:
    try:
        return vault.read(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MocUnreadable(path, f"byte {error.start + 1} is not UTF-8") from error


def _path(name: str, index: Index, vault: Vault, rules: MocRules) -> str:
    key = names.key(name.replace("\\", "/").removesuffix(".md").strip("/"))
    keys = {path: names.key(path.removesuffix(".md")) for path in index.notes}
    paths = [path for path in index.notes if keys[path] == key]
    paths = paths or [path for path in index.notes if keys[path].endswith("/" + key)]
    if not paths:
        known = _all_mocs(index, vault, AppSettings(), rules)
        raise MocNotFound(name, [PurePosixPath(path).stem for path in known])
    if len(paths) > 1:
        raise MocAmbiguous(name, paths)
    return paths[0]
