"""What people install: the built wheel, from another folder, with its prompts and templates."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
RECORD = {
    "links": ["2024__X__A Paper"],
    "title": "A Paper",
    "published": "2024",
    "abstract": "We present a thing. It is 2x faster.",
}


def test_the_built_wheel_writes_a_note_from_another_folder(tmp_path: Path) -> None:
    """Templates travel in the wheel: a note is written by the installed package, not by the checkout."""
    environ = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    source = tmp_path / "source"
    for name in ("notegen", "prompts"):
        shutil.copytree(PROJECT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(PROJECT / name, source)
    _python(tmp_path, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(source))
    wheel = next(tmp_path.glob("*.whl"))
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    vault = tmp_path / "vault"
    (vault / ".notegen").mkdir(parents=True)
    (vault / ".notegen" / "papers.jsonl").write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    (vault / "MOC.md").write_text("## Papers\n- [[2024__X__A Paper]]\n", encoding="utf-8")

    where = _python(tmp_path, "-c", "import notegen; print(notegen.__file__)", env=environ)
    _python(tmp_path, "-m", "notegen", "fill", "--offline", "--vault", str(vault), env=environ)

    assert str(tmp_path) in where
    assert "It is 2x faster." in (vault / "2024__X__A Paper.md").read_text(encoding="utf-8")
    names = zipfile.ZipFile(wheel).namelist()
    for template in (PROJECT / "prompts").glob("*.*"):
        assert template.suffix == ".pyc" or f"notegen/prompts/{template.name}" in names
    for data in (PROJECT / "notegen").rglob("*.txt"):
        assert data.relative_to(PROJECT).as_posix() in names


def _python(cwd: Path, *words: str, env: dict[str, str] | None = None) -> str:
    ended = subprocess.run(
        [sys.executable, *words], cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
