"""The MOCs of a vault and what they list: which notes are MOCs, and every link of them once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from notegen.errors import MocAmbiguous, MocNotFound, MocUnreadable
from notegen.fetcher.reading_list.moc import MocRules, distinct, read_moc
from notegen.obsidian import names
from notegen.obsidian.index import Index
from notegen.obsidian.resolution import from_root, link_text
from notegen.records import Wanted
from notegen.seams import Vault


@dataclass(frozen=True, slots=True)
class Listed:
    """The paths of the MOCs read, and what they list, each link once, in order; and the MOCs that could not be read."""

    mocs: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    unreadable: tuple[MocUnreadable, ...] = ()


def list_mocs(named: Sequence[str], mocs: Iterable[str], index: Index, vault: Vault, rules: MocRules) -> Listed:
    """What the MOCs named list; links that others of the vault's `mocs` (paths) list as well name those, too.

    A MOC is named by note name or by path from the vault's root. Raises `MocNotFound`, `MocAmbiguous`,
    `MocUnreadable`.
    """
    everything = list_all_mocs(mocs, index, vault, rules)
    chosen = dict.fromkeys(note_named(name, index, everything.mocs) for name in named)
    texts = {path: _read(path, vault) for path in chosen}
    parents = {names.key(one.link): one.mocs for one in everything.wanted}
    wanted = (
        replace(one, mocs=_joined(one.mocs, parents.get(names.key(one.link), ())))
        for one in _wanted(texts, index, rules)
    )
    return Listed(tuple(chosen), tuple(wanted))


def list_all_mocs(mocs: Iterable[str], index: Index, vault: Vault, rules: MocRules) -> Listed:
    """What all MOCs of the vault list, given by path. One that is not UTF-8 is passed over and named."""
    texts: dict[str, str] = {}
    unreadable: list[MocUnreadable] = []
    for path in mocs:
        try:
            texts[path] = _read(path, vault)
        except MocUnreadable as error:
            unreadable.append(error)
    return Listed(tuple(texts), _wanted(texts, index, rules), tuple(unreadable))


def _joined(own: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*own, *others)))


def _wanted(texts: Mapping[str, str], index: Index, rules: MocRules) -> tuple[Wanted, ...]:
    """Every link of the MOCs once; one counted from the folder of its MOC, or from the root, by its path from there."""
    found = ((path, one) for path, text in texts.items() for one in read_moc(link_text(path, index), text, rules))
    return distinct(replace(one, link=from_root(one.link, path) or one.link) for path, one in found)


def _read(path: str, vault: Vault) -> str:
    try:
        return vault.read(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MocUnreadable(path, f"byte {error.start + 1} is not UTF-8") from error


def note_named(name: str, index: Index, mocs: Sequence[str]) -> str:
    """The path of the note of this name or path; `MocNotFound` (which names `mocs`) or `MocAmbiguous`."""
    key = names.key(name.replace("\\", "/").removesuffix(".md").strip("/"))
    keys = {path: names.key(path.removesuffix(".md")) for path in index.notes}
    paths = [path for path in index.notes if keys[path] == key]
    paths = paths or [path for path in index.notes if keys[path].endswith("/" + key)]
    if not paths:
        raise MocNotFound(name, [PurePosixPath(path).stem for path in mocs])
    if len(paths) > 1:
        raise MocAmbiguous(name, paths)
    return paths[0]
