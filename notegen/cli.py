"""Words in, exit status out; no logic. Commands load what they need when they run."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BufferedIOBase
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from notegen import __version__

if TYPE_CHECKING:
    from notegen.commands import Asked
    from notegen.errors import NotegenError
    from notegen.settings import Settings

_ASKED = ("dry_run", "plan", "offline", "debug", "as_json", "withdrawn", "wait_seconds")
_UPKEEP = ("refresh", "no_model_only", "fill_empty")
_EPILOG = "Settings come from options, the environment, .env and the vault's .notegen/config.toml; see README."


def _shared(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout at the end."),
        click.option("--vault", metavar="FOLDER", help="The vault; default: the nearest folder above with .obsidian/."),
    ):
        command = option(command)
    return command


def _asking(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--offline", is_flag=True, help="No network but the model's server; records and cache only."),
        click.option("--also", metavar="SERVICES", help="Ask crossref, openalex or crossref,openalex as well."),
    ):
        command = option(command)
    return _shared(command)


def _waiting(command: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--wait",
        "wait_seconds",
        metavar="SECONDS",
        type=click.FloatRange(0, clamp=False),
        default=0.0,
        help="Wait so long for another run that holds the vault; default: 0.",
    )(command)


def _writing(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        _waiting,
        click.option("--fill-empty", is_flag=True, help="Write into notes that are empty files, too."),
        click.option("--no-model-only", is_flag=True, help="With --refresh: only notes drafted without a model."),
        click.option("--refresh", is_flag=True, help="Renew what nobody edited of notes written before."),
        click.option("--plan", is_flag=True, help="Show papers, calls, tokens and price; ask no model."),
        click.option("--dry-run", is_flag=True, help="Draft and show the notes; write nothing in the vault."),
        click.option("--lang", metavar="ja|en|ja,en", help="Languages of the notes; default: ja,en."),
        click.option(
            "--read", metavar="abstract|full", help="How much is read; default: what fits the model's window."
        ),
        click.option("--template", metavar="NAME", help="Sections of the notes: ochiai (default), imrad or your own."),
        click.option("--folder", metavar="FOLDER", help="Folder for new notes; default: Obsidian's own setting."),
        click.option("--withdrawn", is_flag=True, help="Draft withdrawn papers, too."),
        click.option("--debug", is_flag=True, help="Keep a log of the exact questions and answers of the model."),
        click.option("--model", metavar="NAME", help="Model to draft with; default: NOTEGEN_MODEL, else none."),
    ):
        command = option(command)
    return _asking(command)


class _Commands(click.Group):
    """The commands; wrong usage, too, ends in one JSON object where --json was asked for."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        _open_closed_streams()
        words = sys.argv[1:] if args is None else args
        if "--json" not in takewhile(lambda word: word != "--", words):
            return super().main(args, *rest, **more)
        try:
            return super().main(args, *rest, **{**more, "standalone_mode": False})
        except click.ClickException as error:
            from notegen.errors import NotegenError

            error.show()
            _show_error(NotegenError("wrong usage", error.format_message(), "See notegen --help"))
            sys.exit(error.exit_code)


def _open_closed_streams() -> None:
    """What is said on a stream that the shell closed (`>&-`) goes nowhere, as it is in a shell's own commands."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))


@click.group(cls=_Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="notegen")
def cli() -> None:
    """Write the missing paper notes of a reading list in an Obsidian vault."""


@cli.command()
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
@click.option(
    "--text",
    "text_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read this .pdf, .txt, .md or page of arXiv's HTML as the paper's text.",
)
@click.option("--moc", metavar="NOTE", help="Add a line for the note to this MOC, under --section.")
@click.option("--section", metavar="NAME", help="The heading of the MOC under which the line goes.")
@_writing
def generate(
    papers: tuple[str, ...], text_file: Path | None, moc: str | None, section: str | None, **words: Any
) -> None:
    """Write a note for a paper: a note name, title, arXiv id or URL, or DOI."""
    if (moc is None) != (section is None):
        raise click.UsageError("--moc and --section go together")
    if text_file and len(papers) != 1:
        raise click.UsageError("--text goes with one paper")
    if not all(paper.strip() for paper in papers):
        raise click.UsageError("a paper's name is empty")
    from notegen import commands

    asked = _asked("generate", papers, words)
    place = (moc, section) if moc is not None and section is not None else None
    _run(asked.as_json, lambda: commands.generate(_settings(words), papers, asked, text_file, place))


@cli.command()
@click.argument("mocs", nargs=-1, metavar="[MOC]...")
@_writing
def fill(mocs: tuple[str, ...], **words: Any) -> None:
    """Write the notes for all missing papers of the MOCs named (default: every MOC of the vault)."""
    from notegen import commands

    asked = _asked("fill", mocs, words)
    _run(asked.as_json, lambda: commands.fill(_settings(words), mocs, asked))


@cli.command()
@click.argument("mocs", nargs=-1, metavar="[MOC]...")
@click.option("--all", "everything", is_flag=True, help="Show every link, however many.")
@_shared
def status(mocs: tuple[str, ...], as_json: bool, everything: bool, **words: Any) -> None:
    """Show which links of the MOCs exist, are unfinished, are missing or are no papers."""
    from notegen import surveying

    _run(as_json, lambda: surveying.status(_settings(words), mocs, as_json=as_json, everything=everything))


@cli.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--pin", metavar="ID|none", help="Remember what the NAME is: an arXiv id, URL or DOI; none mutes it.")
@_asking
def resolve(names: tuple[str, ...], pin: str | None, offline: bool, as_json: bool, **words: Any) -> None:
    """Show which paper each NAME is, and why; no note is written. "-" reads names from stdin, one a line."""
    if not all(name.strip(" \t\r\n[]") for name in names):
        raise click.UsageError("a paper's name is empty")
    if pin is not None and (len(names) != 1 or names[0] == "-"):
        raise click.UsageError("--pin goes with one NAME")
    from notegen import resolving
    from notegen.fetcher.pins import pin_of

    if pin is not None and not pin_of(pin):
        raise click.UsageError(f"--pin “{pin}” is neither an arXiv id or DOI nor none")
    asked = resolving.Asked(pin_of(pin or "") or "", offline, as_json)

    def work() -> int:
        given = [name for each in names for name in (resolving.names_of(_stdin()) if each == "-" else [each])]
        return resolving.resolve(_settings(words), given, asked)

    _run(as_json, work)


@cli.command()
@click.argument("run", required=False, default="", metavar="[RUN]")
@click.option("--list", "listing", is_flag=True, help="List the runs that wrote into this vault; undo nothing.")
@_waiting
@_shared
def undo(run: str, listing: bool, wait_seconds: float, as_json: bool, **words: Any) -> None:
    """Take a RUN back (default: the last): each file as before, but for those changed since."""
    if run and listing:
        raise click.UsageError("--list lists every run: leave RUN out")
    from notegen import undoing

    def work() -> int:
        settings = _settings(words)
        if listing:
            return undoing.list_runs(settings, as_json=as_json)
        return undoing.take_back(settings, run, wait_seconds=wait_seconds, as_json=as_json)

    _run(as_json, work)


@cli.command()
@click.option("--model", metavar="NAME", help="Model to look at; default: NOTEGEN_MODEL, else the server's only one.")
@_shared
def doctor(as_json: bool, **words: Any) -> None:
    """Look at the model: ask it a little, show what it can do, and what to change where it cannot."""
    from notegen import doctoring

    _run(as_json, lambda: doctoring.doctor(doctoring.settings_anywhere(words, os.environ, _here()), as_json=as_json))


@cli.group()
def catalogue() -> None:
    """Build and look at a local index of arXiv's metadata, asked before the network."""


