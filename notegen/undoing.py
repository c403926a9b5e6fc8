"""The command `undo`: a run taken back, or the runs of a vault listed."""

from __future__ import annotations

from notegen.obsidian.index import scan
from notegen.report import runs_to_json, undone_to_json
from notegen.settings import Settings
from notegen.terminal import Terminal
from notegen.wiring import open_run, sweep
from notegen.writer.journal import kept_content, runs
from notegen.writer.lock import hold
from notegen.writer.undo import run_to_undo, undo


def take_back(settings: Settings, name: str, *, wait_seconds: float, as_json: bool) -> int:
    """The run of this name (its beginning is enough), or the last one; status 1 when a file was kept as it is."""
    screen = Terminal()
    state, root = settings.state_dir, settings.vault
    with hold(root, state, wait_seconds):
        sweep(settings, scan(root), screen)
        run = run_to_undo(name, runs(state, root))
        new = open_run(settings, f"undo {run.id}", takes_back=run.id)
        undone = undo(run, new.vault, lambda sha256: kept_content(state, root, sha256))
        whole = all(one.whole for one in undone)
        if whole:
            new.journal.taken_back(run)
    if as_json:
        screen.show_json(undone_to_json(new.id, str(root), run, undone))
    else:
        screen.show_undone(run, undone)
    return int(not whole)


def list_runs(settings: Settings, *, as_json: bool) -> int:
    """The runs that wrote into this vault, the newest first."""
    found = tuple(reversed(runs(settings.state_dir, settings.vault)))
    if as_json:
        Terminal().show_json(runs_to_json(str(settings.vault), found))
    else:
        Terminal().show_runs(found)
    return 0
