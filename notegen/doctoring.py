"""The command `doctor`: what the model set can do, found out by asking it a little, each with the next step."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from notegen.addresses import is_loopback, is_private, shown
from notegen.errors import ModelError, VaultNotFound
from notegen.settings import Secret, Settings, read_settings
from notegen.terminal import Terminal
from notegen.wiring import model_file

if TYPE_CHECKING:
    from notegen.summarizer.doctor.examined import Bench, Check
    from notegen.summarizer.doctor.named_window import Named
    from notegen.summarizer.doctor.watched import Watched
    from notegen.summarizer.server.gguf import GgufConnection

_NOTE_TOKENS = 2_400, 1_500  # an abstract and what is written about it
_LEAST_SECRET = 6
_ASKED = ("answer form", "streaming", "window", "Japanese", "speed", "road", "price")
_HOW_TO_SET = "Set NOTEGEN_MODEL, and OPENAI_BASE_URL for another server than OpenAI's"


def settings_anywhere(flags: Mapping[str, str | None], environ: Mapping[str, str], cwd: Path) -> Settings:
    """As `read_settings`; where no vault is named and none is found, an empty folder that is none stands for it."""
    try:
        return read_settings(flags, environ, cwd)
    except VaultNotFound as error:
        if error.path != str(cwd):
            raise
    with TemporaryDirectory(prefix="notegen-") as folder:
        return read_settings({**flags, "vault": folder}, environ, cwd)


def doctor(settings: Settings, *, as_json: bool) -> int:
    """Each check is shown as it is made; the status is that of the worst, 0 when all is well or no model is set."""
    screen, checks = Terminal(), []
    if settings.ignored:
        screen.problem(f"the .env in this vault: {', '.join(settings.ignored)} not taken from there; keep it elsewhere")
    for check in _checks(settings, screen):
        checks.append(check)
        if not as_json:
            screen.show_check(check.state, check.name, check.found, check.next_step)
    if as_json:
        keys = ("name", "state", "found", "next_step")
        screen.show_json({"checks": [{key: getattr(check, key) for key in keys} for check in checks]})
    return max((check.exit_status for check in checks), default=0)


def _checks(settings: Settings, screen: Terminal) -> Iterator[Check]:
    """The checks one by one, with nothing secret in them."""
    from notegen.summarizer.server.address import private_parts

    login, query = private_parts(settings.base_url)
    secrets = [settings.api_key.reveal(), login.partition(":")[2], *query.values()]
    for check in _all_checks(settings, screen):
        found, next_step = check.found, check.next_step
        for secret in secrets:
            if len(secret) >= _LEAST_SECRET:
                found, next_step = found.replace(secret, "…"), next_step.replace(secret, "…")
        yield replace(check, found=found, next_step=next_step)


def _all_checks(settings: Settings, screen: Terminal) -> Iterator[Check]:
    from notegen.summarizer.doctor.examined import Check, failed
    from notegen.summarizer.doctor.probes import present, reached
    from notegen.summarizer.doctor.watched import Watched
    from notegen.summarizer.server.address import base_addresses

    if not settings.has_model:
        key = "; a key alone chooses none" if settings.api_key else ""
        told = f"none is set{key}: notes are drafted without one, from source sentences chosen by rule"
        yield Check("model", "unknown", told, _HOW_TO_SET)
        return
    try:
        settings, in_process = _loaded(settings)
    except ModelError as error:
        yield failed("model", error)
        yield from _not_asked(_ASKED)
        return
    screen.say(_announced(settings, base_addresses(settings.base_url)[0]))
    key = settings.api_key.reveal()
    connection = Watched(key, settings.timeout_seconds, settings.deadline_seconds, time.sleep, settings.base_url)
    try:
        check, address, offered = reached(connection, settings.base_url, key)
    except ModelError as error:
        yield failed("server", error)
        yield from _not_asked(("model", *_ASKED))
        return
    yield check
    check, name = present(settings.model, offered)
    if not name:
        yield check
        yield from _not_asked(_ASKED)
        return
    with TemporaryDirectory(prefix="notegen-") as folder:
        remembers = in_process is None  # its address is another each time
        yield from _asked(settings, connection, address, name, check, Path(folder), remembers=remembers)


def _loaded(settings: Settings) -> tuple[Settings, GgufConnection | None]:
    """With a model file, the settings of where it is served, as long as it is held. Raises `ModelRejected`."""
    file = model_file(settings)
    if file is None:
        return settings, None
    return replace(settings, model="", base_url=file.served.base_url, api_key=Secret(file.served.api_key)), file


def _asked(
    settings: Settings,
    connection: Watched,
    address: str,
    name: str,
    listed: Check,
    folder: Path,
    *,
    remembers: bool,
) -> Iterator[Check]:
    """The checks that ask the model; one that ends them all leaves the rest unasked."""
    from notegen.summarizer.doctor.examined import Bench, failed
    from notegen.summarizer.tokens import answer_reserve

    reserve = answer_reserve(settings.context_tokens)
    bench = Bench(connection, settings.base_url, name, folder / "servers.json", reserve)
    bench.learn(replace(bench.dialect, base_url=address))
    done: list[str] = []
    if listed.state == "ok":
        yield listed
        done.append("model")
    try:
        for check in _probed(settings, bench, address):
            if "model" not in done:
                yield _answering(listed) if connection.heard else listed
                done.append("model")
            yield check
            done.append(check.name)
    except ModelError as error:
        rest = [each for each in ("model", *_ASKED) if each not in done]
        yield failed(rest[0], error)
        yield from _not_asked(rest[1:])
    if remembers and "answer form" in done:
        _remember(settings, bench)


def _answering(listed: Check) -> Check:
    """A model that is not listed, or not among those that are, answers."""
    if listed.next_step:
        return replace(listed, found=f"{listed.found}; yet the server answers, perhaps by one of those")
    return replace(listed, found=f"{listed.found}; it answers", state="ok")


def _probed(settings: Settings, bench: Bench, address: str) -> Iterator[Check]:
    from notegen.summarizer.doctor import probes
    from notegen.summarizer.doctor.examined import Check
    from notegen.summarizer.doctor.window_probe import window_read

    form = probes.forms(bench)
    yield form
    yield probes.streaming(bench, settings.timeout_seconds)
    named = _named(bench, address)
    yield window_read(bench, settings.context_tokens, named, private=is_private(address))
    if "ja" in settings.languages:
        yield probes.japanese(bench)
    else:
        yield Check("Japanese", "unknown", "not asked: NOTEGEN_LANG wants notes in English alone")
    yield probes.speed(bench, _NOTE_TOKENS)
    yield _road(settings, bench, has_form=form.state == "ok")
    yield _price(address)


def _not_asked(names: Sequence[str]) -> Iterator[Check]:
    from notegen.summarizer.doctor.examined import Check

    for name in names:
        yield Check(name, "unknown", "not asked")


def _announced(settings: Settings, address: str) -> str:
    """How much will be asked."""
    from notegen.summarizer.doctor.probes import QUESTIONS
    from notegen.summarizer.doctor.window_probe import long_question
    from notegen.summarizer.tokens import answer_reserve, question_tokens

    reserve = answer_reserve(settings.context_tokens)
    long, _ = long_question(settings.context_tokens, reserve, private=is_private(address))
    asked = [*(each for each in QUESTIONS if "ja" in settings.languages or each.schema), long]
    tokens = sum(map(question_tokens, asked))
    to = f"{settings.model} at {shown(address)}" if settings.model else shown(address)
    return f"{len(asked)} questions to {to}, about {tokens:,} tokens, more where it stumbles; a slow one takes minutes"


def _named(bench: Bench, address: str) -> Named:
    """The window the server names; LM Studio tells it at an address of its own."""
    from notegen.summarizer.doctor.named_window import named_window

    named = named_window(bench.connection.described(address), bench.name)
    if named.served or not is_private(address):
        return named
    own_list = f"{address.removesuffix('/v1')}/api/v0"
    told = named_window(bench.connection.described(own_list), bench.name)
    return told if told.served or told.most else named


def _road(settings: Settings, bench: Bench, *, has_form: bool) -> Check:
    """How notes will be drafted."""
    from notegen.summarizer.doctor.examined import Check
    from notegen.summarizer.server.llm import OpenAIModel

    kept = OpenAIModel(bench.name, settings.base_url, bench.connection, _servers(settings))
    if settings.road:
        return Check("road", "ok", f"{settings.road}, as NOTEGEN_ROAD says")
    if kept.is_weak:
        hint = "To try whole drafts again: NOTEGEN_ROAD=whole for one run"
        return Check("road", "ok", "sentences: its last whole drafts did not pass their checks", hint)
    if not has_form:
        return Check("road", "ok", "sentences, once a whole draft has been tried in vain")
    return Check("road", "ok", "whole drafts; sentence by sentence where they do not pass their checks")


def _price(address: str) -> Check:
    from notegen.summarizer.doctor.examined import Check

    if is_loopback(address):
        return Check("price", "ok", "nothing: the server is this machine")
    return Check("price", "unknown", "not known: no price is set for this model")


def _remember(settings: Settings, bench: Bench) -> None:
    """What was learnt takes the place of what was known, but for how drafts came through their checks."""
    from notegen.summarizer.server.dialect import Dialects

    known = Dialects(_servers(settings)).get(bench.address, bench.name, bench.dialect)
    learnt = replace(bench.dialect, failed_drafts=known.failed_drafts)
    Dialects(_servers(settings)).learn(bench.address, bench.name, learnt)


def _servers(settings: Settings) -> Path:
    return settings.cache_dir / "servers.json"
