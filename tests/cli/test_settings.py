"""Where settings come from, which one wins, and that every wrong one is named at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from notegen.errors import SettingsError, VaultNotFound
from notegen.settings import SETTINGS, Secret, Settings, default_catalogue, read_catalogue_path, read_settings

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """An empty vault."""
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


def _read(vault: Path, environ: dict[str, str] | None = None, cwd: Path | None = None, **flags: str) -> Settings:
    return read_settings({"vault": str(vault), **flags}, environ or {}, cwd or vault.parent)


def test_flags_beat_environment_beats_dotenv_beats_the_vault(vault: Path, tmp_path: Path) -> None:
    """Each source gives way to the one nearer to the person at the keyboard."""
    (vault / ".notegen").mkdir()
    (vault / ".notegen" / "config.toml").write_text('folder = "vault"\nlang = "ja"\n', encoding="utf-8")

    assert _read(vault).folder == "vault"
    assert _read(vault).languages == ("ja",)
    (tmp_path / ".env").write_text("NOTEGEN_FOLDER=dotenv\n", encoding="utf-8")
    assert _read(vault).folder == "dotenv"
    assert _read(vault, {"NOTEGEN_FOLDER": "environ"}).folder == "environ"
    assert _read(vault, {"NOTEGEN_FOLDER": "environ"}, folder="flag").folder == "flag"


def test_the_nearest_folder_above_is_the_vault(vault: Path) -> None:
    """Inside a vault no option is needed."""
    inside = vault / "a" / "b"
    inside.mkdir(parents=True)

    assert read_settings({}, {}, inside).vault == vault.resolve()


def test_no_vault_says_so(tmp_path: Path) -> None:
    """No vault above, a folder that does not exist and a file are three reasons in words."""
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(VaultNotFound, match=r"neither it nor a folder above holds \.obsidian/"):
        read_settings({}, {}, tmp_path)
    with pytest.raises(VaultNotFound, match="no such folder"):
        read_settings({"vault": str(tmp_path / "nowhere")}, {}, tmp_path)
    with pytest.raises(VaultNotFound, match="it is a file"):
        read_settings({"vault": str(tmp_path / "file")}, {}, tmp_path)


def test_every_wrong_setting_is_named_in_one_message(vault: Path) -> None:
    """One round is enough to correct everything."""
    environ = {
        "NOTEGEN_LANG": "de",
        "NOTEGEN_TIMEOUT": "soon",
        "OPENAI_BASE_URL": "localhost:1234",
        "NOTEGEN_ARXIV_URL": "https://export.arxiv.org",
        "NOTEGEN_ARXIV_INTERVAL": "1",
        "NOTEGEN_NAME": "{journal}",
    }

    with pytest.raises(SettingsError) as raised:
        _read(vault, environ)

    assert len(raised.value.problems) == 5
    for variable in environ:
        if variable != "NOTEGEN_ARXIV_URL":
            assert variable in str(raised.value)


def test_a_key_alone_chooses_no_model(vault: Path) -> None:
    """A key that lies in the environment for other tools never makes a run cost money."""
    assert not _read(vault, {"OPENAI_API_KEY": "sk-1"}).has_model
    assert _read(vault, {"OPENAI_BASE_URL": "http://localhost:1/v1"}).has_model


@pytest.mark.parametrize("place", [".", "notes"])
def test_a_dotenv_inside_a_vault_never_names_server_or_key(vault: Path, place: str) -> None:
    """A vault that came from somebody else cannot send this person's key to its own server."""
    cwd = vault / place
    cwd.mkdir(exist_ok=True)
    (cwd / ".env").write_text("OPENAI_BASE_URL=http://evil.example/v1\nOPENAI_API_KEY=k\nNOTEGEN_LANG=en\n", "utf-8")

    settings = _read(vault, {"OPENAI_API_KEY": "mine", "NOTEGEN_MODEL": "m"}, cwd=cwd)

    assert settings.base_url == ""
    assert settings.api_key.reveal() == "mine"
    assert settings.languages == ("en",)


