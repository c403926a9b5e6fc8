"""English left in Japanese: phrases, plurals, everyday words. Names, hyphened terms, glosses and code may stay."""

from __future__ import annotations

import re

from notegen.summarizer.checks.words import STOP_WORDS, word_set

_GLOSS = re.compile(r"[（(][^（）()\u3040-\u30ff\u3400-\u9fff]*[）)]")
_CODE = re.compile(r"`[^`]*`|\$[^$]*\$|https?://\S+")
# A name of several words: DNS over QUIC, Internet of Things.
_NAMED = re.compile(r"(?<![\w-])[A-Z]\w*(?: (?:of|over|in|on|for|to|with|as|and|the) [A-Z]\w*)+")
_WORD = r"(?<![A-Za-z0-9_@./\\’'-])[a-z]{2,}(?![A-Za-z0-9_@/\\(=’'-])(?!\.[A-Za-z0-9])"
_WORDS = re.compile(_WORD)
_PHRASE = re.compile(rf"{_WORD}(?: (?:\d+ )?{_WORD})+")
_PLURAL = re.compile(r"(?!\w*(?:ics|ss|[aiuo]s|etes|news|series)$)[a-z]{3,}s")
_MATHS = word_set("log sin cos tan exp max min mod arg lim inf sup poly polylog det rank tr softmax argmax argmin")
# Words for which Japanese has an everyday one; names of operations (read, fork, import) are none.
_EVERYDAY = word_set(
    "memory network throughput latency bandwidth cost error data dataset model training learning inference result",
    "method approach node server client thread process layer queue buffer request response performance accuracy speed",
    "size time number step phase stage baseline overhead bottleneck storage traffic workload cluster device hardware",
    "software algorithm computation communication scheduler compiler kernel gradient parameter weight pipeline",
    "database query index graph edge vertex message packet failure fault recovery user application experiment",
    "evaluation analysis design problem system framework technique scale quality limit resource energy power",
    "efficiency image video speech recover achieve improve increase reduce require support propose evaluate compare",
    "avoid allow enable outperform reuse replace remove predict estimate measure exceed share assign detect combine",
    "generate large small fast slow high low long short efficient scalable robust optimal simple complex available",
)
# English that Japanese grammar bends: a verb with する, an adjective with な. Commands of computing stay.
_BENT = re.compile(rf"({_WORD})(?:する|した|して|され|させ|でき|な(?![いかくけしらど]))")
_ADVERB = re.compile(r"[a-z]{2,}(?:al|nt|ed|ng|iv|ve|us|ab|ar|te|st|ck|ow)ly")
_ADJECTIVE = re.compile(r"(?!embed$)(?:[a-z]{3,}(?<!e)ed|un[a-z]{4,}|[a-z]{3,}(?:ous|ful))")
_COMMANDS = word_set(
    "import export fork exec spawn join commit push pull merge rebase fetch load store read write malloc free mmap",
    "sync ping log cast hash lock patch boot swap dump map kill yield await open close send recv insert update delete",
    "select",
)


def english_left(text: str) -> bool:
    """Whether the Japanese text keeps English that a Japanese author would translate."""
    own = _NAMED.sub("", _CODE.sub("", without_glosses(text)))
    if any(sum(word not in _MATHS for word in _WORDS.findall(run)) > 1 for run in _PHRASE.findall(own)):
        return True
    if any(word not in _COMMANDS for word in _BENT.findall(own)):
        return True
    return any(_is_english(word) for word in _WORDS.findall(own) if word not in _MATHS)


def without_glosses(text: str) -> str:
    """The text without brackets that hold no Japanese, as in 混合エキスパート（mixture of experts）."""
    return _GLOSS.sub("", text)


def _is_english(word: str) -> bool:
    if word in _EVERYDAY or (word in STOP_WORDS and len(word) > 3):
        return True
    return bool(_PLURAL.fullmatch(word) or _ADVERB.fullmatch(word) or _ADJECTIVE.fullmatch(word))
