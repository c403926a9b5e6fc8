"""Text cut into sentences, English and Japanese; no visible character is lost or changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notegen.fetcher import sentence_signs as signs


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text` in order, blanks collapsed and wrapped lines joined; a blank line ends a sentence.

    Formulas, addresses and short brackets or quotations stay whole, and so does a list "(1) …; (2) …". List items on
    lines of their own, table rows and numbered headings are cut at their lines. A label ("Theorem 1.", "1.") stays with
    what it labels, a citation with what it follows. How often this is right is measured by bench/sentences.py.
    """
    sentences: list[list[str]] = []
    for block in _blocks(text):
        for piece in _pieces(" ".join(signs.WRAP.sub("", block).split())):
            if sentences and not any(map(str.isalnum, piece)):
                sentences[-1].append(piece)
            else:
                sentences.append([piece])
    return tuple(map(" ".join, sentences))


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs, cut further where a line is an item, a row or a heading."""
    text = re.sub(r"\s+", lambda gap: "\n" if "\f" in gap[0] else "\n\n"[: gap[0].count("\n")] or gap[0], text)
    for paragraph in signs.PARAGRAPH.sub(lambda gap: "\f" if gap["end"] else "\n", text).split("\f"):
        block: list[str] = []
        lines = paragraph.split("\n")
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            ended = not block or bool(signs.CLOSED.search(block[-1]) and not _is_short(_token(block[-1].rstrip(". "))))
            is_heading = (
                ended and signs.HEADING.fullmatch(line) and not signs.CLOSED.search(line) and not after[:1].islower()
            )
            is_alone = is_heading or signs.ROW.fullmatch(line)
            if block and (is_alone or _is_item(line, after, block, ended)):
                yield "\n".join(block)
                block = []
            if is_alone:
                yield line
            else:
                block.append(line)
        yield "\n".join(block)


def _is_item(line: str, after: str, block: list[str], ended: bool) -> bool:
    """A mark that a broken line may begin with, too, counts after an end and where a line beside it has one like it."""
    mark, first, following = (signs.MARK.match(some) for some in (line, block[0], after))
    if not mark or not mark.lastgroup or ended:
        return bool(mark)
    return any(other is not None and other.lastgroup == mark.lastgroup for other in (first, following))


def _pieces(text: str) -> Iterator[str]:
    begin = 0
    for found in signs.SCAN.finditer(text):
        tail = signs.TAIL.match(text, found.end())
        end = tail.end() if tail else found.end()
        if begin <= found.start() and end < len(text) and _ends(text, begin, found, end):
            yield text[begin:end]
            begin = end + (text[end] == " ")
    if text[begin:]:
        yield text[begin:]


def _ends(text: str, begin: int, found: re.Match[str], end: int) -> bool:
    """Whether the sentence that began at `begin` ends with what was found and its closing marks up to `end`."""
    if found.lastgroup == "stop":
        return _stops(text, begin, found, end)
    following = signs.NEXT.match(text, end)
    word = following[1] if following else ""
    if not signs.SAID.search(found[0][-8:]):
        return found.lastgroup == "display" and "A" <= word[:1] <= "Z"
    is_aside = found.lastgroup == "bracket" and found.start() != begin and not signs.OPENINGS.fullmatch(word)
    if is_aside or found.lastgroup == "address":
        return False
    return (
        bool(signs.BEGINNING.match(word)) and not signs.GOES_ON.match(text, end) and not signs.PARTICLE.match(text, end)
    )


def _stops(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    if stop.start() - begin < 90 and signs.HEAD.fullmatch(text, begin, stop.start()):
        return False
    if "。" in stop[0]:
        return True
    before, after = text[stop.start() - 1 : stop.start()], text[stop.end()]
    is_number = after.isdigit() and (before.isdigit() or before in "図表式節章第") and end == stop.end()
    if is_number or signs.GOES_ON.match(text, end):
        return False
    is_japanese = before >= "\u3001" and stop[0][0] != "…" and not (stop[0] == "." and "a" <= after <= "z")
    return is_japanese or _stops_latin(text, begin, stop, end)


def _stops_latin(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    following = signs.NEXT.match(text, end)
    word, dot = following.groups() if following else ("", "")
    token = _token(text[max(begin, stop.start() - 30) : stop.start()])
    begins, is_opening = bool(signs.BEGINNING.match(word)), bool(signs.OPENINGS.fullmatch(word)) and not dot
    if not text[end].isspace() and text[end] < "\u3001" and stop[0][-1] < "\u3001":
        return is_opening and (token[-1:].islower() or token[-1:] in (")", "]"))
    if stop[0] not in ".．":
        return is_opening if token == "Yahoo" else begins and text[stop.start() - 2 : stop.start()] != ", "
    if _is_short(token):
        return is_opening and word != "A" and not signs.NEVER_LAST.fullmatch(token)
    if token.lower() in ("no", "nos", "etc"):
        return begins and not word[:1].isdigit() and not signs.PARTICLE.match(text, end)
    if signs.INITIALS.fullmatch(token):
        is_surname = word[:1].isupper() and word[:1].isascii() and (dot or not word[1:].isupper())
        is_unit = text[max(begin, stop.start() - 3) : stop.start()][:1].isdigit()
        return (is_opening and word not in ("He", "She", "You", "So")) or (
            begins and (is_unit or not is_surname) and not signs.PARTICLE.match(text, end)
        )
    is_name = token.isalpha() and len(token) > 3 and signs.LOWER_NAME.fullmatch(word)
    return begins or bool(is_name) or bool(signs.PART.match(text, end))


def _token(text: str) -> str:
    """The last word of the text, as far as it can be an abbreviation."""
    found = signs.TOKEN.search(text[-30:].rpartition(" ")[2])
    return found[0] if found else ""


def _is_short(token: str) -> bool:
    return bool(signs.NEVER_LAST.fullmatch(token) or signs.SELDOM_LAST.fullmatch(token.lower()))
