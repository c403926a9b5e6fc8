"""A person's own answers to "which paper is this": the file .notegen/pins.toml."""

from __future__ import annotations

import codecs
import re
import tomllib

from notegen.fetcher.identify import find_ids

UNREADABLE = "?"
_KEY = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\s*=""")


def read_pins(data: bytes) -> tuple[dict[str, str], tuple[str, ...]]:
    """Pins by link text: "arXiv:ID", "doi:DOI", "none", or `UNREADABLE`; and in words the lines that could not be used.

    Each line is read alone, so that one bad line costs one pin: somebody decided something about that link, so it must
    not be decided without them. Of two pins for one link the later counts. Brackets around a link text are taken off.
    """
    pins: dict[str, str] = {}
    problems: list[str] = []
    for number, raw in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        line = raw.decode("utf-8", "replace").strip()
        try:
            raw.decode("utf-8")
            pins.update({_link(key): _pin(key, value) for key, value in tomllib.loads(line).items()})
        except (ValueError, RecursionError) as error:
            problems.append(f"pins.toml, line {number}: {_why(error)}")
            if key := _KEY.match(line):
                pins[_link(key[1] or key[2] or "")] = UNREADABLE
    return pins, tuple(problems)


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return "not a whole line of TOML" if isinstance(error, tomllib.TOMLDecodeError | RecursionError) else str(error)


def _link(key: str) -> str:
    return key.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].strip()


def _pin(link: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f'“{link}” must be pinned to a text such as "arXiv:…", "doi:…" or "none"')
    ids = find_ids(value)
    if value.strip().lower() == "none":
        return "none"
    if ids.arxiv_id:
        return f"arXiv:{ids.arxiv_id}"
    if ids.doi:
        return f"doi:{ids.doi}"
    raise ValueError(f'“{value}” is no arXiv id, no DOI and not "none"')
