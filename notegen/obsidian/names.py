"""Names of notes: how they compare, which are allowed, and how one is made from a paper's title."""

from __future__ import annotations

import re
import unicodedata

from notegen.obsidian.latex import plain

# A path component holds 255 bytes on most disks; ".md" and the dot of a hidden stand-in beside the note need four.
_MAX_BYTES = 251
CHOSEN_BYTES = 237  # with ".md" 240, which leaves room for what others hang on
_FORBIDDEN = re.compile(r'[\\:*?"<>|#^\[\]]|%%')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])\s*(?:\.|$)", re.IGNORECASE)
_REPLACED = str.maketrans({"/": "-", "\\": "-", "|": "-", "[": "(", "]": ")", **dict.fromkeys('*?"<>#^`')})
_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
_JOINER = "\u200d"
_VIRAMA = 9  # the combining class of the signs that bind two consonants of an Indian script
_SKIN_TONES = "".join(map(chr, range(0x1F3FB, 0x1F400)))
_DAY = r"\d{4}-\d\d-\d\d"
_CONFLICT_COPY = re.compile(
    rf"\S \((?:conflicted copy .+ \d{{12}}|.+['’]s? conflicted copy(?: {_DAY})?"
    rf"|conflicted copy(?: .+)? {_DAY}(?: \d{{4,6}})?)(?: ?\(\d+\))?\)(?: \(\d+\))?(?:\.md)?$"
    r"|\S\.sync-conflict-\d{8}-\d{6}(?:-\w{7})?(?:\.md)?$",
    re.IGNORECASE | re.ASCII,
)
_CONVENTION = re.compile(r"[^_]__[^_]")


def key(name: str) -> str:
    """What two names or paths have in common when Obsidian takes them for the same: NFC, plain blanks, lower case."""
    if name.isascii():
        return name.lower()
    folded = name.replace("\u00a0", " ").replace("\u202f", " ").lower().replace("ς", "σ")
    return unicodedata.normalize("NFC", folded)


def normal_path(path: str) -> str:
    """A path as Obsidian stores it: one "/" between names, none around them, plain blanks, NFC (API, normalizePath)."""
    plain_blanks = path.replace("\u00a0", " ").replace("\u202f", " ")
    return unicodedata.normalize("NFC", re.sub(r"[\\/]+", "/", plain_blanks).strip("/"))


def is_conflict_copy(name: str) -> bool:
    """Whether a file's name, with or without ".md", is one that a sync service gives to the other version of a note.

    Obsidian Sync (obsidian-help, issue 1056), Dropbox (help, What's a conflicted copy), Syncthing (documentation,
    Conflicting changes), Nextcloud and ownCloud (user manual, Conflicts).
    """
    return _CONFLICT_COPY.search(name) is not None


def problem(name: str) -> str:
    """Why `name` cannot be a note's file name on every platform and the target of a link; "" when it can.

    A "/" makes a path, whose folders are checked like the name (Obsidian help, Internal links, Invalid characters;
    Microsoft, Naming files).
    """
    if not name.strip():
        return "it is empty"
    if name.startswith("/"):
        return "it begins with “/”; a link's path starts at a folder of the vault"
    *folders, last = name.split("/")
    if any(_CONVENTION.search(folder) for folder in folders):
        return "“/” in a title would make a folder"
    if last.lower().endswith(".md"):
        return "it ends with “.md”, which a link drops"
    return next((why for part in (*folders, last) if (why := _component_problem(part))), "")


def folder_problem(folder: str) -> str:
    """Why no note can be put into the folder at this path from the vault's root; "" when one can ("" is the root)."""
    parts = folder.strip("/").split("/") if folder.strip("/") else []
    return next((why for part in parts if (why := _component_problem(part))), "")


def _component_problem(part: str) -> str:
    if part in ("", ".", ".."):
        return f"“{part}” is no folder's name" if part else "“/” stands without a name beside it"
    if any(map(_is_control, part)):
        return "it holds a control or broken character"
    if found := _FORBIDDEN.search(part):
        return f"“{found.group()}” is not allowed in the name of a note"
    if part.startswith("."):
        return "a name that begins with a dot is hidden from Obsidian"
    if part != part.strip() or part.endswith("."):
        return "it begins or ends with a blank, or ends with a dot"
    if _RESERVED.match(part):
        return f"“{part}” is a reserved name of Windows"
    if (size := len(part.encode())) > _MAX_BYTES:
        return f"it is {size} bytes long in UTF-8, more than the {_MAX_BYTES} a file name can hold"
    return ""


def file_name(title: str, most_bytes: int = CHOSEN_BYTES) -> str:
    """A note's name made from a paper's title: nothing that `problem` objects to, at most so many bytes of UTF-8.

    ": " becomes " - ", LaTeX plain text; a long one is cut between two characters as a reader sees them.
    """
    text = "".join(
        " " if _is_control(character) else character for character in plain(title) if not _is_unseen(character)
    )
    text = re.sub(r"\s*:(?:\s+|$)", " - ", text).replace(":", "-").translate(_REPLACED)
    text = " ".join(re.sub(r"([%{])\1+", r"\1", text).split()).strip(" .").removesuffix(" -")
    text = _cut(unicodedata.normalize("NFC", text), most_bytes - 1).strip(" .")
    while text.lower().endswith(".md"):
        text = text[:-3].rstrip(" .")
    return f"_{text}" if _RESERVED.match(text) else text or "untitled"


def _cut(text: str, limit: int) -> str:
    """As much of the beginning of `text` as fits in `limit` bytes without parting a grapheme."""
    kept = len(text.encode()[:limit].decode(errors="ignore"))
    while 0 < kept < len(text) and _joined(text, kept):
        kept -= 1
    return text[:kept]


def _joined(text: str, at: int) -> bool:
    """Whether one grapheme spans the offset `at` (Unicode Annex 29: rules for marks, conjuncts, emoji and flags)."""
    before, after = text[at - 1], text[at]
    if (
        before == _JOINER
        or unicodedata.combining(before) == _VIRAMA
        or unicodedata.category(after) in ("Mn", "Mc", "Me", "Cf")
        or after in _SKIN_TONES
    ):
        return True
    flags = at - len(text[:at].rstrip(_FLAG_LETTERS))
    return after in _FLAG_LETTERS and flags % 2 == 1


def _is_unseen(character: str) -> bool:
    """Whether it only directs others: writing direction, tags, but not the joining of two into one grapheme."""
    return unicodedata.category(character) == "Cf" and character != _JOINER


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
