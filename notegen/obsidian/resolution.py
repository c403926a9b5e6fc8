"""Which file a link means, by the rule of Obsidian's own link cache."""

from __future__ import annotations

from notegen.obsidian.index import Index, visible
from notegen.obsidian.names import key


def resolve(target: str, source: str, index: Index) -> str | None:
    """The path a link in the note `source` leads to, None when it is missing; both relative to the vault's root.

    A name alone finds its file anywhere; a path may leave out leading folders; "./" and "../" count from the folder of
    `source`, "/" from the root. Of several files the exact path wins, then those under the folder of `source`, then the
    shortest path. Aliases do not count (Obsidian help, Internal links and Aliases).
    """
    if not target.strip():
        return source
    wanted = key(target.strip())
    name = wanted.rpartition("/")[2]
    found = index.by_name.get(name, ()) if "." in name else ()
    if not found:
        found = index.by_name.get(f"{name}.md", ())
        wanted = f"{wanted}.md"
    if not found:
        return None
    folder = key(source[: source.rfind("/") + 1])
    paths = {path: key(visible(path)) for path in found}
    if "/" not in wanted and len(found) == 1:
        return found[0]
    if wanted.startswith(("./", "../")):
        return _exact(paths, _joined(folder, wanted))
    if wanted.startswith("/"):
        return _exact(paths, wanted[1:])
    if exact := _exact(paths, wanted):
        return exact
    ending = [path for path in found if paths[path].endswith(wanted)]
    return min(ending, key=lambda path: (not paths[path].startswith(folder), len(path), path), default=None)


def _exact(paths: dict[str, str], wanted: str) -> str | None:
    return next((path for path, shown in paths.items() if shown == wanted), None)


def _joined(folder: str, wanted: str) -> str:
    """`wanted` counted from `folder`; "" when it leads out of the vault."""
    parts: list[str] = []
    for part in (folder + wanted).split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
