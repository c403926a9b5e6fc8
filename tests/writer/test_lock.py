from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from notegen.errors import VaultBusy, WriteFailed
from notegen.writer.lock import hold


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty vault."""
    folder = tmp_path / "保管庫"
    folder.mkdir()
    return folder


def test_a_vault_is_held_by_one_run(root: Path, tmp_path: Path) -> None:
    """A second run is turned away while the first holds the vault, another vault is not, and nothing lies inside it."""
    state, other = tmp_path / "state", tmp_path / "other"
    other.mkdir()
    with hold(root, state, 0.0):
        with pytest.raises(VaultBusy) as caught, hold(root, state, 0.0):
            pass
        with hold(other, state, 0.0):
            pass
    with hold(root, state, 0.0):
        pass
    assert caught.value.exit_status == 75
    assert list(root.iterdir()) == []


def test_a_vault_is_the_same_however_its_path_is_spelled(root: Path, tmp_path: Path) -> None:
    """Through a symbolic link or a relative part it is held as well."""
    (tmp_path / "alias").symlink_to(root, target_is_directory=True)
    with hold(root, tmp_path / "state", 0.0):
        for path in (tmp_path / "alias", root / ".." / root.name):
            with pytest.raises(VaultBusy), hold(path, tmp_path / "state", 0.0):
                pass


def test_an_error_frees_the_vault(root: Path, tmp_path: Path) -> None:
    """Whatever ends a run, the next one gets the vault, and the error comes through."""
    with pytest.raises(KeyboardInterrupt), hold(root, tmp_path / "state", 0.0):
        raise KeyboardInterrupt
    with hold(root, tmp_path / "state", 0.0):
        pass


_HOLDER = """
import sys
from pathlib import Path
from notegen.writer.lock import hold
with hold(Path(sys.argv[1]), Path(sys.argv[2]), 0.0):
    print("held", flush=True)
    sys.stdin.readline()
"""


def _holder(root: Path, state: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", _HOLDER, str(root), str(state)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


def test_another_process_is_waited_for_as_long_as_was_asked(root: Path, tmp_path: Path) -> None:
    """Held by another process the vault is busy, with the time in the line; let go while we wait, it is ours."""
    state = tmp_path / "state"
    process = _holder(root, state)
    with pytest.raises(VaultBusy) as caught, hold(root, state, 0.1):
        pass
    assert "0.1 s waited" in str(caught.value) and str(root) in str(caught.value)
    process.communicate("\n")
    with hold(root, state, 10.0):
        assert process.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_run_frees_the_vault(root: Path, tmp_path: Path) -> None:
    """The lock ends with its process."""
    process = _holder(root, tmp_path / "state")
    process.kill()
    process.communicate()
    with hold(root, tmp_path / "state", 0.0):
        pass


@pytest.mark.parametrize("where", ["state", "state/vaults"])
def test_a_state_folder_that_cannot_be_used_is_told(root: Path, tmp_path: Path, where: str) -> None:
    """A file in its place is one line with the path, and nothing is run."""
    (tmp_path / where).parent.mkdir(exist_ok=True)
    (tmp_path / where).write_bytes(b"a file")
    with pytest.raises(WriteFailed, match="state"), hold(root, tmp_path / "state", 0.0):
        raise AssertionError("never held")
    assert list(root.iterdir()) == []
