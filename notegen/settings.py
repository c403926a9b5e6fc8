"""Settings: flags > environment > .env > the vault's .notegen/config.toml > defaults, as one frozen record.

Every wrong value is collected, so that one message names them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from notegen import setting_values as values
from notegen.addresses import is_loopback
from notegen.config_files import find_vault, read_config, read_dotenv
from notegen.errors import SettingsError, VaultNotFound
from notegen.obsidian.names import folder_problem
from notegen.records import Road

_IN_PROCESS = "gguf:"
_NEVER_FROM_VAULT = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "NOTEGEN_MODEL",
    "NOTEGEN_ARXIV_URL",
    "NOTEGEN_CROSSREF_URL",
    "NOTEGEN_OPENALEX_URL",
    "NOTEGEN_CONTACT",
    "NOTEGEN_CATALOGUE",
    "NOTEGEN_CACHE_DIR",
    "NOTEGEN_STATE_DIR",
)


class Secret(str):
    """A string that never shows itself in a repr or a log; `reveal()` gives it to the one door that needs it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<secret>" if self else "''"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def reveal(self) -> str:
        return str.__str__(self)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its field, its variable in the environment, whether a vault's config.toml may set it, and help."""

    field: str
    variable: str
    default: str
    in_vault: bool
    help: str