@pytest.mark.parametrize("vault_named", ["", "..", "elsewhere"])
def test_a_dotenv_inside_a_vault_says_nothing_of_where_to_write_or_ask(vault: Path, vault_named: str) -> None:
    """Neither caches, journals, catalogue nor services, whatever vault it, or the person, names; each is told."""
    variables = ("NOTEGEN_CACHE_DIR", "NOTEGEN_STATE_DIR", "NOTEGEN_CATALOGUE", "NOTEGEN_ARXIV_URL", "OPENAI_BASE_URL")
    lines = [f"{variable}=http://evil.example/" for variable in variables]
    (vault / "elsewhere").mkdir()
    (vault / ".env").write_text("\n".join([*lines, f"NOTEGEN_VAULT={vault_named}"]), encoding="utf-8")

    settings = (
        read_settings({}, {}, vault) if not vault_named else read_settings({"vault": vault / vault_named}, {}, vault)
    )

    assert "evil" not in repr(settings)
    assert set(settings.ignored) == set(variables)


def test_a_wrong_value_is_named_where_it_stands(vault: Path) -> None:
    """One of config.toml is called config.toml's; where the environment overrules it, that is named."""
    (vault / ".notegen").mkdir()
    wrong = 'also = "google"\nlang = "de"\nfolder = "../out"\nname = "{journal}"\n'
    (vault / ".notegen" / "config.toml").write_text(wrong, encoding="utf-8")

    with pytest.raises(SettingsError) as raised:
        _read(vault, {"NOTEGEN_LANG": "fr"})

    told = {problem.partition(" “")[0] for problem in raised.value.problems}
    assert told == {"NOTEGEN_LANG", *(f".notegen/config.toml: {field} =" for field in ("also", "folder", "name"))}


def test_a_vault_cannot_set_server_model_or_key(vault: Path) -> None:
    """Such keys in config.toml are named as unknown."""
    (vault / ".notegen").mkdir()
    (vault / ".notegen" / "config.toml").write_text('base_url = "http://evil.example"\n', encoding="utf-8")

    with pytest.raises(SettingsError, match="unknown key “base_url”"):
        _read(vault)


def test_the_catalogue_needs_no_vault(vault: Path, tmp_path: Path) -> None:
    """Its place is read from the environment, else .env, else it is the user's data folder; a vault cannot say it."""
    outside, inside = tmp_path / "outside", vault / "notes"
    for folder in (outside, inside):
        folder.mkdir()
        (folder / ".env").write_text(f"NOTEGEN_CATALOGUE={folder}/dotenv.sqlite\n", encoding="utf-8")

    assert read_catalogue_path({"NOTEGEN_CATALOGUE": "/x/environ.sqlite"}, outside) == Path("/x/environ.sqlite")
    assert read_catalogue_path({}, outside) == outside / "dotenv.sqlite"
    assert read_catalogue_path({}, inside) == default_catalogue()
    assert _read(vault, cwd=inside).catalogue == default_catalogue()


def test_services_are_named_in_any_spelling(vault: Path) -> None:
    """Blanks, capitals and repetitions do not matter; the order does."""
    assert _read(vault).also == ()
    assert _read(vault, also=" OpenAlex, crossref,openalex").also == ("openalex", "crossref")


def test_a_secret_never_shows() -> None:
    """Neither repr, str nor formatting gives the key away."""
    secret = Secret("sk-very-secret")

    assert "very" not in f"{secret!r} {secret} {secret:s}" + str([secret])
    assert secret.reveal() == "sk-very-secret"


def test_env_example_tells_of_every_setting() -> None:
    """.env.example and the settings agree: help, name and default of each, and nothing else."""
    example = (PROJECT / ".env.example").read_text(encoding="utf-8")

    told = re.findall(r"^# (.+)\.\n#([A-Z_]+)=(.*)$", example, re.MULTILINE)

    assert told == [(s.help[0].upper() + s.help[1:], s.variable, s.default) for s in SETTINGS]


@pytest.mark.parametrize("variable", ["NOTEGEN_STATE_DIR", "NOTEGEN_CACHE_DIR"])
def test_state_and_cache_stay_out_of_the_vault(vault: Path, variable: str) -> None:
    """A journal that lies in what it is to restore is refused."""
    with pytest.raises(SettingsError, match=f"{variable} .* lies in the vault"):
        _read(vault, {variable: str(vault / ".state")})
