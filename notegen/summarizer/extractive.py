"""The drafter that needs no model: sentences of the paper itself, filed by the words that give them away."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from notegen.records import Claim, Draft, Pair, Paper, PaperText, Section, Sentence


def _cue(english: str, anywhere: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{english})|{anywhere}", re.IGNORECASE)


_CUES: Mapping[str, re.Pattern[str]] = {
    "proposal": _cue(
        r"(?:we|this (?:paper|work|article|study|survey|report)|here,? we)\b.{0,40}\b(?:propos|present|introduc|describ"
        r"|develop|design|explor|investigat|stud(?:y|ies)|examin|analy[sz]|review|survey|characteri|conduct"
        r"|take an?\b|tests?\b)"
        r"|we\b.{0,20}\b(?:build\b|built|formulat|devis)|(?:system|framework|method|approach|model|architecture|algorithm|tool|runtime)\b.{0,30}\b(?:called|named|dubbed)\b",
        "提案する|提案した|開発した|を示す",
    ),
    "evaluation": _cue(
        r"experiment|evaluat|benchmark|outperform|results? (?:show|demonstrat)|speed-?up|achiev|state-of-the-art"
        r"|empirical|faster than|(?:improv|reduc)\w+ .{0,40}\bby\b",
        r"\d\s?(?:%|\\%|x\b|×|times\b)|実験|評価|上回",
    ),
    "limits": _cue(
        r"(?:does|do) not (?:help|cover|support|handle|address|consider)|limitation|caveat|at the cost of"
        r"|however, (?:our|the proposed)",
        "限界|対応していない|扱わない|(?:改善|向上|効果|優位性)[はがも](?:得|見|認め)られ(?:ない|なかった|ず)",
    ),
    "discussion": _cue(
        r"moving forward|future (?:work|research)|remain\w* (?:open|unclear|difficult)|open (?:problem|question)"
        r"|trade-?off|we (?:discuss|conclude)|suggests? that",
        "今後|課題が残|結論づけ|示唆",
    ),
    "novelty": _cue(
        r"unlike|in contrast to|(?:compared (?:with|to)|than) (?:existing|previous|prior|earlier|conventional)|to date"
        r"|the first\b|novel\b",
        "従来|既存|初めて|新規",
    ),
    "method": _cue(
        r"our (?:approach|method|system|algorithm|framework|key|main|core|model)|key (?:idea|insight)|based on"
        r"|by \w+ing\b|consists? of|combin|leverag|exploit|algorithm|techniques?|we (?:use|train|apply|derive)",
        "手法|用いる",
    ),
}
_HEADINGS: Mapping[str, re.Pattern[str]] = {
    "evaluation": re.compile(r"experiment|evaluation|result|実験|評価", re.IGNORECASE),
    "limits": re.compile(r"limitation|限界", re.IGNORECASE),
    "discussion": re.compile(r"discussion|conclusion|future|考察|議論|おわりに", re.IGNORECASE),
    "novelty": re.compile(r"related|background|関連", re.IGNORECASE),
    "method": re.compile(r"method|approach|design|architecture|algorithm|手法|設計", re.IGNORECASE),
}
_DANGLING = re.compile(
    r"^(?:this|these|that|those|it|they|such|he|she|(?:using|with|based on|from) (?:this|these|that|those)"
    r"|moreover|then|furthermore|in addition|additionally|however|also|finally|thus|therefore|hence|as a result"
    r"|for example)\b(?! (?:paper|work|article|study|survey|thesis|report)\b)",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"https?://|\b(?:code|data|dataset|implementation|models?)\b.{0,40}\b(?:available|released|open[- ]?source[d]?)\b",
    re.IGNORECASE,
)
_APART = re.compile(
    r"(?:theorem|definition|lemma|proposition|corollary|remark|proof|example|fig(?:ure)?\.?|table)\s*[\d(:.]|.*\$\$"
    r"|(?:図|表|定理|補題|定義)\s?\d",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"\$[^$]*\$")
_MOST_A_SECTION = 2
_OPENING = 30
_WORDS = range(4, 121)


def extract(paper: Paper, text: PaperText, sections: Sequence[Section]) -> Draft:
    """A draft without a model: every claim is one sentence of the text, citing itself; the same text, the same draft.

    Of a synopsis (sentences in both languages) each one is used, exactly once. Of an abstract or a longer text up to
    two a section are chosen, those of the abstract first; this also comes whole, sentence by sentence.
    """
    whole = text.read == "synopsis"
    usable = [sentence for sentence in text.sentences if whole or _reads_well(sentence)] or text.sentences
    abstract = [sentence for sentence in text.abstract if sentence in usable]
    summary = _proposal(abstract or usable[:_OPENING], paper)
    homes = {kind: section.key for section in reversed(sections) for kind in section.takes}
    filed: dict[str, list[Sentence]] = {section.key: [] for section in sections}
    first = {sentence.number for sentence in abstract}
    results: set[int] = set()
    proposed = False
    for sentence in usable:
        if sentence is summary:
            proposed = True
            continue
        kind = _kind(sentence, proposed)
        if kind == "evaluation":
            results.add(sentence.number)
        filed[homes.get(kind, sections[0].key)].append(sentence)
    most = None if whole else _MOST_A_SECTION
    claims = tuple(_claim(key, each) for key, some in filed.items() for each in _best(some, first, results, most))
    tldr = _claim("tldr", summary) if summary else None
    pairs = tuple(Pair(*_languages(sentence)) for sentence in text.abstract)
    total = 0 if whole else len(claims) + (tldr is not None)  # a person's own words are not checked
    return Draft("", tldr, claims, abstract=pairs, total=total, supported=total)


def _proposal(sentences: Sequence[Sentence], paper: Paper) -> Sentence | None:
    """The sentence that says best what the paper offers: standing alone, proposing, naming what the title names."""
    name = paper.title.partition(":")[0].casefold() if ":" in paper.title else ""

    def rank(sentence: Sentence) -> tuple[bool, bool, bool, int]:
        said = sentence.text or sentence.ja
        proposes = bool(_CUES["proposal"].search(said))
        return (not _DANGLING.search(said), proposes, bool(name) and name in said.casefold(), -sentence.number)

    return max(sentences, key=rank, default=None)


def _kind(sentence: Sentence, proposed: bool) -> str:
    """The kind whose cue the sentence holds, else that of its heading, else by its place around the proposal."""
    said = sentence.text or sentence.ja
    for kind in ("limits", "discussion", "evaluation", "novelty", "method"):
        if _CUES[kind].search(said) and not (kind == "evaluation" and _CUES["proposal"].search(said)):
            return kind if proposed or sentence.section else "problem"
    for kind, heading in _HEADINGS.items():
        if heading.search(sentence.section):
            return kind
    return "method" if proposed or _CUES["proposal"].search(said) else "problem"


def _best(
    sentences: Sequence[Sentence], first: Container[int], results: Container[int], most: int | None
) -> list[Sentence]:
    """Up to `most` sentences in their order: those in `first`, then those that stand alone and hold a number (for
    results), first."""

    def rank(sentence: Sentence) -> tuple[bool, bool, bool, int]:
        number = sentence.number in results and bool(re.search(r"\d", sentence.text))
        return sentence.number not in first, bool(_DANGLING.search(sentence.text)), not number, sentence.number

    return sorted(sorted(sentences, key=rank)[:most], key=lambda sentence: sentence.number)


def _reads_well(sentence: Sentence) -> bool:
    """Whether it is prose of ordinary length that ends, not a heading, a table row or a formula."""
    said = sentence.text.strip() or sentence.ja.strip()
    letters = sum(char.isalpha() or char.isspace() for char in _FORMULA.sub("", said))
    words = len(said.split()) if said.isascii() else max(len(said.split()), len(said) // 3)
    return (
        not _RELEASE.search(said)
        and not _APART.match(said)
        and words in _WORDS
        and letters >= 0.7 * len(said)
        and said.endswith((".", "?", "!", "。", ")", "”", '"'))
    )


def _claim(section: str, sentence: Sentence) -> Claim:
    return Claim(section, *_languages(sentence), (sentence.number,))


def _languages(sentence: Sentence) -> tuple[str, str]:
    """English and Japanese of a sentence; the text of a Japanese paper is the Japanese."""
    if not sentence.ja and re.search(r"[\u3041-\u30ff]", sentence.text):
        return "", sentence.text
    return sentence.text, sentence.ja
