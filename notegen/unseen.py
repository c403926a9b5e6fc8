"""Characters that nobody sees, and that may yet say something to a machine."""

from __future__ import annotations

import re
import unicodedata

_CATEGORIES = ("Cc", "Cf", "Cs")
# Unicode, Default_Ignorable_Code_Point, as far as it is no format character, and two blanks that show nothing.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    # A variant of a kanji is another shape of it, as people write it in their names.
    "|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
)


def seen(text: str) -> str:
    """The text without control, format, broken and ignorable characters; blanks and line ends of all kinds stay."""
    if text.isascii() and text.isprintable():
        return text
    unseen = {char for char in set(text) if not char.isspace() and unicodedata.category(char) in _CATEGORIES}
    return _IGNORABLE.sub("", text.translate(dict.fromkeys(map(ord, unseen))))
