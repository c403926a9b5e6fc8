"""The border of a note: text from papers, services and models comes in as one inert line, still readable. Pure.

What must not come through is what Obsidian, its plugins or another reader of the vault would act on (Obsidian help:
Internal links, Tags, Footnotes, Comments, Obsidian URI; documentation of Templater, Dataview, Meta Bind). Nothing is
dropped: a construct is broken up by a backslash, a blank or a full-width character. Cleaning twice changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlsplit

from notegen.obsidian.latex import to_unicode

_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_SCHEME = r"(?i:\b(?:obsidian|file|javascript|vbscript|data))\s*"
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")

_PAIR_THAT_ACTS = re.compile(r"<(?=%)|([{%\[])(?=\1)|\](?=\()")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_CODE = r"(?<![`\\])`(?P<code>[^`]+)`(?!`)"
_DISPLAY = r"(?<![\\$])\$\$(?:\\[^`]|[^$`\\])+\$\$(?!\$)"
_MATH = rf"{_DISPLAY}|(?<![\\$])\$(?![\s$])(?:\\[^`]|[^$`\\])+(?<!\s)\$(?![\d$])"
_OPEN_DISPLAY = re.compile(rf"(?P<closed>{_DISPLAY})|(?<=\$)(?=\$)")
_SHOWN = re.compile(rf"(?P<span>{_MATH}|`[^`]+`)")
_QUOTED = re.compile(rf"``(?P<double>[^`'$]+)''|`(?P<single>[A-Za-z][\w\s,.-]*)'(?![\w'`])|{_CODE}|`")
_ACTS_IN_CODE = re.compile(r"\s*(?:\$?=|(?:BUTTON|INPUT|VIEW)\s*\[|button-)|.*::", re.IGNORECASE)
_ACTS_IN_MATH = re.compile(r"\\(?:href|url|require|style|class|cssId|html\w*|includegraphics|def|let|newcommand)\b")
_TO_ESCAPE = re.compile(
    r"(?P<keep>\\[!-/:-@\[-`{-~]|https?://(?:[\w.~/?#@!&*+,;=%-]|:(?!:))+)"
    rf"|(?P<scheme>{_SCHEME})(?P<colon>:(?=\S))"
    r"|(?<=\[)\^|\^(?=\[)|(?<!\S)\^(?=[\w-])|(?<=[\]:]):|(?<!\w)_+(?=\S)|~(?=~)|(?<=~)~|(?<==)="
    r"|(?<![A-Za-z0-9])\#(?!\d+(?![\w/-]|[^\x00-\x7f]))(?=[\w/-]|[^\x00-\x7f])"
)
_BLOCK_START = re.compile(
    r"(?:#{1,6}|[-+*])(?=\s|$)|>|\[(?=.\](?:\s|$)|!)|[-=*_|:](?=[-=*_|:\s]*$)|\d{1,9}(?=[.)](?:\s|$))"
)


def clean_inline(text: str) -> str:
    """The text as one line of Markdown in which nothing executes, loads, links, tags or starts a block.

    Maths, plain inline code, underscores, percent signs and Japanese stay as they are. Idempotent.
    """
    line = " ".join(unicodedata.normalize("NFC", _WIKILINK.sub(r"\1", _visible(text))).split())
    line = _QUOTED.sub(_requote, _PAIR_THAT_ACTS.sub(_break_up, line))
    line = _OPEN_DISPLAY.sub(lambda found: found["closed"] or " ", line)
    if any(_ACTS_IN_MATH.search(span[0]) for span in _SHOWN.finditer(line)):
        line = line.replace("$", "＄")
    line = "".join(_show(part) if place % 2 else _escape(part) for place, part in enumerate(_SHOWN.split(line)))
    if start := _BLOCK_START.match(line):
        number = start[0] if start[0].isdigit() else ""
        line = f"{number}\\{line.removeprefix(number)}"
    open_backslash = (len(line) - len(line.rstrip("\\"))) % 2
    return line + "\\" * open_backslash


def clean_property(text: str) -> str:
    """The text as one line for a property: accents and simple maths of LaTeX as Unicode, nothing that acts.

    Also not where a property is shown as Markdown, as in a Dataview table. Quoting is `obsidian.frontmatter.scalar`'s.
    """
    line = " ".join(to_unicode(_WIKILINK.sub(r"\1", _visible(text))).split()).replace("`", "'")
    line = _TAG.sub("< ", _PAIR_THAT_ACTS.sub(_break_up, line))
    return re.sub(rf"({_SCHEME}):(?=\S)", r"\1：", line)


def is_safe_url(url: str) -> bool:
    """Whether the URL may stand in a note: http or https, with a host, and nothing that ends or escapes a link."""
    if re.search(r"[\s<>\"'`{}|\\^\[\]\x00-\x1f\x7f]", url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme.lower() in ("http", "https") and bool(parts.hostname)


def _visible(text: str) -> str:
    return "".join(char for char in text if char.isspace() or unicodedata.category(char) not in _INVISIBLE)


def _break_up(found: re.Match[str]) -> str:
    return "＜" if found[0] == "<" else f"{found[0]} "


def _requote(found: re.Match[str]) -> str:
    """Code that only shows something stays code; the rest loses its backticks, LaTeX quotes become typographic."""
    code = found["code"]
    if code:
        return f"'{code.replace('$', '＄')}'" if _ACTS_IN_CODE.match(code) else found[0]
    if found["double"]:
        return f"“{found['double']}”"
    return f"‘{found['single']}’" if found["single"] else "'"


def _show(span: str) -> str:
    """Maths, its inequalities not to be taken for HTML and `::` not for a Dataview field; code as it is."""
    if span.startswith("`"):
        return span
    return re.sub(r"(?<!\\)#", r"\\#", re.sub(r":(?=:)", ": ", _TAG.sub("< ", span)))


def _escape(text: str) -> str:
    return _TO_ESCAPE.sub(_escaped, _TAG.sub("< ", text))


def _escaped(found: re.Match[str]) -> str:
    if found["keep"]:
        return found[0]
    if found["colon"]:
        return f"{found['scheme']}\\:"
    return "".join(f"\\{char}" for char in found[0])
