"""A person's own answers to "which paper is this": the file .notegen/pins.toml."""

from __future__ import annotations

import codecs
import json
import re
import tomllib

from notegen.fetcher.identify import find_ids, has_words, normal_id
from notegen.obsidian import names

UNREADABLE = "?"
_KEY_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEY = re.compile(rf"\s*({_KEY_PART})\s*=")
_WHOLE = re.compile(rf"""(\s*{_KEY_PART}\s*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')(\s*(?:\#.*)?)""")
_REMARK = re.compile(r"\s#.*$")


def read_pins(data: bytes) -> tuple[dict[str, str], tuple[str, ...]]:
    """Pins by link text: "arXiv:ID", "doi:DOI", "none", or `UNREADABLE`; and in words the lines that could not be used.

    Each line is read alone, so that one bad line costs one pin: somebody decided something about that link, so it must
    not be decided without them. Of two pins for one link the later counts. Brackets around a link text are taken off.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        links = (_link_of(line.strip()) for line in data.decode("utf-16", "replace").split("\n"))
        told = "pins.toml: it is UTF-16, so none of its pins can be used; save it as UTF-8"
        return {link: UNREADABLE for link in links if link}, (told,)
    pins: dict[str, str] = {}
    problems: list[str] = []
    for number, raw in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        line = raw.decode("utf-8", "replace").strip()
        try:
            raw.decode("utf-8")
            pins.update({_link(key): _pin(key, value) for key, value in tomllib.loads(line).items()})
        except (ValueError, RecursionError) as error:
            problems.append(f"pins.toml, line {number}: {_why(error)}")
            if link := _link_of(line):
                pins[link] = UNREADABLE
    return pins, tuple(problems)


def pin_of(text: str) -> str | None:
    """What a person typed for a pin, as it is written down: "none", "arXiv:ID" or "doi:DOI".

    None when it is neither an arXiv id nor a DOI (alone or in an address), or names two papers.
    """
    if text.strip().lower() == "none":
        return "none"
    found = _named(text)
    return found[0] if len(found) == 1 and not has_words(text) else None


def with_pin(text: str, link: str, pin: str) -> str:
    """The text of pins.toml with `link` pinned to `pin` ("arXiv:ID", "doi:DOI" or "none"), every other line as it was.

    A pin the link has is changed in its place, its remark kept; of several the last stays, of the others their remarks.
    A new pin is added at the end. `ValueError` when nothing is left of `link` without its brackets.
    """
    if not _link(link):
        raise ValueError("a pin needs a link text")
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix("\ufeff").split("\n")
    places = [place for place, line in enumerate(lines) if names.key(_link_of(line)) == names.key(_link(link))]
    if not places:
        return bom + _added("\n".join(lines), f"{_quoted(link)} = {_quoted(pin)}")
    *others, last = places
    kept = [
        piece
        for place, line in enumerate(lines)
        for piece in (_changed(line, link, pin) if place == last else _remark(line) if place in others else [line])
    ]
    return bom + "\n".join(kept)


def _changed(line: str, link: str, pin: str) -> list[str]:
    """The line with another value. What cannot be read of it is given up, but for a remark at its end."""
    bare, end = line.removesuffix("\r"), line[len(line.removesuffix("\r")) :]
    plain = f"{_quoted(link)} = {_quoted(pin)}"
    forms = [f"{found[1]}{_quoted(pin)}{found[2]}"] if (found := _WHOLE.fullmatch(bare)) else []
    forms += [f"{plain}  {remark.strip()}" for remark in _remark(line)]
    whole = next((form for form in forms if _is_toml(form)), None)
    return [whole + end] if whole else [plain + end, *_remark(line)]


def _remark(line: str) -> list[str]:
    """The remark at the end of a line, as a line of its own; none when it has none."""
    bare = line.removesuffix("\r")
    whole = _WHOLE.fullmatch(bare)
    found = whole[2] if whole else "".join(_REMARK.findall(bare))
    return [found.strip() + line[len(bare) :]] if found.strip() else []


def _is_toml(line: str) -> bool:
    try:
        return bool(tomllib.loads(line.strip()))
    except (tomllib.TOMLDecodeError, RecursionError):
        return False


def _added(text: str, line: str) -> str:
    ending = "\r\n" if "\r\n" in text else "\n"
    between = "" if not text or text.endswith("\n") else ending
    return f"{text}{between}{line}{ending}"


def _quoted(text: str) -> str:
    """A basic string of TOML (TOML 1.0, String): JSON's escapes are among its own, and DEL must be escaped, too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return "not a whole line of TOML" if isinstance(error, tomllib.TOMLDecodeError | RecursionError) else str(error)


def _link_of(line: str) -> str:
    """The link text a line is about, whether or not the rest of it can be read; "" when it is about none."""
    found = _KEY.match(line)
    if not found:
        return ""
    try:
        return _link(next(iter(tomllib.loads(f"{found[1]} = 0"))))
    except tomllib.TOMLDecodeError:
        return _link(found[1].strip("\"'"))


def _link(key: str) -> str:
    return key.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].strip()


def _pin(link: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f'“{link}” must be pinned to a text such as "arXiv:…", "doi:…" or "none"')
    if value.strip().lower() == "none":
        return "none"
    found = _named(value)
    if len(found) > 1:
        raise ValueError(f"“{value}” names more than one paper")
    if not found:
        raise ValueError(f'“{value}” is no arXiv id, no DOI and not "none"')
    return found[0]


def _named(text: str) -> list[str]:
    """The papers a text names, as pins, as far as to tell one from several."""
    ids = find_ids(text)
    for each in filter(None, (ids.arxiv_id, ids.doi)):
        text = text.replace(each, " ")
    rest = find_ids(text)
    found = [f"arXiv:{ids.arxiv_id}"] if ids.arxiv_id else []
    found += [f"doi:{ids.doi}"] if ids.doi else []
    if rest.arxiv_id and normal_id(rest.arxiv_id)[0] != normal_id(ids.arxiv_id)[0]:
        found.append(f"arXiv:{rest.arxiv_id}")
    if rest.doi and rest.doi.casefold() != ids.doi.casefold():
        found.append(f"doi:{rest.doi}")
    return found
