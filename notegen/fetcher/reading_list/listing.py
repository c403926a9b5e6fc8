"""The MOCs of a vault and what they list: which notes are MOCs, and every link of them once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from notegen.errors import MocAmbiguous, MocNotFound, MocUnreadable
from notegen.fetcher.reading_list.moc import MocRules, distinct, is_moc, read_moc
from notegen.obsidian import names
from notegen.obsidian.app_settings import AppSettings, is_ignored
from notegen.obsidian.index import Index
from notegen.records import Wanted
from notegen.seams import Vault


@dataclass(frozen=True, slots=True)
class Listed:
    """The paths of the MOCs read, and what they list, each link once, in order; and the MOCs that could not be read."""

    mocs: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    unreadable: tuple[MocUnreadable, ...] = ()


def list_mocs(named: Sequence[str], index: Index, vault: Vault, app: AppSettings, rules: MocRules) -> Listed:
    """What the MOCs named list; links that other MOCs list as well name those, too.

    A MOC is named by note name or by path from the vault's root. Raises `MocNotFound`, `MocAmbiguous`,
    `MocUnreadable`.
    """
    everything = list_all_mocs(index, vault, app, rules)
    chosen = dict.fromkeys(_path(name, index, everything.mocs) for name in named)
    texts = {path: _read(path, vault) for path in chosen}
    parents = {names.key(one.link): one.mocs for one in everything.wanted}
    wanted = (
        replace(one, mocs=_joined(one.mocs, parents.get(names.key(one.link), ()))) for one in _wanted(texts, rules)
    )
    return Listed(tuple(chosen), tuple(wanted))


def list_all_mocs(index: Index, vault: Vault, app: AppSettings, rules: MocRules) -> Listed:
    """What every MOC of the vault lists. One that is not UTF-8 is passed over and named."""
    texts: dict[str, str] = {}
    unreadable: list[MocUnreadable] = []
    for path in _moc_paths(index, vault, app, rules):
        try:
            texts[path] = _read(path, vault)
        except MocUnreadable as error:
            unreadable.append(error)
    return Listed(tuple(texts), _wanted(texts, rules), tuple(unreadable))


def _joined(own: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*own, *others)))


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
