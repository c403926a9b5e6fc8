"""How Japanese and English of a note speak: plainly (だ・である), as a paper does, and not to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

Style = Literal["plain", "polite"]

_AFTER = r"(?=$|[。．.！？!?、，,」』）)\s]|が|ので|から|けれど|けど|し[、，]|か[。？])"
# ます follows the i and e columns, or the kanji of a verb of one syllable; 済ます and 励ます are plain verbs.
_STEM = r"(?<=[いきぎしじちにひびぴみりえけげせぜてでねへべめれっ見出得経似寝着来居観診])"
_POLITE = re.compile(
    rf"{_STEM}(?:ます|ました|ません|ませんでした|ましょう){_AFTER}|(?:です|でした|でしょう){_AFTER}"
    r"|ください(?:$|[。．.！!]|ませ)|でございま"
)
_ENDS_POLITELY = re.compile(
    r"(?:です|でした|でしょう|ます|ました|ません|ませんでした|ましょう|ください)[か」』）)]*[。．.]?$"
)
_REFUSAL = re.compile(
    r"\bI(?:['’](?:m|ve|d|ll)|\s(?:am|was|can(?:not)?|do|did|have|must|would|will|could|need|apologi[sz]e|regret)\b"
    r"|\s(?:can|do|wo|did|could)n?['’]t)|^(?:I['’]?m\s)?(?:sorry|apologies|unfortunately,?\sI)\b|\bplease\s\w+"
    r"|\bas an AI\b|\bas a(?: large)? language model(?:,| (?:trained|developed|made) by)|\brequest (?:is |was )?denied"
    r"|\byou(?: have)? (?:gave|given|provided|asked|requested)\b|\bmy (?:knowledge|training)\b",
    re.IGNORECASE,
)
_REFUSAL_JAPANESE = re.compile(
    r"申し?訳(?:あり|ござい|な)|恐れ入り|すみません|お手数|あいにく|お手伝い|お[答応話][えじし]|私は(?:AI|人工知能|言語モデル)"
    r"|ご(?:依頼|要望|希望|質問|提供|参照|了承|期待|理解)|控え(?:させて|ます|たい)|[でし]かね(?:る|ます)|回答(?:は|を|する|でき)[^。]*(?:ない|ません)(?:。|$)"
)


def is_polite(text: str) -> bool:
    """Whether a sentence or clause of the Japanese text ends in です or ます. Quotes count as text."""
    return bool(_POLITE.search(text))


def style_of(statements: Iterable[str]) -> Style:
    """The style of most Japanese statements of a draft; a reader's own prompt may ask for です・ます."""
    polite = [is_polite(statement) for statement in statements if statement]
    return "polite" if 2 * sum(polite) > len(polite) else "plain"


def out_of_style(text: str, style: Style) -> str:
    """In words how the text leaves the style of its draft, "" when it does not."""
    if style == "plain":
        return "is in the polite style, where the others are plain" if is_polite(text) else ""
    return "" if _ENDS_POLITELY.search(text) else "is in the plain style, where the others are polite"


def refuses(text: str) -> bool:
    """Whether an English statement is a refusal or speaks to the reader: no paper says “I”, “please”, “you gave me”."""
    return bool(_REFUSAL.search(text))


def refuses_in_japanese(text: str) -> bool:
    """Whether a Japanese statement is a refusal or speaks to the reader, in the words of courtesy that papers lack."""
    return bool(_REFUSAL_JAPANESE.search(text))
