"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_services(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Neither a catalogue nor the services of the developer reach a test; the folder for a catalogue of its own."""
    for variable in ("NOTEGEN_ALSO", "NOTEGEN_CONTACT", "NOTEGEN_CATALOGUE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NOTEGEN_CROSSREF_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("NOTEGEN_OPENALEX_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("XDG_DATA_HOME", str(own_home / "data"))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, author: str(own_home / "data" / name))
    return own_home / "data" / "notegen"
