"""The lower bounds of pyproject.toml as exact versions, for `pip install -c`: the tests run with them, too."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

if __name__ == "__main__":
    project = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    for requirement in project["project"]["dependencies"]:
        name, version = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement).groups()  # type: ignore[union-attr]
        print(f"{name}=={version}")