@catalogue.command()
@click.argument("dump", metavar="FILE", type=click.Path(path_type=Path))
def build(dump: Path) -> None:
    """Build the index from arXiv's metadata dump (JSON lines, plain or .gz); an old one stays until it is whole."""
    from notegen import cataloguing

    _run(False, lambda: cataloguing.build(_catalogue_path(), dump))


@catalogue.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def info(as_json: bool) -> None:
    """Show what the index holds, how old and how large it is."""
    from notegen import cataloguing

    _run(as_json, lambda: cataloguing.info(_catalogue_path(), as_json=as_json))


def _asked(command: str, named: Sequence[str], words: dict[str, Any]) -> Asked:
    if words["plan"] and words["dry_run"]:
        raise click.UsageError("--plan asks no model and --dry-run does: take one")
    if words["no_model_only"] and not words["refresh"]:
        raise click.UsageError("--no-model-only goes with --refresh")
    from notegen.commands import Asked
    from notegen.standing import Upkeep

    upkeep = Upkeep(**{flag: words.pop(flag) for flag in _UPKEEP})
    flags = [f"--{flag.replace('_', '-')}" for flag in _UPKEEP if getattr(upkeep, flag)]
    asked = {flag: words.pop(flag) for flag in _ASKED}
    return Asked(" ".join((command, *named, *flags)), **asked, upkeep=upkeep)


def _settings(words: dict[str, Any]) -> Settings:
    from notegen.settings import read_settings

    return read_settings(words, os.environ, _here())


def _catalogue_path() -> Path:
    from notegen.settings import read_catalogue_path

    return read_catalogue_path(os.environ, _here())


def _stdin() -> BufferedIOBase | None:
    return getattr(sys.stdin, "buffer", None)


def _run(as_json: bool, work: Callable[[], int]) -> None:
    from notegen.errors import NotegenError
    from notegen.terminal import Terminal

    try:
        sys.exit(work())
    except NotegenError as error:
        Terminal().problem(str(error))
        if as_json:
            _show_error(error)
        sys.exit(error.exit_status)
    except KeyboardInterrupt:
        if as_json:
            _show_error(NotegenError("stopped", "Ctrl-C", "Run again"))
        sys.exit(130)
    except BrokenPipeError:  # whoever read the result has what they wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        click.echo(f"notegen: cannot go on: {error}", err=True)
        with suppress(OSError):
            if as_json:
                _show_error(NotegenError("cannot go on", str(error), "Mend that and run again"))
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _show_error(error: NotegenError) -> None:
    from notegen.report import error_to_json
    from notegen.terminal import Terminal

    Terminal().show_json(error_to_json(error))


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:  # the folder was removed under the shell
        return Path("/")


def main() -> None:
    """The console script."""
    _use_utf8()
    gc.set_threshold(100_000)  # a large vault makes much that stays: looking for garbage in it took a tenth of the time
    cli(prog_name="notegen")


def _use_utf8() -> None:
    """Start again in UTF-8 mode where the locale would have file names in another encoding: a vault's are UTF-8.

    With -P, so that nothing that lies in the current folder, a vault perhaps, is taken for a module.
    """
    if os.name == "posix" and sys.getfilesystemencoding() != "utf-8" and os.environ.get("PYTHONUTF8") != "1":
        spoken = getattr(sys.stdout, "encoding", None) or "ascii"
        environment = {"PYTHONIOENCODING": spoken, **os.environ, "PYTHONUTF8": "1"}
        words = [os.fsencode(word) for word in (sys.executable, "-P", "-m", "notegen", *sys.argv[1:])]
        os.execve(sys.executable, words, environment)
