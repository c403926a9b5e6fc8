"""The MOCs of a vault and what they list: which notes are MOCs, and every link of them once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
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

    A MOC is named by note name or by path from the vault's root. Links that other MOCs list as well name those, too.
    Raises `MocNotFound`, `MocAmbiguous`, `MocUnreadable`.
    """
    everywhere = _moc_paths(index, vault, app, rules)
    chosen = tuple(dict.fromkeys(_path(name, index, everywhere) for name in named)) if named else everywhere
    texts = {path: _read(path, vault) for path in chosen}
    others = readable_mocs(tuple(path for path in everywhere if path not in texts), vault, rules)
    parents = {names.key(one.link): one.mocs for one in others.wanted}
    return Listed(
        chosen,
        tuple(replace(one, mocs=(*one.mocs, *parents.get(names.key(one.link), ()))) for one in _wanted(texts, rules)),
    )


def all_readable_mocs(index: Index, vault: Vault, app: AppSettings, rules: MocRules) -> Listed:
    """What every MOC of the vault lists; one that is not UTF-8 is passed over."""
    return readable_mocs(_moc_paths(index, vault, app, rules), vault, rules)


def readable_mocs(paths: Sequence[str], vault: Vault, rules: MocRules) -> Listed:
    """What these MOCs list; one that is not UTF-8 is passed over."""
    texts = {}
    for path in paths:
        with suppress(MocUnreadable):
            texts[path] = _read(path, vault)
    return Listed(tuple(texts), _wanted(texts, rules))


def _wanted(texts: Mapping[str, str], rules: MocRules) -> tuple[Wanted, ...]:
    return distinct(one for path, text in texts.items() for one in read_moc(PurePosixPath(path).stem, text, rules))


def _moc_paths(index: Index, vault: Vault, app: AppSettings, rules: MocRules) -> tuple[str, ...]:
    return tuple(
        path
        for path in index.notes
        if not is_ignored(app, path)
        and is_moc(PurePosixPath(path).stem, vault.read(path).decode("utf-8-sig", "replace"), rules)
    )


def _read(path: str, vault: Vault) -> str:
    try:
        return vault.read(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MocUnreadable(path, f"byte {error.start + 1} is not UTF-8") from error


def _path(name: str, index: Index, mocs: Sequence[str]) -> str:
    key = names.key(name.replace("\\", "/").removesuffix(".md").strip("/"))
    keys = {path: names.key(path.removesuffix(".md")) for path in index.notes}
    paths = [path for path in index.notes if keys[path] == key]
    paths = paths or [path for path in index.notes if keys[path].endswith("/" + key)]
    if not paths:
        raise MocNotFound(name, [PurePosixPath(path).stem for path in mocs])
    if len(paths) > 1:
        raise MocAmbiguous(name, paths)
    return paths[0]
