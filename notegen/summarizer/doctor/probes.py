"""What is asked of a model server to learn what it can do: each probe asks a little and tells what it found."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from notegen.addresses import is_loopback, is_private, shown
from notegen.errors import AnswerUnusable, ModelError, ModelRefusal
from notegen.records import Question
from notegen.summarizer.checks import numbers
from notegen.summarizer.checks.language import japanese_problem
from notegen.summarizer.doctor.examined import Bench, Check, ends_all, failed
from notegen.summarizer.doctor.watched import Watched
from notegen.summarizer.reading.answer import read_json
from notegen.summarizer.server.address import base_addresses, likely_address
from notegen.summarizer.server.dialect import FORMS
from notegen.summarizer.server.failures import Failure, explained
from notegen.summarizer.server.replies import answer_of, whole_answer
from notegen.summarizer.server.stream import Completion

_MOST_NAMED = 8
_ANSWER_TOKENS = 2000  # room to think for a model that does
_LONG_TOKENS = 500
_TOWN, _BOOKS = "Kestrelton", 4812
_PLACE = {"place": {"type": "string"}, "books": {"type": "integer"}}
_FORM = Question(
    "form",
    "You answer with one JSON object and nothing else. Its keys are place (a name) and books (a number).",
    f"A library in {_TOWN} lends {_BOOKS} books a month. Where is it, and how many books does it lend?",
    {"type": "object", "properties": _PLACE, "required": list(_PLACE), "additionalProperties": False},
    _ANSWER_TOKENS,
)
_ENGLISH = "The new filter removes 37 percent of the noise in old recordings."
_INTO_JAPANESE = Question(
    "into-japanese",
    "You translate English into Japanese. Answer with the Japanese sentence alone. Keep every number as a numeral.",
    f"Put this into Japanese: {_ENGLISH}",
    {},
    _ANSWER_TOKENS,
)
_LENT, _OTHER = "95", "412"
_OUT_OF_JAPANESE = Question(
    "out-of-japanese",
    "You answer with one number and nothing else.",
    f"この図書館は平日に{_OTHER}冊、土曜日に{_LENT}冊の本を貸し出す。\n\nHow many books are lent on a Saturday?",
    {},
    _ANSWER_TOKENS,
)
QUESTIONS = (*((_FORM,) * len(FORMS)), _INTO_JAPANESE, _OUT_OF_JAPANESE)


def reached(connection: Watched, base_url: str, key: str) -> tuple[Check, str, list[str] | None]:
    """Whether the server answers, the address that does, and the models it offers; None when it does not list them.

    Raises `ModelError`s for one that cannot be reached, or refuses the key.
    """
    addresses = base_addresses(base_url)
    offered, remark, hint, address = None, "", "", addresses[0]
    for address in addresses:
        try:
            offered = connection.offered(address)
            break
        except Failure as error:
            if error.no_such_address and address != addresses[-1]:
                continue
            if error.kind != "refused" or error.status in (401, 407):
                raise explained(error, "a model", address, None, connection.limits, "") from error
            address, remark = addresses[0], f"; it lists no models ({error.status or error.reason})"
            likely = likely_address(address)
            if error.no_such_address and likely not in addresses:
                hint = f"If that is not the model server's address, it is likely {likely}: set OPENAI_BASE_URL"
    where = "this machine" if is_loopback(address) else "your own network" if is_private(address) else "elsewhere"
    has_key = "a key is set" if key.strip() not in ("", "-") else "no key"
    told = f"{shown(address)} answers ({where}; {has_key}){remark}"
    return Check("server", "unknown" if hint else "ok", told, hint), address, offered


def present(name: str, offered: Sequence[str] | None) -> tuple[Check, str]:
    """Whether the model is there, and its name; "" when it cannot be told which is meant."""
    if offered is None:
        if name:
            return Check("model", "unknown", f"{name}; which models there are is not told"), name
        return Check("model", "problem", "no model named, and none is listed", "Set NOTEGEN_MODEL", 2), ""
    some = ", ".join(offered[:_MOST_NAMED]) or "none"
    some += f" and {len(offered) - _MOST_NAMED} more" if len(offered) > _MOST_NAMED else ""
    if not name and len(offered) == 1:
        return Check("model", "ok", f"{offered[0]}, the only one offered: taken"), offered[0]
    if not name:
        return Check("model", "problem", f"no model named; offered: {some}", "Set NOTEGEN_MODEL to one of them", 2), ""
    if name in offered or f"{name}:latest" in offered:
        which = "the only one" if len(offered) == 1 else f"one of {len(offered)}"
        return Check("model", "ok", f"{name}, {which} offered"), name
    hint = "Set NOTEGEN_MODEL to one that is offered"
    return Check("model", "unknown", f"{name} is not among those offered: {some}", hint), name


def forms(bench: Bench) -> Check:
    """Which answer forms give a valid answer to a small question; the simplest need is remembered.

    Raises the `ModelError` that ends everything.
    """
    works: dict[str, bool] = {}
    said: ModelError | None = None
    for form in FORMS:
        if form in works:
            continue
        begun, before = time.monotonic(), len(bench.connection.heard)
        bench.learn(replace(bench.dialect, form=form))
        try:
            bench.ask(_FORM)
        except ModelError as error:
            if ends_all(error, time.monotonic() - begun, bench.connection):
                raise
            said = error
        for heard in bench.connection.heard[before:]:
            works[heard.form] = works.get(heard.form, False) or _is_valid(heard.completion)
        works.setdefault(form, False)
    used = next((form for form in FORMS if works[form]), None)
    bench.learn(replace(bench.dialect, form=used or FORMS[-1]))
    told = ", ".join(f"{form} {'works' if works[form] else 'does not'}" for form in FORMS)
    if used:
        return Check("answer form", "ok", f"{told}; notes are asked for as {used}")
    why = f" ({said.why or said.what})" if said else ""
    hint = "Take another model, or set NOTEGEN_ROAD=sentences"
    return Check("answer form", "problem", f"no form gives a valid answer{why}", hint, 1)


def streaming(bench: Bench, timeout_seconds: float) -> Check:
    """Whether what was answered so far came in pieces, and with the tokens counted."""
    heard = bench.connection.heard
    if not heard:
        return Check("streaming", "unknown", "not asked: nothing was answered")
    counted = "tokens are counted" if heard[-1].counted else "tokens are not counted, so they are estimated"
    pieces = max(one.pieces for one in heard)
    if pieces > 1:
        return Check("streaming", "ok", f"an answer comes in pieces ({pieces} of them); {counted}")
    whole = f"an answer comes in one piece, so all of it must come within NOTEGEN_TIMEOUT ({timeout_seconds:g} s)"
    return Check("streaming", "ok", f"{whole}; {counted}")


def japanese(bench: Bench) -> Check:
    """Whether one sentence is put into Japanese with its number, and another understood.

    Raises the `ModelError` that ends everything.
    """
    written, problem, thought = "", "", 0
    for question in (_INTO_JAPANESE, _OUT_OF_JAPANESE):
        begun = time.monotonic()
        try:
            answer, heard = bench.ask(question)
        except ModelError as error:
            if ends_all(error, time.monotonic() - begun, bench.connection):
                raise
            return failed("Japanese", error)
        said = " ".join(answer.text.rpartition("</think>")[2].split())
        thought = max(thought, heard.thought_tokens)
        if question is _OUT_OF_JAPANESE:
            understood = re.findall(r"\d+", said) == [_LENT]
            problem = problem or ("" if understood else f"a Japanese sentence is not understood: “{said[:60]}”")
        else:
            written, problem = said, _wrong_japanese(said)
    thinks = f"; the model thinks first (up to {thought:,} tokens at one of these questions)" if thought else ""
    if problem:
        hint = "Take a model that knows Japanese better, or set NOTEGEN_LANG=en; notes leave such Japanese out"
        return Check("Japanese", "problem", f"{problem}{thinks}", hint, 1)
    return Check("Japanese", "ok", f"written (「{written[:60]}」) and understood{thinks}")


def speed(bench: Bench, note_tokens: tuple[int, int]) -> Check:
    """Tokens a second, read and written, and what a note of so many tokens in and out would take."""
    heard = bench.connection.heard
    longest = max(heard, key=lambda one: one.tokens[0], default=None)
    flowing = [one for one in heard if one.seconds > one.silent_seconds]
    timed = flowing or [one for one in heard if one is not longest] or heard
    seconds = sum(one.seconds - (one.silent_seconds if flowing else 0) for one in timed)
    if longest is None or seconds <= 0 or longest.silent_seconds <= 0:
        return Check("speed", "unknown", "nothing was answered")
    reads, writes = longest.tokens[0] / longest.silent_seconds, sum(one.tokens[1] for one in timed) / seconds
    is_long = longest.tokens[0] >= _LONG_TOKENS
    read_seconds = note_tokens[0] / reads if is_long else 0.0
    note_seconds = read_seconds + note_tokens[1] / writes
    told = f"{f'{_rate(reads)} tokens/s read, ' if is_long else ''}{_rate(writes)} tokens/s written"
    least = "about" if is_long else "at least"
    found = f"{told}; a note ({note_tokens[0]:,} tokens in, {note_tokens[1]:,} out) takes {least} {_time(note_seconds)}"
    timeout_seconds, deadline_seconds = bench.connection.limits
    if note_seconds > deadline_seconds:
        hint = f"Raise NOTEGEN_DEADLINE ({deadline_seconds:g} s) or take a smaller model"
        return Check("speed", "problem", found, hint, 1)
    longest_silence = read_seconds if any(one.pieces > 1 for one in heard) else note_seconds
    if longest_silence > timeout_seconds:
        hint = f"Raise NOTEGEN_TIMEOUT ({timeout_seconds:g} s) or take a smaller model"
        return Check("speed", "problem", found, hint, 1)
    return Check("speed", "ok", found)


def _is_valid(completion: Completion) -> bool:
    """Whether the answer is what the schema of the question says, and right."""
    with suppress(AnswerUnusable, ModelRefusal):
        answer = whole_answer(answer_of(completion, _FORM), _FORM)
        said = read_json(answer.text, tuple(_PLACE))
        right = said.get("books") == _BOOKS and _TOWN in str(said.get("place"))
        return right and said.keys() == _PLACE.keys() and not answer.cut
    return False


def _wrong_japanese(said: str) -> str:
    if problem := japanese_problem(said, _ENGLISH):
        return f"what should be Japanese {problem}: “{said[:60]}”"
    if numbers.differences(_ENGLISH, said):
        return f"a number is lost on the way into Japanese: 「{said[:60]}」"
    return ""


def _rate(tokens_a_second: float) -> str:
    return f"{tokens_a_second:,.0f}" if tokens_a_second >= 10 else f"{tokens_a_second:.1f}"


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
