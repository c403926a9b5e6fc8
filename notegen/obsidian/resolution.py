"""Which file a link means, by the rule of Obsidian's own link cache, and which link leads to a file."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

from notegen.obsidian.app_settings import AppSettings
from notegen.obsidian.index import Index, visible
from notegen.obsidian.links import without_extension
from notegen.obsidian.names import key

_NO_WIKILINK = re.compile(r"[\[\]|#\\\x00-\x1f]|%%|<%")
_LIKE_AN_ADDRESS = re.compile(r"www\.", re.IGNORECASE)
_IN_MARKDOWN = re.compile(r"[\\`\[\]$<*_~=]")


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
    if "/" not in wanted and len(found) == 1:
        return found[0]
    folder = key(_folder(source))
    paths = {path: key(visible(path)) for path in sorted(found, key=_is_stand_in)}
    if wanted.startswith(("./", "../")):
        return _exact(paths, _joined(folder, wanted))
    if wanted.startswith("/"):
        return _exact(paths, wanted[1:])
    if exact := _exact(paths, wanted):
        return exact
    ending = [path for path, shown in paths.items() if shown.endswith(wanted)]
    return min(ending, key=lambda path: (not paths[path].startswith(folder), _length(paths[path])), default=None)


def from_root(target: str, source: str) -> str:
    """The path from the vault's root that a link in the note `source` means; "" when it leads out of the vault.

    Only "./" and "../", counted from the folder of `source`, and "/", the root, are worked out; others come back as
    they are: a note made for them is put at their path, or where new notes go (Obsidian help, Internal links).
    """
    if target.startswith(("./", "../")):
        return _joined(_folder(source), target)
    return _joined("", target) if target.startswith("/") else target


def link_text(path: str, index: Index) -> str:
    """What a wikilink to the note at `path` holds, from anywhere in the vault: its name alone where no other has it."""
    name = path.rpartition("/")[2]
    return without_extension(name if len(index.by_name.get(key(visible(name)), ())) == 1 else path)


def write_link(path: str, source: str, index: Index, app: AppSettings, label: str = "") -> str:
    """A link for the note `source` that leads to the file at `path`, in the form the vault's settings ask for.

    Shortest is the name alone where it finds that very file, else the path from the root (Obsidian help, Settings, New
    link format). A name no wikilink can hold (`#`, `|`, brackets) is written as a Markdown link, encoded. What would
    break the link is taken out of the label.
    """
    path, shown = visible(path), _text_of(label)
    target = unicodedata.normalize("NFC", _target(path, source, index, app.new_link_format))
    short = without_extension(target)
    if not app.use_markdown_links and not _NO_WIKILINK.search(short):
        return f"[[{short}|{shown}]]" if shown and shown != short else f"[[{short}]]"
    if _LIKE_AN_ADDRESS.match(target):
        target = f"/{path}"
    text = _IN_MARKDOWN.sub(r"\\\g<0>", shown or _text_of(without_extension(path.rpartition("/")[2])))
    return f"[{text}]({''.join(map(_encoded, target))})"


def _target(path: str, source: str, index: Index, form: str) -> str:
    """The link's path with the file's extension: as short as `form` wants, and leading to the file and no other."""
    if form == "relative":
        target = _relative(path, _folder(source))
        return target if target.startswith("../") or _leads_to(path, target, source, index) else f"./{target}"
    if form == "shortest" and _leads_to(path, path.rpartition("/")[2], source, index):
        return path.rpartition("/")[2]
    return path


def _leads_to(path: str, target: str, source: str, index: Index) -> bool:
    found = resolve(without_extension(target), source, index)
    return found is not None and visible(found) == path


def _relative(path: str, folder: str) -> str:
    """`path` counted from `folder`, which ends with "/" or is "", the root."""
    here, there = folder.split("/")[:-1], path.split("/")
    same = 0
    while same < min(len(here), len(there) - 1) and here[same] == there[same]:
        same += 1
    return "/".join([*[".."] * (len(here) - same), *there[same:]])


def _text_of(label: str) -> str:
    """A label on one line, without the signs that would end the link, begin a comment or run a template."""
    text = " ".join(label.split()).replace("[", "(").replace("]", ")").replace("|", "-")
    return re.sub("%%+", "%", text).replace("<%", "< %").rstrip("\\ ")


def _encoded(character: str) -> str:
    """A character of a path as a Markdown link's target holds it; letters of every script stay readable."""
    readable = character.isalnum() if character.isascii() else character.isprintable()
    return character if readable else quote(character, safe="/", errors="replace")


def _folder(path: str) -> str:
    return path[: path.rfind("/") + 1]


def _is_stand_in(path: str) -> bool:
    return visible(path) != path


def _length(path: str) -> int:
    """Characters as Obsidian counts them, in UTF-16."""
    return len(path.encode("utf-16-le", "surrogatepass"))


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
