"""The border of a note: text from papers, services and models comes in as one inert line, still readable. Pure.

What must not come through is what Obsidian, its plugins or another reader of the vault would act on (Obsidian help:
Internal links, Tags, Footnotes, Comments, Obsidian URI; documentation of Templater, Dataview, Meta Bind, Buttons, Dice
Roller, Markdown Attributes, Spaced Repetition, Multi-Column Markdown). Nothing is dropped but what nobody sees
(Unicode, Default_Ignorable_Code_Point): a construct is broken up by a backslash, a blank or a full-width character.
"""

from __future__ import annotations

import html
import re
import unicodedata
from html.entities import html5
from operator import add
from urllib.parse import urlsplit

from notegen.obsidian.latex import to_unicode
from notegen.unseen import seen

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|(?P<name>[A-Za-z][A-Za-z0-9]{1,30}));")
_SCHEME = r"(?i:\b(?:obsidian|file|javascript|vbscript|data|(?!https?:)[a-z][a-z0-9+.-]{1,30}(?=://)))\s*"
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_PAIR_THAT_ACTS = re.compile(r"<(?=%)|([{%\[])(?=\\?\1)|\{(?=%)|\](?=\\?\()")
_LOCAL_PATH = re.compile(r"[/\\~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_TEX = r"(?:\\[^`]|[^$`\\])+"
_MATH = rf"(?<![\\$])\$(?:\${_TEX}\$\$(?!\$)|(?![\s$]){_TEX}(?<!\s)\$(?![\d$]))"
_SHOWN = re.compile(rf"({_MATH}|`[^`]+`)")
_QUOTED = re.compile(
    r"``(?P<double>[^`'$]+)''|`(?P<single>[A-Za-z][\w\s,.-]*)'(?![\w'`])|(?<![`\\])`(?P<code>[^`]+)`(?!`)|`"
)
_DATED = r"[➕📅📆🗓✅⏳⌛🛫]\s*\d{4}"
_ACTS_IN_CODE = re.compile(
    r"\s*(?:[^\w\s]*[=:]|[\w$-]+\s*:|\$?(?:dc|dv|js)\w{0,3}=|(?:BUTTON|INPUT|VIEW)\s*\[|button-|\{[^}]*=)"
    rf"|[^:]*:[^|]*\||.*(?:::|{_DATED}-)",
    re.IGNORECASE,
)
_ACTS_IN_MATH = re.compile(
    r"\\(?:href|url|require|style|class|cssId|data|html\w*|includegraphics|bbox|mmlToken|\w?def|let"
    r"|(?:re)?new(?:command|environment)|providecommand|DeclareMathOperator)(?![A-Za-z])"
)
_TO_ESCAPE = re.compile(
    r"(?P<keep>\\[!-/:-@\[-`{-~]|https?://(?:[\w.~/?#@!&*+,;=%-]|:(?!:))+)"
    rf"|(?P<scheme>{_SCHEME})(?P<colon>:(?=\S|$))|(?P<dated>{_DATED})(?=-)"
    r"|(?<=\[)\^|\^(?=\[)|(?<!\S)\^(?=[\w-])|(?<=[\]:]):|(?<!\w)_+(?=\S)|~(?=~)|(?<=~)~|(?<==)=|\$"
    r"|(?<=[A-Za-z0-9)\]])\*{1,2}(?=[A-Za-z0-9(\[])"
    r"|(?<![A-Za-z0-9])\#(?!\d+(?![\w/-]|[^\x00-\x7f]))(?=[\w/-]|[^\x00-\x7f]|$)"
)
_BLOCK_START = re.compile(
    r"(?:#{1,6}|[-+*])(?=\s|$)|>|\[(?=.\](?:\s|$)|!|$)|[-=*_|:?](?=[-=*_|:?\s]*$)|-(?=--)|\d{1,9}(?=[.)](?:\s|$))"
)


def model_name(name: str) -> str:
    """A model's name without where its file lies, which servers put before it and is nobody else's business."""
    if not _LOCAL_PATH.match(name):
        return name
    return re.split(r"[/\\]", name.rstrip("/\\"))[-1].removesuffix(".gguf")


def clean_inline(text: str) -> str:
    """The text as one line of Markdown in which nothing executes, loads, links, tags or starts a block.

    Maths, plain inline code, underscores, percent signs and Japanese stay as they are. Idempotent; no two cleaned lines
    make a construct together.
    """
    said = _WIKILINK.sub(r"\1", seen(_ENTITY.sub(_character, seen(text))))
    line = unicodedata.normalize("NFC", " ".join(said.split()))
    line = _ENTITY.sub(lambda left: left[0] if _character(left) == left[0] else f"＆{left[0][1:]}", line)
    line = _QUOTED.sub(_requote, _PAIR_THAT_ACTS.sub(_break_up, line))
    if any(_ACTS_IN_MATH.search(span[0]) for span in _SHOWN.finditer(line)):
        line = line.replace("$", "＄")
    parts = _SHOWN.split(line)
    shown = map(_show, (*parts[1::2], ""))
    line = "".join(map(add, _escape("\0".join(parts[::2])).split("\0"), shown))
    if start := _BLOCK_START.match(line):
        number = start[0] if start[0].isdigit() else ""
        line = f"{number}\\{line.removeprefix(number)}"
    open_backslash = (len(line) - len(line.rstrip("\\"))) % 2
    return line + "\\" * open_backslash


def clean_property(text: str) -> str:
    """The text as one line for a property: accents and simple maths of LaTeX as Unicode, nothing that acts.

    Also not where a property is shown as Markdown, as in a Dataview table, or read for fields, as Dataview does with
    every line of the head. Quoting is `obsidian.frontmatter.scalar`'s.
    """
    line = " ".join(to_unicode(_WIKILINK.sub(r"\1", seen(text))).split()).replace("`", "'")
    line = _TAG.sub("< ", _PAIR_THAT_ACTS.sub(_break_up, line))
    if _ACTS_IN_MATH.search(line):
        line = line.replace("$", "＄")
    return re.sub(r":(?=:)", ": ", re.sub(rf"({_SCHEME}):(?=\S)", r"\1：", line))


def is_safe_url(url: str) -> bool:
    """Whether the URL may stand in a note: http or https, with a host, and nothing that ends or escapes a link."""
    if re.search(r"[\s<>\"'`{}|\\^\[\]\x00-\x1f\x7f]", url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme.lower() in ("http", "https") and bool(parts.hostname)


def _character(entity: re.Match[str]) -> str:
    known = entity["name"] is None or f"{entity['name']};" in html5
    return html.unescape(entity[0]) if known else entity[0]


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
    """Maths, its inequalities not to be taken for HTML, `::` and dates not for a Dataview field; code as it is."""
    if span.startswith("`"):
        return span
    return re.sub(r"(?<!\\)#", r"\\#", re.sub(rf":(?=:)|{_DATED}(?=-)", r"\g<0> ", _TAG.sub("< ", span)))


def _escape(text: str) -> str:
    *closed, rest = _TAG.sub("< ", text).split("}")
    return _TO_ESCAPE.sub(_escaped, "}".join((*map(_no_attribute, closed), rest.replace("{", "｛"))))


def _no_attribute(text: str) -> str:
    """`{onclick=…` would be given to the element around it, escaped or not (Markdown Attributes)."""
    before, sign, after = text.rpartition("=")
    return before.replace("{", "｛") + sign + after


def _escaped(found: re.Match[str]) -> str:
    if found["keep"]:
        return found[0]
    if found["colon"]:
        return f"{found['scheme']}\\:"
    return f"{found['dated']}\\" if found["dated"] else "".join(f"\\{char}" for char in found[0])