SETTINGS = (
    Setting("vault", "NOTEGEN_VAULT", "", False, "vault folder; default: the nearest folder above with .obsidian/"),
    Setting("folder", "NOTEGEN_FOLDER", "", True, "folder for new notes; default: Obsidian's own setting"),
    Setting("name", "NOTEGEN_NAME", "{year}__{venue}__{title}", True, "name of a note no MOC has named yet"),
    Setting("lang", "NOTEGEN_LANG", "ja,en", True, "languages of a note: ja, en or ja,en"),
    Setting("template", "NOTEGEN_TEMPLATE", "ochiai", True, "sections of a note: ochiai, imrad or a template of yours"),
    Setting("read", "NOTEGEN_READ", "", True, "abstract or full; default: the full text where it fits the window"),
    Setting(
        "model", "NOTEGEN_MODEL", "", False, "model to draft with, or gguf:PATH; unset: a server's only one, or none"
    ),
    Setting("base_url", "OPENAI_BASE_URL", "", False, "address of an OpenAI-compatible server; default: OpenAI's"),
    Setting("api_key", "OPENAI_API_KEY", "", False, "key for that server; a local one needs none"),
    Setting("timeout_seconds", "NOTEGEN_TIMEOUT", "600", False, "longest silence of the model, seconds"),
    Setting("deadline_seconds", "NOTEGEN_DEADLINE", "3600", False, "longest time for one answer of the model, seconds"),
    Setting("context_tokens", "NOTEGEN_CONTEXT", "8192", False, "window of the model, tokens"),
    Setting("road", "NOTEGEN_ROAD", "", False, "whole or sentences: how a model drafts; default: as it is up to"),
    Setting("prompts", "NOTEGEN_PROMPTS", "", False, "folder whose templates go before notegen's own"),
    Setting("arxiv_url", "NOTEGEN_ARXIV_URL", "https://export.arxiv.org", False, "base address of the arXiv API"),
    Setting("arxiv_interval_seconds", "NOTEGEN_ARXIV_INTERVAL", "3", False, "seconds between requests to arXiv"),
    Setting("also", "NOTEGEN_ALSO", "", True, "further services to ask: crossref, openalex or crossref,openalex"),
    Setting("crossref_url", "NOTEGEN_CROSSREF_URL", "https://api.crossref.org", False, "base address of Crossref"),
    Setting("openalex_url", "NOTEGEN_OPENALEX_URL", "https://api.openalex.org", False, "base address of OpenAlex"),
    Setting("contact", "NOTEGEN_CONTACT", "", False, "your e-mail address, told to arXiv, Crossref and OpenAlex"),
    Setting("catalogue", "NOTEGEN_CATALOGUE", "", False, "local catalogue, a file; default: in the user's data folder"),
    Setting("cache_dir", "NOTEGEN_CACHE_DIR", "", False, "folder of kept answers and records; default: the user's"),
    Setting("state_dir", "NOTEGEN_STATE_DIR", "", False, "folder of journals and locks; default: the user's"),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a run is told from outside. `model` is "" when none is configured; `moc` is config.toml's [moc].

    `road` is how a model drafts, "" as it is up to.
    `template` is the name of a list of sections; `read` is "abstract", "full" or "" for what fits.
    `ignored` names variables of a .env that lies in a vault, where neither server, key nor cache is taken from.
    `also` are the further services to ask, of crossref and openalex; `contact` is "" or an e-mail address.
    """

    vault: Path
    folder: str
    name: str
    languages: tuple[str, ...]
    template: str
    read: str
    model: str
    base_url: str
    api_key: Secret
    timeout_seconds: float
    deadline_seconds: float
    context_tokens: int
    road: Road
    prompts: Path | None
    arxiv_url: str
    arxiv_interval_seconds: float
    also: tuple[str, ...]
    crossref_url: str
    openalex_url: str
    contact: str
    catalogue: Path
    cache_dir: Path
    state_dir: Path
    ignored: tuple[str, ...]
    moc: Mapping[str, Any]

    @property
    def model_file(self) -> str | None:
        """The path in `gguf:PATH`, of a model that runs in this process; None for a model on a server."""
        return self.model.removeprefix(_IN_PROCESS).strip() if self.model.startswith(_IN_PROCESS) else None

    @property
    def has_model(self) -> bool:
        """A key alone chooses no model."""
        return bool(self.model or self.base_url)


def read_settings(flags: Mapping[str, str | None], environ: Mapping[str, str], cwd: Path) -> Settings:
    """One frozen Settings from all sources. Raises `VaultNotFound`, or `SettingsError` with every problem."""
    problems: list[str] = []
    named = _layers(flags, environ, {})
    dotenv = read_dotenv(cwd / ".env", problems)
    root = find_vault(named("vault") or dotenv.get("NOTEGEN_VAULT", ""), cwd)
    ignored = _ignored(dotenv, cwd, root)
    config = read_config(root / ".notegen" / "config.toml", (s.field for s in SETTINGS if s.in_vault), problems)
    value = _layers(flags, environ, {**config, **_by_field(dotenv)})
    without = _layers(flags, environ, _by_field(dotenv))
    nearer = {s.field for s in SETTINGS if without(s.field) != s.default}
    names = {s.field: s.variable for s in SETTINGS}
    names |= {field: f".notegen/config.toml: {field} =" for field in config if field not in nearer}
    settings = _build(root, value, names, ignored, config.get("moc", {}), problems)
    if problems:
        raise SettingsError(problems)
    return settings


def read_catalogue_path(environ: Mapping[str, str], cwd: Path) -> Path:
    """Where the local catalogue lies, for which no vault is needed. Raises `SettingsError`."""
    problems: list[str] = []
    dotenv = read_dotenv(cwd / ".env", problems)
    with suppress(VaultNotFound):
        _ignored(dotenv, cwd, find_vault("", cwd))
    if problems:
        raise SettingsError(problems)
    return _catalogue_path(_layers({}, environ, _by_field(dotenv))("catalogue"))


def default_catalogue() -> Path:
    """Where the local catalogue lies when nothing else is said."""
    import platformdirs

    return Path(platformdirs.user_data_dir("notegen", False)) / "catalogue.sqlite"


def _catalogue_path(value: str) -> Path:
    return Path(value).expanduser() if value else default_catalogue()


def _ignored(dotenv: dict[str, str], cwd: Path, root: Path) -> tuple[str, ...]:
    """Takes out of a .env inside the vault at `root`, or inside any other, what is never taken from there; names it."""
    folders = (cwd.resolve(), *cwd.resolve().parents)
    if root not in folders and not any((folder / ".obsidian").is_dir() for folder in folders):
        return ()
    return tuple(variable for variable in _NEVER_FROM_VAULT if dotenv.pop(variable, None))


def _layers(
    flags: Mapping[str, str | None], environ: Mapping[str, str], below: Mapping[str, Any]
) -> Callable[[str], str]:
    by_field = {setting.field: setting for setting in SETTINGS}

    def value(field: str) -> str:
        setting = by_field[field]
        return str(flags.get(field) or environ.get(setting.variable, "").strip() or below.get(field) or setting.default)

    return value


def _by_field(variables: Mapping[str, str]) -> dict[str, str]:
    return {s.field: variables[s.variable] for s in SETTINGS if variables.get(s.variable)}


def _build(
    root: Path,
    value: Callable[[str], str],
    named: Mapping[str, str],
    ignored: tuple[str, ...],
    moc: Mapping[str, Any],
    problems: list[str],
) -> Settings:
    """The record of all settings; `named` says what each is called where it was set."""
    import platformdirs

    arxiv_url = values.service_url("NOTEGEN_ARXIV_URL", value("arxiv_url"), problems)
    interval = values.number("NOTEGEN_ARXIV_INTERVAL", value("arxiv_interval_seconds"), 0, problems)
    if interval < 3 and not is_loopback(arxiv_url):
        problems.append("NOTEGEN_ARXIV_INTERVAL below 3 is only for a loopback address (arXiv asks for 3 seconds)")
    if problem := folder_problem(value("folder")):
        problems.append(f"{named['folder']} “{value('folder')}”: {problem}")
    prompts = Path(value("prompts")).expanduser() if value("prompts") else None
    if prompts and not prompts.is_dir():
        problems.append(f"NOTEGEN_PROMPTS “{prompts}” is not a folder")
    values.check_name(value("name"), problems, named["name"])
    for field in ("cache_dir", "state_dir"):
        values.check_outside(named[field], value(field), root, problems)
    for field in ("name", "model", "api_key"):
        values.check_text(named[field], value(field), problems)
    return Settings(
        vault=root,
        folder=value("folder"),
        name=value("name"),
        languages=values.languages(value("lang"), problems, named["lang"]),
        template=values.template(value("template"), problems, named["template"]),
        read=values.reading(value("read"), problems, named["read"]),
        model=value("model"),
        base_url=values.model_url(value("base_url"), problems),
        api_key=Secret(value("api_key")),
        timeout_seconds=values.number("NOTEGEN_TIMEOUT", value("timeout_seconds"), 1, problems),
        deadline_seconds=values.number("NOTEGEN_DEADLINE", value("deadline_seconds"), 1, problems),
        context_tokens=int(values.number("NOTEGEN_CONTEXT", value("context_tokens"), 2048, problems)),
        road=values.road(value("road"), problems),
        prompts=prompts,
        arxiv_url=arxiv_url,
        arxiv_interval_seconds=interval,
        also=values.services(value("also"), problems, named["also"]),
        crossref_url=values.service_url("NOTEGEN_CROSSREF_URL", value("crossref_url"), problems),
        openalex_url=values.service_url("NOTEGEN_OPENALEX_URL", value("openalex_url"), problems),
        contact=values.contact(value("contact"), problems),
        catalogue=_catalogue_path(value("catalogue")),
        cache_dir=Path(value("cache_dir") or platformdirs.user_cache_dir("notegen", False)).expanduser(),
        state_dir=Path(value("state_dir") or platformdirs.user_state_dir("notegen", False)).expanduser(),
        ignored=ignored,
        moc=moc,
    )
