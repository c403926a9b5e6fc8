"""Checks of single settings: each gives the value as it is used, and adds what is wrong with it to `problems`."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from notegen.addresses import shown
from notegen.records import Road

LANGUAGES = ("ja", "en")
READINGS = ("abstract", "full")
SERVICES = ("crossref", "openalex")
_ROADS: dict[str, Road] = {"": "", "whole": "whole", "sentences": "sentences"}


def languages(value: str, problems: list[str], named: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in value.split(",") if part.strip())
    if not found or set(found) - set(LANGUAGES):
        problems.append(f"{named} “{value}” is not ja, en or ja,en")
    return found


def template(value: str, problems: list[str], named: str) -> str:
    if not re.fullmatch(r"[\w-]+", value):
        problems.append(f"{named} “{value}” is not the name of a template: letters, digits, - and _")
    return value


def reading(value: str, problems: list[str], named: str) -> str:
    if value not in ("", *READINGS):
        problems.append(f"{named} “{value}” is not {' or '.join(READINGS)}")
    return value


def road(value: str, problems: list[str]) -> Road:
    if value not in _ROADS:
        problems.append(f"NOTEGEN_ROAD “{value}” is not whole or sentences")
    return _ROADS.get(value, "")


def services(value: str, problems: list[str], named: str) -> tuple[str, ...]:
    services = tuple(dict.fromkeys(part.strip().lower() for part in value.split(",") if part.strip()))
    if set(services) - set(SERVICES):
        problems.append(f"{named} “{value}” is not {', '.join(SERVICES)} or both with a comma between")
    return services


def service_url(variable: str, value: str, problems: list[str]) -> str:
    if not is_http(value) or re.search(r"[{}\s]", value):
        problems.append(f"{variable} “{shown(value)}” is not an http:// or https:// address")
    return value.rstrip("/")


def model_url(value: str, problems: list[str]) -> str:
    if value and not is_http(value):
        likely = f": write http://{shown(value)}" if is_http(f"http://{value}") and "@" not in value else ""
        problems.append(f"OPENAI_BASE_URL “{shown(value)}” is not an http:// or https:// address{likely}")
    return value


def contact(value: str, problems: list[str]) -> str:
    if value and not (re.fullmatch(r"[^@\s]+@[^@\s]+", value) and value.isascii() and value.isprintable()):
        problems.append(f"NOTEGEN_CONTACT “{value}” is not an e-mail address")
    return value


def is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return (
            url.isascii()
            and url.isprintable()
            and " " not in url
            and parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and (parts.port or 1) > 0
        )
    except ValueError:
        return False


def number(variable: str, text: str, least: float, problems: list[str]) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not least <= number < 10**9:
        problems.append(f"{variable} “{text}” is not a number from {least:g} up")
        return least
    return number


def check_text(named: str, value: str, problems: list[str]) -> None:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        problems.append(f"{named} is not UTF-8 text")


def check_name(pattern: str, problems: list[str], named: str) -> None:
    try:
        pattern.format(year=2024, venue="V", title="T", arxiv_id="2401.00001", first_author="A")
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        problems.append(
            f"{named} “{pattern}” ({error}): use {{year}} {{venue}} {{title}} {{arxiv_id}} {{first_author}}"
        )


def check_outside(named: str, folder: str, root: Path, problems: list[str]) -> None:
    """A problem when the folder lies in the vault: journals, locks and kept answers are no business of the vault's."""
    with suppress(OSError, RuntimeError):  # what cannot be looked at is told by whoever writes there
        if folder and Path(folder).expanduser().resolve().is_relative_to(root.resolve()):
            problems.append(f"{named} “{folder}” lies in the vault; name a folder outside it")
