"""Single sentences in Japanese from a model that is no good at more: asked alone, cleaned, checked, tried again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from notegen.errors import AnswerUnusable, ModelRefusal
from notegen.records import Claim, Finding, Sentence
from notegen.summarizer.checks import judge
from notegen.summarizer.checks.register import is_polite
from notegen.summarizer.desk import Desk
from notegen.summarizer.evidence import same
from notegen.summarizer.tokens import answer_reserve
from notegen.summarizer.weak.clauses import clauses
from notegen.summarizer.weak.flaws import flaws
from notegen.summarizer.weak.japanese_pattern import japanese_pattern
from notegen.summarizer.weak.masks import masked, unmasked
from notegen.summarizer.weak.own_names import own_names, with_own_names
from notegen.summarizer.weak.read_translation import read_translation

_TRIES = 4
_ANSWER_TOKENS = 1000  # a sentence takes a tenth; the rest is for models that think before
_MOST_LOST = 3
_ECHO_CHARS = 10
_FORMULA = re.compile(r"(?<!\\)\$(?!\s)[^$]+(?<!\s)\$(?!\d)")  # as pandoc tells it from a price
_ABSTRACT = "abstract"  # where a translation may take as many sentences as it needs
_OTHER_LETTERS = re.compile(r"[\u0400-\u06ff\u0900-\u0eff]")  # Cyrillic to Thai: no Japanese, and never a formula


@dataclass(frozen=True, slots=True)
class Translated:
    """The Japanese of a sentence, "" when no try passed; then also what stood against the first one."""

    ja: str
    findings: tuple[Finding, ...] = ()


def translations(desk: Desk, sentences: Iterable[Sentence]) -> dict[int, Translated]:
    """Each sentence in Japanese, by its number; a long one clause by clause where it can be cut.

    Japanese said of one sentence is not taken for another. Raises `ModelError`s; `AnswerUnusable` and `ModelRefusal`
    only when the first answers are all of no use.
    """
    translator = _Translator(desk)
    return {sentence.number: translator.translated(sentence) for sentence in sentences}


class _Translator:
    """What was said so far about one paper."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._said: dict[str, str] = {}
        self._lost = 0
        self._answered = False

    def translated(self, sentence: Sentence) -> Translated:
        parts = clauses(sentence.text)
        made = self._joined(sentence, parts) if len(parts) > 1 else Translated("")
        made = made if made.ja else self._tried(sentence)
        if made.ja:
            self._said[sentence.text] = made.ja
        return made

    def _joined(self, sentence: Sentence, parts: tuple[str, ...]) -> Translated:
        said: list[str] = []
        for part in parts:
            made = self._tried(Sentence(sentence.number, part))
            if not made.ja:
                return made
            said.append(made.ja)
        whole = "".join(said)
        return Translated("" if (findings := self._against(sentence, whole)) else whole, findings)

    def _tried(self, sentence: Sentence) -> Translated:
        """Of up to four answers the first without a flaw, else the best of those that no check objects to."""
        names = own_names(sentence.text, self._desk.questions.paper.title)
        objections: tuple[Finding, ...] = ()
        passed: list[str] = []
        said: list[str] = []
        for attempt in range(1, _TRIES + 1):
            shown, behind = masked(sentence.text, said)
            ja = unmasked(self._answer(shown, attempt), behind)
            ja = with_own_names(ja, names)
            if not ja:
                continue
            if findings := self._against(sentence, ja):
                objections = objections or findings
            elif flaws(ja, names) == 0:
                return Translated(ja)
            else:
                passed.append(ja)
            said.append(ja)
        if passed:
            return Translated(min(passed, key=partial(flaws, names=names)))
        # Only the Japanese is left out for them; the English is the source itself.
        objections = tuple(replace(each, check="language", action="marked") for each in objections)
        return Translated("", objections or (_finding(sentence, "no answer of the model was Japanese"),))

    def _answer(self, text: str, attempt: int) -> str:
        """The Japanese of an answer, "" for none; the last attempt is held to the signs of Japanese."""
        tokens = min(_ANSWER_TOKENS, answer_reserve(self._desk.context_tokens))
        pattern = japanese_pattern(text) if attempt == _TRIES else ""
        question = self._desk.questions.translation(text, tokens, attempt, pattern)
        try:
            ja = self._desk.ask(question, partial(read_translation, en=text))
        except (AnswerUnusable, ModelRefusal):
            self._lost += 1
            if self._lost == _MOST_LOST and not self._answered:
                raise
            return ""
        self._answered = True
        return "" if _speaks_of_an_example(ja, question.system) else ja

    def _against(self, sentence: Sentence, ja: str) -> tuple[Finding, ...]:
        claim = Claim(_ABSTRACT, sentence.text, ja, (sentence.number,))
        found = judge(claim, {sentence.number: sentence}, self._desk.questions.paper.title, ("ja", "en"))
        said = [*(["the Japanese is in the polite style"] if is_polite(ja) else [])]
        if strange := "".join(dict.fromkeys(_OTHER_LETTERS.findall(ja))):
            said.append(f"the Japanese holds letters of another language: {strange[:8]}")
        counting = (each for each in _FORMULA.findall(sentence.text) if re.search(r"\d", each))
        said += (f"the Japanese leaves out {each}" for each in counting if each not in ja)
        if any(same(ja, other) for text, other in self._said.items() if not same(text, sentence.text)):
            said.append("its Japanese stands for something else, too")
        return (*found, *(_finding(sentence, message) for message in said))


def _speaks_of_an_example(ja: str, system: str) -> bool:
    """Whether a piece of the Japanese is that of an example in the question."""
    starts = range(len(ja) - _ECHO_CHARS + 1)
    return any(ja[start : start + _ECHO_CHARS] in system for start in starts)


def _finding(sentence: Sentence, message: str) -> Finding:
    return Finding("language", _ABSTRACT, (sentence.number,), message, "marked")
